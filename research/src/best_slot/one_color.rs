//! The distribution of the cross of one colour and the best of its slots, over all states of the first two layers.
//!
//! Take a state of the cross edges and a number of moves k. Let `W[s][a][p]` be the number of ways (flips of the slot's
//! edge and twists of its corner, 0 to 6) in which slot s is at least k moves away with its edge at position a and its
//! corner at position p. The number of states of the four slots in which every slot is at least k moves away is
//!
//! ```text
//! the sum over distinct a0 .. a3 and distinct p0 .. p3 of W[0][a0][p0] * W[1][a1][p1] * W[2][a2][p2] * W[3][a3][p3].
//! ```
//!
//! It is computed from two halves of two slots each: `H[E][C]` is the sum with the two edges at the pair of positions E
//! and the two corners at the pair C, and the halves are joined over disjoint pairs.

use cubiform_cube::{Color, Face};
use cubiform_threads::Threads;

use super::slot_distances::{SlotDistances, SlotView};
use super::subsets::{PAIR, PAIRS};
use super::{SLOTS_OF_UP, Watch};
use crate::flips::CrossEdges;
use crate::parts::count_parts;
use crate::placement_classes::{PlacementClasses, remaining};

/// The number of states of the first two layers.
pub(super) const STATES: u64 = 695_280_402_432_000;

/// By position of the edge (among the eight that the cross leaves free) and of the corner, the number of ways.
type Ways = [[u32; 8]; 8];

/// By pair of edge positions and pair of corner positions, the number of ways of two slots.
type Half = [[u32; PAIRS]; PAIRS];

/// Counts the states of the first two layers that are at least 0, 1, 2, ... moves from the goal. Returns `None` if the
/// count was cancelled.
pub(super) fn count(distances: &SlotDistances, threads: &Threads, watch: &Watch<'_>) -> Option<Vec<u128>> {
    let counter = Counter { distances, views: SLOTS_OF_UP.map(|(corner, _)| SlotView::new(corner, Face::U)) };
    over_classes(distances.largest(), threads, watch, &|cross, k| counter.count(cross, k))
}

/// Sums over the placements of the cross edges of U up to symmetry: `count` returns the number of states with a placement
/// that are at least k moves away, for k from 1 to `levels`. Returns the numbers of states that are at least 0, 1, 2, ...
/// moves away, or `None` if the count was cancelled.
pub(super) fn over_classes(
    levels: usize,
    threads: &Threads,
    watch: &Watch<'_>,
    count: &(dyn Fn([u8; 4], usize) -> u64 + Sync),
) -> Option<Vec<u128>> {
    let classes = PlacementClasses::new(&[Color::COLUMNS[0]], |_| true);
    let work = |part: usize, tally: &mut Vec<u128>| {
        let (cross, size) = classes.representatives[classes.part(part)];
        for (k, sum) in (1..=levels).zip(tally) {
            let states = count(cross, k);
            if states == 0 {
                break;
            }
            *sum += u128::from(size) * u128::from(states);
        }
    };
    let sums = count_parts(classes.representatives.len(), levels, threads, watch, &work)?;
    Some([u128::from(STATES)].into_iter().chain(sums).collect())
}

/// Returns, for each position that the cross edges of U leave free to `edge`, the positions of these five edges.
pub(super) fn positions_with(cross: [u8; 4], edge: usize) -> [[u8; 12]; 8] {
    let mut positions = [0; 12];
    CrossEdges::new(Face::U).edges.iter().zip(cross).for_each(|(edge, position)| positions[*edge] = position);
    remaining::<12, 8>(std::array::from_fn(|position| position as u8), &cross).map(|free| {
        positions[edge] = free;
        positions
    })
}

struct Counter<'a> {
    distances: &'a SlotDistances,
    /// The slots of U.
    views: [SlotView; 4],
}

impl Counter<'_> {
    /// Returns the number of states with the cross edges of U at these positions in which each slot is at least `k`
    /// moves away.
    fn count(&self, cross: [u8; 4], k: usize) -> u64 {
        let slots: [[Ways; 16]; 4] = std::array::from_fn(|slot| self.ways(slot, cross, k));
        (0..16).map(|flips| joined([0, 1, 2, 3].map(|slot| &slots[slot][flips]))).sum()
    }

    /// Returns the ways of one slot, by the flips of the cross edges.
    fn ways(&self, slot: usize, cross: [u8; 4], k: usize) -> [Ways; 16] {
        let (view, edge) = (&self.views[slot], SLOTS_OF_UP[slot].1);
        let mut ways = [[[0; 8]; 8]; 16];
        for (a, positions) in positions_with(cross, edge).into_iter().enumerate() {
            let far = self.distances.far(k, view, &positions);
            for (flips, ways) in ways.iter_mut().enumerate() {
                for flip in 0..2 {
                    // Bit e of the word is the flip of edge e; the edges of U are 0 to 3.
                    let places = far[view.index(flips | flip << edge)];
                    for (p, ways) in ways[a].iter_mut().enumerate() {
                        *ways += (places >> (3 * p) & 7).count_ones();
                    }
                }
            }
        }
        ways
    }
}

/// Returns the sum over distinct positions of the edges and of the corners of the product of the ways of four slots.
fn joined([a, b, c, d]: [&Ways; 4]) -> u64 {
    if [a, b, c, d].iter().any(|ways| ways.as_flattened().iter().all(|ways| *ways == 0)) {
        return 0;
    }
    let first = half(a, b);
    let second = over_disjoint(&transposed(&over_disjoint(&half(c, d))));
    let second = transposed(&second);
    let terms = first.as_flattened().iter().zip(second.as_flattened());
    // At most 144 * 15^2 * 144 each.
    terms.map(|(a, b)| u64::from(a * b)).sum()
}

/// Returns the ways of two slots: at most 4 * 6 * 6 each.
fn half(a: &Ways, b: &Ways) -> Half {
    PAIR.map(|[e, f]| {
        PAIR.map(|[p, q]| a[e][p] * b[f][q] + a[e][q] * b[f][p] + a[f][p] * b[e][q] + a[f][q] * b[e][p])
    })
}

/// Returns, for each row of the result, the sum of the rows whose pairs are disjoint from the row's pair: all rows, less
/// those that contain one of its positions.
fn over_disjoint(half: &Half) -> Half {
    let mut all = [0; PAIRS];
    let mut containing = [[0; PAIRS]; 8];
    for (row, pair) in half.iter().zip(PAIR) {
        add(&mut all, row);
        pair.iter().for_each(|position| add(&mut containing[*position], row));
    }
    std::array::from_fn(|i| {
        let [p, q] = PAIR[i].map(|position| &containing[position]);
        // The row itself contains both positions, so it was subtracted twice.
        std::array::from_fn(|j| all[j] + half[i][j] - p[j] - q[j])
    })
}

fn add(sum: &mut [u32; PAIRS], row: &[u32; PAIRS]) {
    sum.iter_mut().zip(row).for_each(|(sum, term)| *sum += term);
}

fn transposed(half: &Half) -> Half {
    std::array::from_fn(|i| std::array::from_fn(|j| half[j][i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_for_tests::{placements_of_four, random};
    use cubiform_cube::piece::EDGE_FACES;

    #[test]
    fn slots_of_up_are_a_corner_and_the_edge_below_it() {
        for (corner, edge) in SLOTS_OF_UP {
            let faces = cubiform_cube::piece::CORNER_FACES[corner];
            assert!(faces.contains(&Face::U) && EDGE_FACES[edge].iter().all(|face| faces.contains(face)));
        }
    }

    /// Random ways, against the sum over all distinct positions one by one.
    #[test]
    fn joined_ways_equal_the_sum_over_distinct_positions() {
        let mut random = random(5);
        let placements = placements_of_four();
        for bound in [2, 7, 7] {
            let ways: [Ways; 4] =
                std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| random() % bound)));
            let product = |a: &[usize; 4], p: &[usize; 4]| -> u64 {
                (0..4).map(|slot| u64::from(ways[slot][a[slot]][p[slot]])).product()
            };
            let expected: u64 =
                placements.iter().map(|a| placements.iter().map(|p| product(a, p)).sum::<u64>()).sum();
            assert_eq!(joined([0, 1, 2, 3].map(|slot| &ways[slot])), expected);
        }
        let full = [[6; 8]; 8];
        assert_eq!(joined([&full; 4]), 1680 * 1680 * 1296);
    }
}
