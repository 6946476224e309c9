//! Random states that satisfy a condition.

use std::fmt;
use std::sync::Arc;

use cubiform_cube::Cube;
use cubiform_cube::goal::condition::Condition;
use cubiform_draw::{DistanceOracle, Draw, DrawError, Tries, Watch};
use cubiform_solvers::cfop::Analyzer;
use cubiform_threads::{CancelToken, Threads};

use crate::Error;
use crate::input::Input;

/// The number of trials from which a pilot estimates the number of states, with a standard error of a few per cent.
const PILOT_TRIALS: u32 = 1000;

/// Returns the distances from which states are drawn. They take 37 MB and can be shared by several draws.
///
/// # Errors
/// If `cancel` was cancelled.
pub fn oracle(threads: &Threads, cancel: &CancelToken) -> Result<Arc<DistanceOracle>, Error> {
    let watch = Watch { cancel, report: &|_| {} };
    DistanceOracle::new(threads, &watch).map(Arc::new).ok_or(Error::Cancelled)
}

/// A sequence of random states that satisfy a condition. Its text describes how they are drawn and, if known, how many
/// there are.
pub struct ConditionDraw {
    /// The name of the argument that states the condition, for messages.
    name: &'static str,
    condition: Condition,
    draw: Draw,
}

impl ConditionDraw {
    /// Prepares to draw states that satisfy `condition`, which the argument `name` states. The states depend on `seed`,
    /// but not on `threads`. `analyzers` has one analyzer for each of the
    /// [stages that are searched](cubiform_draw::searched_stages), in their order.
    ///
    /// # Errors
    /// If no state satisfies the condition, or `cancel` was cancelled, which also ends the draw later.
    ///
    /// # Panics
    /// If an analyzer is missing.
    pub fn new(
        (name, condition): (&'static str, &Condition),
        seed: u64,
        oracle: &Arc<DistanceOracle>,
        analyzers: Vec<Analyzer>,
        threads: &Threads,
        cancel: &CancelToken,
    ) -> Result<ConditionDraw, Error> {
        let watch = Watch { cancel, report: &|_| {} };
        let draw = Draw::new(condition, seed, oracle, analyzers, threads, &watch);
        let draw = draw.map_err(|error| failure(name, &error, condition))?;
        Ok(ConditionDraw { name, condition: condition.clone(), draw })
    }

    /// Calls `report` with the number of tries from time to time while states are drawn.
    pub fn report_to(&mut self, report: impl Fn(&Tries) + Send + Sync + 'static) {
        self.draw.report_to(report);
    }

    /// Estimates the number of states, for the description.
    ///
    /// # Errors
    /// If a search fails, or the draw was cancelled.
    pub fn run_pilot(&mut self) -> Result<(), Error> {
        let ran = self.draw.run_pilot(PILOT_TRIALS);
        ran.map_err(|error| failure(self.name, &error, &self.condition))
    }

    /// Returns the next state.
    ///
    /// # Errors
    /// If no state was found with the maximum effort, a search fails, or the draw was cancelled.
    pub fn next_state(&mut self) -> Result<Cube, Error> {
        self.draw.next_state().map_err(|error| failure(self.name, &error, &self.condition))
    }

    /// Returns an input of the first `count` states.
    pub fn into_input(mut self, count: u64, seed: u64) -> Input {
        let state = move || self.draw.next_state().map_err(|e| message(self.name, &e, &self.condition));
        Input::from_states(count, seed, std::iter::repeat_with(state))
    }
}

impl fmt::Display for ConditionDraw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw.fmt(f)
    }
}

/// Converts an error of the sampler.
fn failure(name: &str, error: &DrawError, condition: &Condition) -> Error {
    match error {
        DrawError::Cancelled => Error::Cancelled,
        error => Error::Message(message(name, error, condition)),
    }
}

/// Formats an error of the sampler with a hint.
fn message(name: &str, error: &DrawError, condition: &Condition) -> String {
    let hint = match error {
        DrawError::Unsatisfiable => {
            "\n  a cross takes at most 8 moves; an xcross takes at most 10, and at least as many as its cross"
        }
        DrawError::TooRare { .. } => {
            "\n  loosen the condition; short lengths of a single stage, such as f2l <= 6, are drawn directly, however rare"
        }
        _ => "",
    };
    format!("{name} '{condition}': {error}{hint}")
}
