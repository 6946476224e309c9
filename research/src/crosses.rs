//! The distribution of the minimum cross length over several bottom colours, over all 12! * 2^11 states of the edges.
//!
//! For each placement of the twelve edges, `flips` counts the orientations in which no cross of these colours is closer
//! than 1, 2, ... 8 moves. Placements are enumerated in three nested loops: the four edges of one of the colours, those
//! of the opposite colour, and the other four. Edges that belong to no requested cross are not enumerated; their
//! arrangements are a factor of the result.
//!
//! Placements are reduced by symmetry, as `placement_classes` describes.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use cubiform_cube::goal::{CROSS, Target};
use cubiform_cube::{Color, Face, Symmetry};
use cubiform_stats::Histogram;
#[cfg(target_arch = "x86_64")]
use cubiform_tables::machine::InstructionSet;
use cubiform_threads::{CancelToken, Threads};

use crate::Watch;
use crate::cross_distances::{CrossDistances, PLACEMENT_INDICES, is_cross_goal, placement_index};
use crate::flips::{ALL_FLIPS, CrossEdges, FlipSets, LEVELS, UpDownSets};
use crate::placement_classes::{PlacementClasses, SHARES, face_placement_index, placements, remaining};

/// The number of states of the twelve edges: 12! * 2^11.
pub const STATES: u64 = 980_995_276_800;

/// The number of orientations of the twelve edges.
const ORIENTATIONS: u64 = 1 << 11;

/// The error for a goal with pieces other than the four bottom edges, a goal that depends on the side, or one with
/// distances of more than eight moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "only a goal of the four bottom edges that is the same from every side, such as cross or cross + offset D, has \
     an exact distribution over several colours"
)]
pub struct NotACrossGoal;

/// A counter of all states of the edges by the minimum length of a cross goal over several bottom colours.
pub struct CrossCounter {
    /// The edges of D, and those of the middle layer, that are in a requested cross.
    bottom_edges: Vec<usize>,
    middle_edges: Vec<usize>,
    /// The flip sets of the cross of each face, by the placement index of its edges. Empty for a colour that is not
    /// requested.
    flip_sets: [Vec<FlipSets>; 6],
    /// The classes of the placements, by which they are reduced.
    classes: PlacementClasses,
}

/// The number of states that are at least 0, 1, 2, ... moves away, by the number of colours tied for the lowest class.
type Tally = [[u64; LEVELS + 1]; 7];

/// The edges between U and D.
const MIDDLE: [usize; 4] = [8, 9, 10, 11];

impl CrossCounter {
    /// Creates the counter for these bottom colours; repeated colours count once.
    ///
    /// # Errors
    /// If the goal depends on pieces other than the bottom edges or on the side, or has distances of more than eight
    /// moves.
    ///
    /// # Panics
    /// If there are no colours.
    pub fn new(target: &Target, colors: &[Color]) -> Result<CrossCounter, NotACrossGoal> {
        if !is_cross_goal(target) {
            return Err(NotACrossGoal);
        }
        let distances = CrossDistances::new(target);
        if usize::from(distances.largest()) > LEVELS {
            return Err(NotACrossGoal);
        }
        Ok(CrossCounter::with_symmetries(&distances, colors, |_| true))
    }

    /// Like [`new`](CrossCounter::new), reduced only by the symmetries in `group`.
    fn with_symmetries(
        distances: &CrossDistances,
        colors: &[Color],
        group: impl Fn(Symmetry) -> bool,
    ) -> CrossCounter {
        let classes = PlacementClasses::new(colors, group);
        let faces = &classes.faces;
        let flip_sets = Face::ALL.map(|face| match faces.contains(&face) {
            true => flip_sets(distances, face),
            false => Vec::new(),
        });
        let is_in_a_cross =
            |edge: &usize| faces.iter().any(|face| CrossEdges::new(*face).edges.contains(edge));
        let in_crosses = |edges: [usize; 4]| edges.into_iter().filter(is_in_a_cross).collect();
        let (bottom_edges, middle_edges) = (in_crosses(CROSS), in_crosses(MIDDLE));
        CrossCounter { bottom_edges, middle_edges, flip_sets, classes }
    }

    /// Counts the states by distance, on these threads. Returns `None` if the count was cancelled.
    pub fn count(&self, threads: &Threads, watch: &Watch<'_>) -> Option<Histogram> {
        let parts = self.classes.representatives.len();
        let next = AtomicUsize::new(0);
        let total: Mutex<Tally> = Mutex::new(Tally::default());
        let work = || {
            let mut tally = Tally::default();
            loop {
                let part = next.fetch_add(1, Ordering::Relaxed);
                if part >= parts || watch.cancel.is_cancelled() {
                    break;
                }
                (watch.report)(part as u64, parts as u64);
                self.count_class(self.classes.part(part), &mut tally, watch.cancel);
            }
            let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
            for (sum, count) in total.as_flattened_mut().iter_mut().zip(tally.as_flattened()) {
                *sum += count;
            }
        };
        threads.run(work);
        if watch.cancel.is_cancelled() {
            return None;
        }
        Some(self.histogram(&total.into_inner().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Returns the histogram of a complete tally.
    fn histogram(&self, tally: &Tally) -> Histogram {
        let others = 8 - self.bottom_edges.len() as u64 - self.middle_edges.len() as u64;
        let ways: u64 = (1..=others).product();
        let at_least: Vec<u64> = (0..=LEVELS)
            .map(|level| {
                let shares = (1..7u64).map(|ties| tally[ties as usize][level] * (SHARES / ties)).sum::<u64>();
                let states = shares * self.classes.orbit();
                assert_eq!(
                    states % SHARES,
                    0,
                    "the weights of equivalent placements add up to whole numbers"
                );
                states / SHARES * ways
            })
            .collect();
        let exactly = |level: usize| at_least[level] - at_least.get(level + 1).unwrap_or(&0);
        let histogram = Histogram::new((0..=LEVELS).map(exactly).collect::<Vec<_>>());
        assert_eq!(histogram.total(), STATES, "every state is counted once");
        histogram
    }

    /// Adds the placements whose first colour has this class to a tally, with the widest vector instructions available.
    fn count_class(&self, class: usize, tally: &mut Tally, cancel: &CancelToken) {
        #[cfg(target_arch = "x86_64")]
        {
            match InstructionSet::chosen() {
                // SAFETY: the chosen instruction set is available and includes these features.
                InstructionSet::Avx512 => return unsafe { walk_avx512(self, class, tally, cancel) },
                // SAFETY: as above.
                InstructionSet::Avx2 => return unsafe { walk_avx2(self, class, tally, cancel) },
                InstructionSet::Scalar => {}
            }
        }
        self.walk_class(class, tally, cancel);
    }

    #[inline(always)]
    fn walk_class(&self, class: usize, tally: &mut Tally, cancel: &CancelToken) {
        let (up, weight) = self.classes.representatives[class];
        let mut positions = [0; 12];
        CrossEdges::new(Face::U)
            .edges
            .iter()
            .zip(up)
            .for_each(|(edge, position)| positions[*edge] = position);
        let free = remaining::<12, 8>(std::array::from_fn(|position| position as u8), &up);
        let inner = placements(8 - self.bottom_edges.len(), self.middle_edges.len());
        let mut up_down = UpDownSets::EMPTY;
        for down in placements(8, self.bottom_edges.len()) {
            if cancel.is_cancelled() {
                // The tally is discarded.
                return;
            }
            let down = down.map(|place| free[usize::from(place)]);
            let down = &down[..self.bottom_edges.len()];
            self.bottom_edges.iter().zip(down).for_each(|(edge, position)| positions[*edge] = *position);
            if self.classes.is_opposite_below(class, &positions) {
                continue;
            }
            let left = remaining::<8, 8>(free, down);
            let mut is_set = false;
            for middle in &inner {
                let middle = middle.iter().map(|place| left[usize::from(*place)]);
                self.middle_edges.iter().zip(middle).for_each(|(edge, position)| positions[*edge] = position);
                let Some(ties) = self.classes.ties(class, &positions) else { continue };
                if !is_set {
                    up_down.set(self.sets_at(Face::U, &positions), self.sets_at(Face::D, &positions));
                    is_set = true;
                }
                let sides = [Face::F, Face::B, Face::R, Face::L].map(|face| self.sets_at(face, &positions));
                let counts = up_down.count(sides);
                tally[ties][0] += ORIENTATIONS * weight;
                for (sum, count) in tally[ties][1..].iter_mut().zip(counts) {
                    *sum += count * weight;
                }
            }
        }
    }

    /// Returns the flip sets of the cross of a face.
    #[inline(always)]
    fn sets_at(&self, face: Face, positions: &[u8; 12]) -> &FlipSets {
        self.flip_sets[face.index()].get(face_placement_index(face, positions)).unwrap_or(&ALL_FLIPS)
    }
}

/// `walk_class`, compiled for wider vectors.
#[cfg(target_arch = "x86_64")]
macro_rules! walk_with {
    ($name:ident, $features:literal) => {
        #[target_feature(enable = $features)]
        fn $name(by_color: &CrossCounter, class: usize, tally: &mut Tally, cancel: &CancelToken) {
            by_color.walk_class(class, tally, cancel);
        }
    };
}

#[cfg(target_arch = "x86_64")]
walk_with!(walk_avx2, "avx2,popcnt");
#[cfg(target_arch = "x86_64")]
walk_with!(walk_avx512, "avx512f,avx512vl,avx512vpopcntdq,avx2,popcnt");

/// Returns the flip sets of the cross of a face, by the placement index of its edges.
fn flip_sets(distances: &CrossDistances, face: Face) -> Vec<FlipSets> {
    let cross = CrossEdges::new(face);
    let distance = distances.for_color(face.color(), cross.edges);
    let mut sets = vec![[0; LEVELS]; PLACEMENT_INDICES];
    for positions in placements(12, 4) {
        let places = |flips: usize| std::array::from_fn(|i| 2 * positions[i] + (flips >> i & 1) as u8);
        sets[placement_index(positions)] = cross.flip_sets(|flips| distance(places(flips)));
    }
    sets
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use super::*;
    use cubiform_cube::goal::Variant;
    use cubiform_cube::random;
    use cubiform_stats::Subset;
    use cubiform_stats::distribution::{ColorGoal, StateCounts};
    use cubiform_tables::catalogue::Entry;

    fn colors(letters: &str) -> Vec<Color> {
        letters.chars().map(|letter| Color::from_name(&letter.to_string()).unwrap()).collect()
    }

    fn cross() -> Target {
        Variant::std().stages.remove(0).choices.remove(0)
    }

    fn counted(target: &Target, letters: &str) -> Histogram {
        CrossCounter::new(target, &colors(letters)).unwrap().count(&Threads::new(2), &Watch::quiet()).unwrap()
    }

    fn six_colors() -> &'static Histogram {
        static COUNTED: OnceLock<Histogram> = OnceLock::new();
        COUNTED.get_or_init(|| counted(&cross(), "WYORGB"))
    }

    #[test]
    fn cancelled_count_returns_promptly() {
        let counted = CrossCounter::new(&cross(), &colors("WYORGB")).unwrap();
        // Other processes may delay a count, so one prompt return in several attempts is enough.
        let took = (0..6).map(|_| {
            let cancel = CancelToken::new();
            std::thread::scope(|scope| {
                let count =
                    || counted.count(&Threads::new(2), &Watch { cancel: &cancel, report: &|_, _| {} });
                let counting = scope.spawn(move || (count(), std::time::Instant::now()));
                std::thread::sleep(std::time::Duration::from_millis(100));
                let since = std::time::Instant::now();
                cancel.cancel();
                let (histogram, ended) = counting.join().unwrap();
                assert!(histogram.is_none());
                ended.saturating_duration_since(since)
            })
        });
        let most = std::time::Duration::from_millis(if cfg!(debug_assertions) { 100 } else { 10 });
        let least = { took }.find(|took| *took < most);
        assert!(least.is_some());
    }

    #[test]
    fn one_color_distribution_is_a_multiple_of_the_catalogue() {
        let known: Vec<u64> =
            Entry::named("cross").unwrap().histogram.iter().map(|count| count * 5_160_960).collect();
        for color in ["W", "Y", "R", "BB"] {
            assert_eq!(counted(&cross(), color).counts(), known, "{color}");
        }
    }

    /// The crosses of opposite colours share no edge, so their flips are independent.
    #[test]
    fn opposite_colors_match_products_over_disjoint_placements() {
        for target in [cross(), Variant::pseudo().stages.remove(0).choices.remove(0)] {
            let distances = CrossDistances::new(&target);
            let at_least = |color: &str| -> Vec<(u16, [u64; 10])> {
                let color = colors(color)[0];
                let edges = CrossEdges::new(color.face()).edges;
                let distance = distances.for_color(color, edges);
                let number = |positions: [u8; 4]| {
                    let mut number = [0; 10];
                    for flips in 0..16u8 {
                        let places = std::array::from_fn(|i| 2 * positions[i] + (flips >> i & 1));
                        number[..=usize::from(distance(places))].iter_mut().for_each(|count| *count += 1);
                    }
                    (positions.iter().fold(0, |set, position| set | 1 << position), number)
                };
                placements(12, 4).into_iter().map(number).collect()
            };
            let (white, yellow) = (at_least("W"), at_least("Y"));
            let mut sums = [0; 10];
            for (set, white) in &white {
                for (_, yellow) in yellow.iter().filter(|(other, _)| other & set == 0) {
                    for ((sum, white), yellow) in sums.iter_mut().zip(white).zip(yellow) {
                        *sum += white * yellow;
                    }
                }
            }
            // The other four edges: 4! placements, and 2^4 orientations, half of them even.
            let expected: Vec<u64> = (0..9).map(|d| (sums[d] - sums[d + 1]) * 24 * 8).collect();
            assert_eq!(counted(&target, "WY"), Histogram::new(expected));
        }
    }

    /// Counts the crosses of these colours with the symmetries that a group contains.
    fn counted_with(letters: &str, group: fn(Symmetry) -> bool) -> Histogram {
        let distances = CrossDistances::new(&cross());
        CrossCounter::with_symmetries(&distances, &colors(letters), group)
            .count(&Threads::new(2), &Watch::quiet())
            .unwrap()
    }

    #[test]
    #[ignore = "takes minutes"]
    fn symmetry_reduction_does_not_change_the_counts_of_opposite_and_of_six_colors() {
        assert_eq!(counted_with("WY", |s| s == Symmetry::IDENTITY), counted_with("WY", |_| true));
        assert_eq!(counted_with("WYORGB", |s| !s.is_mirror()), *six_colors());
        assert_eq!(counted_with("WYORGB", |s| s.face(Face::U).axis() == Face::U.axis()), *six_colors());
    }

    #[test]
    fn symmetry_reduction_does_not_change_the_counts() {
        assert_eq!(counted_with("WG", |s| s == Symmetry::IDENTITY), counted_with("WG", |_| true));
        // The order of the colours and the rotation of the cube do not matter.
        assert_eq!(counted(&cross(), "WG"), counted(&cross(), "OY"));
    }

    /// The edges outside of a set of solved crosses can be arranged in any way with an even number of flips.
    #[test]
    fn solved_counts_match_inclusion_exclusion() {
        for letters in ["WY", "WG", "WYORGB"] {
            let colors = colors(letters);
            let counted = if colors.len() == 6 { six_colors().clone() } else { counted(&cross(), letters) };
            let solved = (1..1u32 << colors.len()).fold(0, |sum, set| {
                let is_in = |edge: &usize| {
                    let mut faces = colors.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
                    faces.any(|(_, color)| CrossEdges::new(color.face()).edges.contains(edge))
                };
                let left = (0..12).filter(|edge| !is_in(edge)).count() as u32;
                let arranged = (1..=i64::from(left)).product::<i64>() * (1 << left.saturating_sub(1));
                if set.count_ones() % 2 == 1 { sum + arranged } else { sum - arranged }
            });
            assert_eq!(counted.counts()[0], solved as u64, "{letters}");
        }
    }

    /// Counts of a placement, against the minimum distance of each of its orientations.
    #[test]
    fn placement_counts_match_enumerating_orientations() {
        let distances = CrossDistances::new(&cross());
        let distance_of =
            Face::ALL.map(|face| distances.for_color(face.color(), CrossEdges::new(face).edges));
        let by_color = CrossCounter::new(&cross(), &Color::COLUMNS).unwrap();
        for cube in random::states(11).take(200) {
            let positions = cube.edges().map(|place| place / 2);
            let mut up_down = UpDownSets::EMPTY;
            up_down.set(by_color.sets_at(Face::U, &positions), by_color.sets_at(Face::D, &positions));
            let sides = [Face::F, Face::B, Face::R, Face::L].map(|face| by_color.sets_at(face, &positions));
            let mut expected = [0; LEVELS];
            for flips in (0..1u32 << 12).filter(|flips| flips.count_ones() % 2 == 0) {
                let distance = |face: Face| {
                    let place = |edge: usize| 2 * positions[edge] + (flips >> edge & 1) as u8;
                    usize::from(distance_of[face.index()](CrossEdges::new(face).edges.map(place)))
                };
                let least = Face::ALL.map(distance).into_iter().min().unwrap();
                expected[..least].iter_mut().for_each(|count| *count += 1);
            }
            assert_eq!(up_down.count(sides), expected);
        }
    }

    /// The mean over all states against that of a sample, which would reveal an error of the weights.
    #[test]
    fn six_color_distribution_agrees_with_random_states() {
        let histogram = six_colors();
        let distances = CrossDistances::new(&cross());
        let distance_of =
            Face::ALL.map(|face| distances.for_color(face.color(), CrossEdges::new(face).edges));
        const SAMPLE: usize = 200_000;
        let least = |cube: cubiform_cube::Cube| {
            let of = |face: Face| {
                distance_of[face.index()](CrossEdges::new(face).edges.map(|edge| cube.edges()[edge]))
            };
            Face::ALL.map(of).into_iter().min().unwrap()
        };
        let mut sample = vec![0; LEVELS + 1];
        random::states(3).take(SAMPLE).for_each(|cube| sample[usize::from(least(cube))] += 1);
        let (mean, deviation) = (histogram.mean(), histogram.standard_deviation());
        let off = Histogram::new(sample.clone()).mean() - mean;
        assert!(off.abs() < 4.0 * deviation / (SAMPLE as f64).sqrt(), "{off}");
        for (count, share) in sample.iter().zip(histogram.shares()) {
            let expected = share * SAMPLE as f64;
            assert!((*count as f64 - expected).abs() < 4.5 * expected.sqrt() + 3.0, "{sample:?}");
        }
    }

    #[test]
    fn count_cancelled_by_its_report_returns_none() {
        let cancel = CancelToken::new();
        let report = |done, _| {
            if done > 5 {
                cancel.cancel();
            }
        };
        let watch = Watch { cancel: &cancel, report: &report };
        assert_eq!(
            CrossCounter::new(&cross(), &Color::COLUMNS).unwrap().count(&Threads::new(1), &watch),
            None
        );
    }

    /// Counts the states of these classes of sets, as (colours, pairs of opposite ones), and compares them with the
    /// stored ones.
    fn check_stored_counts(is_checked: impl Fn((usize, usize)) -> bool) {
        for goal in [ColorGoal::Cross, ColorGoal::PseudoCross] {
            let mut checked = Vec::new();
            for subset in Subset::every() {
                let class = (subset.size(), subset.opposite_pairs());
                if is_checked(class) && !checked.contains(&class) {
                    checked.push(class);
                    let colors: Vec<Color> = subset.colors().collect();
                    let counter = CrossCounter::new(&goal.stage().choices[0], &colors).unwrap();
                    let counted = counter.count(&Threads::new(2), &Watch::quiet());
                    assert_eq!(goal.known(subset), counted.map(StateCounts::from), "{goal:?} {subset}");
                }
            }
            assert!(checked.len() >= 3);
        }
    }

    #[test]
    fn stored_distributions_of_quick_classes_equal_counted_ones() {
        check_stored_counts(|class| [(1, 0), (2, 1), (6, 3)].contains(&class));
    }

    #[test]
    #[ignore = "takes minutes"]
    fn stored_distributions_of_all_classes_equal_counted_ones() {
        check_stored_counts(|_| true);
    }
}
