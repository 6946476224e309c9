//! The operations: the one list from which the routes, the functions of other languages and their documents are made.

use serde_json::{Map, Value};

use crate::Error;
use crate::algorithms::AlgorithmRequest;
use crate::analysis::AnalyzeRequest;
use crate::attempt::AttemptRequest;
use crate::case_set::CaseSetRequest;
use crate::cases::CaseRequest;
use crate::check::CheckRequest;
use crate::distribution::DistributionRequest;
use crate::format::shortened;
use crate::insert::InsertRequest;
use crate::limits::Limits;
use crate::methods::MethodsRequest;
use crate::operation::batch::Batch;
use crate::operation::{Context, MAX_SHOWN, OPERATION, Operation, field_names};
use crate::operation::{answer as answer_request, read_members, to_json};
use crate::review::ReviewRequest;
use crate::scrambles::ScrambleRequest;
use crate::solutions::SolveRequest;
use crate::stats::StatsRequest;
use crate::tables::TablesRequest;

/// A function of each operation.
pub trait Visitor {
    /// Is called for each operation, in the order of the list.
    fn visit<O: Operation>(&mut self);
}

/// Defines what is done for each operation.
macro_rules! operations {
    ($($request:ty),* $(,)?) => {
        /// Calls a function for each operation.
        pub fn visit(visitor: &mut impl Visitor) {
            $(visitor.visit::<$request>();)*
        }

        /// Answers a request of any operation: an object with the members of the request and its `operation`. Returns the
        /// document as JSON.
        ///
        /// # Errors
        /// If there is no such operation, it has no member of one of the names, or a value is of another type; and as
        /// [`answer`](answer_request).
        pub fn answer(
            members: Map<String, Value>,
            limits: &Limits,
            context: &Context<'_>,
        ) -> Result<Vec<u8>, Error> {
            let (name, members) = parted(members)?;
            match &name[..] {
                $(name if name == <$request>::DOOR.name => {
                    to_json(&answer_request(read::<$request>(members)?, limits, context)?)
                })*
                other => Err(unknown(other)),
            }
        }

        /// Answers a request for each cube of a batch.
        ///
        /// # Errors
        /// As [`answer`], or if the operation is not for several cubes.
        pub fn answer_each(
            members: Map<String, Value>,
            batch: Batch<'_>,
            limits: &Limits,
            context: &Context<'_>,
        ) -> Result<(), Error> {
            let (name, members) = parted(members)?;
            match &name[..] {
                $(name if name == <$request>::DOOR.name => {
                    read::<$request>(members)?.answer_each(batch, limits, context)
                })*
                other => Err(unknown(other)),
            }
        }
    };
}

operations![
    AnalyzeRequest, SolveRequest, ScrambleRequest, ReviewRequest, CaseRequest, CaseSetRequest,
    DistributionRequest, AlgorithmRequest, AttemptRequest, InsertRequest, MethodsRequest, StatsRequest,
    CheckRequest, TablesRequest,
];

/// Returns the names of all operations.
fn names() -> Vec<&'static str> {
    struct Names(Vec<&'static str>);
    impl Visitor for Names {
        fn visit<O: Operation>(&mut self) {
            self.0.push(O::DOOR.name);
        }
    }
    let mut names = Names(Vec::new());
    visit(&mut names);
    names.0
}

/// Reads a request of a known operation.
fn read<O: Operation>(members: Map<String, Value>) -> Result<O, Error> {
    read_members(members, field_names::<O>())
}

/// Returns the name of the operation, and the other members.
fn parted(mut members: Map<String, Value>) -> Result<(String, Map<String, Value>), Error> {
    match members.remove(OPERATION) {
        Some(Value::String(name)) => Ok((name, members)),
        Some(other) => Err(Error::usage(OPERATION, format!("expected a name, not {other}")).placed()),
        None => {
            Err(Error::usage(OPERATION, format!("missing; the operations are {}", names().join(", ")))
                .placed())
        }
    }
}

/// Returns the error of a name that no operation has.
fn unknown(name: &str) -> Error {
    let error =
        Error::usage(OPERATION, format!("unknown operation '{}'", shortened(name, MAX_SHOWN))).placed();
    match cubiform_cube::goal::nearest_word(name, names()) {
        Some(nearest) => error.aside(format!("did you mean '{nearest}'?")),
        None => error.hint(format!("the operations are {}", names().join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use cubiform_threads::{CancelToken, Threads};

    use super::*;
    use crate::engines::{Engines, GoalTables, TablePolicy};
    use crate::solvers::EngineSolvers;

    fn refused(request: Value) -> Error {
        let Value::Object(members) = request else { panic!("{request}") };
        let engines = Engines::new(GoalTables::in_memory(), TablePolicy::default(), &Threads::single());
        let solvers = EngineSolvers { engines: &engines, cancel: &CancelToken::new() };
        answer(members, &Limits::NONE, &Context::new(&solvers)).unwrap_err()
    }

    #[test]
    fn every_operation_has_the_names_of_its_members() {
        struct Members(Vec<(&'static str, &'static [&'static str])>);
        impl Visitor for Members {
            fn visit<O: Operation>(&mut self) {
                self.0.push((O::DOOR.name, field_names::<O>()));
            }
        }
        let mut operations = Members(Vec::new());
        visit(&mut operations);
        assert_eq!(operations.0.len(), 14);
        for (operation, names) in operations.0 {
            assert_eq!(names.is_empty(), operation == "tables", "{operation}");
            // The value of no member is an object.
            for name in names {
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
            (json!({"slack": 256}), "slack: expected 0 to 4"),
            (json!({"slack": -1}), "slack: -1 is out of range"),
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
