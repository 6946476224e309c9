//! The comparison of methods: each solves the same random states step by step, and its turns have a cost.

use std::collections::BTreeMap;

use cubiform_cube::goal::Pattern;
use cubiform_cube::held::HeldCube;
use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Cube, Face, Symmetry};
use cubiform_human::Lengths;
use cubiform_human::cases::sets::{DeriveError, DerivedSet};
use cubiform_human::hand_effort::{HandEffort, hand_effort};
use cubiform_solvers::algorithms::{AlgorithmSearch, AlgorithmsError, FoundAlgorithm};
use cubiform_solvers::solver::{Limits, Unsolved};
use cubiform_stats::Estimate;
use cubiform_threads::{CancelToken, Threads};

use super::{Method, MethodStep};
use crate::Error;

/// The maximum number of cases of a step whose algorithms are found.
const MAX_CASES: usize = 500;
/// The number of moves by which the algorithm of a case may be longer than the shortest.
const SLACK: u8 = 1;

/// The means of a method over random states.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
pub struct MethodResult {
    /// What the method is.
    pub about: String,
    /// Its name.
    pub name: String,
    /// The steps.
    pub steps: Vec<StepResult>,
    /// The means of whole solves.
    pub total: Means,
}

/// The means of a step over random states.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = MethodStepResult)]
pub struct StepResult {
    /// The algorithms of its cases; null if there are more than 500 or the turns do not solve all.
    #[schema(required = true)]
    pub algorithms: Option<CaseAlgorithms>,
    /// The number of cases that are not solved; null if there are too many to tell apart.
    #[schema(required = true, example = 21, minimum = 0)]
    pub cases: Option<usize>,
    /// The goal.
    pub goal: String,
    /// The name.
    pub name: String,
    /// The number of pieces that it asks for and the goal before did not, which are to be recognised.
    pub pieces: usize,
    /// The means of its shortest solutions over random states.
    pub states: Means,
    /// The turns.
    pub turns: String,
}

/// The means over all cases of a step, exactly by their probabilities, of the algorithm of least effort among those of at most
/// one move more than the shortest. Free turns of U are not counted.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = MethodCaseAlgorithms)]
pub struct CaseAlgorithms {
    /// The mean effort.
    pub effort: f64,
    /// The mean length in the slice turn metric.
    pub length: f64,
    /// The mean length of the shortest.
    pub optimal: f64,
}

/// The means to solve with.
pub(crate) struct Context<'a> {
    pub(crate) threads: &'a Threads,
    pub(crate) cancel: &'a CancelToken,
    /// The maximum memory of a table of a search, in bytes.
    pub(crate) table_bytes: usize,
    /// Called after each step of a state.
    pub(crate) report: &'a (dyn Fn() + Sync),
}

impl Method {
    /// Solves states by the method. Returns the solves and their means.
    ///
    /// # Errors
    /// If the turns of a step do not reach its goal, or the work was cancelled.
    pub(crate) fn solve(
        &self,
        states: &[Cube],
        context: &Context<'_>,
    ) -> Result<(Vec<Solve>, MethodResult), Error> {
        let mut solves: Vec<Solve> = states.iter().map(Solve::new).collect();
        let mut before = vec![Pattern::ALL];
        let mut steps = Vec::new();
        for step in &self.steps {
            let in_step = |error: Error| {
                let message = format!("{}, step {}: {}", self.name, step.name, error.message);
                if error.kind == crate::ErrorKind::Cancelled { error } else { error.with_message(message) }
            };
            steps.push(step.solve(&before, &mut solves, context).map_err(in_step)?);
            before.clone_from(&step.goal);
        }
        let total = |solve: &Solve| solve.steps.iter().fold(Cost::default(), |sum, (cost, _)| sum.and(*cost));
        let total = Means::new(&solves.iter().map(total).collect::<Vec<_>>());
        Ok((solves, MethodResult { about: self.about.clone(), name: self.name.clone(), steps, total }))
    }
}

impl MethodStep {
    /// Solves the step in all solves, from the goal before it.
    fn solve(
        &self,
        before: &[Pattern],
        solves: &mut [Solve],
        context: &Context<'_>,
    ) -> Result<StepResult, Error> {
        let limits = Limits { cancel: context.cancel.clone(), ..Limits::default() };
        let set = match self.definition(before).derive(false, context.cancel) {
            Ok(set) => Some(set),
            Err(DeriveError::TooMany) => None,
            Err(DeriveError::Cancelled) => return Err(Error::cancelled()),
        };
        let few = set.as_ref().filter(|set| set.unsolved().count() <= MAX_CASES);
        let mut algorithms = None;
        self.advance(solves, &limits, context, |hold, search| {
            if let Some(set) = few.filter(|_| hold == Symmetry::IDENTITY) {
                algorithms = CaseAlgorithms::find(set, search, context.threads, &limits)?;
            }
            Ok(())
        })?;
        let costs: Vec<Cost> = solves.iter().filter_map(|solve| Some(solve.steps.last()?.0)).collect();
        Ok(StepResult {
            algorithms,
            cases: set.as_ref().map(|set| set.unsolved().count()),
            goal: self.text.clone(),
            name: self.name.clone(),
            pieces: self.pieces(before),
            states: Means::new(&costs),
            turns: self.turns.to_string(),
        })
    }

    /// Adds the step to all solves. Passes each search to `use_search`, with the rotation of the centres from which it solves.
    pub(super) fn advance(
        &self,
        solves: &mut [Solve],
        limits: &Limits,
        context: &Context<'_>,
        mut use_search: impl FnMut(Symmetry, &AlgorithmSearch) -> Result<(), Error>,
    ) -> Result<(), Error> {
        // The holds before the step: a solve that has made it may be held like one that has not.
        let mut held: BTreeMap<Symmetry, Vec<usize>> = BTreeMap::new();
        solves.iter().enumerate().for_each(|(i, solve)| held.entry(solve.hold).or_default().push(i));
        for (hold, own) in held {
            let search = AlgorithmSearch::new(
                &self.question(hold, context.table_bytes),
                None,
                context.threads,
                context.cancel,
            );
            let search = search.map_err(|error| match error {
                AlgorithmsError::Cancelled => Error::cancelled(),
                error @ AlgorithmsError::FreeTurn(_) => Error::message(error),
            })?;
            let done = context.threads.map(&own, |i| {
                let done = solves[*i].step(&search, limits);
                (context.report)();
                done
            });
            for (i, done) in own.into_iter().zip(done) {
                solves[i] = done.map_err(crate::solutions::not_solved)?;
            }
            use_search(hold, &search)?;
        }
        Ok(())
    }
}

impl CaseAlgorithms {
    /// Finds the algorithms of all cases; `Ok(None)` if the turns do not solve every case.
    fn find(
        set: &DerivedSet,
        search: &AlgorithmSearch,
        threads: &Threads,
        limits: &Limits,
    ) -> Result<Option<CaseAlgorithms>, Error> {
        let cases: Vec<_> = set.unsolved().collect();
        let found = threads.map(&cases, |case| {
            let found = search.algorithms(&case.cube, SLACK, limits)?;
            let costs = found.algorithms.iter().map(|algorithm| Cost::least(&algorithm.turns, None).0);
            let best = costs.min_by_key(|cost| (cost.effort, cost.lengths.stm));
            let best = best.expect("an algorithm was found");
            let (part, of) = case.probability;
            Ok((part as f64 / of as f64, best, found.optimal))
        });
        let mut means = CaseAlgorithms { effort: 0.0, length: 0.0, optimal: 0.0 };
        for found in found {
            match found {
                Ok((weight, best, optimal)) => {
                    means.effort += weight * crate::held::in_turns_of_u(best.effort);
                    means.length += weight * f64::from(best.lengths.stm);
                    means.optimal += weight * f64::from(optimal);
                }
                Err(Unsolved::None { .. }) => return Ok(None),
                Err(error) => return Err(crate::solutions::not_solved(error)),
            }
        }
        Ok(Some(means))
    }
}

/// A state on the way to the solved cube.
#[derive(Clone, Debug)]
pub(crate) struct Solve {
    /// The pieces relative to the centres.
    pub(super) cube: Cube,
    /// The rotation of the centres by slice turns and wide turns.
    pub(super) hold: Symmetry,
    /// The rotation about U/D in which the hands hold it, beside that; `None` before the first step.
    grip: Option<Symmetry>,
    /// The cost of each step, and its turns.
    pub(super) steps: Vec<(Cost, Vec<Turn>)>,
}

impl Solve {
    /// Returns the start of a solve.
    pub(super) fn new(cube: &Cube) -> Solve {
        Solve { cube: *cube, hold: Symmetry::IDENTITY, grip: None, steps: Vec::new() }
    }

    /// Returns the solve after a step: of the shortest solutions the one with the fewest turns of U around it, then the least
    /// effort. The first step may begin in any of the four holds about U/D.
    pub(super) fn step(&self, search: &AlgorithmSearch, limits: &Limits) -> Result<Solve, Unsolved> {
        let rotations = if self.steps.is_empty() { 0..4 } else { 0..1 };
        let mut best: Option<(Solve, Vec<Turn>, Cost, Symmetry)> = None;
        for quarters in rotations {
            let cube = self.cube.conjugate(Symmetry::rotation(Face::U, quarters));
            let start = Solve { cube, ..self.clone() };
            for found in search.algorithms(&cube.conjugate(self.hold), 0, limits)?.algorithms {
                let turns = all_turns(&found);
                let (cost, grip) = Cost::least(&turns, self.grip);
                let key = |cost: &Cost| (cost.lengths.stm, cost.effort);
                if best.as_ref().is_none_or(|(_, _, known, _)| key(&cost) < key(known)) {
                    best = Some((start.clone(), turns, cost, grip));
                }
            }
        }
        let (mut solve, turns, cost, grip) = best.expect("an algorithm was found");
        for turn in &turns {
            let relative = turn.conjugate(solve.hold.inverse());
            solve.cube = solve.cube.then(&Algorithm::from_iter([relative]).cube());
            solve.hold = solve.hold.then(HeldCube::of_turn(*turn).centers());
        }
        solve.grip = Some(grip);
        solve.steps.push((cost, turns));
        Ok(solve)
    }
}

/// Returns all turns of an algorithm, with those of U before and after it.
fn all_turns(found: &FoundAlgorithm) -> Vec<Turn> {
    let u = |quarters: u8| Turn::new(Base::Face(Face::U), quarters.into());
    let centers = |hold: Symmetry, turn: &Turn| hold.then(HeldCube::of_turn(*turn).centers());
    let hold = found.turns.iter().fold(Symmetry::IDENTITY, centers);
    let after = u(found.after).map(|turn| turn.conjugate(hold));
    u(found.before).into_iter().chain(found.turns.iter().copied()).chain(after).collect()
}

/// The lengths and the effort of some turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cost {
    pub(super) lengths: Lengths,
    pub(super) effort: HandEffort,
}

impl Cost {
    /// Returns the cost of turns in the hold about U/D that makes them easiest, and this hold. A rotation to it from `before`
    /// counts; without a hold before, each is free.
    pub(super) fn least(turns: &[Turn], before: Option<Symmetry>) -> (Cost, Symmetry) {
        let of_hold = |quarters: i32| {
            let hold = Symmetry::rotation(Face::U, quarters);
            let rotation = before.map_or(0, |before| {
                (0..4)
                    .find(|n| before.then(Symmetry::rotation(Face::U, *n)) == hold)
                    .expect("both are about U/D")
            });
            let rotation = Turn::new(Base::Y, rotation);
            let turns: Vec<Turn> =
                rotation.into_iter().chain(turns.iter().map(|turn| turn.conjugate(hold))).collect();
            (Cost { lengths: Lengths::count(&turns), effort: hand_effort(&turns) }, hold)
        };
        (0..4).map(of_hold).min_by_key(|(cost, _)| cost.effort).expect("there are holds")
    }

    /// Returns the cost of two steps, one after the other.
    pub(super) fn and(self, other: Cost) -> Cost {
        Cost { lengths: self.lengths + other.lengths, effort: self.effort + other.effort }
    }
}

/// A mean over random states.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = MethodMean)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error; null for a single state.
    #[schema(required = true, example = 0.12)]
    pub standard_error: Option<f64>,
}

/// The means of a step, or of a whole method, over random states. All turns count, those of U between algorithms too.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = MethodMeans)]
pub struct Means {
    /// The effort of the hands: 1 is a quarter turn of U.
    pub effort: Mean,
    /// The execution turn metric: rotations count one.
    pub etm: Mean,
    /// The half turn metric: a slice turn counts two.
    pub htm: Mean,
    /// The slice turn metric, in which each step is shortest.
    pub stm: Mean,
}

impl Means {
    pub(super) fn new(costs: &[Cost]) -> Means {
        let mean = |of: fn(&Cost) -> u32, unit: f64| {
            let estimate = Estimate::from_numbers(costs.iter().map(of)).expect("at least one state");
            let standard_error = estimate.standard_error.map(|error| error / unit);
            Mean { mean: estimate.mean / unit, standard_error }
        };
        Means {
            effort: mean(|cost| cost.effort, 100.0),
            etm: mean(|cost| cost.lengths.etm, 1.0),
            htm: mean(|cost| cost.lengths.htm, 1.0),
            stm: mean(|cost| cost.lengths.stm, 1.0),
        }
    }
}
