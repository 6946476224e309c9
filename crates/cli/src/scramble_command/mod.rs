//! `cubiform scramble`: scrambles of random states, as used in competition.

pub(crate) mod case;
mod four;
mod render;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cubiform_cube::{Cube, facelets, random};
use cubiform_solvers::scrambler::{Event, ORIENTATIONS, Scrambler};

use crate::args::{Puzzle, ScrambleEvent, Scrambles};
use crate::draws;
use crate::error::Failure;
use crate::input::{Input, Item};
use crate::interrupt;
use crate::output::Output;
use crate::paths::Folder;
use crate::pipeline::{self, Done, Next, Pull};
use crate::progress;
use crate::scramble_command::render::Render;

/// How many scrambles may be under way for each thread.
const PERMITS: usize = 64;

/// How many states in a row may be too near to solved until there seem to be no others.
const MOST_REFUSED: u32 = 1000;

/// A scramble and what it is of.
struct Row {
    id: String,
    facelets: String,
    scramble: String,
    length: usize,
}

/// What goes on beside the states: the number of the one that comes, and the orientation that it is left in.
type Numbered = (Item, u64, usize);

/// Runs the command.
pub(crate) fn run(args: &Scrambles) -> Result<(), Failure> {
    let seed = args.seed.unwrap_or_else(any_seed);
    if args.puzzle == Puzzle::Four || args.event == ScrambleEvent::Four {
        return four::run(args, seed);
    }
    if !args.case.is_empty() {
        return case::run(args, seed);
    }
    let states = states(args, seed)?;
    let scrambler = Scrambler::new_until(&interrupt::REQUESTED).ok_or(Failure::Interrupted)?;
    let work = |(item, number, orientation): Numbered| match item {
        Item::State(_, state, _) => {
            let id = format!("random-{seed}-{number}");
            row(&scrambler, args.event, id, state, orientation).ok_or_else(|| "stopped".into())
        }
        Item::Failed(message) => Err(message),
        _ => unreachable!("random states are nothing else"),
    };
    each(args, numbered(states, seed, args.count), work)
}

/// Makes a row of each item, in their order, and writes it.
fn each<T: Send + 'static>(
    args: &Scrambles,
    items: impl Iterator<Item = T> + Send + 'static,
    work: impl Fn(T) -> Result<Row, String> + Sync,
) -> Result<(), Failure> {
    let mut output = Output::to(args.output.as_deref(), None)?;
    let threads = args.machine.threads();
    let progress = progress::Count::hidden_if(output.is_terminal(), "scrambles".into());
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::also_set(&stop);
    let serve = |pull: Pull<'_, T>, done: Done<'_, Result<Row, String>>| {
        pipeline::each(threads, pull, done, &work);
    };
    let mut render = Render::new(args);
    render.begin(&mut output).map_err(|e| output.failure(&e))?;
    let mut made = 0;
    let take = |next: Next<Result<Row, String>>| match next {
        Next::Wait => output.flush().map_err(|e| output.failure(&e)),
        Next::Result(Ok(row)) => {
            made += 1;
            progress.show(made, args.count);
            render.row(&row, &mut output).map_err(|e| output.failure(&e))
        }
        Next::Result(Err(message)) => Err(Failure::Message(message)),
    };
    let ended = pipeline::run(items, threads * PERMITS, &stop, serve, take);
    drop(progress);
    let ended = interrupt::or(ended).and_then(|()| render.end(&mut output).map_err(|e| output.failure(&e)));
    output.end(ended)
}

/// A seed that nobody has chosen: what the standard library draws from the system for its hash maps.
fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Random states without end, of those that are asked for.
fn states(args: &Scrambles, seed: u64) -> Result<Input, Failure> {
    let count = u64::MAX;
    let Some(condition) = &args.condition else { return Ok(Input::from_random(count, seed)) };
    let asked = draws::DrawRequest {
        command: "scramble",
        condition,
        count,
        seed,
        explain: args.explain,
        profile: args.profile,
        machine: &args.machine,
    };
    draws::input(&asked, &Folder::find(args.machine.tables.as_deref())?)
}

/// The first `count` of the states that a competition may have, with their numbers and orientations.
fn numbered(states: Input, seed: u64, count: u64) -> impl Iterator<Item = Numbered> + Send {
    // Another generator than that of the states.
    let mut generator = random::generator(!seed);
    let mut refused = 0;
    let allowed = states.filter_map(move |item| match item {
        Item::State(_, cube, _) if !Scrambler::is_allowed(&cube) => {
            refused += 1;
            let message =
                "only states less than two moves from solved satisfy it; a scramble has two at least";
            (refused == MOST_REFUSED).then(|| Item::Failed(message.into()))
        }
        item => {
            refused = 0;
            Some(item)
        }
    });
    allowed.zip(1..=count).map(move |(item, number)| {
        (item, number, random::below(&mut generator, ORIENTATIONS as u64) as usize)
    })
}

/// The row of a state; `None` if it was stopped.
fn row(
    scrambler: &Scrambler,
    event: ScrambleEvent,
    id: String,
    state: Cube,
    orientation: usize,
) -> Option<Row> {
    let event = match event {
        ScrambleEvent::Plain | ScrambleEvent::OneHanded | ScrambleEvent::Feet => Event::Plain,
        ScrambleEvent::Blindfolded | ScrambleEvent::MultiBlind => Event::Blindfolded(orientation),
        ScrambleEvent::FewestMoves => Event::FewestMoves,
        ScrambleEvent::Four => unreachable!("the 4x4x4 has a scrambler of its own"),
    };
    let scramble = scrambler.scramble_until(&state, event, &interrupt::REQUESTED)?;
    Some(Row {
        id,
        facelets: facelets::format(&state),
        length: scramble.turns().len(),
        scramble: scramble.to_string(),
    })
}
