//! Exact distances to the cross, and to the cross with each slot, for every bottom colour.
//!
//! They are available for whole cubes and for cubes whose pieces are still being placed. One table of the cross and one
//! of the cross with a slot serve all colours and slots: each feature is looked up after a symmetry that carries it to
//! the table's. The tables store the distances themselves, a byte each, because states without a common path are looked
//! up: distances modulo 3 would need a walk to the goal for each.

use cubiform_cube::goal::{Slot, Target};
use cubiform_cube::piece::{CORNER_IMAGE, EDGE_IMAGE, conjugate_corner, conjugate_edge};
use cubiform_cube::{Color, Face, Symmetry, placement};
use cubiform_store::fill::Watch;
use cubiform_tables::Coordinate;
use cubiform_tables::catalogue::Entry;
use cubiform_tables::goal::fill;
use cubiform_threads::Threads;

use cubiform_solvers::goal_search::implication::is_exact;

/// A feature of a state that is measured: the cross of one bottom colour, alone or with one slot.
///
/// The index is 5 × face + (0 for the cross, 1 + slot for a slot).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Feature(u8);

/// The number of features of one colour: its cross alone, and with each of four slots.
pub(super) const FEATURES_PER_COLOR: usize = 5;

impl Feature {
    pub(super) const COUNT: usize = 6 * FEATURES_PER_COLOR;

    pub(super) fn all() -> impl Iterator<Item = Feature> {
        (0..Feature::COUNT as u8).map(Feature)
    }

    /// Returns the cross with the colour of `face` at the bottom.
    pub(super) fn cross(face: Face) -> Feature {
        Feature((face.index() * FEATURES_PER_COLOR) as u8)
    }

    /// Returns the cross with the colour of `face` at the bottom and `slot`, named as seen with that colour at the
    /// bottom.
    pub(super) fn slot(face: Face, slot: Slot) -> Feature {
        Feature((face.index() * FEATURES_PER_COLOR + 1 + slot.index()) as u8)
    }

    /// Returns the feature whose distance is that of `target` with the colour of `face` at the bottom, if there is one.
    pub(super) fn of_target(target: &Target, face: Face) -> Option<Feature> {
        let is = |entry: &Entry, s| is_exact(target, entry.coordinate().target(), s);
        if is(catalogue_entry(false), Symmetry::IDENTITY) {
            return Some(Feature::cross(face));
        }
        let slot = Slot::ALL.into_iter().find(|slot| target.pieces.contains(slot.pair()))?;
        let keeps_bottom = |s: &Symmetry| s.face(Face::D) == Face::D;
        let is_slot = Symmetry::all().filter(keeps_bottom).any(|s| is(catalogue_entry(true), s));
        is_slot.then(|| Feature::slot(face, slot))
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn face(self) -> Face {
        Face::from_index(self.index() / FEATURES_PER_COLOR)
    }

    /// Returns the slot, or `None` for the cross alone.
    pub(super) fn as_slot(self) -> Option<Slot> {
        (self.index() % FEATURES_PER_COLOR).checked_sub(1).map(|slot| Slot::ALL[slot])
    }

    /// Returns the edge and the corner of the slot, numbered with white on top.
    ///
    /// # Panics
    /// If the feature is a cross alone.
    pub(super) fn pair(self) -> (usize, usize) {
        let slot = self.as_slot().expect("the feature of a slot");
        let back = Symmetry::bring_down(self.face().color()).inverse().index();
        (usize::from(EDGE_IMAGE[back][slot.edge()]), usize::from(CORNER_IMAGE[back][slot.corner()]))
    }

    /// Returns the number of states of the feature's pieces at each distance.
    pub(super) fn histogram(self) -> &'static [u64] {
        catalogue_entry(self.as_slot().is_some()).histogram
    }

    /// Returns the image under `s`.
    pub(super) fn image(self, s: Symmetry) -> Feature {
        let face = s.face(self.face());
        if self.as_slot().is_none() {
            return Feature::cross(face);
        }
        let image = usize::from(EDGE_IMAGE[s.index()][self.pair().0]);
        let mut slots = Slot::ALL.into_iter().map(|slot| Feature::slot(face, slot));
        let slot = slots.find(|slot| slot.pair().0 == image);
        slot.expect("a symmetry carries the slots of a colour to those of its image")
    }
}

/// Returns the catalogue's entry of the cross with a slot, or of the cross alone.
fn catalogue_entry(slot: bool) -> &'static Entry {
    Entry::named(if slot { "cross-slot" } else { "cross" }).expect("the catalogue has it")
}

/// Returns the edges of the cross of the colour of `face`, numbered with white on top.
pub(super) fn cross_edges(face: Face) -> [usize; 4] {
    let back = Symmetry::bring_down(face.color()).inverse();
    cubiform_cube::goal::CROSS.map(|edge| usize::from(EDGE_IMAGE[back.index()][edge]))
}

/// The exact distances (HTM) of all features of a state.
pub struct DistanceOracle {
    cross: Vec<u8>,
    slots: Vec<u8>,
    /// By the index of the feature.
    indexers: Vec<FeatureIndexer>,
}

/// A piece of the cube, with the place of its image in the table for each of its places.
type MappedPiece = (usize, [u8; 24]);

/// The indexing of one feature in its table.
struct FeatureIndexer {
    coordinate: &'static Coordinate,
    maps: Vec<SymmetryMap>,
}

struct SymmetryMap {
    base: [MappedPiece; 4],
    /// The edge and the corner of the slot; `None` for the cross alone.
    slot: Option<(MappedPiece, MappedPiece)>,
}

/// The distances of a cross with a slot when all its edges are placed, by the place of the corner.
pub(super) struct DistancesByCorner<'r> {
    distances: &'r [u8],
    corners: &'r [u8; 24],
    index_bits: usize,
}

impl DistancesByCorner<'_> {
    fn distance(&self, place: usize) -> u8 {
        self.distances[usize::from(self.corners[place]) << self.index_bits]
    }

    /// Returns the set of places at which the distance is in the set `allowed`, bit d for distance d.
    pub(super) fn places_at(&self, allowed: u16) -> u32 {
        (0..24).fold(0, |set, place| set | u32::from(allowed >> self.distance(place) & 1) << place)
    }
}

impl FeatureIndexer {
    fn new(feature: Feature) -> FeatureIndexer {
        let coordinate = catalogue_entry(feature.as_slot().is_some()).coordinate();
        let down = Symmetry::bring_down(feature.face().color());
        // The rotation that keeps the colour at the bottom and carries the slot to the table's slot.
        let to_table = |around: &Symmetry| {
            let slot = feature.as_slot();
            around.face(Face::D) == Face::D
                && slot.is_none_or(|slot| {
                    usize::from(EDGE_IMAGE[around.index()][slot.edge()]) == coordinate.rest()[0]
                })
        };
        let around = Symmetry::rotations().find(to_table).expect("rotations carry each slot to every other");
        let map = |fold: &Symmetry| {
            let s = down.then(around).then(*fold);
            let back = s.inverse().index();
            let edge = |image: usize| {
                let edge = usize::from(EDGE_IMAGE[back][image]);
                (edge, std::array::from_fn(|place| conjugate_edge(s, edge, place as u8)))
            };
            let corner = |image: usize| {
                let corner = usize::from(CORNER_IMAGE[back][image]);
                (corner, std::array::from_fn(|place| conjugate_corner(s, corner, place as u8)))
            };
            SymmetryMap {
                base: std::array::from_fn(|j| edge(coordinate.base()[j])),
                slot: feature
                    .as_slot()
                    .map(|_| (edge(coordinate.rest()[0]), corner(coordinate.corners()[0]))),
            }
        };
        FeatureIndexer { coordinate, maps: coordinate.symmetries().iter().map(map).collect() }
    }

    /// Indexes the edges of the cross. Returns the table's row, the symmetry map that carries the edges to it, and the
    /// positions and flips of their images.
    #[inline(always)]
    fn index_base(&self, edges: &[u8; 12]) -> (usize, &SymmetryMap, [u8; 4], usize) {
        let places = |map: &SymmetryMap| {
            let place = |j: usize| map.base[j].1[usize::from(edges[map.base[j].0])];
            [place(0), place(1), place(2), place(3)]
        };
        let unfolded = placement::rank(12, &places(&self.maps[0]).map(|place| place / 2));
        let (row, fold) = self.coordinate.row_of(unfolded);
        let map = &self.maps[fold];
        let places = places(map);
        let flips =
            places.iter().enumerate().fold(0, |flips, (j, place)| flips | usize::from(place & 1) << j);
        (row, map, places.map(|place| place / 2), flips)
    }
}

impl DistanceOracle {
    /// Fills the tables, which take 37 MB. Returns `None` if `watch` was cancelled.
    pub fn new(threads: &Threads, watch: &Watch<'_>) -> Option<DistanceOracle> {
        let distances = |slot| fill::distances(catalogue_entry(slot).coordinate(), threads, watch);
        Some(DistanceOracle {
            cross: distances(false)?,
            slots: distances(true)?,
            indexers: Feature::all().map(FeatureIndexer::new).collect(),
        })
    }

    /// Returns the distance of a cross, given the places of its edges; the places of other edges are ignored.
    pub(super) fn cross_distance(&self, color: Color, edges: &[u8; 12]) -> u8 {
        let indexer = &self.indexers[Feature::cross(color.face()).index()];
        let (row, _, _, flips) = indexer.index_base(edges);
        self.cross[row << indexer.coordinate.index_bits() | flips]
    }

    /// Returns the distances of a cross with a slot, given the places of the cross's edges and of the slot's edge.
    ///
    /// # Panics
    /// If the feature is a cross alone, or the slot's edge is in the position of an edge of the cross.
    pub(super) fn distances_by_corner(&self, feature: Feature, edges: &[u8; 12]) -> DistancesByCorner<'_> {
        let indexer = &self.indexers[feature.index()];
        let (row, map, positions, mut flips) = indexer.index_base(edges);
        let ((edge, places), (_, corners)) = map.slot.as_ref().expect("the feature of a slot");
        let place = places[usize::from(edges[*edge])];
        let below = positions.iter().filter(|position| **position < place / 2).count();
        debug_assert!(!positions.contains(&(place / 2)), "two edges in one position");
        flips |= usize::from(place & 1) << positions.len();
        let rest = usize::from(place / 2) - below;
        // The slot's edge has eight positions beside the cross, and its corner 24 places.
        let cell = (row * 8 + rest) * 24;
        let index_bits = indexer.coordinate.index_bits();
        DistancesByCorner { distances: &self.slots[cell << index_bits | flips..], corners, index_bits }
    }

    /// Returns the distance of a feature.
    pub(super) fn distance(&self, feature: Feature, edges: &[u8; 12], corners: &[u8; 8]) -> u8 {
        if feature.as_slot().is_none() {
            return self.cross_distance(feature.face().color(), edges);
        }
        let (_, corner) = feature.pair();
        self.distances_by_corner(feature, edges).distance(usize::from(corners[corner]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::shared_oracle;
    use super::*;
    use cubiform_cube::{Cube, Move, random};

    /// Distances agree with the table's own slow indexing, differ by at most one between neighbours, and do not change
    /// under symmetries.
    #[test]
    fn distances_equal_the_table_and_change_by_at_most_one_per_move() {
        let oracle = shared_oracle();
        let catalogue_entry = |feature: Feature| catalogue_entry(feature.as_slot().is_some());
        let measure = |feature, cube: &Cube| oracle.distance(feature, cube.edges(), cube.corners());
        for feature in Feature::all() {
            assert_eq!(measure(feature, &Cube::SOLVED), 0);
            let mut histogram = vec![0u64; feature.histogram().len()];
            for cube in random::states(feature.index() as u64).take(400) {
                let own = measure(feature, &cube);
                histogram[usize::from(own)] += 1;
                let next = Move::all().map(|m| measure(feature, &cube.turn(m)));
                // Every neighbour is at most one move nearer or farther, and one of them is nearer.
                assert!(next.clone().all(|d| d.abs_diff(own) <= 1));
                assert_eq!(next.min().unwrap() < own, own > 0);
                // The index as the coordinate computes it from the whole cube.
                let down = cube.conjugate(Symmetry::bring_down(feature.face().color()));
                if feature.as_slot().is_none_or(|slot| slot == Slot::ALL[0]) {
                    let index = catalogue_entry(feature).coordinate().encode(&down) as usize;
                    let of_table = if feature.as_slot().is_some() { &oracle.slots } else { &oracle.cross };
                    assert_eq!(own, of_table[index]);
                }
                for s in Symmetry::all().step_by(5) {
                    assert_eq!(measure(feature.image(s), &cube.conjugate(s)), own);
                }
            }
        }
    }

    #[test]
    fn places_at_a_distance_are_the_corner_places_that_have_it() {
        let oracle = shared_oracle();
        for cube in random::states(4).take(50) {
            for feature in Feature::all().filter(|feature| feature.as_slot().is_some()) {
                let (_, corner) = feature.pair();
                let distances_by_corner = oracle.distances_by_corner(feature, cube.edges());
                for distance in 0..11 {
                    let places = distances_by_corner.places_at(1 << distance);
                    let mut corners = *cube.corners();
                    for place in 0..24 {
                        corners[corner] = place;
                        let is = oracle.distance(feature, cube.edges(), &corners) == distance;
                        assert_eq!(places >> place & 1 == 1, is);
                    }
                }
            }
        }
    }
}
