//! The row of a line that cannot be read, as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use super::BadLine;

/// A line of a batch that cannot be answered.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BadRow {
    /// The id of the line, or its number.
    #[schema(example = "7")]
    pub id: String,
    /// The number of the line in the body, from 1.
    #[schema(example = 7, minimum = 1)]
    line: u64,
    /// The column in the line, in characters, from 1.
    #[schema(example = 3, minimum = 1)]
    column: u64,
    /// The error and how to mend it, in the words of the command.
    #[schema(example = "body:7:3: 'Q' is not a move; expected a move such as R, U2 or F'")]
    pub error: String,
    /// The parts of the error, for translations: `reason` is its stable short name. Absent if there are none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(example = json!({"reason": "not-a-move", "token": "Q"}))]
    values: BTreeMap<&'static str, String>,
}

impl BadRow {
    /// Creates the row of a line. Without an id, the number of the line is its id.
    pub fn new(bad: &BadLine, id: Option<String>) -> BadRow {
        let line = bad.place.number();
        BadRow {
            id: id.unwrap_or_else(|| line.to_string()),
            line,
            column: bad.column as u64,
            error: bad.to_string(),
            values: bad.fault.by_name(),
        }
    }
}
