//! The exact distribution of the XCross: the cross and the best of its four slots, over one or several bottom colours.
//!
//! All counts go by thresholds: for k = 1, 2, ..., the states from which every slot of every colour is at least k moves
//! away. Whether a slot is that far depends on the four edges of its cross, its edge and its corner, so once the edges
//! are fixed, each corner has a set of allowed places, and the number of ways to arrange the corners is counted without
//! enumerating them. `slot_distances` has these sets.
//!
//! * `one_color`: a sum over placements of the four slots, in seconds.
//! * `two_colors`: two opposite colours, which share the slot edges only, in minutes.
//! * `many_colors`: any set of colours, state by state of the edges, in hours, and so in `pieces`.

mod corner_ways;
mod edge_ways;
mod known;
mod many_colors;
mod one_color;
mod pieces;
mod side;
mod slot_distances;
mod subsets;
mod two_colors;
mod vectors;

use cubiform_cube::Color;
use cubiform_cube::goal::{Stage, Variant};
use cubiform_threads::Threads;

use super::colors::Watch;
use super::state_counts::StateCounts;
pub use pieces::{PIECES, Piece, PieceCounter, merged};
use slot_distances::SlotDistances;

/// The corner and the edge of each slot of U.
const SLOTS_OF_UP: [(usize, usize); 4] = [(0, 8), (1, 9), (2, 10), (3, 11)];

/// The corner and the edge of each slot of D.
const SLOTS_OF_DOWN: [(usize, usize); 4] = [(4, 8), (5, 9), (6, 10), (7, 11)];

/// The slot edges of U and of D.
const SLOT_EDGES: [usize; 4] = [8, 9, 10, 11];

/// The number of states of the cube.
const CUBE_STATES: u128 = 43_252_003_274_489_856_000;

/// A counter of states by the minimum length (HTM) of the XCross over a set of bottom colours.
#[derive(Clone, Debug)]
pub struct XCrossCounter {
    /// The colours, each once.
    colors: Vec<Color>,
}

impl XCrossCounter {
    /// The number of bytes of memory that a count takes: a set of 24 places in 32 bits, for each of 3,041,280 states of
    /// five edges, for each of ten distances and three temporary ones.
    pub const MEMORY: u64 = 13 * 4 * 3_041_280;

    /// Returns the counter for a stage and bottom colours, or `None` if the stage is not the XCross of any slot.
    ///
    /// # Panics
    /// If there are no colours.
    pub fn new(stage: &Stage, colors: &[Color]) -> Option<XCrossCounter> {
        assert!(!colors.is_empty(), "at least one colour is given");
        let xcross = &Variant::std().stages[1].choices;
        let is_xcross =
            stage.choices.len() == xcross.len() && xcross.iter().all(|choice| stage.choices.contains(choice));
        let colors = Color::COLUMNS.into_iter().filter(|color| colors.contains(color)).collect();
        is_xcross.then_some(XCrossCounter { colors })
    }

    /// Returns the colours, each once.
    pub fn colors(&self) -> &[Color] {
        &self.colors
    }

    /// Returns whether the count takes hours: that of all sets but one colour and two opposite ones. Such a count has
    /// [pieces](PieceCounter).
    pub fn takes_hours(&self) -> bool {
        match &self.colors[..] {
            [_] => false,
            [one, other] => one.face().opposite() != other.face(),
            _ => true,
        }
    }

    /// Returns the distribution if it is stored. The distribution of one colour is over the states of the first two
    /// layers, those of several colours are over all states of the cube.
    pub fn known(&self) -> Option<StateCounts> {
        known::known(&self.colors)
    }

    /// Counts the states by distance, on these threads. Returns `None` if the count was cancelled.
    pub fn count(&self, threads: &Threads, watch: &Watch<'_>) -> Option<StateCounts> {
        if self.takes_hours() {
            let counter = PieceCounter::new(&self.colors, watch.cancel)?;
            let report = |piece: usize| {
                let before = piece as u64;
                move |done, parts| (watch.report)(before * parts + done, PIECES as u64 * parts)
            };
            let count = |piece| {
                counter.count(piece, threads, &Watch { cancel: watch.cancel, report: &report(piece) })
            };
            let pieces: Vec<Piece> = (0..PIECES).map(count).collect::<Option<_>>()?;
            return Some(merged(&self.colors, &pieces).expect("every state is counted once"));
        }
        let distances = SlotDistances::new(watch.cancel)?;
        let at_least = match self.colors.len() {
            1 => one_color::count(&distances, threads, watch)?,
            _ => two_colors::count(&distances, threads, watch)?,
        };
        Some(StateCounts::of_thresholds(&at_least))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::{Face, random};
    use cubiform_solvers::cfop::{Analyzer, Request};

    fn counter(letters: &str) -> XCrossCounter {
        XCrossCounter::new(&Variant::std().stages[1], &Color::list(letters).unwrap()).unwrap()
    }

    #[test]
    fn one_color_distribution_has_the_known_mean_and_maximum() {
        let counted = counter("W").count(&Threads::new(2), &Watch::quiet()).unwrap();
        assert_eq!(counted.total(), u128::from(one_color::STATES));
        assert_eq!(format!("{:.6}", counted.mean()), "7.354904");
        assert_eq!(counted.counts()[10], 4_998_960);
        assert_eq!(Some(counted), counter("G").known());
    }

    #[test]
    #[ignore = "takes minutes"]
    fn known_distribution_of_opposite_colors_equals_the_counted_one() {
        let counter = counter("WY");
        assert_eq!(counter.count(&Threads::new(2), &Watch::quiet()), counter.known());
    }

    /// The lengths of random states by the analyzer, against the sets of places and against the distributions.
    #[test]
    fn distributions_agree_with_analyzed_random_states() {
        const SAMPLE: usize = 3000;
        let distances = slot_distances::tests::distances();
        let analyzer = Analyzer::builder(&Variant::std()).stages([1]).build().unwrap();
        let colors = Color::list("WY").unwrap();
        let request = Request { colors: colors.clone(), solutions: 1, slack: 0, only_best: false };
        let slots = [0, 1].map(|i| {
            let face = colors[i].face();
            let slots = if face == Face::U { SLOTS_OF_UP } else { SLOTS_OF_DOWN };
            slots.map(|(corner, _)| (corner, slot_distances::SlotView::new(corner, face)))
        });
        let mut samples = [[0; 11]; 2];
        for cube in random::states(29).take(SAMPLE) {
            let analysis = analyzer.analyze(&cube, &request).unwrap();
            let lengths = [0, 1].map(|i| usize::from(*analysis[0][i].length.as_ref().unwrap()));
            let positions = cube.edges().map(|place| place / 2);
            let flips = (0..12).fold(0, |word, edge| word | usize::from(cube.edges()[edge] % 2) << edge);
            for (slots, length) in slots.iter().zip(lengths) {
                let is_far = |k: usize| {
                    slots.iter().all(|(corner, view)| {
                        let places = distances.far(k, view, &positions)[view.index(flips)];
                        places >> cube.corners()[*corner] & 1 == 1
                    })
                };
                let far = (1..=distances.largest()).take_while(|k| is_far(*k)).count();
                assert_eq!(far, length);
            }
            samples[0][lengths[0]] += 1;
            samples[1][lengths[0].min(lengths[1])] += 1;
        }
        for (sample, letters) in samples.iter().zip(["W", "WY"]) {
            let known = counter(letters).known().unwrap();
            let (mut chi_square, mut rest) = (0.0, (0.0, 0.0));
            for (count, share) in sample.iter().zip(known.shares()) {
                let (count, expected) = (f64::from(*count), share * SAMPLE as f64);
                if expected < 10.0 {
                    rest = (rest.0 + count, rest.1 + expected);
                } else {
                    chi_square += (count - expected).powi(2) / expected;
                }
            }
            chi_square += (rest.0 - rest.1).powi(2) / rest.1;
            // Five degrees of freedom at most: one sample in 10,000 exceeds this.
            assert!(chi_square < 25.7, "{letters}: {chi_square} {sample:?}");
        }
    }

    #[test]
    fn only_the_xcross_of_any_slot_is_counted() {
        let stages = |name: &str| cubiform_cube::goal::expression::parse(name).unwrap().stages;
        let is_counted = |stage: &Stage| XCrossCounter::new(stage, &Color::COLUMNS).is_some();
        for (name, expected) in [("cross + any slot", true), ("cross + FR", false), ("cross", false)] {
            assert_eq!(is_counted(&stages(name)[0]), expected, "{name}");
        }
        assert!(!is_counted(&Variant::pseudo().stages[1]) && !is_counted(&Variant::std().stages[2]));
    }

    #[test]
    fn counts_of_one_and_of_opposite_colors_are_quick() {
        for (letters, takes_hours) in
            [("B", false), ("BB", false), ("RO", false), ("WG", true), ("all", true)]
        {
            assert_eq!(counter(letters).takes_hours(), takes_hours, "{letters}");
        }
    }

    #[test]
    fn merged_pieces_must_count_every_state_once() {
        let whole = vec![CUBE_STATES * 10, CUBE_STATES * 10 - 60, 0];
        assert!(merged(&Color::COLUMNS, std::slice::from_ref(&whole)).is_some());
        assert_eq!(merged(&Color::COLUMNS, &[whole.clone(), whole]), None);
        assert_eq!(merged(&Color::COLUMNS, &[vec![CUBE_STATES * 10, CUBE_STATES * 10 + 60]]), None);
    }
}
