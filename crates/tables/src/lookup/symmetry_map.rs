//! Lenses: what a symmetry, and a turn of U and D undone after it, makes of the pieces that a search and a table share.

use cubiform_cube::Symmetry;
use cubiform_cube::piece::{CORNER_IMAGE, EDGE_IMAGE, conjugate_corner, conjugate_edge};

use crate::lookup::coset_lane::TurnAutomorphism;
use crate::lookup::tracked::{HALF, HALVES, Tracked};
use crate::target::coordinate::{Coordinate, LAST_POSITION, conjugate_orientation};
use crate::target::ud_coset::{self, COSET_SIZE, UD_TURNS};

/// One of the table's pieces: which of the search's it is, and its place there by each place of the search. That of an edge
/// is four times its position, by which ranks are shifted, and then, from bit 6 on, its flip.
#[derive(Clone, Copy, Default)]
pub(crate) struct PieceImage {
    pub(crate) places: [u8; 32],
    pub(crate) from: u8,
}

/// Where the flip lies in the place of an edge.
pub(crate) const FLIP_SHIFT: u32 = 6;

impl PieceImage {
    /// Its place, given those of the search's pieces.
    #[inline(always)]
    pub(crate) fn place(&self, places: &[u8; 4]) -> u8 {
        self.places[usize::from(places[usize::from(self.from) & 3]) & 31]
    }
}

/// A symmetry from the search's pieces to the table's, and then the turn of U and D that is undone there.
pub(crate) struct SymmetryMap {
    /// By the flips of the search's base: those of the table's.
    pub(crate) flips: [u8; 16],
    /// By the turn of U and D that is undone in the search: which state of the word it is, if the table has cosets, and how
    /// such turns are turns in the table, as a [coset_lane](crate::lookup::coset_lane::Spot) has it.
    pub(crate) ud_turns: [u8; COSET_SIZE],
    /// The table's pieces, in its order.
    pub(crate) rest: [PieceImage; 4],
    pub(crate) corners: [PieceImage; 4],
    /// By half of an orientation: its part of the table's index, the two exclusive.
    pub(crate) orientation: [[u16; HALVES]; 2],
}

/// Which edge of the search's base a symmetry of a probe that fits carries to this one of the table's.
pub(crate) fn base_source(tracked: &Tracked, s: Symmetry, edge: usize) -> usize {
    let source = tracked.base.iter().position(|e| EDGE_IMAGE[s.index()][*e] as usize == edge);
    source.expect("the table's base lies within the search's, and its group keeps it")
}

impl SymmetryMap {
    /// First `s`, then `turn` undone; of a search whose own turns are undone, if `normalizes`.
    ///
    /// # Panics
    /// If one of the table's pieces is none of the search's.
    pub(crate) fn new(
        tracked: &Tracked,
        normalizes: bool,
        s: Symmetry,
        turn: usize,
        c: &Coordinate,
    ) -> SymmetryMap {
        let back = &UD_TURNS[ud_coset::inverse(turn)];
        // By edge of the table's base: which of the search's it is.
        let base: Vec<usize> = c.base().iter().map(|edge| base_source(tracked, s, *edge)).collect();
        let lanes: [usize; COSET_SIZE] = std::array::from_fn(|own| match normalizes {
            true => ud_coset::then(turn, ud_coset::image(s, own)),
            false => turn,
        });
        let flips = |own: usize| base.iter().enumerate().fold(0, |flips, (j, i)| flips | (own >> i & 1) << j);
        let automorphism = if normalizes { TurnAutomorphism::of(s) } else { TurnAutomorphism::NONE };
        let turn = |own: usize| {
            if c.layout().has_coset_words() { lanes[own] as u8 | automorphism.bits() } else { 0 }
        };
        // The one of the search's pieces whose image is this one of the table's, and where that makes it stand.
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

/// Up to four pieces.
fn all(pieces: &mut dyn Iterator<Item = PieceImage>) -> [PieceImage; 4] {
    std::array::from_fn(|_| pieces.next().unwrap_or_default())
}
