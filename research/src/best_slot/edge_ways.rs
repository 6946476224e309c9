//! Counts, for one placement of the twelve edges, the states in which every slot of several colours is at least some
//! number of moves away.
//!
//! Each corner has, for each of its colours, a set of allowed places that depends on five edges: a block of 32 sets by
//! the flips of these edges. For each of the 2^11 flips of all edges, the sets of a corner's colours are intersected, and
//! [`corner_ways`](super::corner_ways) counts the arrangements of the corners.

use cubiform_cube::Face;
use cubiform_cube::piece::CORNER_FACES;

use super::corner_ways::{ALL_WAYS, CornerWays, LANES, Places, Scratch};
use super::slot_distances::{ALL_PLACES, FLIPS, SlotDistances, SlotView};
use super::subsets::is_odd;
use super::vectors::Vectors;

/// The number of groups of flips: the flips of edges 0 to 4 are those of a lane, and those of edges 5 to 10 those of a
/// group. The flip of edge 11 makes the number of flips even.
const GROUPS: usize = 64;

/// The number of states with one placement of the edges.
pub(super) const WAYS: u64 = (LANES * GROUPS) as u64 * ALL_WAYS;

/// A counter for placements of the edges.
pub(super) struct EdgeWays<'a> {
    distances: &'a SlotDistances,
    /// By corner, its slots of the requested colours.
    slots: [Vec<ColoredSlot>; 8],
}

/// A slot of a colour, and how flips of all edges select one of its 32 sets.
struct ColoredSlot {
    view: SlotView,
    /// The part of the index that depends on the lane, and the part that depends on the group; the index is their
    /// exclusive or.
    lanes: [u32; LANES],
    groups: [u32; GROUPS],
}

impl ColoredSlot {
    fn new(corner: usize, face: Face) -> ColoredSlot {
        let view = SlotView::new(corner, face);
        let with_parity = |word: usize| word | (word.count_ones() as usize % 2) << 11;
        let lanes = std::array::from_fn(|lane| view.index(with_parity(lane)) as u32);
        let groups = std::array::from_fn(|group| view.index(with_parity(group << 5)) as u32);
        ColoredSlot { view, lanes, groups }
    }
}

impl EdgeWays<'_> {
    /// Returns the counter for the colours of these faces.
    pub(super) fn new<'a>(distances: &'a SlotDistances, faces: &[Face]) -> EdgeWays<'a> {
        let slots = std::array::from_fn(|corner| {
            let own = CORNER_FACES[corner].into_iter().filter(|face| faces.contains(face));
            own.map(|face| ColoredSlot::new(corner, face)).collect()
        });
        EdgeWays { distances, slots }
    }

    /// Returns the number of states, over all flips and corners, with each edge at its position in which every slot of
    /// every colour is at least `k` moves away; `k` is at least 1.
    #[inline(always)]
    pub(super) fn count<V: Vectors>(
        &self,
        vectors: V,
        positions: &[u8; 12],
        k: usize,
        scratch: &mut Scratch,
    ) -> u64 {
        let mut blocks = [[[ALL_PLACES; FLIPS]; 3]; 8];
        let mut is_whole = true;
        for (slots, blocks) in self.slots.iter().zip(&mut blocks) {
            for (slot, block) in slots.iter().zip(blocks) {
                *block = self.distances.far(k, &slot.view, positions);
                let (mut any, mut all) = (0, ALL_PLACES);
                for places in block {
                    any |= *places;
                    all &= *places;
                }
                if any == 0 {
                    return 0;
                }
                is_whole &= all == ALL_PLACES;
            }
        }
        if is_whole {
            return WAYS;
        }
        let mut ways = CornerWays::new(vectors, is_odd(positions), scratch);
        let mut places: Places = [[ALL_PLACES; LANES]; 8];
        for group in 0..GROUPS {
            for ((slots, blocks), places) in self.slots.iter().zip(&blocks).zip(&mut places) {
                *places = [ALL_PLACES; LANES];
                for (slot, block) in slots.iter().zip(blocks) {
                    vectors.intersect(places, block, &slot.lanes, slot.groups[group]);
                }
            }
            ways.add(&places);
        }
        ways.total()
    }
}

#[cfg(test)]
mod tests {
    use super::super::slot_distances::tests::distances;
    use super::super::vectors::Portable;
    use super::*;
    use cubiform_cube::piece::EDGE_FACES;
    use cubiform_cube::{Axis, random};

    /// The places that are allowed for each corner in one state of the edges, from the distances themselves.
    fn allowed(edges: &[u8; 12], views: &[Vec<SlotView>; 8], k: usize) -> [u32; 8] {
        let positions = edges.map(|place| place / 2);
        views.each_ref().map(|views| {
            views.iter().fold(ALL_PLACES, |allowed, view| {
                let flips = edges
                    .iter()
                    .enumerate()
                    .fold(0, |word, (edge, place)| word | usize::from(place % 2) << edge);
                allowed & distances().far(k, view, &positions)[view.index(flips)]
            })
        })
    }

    #[test]
    fn counts_equal_the_sum_over_single_states_of_the_edges() {
        let faces: Vec<Face> = Face::ALL.into_iter().filter(|face| face.axis() != Axis::Z).collect();
        for (cube, faces) in random::states(23).zip([&Face::ALL[..], &faces, &[Face::U, Face::D]]) {
            let positions = cube.edges().map(|place| place / 2);
            let ways = EdgeWays::new(distances(), faces);
            let views: [Vec<SlotView>; 8] = std::array::from_fn(|corner| {
                let own = CORNER_FACES[corner].into_iter().filter(|face| faces.contains(face));
                own.map(|face| SlotView::new(corner, face)).collect()
            });
            for k in [5, 8] {
                let mut scratch = Scratch::new();
                let mut expected = CornerWays::new(Portable, is_odd(&positions), &mut scratch);
                let mut lanes = [[0; LANES]; 8];
                for word in 0..1 << 11 {
                    let flips = word | ((word as u32).count_ones() as usize % 2) << 11;
                    let edges: [u8; 12] = std::array::from_fn(|e| 2 * positions[e] + (flips >> e & 1) as u8);
                    let places = allowed(&edges, &views, k);
                    lanes.iter_mut().zip(places).for_each(|(lanes, places)| lanes[word % LANES] = places);
                    if word % LANES == LANES - 1 {
                        expected.add(&lanes);
                    }
                }
                assert_eq!(
                    ways.count(Portable, &positions, k, &mut Scratch::new()),
                    expected.total(),
                    "{faces:?} {k}"
                );
            }
        }
    }

    #[test]
    fn edges_of_a_corner_lie_on_its_faces() {
        for (corner, faces) in CORNER_FACES.into_iter().enumerate() {
            for face in faces {
                let edges = SlotView::new(corner, face).edges;
                assert!(edges[..4].iter().all(|edge| EDGE_FACES[*edge].contains(&face)));
                assert!(EDGE_FACES[edges[4]].iter().all(|side| *side != face && faces.contains(side)));
            }
        }
    }
}
