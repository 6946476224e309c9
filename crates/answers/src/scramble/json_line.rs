//! JSON objects as lines of input, as `scramble`, `analyze` and `solve` write them with `--format jsonl`.
//!
//! The cube is the first of the members `scramble`, `facelets`, `cube` and `input` that is present and not null.

use std::borrow::Cow;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::scramble::fields::{FieldError, Fields};

/// The members that are read. All others are ignored.
#[derive(serde::Deserialize)]
struct LineObject<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    scramble: Option<&'a RawValue>,
    #[serde(borrow)]
    facelets: Option<&'a RawValue>,
    #[serde(borrow)]
    cube: Option<&'a RawValue>,
    #[serde(borrow)]
    input: Option<&'a RawValue>,
    event: Option<Cow<'a, str>>,
    puzzle: Option<Cow<'a, str>>,
}

/// Returns whether a text begins like a JSON object.
pub fn is_meant(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// The members that contain the id or the cube.
const CUBES: [&str; 5] = ["id", "scramble", "facelets", "cube", "input"];

/// Returns the names of the members that are strings, numbers, booleans or null, except for id and cube. Returns `None`
/// if the line is not an object.
pub fn plain_members(line: &str) -> Option<Vec<String>> {
    let object: Map<String, Value> = is_meant(line).then(|| serde_json::from_str(line).ok())??;
    let is_plain = |(name, value): &(&String, &Value)| {
        !CUBES.contains(&&name[..]) && !matches!(value, Value::Array(_) | Value::Object(_))
    };
    Some(object.iter().filter(is_plain).map(|(name, _)| name.clone()).collect())
}

/// Returns the values of these members as text. Returns `None` if the line is not an object.
pub fn member_values(line: &str, members: &[String]) -> Option<Vec<Option<String>>> {
    let object: Map<String, Value> = is_meant(line).then(|| serde_json::from_str(line).ok())??;
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    };
    Some(members.iter().map(|member| object.get(member).and_then(text)).collect())
}

/// Reads the fields of a JSON object.
///
/// # Errors
/// If the line is not a JSON object, or has no cube.
pub fn fields(line: &str) -> Result<Fields<'_>, FieldError> {
    let object: LineObject<'_> = serde_json::from_str(line).map_err(|error| field_error(line, &error))?;
    let members = [
        ("scramble", object.scramble),
        ("facelets", object.facelets),
        ("cube", object.cube),
        ("input", object.input),
    ];
    let Some((name, value)) = members.into_iter().find_map(|(name, value)| Some((name, value?))) else {
        let names = members.map(|(name, _)| name).join(", ");
        return Err((0, format!("the object has no cube; give it one of the members {names}")));
    };
    let Some((cube, json)) = parse_text(value) else {
        return Err((column_of(line, value.get()), format!("'{name}' is not a string; put it in quotes")));
    };
    let id = object.id.map(|id| match parse_text(id) {
        Some((id, _)) => Ok(id),
        None if id.get().starts_with(|c: char| c.is_ascii_digit() || c == '-') => Ok(id.get().into()),
        None => Err((column_of(line, id.get()), "'id' is neither a string nor a number".to_string())),
    });
    let event = object.event.or(object.puzzle);
    Ok(Fields {
        id: id.transpose()?.map(Cow::Owned),
        cube: cube.into(),
        column: column_of(line, json),
        json: Some(json),
        event,
    })
}

/// Parses a JSON string. Returns its text, and the string as written, without its quotes.
fn parse_text(value: &RawValue) -> Option<(String, &str)> {
    let text = serde_json::from_str(value.get()).ok()?;
    Some((text, value.get().strip_prefix('"')?.strip_suffix('"')?))
}

/// Returns the number of characters of the line before `part`, which must be a slice of it.
fn column_of(line: &str, part: &str) -> usize {
    let byte = part.as_ptr() as usize - line.as_ptr() as usize;
    line[..byte].chars().count()
}

fn field_error(line: &str, error: &serde_json::Error) -> FieldError {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(&message[..], |(message, _)| message);
    // serde_json counts columns in bytes, from 1.
    let byte = line.floor_char_boundary(error.column().saturating_sub(1));
    (line[..byte].chars().count(), format!("JSON: {message}"))
}
