//! The answer to a question for the cubes of an input, as events.

use cubiform_cube::four::Cube4;
use cubiform_cube::two::Cube2;
use cubiform_solvers::solver::Limits;
use cubiform_threads::{CancelToken, Threads};

use super::engine::{Engine, EngineKind};
use super::options::Method;
use super::row::Row;
use super::{other, three};
use crate::input::{BadLine, Content, Input, Item, Line, SourceLocation};
use crate::pipeline::{self, Done, Next, PipelineError, Pull};
use crate::puzzle::Puzzle;
use crate::scramble::Scramble;
use crate::solutions::SolveQuestion;
use crate::solvers::Solvers;
use crate::{Error, ErrorKind};

/// The maximum number of cubes in progress, per thread.
const PERMITS: usize = 64;

/// A part of an answer.
pub enum Event {
    /// The row of a cube, its place in the input, and the number of bytes of input up to its end.
    Row(Row, SourceLocation, u64),
    /// A line that cannot be read, and a row with the reason.
    BadLine(BadLine, Row),
    /// A message about the input.
    Note(String),
    /// The input cannot be read further.
    Failed(Error),
    /// No row is ready yet. Repeated at least every 200 ms.
    Idle,
}

/// Checks whether a line has a state of a puzzle.
///
/// # Errors
/// If it has none.
pub fn read(puzzle: Puzzle, line: &Line) -> Result<(), BadLine> {
    match puzzle {
        Puzzle::Two => other::read::<Cube2>(line).map(drop),
        Puzzle::Three => Scramble::read_or_mask(line).map(drop),
        Puzzle::Four => other::read::<Cube4>(line).map(drop),
    }
}

/// Returns the engine that answers a question.
///
/// # Errors
/// If a solver is not there, or does not offer what the question asks.
pub fn engine(question: &SolveQuestion, solvers: &dyn Solvers) -> Result<Engine, Error> {
    let kind = match question.request.puzzle {
        Puzzle::Two => other::engine::<Cube2>(question, solvers)?,
        Puzzle::Three => three::engine(question, solvers)?,
        Puzzle::Four => other::engine::<Cube4>(question, solvers)?,
    };
    let is_optimal = question.method() == Method::Optimal;
    let engine = Engine { kind, is_optimal, engines: solvers.engines().clone() };
    engine.open_masks(question, solvers)?;
    Ok(engine)
}

impl Engine {
    /// Reads and solves the cube of a line.
    ///
    /// # Errors
    /// If the line has no cube of the puzzle.
    pub fn answer(&self, question: &SolveQuestion, line: &Line, limits: &Limits) -> Result<Row, BadLine> {
        if let EngineKind::Other(solver) = &self.kind {
            return solver.answer(line, limits);
        }
        let (scramble, mask) = Scramble::read_or_mask(line)?;
        Ok(match mask {
            None => self.solve(question, scramble, limits),
            Some(mask) => self.solve_mask(question, scramble, &mask, limits),
        })
    }
}

/// Solves the cubes of an input on `threads`, and passes the events to `sink` in the order of the input. A cube whose
/// search is cancelled has no event.
///
/// # Errors
/// The error of `sink`, which ends the answer.
pub fn answer<E: From<PipelineError>>(
    question: &SolveQuestion,
    engine: &Engine,
    (input, threads): (Input, &Threads),
    cancel: &CancelToken,
    mut sink: impl FnMut(Event) -> Result<(), E>,
) -> Result<(), E> {
    let limits = question.limits(None, None, cancel);
    let serve = |pull: Pull<'_, Item>, done: Done<'_, Event>| {
        pipeline::each(threads, pull, done, |item| event(question, engine, &limits, item));
    };
    let take = |next: Next<Event>| match next {
        Next::Wait => sink(Event::Idle),
        Next::Result(Event::Row(Row { solved: Err(error), .. }, ..))
            if error.kind == ErrorKind::Cancelled =>
        {
            Ok(())
        }
        Next::Result(event) => sink(event),
    };
    pipeline::run(input, threads.count() * PERMITS, cancel, serve, take)
}

/// Reads and solves an item of the input.
fn event(question: &SolveQuestion, engine: &Engine, limits: &Limits, item: Item) -> Event {
    let bad_line = |bad: BadLine, input| {
        let error = Error::message(bad.to_string());
        let row =
            Row { id: bad.place.number().to_string(), input, method: question.method(), solved: Err(error) };
        Event::BadLine(bad, row)
    };
    match item {
        Item::Line(line) => match engine.answer(question, &line, limits) {
            Ok(row) => Event::Row(row, line.place, line.bytes),
            Err(bad) => {
                let (Content::Text(text) | Content::Cell { scramble: text, .. }) = line.content;
                bad_line(bad, text)
            }
        },
        Item::Bad(bad) => bad_line(bad, String::new()),
        Item::Note(note) => Event::Note(note),
        Item::Failed(error) => Event::Failed(error),
        Item::State(..) => unreachable!("cubes to solve are not drawn"),
    }
}
