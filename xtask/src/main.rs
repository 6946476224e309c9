//! Chores of the project, as `cargo xtask NAME`: what would otherwise be shell scripts.

use std::process::{Command, ExitCode};

const USAGE: &str = "usage: cargo xtask ci | full | fuzz [TARGET] [SECONDS]

ci      what every change must pass: formatting, lints, documentation, tests
full    builds and verifies all tables (7.9 GB, minutes), and holds the answers of the small ones against the full;
        counts distributions with fewer symmetries, all cosets of phase 1 and all states of phase 2; holds optimal
        solutions against a search of all states within six moves
fuzz    fuzzes condition, facelets, notation or table_header, or each in turn, for 60 seconds unless said otherwise;
        needs a nightly toolchain, and `cargo install cargo-fuzz` (done if it is missing)";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["ci"] => ci(),
        ["full"] => full(),
        ["fuzz"] => TARGETS.iter().all(|target| fuzz(target, "60")),
        ["fuzz", target] => fuzz(target, "60"),
        ["fuzz", target, seconds] => fuzz(target, seconds),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn ci() -> bool {
    run(&[], "cargo", &["fmt", "--all", "--check"])
        && run(&[], "cargo", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])
        && run(
            &[("RUSTDOCFLAGS", "-D warnings")],
            "cargo",
            &["doc", "--workspace", "--no-deps", "--locked", "--document-private-items"],
        )
        && run(&[], "cargo", &["test", "--locked"])
}

/// Where `full` keeps its tables, from the project's root.
const FULL_TABLES: &str = "target/full-tables";

fn full() -> bool {
    let tables = |arguments: &[&str]| {
        let command = ["run", "--release", "--locked", "--", "tables", "--tables", FULL_TABLES];
        run(&[], "cargo", &[&command, arguments].concat())
    };
    // Tests run in the folder of their package.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/full-tables");
    tables(&["build", "full", "optimal-small", "444-slice", "444-block", "444-outer"])
        && tables(&["verify"])
        && run(
            &[("CUBIFORM_FULL_TEST_TABLES", folder)],
            "cargo",
            &[
                "test",
                "--release",
                "--locked",
                "-p",
                "cubiform-solvers",
                "--test",
                "full",
                "--test",
                "optimal",
                "--test",
                "five_stage",
                "--test",
                "outer_block",
            ],
        )
        && run(
            &[("CUBIFORM_FULL_TEST_TABLES", folder)],
            "cargo",
            &["test", "--release", "--locked", "-p", "cubiform", "--test", "four"],
        )
        && run(
            &[("CUBIFORM_FULL_TEST_TABLES", folder)],
            "cargo",
            &["test", "--release", "--locked", "-p", "cubiform-tables", "--test", "four", "--test", "outer"],
        )
        && run(
            &[("CUBIFORM_FULL_TESTS", "1")],
            "cargo",
            &["test", "--release", "--locked", "-p", "cubiform-stats", "--lib"],
        )
        && run(
            &[("CUBIFORM_FULL_TESTS", "1")],
            "cargo",
            &["test", "--release", "--locked", "-p", "cubiform-tables", "--test", "whole"],
        )
}

/// The fuzz targets, as in `fuzz/Cargo.toml`.
const TARGETS: [&str; 4] = ["condition", "facelets", "notation", "table_header"];

fn fuzz(target: &str, seconds: &str) -> bool {
    let installed =
        Command::new("cargo").args(["fuzz", "--version"]).output().is_ok_and(|o| o.status.success());
    (installed || run(&[], "cargo", &["install", "cargo-fuzz", "--locked"]))
        && run(
            &[],
            "cargo",
            &["+nightly", "fuzz", "run", target, "--", &format!("-max_total_time={seconds}")],
        )
}

/// Runs a program in the project's root, says which, and whether it succeeded.
fn run(env: &[(&str, &str)], program: &str, args: &[&str]) -> bool {
    eprintln!("+ {program} {}", args.join(" "));
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    match Command::new(program).args(args).envs(env.iter().copied()).current_dir(root).status() {
        Ok(status) => status.success(),
        Err(e) => {
            eprintln!("cannot run {program}: {e}");
            false
        }
    }
}
