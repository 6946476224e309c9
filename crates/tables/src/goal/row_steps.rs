//! The effect of a turn of the cube on whole rows of a coordinate.
//!
//! A *step* is a turn followed by the symmetry that folds the turned base placement into its row (see
//! [`coordinate`](crate::goal::coordinate)). For one row and one turn that symmetry is fixed. So a step carries the
//! row to exactly one row, and acts on each part of a state independently of the others:
//!
//! | part of a state | effect of a step |
//! |-----------------|------------------|
//! | row | becomes [`RowStep::target_row`] |
//! | rest placement | is permuted: [`StepTables::map_rest`] |
//! | corners | are permuted: [`StepTables::corners`] |
//! | flips | are XORed with bits that depend on base and rest, then changed by fixed [`FlipOp`]s |
//!
//! [`StepTables`] holds these effects for a list of turns: the fill takes the 18 moves, the layout the 16 turns of
//! ⟨U, D⟩. Both *pull*: they read the cells of the target row and bring them back to the row where the step began.

use cubiform_cube::Symmetry;
use cubiform_cube::piece::{EDGE_IMAGE, conjugate_corner, conjugate_edge};

use crate::goal::cell::Cell;
use crate::goal::coordinate::{Coordinate, Rearrangement};
use crate::goal::places::{LAST_POSITION, MAX_BASE, MAX_REST, PlaceTurn, corner_rank, corner_unrank};
use cubiform_cube::placement;

/// A bijection of the flip indices of a cell, applied to all of its elements at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FlipOp {
    /// Toggles this bit of the index.
    Toggle(usize),
    /// Exchanges two bits of the index, the lower one first.
    Transpose(usize, usize),
    /// Toggles this bit where the other bits have an odd sum. For flips by position, this exchanges the bit with the
    /// one that the index leaves out because it makes the sum of all even.
    ToggleIfOdd(usize),
}

impl FlipOp {
    /// Applies the operation to each cell. These are plain loops, because a closure would not be compiled for the wider
    /// vectors of the caller.
    #[inline(always)]
    pub(crate) fn apply<C: Cell>(self, cells: &mut [C]) {
        match self {
            FlipOp::Toggle(bit) => {
                for cell in cells {
                    *cell = cell.toggle(bit);
                }
            }
            FlipOp::Transpose(a, b) => {
                for cell in cells {
                    *cell = cell.transpose(a, b);
                }
            }
            FlipOp::ToggleIfOdd(bit) => {
                for cell in cells {
                    *cell = cell.toggle_if_odd(bit);
                }
            }
        }
    }
}

/// The positions that a base leaves free.
pub(crate) struct FreePositions {
    /// The free positions, ascending; 0 after the last.
    positions: [u8; 12],
    /// The number of free positions below each position.
    ranks: [u8; 12],
}

/// A step from one base placement.
pub(crate) struct RowStep {
    /// The row to which the step leads.
    pub(crate) target_row: usize,
    /// The index in the group of the symmetry that folds the turned placement into `target_row`.
    symmetry: usize,
    /// The index of the step in the tables: `turn * group size + symmetry`.
    index: usize,
    /// The bits of the flip index that the base toggles.
    base_flips: u32,
}

/// The steps of a list of turns: each turn followed by each symmetry of the coordinate's group.
///
/// Entry `turn * group size + symmetry` of a list belongs to that step.
pub(crate) struct StepTables<'a> {
    coordinate: &'a Coordinate,
    turns: Vec<PlaceTurn>,
    /// By step and corner rank before it: the corner rank after it.
    corners: Vec<Vec<u32>>,
    /// By step, index in the rest after it, and position before it: the position after it, and the flip.
    rest: Vec<Vec<[(u8, u8); 12]>>,
    /// By step, index in the base after it, and position before it: the position after it, and the flip.
    base: Vec<Vec<[(u8, u8); 12]>>,
    /// By step: the operations on flip indices that do not depend on where the pieces stand. They carry a cell from
    /// after the step to before it, and follow the toggles of single pieces.
    ///
    /// Flips by piece are toggled as their positions demand, and rearranged by the symmetry. Flips by position are
    /// permuted and toggled by turn and symmetry alone.
    flip_ops: Vec<Vec<FlipOp>>,
    /// By rest rank: the placement, as indices among the free positions.
    rest_placements: Vec<[u8; MAX_REST]>,
    /// By row: the positions that its base leaves free.
    free_positions: Vec<FreePositions>,
}

impl<'a> StepTables<'a> {
    pub(crate) fn new(c: &'a Coordinate, turns: impl IntoIterator<Item = PlaceTurn>) -> StepTables<'a> {
        let rest_len = c.rest().len();
        let rest_placements = (0..c.rest_count).map(|rank| {
            let mut placement = [0; MAX_REST];
            placement::unrank(12 - c.base().len(), rank, &mut placement[..rest_len]);
            placement
        });
        let mut tables = StepTables {
            coordinate: c,
            turns: turns.into_iter().collect(),
            corners: Vec::new(),
            rest: Vec::new(),
            base: Vec::new(),
            flip_ops: Vec::new(),
            rest_placements: rest_placements.collect(),
            free_positions: (0..c.rows())
                .map(|row| free_positions(&c.positions(c.row_placement(row))[..c.base().len()]))
                .collect(),
        };
        for turn in tables.turns.clone() {
            for (s, symmetry) in c.symmetries().iter().enumerate() {
                let sources = c.rearrangement(s);
                let edge = |edge: usize| {
                    std::array::from_fn(|position| {
                        let place = conjugate_edge(*symmetry, edge, turn.edges[2 * position]);
                        (place / 2, if c.is_oriented() { 0 } else { place % 2 })
                    })
                };
                tables.rest.push(sources.rest.iter().map(|i| edge(c.rest()[*i])).collect());
                tables.base.push(sources.base.iter().map(|i| edge(c.base()[*i])).collect());
                tables.flip_ops.push(match c.is_oriented() {
                    true => position_flip_ops(&turn, *symmetry),
                    false => piece_flip_ops(sources),
                });
                let mut places = [0; 4];
                let mut image = [0; 4];
                let corner_len = c.corners().len();
                let tuples = (0..c.corner_count).map(|rank| {
                    corner_unrank(rank, &mut places[..corner_len]);
                    for (j, i) in sources.corners.iter().enumerate() {
                        let turned = turn.corners[places[*i] as usize];
                        image[j] = conjugate_corner(*symmetry, c.corners()[*i], turned);
                    }
                    corner_rank(&image[..corner_len]) as u32
                });
                tables.corners.push(tuples.collect());
            }
        }
        tables
    }

    /// Returns the positions that the base of `row` leaves free.
    pub(crate) fn free_positions(&self, row: usize) -> &FreePositions {
        &self.free_positions[row]
    }

    /// Returns the step that turn number `turn` makes from the base placement `positions`.
    pub(crate) fn row_step(&self, positions: &[u8; MAX_BASE], turn: usize) -> RowStep {
        let c = self.coordinate;
        let turned = positions.map(|p| self.turns[turn].edges[2 * p as usize] / 2);
        let (target_row, symmetry) = c.row_of(placement::rank(12, &turned[..c.base().len()]));
        let index = turn * c.symmetries().len() + symmetry;
        let base_flips =
            c.rearrangement(symmetry).base.iter().enumerate().fold(0, |flips, (j, i)| {
                flips | u32::from(self.base[index][j][positions[*i] as usize].1) << j
            });
        RowStep { target_row, symmetry, index, base_flips }
    }

    /// Fills `map`, by rest rank before `step`, with the rest rank after it and the flip bits that base and rest
    /// toggle.
    ///
    /// `free` has the positions that the base leaves free before the step.
    #[inline(always)]
    pub(crate) fn map_rest(&self, step: &RowStep, free: &FreePositions, map: &mut Vec<(u32, u32)>) {
        let (base_len, rest_len) = (self.coordinate.base().len(), self.coordinate.rest().len());
        let sources = &self.coordinate.rearrangement(step.symmetry).rest;
        let tables = &self.rest[step.index];
        let (free, ranks) = (&free.positions, &self.free_positions[step.target_row].ranks);
        map.clear();
        for placement in &self.rest_placements {
            let mut image = [0; MAX_REST];
            let mut flips = step.base_flips;
            for j in 0..rest_len {
                let position = free[placement[sources[j]] as usize];
                let (position, flip) = tables[j][position as usize];
                image[j] = ranks[position as usize];
                flips |= u32::from(flip) << (base_len + j);
            }
            map.push((placement::rank(12 - base_len, &image[..rest_len]) as u32, flips));
        }
    }

    /// Returns, by corner rank before `step`, the corner rank after it.
    #[inline(always)]
    pub(crate) fn corners(&self, step: &RowStep) -> &[u32] {
        &self.corners[step.index]
    }

    /// Returns whether [`apply_flips`](Self::apply_flips) changes nothing where base and rest toggle `flips`.
    #[inline(always)]
    pub(crate) fn copies_cells(&self, step: &RowStep, flips: u32) -> bool {
        flips == 0 && self.flip_ops[step.index].is_empty()
    }

    /// Converts cells of the target row to the flip indices before `step`, where base and rest toggle `flips`.
    #[inline(always)]
    pub(crate) fn apply_flips<C: Cell>(&self, step: &RowStep, flips: u32, cells: &mut [C]) {
        for bit in 0..C::INDEX_BITS {
            if flips >> bit & 1 == 1 {
                FlipOp::Toggle(bit).apply(cells);
            }
        }
        for op in &self.flip_ops[step.index] {
            op.apply(cells);
        }
    }
}

/// Returns the positions that a base in the positions `base` leaves free.
pub(crate) fn free_positions(base: &[u8]) -> FreePositions {
    let (mut positions, mut ranks) = ([0; 12], [0; 12]);
    let mut count = 0;
    for position in 0..12u8 {
        ranks[position as usize] = count as u8;
        if !base.contains(&position) {
            positions[count] = position;
            count += 1;
        }
    }
    FreePositions { positions, ranks }
}

/// Returns the operations by which a symmetry rearranges flips by piece.
fn piece_flip_ops(sources: &Rearrangement) -> Vec<FlipOp> {
    let shifted = sources.rest.iter().map(|i| i + sources.base.len());
    let transpositions = transpositions(sources.base.iter().copied().chain(shifted).collect());
    transpositions.into_iter().map(|(a, b)| FlipOp::Transpose(a, b)).collect()
}

/// Returns the operations by which a turn and a symmetry that fixes the axis change flips by position. The index has no
/// bit for the last position, whose bit makes the sum of all even.
fn position_flip_ops(turn: &PlaceTurn, s: Symmetry) -> Vec<FlipOp> {
    let mut sources = vec![0; 12];
    let mut ops = Vec::new();
    for (position, turned) in turn.edges.iter().step_by(2).enumerate() {
        let to = usize::from(EDGE_IMAGE[s.index()][usize::from(turned / 2)]);
        sources[to] = position;
        if turned % 2 == 1 && to != LAST_POSITION {
            ops.push(FlipOp::Toggle(to));
        }
    }
    ops.extend(transpositions(sources).into_iter().map(|(a, b)| match b {
        LAST_POSITION => FlipOp::ToggleIfOdd(a),
        _ => FlipOp::Transpose(a, b),
    }));
    ops
}

/// Returns transpositions whose composition, first to last, permutes bits: bit j of an index before is bit `sources[j]`
/// of the index after.
fn transpositions(mut sources: Vec<usize>) -> Vec<(usize, usize)> {
    let mut list = Vec::new();
    for j in 0..sources.len() {
        let i = sources.iter().position(|source| *source == j).expect("a permutation");
        if i != j {
            list.push((i.min(j), i.max(j)));
            sources.swap(i, j);
        }
    }
    list
}
