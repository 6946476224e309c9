//! Solutions, scrambles, random states, distributions and reviews, as the JSON of the command.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use cubiform_answers::engines::{EngineError, Engines, OptimalRequest};
use cubiform_answers::generators::MoveSet;
use cubiform_answers::goals::{Goals, parse_condition};
use cubiform_answers::input::{Input, Item};
use cubiform_answers::request::{
    DistributionRequest, Limits, ReviewRequest, ScrambleRequest, SolveQuestion, SolveRequest,
};
use cubiform_answers::review as reviews;
use cubiform_answers::review::ReviewedSolve;
use cubiform_answers::scramble::Scramble;
use cubiform_answers::scrambles::{self, Task};
use cubiform_answers::solutions::engine;
use cubiform_answers::solutions::options::Method;
use cubiform_answers::solvers::{Solvers, open};
use cubiform_answers::{Error, ErrorKind};
use cubiform_cube::facelets;
use cubiform_cube::goal::Variant;
use cubiform_solvers::solver::Solver;
use cubiform_threads::{CancelToken, Threads};
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::analyzer::threads;
use crate::capsule::stream_of;
use crate::error::Failure;
use crate::interrupt::interruptible;
use crate::rows::Rows;
use crate::tables;

/// The solvers of a call.
struct CallSolvers<'a> {
    engines: Arc<Engines>,
    cancel: &'a CancelToken,
}

impl<'a> CallSolvers<'a> {
    /// Returns the solvers with the tables in a folder. Most solvers do without one.
    fn new(folder: Option<PathBuf>, threads: &Threads, cancel: &'a CancelToken) -> CallSolvers<'a> {
        CallSolvers { engines: tables::shared(tables::folder(folder).ok(), threads), cancel }
    }
}

impl Solvers for CallSolvers<'_> {
    fn engines(&self) -> &Engines {
        &self.engines
    }

    fn cancel(&self) -> &CancelToken {
        self.cancel
    }

    fn failed(&self, error: EngineError) -> Error {
        Failure::from(error).into()
    }

    fn optimal(&self, question: &SolveQuestion, moves: Option<MoveSet>) -> Result<Arc<dyn Solver>, Error> {
        let (solutions, moves) = (question.wanted(), moves.map(|moves| moves.0));
        let request =
            OptimalRequest { solutions, moves, has_upper_bounds: true, ..OptimalRequest::default() };
        Ok(Arc::new(open(self, |engines, cancel| engines.optimal(&request, cancel))?))
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
        let solvers = CallSolvers::new(tables, &threads, &cancel);
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
        let solvers = CallSolvers::new(tables, &threads, &cancel);
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
        let solvers = CallSolvers::new(tables, &threads, &cancel);
        let states = match condition {
            None => Input::from_random(u64::MAX, seed),
            Some(text) => solvers.states(&parse_condition(&text)?, seed)?,
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
        let folder =
            if question.optimal { Some(tables::folder(tables)?) } else { tables::folder(tables).ok() };
        let engines = tables::shared(folder, &threads);
        let (goals, count) = (Goals::all_stages(Variant::std()), Some(question.solves.len() as u64));
        let analyzer =
            question.optimal.then(|| engines.analyzer(&goals, None, count, &cancel)).transpose()?;
        let cfop = engines.cfop(&cancel)?;
        let reviewed: Vec<ReviewedSolve> = question
            .solves
            .into_iter()
            .map(|solve| ReviewedSolve::new(solve, &cfop, analyzer.as_deref(), &question.request, &cancel))
            .collect::<Result<_, _>>()?;
        match &reviewed[..] {
            [one] => json(&reviews::json::object(one)),
            all => json(&reviews::json::several(all)),
        }
    };
    interruptible(py, &cancel, work)
}
