//! The errors of answers as Python exceptions with their argument, row, column and hint, and the messages of panics, which are
//! bugs of cubiform.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::{Mutex, PoisonError};

use cubiform_answers::input::BadLine;
use cubiform_answers::pipeline::PipelineError;
use cubiform_answers::{Error, ErrorKind, Hint};
use cubiform_cube::notation::ParseError;
use cubiform_solvers::cfop::AnalyzeError;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::one_cube;

/// The module that defines the exceptions.
const MODULE: &str = "cubiform._errors";

/// The code of errors about tables in the folder.
pub(crate) const MISSING_TABLE: &str = "table-not-built";

/// The class of an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Scramble,
    Argument,
    Tables,
    Other,
    Internal,
    /// `KeyboardInterrupt`: the computation was stopped.
    Cancelled,
}

/// A reason for which there is no answer.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    class: Class,
    error: Error,
    /// The number of the row, from 1, if the error is about one of several.
    row: Option<u64>,
}

impl Failure {
    fn new(class: Class, error: Error) -> Failure {
        Failure { class, error, row: None }
    }

    /// Creates the error that the computation was stopped.
    pub(crate) fn cancelled() -> Failure {
        Error::cancelled().into()
    }

    /// Creates an error of no other class. `text` may end with a remedy.
    pub(crate) fn message(text: impl ToString) -> Failure {
        Error::message(text).into()
    }

    /// Creates an error about a table, with its remedy. The texts contain paths.
    pub(crate) fn table(message: impl ToString, hint: impl Into<String>) -> Failure {
        Failure::new(Class::Tables, Error::table(message).hint(hint))
    }

    /// Creates an error that is a bug of cubiform.
    pub(crate) fn internal(message: impl AsRef<str>) -> Failure {
        let error = Error::message("").with_message(format!("internal error: {}", message.as_ref()));
        Failure::new(
            Class::Internal,
            error.hint("this is a bug of cubiform; please report it with this text"),
        )
    }

    /// Creates an error about an argument. `text` may end with a remedy.
    pub(crate) fn argument(argument: &'static str, text: impl ToString) -> Failure {
        Error::usage(argument, text).into()
    }

    /// Creates an error about a cube that cannot be read: its row, from 1, if it is one of several, and its text.
    pub(crate) fn scramble(row: Option<u64>, bad: &BadLine, text: Option<&str>) -> Failure {
        let error = one_cube::with_advice(bad.clone().into(), text.unwrap_or_default());
        Failure { row, ..Failure::new(Class::Scramble, error) }
    }

    /// Creates an error about the moves of an algorithm.
    pub(crate) fn in_moves(error: &ParseError) -> Failure {
        Failure::new(Class::Scramble, Error::in_moves("moves", error))
    }

    /// Returns the error as one about a row, counted from 1.
    pub(crate) fn in_row(self, row: u64) -> Failure {
        Failure { row: Some(row), ..self }
    }

    /// Returns the error with this hint.
    pub(crate) fn advising(mut self, hint: impl Into<String>) -> Failure {
        self.error.hints.clear();
        Failure { error: self.error.hint(hint), ..self }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error.kind {
            _ if error.code == MISSING_TABLE => Failure::new(Class::Tables, error),
            ErrorKind::Usage => Failure::new(Class::Argument, error),
            ErrorKind::Unanswerable => Failure::new(Class::Other, error),
            ErrorKind::Table => {
                Failure::table(&error.message, "check the tables with: cubiform.tables.verify()")
            }
            ErrorKind::Cancelled => Failure::new(Class::Cancelled, error),
        }
    }
}

impl From<PipelineError> for Failure {
    fn from(error: PipelineError) -> Failure {
        pending().map_or_else(|| Failure::message(error), Failure::internal)
    }
}

impl From<AnalyzeError> for Failure {
    fn from(error: AnalyzeError) -> Failure {
        Error::from(error).into()
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        let class = match failure.class {
            Class::Scramble => "ScrambleError",
            Class::Argument => "ArgumentError",
            Class::Tables => "TableError",
            Class::Other => "CubiformError",
            Class::Internal => "InternalError",
            Class::Cancelled => return PyKeyboardInterrupt::new_err(()),
        };
        let Failure { class: of, error, row } = failure;
        // The cube is no argument of every function that reads one.
        let argument = error.parameter.filter(|_| of != Class::Scramble);
        let (message, column) = (&error.message, error.place.column);
        let hints: Vec<&str> = error.hints.iter().map(Hint::text).collect();
        let hint = (!hints.is_empty()).then(|| hints.join("; "));
        Python::attach(|py| {
            let made = py
                .import(MODULE)
                .and_then(|module| module.getattr(class))
                .and_then(|class| class.call1((message, row, column, hint, argument)));
            made.map_or_else(|error| error, PyErr::from_value)
        })
    }
}

/// Errors of this package on their way through answers.
impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        match failure.class {
            Class::Tables => failure.error.code(MISSING_TABLE),
            _ => failure.error,
        }
    }
}

/// Returns the result of `work`, and a panic as an error.
pub(crate) fn caught<R, E: From<Failure>>(work: impl FnOnce() -> Result<R, E>) -> Result<R, E> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let message = pending().unwrap_or_else(|| "another thread has failed".into());
        Err(Failure::internal(message).into())
    })
}

/// The message and the place of the first panic that has not become an exception. A panic of one thread often makes
/// another one panic.
static FIRST: Mutex<Option<String>> = Mutex::new(None);

/// Keeps panics off standard error.
pub(crate) fn install_hook() {
    set_hook(Box::new(|info| {
        let text = info.payload_as_str().unwrap_or("no reason was given");
        let place = info.location().map(|place| format!(" at {}:{}", place.file(), place.line()));
        let mut first = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| format!("{text}{}", place.unwrap_or_default()));
    }));
}

/// Returns the message of a panic whose exception is due, if any.
fn pending() -> Option<String> {
    FIRST.lock().unwrap_or_else(PoisonError::into_inner).take()
}
