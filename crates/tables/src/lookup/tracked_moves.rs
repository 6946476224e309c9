//! Move tables of the pieces that a search tracks.

use cubiform_cube::Move;
use cubiform_cube::piece::{CORNER_TURN, EDGE_TURN};

use crate::kociemba::{Coordinate as _, Flip};
use crate::lookup::normalize_tables::NormalizeTables;
use crate::lookup::tracked::{HALF, HALVES, PAIRS, TrackedPieces, TrackedState, halves};

/// Move tables of tracked states: 64 KiB each for pairs of edges and of corners, small enough to stay in the cache
/// beside the data of the look-ups.
pub(crate) struct TrackedMoves {
    /// The pair of edges after each move, by pair and move. A cache line holds all moves of a pair.
    edges: Box<[[u16; 32]; PAIRS]>,
    /// The pair of corners after each move, by pair and move.
    corners: Box<[[u16; 32]; PAIRS]>,
    /// By half of an orientation and move: its part of the orientation after the move. The XOR of both parts is the
    /// whole.
    orientations: [Box<[[u16; 32]; HALVES]>; 2],
    /// The tables that normalise states.
    pub(crate) normalize_tables: NormalizeTables,
}

impl TrackedMoves {
    /// Builds the tables for these pieces.
    pub(crate) fn new(tracked: &TrackedPieces) -> TrackedMoves {
        let pairs = |turn: &[[u8; 24]; 18]| -> Box<[[u16; 32]; PAIRS]> {
            let place = |m: usize, p: usize| u16::from(turn[m].get(p).copied().unwrap_or(p as u8));
            let after = |pair: usize, m: usize| place(m, pair % 32) | place(m, pair / 32) << 5;
            let moves = |pair| std::array::from_fn(|m| if m < Move::COUNT { after(pair, m) } else { 0 });
            let rows: Vec<_> = (0..PAIRS).map(moves).collect();
            rows.try_into().expect("a row for each pair")
        };
        let half = |half: usize| -> Box<[[u16; 32]; HALVES]> {
            let part = |word: usize, m: Move| {
                let turned = Flip::turn(&((word << (half * HALF)) as u16), m);
                // The flips that the move makes of any state belong to the part of the first half alone.
                if half == 0 { turned } else { turned ^ Flip::turn(&0, m) }
            };
            let row = |word| std::array::from_fn(|m| Move::all().nth(m).map_or(0, |m| part(word, m)));
            Box::new(std::array::from_fn(row))
        };
        TrackedMoves {
            edges: pairs(&EDGE_TURN),
            corners: pairs(&CORNER_TURN),
            orientations: [half(0), half(1)],
            normalize_tables: NormalizeTables::new(tracked),
        }
    }

    /// Returns the children of a state, each computed on demand.
    #[inline(always)]
    pub(crate) fn children(&self, state: &TrackedState) -> Children<'_> {
        let edges = |pairs: [u16; 2]| pairs.map(|pair| &self.edges[usize::from(pair) & (PAIRS - 1)]);
        let [first, last] = halves(state.orientation);
        Children {
            base: edges(state.base),
            rest: edges(state.rest),
            corners: state.corners.map(|pair| &self.corners[usize::from(pair) & (PAIRS - 1)]),
            orientation: [&self.orientations[0][first], &self.orientations[1][last]],
        }
    }
}

/// The children of a state: the rows of the move tables for its pairs and the halves of its orientation.
#[derive(Clone, Copy)]
pub(crate) struct Children<'t> {
    base: [&'t [u16; 32]; 2],
    rest: [&'t [u16; 32]; 2],
    corners: [&'t [u16; 32]; 2],
    orientation: [&'t [u16; 32]; 2],
}

impl Children<'_> {
    /// Returns the child by move `m`, which is below 32.
    #[inline(always)]
    pub(crate) fn state(&self, m: usize) -> TrackedState {
        TrackedState {
            base: self.base.map(|row| row[m]),
            rest: self.rest.map(|row| row[m]),
            corners: self.corners.map(|row| row[m]),
            orientation: self.orientation[0][m] ^ self.orientation[1][m],
        }
    }
}
