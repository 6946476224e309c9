//! Models of code that shares work between threads, which Shuttle runs under many schedules.

use crate::process;

/// The packages with models, which are the tests in modules named `model_tests`.
const PACKAGES: [&str; 2] = ["cubiform-search", "cubiform-solvers"];

/// Runs all models. Fails if a package has none.
pub(crate) fn run() -> Result<(), String> {
    PACKAGES.iter().try_for_each(|package| {
        let command =
            ["test", "--locked", "-p", package, "--features", "shuttle", "--lib", "--", "model_tests::"];
        if process::test_names(&command)?.is_empty() {
            return Err(format!("{package} has no models"));
        }
        process::run("cargo", &command)
    })
}
