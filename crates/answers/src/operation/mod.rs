//! The interface of operations: what a request may ask, how it is checked and answered, and what a front end must know.
//!
//! An [`Operation`] is the type of a request. Its members are the options of the command, the parameters of HTTP and the
//! arguments in Python and JavaScript; its [`Door`] has the name, the path and the texts of all of them. The one list of
//! operations is in [`operations`](crate::operations).
//!
//! ```
//! use cubiform_answers::check::CheckRequest;
//! use cubiform_answers::engines::{Engines, GoalTables, TablePolicy};
//! use cubiform_answers::limits::Limits;
//! use cubiform_answers::operation::{Context, answer};
//! use cubiform_answers::solvers::EngineSolvers;
//! use cubiform_threads::{CancelToken, Threads};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engines = Engines::new(GoalTables::in_memory(), TablePolicy::default(), &Threads::available());
//! let cancel = CancelToken::new();
//! let solvers = EngineSolvers { engines: &engines, cancel: &cancel };
//! let request: CheckRequest = serde_json::from_str(r#"{"goal": "cross + FR"}"#)?;
//! let check = answer(request, &Limits::NONE, &Context::new(&solvers))?;
//! assert_eq!(check.name.as_deref(), Some("cross + FR"));
//! # Ok(())
//! # }
//! ```

pub mod batch;

use std::time::Duration;

use cubiform_threads::{CancelToken, Threads};
use serde::de::value::Error as ProbeError;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::{Deserialize, Serialize, forward_to_deserialize_any};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use self::batch::Batch;
use crate::engines::{EngineError, Engines};
use crate::format::shortened;
use crate::limits::Limits;
use crate::pipeline::{Done, Next, Pull};
use crate::solvers::{Solvers, open};
use crate::{Error, json_error_message, pipeline};

/// An operation: the type of its request.
pub trait Operation: DeserializeOwned + ToSchema + Send + Sized + 'static {
    /// What a front end must know.
    const DOOR: Door;

    /// The checked request, with the values of its texts.
    type Question: Send + 'static;

    /// The answer. As JSON it is the document of the command's `--format json`.
    type Answer: Serialize + Send + 'static;

    /// The JSON of the answer, or of each of its elements if it [is a list](Door::is_list).
    type Document: ToSchema;

    /// Parses the members of the request, and applies the rules between them.
    ///
    /// # Errors
    /// If a member cannot be read or is beyond the limits, or members contradict each other.
    fn check(self, limits: &Limits) -> Result<Self::Question, Error>;

    /// Returns whether the answer takes milliseconds, and fills no tables.
    fn is_quick(_: &Self::Question) -> bool {
        Self::DOOR.needs == Needs::Nothing
    }

    /// Returns whether random states under a condition are drawn, for which hundreds of megabytes may be listed.
    fn draws_under_condition(_: &Self::Question) -> bool {
        false
    }

    /// Divides a question into parts that do not depend on each other, in the order of their answers.
    fn divide(question: Self::Question) -> Vec<Self::Question> {
        vec![question]
    }

    /// Returns the answer of the parts, of which there is at least one.
    fn join(mut parts: Vec<Self::Answer>) -> Self::Answer {
        parts.pop().expect("a question has a part")
    }

    /// Opens the solvers that the question needs, and answers it.
    ///
    /// # Errors
    /// If there is no answer, a solver or a table is not there, or the work was cancelled.
    fn answer(question: Self::Question, context: &Context<'_>) -> Result<Self::Answer, Error>;

    /// Passes on the row of each cube of a batch: that of the command's `--format jsonl`. A line that cannot be read has a
    /// row with `error`.
    ///
    /// # Errors
    /// As [`answer`](Operation::answer), or if the operation is not for several cubes.
    fn answer_each(self, _: Batch<'_>, _: &Limits, _: &Context<'_>) -> Result<(), Error> {
        Err(Error::usage("input", "only analyses and solutions are answered for several cubes"))
    }
}

/// What a front end must know of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Door {
    /// The name in JSON, and of the function in Python, such as `case_set`.
    pub name: &'static str,
    /// The path over HTTP.
    pub path: &'static str,
    /// The group of operations to which it belongs.
    pub tag: &'static str,
    /// What it does, in the imperative, without a full stop.
    pub summary: &'static str,
    /// What the answer contains.
    pub about: &'static str,
    /// The answer as a noun phrase.
    pub answer: &'static str,
    /// Whether the answer is a list of documents.
    pub is_list: bool,
    /// The methods of HTTP.
    pub methods: Methods,
    /// What an answer needs.
    pub needs: Needs,
    /// Whether checking a request takes long, because its texts do.
    pub is_long_to_check: bool,
}

impl Door {
    /// A door without texts: of one document, that solvers with tables of their own answer.
    pub(crate) const NEW: Door = Door {
        name: "",
        path: "",
        tag: "",
        summary: "",
        about: "",
        answer: "",
        is_list: false,
        methods: Methods::GetAndPost,
        needs: Needs::Solvers,
        is_long_to_check: false,
    };
}

/// The methods of HTTP of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Methods {
    /// With the members in the query.
    Get,
    /// With the members in a JSON object, since they may be long.
    Post,
    /// Either.
    GetAndPost,
    /// Either, and a body may have many cubes.
    Batches,
}

/// What the answers of an operation need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// No search.
    Nothing,
    /// Solvers with tables of their own, which are made in memory.
    Solvers,
    /// Tables of goals.
    GoalTables,
}

/// The surroundings of an answer.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The solvers, with the token that ends the work.
    pub solvers: &'a dyn Solvers,
    /// The CPU time after which a search with a budget ends with the best solution that it has, if it is limited.
    pub cpu: Option<Duration>,
    /// The time of the same, if it is limited.
    pub time: Option<Duration>,
    /// A receiver of the number of steps that are done, and of all.
    pub report: &'a (dyn Fn(u64, u64) + Sync),
}

impl<'a> Context<'a> {
    /// Creates a context without limits and without a receiver of progress.
    pub fn new(solvers: &'a dyn Solvers) -> Context<'a> {
        Context { solvers, cpu: None, time: None, report: &|_, _| {} }
    }

    /// Returns the token that ends the work.
    pub fn cancel(&self) -> &'a CancelToken {
        self.solvers.cancel()
    }

    /// Returns the threads of the solvers.
    pub fn threads(&self) -> &'a Threads {
        self.solvers.engines().threads()
    }

    /// Opens a solver.
    ///
    /// # Errors
    /// As [`open`].
    pub fn open<T>(
        &self,
        solver: impl FnOnce(&Engines, &CancelToken) -> Result<T, EngineError>,
    ) -> Result<T, Error> {
        open(self.solvers, solver)
    }
}

/// Checks and answers a request on the threads of the solvers.
///
/// # Errors
/// If the request contradicts itself or has no answer, a solver is not there, or the work was cancelled.
pub fn answer<O: Operation>(request: O, limits: &Limits, context: &Context<'_>) -> Result<O::Answer, Error> {
    answer_question::<O>(request.check(limits)?, context)
}

/// Answers a question on the threads of the solvers: its parts side by side, if it has several.
///
/// # Errors
/// If there is no answer, a solver is not there, or the work was cancelled.
pub fn answer_question<O: Operation>(
    question: O::Question,
    context: &Context<'_>,
) -> Result<O::Answer, Error> {
    let mut parts = O::divide(question);
    let total = parts.len();
    if total == 1 {
        return O::answer(parts.remove(0), context);
    }
    let alone = Context { report: &|_, _| {}, ..*context };
    let mut answers = Vec::with_capacity(total);
    let mut take = |answer: Result<O::Answer, Error>| {
        answers.push(answer?);
        (context.report)(answers.len() as u64, total as u64);
        Ok::<(), Error>(())
    };
    if context.threads().count() == 1 {
        parts.into_iter().try_for_each(|part| take(O::answer(part, &alone)))?;
        return Ok(O::join(answers));
    }
    let serve = |pull: Pull<'_, O::Question>, done: Done<'_, Result<O::Answer, Error>>| {
        pipeline::each(context.threads(), pull, done, |part| O::answer(part, &alone));
    };
    let next = |next: Next<Result<O::Answer, Error>>| match next {
        Next::Result(answer) => take(answer),
        _ => Ok(()),
    };
    pipeline::run(parts.into_iter(), total, &context.cancel().child(), serve, next)?;
    if answers.len() < total {
        return Err(Error::cancelled());
    }
    Ok(O::join(answers))
}

/// Returns an answer as JSON.
///
/// # Errors
/// If it cannot be written.
pub fn to_json(answer: &impl Serialize) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(answer)
        .map_err(|error| Error::message(format!("an answer cannot be written: {error}")))
}

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
        let error = R::deserialize(&Value::Object(tag.chain(member).collect())).err();
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
