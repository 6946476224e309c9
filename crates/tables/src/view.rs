//! Views: how a search that tracks its own pieces looks a state up in a table of some of them.
//!
//! A table of the cross and the slot FR serves every slot of every bottom colour: seen after a symmetry, the
//! searched pieces are the table's. A view compiles that symmetry, and the ones that fold the table's rows,
//! into small arrays, so that a look-up is a handful of reads from them and one from the table.

use std::sync::Arc;

use cubiform_cube::piece::{CORNER_IMAGE, EDGE_IMAGE, EDGE_TURN, conjugate_corner, conjugate_edge};
use cubiform_cube::{Cube, Move, PieceSet, Symmetry};

use crate::coordinate::{Coordinate, MAX_BASE, MAX_CORNERS, MAX_REST, corner_rank};
use crate::placement;
pub use crate::table::Location;
use crate::table::Table;

/// The pieces that a search tracks, in its order: base edges, other edges, corners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tracked {
    /// Up to [`MAX_BASE`] edges, searched as one coordinate.
    pub base: Vec<usize>,
    /// Up to [`MAX_REST`] other edges.
    pub rest: Vec<usize>,
    /// Up to [`MAX_CORNERS`] corners.
    pub corners: Vec<usize>,
}

/// A state of the tracked pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The rank of the placement of the base.
    pub base: u16,
    /// The flips of the base, bit j for its edge j.
    pub flips: u8,
    /// The places of the other edges.
    pub rest: [u8; MAX_REST],
    /// The places of the corners.
    pub corners: [u8; MAX_CORNERS],
}

impl Tracked {
    /// The pieces as a set.
    pub fn pieces(&self) -> PieceSet {
        let edges: Vec<usize> = self.base.iter().chain(&self.rest).copied().collect();
        PieceSet::new(&self.corners, &edges)
    }

    /// Where the tracked pieces of `cube` stand.
    pub fn state(&self, cube: &Cube) -> State {
        let mut state = State::default();
        let mut positions = [0; MAX_BASE];
        for (j, edge) in self.base.iter().enumerate() {
            positions[j] = cube.edges()[*edge] / 2;
            state.flips |= (cube.edges()[*edge] & 1) << j;
        }
        state.base = placement::rank(12, &positions[..self.base.len()]) as u16;
        for (place, edge) in state.rest.iter_mut().zip(&self.rest) {
            *place = cube.edges()[*edge];
        }
        for (place, corner) in state.corners.iter_mut().zip(&self.corners) {
            *place = cube.corners()[*corner];
        }
        state
    }
}

/// The move table of base placements: entry `18 * placement + move` is the placement after the move, and above
/// bit 16 the flips of its edges.
pub fn base_turns(edges: usize) -> Vec<u32> {
    let mut turns = Vec::with_capacity(placement::count(12, edges) * Move::COUNT);
    let mut positions = [0; MAX_BASE];
    for placed in 0..placement::count(12, edges) {
        placement::unrank(12, placed, &mut positions[..edges]);
        for m in Move::all() {
            let places = positions.map(|p| EDGE_TURN[m.index()][2 * p as usize]);
            let to = placement::rank(12, &places.map(|p| p / 2)[..edges]) as u32;
            let flips = (0..edges).fold(0, |flips, j| flips | u32::from(places[j] & 1) << j);
            turns.push(to | flips << 16);
        }
    }
    turns
}

/// What a base placement of the search becomes in the table: the row below bit 16, then eight bits for the index
/// of the symmetry that carries it there, then the flips that this exchanges in the base.
#[derive(Clone, Copy)]
struct Entry(u32);

/// Two pieces of the search that are two consecutive ones of the table; the second may be missing.
///
/// Their places index an array of 1024 images. For edges an image is four times each position (six bits each) and
/// then the two flips; for one or two corners it is their rank, for more their places.
#[derive(Clone, Copy, Default)]
struct Pair {
    shifts: [u8; 2],
    second: u8,
}

/// Images in the array of a pair.
const PAIR_IMAGES: usize = 1024;

impl Pair {
    /// `from` are the indices of the pieces in the search's list.
    fn new(from: &[usize], images: &mut Vec<u16>, image: impl Fn(&[u8]) -> u16) -> Pair {
        images.extend((0..PAIR_IMAGES).map(|i| {
            let places = &[(i % 32) as u8, (i / 32) as u8][..from.len()];
            if places.iter().all(|p| *p < 24) { image(places) } else { 0 }
        }));
        Pair {
            shifts: [8 * from[0] as u8, 8 * *from.last().expect("a pair has a piece") as u8],
            second: if from.len() == 1 { 0 } else { 31 },
        }
    }

    #[inline(always)]
    fn index(&self, places: u32) -> usize {
        let first = places >> self.shifts[0] & 31;
        let second = places >> self.shifts[1] & u32::from(self.second);
        (first | second << 5) as usize
    }
}

/// A symmetry from the search's pieces to the table's.
struct Lens {
    /// The flips of the table's base, by those of the search's base.
    base_flips: [u8; 16],
    /// The table's rest, two by two.
    rest: [Pair; MAX_REST / 2],
    /// The table's corners, two by two.
    corners: [Pair; MAX_CORNERS / 2],
}

/// A way to look up states of some tracked pieces in a table.
pub struct View {
    table: Arc<Table>,
    symmetry: Symmetry,
    entries: Vec<Entry>,
    lenses: Vec<Lens>,
    /// For each lens the images of its pairs, those of the rest first.
    images: Vec<u16>,
    /// By row of the table, four bits a position: its rank among those that the base leaves free.
    ranks: Vec<u64>,
    base_len: usize,
    rest_len: usize,
    corner_len: usize,
    rest_count: usize,
    corner_count: usize,
    index_bits: usize,
}

impl View {
    /// The view of `tracked` after `symmetry` in `table`; `None` unless the table's base lies within the image
    /// of the tracked base, its rest within that of the rest, its corners within that of the corners.
    pub fn new(tracked: &Tracked, symmetry: Symmetry, table: &Arc<Table>) -> Option<View> {
        let c: &Coordinate = table.coordinate();
        let mut images = Vec::new();
        let lenses: Option<Vec<Lens>> =
            c.group().iter().map(|g| Lens::new(tracked, symmetry.then(*g), c, &mut images)).collect();
        let lenses = lenses?;
        // Where the table's base pieces come from before folding.
        let source = |edge: &usize| {
            tracked.base.iter().position(|e| EDGE_IMAGE[symmetry.index()][*e] as usize == *edge)
        };
        let sources: Vec<usize> = c.base().iter().map(source).collect::<Option<_>>()?;
        let entries = (0..placement::count(12, tracked.base.len()))
            .map(|placed| {
                let mut positions = [0; MAX_BASE];
                placement::unrank(12, placed, &mut positions[..tracked.base.len()]);
                let mut image = [0; MAX_BASE];
                for (j, i) in sources.iter().enumerate() {
                    image[j] = EDGE_IMAGE[symmetry.index()][positions[*i] as usize];
                }
                let (row, fold) = c.row_of(placement::rank(12, &image[..sources.len()]));
                let total = symmetry.then(c.group()[fold]);
                let mut flips = 0;
                for (j, edge) in c.base().iter().enumerate() {
                    let i = base_source(tracked, total, *edge).expect("the group keeps the base");
                    flips |= (conjugate_edge(total, tracked.base[i], 2 * positions[i]) & 1) << j;
                }
                Entry(row as u32 | (fold as u32) << 16 | u32::from(flips) << 24)
            })
            .collect();
        let ranks = (0..c.rows())
            .map(|row| {
                let mut positions = [0; MAX_BASE];
                placement::unrank(12, c.row_placement(row), &mut positions[..c.base().len()]);
                let base = &positions[..c.base().len()];
                let rank = |p: u8| u64::from(p) - base.iter().filter(|b| **b < p).count() as u64;
                (0..12u8).fold(0, |ranks, p| ranks | rank(p) << (4 * p))
            })
            .collect();
        Some(View {
            table: Arc::clone(table),
            symmetry,
            entries,
            lenses,
            images,
            ranks,
            base_len: c.base().len(),
            rest_len: c.rest().len(),
            corner_len: c.corners().len(),
            rest_count: c.rest_count(),
            corner_count: c.corner_count(),
            index_bits: c.index_bits(),
        })
    }

    /// The table it looks into.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// The symmetry from the search to the table, before folding.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// Where the code of `state` lies.
    #[inline(always)]
    pub fn locate(&self, state: &State) -> Location {
        let entry = self.entries[state.base as usize].0;
        let row = (entry & 0xffff) as usize;
        let symmetry = (entry >> 16 & 0xff) as usize;
        let lens = &self.lenses[symmetry];
        let rest_pairs = self.rest_len.div_ceil(2);
        let pairs = rest_pairs + self.corner_len.div_ceil(2);
        let images = &self.images[symmetry * pairs * PAIR_IMAGES..][..pairs * PAIR_IMAGES];
        let image = |k: usize, index: usize| usize::from(images[k * PAIR_IMAGES + index]);
        let mut flips = usize::from(lens.base_flips[state.flips as usize & 15]) ^ (entry >> 24) as usize;

        let places = u32::from_le_bytes(state.rest);
        let free_count = 12 - self.base_len;
        let rest = if rest_pairs == 0 {
            0
        } else {
            let ranks = self.ranks[row];
            let free =
                |image: usize| ((ranks >> (image & 63) & 15) as u8, (ranks >> (image >> 6 & 63) & 15) as u8);
            let first = image(0, lens.rest[0].index(places));
            flips |= (first >> 12) << self.base_len;
            let (a, b) = free(first);
            match self.rest_len {
                1 => usize::from(a),
                2 => usize::from(a) * (free_count - 1) + usize::from(b) - usize::from(a < b),
                k => {
                    let second = image(1, lens.rest[1].index(places));
                    flips |= (second >> 12) << (self.base_len + 2);
                    let (c, d) = free(second);
                    placement::rank(free_count, &[a, b, c, d][..k])
                }
            }
        };

        let places = u32::from_le_bytes(state.corners);
        let corners = match self.corner_len {
            0 => 0,
            1 | 2 => image(rest_pairs, lens.corners[0].index(places)),
            k => {
                let pair =
                    |i: usize| (image(rest_pairs + i, lens.corners[i].index(places)) as u16).to_le_bytes();
                let ([a, b], [c, d]) = (pair(0), pair(1));
                corner_rank(&[a, b, c, d][..k])
            }
        };
        let cell = (row * self.rest_count + rest) * self.corner_count + corners;
        Location::new(self.index_bits, cell, flips)
    }

    /// Asks the processor to fetch the code at a location.
    #[inline(always)]
    pub fn prefetch(&self, at: Location) {
        let byte = &self.table.bytes()[at.byte()];
        #[cfg(target_arch = "x86_64")]
        // SAFETY: prefetching has no effect that a program can see, whatever the address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(byte).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = byte;
    }

    /// The code at a location: the distance modulo 3.
    #[inline(always)]
    pub fn code(&self, at: Location) -> u8 {
        self.table.code(at)
    }
}

/// The distance of a child, given that of its parent and the child's code.
#[inline(always)]
pub fn carry(parent: u8, code: u8) -> u8 {
    // (code - parent) mod 3 is 0, 1 or 2: the same, one more, one less.
    (parent + (code + 4 - parent % 3) % 3).wrapping_sub(1)
}

fn base_source(tracked: &Tracked, s: Symmetry, edge: usize) -> Option<usize> {
    tracked.base.iter().position(|e| EDGE_IMAGE[s.index()][*e] as usize == edge)
}

impl Lens {
    /// Appends the images of its pairs to `images`.
    fn new(tracked: &Tracked, s: Symmetry, c: &Coordinate, images: &mut Vec<u16>) -> Option<Lens> {
        let mut base_flips = [0; 16];
        for (j, edge) in c.base().iter().enumerate() {
            let i = base_source(tracked, s, *edge)?;
            for (flips, image) in base_flips.iter_mut().enumerate() {
                *image |= ((flips >> i & 1) << j) as u8;
            }
        }
        let edge = |e: &usize| tracked.rest.iter().position(|t| EDGE_IMAGE[s.index()][*t] as usize == *e);
        let rest: Vec<usize> = c.rest().iter().map(edge).collect::<Option<_>>()?;
        let corner =
            |d: &usize| tracked.corners.iter().position(|t| CORNER_IMAGE[s.index()][*t] as usize == *d);
        let corners: Vec<usize> = c.corners().iter().map(corner).collect::<Option<_>>()?;

        let mut lens = Lens { base_flips, rest: Default::default(), corners: Default::default() };
        for (pair, from) in lens.rest.iter_mut().zip(rest.chunks(2)) {
            *pair = Pair::new(from, images, |places| {
                from.iter().zip(places).enumerate().fold(0, |image, (k, (i, place))| {
                    let place = u16::from(conjugate_edge(s, tracked.rest[*i], *place));
                    image | (place / 2 * 4) << (6 * k) | (place % 2) << (12 + k)
                })
            });
        }
        for (pair, from) in lens.corners.iter_mut().zip(corners.chunks(2)) {
            *pair = Pair::new(from, images, |places| {
                let mut image = [0; 2];
                for ((image, i), place) in image.iter_mut().zip(from).zip(places) {
                    *image = conjugate_corner(s, tracked.corners[*i], *place);
                }
                match from.len() {
                    _ if corners.len() > 2 => u16::from_le_bytes(image),
                    1 => u16::from(image[0]),
                    // Two corners are never in one position.
                    _ if image[0] / 3 == image[1] / 3 => 0,
                    _ => corner_rank(&image) as u16,
                }
            });
        }
        Some(lens)
    }
}
