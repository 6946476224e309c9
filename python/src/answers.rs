//! Solutions, scrambles, random states, distributions and reviews, as the JSON of the command.

use std::path::PathBuf;
use std::time::Duration;

use cubiform_answers::ErrorKind;
use cubiform_answers::cases;
use cubiform_answers::distribution::{Request as CountRequest, parse_subject};
use cubiform_answers::engines::Engines;
use cubiform_answers::goals::{Goals, parse_condition};
use cubiform_answers::input::{Input, Item};
use cubiform_answers::puzzle::Puzzle;
use cubiform_answers::review as reviews;
use cubiform_answers::review::ReviewedSolve;
use cubiform_answers::scramble::Scramble;
use cubiform_answers::scrambles::{
    self, ConditionDraw, Row, ScrambleEvent, case_row, case_states, numbered, puzzle_row, puzzle_states,
};
use cubiform_answers::solutions::json::Object;
use cubiform_answers::solutions::options::{CfopOptions, Effort, Method, SolveOptions};
use cubiform_answers::solutions::solve::solve as solve_cube;
use cubiform_cube::cube_text::{CubeText, CubeTextError};
use cubiform_cube::goal::Variant;
use cubiform_cube::two::Cube2;
use cubiform_cube::{Color, facelets};
use cubiform_human::Request;
use cubiform_threads::{CancelToken, Threads};
use pyo3::prelude::*;
use serde::Serialize;

use crate::analyzer::{named_value, threads};
use crate::capsule::stream_of;
use crate::error::Failure;
use crate::interrupt::interruptible;
use crate::rows::Rows;
use crate::tables;

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
            CubeTextError::Moves(error) => Failure::in_moves(&error).of_argument("to"),
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
        // Only optimal solutions need a table, so that the others do without a folder.
        let engines = tables::shared(tables::folder(tables).ok(), &threads);
        let solver = engines.solver(method, &cancel)?;
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

/// Makes an input of random states, which may have a condition.
fn states(
    condition: Option<&str>,
    seed: u64,
    engines: &Engines,
    threads: &Threads,
    cancel: &CancelToken,
) -> Result<Input, Failure> {
    let Some(text) = condition else { return Ok(Input::from_random(u64::MAX, seed)) };
    let condition = parse_condition(text)?;
    // Most of the tried states are rejected, so many are analysed.
    let analyzers = engines.analyzers_of_condition(&condition, Some(u64::MAX), cancel)?;
    let oracle = engines.oracle(cancel)?;
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
        let engines = tables::shared(Some(tables::folder(tables)?), &threads);
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
            let two = engines.two(&cancel)?;
            let row = |(state, number)| puzzle_row(&*two, seed, (&state, number), &cancel);
            let rows: Vec<Row> = puzzle_states::<Cube2>(seed, count).map(row).collect::<Result<_, _>>()?;
            return json(&rows);
        }
        let scrambler = engines.scrambler(&cancel)?;
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
                let states = states(condition.as_deref(), seed, &engines, &threads, &cancel)?;
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
        let engines = tables::shared(Some(tables::folder(tables)?), &threads);
        let states = states(condition.as_deref(), seed, &engines, &threads, &cancel)?;
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

/// Counts all states by their distance from a goal. Returns the JSON document.
#[pyfunction]
pub(crate) fn distribution(
    py: Python<'_>,
    goal: &str,
    stage: Option<String>,
    colors: Option<String>,
    threads: Option<usize>,
) -> PyResult<String> {
    let (threads, cancel) = (self::threads(threads), CancelToken::new());
    let work = || -> Result<String, Failure> {
        let subject = parse_subject(goal)?;
        let colors = colors_of(colors.as_deref())?;
        let count = CountRequest::new(&subject, stage.as_deref(), colors.as_deref())?.count()?;
        let (needed, free) = (count.memory(), cubiform_store::available_memory());
        if free.is_some_and(|free| free < needed) {
            let gigabytes = needed as f64 / 1e9;
            return Err(Failure::message(format!(
                "counting takes {gigabytes:.1} GB of memory; choose a stage with fewer pieces"
            )));
        }
        let counted = count.run(&threads, &cancel)?;
        json(&counted.document())
    };
    interruptible(py, &cancel, work)
}

/// The options of reviews.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct ReviewArguments {
    scramble: Option<String>,
    time: Option<f64>,
    optimal: bool,
    effort: String,
}

/// Reviews solves. Returns the JSON of the review, or of several with a summary.
#[pyfunction]
pub(crate) fn review(
    py: Python<'_>,
    solution: &str,
    options: ReviewArguments,
    tables: Option<PathBuf>,
    threads: Option<usize>,
) -> PyResult<String> {
    let (threads, cancel) = (self::threads(threads), CancelToken::new());
    let work = || -> Result<String, Failure> {
        let scramble = options.scramble.as_deref().map(reviews::read_scramble).transpose()?;
        let mut solves = reviews::read(scramble, solution)?;
        if let Some(time) = options.time {
            match &mut solves[..] {
                [solve] => solve.time = Some(time),
                _ => return Err(Failure::argument("time", "a time applies to a single solve")),
            }
        }
        let effort: Effort = named_value("effort", &options.effort)?;
        let request = Request { effort: effort.search_effort(), ..Request::default() };
        let folder =
            if options.optimal { Some(tables::folder(tables)?) } else { tables::folder(tables).ok() };
        let engines = tables::shared(folder, &threads);
        let (goals, count) = (Goals::all_stages(Variant::std()), Some(solves.len() as u64));
        let analyzer = options.optimal.then(|| engines.analyzer(&goals, None, count, &cancel)).transpose()?;
        let cfop = engines.cfop(&cancel)?;
        let reviewed: Vec<ReviewedSolve> = solves
            .into_iter()
            .map(|solve| ReviewedSolve::new(solve, &cfop, analyzer.as_deref(), &request, &cancel))
            .collect::<Result<_, _>>()?;
        match &reviewed[..] {
            [one] => json(&reviews::json::object(one)),
            all => json(&reviews::json::several(all)),
        }
    };
    interruptible(py, &cancel, work)
}
