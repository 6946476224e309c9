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

/// What a base placement of the search becomes in the table.
#[derive(Clone, Copy)]
struct Entry {
    row: u32,
    /// The index of the symmetry from the search to the table's row.
    symmetry: u8,
    /// The flips to exchange, those of the base.
    flips: u8,
}

/// A symmetry from the search's pieces to the table's.
struct Lens {
    /// The flips of the table's base, by those of the search's base.
    base_flips: [u8; 16],
    /// For each edge of the table's rest: which of the search's, and its place by that one's.
    rest: [(u8, [u8; 24]); MAX_REST],
    /// For each corner of the table: which of the search's, and its place by that one's.
    corners: [(u8, [u8; 24]); MAX_CORNERS],
}

/// A way to look up states of some tracked pieces in a table.
pub struct View {
    table: Arc<Table>,
    symmetry: Symmetry,
    entries: Vec<Entry>,
    lenses: Vec<Lens>,
    /// By row of the table, four bits a position: its rank among those that the base leaves free.
    ranks: Vec<u64>,
    base_len: usize,
    rest_len: usize,
    corner_len: usize,
    rest_count: usize,
    corner_count: usize,
    index_bits: usize,
    /// Places of two corners to their rank.
    pairs: Vec<u16>,
}

impl View {
    /// The view of `tracked` after `symmetry` in `table`; `None` unless the table's base lies within the image
    /// of the tracked base, its rest within that of the rest, its corners within that of the corners.
    pub fn new(tracked: &Tracked, symmetry: Symmetry, table: &Arc<Table>) -> Option<View> {
        let c: &Coordinate = table.coordinate();
        let lenses: Option<Vec<Lens>> =
            c.group().iter().map(|g| Lens::new(tracked, symmetry.then(*g), c)).collect();
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
                Entry { row: row as u32, symmetry: fold as u8, flips }
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
        let pairs = if c.corners().len() == 2 {
            let rank = |p: usize| corner_rank(&[(p / 24) as u8, (p % 24) as u8]) as u16;
            (0..576).map(|p| if p / 24 / 3 == p % 24 / 3 { 0 } else { rank(p) }).collect()
        } else {
            Vec::new()
        };
        Some(View {
            table: Arc::clone(table),
            symmetry,
            entries,
            lenses,
            ranks,
            base_len: c.base().len(),
            rest_len: c.rest().len(),
            corner_len: c.corners().len(),
            rest_count: c.rest_count(),
            corner_count: c.corner_count(),
            index_bits: c.index_bits(),
            pairs,
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
        let entry = self.entries[state.base as usize];
        let lens = &self.lenses[entry.symmetry as usize];
        let mut flips = usize::from(lens.base_flips[state.flips as usize & 15] ^ entry.flips);
        let ranks = self.ranks[entry.row as usize];
        let mut free = [0u8; MAX_REST];
        for j in 0..self.rest_len {
            let (from, conjugate) = &lens.rest[j];
            let place = conjugate[state.rest[*from as usize & 3] as usize];
            free[j] = (ranks >> (4 * (place / 2)) & 15) as u8;
            flips |= usize::from(place & 1) << (self.base_len + j);
        }
        let rest = match self.rest_len {
            0 => 0,
            1 => free[0] as usize,
            _ => placement::rank(12 - self.base_len, &free[..self.rest_len]),
        };
        let mut corners = [0u8; MAX_CORNERS];
        for j in 0..self.corner_len {
            let (from, conjugate) = &lens.corners[j];
            corners[j] = conjugate[state.corners[*from as usize & 3] as usize];
        }
        let corners = match self.corner_len {
            0 => 0,
            1 => corners[0] as usize,
            2 => self.pairs[24 * corners[0] as usize + corners[1] as usize] as usize,
            k => corner_rank(&corners[..k]),
        };
        let cell = (entry.row as usize * self.rest_count + rest) * self.corner_count + corners;
        Table::location(self.index_bits, cell, flips)
    }

    /// Asks the processor to fetch the code at a location.
    #[inline(always)]
    pub fn prefetch(&self, at: Location) {
        let byte = &self.table.bytes()[at.byte];
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
        Table::code(self.table.bytes(), self.index_bits, at)
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
    fn new(tracked: &Tracked, s: Symmetry, c: &Coordinate) -> Option<Lens> {
        let mut lens = Lens { base_flips: [0; 16], rest: Default::default(), corners: Default::default() };
        for (j, edge) in c.base().iter().enumerate() {
            let i = base_source(tracked, s, *edge)?;
            for (flips, image) in lens.base_flips.iter_mut().enumerate() {
                *image |= ((flips >> i & 1) << j) as u8;
            }
        }
        for (j, edge) in c.rest().iter().enumerate() {
            let i = tracked.rest.iter().position(|e| EDGE_IMAGE[s.index()][*e] as usize == *edge)?;
            let places = std::array::from_fn(|p| conjugate_edge(s, tracked.rest[i], p as u8));
            lens.rest[j] = (i as u8, places);
        }
        for (j, corner) in c.corners().iter().enumerate() {
            let i = tracked.corners.iter().position(|d| CORNER_IMAGE[s.index()][*d] as usize == *corner)?;
            let places = std::array::from_fn(|p| conjugate_corner(s, tracked.corners[i], p as u8));
            lens.corners[j] = (i as u8, places);
        }
        Some(lens)
    }
}
