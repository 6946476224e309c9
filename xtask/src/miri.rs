//! Miri on unsafe code that is small enough for it.

use crate::process;

/// Tests, by package and by the beginnings of their names, that run unsafe code or share state between threads and are
/// short under an interpreter. (Miri has no `fsync` of folders, and runs few vector instructions.)
const TESTS: [(&str, &[&str]); 2] = [
    ("cubiform-tables", &["view::", "whole::room::", "wide::tests::a_word_outside", "halves::"]),
    ("cubiform-search", &["gang::", "interleave::"]),
];

/// Runs them with a nightly toolchain, of which Miri is a component.
pub(crate) fn run() -> bool {
    if !process::is_available("cargo", &["+nightly", "miri", "--version"])
        && !process::run(&[], "rustup", &["toolchain", "install", "nightly", "-c", "miri", "-c", "rust-src"])
    {
        return false;
    }
    // Tests look at the clock and the processor.
    let env = [("MIRIFLAGS", "-Zmiri-disable-isolation")];
    TESTS.iter().all(|(package, names)| {
        let command = ["+nightly", "miri", "test", "--locked", "-p", package, "--lib", "--"];
        process::run(&env, "cargo", &[&command, *names].concat())
    })
}
