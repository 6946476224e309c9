//! Indices for the pieces beside a base that has no edge in the layer of U or of D.
//!
//! A turn of such a *free layer* leaves the base where it is, so the base cannot tell the four turns apart; the other
//! pieces must. An *arrangement* is a placement of the rest edges and the corners beside such a base. Quarter turns of
//! the free layer sort the arrangements into orbits of two sizes:
//!
//! | tracked pieces in the free layer | orbit | index and quarter |
//! |----------------------------------|-------|-------------------|
//! | some | four arrangements | the index is the orbit's, the quarter the turn from its first arrangement |
//! | none | one arrangement, *fixed* by the turn | four fixed arrangements share an index, one for each quarter |
//!
//! So an index and a quarter in 0..4 number the arrangements without gaps. The [layout](crate::goal::layout) uses the
//! index in place of the cell, and the quarter in place of the free layer's turn.

use std::sync::OnceLock;

use crate::goal::places::{MAX_BASE, MAX_CORNERS, MAX_REST, corner_rank, corner_tuples, corner_unrank};
use crate::goal::ud_coset::{UD_TURNS, free_faces};
use cubiform_cube::placement;

/// The free layer of a base of four edges, and the positions that such a base leaves free.
///
/// | value | free layer | base edges |
/// |-------|------------|------------|
/// | 0 | none, or both | any |
/// | 1 | U | at least one in D, none in U |
/// | 2-5 | D | value - 1 in U, none in D |
///
/// Positions are ranked from U on, so the ranks of the free positions of D depend on the number of base edges in U.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FreeLayer(pub(crate) u8);

/// The number of cases with a free layer.
const CASES: usize = 5;

impl FreeLayer {
    /// Returns the free layer of a base of four edges in these positions; 0 if both layers are free.
    pub(crate) fn from_positions(positions: &[u8; MAX_BASE]) -> FreeLayer {
        let mut free = free_faces(positions);
        match (free.next(), free.next()) {
            (Some(0), None) => FreeLayer(1),
            (Some(_), None) => FreeLayer(1 + positions.iter().filter(|p| **p < 4).count() as u8),
            _ => FreeLayer(0),
        }
    }

    /// Returns the free face, 0 for U and 1 for D, if there is one.
    #[inline(always)]
    pub(crate) fn face(self) -> Option<usize> {
        self.0.checked_sub(1).map(|case| usize::from(case > 0))
    }

    /// Returns the positions of one base with this free layer.
    fn example_base(self) -> [u8; MAX_BASE] {
        match self.0 {
            1 => [4, 5, 6, 7],
            case => std::array::from_fn(|i| if i < usize::from(case) - 1 { i as u8 } else { 8 + i as u8 }),
        }
    }
}

/// The index of an arrangement beside a base with a free layer.
///
/// | bits | value |
/// |------|-------|
/// | 0-19 | index: the orbit of the arrangement under quarter turns of the layer, or a group of four fixed arrangements |
/// | 20-21 | quarter: the turn from the orbit's first arrangement, or the number in the group |
/// | 22 | 1 if the layer's turn fixes the arrangement |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FreeLayerIndex(u32);

/// The lowest bit of the quarter in a [`FreeLayerIndex`].
pub(crate) const QUARTER_SHIFT: u32 = 20;
/// The fixed bit of a [`FreeLayerIndex`].
pub(crate) const FIXED_SHIFT: u32 = 22;
/// The lowest bit of a corner table's number in a word of the rest; see [`FreeLayerTables`].
pub(crate) const CORNER_TABLE_SHIFT: u32 = 24;

impl FreeLayerIndex {
    fn new(index: usize, quarter: usize, fixed: bool) -> FreeLayerIndex {
        assert!(index < 1 << QUARTER_SHIFT, "an index has 20 bits");
        FreeLayerIndex((index | quarter << QUARTER_SHIFT) as u32 | u32::from(fixed) << FIXED_SHIFT)
    }

    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        self.0 as usize % (1 << QUARTER_SHIFT)
    }

    #[inline(always)]
    pub(crate) fn quarter(self) -> u8 {
        (self.0 >> QUARTER_SHIFT) as u8 & 3
    }

    #[inline(always)]
    pub(crate) fn is_fixed(self) -> bool {
        self.0 >> FIXED_SHIFT & 1 != 0
    }
}

/// The free-layer indices for given numbers of rest edges and corners.
///
/// The index of an arrangement is the sum of two words, one looked up by the rank of the rest and one by that of the
/// corners:
///
/// | free layer | word of the rest | word of the corners |
/// |------------|------------------|---------------------|
/// | has rest edges | the quarter, and `orbit of the rest * corner count` | the rank of the corners with that quarter undone |
/// | has none, corners tracked | the first index of this placement of the rest | the index, quarter and fixed bit of the corners alone |
/// | has none, no corners tracked | the index, quarter and fixed bit of the rest alone | 0 |
///
/// The word of the rest names the corner table to read: five for each face, one for each quarter and one for the second
/// case.
#[derive(Debug)]
pub(crate) struct FreeLayerTables {
    /// The number of indices: a quarter of the arrangements, rounded up.
    pub(crate) index_count: usize,
    /// The number of placements of the rest beside a base.
    pub(crate) rest_count: usize,
    /// The number of corner tuples.
    pub(crate) corner_count: usize,
    /// By free layer less 1 and rest rank: a part of the index, and from bit `CORNER_TABLE_SHIFT` on the number of a
    /// corner table.
    pub(crate) rest: Box<[u32]>,
    /// By corner table (`face * CORNER_TABLES + quarter to undo`, or `QUARTER_OF_CORNERS`) and corner rank: the part of
    /// the index to be added.
    pub(crate) corners: Box<[u32]>,
}

/// The number of corner tables of a face.
const CORNER_TABLES: usize = 5;
/// The corner table for arrangements whose quarter follows from the corners.
const QUARTER_OF_CORNERS: usize = 4;

impl FreeLayerTables {
    /// Returns the indices for these numbers of rest edges and corners, built once.
    pub(crate) fn for_pieces(rest: usize, corners: usize) -> &'static FreeLayerTables {
        static ALL: [[OnceLock<FreeLayerTables>; MAX_CORNERS + 1]; MAX_REST + 1] =
            [const { [const { OnceLock::new() }; MAX_CORNERS + 1] }; MAX_REST + 1];
        ALL[rest][corners].get_or_init(|| FreeLayerTables::new(rest, corners))
    }

    /// Returns whether the arrangements of these numbers of rest edges and corners have indices of 20 bits.
    pub(crate) fn fit(rest: usize, corners: usize) -> bool {
        placement::count(8, rest) * corner_tuples(corners) <= 4 << QUARTER_SHIFT
    }

    fn new(rest: usize, corners: usize) -> FreeLayerTables {
        assert!(FreeLayerTables::fit(rest, corners), "too many arrangements for an index of 20 bits");
        let (rest_count, corner_count) = (placement::count(8, rest), corner_tuples(corners));
        let (mut corner_words, mut corner_indices) = (Vec::new(), 0);
        for face in 0..2 {
            let turned = |rank: usize, quarter: usize| {
                let mut places = [0; MAX_CORNERS];
                let places = &mut places[..corners];
                corner_unrank(rank, places);
                for place in places.iter_mut() {
                    *place = UD_TURNS[quarter << (2 * face)].corners[usize::from(*place)];
                }
                corner_rank(places)
            };
            for quarter in 0..4 {
                corner_words.extend((0..corner_count).map(|rank| turned(rank, (4 - quarter) & 3) as u32));
            }
            let OrbitIndices { indices, moved, fixed } = index_orbits(corner_count, turned);
            corner_words.extend(indices.iter().map(|index| if corners == 0 { 0 } else { index.0 }));
            corner_indices = moved + fixed.div_ceil(4);
        }
        let (mut rest_words, mut index_count) = (Vec::new(), 0);
        for free_layer in (1..=CASES as u8).map(FreeLayer) {
            let positions = free_layer.example_base();
            let free: Vec<u8> = (0..12).filter(|p| !positions.contains(p)).collect();
            let face = free_layer.face().expect("these cases have a free layer");
            let turned = |rank: usize, quarter: usize| {
                let mut edges = [0; MAX_REST];
                let edges = &mut edges[..rest];
                placement::unrank(8, rank, edges);
                for edge in edges.iter_mut() {
                    let place =
                        UD_TURNS[quarter << (2 * face)].edges[2 * usize::from(free[usize::from(*edge)])];
                    let to = free.iter().position(|p| *p == place / 2);
                    *edge = to.expect("a turn of the layer maps free positions to free positions") as u8;
                }
                placement::rank(8, edges)
            };
            let OrbitIndices { indices, moved, fixed } = index_orbits(rest_count, turned);
            // Placements that the turn fixes come after the others, each with all indices of the corners.
            index_count = moved * corner_count;
            for index in indices {
                let quarter = usize::from(index.quarter());
                let (part, table) = match (index.is_fixed(), corners) {
                    (true, 0) => (index, QUARTER_OF_CORNERS),
                    (true, _) => (FreeLayerIndex::new(index_count, 0, false), QUARTER_OF_CORNERS),
                    (false, _) => {
                        (FreeLayerIndex::new(index.index() * corner_count, quarter, false), quarter)
                    }
                };
                index_count += if index.is_fixed() && corners > 0 { corner_indices } else { 0 };
                rest_words.push(part.0 | ((face * CORNER_TABLES + table) as u32) << CORNER_TABLE_SHIFT);
            }
            if corners == 0 {
                index_count = moved + fixed.div_ceil(4);
            }
        }
        let (rest, corners) = (rest_words.into_boxed_slice(), corner_words.into_boxed_slice());
        FreeLayerTables { index_count, rest_count, corner_count, rest, corners }
    }

    /// Returns the index of the arrangement of these ranks beside a base with a free layer.
    #[inline(always)]
    pub(crate) fn get(&self, free_layer: FreeLayer, rest: usize, corners: usize) -> FreeLayerIndex {
        let rest_word = self.rest[(usize::from(free_layer.0) - 1) * self.rest_count + rest];
        let corner_word =
            self.corners[(rest_word >> CORNER_TABLE_SHIFT) as usize * self.corner_count + corners];
        FreeLayerIndex((rest_word & ((1 << CORNER_TABLE_SHIFT) - 1)) + corner_word)
    }
}

/// The indices of some arrangements under quarter turns of a layer.
struct OrbitIndices {
    /// By rank: the index.
    indices: Vec<FreeLayerIndex>,
    /// The number of orbits of four; their indices come first.
    moved: usize,
    /// The number of arrangements that the turn fixes.
    fixed: usize,
}

/// Indexes `count` arrangements by their orbits under quarter turns of a layer, where `turned(rank, quarters)` is the
/// rank of an arrangement after a turn. Orbits of four come first, then the fixed arrangements, four to an index.
fn index_orbits(count: usize, turned: impl Fn(usize, usize) -> usize) -> OrbitIndices {
    let (mut indices, mut moved) = (vec![None; count], 0);
    for rank in 0..count {
        if indices[rank].is_none() && turned(rank, 1) != rank {
            for quarter in 0..4 {
                indices[turned(rank, quarter)] = Some(FreeLayerIndex::new(moved, quarter, false));
            }
            moved += 1;
        }
    }
    let mut fixed = 0;
    for index in indices.iter_mut().filter(|index| index.is_none()) {
        *index = Some(FreeLayerIndex::new(moved + fixed / 4, fixed % 4, true));
        fixed += 1;
    }
    let indices = indices.into_iter().map(|index| index.expect("every arrangement has an index")).collect();
    OrbitIndices { indices, moved, fixed }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::ud_coset::base_positions;

    #[test]
    fn indices_have_no_gaps() {
        for (rest, corners) in [(2, 2), (1, 1), (4, 0), (3, 0), (0, 3)] {
            let layer_tables = FreeLayerTables::for_pieces(rest, corners);
            let (rest_count, corner_count) = (placement::count(8, rest), corner_tuples(corners));
            assert_eq!(layer_tables.index_count * 4, rest_count * corner_count);
            for free_layer in (1..=CASES as u8).map(FreeLayer) {
                let mut seen = vec![[false; 4]; layer_tables.index_count];
                for (a, b) in (0..rest_count).flat_map(|a| (0..corner_count).map(move |b| (a, b))) {
                    let layer_index = layer_tables.get(free_layer, a, b);
                    assert!(!std::mem::replace(
                        &mut seen[layer_index.index()][usize::from(layer_index.quarter())],
                        true
                    ));
                }
            }
        }
        // No pieces have one arrangement, which every turn fixes.
        assert_eq!(FreeLayerTables::for_pieces(0, 0).index_count, 1);
        assert!(FreeLayerTables::for_pieces(0, 0).get(FreeLayer(3), 0, 0).is_fixed());
    }

    #[test]
    fn free_layer_follows_from_base_positions() {
        let mut counts = [0; CASES + 1];
        for placed in 0..placement::count(12, MAX_BASE) {
            let positions = base_positions(placed);
            let free_layer = FreeLayer::from_positions(&positions);
            counts[usize::from(free_layer.0)] += 1;
            let has = |layer: std::ops::Range<u8>| positions.iter().any(|p| layer.contains(p));
            let free = match (has(0..4), has(4..8)) {
                (false, true) => Some(0),
                (true, false) => Some(1),
                _ => None,
            };
            assert_eq!(free_layer.face(), free);
        }
        assert_eq!(counts, [11_880 - 2 * 1656, 1656, 16 * 24, 36 * 24, 16 * 24, 24]);
        assert!(
            (1..=CASES as u8)
                .all(|free_layer| FreeLayer::from_positions(&FreeLayer(free_layer).example_base())
                    == FreeLayer(free_layer))
        );
    }
}
