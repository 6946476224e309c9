//! The steps of a method as the stages of a solve: their cases, their minimum lengths by the turns of the method, and continuations
//! by the shortest of each step after the other.

use std::sync::Arc;

use cubiform_cube::goal::Pattern;
use cubiform_cube::goal::pattern::union;
use cubiform_cube::notation::Turn;
use cubiform_cube::{Algorithm, Cube, Face, Symmetry};
use cubiform_human::cases::sets::{DerivedCase, DerivedSet, KnownSet};
use cubiform_human::cases::{Case, CaseSet};
use cubiform_human::{CfopSolver, Ending, Lengths, Review, Solution, Stage, StageKind, states_along};
use cubiform_solvers::algorithms::AlgorithmSearch;
use cubiform_solvers::solver::{Limits, Unsolved};

use super::cfop::MAX_CORRECTIONS;
use super::reported_turns::merged;
use super::reviewed::{ReviewedSolve, Stages, StepMethod};
use super::source::Solve;
use crate::Error;
use crate::case_set::not_derived;
use crate::easiest::EasiestAlgorithm;
use crate::methods::{Method, MethodStep, Path, easiest, no_search};
use crate::operation::Context;
use crate::solutions::not_solved;

/// The mean of the binary logarithms of the states left open by which another method may be worse to be named as second best.
const CLOSE: f64 = 1.0;

/// The maximum number of nodes of the search for the easiest algorithm of a case, which takes about a second.
const MAX_NODES: u64 = 2_000_000;

/// The number of slice turns of a solve from which its method is recognised: the shortest solutions of a computer tell none.
const MIN_TURNS: u32 = 25;

/// The known methods under which a solve parts best.
pub(super) struct Recognition {
    /// The best.
    pub(super) method: &'static Method,
    /// The second best, if it is nearly as good.
    pub(super) second: Option<&'static Method>,
}

/// Returns the path of a solve, complete if it is solved or one move off.
pub(super) fn path(solve: &Solve) -> Path {
    let (start, orientation) = (&solve.scramble.cube, solve.scramble.turned);
    let states = states_along(start, orientation, solve.algorithm.turns());
    let review = Review::of_steps(&states, orientation, &solve.algorithm, Face::D.color(), &[]);
    Path::new(&states, matches!(review.ending(), Ending::OneMoveOff(_)))
}

/// Returns the known methods under which a solve parts best; CFOP, the first, wins ties and short solves.
///
/// # Errors
/// If the work was cancelled.
pub(super) fn recognise(solve: &Solve, context: &Context<'_>) -> Result<Recognition, Error> {
    if Lengths::count(solve.algorithm.turns()).stm < MIN_TURNS {
        return Ok(Recognition { method: &Method::known()[0], second: None });
    }
    let all = Method::ranked(&path(solve), context.cancel()).ok_or_else(Error::cancelled)?;
    let second = Some(all[1]).filter(|(open, _)| open - all[0].0 < CLOSE);
    Ok(Recognition { method: all[0].1, second: second.map(|(_, method)| method) })
}

/// A method under whose steps solves are reviewed.
#[derive(Clone, Copy)]
pub(super) struct Steps<'a> {
    pub(super) method: &'a Method,
    /// Finds the slip of a solve that does not end solved.
    pub(super) solver: &'a CfopSolver,
    /// Whether the easiest algorithms of the cases are searched.
    pub(super) easiest: bool,
    /// The maximum memory of a table of a search, in bytes.
    pub(super) table_bytes: usize,
    pub(super) context: &'a Context<'a>,
}

impl Steps<'_> {
    /// Reviews a solve, which fits a `second` method nearly as well.
    ///
    /// # Errors
    /// If the turns of a step do not solve it, or the work was cancelled.
    pub(super) fn review(self, solve: Solve, second: Option<&Method>) -> Result<ReviewedSolve, Error> {
        let cancel = self.context.cancel();
        let has_slices = self.method.steps.iter().any(MethodStep::turns_slices);
        let solve = if has_slices { merged(solve) } else { solve };
        let parting = self.method.part(&path(&solve), cancel).ok_or_else(Error::cancelled)?;
        let (start, orientation) = (&solve.scramble.cube, solve.scramble.turned);
        let states = states_along(start, orientation, solve.algorithm.turns());
        let color = parting.frame.inverse().face(Face::D).color();
        let review = Review::of_steps(&states, orientation, &solve.algorithm, color, &parting.ends);
        let mut mends = match review.ending() {
            Ending::Unsolved => self.solver.corrections(&review, MAX_CORRECTIONS, cancel),
            _ => Vec::new(),
        };
        mends.retain(|mend| mend.review.is_solved());
        let starts =
            std::iter::once(&[Pattern::ALL][..]).chain(self.method.steps.iter().map(|step| &step.goal[..]));
        let sets = self.method.steps.iter().zip(starts).map(|(step, from)| known_set(step, from)).collect();
        let method = StepMethod {
            name: self.method.name.clone(),
            steps: self.method.steps.iter().map(|step| step.name.clone()).collect(),
            second: second.map(|second| second.name.clone()),
        };
        ReviewedSolve::new(
            solve,
            review,
            &PartedSolve { steps: self, frame: parting.frame, sets },
            mends,
            Some(method),
        )
    }
}

/// A set of cases, the cases, and the index of one of them.
type SetCase = (&'static KnownSet, Arc<DerivedSet>, usize);

/// The steps of one solve.
struct PartedSolve<'a> {
    steps: Steps<'a>,
    /// The symmetry under which the goals see the cube.
    frame: Symmetry,
    /// The set of the cases of each step, if they have one.
    sets: Vec<Option<&'static KnownSet>>,
}

impl PartedSolve<'_> {
    fn search(&self, step: &MethodStep, hold: Symmetry) -> Result<Arc<AlgorithmSearch>, Error> {
        let (engines, cancel) = (self.steps.context.solvers.engines(), self.steps.context.cancel());
        engines.search(step.question(hold, self.steps.table_bytes), cancel).map_err(no_search)
    }

    /// Returns the mirror if the goals see the cube in one.
    fn mirror(&self) -> Symmetry {
        if self.frame.is_mirror() { mirror() } else { Symmetry::IDENTITY }
    }

    /// Returns a state as the goals see it, without the turn of a slice that follows the step before, and the rotation of the
    /// centres by that turn.
    fn seen(&self, state: &Cube, step: usize) -> (Symmetry, Cube) {
        let cube = state.conjugate(self.frame);
        step.checked_sub(1)
            .map_or((Symmetry::IDENTITY, cube), |before| self.steps.method.steps[before].hold_after(&cube))
    }

    /// Returns the set of the cases of a step that begins in a state, its cases, and the index of the one that it solves.
    fn case_at(&self, step: usize, state: &Cube) -> Result<Option<SetCase>, Error> {
        let Some(set) = self.sets[step] else { return Ok(None) };
        let context = self.steps.context;
        let derived = context.solvers.engines().case_set(set, context.cancel()).map_err(not_derived)?;
        let index = derived.index_of(&self.seen(state, step).1.conjugate(self.mirror()));
        Ok(index.map(|index| (set, derived, index)))
    }

    /// Returns the title and the case of a step that begins in a state.
    fn title_at(&self, step: usize, state: &Cube) -> Result<(String, Option<String>), Error> {
        let name = &self.steps.method.steps[step].name;
        let Some((set, derived, index)) = self.case_at(step, state)? else { return Ok((name.clone(), None)) };
        let case = &derived.cases[index];
        let solved = derived.cases.len() - derived.unsolved().count();
        if case.is_solved {
            return Ok((format!("{name} skip"), None));
        }
        let numbered = || format!("{} {}", set.name, index + 1 - solved);
        let label = sheet(set, case).map_or_else(numbered, ToString::to_string);
        let title = if label.starts_with(&name[..]) { label.clone() } else { format!("{name}, {label}") };
        Ok((title, Some(label)))
    }

    /// Returns the solution from a state by the shortest of each step from one on.
    fn solution(&self, review: &Review, from: usize, state: &Cube) -> Result<Solution, Error> {
        let (frame, cancel) = (self.frame, self.steps.context.cancel().clone());
        let limits = Limits { cancel, ..Limits::default() };
        let search = |step: &MethodStep, hold| self.search(step, hold);
        let found = self.steps.method.finish(&state.conjugate(frame), from, search, &limits)?;
        // A cube seen in a mirror is turned by the mirrored turns.
        let mirror = self.mirror();
        let held = frame.then(self.seen(state, from).0).then(mirror);
        let (mut orientation, mut cube) = (held, *state);
        let mut stages = Vec::new();
        for (step, (_, turns)) in (from..).zip(&found.steps) {
            let turns: Vec<Turn> = turns.iter().map(|turn| turn.conjugate(mirror)).collect();
            let (title, _) = self.title_at(step, &cube)?;
            cube = states_along(&cube, orientation, &turns)[turns.len()];
            orientation = orientation.then(turns.iter().copied().collect::<Algorithm>().resolve().1);
            stages.push(Stage::new(StageKind::Step, title, turns, cube));
        }
        Ok(solution(review, held, stages))
    }
}

impl Stages for PartedSolve<'_> {
    fn title(&self, review: &Review, stage: usize) -> Result<(String, Option<String>), Error> {
        self.title_at(stage, &review.stages[stage].before)
    }

    fn easiest(&self, review: &Review, stage: usize) -> Result<Option<EasiestAlgorithm>, Error> {
        if !self.steps.easiest {
            return Ok(None);
        }
        let case = self.case_at(stage, &review.stages[stage].before)?;
        let Some((set, derived, index)) = case.filter(|(_, derived, index)| !derived.cases[*index].is_solved)
        else {
            return Ok(None);
        };
        let (step, case) = (&self.steps.method.steps[stage], &derived.cases[index]);
        // The case with the slice turned as in the solve, for which the tables are at hand.
        let (before, mirror) = (review.stages[stage].before, self.mirror());
        let (hold, seen) = self.seen(&before, stage);
        let slice = seen.inverse().then(&before.conjugate(self.frame));
        let find = || {
            let cube = case.cube.conjugate(mirror).then(&slice).conjugate(hold);
            let cancel = self.steps.context.cancel().clone();
            let limits = Limits { nodes: Some(MAX_NODES), cancel, ..Limits::default() };
            let found = match easiest(&*self.search(step, hold)?, &cube, &limits) {
                Ok((turns, ..)) => vec![turns.iter().map(|turn| turn.conjugate(mirror)).collect()],
                Err(error @ Unsolved::Cancelled) => return Err(not_solved(error)),
                Err(_) => Vec::new(),
            };
            Ok(EasiestAlgorithm::among(found, sheet(set, case)))
        };
        let key = (set.name, (step.turns.turns(), step.is_turned_free), index, hold.then(mirror));
        self.steps.context.solvers.engines().easiest(key, find)
    }

    fn alternative(&self, review: &Review, stage: usize) -> Result<(Option<(u32, bool)>, Solution), Error> {
        let reached = &review.stages[stage];
        let continuation = self.solution(review, stage, &reached.before)?;
        let shortest = continuation.stages[0].lengths.stm;
        // Turns that the step does not have may be shorter, and turns of U around an algorithm may be fewer with another one.
        let is_proven = !self.steps.method.steps[stage].is_turned_free && shortest <= reached.lengths.stm;
        Ok((Some((shortest.min(reached.lengths.stm), is_proven)), continuation))
    }

    fn continuation(&self, review: &Review, state: &Cube) -> Result<Solution, Error> {
        match review.ending() {
            Ending::OneMoveOff(turn) if *state == review.end => {
                let held = review.orientation_after(review.turns.len());
                let stage = Stage::new(StageKind::Step, "missing move".into(), vec![turn], Cube::SOLVED);
                Ok(solution(review, held, vec![stage]))
            }
            _ => self.solution(review, review.stages.len(), state),
        }
    }
}

/// Returns the case of a sheet that a case of a set is: its algorithms solve it.
fn sheet(set: &KnownSet, case: &DerivedCase) -> Option<&'static Case> {
    case.shows.filter(|known| known.set == CaseSet::Pll || known.set.name() == set.name)
}

/// Returns the complete solution with these stages, whose moves begin while the cube is held in this orientation.
pub(super) fn solution(review: &Review, held: Symmetry, mut stages: Vec<Stage>) -> Solution {
    let mut running = Lengths::default();
    for stage in &mut stages {
        running += stage.lengths;
        stage.running = running;
    }
    let inspection = review.orientation.inverse().then(held);
    Solution { inspection, stages, ..review.without_moves() }
}

/// Returns the mirror that exchanges R and L.
fn mirror() -> Symmetry {
    let exchanges = |symmetry: &Symmetry| {
        Face::ALL.into_iter().all(|face| {
            let is_side = matches!(face, Face::R | Face::L);
            symmetry.face(face) == if is_side { face.opposite() } else { face }
        })
    };
    Symmetry::all().find(exchanges).expect("the cube has the mirror")
}

/// Returns the set of the cases of a step after a goal: the first that begins in the same states and is solved in those of the step,
/// perhaps in others that no case of it is solved in, too.
fn known_set(step: &MethodStep, from: &[Pattern]) -> Option<&'static KnownSet> {
    let own = step.definition(from);
    let (from, to) = (union(own.from), union(own.to));
    KnownSet::all().iter().find(|set| {
        let known = set.definition();
        let (known_from, known_to) = (union(known.from), union(known.to));
        let within = || union(known_to.iter().flat_map(|to| from.iter().map(move |from| to.and(from))));
        known_from == from && (known_to == to || within() == to)
    })
}
