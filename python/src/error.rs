//! The errors of answers as Python exceptions with their row, column and hint.

use cubiform_answers::Error;
use cubiform_answers::input::BadLine;
use cubiform_answers::pipeline::PipelineError;
use cubiform_solvers::cfop::AnalyzeError;
use cubiform_store::StoreError;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// The module that defines the exceptions.
const MODULE: &str = "cubiform._errors";

/// The advice for errors about the folder of tables.
const TABLES_HINT: &str = "choose another folder with tables= or CUBIFORM_TABLES";

/// A reason for which there is no answer.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// A cube that cannot be read: its row, from 1, if it is one of several, and the error.
    Scramble(Option<u64>, BadLine),
    /// An argument that cannot be understood.
    Argument(String),
    /// A table that cannot be opened or built.
    Tables(String),
    /// Another error.
    Message(String),
    /// The computation was stopped.
    Cancelled,
}

impl Failure {
    /// Creates an error about a text in an argument, without the name that the argument has in the command.
    pub(crate) fn argument(message: impl Into<String>) -> Failure {
        let message: String = message.into();
        Failure::Argument(message.trim_start_matches("--").replace(" --", " "))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Usage(message) => Failure::argument(message),
            Error::Message(message) => Failure::Message(message),
            Error::Table(message) => Failure::Tables(message),
            Error::Cancelled => Failure::Cancelled,
        }
    }
}

impl From<PipelineError> for Failure {
    fn from(error: PipelineError) -> Failure {
        Failure::Message(error.to_string())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        match error {
            StoreError::Cancelled { .. } => Failure::Cancelled,
            error => Failure::Tables(error.to_string()),
        }
    }
}

impl From<AnalyzeError> for Failure {
    fn from(error: AnalyzeError) -> Failure {
        match error {
            AnalyzeError::Cancelled => Failure::Cancelled,
            error => Failure::Tables(error.to_string()),
        }
    }
}

/// Splits a message into the error and the advice.
fn split(message: &str) -> (&str, Option<&str>) {
    match message.split_once("; ").or_else(|| message.split_once("\n  ")) {
        Some((message, hint)) => (message, Some(hint)),
        None => (message, None),
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        let none = (None, None);
        let (class, message, (row, column), hint) = match &failure {
            Failure::Scramble(row, bad) => {
                let (message, hint) = split(&bad.message);
                let column = (!bad.is_state).then_some(bad.column);
                ("ScrambleError", message, (*row, column), hint)
            }
            Failure::Argument(message) => ("ArgumentError", &message[..], none, None),
            Failure::Tables(message) => {
                let (message, hint) = split(message);
                ("TableError", message, none, hint.or(Some(TABLES_HINT)))
            }
            Failure::Message(message) => {
                let (message, hint) = split(message);
                ("CubiformError", message, none, hint)
            }
            Failure::Cancelled => return PyKeyboardInterrupt::new_err(()),
        };
        Python::attach(|py| {
            let made = py
                .import(MODULE)
                .and_then(|module| module.getattr(class))
                .and_then(|class| class.call1((message, row, column, hint)));
            made.map_or_else(|error| error, PyErr::from_value)
        })
    }
}
