//! What can be wrong with the text of an algorithm: the place, the fact, and a hint of what to write instead.

use std::fmt;

use crate::notation::dialect::Hints;
use crate::notation::parse::{MAX_DEPTH, MAX_TURNS};

/// A fault in the text of an algorithm.
///
/// Displayed as `line 1, column 9: 'Q' is not a move; expected ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line of the token, from 1.
    pub line: usize,
    /// The column of its first character, from 1, in characters.
    pub column: usize,
    /// The token as written, cut off after 24 characters.
    pub token: String,
    /// What is wrong with it.
    pub kind: ParseErrorKind,
    /// What is right on the puzzle in question.
    pub(super) hints: &'static Hints,
}

/// What is wrong with a token; as text, a predicate of which the token is the subject.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// A character that begins no move and no bracket.
    #[error("is not a move")]
    NotAMove,
    /// A number or an apostrophe that has no move before it.
    #[error("does not follow a move directly")]
    StraySuffix,
    /// A layer count that the move cannot have: `2R`, `4Rw`, `2M` on the 3x3x3.
    #[error("has a layer count that it cannot have")]
    LayerCount,
    /// `F2'3`.
    #[error("has two numbers")]
    TwoNumbers,
    /// `R''`.
    #[error("has two apostrophes")]
    TwoApostrophes,
    /// `R0` or `(A)0`.
    #[error("does nothing")]
    ZeroTimes,
    /// `R4`.
    #[error("turns by more than three quarters")]
    TooManyQuarters,
    /// A bracket or a `/*` without its counterpart; the token is the opening one.
    #[error("is never closed")]
    NeverClosed,
    /// A closing bracket where none is open.
    #[error("closes nothing")]
    NeverOpened,
    /// `(R U]`.
    #[error("does not close the '{open}' opened at line {line}, column {column}")]
    WrongBracket {
        /// The innermost open bracket.
        open: char,
        /// Its line, from 1.
        line: usize,
        /// Its column, from 1.
        column: usize,
    },
    /// A comma or colon that is not directly within square brackets.
    #[error("stands outside of square brackets")]
    StraySeparator,
    /// `[A, B, C]`.
    #[error("is the second separator within the same square brackets")]
    SecondSeparator,
    /// `[A]`.
    #[error("closes square brackets that hold neither ',' nor ':'")]
    MissingSeparator,
    /// `()`, `[, B]` or `[A:]`; the token is the one that ends what is empty.
    #[error("has no moves before it")]
    Empty,
    /// Brackets within brackets beyond [`MAX_DEPTH`].
    #[error("opens more than {MAX_DEPTH} brackets within each other")]
    TooDeep,
    /// More than [`MAX_TURNS`] turns once all is written out.
    #[error("makes the algorithm longer than {MAX_TURNS} turns")]
    TooLong,
}

impl ParseError {
    /// What to write instead, without a full stop.
    pub fn hint(&self) -> &'static str {
        use ParseErrorKind as Kind;
        match self.kind {
            Kind::NotAMove => match self.token.as_str() {
                "w" => "write it right behind the letter of a face, as in Rw2",
                "i" => "write an apostrophe for the inverse, as in R'",
                token if self.hints.middle_layer.1.contains(&token) => self.hints.middle_layer.0,
                "*" | "^" | "×" => "write a repetition directly behind the bracket, as in (R U)3 or (R U)x3",
                _ => self.hints.expected,
            },
            Kind::StraySuffix => {
                "write numbers and apostrophes right behind a move or bracket, as in R2, R' or (R U)2"
            }
            Kind::LayerCount => self.hints.layers,
            Kind::TwoNumbers => "keep one, as in F2, or set the next move apart with a space",
            Kind::TwoApostrophes => "write R' for the inverse, R2 for the half turn",
            Kind::ZeroTimes => "leave it out, or write a number from 1",
            Kind::TooManyQuarters => "write R, R2 or R' (four quarters are no turn)",
            Kind::NeverClosed => match self.token.as_str() {
                "(" => "add the missing )",
                "[" => "add the missing ]",
                _ => "add the missing */",
            },
            Kind::NeverOpened => "remove it, or open the bracket where the group begins",
            Kind::WrongBracket { open: '(', .. } => "write ) first",
            Kind::WrongBracket { .. } => "write ] first",
            Kind::StraySeparator => "write [A, B] for A B A' B' and [A: B] for A B A'",
            Kind::SecondSeparator => "give the inner commutator brackets of its own, as in [A: [B, C]]",
            Kind::MissingSeparator => "write [A, B] or [A: B], or (A) for a group",
            Kind::Empty => "write a move there, or remove the brackets",
            Kind::TooDeep => "write the innermost groups out",
            Kind::TooLong => "repeat less, or split it",
        }
    }
}

impl ParseError {
    /// What is wrong and what to do, without the place: for callers that tell the place in their own way.
    pub fn message(&self) -> String {
        format!("{} {}; {}", quoted(&self.token), self.kind, self.hint())
    }
}

/// A token between quotation marks, as messages show it.
pub(crate) fn quoted(token: &str) -> String {
    // Tokens are full of apostrophes, and a stray one may be a control character.
    let quote = if token.contains('\'') { '"' } else { '\'' };
    let shown = token
        .chars()
        .map(|c| if matches!(c, '\'' | '"' | '\\') { c.to_string() } else { c.escape_debug().to_string() });
    format!("{quote}{}{quote}", shown.collect::<String>())
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message())
    }
}

impl std::error::Error for ParseError {}
