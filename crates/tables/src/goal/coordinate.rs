//! Coordinates: numberings of the states of a target's pieces.
//!
//! The tracked edges are split into a *base* of up to four edges (for a cross goal, the cross) and the *rest*. A state
//! has four parts, from which its number, the *entry*, follows:
//!
//! | part | value | range |
//! |------|-------|-------|
//! | row | placement of the base, folded by the goal's symmetries | 0..`rows` |
//! | rest | placement of the rest among the positions that the base leaves free | 0..[`rest_count`](Coordinate::rest_count) |
//! | corners | positions and twists of the tracked corners | 0..[`corner_count`](Coordinate::corner_count) |
//! | flips | one bit for each edge, or for each position | 0..2^[`index_bits`](Coordinate::index_bits) |
//!
//! ```text
//! cell  = (row * rest count + rest) * corner count + corners
//! entry = cell * 2^index bits + flips
//! ```
//!
//! For the cross and one slot, the base has 11,880 placements, the rest (one edge) 8, the corner 24, and the five edges
//! have 2^5 flips: 72,990,720 states before folding.
//!
//! *Folding*: symmetries that keep the goal and the base map states to states of the same distance. So the base
//! placements that they map to each other share one row, represented by the placement of least rank.
//!
//! Flips come in two forms. Usually bit j belongs to tracked edge j, base first, and is 1 if that edge is flipped
//! relative to the F-B axis. If the goal demands that all twelve edges are oriented, bit p belongs to position p and is
//! 1 if the edge there is flipped. Position 11 has no bit, because the sum of all flips is even. A cell has at least
//! three index bits, so that it fills a byte; bits beyond the tracked edges are clear in every state.
//!
//! A move carries a whole row to one other row. It permutes the rest placements, permutes the corner tuples and changes
//! bits of the flips, each independently of the others. So a level of a breadth-first search is a pass over whole rows
//! (see [`fill`](crate::goal::fill)). A table stores its codes in another order (see
//! `layout`).

use std::sync::{Arc, OnceLock};

use cubiform_cube::goal::{CROSS, Target};
use cubiform_cube::piece::{CORNER_IMAGE, EDGE_IMAGE, conjugate_corner, conjugate_edge};
use cubiform_cube::{Axis, Cube, Face, Move, PieceSet, Symmetry};

use crate::goal::layout::Layout;
use crate::goal::places::{
    LAST_POSITION, MAX_BASE, MAX_CORNERS, MAX_REST, ORIENTATION_AXIS, Places, conjugate_orientation,
    corner_rank, corner_tuples,
};
use crate::kociemba::{Coordinate as _, Flip, SymClasses};
use cubiform_cube::placement;

/// The version of four conventions: the numbering, the [layout](crate::goal::layout), the
/// [codes](crate::goal::code), and the [tested moves](Coordinate::tested_moves). It is part of the identity of a
/// table's file.
pub(crate) const NUMBERING: u32 = 4;
/// The number of index bits of the smallest cell, of one byte.
pub(crate) const MIN_INDEX_BITS: usize = 3;

/// The effect of a symmetry of the group on the order of the tracked pieces: element j is the index of the piece that
/// becomes piece j.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rearrangement {
    pub(crate) base: Vec<usize>,
    pub(crate) rest: Vec<usize>,
    pub(crate) corners: Vec<usize>,
}

/// A numbering of the states of a target's pieces.
#[derive(Clone, Debug)]
pub struct Coordinate {
    target: Target,
    base: Vec<usize>,
    rest: Vec<usize>,
    corners: Vec<usize>,
    group: Vec<Symmetry>,
    rearrangements: Vec<Rearrangement>,
    /// Built at the first use, since a choice among tables needs only the groups of their coordinates.
    rows: OnceLock<SymClasses>,
    layout: OnceLock<Arc<Layout>>,
    /// The number of placements of the rest beside a base placement.
    pub(crate) rest_count: usize,
    /// The number of corner tuples.
    pub(crate) corner_count: usize,
}

impl Coordinate {
    /// Returns whether `target` has a coordinate with this base, that is, whether [`new`](Self::new) does not panic.
    pub fn fits(target: &Target, base: &[usize]) -> bool {
        let base_set = PieceSet::new(&[], base);
        let edges = target.pieces.edges().count();
        target.pieces.contains(base_set)
            && base_set.edges().count() == base.len()
            && base.len() <= MAX_BASE
            && edges - base.len() <= MAX_REST
            && target.pieces.corners().count() <= MAX_CORNERS
            && target.oriented.is_none_or(|axis| {
                axis == ORIENTATION_AXIS && target.goal_states.iter().all(|s| target.is_met(s))
            })
    }

    /// Returns the coordinate of the pieces of `target`, with rows by the placement of `base`.
    ///
    /// # Panics
    /// If `base` contains an edge twice or one that the target does not track; if there are more pieces than
    /// `MAX_BASE`, [`MAX_REST`] and [`MAX_CORNERS`] allow; if the target demands oriented edges relative to an axis
    /// other than F-B, or has goal states whose edges are not oriented. See [`fits`](Self::fits).
    pub fn new(target: Target, base: &[usize]) -> Coordinate {
        assert!(Coordinate::fits(&target, base), "no coordinate of these pieces: {:?}", target.pieces);
        let base_set = PieceSet::new(&[], base);
        let rest: Vec<usize> = target.pieces.edges().filter(|e| !base.contains(e)).collect();
        let corners: Vec<usize> = target.pieces.corners().collect();
        // An empty base has one placement, which nothing folds.
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
            rows: OnceLock::new(),
            layout: OnceLock::new(),
            target,
        }
    }

    /// Returns the symmetry classes of the base placements: the rows.
    fn classes(&self) -> &SymClasses {
        self.rows.get_or_init(|| {
            let inverse = |s: &Symmetry| {
                let inverse = self.group.iter().position(|g| *g == s.inverse());
                inverse.expect("the symmetries are a group")
            };
            let inverses: Vec<usize> = self.group.iter().map(inverse).collect();
            // Images are those under inverses, so that the first symmetry that carries a placement back is stored.
            let inverses_of_inverses: Vec<u8> = (0..inverses.len() as u8).collect();
            let placements = placement::count(12, self.base.len());
            SymClasses::under(&inverses_of_inverses, placements, |rank, s| {
                self.base_image_rank(inverses[s], &self.positions(rank))
            })
        })
    }

    /// Returns the order in which a table stores the codes.
    pub(crate) fn layout(&self) -> &Layout {
        self.layout.get_or_init(|| Arc::new(Layout::new(self)))
    }

    /// Returns the positions of the base edges in a placement, 0 beyond the last edge.
    pub(crate) fn positions(&self, placement: usize) -> [u8; MAX_BASE] {
        let mut positions = [0; MAX_BASE];
        placement::unrank(12, placement, &mut positions[..self.base.len()]);
        positions
    }

    /// Returns the rank of the base placement to which symmetry `s` of the group carries these positions.
    pub(crate) fn base_image_rank(&self, s: usize, positions: &[u8]) -> usize {
        let mut image = [0; MAX_BASE];
        for (j, from) in self.rearrangements[s].base.iter().enumerate() {
            image[j] = EDGE_IMAGE[self.group[s].index()][positions[*from] as usize];
        }
        placement::rank(12, &image[..self.base.len()])
    }

    /// Returns the target whose pieces it numbers.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Returns the edges of the base, in order.
    pub fn base(&self) -> &[usize] {
        &self.base
    }

    /// Returns the other tracked edges, in order.
    pub fn rest(&self) -> &[usize] {
        &self.rest
    }

    /// Returns the tracked corners, in order.
    pub fn corners(&self) -> &[usize] {
        &self.corners
    }

    /// Returns the symmetries that fold it: those that keep the target and the base.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.group
    }

    /// Returns the moves, as bits by move index, that a table's no-progress [code](crate::goal::code) tests: the
    /// turns of R and L if all symmetries of the group fix their axis, otherwise the images of R under the group.
    ///
    /// The group maps this set to itself, so it is the same for all states that share an entry.
    pub(crate) fn tested_moves(&self) -> u32 {
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

    /// Returns whether it holds the orientation of all twelve edges.
    pub(crate) fn is_oriented(&self) -> bool {
        self.target.oriented.is_some()
    }

    /// Returns the number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.classes().count()
    }

    /// Returns the base placement that represents `row`, as a rank in 0..12!/(12-b)! for b base edges.
    pub(crate) fn row_placement(&self, row: usize) -> usize {
        self.classes().representative(row)
    }

    /// Returns the number of base placements in the class of `row`.
    pub(crate) fn row_weight(&self, row: usize) -> usize {
        self.classes().size(row) as usize
    }

    /// Returns the row of a base placement, and the index in [`symmetries`](Self::symmetries) of a symmetry that
    /// carries the placement to the row's representative.
    pub fn row_of(&self, placement: usize) -> (usize, usize) {
        self.classes().class_of(placement)
    }

    /// Returns the number of index bits of a cell: k for k tracked edges, but at least 3, or 11 for the orientation of
    /// all edges.
    pub fn index_bits(&self) -> usize {
        self.used_bits().max(MIN_INDEX_BITS)
    }

    /// Returns the number of index bits that are set in some state.
    fn used_bits(&self) -> usize {
        if self.is_oriented() { LAST_POSITION } else { self.base.len() + self.rest.len() }
    }

    /// Returns the number of cells in a row.
    pub(crate) fn row_cells(&self) -> usize {
        self.rest_count * self.corner_count
    }

    /// Returns the number of entries of a fill: states up to symmetry. States whose base placement is symmetric are
    /// counted once for each symmetry; with fewer than three edges some entries have no state.
    pub fn entries(&self) -> u64 {
        self.rows() as u64 * self.row_cells() as u64 * (1 << self.index_bits())
    }

    /// Returns the number of states of the tracked pieces, not folded by symmetry.
    pub fn states(&self) -> u64 {
        let placements = placement::count(12, self.base.len()) as u64 * self.row_cells() as u64;
        placements * (1 << self.used_bits())
    }

    /// Returns the places of the tracked pieces of `cube`.
    pub(crate) fn places(&self, cube: &Cube) -> Places {
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
            places.orientation = Flip::pieces(cube);
        }
        places
    }

    /// Returns the places on the cube conjugated by symmetry `s` of the group.
    pub(crate) fn conjugate(&self, places: &Places, s: usize) -> Places {
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

    /// Returns the rank of the base's placement.
    pub(crate) fn base_rank(&self, places: &Places) -> usize {
        placement::rank(12, &places.base.map(|p| p / 2)[..self.base.len()])
    }

    /// Returns the rank of the rest's placement among the positions that the base leaves free.
    fn rest_rank(&self, places: &Places) -> usize {
        let base = &places.base[..self.base.len()];
        let mut free_ranks = [0; MAX_REST];
        for (f, p) in free_ranks.iter_mut().zip(&places.rest[..self.rest.len()]) {
            *f = p / 2 - base.iter().filter(|b| **b / 2 < p / 2).count() as u8;
        }
        placement::rank(12 - base.len(), &free_ranks[..self.rest.len()])
    }

    /// Returns the cell of a state within its row.
    pub(crate) fn cell_in_row(&self, places: &Places) -> usize {
        self.rest_rank(places) * self.corner_count + corner_rank(&places.corners[..self.corners.len()])
    }

    /// Returns the index of a state within its cell.
    pub(crate) fn flip_index(&self, places: &Places) -> usize {
        if self.is_oriented() {
            return usize::from(places.orientation) & ((1 << LAST_POSITION) - 1);
        }
        let edges = places.base[..self.base.len()].iter().chain(&places.rest[..self.rest.len()]);
        edges.enumerate().fold(0, |flips, (j, p)| flips | (*p as usize & 1) << j)
    }

    /// Returns the entry of a cube, 0..[`entries`](Self::entries). Slow: follows the definition.
    pub fn encode(&self, cube: &Cube) -> u64 {
        self.encode_places(&self.places(cube))
    }

    /// Returns the entry of places, which need not belong to a whole cube.
    pub(crate) fn encode_places(&self, places: &Places) -> u64 {
        let (row, s) = self.row_of(self.base_rank(places));
        self.entry(row, &self.conjugate(places, s))
    }

    /// Returns the entry of places whose base is in the representative placement of `row`.
    pub(crate) fn entry(&self, row: usize, places: &Places) -> u64 {
        let cell = row * self.row_cells() + self.cell_in_row(places);
        ((cell as u64) << self.index_bits()) | self.flip_index(places) as u64
    }

    /// Returns the entries of one state in a fill: its own and, if its base placement is symmetric, those of its
    /// images.
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

/// Chooses the base of a coordinate or a search with `edges` tracked edges: the candidates in the cross, as in the
/// tables of the catalogue. Other candidates are added only if there are none in the cross, or too many edges would be
/// left over.
pub fn base(candidates: impl Iterator<Item = usize>, edges: usize) -> Vec<usize> {
    let (mut base, others): (Vec<usize>, Vec<usize>) = candidates.partition(|e| CROSS.contains(e));
    for edge in others {
        if base.len() < MAX_BASE && (base.is_empty() || edges - base.len() > MAX_REST) {
            base.push(edge);
        }
    }
    base
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::places::corner_unrank;
    use cubiform_cube::piece::{CORNER_TURN, EDGE_TURN};

    impl Coordinate {
        /// Returns the places after move `m`.
        pub(crate) fn turn(&self, places: &Places, m: Move) -> Places {
            Places {
                base: places.base.map(|p| EDGE_TURN[m.index()][p as usize]),
                rest: places.rest.map(|p| EDGE_TURN[m.index()][p as usize]),
                corners: places.corners.map(|p| CORNER_TURN[m.index()][p as usize]),
                orientation: if self.is_oriented() { Flip::turn(&places.orientation, m) } else { 0 },
            }
        }

        /// Returns whether an entry has a state.
        ///
        /// # Panics
        /// If `entry` is not below [`entries`](Self::entries).
        pub(crate) fn is_state(&self, entry: u64) -> bool {
            assert!(entry < self.entries(), "entry {entry} of {}", self.entries());
            self.index_in_cell(entry) >> self.used_bits() == 0
        }

        /// Returns the index of an entry within its cell.
        fn index_in_cell(&self, entry: u64) -> usize {
            entry as usize & ((1 << self.index_bits()) - 1)
        }

        /// Returns the places of an entry, with the base in its row's representative placement.
        ///
        /// # Panics
        /// If `entry` is not below [`entries`](Self::entries) or has no state.
        pub(crate) fn decode(&self, entry: u64) -> Places {
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
            for (j, place) in
                places.base[..base_len].iter_mut().chain(&mut places.rest[..rest_len]).enumerate()
            {
                let flip = if self.is_oriented() {
                    places.orientation >> *place & 1
                } else {
                    (flips >> j & 1) as u16
                };
                *place = 2 * *place + flip as u8;
            }
            corner_unrank(corners, &mut places.corners[..self.corners.len()]);
            places
        }
    }
}
