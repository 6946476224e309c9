//! The puzzles that `solve` and `scramble` handle in the same way, through the interface that all puzzles share. The
//! 3x3x3 has more methods, events and conditions, and modules of its own.

mod four;
mod two;

use std::sync::Arc;

use cubiform_answers::puzzle::{BoxedSolver, ScramblePuzzle};

use crate::args::{Machine, Solve};
use crate::error::Failure;

/// A puzzle of `solve --puzzle` and `scramble --puzzle`.
pub(crate) trait CommandPuzzle: ScramblePuzzle {
    /// The options of `solve` that the puzzle supports, for an error message.
    const SOLVE_OPTIONS: &'static str;

    /// Returns whether an option of `solve` is given that is for other puzzles with this interface.
    fn has_foreign_options(args: &Solve) -> bool;

    /// Returns the metric of lengths.
    fn metric(args: &Solve) -> String;

    /// Creates the solver of `solve`.
    ///
    /// # Errors
    /// If it needs a table that is not built, or a table cannot be opened.
    fn solver(args: &Solve) -> Result<Arc<BoxedSolver<Self>>, Failure>;

    /// Creates the generator of scrambles, whose answers are the same on every machine.
    ///
    /// # Errors
    /// As [`CommandPuzzle::solver`].
    fn scrambler(machine: &Machine) -> Result<Arc<Self::Scrambler>, Failure>;
}
