//! The reasons for the command to end early, and what it prints on standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

/// A reason for the command to end early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments contradict each other. Printed like the errors of the argument parser; exit code 2.
    Usage(String),
    /// An error that is not yet printed; exit code 1.
    Message(String),
    /// An error whose message has been printed already; exit code 1.
    Reported,
    /// An interruption by a signal such as Ctrl-C; exit code 130.
    Interrupted,
    /// The reader of the output closed the pipe. Not an error; exit code 0.
    ClosedPipe,
}

impl Failure {
    /// Creates an error about the arguments.
    pub(crate) fn usage(message: impl Into<String>) -> Failure {
        Failure::Usage(message.into())
    }

    /// Creates an error about writing to the output called `name`.
    pub(crate) fn write(name: impl Display, error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Message(format!("cannot write to {name}: {error}")),
        }
    }
}

/// Prints a line on standard error. Errors of the write are ignored. Control characters of file names and other texts of
/// the user are escaped, so that they cannot change the terminal.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{}", escaped(&line.to_string()));
}

/// Returns a text of one or more lines with its control characters escaped: `\u{1b}`.
pub(crate) fn escaped(text: &str) -> String {
    let is_kept = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    let escape = |c: char| if is_kept(c) { c.to_string() } else { c.escape_debug().to_string() };
    text.chars().map(escape).collect()
}

/// Creates an error about an operation on a file: `cannot {what} {path}`, with the message of the system.
pub(crate) fn file_error(path: &Path, what: &str, error: &io::Error) -> Failure {
    Failure::Message(format!("cannot {what} {}: {error}", path.display()))
}
