//! Fuzzing with libFuzzer.

use crate::process;

/// The fuzz targets, as in `fuzz/Cargo.toml`.
const TARGETS: [&str; 8] =
    ["analysis", "condition", "facelets", "goal", "manifest", "notation", "scrambles", "table_header"];

/// Fuzzes each target in turn for this many seconds. Stops at the first failure.
pub(crate) fn run_all(seconds: &str) -> Result<(), String> {
    TARGETS.iter().try_for_each(|target| run(target, seconds))
}

/// Fuzzes a target for this many seconds.
pub(crate) fn run(target: &str, seconds: &str) -> Result<(), String> {
    if !TARGETS.contains(&target) {
        return Err(format!("unknown fuzz target '{target}' (targets: {})", TARGETS.join(", ")));
    }
    if !process::is_available("cargo", &["fuzz", "--version"]) {
        process::run("cargo", &["install", "cargo-fuzz", "--locked"])?;
    }
    let time = format!("-max_total_time={seconds}");
    // The thread that unzips may end shortly after its reader. Its memory is not a leak.
    process::run("cargo", &["+nightly", "fuzz", "run", target, "--", &time, "-detect_leaks=0"])
}
