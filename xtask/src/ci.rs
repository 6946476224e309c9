//! The checks that every change must pass.

use crate::{models, targets};

/// Runs formatting, lints, documentation, the README's test command, models and the checks for other targets, in this
/// order.
/// Returns whether all passed.
pub(crate) fn run() -> bool {
    run_cargo(&[], &["fmt", "--all", "--check"])
        && run_cargo(&[], &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])
        && run_cargo(
            &[("RUSTDOCFLAGS", "-D warnings")],
            &["doc", "--workspace", "--no-deps", "--locked", "--document-private-items"],
        )
        && run_cargo(&[], &["test", "--locked"])
        && models::run()
        && targets::run()
}

fn run_cargo(env: &[(&str, &str)], args: &[&str]) -> bool {
    crate::process::run(env, "cargo", args)
}
