//! Values as JSON.

use cubiform_answers::json_error_message;
use serde::Serialize;

use crate::failure::Failure;

/// Returns a value as indented JSON.
pub(crate) fn document(value: &impl Serialize) -> Result<String, Failure> {
    text(serde_json::to_string_pretty(value))
}

/// Returns a value as a line of JSON.
pub(crate) fn line(value: &impl Serialize) -> Result<String, Failure> {
    text(serde_json::to_string(value))
}

fn text(json: serde_json::Result<String>) -> Result<String, Failure> {
    json.map(|text| text + "\n").map_err(|e| Failure::Message(json_error_message(&e)))
}
