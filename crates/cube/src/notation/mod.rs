//! Move notation: lenient input, strict WCA notation on output.
//!
//! All parsers of moves share this one. A private dialect defines the turn names of each puzzle: here those of the
//! 3x3x3, in [`four::notation`](crate::four::notation) those of the 4x4x4.
//!
//! | text | meaning |
//! |---|---|
//! | `R`, `R2`, `R'`, `R2'`, `R'2`, `R3` | turns of a face; likewise U, F, D, L and B |
//! | `Rw`, `r`, `2Rw` | the face and the layer next to it |
//! | `M`, `E`, `S` | the middle layer, in the direction of L, D or F |
//! | `x`, `y`, `z`, `X`, `3Rw` | the whole cube, in the direction of R, U or F |
//! | `(A)2`, `(A)'`, `(A)2'` | a group that is repeated, inverted, or both |
//! | `(A)x2`, `(A)*2`, `(A)^2`, `(A)×2` | a repeated group; also after `]` |
//! | `[A, B]` | the commutator A B A' B' |
//! | `[A: B]` | the conjugate A B A' |
//! | `[f2]`, `[u]`, `[r']` | a rotation: z2, y, x' |
//! | `y4`, `R5` | a number of quarter turns, modulo four, below eight |
//! | `.`, `…`, `↑`, `@150`, `@1.5s` | a pause, an arrow for a regrip, a timestamp: nothing |
//! | `// ...`, `/* ... */` | a comment, to the end of the line or to `*/` |
//!
//! [`Niss`] reads moves on both sides of a scramble, with those on the inverse in brackets.
//!
//! White space between moves is optional. A number directly after a move belongs to that move: `R'2Rw` is `R2 Rw`. An
//! `x` with a number repeats a group only directly after the bracket: `(R U)x3` is R U R U R U, but `(R U) x3` is R U
//! x'. Primes, accents and the apostrophes of other keyboards stand for the ASCII one ([`is_apostrophe`]).

mod algorithm;
mod niss;
mod parse;
mod token;
mod turn;

use std::fmt;

use crate::face::{Axis, Face};

pub use algorithm::Algorithm;
pub use niss::Niss;
pub(crate) use parse::parse_turns;
pub use token::{has_several_lines, is_apostrophe, is_filler, timestamp_length};
pub(crate) use token::{is_modifier, without_comments};
pub use turn::{Base, Turn, TurnMetric};

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

/// The maximum number of nested open brackets.
pub const MAX_DEPTH: usize = 64;

/// The maximum number of turns after expansion.
pub const MAX_TURNS: usize = 10_000;

/// The hints in errors about names that the puzzle does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hints {
    /// The list of the valid names.
    pub(crate) expected: &'static str,
    /// The hint for middle layers in the wrong case, and the letters that it applies to.
    pub(crate) middle_layer: (&'static str, [&'static str; 3]),
    /// The hint for layer numbers.
    pub(crate) layers: &'static str,
}

/// An error in move notation.
///
/// Displays as `line 1, column 9: 'Q' is not a move; expected ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line of the token, from 1.
    pub line: usize,
    /// The column of the first character of the token, from 1, in characters.
    pub column: usize,
    /// The token as written, truncated to 24 characters.
    pub token: String,
    /// The problem.
    pub kind: ParseErrorKind,
    /// The hints of the puzzle.
    hints: &'static Hints,
}

/// A problem with a token. Displays as a predicate with the token as its subject.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// A character that starts neither a move nor a bracket.
    #[error("is not a move")]
    NotAMove,
    /// A number or an apostrophe without a move directly before it.
    #[error("is unexpected here")]
    StraySuffix,
    /// A layer number that the move cannot have: `2R`, `4Rw` or `2M` on the 3x3x3.
    #[error("has an invalid layer number")]
    LayerCount,
    /// Two numbers: `F2'3`.
    #[error("has two numbers")]
    TwoNumbers,
    /// Two apostrophes: `R''`.
    #[error("has two apostrophes")]
    TwoApostrophes,
    /// The number zero: `R0` or `(A)0`.
    #[error("does nothing")]
    ZeroTimes,
    /// Eight or more quarter turns: `R22`.
    #[error("is two full turns or more")]
    TooManyQuarters,
    /// A bracket or `/*` without its counterpart; the token is the opening one.
    #[error("is never closed")]
    NeverClosed,
    /// A closing bracket without an opening one.
    #[error("has no opening bracket")]
    NeverOpened,
    /// Brackets of different kinds: `(R U]`.
    #[error("does not close the '{open}' opened at line {line}, column {column}")]
    WrongBracket {
        /// The innermost open bracket.
        open: char,
        /// The line of that bracket, from 1.
        line: usize,
        /// The column of that bracket, from 1.
        column: usize,
    },
    /// A comma or colon that is not directly inside square brackets.
    #[error("is outside square brackets")]
    StraySeparator,
    /// A second comma or colon in one pair of square brackets: `[A, B, C]`.
    #[error("is a second separator in the same square brackets")]
    SecondSeparator,
    /// Square brackets without a comma or colon: `[A]`.
    #[error("closes square brackets without ',' or ':'")]
    MissingSeparator,
    /// An empty group or part: `()`, `[, B]` or `[A:]`; the token is the one after the empty part.
    #[error("has no moves before it")]
    Empty,
    /// More than [`MAX_DEPTH`] nested brackets.
    #[error("nests brackets more than {MAX_DEPTH} deep")]
    TooDeep,
    /// More than [`MAX_TURNS`] turns after expansion.
    #[error("makes the algorithm longer than {MAX_TURNS} moves")]
    TooLong,
}

impl ParseError {
    /// Returns a hint for fixing the error, without a full stop.
    pub fn hint(&self) -> &'static str {
        use ParseErrorKind as Kind;
        match self.kind {
            Kind::NotAMove => match self.token.as_str() {
                "w" => "write w directly after the letter of a face, as in Rw2",
                "i" => "write an apostrophe for the inverse, as in R'",
                token if self.hints.middle_layer.1.contains(&token) => self.hints.middle_layer.0,
                "*" | "^" | "×" => {
                    "write the number of repetitions directly after the bracket, as in (R U)3 or (R U)x3"
                }
                _ => self.hints.expected,
            },
            Kind::StraySuffix => {
                "a number or apostrophe must directly follow a move or bracket, as in R2, R' or (R U)2"
            }
            Kind::LayerCount => self.hints.layers,
            Kind::TwoNumbers => "keep one, as in F2, or put a space before the next move",
            Kind::TwoApostrophes => "write R' for the inverse or R2 for the half turn",
            Kind::ZeroTimes => "remove it, or write a number from 1",
            Kind::TooManyQuarters => "write R, R2 or R'",
            Kind::NeverClosed => match self.token.as_str() {
                "(" => "add the missing )",
                "[" => "add the missing ]",
                _ => "add the missing */",
            },
            Kind::NeverOpened => "remove it, or open a bracket where the group begins",
            Kind::WrongBracket { open: '(', .. } => "write ) first",
            Kind::WrongBracket { .. } => "write ] first",
            Kind::StraySeparator => "write [A, B] for A B A' B' and [A: B] for A B A'",
            Kind::SecondSeparator => "put the inner commutator in its own brackets, as in [A: [B, C]]",
            Kind::MissingSeparator => "write [A, B] or [A: B], or (A) for a group",
            Kind::Empty => "add a move there, or remove the brackets",
            Kind::TooDeep => "write out the innermost groups",
            Kind::TooLong => "use fewer repetitions, or split it",
        }
    }
}

impl ParseError {
    /// Returns the problem without the place and the hint.
    pub fn problem(&self) -> String {
        format!("{} {}", quoted(&self.token), self.kind)
    }

    /// Returns the problem and the hint without the place, for callers that report the place themselves.
    pub fn message(&self) -> String {
        format!("{}; {}", self.problem(), self.hint())
    }
}

/// Returns a token in quotation marks, as error messages show it.
pub(crate) fn quoted(token: &str) -> String {
    // Double quotes if the token contains an apostrophe. Control characters are escaped.
    let quote = if token.contains('\'') { '"' } else { '\'' };
    let start = token
        .chars()
        .map(|c| if matches!(c, '\'' | '"' | '\\') { c.to_string() } else { c.escape_debug().to_string() });
    format!("{quote}{}{quote}", start.collect::<String>())
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message())
    }
}

impl std::error::Error for ParseError {}
