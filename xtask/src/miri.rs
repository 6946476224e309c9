//! Tests under Miri, for unsafe code that is small enough.

use crate::process;

/// The tests, by package and by prefixes of their names: those of unsafe code or of state shared between threads that
/// are fast enough under an interpreter. Miri does not support `fsync` of folders and supports few vector instructions.
const TESTS: [(&str, &[&str]); 2] = [
    (
        "cubiform-tables",
        &["lookup::probe::", "kociemba::huge_pages::", "lookup::simd::tests::read_panics_at_a_word_outside"],
    ),
    ("cubiform-search", &["interleaved::", "pool::"]),
];

/// Runs the tests with a nightly toolchain, and installs Miri if it is missing.
pub(crate) fn run() -> Result<(), String> {
    if !process::is_available("cargo", &["+nightly", "miri", "--version"]) {
        process::run("rustup", &["toolchain", "install", "nightly", "-c", "miri", "-c", "rust-src"])?;
    }
    // The tests use the clock and query the processor.
    let env = [("MIRIFLAGS", "-Zmiri-disable-isolation")];
    TESTS.iter().try_for_each(|(package, names)| {
        let command = ["+nightly", "miri", "test", "--locked", "-p", package, "--lib", "--"];
        process::run_with(&env, "cargo", &[&command, *names].concat())
    })
}
