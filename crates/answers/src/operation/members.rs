//! Requests as JSON objects of which a member may be wrong: the error names the member.

use serde::de::value::Error as ProbeError;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::{Map, Value};

use crate::format::shortened;
use crate::{Error, json_error_message};

/// The member with the name of the operation.
pub(crate) const OPERATION: &str = "operation";

/// The maximum number of characters of a value in an error.
pub(crate) const MAX_SHOWN: usize = 40;

/// Reads a request. `names` are the names of its members, without the operation if that is its tag.
///
/// # Errors
/// If the request has no member of one of the names, or a value is of another type. The error names the member.
pub fn read_members<R: DeserializeOwned>(
    members: Map<String, Value>,
    names: &'static [&'static str],
) -> Result<R, Error> {
    let object = Value::Object(members);
    let error = match R::deserialize(&object) {
        Ok(request) => return Ok(request),
        Err(error) => json_error_message(&error),
    };
    let Value::Object(members) = object else { unreachable!("it was made of members") };
    let tag = members.get(OPERATION).cloned();
    let alone = |member: Option<(&String, &Value)>| {
        let tag = tag.iter().map(|tag| (OPERATION.to_string(), tag.clone()));
        let member = member.map(|(name, value)| (name.clone(), value.clone()));
        let error = R::deserialize(Value::Object(tag.chain(member).collect())).err();
        error.map(|error| json_error_message(&error))
    };
    // Without members, the error is about the operation, or about a member that is missing.
    let common = alone(None);
    let others = members.iter().filter(|(name, _)| *name != OPERATION);
    let mut wrong = others.filter_map(|(name, value)| Some((name, value, alone(Some((name, value)))?)));
    Err(match wrong.find(|(.., error)| Some(error) != common.as_ref()) {
        Some((name, value, error)) => member_error(name, value, &error, names),
        None => Error::usage(OPERATION, "").with_message(error).placed(),
    })
}

/// Returns the error of a member. `error` is that of serde.
fn member_error(name: &str, value: &Value, error: &str, names: &'static [&'static str]) -> Error {
    let Some(parameter) = names.iter().find(|known| **known == name) else {
        let error = Error::usage(None, "").code("unknown-option");
        let error = error.with_message(format!("unknown option '{}'", shortened(name, MAX_SHOWN)));
        return match cubiform_cube::goal::nearest_word(name, names.iter().copied()) {
            Some(nearest) => error.aside(format!("did you mean '{nearest}'?")),
            None => error.hint(format!("expected one of {}", names.join(", "))),
        };
    };
    let created = Error::usage(*parameter, "");
    if error.starts_with("invalid value: integer") {
        return created.with_message(format!("{value} is out of range")).code(Error::OUT_OF_RANGE);
    }
    let Some((_, expected)) = error.split_once(", expected ") else {
        return created.with_message(error.into());
    };
    let expected = match expected {
        "a string" => "text".into(),
        "a boolean" => "true or false".into(),
        "f32" | "f64" => "a number".into(),
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number".into(),
        other => other.replace('`', ""),
    };
    let created = created.with_message(format!("expected {expected}, not {}", described(value)));
    match value {
        Value::Array(_) if expected == "text" => {
            created.hint("write several values in one text, separated by commas")
        }
        _ => created,
    }
}

/// Returns a value of JSON in words.
fn described(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("{:?}", shortened(text, MAX_SHOWN)),
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
    }
}

/// Returns the names of the fields of a type, as serde reads them.
pub(crate) fn field_names<'de, T: Deserialize<'de>>() -> &'static [&'static str] {
    let mut names = &[][..];
    // The probe ends the reading with an error once it has the names.
    let _ = T::deserialize(FieldNames(&mut names));
    names
}

/// A deserializer that takes the names of fields, and has no values.
struct FieldNames<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for FieldNames<'_> {
    type Error = ProbeError;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, ProbeError> {
        Err(ProbeError::custom("no value"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ProbeError> {
        *self.0 = fields;
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
