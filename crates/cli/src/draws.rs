//! Random states that satisfy a condition: opens the tables, prepares the sampler, and prints its method.

use cubiform_answers::Error;
use cubiform_answers::input::Input;
use cubiform_answers::scrambles::{ConditionDraw, ConditionListing};
use cubiform_cube::goal::condition::Condition;
use cubiform_solvers::cfop::Analyzer;

use crate::engines::CommandEngines;
use crate::error::{Failure, say};
use crate::interrupt;
use crate::progress::{Tries, note};

/// Returns the analyzers of the stages that a condition takes a search for. Most of the tried states are rejected, so many
/// are analysed.
fn analyzers(engines: &CommandEngines, condition: &Condition) -> Result<Vec<Analyzer>, Failure> {
    engines.open(|engines, observer| engines.analyzers_of_condition(condition, Some(u64::MAX), observer))
}

/// Returns a list of the states that satisfy a condition.
pub(crate) fn listing(
    engines: &CommandEngines,
    condition: &Condition,
    up_to_symmetry: bool,
) -> Result<ConditionListing, Failure> {
    let (analyzers, stop) = (analyzers(engines, condition)?, &interrupt::REQUESTED);
    let oracle = engines.open(|engines, _| engines.oracle(stop))?;
    let (named, threads) = (("--where", condition), engines.engines().threads());
    let listing = ConditionListing::new(named, up_to_symmetry, &oracle, analyzers, threads, stop);
    listing.map_err(|error| Failure::of(engines.command, error))
}

/// Returns an input of `count` random states that satisfy a condition. Prints the method with `explain` even if standard
/// error is not a terminal.
pub(crate) fn input(
    engines: &CommandEngines,
    condition: &Condition,
    (count, seed): (u64, u64),
    explain: bool,
) -> Result<Input, Failure> {
    let (analyzers, stop) = (analyzers(engines, condition)?, &interrupt::REQUESTED);
    note(format_args!("preparing to draw states that satisfy {condition}"));
    let failed = |error: Error| Failure::of(engines.command, error);
    let oracle = engines.open(|engines, _| engines.oracle(stop))?;
    let (named, threads) = (("--where", condition), engines.engines().threads());
    let mut draw = ConditionDraw::new(named, seed, &oracle, analyzers, threads, stop).map_err(failed)?;
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
