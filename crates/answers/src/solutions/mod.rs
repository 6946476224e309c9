//! The operation `solve`: solutions of whole cubes, as events and rows, from the engine of a question.

mod by_hand;
pub(crate) mod chain;
mod engine;
mod json;
mod masks;
pub mod options;
mod phases;
mod request;
mod three;

use std::time::Duration;

use cubiform_cube::four::Cube4;
use cubiform_cube::two::Cube2;
use cubiform_solvers::solver;
use cubiform_threads::{CancelToken, Threads};

use crate::held::HeldSolution;
use crate::input::{BadLine, BadRow, Content, Input, Item, Line, Options, SourceLocation};
use crate::limits::Limits;
use crate::operation::batch::{Batch, row};
use crate::operation::{Context, Door, Methods, Operation};
use crate::pipeline::{Done, Next, PipelineError, Pull};
use crate::puzzle::Puzzle;
use crate::scramble::{Scramble, id_of, line};
use crate::solvers::Solvers;
use crate::{Error, ErrorKind, pipeline};

use options::Method;

pub use by_hand::ByHand;
pub(crate) use by_hand::pair_name;
pub use chain::ChainSolution;
pub(crate) use engine::not_solved;
pub use engine::{Engine, EngineKind, LineSolver};
pub use json::{OtherObject, SolutionObject, ThreeObject};
pub(crate) use request::NO_BUDGET;
pub use request::{SolveQuestion, SolveRequest};

impl Operation for SolveRequest {
    const DOOR: Door = Door {
        name: "solve",
        path: "/v1/solve",
        tag: "solve",
        summary: "Solve a cube",
        about: "One solution, unless several optimal ones are asked for. A cube\n\
            that has no solution within the limits has an object with `error`.",
        answer: "The solutions",
        is_list: true,
        methods: Methods::Batches,
        ..Door::NEW
    };

    type Question = (SolveQuestion, Line);
    type Answer = SolvedCube;
    type Document = SolutionObject<'static>;

    fn check(self, limits: &Limits) -> Result<(SolveQuestion, Line), Error> {
        let mut question = self.question(limits)?;
        let request = &mut question.request;
        let line = line(request.scramble.take(), request.id.take(), limits)?;
        read(question.request.puzzle, &line)?;
        Ok((question, line))
    }

    fn is_quick((question, _): &(SolveQuestion, Line)) -> bool {
        question.is_quick()
    }

    fn answer((question, line): (SolveQuestion, Line), context: &Context<'_>) -> Result<SolvedCube, Error> {
        let engine = engine(&question, context.solvers)?;
        let limits = question.limits(context.cpu, context.time, context.cancel());
        let row = engine.answer(&question, &line, &limits)?;
        match row.solved {
            Err(error) if error.kind != ErrorKind::Unanswerable => Err(error),
            solved => Ok(SolvedCube { question, row: Row { solved, ..row } }),
        }
    }

    fn answer_each(self, batch: Batch<'_>, limits: &Limits, context: &Context<'_>) -> Result<(), Error> {
        let question = self.question(limits)?;
        let engine = engine(&question, context.solvers)?;
        let limits = question.limits(None, None, context.cancel());
        batch.read(Options::plain())?.each(context, |line, _, sink| {
            match engine.answer(&question, &line, &limits) {
                Ok(solved) => match &solved.solved {
                    Err(error) if error.kind != ErrorKind::Unanswerable => Err(error.clone()),
                    _ => solved.objects(&question).iter().try_for_each(|object| row(object, sink)),
                },
                Err(bad) => row(&BadRow::new(&bad, Some(id_of(&line))), sink),
            }
        })
    }
}

/// The solutions of a cube, or the reason why there are none.
pub struct SolvedCube {
    question: SolveQuestion,
    row: Row,
}

impl serde::Serialize for SolvedCube {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.row.objects(&self.question).serialize(serializer)
    }
}

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
        Puzzle::Two => engine::read::<Cube2>(line).map(drop),
        Puzzle::Three => Scramble::read_or_mask(line).map(drop),
        Puzzle::Four => engine::read::<Cube4>(line).map(drop),
    }
}

/// Returns the engine that answers a question.
///
/// # Errors
/// If a solver is not there, or does not offer what the question asks.
pub fn engine(question: &SolveQuestion, solvers: &dyn Solvers) -> Result<Engine, Error> {
    let kind = match question.request.puzzle {
        Puzzle::Two => engine::engine::<Cube2>(question, solvers)?,
        Puzzle::Three => three::engine(question, solvers)?,
        Puzzle::Four => engine::engine::<Cube4>(question, solvers)?,
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
    pub fn answer(
        &self,
        question: &SolveQuestion,
        line: &Line,
        limits: &solver::Limits,
    ) -> Result<Row, BadLine> {
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
fn event(question: &SolveQuestion, engine: &Engine, limits: &solver::Limits, item: Item) -> Event {
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

/// The answer for one cube.
pub struct Row {
    /// The id of the cube: as given, or else its number.
    pub id: String,
    /// The cube, as given.
    pub input: String,
    /// The method: of a mask, whatever the question says, an optimal search.
    pub method: Method,
    /// The solutions, at least one, or the reason why there is none.
    pub solved: Result<Vec<Solved>, Error>,
}

/// A solution. Nodes and CPU time are those of all solutions of the cube together.
#[derive(Default)]
pub struct Solved {
    /// The rotation and the moves, to be applied right after the scramble; their inverse if it was requested.
    pub moves: String,
    /// The part of `moves` that compensates for rotations in the scramble.
    pub rotation: String,
    /// The number of moves in the metric of the question, without the rotation.
    pub length: usize,
    /// The moves of each phase or stage, if the method has any.
    pub phases: Vec<Phase>,
    /// Whether no shorter solution exists, if that is known.
    pub optimal: bool,
    /// The number of nodes of the search.
    pub nodes: u64,
    /// The width of the beam, for methods with a beam.
    pub beam: Option<usize>,
    /// The CPU time of the search.
    pub cpu: Duration,
    /// The moves that lead from the solved state to the given one, where there is a link.
    pub setup: Option<String>,
    /// A link to a player.
    pub link: Option<String>,
    /// The solution as held in the easiest way, if solutions are in the order of effort.
    pub held: Option<HeldSolution>,
    /// The solution of a person, which has stages instead of phases.
    pub by_hand: Option<ByHand>,
    /// The steps of a fewest-moves solve, with moves on both sides of the scramble.
    pub chain: Option<ChainSolution>,
}

/// A phase of a solution.
pub struct Phase {
    /// Its moves.
    pub moves: String,
    /// Their number.
    pub length: usize,
    /// Its name, if it has one.
    pub name: Option<String>,
}

impl Solved {
    /// Returns the moves that lead from the solved state to the given one, if they are known.
    fn setup(&self) -> Option<String> {
        self.setup.clone().or_else(|| self.by_hand.as_ref().map(ByHand::setup))
    }

    /// Returns the names of the phases, if they have any.
    fn phase_names(&self) -> Option<Vec<&str>> {
        let names: Vec<&str> = self.phases.iter().filter_map(|phase| phase.name.as_deref()).collect();
        (!names.is_empty() && names.len() == self.phases.len()).then_some(names)
    }

    /// Returns the CPU time in milliseconds, rounded to microseconds.
    pub fn cpu_ms(&self) -> f64 {
        (self.cpu.as_secs_f64() * 1e6).round() / 1e3
    }
}
