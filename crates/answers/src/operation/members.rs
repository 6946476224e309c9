//! Requests as JSON objects of which a member may be wrong: the error names the member.

use serde::de::value::Error as ProbeError;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::{Map, Value};

use super::Request;
use crate::format::shortened;
use crate::request::{
    AlgorithmRequest, AnalyzeRequest, AttemptRequest, CaseRequest, CaseSetRequest, CheckRequest,
    DistributionRequest, InsertRequest, ReviewRequest, ScrambleRequest, SolveRequest, StatsRequest,
};
use crate::{Error, json_error_message};

/// The member with the name of the operation.
const OPERATION: &str = "operation";

/// The maximum number of characters of a value in an error.
const MAX_SHOWN: usize = 40;

impl Request {
    /// Reads a request from the members of its JSON object.
    ///
    /// # Errors
    /// If there is no such operation, it has no member of one of the names, or a value is of another type. The error names
    /// the member.
    pub fn read(members: Map<String, Value>) -> Result<Request, Error> {
        let names = members.get(OPERATION).and_then(Value::as_str).map_or(&[][..], names_of);
        read_members(members, names)
    }
}

/// Returns the names of the members that an operation has.
fn names_of(operation: &str) -> &'static [&'static str] {
    match operation {
        "analyze" => field_names::<AnalyzeRequest>(),
        "solve" => field_names::<SolveRequest>(),
        "scramble" => field_names::<ScrambleRequest>(),
        "review" => field_names::<ReviewRequest>(),
        "cases" => field_names::<CaseRequest>(),
        "case_set" => field_names::<CaseSetRequest>(),
        "distribution" => field_names::<DistributionRequest>(),
        "algorithms" => field_names::<AlgorithmRequest>(),
        "attempt" => field_names::<AttemptRequest>(),
        "insert" => field_names::<InsertRequest>(),
        "stats" => field_names::<StatsRequest>(),
        "check" => field_names::<CheckRequest>(),
        _ => &[],
    }
}

/// Reads a request of which the operation is the tag. `names` are the names of its other members.
///
/// # Errors
/// As [`Request::read`].
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
fn field_names<'de, T: Deserialize<'de>>() -> &'static [&'static str] {
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refused(request: Value) -> Error {
        let Value::Object(members) = request else { panic!("{request}") };
        Request::read(members).unwrap_err()
    }

    #[test]
    fn every_operation_has_the_names_of_its_members() {
        for (operation, name) in [
            ("analyze", "stages"),
            ("solve", "time_ms"),
            ("scramble", "count"),
            ("review", "solution"),
            ("cases", "set"),
            ("case_set", "from"),
            ("distribution", "goal"),
            ("algorithms", "case"),
            ("attempt", "solution"),
            ("insert", "skeleton"),
            ("stats", "input"),
            ("check", "condition"),
        ] {
            assert!(names_of(operation).contains(&name), "{operation}");
            // The value of no member is an object.
            for name in names_of(operation) {
                let error = refused(json!({"operation": operation, *name: {"a": 1}}));
                assert_eq!(error.parameter, Some(*name), "{operation}: {error}");
                assert!(error.message.ends_with(", not an object"), "{operation}: {error}");
            }
        }
    }

    #[test]
    fn errors_name_the_member_and_what_is_expected() {
        for (members, text) in [
            (
                json!({"stages": ["cross"]}),
                "stages: expected text, not a list; write several values in one text",
            ),
            (json!({"scramble": "R", "goal": 3, "id": "a"}), "goal: expected text, not 3"),
            (json!({"solutions": "all"}), "solutions: expected a whole number, not \"all\""),
            (json!({"solutions": 1.5}), "solutions: expected a whole number, not 1.5"),
            (json!({"solutions": -1}), "solutions: -1 is out of range"),
            (json!({"slack": 256}), "slack: 256 is out of range"),
            (json!({"links": "yes"}), "links: expected true or false, not \"yes\""),
            (json!({"order": "hard"}), "order: expected "),
            (json!({"slack": null}), "slack: expected a whole number, not null"),
            (json!({"stagess": "cross"}), "unknown option 'stagess' (did you mean 'stages'?)"),
            (json!({"zzzz": 1}), "unknown option 'zzzz'; expected one of scramble, id, goal, "),
        ] {
            let mut request = json!({"operation": "analyze"});
            request.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
            let error = refused(request.clone());
            assert!(error.to_string().starts_with(text), "{request}: {error}");
        }
        for request in
            [json!({"stages": 1}), json!({"operation": "paint", "stages": 1}), json!({"operation": 1})]
        {
            assert_eq!(refused(request.clone()).parameter, Some("operation"), "{request}");
        }
    }
}
