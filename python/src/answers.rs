//! Solutions, scrambles, random states, distributions and reviews, as the JSON of the command.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use cubiform_answers::generators::{Generators, MoveSet};
use cubiform_answers::goals::{GoalList, GoalStages, Goals, parse_condition};
use cubiform_answers::input::{Input, Item};
use cubiform_answers::request::{
    DistributionRequest, Limits, ReviewRequest, ScrambleRequest, SolveQuestion, SolveRequest,
};
use cubiform_answers::review as reviews;
use cubiform_answers::review::ReviewedSolve;
use cubiform_answers::scramble::Scramble;
use cubiform_answers::scrambles::{self, ConditionDraw, Task};
use cubiform_answers::solutions::engine;
use cubiform_answers::solutions::options::Method;
use cubiform_answers::solvers::Solvers;
use cubiform_answers::{Error, ErrorKind};
use cubiform_cube::four::{Cube4, Metric};
use cubiform_cube::goal::Variant;
use cubiform_cube::goal::condition::Condition;
use cubiform_cube::{Move, facelets};
use cubiform_draw::{DistanceOracle, searched_stages};
use cubiform_human::CfopSolver;
use cubiform_solvers::cfop::Analyzer;
use cubiform_solvers::optimal::{Optimal, Portfolio};
use cubiform_solvers::scrambler::Scrambler;
use cubiform_solvers::solver::Solver;
use cubiform_solvers::subgroup::Subgroup;
use cubiform_solvers::thistlethwaite::Thistlethwaite;
use cubiform_solvers::two::TwoByTwo;
use cubiform_solvers::two_phase::{Filters, TwoPhase};
use cubiform_store::Store;
use cubiform_tables::cosets::COSETS;
use cubiform_threads::{CancelToken, Threads};
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::analyzer::threads;
use crate::capsule::stream_of;
use crate::error::{Failure, MISSING_TABLE};
use crate::interrupt::interruptible;
use crate::rows::Rows;
use crate::tables::{self, open};

/// A solver that is made at its first use and kept.
struct Kept<T>(Mutex<Option<Arc<T>>>);

impl<T> Kept<T> {
    const fn new() -> Kept<T> {
        Kept(Mutex::new(None))
    }

    /// Returns the solver, which `make` makes unless it is cancelled.
    fn get(&self, make: impl FnOnce() -> Option<T>) -> Result<Arc<T>, Failure> {
        self.get_or_try(|| make().map(Arc::new).ok_or_else(Failure::cancelled))
    }

    /// Returns the solver, which `make` makes.
    fn get_or_try(&self, make: impl FnOnce() -> Result<Arc<T>, Failure>) -> Result<Arc<T>, Failure> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*kept {
            return Ok(Arc::clone(known));
        }
        let made = make()?;
        *kept = Some(Arc::clone(&made));
        Ok(made)
    }
}

static TWO_PHASE: Kept<TwoPhase> = Kept::new();
static THISTLETHWAITE: Kept<Thistlethwaite> = Kept::new();
static CFOP: Kept<CfopSolver> = Kept::new();
static TWO: Kept<TwoByTwo> = Kept::new();
static ORACLE: Kept<DistanceOracle> = Kept::new();

/// The solvers of a call, most of which are kept.
struct CallSolvers<'a> {
    /// The folder of tables, if it is given.
    folder: Option<PathBuf>,
    threads: &'a Threads,
    cancel: &'a CancelToken,
}

impl CallSolvers<'_> {
    fn store(&self) -> Result<Store, Failure> {
        Ok(tables::store(tables::folder(self.folder.clone())?, self.threads))
    }
}

impl Solvers for CallSolvers<'_> {
    fn two_phase(&self) -> Result<TwoPhase, Error> {
        let made = || TwoPhase::with_filters(Filters::default(), self.threads, self.cancel);
        Ok((*TWO_PHASE.get(made)?).clone())
    }

    fn thistlethwaite(&self) -> Result<Arc<dyn Solver>, Error> {
        Ok(THISTLETHWAITE.get(|| Thistlethwaite::new_until(self.cancel))?)
    }

    fn optimal(&self, question: &SolveQuestion, moves: Option<MoveSet>) -> Result<Arc<dyn Solver>, Error> {
        let store = self.store()?;
        let Some(table) = cubiform_answers::tables::open_optimal(&store).map_err(Failure::from)? else {
            let missing = Error::message("no table of the optimal solver is built").code(MISSING_TABLE);
            return Err(missing.hint("build one with: cubiform tables build optimal-small"));
        };
        let open_tables = store.open_tables().clone();
        let moves = moves.map_or((1 << Move::COUNT) - 1, |moves| moves.0);
        let optimal = Optimal::within(Arc::new(table), moves).map_err(|e| Error::usage("moves", e))?;
        let optimal = optimal.checking_tables(Box::new(move || {
            open_tables.files().iter().all(|file| file.check(&CancelToken::never()).is_ok())
        }));
        let upper = Some(self.two_phase()?);
        Ok(Arc::new(Portfolio::new(optimal, upper, self.threads, question.wanted())))
    }

    fn has_optimal(&self) -> Result<bool, Error> {
        let store = self.store()?;
        Ok(COSETS.iter().any(|entry| !store.must_build(entry)))
    }

    fn subgroup(&self, moves: &Generators) -> Result<Subgroup, Error> {
        Subgroup::new(&moves.turns(), self.cancel).map_err(|error| Error::usage("moves", error))
    }

    fn cfop(&self) -> Result<Arc<CfopSolver>, Error> {
        Ok(CFOP.get(|| CfopSolver::new_until(self.cancel))?)
    }

    fn two(&self) -> Result<Arc<TwoByTwo>, Error> {
        Ok(TWO.get(|| TwoByTwo::new_until(self.cancel))?)
    }

    fn four(&self, _: Metric, _: Option<usize>) -> Result<Arc<dyn Solver<Cube4>>, Error> {
        Err(Error::usage("puzzle", "the 4x4x4 is solved by the command: cubiform solve"))
    }

    fn four_scrambler(&self) -> Result<Arc<dyn Solver<Cube4>>, Error> {
        Err(Error::usage("event", "scrambles of the 4x4x4 are made by the command: cubiform scramble"))
    }

    fn scrambler(&self) -> Result<Scrambler, Error> {
        Ok(Scrambler::sharing(self.two_phase()?))
    }

    fn states(&self, condition: &Condition, seed: u64, cancel: &CancelToken) -> Result<Input, Error> {
        let store = self.store()?;
        let analyzer = |(goal, stage): (usize, usize)| -> Result<Analyzer, Failure> {
            let goal = GoalList(vec![(Variant::NAMED[goal].variant)()]);
            let name = goal.0[0].stages[stage].name.to_string();
            let goals = Goals::new(&goal, &name)?;
            debug_assert!(matches!(goals.each(), [GoalStages { stages, .. }] if *stages == [stage]));
            Ok(open(&goals, &store, self.threads, true, cancel, &AtomicBool::default())?.analyzer)
        };
        let analyzers = searched_stages(condition).into_iter().map(analyzer).collect::<Result<_, _>>()?;
        let oracle = ORACLE.get_or_try(|| Ok(scrambles::oracle(self.threads, cancel)?))?;
        let draw = ConditionDraw::new(condition, seed, &oracle, analyzers, self.threads, cancel)?;
        Ok(draw.into_input(u64::MAX, seed))
    }
}

/// Does `work` for each element on the threads, until one fails or `cancel` is cancelled.
fn each<T: Sync, R: Send>(
    list: &[T],
    threads: &Threads,
    cancel: &CancelToken,
    work: impl Fn(&T) -> Result<R, Failure> + Sync,
) -> Result<Vec<R>, Failure> {
    let one = |item: &T| if cancel.is_cancelled() { Err(Failure::cancelled()) } else { work(item) };
    threads.map(list, one).into_iter().collect()
}

fn json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(Failure::message)
}

/// Solves the cubes of a stream. Returns the JSON of the solution of each.
#[pyfunction]
pub(crate) fn solve(
    py: Python<'_>,
    cubes: &Bound<'_, PyAny>,
    request: &str,
    tables: Option<PathBuf>,
    threads: Option<usize>,
) -> PyResult<Vec<String>> {
    let input = stream_of(cubes)?;
    let (threads, cancel) = (self::threads(threads), CancelToken::new());
    let work = || -> Result<Vec<String>, Failure> {
        let request: SolveRequest = from_json(request)?;
        let question = request.check(&Limits::NONE)?;
        let rows = Rows::new(input).map(|row| {
            let (chunk, i) = row?;
            Ok(chunk.read(i)?)
        });
        let scrambles: Vec<Scramble> = rows.collect::<Result<_, Failure>>()?;
        let solvers = CallSolvers { folder: tables, threads: &threads, cancel: &cancel };
        let engine = engine(&question, &solvers)?;
        let limits = question.limits(None, None, &cancel);
        let one = |scramble: &Scramble| -> Result<String, Failure> {
            let row = engine.solve(&question, scramble, &limits);
            match row.solved {
                Err(error) if error.kind != ErrorKind::Unanswerable => Err(error.into()),
                _ => json(&row.objects(&question)[0]),
            }
        };
        // An optimal search takes all threads by itself.
        match question.method() {
            Method::Optimal => scrambles.iter().map(one).collect(),
            _ => each(&scrambles, &threads, &cancel, one),
        }
    };
    interruptible(py, &cancel, work)
}

/// Makes scrambles. Returns their JSON array.
#[pyfunction]
pub(crate) fn scramble(
    py: Python<'_>,
    request: &str,
    tables: Option<PathBuf>,
    threads: Option<usize>,
) -> PyResult<String> {
    let (threads, cancel) = (self::threads(threads), CancelToken::new());
    let work = || -> Result<String, Failure> {
        let request: ScrambleRequest = from_json(request)?;
        let question = request.check(&Limits::NONE)?;
        let solvers = CallSolvers { folder: tables, threads: &threads, cancel: &cancel };
        let tasks: Vec<_> =
            scrambles::tasks(&question, &solvers, &cancel)?.map(Some).map(Mutex::new).collect();
        let task = |task: &Mutex<Option<Task>>| {
            let task = task.lock().unwrap_or_else(PoisonError::into_inner).take();
            Ok(task.expect("every task is done once")()?)
        };
        json(&each(&tasks, &threads, &cancel, task)?)
    };
    interruptible(py, &cancel, work)
}

/// Draws random states. Returns their ids and facelets.
#[pyfunction]
pub(crate) fn random_states(
    py: Python<'_>,
    count: usize,
    seed: u64,
    condition: Option<String>,
    tables: Option<PathBuf>,
    threads: Option<usize>,
) -> PyResult<(Vec<String>, Vec<String>)> {
    let (threads, cancel) = (self::threads(threads), CancelToken::new());
    let work = || -> Result<(Vec<String>, Vec<String>), Failure> {
        let solvers = CallSolvers { folder: tables, threads: &threads, cancel: &cancel };
        let states = match condition {
            None => Input::from_random(u64::MAX, seed),
            Some(text) => solvers.states(&parse_condition(&text)?, seed, &cancel)?,
        };
        let mut found = (Vec::new(), Vec::new());
        for item in states.take(count) {
            if cancel.is_cancelled() {
                return Err(Failure::cancelled());
            }
            match item {
                Item::State(id, cube, _) => {
                    found.0.push(id);
                    found.1.push(facelets::format(&cube));
                }
                Item::Failed(error) => return Err(error.into()),
                _ => {}
            }
        }
        Ok(found)
    };
    interruptible(py, &cancel, work)
}

/// Reads a request: the arguments of a function as JSON.
fn from_json<T: DeserializeOwned>(request: &str) -> Result<T, Failure> {
    serde_json::from_str(request).map_err(|error| Failure::internal(error.to_string()))
}

/// Counts all states by their distance from a goal. Returns the JSON document.
#[pyfunction]
pub(crate) fn distribution(py: Python<'_>, request: &str, threads: Option<usize>) -> PyResult<String> {
    let (threads, cancel) = (self::threads(threads), CancelToken::new());
    let work = || -> Result<String, Failure> {
        let question = from_json::<DistributionRequest>(request)?.check(&Limits::NONE)?;
        let count = question.count()?;
        let (needed, free) = (count.memory(), cubiform_store::available_memory());
        if free.is_some_and(|free| free < needed) {
            let gigabytes = needed as f64 / 1e9;
            return Err(Failure::message(format!(
                "counting takes {gigabytes:.1} GB of memory; choose a stage with fewer pieces"
            )));
        }
        json(&count.run(&threads, &cancel)?.document())
    };
    interruptible(py, &cancel, work)
}

/// Reviews solves. Returns the JSON of the review, or of several with a summary.
#[pyfunction]
pub(crate) fn review(
    py: Python<'_>,
    request: &str,
    tables: Option<PathBuf>,
    threads: Option<usize>,
) -> PyResult<String> {
    let (threads, cancel) = (self::threads(threads), CancelToken::new());
    let work = || -> Result<String, Failure> {
        let question = from_json::<ReviewRequest>(request)?.check(&Limits::NONE)?;
        let opened = match question.optimal {
            false => None,
            true => {
                let store = tables::store(tables::folder(tables)?, &threads);
                let goals = Goals::new(&GoalList(vec![Variant::std()]), "all")?;
                Some(open(&goals, &store, &threads, false, &cancel, &AtomicBool::default())?)
            }
        };
        let analyzer = opened.as_ref().map(|opened| &opened.analyzer);
        let cfop = CFOP.get(|| CfopSolver::new_until(&cancel))?;
        let reviewed: Vec<ReviewedSolve> = question
            .solves
            .into_iter()
            .map(|solve| ReviewedSolve::new(solve, &cfop, analyzer, &question.request, &cancel))
            .collect::<Result<_, _>>()?;
        match &reviewed[..] {
            [one] => json(&reviews::json::object(one)),
            all => json(&reviews::json::several(all)),
        }
    };
    interruptible(py, &cancel, work)
}
