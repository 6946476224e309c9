//! Product coordinates: the states of some tracked pieces, numbered so that tables fill and pack well.
//!
//! The tracked edges are split in a *base* (up to four, for a cross goal the cross) and the *rest*. A state is
//!
//! ```text
//! ((row * rest placements + rest) * corner tuples + corners) * 2^index bits + flips
//! ```
//!
//! where *row* is the base's placement up to the symmetries that keep the goal, *rest* the placement of the
//! other edges in the positions that the base leaves free, *corners* the tuple of corner places, and *flips*
//! one bit for each tracked edge, base first; below three edges the bits that are left are clear in every state,
//! so that a cell is never less than a byte. Where the goal asks that all twelve edges are oriented, *flips* is
//! by position instead: one bit for each of the first eleven positions, whether the edge that stands there is
//! flipped. That of the twelfth follows, since all flips are even, and so do those of the tracked edges. A move carries a whole row to one other row: within it, it
//! permutes the rest placements, permutes the corner tuples and exchanges bits of the flips, each independent
//! of the others. So a breadth-first level is a pass over whole rows (see `fill`).
//! A table keeps its codes in another order: see `layout`.

use std::sync::{Arc, OnceLock};

use cubiform_cube::goal::{CROSS, Target};
use cubiform_cube::piece::{CORNER_IMAGE, CORNER_TURN, EDGE_IMAGE, EDGE_TURN};
use cubiform_cube::piece::{conjugate_corner, conjugate_edge};
use cubiform_cube::{Axis, Cube, Face, Move, PieceSet, Symmetry};

use crate::placement;
use crate::target::layout::Layout;

/// The version of the numbering, of the [layout](crate::target::layout), of what [codes](crate::target::code) mean and of the
/// [class](Coordinate::class) that they tell of: it is part of what identifies a table's file.
pub const NUMBERING: u32 = 4;
/// The most edges in the base.
pub const MAX_BASE: usize = 4;
/// The most tracked edges outside the base.
pub const MAX_REST: usize = 4;
/// The most tracked corners.
pub const MAX_CORNERS: usize = 4;
/// The index bits of a cell of one byte, the smallest.
pub(crate) const MIN_INDEX_BITS: usize = 3;

/// The axis relative to which a coordinate can hold the orientation of edges: the one whose flips are those of
/// places. Another is seen through a symmetry.
pub(crate) const AXIS: Axis = Axis::Z;
/// The position whose flip follows from the others.
pub(crate) const LAST_POSITION: usize = 11;

/// For each position, bit p for position p, whether the edge that stands there is flipped.
pub(crate) fn orientation(cube: &Cube) -> u16 {
    cube.edges().iter().fold(0, |word, place| word | u16::from(place % 2) << (place / 2))
}

/// An orientation after what carries an edge from each position to a position and flips it or not.
pub(crate) fn permute_orientation(orientation: u16, to: impl Fn(usize) -> (u8, bool)) -> u16 {
    (0..12).fold(0, |word, position| {
        let (to, flip) = to(position);
        word | (orientation >> position & 1 ^ u16::from(flip)) << to
    })
}

/// An orientation after move `m`.
pub(crate) fn turn_orientation(orientation: u16, m: Move) -> u16 {
    permute_orientation(orientation, |position| {
        let place = EDGE_TURN[m.index()][2 * position];
        (place / 2, place % 2 == 1)
    })
}

/// An orientation on the cube conjugated by `s`, which keeps [`AXIS`] and with it what is flipped.
pub(crate) fn conjugate_orientation(orientation: u16, s: Symmetry) -> u16 {
    permute_orientation(orientation, |position| (EDGE_IMAGE[s.index()][position], false))
}

/// The places of the tracked pieces of one state, in the coordinate's order; unused entries are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Places {
    /// The base edges.
    pub base: [u8; MAX_BASE],
    /// The other edges.
    pub rest: [u8; MAX_REST],
    /// The corners.
    pub corners: [u8; MAX_CORNERS],
    /// If the orientation of all edges is tracked, bit p for position p: whether the edge that stands there is
    /// flipped.
    pub orientation: u16,
}

/// How a symmetry of the group rearranges the tracked pieces: entry j is what comes to stand at entry j.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rearrangement {
    pub(crate) base: Vec<usize>,
    pub(crate) rest: Vec<usize>,
    pub(crate) corners: Vec<usize>,
}

/// The base placements folded into rows: each goes to the least of its images.
#[derive(Clone, Debug, Default)]
struct FoldedRows {
    /// By base placement: the row, and the index in the group of a symmetry that carries it there.
    by_placement: Vec<(u32, u8)>,
    /// By row: the base placement that stands for it.
    representatives: Vec<u32>,
}

/// A numbering of the states of the pieces of a goal.
#[derive(Clone, Debug)]
pub struct Coordinate {
    target: Target,
    base: Vec<usize>,
    rest: Vec<usize>,
    corners: Vec<usize>,
    group: Vec<Symmetry>,
    rearrangements: Vec<Rearrangement>,
    /// Found when first asked for: a choice among tables only needs their groups.
    folded: OnceLock<FoldedRows>,
    layout: OnceLock<Arc<Layout>>,
    rest_count: usize,
    corner_count: usize,
}

impl Coordinate {
    /// Whether `target` has a coordinate with this base: whether [`new`](Self::new) would not panic.
    pub fn fits(target: &Target, base: &[usize]) -> bool {
        let base_set = PieceSet::new(&[], base);
        let edges = target.pieces.edges().count();
        target.pieces.contains(base_set)
            && base_set.edges().count() == base.len()
            && base.len() <= MAX_BASE
            && edges - base.len() <= MAX_REST
            && target.pieces.corners().count() <= MAX_CORNERS
            && target
                .oriented
                .is_none_or(|axis| axis == AXIS && target.seeds.iter().all(|s| target.is_met(s)))
    }

    /// The coordinate of the pieces of `target`, with `base` as the edges whose placement makes the rows.
    ///
    /// # Panics
    /// If `base` is not among the target's edges or names one twice, or more pieces are tracked than [`MAX_BASE`],
    /// [`MAX_REST`] and [`MAX_CORNERS`] allow, or if the target asks for the orientation of edges relative to
    /// another axis than Z, or has seeds that are not oriented themselves: see [`fits`](Self::fits).
    pub fn new(target: Target, base: &[usize]) -> Coordinate {
        assert!(Coordinate::fits(&target, base), "no coordinate of these pieces: {:?}", target.pieces);
        let base_set = PieceSet::new(&[], base);
        let rest: Vec<usize> = target.pieces.edges().filter(|e| !base.contains(e)).collect();
        let corners: Vec<usize> = target.pieces.corners().collect();
        // A base of no edges has nothing to fold.
        let may_fold = |s: &Symmetry| !base.is_empty() || *s == Symmetry::IDENTITY;
        let group: Vec<Symmetry> = Symmetry::all()
            .filter(|s| target.is_kept_by(*s) && base_set.image(*s) == base_set && may_fold(s))
            .collect();
        let rearrangements = group
            .iter()
            .map(|s| {
                let edges = |list: &[usize]| -> Vec<usize> {
                    let source =
                        |e: &usize| list.iter().position(|f| EDGE_IMAGE[s.index()][*f] as usize == *e);
                    list.iter().map(|e| source(e).expect("the group keeps the pieces")).collect()
                };
                let source =
                    |c: &usize| corners.iter().position(|d| CORNER_IMAGE[s.index()][*d] as usize == *c);
                Rearrangement {
                    base: edges(base),
                    rest: edges(&rest),
                    corners: corners.iter().map(|c| source(c).expect("the group keeps the pieces")).collect(),
                }
            })
            .collect();
        let corner_count = corner_tuples(corners.len());
        Coordinate {
            base: base.to_vec(),
            rest_count: placement::count(12 - base.len(), rest.len()),
            corner_count,
            rest,
            corners,
            group,
            rearrangements,
            folded: OnceLock::new(),
            layout: OnceLock::new(),
            target,
        }
    }

    fn folded(&self) -> &FoldedRows {
        self.folded.get_or_init(|| {
            let mut folded = FoldedRows::default();
            let placements = placement::count(12, self.base.len());
            let inverse = |s: &Symmetry| {
                let inverse = self.group.iter().position(|g| *g == s.inverse());
                inverse.expect("the symmetries are a group")
            };
            let inverses: Vec<usize> = self.group.iter().map(inverse).collect();
            const UNSET: (u32, u8) = (u32::MAX, 0);
            folded.by_placement = vec![UNSET; placements];
            for rank in 0..placements {
                if folded.by_placement[rank] != UNSET {
                    continue;
                }
                // The least of its images: each of them is carried back by the first symmetry that does.
                let positions = self.positions(rank);
                for (s, inverse) in inverses.iter().enumerate() {
                    let image = &mut folded.by_placement[self.base_image_rank(*inverse, &positions)];
                    if *image == UNSET {
                        *image = (folded.representatives.len() as u32, s as u8);
                    }
                }
                folded.representatives.push(rank as u32);
            }
            folded
        })
    }

    /// In which order a table of it keeps its codes.
    pub(crate) fn layout(&self) -> &Layout {
        self.layout.get_or_init(|| Arc::new(Layout::new(self)))
    }

    /// The positions of the base's edges in a placement, the unused ones 0.
    pub(crate) fn positions(&self, placement: usize) -> [u8; MAX_BASE] {
        let mut positions = [0; MAX_BASE];
        placement::unrank(12, placement, &mut positions[..self.base.len()]);
        positions
    }

    /// The rank of the base placement to which symmetry `s` of the group carries these positions.
    pub(crate) fn base_image_rank(&self, s: usize, positions: &[u8]) -> usize {
        let mut image = [0; MAX_BASE];
        for (j, from) in self.rearrangements[s].base.iter().enumerate() {
            image[j] = EDGE_IMAGE[self.group[s].index()][positions[*from] as usize];
        }
        placement::rank(12, &image[..self.base.len()])
    }

    /// What it is the coordinate of.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The edges of the base, in order.
    pub fn base(&self) -> &[usize] {
        &self.base
    }

    /// The other tracked edges, in order.
    pub fn rest(&self) -> &[usize] {
        &self.rest
    }

    /// The tracked corners, in order.
    pub fn corners(&self) -> &[usize] {
        &self.corners
    }

    /// The symmetries that fold it: those that keep the target and the base.
    pub fn group(&self) -> &[Symmetry] {
        &self.group
    }

    /// The class of moves, a bit each, that a table asks about: see [`code`](crate::target::code). Those of R and L, if the
    /// symmetries keep their axis, or else the turns that these make of R.
    ///
    /// The symmetries keep the class, so that it is the same for all states that share an entry.
    pub fn tested_moves(&self) -> u32 {
        let quarter = Move::new(Face::R, 1).expect("a quarter turn is a turn");
        let fixes_axis = self.group.iter().all(|s| s.axis(Axis::X) == Axis::X);
        let is_in = |m: &Move| match fixes_axis {
            true => m.face().axis() == Axis::X,
            false => self.group.iter().any(|s| s.conjugate(quarter) == *m),
        };
        Move::set(Move::all().filter(is_in))
    }

    pub(crate) fn rearrangement(&self, s: usize) -> &Rearrangement {
        &self.rearrangements[s]
    }

    /// Whether it holds the orientation of all twelve edges.
    pub fn is_oriented(&self) -> bool {
        self.target.oriented.is_some()
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.folded().representatives.len()
    }

    /// The base placement, as a rank in 0..12!/(12-b)!, that stands for `row`.
    pub fn row_placement(&self, row: usize) -> usize {
        self.folded().representatives[row] as usize
    }

    /// How many base placements a row stands for.
    pub fn row_weight(&self, row: usize) -> usize {
        let positions = self.positions(self.row_placement(row));
        let stabilizer = (0..self.group.len())
            .filter(|s| self.base_image_rank(*s, &positions) == self.folded().representatives[row] as usize);
        self.group.len() / stabilizer.count()
    }

    /// The row of a base placement, and the index in [`group`](Self::group) of a symmetry that carries it there.
    pub fn row_of(&self, placement: usize) -> (usize, usize) {
        let (row, s) = self.folded().by_placement[placement];
        (row as usize, s as usize)
    }

    /// Placements of the rest in a row.
    pub fn rest_count(&self) -> usize {
        self.rest_count
    }

    /// Tuples of corner places.
    pub fn corner_count(&self) -> usize {
        self.corner_count
    }

    /// The number of index bits of a cell, which holds the 2^k ways to flip k tracked edges, but is never less than
    /// a byte; or the 2^11 ways to flip all twelve.
    pub fn index_bits(&self) -> usize {
        self.used_bits().max(MIN_INDEX_BITS)
    }

    /// The index bits that are not clear in every state.
    fn used_bits(&self) -> usize {
        if self.is_oriented() { LAST_POSITION } else { self.base.len() + self.rest.len() }
    }

    /// Cells in a row.
    pub fn row_cells(&self) -> usize {
        self.rest_count * self.corner_count
    }

    /// Entries of a fill: states up to symmetry, those of a symmetric base placement once for each symmetry; with
    /// fewer than three edges also some that are of no state.
    pub fn entries(&self) -> u64 {
        (self.rows() * self.row_cells()) as u64 * (1 << self.index_bits())
    }

    /// All states of the tracked pieces, not folded by symmetry.
    pub fn states(&self) -> u64 {
        let placements = placement::count(12, self.base.len()) * self.row_cells();
        placements as u64 * (1 << self.used_bits())
    }

    /// The places of the tracked pieces of `cube`.
    pub fn places(&self, cube: &Cube) -> Places {
        let mut places = Places::default();
        for (place, edge) in places.base.iter_mut().zip(&self.base) {
            *place = cube.edges()[*edge];
        }
        for (place, edge) in places.rest.iter_mut().zip(&self.rest) {
            *place = cube.edges()[*edge];
        }
        for (place, corner) in places.corners.iter_mut().zip(&self.corners) {
            *place = cube.corners()[*corner];
        }
        if self.is_oriented() {
            places.orientation = orientation(cube);
        }
        places
    }

    /// The places after move `m`.
    pub fn turn(&self, places: &Places, m: Move) -> Places {
        Places {
            base: places.base.map(|p| EDGE_TURN[m.index()][p as usize]),
            rest: places.rest.map(|p| EDGE_TURN[m.index()][p as usize]),
            corners: places.corners.map(|p| CORNER_TURN[m.index()][p as usize]),
            orientation: if self.is_oriented() { turn_orientation(places.orientation, m) } else { 0 },
        }
    }

    /// The places on the cube conjugated by symmetry `s` of the group.
    pub fn conjugate(&self, places: &Places, s: usize) -> Places {
        let (symmetry, sources) = (self.group[s], &self.rearrangements[s]);
        let orientation = conjugate_orientation(places.orientation, symmetry);
        let mut image = Places { orientation, ..Places::default() };
        for (j, i) in sources.base.iter().enumerate() {
            image.base[j] = conjugate_edge(symmetry, self.base[*i], places.base[*i]);
        }
        for (j, i) in sources.rest.iter().enumerate() {
            image.rest[j] = conjugate_edge(symmetry, self.rest[*i], places.rest[*i]);
        }
        for (j, i) in sources.corners.iter().enumerate() {
            image.corners[j] = conjugate_corner(symmetry, self.corners[*i], places.corners[*i]);
        }
        image
    }

    /// The rank of the base's placement.
    pub fn base_rank(&self, places: &Places) -> usize {
        placement::rank(12, &places.base.map(|p| p / 2)[..self.base.len()])
    }

    /// The rank of the rest's placement among the positions that the base leaves free.
    fn rest_rank(&self, places: &Places) -> usize {
        let base = &places.base[..self.base.len()];
        let mut free_ranks = [0; MAX_REST];
        for (f, p) in free_ranks.iter_mut().zip(&places.rest[..self.rest.len()]) {
            *f = p / 2 - base.iter().filter(|b| **b / 2 < p / 2).count() as u8;
        }
        placement::rank(12 - base.len(), &free_ranks[..self.rest.len()])
    }

    /// The cell of a state in its row.
    pub(crate) fn cell_in_row(&self, places: &Places) -> usize {
        self.rest_rank(places) * self.corner_count + corner_rank(&places.corners[..self.corners.len()])
    }

    /// The index of a state in its cell.
    pub(crate) fn flip_index(&self, places: &Places) -> usize {
        if self.is_oriented() {
            return usize::from(places.orientation) & ((1 << LAST_POSITION) - 1);
        }
        let edges = places.base[..self.base.len()].iter().chain(&places.rest[..self.rest.len()]);
        edges.enumerate().fold(0, |flips, (j, p)| flips | (*p as usize & 1) << j)
    }

    /// The entry of a state, 0..[`entries`](Self::entries): slow, by the definition.
    pub fn encode(&self, cube: &Cube) -> u64 {
        self.encode_places(&self.places(cube))
    }

    /// The entry of places that need not be those of a whole cube.
    pub fn encode_places(&self, places: &Places) -> u64 {
        let (row, s) = self.row_of(self.base_rank(places));
        self.entry(row, &self.conjugate(places, s))
    }

    /// Whether an entry is of a state.
    ///
    /// # Panics
    /// If there is no such entry.
    pub fn is_state(&self, entry: u64) -> bool {
        assert!(entry < self.entries(), "entry {entry} of {}", self.entries());
        self.index_in_cell(entry) >> self.used_bits() == 0
    }

    /// The index of an entry in its cell.
    fn index_in_cell(&self, entry: u64) -> usize {
        entry as usize & ((1 << self.index_bits()) - 1)
    }

    /// The places of an entry, the base standing as its row's own placement.
    ///
    /// # Panics
    /// If there is no such entry, or it is of no state.
    pub fn decode(&self, entry: u64) -> Places {
        assert!(self.is_state(entry), "entry {entry} is of no state");
        let flips = self.index_in_cell(entry);
        let cell = (entry >> self.index_bits()) as usize;
        let (row_and_rest, corners) = (cell / self.corner_count, cell % self.corner_count);
        let (row, rest) = (row_and_rest / self.rest_count, row_and_rest % self.rest_count);
        let (base_len, rest_len) = (self.base.len(), self.rest.len());
        let mut places = Places::default();
        if self.is_oriented() {
            places.orientation = (flips | (flips.count_ones() as usize & 1) << LAST_POSITION) as u16;
        }
        placement::unrank(12, self.row_placement(row), &mut places.base[..base_len]);
        let free: Vec<u8> = (0..12).filter(|p| !places.base[..base_len].contains(p)).collect();
        placement::unrank(12 - base_len, rest, &mut places.rest[..rest_len]);
        for place in &mut places.rest[..rest_len] {
            *place = free[*place as usize];
        }
        for (j, place) in places.base[..base_len].iter_mut().chain(&mut places.rest[..rest_len]).enumerate() {
            let flip =
                if self.is_oriented() { places.orientation >> *place & 1 } else { (flips >> j & 1) as u16 };
            *place = 2 * *place + flip as u8;
        }
        corner_unrank(corners, &mut places.corners[..self.corners.len()]);
        places
    }

    /// The entry of places whose base stands as the row's own placement.
    pub(crate) fn entry(&self, row: usize, places: &Places) -> u64 {
        let cell = row * self.row_cells() + self.cell_in_row(places);
        ((cell as u64) << self.index_bits()) | self.flip_index(places) as u64
    }

    /// The entries of one state in a table: itself and, where its base placement is symmetric, its images.
    pub(crate) fn entries_of(&self, cube: &Cube) -> Vec<u64> {
        let places = self.places(cube);
        let images = (0..self.group.len()).map(|s| self.conjugate(&places, s));
        let mut entries: Vec<u64> = images
            .filter_map(|image| {
                let placement = self.base_rank(&image);
                let (row, _) = self.row_of(placement);
                (self.row_placement(row) == placement).then(|| self.entry(row, &image))
            })
            .collect();
        entries.sort_unstable();
        entries.dedup();
        entries
    }
}

/// The edges to make the rows of a coordinate, or of a search, of `edges` edges in all, given those that may: those of
/// the cross, as in the tables of the catalogue; others only if there are none, or where too many would be left.
pub fn base(candidates: impl Iterator<Item = usize>, edges: usize) -> Vec<usize> {
    let (mut base, others): (Vec<usize>, Vec<usize>) = candidates.partition(|e| CROSS.contains(e));
    for edge in others {
        if base.len() < MAX_BASE && (base.is_empty() || edges - base.len() > MAX_REST) {
            base.push(edge);
        }
    }
    base
}

/// How many tuples of so many corners there are: the ranks of their places.
pub(crate) const fn corner_tuples(corners: usize) -> usize {
    placement::count(8, corners) * 3usize.pow(corners as u32)
}

/// The rank of a tuple of corner places, 0..8!/(8-k)! * 3^k: positions first, then twists, last fastest.
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

/// The tuple of corner places of a rank; see [`corner_rank`].
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
