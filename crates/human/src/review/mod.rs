//! Reviews of solves: the replay of a solve with the moves that end its stages, the stages with their cases, the end of the
//! solve, corrections and shorter alternatives.

mod alternative;
mod correction;

use std::cmp::Reverse;
use std::ops::Range;

use cubiform_cube::goal::Slot;
use cubiform_cube::notation::Turn;
use cubiform_cube::{Algorithm, Color, Cube, Move, Symmetry};

use super::cases::{Case, after_u_turn, recognition};
use super::metric::Lengths;
use super::pairs::{case_of, solved_slots};
use super::solution::{StageKind, on_both_sides, slot_colors};
use super::solver::CfopSolver;
use crate::pairs;

pub use alternative::Alternative;
pub use correction::{Correction, Edit};

/// The maximum number of moves (HTM) of a cross with two pairs or more that is meant as one. Published XXCrosses have at
/// most 13.
const MAX_CROSS_WITH_PAIRS: u32 = 16;

/// Returns whether a cross with so many pairs is complete too late to be meant as one.
fn is_late(turns: &[Turn], pairs: usize) -> bool {
    pairs >= 2 && Lengths::count(turns).htm > MAX_CROSS_WITH_PAIRS
}

/// One stage of a reviewed solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedStage {
    /// The kind of the stage.
    pub kind: StageKind,
    /// The case at the beginning of the stage. `None` for the cross, for a skipped OLL or PLL, for a pair with a piece
    /// in another slot, and for a pair that was already solved.
    pub case: Option<&'static Case>,
    /// The range of the moves of the stage in [`Review::turns`]. Empty if the stage before it also solved this one.
    pub turns: Range<usize>,
    /// The length of the stage.
    pub lengths: Lengths,
    /// The length of the solve up to the end of the stage.
    pub running: Lengths,
    /// The state before the stage.
    pub before: Cube,
    /// The state after the stage.
    pub after: Cube,
}

impl ReviewedStage {
    /// Returns the pairs that the stage solves, by the colours of their edges: that of a pair, and those of a cross. `color` is
    /// the bottom colour.
    pub fn pairs(&self, color: Color) -> Vec<[Color; 2]> {
        let down = Symmetry::bring_down(color);
        let solved = match self.kind {
            StageKind::Pair { colors } => return vec![colors],
            StageKind::Cross { .. } => solved_slots(&self.after.conjugate(down)),
            _ => 0,
        };
        let slots = Slot::ALL.into_iter().filter(|slot| solved >> slot.index() & 1 == 1);
        slots.map(|slot| slot_colors(slot, down)).collect()
    }

    /// Returns the number of solved pairs after the stage.
    fn solved_pairs(&self, color: Color) -> usize {
        solved_slots(&self.after.conjugate(Symmetry::bring_down(color))).count_ones() as usize
    }

    /// Returns the name of the stage with its case: `XCross`, `green-red pair, F2L 12`, `OLL skip`.
    pub fn title(&self) -> String {
        let pairs = match &self.kind {
            StageKind::Pair { colors } => std::slice::from_ref(colors),
            _ => &[],
        };
        self.kind.title(pairs, self.case)
    }
}

/// The end of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The cube is solved.
    Solved,
    /// One move, named in the final orientation of the cube, would solve it. By the WCA regulations (10e), the result
    /// gets a penalty of two seconds.
    OneMoveOff(Turn),
    /// The cube is more than one move from solved.
    Unsolved,
}

/// A solve divided into stages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The state before the first move.
    pub start: Cube,
    /// The bottom colour.
    pub color: Color,
    /// The orientation of the whole cube after the scramble.
    pub orientation: Symmetry,
    /// All moves of the solve.
    pub turns: Vec<Turn>,
    /// For each move whether it is on the inverse of the scramble; empty if none is.
    pub sides: Vec<bool>,
    /// The length of the solve.
    pub length: Lengths,
    /// The stages reached, in order.
    pub stages: Vec<ReviewedStage>,
    /// The state after the last move.
    pub end: Cube,
}

impl Review {
    /// Returns the solve whose [states](states_along) these are, not yet divided into stages.
    fn without_stages(states: &[Cube], orientation: Symmetry, algorithm: &Algorithm, color: Color) -> Review {
        let turns = algorithm.turns().to_vec();
        let (stages, sides, length) = (Vec::new(), Vec::new(), Lengths::default());
        let end = states[turns.len()];
        let review = Review { start: states[0], color, orientation, turns, sides, length, stages, end };
        Review { length: review.lengths_of(0..review.turns.len()), ..review }
    }

    /// Returns the solve whose [states](states_along) these are, divided into steps that end after these numbers of moves.
    pub fn of_steps(
        states: &[Cube],
        orientation: Symmetry,
        algorithm: &Algorithm,
        color: Color,
        ends: &[usize],
    ) -> Review {
        let mut review = Review::without_stages(states, orientation, algorithm, color);
        ends.iter().for_each(|end| review.add(StageKind::Step, None, *end, &states[*end]));
        review
    }

    /// Adds the next stage, which ends after `to` moves in the state `after`.
    fn add(&mut self, kind: StageKind, case: Option<&'static Case>, to: usize, after: &Cube) {
        let last = self.stages.last();
        let (from, before) = last.map_or((0, self.start), |stage| (stage.turns.end, stage.after));
        let running = last.map_or(Lengths::default(), |stage| stage.running);
        let lengths = self.lengths_of(from..to);
        let running = running + lengths;
        self.stages.push(ReviewedStage {
            kind,
            case,
            turns: from..to,
            lengths,
            running,
            before,
            after: *after,
        });
    }

    /// Returns whether the cube is solved at the end.
    pub fn is_solved(&self) -> bool {
        self.end == Cube::SOLVED
    }

    /// Returns the moves and the pairs of a cross that is complete so late that the solve is hardly CFOP, as in a solve with
    /// Roux, whose last moves complete it: two pairs or more, and more than 16 moves (HTM).
    pub fn late_cross(&self) -> Option<(u32, u8)> {
        let first = self.stages.first()?;
        let StageKind::Cross { pairs } = first.kind else { return None };
        is_late(&self.turns[first.turns.clone()], pairs.into()).then_some((first.lengths.htm, pairs))
    }

    /// Returns the end of the solve.
    pub fn ending(&self) -> Ending {
        if self.is_solved() {
            return Ending::Solved;
        }
        let orientation = self.orientation_after(self.turns.len());
        let last = Move::all().find(|m| self.end.turn(*m) == Cube::SOLVED);
        last.map_or(Ending::Unsolved, |m| Ending::OneMoveOff(orientation.conjugate(m).into()))
    }

    /// Returns the range of the moves after the last stage reached. Empty if the solve ends with that stage.
    pub fn rest(&self) -> Range<usize> {
        self.stages.last().map_or(0, |stage| stage.turns.end)..self.turns.len()
    }

    /// Returns the orientation of the whole cube after the first `turns` moves.
    pub fn orientation_after(&self, turns: usize) -> Symmetry {
        let done: Algorithm = self.turns[..turns].iter().copied().collect();
        self.orientation.then(done.resolve().1)
    }

    /// Returns the lengths of the solve, without the rotations before its first move.
    pub fn lengths(&self) -> Lengths {
        self.length
    }

    /// Returns the lengths of a range of moves. Rotations before the first move of the solve do not count, because they
    /// take place before the timer starts.
    pub fn lengths_of(&self, turns: Range<usize>) -> Lengths {
        let inspection = self.turns.iter().take_while(|turn| turn.base().is_rotation()).count();
        Lengths::count(&self.turns[turns.start.max(inspection).min(turns.end)..turns.end])
    }

    /// Returns the moves of a stage in WCA notation.
    pub fn text(&self, stage: &ReviewedStage) -> String {
        self.text_of(stage.turns.clone())
    }

    /// Returns a range of moves in WCA notation, those on the inverse of the scramble last, as `^(...)`.
    pub fn text_of(&self, turns: Range<usize>) -> String {
        on_both_sides(&self.on_sides(turns))
    }

    /// Returns a range of moves, those on the scramble and those on its inverse.
    pub fn on_sides(&self, turns: Range<usize>) -> [Vec<Turn>; 2] {
        let is_inverse = |turn: &usize| self.sides.get(*turn) == Some(&true);
        let (inverse, normal): (Vec<usize>, Vec<usize>) = turns.partition(is_inverse);
        [normal, inverse].map(|side| side.into_iter().map(|turn| self.turns[turn]).collect())
    }
}

impl CfopSolver {
    /// Divides a solve of `cube` into stages. `orientation` is the orientation of the whole cube after the scramble;
    /// the identity is white on top and green in front.
    ///
    /// The bottom colour is the one that reaches the most of the cross and the pairs; of several, the one whose cross and pairs are
    /// solved first in the mean. The last pair alone does not tell: if it skips the last layer, the two layers of another side are
    /// complete a move before.
    pub fn review(&self, cube: &Cube, orientation: Symmetry, algorithm: &Algorithm) -> Review {
        let Replay { states, .. } = Replay::new(cube, orientation, algorithm.turns());
        let (color, ends) = Color::COLUMNS
            .into_iter()
            .map(|color| (color, StageEnds::find(&states, color)))
            .min_by_key(|(_, ends)| {
                let moves: usize = ends.slots.iter().map(|(end, _)| end).sum();
                (Reverse(ends.slots.len()), moves)
            })
            .expect("there are six colours");
        let mut review = Review::without_stages(&states, orientation, algorithm, color);
        let down = Symmetry::bring_down(color);
        let mut add = |kind: StageKind, to: usize, case: Option<&'static Case>| {
            review.add(kind, case, to, &states[to]);
            states[to].conjugate(down)
        };
        let Some(((cross, _), pairs)) = ends.slots.split_first() else { return review };
        let along = pairs.iter().take_while(|(end, _)| end == cross).count();
        let mut rotated = add(StageKind::Cross { pairs: along as u8 }, *cross, None);
        for (end, slot) in &pairs[along..] {
            let slot = slot.expect("only the cross has no slot");
            let case = case_of(&rotated, slot).filter(|_| !is_slot_solved(&rotated, slot));
            let case = case.map(|(case, _)| case);
            rotated = add(StageKind::Pair { colors: slot_colors(slot, down) }, *end, case);
        }
        if let Some(oriented) = ends.oriented {
            let case = self.last_layer.oll(&rotated)[0].case;
            rotated = add(StageKind::Oll, oriented, case);
            if let Some(last) = ends.last {
                let case = self.last_layer.pll(&rotated)[0].case;
                add(StageKind::Pll, last, case);
            }
        }
        review
    }
}

/// Returns the state of `cube`, held in `orientation`, before the first of some moves and after each. The states are relative
/// to the centres.
pub fn states_along(cube: &Cube, orientation: Symmetry, turns: &[Turn]) -> Vec<Cube> {
    Replay::new(cube, orientation, turns).states
}

/// The states along a solve, and the orientation of the whole cube in each. The states are relative to the centres.
struct Replay {
    /// The state before the first move and after each move.
    states: Vec<Cube>,
    /// The orientation of the whole cube before the first move and after each move.
    orientations: Vec<Symmetry>,
}

impl Replay {
    /// Replays `turns` on `cube`, starting in `orientation`.
    fn new(cube: &Cube, orientation: Symmetry, turns: &[Turn]) -> Replay {
        let (mut state, mut orientation) = (*cube, orientation);
        let mut replay = Replay { states: vec![state], orientations: vec![orientation] };
        for turn in turns {
            let (moves, rotation) = std::iter::once(*turn).collect::<Algorithm>().resolve();
            state = moves.iter().fold(state, |state, m| state.turn(orientation.inverse().conjugate(*m)));
            orientation = orientation.then(rotation);
            replay.states.push(state);
            replay.orientations.push(orientation);
        }
        replay
    }
}

/// The number of moves up to the end of each stage, for one bottom colour.
struct StageEnds {
    /// The cross (slot `None`), then each slot in the order in which they are solved.
    slots: Vec<(usize, Option<Slot>)>,
    /// The first time that the last layer is oriented and the first two layers are solved.
    oriented: Option<usize>,
    /// The number of all moves, if the cube ends solved up to a turn of the last layer.
    last: Option<usize>,
}

impl StageEnds {
    /// Finds the stages that the states reach with `color` at the bottom.
    fn find(states: &[Cube], color: Color) -> StageEnds {
        let rotated: Vec<Cube> =
            states.iter().map(|state| state.conjugate(Symmetry::bring_down(color))).collect();
        let mut ends = StageEnds { slots: Vec::new(), oriented: None, last: None };
        let has_cross = |cube: &Cube| recognition::is_solved(cube, recognition::cross_and([]));
        let Some(cross) = rotated.iter().position(has_cross) else { return ends };
        ends.slots.push((cross, None));
        // A slot counts from the first state in which it, the cross and all slots counted before are solved.
        let mut done: Vec<Slot> = Vec::new();
        for (i, cube) in rotated.iter().enumerate().skip(cross).filter(|(_, cube)| has_cross(cube)) {
            let all: Vec<Slot> = Slot::ALL.into_iter().filter(|slot| is_slot_solved(cube, *slot)).collect();
            if all.len() > done.len() && done.iter().all(|slot| all.contains(slot)) {
                let new: Vec<Slot> = all.iter().copied().filter(|slot| !done.contains(slot)).collect();
                ends.slots.extend(new.iter().map(|slot| (i, Some(*slot))));
                done = all;
            }
        }
        let Some((two_layers, _)) = ends.slots.get(4).copied() else { return ends };
        let is_oriented =
            |cube: &Cube| recognition::has_two_layers(cube) && recognition::rank_orientation(cube) == 0;
        let mut later = rotated.iter().enumerate().skip(two_layers);
        ends.oriented = later.find(|(_, cube)| is_oriented(cube)).map(|(i, _)| i);
        let is_done = rotated
            .last()
            .is_some_and(|cube| (0..4).any(|quarters| after_u_turn(&Cube::SOLVED, quarters) == *cube));
        ends.last = ends.oriented.filter(|_| is_done).map(|_| rotated.len() - 1);
        ends
    }

    /// Returns the number of stages reached, out of cross, four pairs, OLL and PLL.
    fn count(&self) -> usize {
        self.slots.len() + usize::from(self.oriented.is_some()) + usize::from(self.last.is_some())
    }
}

/// Returns whether the pair of a slot is solved on a cube with the bottom colour down.
fn is_slot_solved(rotated: &Cube, slot: Slot) -> bool {
    pairs::solved_slots(rotated) >> slot.index() & 1 == 1
}

#[cfg(test)]
mod tests {
    use cubiform_cube::notation::Base;
    use cubiform_cube::{Face, random};
    use cubiform_solvers::solver::Limits;

    use super::*;
    use crate::{Objective, Request, SearchEffort, Stage};

    #[test]
    fn review_of_a_generated_solution_finds_its_stages() {
        let solver = CfopSolver::new();
        let mut same = 0;
        for (i, cube) in random::states(5).take(60).enumerate() {
            let color = Color::COLUMNS[i % 6];
            let effort = if i % 2 == 0 { SearchEffort::NONE } else { SearchEffort::NEAR };
            let objective = if i % 4 < 2 { Objective::Length } else { Objective::Comfort };
            let request = Request { colors: vec![color], effort, objective, rotations: i % 3 > 0 };
            let solution = solver.solve(&cube, &request, &Limits::default()).expect("consistent tables");
            let review = solver.review(
                &cube,
                Symmetry::IDENTITY,
                &Algorithm::parse(&solution.to_string()).expect("valid moves"),
            );
            assert!(review.is_solved());
            assert_eq!(review.color, color, "{solution}");
            assert_eq!(review.lengths(), solution.lengths());
            // The title of a reviewed cross does not name its pairs.
            let title = |stage: &Stage| match stage.kind {
                StageKind::Cross { .. } => stage.kind.title(&[], None),
                _ => stage.title.clone(),
            };
            let ours: Vec<(String, Cube)> =
                solution.stages.iter().map(|stage| (title(stage), stage.state)).collect();
            let stages: Vec<(String, Cube)> =
                review.stages.iter().map(|stage| (stage.title(), stage.after)).collect();
            // Triggers of one pair may solve another pair before their end; the review then separates the two.
            let early = review
                .stages
                .iter()
                .zip(&solution.stages)
                .any(|(reviewed, stage)| reviewed.after != stage.state);
            same += usize::from(ours == stages);
            assert!(ours == stages || early, "{solution}\n{stages:?}");
        }
        assert!(same >= 40, "{same} of 60");
    }

    #[test]
    fn solve_that_is_one_move_off_keeps_its_last_stage() {
        let solver = CfopSolver::new();
        let cube = Algorithm::parse("R U R' U' R' F R2 U' R' U' R U R' F'").expect("valid moves").cube();
        let review = |text: &str| {
            solver.review(&cube, Symmetry::IDENTITY, &Algorithm::parse(text).expect("valid moves"))
        };
        let off = review("y F B' R U R' U' R' F R2 U' R' U' R U R' F' U2 y B F' z");
        assert_eq!(off.ending(), Ending::Unsolved);
        let off = review("R U R' U' R' F R2 U' R' U' R U R' F' U' x");
        // After x, face U is in front.
        assert_eq!(off.ending(), Ending::OneMoveOff(Turn::new(Base::Face(Face::B), 1).unwrap()));
        assert_eq!(
            off.stages.last().map(|stage| (stage.title(), stage.turns.end)),
            Some(("PLL T".into(), 16))
        );
        assert!(off.rest().is_empty());
        assert_eq!(review("R U R' U' R' F R2 U' R' U' R U R' F'").ending(), Ending::Solved);
    }

    #[test]
    fn etm_excludes_rotations_before_the_first_move() {
        let solver = CfopSolver::new();
        let review = solver.review(
            &Algorithm::parse("R U").expect("valid moves").cube(),
            Symmetry::IDENTITY,
            &Algorithm::parse("x y' U y F").expect("valid moves"),
        );
        assert_eq!((review.lengths().etm, review.lengths().stm), (3, 2));
        assert_eq!(review.lengths_of(0..1), Lengths::default());
        assert_eq!(review.lengths_of(3..5).etm, 2);
    }

    #[test]
    fn review_of_an_unfinished_solve_has_the_stages_reached() {
        let solver = CfopSolver::new();
        let cube = Algorithm::parse("F R U R' U' F' R U R' U").expect("valid moves").cube();
        let review =
            solver.review(&cube, Symmetry::IDENTITY, &Algorithm::parse("U' R U' R'").expect("valid moves"));
        assert!(!review.is_solved());
        assert_eq!(review.color, Face::D.color());
        let titles: Vec<String> = review.stages.iter().map(ReviewedStage::title).collect();
        assert_eq!(titles.len(), 2, "{titles:?}");
    }
}
