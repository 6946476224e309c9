//! The distribution of the best slot of two opposite colours, over all states of the cube.
//!
//! The two colours, up and down, share the four slot edges and nothing else: each has four cross edges and four corners.
//! For a placement of the slot edges and a number of moves k, [`side`](super::side) sums over all arrangements of one
//! colour's cross edges on a set of four positions, by the flips of the slot edges and by the set of positions of the
//! colour's corners. The two colours are joined over complementary sets of positions. The total twist, flip and
//! permutation parity are those of a legal state: twist and permutation by characters, as in
//! [`corner_ways`](super::corner_ways), the flips by counting even and odd ones separately.
//!
//! Placements of the slot edges are reduced by the 16 symmetries that keep the axis.

use cubiform_cube::{Axis, Face, Symmetry};
use cubiform_threads::Threads;

use super::side::{Side, SideSums};
use super::slot_distances::SlotDistances;
use super::subsets::{IS_ODD, QUAD, QUADS, complement, free_positions, is_odd};
use super::{CUBE_STATES, SLOT_EDGES, Watch};
use crate::parts::count_parts;
use crate::placement_classes::{classes_of_edges, symmetries_of};

/// Counts the states of the cube that are at least 0, 1, 2, ... moves from the goal on U and on D. Returns `None` if
/// the count was cancelled.
pub(super) fn count(distances: &SlotDistances, threads: &Threads, watch: &Watch<'_>) -> Option<Vec<u128>> {
    let classes = slot_edge_classes(&[Face::U, Face::D]);
    let levels = distances.largest();
    let counter = OppositeColors::new(distances);
    let work = |part: usize, tally: &mut Vec<u128>| {
        let (slots, size) = classes[part];
        for (k, sum) in (1..=levels).zip(tally) {
            if watch.cancel.is_cancelled() {
                return;
            }
            let ways = counter.count(slots, k, &|| watch.cancel.is_cancelled());
            if ways == 0 {
                break;
            }
            *sum += u128::from(ways) * size;
        }
    };
    let sums = count_parts(classes.len(), levels, threads, watch, &work)?;
    Some([CUBE_STATES].into_iter().chain(sums).collect())
}

/// Returns a representative of each class of placements of the slot edges under the symmetries that keep the axis U/D and
/// these faces, and the size of the class.
pub(super) fn slot_edge_classes(faces: &[Face]) -> Vec<([u8; 4], u128)> {
    let group: Vec<Symmetry> = symmetries_of(faces).filter(|s| s.axis(Axis::Y) == Axis::Y).collect();
    let four = |positions: Vec<u8>| positions.try_into().expect("there are four slot edges");
    classes_of_edges(&SLOT_EDGES, &group).into_iter().map(|(slots, size)| (four(slots), size)).collect()
}

/// The counter of one placement of the slot edges.
pub(super) struct OppositeColors<'a> {
    sides: [Side<'a>; 2],
}

impl OppositeColors<'_> {
    pub(super) fn new(distances: &SlotDistances) -> OppositeColors<'_> {
        OppositeColors { sides: [Face::U, Face::D].map(|face| Side::new(distances, face)) }
    }

    /// Returns the number of states with the slot edges at these positions in which every slot of both colours is at
    /// least `k` moves away. The number is undefined if the count was cancelled.
    pub(super) fn count(&self, slots: [u8; 4], k: usize, is_cancelled: &dyn Fn() -> bool) -> u64 {
        let [up, down] = self.sides.each_ref().map(|side| side.sums(slots, k, is_cancelled));
        if is_cancelled() {
            return 0;
        }
        let free = free_positions(slots);
        let sum: i64 = (0..QUADS)
            .map(|quad| {
                let is_odd = is_odd_with(QUAD[quad], &free, slots);
                joined(&up[quad], &down[complement(quad)], is_odd)
            })
            .sum();
        debug_assert!(sum >= 0 && sum % 6 == 0, "characters average to a number");
        sum as u64 / 6
    }
}

/// Returns whether the permutation of the edges is odd if the edges of U are in this set of the free positions in
/// ascending order, those of D in its complement in ascending order, and the slot edges at `slots`.
fn is_odd_with(quad: u8, free: &[u8; 8], slots: [u8; 4]) -> bool {
    let of = |set: u8| (0..8).filter(move |i| set >> i & 1 == 1).map(|i| free[i]);
    let order: Vec<u8> = of(quad).chain(of(!quad)).chain(slots).collect();
    is_odd(&order)
}

/// Returns six times the number of legal states with the cross edges of each colour on one set of positions. `is_odd` is
/// the parity of the edges, in ascending order on their sets.
fn joined(up: &SideSums, down: &SideSums, is_odd: bool) -> i64 {
    let mut sum = 0;
    for slot_flips in 0..16usize {
        for up_flips in 0..2 {
            let down_flips = (up_flips + slot_flips.count_ones() as usize) % 2;
            for is_signed in [false, true] {
                let [one, a, b] = up.at(up_flips, is_signed, slot_flips);
                let [other, c, d] = down.at(down_flips, is_signed, slot_flips);
                for quad in 0..QUADS {
                    let pair = |first: &[i32; QUADS], second: &[i32; QUADS]| {
                        i64::from(first[quad]) * i64::from(second[complement(quad)])
                    };
                    // The characters of the twist: the trivial one, and twice the real part of the others.
                    let ways = pair(one, other) + 3 * pair(a, c) - pair(b, d);
                    sum += if is_signed && is_odd != IS_ODD[quad] { -ways } else { ways };
                }
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::corner_ways::Scratch;
    use super::super::edge_ways::EdgeWays;
    use super::super::slot_distances::tests::distances;
    use super::super::vectors::Portable;
    use super::*;

    #[test]
    fn classes_of_slot_edges_cover_all_placements() {
        let classes = slot_edge_classes(&[Face::U, Face::D]);
        assert_eq!(classes.iter().map(|(_, size)| size).sum::<u128>(), 11_880);
        assert!(classes.len() < 11_880 / 12);
    }

    /// One arrangement of the cross edges on each set of positions, against the kernel of more colours.
    #[test]
    fn counts_equal_those_by_single_placements_of_the_edges() {
        let placements = EdgeWays::new(distances(), &[Face::U, Face::D]);
        let mut counter = OppositeColors::new(distances());
        for (slots, orders, levels) in [([8, 9, 10, 11], [0, 0], [3, 6]), ([9, 2, 4, 11], [7, 18], [7, 8])] {
            let mut own = [[0; 4]; 2];
            for ((side, order), own) in counter.sides.iter_mut().zip(orders).zip(&mut own) {
                *own = side.keep_order(order);
            }
            let free = free_positions(slots);
            for k in levels {
                let of = |set: &u8| {
                    let mut positions = [0; 12];
                    for (first, (set, order)) in [(0, (*set, own[0])), (4, (!set, own[1]))] {
                        let at: Vec<u8> = (0..8).filter(|i| set >> i & 1 == 1).map(|i| free[i]).collect();
                        (0..4).for_each(|i| positions[first + i] = at[usize::from(order[i])]);
                    }
                    positions[8..].copy_from_slice(&slots);
                    placements.count(Portable, &positions, k, &mut Scratch::new())
                };
                let expected: u64 = QUAD.iter().map(of).sum();
                assert_eq!(counter.count(slots, k, &|| false), expected, "{slots:?} {k}");
            }
            counter = OppositeColors::new(distances());
        }
    }

    #[test]
    fn nothing_is_closer_than_zero_moves() {
        // With the slot edges away from home, no state is solved.
        let ways = OppositeColors::new(distances()).count([0, 1, 2, 3], 1, &|| false);
        assert_eq!(u128::from(ways) * 11_880, CUBE_STATES);
    }
}
