//! Runs other programs in the project's root. An error is a message for the terminal.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Returns the project's root.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Returns a command that runs in the project's root.
pub(crate) fn command(program: impl AsRef<OsStr>, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

/// Prints a command line and runs it.
///
/// # Errors
/// If the program cannot be run or fails.
pub(crate) fn run(program: impl AsRef<OsStr>, args: &[&str]) -> Result<(), String> {
    run_command(&mut command(program, args))
}

/// Prints a command line and runs it with these variables.
///
/// # Errors
/// As for [`run`].
pub(crate) fn run_with(
    env: &[(&str, impl AsRef<OsStr>)],
    program: impl AsRef<OsStr>,
    args: &[&str],
) -> Result<(), String> {
    run_command(command(program, args).envs(env.iter().map(|(name, value)| (name, value))))
}

/// Prints the line of a command and runs it.
///
/// # Errors
/// As for [`run`].
pub(crate) fn run_command(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().display().to_string();
    let args: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
    eprintln!("+ {program} {}", args.join(" "));
    let status = command.status().map_err(|e| format!("cannot run {program}: {e}"))?;
    status.success().then_some(()).ok_or_else(|| format!("{program} failed"))
}

/// Runs a command and returns its output.
///
/// # Errors
/// As for [`run`]; with what the program printed as errors.
pub(crate) fn output(command: &mut Command) -> Result<Output, String> {
    let program = command.get_program().display().to_string();
    let output = command.output().map_err(|e| format!("cannot run {program}: {e}"))?;
    if output.status.success() {
        return Ok(output);
    }
    Err(format!("{program}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr)))
}

/// Runs a command and returns what it prints, without space at its ends.
///
/// # Errors
/// As for [`output`].
pub(crate) fn text(command: &mut Command) -> Result<String, String> {
    Ok(String::from_utf8_lossy(&output(command)?.stdout).trim().into())
}

/// Returns whether `PROGRAM ARGS` succeeds. Prints nothing.
pub(crate) fn is_available(program: &str, args: &[&str]) -> bool {
    command(program, args).output().is_ok_and(|output| output.status.success())
}

/// Installs the parts of Rust's standard library for a target, if they are missing.
///
/// # Errors
/// If that fails.
pub(crate) fn add_target(triple: &str) -> Result<(), String> {
    let is_added = is_available("rustup", &["target", "add", triple]);
    is_added.then_some(()).ok_or_else(|| format!("`rustup target add {triple}` failed"))
}

/// Returns the names of the tests that `cargo ARGS` would run, where `args` has a `--`.
///
/// # Errors
/// If they cannot be listed.
pub(crate) fn test_names(args: &[&str]) -> Result<Vec<String>, String> {
    let args = [args, &["--list", "--format", "terse"]].concat();
    let text = text(command("cargo", &args).stderr(Stdio::inherit()))?;
    Ok(text.lines().filter_map(|line| Some(line.strip_suffix(": test")?.to_string())).collect())
}
