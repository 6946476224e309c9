//! `cubiform scramble`: random-state scrambles, as used in competition.

mod case;
mod every;
mod puzzle;
mod render;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Write;

use cubiform_answers::input::Input;
use cubiform_answers::pipeline::{self, Done, Next, Pull};
use cubiform_answers::scrambles::{Drawn, Row, numbered, row};
use cubiform_answers::{Error, ErrorKind};
use cubiform_cube::four::Cube4;
use cubiform_cube::goal::condition::Condition;
use cubiform_cube::two::Cube2;
use cubiform_solvers::scrambler::Scrambler;

use crate::args::{Puzzle, Scrambles};
use crate::draws;
use crate::error::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::paths::Folder;
use crate::progress;
use crate::scramble_command::render::Render;

/// The maximum number of scrambles in progress, per thread.
const PERMITS: usize = 64;

/// Runs the command.
pub(crate) fn run(args: &Scrambles) -> Result<(), Failure> {
    let seed = args.seed.unwrap_or_else(random_seed);
    match (args.puzzle, args.event.puzzle()) {
        (Puzzle::Four, _) | (Puzzle::Three, Puzzle::Four) => return puzzle::run::<Cube4>(args, seed),
        (Puzzle::Two, _) | (Puzzle::Three, Puzzle::Two) => return puzzle::run::<Cube2>(args, seed),
        (Puzzle::Three, Puzzle::Three) => {}
    }
    if !args.case.is_empty() {
        return case::run(args, seed);
    }
    if args.every {
        return every::run(args);
    }
    let states = states(args, seed)?;
    let scrambler =
        Scrambler::new_until(args.machine.threads(), &interrupt::REQUESTED).ok_or(Failure::Interrupted)?;
    let work =
        |drawn: Result<Drawn, Error>| row(&scrambler, args.event, seed, &drawn?, &interrupt::REQUESTED);
    each(args, numbered(states, seed, args.count), work)
}

/// Computes a row for each item with `work` and writes the rows in the order of the items.
fn each<T: Send + 'static>(
    args: &Scrambles,
    items: impl Iterator<Item = T> + Send + 'static,
    work: impl Fn(T) -> Result<Row, Error> + Sync,
) -> Result<(), Failure> {
    let mut output = Output::to(args.output.as_deref(), None)?;
    let threads = args.machine.threads();
    let progress = progress::Count::hidden_if(output.is_terminal(), "scrambles".into());
    let stop = interrupt::token();
    let serve = |pull: Pull<'_, T>, done: Done<'_, Result<Row, Error>>| {
        pipeline::each(threads, pull, done, &work);
    };
    let mut render = Render::new(args);
    render.begin::<Row>(&mut output).map_err(|e| output.failure(&e))?;
    let mut count = 0;
    let take = |next: Next<Result<Row, Error>>| match next {
        Next::Wait => output.flush().map_err(|e| output.failure(&e)),
        Next::Result(Ok(row)) => {
            count += 1;
            progress.show(count, args.count);
            render.row(&row, &mut output).map_err(|e| output.failure(&e))
        }
        Next::Result(Err(error)) if error.kind == ErrorKind::Table => {
            Err(Failure::Message(error.message.clone()))
        }
        Next::Result(Err(error)) => Err(Failure::of("scramble", error)),
    };
    let ended = pipeline::run(items, threads.count() * PERMITS, &stop, serve, take);
    drop(progress);
    let ended = interrupt::or(ended).and_then(|()| render.end(&mut output).map_err(|e| output.failure(&e)));
    output.end(ended)
}

/// Returns a random seed, from the random keys of the standard library's hash maps.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Returns the request for states that satisfy a condition.
fn request<'a>(args: &'a Scrambles, condition: &'a Condition, seed: u64) -> draws::DrawRequest<'a> {
    draws::DrawRequest {
        command: "scramble",
        condition,
        count: u64::MAX,
        seed,
        explain: args.explain,
        profile: args.profile,
        machine: &args.machine,
    }
}

/// Returns an endless input of random states, of those that satisfy `--where` if it is given.
fn states(args: &Scrambles, seed: u64) -> Result<Input, Failure> {
    let count = u64::MAX;
    let Some(condition) = &args.condition else { return Ok(Input::from_random(count, seed)) };
    draws::input(&request(args, condition, seed), &Folder::find(args.machine.tables.as_deref())?)
}
