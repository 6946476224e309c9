//! The places of the pieces of a coordinate, their limits, and turns of them.

use cubiform_cube::piece::{CORNER_TURN, EDGE_IMAGE, EDGE_TURN};
use cubiform_cube::{Axis, Move, Symmetry, placement};

/// The maximum number of edges in the base.
pub(crate) const MAX_BASE: usize = 4;

/// The maximum number of tracked edges outside the base.
pub const MAX_REST: usize = 4;

/// The maximum number of tracked corners.
pub const MAX_CORNERS: usize = 4;

/// The axis relative to which a coordinate can hold the orientation of all edges: F-B, whose flips are those of edge
/// places. Orientations relative to another axis are read through a symmetry.
pub(crate) const ORIENTATION_AXIS: Axis = Axis::Z;

/// The position whose flip follows from the others.
pub(crate) const LAST_POSITION: usize = 11;

/// Returns the orientation of the cube conjugated by `s`, which must fix [`ORIENTATION_AXIS`]: bit p is 1 if the edge at
/// position p is flipped, as in [`Flip`](crate::kociemba::Flip).
pub(crate) fn conjugate_orientation(orientation: u16, s: Symmetry) -> u16 {
    (0..12).fold(0, |image, p: usize| image | (orientation >> p & 1) << EDGE_IMAGE[s.index()][p])
}

/// The places of the tracked pieces in one state, in the coordinate's order. Unused elements are 0.
///
/// An edge place is `2 * position + flip`, a corner place `3 * position + twist`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Places {
    /// The places of the base edges.
    pub base: [u8; MAX_BASE],
    /// The places of the other tracked edges.
    pub rest: [u8; MAX_REST],
    /// The places of the tracked corners.
    pub corners: [u8; MAX_CORNERS],
    /// The orientation of all edges, bit p for the edge at position p; 0 if the coordinate does not hold it.
    pub orientation: u16,
}

/// Returns the number of tuples of places of `corners` corners.
pub(crate) const fn corner_tuples(corners: usize) -> usize {
    placement::count(8, corners) * 3usize.pow(corners as u32)
}

/// Returns the rank of a tuple of k corner places, 0..8!/(8-k)! * 3^k. The positions are the high part, the twists the
/// low part, the last twist lowest.
#[inline(always)]
pub(crate) const fn corner_rank(places: &[u8]) -> usize {
    let mut positions = [0; MAX_CORNERS];
    let (mut twists, mut i) = (0, 0);
    while i < places.len() {
        positions[i] = places[i] / 3;
        twists = twists * 3 + places[i] as usize % 3;
        i += 1;
    }
    let (positions, _) = positions.split_at(places.len());
    placement::rank(8, positions) * 3usize.pow(places.len() as u32) + twists
}

/// Writes the tuple of corner places of a rank; see [`corner_rank`].
pub(crate) fn corner_unrank(mut rank: usize, places: &mut [u8]) {
    let mut twists = [0; MAX_CORNERS];
    for twist in twists[..places.len()].iter_mut().rev() {
        *twist = (rank % 3) as u8;
        rank /= 3;
    }
    placement::unrank(8, rank, places);
    for (place, twist) in places.iter_mut().zip(twists) {
        *place = *place * 3 + twist;
    }
}

/// A turn of the cube: the image of each edge place (`2 * position + flip`) and corner place (`3 * position + twist`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaceTurn {
    pub(crate) edges: [u8; 24],
    pub(crate) corners: [u8; 24],
}

impl PlaceTurn {
    /// Returns the turn of a move.
    pub(crate) fn from_move(m: Move) -> PlaceTurn {
        PlaceTurn { edges: EDGE_TURN[m.index()], corners: CORNER_TURN[m.index()] }
    }
}
