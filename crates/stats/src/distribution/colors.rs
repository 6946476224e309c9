//! The distribution of the shortest cross of several bottom colours, over all 12! * 2^11 states of the edges.
//!
//! For each placement of the twelve edges, `flips` counts the orientations for which no cross of these colours is
//! nearer than 1, 2, ... 8 moves. The placements are walked in three levels: the four edges of one of the colours,
//! those of the opposite one, the other four. Edges that are in no cross of these colours stand anyhow: one way is
//! counted for all.
//!
//! Of placements that a symmetry carries to each other one is enough. Let G be the symmetries that keep the set of
//! colours, H those of them that keep the first, and let the placements of a colour's edges up to H be its *rows*,
//! numbered for every colour to which G carries the first. A placement of the twelve is only counted if the row of
//! the first colour is not above those of the others; where it is equal to some of them, it would be counted as
//! often for each, and counts for as much less. Of its row, one placement stands for all. So for six colours a
//! 48th of the 12! placements is left, ten million.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use cubiform_cube::goal::{CROSS, Target};
use cubiform_cube::piece::EDGE_IMAGE;
use cubiform_cube::{Color, Face, Symmetry};
use cubiform_tables::placement;

use super::bottom::{Distances, PLACEMENTS, digits, is_of_the_bottom};
use super::flips::{ALL, Allowed, Between, LEVELS, Legs};
use crate::Histogram;

/// The states of the twelve edges: 12! * 2^11.
pub const STATES: u64 = 980_995_276_800;

/// Orientations of the twelve edges.
const ORIENTATIONS: u64 = 1 << 11;

/// What a count tells and asks while it runs.
pub struct Watch<'a> {
    /// Set it to stop.
    pub cancel: &'a AtomicBool,
    /// Called now and then, from any thread, with the parts done and all parts: these take about the same time each.
    pub report: &'a (dyn Fn(u64, u64) + Sync),
}

impl Watch<'static> {
    /// Tells nobody and is never stopped.
    pub fn quiet() -> Watch<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Watch { cancel: &NEVER, report: &|_, _| {} }
    }
}

/// A goal whose distances depend on more than where the four bottom edges stand, or on the side it is seen from, or
/// are more than eight moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "only a goal of the four bottom edges that looks the same from all sides, such as cross or cross + offset D, has \
     an exact distribution over several colours"
)]
pub struct NotOfTheBottom;

/// A goal of the bottom's edges, seen with each of several colours at the bottom.
pub struct ByColor {
    /// The edges of D, and of the layer between, that are in a cross that is asked for.
    below: Vec<usize>,
    middle: Vec<usize>,
    /// By face: what its cross allows, by the digits of its edges' positions; nothing for a colour not asked for.
    allowed: [Vec<Allowed>; 6],
    /// For each colour to which a symmetry of the set carries the first, and for that itself: the row of its edges, by
    /// the digits of their positions.
    rows: Vec<(Face, Vec<u16>)>,
    /// By row: the positions of the four edges of U that stand for it, and for how many it stands.
    firsts: Vec<([u8; 4], u64)>,
}

/// By the number of colours whose row is the least: the states, and those that are at least 1, 2, ... moves away.
type Tally = [[u64; LEVELS + 1]; 7];

/// The edges between U and D.
const MIDDLE: [usize; 4] = [8, 9, 10, 11];

impl ByColor {
    /// The goal for these bottom colours; one that is named twice counts once.
    ///
    /// # Errors
    /// If the goal is not of the bottom's edges alone, or not the same from all sides.
    ///
    /// # Panics
    /// If there are no colours.
    pub fn new(target: &Target, colors: &[Color]) -> Result<ByColor, NotOfTheBottom> {
        if !is_of_the_bottom(target) {
            return Err(NotOfTheBottom);
        }
        let distances = Distances::new(target);
        if usize::from(distances.largest()) > LEVELS {
            return Err(NotOfTheBottom);
        }
        Ok(ByColor::folded(&distances, colors, |_| true))
    }

    /// Folded only by those symmetries of the set of colours that are in this group.
    fn folded(distances: &Distances, colors: &[Color], group: impl Fn(Symmetry) -> bool) -> ByColor {
        let first = colors.first().expect("at least one colour").face();
        // The goal is the same for all colours: as many states are as far for these as for these turned as a whole.
        let to_up =
            Symmetry::rotations().find(|s| s.face(first) == Face::U).expect("a rotation for each face");
        let is_asked = |face: &Face| colors.iter().any(|color| to_up.face(color.face()) == *face);
        let faces: Vec<Face> = Face::ALL.into_iter().filter(is_asked).collect();
        let kept = |s: &Symmetry| faces.iter().all(|face| faces.contains(&s.face(*face)));
        let kept: Vec<Symmetry> = Symmetry::all().filter(kept).filter(|s| group(*s)).collect();
        let allowed = Face::ALL.map(|face| match faces.contains(&face) {
            true => allowed(distances, face),
            false => Vec::new(),
        });
        let keep_first: Vec<Symmetry> = kept.iter().copied().filter(|s| s.face(Face::U) == Face::U).collect();
        let (row_of, firsts) = fold(&keep_first);
        let to_first = |face: &Face| {
            let s = kept.iter().find(|s| s.face(*face) == Face::U)?;
            Some((*face, rows(*face, *s, &row_of)))
        };
        let rows = faces.iter().filter_map(to_first).collect();
        let is_concerned = |edge: &usize| faces.iter().any(|face| Legs::of(*face).edges.contains(edge));
        let concerned = |edges: [usize; 4]| edges.into_iter().filter(is_concerned).collect();
        let (below, middle) = (concerned(CROSS), concerned(MIDDLE));
        ByColor { below, middle, allowed, rows, firsts }
    }

    /// Counts the states by distance from the nearest of the goals; `None` if that was cancelled.
    pub fn count(&self, threads: usize, watch: &Watch<'_>) -> Option<Histogram> {
        let parts = self.firsts.len();
        // Low rows are above few others and take longer: all parts of the count are to have some of them.
        let stride =
            (parts * 5 / 8..).find(|stride| is_coprime(*stride, parts)).expect("there is a next prime");
        let next = AtomicUsize::new(0);
        let total: Mutex<Tally> = Mutex::new(Tally::default());
        let work = || {
            let mut tally = Tally::default();
            loop {
                let part = next.fetch_add(1, Ordering::Relaxed);
                if part >= parts || watch.cancel.load(Ordering::Relaxed) {
                    break;
                }
                (watch.report)(part as u64, parts as u64);
                self.part(part * stride % parts, &mut tally, watch.cancel);
            }
            let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
            for (sum, count) in total.as_flattened_mut().iter_mut().zip(tally.as_flattened()) {
                *sum += count;
            }
        };
        std::thread::scope(|scope| {
            // Where the system refuses a thread, those that there are do all.
            let start = |_: &usize| std::thread::Builder::new().spawn_scoped(scope, work).is_ok();
            let _started = (1..threads).take_while(start).count();
            work();
        });
        if watch.cancel.load(Ordering::Relaxed) {
            return None;
        }
        Some(self.histogram(&total.into_inner().unwrap_or_else(PoisonError::into_inner)))
    }

    /// The histogram that a tally of all parts comes to.
    fn histogram(&self, tally: &Tally) -> Histogram {
        /// The least number that one to six colours divide.
        const SHARES: u64 = 60;
        let others = 8 - self.below.len() as u64 - self.middle.len() as u64;
        let ways: u64 = (1..=others).product();
        let at_least: Vec<u64> = (0..=LEVELS)
            .map(|level| {
                let shares = (1..7u64).map(|ties| tally[ties as usize][level] * (SHARES / ties)).sum::<u64>();
                let states = shares * self.rows.len() as u64;
                assert_eq!(states % SHARES, 0, "placements that are alike count for one");
                states / SHARES * ways
            })
            .collect();
        let exactly = |level: usize| at_least[level] - at_least.get(level + 1).unwrap_or(&0);
        let histogram = Histogram::new((0..=LEVELS).map(exactly).collect::<Vec<_>>());
        assert_eq!(histogram.total(), STATES, "every state is counted once");
        histogram
    }

    /// Adds to a tally the placements that have the first colour's edges in this row, by the widest vectors that there
    /// are.
    fn part(&self, row: usize, tally: &mut Tally, cancel: &AtomicBool) {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq")
                && is_x86_feature_detected!("popcnt")
            {
                // SAFETY: the processor has these features.
                return unsafe { walk_avx512(self, row, tally, cancel) };
            }
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
                // SAFETY: the processor has these features.
                return unsafe { walk_avx2(self, row, tally, cancel) };
            }
        }
        self.walk(row, tally, cancel);
    }

    #[inline(always)]
    fn walk(&self, row: usize, tally: &mut Tally, cancel: &AtomicBool) {
        let (up, weight) = self.firsts[row];
        let mut positions = [0; 12];
        Legs::of(Face::U).edges.iter().zip(up).for_each(|(edge, position)| positions[*edge] = position);
        let free = without::<12, 8>(std::array::from_fn(|position| position as u8), &up);
        let inner = placements(8 - self.below.len(), self.middle.len());
        let mut between = Between::NOTHING;
        for down in placements(8, self.below.len()) {
            if cancel.load(Ordering::Relaxed) {
                // What has been counted is of no use.
                return;
            }
            let down = down.map(|place| free[usize::from(place)]);
            let down = &down[..self.below.len()];
            self.below.iter().zip(down).for_each(|(edge, position)| positions[*edge] = *position);
            let below = |(face, rows): &(Face, Vec<u16>)| {
                *face == Face::D && rows[of(*face, &positions)] < row as u16
            };
            if self.rows.iter().any(below) {
                continue;
            }
            let left = without::<8, 8>(free, down);
            let mut is_set = false;
            for middle in &inner {
                let middle = middle.iter().map(|place| left[usize::from(*place)]);
                self.middle.iter().zip(middle).for_each(|(edge, position)| positions[*edge] = position);
                let Some(ties) = self.ties(row as u16, &positions) else { continue };
                if !is_set {
                    between.set(self.allowed(Face::U, &positions), self.allowed(Face::D, &positions));
                    is_set = true;
                }
                let around = [Face::F, Face::B, Face::R, Face::L].map(|face| self.allowed(face, &positions));
                let counts = between.count(around);
                tally[ties][0] += ORIENTATIONS * weight;
                for (sum, count) in tally[ties][1..].iter_mut().zip(counts) {
                    *sum += count * weight;
                }
            }
        }
    }

    /// How many colours have this row, if it is the least.
    #[inline(always)]
    fn ties(&self, row: u16, positions: &[u8; 12]) -> Option<usize> {
        let mut ties = 0;
        for (face, rows) in &self.rows {
            let other = rows[of(*face, positions)];
            if other < row {
                return None;
            }
            ties += usize::from(other == row);
        }
        Some(ties)
    }

    /// What a cross allows.
    #[inline(always)]
    fn allowed(&self, face: Face, positions: &[u8; 12]) -> &Allowed {
        self.allowed[face.index()].get(of(face, positions)).unwrap_or(&ALL)
    }
}

/// The walk, compiled for wider vectors.
#[cfg(target_arch = "x86_64")]
macro_rules! walk_with {
    ($name:ident, $features:literal) => {
        #[target_feature(enable = $features)]
        fn $name(of: &ByColor, row: usize, tally: &mut Tally, cancel: &AtomicBool) {
            of.walk(row, tally, cancel);
        }
    };
}

#[cfg(target_arch = "x86_64")]
walk_with!(walk_avx2, "avx2,popcnt");
#[cfg(target_arch = "x86_64")]
walk_with!(walk_avx512, "avx512f,avx512vl,avx512vpopcntdq,avx2,popcnt");

/// The digits of where the edges of a face stand.
#[inline(always)]
fn of(face: Face, positions: &[u8; 12]) -> usize {
    digits(Legs::of(face).edges.map(|edge| positions[edge]))
}

/// Some positions without others; what is left over at the end is nothing.
#[inline(always)]
fn without<const N: usize, const M: usize>(positions: [u8; N], taken: &[u8]) -> [u8; M] {
    let mut left = [0; M];
    let free = positions.into_iter().filter(|position| !taken.contains(position));
    left.iter_mut().zip(free).for_each(|(left, position)| *left = position);
    left
}

/// All placements of up to four in so many positions; unused entries are 0.
fn placements(positions: usize, pieces: usize) -> Vec<[u8; 4]> {
    let placed = |rank| {
        let mut placed = [0; 4];
        placement::unrank(positions, rank, &mut placed[..pieces]);
        placed
    };
    (0..placement::count(positions, pieces)).map(placed).collect()
}

/// What the cross of a face allows, by the digits of its edges' positions.
fn allowed(distances: &Distances, face: Face) -> Vec<Allowed> {
    let legs = Legs::of(face);
    let distance = distances.seen(face.color(), legs.edges);
    let mut allowed = vec![[0; LEVELS]; PLACEMENTS];
    for positions in placements(12, 4) {
        let places = |flips: usize| std::array::from_fn(|i| 2 * positions[i] + (flips >> i & 1) as u8);
        allowed[digits(positions)] = legs.allowed(|flips| distance(places(flips)));
    }
    allowed
}

/// Where a symmetry carries the edges of `face`, which it carries to U: their positions in the order of those of U.
fn carried(s: Symmetry, face: Face, positions: [u8; 4]) -> [u8; 4] {
    let image = &EDGE_IMAGE[s.index()];
    Legs::of(Face::U).edges.map(|edge| {
        let is_source = |source: &usize| usize::from(image[*source]) == edge;
        let from = Legs::of(face).edges.iter().position(is_source).expect("the face is carried to U");
        image[usize::from(positions[from])]
    })
}

/// The placements of the edges of U up to symmetries that keep U: the row of each by its digits, and of each row the
/// placement that stands for it and how many it stands for.
fn fold(group: &[Symmetry]) -> (Vec<u16>, Vec<([u8; 4], u64)>) {
    let mut row_of = vec![u16::MAX; PLACEMENTS];
    let mut firsts = Vec::new();
    for positions in placements(12, 4) {
        let mut images: Vec<usize> = group.iter().map(|s| digits(carried(*s, Face::U, positions))).collect();
        images.sort_unstable();
        images.dedup();
        if row_of[images[0]] == u16::MAX {
            images.iter().for_each(|image| row_of[*image] = firsts.len() as u16);
            firsts.push((positions, images.len() as u64));
        }
    }
    (row_of, firsts)
}

/// The rows of the placements of the edges of `face`, which `s` carries to U, by their digits.
fn rows(face: Face, s: Symmetry, row_of: &[u16]) -> Vec<u16> {
    let mut rows = vec![u16::MAX; PLACEMENTS];
    for positions in placements(12, 4) {
        rows[digits(positions)] = row_of[digits(carried(s, face, positions))];
    }
    rows
}

fn is_coprime(a: usize, b: usize) -> bool {
    if b == 0 { a == 1 } else { is_coprime(b, a % b) }
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use super::*;
    use cubiform_cube::goal::Variant;
    use cubiform_cube::random;
    use cubiform_tables::catalogue::Entry;

    fn colors(letters: &str) -> Vec<Color> {
        letters.chars().map(|letter| Color::from_name(&letter.to_string()).unwrap()).collect()
    }

    fn cross() -> Target {
        Variant::std().stages.remove(0).choices.remove(0)
    }

    fn counted(target: &Target, letters: &str) -> Histogram {
        ByColor::new(target, &colors(letters)).unwrap().count(2, &Watch::quiet()).unwrap()
    }

    fn six_colors() -> &'static Histogram {
        static COUNTED: OnceLock<Histogram> = OnceLock::new();
        COUNTED.get_or_init(|| counted(&cross(), "WYORGB"))
    }

    #[test]
    fn count_ends_soon_after_it_is_cancelled() {
        let counted = ByColor::new(&cross(), &colors("WYORGB")).unwrap();
        // Other work on the machine may hold it up.
        let took = (0..6).map(|_| {
            let cancel = AtomicBool::new(false);
            std::thread::scope(|scope| {
                let count = || counted.count(2, &Watch { cancel: &cancel, report: &|_, _| {} });
                let counting = scope.spawn(move || (count(), std::time::Instant::now()));
                std::thread::sleep(std::time::Duration::from_millis(100));
                let since = std::time::Instant::now();
                cancel.store(true, Ordering::Relaxed);
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
    fn of_one_colour_each_state_of_its_edges_is_as_many_of_all() {
        let known: Vec<u64> =
            Entry::named("cross").unwrap().histogram.iter().map(|count| count * 5_160_960).collect();
        for color in ["W", "Y", "R", "BB"] {
            assert_eq!(counted(&cross(), color).counts(), known, "{color}");
        }
    }

    /// Of opposite colours: two placements that do not meet, with any flips each.
    #[test]
    fn of_two_opposite_colours_pairs_of_placements_multiply() {
        for target in [cross(), Variant::pseudo().stages.remove(0).choices.remove(0)] {
            let distances = Distances::new(&target);
            let at_least = |color: &str| -> Vec<(u16, [u64; 10])> {
                let color = colors(color)[0];
                let edges = Legs::of(color.face()).edges;
                let distance = distances.seen(color, edges);
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
            // The other four edges: 4! placements, 2^4 orientations of which half are even.
            let expected: Vec<u64> = (0..9).map(|d| (sums[d] - sums[d + 1]) * 24 * 8).collect();
            assert_eq!(counted(&target, "WY"), Histogram::new(expected));
        }
    }

    #[test]
    fn what_symmetries_fold_away_changes_nothing() {
        let distances = Distances::new(&cross());
        let count = |letters: &str, group: fn(Symmetry) -> bool| {
            ByColor::folded(&distances, &colors(letters), group).count(2, &Watch::quiet()).unwrap()
        };
        let alone = |s| s == Symmetry::IDENTITY;
        assert_eq!(count("WG", alone), count("WG", |_| true));
        if std::env::var_os("CUBIFORM_FULL_TESTS").is_some() {
            assert_eq!(count("WY", alone), count("WY", |_| true));
            assert_eq!(count("WYORGB", |s| !s.is_mirror()), *six_colors());
            assert_eq!(count("WYORGB", |s| s.face(Face::U).axis() == Face::U.axis()), *six_colors());
        }
        // Whichever is the first, and however they are held.
        assert_eq!(counted(&cross(), "WG"), counted(&cross(), "OY"));
    }

    /// Inclusion and exclusion: so many crosses solved leave so many edges, which are arranged in any way with even
    /// flips.
    #[test]
    fn states_with_a_cross_solved_are_those_of_inclusion_and_exclusion() {
        for letters in ["WY", "WG", "WYORGB"] {
            let colors = colors(letters);
            let counted = if colors.len() == 6 { six_colors().clone() } else { counted(&cross(), letters) };
            let solved = (1..1u32 << colors.len()).fold(0, |sum, set| {
                let is_in = |edge: &usize| {
                    let mut faces = colors.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
                    faces.any(|(_, color)| Legs::of(color.face()).edges.contains(edge))
                };
                let left = (0..12).filter(|edge| !is_in(edge)).count() as u32;
                let arranged = (1..=i64::from(left)).product::<i64>() * (1 << left.saturating_sub(1));
                if set.count_ones() % 2 == 1 { sum + arranged } else { sum - arranged }
            });
            assert_eq!(counted.counts()[0], solved as u64, "{letters}");
        }
    }

    /// The count of a placement with all its orientations, against the least distance of each of them.
    #[test]
    fn counts_of_random_placements_are_those_of_trying_every_orientation() {
        let distances = Distances::new(&cross());
        let seen = Face::ALL.map(|face| distances.seen(face.color(), Legs::of(face).edges));
        let by_color = ByColor::new(&cross(), &Color::COLUMNS).unwrap();
        for cube in random::states(11).take(200) {
            let positions = cube.edges().map(|place| place / 2);
            let mut between = Between::NOTHING;
            between.set(by_color.allowed(Face::U, &positions), by_color.allowed(Face::D, &positions));
            let around = [Face::F, Face::B, Face::R, Face::L].map(|face| by_color.allowed(face, &positions));
            let mut expected = [0; LEVELS];
            for flips in (0..1u32 << 12).filter(|flips| flips.count_ones() % 2 == 0) {
                let distance = |face: Face| {
                    let place = |edge: usize| 2 * positions[edge] + (flips >> edge & 1) as u8;
                    usize::from(seen[face.index()](Legs::of(face).edges.map(place)))
                };
                let least = Face::ALL.map(distance).into_iter().min().unwrap();
                expected[..least].iter_mut().for_each(|count| *count += 1);
            }
            assert_eq!(between.count(around), expected);
        }
    }

    /// The mean over all states, against that of a sample: a fault of the weights would show.
    #[test]
    fn six_colours_agree_with_random_states() {
        let histogram = six_colors();
        let distances = Distances::new(&cross());
        let seen = Face::ALL.map(|face| distances.seen(face.color(), Legs::of(face).edges));
        const SAMPLE: usize = 200_000;
        let least = |cube: cubiform_cube::Cube| {
            let of = |face: Face| seen[face.index()](Legs::of(face).edges.map(|edge| cube.edges()[edge]));
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
    fn a_count_can_be_stopped() {
        let cancel = AtomicBool::new(false);
        let report = |done, _| cancel.store(done > 5, Ordering::Relaxed);
        let watch = Watch { cancel: &cancel, report: &report };
        assert_eq!(ByColor::new(&cross(), &Color::COLUMNS).unwrap().count(1, &watch), None);
    }
}
