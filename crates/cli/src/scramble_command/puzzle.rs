//! `cubiform scramble` for the puzzles other than the 3x3x3: scrambles of random states.

use cubiform_cube::random::generator;

use super::{Row, each};
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
    let scrambler = P::scrambler(&args.machine)?;
    let stop = interrupt::token();
    let work = |(state, number): (P, u64)| {
        let moves = state.scramble(&scrambler, &stop).map_err(|e| e.to_string())?;
        // The facelets of the puzzle scrambled with white on top and green in front.
        let facelets = P::parse(&P::format(&moves)).map_err(|e| e.to_string())?.state.facelets();
        let id = format!("random-{seed}-{number}");
        Ok(Row { id, facelets, length: moves.len(), scramble: P::format(&moves) })
    };
    let mut rng = generator(seed);
    let states = std::iter::repeat_with(move || P::random(&mut rng)).filter(P::is_allowed);
    each(args, states.zip(1..=args.count), work)
}
