//! Chores of the project, as `cargo xtask NAME`.

mod ci;
mod full;
mod fuzz;
mod kills;
mod miri;
mod process;
mod qemu;
mod targets;
mod windows;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask NAME

ci                        runs what every change must pass: formatting, lints, documentation, tests, checks for other targets
targets                   checks the code for Windows, macOS, ARM and WebAssembly; installs missing targets with rustup
full                      builds and verifies all tables (7.9 GB, minutes) and runs the tests that need them
fuzz [TARGET] [SECONDS]   fuzzes one target, or each in turn, for 60 seconds by default; needs a nightly toolchain and
                          cargo-fuzz, which is installed if it is missing
miri                      runs the tests of small unsafe code under Miri; needs a nightly toolchain
qemu                      runs tests of the libraries on a big-endian machine (s390x) under qemu
windows                   builds the program for Windows and runs it under Wine: analyze, tables, kill and resume
kills [COUNT]             kills an analysis in parts with SIGKILL at COUNT random moments (100), resumes it after each,
                          and compares the folder with that of a run that was never stopped";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let passed = match args[..] {
        ["ci"] => ci::run(),
        ["targets"] => targets::run(),
        ["full"] => full::run(),
        ["fuzz"] => fuzz::run_all("60"),
        ["fuzz", target] => fuzz::run(target, "60"),
        ["fuzz", "all", seconds] => fuzz::run_all(seconds),
        ["fuzz", target, seconds] => fuzz::run(target, seconds),
        ["miri"] => miri::run(),
        ["qemu"] => qemu::run(),
        ["windows"] => windows::run(),
        ["kills"] => kills::run(100),
        ["kills", count] => match count.parse() {
            Ok(count) => kills::run(count),
            Err(_) => {
                eprintln!("{USAGE}");
                return ExitCode::from(2);
            }
        },
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
