//! The command `cubiform`, which the package installs too.

use std::ffi::OsString;
use std::panic::take_hook;
use std::process::ExitCode;

use pyo3::prelude::*;

/// Runs the command line, whose first argument is the name of the program. Returns the exit code.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    // A panic of the command prints its message.
    drop(take_hook());
    let code = py.detach(|| cubiform_command::run(arguments));
    let known = |number: &u8| ExitCode::from(*number) == code;
    (0..=u8::MAX).find(known).expect("a code has eight bits")
}
