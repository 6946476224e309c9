//! Miri on unsafe code that is small enough for it.

use crate::process;

/// Tests, by package and by the beginnings of their names, that run unsafe code and are short under an interpreter.
const TESTS: [(&str, &[&str]); 3] = [
    ("cubiform-tables", &["file::", "atomic_file::", "view::", "whole::room::", "whole::near::"]),
    ("cubiform-search", &["gang::", "interleave::"]),
    ("cubiform-cube", &["state::", "facelets::"]),
];

/// Runs them with a nightly toolchain, of which Miri is a component.
pub(crate) fn run() -> bool {
    if !process::is_there("cargo", &["+nightly", "miri", "--version"])
        && !process::run(&[], "rustup", &["toolchain", "install", "nightly", "-c", "miri", "-c", "rust-src"])
    {
        return false;
    }
    // Temporary files need the real file system.
    let env = [("MIRIFLAGS", "-Zmiri-disable-isolation")];
    TESTS.iter().all(|(package, names)| {
        let command = ["+nightly", "miri", "test", "--locked", "-p", package, "--lib", "--"];
        process::run(&env, "cargo", &[&command, *names].concat())
    })
}
