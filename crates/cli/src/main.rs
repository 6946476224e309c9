//! The executable `cubiform`.

use std::process::ExitCode;

fn main() -> ExitCode {
    cubiform_command::run(std::env::args_os())
}
