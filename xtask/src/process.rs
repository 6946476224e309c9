//! Runs other programs in the project's root.

use std::path::PathBuf;
use std::process::Command;

/// Returns the project's root.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Returns a command that runs in the project's root.
pub(crate) fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

/// Prints a command line, runs it, and returns whether it succeeded.
pub(crate) fn run(env: &[(&str, &str)], program: &str, args: &[&str]) -> bool {
    eprintln!("+ {program} {}", args.join(" "));
    match command(program, args).envs(env.iter().copied()).status() {
        Ok(status) => status.success(),
        Err(e) => {
            eprintln!("cannot run {program}: {e}");
            false
        }
    }
}

/// Returns whether `PROGRAM ARGS` succeeds. Prints nothing.
pub(crate) fn is_available(program: &str, args: &[&str]) -> bool {
    command(program, args).output().is_ok_and(|output| output.status.success())
}
