//! `cubiform scramble` for the puzzles other than the 3x3x3: scrambles of random states.

use cubiform_answers::scrambles::{puzzle_row, puzzle_states};

use super::each;
use crate::args::{ScrambleEvent, Scrambles};
use crate::error::Failure;
use crate::interrupt;
use crate::puzzle::CommandPuzzle;

/// Runs the command for a puzzle.
pub(super) fn run<P: CommandPuzzle>(args: &Scrambles, seed: u64) -> Result<(), Failure> {
    let is_of_other = args.event != ScrambleEvent::Plain && args.event.puzzle() != P::VALUE;
    if args.condition.is_some() || !args.case.is_empty() || is_of_other {
        let id = P::ID;
        return Err(Failure::usage(
            "scramble",
            format!(
                "--puzzle {id} has only the event {id}; --where, --case and the other events are for the 3x3x3"
            ),
        ));
    }
    let scrambler = &*P::scrambler(&args.machine)?;
    let stop = interrupt::token();
    let work = |(state, number): (P, u64)| puzzle_row(scrambler, seed, (&state, number), &stop);
    each(args, puzzle_states::<P>(seed, args.count), work)
}
