//! Lenses: what a symmetry, and a turn of U and D undone after it, makes of the pieces that a search and a table share.

use cubiform_cube::Symmetry;
use cubiform_cube::piece::{CORNER_IMAGE, EDGE_IMAGE, conjugate_corner, conjugate_edge};

use crate::coordinate::{Coordinate, LAST_POSITION, conjugate_orientation, corner_rank};
use crate::orbit::{self, ORBIT, TURNS};
use crate::placement;
use crate::spot::Sense;
use crate::stances::MANNERS;
use crate::tracked::{HALF, HALVES, PAIRS, Tracked};

/// Up to four pieces of the search that are the table's, two by two in the search's order: which they are in its list.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pieces([[u8; 2]; 2]);

/// What becomes of two pieces, or one, by their places: an image each. Those of two pairs are put together by "or". Of up
/// to two edges an image is the rank of their placement in twelve positions (eight bits) and then their flips; of more,
/// four times the position of each edge of the table (six bits each) and from bit 24 on their flips. Of one or two
/// corners it is their rank, of more the place of each corner of the table (eight bits each).
pub(crate) type Images = [u32; PAIRS];

impl Pieces {
    /// Those with these indices, ascending.
    pub(crate) fn new(indices: &[usize]) -> Pieces {
        let mut pieces = Pieces::default();
        for (i, index) in indices.iter().enumerate() {
            pieces.0[i / 2][i % 2] = *index as u8;
        }
        pieces
    }

    /// The two images of `len` pieces put together.
    #[inline(always)]
    pub(crate) fn image(&self, len: usize, places: &[u8; 4], images: &[Images; 2]) -> u32 {
        let of_pair = |pair: usize| {
            let [first, second] = self.0[pair].map(|i| usize::from(places[usize::from(i) & 3]));
            let index = if len > 2 * pair + 1 { first | second << 5 } else { first };
            images[pair][index & (PAIRS - 1)]
        };
        if len > 2 { of_pair(0) | of_pair(1) } else { of_pair(0) }
    }
}

/// A symmetry from the search's pieces to the table's, and then the turn of U and D that is undone there.
pub(crate) struct Lens {
    /// By the manner in which the search's base stands: the flips of the table's base and, in the low four bits if the
    /// table has orbits, which state of the word it is.
    pub(crate) manners: [u8; MANNERS],
    /// How turns of U and D that are undone in the search are turns in the table.
    pub(crate) sense: Sense,
    pub(crate) rest: [Images; 2],
    pub(crate) corners: [Images; 2],
    /// By half of an orientation: its part of the table's index, the two exclusive.
    pub(crate) orientation: [[u16; HALVES]; 2],
    /// The pieces of which the images are, in the search's order.
    pub(crate) carried_rest: Vec<Carried>,
    pub(crate) carried_corners: Vec<Carried>,
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

/// A piece of the search as one of the table's: which, and its place there by each place of the search.
pub(crate) type Carried = (usize, [u8; 24]);

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
            let j = all.iter().position(|piece| *piece == usize::from(to)).expect("it is one of the table's");
            (j, std::array::from_fn(|own| place(own as u8)))
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
        let mut lens = Lens {
            manners: std::array::from_fn(|own| manner(own) as u8),
            sense: if seen.undoes { Sense::of(s) } else { Sense::NONE },
            rest: [[0; PAIRS]; 2],
            corners: [[0; PAIRS]; 2],
            orientation: [0, HALF].map(|shift| {
                std::array::from_fn(|half| {
                    conjugate_orientation((half << shift) as u16, s) & ((1 << LAST_POSITION) - 1)
                })
            }),
            carried_rest: seen.rest.iter().map(edge).collect(),
            carried_corners: seen.corners.iter().map(corner).collect(),
        };
        for (images, pieces) in lens.rest.iter_mut().zip(lens.carried_rest.chunks(2)) {
            fill_images(images, pieces, |places| edges_image(c.rest().len(), places));
        }
        for (images, pieces) in lens.corners.iter_mut().zip(lens.carried_corners.chunks(2)) {
            fill_images(images, pieces, |places| corners_image(c.corners().len(), places));
        }
        lens
    }
}

/// Fills the images of one or two pieces of a table by their places, of no account where two stand in one position.
fn fill_images(images: &mut Images, pieces: &[Carried], image: impl Fn(&[(usize, u8)]) -> u32) {
    let (first, to_first) = &pieces[0];
    for (a, own) in to_first.iter().zip(images.iter_mut()) {
        *own = image(&[(*first, *a)]);
    }
    let Some((second, to_second)) = pieces.get(1) else { return };
    for (b, row) in to_second.iter().zip(images.chunks_exact_mut(32)) {
        for (a, own) in to_first.iter().zip(row) {
            *own = image(&[(*first, *a), (*second, *b)]);
        }
    }
}

/// The image of one or two of `len` edges of a table, each in a place.
fn edges_image(len: usize, places: &[(usize, u8)]) -> u32 {
    let flips = places.iter().fold(0, |flips, (j, place)| flips | u32::from(place % 2) << j);
    if len > 2 {
        let positions = |image, (j, place): &(usize, u8)| image | u32::from(place / 2 * 4) << (6 * j);
        return places.iter().fold(flips << 24, positions);
    }
    let mut positions = [0; 2];
    for (j, place) in places {
        positions[*j] = place / 2;
    }
    if places.len() < len || len == 2 && positions[0] == positions[1] {
        return 0;
    }
    placement::rank(12, &positions[..len]) as u32 | flips << 8
}

/// The image of one or two of `len` corners of a table, each in a place.
fn corners_image(len: usize, places: &[(usize, u8)]) -> u32 {
    if len > 2 {
        return places.iter().fold(0, |image, (j, place)| image | u32::from(*place) << (8 * j));
    }
    let mut all = [0; 2];
    for (j, place) in places {
        all[*j] = *place;
    }
    if places.len() < len || len == 2 && all[0] / 3 == all[1] / 3 {
        return 0;
    }
    corner_rank(&all[..len]) as u32
}
