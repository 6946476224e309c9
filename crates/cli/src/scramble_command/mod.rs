//! `cubiform scramble`: random-state scrambles, as used in competition.

mod every;
mod render;

use std::io::Write;

use cubiform_answers::limits::Limits;
use cubiform_answers::operation::Operation as _;
use cubiform_answers::pipeline::{self, Done, Next, Pull};
use cubiform_answers::scrambles::{Row, Task, tasks};
use cubiform_answers::{Error, ErrorKind};

use crate::args::Scrambles;
use crate::failure::Failure;
use crate::output::Output;
use crate::scramble_command::render::Render;
use crate::solvers::RunSolvers;
use crate::{interrupt, progress};

/// The maximum number of scrambles in progress, per thread.
const PERMITS: usize = 64;

/// Runs the command.
pub(crate) fn run(args: &Scrambles) -> Result<(), Failure> {
    let question = args.request.clone().check(&Limits::NONE)?;
    if let (true, Some(condition)) = (args.every, &question.condition) {
        return every::run(args, condition);
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
