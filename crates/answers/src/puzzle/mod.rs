//! The puzzles, their names in requests, and what all of them but the 3x3x3 share: the reader of their states and their
//! scrambles.

mod four;
mod two;

pub use four::SCRAMBLE_BEAM;

use cubiform_cube::cube_text::Form;
use cubiform_cube::puzzle::{Given, PuzzleText, PuzzleTextError};
use cubiform_solvers::solver::{Solver, Unsolved};
use cubiform_threads::CancelToken;

use crate::input::wca::EVENTS;
use crate::input::{BadLine, Line};
use crate::players::twizzle_of;
use crate::scramble::{Shown, read_line};

/// A puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Puzzle {
    /// The 3x3x3
    #[default]
    #[cfg_attr(feature = "clap", value(name = "333"))]
    #[serde(rename = "333")]
    Three,
    /// The 2x2x2
    #[cfg_attr(feature = "clap", value(name = "222"))]
    #[serde(rename = "222")]
    Two,
    /// The 4x4x4; its tables must be built first (see `tables build`)
    #[cfg_attr(feature = "clap", value(name = "444"))]
    #[serde(rename = "444")]
    Four,
}

impl Puzzle {
    /// Returns the name with its article, for messages.
    pub fn name(self) -> &'static str {
        match self {
            Puzzle::Two => "the 2x2x2",
            Puzzle::Three => "the 3x3x3",
            Puzzle::Four => "the 4x4x4",
        }
    }

    /// Returns the number of layers along each axis, as players write it.
    pub fn size(self) -> &'static str {
        match self {
            Puzzle::Two => "2x2x2",
            Puzzle::Three => "3x3x3",
            Puzzle::Four => "4x4x4",
        }
    }

    /// Returns the puzzle of a WCA event, or `None` for events of other puzzles.
    pub fn of_event(event: &str) -> Option<Puzzle> {
        match event {
            "222" => Some(Puzzle::Two),
            "444" | "444bf" => Some(Puzzle::Four),
            _ => EVENTS.contains(&event).then_some(Puzzle::Three),
        }
    }
}

/// A solver of a puzzle.
pub type BoxedSolver<P> = Box<dyn Solver<P>>;

/// A puzzle of which scrambles are made.
pub trait ScramblePuzzle: PuzzleText {
    /// The generator of scrambles.
    type Scrambler: Send + Sync;

    /// The name of the puzzle in requests.
    const VALUE: Puzzle;

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
///
/// # Errors
/// If the line has no state of the puzzle; the error names the place.
pub fn read<P: ScramblePuzzle>(line: &Line) -> Result<(String, Shown, Given<P>), BadLine> {
    read_line(line, P::VALUE, |text| {
        let given = P::parse(text)?;
        let form = if given.moves.is_some() { Form::Moves } else { Form::Facelets };
        Ok::<_, PuzzleTextError>((form, given))
    })
}

/// Returns a link to a player that shows `solution`, given as text, after the state.
pub fn link<P: ScramblePuzzle>(given: &Given<P>, solution: &[P::Move], text: &str) -> String {
    let setup = given.moves.as_ref().map_or_else(|| given.state.setup(solution), |moves| P::format(moves));
    twizzle_of(P::VALUE.size(), &setup, text)
}
