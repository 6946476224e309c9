//! Models of code that shares work between threads, which Shuttle runs under many schedules.

use crate::process;

/// The command that runs the tests in modules named `model_tests`. All code that shares work is in this package, which
/// knows no cube: no test of the others is compiled.
const MODELS: [&str; 9] =
    ["test", "--locked", "-p", "cubiform-search", "--features", "shuttle", "--lib", "--", "model_tests::"];

/// Runs all models. Fails if there are none.
pub(crate) fn run() -> Result<(), String> {
    if process::test_names(&MODELS)?.is_empty() {
        return Err("there are no models".into());
    }
    process::run("cargo", &MODELS)
}
