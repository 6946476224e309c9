//! `cubiform scramble --case`: scrambles of uniformly random states that show a CFOP case.

use cubiform_answers::scrambles::{DrawnCase, case_row, case_states};
use cubiform_human::cases::Case;
use cubiform_solvers::scrambler::Scrambler;

use super::each;
use crate::args::{ScrambleEvent, Scrambles};
use crate::error::Failure;
use crate::interrupt;

/// Runs the command for the cases of `--case`.
pub(super) fn run(args: &Scrambles, seed: u64) -> Result<(), Failure> {
    if args.event != ScrambleEvent::Plain {
        return Err(Failure::usage("scramble", "--case is only for the event 333"));
    }
    let cases: Vec<&Case> = args.case.iter().flat_map(|named| named.0.iter().copied()).collect();
    let drawn = case_states(&cases, seed, args.count);
    let scrambler =
        Scrambler::new_until(args.machine.threads(), &interrupt::REQUESTED).ok_or(Failure::Interrupted)?;
    let work = |drawn: DrawnCase| case_row(&scrambler, seed, &drawn, &interrupt::REQUESTED);
    each(args, drawn, work)
}
