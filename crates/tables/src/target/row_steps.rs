//! StepTables: what a turn, followed by a symmetry that folds the rows, does to each part of a state.

use cubiform_cube::piece::{CORNER_TURN, EDGE_IMAGE, EDGE_TURN, conjugate_corner, conjugate_edge};
use cubiform_cube::{Move, Symmetry};

use crate::placement;
use crate::target::cell::Cell;
use crate::target::coordinate::{
    Coordinate, LAST_POSITION, MAX_BASE, MAX_REST, Rearrangement, corner_rank, corner_unrank,
};

/// What an exchange of bits does to the index of every element of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FlipOp {
    /// Toggles this bit.
    Toggle(usize),
    /// Exchanges the first bit with the second, which is higher.
    Transpose(usize, usize),
    /// Toggles this bit where the others are odd: exchanges it with the bit that makes them all even.
    ToggleIfOdd(usize),
}

impl FlipOp {
    /// Does it to all of these cells. Plain loops: a closure would not be compiled for the wider vectors of its
    /// caller.
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

/// A turn of the cube as a table: what it makes of each place of an edge and of a corner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaceTurn {
    pub(crate) edges: [u8; 24],
    pub(crate) corners: [u8; 24],
}

impl PlaceTurn {
    /// What a move is.
    pub(crate) fn of(m: Move) -> PlaceTurn {
        PlaceTurn { edges: EDGE_TURN[m.index()], corners: CORNER_TURN[m.index()] }
    }
}

/// The positions that a base leaves free.
pub(crate) struct FreePositions {
    /// The free positions, ascending; 0 beyond the last.
    positions: [u8; 12],
    /// By position: the number of free positions below it.
    ranks: [u8; 12],
}

/// Where a step leads the states of one placement of the base.
pub(crate) struct RowStep {
    /// The row that it leads to.
    pub(crate) target_row: usize,
    /// The symmetry that folds into that row what the turn makes of the placement.
    symmetry: usize,
    /// Which of the steps it is.
    index: usize,
    /// The flips of the base that it exchanges.
    base_flips: u32,
}

/// StepTables of all of some turns, each followed by any symmetry of the group: what they do to the parts of a state.
pub(crate) struct StepTables<'a> {
    coordinate: &'a Coordinate,
    turns: Vec<PlaceTurn>,
    /// `[turn, s]`: for each corner tuple, the one it becomes.
    corners: Vec<Vec<u32>>,
    /// `[turn, s]`, by entry of the rest after the step and position before: position after, and flip.
    rest: Vec<Vec<[(u8, u8); 12]>>,
    /// `[turn, s]`, by entry of the base after the step and position before: position after, and flip.
    base: Vec<Vec<[(u8, u8); 12]>>,
    /// `[turn, s]`: the exchanges of index bits that are the same wherever the pieces stand, from the cell after the
    /// step to the cell before. The flips of the pieces come before them.
    ///
    /// Flips by piece are toggled by where the pieces stand, and rearranged by the symmetry. An orientation by
    /// position is permuted and toggled by the turn alone: no piece flips.
    flip_ops: Vec<Vec<FlipOp>>,
    /// By rest rank: its positions among the free ones.
    rest_placements: Vec<[u8; MAX_REST]>,
    /// By row: what its base leaves free.
    free_positions: Vec<FreePositions>,
}

impl<'a> StepTables<'a> {
    pub(crate) fn new(c: &'a Coordinate, turns: impl IntoIterator<Item = PlaceTurn>) -> StepTables<'a> {
        let rest_len = c.rest().len();
        let rest_placements = (0..c.rest_count()).map(|rank| {
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
            for (s, symmetry) in c.group().iter().enumerate() {
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
                let tuples = (0..c.corner_count()).map(|rank| {
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

    /// What the base of a row leaves free.
    pub(crate) fn free_positions(&self, row: usize) -> &FreePositions {
        &self.free_positions[row]
    }

    /// Where the turn of this index leads the states whose base stands in `positions`.
    pub(crate) fn row_step(&self, positions: &[u8; MAX_BASE], turn: usize) -> RowStep {
        let c = self.coordinate;
        let turned = positions.map(|p| self.turns[turn].edges[2 * p as usize] / 2);
        let (target_row, symmetry) = c.row_of(placement::rank(12, &turned[..c.base().len()]));
        let index = turn * c.group().len() + symmetry;
        let base_flips =
            c.rearrangement(symmetry).base.iter().enumerate().fold(0, |flips, (j, i)| {
                flips | u32::from(self.base[index][j][positions[*i] as usize].1) << j
            });
        RowStep { target_row, symmetry, index, base_flips }
    }

    /// Fills `map` with, for each placement of the rest in the free positions of the base that is led, the one it becomes
    /// in the row that it is led to, and the flips that are toggled.
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

    /// For each corner tuple the one that it becomes.
    #[inline(always)]
    pub(crate) fn corners(&self, step: &RowStep) -> &[u32] {
        &self.corners[step.index]
    }

    /// Whether cells come as they are to where these flips are toggled.
    #[inline(always)]
    pub(crate) fn copies_cells(&self, step: &RowStep, flips: u32) -> bool {
        flips == 0 && self.flip_ops[step.index].is_empty()
    }

    /// Exchanges the bits of cells from where a step leads, as they lie there, to those of cells from where it came.
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

/// What a base in these positions leaves free.
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

/// The exchanges by which a symmetry rearranges the flips of the pieces.
fn piece_flip_ops(sources: &Rearrangement) -> Vec<FlipOp> {
    let shifted = sources.rest.iter().map(|i| i + sources.base.len());
    let transpositions = transpositions(sources.base.iter().copied().chain(shifted).collect());
    transpositions.into_iter().map(|(a, b)| FlipOp::Transpose(a, b)).collect()
}

/// The exchanges by which a turn and a symmetry that keeps the axis carry an orientation by position. The index has
/// no bit for the last position: that bit makes the others even.
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

/// Transpositions whose composition, first to last, carries a set to its rearrangement: bit j of an index of
/// the source is bit `from[j]` of the index of the result.
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
