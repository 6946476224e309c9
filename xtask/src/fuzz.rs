//! Fuzzing with libFuzzer.

use crate::process;

/// The fuzz targets, as in `fuzz/Cargo.toml`.
const TARGETS: [&str; 8] =
    ["analysis", "condition", "facelets", "goal", "manifest", "notation", "scrambles", "table_header"];

/// Fuzzes each target for some seconds, until one fails.
pub(crate) fn run_all(seconds: &str) -> bool {
    TARGETS.iter().all(|target| run(target, seconds))
}

/// Fuzzes a target for some seconds.
pub(crate) fn run(target: &str, seconds: &str) -> bool {
    if !TARGETS.contains(&target) {
        eprintln!("unknown fuzz target '{target}'; the targets are {}", TARGETS.join(", "));
        return false;
    }
    let time = format!("-max_total_time={seconds}");
    (process::is_available("cargo", &["fuzz", "--version"])
        || process::run(&[], "cargo", &["install", "cargo-fuzz", "--locked"]))
        // A thread that unzips may end a moment after its reader: what it holds then is not leaked.
        && process::run(&[], "cargo", &["+nightly", "fuzz", "run", target, "--", &time, "-detect_leaks=0"])
}
