//! The parts of the move notation that differ between puzzles, the turns and their names; those of the 3x3x3.

use crate::face::{Axis, Face};
use crate::notation::error::{Hints, ParseErrorKind};
use crate::notation::turn::{Base, Turn};

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

/// The dialect of the 3x3x3, described in the [module](crate::notation).
pub(crate) struct Cube3;

impl Dialect for Cube3 {
    type Turn = Turn;

    const HINTS: &'static Hints = &Hints {
        expected: "expected U, R, F, D, L, B, wide as in Rw or r, M, E, S, x, y, z, or one of ( [ , : ] )",
        middle_layer: ("write middle layers in upper case: M, E, S", ["m", "e", "s"]),
        layers: "on a 3x3x3 only 2Rw (= Rw) and 3Rw (= x) are allowed",
    };

    fn turn(&self, name: TurnName, quarters: i32) -> Result<Option<Turn>, ParseErrorKind> {
        let face = name.face();
        let wide = name.is_wide || name.letter.is_ascii_lowercase();
        let base = match (name.letter, face, name.layers) {
            (_, Some(face), (None, _)) if !wide => Base::Face(face),
            (_, Some(face), (None | Some(2), None)) if wide => Base::Wide(face),
            (_, Some(face), (Some(3), None)) if wide => match face.axis() {
                Axis::X => Base::X,
                Axis::Y => Base::Y,
                Axis::Z => Base::Z,
            },
            ('M', _, (None, _)) => Base::M,
            ('E', _, (None, _)) => Base::E,
            ('S', _, (None, _)) => Base::S,
            ('x' | 'X', _, (None, _)) => Base::X,
            ('y' | 'Y', _, (None, _)) => Base::Y,
            ('z' | 'Z', _, (None, _)) => Base::Z,
            (_, Some(_), _) | ('M' | 'E' | 'S' | 'x'..='z' | 'X'..='Z', ..) => {
                return Err(ParseErrorKind::LayerCount);
            }
            _ => return Err(ParseErrorKind::NotAMove),
        };
        // 3Lw turns in the opposite direction of x.
        let against = face.is_some_and(|face| face != base.direction());
        Ok(Turn::new(base, if against { -quarters } else { quarters }))
    }

    fn inverse(turn: Turn) -> Turn {
        turn.inverse()
    }
}
