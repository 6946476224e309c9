//! Random states that satisfy a condition: opens the tables, prepares the sampler, and prints its method.

use cubiform_answers::Error;
use cubiform_answers::engines::Engines;
use cubiform_answers::input::Input;
use cubiform_answers::scrambles::{ConditionDraw, ConditionListing};
use cubiform_cube::goal::condition::Condition;
use cubiform_solvers::cfop::Analyzer;

use crate::engines;
use crate::failure::{Failure, say};
use crate::interrupt::REQUESTED;
use crate::progress::{Tries, note};

/// Returns the analyzers of the stages that a condition takes a search for. Most of the tried states are rejected, so many
/// are analysed.
fn analyzers(
    command: &'static str,
    engines: &Engines,
    condition: &Condition,
) -> Result<Vec<Analyzer>, Failure> {
    let opened = engines.analyzers_of_condition(condition, Some(u64::MAX), &REQUESTED);
    opened.map_err(engines::failed(command))
}

/// Returns a list of the states that satisfy a condition.
pub(crate) fn listing(
    command: &'static str,
    engines: &Engines,
    condition: &Condition,
    up_to_symmetry: bool,
) -> Result<ConditionListing, Failure> {
    let analyzers = analyzers(command, engines, condition)?;
    let oracle = engines.oracle(&REQUESTED).map_err(engines::failed(command))?;
    let threads = engines.threads();
    let listing = ConditionListing::new(condition, up_to_symmetry, &oracle, analyzers, threads, &REQUESTED);
    listing.map_err(|error| Failure::of(command, error))
}

/// Returns an input of `count` random states that satisfy a condition. Prints the method with `explain` even if standard
/// error is not a terminal.
pub(crate) fn input(
    command: &'static str,
    engines: &Engines,
    condition: &Condition,
    (count, seed): (u64, u64),
    explain: bool,
) -> Result<Input, Failure> {
    let analyzers = analyzers(command, engines, condition)?;
    note(format_args!("preparing to draw states that satisfy {condition}"));
    let failed = |error: Error| Failure::of(command, error);
    let oracle = engines.oracle(&REQUESTED).map_err(engines::failed(command))?;
    let threads = engines.threads();
    let draw = ConditionDraw::new(condition, seed, &oracle, analyzers, threads, &REQUESTED);
    let mut draw = draw.map_err(failed)?;
    let tries = Tries::new();
    draw.report_to(move |so_far| tries.show(so_far));
    match explain {
        true => {
            draw.run_pilot().map_err(failed)?;
            say(&draw);
        }
        false => note(&draw),
    }
    Ok(draw.into_input(count, seed))
}
