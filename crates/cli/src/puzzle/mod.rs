//! The puzzles that `solve` and `scramble` handle in the same way, through the interface that all puzzles share. The
//! 3x3x3 has more methods, events and conditions, and modules of its own.

mod four;
mod two;

use cubiform_cube::cube_text::Form;
use cubiform_cube::puzzle::{Given, PuzzleText, PuzzleTextError};
use cubiform_solvers::solver::{Limits, Solver, Unsolved};
use cubiform_threads::CancelToken;

use crate::args::{Machine, Puzzle, Solve};
use crate::error::Failure;
use crate::input::{BadLine, Line};
use crate::players::twizzle_of;
use crate::scramble::{Shown, read_line};

/// A solver of a puzzle.
pub(crate) type BoxedSolver<P> = Box<dyn Solver<P>>;

/// A puzzle of `solve --puzzle` and `scramble --puzzle`.
pub(crate) trait CommandPuzzle: PuzzleText {
    /// What generates scrambles.
    type Scrambler: Sync;

    /// The value of `--puzzle`.
    const VALUE: Puzzle;

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
    fn solver(args: &Solve) -> Result<BoxedSolver<Self>, Failure>;

    /// Creates the generator of scrambles, whose answers are the same on every machine.
    ///
    /// # Errors
    /// As [`CommandPuzzle::solver`].
    fn scrambler(machine: &Machine) -> Result<Self::Scrambler, Failure>;

    /// Returns whether the WCA allows scrambles of this state, which is not too near the solved one.
    fn is_allowed(&self) -> bool;

    /// Returns moves that lead from the solved state to this one, in the form that the WCA uses.
    ///
    /// # Errors
    /// If the search was cancelled or a table is damaged.
    fn scramble(
        &self,
        scrambler: &Self::Scrambler,
        cancel: &CancelToken,
    ) -> Result<Vec<Self::Move>, Unsolved>;

    /// Returns moves, possibly with rotations, that lead from the solved state to this one, given a solution.
    fn setup(&self, solution: &[Self::Move]) -> String {
        let inverse: Vec<Self::Move> = solution.iter().rev().map(|m| Self::inverse_move(*m)).collect();
        Self::format(&inverse)
    }
}

/// Reads a state from a line of the input.
pub(crate) fn read<P: CommandPuzzle>(line: &Line) -> Result<(String, Shown, Given<P>), BadLine> {
    read_line(line, P::VALUE, |text| {
        let given = P::parse(text)?;
        let form = if given.moves.is_some() { Form::Moves } else { Form::Facelets };
        Ok::<_, PuzzleTextError>((form, given))
    })
}

/// Returns a link to a player that shows `solution`, given as text, after the state.
pub(crate) fn link<P: CommandPuzzle>(given: &Given<P>, solution: &[P::Move], text: &str) -> String {
    let setup = given.moves.as_ref().map_or_else(|| given.state.setup(solution), |moves| P::format(moves));
    twizzle_of(P::VALUE.size(), &setup, text)
}

/// Returns limits that end a search only when it is cancelled.
fn until(cancel: &CancelToken) -> Limits {
    Limits { cancel: cancel.clone(), ..Limits::default() }
}
