//! The distribution of goals of one colour whose corners and edges are chosen independently, over all states of the first
//! two layers.
//!
//! A corner is far from the goal with each of the four slot edges, so its allowed places depend on all of them: for each
//! placement and flips of the cross edges and each placement of the slot edges, the arrangements of the four corners are
//! counted for the 16 flips of the slot edges side by side. With `w[c][p]` the number of allowed twists of corner c at
//! position p, that number is
//!
//! ```text
//! the sum over distinct p0 .. p3 of w[0][p0] * w[1][p1] * w[2][p2] * w[3][p3],
//! ```
//!
//! two corners at a time: the pairs of positions of the last two that are disjoint from a pair are all pairs, less those
//! with one of its positions.

use cubiform_cube::Face;
use cubiform_stats::distribution::ColorGoal;
use cubiform_threads::Threads;

use super::goal::distances;
use super::one_color::{over_classes, positions_with};
use super::slot_distances::{SlotDistances, SlotView};
use super::subsets::{PAIR, PAIRS};
use super::{SLOTS_OF_UP, Watch};

/// The number of flips of the four slot edges.
const LANES: usize = 16;

/// The places of each corner from which the goal is far with one slot edge, or with several.
type Places = [u32; 4];

/// By slot edge, its position (among the eight that the cross leaves free) and its flip.
type PlacesByEdge = [[[Places; 2]; 8]; 4];

/// Counts the states of the first two layers that are at least 0, 1, 2, ... moves from the goal. Returns `None` if the
/// count was cancelled.
pub(super) fn count(goal: ColorGoal, threads: &Threads, watch: &Watch<'_>) -> Option<Vec<u128>> {
    let distances: Vec<SlotDistances> =
        (4..8).map(|corner| distances(goal, corner, watch.cancel)).collect::<Option<_>>()?;
    let counter = Counter::new(&distances);
    // A state is as far as its nearest pair.
    let levels = distances.iter().map(SlotDistances::largest).min().expect("there are four corners");
    over_classes(levels, threads, watch, &|cross, k| counter.count(cross, k))
}

struct Counter<'a> {
    /// The distances to the edge FR with each corner of D.
    distances: &'a [SlotDistances],
    /// By slot edge of U and corner of U, their view, and the corner of D in whose distances it reads.
    views: [[(SlotView, usize); 4]; 4],
}

impl Counter<'_> {
    fn new(distances: &[SlotDistances]) -> Counter<'_> {
        let views = SLOTS_OF_UP
            .map(|(slot, _)| SLOTS_OF_UP.map(|(corner, _)| SlotView::with_corner(slot, corner, Face::U)));
        Counter { distances, views }
    }

    /// Returns the number of states with the cross edges of U at these positions in which each pair is at least `k`
    /// moves away.
    fn count(&self, cross: [u8; 4], k: usize) -> u64 {
        self.places(cross, k).iter().map(arrangements).sum()
    }

    /// Returns the allowed places, by the flips of the cross edges.
    fn places(&self, cross: [u8; 4], k: usize) -> Box<[PlacesByEdge; 16]> {
        let mut places = Box::new([[[[[0; 4]; 2]; 8]; 4]; 16]);
        for (slot, (_, edge)) in SLOTS_OF_UP.into_iter().enumerate() {
            for (a, positions) in positions_with(cross, edge).into_iter().enumerate() {
                for (corner, (view, of)) in self.views[slot].iter().enumerate() {
                    let far = self.distances[of - 4].far(k, view, &positions);
                    for (flips, places) in places.iter_mut().enumerate() {
                        for (flip, places) in places[slot][a].iter_mut().enumerate() {
                            places[corner] = far[view.index(flips | flip << edge)];
                        }
                    }
                }
            }
        }
        places
    }
}

/// Returns the number of states of the four slots in which each corner is at an allowed place.
fn arrangements(places: &PlacesByEdge) -> u64 {
    // By flips of two edges.
    let of_two = |first: usize, a: usize, b: usize| -> [Places; 4] {
        std::array::from_fn(|flips| both(&places[first][a][flips >> 1], &places[first + 1][b][flips & 1]))
    };
    let is_possible = |pair: &[Places; 4]| pair.iter().any(|places| places.iter().all(|places| *places != 0));
    let mut sum = 0;
    for (a, b) in ordered_pairs() {
        let first = of_two(0, a, b);
        if !is_possible(&first) {
            continue;
        }
        for (c, d) in ordered_pairs() {
            if [a, b].contains(&c) || [a, b].contains(&d) {
                continue;
            }
            let second = of_two(2, c, d);
            let mut lanes = [[0; LANES]; 4];
            let mut is_possible = false;
            for lane in 0..LANES {
                let places = both(&first[lane >> 2], &second[lane & 3]);
                is_possible |= places.iter().all(|places| *places != 0);
                lanes.iter_mut().zip(places).for_each(|(lanes, places)| lanes[lane] = places);
            }
            if is_possible {
                sum += arrangements_of_corners(&lanes);
            }
        }
    }
    sum
}

/// Returns the places that are allowed by both.
fn both(a: &Places, b: &Places) -> Places {
    std::array::from_fn(|corner| a[corner] & b[corner])
}

/// Returns all pairs of different positions.
fn ordered_pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..8).flat_map(|a| (0..8).filter(move |b| *b != a).map(move |b| (a, b)))
}

/// Returns the number of arrangements of four corners at allowed places, over all lanes.
fn arrangements_of_corners(places: &[[u32; LANES]; 4]) -> u64 {
    let weights = places.each_ref().map(weights);
    let first = of_pairs(&weights[0], &weights[1]);
    let second = of_pairs(&weights[2], &weights[3]);
    let mut all = [0; LANES];
    let mut containing = [[0; LANES]; 8];
    for (ways, [p, q]) in second.iter().zip(PAIR) {
        for lane in 0..LANES {
            all[lane] += ways[lane];
            containing[p][lane] += ways[lane];
            containing[q][lane] += ways[lane];
        }
    }
    let mut sums = [0u32; LANES];
    for ((first, second), [p, q]) in first.iter().zip(&second).zip(PAIR) {
        for lane in 0..LANES {
            // The pair itself was subtracted twice. At most 18 * 15 * 18.
            let disjoint = all[lane] + second[lane] - containing[p][lane] - containing[q][lane];
            sums[lane] += u32::from(first[lane] * disjoint);
        }
    }
    sums.iter().map(|sum| u64::from(*sum)).sum()
}

/// Returns the number of allowed twists at each position.
fn weights(places: &[u32; LANES]) -> [[u16; LANES]; 8] {
    // One bit of each position.
    const ONES: u32 = 0o11_111_111;
    // Each group of three bits becomes their number.
    let numbers = places.map(|places| (places & ONES) + (places >> 1 & ONES) + (places >> 2 & ONES));
    std::array::from_fn(|p| numbers.map(|numbers| (numbers >> (3 * p) & 7) as u16))
}

/// Returns the number of ways of two corners by the pair of their positions: at most 18 each.
fn of_pairs(a: &[[u16; LANES]; 8], b: &[[u16; LANES]; 8]) -> [[u16; LANES]; PAIRS] {
    PAIR.map(|[p, q]| std::array::from_fn(|lane| a[p][lane] * b[q][lane] + a[q][lane] * b[p][lane]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_for_tests::{placements_of_four, random};

    /// Random allowed places, against the sum over all distinct positions one by one.
    #[test]
    fn arrangements_equal_the_sum_over_distinct_positions() {
        let mut random = random(3);
        let placements = placements_of_four();
        let mut places: PlacesByEdge = Default::default();
        places.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|places| {
            *places = std::array::from_fn(|_| (random() | random()) & 0xff_ffff);
        });
        let corners = |allowed: Places| -> u64 {
            let ways = |p: &[usize; 4]| -> u64 {
                (0..4)
                    .map(|corner| u64::from((allowed[corner] >> (3 * p[corner]) & 7).count_ones()))
                    .product()
            };
            placements.iter().map(ways).sum()
        };
        let mut expected = 0;
        // A part of the placements of the edges, since each takes 16 * 1680 products.
        let is_taken = |a: &[usize; 4]| a[0] == 3 && a[1] == 6;
        for a in placements.iter().filter(|a| is_taken(a)) {
            for flips in 0..16 {
                let all = (0..4).map(|edge| places[edge][a[edge]][flips >> edge & 1]);
                expected += corners(all.reduce(|a, b| both(&a, &b)).unwrap());
            }
        }
        // Nothing is allowed at the other positions of the first two edges.
        for (edge, kept) in [(0, 3), (1, 6)] {
            places[edge]
                .iter_mut()
                .enumerate()
                .filter(|(a, _)| *a != kept)
                .for_each(|(_, of)| *of = [[0; 4]; 2]);
        }
        assert_eq!(arrangements(&places), expected);
        let full = [[[[0xff_ffff; 4]; 2]; 8]; 4];
        assert_eq!(arrangements(&full), 16 * 1680 * 1680 * 81);
    }
}
