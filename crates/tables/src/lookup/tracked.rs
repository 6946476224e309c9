//! The state that a search carries along: places of the tracked pieces and the orientation of all edges.

use cubiform_cube::{Cube, PieceSet, Symmetry};

use crate::goal::Coordinate;
use crate::goal::places::{MAX_BASE, ORIENTATION_AXIS};
use crate::kociemba::{Coordinate as _, Flip};

/// The pieces that a search tracks, in order: base edges, other edges (the rest), corners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackedPieces {
    /// Up to four edges, whose placement is one coordinate.
    pub base: Vec<usize>,
    /// Up to [`MAX_REST`](crate::goal::places::MAX_REST) other edges.
    pub rest: Vec<usize>,
    /// Up to [`MAX_CORNERS`](crate::goal::places::MAX_CORNERS) corners.
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

impl TrackedPieces {
    /// Returns the pieces as a set.
    pub fn pieces(&self) -> PieceSet {
        let edges: Vec<usize> = self.base.iter().chain(&self.rest).copied().collect();
        PieceSet::new(&self.corners, &edges)
    }

    /// Returns whether a table of `c` can be probed for these pieces under `symmetry`: its base, rest and corners lie
    /// within the images of the tracked ones, and if it holds the orientation of all edges, the symmetry keeps the Z
    /// axis.
    pub fn fits(&self, symmetry: Symmetry, c: &Coordinate) -> bool {
        let base = |list: &[usize]| PieceSet::new(&[], list);
        let others = PieceSet::new(&self.corners, &self.rest);
        base(&self.base).image(symmetry).contains(base(c.base()))
            && others.image(symmetry).contains(PieceSet::new(c.corners(), c.rest()))
            && (!c.is_oriented() || symmetry.axis(ORIENTATION_AXIS) == ORIENTATION_AXIS)
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
            orientation: Flip::pieces(cube),
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
    /// Returns whether the state equals `other` under a [mask](TrackedPieces::mask).
    #[inline]
    pub(crate) fn equals_under(&self, other: &TrackedState, mask: &TrackedState) -> bool {
        let equal = |own: [u16; 2], other, mask| (word(own) ^ word(other)) & word(mask) == 0;
        equal(self.base, other.base, mask.base)
            && equal(self.rest, other.rest, mask.rest)
            && equal(self.corners, other.corners, mask.corners)
            && (self.orientation ^ other.orientation) & mask.orientation == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::tracked_moves::TrackedMoves;
    use cubiform_cube::{Algorithm, Move, random};

    #[test]
    fn children_equal_states_of_the_turned_cube() {
        let all = TrackedPieces { base: vec![4, 5, 6], rest: vec![8, 9, 10, 11], corners: vec![4, 5, 6, 7] };
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
        let all = TrackedPieces { base: vec![4, 5, 6, 7], rest: vec![8, 9], corners: vec![4] };
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
