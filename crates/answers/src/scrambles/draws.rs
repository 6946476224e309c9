//! Random states that satisfy a condition.

use std::fmt;
use std::sync::Arc;

use cubiform_cube::Cube;
use cubiform_cube::goal::condition::Condition;
use cubiform_draw::{DistanceOracle, Draw, DrawError, Listing, Tries, Watch};
use cubiform_solvers::cfop::Analyzer;
use cubiform_threads::{CancelToken, Threads};

use crate::Error;
use crate::input::Input;
use crate::scrambles::row::StateRow;

/// The number of trials from which a pilot estimates the number of states, with a standard error of a few per cent.
const PILOT_TRIALS: u32 = 1000;

/// Returns the distances from which states are drawn. They take 37 MB and can be shared by several draws.
///
/// # Errors
/// If `cancel` was cancelled.
pub fn oracle(threads: &Threads, cancel: &CancelToken) -> Result<Arc<DistanceOracle>, Error> {
    let watch = Watch { cancel, report: &|_| {} };
    DistanceOracle::new(threads, &watch).map(Arc::new).ok_or(Error::cancelled())
}

/// A sequence of random states that satisfy a condition. Its text describes how they are drawn and, if known, how many
/// there are.
pub struct ConditionDraw {
    condition: Condition,
    draw: Draw,
}

impl ConditionDraw {
    /// Prepares to draw states that satisfy `condition`, the parameter `where`. The states depend on `seed`,
    /// but not on `threads`. `analyzers` has one analyzer for each of the
    /// [stages that are searched](cubiform_draw::searched_stages), in their order.
    ///
    /// # Errors
    /// If no state satisfies the condition, or `cancel` was cancelled, which also ends the draw later.
    ///
    /// # Panics
    /// If an analyzer is missing.
    pub fn new(
        condition: &Condition,
        seed: u64,
        oracle: &Arc<DistanceOracle>,
        analyzers: Vec<Analyzer>,
        threads: &Threads,
        cancel: &CancelToken,
    ) -> Result<ConditionDraw, Error> {
        let watch = Watch { cancel, report: &|_| {} };
        let draw = Draw::new(condition, seed, oracle, analyzers, threads, &watch);
        let draw = draw.map_err(|error| failure(&error, condition))?;
        Ok(ConditionDraw { condition: condition.clone(), draw })
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
        ran.map_err(|error| failure(&error, &self.condition))
    }

    /// Returns the next state.
    ///
    /// # Errors
    /// If no state was found with the maximum effort, a search fails, or the draw was cancelled.
    pub fn next_state(&mut self) -> Result<Cube, Error> {
        self.draw.next_state().map_err(|error| failure(&error, &self.condition))
    }

    /// Returns an input of the first `count` states.
    pub fn into_input(mut self, count: u64, seed: u64) -> Input {
        let state = move || self.draw.next_state().map_err(|e| failure(&e, &self.condition));
        Input::from_states(count, seed, std::iter::repeat_with(state))
    }
}

/// A list of the states that satisfy a condition.
pub struct ConditionListing {
    condition: Condition,
    listing: Listing,
}

impl ConditionListing {
    /// Prepares to list the states that satisfy `condition`, the parameter `where`: all of them, or one of each
    /// class of states that symmetries of the condition carry into one another. `analyzers` is as in
    /// [`ConditionDraw::new`].
    ///
    /// # Errors
    /// If no state satisfies the condition, if the states that do cannot be listed, or if `cancel` was cancelled, which also
    /// ends the listing later.
    ///
    /// # Panics
    /// If an analyzer is missing.
    pub fn new(
        condition: &Condition,
        up_to_symmetry: bool,
        oracle: &Arc<DistanceOracle>,
        analyzers: Vec<Analyzer>,
        threads: &Threads,
        cancel: &CancelToken,
    ) -> Result<ConditionListing, Error> {
        let watch = Watch { cancel, report: &|_| {} };
        let listing = Listing::new(condition, up_to_symmetry, oracle, analyzers, threads, &watch);
        let listing = listing.map_err(|error| failure(&error, condition))?;
        Ok(ConditionListing { condition: condition.clone(), listing })
    }

    /// Returns the share of the work that is done, from 0 to 1.
    pub fn share_done(&self) -> f64 {
        self.listing.share_done()
    }

    /// Returns the row of the next state, with its number, from 1; `None` at the end.
    ///
    /// # Errors
    /// If a search fails, or the listing was cancelled.
    pub fn next_row(&mut self, number: u64) -> Result<Option<StateRow>, Error> {
        let listed = self.listing.next().transpose();
        let listed = listed.map_err(|error| failure(&error, &self.condition))?;
        Ok(listed.map(|listed| StateRow::new(&listed, number)))
    }
}

impl fmt::Display for ConditionDraw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw.fmt(f)
    }
}

/// Converts an error of the sampler.
fn failure(error: &DrawError, condition: &Condition) -> Error {
    let created = Error::message(format!("`where` '{condition}': {error}")).about("where").placed();
    match error {
        DrawError::Cancelled => Error::cancelled(),
        DrawError::Unsatisfiable => created.code("unsatisfiable").hint_line(
            "a cross takes at most 8 moves; an xcross takes at most 10, and at least as many as its cross",
        ),
        DrawError::TooMany { .. } => created.code("too-many-states").hint_line(
            "rare crosses and xcrosses of several colours can be listed; leave out `every` to draw random states",
        ),
        DrawError::TooRare { .. } => created.code("too-rare").hint_line(
            "loosen the condition; short lengths of a single stage, such as f2l <= 6, are drawn directly, however rare",
        ),
        DrawError::Analyze(_) => created,
    }
}
