//! Pipes and standard input as sources of scrambles.

use std::io::{self, Read};
use std::path::Path;

/// A function that returns another reader of a pipe or of standard input, such as one that can be interrupted.
pub type PipeReader = fn(Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>>;

/// Returns whether a path means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the name of a file in messages.
pub fn display_name(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".into() } else { path.display().to_string() }
}
