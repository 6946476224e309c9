//! Maps from the pieces of a search to those of a table, under a symmetry followed by the inverse of a turn of U and D.
//!
//! A table of the cross and the slot FR bounds every slot of every bottom colour: under a symmetry the searched pieces
//! are the table's. The map holds that symmetry as small arrays, by which an [indexer](crate::lookup::indexer)
//! translates places.

use cubiform_cube::Symmetry;
use cubiform_cube::piece::{CORNER_IMAGE, EDGE_IMAGE, conjugate_corner, conjugate_edge};

use crate::goal::coordinate::Coordinate;
use crate::goal::places::{LAST_POSITION, conjugate_orientation};
use crate::goal::ud_coset::{self, COSET_SIZE, UD_TURNS};
use crate::lookup::coset_lane::TurnAutomorphism;
use crate::lookup::tracked::{HALF, HALVES, TrackedPieces};

/// The image of one tracked piece: the table's piece that it becomes.
///
/// | `places[p]` of an edge | value |
/// |------------------------|-------|
/// | bits 0-5               | 4 × position in the table, the shift that selects a rank of four bits |
/// | bit 6                  | flip |
///
/// For a corner, `places[p]` is the place in the table, 3 × position + twist.
#[derive(Clone, Copy, Default)]
pub(crate) struct PieceImage {
    /// The place in the table by the place in the search.
    pub(crate) places: [u8; 32],
    /// The index of the piece among the tracked ones of its kind.
    pub(crate) from: u8,
}

/// The bit of the flip in the place of an edge.
pub(crate) const FLIP_SHIFT: u32 = 6;

impl PieceImage {
    /// Returns the place of the table's piece, given the places of the tracked pieces of its kind.
    #[inline(always)]
    pub(crate) fn place(&self, places: &[u8; 4]) -> u8 {
        self.places[usize::from(places[usize::from(self.from) & 3]) & 31]
    }
}

/// A symmetry from the tracked pieces to the table's pieces, followed by the inverse of a turn of U and D.
pub(crate) struct SymmetryMap {
    /// The flips of the table's base by the flips of the tracked base.
    pub(crate) flips: [u8; 16],
    /// By the turn of U and D that the search undid: the bits of the
    /// [`CosetLane`](crate::lookup::coset_lane::CosetLane) of the state, without those of a free layer; 0 in a table
    /// without coset words.
    pub(crate) ud_turns: [u8; COSET_SIZE],
    /// The table's edges outside the base, in its order.
    pub(crate) rest: [PieceImage; 4],
    /// The table's corners, in its order.
    pub(crate) corners: [PieceImage; 4],
    /// By half of an orientation: its part of the table's index. The XOR of both parts is the whole.
    pub(crate) orientation: [[u16; HALVES]; 2],
}

/// Returns the index of the tracked base edge that the symmetry carries to `edge` of the table's base.
///
/// # Panics
/// If there is none: the probe does not fit.
pub(crate) fn base_source(tracked: &TrackedPieces, s: Symmetry, edge: usize) -> usize {
    let source = tracked.base.iter().position(|e| EDGE_IMAGE[s.index()][*e] as usize == edge);
    source.expect("the table's base lies within the search's, and its group keeps it")
}

impl SymmetryMap {
    /// Builds the map of `s` followed by the inverse of `turn`, for states that are normalised if `normalizes`.
    ///
    /// # Panics
    /// If the search does not track one of the table's pieces.
    pub(crate) fn new(
        tracked: &TrackedPieces,
        normalizes: bool,
        s: Symmetry,
        turn: usize,
        c: &Coordinate,
    ) -> SymmetryMap {
        let back = &UD_TURNS[ud_coset::inverse(turn)];
        // For each edge of the table's base, its index in the tracked base.
        let base: Vec<usize> = c.base().iter().map(|edge| base_source(tracked, s, *edge)).collect();
        let lanes: [usize; COSET_SIZE] = std::array::from_fn(|own| match normalizes {
            true => ud_coset::then(turn, ud_coset::image(s, own)),
            false => turn,
        });
        let flips = |own: usize| base.iter().enumerate().fold(0, |flips, (j, i)| flips | (own >> i & 1) << j);
        let automorphism =
            if normalizes { TurnAutomorphism::from_symmetry(s) } else { TurnAutomorphism::NONE };
        let turn = |own: usize| {
            if c.layout().has_coset_words() { lanes[own] as u8 | automorphism.bits() } else { 0 }
        };
        // The tracked piece whose image is piece `to` of the table, and its places there.
        let carried =
            |pieces: &[usize], image: &dyn Fn(usize) -> usize, place: &dyn Fn(usize, u8) -> u8, to: usize| {
                let from = pieces.iter().position(|piece| image(*piece) == to);
                let from = from.expect("the table's pieces are the search's");
                let place = |own| if own < 24 { place(pieces[from], own as u8) } else { 0 };
                PieceImage { from: from as u8, places: std::array::from_fn(place) }
            };
        let edge_image = |edge: usize| EDGE_IMAGE[s.index()][edge].into();
        let edge_place = |edge: usize, own| {
            let place = back.edges[usize::from(conjugate_edge(s, edge, own))];
            (place / 2 * 4) | (place % 2) << FLIP_SHIFT
        };
        let edge = |to: &usize| carried(&tracked.rest, &edge_image, &edge_place, *to);
        let corner_image = |corner: usize| CORNER_IMAGE[s.index()][corner].into();
        let corner_place = |corner: usize, own| back.corners[usize::from(conjugate_corner(s, corner, own))];
        let corner = |to: &usize| carried(&tracked.corners, &corner_image, &corner_place, *to);
        SymmetryMap {
            flips: std::array::from_fn(|own| flips(own) as u8),
            ud_turns: std::array::from_fn(turn),
            rest: all(&mut c.rest().iter().map(edge)),
            corners: all(&mut c.corners().iter().map(corner)),
            orientation: [0, HALF].map(|shift| {
                std::array::from_fn(|half| {
                    conjugate_orientation((half << shift) as u16, s) & ((1 << LAST_POSITION) - 1)
                })
            }),
        }
    }
}

/// Returns up to four pieces, and default values in the place of missing ones.
fn all(pieces: &mut dyn Iterator<Item = PieceImage>) -> [PieceImage; 4] {
    std::array::from_fn(|_| pieces.next().unwrap_or_default())
}
