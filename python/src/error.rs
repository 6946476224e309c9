//! The errors of answers as Python exceptions with their argument, row, column and hint.

use cubiform_answers::input::BadLine;
use cubiform_answers::pipeline::PipelineError;
use cubiform_answers::{Error, ErrorKind};
use cubiform_cube::notation::ParseError;
use cubiform_solvers::cfop::AnalyzeError;
use cubiform_store::StoreError;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// The module that defines the exceptions.
const MODULE: &str = "cubiform._errors";

/// The advice for errors about the folder of tables.
const TABLES_HINT: &str = "choose another folder with tables= or CUBIFORM_TABLES";

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
    message: String,
    argument: Option<&'static str>,
    row: Option<u64>,
    column: Option<usize>,
    hint: Option<String>,
}

impl Failure {
    fn new(class: Class, message: impl Into<String>) -> Failure {
        let message = message.into();
        Failure { class, message, argument: None, row: None, column: None, hint: None }
    }

    /// Creates an error from a message that ends with its remedy.
    fn with_remedy(class: Class, text: &str) -> Failure {
        let (message, hint) = split(text);
        Failure { hint: hint.map(Into::into), ..Failure::new(class, message) }
    }

    /// Creates the error that the computation was stopped.
    pub(crate) fn cancelled() -> Failure {
        Failure::new(Class::Cancelled, "stopped")
    }

    /// Creates an error of no other class. `text` may end with a remedy.
    pub(crate) fn message(text: impl ToString) -> Failure {
        Failure::with_remedy(Class::Other, &text.to_string())
    }

    /// Creates an error about a table.
    pub(crate) fn tables(text: impl ToString) -> Failure {
        let text = text.to_string();
        // The texts contain paths, so that their remedies begin in another line.
        let (message, hint) = text.split_once("\n  ").unwrap_or((&text, TABLES_HINT));
        Failure { hint: Some(hint.into()), ..Failure::new(Class::Tables, message) }
    }

    /// Creates an error that is a bug of cubiform.
    pub(crate) fn internal(message: impl AsRef<str>) -> Failure {
        Failure::new(Class::Internal, format!("internal error: {}", message.as_ref()))
            .advising("this is a bug of cubiform; please report it with this text")
    }

    /// Creates an error about an argument. `text` may end with a remedy.
    pub(crate) fn argument(argument: &'static str, text: impl ToString) -> Failure {
        Failure::with_remedy(Class::Argument, &text.to_string()).about(argument)
    }

    /// Creates an error about a cube that cannot be read: its row, from 1, if it is one of several.
    pub(crate) fn scramble(row: Option<u64>, bad: &BadLine) -> Failure {
        let column = (!bad.is_state).then_some(bad.column);
        Failure { row, column, ..Failure::with_remedy(Class::Scramble, &bad.message) }
    }

    /// Creates an error about the moves of an algorithm.
    pub(crate) fn in_moves(error: &ParseError) -> Failure {
        let (column, hint) = (Some(error.column), Some(error.hint().into()));
        Failure { column, hint, ..Failure::new(Class::Scramble, error.problem()) }
    }

    /// Returns the error as one of the class of arguments, about this argument.
    pub(crate) fn of_argument(self, argument: &'static str) -> Failure {
        Failure { class: Class::Argument, ..self.about(argument) }
    }

    /// Returns the error, naming this argument.
    pub(crate) fn about(self, argument: &'static str) -> Failure {
        Failure { argument: Some(argument), ..self }
    }

    /// Returns the error with this hint.
    pub(crate) fn advising(self, hint: impl Into<String>) -> Failure {
        Failure { hint: Some(hint.into()), ..self }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let class = match error.kind {
            ErrorKind::Usage => Class::Argument,
            ErrorKind::Unanswerable => Class::Other,
            ErrorKind::Table => return Failure::tables(&error.message),
            ErrorKind::Cancelled => return Failure::cancelled(),
        };
        let hint = error.hints.first().map(|hint| hint.text().to_string());
        let failure = match hint {
            None => Failure::with_remedy(class, &error.message),
            hint => Failure { hint, ..Failure::new(class, &error.message) },
        };
        Failure { argument: error.parameter, column: error.place.column, ..failure }
    }
}

impl From<PipelineError> for Failure {
    fn from(error: PipelineError) -> Failure {
        crate::panic::pending().unwrap_or_else(|| Failure::message(error))
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        match error {
            StoreError::Cancelled { .. } => Failure::cancelled(),
            error => Failure::tables(error),
        }
    }
}

impl From<AnalyzeError> for Failure {
    fn from(error: AnalyzeError) -> Failure {
        match error {
            AnalyzeError::Cancelled => Failure::cancelled(),
            error => Failure::tables(error),
        }
    }
}

/// Splits a text at its first semicolon or line end outside of quotes into the error and the remedy.
fn split(text: &str) -> (&str, Option<&str>) {
    let mut quote = None;
    let mut before = ' ';
    for (i, c) in text.char_indices() {
        match (quote, c) {
            // An apostrophe within a word is no quote.
            (None, '"' | '\'') if !before.is_alphanumeric() => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            (None, ';' | '\n') if text[i + 1..].starts_with(' ') => {
                return (&text[..i], Some(text[i + 1..].trim()));
            }
            _ => {}
        }
        before = c;
    }
    (text, None)
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
        let Failure { message, argument, row, column, hint, .. } = failure;
        Python::attach(|py| {
            let made = py
                .import(MODULE)
                .and_then(|module| module.getattr(class))
                .and_then(|class| class.call1((message, row, column, hint, argument)));
            made.map_or_else(|error| error, PyErr::from_value)
        })
    }
}
