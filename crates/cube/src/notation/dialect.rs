//! What differs from puzzle to puzzle in the notation of moves: which turns there are, and their names.

use crate::face::{Axis, Face};
use crate::notation::algorithm::{Base, Turn};
use crate::notation::error::ParseErrorKind;

/// A way to read the names of turns. All else (numbers, apostrophes, brackets, comments) is the same in all.
pub(crate) trait Dialect {
    /// What a name stands for.
    type Turn: Copy;

    /// What to say of names that mean nothing.
    const HINTS: &'static Hints;

    /// The turn of this name, done `quarters` times; `None` if that is no turn at all.
    ///
    /// # Errors
    /// [`ParseErrorKind::NotAMove`] or [`ParseErrorKind::LayerCount`].
    fn turn(&self, name: TurnName, quarters: i32) -> Result<Option<Self::Turn>, ParseErrorKind>;

    /// The turn that undoes it.
    fn inverse(turn: Self::Turn) -> Self::Turn;
}

/// The name of a turn, without what says how far it goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnName {
    /// The numbers before the letter: `2` or, as in `2-3`, two.
    pub(crate) layers: (Option<u32>, Option<u32>),
    /// As written.
    pub(crate) letter: char,
    /// Whether a `w` follows the letter.
    pub(crate) is_wide: bool,
}

impl TurnName {
    /// The face that the letter names, in either case.
    pub(crate) fn face(self) -> Option<Face> {
        Face::from_letter(self.letter.to_ascii_uppercase())
    }
}

/// What to write instead of names that mean nothing to a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hints {
    /// Which names there are.
    pub(crate) expected: &'static str,
    /// For a middle layer in the wrong case, and which letters these are.
    pub(crate) middle_layer: (&'static str, [&'static str; 3]),
    /// For layer counts.
    pub(crate) layers: &'static str,
}

/// The 3x3x3 cube, as the [module](crate::notation) describes it.
pub(crate) struct Cube3;

impl Dialect for Cube3 {
    type Turn = Turn;

    const HINTS: &'static Hints = &Hints {
        expected: "expected U, R, F, D, L, B, wide as in Rw or r, M, E, S, x, y, z, or one of ( [ , : ] )",
        middle_layer: ("write middle layers in upper case: M, E, S", ["m", "e", "s"]),
        layers: "only 2Rw, which is Rw, and 3Rw, which turns the whole cube, have one here",
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
        // 3Lw runs against x.
        let against = face.is_some_and(|face| face != base.direction());
        Ok(Turn::new(base, if against { -quarters } else { quarters }))
    }

    fn inverse(turn: Turn) -> Turn {
        turn.inverse()
    }
}
