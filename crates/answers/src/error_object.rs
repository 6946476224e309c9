//! An error as the object that programs receive.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{Error, ErrorKind, Hint};

/// The place of an error in a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Position {
    /// The parameter or the member of the body that holds the text.
    #[schema(example = "scramble")]
    pub parameter: &'static str,
    /// The line of the text, from 1.
    #[schema(example = 1, minimum = 1)]
    pub line: u64,
    /// The column in the line, in characters, from 1.
    #[schema(example = 3, minimum = 1)]
    pub column: u64,
}

/// The members of an [`Error`] that programs need.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorObject {
    /// Whose fault it is: `usage`, `unanswerable`, `table` or `cancelled`.
    pub kind: &'static str,
    /// A stable short name of the error, for programs and translations.
    pub code: &'static str,
    /// The error, its place, and how to mend it.
    pub detail: String,
    /// How to mend the error, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The parameter that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<&'static str>,
    /// The place of the error, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// The parts of the message that depend on the request, by name, for translations; absent if there are none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<&'static str, String>,
}

impl ErrorObject {
    /// Returns the object of an error.
    pub fn new(error: &Error) -> ErrorObject {
        let hints: Vec<&str> = error.hints.iter().map(Hint::text).collect();
        let position = error.parameter.zip(error.place.column).map(|(parameter, column)| Position {
            parameter,
            line: error.place.line.unwrap_or(1) as u64,
            column: column as u64,
        });
        ErrorObject {
            kind: match error.kind {
                ErrorKind::Usage => "usage",
                ErrorKind::Unanswerable => "unanswerable",
                ErrorKind::Table => "table",
                ErrorKind::Cancelled => "cancelled",
            },
            code: error.code,
            detail: error.to_string(),
            hint: (!hints.is_empty()).then(|| hints.join("; ")),
            parameter: error.parameter,
            position,
            values: error.values.iter().cloned().collect(),
        }
    }
}
