//! `cubiform scramble`: random-state scrambles, as used in competition, or all states that satisfy a condition, as text,
//! CSV, JSON lines or one JSON document.

use std::io::{self, Write};

use cubiform_answers::draws::draw_error;
use cubiform_answers::json_array::JsonArray;
use cubiform_answers::limits::Limits;
use cubiform_answers::operation::Operation as _;
use cubiform_answers::pipeline::{self, Done, Next, Pull};
use cubiform_answers::scrambles::{Row, StateRow, Task, tasks};
use cubiform_answers::{Error, ErrorKind};
use cubiform_cube::goal::condition::Condition;
use cubiform_draw::{DrawError, Listing, Watch};
use serde::Serialize;

use crate::args::{ScrambleFormat, Scrambles};
use crate::engines::{self, RunSolvers};
use crate::failure::Failure;
use crate::interrupt::{self, REQUESTED};
use crate::output::Output;
use crate::progress;

/// The maximum number of scrambles in progress, per thread.
const PERMITS: usize = 64;

/// Runs the command.
pub(crate) fn run(args: &Scrambles) -> Result<(), Failure> {
    let question = args.request.clone().check(&Limits::NONE)?;
    if let (true, Some(condition)) = (args.every, &question.condition) {
        return run_every(args, condition);
    }
    let (threads, stop) = (args.machine.threads(), interrupt::REQUESTED.child());
    let solvers =
        RunSolvers { explains_draws: args.explain, ..RunSolvers::open(&args.machine, args.profile)? };
    let tasks = tasks(&question, &solvers, &stop)?;
    let mut output = Output::to(args.output.as_deref(), None)?;
    let progress = progress::Count::hidden_if(output.is_terminal(), "scrambles".into());
    let serve = |pull: Pull<'_, Task>, done: Done<'_, Result<Row, Error>>| {
        pipeline::each(threads, pull, done, |task| task());
    };
    let mut render = Render::new(args);
    render.begin(&["id", "scramble"], &mut output).map_err(|e| output.failure(&e))?;
    let mut count = 0;
    let take = |next: Next<Result<Row, Error>>| match next {
        Next::Wait => output.flush().map_err(|e| output.failure(&e)),
        Next::Result(Ok(row)) => {
            count += 1;
            progress.show(count, question.count);
            render.row(&row, &[&row.id, &row.scramble], &mut output).map_err(|e| output.failure(&e))
        }
        Next::Result(Err(error)) if error.kind == ErrorKind::Table => {
            Err(Failure::Message(error.message.clone()))
        }
        Next::Result(Err(error)) => Err(error.into()),
    };
    let ended = pipeline::run(tasks, threads.count() * PERMITS, &stop, serve, take);
    drop(progress);
    let ended = interrupt::or(ended).and_then(|()| render.end(&mut output).map_err(|e| output.failure(&e)));
    output.end(ended)
}

/// The number of rows between two reports of progress.
const ROWS_BETWEEN_REPORTS: u64 = 1 << 12;

/// Runs the command.
fn run_every(args: &Scrambles, condition: &Condition) -> Result<(), Failure> {
    let mut output = Output::to(args.output.as_deref(), None)?;
    let engines = engines::open(&args.machine, args.profile)?;
    // Most of the tried states are rejected, so many are analysed.
    let analyzers = engines.analyzers_of_condition(condition, Some(u64::MAX), &REQUESTED)?;
    let oracle = engines.oracle(&REQUESTED)?;
    let (classes, threads) = (args.up_to_symmetry, engines.threads());
    let failed = |error: DrawError| draw_error(&error, condition);
    let watch = Watch { cancel: &REQUESTED, ..Watch::quiet() };
    let states = Listing::new(condition, classes, &oracle, analyzers, threads, &watch);
    let mut states = states.map_err(failed)?;
    let progress = progress::Count::hidden_if(output.is_terminal(), "per mille of the states".into());
    let mut render = Render::new(args);
    let mut write = || -> Result<(), Failure> {
        render.begin(&["id", "facelets", "images"], &mut output).map_err(|e| output.failure(&e))?;
        for number in 1.. {
            let Some(listed) = states.next() else { break };
            let row = StateRow::new(&listed.map_err(failed)?, number);
            let cells = [&row.id[..], &row.facelets, &row.images.to_string()];
            render.row(&row, &cells, &mut output).map_err(|e| output.failure(&e))?;
            if number.is_multiple_of(ROWS_BETWEEN_REPORTS) {
                progress.show((states.share_done() * 1000.0) as u64, 1000);
            }
        }
        render.end(&mut output).map_err(|e| output.failure(&e))
    };
    let ended = interrupt::or(write());
    drop(progress);
    output.end(ended)
}

/// A writer of rows in one format.
struct Render {
    format: ScrambleFormat,
    /// The state of the JSON document.
    array: JsonArray,
}

impl Render {
    /// Creates the writer for the format of the arguments.
    fn new(args: &Scrambles) -> Render {
        Render { format: args.format, array: JsonArray::default() }
    }

    /// Writes the header of CSV, with the names of the columns.
    fn begin(&mut self, columns: &[&str], out: &mut dyn Write) -> io::Result<()> {
        if self.format == ScrambleFormat::Csv { writeln!(out, "{}", columns.join(",")) } else { Ok(()) }
    }

    /// Writes a row, whose cells of CSV need no quotes. Text has the second cell alone.
    fn row(&mut self, row: &impl Serialize, cells: &[&str], out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            ScrambleFormat::Text => writeln!(out, "{}", cells[1]),
            ScrambleFormat::Csv => writeln!(out, "{}", cells.join(",")),
            ScrambleFormat::Jsonl => {
                serde_json::to_writer(&mut *out, row)?;
                writeln!(out)
            }
            ScrambleFormat::Json => self.array.item(&serde_json::to_vec(row)?, out),
        }
    }

    /// Writes the end of the document.
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.format == ScrambleFormat::Json { self.array.end(out) } else { Ok(()) }
    }
}
