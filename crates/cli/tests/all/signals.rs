//! Signals and resources: SIGHUP, SIGINT and SIGTERM, processor time while waiting, and fewer threads than requested.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::common::{TABLES, build_tables, names, with_default_signals};

const BINARY: &str = env!("CARGO_BIN_EXE_cubiform");

/// A running command with pipes, which is killed if the test fails.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    /// Starts the command.
    fn new(arguments: &[&str]) -> Running {
        Running::new_ignoring("", arguments)
    }

    /// Starts the command from a shell that ignores this signal.
    fn new_ignoring(signal: &str, arguments: &[&str]) -> Running {
        build_tables();
        let mut command = with_default_signals(Command::new("sh"));
        let script =
            if signal.is_empty() { "exec \"$@\"".into() } else { format!("trap '' {signal}; exec \"$@\"") };
        command.args(["-c", &script, "sh", BINARY]).args(arguments);
        command.env("CUBIFORM_TABLES", TABLES).env("HOME", TABLES).env_remove("XDG_CACHE_HOME");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(command.spawn().expect("a shell runs"))
    }

    /// Sends signals with these pauses between them, in seconds.
    fn signal(&self, name: &str, pauses: &[&str]) {
        let id = self.0.id();
        let more: String = pauses.iter().map(|pause| format!("; sleep {pause}; kill -{name} {id}")).collect();
        let sent = Command::new("sh").args(["-c", &format!("kill -{name} {id}{more}")]).output();
        assert!(sent.is_ok());
    }

    fn input(&mut self) -> ChildStdin {
        self.0.stdin.take().expect("it is taken once")
    }

    /// Waits for the command to end. Returns its status and the time taken.
    fn end(&mut self) -> (ExitStatus, Duration) {
        let since = Instant::now();
        while since.elapsed() < Duration::from_secs(60) {
            if let Some(status) = self.0.try_wait().expect("it can be waited for") {
                return (status, since.elapsed());
            }
            thread::sleep(Duration::from_millis(2));
        }
        panic!("it does not end");
    }

    /// Returns standard output and standard error of the ended command.
    fn said(&mut self) -> (String, String) {
        let (mut out, mut err) = (String::new(), String::new());
        self.0.stdout.take().map(|mut pipe| pipe.read_to_string(&mut out));
        self.0.stderr.take().map(|mut pipe| pipe.read_to_string(&mut err));
        (out, err)
    }

    /// Returns the processor time of all threads of the command.
    #[cfg(target_os = "linux")]
    fn processor_time(&self) -> Duration {
        let nanoseconds = |task: std::io::Result<fs::DirEntry>| -> Option<u64> {
            let text = fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
            text.split(' ').next()?.parse().ok()
        };
        let tasks = fs::read_dir(format!("/proc/{}/task", self.0.id())).expect("it is running");
        Duration::from_nanos(tasks.filter_map(nanoseconds).sum())
    }
}

/// Sleeps long enough for the command to start and to read its input.
fn wait_until_started() {
    thread::sleep(Duration::from_millis(1500));
}

#[test]
fn ignored_signals_stay_ignored() {
    for signal in ["HUP", "INT"] {
        let mut running = Running::new_ignoring(signal, &["analyze", "-i", "-", "-s", "cross", "-f", "csv"]);
        let mut input = running.input();
        input.write_all(b"R U\n").unwrap();
        wait_until_started();
        running.signal(signal, &["0.6"]);
        input.write_all(b"F D\n").unwrap();
        drop(input);
        let (status, _) = running.end();
        let (out, err) = running.said();
        assert_eq!((status.code(), &err[..]), (Some(0), ""), "{signal}");
        assert_eq!(out.lines().count(), 3, "{out}");
    }
}

#[test]
fn signals_close_together_count_once() {
    for (signal, pauses) in [("HUP", &["0.002"][..]), ("TERM", &["0.002", "0.7"]), ("INT", &["0.002"])] {
        let folder = tempfile::tempdir().unwrap();
        let parts = format!("{}/out/", folder.path().display());
        let mut running = Running::new(&["analyze", "-i", "-", "-s", "cross", "-f", "csv", "-o", &parts]);
        let mut input = running.input();
        input.write_all(b"R U\nF D\nL B\n").unwrap();
        wait_until_started();
        running.signal(signal, pauses);
        let (status, _) = running.end();
        let (_, err) = running.said();
        assert_eq!(status.code(), Some(130), "{signal}: {err}");
        let manifest = fs::read(Path::new(&parts).join("_manifest.json")).unwrap();
        let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
        assert_eq!(manifest["rows"], 3, "{signal}: {err}");
        let left = names(parts.as_ref());
        assert!(left.iter().all(|name| !name.ends_with(".tmp")), "{left:?}");
        drop(input);
    }
}

#[test]
fn first_signal_ends_a_wait_for_input() {
    for arguments in [
        &["stats", "-"][..],
        &["lengths", "-"],
        &["review", "R U", "-", "--no-least"],
        &["solve", "-i", "-"],
        &["analyze", "-i", "-", "-s", "cross"],
    ] {
        // Other load on the machine may delay a single run.
        let took = (0..5).map(|_| {
            let mut running = Running::new(arguments);
            let input = running.input();
            wait_until_started();
            running.signal("TERM", &[]);
            let (status, took) = running.end();
            let (out, err) = running.said();
            assert_eq!((status.code(), &out[..], &err[..]), (Some(130), "", "stopped\n"), "{arguments:?}");
            drop(input);
            took
        });
        let least = { took }.find(|took| *took < Duration::from_millis(200));
        assert!(least.is_some(), "{arguments:?}");
    }
}

#[test]
fn later_interrupt_ends_a_process_whose_output_is_blocked() {
    // Nothing reads the output.
    let mut running = Running::new(&["analyze", "--random", "10000000", "-s", "cross", "-f", "csv"]);
    wait_until_started();
    running.signal("INT", &["0.1"]);
    thread::sleep(Duration::from_millis(600));
    assert!(running.0.try_wait().unwrap().is_none(), "it waits until what is finished is written");
    running.signal("INT", &[]);
    let (status, took) = running.end();
    assert_eq!(status.code(), Some(130));
    assert!(took < Duration::from_secs(10), "{took:?}");
}

#[test]
fn solve_keeps_what_is_finished_and_writes_no_row_for_the_rest() {
    const HARD: &[u8] = b"R\nB2 U' L2 U F2 L2 D2 L2 U F' L F L D U L' D2 F' U2 B\nU R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2\n";
    for (format, lines) in [("text", 1), ("csv", 2), ("jsonl", 1)] {
        let mut running = Running::new(&["solve", "-i", "-", "--time", "1000s", "--format", format]);
        let mut input = running.input();
        input.write_all(HARD).unwrap();
        let mut out = BufReader::new(running.0.stdout.take().unwrap());
        let mut first = String::new();
        for _ in 0..lines {
            out.read_line(&mut first).unwrap();
        }
        assert!(first.contains("R'"), "{first}");
        running.signal("INT", &[]);
        let (status, _) = running.end();
        let mut rest = String::new();
        out.read_to_string(&mut rest).unwrap();
        let (_, err) = running.said();
        assert_eq!((status.code(), &rest[..], &err[..]), (Some(130), "", "stopped\n"), "{format}");
        drop(input);
    }
}

/// A limit on the address space makes thread creation fail. A limit on processes would not apply to root.
#[cfg(target_os = "linux")]
#[test]
fn run_continues_without_threads_that_the_system_refuses() {
    build_tables();
    for arguments in [
        &["analyze", "--random", "300", "-s", "cross", "-f", "csv"][..],
        &["solve", "R U F", "--method", "thistlethwaite"],
        &["scramble", "-n", "3"],
    ] {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 1200000; exec \"$@\"", "sh", BINARY]).args(arguments);
        let output = command.args(["--threads", "1024", "--tables", TABLES]).output().unwrap();
        let (out, err) = (output.stdout.len(), String::from_utf8_lossy(&output.stderr));
        assert_eq!((output.status.code(), &err[..]), (Some(0), ""), "{arguments:?}");
        assert!(out > 0);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn waiting_for_input_takes_no_processor_time() {
    for arguments in [
        &["solve", "-i", "-", "--threads", "4"][..],
        &["solve", "-i", "-", "--method", "cfop", "--threads", "4"],
        &["analyze", "-i", "-", "-s", "..xcross", "-f", "csv", "--threads", "4"],
    ] {
        let mut running = Running::new(arguments);
        let mut input = running.input();
        input.write_all(b"R U F\n").unwrap();
        // Once it has printed a row, its tables are open.
        let mut out = BufReader::new(running.0.stdout.take().unwrap());
        out.read_line(&mut String::new()).unwrap();
        wait_until_started();
        let before = running.processor_time();
        thread::sleep(Duration::from_secs(2));
        let taken = running.processor_time() - before;
        // A thread that spins takes seconds; waking up takes some ten milliseconds, more on a busy machine.
        assert!(taken < Duration::from_millis(200), "{arguments:?}: {taken:?} in 2 s");
        // The command is still running and prints rows.
        input.write_all(b"R U\n").unwrap();
        drop(input);
        assert!(running.end().0.success());
        assert!(out.lines().count() >= 1);
    }
}
