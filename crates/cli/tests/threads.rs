//! `--threads`: the number of computing threads, counted in `/proc` while commands run.
#![cfg(target_os = "linux")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use common::{TABLES, build_tables};

/// The name of the threads that compute beside the main thread.
const WORKER: &str = "worker";

/// The name of the main thread, and of threads started without a name.
const MAIN: &str = "cubiform";

/// Threads that wait for something nearly all of the time.
const SERVICES: [&str; 6] = ["signals", "reader", "server", "input", "unzip", "table check"];

const SCRAMBLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/wca-scrambles-20.csv");

/// Returns the number of threads of each name in a process; `None` before it has become the command and after its end.
fn threads(process: u32) -> Option<BTreeMap<String, usize>> {
    let name = |path: String| fs::read_to_string(path).ok().map(|name| name.trim_end().to_string());
    name(format!("/proc/{process}/comm")).filter(|name| name == MAIN)?;
    let mut counts = BTreeMap::new();
    for entry in fs::read_dir(format!("/proc/{process}/task")).ok()? {
        // A thread that has just ended has no name. A thread that has just begun may not have its own yet.
        if let Some(name) = name(entry.ok()?.path().join("comm").display().to_string()) {
            *counts.entry(name).or_default() += 1;
        }
    }
    Some(counts)
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
    let (mut most, mut samples, mut unnamed) = (0, 0, 0);
    let mut names = BTreeSet::new();
    let status = loop {
        if let Some(counts) = threads(child.id()) {
            samples += 1;
            most = most.max(counts.get(WORKER).copied().unwrap_or(0));
            unnamed += usize::from(counts.get(MAIN).is_some_and(|count| *count > 1));
            names.extend(counts.into_keys());
        }
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        thread::sleep(Duration::from_millis(1));
    };
    let command = arguments.join(" ");
    assert!(status.success(), "{command}");
    let is_known = |name: &String| [MAIN, WORKER].contains(&&name[..]) || SERVICES.contains(&&name[..]);
    assert!(names.iter().all(is_known), "{command}: {names:?}");
    // A thread has the name of the one that started it until it sets its own, so a few samples see two.
    assert!(
        unnamed <= 2 + samples / 20,
        "{command}: a thread without a name in {unnamed} of {samples} samples"
    );
    most
}

/// Runs a command with one and with two threads.
fn check(arguments: &[&str]) {
    build_tables();
    let most = |threads| most_workers(&[arguments, &["--threads", threads]].concat());
    assert_eq!(most("1"), 0, "{arguments:?} computes on the main thread alone");
    // With one worker at least once: otherwise the line above could not fail.
    assert_eq!(most("2"), 1, "{arguments:?} computes on the main thread and one worker");
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
    check(&["distribution", "cross + offset D", "--colors", "WO"]);
}
