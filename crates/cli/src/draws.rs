//! Random states under a condition: prepares the draw, prints how it is done, and why there may be no state.

use std::sync::Arc;

use cubiform_cube::goal::Variant;
use cubiform_cube::goal::condition::Condition;
use cubiform_solvers::cfop::Analyzer;
use cubiform_solvers::draw::{DistanceOracle, Draw, DrawError, Watch, searched_stages};

use crate::args::{Machine, Profiles};
use crate::failure::{Failure, say};
use crate::input::Input;
use crate::interrupt;
use crate::loading::{self, MANY, Need};
use crate::paths::Folder;
use crate::progress::{Tries, note};

/// Trials from which --explain estimates the number of states: it has a standard error of a few per cent.
const TRIALS: u32 = 1000;

/// What is to be drawn.
pub(crate) struct Asked<'a> {
    /// By which command.
    pub(crate) command: &'static str,
    /// What states are to satisfy.
    pub(crate) condition: &'a Condition,
    /// How many.
    pub(crate) count: u64,
    /// Which.
    pub(crate) seed: u64,
    /// Whether to say how, whoever is looking.
    pub(crate) explain: bool,
    /// The tables to use for later stages.
    pub(crate) profile: Profiles,
    /// The machine to use.
    pub(crate) machine: &'a Machine,
}

/// So many states that satisfy the condition.
pub(crate) fn input(asked: &Asked<'_>, folder: &Folder) -> Result<Input, Failure> {
    let (condition, seed, threads) = (asked.condition, asked.seed, asked.machine.threads());
    let analyzer = |(goal, stage): (usize, usize)| {
        let goal = (Variant::NAMED[goal].variant)();
        let need = Need {
            command: asked.command,
            goal: &goal,
            stages: &[stage],
            profile: asked.profile,
            // Most that are tried are rejected.
            scrambles: Some(MANY),
            threads,
        };
        loading::analyzer(&need, folder)
    };
    let analyzers: Vec<Analyzer> =
        searched_stages(condition).into_iter().map(analyzer).collect::<Result<_, Failure>>()?;
    note(format_args!("preparing to draw states that satisfy {condition}"));
    let watch = Watch { cancel: &interrupt::REQUESTED, report: &|_| {} };
    let oracle = DistanceOracle::new(threads, &watch).ok_or(Failure::Interrupted)?;
    let mut draw = Draw::new(condition, seed, &Arc::new(oracle), analyzers, threads, &watch)
        .map_err(|e| failure(&e, condition))?;
    draw.cancel_if(interrupt::requested);
    let tries = Tries::new();
    draw.report_to(move |so_far| tries.show(so_far));
    match asked.explain {
        true => {
            draw.run_pilot(TRIALS).map_err(|e| failure(&e, condition))?;
            say(&draw);
        }
        false => note(&draw),
    }
    let condition = condition.clone();
    let state = move || draw.next_state().map_err(|e| message(&e, &condition));
    Ok(Input::from_states(asked.count, seed, std::iter::repeat_with(state)))
}

fn failure(error: &DrawError, condition: &Condition) -> Failure {
    match error {
        DrawError::Cancelled => Failure::Interrupted,
        error => Failure::Message(message(error, condition)),
    }
}

/// What is wrong, and what to do.
fn message(error: &DrawError, condition: &Condition) -> String {
    let hint = match error {
        DrawError::Unsatisfiable => {
            "\n  a cross takes 8 moves at most, an xcross 10 and no fewer than its cross"
        }
        DrawError::TooRare { .. } => {
            "\n  loosen the condition; a short length of one stage, such as f2l <= 6, is drawn directly however rare it is"
        }
        _ => "",
    };
    format!("--where '{condition}': {error}{hint}")
}
