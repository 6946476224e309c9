//! Tests of the descriptions of all requests and answers: their names are distinct, and each member is described.

use std::collections::BTreeMap;

use serde_json::Value;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::operation::Operation;
use crate::operations::{self, Visitor};

type Schemas = Vec<(String, RefOr<Schema>)>;

/// Returns the schemas of a type and of the types that it refers to.
fn of<T: ToSchema + PartialSchema>() -> Schemas {
    let mut found = vec![(T::name().into_owned(), T::schema())];
    T::schemas(&mut found);
    found
}

/// Returns the schemas of the requests and the answers of all operations.
fn all() -> Schemas {
    struct All(Schemas);
    impl Visitor for All {
        fn visit<O: Operation>(&mut self) {
            self.0.extend([of::<O>(), of::<O::Document>()].concat());
        }
    }
    let mut all = All(Vec::new());
    operations::visit(&mut all);
    all.0
}

/// Calls `visit` with each object of a JSON value.
fn each_object(value: &Value, visit: &mut impl FnMut(&serde_json::Map<String, Value>)) {
    match value {
        Value::Object(members) => {
            visit(members);
            members.values().for_each(|value| each_object(value, visit));
        }
        Value::Array(items) => items.iter().for_each(|value| each_object(value, visit)),
        _ => {}
    }
}

#[test]
fn names_are_distinct_and_references_are_defined() {
    let mut by_name: BTreeMap<String, Value> = BTreeMap::new();
    for (name, schema) in all() {
        let schema = serde_json::to_value(schema).unwrap();
        if let Some(other) = by_name.insert(name.clone(), schema.clone()) {
            assert_eq!(other, schema, "{name} names two types");
        }
    }
    for schema in by_name.values() {
        each_object(schema, &mut |members| {
            if let Some(Value::String(reference)) = members.get("$ref") {
                let name = reference.rsplit('/').next().unwrap();
                assert!(by_name.contains_key(name), "{reference}");
            }
        });
    }
    for name in [
        "AnalysisRow", "AnalysisSolution", "SolveAnswer", "CfopAnswer", "BeginnerAnswer", "PuzzleAnswer",
        "ReviewAnswer", "ReviewStage", "CaseAnswer", "FoundCase", "DistributionAnswer", "TableAnswer",
        "ScrambleAnswer",
    ] {
        assert!(by_name.contains_key(name), "{name}");
    }
    // utoipa takes a type of the same name as its owner for the owner itself.
    for (name, schema) in &by_name {
        assert!(!schema.to_string().contains(&format!("/{name}\"")), "{name} refers to itself");
    }
}

#[test]
fn every_member_has_a_description_or_a_type_with_one() {
    for (name, schema) in all() {
        each_object(&serde_json::to_value(schema).unwrap(), &mut |members| {
            let Some(Value::Object(properties)) = members.get("properties") else { return };
            for (property, schema) in properties {
                let text = schema.to_string();
                let is_described = text.contains("\"description\"") || text.contains("\"$ref\"");
                // The variants of an untagged or external enum carry the description themselves.
                let is_variant = members.contains_key("description");
                assert!(is_described || is_variant, "{name}.{property}: {schema}");
            }
        });
    }
}
