//! Solutions, scrambles, random states, distributions and reviews, as the JSON of the command.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cubiform_answers::cases;
use cubiform_answers::goals::{GoalList, GoalStages, Goals, parse_condition};
use cubiform_answers::input::{Input, Item};
use cubiform_answers::puzzle::Puzzle;
use cubiform_answers::request::{DistributionRequest, Limits, ReviewRequest};
use cubiform_answers::review as reviews;
use cubiform_answers::review::ReviewedSolve;
use cubiform_answers::scramble::Scramble;
use cubiform_answers::scrambles::{
    self, ConditionDraw, Row, ScrambleEvent, case_row, case_states, numbered, puzzle_row, puzzle_states,
};
use cubiform_answers::solutions::json::Object;
use cubiform_answers::solutions::options::{CfopOptions, Method, SolveOptions};
use cubiform_answers::solutions::solve::{Engine as Solver, solve as solve_cube};
use cubiform_answers::{Error, ErrorKind};
use cubiform_cube::cube_text::{CubeText, CubeTextError};
use cubiform_cube::goal::Variant;
use cubiform_cube::two::Cube2;
use cubiform_cube::{Color, facelets};
use cubiform_draw::{DistanceOracle, searched_stages};
use cubiform_human::CfopSolver;
use cubiform_solvers::cfop::Analyzer;
use cubiform_solvers::optimal::{Optimal, Portfolio, SolutionRequest};
use cubiform_solvers::scrambler::Scrambler;
use cubiform_solvers::thistlethwaite::Thistlethwaite;
use cubiform_solvers::two::TwoByTwo;
use cubiform_solvers::two_phase::{Filters, TwoPhase};
use cubiform_store::Store;
use cubiform_threads::{CancelToken, Threads};
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::analyzer::{named_value, threads};
use crate::capsule::stream_of;
use crate::error::Failure;
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
static THISTLETHWAITE: Kept<Solver> = Kept::new();
static CFOP: Kept<Arc<CfopSolver>> = Kept::new();
static SCRAMBLER: Kept<Scrambler> = Kept::new();
static TWO: Kept<TwoByTwo> = Kept::new();
static ORACLE: Kept<DistanceOracle> = Kept::new();

fn cfop(cancel: &CancelToken) -> Result<Arc<CfopSolver>, Failure> {
    CFOP.get(|| CfopSolver::new_until(cancel).map(Arc::new)).map(|solver| (*solver).clone())
}

fn two_phase(threads: &Threads, cancel: &CancelToken) -> Result<Arc<TwoPhase>, Failure> {
    TWO_PHASE.get(|| TwoPhase::with_filters(Filters::default(), threads, cancel))
}

fn scrambler(threads: &Threads, cancel: &CancelToken) -> Result<Arc<Scrambler>, Failure> {
    let solver = two_phase(threads, cancel)?;
    SCRAMBLER.get(|| Some(Scrambler::sharing((*solver).clone())))
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

fn colors_of(text: Option<&str>) -> Result<Option<Vec<Color>>, Failure> {
    text.map(Color::list).transpose().map_err(|e| Failure::argument("colors", e))
}

/// The options of solutions.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct SolveArguments {
    method: String,
    max_length: Option<u8>,
    time: Option<f64>,
    nodes: Option<u64>,
    colors: Option<String>,
    inverse: bool,
    effort: Option<String>,
    explain: bool,
    links: bool,
    to: Option<String>,
}

/// Solves the cubes of a stream. Returns the JSON of the solution of each.
#[pyfunction]
pub(crate) fn solve(
    py: Python<'_>,
    cubes: &Bound<'_, PyAny>,
    options: SolveArguments,
    tables: Option<PathBuf>,
    threads: Option<usize>,
) -> PyResult<Vec<String>> {
    let input = stream_of(cubes)?;
    let (threads, cancel) = (self::threads(threads), CancelToken::new());
    let work = || -> Result<Vec<String>, Failure> {
        let rows = Rows::new(input).map(|row| {
            let (chunk, i) = row?;
            Ok(chunk.read(i)?)
        });
        let scrambles: Vec<Scramble> = rows.collect::<Result<_, Failure>>()?;
        let method: Method = named_value("method", &options.method)?;
        let time = options.time.map(Duration::try_from_secs_f64).transpose();
        let to = options.to.as_deref().map(CubeText::parse).transpose().map_err(|error| match error {
            CubeTextError::Moves(error) => Failure::from(Error::in_moves("to", &error)),
            error => Failure::argument("to", error),
        });
        let asked = SolveOptions {
            max_length: options.max_length,
            time: time.map_err(|e| Failure::argument("time", e))?,
            nodes: options.nodes,
            inverse: options.inverse,
            to: to?.map(|text| text.cube),
            links: options.links,
            cfop: CfopOptions {
                colors: colors_of(options.colors.as_deref())?,
                effort: options.effort.as_deref().map(|name| named_value("effort", name)).transpose()?,
                explain: options.explain,
                ..CfopOptions::default()
            },
            ..SolveOptions::new(method)
        };
        let solver = solver(method, tables, &threads, &cancel)?;
        let one = |scramble: &Scramble| -> Result<String, Failure> {
            let text = scramble.shown.text();
            match solve_cube(&asked, &solver, &cancel, scramble) {
                Ok(found) => {
                    json(&Object::new(&scramble.id, text, method, found.first().ok_or("no solution")))
                }
                Err(error) if error.kind == ErrorKind::Unanswerable => {
                    json(&Object::new(&scramble.id, text, method, Err(&error.to_string())))
                }
                Err(error) => Err(error.into()),
            }
        };
        // An optimal search takes all threads by itself.
        match method {
            Method::Optimal => scrambles.iter().map(one).collect(),
            _ => each(&scrambles, &threads, &cancel, one),
        }
    };
    interruptible(py, &cancel, work)
}

/// Returns the solver of a method.
fn solver(
    method: Method,
    folder: Option<PathBuf>,
    threads: &Threads,
    cancel: &CancelToken,
) -> Result<Arc<Solver>, Failure> {
    Ok(match method {
        Method::TwoPhase => Arc::new(Solver::Faces(Box::new((*two_phase(threads, cancel)?).clone()))),
        Method::Thistlethwaite => {
            let made = || Thistlethwaite::new_until(cancel).map(|solver| Solver::Faces(Box::new(solver)));
            THISTLETHWAITE.get(made)?
        }
        Method::Cfop => Arc::new(Solver::Cfop(cfop(cancel)?)),
        Method::Beginner => Arc::new(Solver::Beginner),
        Method::Optimal => {
            let store = tables::store(tables::folder(folder)?, threads);
            let Some(table) = cubiform_answers::tables::open_optimal(&store)? else {
                let missing = Failure::tables("no table of the optimal solver is built");
                return Err(missing.advising("build one with: cubiform tables build optimal-small"));
            };
            let open_tables = store.open_tables().clone();
            let optimal = Optimal::new(Arc::new(table)).checking_tables(Box::new(move || {
                open_tables.files().iter().all(|file| file.check(&CancelToken::never()).is_ok())
            }));
            let upper = (*two_phase(threads, cancel)?).clone();
            let portfolio = Portfolio::new(optimal, Some(upper), threads, SolutionRequest::default());
            Arc::new(Solver::Faces(Box::new(portfolio)))
        }
    })
}

/// Makes an input of random states, which may have a condition.
fn states(
    condition: Option<&str>,
    seed: u64,
    store: &Store,
    threads: &Threads,
    cancel: &CancelToken,
) -> Result<Input, Failure> {
    let Some(text) = condition else { return Ok(Input::from_random(u64::MAX, seed)) };
    let condition = parse_condition(text)?;
    let analyzer = |(goal, stage): (usize, usize)| -> Result<Analyzer, Failure> {
        let goal = GoalList(vec![(Variant::NAMED[goal].variant)()]);
        let name = goal.0[0].stages[stage].name.to_string();
        let goals = Goals::new(&goal, &name)?;
        debug_assert!(matches!(goals.each(), [GoalStages { stages, .. }] if *stages == [stage]));
        Ok(open(&goals, store, threads, true, cancel, &AtomicBool::default())?.analyzer)
    };
    let analyzers = searched_stages(&condition).into_iter().map(analyzer).collect::<Result<_, _>>()?;
    let oracle = ORACLE.get_or_try(|| Ok(scrambles::oracle(threads, cancel)?))?;
    let draw = ConditionDraw::new(&condition, seed, &oracle, analyzers, threads, cancel)?;
    Ok(draw.into_input(u64::MAX, seed))
}

/// Makes scrambles. Returns their JSON array.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the arguments of the function in Python")]
pub(crate) fn scramble(
    py: Python<'_>,
    event: &str,
    count: u64,
    seed: u64,
    condition: Option<String>,
    case: Option<String>,
    tables: Option<PathBuf>,
    threads: Option<usize>,
) -> PyResult<String> {
    let (threads, cancel) = (self::threads(threads), CancelToken::new());
    let work = || -> Result<String, Failure> {
        let event: ScrambleEvent = named_value("event", event)?;
        let store = tables::store(tables::folder(tables)?, &threads);
        if case.is_some() && (condition.is_some() || event != ScrambleEvent::Plain) {
            let text = "a case is only for the event 333, and not together with where";
            return Err(Failure::argument("case", text));
        }
        if event.puzzle() != Puzzle::Three && condition.is_some() {
            return Err(Failure::argument("where", "a condition is for the events of the 3x3x3"));
        }
        if event.puzzle() == Puzzle::Four {
            let text = "scrambles of the 4x4x4 are made by the command: cubiform scramble";
            return Err(Failure::argument("event", text));
        }
        if event.puzzle() == Puzzle::Two {
            let two = TWO.get(|| TwoByTwo::new_until(&cancel))?;
            let row = |(state, number)| puzzle_row(&*two, seed, (&state, number), &cancel);
            let rows: Vec<Row> = puzzle_states::<Cube2>(seed, count).map(row).collect::<Result<_, _>>()?;
            return json(&rows);
        }
        let scrambler = scrambler(&threads, &cancel)?;
        let rows: Vec<Row> = match &case {
            Some(names) => {
                let mut found = Vec::new();
                for name in names.split(',') {
                    found.extend(cases::parse(name)?);
                }
                let states: Vec<_> = case_states(&found, seed, count).collect();
                each(&states, &threads, &cancel, |drawn| Ok(case_row(&scrambler, seed, drawn, &cancel)?))?
            }
            None => {
                let states = states(condition.as_deref(), seed, &store, &threads, &cancel)?;
                let states: Vec<_> = numbered(states, seed, count).collect::<Result<_, _>>()?;
                let row = |drawn: &_| Ok(scrambles::row(&scrambler, event, seed, drawn, &cancel)?);
                each(&states, &threads, &cancel, row)?
            }
        };
        json(&rows)
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
        let store = tables::store(tables::folder(tables)?, &threads);
        let states = states(condition.as_deref(), seed, &store, &threads, &cancel)?;
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
        let cfop = cfop(&cancel)?;
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
