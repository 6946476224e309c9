//! The errors of conditions, with their messages and hints.

use super::super::text::{TextError, TextErrorKind};
use crate::face::UnknownColor;

/// The maximum number of lengths and numbers in a condition. The time for a comparison is quadratic in them.
pub(super) const MAX_TERMS: usize = 256;

/// An error in the text of a condition.
///
/// Displayed as `column 1: unknown stage 'xcros' (did you mean 'xcross'?)`.
pub type ConditionError = TextError<ConditionErrorKind>;

/// The kind of error of a token. Displayed as a predicate whose subject is the token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConditionErrorKind {
    /// A word that is not the name of a stage.
    #[error("is not a stage")]
    UnknownStage {
        /// A similarly spelt stage.
        nearest: Option<String>,
    },
    /// The text in the brackets after a stage, if it is not a list of colours.
    #[error("is not a colour")]
    UnknownColor,
    /// A bracket of colours without its closing bracket.
    #[error("is never closed")]
    NeverClosed,
    /// A token in the wrong place, or the end of the text.
    #[error("is unexpected")]
    Expected {
        /// The tokens that are valid there.
        what: &'static str,
    },
    /// A comparison in which no length remains, such as `3 == 4`.
    #[error("starts a comparison that does not depend on the state")]
    Constant,
    /// A number of 1000 or more.
    #[error("is too large")]
    TooLarge,
    /// More than 100 nested parentheses and negations.
    #[error("is nested too deeply")]
    TooDeep,
    /// More than 256 lengths and numbers.
    #[error("exceeds the {MAX_TERMS} lengths and numbers that a condition may have")]
    TooManyTerms,
}

impl TextErrorKind for ConditionErrorKind {
    const LANGUAGE: &'static str = "condition";

    fn hint(&self) -> String {
        use ConditionErrorKind as Kind;
        let hint = match self {
            Kind::UnknownStage { nearest: Some(stage) } => return format!("did you mean '{stage}'?"),
            Kind::UnknownStage { nearest: None } => {
                "use a stage such as cross, xcross, f2l, eo_cross or pseudo_xcross"
            }
            Kind::UnknownColor => UnknownColor::HINT,
            Kind::NeverClosed => "write a ']' after the colours",
            Kind::Expected { what } => return format!("expected {what}"),
            Kind::Constant => "use a stage on one side",
            Kind::TooLarge => "write a number below 1000",
            Kind::TooDeep => "remove parentheses",
            Kind::TooManyTerms => "shorten the condition",
        };
        hint.to_owned()
    }

    fn code(&self) -> &'static str {
        match self {
            ConditionErrorKind::UnknownStage { .. } => "unknown-stage",
            ConditionErrorKind::UnknownColor => "unknown-color",
            ConditionErrorKind::NeverClosed => "unclosed-bracket",
            ConditionErrorKind::Expected { .. } => "unexpected-condition-term",
            ConditionErrorKind::Constant => "constant-comparison",
            ConditionErrorKind::TooLarge => "number-too-large",
            ConditionErrorKind::TooDeep => "condition-too-deep",
            ConditionErrorKind::TooManyTerms => "condition-too-long",
        }
    }

    fn problem(&self, token: &str) -> String {
        match self {
            ConditionErrorKind::UnknownStage { .. } => format!("unknown stage {token}"),
            ConditionErrorKind::Expected { .. } => format!("unexpected {token}"),
            _ => format!("{token} {self}"),
        }
    }
}
