//! `--threads`: the number of computing threads, counted in `/proc` while commands run.
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::wait::let_pass;
use crate::common::{TABLES, build_tables};

/// The name of the threads that compute beside the main thread.
const WORKER: &str = "worker";

/// The name of the main thread, and of threads started without a name.
const MAIN: &str = "cubiform";

/// Threads that wait for something nearly all of the time.
const SERVICES: [&str; 6] = ["signals", "reader", "server", "input", "unzip", "table check"];

const SCRAMBLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/wca-scrambles-20.csv");

/// The processor time within which a thread has set its name. Until then it has the name of the one that started it.
const UNNAMED: Duration = Duration::from_millis(5);

/// Returns the names of the threads of a process, except of threads that have not set theirs yet. Returns `None` before
/// the process has become the command and after its end.
fn threads(process: u32) -> Option<Vec<String>> {
    let read = |path: String| fs::read_to_string(path).ok().map(|text| text.trim_end().to_string());
    read(format!("/proc/{process}/comm")).filter(|name| name == MAIN)?;
    let mut names = Vec::new();
    for entry in fs::read_dir(format!("/proc/{process}/task")).ok()? {
        let thread = entry.ok()?.path().display().to_string();
        // A thread that has just ended has neither.
        let (Some(times), Some(name)) = (read(format!("{thread}/schedstat")), read(format!("{thread}/comm")))
        else {
            continue;
        };
        let computed: u64 = times.split(' ').next()?.parse().ok()?;
        let is_main = thread.ends_with(&format!("/{process}"));
        if is_main || name != MAIN || Duration::from_nanos(computed) > UNNAMED {
            names.push(name);
        }
    }
    Some(names)
}

/// Runs a command, and returns the maximum number of its workers at a time. Checks that all other threads are known.
fn most_workers(arguments: &[&str]) -> usize {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cubiform"))
        .args(arguments)
        .env("CUBIFORM_TABLES", TABLES)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (mut most, mut most_main) = (0, 0);
    let mut all = BTreeSet::new();
    let status = loop {
        if let Some(names) = threads(child.id()) {
            let count = |name| names.iter().filter(|other| **other == name).count();
            most = most.max(count(WORKER));
            most_main = most_main.max(count(MAIN));
            all.extend(names);
        }
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        let_pass(Duration::from_millis(1));
    };
    let command = arguments.join(" ");
    assert!(status.success(), "{command}");
    let is_known = |name: &String| [MAIN, WORKER].contains(&&name[..]) || SERVICES.contains(&&name[..]);
    assert!(all.iter().all(is_known), "{command}: {all:?}");
    assert_eq!(most_main, 1, "{command}: a thread without a name");
    most
}

/// Runs a command with one and with two threads.
fn check(arguments: &[&str]) {
    build_tables();
    let most = |threads| most_workers(&[arguments, &["--threads", threads]].concat());
    assert_eq!(most("1"), 0, "{arguments:?} computes on the main thread alone");
    // With one worker at least once: otherwise the line above could not fail. One that lives less than a millisecond may
    // be missed.
    let workers = (0..5).map(|_| most("2")).find(|workers| *workers > 0);
    assert_eq!(workers, Some(1), "{arguments:?} computes on the main thread and one worker");
}

#[test]
fn analyze_of_many_cubes_keeps_to_its_threads() {
    check(&["analyze", "--random", "40", "--seed", "1", "--stages", "..xxcross", "--format", "csv"]);
}

#[test]
fn analyze_of_one_cube_keeps_to_its_threads() {
    check(&["analyze", "R U F2 L D B R2 U' F D2 L", "--stages", "..xxcross", "--format", "csv"]);
}

#[test]
fn solve_keeps_to_its_threads() {
    check(&["solve", "-i", SCRAMBLES, "--nodes", "50000"]);
}

#[test]
fn tables_build_keeps_to_its_threads() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    check(&["tables", "build", "cross", "cross-slot", "--force", "--tables", tables]);
}

#[test]
fn distribution_keeps_to_its_threads() {
    check(&["distribution", "cross + FR corner"]);
}
