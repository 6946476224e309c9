//! A person's solve taken apart: where each stage ended, which cases were met, and what would have been shorter.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use cubiform_cube::goal::Slot;
use cubiform_cube::notation::Turn;
use cubiform_cube::{Algorithm, Color, Cube, Symmetry};

use super::cases::{Case, key};
use super::metric::Lengths;
use super::pairs::{case_of, solved};
use super::solution::{Part, Solution, colors, cross_name};
use super::solver::{Request, SolveError, Solver};
use crate::cfop::{self, AnalyzeError, Analyzer};

/// A stage of a person's solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Which part of the solve it is.
    pub part: Part,
    /// The case that was met; `None` for OLL and PLL that were skipped, and where pieces were in other slots.
    pub case: Option<&'static Case>,
    /// Which of the turns of the solve it is: empty if the stage before had done it already.
    pub turns: Range<usize>,
    /// How long it is.
    pub lengths: Lengths,
    /// How long the solve is up to its end.
    pub running: Lengths,
    /// The state before it.
    pub before: Cube,
    /// The state after it.
    pub after: Cube,
}

impl Step {
    /// How many slots are solved at its end.
    fn solved(&self, color: Color) -> usize {
        solved(&self.after.conjugate(Symmetry::bring_down(color))).count_ones() as usize
    }

    /// Its name, and what was met: `XCross`, `green-red pair, F2L 12`, `OLL skip`.
    pub fn title(&self) -> String {
        let skipped = |set: &str| self.case.map_or(format!("{set} skip"), |case| case.to_string());
        match self.part {
            Part::Cross { pairs } => cross_name(pairs),
            Part::Pair { colors: [a, b] } => match self.case {
                Some(case) => format!("{a}-{b} pair, {case}"),
                None => format!("{a}-{b} pair"),
            },
            Part::Oll => skipped("OLL"),
            Part::Pll => skipped("PLL"),
        }
    }
}

/// A person's solve, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The colour at the bottom.
    pub color: Color,
    /// How the scramble leaves the whole cube turned before the first turn.
    pub orientation: Symmetry,
    /// All turns.
    pub turns: Vec<Turn>,
    /// The stages that were reached, in order.
    pub steps: Vec<Step>,
    /// The state at the end.
    pub end: Cube,
}

impl Review {
    /// Whether the cube is solved at the end.
    pub fn is_solved(&self) -> bool {
        self.end == Cube::SOLVED
    }

    /// How long the solve is, with all turns after the last stage.
    pub fn lengths(&self) -> Lengths {
        Lengths::of(&self.turns)
    }

    /// The turns of a step as text.
    pub fn text(&self, step: &Step) -> String {
        self.turns[step.turns.clone()].iter().copied().collect::<Algorithm>().to_string()
    }
}

/// What a stage could have been.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Better {
    /// The fewest moves (HTM) to the end of the stage: proven for the cross and pairs, if the analyzer knows that stage;
    /// for OLL and PLL those of the shortest known algorithm, with the turns of U that it needs.
    pub least: Option<u32>,
    /// Whether that is proven.
    pub is_proven: bool,
    /// The best solution known of the whole from the beginning of the stage on, for a cube held as the scramble leaves it.
    pub continuation: Solution,
}

impl Solver {
    /// Takes a solve of `cube` apart, whose turns begin as the scramble leaves the whole cube turned: by `orientation`
    /// from white on top and green in front. The bottom colour is the one whose first two layers are solved first, or, if none
    /// are, the one that has most of them at the end.
    pub fn review(&self, cube: &Cube, orientation: Symmetry, algorithm: &Algorithm) -> Review {
        let states = states(cube, orientation, algorithm);
        let (color, ends) = Color::COLUMNS
            .into_iter()
            .map(|color| (color, ends(&states, color)))
            .min_by_key(|(_, ends)| (std::cmp::Reverse(ends.slots.len()), ends.slots.clone()))
            .expect("there are six colours");
        let turns = algorithm.turns().to_vec();
        let end = states[turns.len()];
        let mut review = Review { color, orientation, turns, steps: Vec::new(), end };
        let mut from = 0;
        let mut running = Lengths::default();
        let down = Symmetry::bring_down(color);
        let mut add = |part: Part, to: usize, case: Option<&'static Case>| {
            let lengths = Lengths::of(&review.turns[from..to]);
            running += lengths;
            let (before, after) = (states[from], states[to]);
            review.steps.push(Step { part, case, turns: from..to, lengths, running, before, after });
            from = to;
            after.conjugate(down)
        };
        let Some(((cross, _), pairs)) = ends.slots.split_first() else { return review };
        let along = pairs.iter().take_while(|(end, _)| end == cross).count();
        let mut held = add(Part::Cross { pairs: along as u8 }, *cross, None);
        for (end, slot) in &pairs[along..] {
            let slot = slot.expect("only the cross has no slot");
            let case = if pairs_before(&held, slot) { None } else { case_of(&held, slot) };
            held = add(Part::Pair { colors: colors(slot, down) }, *end, case);
        }
        if let Some(oriented) = ends.oriented {
            let case = self.last_layer().orient(&held)[0].case;
            held = add(Part::Oll, oriented, case);
            if let Some(last) = ends.last {
                let case = self.last_layer().permute(&held)[0].case;
                add(Part::Pll, last, case);
            }
        }
        review
    }

    /// What a step of a review could have been: the shortest way to its end, and the best solution from its beginning.
    /// `analyzer` knows stages of `std`, from the cross on.
    ///
    /// # Errors
    /// If a table is damaged, or `stop` was set.
    pub fn better(
        &self,
        review: &Review,
        step: &Step,
        analyzer: Option<&Analyzer>,
        request: &Request,
        stop: &AtomicBool,
    ) -> Result<Better, AnalyzeError> {
        let request = Request { colors: vec![review.color], ..request.clone() };
        let held = step.before.conjugate(Symmetry::bring_down(review.color));
        let known = |ways: &[super::way::Way]| {
            ways.iter().map(|way| u32::from(way.htm)).min().expect("every state has a way")
        };
        let (least, is_proven) = match (step.part, analyzer) {
            (Part::Cross { .. } | Part::Pair { .. }, Some(analyzer)) => {
                let asked =
                    cfop::Request { colors: vec![review.color], solutions: 0, slack: 0, only_best: false };
                let analysis = analyzer.analyze_until(&step.before, &asked, stop)?;
                let stage = analysis.get(step.solved(review.color));
                (stage.and_then(|colors| colors[0].length.ok()).map(u32::from), true)
            }
            (Part::Cross { .. } | Part::Pair { .. }, None) => (None, true),
            (Part::Oll, _) => (Some(known(self.last_layer().orient(&held))), false),
            (Part::Pll, _) => (Some(known(self.last_layer().permute(&held))), false),
        };
        let continuation = self.solve_until(&step.before, &request, stop).map_err(|e| match e {
            SolveError::Table(contradiction) => AnalyzeError::Table(contradiction),
            SolveError::Stopped => AnalyzeError::Cancelled,
        })?;
        let continuation = continuation.after_rotation(review.orientation);
        Ok(Better { least, is_proven, continuation })
    }
}

fn pairs_before(held: &Cube, slot: Slot) -> bool {
    solved(held) >> slot.index() & 1 == 1
}

/// The state before the first turn and after each, relative to the centres of the scramble.
fn states(cube: &Cube, orientation: Symmetry, algorithm: &Algorithm) -> Vec<Cube> {
    let mut states = vec![*cube];
    let mut frame = orientation;
    let mut state = *cube;
    for turn in algorithm.turns() {
        let (moves, rotation) = std::iter::once(*turn).collect::<Algorithm>().resolve();
        state = moves.iter().fold(state, |state, m| state.turn(frame.inverse().conjugate(*m)));
        frame = frame.then(rotation);
        states.push(state);
    }
    states
}

/// After how many turns the stages are reached for one bottom colour.
struct Ends {
    /// The cross, without a slot, and each slot that is solved from then on to the end, or to the one of the last stage
    /// that was reached.
    slots: Vec<(usize, Option<Slot>)>,
    oriented: Option<usize>,
    last: Option<usize>,
}

fn ends(states: &[Cube], color: Color) -> Ends {
    let held: Vec<Cube> = states.iter().map(|state| state.conjugate(Symmetry::bring_down(color))).collect();
    let mut ends = Ends { slots: Vec::new(), oriented: None, last: None };
    let has_cross = |cube: &Cube| key::is_solved(cube, key::cross_and([]));
    let Some(cross) = held.iter().position(has_cross) else { return ends };
    ends.slots.push((cross, None));
    // The first time that one more slot is solved with the cross and all before it.
    let mut done: Vec<Slot> = Vec::new();
    for (i, cube) in held.iter().enumerate().skip(cross).filter(|(_, cube)| has_cross(cube)) {
        let all: Vec<Slot> = Slot::ALL.into_iter().filter(|slot| pairs_before(cube, *slot)).collect();
        if all.len() > done.len() && done.iter().all(|slot| all.contains(slot)) {
            let new: Vec<Slot> = all.iter().copied().filter(|slot| !done.contains(slot)).collect();
            ends.slots.extend(new.iter().map(|slot| (i, Some(*slot))));
            done = all;
        }
    }
    let Some((two_layers, _)) = ends.slots.get(4).copied() else { return ends };
    let is_oriented = |cube: &Cube| key::has_two_layers(cube) && key::pattern(cube) == 0;
    let mut later = held.iter().enumerate().skip(two_layers);
    ends.oriented = later.find(|(_, cube)| is_oriented(cube)).map(|(i, _)| i);
    let solved_at_last = held.last().is_some_and(|cube| *cube == Cube::SOLVED);
    ends.last = ends.oriented.filter(|_| solved_at_last).map(|_| held.len() - 1);
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::{Objective, Outlook};
    use cubiform_cube::{Face, random};

    #[test]
    fn our_own_solutions_are_taken_apart_as_they_were_put_together() {
        let solver = Solver::new();
        let mut same = 0;
        for (i, cube) in random::states(5).take(60).enumerate() {
            let color = Color::COLUMNS[i % 6];
            let outlook = if i % 2 == 0 { Outlook::NONE } else { Outlook::NEAR };
            let objective = if i % 4 < 2 { Objective::Length } else { Objective::Comfort };
            let request = Request { colors: vec![color], outlook, objective, rotations: i % 3 > 0 };
            let solution = solver.solve(&cube, &request).expect("the tables are sound");
            let review = solver.review(
                &cube,
                Symmetry::IDENTITY,
                &Algorithm::parse(&solution.to_string()).expect("it is read"),
            );
            assert!(review.is_solved());
            assert_eq!(review.color, color, "{solution}");
            assert_eq!(review.lengths(), solution.lengths());
            let ours: Vec<(String, Cube)> =
                solution.stages.iter().map(|stage| (stage.title(), stage.state)).collect();
            let found: Vec<(String, Cube)> =
                review.steps.iter().map(|step| (step.title(), step.after)).collect();
            // One pair's triggers may solve another on the way: the review tells it apart.
            let early =
                review.steps.iter().zip(&solution.stages).any(|(step, stage)| step.after != stage.state);
            same += usize::from(ours == found);
            assert!(ours == found || early, "{solution}\n{found:?}");
        }
        assert!(same >= 40, "{same} of 60");
    }

    #[test]
    fn an_unfinished_solve_is_reviewed_as_far_as_it_goes() {
        let solver = Solver::new();
        let cube = Algorithm::parse("F R U R' U' F' R U R' U").expect("it is read").cube();
        let review =
            solver.review(&cube, Symmetry::IDENTITY, &Algorithm::parse("U' R U' R'").expect("it is read"));
        assert!(!review.is_solved());
        assert_eq!(review.color, Face::D.color());
        let titles: Vec<String> = review.steps.iter().map(Step::title).collect();
        assert_eq!(titles.len(), 2, "{titles:?}");
    }
}
