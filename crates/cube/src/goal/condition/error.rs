//! What can be wrong with the text of a condition, and what to write instead.

use super::super::text::{TextError, TextErrorKind};
use super::read::MAX_TERMS;
use crate::face::NoColor;

/// A fault in the text of a condition.
///
/// Displayed as `column 1: 'xcros' is not a stage; did you mean 'xcross'?`.
pub type ConditionError = TextError<ConditionErrorKind>;

/// What is wrong with a token; as text, a predicate of which the token is the subject.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConditionErrorKind {
    /// A word that names no stage.
    #[error("is not a stage")]
    UnknownStage {
        /// The stage that it may be a slip of.
        nearest: Option<String>,
    },
    /// What stands in the brackets of a stage.
    #[error("is not a colour")]
    UnknownColor,
    /// A bracket of colours.
    #[error("is never closed")]
    NeverClosed,
    /// A token in the wrong place, or the end of the text.
    #[error("is out of place")]
    Expected {
        /// What may stand there.
        what: &'static str,
    },
    /// `3 == 4`.
    #[error("compares nothing that depends on the state")]
    Constant,
    /// A number of many digits.
    #[error("is far more than any length")]
    TooLarge,
    /// Too many brackets in brackets.
    #[error("lies too deep in brackets")]
    TooDeep,
    /// More than 256 lengths and numbers.
    #[error("is one more than the {MAX_TERMS} lengths and numbers that a condition may have")]
    TooManyTerms,
}

impl TextErrorKind for ConditionErrorKind {
    const LANGUAGE: &'static str = "condition";

    fn hint(&self) -> String {
        use ConditionErrorKind as Kind;
        let hint = match self {
            Kind::UnknownStage { nearest: Some(stage) } => return format!("did you mean '{stage}'?"),
            Kind::UnknownStage { nearest: None } => {
                "name a stage such as cross, xcross, f2l, eo_cross or pseudo_xcross"
            }
            Kind::UnknownColor => NoColor::HINT,
            Kind::NeverClosed => "write a ']' behind the colours",
            Kind::Expected { what } => return format!("expected {what}"),
            Kind::Constant => "name a stage on one side",
            Kind::TooLarge => "write a number below 1000",
            Kind::TooDeep => "leave brackets out",
            Kind::TooManyTerms => "write multiples of a length only once, or ask for less",
        };
        hint.to_owned()
    }
}
