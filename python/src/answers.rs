//! Solutions of many cubes, random states, and the answers of all other operations, as the JSON of the command.

use std::path::PathBuf;
use std::sync::Arc;

use cubiform_answers::engines::{EngineError, Engines};
use cubiform_answers::goals::parse_condition;
use cubiform_answers::input::{Input, Item, Line};
use cubiform_answers::limits::Limits;
use cubiform_answers::operation::{Context, Operation as _, answer_question};
use cubiform_answers::review::{ReviewQuestion, ReviewRequest};
use cubiform_answers::solutions::options::Method;
use cubiform_answers::solutions::{SolveRequest, engine, read};
use cubiform_answers::solvers::Solvers;
use cubiform_answers::{Error, ErrorKind, operations};
use cubiform_cube::facelets;
use cubiform_threads::{CancelToken, Threads};
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::capsule::stream_of;
use crate::error::Failure;
use crate::interrupt::interruptible;
use crate::one_cube;
use crate::rows::Rows;
use crate::tables::{self, Folder};

/// The solvers of a call.
struct CallSolvers<'a> {
    engines: Arc<Engines>,
    folder: Option<Folder>,
    cancel: &'a CancelToken,
}

impl<'a> CallSolvers<'a> {
    /// Returns the solvers with the tables in a folder. Most solvers do without one.
    fn new(folder: Option<PathBuf>, threads: &Threads, cancel: &'a CancelToken) -> CallSolvers<'a> {
        let folder = Folder::find(folder).ok();
        CallSolvers { engines: tables::shared(folder.clone(), threads), folder, cancel }
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
        match &self.folder {
            Some(folder) => folder.engine_failure(error).into(),
            None => error.into(),
        }
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

/// Solves the cubes of a stream. Returns for each cube the JSON of its solutions: of one, unless the request asks for
/// several.
#[pyfunction]
pub(crate) fn solve(
    py: Python<'_>,
    cubes: &Bound<'_, PyAny>,
    request: &str,
    tables: Option<PathBuf>,
    threads: Option<usize>,
) -> PyResult<Vec<Vec<String>>> {
    let input = stream_of(cubes)?;
    let (threads, cancel) = (tables::threads(threads), CancelToken::new());
    let work = || -> Result<Vec<Vec<String>>, Failure> {
        let members: Map<String, Value> = from_json(request)?;
        one_cube::check_members(&members)?;
        let request: SolveRequest = from_json(request)?;
        let question = request.question(&Limits::NONE)?;
        let puzzle = question.request.puzzle;
        let rows = Rows::new(input).map(|row| {
            let (chunk, i) = row?;
            let line = chunk.line(i);
            // A cube that cannot be read is an error before any is solved.
            let checked = chunk.check(i, &line, puzzle).and_then(|()| read(puzzle, &line));
            checked.map_err(|bad| chunk.bad(i, &line, bad))?;
            Ok(line)
        });
        let lines: Vec<Line> = rows.collect::<Result<_, Failure>>()?;
        let solvers = CallSolvers::new(tables, &threads, &cancel);
        let engine = engine(&question, &solvers)?;
        let limits = question.limits(None, None, &cancel);
        let one = |line: &Line| -> Result<Vec<String>, Failure> {
            let row = engine.answer(&question, line, &limits).expect("it was read before");
            match row.solved {
                Err(error) if error.kind != ErrorKind::Unanswerable => Err(error.into()),
                _ => row.objects(&question).iter().map(json).collect(),
            }
        };
        // An optimal search takes all threads by itself.
        match question.method() {
            Method::Optimal => lines.iter().map(one).collect(),
            _ => each(&lines, &threads, &cancel, one),
        }
    };
    interruptible(py, &cancel, work)
}

/// Answers a request of any operation. Returns the JSON of the answer.
#[pyfunction]
pub(crate) fn answer(
    py: Python<'_>,
    request: &str,
    tables: Option<PathBuf>,
    threads: Option<usize>,
) -> PyResult<String> {
    let (threads, cancel) = (tables::threads(threads), CancelToken::new());
    let work = || -> Result<String, Failure> {
        let limits =
            Limits { count_memory: cubiform_store::available_memory().unwrap_or(u64::MAX), ..Limits::NONE };
        let solvers = CallSolvers::new(tables, &threads, &cancel);
        let members: Map<String, Value> = from_json(request)?;
        one_cube::check_members(&members)?;
        let document = operations::answer(members.clone(), &limits, &Context::new(&solvers));
        let document = document.map_err(|error| one_cube::advised(error, &members))?;
        String::from_utf8(document).map_err(Failure::message)
    };
    interruptible(py, &cancel, work)
}

/// Reviews the solves of texts. Returns the JSON of one review if there is a single text, which has one solve, and else of
/// all reviews with their summary.
#[pyfunction]
pub(crate) fn review(
    py: Python<'_>,
    request: &str,
    texts: Vec<String>,
    is_list: bool,
    tables: Option<PathBuf>,
    threads: Option<usize>,
) -> PyResult<String> {
    let (threads, cancel) = (tables::threads(threads), CancelToken::new());
    let work = || -> Result<String, Failure> {
        let solvers = CallSolvers::new(tables, &threads, &cancel);
        let mut members: Map<String, Value> = from_json(request)?;
        one_cube::check_members(&members)?;
        let request: ReviewRequest = from_json(request)?;
        let mut question: Option<ReviewQuestion> = None;
        for (row, text) in (1..).zip(texts) {
            members.insert("solution".into(), text.as_str().into());
            let read = ReviewRequest { solution: text, ..request.clone() }.check(&Limits::NONE);
            let read = read.map_err(|error| {
                let is_of_text = is_list && error.parameter == Some("solution");
                let failure = Failure::from(one_cube::advised(error, &members));
                if is_of_text { failure.in_row(row) } else { failure }
            })?;
            match &mut question {
                Some(question) => question.solves.extend(read.solves),
                None => question = Some(read),
            }
        }
        let mut question =
            question.ok_or_else(|| Failure::argument("solution", "there is no solve in the list"))?;
        if !is_list && question.solves.len() > 1 {
            let message = format!("the text has {} solves", question.solves.len());
            let failure = Failure::argument("solution", message);
            return Err(failure.advising("pass it in a list: review([text])"));
        }
        if request.time.is_some() && question.solves.len() > 1 {
            let message = format!("applies to a single solve, but there are {}", question.solves.len());
            return Err(Failure::argument("time", message));
        }
        question.together = question.solves.len() as u64;
        let mut answer = answer_question::<ReviewRequest>(question, &Context::new(&solvers))?;
        answer.is_list = is_list;
        json(&answer)
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
    let (threads, cancel) = (tables::threads(threads), CancelToken::new());
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
pub(crate) fn from_json<T: DeserializeOwned>(request: &str) -> Result<T, Failure> {
    serde_json::from_str(request).map_err(|error| Failure::internal(error.to_string()))
}
