//! Turns of the 4x4x4 in text: read leniently, written as the WCA writes them where it has a name for them.
//!
//! | written | means |
//! |---|---|
//! | `R`, `1R`, `4L'` | the outer layer |
//! | `Rw`, `2Rw` | the two layers next to R |
//! | `3Rw` | three layers |
//! | `x`, `X`, `4Rw` | the whole cube; so for y and z |
//! | `2R`, `3R` | the second or third layer from R alone |
//! | `2-3Rw` | the layers from the second to the third |
//! | `m`, `e`, `s` | the two inner layers, in the direction of L, D or F |
//! | `r` | as [`LowerCase`] says |
//!
//! Suffixes, groups, commutators and comments are those of the [3x3x3](crate::notation). Letters are read in the frame
//! that earlier rotations have left.
//!
//! The WCA names outer blocks and rotations only. Names of inner layers alone are those that cubing.js reads, twizzle
//! with it. In text of the WCA's names only, an inner layer takes two turns (`2R` is `Rw R'`):
//! [`Metric::OuterBlock`](crate::four::Metric) writes so, with as few turns as there can be.

use crate::face::{Axis, Face};
use crate::four::turn::{Layers, Turn};
use crate::notation::{Dialect, Hints, ParseError, ParseErrorKind, TurnName, parse_turns};

/// What a lower-case letter of a face turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LowerCase {
    /// `r` is `Rw`, as on the 3x3x3.
    #[default]
    Wide,
    /// `r` is `2R`: the inner layer alone, as in older texts on the 4x4x4 and in those on the five-stage method.
    Inner,
}

/// The turns that this text stands for. A text without moves has none.
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
/// assert!(error.to_string().starts_with("line 1, column 3: '5Rw' has a layer count that it cannot have; "));
/// # Ok::<(), cubiform_cube::notation::ParseError>(())
/// ```
///
/// # Errors
/// The first fault, with its place and a hint; the same bounds as on the 3x3x3 hold for length and depth.
pub fn parse(text: &str, lower_case: LowerCase) -> Result<Vec<Turn>, ParseError> {
    parse_turns(text, &lower_case)
}

/// These turns, separated by single spaces, each as it is displayed.
pub fn format(turns: &[Turn]) -> String {
    turns.iter().map(Turn::to_string).collect::<Vec<_>>().join(" ")
}

impl Dialect for LowerCase {
    type Turn = Turn;

    const HINTS: &'static Hints = &Hints {
        expected: "expected U, R, F, D, L, B, wide as in Rw, inner as in 2R, m, e, s, x, y, z, or one of ( [ , : ] )",
        middle_layer: (
            "a 4x4x4 has no middle layer; write m, e, s for the two inner layers, 2L for one",
            ["M", "E", "S"],
        ),
        layers: "write 2R or 3R for one inner layer, 2Rw, 3Rw or 2-3Rw for several, out of four; \
                 m, e, s, x, y, z have none",
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
            // Who writes r for the inner layer may mean two layers by 2r or, once more, the second.
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
