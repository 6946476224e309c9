//! Random states that satisfy a condition: opens the tables, prepares the sampler, and prints its method.

use cubiform_answers::input::Input;
use cubiform_answers::scrambles::{self, ConditionDraw, ConditionListing};
use cubiform_cube::goal::Variant;
use cubiform_cube::goal::condition::Condition;
use cubiform_draw::searched_stages;
use cubiform_solvers::cfop::Analyzer;

use crate::args::{Machine, Profiles};
use crate::error::{Failure, say};
use crate::interrupt;
use crate::open_tables::{self, MANY_SCRAMBLES, TableRequest};
use crate::paths::Folder;
use crate::progress::{Tries, note};

/// A request for random states that satisfy a condition.
pub(crate) struct DrawRequest<'a> {
    /// The subcommand, for error messages.
    pub(crate) command: &'static str,
    /// The condition on the states.
    pub(crate) condition: &'a Condition,
    /// The number of states.
    pub(crate) count: u64,
    /// The random seed.
    pub(crate) seed: u64,
    /// Whether to print the method even if standard error is not a terminal.
    pub(crate) explain: bool,
    /// The tables for stages after the xcross.
    pub(crate) profile: Profiles,
    /// The table folder and the number of threads.
    pub(crate) machine: &'a Machine,
}

/// Returns the analyzers of the stages that a condition takes a search for.
fn analyzers(request: &DrawRequest<'_>, folder: &Folder) -> Result<Vec<Analyzer>, Failure> {
    let analyzer = |(goal, stage): (usize, usize)| {
        let goal = (Variant::NAMED[goal].variant)();
        let tables = TableRequest {
            command: request.command,
            goal: &goal,
            stages: &[stage],
            profile: request.profile,
            // Most of the tried states are rejected, so many states are analysed.
            scrambles: Some(MANY_SCRAMBLES),
            threads: request.machine.threads(),
        };
        open_tables::analyzer(&tables, folder)
    };
    searched_stages(request.condition).into_iter().map(analyzer).collect()
}

/// Returns a list of the states that satisfy the condition of `request`.
pub(crate) fn listing(
    request: &DrawRequest<'_>,
    up_to_symmetry: bool,
    folder: &Folder,
) -> Result<ConditionListing, Failure> {
    let (condition, threads, stop) = (request.condition, request.machine.threads(), &interrupt::REQUESTED);
    let analyzers = analyzers(request, folder)?;
    let failed = |error| Failure::of(request.command, error);
    let oracle = scrambles::oracle(threads, stop).map_err(failed)?;
    ConditionListing::new(condition, up_to_symmetry, &oracle, analyzers, threads, stop).map_err(failed)
}

/// Returns an input of random states that satisfy the condition of `request`.
pub(crate) fn input(request: &DrawRequest<'_>, folder: &Folder) -> Result<Input, Failure> {
    let (condition, seed, threads) = (request.condition, request.seed, request.machine.threads());
    let analyzers = analyzers(request, folder)?;
    note(format_args!("preparing to draw states that satisfy {condition}"));
    let failed = |error| Failure::of(request.command, error);
    let stop = &interrupt::REQUESTED;
    let oracle = scrambles::oracle(threads, stop).map_err(failed)?;
    let mut draw = ConditionDraw::new(condition, seed, &oracle, analyzers, threads, stop).map_err(failed)?;
    let tries = Tries::new();
    draw.report_to(move |so_far| tries.show(so_far));
    match request.explain {
        true => {
            draw.run_pilot().map_err(failed)?;
            say(&draw);
        }
        false => note(&draw),
    }
    Ok(draw.into_input(request.count, seed))
}
