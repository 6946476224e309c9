//! Batches in memory: the rows of all cubes of a text, one after the other.
//!
//! The command and the server read and write batches as they go, on several threads. A front end with one thread and no
//! files has the text at hand.

use std::io::Cursor;

use cubiform_threads::CancelToken;
use serde::Serialize;

use super::{Event, Request, unwritten};
use crate::analysis::Analyses;
use crate::input::{BadRow, Input, Item, Line, Options};
use crate::request::{AnalyzeRequest, Limits, SolveRequest};
use crate::scramble::{Scramble, id_of};
use crate::solutions::engine;
use crate::solvers::{Solvers, open};
use crate::{Error, ErrorKind};

/// Answers an analysis or a solve for each cube of `text`, in any format of the command's input. `sink` receives a row for
/// each line, that of the command's `--format jsonl`; a line that cannot be read has a row with `error`.
///
/// # Errors
/// As [`answer`](super::answer), or if the request is of another operation.
pub fn answer_each(
    request: Request,
    text: String,
    limits: &Limits,
    solvers: &dyn Solvers,
    sink: &mut dyn FnMut(Event),
) -> Result<(), Error> {
    let batch = Batch { text, limits, solvers, sink };
    match request {
        Request::Analyze(request) => batch.analyze(&request),
        Request::Solve(request) => batch.solve(*request),
        _ => Err(Error::usage("input", "only analyses and solutions are answered for several cubes")),
    }
}

/// A text of cubes, and the receiver of their rows.
struct Batch<'a> {
    text: String,
    limits: &'a Limits,
    solvers: &'a dyn Solvers,
    sink: &'a mut dyn FnMut(Event),
}

impl Batch<'_> {
    fn analyze(self, request: &AnalyzeRequest) -> Result<(), Error> {
        let question = request.check(self.limits)?;
        let (goals, moves) = (question.goals.clone(), question.moves.map(|moves| moves.0));
        let analyzer = open(self.solvers, |engines, cancel| engines.analyzer(&goals, moves, None, cancel))?;
        let analyses =
            open(self.solvers, |engines, cancel| Analyses::with_engines(question, engines, cancel))?;
        let input = read(self.text, Options::default())?;
        let analyses = analyses.carrying(input.carried());
        let cancel = self.solvers.cancel();
        each(input, cancel, self.sink, |line, number, sink| match Scramble::read(&line) {
            Ok(scramble) => {
                let request = &analyses.question.request;
                let analysis = analyzer.analyze_until(&scramble.cube, request, cancel)?;
                row(&analyses.object(&analyses.report(number, scramble, analysis)), sink)
            }
            Err(bad) => row(&BadRow::new(&bad, Some(id_of(&line))), sink),
        })
    }

    fn solve(self, request: SolveRequest) -> Result<(), Error> {
        let question = request.check(self.limits)?;
        let engine = engine(&question, self.solvers)?;
        let cancel = self.solvers.cancel();
        let limits = question.limits(None, None, cancel);
        each(read(self.text, Options::plain())?, cancel, self.sink, |line, _, sink| {
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

/// Reads the cubes of a text.
fn read(text: String, options: Options) -> Result<Input, Error> {
    Input::from_reader("input", Box::new(Cursor::new(text)), options)
}

/// Calls `answer` for each line, with its number from 1. Many lines take no search that would notice a cancellation, so it
/// is also tested before each of them.
fn each(
    input: Input,
    cancel: &CancelToken,
    sink: &mut dyn FnMut(Event),
    answer: impl Fn(Line, u64, &mut dyn FnMut(Event)) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut number = 0;
    for item in input {
        if cancel.is_cancelled() {
            return Err(Error::cancelled());
        }
        match item {
            Item::Line(line) => {
                number += 1;
                answer(line, number, sink)?;
            }
            Item::Bad(bad) => {
                number += 1;
                row(&BadRow::new(&bad, None), sink)?;
            }
            Item::Failed(error) => return Err(error),
            // Notes tell a person what was skipped; a text has no random states.
            Item::Note(_) | Item::State(..) => {}
        }
    }
    Ok(())
}

/// Passes a row on.
fn row(object: &impl Serialize, sink: &mut dyn FnMut(Event)) -> Result<(), Error> {
    sink(Event::Row(serde_json::to_vec(object).map_err(|error| unwritten(&error))?));
    Ok(())
}
