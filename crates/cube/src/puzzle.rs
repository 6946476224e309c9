//! The interface that the puzzles share: a state, its moves, and the texts in which people write both.

use std::fmt::{Debug, Display};

use rand::Rng;

use crate::cube_text::{CubeText, CubeTextError};
use crate::fault::{Fault, Faulty};
use crate::four::notation::LowerCase;
use crate::four::{self, Cube4};
use crate::group::Element;
use crate::held::HeldCube;
use crate::moves::to_wca;
use crate::notation::{self, ParseError};
use crate::{Cube, Move, facelets, random};

/// A state of a puzzle, with the moves that act on it. A solver is generic over it.
pub trait Puzzle: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// A move of a solution.
    type Move: Copy + Debug + Eq + Send + Sync;

    /// Returns the state after some more moves.
    #[must_use]
    fn after(&self, moves: &[Self::Move]) -> Self;

    /// Returns whether the puzzle is solved, in any orientation if it has no fixed centres.
    fn is_solved(&self) -> bool;

    /// Returns the move that undoes `m`.
    fn inverse_move(m: Self::Move) -> Self::Move;

    /// Formats moves in the notation of the WCA where it has a name for them, separated by single spaces.
    fn format(moves: &[Self::Move]) -> String;
}

/// A puzzle of the WCA, which people give as text and for which programs draw random states.
///
/// ```
/// use cubiform_cube::puzzle::{Puzzle, PuzzleText};
/// use cubiform_cube::random::generator;
///
/// fn scrambled<P: PuzzleText>(text: &str) -> bool {
///     !P::parse(text).unwrap().state.is_solved() && P::parse(&P::random(&mut generator(1)).facelets()).is_ok()
/// }
/// assert!(scrambled::<cubiform_cube::Cube>("R U") && scrambled::<cubiform_cube::four::Cube4>("Rw U"));
/// ```
pub trait PuzzleText: Puzzle {
    /// Parses a state from facelets or moves.
    ///
    /// # Errors
    /// The first error of the text.
    fn parse(text: &str) -> Result<ParsedState<Self>, PuzzleTextError>;

    /// Returns the facelets in URFDLB order, row by row.
    fn facelets(&self) -> String;

    /// Draws a state uniformly from all states up to rotation.
    ///
    /// # Panics
    /// Only if `rng` panics.
    fn random(rng: &mut impl Rng) -> Self;
}

/// A state that was read from text.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedState<P: Puzzle> {
    /// The state.
    pub state: P,
    /// The moves, if the text had moves.
    pub moves: Option<Vec<P::Move>>,
}

/// An error in the text of a state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleTextError {
    /// An error in moves, with its place.
    #[error(transparent)]
    Moves(#[from] ParseError),
    /// An error in facelets or pieces; the message names stickers or pieces.
    #[error("{message}")]
    State {
        /// The message.
        message: String,
        /// The reason as data.
        fault: Fault,
    },
}

impl PuzzleTextError {
    /// Creates the error of a state.
    pub(crate) fn of_state(error: &(impl Display + Faulty)) -> PuzzleTextError {
        PuzzleTextError::State { message: error.to_string(), fault: error.fault() }
    }
}

impl From<CubeTextError> for PuzzleTextError {
    fn from(error: CubeTextError) -> PuzzleTextError {
        match error {
            CubeTextError::Moves(error) => PuzzleTextError::Moves(error),
            error => PuzzleTextError::of_state(&error),
        }
    }
}

impl Puzzle for Cube {
    type Move = Move;

    fn after(&self, moves: &[Move]) -> Cube {
        self.apply(moves)
    }

    fn is_solved(&self) -> bool {
        *self == Cube::SOLVED
    }

    fn inverse_move(m: Move) -> Move {
        m.inverse()
    }

    fn format(moves: &[Move]) -> String {
        to_wca(moves)
    }
}

impl PuzzleText for Cube {
    /// Moves that rotate the whole cube are resolved: the state is relative to the centres.
    fn parse(text: &str) -> Result<ParsedState<Cube>, PuzzleTextError> {
        let read = CubeText::parse(text)?;
        let moves = match read.form {
            crate::cube_text::Form::Moves => Some(notation::Algorithm::parse(text)?.resolve().0),
            _ => None,
        };
        Ok(ParsedState { state: read.cube, moves })
    }

    fn facelets(&self) -> String {
        facelets::format(self)
    }

    fn random(rng: &mut impl Rng) -> Cube {
        random::state(rng)
    }
}

/// The 3x3x3 with its orientation: its moves may turn slices, wide layers or the whole cube.
impl Puzzle for HeldCube {
    type Move = notation::Turn;

    fn after(&self, moves: &[notation::Turn]) -> HeldCube {
        moves.iter().fold(*self, |held, turn| held.then(&HeldCube::of_turn(*turn)))
    }

    fn is_solved(&self) -> bool {
        self.solved_rotation().is_some()
    }

    fn inverse_move(m: notation::Turn) -> notation::Turn {
        m.inverse()
    }

    fn format(moves: &[notation::Turn]) -> String {
        moves.iter().copied().collect::<notation::Algorithm>().to_string()
    }
}

impl Puzzle for Cube4 {
    type Move = four::Turn;

    fn after(&self, moves: &[four::Turn]) -> Cube4 {
        self.apply(moves)
    }

    fn is_solved(&self) -> bool {
        Cube4::is_solved(self)
    }

    fn inverse_move(m: four::Turn) -> four::Turn {
        m.inverse()
    }

    fn format(moves: &[four::Turn]) -> String {
        four::notation::format(moves)
    }
}

impl PuzzleText for Cube4 {
    fn parse(text: &str) -> Result<ParsedState<Cube4>, PuzzleTextError> {
        if four::facelets::is_meant(text) {
            let state = four::facelets::parse(text).map_err(|error| PuzzleTextError::of_state(&error))?;
            return Ok(ParsedState { state, moves: None });
        }
        let turns = four::notation::parse(text, LowerCase::Wide)?;
        Ok(ParsedState { state: Cube4::from_turns(&turns), moves: Some(turns) })
    }

    fn facelets(&self) -> String {
        four::facelets::format(self)
    }

    fn random(rng: &mut impl Rng) -> Cube4 {
        four::random::state(rng)
    }
}
