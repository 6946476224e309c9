//! `cubiform scramble`: random-state scrambles, as used in competition.

mod case;
mod puzzle;
mod render;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Write;

use cubiform_cube::four::Cube4;
use cubiform_cube::two::Cube2;
use cubiform_cube::{Cube, facelets, random};
use cubiform_solvers::scrambler::{Event, ORIENTATIONS, Scrambler};

use crate::args::{Puzzle, ScrambleEvent, Scrambles};
use crate::draws;
use crate::error::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::paths::Folder;
use crate::pipeline::{self, Done, Next, Pull};
use crate::progress;
use crate::scramble_command::render::Render;
use cubiform_answers::input::{Input, Item};

/// The maximum number of scrambles in progress, per thread.
const PERMITS: usize = 64;

/// The number of consecutive states less than two moves from solved after which no other states are assumed to exist.
const MAX_REJECTED: u32 = 1000;

/// A scramble and its state.
struct Row {
    id: String,
    facelets: String,
    scramble: String,
    length: usize,
}

/// An item of the input, its number from 1, and the index of the orientation in which the scramble leaves the cube.
type NumberedItem = (Item, u64, usize);

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
    let states = states(args, seed)?;
    let scrambler =
        Scrambler::new_until(args.machine.threads(), &interrupt::REQUESTED).ok_or(Failure::Interrupted)?;
    let work = |(item, number, orientation): NumberedItem| match item {
        Item::State(_, state, _) => {
            let id = format!("random-{seed}-{number}");
            row(&scrambler, args.event, id, state, orientation).ok_or_else(|| "stopped".into())
        }
        Item::Failed(message) => Err(message),
        _ => unreachable!("the input has only random states"),
    };
    each(args, numbered(states, seed, args.count), work)
}

/// Computes a row for each item with `work` and writes the rows in the order of the items.
fn each<T: Send + 'static>(
    args: &Scrambles,
    items: impl Iterator<Item = T> + Send + 'static,
    work: impl Fn(T) -> Result<Row, String> + Sync,
) -> Result<(), Failure> {
    let mut output = Output::to(args.output.as_deref(), None)?;
    let threads = args.machine.threads();
    let progress = progress::Count::hidden_if(output.is_terminal(), "scrambles".into());
    let stop = interrupt::token();
    let serve = |pull: Pull<'_, T>, done: Done<'_, Result<Row, String>>| {
        pipeline::each(threads, pull, done, &work);
    };
    let mut render = Render::new(args);
    render.begin(&mut output).map_err(|e| output.failure(&e))?;
    let mut count = 0;
    let take = |next: Next<Result<Row, String>>| match next {
        Next::Wait => output.flush().map_err(|e| output.failure(&e)),
        Next::Result(Ok(row)) => {
            count += 1;
            progress.show(count, args.count);
            render.row(&row, &mut output).map_err(|e| output.failure(&e))
        }
        Next::Result(Err(message)) => Err(Failure::Message(message)),
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

/// Returns an endless input of random states, of those that satisfy `--where` if it is given.
fn states(args: &Scrambles, seed: u64) -> Result<Input, Failure> {
    let count = u64::MAX;
    let Some(condition) = &args.condition else { return Ok(Input::from_random(count, seed)) };
    let request = draws::DrawRequest {
        command: "scramble",
        condition,
        count,
        seed,
        explain: args.explain,
        profile: args.profile,
        machine: &args.machine,
    };
    draws::input(&request, &Folder::find(args.machine.tables.as_deref())?)
}

/// Returns the first `count` states that are allowed in competition, with their numbers and orientations.
fn numbered(states: Input, seed: u64, count: u64) -> impl Iterator<Item = NumberedItem> + Send {
    // A different generator from that of the states.
    let mut generator = random::generator(!seed);
    let mut rejected = 0;
    let allowed = states.filter_map(move |item| match item {
        Item::State(_, cube, _) if !Scrambler::is_allowed(&cube) => {
            rejected += 1;
            let message =
                "only states less than two moves from solved satisfy the condition; a scramble has at least two moves";
            (rejected == MAX_REJECTED).then(|| Item::Failed(message.into()))
        }
        item => {
            rejected = 0;
            Some(item)
        }
    });
    allowed.zip(1..=count).map(move |(item, number)| {
        (item, number, random::below(&mut generator, ORIENTATIONS as u64) as usize)
    })
}

/// Returns the row of a state, or `None` if the search was stopped.
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
        ScrambleEvent::Two | ScrambleEvent::Four => unreachable!("other puzzles have their own scramblers"),
    };
    let scramble = scrambler.scramble_until(&state, event, &interrupt::REQUESTED)?;
    Some(Row {
        id,
        facelets: facelets::format(&state),
        length: scramble.turns().len(),
        scramble: scramble.to_string(),
    })
}
