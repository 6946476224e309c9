//! The puzzles. A puzzle is a variant of [`Puzzle`] with its names (in `names.rs`), and a file of this folder that
//! [`registry`] lists.

mod four;
mod names;
mod puzzle_kind;
pub mod registry;
mod two;

pub use four::SCRAMBLE_BEAM;
pub use names::{Puzzle, ScrambleEvent, THREE_EVENTS};
pub use puzzle_kind::{PuzzleKind, ScramblePuzzle};
