//! The error of a request: whose fault it is, and the message for the person who made it.

use std::io;
use std::path::Path;

/// The reason why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Parts of the request contradict each other, or name something that does not exist.
    #[error("{0}")]
    Usage(String),
    /// The request cannot be answered: its input is unreadable, or has no answer.
    #[error("{0}")]
    Message(String),
    /// A table contradicts itself or the cube.
    #[error("{0}")]
    Table(String),
    /// The computation was stopped.
    #[error("stopped")]
    Cancelled,
}

impl Error {
    /// Creates an error about an operation on a file: `cannot {what} {path}`, with the message of the system.
    pub(crate) fn file(path: &Path, what: &str, error: &io::Error) -> Error {
        Error::Message(format!("cannot {what} {}: {error}", path.display()))
    }
}

impl Error {
    /// Creates the error of a request that has no answer.
    pub fn message(message: impl Into<String>) -> Error {
        Error::Message(message.into())
    }

    /// Creates the error of a computation that was stopped.
    pub fn cancelled() -> Error {
        Error::Cancelled
    }

    /// Returns the error with a hint after a semicolon.
    pub fn hint(self, hint: impl Into<String>) -> Error {
        Error::Message(format!("{self}; {}", hint.into()))
    }

    /// Returns the error with a hint in a line of its own.
    pub fn hint_line(self, hint: impl Into<String>) -> Error {
        Error::Message(format!("{self}\n  {}", hint.into()))
    }
}

/// Returns the message of a JSON error without its position, which callers print in front of it.
pub fn json_error_message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.rsplit_once(" at line ").map_or(message.clone(), |(reason, _)| reason.to_string())
}
