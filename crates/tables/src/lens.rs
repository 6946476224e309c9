//! Lenses: what a symmetry, and a turn of U and D undone after it, makes of the pieces that a search and a table share.

use cubiform_cube::Symmetry;
use cubiform_cube::piece::{CORNER_IMAGE, EDGE_IMAGE, conjugate_corner, conjugate_edge};

use crate::coordinate::{Coordinate, LAST_POSITION, conjugate_orientation};
use crate::orbit::{self, ORBIT, TURNS};
use crate::spot::Sense;
use crate::stances::MANNERS;
use crate::tracked::{HALF, HALVES, Tracked};

/// The pieces of the search that are the table's: which they are in its list.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pieces([u8; 4]);

impl Pieces {
    /// Those with these indices, ascending.
    pub(crate) fn new(indices: &[usize]) -> Pieces {
        let mut pieces = Pieces::default();
        for (own, index) in pieces.0.iter_mut().zip(indices) {
            *own = *index as u8;
        }
        pieces
    }

    /// The places of the table's first `len` pieces, in a byte each, by those of the search's pieces.
    #[inline(always)]
    pub(crate) fn carried(&self, len: usize, places: &[u8; 4], carried: &[Carried; 4]) -> u32 {
        let mut all = 0;
        for (index, Carried { piece, places: to }) in self.0.iter().zip(carried).take(len) {
            let place = places[usize::from(*index) & 3];
            all |= u32::from(to[usize::from(place) & 31]) << (8 * (piece & 3));
        }
        all
    }
}

/// A piece of the search as one of the table's: which of its list, and its place there by each place of the search.
#[derive(Clone, Copy, Default)]
pub(crate) struct Carried {
    pub(crate) piece: u8,
    pub(crate) places: [u8; 32],
}

/// A symmetry from the search's pieces to the table's, and then the turn of U and D that is undone there.
pub(crate) struct Lens {
    /// By the manner in which the search's base stands: the flips of the table's base and, in the low four bits if the
    /// table has orbits, which state of the word it is.
    pub(crate) manners: [u8; MANNERS],
    /// How turns of U and D that are undone in the search are turns in the table.
    pub(crate) sense: Sense,
    /// Pieces in the search's order, as many as the table has.
    pub(crate) rest: [Carried; 4],
    pub(crate) corners: [Carried; 4],
    /// By half of an orientation: its part of the table's index, the two exclusive.
    pub(crate) orientation: [[u16; HALVES]; 2],
}

/// Which edge of the search's base a symmetry of a view that fits carries to this one of the table's.
pub(crate) fn base_source(tracked: &Tracked, s: Symmetry, edge: usize) -> usize {
    let source = tracked.base.iter().position(|e| EDGE_IMAGE[s.index()][*e] as usize == edge);
    source.expect("the table's base lies within the search's, and its group keeps it")
}

/// What of the search a lens sees.
pub(crate) struct Seen<'a> {
    pub(crate) tracked: &'a Tracked,
    /// Whether the search's turns are undone.
    pub(crate) undoes: bool,
    /// Which of the search's edges outside the base, and of its corners, are the table's, ascending.
    pub(crate) rest: &'a [usize],
    pub(crate) corners: &'a [usize],
}

impl Lens {
    /// First `s`, then `turn` undone.
    pub(crate) fn new(seen: &Seen<'_>, s: Symmetry, turn: usize, c: &Coordinate) -> Lens {
        let tracked = seen.tracked;
        let back = &TURNS[orbit::inverse(turn)];
        // By edge of the table's base: which of the search's it is.
        let base: Vec<usize> = c.base().iter().map(|edge| base_source(tracked, s, *edge)).collect();
        let lanes: [usize; ORBIT] = std::array::from_fn(|own| match seen.undoes {
            true => orbit::then(turn, orbit::image(s, own)),
            false => turn,
        });
        let manner = |manner: usize| {
            let flips = base.iter().enumerate();
            let flips = flips.fold(0, |flips, (j, i)| flips | ((manner / ORBIT) >> i & 1) << j);
            if c.layout().has_orbits() { flips * ORBIT + lanes[manner % ORBIT] } else { flips }
        };
        // What becomes of a piece whose image is `to`, one of `all` of the table's.
        let carried = |to: u8, all: &[usize], place: &dyn Fn(u8) -> u8| -> Carried {
            let piece = all.iter().position(|piece| *piece == usize::from(to));
            let piece = piece.expect("it is one of the table's") as u8;
            Carried { piece, places: std::array::from_fn(|own| if own < 24 { place(own as u8) } else { 0 }) }
        };
        let edge = |i: &usize| {
            let edge = tracked.rest[*i];
            let place = |own| back.edges[usize::from(conjugate_edge(s, edge, own))];
            carried(EDGE_IMAGE[s.index()][edge], c.rest(), &place)
        };
        let corner = |i: &usize| {
            let corner = tracked.corners[*i];
            let place = |own| back.corners[usize::from(conjugate_corner(s, corner, own))];
            carried(CORNER_IMAGE[s.index()][corner], c.corners(), &place)
        };
        Lens {
            manners: std::array::from_fn(|own| manner(own) as u8),
            sense: if seen.undoes { Sense::of(s) } else { Sense::NONE },
            rest: all(&mut seen.rest.iter().map(edge)),
            corners: all(&mut seen.corners.iter().map(corner)),
            orientation: [0, HALF].map(|shift| {
                std::array::from_fn(|half| {
                    conjugate_orientation((half << shift) as u16, s) & ((1 << LAST_POSITION) - 1)
                })
            }),
        }
    }
}

/// Up to four pieces.
fn all(pieces: &mut dyn Iterator<Item = Carried>) -> [Carried; 4] {
    std::array::from_fn(|_| pieces.next().unwrap_or_default())
}
