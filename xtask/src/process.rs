//! Runs other programs in the project's root.

use std::path::PathBuf;
use std::process::{Command, Stdio};

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

/// Returns the names of the tests that `cargo ARGS` would run, where `args` has a `--`. Prints an error and returns
/// `None` if they cannot be listed.
pub(crate) fn test_names(args: &[&str]) -> Option<Vec<String>> {
    let args = [args, &["--list", "--format", "terse"]].concat();
    match command("cargo", &args).stderr(Stdio::inherit()).output() {
        Ok(output) if output.status.success() => {
            let text = String::from_utf8_lossy(&output.stdout);
            Some(text.lines().filter_map(|line| Some(line.strip_suffix(": test")?.to_string())).collect())
        }
        _ => {
            eprintln!("cannot list the tests of cargo {}", args.join(" "));
            None
        }
    }
}
