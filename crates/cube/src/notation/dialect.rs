//! The parts of the move notation that differ between puzzles: the turns and their names.

use crate::face::Face;
use crate::notation::error::{Hints, ParseErrorKind};

/// The turn names of a puzzle. Numbers, apostrophes, brackets and comments are the same for all puzzles.
pub(crate) trait Dialect {
    /// A turn of the puzzle.
    type Turn: Copy;

    /// The hints in errors about unknown names.
    const HINTS: &'static Hints;

    /// Returns the turn with this name, repeated `quarters` times; `None` if the result is no turn at all.
    ///
    /// # Errors
    /// [`ParseErrorKind::NotAMove`] or [`ParseErrorKind::LayerCount`].
    fn turn(&self, name: TurnName, quarters: i32) -> Result<Option<Self::Turn>, ParseErrorKind>;

    /// Returns the turn that undoes `turn`.
    fn inverse(turn: Self::Turn) -> Self::Turn;
}

/// The name of a turn, without the number of quarter turns and the apostrophe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnName {
    /// The numbers before the letter: none, one (`2`), or two (`2-3`).
    pub(crate) layers: (Option<u32>, Option<u32>),
    /// The letter as written.
    pub(crate) letter: char,
    /// Whether a `w` follows the letter.
    pub(crate) is_wide: bool,
}

impl TurnName {
    /// Returns the face with this letter, in either case.
    pub(crate) fn face(self) -> Option<Face> {
        Face::from_letter(self.letter.to_ascii_uppercase())
    }
}
