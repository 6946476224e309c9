//! Models of code that shares work between threads, which Shuttle runs under many schedules.

use crate::process;

/// The packages with models, which are the tests in modules named `model_tests`.
const PACKAGES: [&str; 2] = ["cubiform-search", "cubiform-solvers"];

/// Runs all models. Returns whether each package has some and all passed.
pub(crate) fn run() -> bool {
    PACKAGES.iter().all(|package| {
        let command =
            ["test", "--locked", "-p", package, "--features", "shuttle", "--lib", "--", "model_tests::"];
        let Some(names) = process::test_names(&command) else { return false };
        if names.is_empty() {
            eprintln!("{package} has no models");
        }
        !names.is_empty() && process::run(&[], "cargo", &command)
    })
}
