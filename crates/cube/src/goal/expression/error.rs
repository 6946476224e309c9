//! What can be wrong with the text of a goal: the place, the fact, and a hint of what to write instead.

use ExpressionErrorKind as Kind;

use super::super::text::{TextError, TextErrorKind};

/// A fault in the text of a goal.
///
/// Displayed as `column 9: unknown goal term 'crss' (did you mean 'cross'?)`.
pub type ExpressionError = TextError<ExpressionErrorKind>;

/// What is wrong with a token; as text, a predicate of which the token is the subject.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpressionErrorKind {
    /// A word or a character that goals do not know.
    #[error("is not a goal term")]
    UnknownWord {
        /// The word that it may be a slip of.
        nearest: Option<&'static str>,
    },
    /// `UD` or `UDF`.
    #[error("is not a piece")]
    NoSuchPiece,
    /// A word in the wrong place, or the end of the text.
    #[error("is out of place")]
    Expected {
        /// What may stand there.
        what: &'static str,
    },
    /// A term of which each piece belongs to another term.
    #[error("is already part of '{other}'")]
    Repeated {
        /// That term.
        other: String,
    },
    /// `2x2x2 + 2x2x3`: with every 2x2x3 block a 2x2x2 block is solved.
    #[error("asks for nothing that the other terms do not")]
    AddsNothing,
    /// `2x2x3 + 2x2x3`.
    #[error("has no place beside the other terms")]
    NoPlace,
    /// `eo + eoline`.
    #[error("orients the edges a second time")]
    SecondOrientation,
    /// `offset D + offset D`.
    #[error("is there twice")]
    SecondOffset,
    /// `any slot + 2 slots`.
    #[error("chooses slots a second time")]
    SecondSlots,
    /// `0 slots`.
    #[error("chooses no slot at all")]
    NoSlots,
    /// More slots than the other terms leave to choose from.
    #[error("asks for more slots than there are")]
    TooManySlots {
        /// How many there are.
        left: usize,
    },
    /// `FR edge + offset D`.
    #[error("moves no piece of this goal")]
    OffsetOfNothing,
    /// `cross + UF + offset D`: whether UF is solved relative to the bottom layer or to the centres would be anyone's
    /// guess.
    #[error("cannot be had with pieces of the top layer")]
    OffsetWithTop,
    /// `cross + eo U/D + offset D`: the quarter turns of D that it allows flip edges.
    #[error("flips edges relative to U/D")]
    OffsetFlips,
}

impl TextErrorKind for ExpressionErrorKind {
    const LANGUAGE: &'static str = "goal";

    fn hint(&self) -> String {
        let hint = match self {
            Kind::UnknownWord { nearest: Some(word) } => return format!("did you mean '{word}'?"),
            Kind::UnknownWord { nearest: None } => {
                "write terms such as cross, FR, DF, DFR, eo, 2x2x2 DBL or offset D, with '+' between them"
            }
            Kind::NoSuchPiece => {
                "name an edge by two faces, a corner by three, of which no two are the same or opposite"
            }
            Kind::Expected { what } => return format!("expected {what}"),
            Kind::Repeated { .. } | Kind::SecondOffset | Kind::AddsNothing => "leave it out",
            Kind::NoPlace => "blocks of one size share no piece unless the places of all are given",
            Kind::SecondOrientation => "keep one of them",
            Kind::SecondSlots => "write how many in all, as in 2 slots",
            Kind::NoSlots => "leave it out, or write a number from 1 to 4",
            Kind::TooManySlots { left: 0 } => "the other terms have all four",
            Kind::TooManySlots { left } => return format!("the other terms leave {left} to choose from"),
            Kind::OffsetOfNothing => "name pieces of the bottom layer, as in cross + offset D",
            Kind::OffsetWithTop => "leave it out, or the pieces of U",
            Kind::OffsetFlips => "write eo F/B or eo L/R",
        };
        hint.to_owned()
    }

    fn sentence(&self, token: &str) -> String {
        match self {
            Kind::UnknownWord { nearest: Some(word) } => {
                format!("unknown goal term {token} (did you mean '{word}'?)")
            }
            Kind::UnknownWord { nearest: None } => format!("unknown goal term {token}; {}", self.hint()),
            _ => format!("{token} {self}; {}", self.hint()),
        }
    }
}
