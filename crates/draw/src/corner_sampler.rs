//! Placements of the eight corners when each is restricted to some places: counted, and drawn uniformly.
//!
//! Corners are placed one after the other, the most restricted first. Dynamic programming over the set of positions
//! taken counts the placements of the first corners by the parity of their permutation and the sum of their twists: a
//! corner in position p adds as many inversions as positions above p are taken. The n corners that may be anywhere
//! follow in n! orders, half of which have either parity if n is at least two, with 3^(n-1) twists each.
//!
//! A *place* is 3 × position + twist.

use cubiform_cube::random::{below, orient, shuffle};
use cubiform_cube::state::is_odd;
use rand::Rng;

use super::at_weight;

/// The set of all places of a corner.
pub(super) const ANYWHERE: u32 = (1 << 24) - 1;

/// Numbers of placements by class: 3 × (1 if the permutation is odd) + sum of the twists modulo 3.
type ClassCounts = [u64; 6];

/// A counter and sampler of placements of corners, with memory that is reused.
pub(super) struct CornerSampler {
    /// Numbers of placements of the first restricted corners, by the set of positions taken.
    counts: Box<[ClassCounts; 256]>,
    /// The corners in the order in which they are placed.
    order: [u8; 8],
    /// The number of restricted corners, which come first in `order`.
    restricted: usize,
    /// Whether `order` is an odd permutation.
    is_order_odd: bool,
}

/// All sets of eight positions in ascending order of size.
const SETS: [u8; 256] = {
    let mut sets = [0; 256];
    let (mut size, mut next) = (0, 0);
    while size <= 8 {
        let mut set = 0;
        while set < 256 {
            if (set as u8).count_ones() == size {
                sets[next] = set as u8;
                next += 1;
            }
            set += 1;
        }
        size += 1;
    }
    sets
};

/// The index in [`SETS`] of the first set of each size.
const SET_OFFSETS: [usize; 10] = [0, 1, 9, 37, 93, 163, 219, 247, 255, 256];

/// Returns the sets of `size` of the eight positions.
pub(super) fn sets_of_size(size: usize) -> &'static [u8] {
    &SETS[SET_OFFSETS[size]..SET_OFFSETS[size + 1]]
}

/// Returns the parity of the inversions that a corner in `position` adds, given the set of positions taken.
fn inversion_parity(taken: usize, position: usize) -> usize {
    (taken >> (position + 1)).count_ones() as usize & 1
}

impl CornerSampler {
    pub(super) fn new() -> CornerSampler {
        CornerSampler { counts: Box::new([[0; 6]; 256]), order: [0; 8], restricted: 0, is_order_odd: false }
    }

    /// Returns the number of placements with each corner in one of its `places`, a sum of twists that is a multiple of
    /// three and, if `odd` is given, that parity of the permutation.
    pub(super) fn count(&mut self, places: &[u32; 8], odd: Option<bool>) -> u64 {
        let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
        order.sort_by_key(|corner| places[usize::from(*corner)].count_ones());
        self.restricted = places.iter().filter(|places| **places != ANYWHERE).count();
        if self.restricted == 7 {
            // A single unrestricted corner is not free: parity and twist sum determine its place.
            self.restricted = 8;
        }
        (self.order, self.is_order_odd) = (order, is_odd(&order));
        self.counts.fill([0; 6]);
        self.counts[0][0] = 1;
        for (size, corner) in order[..self.restricted].iter().enumerate() {
            let mut is_any = false;
            for taken in sets_of_size(size).iter().map(|set| usize::from(*set)) {
                let from = self.counts[taken];
                if from == [0; 6] {
                    continue;
                }
                for position in (0..8).filter(|position| taken >> position & 1 == 0) {
                    let twists = places[usize::from(*corner)] >> (3 * position) & 7;
                    let odd = 3 * inversion_parity(taken, position);
                    let to = &mut self.counts[taken | 1 << position];
                    for twist in (0..3).filter(|twist| twists >> twist & 1 == 1) {
                        is_any = true;
                        for (class, count) in from.iter().enumerate() {
                            to[(class / 3 * 3 + odd) % 6 + (class + twist) % 3] += count;
                        }
                    }
                }
            }
            if !is_any {
                return 0;
            }
        }
        let ends = sets_of_size(self.restricted).iter();
        ends.map(|taken| (0..6).map(|class| self.completions(usize::from(*taken), class, odd)).sum::<u64>())
            .sum()
    }

    /// Returns the number of placements of all corners that extend the restricted corners' placements of one class.
    fn completions(&self, taken: usize, class: usize, odd: Option<bool>) -> u64 {
        let free = 8 - self.restricted as u64;
        let count = self.counts[taken][class];
        if free == 0 {
            let is_odd = (class >= 3) != self.is_order_odd;
            return if class.is_multiple_of(3) && odd.is_none_or(|odd| odd == is_odd) { count } else { 0 };
        }
        let orders: u64 = (1..=free).product();
        count * orders / if odd.is_some() { 2 } else { 1 } * 3u64.pow(free as u32 - 1)
    }

    /// Draws one of the counted placements uniformly. Returns the place of each corner.
    ///
    /// # Panics
    /// If no placement is allowed.
    pub(super) fn draw(&mut self, rng: &mut impl Rng, places: &[u32; 8], odd: Option<bool>) -> [u8; 8] {
        let total = self.count(places, odd);
        let index = below(rng, total);
        let ends =
            sets_of_size(self.restricted).iter().flat_map(|taken| (0..6).map(move |class| (*taken, class)));
        let counts = ends.map(|(taken, class)| {
            let taken = usize::from(taken);
            ((taken, class), self.completions(taken, class, odd))
        });
        let ((end, class), _) = at_weight(counts, index);
        let mut placed = [0; 8];
        let (mut taken, mut class) = (end, class);
        for corner in self.order[..self.restricted].iter().rev().map(|corner| usize::from(*corner)) {
            let index = below(rng, self.counts[taken][class]);
            let last = (0..24usize)
                .filter(|place| taken >> (place / 3) & 1 == 1 && places[corner] >> place & 1 == 1);
            let counts = last.map(|place| {
                let before = taken & !(1 << (place / 3));
                let odd = 3 * inversion_parity(before, place / 3);
                let class_before = (class / 3 * 3 + odd) % 6 + (class + 3 - place % 3) % 3;
                ((place, before, class_before), self.counts[before][class_before])
            });
            let ((place, before, class_before), _) = at_weight(counts, index);
            placed[corner] = place as u8;
            (taken, class) = (before, class_before);
        }
        debug_assert_eq!((taken, class), (0, 0));
        let free: Vec<usize> =
            self.order[self.restricted..].iter().map(|corner| usize::from(*corner)).collect();
        let positions = (0..8).filter(|position| end >> position & 1 == 0).collect();
        place_free(rng, &free, positions, 3, odd, &mut placed);
        placed
    }
}

/// Draws places for the `free` pieces in the `positions` left, given the places of the others. The orientations of all
/// sum to a multiple of their number, and the permutation of all has the parity `odd` if that is given and at least two
/// pieces are free. All such placements are equally likely.
pub(super) fn place_free<const N: usize>(
    rng: &mut impl Rng,
    free: &[usize],
    mut positions: Vec<u8>,
    orientations: u8,
    odd: Option<bool>,
    places: &mut [u8; N],
) {
    let others = (0..N).filter(|piece| !free.contains(piece));
    let oriented = others.map(|piece| places[piece] % orientations).sum();
    let mut drawn = vec![0; free.len()];
    shuffle(rng, &mut positions);
    orient(rng, orientations, oriented, &mut drawn);
    let place = |positions: &[u8], places: &mut [u8; N]| {
        for ((piece, position), orientation) in free.iter().zip(positions).zip(&drawn) {
            places[*piece] = orientations * position + orientation;
        }
    };
    place(&positions, places);
    let is_odd = is_odd(&places.map(|place| place / orientations));
    if odd.is_some_and(|odd| odd != is_odd) && positions.len() > 1 {
        // Exchanging two pieces is a bijection between the odd and the even permutations.
        positions.swap(0, 1);
        place(&positions, places);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::random::generator;
    use std::collections::HashMap;

    /// Returns all placements, found by trying each.
    fn list_placements(places: &[u32; 8], odd: Option<bool>) -> Vec<[u8; 8]> {
        fn go(places: &[u32; 8], odd: Option<bool>, placed: &mut Vec<u8>, placements: &mut Vec<[u8; 8]>) {
            let corner = placed.len();
            if corner == 8 {
                let all: [u8; 8] = placed[..].try_into().unwrap();
                let order = all.map(|place| place / 3);
                let twist: u8 = all.iter().map(|place| place % 3).sum();
                if twist.is_multiple_of(3) && odd.is_none_or(|odd| odd == is_odd(&order)) {
                    placements.push(all);
                }
                return;
            }
            for place in (0..24u8).filter(|place| places[corner] >> place & 1 == 1) {
                if placed.iter().all(|other| other / 3 != place / 3) {
                    placed.push(place);
                    go(places, odd, placed, placements);
                    placed.pop();
                }
            }
        }
        let mut all = Vec::new();
        go(places, odd, &mut Vec::new(), &mut all);
        all
    }

    fn random_places(rng: &mut impl Rng, each: u64) -> [u32; 8] {
        std::array::from_fn(|_| (0..each).fold(0, |set, _| set | 1 << below(rng, 24)))
    }

    #[test]
    fn counts_equal_brute_force() {
        let mut rng = generator(1);
        let mut corners = CornerSampler::new();
        let mut total = 0;
        for round in 0..300 {
            let places = random_places(&mut rng, 3 + round % 5);
            for odd in [None, Some(false), Some(true)] {
                let count = corners.count(&places, odd);
                assert_eq!(count, list_placements(&places, odd).len() as u64, "{places:?} {odd:?}");
                total += count;
            }
        }
        assert!(total > 10_000, "{total}");
    }

    #[test]
    fn unrestricted_corners_count_like_almost_unrestricted_ones() {
        let mut rng = generator(2);
        let mut corners = CornerSampler::new();
        assert_eq!(corners.count(&[ANYWHERE; 8], None), 88_179_840);
        assert_eq!(corners.count(&[ANYWHERE; 8], Some(true)), 44_089_920);
        for free in 1..=3 {
            let mut places = random_places(&mut rng, 2);
            // A corner with all places but one is counted as restricted.
            let (mut almost, hole) = (places, 1 << 5);
            let mut only = places;
            for corner in (8 - free..8).map(|i| i * 5 % 8) {
                places[corner] = ANYWHERE;
                (almost[corner], only[corner]) = (ANYWHERE, ANYWHERE);
            }
            let last = 7 * 5 % 8;
            (almost[last], only[last]) = (ANYWHERE & !hole, hole);
            for odd in [None, Some(false), Some(true)] {
                let sum = corners.count(&almost, odd) + corners.count(&only, odd);
                assert_eq!(corners.count(&places, odd), sum, "{free} {odd:?}");
            }
        }
    }

    #[test]
    fn draws_are_uniform_over_all_placements() {
        let mut rng = generator(3);
        let mut corners = CornerSampler::new();
        let mut tested = 0;
        while tested < 6 {
            let mut places = random_places(&mut rng, 3);
            if tested % 2 == 1 {
                // Two unrestricted corners.
                (places[2], places[5]) = (ANYWHERE, ANYWHERE);
            }
            for odd in [None, Some(true)] {
                let all = list_placements(&places, odd);
                if !(5..400).contains(&all.len()) {
                    continue;
                }
                tested += 1;
                let mut counts: HashMap<[u8; 8], u32> = all.iter().map(|way| (*way, 0)).collect();
                let draws = 100 * all.len();
                for _ in 0..draws {
                    *counts.get_mut(&corners.draw(&mut rng, &places, odd)).expect("a listed placement") += 1;
                }
                let statistic: f64 = counts.values().map(|n| (f64::from(*n) - 100.0).powi(2) / 100.0).sum();
                let degrees = (all.len() - 1) as f64;
                assert!(
                    (statistic - degrees).abs() < 4.5 * (2.0 * degrees).sqrt() + 5.0,
                    "{statistic} {degrees}"
                );
            }
        }
    }
}
