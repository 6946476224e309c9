//! Errors in move notation: the place, the problem and a hint.

use std::fmt;

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
    pub(super) hints: &'static Hints,
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
