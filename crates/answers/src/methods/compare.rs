//! The comparison of methods: each solves the same random states step by step.

use std::collections::BTreeMap;

use cubiform_cube::goal::Pattern;
use cubiform_cube::notation::Turn;
use cubiform_cube::{Cube, Symmetry};
use cubiform_human::cases::sets::{DeriveError, DerivedSet};
use cubiform_solvers::algorithms::{AlgorithmSearch, AlgorithmsError};
use cubiform_solvers::solver::{Limits, Unsolved};
use cubiform_stats::Estimate;
use cubiform_threads::{CancelToken, Threads};

use super::solve::{Cost, Solve};
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
            let solved = step.solve(&before, &mut solves, context);
            steps.push(solved.map_err(|error| self.in_step(step, error))?);
            before.clone_from(&step.goal);
        }
        let total = |solve: &Solve| solve.steps.iter().fold(Cost::default(), |sum, (cost, _)| sum.and(*cost));
        let total = Means::new(&solves.iter().map(total).collect::<Vec<_>>());
        Ok((solves, MethodResult { about: self.about.clone(), name: self.name.clone(), steps, total }))
    }
}

/// Returns the error of a search that was not made.
pub(crate) fn no_search(error: AlgorithmsError) -> Error {
    match error {
        AlgorithmsError::Cancelled => Error::cancelled(),
        error @ AlgorithmsError::FreeTurn(_) => Error::message(error),
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
            let search = search.map_err(no_search)?;
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

/// Returns the algorithm of least effort for a state among those of at most one move more than the shortest, held about U/D as it
/// is easiest; its cost, and the length of the shortest.
pub(crate) fn easiest(
    search: &AlgorithmSearch,
    cube: &Cube,
    limits: &Limits,
) -> Result<(Vec<Turn>, Cost, u8), Unsolved> {
    let found = search.algorithms(cube, SLACK, limits)?;
    let costs = found.algorithms.iter().map(|algorithm| (algorithm, Cost::least(&algorithm.turns, None)));
    let best = costs.min_by_key(|(_, (cost, _))| (cost.effort, cost.lengths.stm));
    let (algorithm, (cost, hold)) = best.expect("an algorithm was found");
    Ok((algorithm.turns.iter().map(|turn| turn.conjugate(hold)).collect(), cost, found.optimal))
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
            let (_, best, optimal) = easiest(search, &case.cube, limits)?;
            let (part, of) = case.probability;
            Ok((part as f64 / of as f64, best, optimal))
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
