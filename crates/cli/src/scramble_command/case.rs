//! `cubiform scramble --case`: scrambles of uniformly random states that show a CFOP case.

use cubiform_cube::{Cube, facelets, random};
use cubiform_human::cases::{Case, CaseStates};
use cubiform_solvers::scrambler::Scrambler;

use super::{Row, each};
use crate::args::{ScrambleEvent, Scrambles};
use crate::error::Failure;
use crate::interrupt;

/// Runs the command for the cases of `--case`.
pub(super) fn run(args: &Scrambles, seed: u64) -> Result<(), Failure> {
    if args.event != ScrambleEvent::Plain {
        return Err(Failure::usage("scramble", "--case is only for the event 333"));
    }
    let mut cases: Vec<&Case> = Vec::new();
    for case in args.case.iter().flat_map(|named| &named.0) {
        if cases.iter().all(|known| (known.set, known.label) != (case.set, case.label)) {
            cases.push(case);
        }
    }
    let states = CaseStates::new(&cases);
    let scrambler =
        Scrambler::new_until(args.machine.threads(), &interrupt::REQUESTED).ok_or(Failure::Interrupted)?;
    let mut generator = random::generator(seed);
    let drawn = (1..=args.count).map(move |number| {
        let state = states.nth(random::below(&mut generator, states.count()));
        (number, state, random::below(&mut generator, u64::MAX))
    });
    let work = |(number, state, seed_of_moves): (u64, Cube, u64)| {
        let scramble = scrambler.scramble_indirectly_until(&state, seed_of_moves, &interrupt::REQUESTED);
        let scramble = scramble.ok_or_else(|| "stopped".to_string())?;
        Ok(Row {
            id: format!("case-{seed}-{number}"),
            facelets: facelets::format(&state),
            length: scramble.turns().len(),
            scramble: scramble.to_string(),
        })
    };
    each(args, drawn, work)
}
