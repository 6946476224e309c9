//! Random states that satisfy a condition: prepares the sampler, prints its method, and explains its errors.

use std::sync::Arc;

use cubiform_cube::goal::Variant;
use cubiform_cube::goal::condition::Condition;
use cubiform_draw::{DistanceOracle, Draw, DrawError, Watch, searched_stages};
use cubiform_solvers::cfop::Analyzer;

use crate::args::{Machine, Profiles};
use crate::error::{Failure, say};
use crate::interrupt;
use crate::open_tables::{self, MANY_SCRAMBLES, TableRequest};
use crate::paths::Folder;
use crate::progress::{Tries, note};
use cubiform_answers::input::Input;

/// The number of trials from which `--explain` estimates the number of states, with a standard error of a few per cent.
const EXPLAIN_TRIALS: u32 = 1000;

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

/// Returns an input of random states that satisfy the condition of `request`.
pub(crate) fn input(request: &DrawRequest<'_>, folder: &Folder) -> Result<Input, Failure> {
    let (condition, seed, threads) = (request.condition, request.seed, request.machine.threads());
    let analyzer = |(goal, stage): (usize, usize)| {
        let goal = (Variant::NAMED[goal].variant)();
        let tables = TableRequest {
            command: request.command,
            goal: &goal,
            stages: &[stage],
            profile: request.profile,
            // Most of the tried states are rejected, so many states are analysed.
            scrambles: Some(MANY_SCRAMBLES),
            threads,
        };
        open_tables::analyzer(&tables, folder)
    };
    let analyzers: Vec<Analyzer> =
        searched_stages(condition).into_iter().map(analyzer).collect::<Result<_, Failure>>()?;
    note(format_args!("preparing to draw states that satisfy {condition}"));
    let watch = Watch { cancel: &interrupt::REQUESTED, report: &|_| {} };
    let oracle = DistanceOracle::new(threads, &watch).ok_or(Failure::Interrupted)?;
    let mut draw = Draw::new(condition, seed, &Arc::new(oracle), analyzers, threads, &watch)
        .map_err(|e| failure(&e, condition))?;
    let tries = Tries::new();
    draw.report_to(move |so_far| tries.show(so_far));
    match request.explain {
        true => {
            draw.run_pilot(EXPLAIN_TRIALS).map_err(|e| failure(&e, condition))?;
            say(&draw);
        }
        false => note(&draw),
    }
    let condition = condition.clone();
    let state = move || draw.next_state().map_err(|e| message(&e, &condition));
    Ok(Input::from_states(request.count, seed, std::iter::repeat_with(state)))
}

/// Converts an error of the sampler.
fn failure(error: &DrawError, condition: &Condition) -> Failure {
    match error {
        DrawError::Cancelled => Failure::Interrupted,
        error => Failure::Message(message(error, condition)),
    }
}

/// Formats an error of the sampler with a hint.
fn message(error: &DrawError, condition: &Condition) -> String {
    let hint = match error {
        DrawError::Unsatisfiable => {
            "\n  a cross takes at most 8 moves; an xcross takes at most 10, and at least as many as its cross"
        }
        DrawError::TooRare { .. } => {
            "\n  loosen the condition; short lengths of a single stage, such as f2l <= 6, are drawn directly, however rare"
        }
        _ => "",
    };
    format!("--where '{condition}': {error}{hint}")
}
