//! The profile of the command: how often each branch is taken in the work that users have it do.
//!
//! Code that the profile never saw is compiled for size, so each instruction set of this processor does the work once, on one
//! thread, since threads would wait for each other's counters. The counts differ a little from run to run; for the same packages
//! again, give `--profile` the file of the first run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use super::{root, run_with, tools};
use crate::process;

/// The work: the tables, and then the operations that take the time of users.
const WORK: [&[&str]; 9] = [
    &["tables", "build"],
    &["analyze", "-i", "crates/cli/fixtures/wca-scrambles-20.csv", "--format", "csv"],
    &["analyze", "--random", "60", "--seed", "1", "--format", "jsonl"],
    &["analyze", "--random", "20000", "--seed", "2", "--stages", "cross,xcross", "--format", "csv"],
    &["analyze", "--random", "5", "--seed", "3", "--goal", "eocross", "--format", "csv"],
    &["scramble", "-n", "500", "--seed", "6", "--format", "csv", "--output", STATES],
    &["solve", "-i", STATES, "--format", "csv"],
    &["solve", "-i", "crates/cli/fixtures/wca-scrambles-20.csv", "--method", "cfop", "--format", "csv"],
    &["scramble", "-n", "200", "--seed", "7", "--where", "cross[W] <= 3", "--format", "csv"],
];

/// The file of the states that are solved.
const STATES: &str = "target/dist-profile/states.csv";

/// The names of the instruction sets.
const INSTRUCTION_SETS: [&str; 3] = ["scalar", "avx2", "avx512"];

/// Builds the command with counters, has it do the work, and returns the file of the profile.
pub(super) fn measure() -> Result<PathBuf, String> {
    let folder = root().join("target/dist-profile");
    let raw = folder.join("raw");
    super::fresh(&raw)?;
    let host = tools::host();
    let target = folder.join("build").display().to_string();
    let flags = format!("-Cprofile-generate={}", raw.display());
    let build = ["build", "--locked", "--profile", "dist", "--target", &host, "--target-dir", &target];
    run_with(
        &[("RUSTFLAGS", flags)],
        "cargo",
        &[&build[..], &["-p", "cubiform-cli", "--bin", "cubiform"]].concat(),
    )?;
    let program = Path::new(&target).join(&host).join("dist/cubiform").display().to_string();
    let tables = folder.join("tables");
    for set in INSTRUCTION_SETS {
        super::fresh(&tables)?;
        let command = |arguments: &[&str]| {
            let mut command = process::command(&program, arguments);
            command.env("CUBIFORM_ISA", set).env("CUBIFORM_TABLES", &tables).stdout(Stdio::null());
            command
        };
        if !command(&["tables", "list"]).stderr(Stdio::null()).status().is_ok_and(|status| status.success()) {
            eprintln!("this processor lacks {set}: the profile is without it");
            continue;
        }
        for work in WORK {
            eprintln!("+ cubiform {} ({set})", work.join(" "));
            let status = command(&[work, &["--threads", "1"]].concat())
                .status()
                .map_err(|e| format!("cannot run {program}: {e}"))?;
            if !status.success() {
                return Err(format!("cubiform {} failed", work.join(" ")));
            }
        }
    }
    let measured = folder.join("measured.profdata");
    let merge = ["merge", "--output", &measured.display().to_string(), &raw.display().to_string()];
    run_with(&[], &tools::llvm("llvm-profdata"), &merge)?;
    Ok(measured)
}

/// Takes a profile for the builds. Their files of another profile are removed, since cargo looks only at its name.
pub(super) fn take(from: &Path) -> Result<PathBuf, String> {
    let used = root().join("target/dist-profile/cubiform.profdata");
    let read = |path: &Path| fs::read(path).ok();
    let new = read(from).ok_or_else(|| format!("cannot read {}", from.display()))?;
    if read(&used).as_ref() != Some(&new) {
        let _ = fs::remove_dir_all(super::commands::target());
        super::copy(from, &used)?;
    }
    Ok(used)
}
