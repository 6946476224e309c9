//! Notation of 4x4x4 turns: lenient input, WCA notation on output where it has a name for the turn.
//!
//! | text | meaning |
//! |---|---|
//! | `R`, `1R`, `4L'` | the outer layer |
//! | `Rw`, `2Rw` | the two layers next to R |
//! | `3Rw` | three layers |
//! | `x`, `X`, `4Rw` | the whole cube; likewise y and z |
//! | `2R`, `3R` | only the second or third layer from R |
//! | `2-3Rw` | the second and the third layer |
//! | `m`, `e`, `s` | the two inner layers, in the direction of L, D or F |
//! | `r` | depends on [`LowerCase`] |
//!
//! Suffixes, groups, commutators and comments are those of the [3x3x3](crate::notation). Letters refer to the frame
//! after all earlier rotations.
//!
//! WCA notation names only outer blocks and rotations. The names of inner layers are those that cubing.js and twizzle
//! read. In WCA names alone, an inner layer takes two turns (`2R` is `Rw R'`):
//! [`Runs::to_turns`](crate::four::Runs::to_turns) with [`Metric::OuterBlock`](crate::four::Metric) returns that form,
//! with the minimum number of turns.

use crate::face::{Axis, Face};
use crate::four::turn::{Layers, Turn};
use crate::notation::{Dialect, Hints, ParseError, ParseErrorKind, TurnName, parse_turns};

/// The meaning of a lower-case face letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LowerCase {
    /// The two layers: `r` is `Rw`, as on the 3x3x3.
    #[default]
    Wide,
    /// The inner layer alone: `r` is `2R`, as in older 4x4x4 texts and in those on the five-stage method.
    Inner,
}

/// Parses a sequence of turns. A text without moves gives an empty sequence.
///
/// ```
/// use cubiform_cube::four::{self, Cube4, notation::LowerCase};
///
/// let turns = four::notation::parse("[Rw: U2] 2-3Fw // r", LowerCase::Wide)?;
/// assert_eq!(four::notation::format(&turns), "Rw U2 Rw' 2-3Fw");
/// let inner = four::notation::parse("r R Rw'", LowerCase::Inner)?;
/// assert_eq!(Cube4::from_turns(&inner), Cube4::SOLVED);
///
/// let error = four::notation::parse("R 5Rw", LowerCase::Wide).unwrap_err();
/// assert!(error.to_string().starts_with("line 1, column 3: '5Rw' has an invalid layer number; "));
/// # Ok::<(), cubiform_cube::notation::ParseError>(())
/// ```
///
/// # Errors
/// The first error, with its place and a hint. Length and nesting depth have the same limits as on the 3x3x3.
pub fn parse(text: &str, lower_case: LowerCase) -> Result<Vec<Turn>, ParseError> {
    parse_turns(text, &lower_case)
}

/// Formats turns, separated by single spaces.
pub fn format(turns: &[Turn]) -> String {
    turns.iter().map(Turn::to_string).collect::<Vec<_>>().join(" ")
}

impl Dialect for LowerCase {
    type Turn = Turn;

    const HINTS: &'static Hints = &Hints {
        expected: "expected U, R, F, D, L, B, wide as in Rw, inner as in 2R, m, e, s, x, y, z, or one of ( [ , : ] )",
        middle_layer: (
            "a 4x4x4 has no middle layer: write m, e, s for both inner layers, or 2L for one",
            ["M", "E", "S"],
        ),
        layers: "write 2R or 3R for one inner layer, 2Rw, 3Rw or 2-3Rw for several; \
                 m, e, s, x, y, z take no number",
    };

    fn turn(&self, name: TurnName, quarters: i32) -> Result<Option<Turn>, ParseErrorKind> {
        let plain = name.layers == (None, None);
        let all = |axis: Axis| Ok(Turn::new(axis, Layers::ALL, quarters));
        let inner = |face| Ok(Turn::of_face(face, 1..3, quarters));
        let Some(face) = name.face() else {
            return match name.letter {
                'm' | 'e' | 's' | 'x'..='z' | 'X'..='Z' if !plain => Err(ParseErrorKind::LayerCount),
                'm' => inner(Face::L),
                'e' => inner(Face::D),
                's' => inner(Face::F),
                'x' | 'X' => all(Axis::X),
                'y' | 'Y' => all(Axis::Y),
                'z' | 'Z' => all(Axis::Z),
                _ => Err(ParseErrorKind::NotAMove),
            };
        };
        let lower = name.letter.is_ascii_lowercase() && !name.is_wide;
        let wide = name.is_wide || (lower && *self == LowerCase::Wide);
        let depths = match name.layers {
            // In this dialect `2r` is ambiguous: two layers, or the second layer.
            (Some(_), _) if lower && !wide => return Err(ParseErrorKind::LayerCount),
            (None, _) if wide => 0..2,
            (None, _) if lower => 1..2,
            (None, _) => 0..1,
            (Some(first @ 1..=4), Some(last)) if wide && first < last && last <= 4 => {
                first as usize - 1..last as usize
            }
            (Some(count @ 1..=4), None) if wide => 0..count as usize,
            (Some(layer @ 1..=4), None) => layer as usize - 1..layer as usize,
            _ => return Err(ParseErrorKind::LayerCount),
        };
        Ok(Turn::of_face(face, depths, quarters))
    }

    fn inverse(turn: Turn) -> Turn {
        turn.inverse()
    }
}
