//! The distribution of the best slot of any set of colours, over all states of the cube, in parts.
//!
//! The placements of the twelve edges are enumerated up to the symmetries of the set of colours (see
//! `placement_classes`); [`edge_ways`](super::edge_ways) counts the states of each. A part is a class of placements of
//! the first colour's edges.

use cubiform_cube::{Color, Face};
#[cfg(target_arch = "x86_64")]
use cubiform_tables::machine::InstructionSet;
use cubiform_threads::CancelToken;

use super::CUBE_STATES;
use super::corner_ways::Scratch;
use super::edge_ways::{EdgeWays, WAYS};
use super::slot_distances::SlotDistances;
#[cfg(target_arch = "x86_64")]
use super::vectors::{Avx2, Avx512};
use super::vectors::{Portable, Vectors};
use crate::flips::CrossEdges;
use crate::placement_classes::{PlacementClasses, SHARES, placements, remaining};

/// A counter of the states of the cube by the best slot of several colours.
pub(super) struct ManyColors<'a> {
    classes: PlacementClasses,
    ways: EdgeWays<'a>,
}

/// The number of states, in [`SHARES`], that are at least 0, 1, 2, ... moves away.
pub(super) type Tally = Vec<u128>;

impl ManyColors<'_> {
    /// Returns the counter for these colours.
    ///
    /// # Panics
    /// If there are no colours.
    pub(super) fn new<'a>(distances: &'a SlotDistances, colors: &[Color]) -> ManyColors<'a> {
        let classes = PlacementClasses::new(colors, |_| true);
        let ways = EdgeWays::new(distances, &classes.faces);
        ManyColors { classes, ways }
    }

    /// Returns the number of parts.
    pub(super) fn parts(&self) -> usize {
        self.classes.representatives.len()
    }

    /// Adds a part to a tally, with the widest vector instructions available. If the count is cancelled, the tally is
    /// incomplete.
    pub(super) fn add_part(&self, part: usize, tally: &mut Tally, cancel: &CancelToken) {
        #[cfg(target_arch = "x86_64")]
        {
            match InstructionSet::chosen() {
                // SAFETY: the chosen instruction set is available and includes these features.
                InstructionSet::Avx512 => return unsafe { add_part_avx512(self, part, tally, cancel) },
                // SAFETY: as above.
                InstructionSet::Avx2 => return unsafe { add_part_avx2(self, part, tally, cancel) },
                InstructionSet::Scalar => {}
            }
        }
        self.add_part_with(Portable, part, tally, cancel);
    }

    #[inline(always)]
    fn add_part_with<V: Vectors>(&self, vectors: V, part: usize, tally: &mut Tally, cancel: &CancelToken) {
        let class = self.classes.part(part);
        let (up, size) = self.classes.representatives[class];
        let mut positions = [0; 12];
        CrossEdges::new(Face::U)
            .edges
            .iter()
            .zip(up)
            .for_each(|(edge, position)| positions[*edge] = position);
        let free = remaining::<12, 8>(std::array::from_fn(|position| position as u8), &up);
        let middles = placements(4, 4);
        let mut scratch = Scratch::new();
        for down in placements(8, 4) {
            let down = down.map(|place| free[usize::from(place)]);
            positions[4..8].copy_from_slice(&down);
            if self.classes.is_opposite_below(class, &positions) {
                continue;
            }
            let left = remaining::<8, 4>(free, &down);
            for middle in &middles {
                positions[8..].copy_from_slice(&middle.map(|place| left[usize::from(place)]));
                let Some(ties) = self.classes.ties(class, &positions) else { continue };
                if cancel.is_cancelled() {
                    return;
                }
                let weight = u128::from(size * (SHARES / ties as u64));
                tally[0] += u128::from(WAYS) * weight;
                for (k, sum) in (0..).zip(tally.iter_mut()).skip(1) {
                    let ways = self.ways.count(vectors, &positions, k, &mut scratch);
                    if ways == 0 {
                        break;
                    }
                    *sum += u128::from(ways) * weight;
                }
            }
        }
    }
}

/// Returns the numbers of states of the tally of all parts, or `None` if the tally does not count every state once.
pub(super) fn states_of_tally(colors: &[Color], tally: &Tally) -> Option<Vec<u128>> {
    let unit = states_unit(colors);
    let is_whole = tally.iter().all(|sum| sum.is_multiple_of(unit));
    (is_whole && tally[0] / unit == CUBE_STATES).then(|| tally.iter().map(|sum| sum / unit).collect())
}

/// Returns what a state adds to a tally of all parts.
pub(super) fn states_unit(colors: &[Color]) -> u128 {
    // Up to six colours are in the orbit, so the division leaves no rest.
    u128::from(SHARES / PlacementClasses::new(colors, |_| true).orbit())
}

/// `add_part_with`, compiled for vectors of 256 bits.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_part_avx2(counter: &ManyColors<'_>, part: usize, tally: &mut Tally, cancel: &CancelToken) {
    // SAFETY: this function has the features of the vectors.
    counter.add_part_with(unsafe { Avx2::new() }, part, tally, cancel);
}

/// `add_part_with`, compiled for vectors of 512 bits.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2")]
fn add_part_avx512(counter: &ManyColors<'_>, part: usize, tally: &mut Tally, cancel: &CancelToken) {
    // SAFETY: this function has the features of the vectors.
    counter.add_part_with(unsafe { Avx512::new() }, part, tally, cancel);
}

#[cfg(test)]
mod tests {
    use super::super::slot_distances::tests::distances;
    use super::*;

    /// Returns the placements of a class that are counted, with their weights.
    fn counted(classes: &PlacementClasses, class: usize) -> Vec<([u8; 12], u128)> {
        let (up, size) = classes.representatives[class];
        let free = remaining::<12, 8>(std::array::from_fn(|position| position as u8), &up);
        let mut positions = [0; 12];
        CrossEdges::new(Face::U).edges.iter().zip(up).for_each(|(edge, at)| positions[*edge] = at);
        let mut counted = Vec::new();
        for down in placements(8, 4) {
            let down = down.map(|place| free[usize::from(place)]);
            positions[4..8].copy_from_slice(&down);
            if classes.is_opposite_below(class, &positions) {
                continue;
            }
            let left = remaining::<8, 4>(free, &down);
            for middle in placements(4, 4) {
                positions[8..].copy_from_slice(&middle.map(|place| left[usize::from(place)]));
                if let Some(ties) = classes.ties(class, &positions) {
                    counted.push((positions, u128::from(size * (SHARES / ties as u64))));
                }
            }
        }
        counted
    }

    #[test]
    fn parts_equal_the_sums_over_their_placements() {
        let counter = ManyColors::new(distances(), &Color::list("WYRO").unwrap());
        // The last classes have the fewest placements.
        let is_small = |part: &usize| {
            let class = counter.classes.part(*part);
            class > counter.parts() * 9 / 10 && (1..20).contains(&counted(&counter.classes, class).len())
        };
        let part = (0..counter.parts()).find(is_small).unwrap();
        let mut expected = vec![0; distances().largest() + 1];
        for (positions, weight) in counted(&counter.classes, counter.classes.part(part)) {
            expected[0] += u128::from(WAYS) * weight;
            for (k, sum) in expected.iter_mut().enumerate().skip(1) {
                let ways = counter.ways.count(Portable, &positions, k, &mut Scratch::new());
                *sum += u128::from(ways) * weight;
            }
        }
        // With the instruction set of this machine.
        let mut tally = vec![0; distances().largest() + 1];
        counter.add_part(part, &mut tally, &CancelToken::never());
        assert_eq!(tally, expected);
    }

    #[test]
    fn weights_of_all_placements_add_up_to_the_number_of_states() {
        for letters in ["all", "WYRO"] {
            let colors = Color::list(letters).unwrap();
            let classes = PlacementClasses::new(&colors, |_| true);
            let weights = (0..classes.representatives.len())
                .map(|class| counted(&classes, class).iter().map(|(_, weight)| weight).sum::<u128>());
            let tally = weights.sum::<u128>() * u128::from(WAYS);
            assert_eq!(states_of_tally(&colors, &vec![tally]), Some(vec![CUBE_STATES]), "{letters}");
        }
    }
}
