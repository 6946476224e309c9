//! Loose layers: how a layer of U or D is turned in which a base of four edges has none.
//!
//! A turn of such a layer leaves the base as it is, so that only the other pieces tell how it is turned. Of the four layer_tables
//! that turns make of edges and corners beside the base the first is the own one. Where all of these pieces are
//! elsewhere the turn changes nothing: they are fixed, and four such layer_tables, one after the other, take the place of four
//! turns. So the layer_tables beside a base are numbered without gaps, by a fourth of their count and a quarter turn.

use std::sync::OnceLock;

use crate::placement;
use crate::target::coordinate::{MAX_BASE, MAX_CORNERS, MAX_REST, corner_rank, corner_tuples, corner_unrank};
use crate::target::ud_coset::{UD_TURNS, free_faces};

/// Which layer is free: none, or one of five kinds of bases with edges in one of the layers alone. One free_layer has none in
/// U; those that have none in D differ in how many they have in U, since positions are ranked from U on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FreeLayer(u8);

/// How many kinds have a free layer.
const CASES: usize = 5;

impl FreeLayer {
    /// That of a base of four edges in these positions; no layer is free if both are.
    pub(crate) fn of(positions: &[u8; MAX_BASE]) -> FreeLayer {
        let mut free = free_faces(positions);
        match (free.next(), free.next()) {
            (Some(0), None) => FreeLayer(1),
            (Some(_), None) => FreeLayer(1 + positions.iter().filter(|p| **p < 4).count() as u8),
            _ => FreeLayer(0),
        }
    }

    /// Its number, below eight: 0 if no layer is free.
    #[inline(always)]
    pub(crate) fn number(self) -> u8 {
        self.0
    }

    /// That of a number.
    #[inline(always)]
    pub(crate) fn from_number(number: u8) -> FreeLayer {
        FreeLayer(number)
    }

    /// The side that is free, 0 for U and 1 for D, if one is.
    #[inline(always)]
    pub(crate) fn face(self) -> Option<usize> {
        self.0.checked_sub(1).map(|case| usize::from(case > 0))
    }

    /// Positions of a base of this free_layer, which has a free layer.
    fn example_base(self) -> [u8; MAX_BASE] {
        match self.0 {
            1 => [4, 5, 6, 7],
            case => std::array::from_fn(|i| if i < usize::from(case) - 1 { i as u8 } else { 8 + i as u8 }),
        }
    }
}

/// Which layer_index it is that pieces beside a base stand: a number, a quarter turn, and whether they are fixed, in 20 bits, two
/// and one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FreeLayerIndex(u32);

/// Where the parts of a layer_index lie, and where a word ends that is added to another one to make one.
pub(crate) const QUARTER_SHIFT: u32 = 20;
pub(crate) const FIXED_SHIFT: u32 = 22;
pub(crate) const LIST_SHIFT: u32 = 24;

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

/// The layer_tables of so many edges and corners beside bases of four edges.
///
/// Where edges are in the free layer they tell its turn, and a layer_index's number is made of theirs and the rank of the corners
/// with the turn undone. Where none are the corners tell, four layer_tables of them after the other, and where there are none, the
/// edges themselves. So two small tables are enough.
#[derive(Debug)]
pub(crate) struct FreeLayerTables {
    /// How many numbers they take.
    index_count: usize,
    /// How many layer_tables of edges there are.
    rest_count: usize,
    /// How many layer_tables of corners there are.
    corner_count: usize,
    /// By free_layer and rank of edges: what they tell of the layer_index, and from `LIST_SHIFT` on which list of corners tells the rest.
    rest: Box<[u32]>,
    /// By side, turn to be undone (or, fifth, none, where they tell of it) and rank of corners: what they tell of the layer_index,
    /// to be added.
    corners: Box<[u32]>,
}

/// For the corners: the turns to be undone, and that they tell the turn.
const CORNER_TABLES: usize = 5;
const QUARTER_OF_CORNERS: usize = 4;

impl FreeLayerTables {
    /// Those of `rest` edges and of `corners`, made once.
    pub(crate) fn of(rest: usize, corners: usize) -> &'static FreeLayerTables {
        static ALL: [[OnceLock<FreeLayerTables>; MAX_CORNERS + 1]; MAX_REST + 1] =
            [const { [const { OnceLock::new() }; MAX_CORNERS + 1] }; MAX_REST + 1];
        ALL[rest][corners].get_or_init(|| FreeLayerTables::new(rest, corners))
    }

    /// Whether so many pieces have few enough layer_tables.
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
            let face = free_layer.face().expect("it has a free layer");
            let turned = |rank: usize, quarter: usize| {
                let mut edges = [0; MAX_REST];
                let edges = &mut edges[..rest];
                placement::unrank(8, rank, edges);
                for edge in edges.iter_mut() {
                    let place =
                        UD_TURNS[quarter << (2 * face)].edges[2 * usize::from(free[usize::from(*edge)])];
                    let to = free.iter().position(|p| *p == place / 2);
                    *edge = to.expect("a turn of the layer keeps what the base leaves free") as u8;
                }
                placement::rank(8, edges)
            };
            let OrbitIndices { indices, moved, fixed } = index_orbits(rest_count, turned);
            // Those that are fixed come after the others, each with all numbers of the corners.
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
                rest_words.push(part.0 | ((face * CORNER_TABLES + table) as u32) << LIST_SHIFT);
            }
            if corners == 0 {
                index_count = moved + fixed.div_ceil(4);
            }
        }
        let (rest, corners) = (rest_words.into_boxed_slice(), corner_words.into_boxed_slice());
        FreeLayerTables { index_count, rest_count, corner_count, rest, corners }
    }

    /// How many numbers they take: a fourth of how many they are, rounded up.
    pub(crate) fn index_count(&self) -> usize {
        self.index_count
    }

    /// How many layer_tables of edges there are of each free_layer.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn rest_count(&self) -> usize {
        self.rest_count
    }

    /// How many layer_tables of corners there are.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn corner_count(&self) -> usize {
        self.corner_count
    }

    /// What edges tell, by free_layer, counted from 1, and rank: what is added to the layer_index, and from `LIST_SHIFT` on which list of
    /// [corners](Self::corner_words) tells the rest.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn rest_words(&self) -> &[u32] {
        &self.rest
    }

    /// What corners tell, list after list by their ranks.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn corner_words(&self) -> &[u32] {
        &self.corners
    }

    /// That of edges and of corners of these ranks, where a layer is free.
    #[inline(always)]
    pub(crate) fn get(&self, free_layer: FreeLayer, rest: usize, corners: usize) -> FreeLayerIndex {
        let rest_word = self.rest[(usize::from(free_layer.0) - 1) * self.rest_count + rest];
        let corner_word = self.corners[(rest_word >> LIST_SHIFT) as usize * self.corner_count + corners];
        FreeLayerIndex((rest_word & ((1 << LIST_SHIFT) - 1)) + corner_word)
    }
}

/// The indices that quarter turns of a layer give to arrangements, by rank.
struct OrbitIndices {
    indices: Vec<FreeLayerIndex>,
    /// The number of orbits of four: the indices below it.
    moved: usize,
    /// The number of arrangements that the turn fixes.
    fixed: usize,
}

/// Indexes the orbits of `count` arrangements under quarter turns of a layer, where `turned(rank, quarters)` is the rank
/// of an arrangement after a turn. Orbits of four come first, then the fixed arrangements, four to an index.
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
    use crate::target::ud_coset::base_positions;

    #[test]
    fn indices_have_no_gaps() {
        for (rest, corners) in [(2, 2), (1, 1), (4, 0), (3, 0), (0, 3)] {
            let layer_tables = FreeLayerTables::of(rest, corners);
            let (rest_count, corner_count) = (placement::count(8, rest), corner_tuples(corners));
            assert_eq!(layer_tables.index_count() * 4, rest_count * corner_count);
            for free_layer in (1..=CASES as u8).map(FreeLayer) {
                let mut seen = vec![[false; 4]; layer_tables.index_count()];
                for (a, b) in (0..rest_count).flat_map(|a| (0..corner_count).map(move |b| (a, b))) {
                    let layer_index = layer_tables.get(free_layer, a, b);
                    assert!(!std::mem::replace(
                        &mut seen[layer_index.index()][usize::from(layer_index.quarter())],
                        true
                    ));
                }
            }
        }
        // Of nothing there is one layer_index, which nothing turns.
        assert_eq!(FreeLayerTables::of(0, 0).index_count(), 1);
        assert!(FreeLayerTables::of(0, 0).get(FreeLayer(3), 0, 0).is_fixed());
    }

    #[test]
    fn free_layer_follows_from_base_positions() {
        let mut counts = [0; CASES + 1];
        for placed in 0..placement::count(12, MAX_BASE) {
            let positions = base_positions(placed);
            let free_layer = FreeLayer::of(&positions);
            counts[usize::from(free_layer.number())] += 1;
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
                .all(|free_layer| FreeLayer::of(&FreeLayer(free_layer).example_base())
                    == FreeLayer(free_layer))
        );
    }
}
