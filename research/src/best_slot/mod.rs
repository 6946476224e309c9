//! The exact distributions of goals that are the cross and the best of its four slots, over one or several bottom
//! colours: the XCross, the cross with a free pair, and both with corners and edges chosen independently.
//!
//! All counts go by thresholds: for k = 1, 2, ..., the states from which every slot of every colour is at least k moves
//! away. Whether a slot is that far depends on the four edges of its cross, its edge and its corner, so once the edges
//! are fixed, each corner has a set of allowed places, and the number of ways to arrange the corners is counted without
//! enumerating them. `slot_distances` has these sets.
//!
//! * `one_color`: a sum over placements of the four slots, in seconds.
//! * `one_color_independent`: the same where a corner goes with any edge, in minutes.
//! * `two_colors`: two opposite colours, which share the slot edges only, in minutes.
//! * `halves`: two neighbours, three colours and four, by the corners of U and of D, in hours, and so in `pieces`; in
//!   minutes on a GPU, by `gpu/halves.cu`.
//! * `many_colors`: any set of colours, state by state of the edges, in hours, and so in `pieces`.
//! * `far_states`: not the distribution, but the states at the greatest distances one by one, in minutes.

mod corner_ways;
mod division;
mod edge_ways;
mod far_states;
mod goal;
mod halves;
mod many_colors;
mod one_color;
mod one_color_independent;
mod pieces;
mod side;
mod slot_distances;
mod subsets;
mod two_colors;
mod vectors;

use std::io::{self, Write};

use cubiform_cube::Color;
use cubiform_stats::Subset;
use cubiform_stats::distribution::{ColorGoal, StateCounts};
use cubiform_threads::{CancelToken, Threads};

use crate::Watch;
pub use far_states::FarStates;
pub use pieces::{PIECES, Piece, PieceCounter, merged};
use slot_distances::CORNER;

/// The corner and the edge of each slot of U.
const SLOTS_OF_UP: [(usize, usize); 4] = [(0, 8), (1, 9), (2, 10), (3, 11)];

/// The corner and the edge of each slot of D.
const SLOTS_OF_DOWN: [(usize, usize); 4] = [(4, 8), (5, 9), (6, 10), (7, 11)];

/// The slot edges of U and of D.
const SLOT_EDGES: [usize; 4] = [8, 9, 10, 11];

/// The number of states of the cube.
const CUBE_STATES: u128 = 43_252_003_274_489_856_000;

/// A counter of states by the minimum length (HTM), over a set of bottom colours, of a stage that is the cross and the best
/// of its four slots: `xcross`, `cross_pair`, `pseudo_xcross` or `pseudo_cross_pseudo_pair`.
#[derive(Clone, Debug)]
pub struct BestSlotCounter {
    goal: ColorGoal,
    /// The colours, each once.
    colors: Vec<Color>,
}

impl BestSlotCounter {
    /// Returns the counter for a goal and bottom colours, or `None` if it is not one of the stages above, or one of the
    /// last two with more than one colour.
    ///
    /// # Panics
    /// If there are no colours.
    pub fn new(goal: ColorGoal, colors: &[Color]) -> Option<BestSlotCounter> {
        assert!(!colors.is_empty(), "at least one colour is given");
        let colors: Vec<Color> = Color::COLUMNS.into_iter().filter(|color| colors.contains(color)).collect();
        let is_countable = !goal.is_cross() && (colors.len() == 1 || !goal.is_independent());
        is_countable.then_some(BestSlotCounter { goal, colors })
    }

    /// Returns the name of the stage.
    pub fn name(&self) -> &'static str {
        self.goal.name()
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

    /// Returns the stored distribution, if there is one.
    pub fn known(&self) -> Option<StateCounts> {
        self.goal.known(Subset::from_colors(&self.colors))
    }

    /// Returns the counter of the pieces of the count, which takes about two seconds, or `None` if that was cancelled.
    pub fn pieces(&self, cancel: &CancelToken) -> Option<PieceCounter> {
        Some(PieceCounter::new(goal::distances(self.goal, CORNER, cancel)?, &self.colors))
    }

    /// Writes the work file of the GPU program, which counts by halves.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_work(&self, file: &mut dyn Write) -> io::Result<()> {
        let distances =
            goal::distances(self.goal, CORNER, &CancelToken::never()).expect("nothing cancels it");
        halves::Halves::new(&distances, &self.colors).write_work(file)
    }

    /// Counts the states by distance, on these threads. Returns `None` if the count was cancelled.
    pub fn count(&self, threads: &Threads, watch: &Watch<'_>) -> Option<StateCounts> {
        if self.takes_hours() {
            let counter = self.pieces(watch.cancel)?;
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
        let at_least = if self.goal.is_independent() {
            one_color_independent::count(self.goal, threads, watch)?
        } else {
            let distances = goal::distances(self.goal, CORNER, watch.cancel)?;
            match self.colors.len() {
                1 => one_color::count(&distances, threads, watch)?,
                _ => two_colors::count(&distances, threads, watch)?,
            }
        };
        Some(crate::counts_of_thresholds(&at_least))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use cubiform_cube::goal::Variant;
    use cubiform_cube::piece::CORNER_FACES;
    use cubiform_cube::{Face, Frame, Symmetry, random};
    use cubiform_solvers::cfop::{Analyzer, Request};
    use slot_distances::{SlotDistances, SlotView};

    fn counter(stage: &str, letters: &str) -> BestSlotCounter {
        let goal = ColorGoal::ALL.into_iter().find(|goal| goal.name() == stage).unwrap();
        BestSlotCounter::new(goal, &Color::list(letters).unwrap()).unwrap()
    }

    #[test]
    fn one_color_distribution_has_the_known_mean_and_maximum() {
        let counted = counter("xcross", "W").count(&Threads::new(2), &Watch::quiet()).unwrap();
        assert_eq!(counted.total(), u128::from(one_color::STATES));
        assert_eq!(format!("{:.6}", counted.mean()), "7.354904");
        assert_eq!(counted.counts()[10], 4_998_960);
        assert_eq!(Some(counted), counter("xcross", "G").known());
    }

    #[test]
    #[ignore = "takes minutes"]
    fn known_distributions_equal_the_counted_ones() {
        for (stage, letters) in [
            ("xcross", "WY"),
            ("cross_pair", "W"),
            ("cross_pair", "WY"),
            ("pseudo_xcross", "W"),
            ("pseudo_cross_pseudo_pair", "W"),
        ] {
            let counter = counter(stage, letters);
            let counted = counter.count(&Threads::new(2), &Watch::quiet());
            assert_eq!(counted, counter.known(), "{stage} {letters}");
        }
    }

    /// Returns the views of the pairs of a goal on a face, with the corners whose places they have and the indices of
    /// their distances.
    fn views(goal: ColorGoal, face: Face) -> Vec<(usize, SlotView, usize)> {
        let slots = if face == Face::U { SLOTS_OF_UP } else { SLOTS_OF_DOWN };
        let pairs = slots.iter().flat_map(|(slot, _)| slots.iter().map(move |(corner, _)| (*slot, *corner)));
        pairs
            .filter(|(slot, corner)| goal.is_independent() || slot == corner)
            .map(|(slot, corner)| {
                let (view, of) = SlotView::with_corner(slot, corner, face);
                (corner, view, of - CORNER)
            })
            .collect()
    }

    /// The lengths of random states by the analyzer, against the sets of places and against the distributions.
    #[test]
    fn distributions_agree_with_analyzed_random_states() {
        for (goal, states, stored) in [
            (ColorGoal::XCross, 3000, &["W", "WY", "WR", "WRG", "WYR", "WYRO", "WYRG"][..]),
            (ColorGoal::FreePair, 1500, &["W"]),
            (ColorGoal::PseudoXCross, 800, &["W"]),
            (ColorGoal::PseudoPair, 800, &["W"]),
        ] {
            let corners = if goal.is_independent() { 4..8 } else { CORNER..CORNER + 1 };
            let distances: Vec<SlotDistances> =
                corners.map(|corner| goal::distances(goal, corner, &CancelToken::never()).unwrap()).collect();
            let variant = Variant::of_stage(goal.name()).unwrap();
            let analyzer = Analyzer::builder(&variant).build().unwrap();
            let colors = Color::list(if stored.len() > 1 { "WYRGO" } else { "WY" }).unwrap();
            let request =
                Request { frames: Frame::bottoms(colors.clone()), solutions: 0, slack: 0, only_best: false };
            let views = [0, 1].map(|i| views(goal, colors[i].face()));
            let mut samples = vec![[0; 11]; stored.len()];
            for cube in random::states(29).take(states) {
                let analysis = analyzer.analyze(&cube, &request).unwrap();
                let length = |i: usize| usize::from(*analysis[0][i].length.as_ref().unwrap());
                let positions = cube.edges().map(|place| place / 2);
                let flips = (0..12).fold(0, |word, edge| word | usize::from(cube.edges()[edge] % 2) << edge);
                for (i, views) in views.iter().enumerate() {
                    let is_far = |k: usize| {
                        views.iter().all(|(corner, view, of)| {
                            let places = distances[*of].far(k, view, &positions)[view.index(flips)];
                            places >> cube.corners()[*corner] & 1 == 1
                        })
                    };
                    assert_eq!((1..11).take_while(|k| is_far(*k)).count(), length(i), "{goal:?}");
                }
                for (sample, letters) in samples.iter_mut().zip(stored) {
                    let of = Color::list(letters).unwrap();
                    let best = (0..colors.len()).filter(|i| of.contains(&colors[*i])).map(length).min();
                    sample[best.unwrap()] += 1;
                }
            }
            for (sample, letters) in samples.iter().zip(stored) {
                let known = counter(goal.name(), letters).known().unwrap();
                assert_fits(sample, &known, states, &format!("{goal:?} {letters}"));
            }
        }
    }

    fn assert_fits(sample: &[u32], known: &StateCounts, states: usize, what: &str) {
        let (mut chi_square, mut rest) = (0.0, (0.0, 0.0));
        for (count, share) in sample.iter().zip(known.shares()) {
            let (count, expected) = (f64::from(*count), share * states as f64);
            if expected < 10.0 {
                rest = (rest.0 + count, rest.1 + expected);
            } else {
                chi_square += (count - expected).powi(2) / expected;
            }
        }
        chi_square += (rest.0 - rest.1).powi(2) / rest.1;
        // Five degrees of freedom at most: one sample in 10,000 exceeds this.
        assert!(chi_square < 25.7, "{what}: {chi_square} {sample:?}");
    }

    /// One colour is counted up to the eight symmetries that keep its face.
    #[test]
    fn goals_are_symmetric() {
        for goal in [ColorGoal::XCross, ColorGoal::FreePair, ColorGoal::PseudoXCross, ColorGoal::PseudoPair] {
            let stage = goal.stage();
            for s in Symmetry::all().filter(|s| s.face(Face::D) == Face::D) {
                for choice in &stage.choices {
                    let image: Vec<_> = choice.goal_states.iter().map(|state| state.conjugate(s)).collect();
                    let of = choice.pieces.image(s);
                    let same = stage.choices.iter().find(|choice| choice.pieces == of).unwrap();
                    assert!(image.iter().all(|state| same.is_met(state)), "{goal:?}");
                    assert_eq!(same.goal_states.len(), choice.goal_states.len());
                }
            }
        }
    }

    #[test]
    fn only_goals_of_the_best_slot_are_counted() {
        let is_counted = |goal, letters| BestSlotCounter::new(goal, &Color::list(letters).unwrap()).is_some();
        assert!(!is_counted(ColorGoal::Cross, "W") && is_counted(ColorGoal::FreePair, "all"));
        assert!(is_counted(ColorGoal::PseudoXCross, "G") && !is_counted(ColorGoal::PseudoXCross, "WY"));
    }

    /// The numbers of states in which the cross and a slot of one of the colours are solved, by inclusion and exclusion
    /// over the sets of slots: the pieces of such a set are solved, and the others are free.
    #[test]
    fn states_at_zero_moves_match_inclusion_exclusion() {
        let factorial = |n: u32| (1..=u128::from(n)).product::<u128>();
        // The legal arrangements of this many corners and edges, the others being solved.
        let arranged = |corners: u32, edges: u32| -> i128 {
            let parity = if corners < 2 && edges < 2 { 1 } else { 2 };
            let twists = 3u128.pow(corners.saturating_sub(1));
            let flips = 1u128 << edges.saturating_sub(1);
            (factorial(corners) * factorial(edges) / parity * twists * flips) as i128
        };
        let solved = |letters: &str| -> i128 {
            // By sets of solved corners and edges: the sets of slots with these pieces, odd ones less even ones.
            let mut sets = HashMap::from([((0u8, 0u16), -1i128)]);
            for color in Color::list(letters).unwrap() {
                for corner in (0..8).filter(|corner| CORNER_FACES[*corner].contains(&color.face())) {
                    let edges = SlotView::new(corner, color.face()).edges;
                    let edges = edges.iter().fold(0, |set, edge| set | 1 << edge);
                    for ((corners, others), number) in sets.clone() {
                        *sets.entry((corners | 1 << corner, others | edges)).or_default() -= number;
                    }
                }
            }
            let states = |((corners, edges), number): ((u8, u16), i128)| {
                number * arranged(8 - corners.count_ones(), 12 - edges.count_ones())
            };
            sets.into_iter().filter(|(pieces, _)| *pieces != (0, 0)).map(states).sum()
        };
        let stored = |letters: &str| counter("xcross", letters).known().unwrap().counts()[0] as i128;
        for letters in ["WY", "WR", "WRG", "WYR", "WYRO", "WYRG", "all"] {
            assert_eq!(solved(letters), stored(letters), "{letters}");
        }
        let per_first_layers = (CUBE_STATES / u128::from(one_color::STATES)) as i128;
        assert_eq!(solved("W"), stored("W") * per_first_layers);
    }

    #[test]
    fn counts_of_one_and_of_opposite_colors_are_quick() {
        for (letters, takes_hours) in
            [("B", false), ("BB", false), ("RO", false), ("WG", true), ("all", true)]
        {
            assert_eq!(counter("xcross", letters).takes_hours(), takes_hours, "{letters}");
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
