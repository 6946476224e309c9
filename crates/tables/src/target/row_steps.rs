//! Steps: what a turn, followed by a symmetry that folds the rows, does to each part of a state.

use cubiform_cube::piece::{CORNER_TURN, EDGE_IMAGE, EDGE_TURN, conjugate_corner, conjugate_edge};
use cubiform_cube::{Move, Symmetry};

use crate::placement;
use crate::target::cell::Cell;
use crate::target::coordinate::{
    Coordinate, LAST_POSITION, MAX_BASE, MAX_REST, Rearrangement, corner_rank, corner_unrank,
};

/// What an exchange of bits does to the index of every element of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exchange {
    /// Toggles this bit.
    Toggle(usize),
    /// Exchanges the first bit with the second, which is higher.
    Transpose(usize, usize),
    /// Toggles this bit where the others are odd: exchanges it with the bit that makes them all even.
    ToggleIfOdd(usize),
}

impl Exchange {
    /// Does it to all of these cells. Plain loops: a closure would not be compiled for the wider vectors of its
    /// caller.
    #[inline(always)]
    pub(crate) fn apply<C: Cell>(self, cells: &mut [C]) {
        match self {
            Exchange::Toggle(bit) => {
                for cell in cells {
                    *cell = cell.toggle(bit);
                }
            }
            Exchange::Transpose(a, b) => {
                for cell in cells {
                    *cell = cell.transpose(a, b);
                }
            }
            Exchange::ToggleIfOdd(bit) => {
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

/// The positions that a base leaves free, ascending, and the rank of each position among them.
pub(crate) type FreePositions = ([u8; 12], [u8; 12]);

/// Where a step leads the states of one placement of the base.
pub(crate) struct RowStep {
    /// The row that it leads to.
    pub(crate) to: usize,
    /// The symmetry that folds into that row what the turn makes of the placement.
    s: usize,
    /// Which of the steps it is.
    step: usize,
    /// The flips of the base that it exchanges.
    base_flips: u32,
}

/// Steps of all of some turns, each followed by any symmetry of the group: what they do to the parts of a state.
pub(crate) struct Steps<'a> {
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
    exchanges: Vec<Vec<Exchange>>,
    /// By rest rank: its positions among the free ones.
    rest_places: Vec<[u8; MAX_REST]>,
    /// By row: what its base leaves free.
    free: Vec<FreePositions>,
}

impl<'a> Steps<'a> {
    pub(crate) fn new(c: &'a Coordinate, turns: impl IntoIterator<Item = PlaceTurn>) -> Steps<'a> {
        let k = c.rest().len();
        let rest_places = (0..c.rest_count()).map(|rank| {
            let mut places = [0; MAX_REST];
            placement::unrank(12 - c.base().len(), rank, &mut places[..k]);
            places
        });
        let mut steps = Steps {
            coordinate: c,
            turns: turns.into_iter().collect(),
            corners: Vec::new(),
            rest: Vec::new(),
            base: Vec::new(),
            exchanges: Vec::new(),
            rest_places: rest_places.collect(),
            free: (0..c.rows())
                .map(|row| free(&c.positions(c.row_placement(row))[..c.base().len()]))
                .collect(),
        };
        for turn in steps.turns.clone() {
            for (s, symmetry) in c.group().iter().enumerate() {
                let from = c.rearrangement(s);
                let edge = |edge: usize| {
                    std::array::from_fn(|position| {
                        let place = conjugate_edge(*symmetry, edge, turn.edges[2 * position]);
                        (place / 2, if c.is_oriented() { 0 } else { place % 2 })
                    })
                };
                steps.rest.push(from.rest.iter().map(|i| edge(c.rest()[*i])).collect());
                steps.base.push(from.base.iter().map(|i| edge(c.base()[*i])).collect());
                steps.exchanges.push(match c.is_oriented() {
                    true => exchanges_of_positions(&turn, *symmetry),
                    false => exchanges_of_pieces(from),
                });
                let mut places = [0; 4];
                let mut image = [0; 4];
                let k = c.corners().len();
                let tuples = (0..c.corner_count()).map(|rank| {
                    corner_unrank(rank, &mut places[..k]);
                    for (j, i) in from.corners.iter().enumerate() {
                        let turned = turn.corners[places[*i] as usize];
                        image[j] = conjugate_corner(*symmetry, c.corners()[*i], turned);
                    }
                    corner_rank(&image[..k]) as u32
                });
                steps.corners.push(tuples.collect());
            }
        }
        steps
    }

    /// What the base of a row leaves free.
    pub(crate) fn free(&self, row: usize) -> &FreePositions {
        &self.free[row]
    }

    /// Where the turn of this index leads the states whose base stands in `positions`.
    pub(crate) fn row_step(&self, positions: &[u8; MAX_BASE], turn: usize) -> RowStep {
        let c = self.coordinate;
        let turned = positions.map(|p| self.turns[turn].edges[2 * p as usize] / 2);
        let (to, s) = c.row_of(placement::rank(12, &turned[..c.base().len()]));
        let step = turn * c.group().len() + s;
        let base_flips =
            c.rearrangement(s).base.iter().enumerate().fold(0, |flips, (j, i)| {
                flips | u32::from(self.base[step][j][positions[*i] as usize].1) << j
            });
        RowStep { to, s, step, base_flips }
    }

    /// Fills `map` with, for each placement of the rest in the free positions of the base that is led, the one it becomes
    /// in the row that it is led to, and the flips that are toggled.
    #[inline(always)]
    pub(crate) fn map_rest(&self, lead: &RowStep, free: &FreePositions, map: &mut Vec<(u32, u32)>) {
        let (b, k) = (self.coordinate.base().len(), self.coordinate.rest().len());
        let from = &self.coordinate.rearrangement(lead.s).rest;
        let tables = &self.rest[lead.step];
        let (free, ranks) = (&free.0, &self.free[lead.to].1);
        map.clear();
        for places in &self.rest_places {
            let mut image = [0; MAX_REST];
            let mut flips = lead.base_flips;
            for j in 0..k {
                let position = free[places[from[j]] as usize];
                let (position, flip) = tables[j][position as usize];
                image[j] = ranks[position as usize];
                flips |= u32::from(flip) << (b + j);
            }
            map.push((placement::rank(12 - b, &image[..k]) as u32, flips));
        }
    }

    /// For each corner tuple the one that it becomes.
    #[inline(always)]
    pub(crate) fn corners(&self, lead: &RowStep) -> &[u32] {
        &self.corners[lead.step]
    }

    /// Whether cells come as they are to where these flips are toggled.
    #[inline(always)]
    pub(crate) fn keeps_cells(&self, lead: &RowStep, flips: u32) -> bool {
        flips == 0 && self.exchanges[lead.step].is_empty()
    }

    /// Exchanges the bits of cells from where a step leads, as they lie there, to those of cells from where it came.
    #[inline(always)]
    pub(crate) fn exchange<C: Cell>(&self, lead: &RowStep, flips: u32, cells: &mut [C]) {
        for bit in 0..C::INDEX_BITS {
            if flips >> bit & 1 == 1 {
                Exchange::Toggle(bit).apply(cells);
            }
        }
        for exchange in &self.exchanges[lead.step] {
            exchange.apply(cells);
        }
    }
}

/// What a base in these positions leaves free.
pub(crate) fn free(base: &[u8]) -> FreePositions {
    let (mut free, mut ranks) = ([0; 12], [0; 12]);
    let mut count = 0;
    for position in 0..12u8 {
        ranks[position as usize] = count as u8;
        if !base.contains(&position) {
            free[count] = position;
            count += 1;
        }
    }
    (free, ranks)
}

/// The exchanges by which a symmetry rearranges the flips of the pieces.
fn exchanges_of_pieces(from: &Rearrangement) -> Vec<Exchange> {
    let shifted = from.rest.iter().map(|i| i + from.base.len());
    let transpositions = transpositions(from.base.iter().copied().chain(shifted).collect());
    transpositions.into_iter().map(|(a, b)| Exchange::Transpose(a, b)).collect()
}

/// The exchanges by which a turn and a symmetry that keeps the axis carry an orientation by position. The index has
/// no bit for the last position: that bit makes the others even.
fn exchanges_of_positions(turn: &PlaceTurn, s: Symmetry) -> Vec<Exchange> {
    let mut from = vec![0; 12];
    let mut exchanges = Vec::new();
    for (position, turned) in turn.edges.iter().step_by(2).enumerate() {
        let to = usize::from(EDGE_IMAGE[s.index()][usize::from(turned / 2)]);
        from[to] = position;
        if turned % 2 == 1 && to != LAST_POSITION {
            exchanges.push(Exchange::Toggle(to));
        }
    }
    exchanges.extend(transpositions(from).into_iter().map(|(a, b)| match b {
        LAST_POSITION => Exchange::ToggleIfOdd(a),
        _ => Exchange::Transpose(a, b),
    }));
    exchanges
}

/// Transpositions whose composition, first to last, carries a set to its rearrangement: bit j of an index of
/// the source is bit `from[j]` of the index of the result.
fn transpositions(mut from: Vec<usize>) -> Vec<(usize, usize)> {
    let mut list = Vec::new();
    for j in 0..from.len() {
        let i = from.iter().position(|f| *f == j).expect("a permutation");
        if i != j {
            list.push((i.min(j), i.max(j)));
            from.swap(i, j);
        }
    }
    list
}
