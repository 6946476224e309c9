//! Steps: what a move, followed by a symmetry that folds the rows, does to each part of a state.

use cubiform_cube::piece::{CORNER_TURN, EDGE_IMAGE, EDGE_TURN, conjugate_corner, conjugate_edge};
use cubiform_cube::{Move, Symmetry};

use crate::cell::Cell;
use crate::coordinate::{Coordinate, LAST_POSITION, Rearrangement, corner_rank, corner_unrank};

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

/// Where move `m`, followed by symmetry `s` of the group, takes the parts of a state, for all `m` and `s`.
pub(crate) struct Steps {
    symmetries: usize,
    /// `[m, s]`: for each corner tuple, the one it becomes.
    pub(crate) corners: Vec<Vec<u32>>,
    /// `[m, s]`, by entry of the rest after the step and position before: position after, and flip.
    pub(crate) rest: Vec<Vec<[(u8, u8); 12]>>,
    /// `[m, s]`, by entry of the base after the step and position before: position after, and flip.
    pub(crate) base: Vec<Vec<[(u8, u8); 12]>>,
    /// `[m, s]`: the exchanges of index bits that are the same wherever the pieces stand, from the cell after the
    /// step to the cell before. The flips of the pieces come before them.
    ///
    /// Flips by piece are toggled by where the pieces stand, and rearranged by the symmetry. An orientation by
    /// position is permuted and toggled by the move alone: no piece flips.
    pub(crate) exchanges: Vec<Vec<Exchange>>,
}

impl Steps {
    pub(crate) fn new(c: &Coordinate) -> Steps {
        let mut steps = Steps {
            symmetries: c.group().len(),
            corners: Vec::new(),
            rest: Vec::new(),
            base: Vec::new(),
            exchanges: Vec::new(),
        };
        for m in Move::all() {
            let turn = &EDGE_TURN[m.index()];
            for (s, symmetry) in c.group().iter().enumerate() {
                let from = c.rearrangement(s);
                let edge = |edge: usize| {
                    std::array::from_fn(|position| {
                        let place = conjugate_edge(*symmetry, edge, turn[2 * position]);
                        (place / 2, if c.is_oriented() { 0 } else { place % 2 })
                    })
                };
                steps.rest.push(from.rest.iter().map(|i| edge(c.rest()[*i])).collect());
                steps.base.push(from.base.iter().map(|i| edge(c.base()[*i])).collect());
                steps.exchanges.push(match c.is_oriented() {
                    true => of_positions(m, *symmetry),
                    false => of_pieces(from),
                });
                let mut places = [0; 4];
                let mut image = [0; 4];
                let k = c.corners().len();
                let tuples = (0..c.corner_count()).map(|rank| {
                    corner_unrank(rank, &mut places[..k]);
                    for (j, i) in from.corners.iter().enumerate() {
                        let turned = CORNER_TURN[m.index()][places[*i] as usize];
                        image[j] = conjugate_corner(*symmetry, c.corners()[*i], turned);
                    }
                    corner_rank(&image[..k]) as u32
                });
                steps.corners.push(tuples.collect());
            }
        }
        steps
    }

    /// Where the step of a move and a symmetry is.
    pub(crate) fn index(&self, m: Move, s: usize) -> usize {
        m.index() * self.symmetries + s
    }
}

/// The exchanges by which a symmetry rearranges the flips of the pieces.
fn of_pieces(from: &Rearrangement) -> Vec<Exchange> {
    let shifted = from.rest.iter().map(|i| i + from.base.len());
    let transpositions = transpositions(from.base.iter().copied().chain(shifted).collect());
    transpositions.into_iter().map(|(a, b)| Exchange::Transpose(a, b)).collect()
}

/// The exchanges by which a move and a symmetry that keeps the axis carry an orientation by position. The index has
/// no bit for the last position: that bit makes the others even.
fn of_positions(m: Move, s: Symmetry) -> Vec<Exchange> {
    let mut from = vec![0; 12];
    let mut exchanges = Vec::new();
    for (position, turned) in EDGE_TURN[m.index()].iter().step_by(2).enumerate() {
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
