//! The state that a search carries along: places of the tracked pieces, orientation of all edges, and their move
//! tables.

use cubiform_cube::piece::{CORNER_TURN, EDGE_TURN};
use cubiform_cube::{Cube, Move, PieceSet};

use crate::goal::coordinate::{MAX_BASE, orientation, turn_orientation};
use crate::lookup::normalize::NormalizeTables;

/// The pieces that a search tracks, in order: base edges, other edges (the rest), corners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tracked {
    /// Up to four edges, whose placement is one coordinate.
    pub base: Vec<usize>,
    /// Up to [`MAX_REST`](crate::goal::coordinate::MAX_REST) other edges.
    pub rest: Vec<usize>,
    /// Up to [`MAX_CORNERS`](crate::goal::coordinate::MAX_CORNERS) corners.
    pub corners: Vec<usize>,
}

/// A state of the tracked pieces and the orientation of all edges.
///
/// Places come in pairs: bits 0-4 of a pair are the place of the first piece, bits 5-9 that of the second. A place is
/// 2 × position + flip for edges and 3 × position + twist for corners, below 24.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrackedState {
    /// The places of the base edges.
    pub(crate) base: [u16; 2],
    /// The places of the other edges.
    pub(crate) rest: [u16; 2],
    /// The places of the corners.
    pub(crate) corners: [u16; 2],
    /// Bit p: whether the edge at position p is flipped relative to Z (F and B).
    pub(crate) orientation: u16,
}

/// The mask of one place within a pair.
pub(crate) const PLACE: u32 = 31;

/// The number of values of a pair of places.
pub(crate) const PAIRS: usize = 1 << 10;

/// The number of positions in half of an orientation.
pub(crate) const HALF: usize = 6;

/// The number of orientations of half of the positions.
pub(crate) const HALVES: usize = 1 << HALF;

/// Returns the orientations of positions 0 to 5 and 6 to 11.
#[inline(always)]
pub(crate) fn halves(orientation: u16) -> [usize; 2] {
    [usize::from(orientation) % HALVES, usize::from(orientation >> HALF) % HALVES]
}

/// The place of a missing base edge. No move changes it.
pub(crate) const NOWHERE: u8 = 31;

/// Packs up to four places into two pairs.
fn pack(places: impl Iterator<Item = u8>) -> [u16; 2] {
    let mut pairs = [0; 2];
    for (j, place) in places.enumerate() {
        pairs[j / 2] |= u16::from(place) << (5 * (j % 2));
    }
    pairs
}

/// Returns two pairs as one word.
#[inline(always)]
pub(crate) fn word([first, second]: [u16; 2]) -> u32 {
    u32::from(first) | u32::from(second) << 16
}

impl Tracked {
    /// Returns the pieces as a set.
    pub fn pieces(&self) -> PieceSet {
        let edges: Vec<usize> = self.base.iter().chain(&self.rest).copied().collect();
        PieceSet::new(&self.corners, &edges)
    }

    /// Returns the state of `cube`.
    pub(crate) fn state(&self, cube: &Cube) -> TrackedState {
        let edge = |edge: &usize| cube.edges()[*edge];
        // A missing base edge stands in a place that no move changes.
        let missing = std::iter::repeat_n(NOWHERE, MAX_BASE - self.base.len());
        TrackedState {
            base: pack(self.base.iter().map(edge).chain(missing)),
            rest: pack(self.rest.iter().map(edge)),
            corners: pack(self.corners.iter().map(|corner| cube.corners()[*corner])),
            orientation: orientation(cube),
        }
    }

    /// Returns a mask for [`TrackedState::equals_under`] that compares the base, the given pieces, and the orientation
    /// of all edges if `oriented`.
    pub(crate) fn mask(&self, pieces: PieceSet, oriented: bool) -> TrackedState {
        let pairs = |set: u16, list: &[usize]| {
            pack(list.iter().map(|piece| if set >> piece & 1 == 1 { PLACE as u8 } else { 0 }))
        };
        TrackedState {
            base: [u16::MAX; 2],
            rest: pairs(pieces.edges, &self.rest),
            corners: pairs(u16::from(pieces.corners), &self.corners),
            orientation: if oriented { u16::MAX } else { 0 },
        }
    }
}

impl TrackedState {
    /// Returns whether the state equals `other` under a [mask](Tracked::mask).
    #[inline]
    pub(crate) fn equals_under(&self, other: &TrackedState, mask: &TrackedState) -> bool {
        let equal = |own: [u16; 2], other, mask| (word(own) ^ word(other)) & word(mask) == 0;
        equal(self.base, other.base, mask.base)
            && equal(self.rest, other.rest, mask.rest)
            && equal(self.corners, other.corners, mask.corners)
            && (self.orientation ^ other.orientation) & mask.orientation == 0
    }
}

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
    pub(crate) fn new(tracked: &Tracked) -> TrackedMoves {
        let pairs = |turn: &[[u8; 24]; 18]| -> Box<[[u16; 32]; PAIRS]> {
            let place = |m: usize, p: usize| u16::from(turn[m].get(p).copied().unwrap_or(p as u8));
            let after = |pair: usize, m: usize| place(m, pair % 32) | place(m, pair / 32) << 5;
            let moves = |pair| std::array::from_fn(|m| if m < Move::COUNT { after(pair, m) } else { 0 });
            let rows: Vec<_> = (0..PAIRS).map(moves).collect();
            rows.try_into().expect("a row for each pair")
        };
        let half = |half: usize| -> Box<[[u16; 32]; HALVES]> {
            let part = |word: usize, m: Move| {
                let turned = turn_orientation((word << (half * HALF)) as u16, m);
                // The flips that the move makes of any state belong to the part of the first half alone.
                if half == 0 { turned } else { turned ^ turn_orientation(0, m) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::{Algorithm, random};

    #[test]
    fn children_equal_states_of_the_turned_cube() {
        let all = Tracked { base: vec![4, 5, 6], rest: vec![8, 9, 10, 11], corners: vec![4, 5, 6, 7] };
        let turns = TrackedMoves::new(&all);
        for cube in random::states(5).take(300) {
            let state = all.state(&cube);
            for m in Move::all() {
                assert_eq!(turns.children(&state).state(m.index()), all.state(&cube.turn(m)), "{m}");
            }
        }
    }

    #[test]
    fn mask_compares_base_given_pieces_and_orientation_only() {
        let all = Tracked { base: vec![4, 5, 6, 7], rest: vec![8, 9], corners: vec![4] };
        let solved = all.state(&Cube::SOLVED);
        let equal = |moves: &str, pieces, oriented| {
            let state = all.state(&Algorithm::parse(moves).unwrap().cube());
            state.equals_under(&solved, &all.mask(pieces, oriented))
        };
        let (none, edge) = (PieceSet::default(), PieceSet::new(&[], &[8]));
        // F' U' F takes the pair at FR out and flips edges.
        assert!(equal("F' U' F", none, false) && !equal("F' U' F", none, true));
        assert!(!equal("F' U' F", edge, false));
        assert!(equal("U", edge, true));
    }
}
