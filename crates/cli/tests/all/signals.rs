//! Signals and resources: SIGHUP, SIGINT and SIGTERM, processor time while waiting, and fewer threads than requested.
#![cfg(unix)]

use std::ffi::c_int;
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsRawFd;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io};

use libc::{SIGHUP, SIGINT, SIGTERM};

use crate::common::folders::{wait_for_open_part, wait_for_parts};
use crate::common::wait::{let_pass, wait_for_end, wait_until};
use crate::common::{TABLES, build_tables, names, send_signal, with_default_signals};

const BINARY: &str = env!("CARGO_BIN_EXE_cubiform");

/// A running command with pipes, which is killed if the test fails.
struct Running {
    child: Child,
    /// The other end of its standard input, until it is taken.
    input: Option<PipeWriter>,
    /// A copy of its standard input, which shows what is not read yet.
    unread: PipeReader,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    /// Starts the command.
    fn new(arguments: &[&str]) -> Running {
        Running::start("exec \"$@\"", arguments, Stdio::piped())
    }

    /// Starts the command from a shell that ignores this signal.
    fn new_ignoring(signal: &str, arguments: &[&str]) -> Running {
        Running::start(&format!("trap '' {signal}; exec \"$@\""), arguments, Stdio::piped())
    }

    /// Starts the command from a shell that runs `script`, with this standard output.
    fn start(script: &str, arguments: &[&str], output: Stdio) -> Running {
        build_tables();
        let (unread, input) = io::pipe().expect("a pipe");
        let mut command = with_default_signals(Command::new("sh"));
        command.args(["-c", script, "sh", BINARY]).args(arguments);
        command.env("CUBIFORM_TABLES", TABLES).env("HOME", TABLES).env_remove("XDG_CACHE_HOME");
        command.stdin(unread.try_clone().expect("a copy")).stdout(output).stderr(Stdio::piped());
        Running { child: command.spawn().expect("a shell runs"), input: Some(input), unread }
    }

    fn signal(&self, signal: c_int) {
        send_signal(self.child.id(), signal);
    }

    fn input(&mut self) -> PipeWriter {
        self.input.take().expect("it is taken once")
    }

    /// Waits until the command has read its input. It handles signals from then on: it installs its handlers first.
    fn wait_until_input_is_read(&self) {
        let is_read = || {
            let mut length: c_int = 0;
            // SAFETY: the descriptor is open, and the call writes to one integer.
            let status = unsafe { libc::ioctl(self.unread.as_raw_fd(), libc::FIONREAD, &raw mut length) };
            assert_eq!(status, 0, "{}", io::Error::last_os_error());
            length == 0
        };
        wait_until("the input is read", is_read);
    }

    /// Waits until a thread of the command has a file in `/proc` whose text satisfies a condition.
    #[cfg(target_os = "linux")]
    fn wait_for_thread(&self, what: &str, file: &str, is_met: impl Fn(&str) -> bool) {
        let is_one = |task: io::Result<fs::DirEntry>| {
            // A thread that has just ended has no files.
            let text = task.and_then(|task| fs::read_to_string(task.path().join(file)));
            text.is_ok_and(|text| is_met(&text))
        };
        let tasks = || fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("it is running");
        wait_until(what, || tasks().any(is_one));
    }

    /// Waits until the thread runs that reads the input of the command.
    #[cfg(target_os = "linux")]
    fn wait_until_input_is_awaited(&self) {
        let is_reader = |name: &str| ["input\n", "reader\n"].contains(&name);
        self.wait_for_thread("a thread reads the input", "comm", is_reader);
    }

    /// Waits until the command writes to its output, `pipe`, which is full.
    fn wait_until_output_is_blocked(&self, pipe: &PipeWriter) {
        wait_until("the output is full", || !takes_more(pipe));
        #[cfg(target_os = "linux")]
        {
            let writing = format!("{} 0x1 ", libc::SYS_write);
            self.wait_for_thread("a thread writes", "syscall", |call| call.starts_with(&writing));
        }
        // Other systems show neither.
        #[cfg(not(target_os = "linux"))]
        let_pass(Duration::from_millis(500));
    }

    /// Waits for the command to end. Returns its status and the time taken.
    fn end(&mut self) -> (ExitStatus, Duration) {
        let since = Instant::now();
        let status = wait_for_end(&mut self.child, Duration::from_secs(60));
        (status, since.elapsed())
    }

    /// Returns standard output and standard error of the ended command.
    fn said(&mut self) -> (String, String) {
        let (mut out, mut err) = (String::new(), String::new());
        self.child.stdout.take().map(|mut pipe| pipe.read_to_string(&mut out));
        self.child.stderr.take().map(|mut pipe| pipe.read_to_string(&mut err));
        (out, err)
    }

    /// Returns the processor time of each thread of the command.
    #[cfg(target_os = "linux")]
    fn processor_times(&self) -> std::collections::HashMap<std::ffi::OsString, Duration> {
        let time = |task: io::Result<fs::DirEntry>| {
            let task = task.ok()?;
            let text = fs::read_to_string(task.path().join("schedstat")).ok()?;
            Some((task.file_name(), Duration::from_nanos(text.split(' ').next()?.parse().ok()?)))
        };
        let tasks = fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("it is running");
        tasks.filter_map(time).collect()
    }
}

#[test]
fn ignored_signals_stay_ignored() {
    for (name, signal) in [("HUP", SIGHUP), ("INT", SIGINT)] {
        let mut running = Running::new_ignoring(name, &["analyze", "-i", "-", "-s", "cross", "-f", "csv"]);
        let mut input = running.input();
        input.write_all(b"R U\n").unwrap();
        running.wait_until_input_is_read();
        running.signal(signal);
        // A command that waits for input and is asked to stop ends within 50 ms.
        let_pass(Duration::from_millis(200));
        running.signal(signal);
        input.write_all(b"F D\n").unwrap();
        drop(input);
        let (status, _) = running.end();
        let (out, err) = running.said();
        assert_eq!((status.code(), &err[..]), (Some(0), ""), "{name}");
        assert_eq!(out.lines().count(), 3, "{out}");
    }
}

#[test]
fn signals_close_together_count_once() {
    for signal in [SIGHUP, SIGTERM, SIGINT] {
        let folder = tempfile::tempdir().unwrap();
        let parts = format!("{}/out/", folder.path().display());
        let arguments = ["analyze", "-i", "-", "-s", "cross", "-f", "csv", "-o", &parts, "--part-rows", "2"];
        let mut running = Running::new(&arguments);
        let mut input = running.input();
        input.write_all(b"R U\nF D\nL B\n").unwrap();
        // The third row is in a part that is not complete.
        wait_for_parts(&parts, 1);
        wait_for_open_part(&parts);
        running.signal(signal);
        let_pass(Duration::from_millis(2));
        running.signal(signal);
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

/// Stops a command that waits for input: for the first of it, or for the rest of a line that begins with `begun`. Returns
/// the time taken.
fn stop_wait_for_input(arguments: &[&str], begun: &str) -> Duration {
    let mut running = Running::new(arguments);
    let mut input = running.input();
    input.write_all(begun.as_bytes()).unwrap();
    running.wait_until_input_is_read();
    #[cfg(target_os = "linux")]
    running.wait_until_input_is_awaited();
    running.signal(SIGTERM);
    let (status, took) = running.end();
    let (out, err) = running.said();
    assert_eq!((status.code(), &out[..], &err[..]), (Some(130), "", "stopped\n"), "{arguments:?} {begun}");
    took
}

#[test]
fn first_signal_ends_a_wait_for_input() {
    // Only Linux shows that a command waits for input before there is any.
    let beginnings = if cfg!(target_os = "linux") { &["", "R"][..] } else { &["R"][..] };
    for arguments in [
        &["stats", "-"][..],
        &["review", "R U", "-", "--no-least"],
        &["solve", "-i", "-"],
        &["analyze", "-i", "-", "-s", "cross"],
        &["cases", "find", "-"],
        &["methods", "compare", "/dev/stdin"],
    ] {
        for begun in beginnings {
            // Other load on the machine may delay a single run.
            let mut times = (0..5).map(|_| stop_wait_for_input(arguments, begun));
            assert!(times.any(|took| took < Duration::from_millis(200)), "{arguments:?} {begun}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn first_signal_ends_a_wait_for_the_writer_of_a_named_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    let name = std::ffi::CString::new(path.to_str().unwrap()).unwrap();
    // SAFETY: the name ends with a zero byte.
    assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0, "{}", io::Error::last_os_error());
    let pipe = path.to_str().unwrap();
    for arguments in [
        &["stats", pipe][..],
        &["review", "R U", pipe, "--no-least"],
        &["solve", "-i", pipe],
        &["analyze", "-i", pipe, "-s", "cross"],
        &["methods", "compare", pipe],
    ] {
        let mut times = (0..5).map(|_| stop_wait_for_input(arguments, ""));
        assert!(times.any(|took| took < Duration::from_millis(200)), "{arguments:?}");
    }
}

/// Returns whether a pipe takes more bytes.
fn takes_more(pipe: &PipeWriter) -> bool {
    let mut poll = libc::pollfd { fd: pipe.as_raw_fd(), events: libc::POLLOUT, revents: 0 };
    // SAFETY: the call reads and writes one structure, and does not wait.
    unsafe { libc::poll(&raw mut poll, 1, 0) > 0 }
}

#[test]
fn later_interrupt_ends_a_process_whose_output_is_blocked() {
    // Nothing reads the output.
    let (_output, pipe) = io::pipe().unwrap();
    let arguments = ["analyze", "--random", "10000000", "-s", "cross", "-f", "csv"];
    let output = Stdio::from(pipe.try_clone().unwrap());
    let mut running = Running::start("exec \"$@\"", &arguments, output);
    running.wait_until_output_is_blocked(&pipe);
    running.signal(SIGINT);
    let_pass(Duration::from_millis(100));
    running.signal(SIGINT);
    // A Ctrl-C ends the process from half a second after the first signal, other signals never do.
    let_pass(Duration::from_millis(500));
    running.signal(SIGTERM);
    let_pass(Duration::from_millis(100));
    assert!(running.child.try_wait().unwrap().is_none(), "it waits until what is finished is written");
    running.signal(SIGINT);
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
        let mut out = BufReader::new(running.child.stdout.take().unwrap());
        let mut first = String::new();
        for _ in 0..lines {
            out.read_line(&mut first).unwrap();
        }
        assert!(first.contains("R'"), "{first}");
        running.signal(SIGINT);
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
        let mut out = BufReader::new(running.child.stdout.take().unwrap());
        out.read_line(&mut String::new()).unwrap();
        // A thread that spins takes all of the time; waking up takes a few milliseconds, more on a busy machine. The threads
        // that found the row may take some time to end.
        let takes_time = || {
            let before = running.processor_times();
            let_pass(Duration::from_millis(500));
            let after = running.processor_times();
            let since = |task: &std::ffi::OsString| {
                after[task].saturating_sub(before.get(task).copied().unwrap_or_default())
            };
            let taken: Duration = after.keys().map(since).sum();
            (taken >= Duration::from_millis(50)).then_some(taken)
        };
        let taken: Vec<Duration> = (0..4).map_while(|_| takes_time()).collect();
        assert!(taken.len() < 4, "{arguments:?}: {taken:?} in half a second each");
        // The command is still running and prints rows.
        input.write_all(b"R U\n").unwrap();
        drop(input);
        assert!(running.end().0.success());
        assert!(out.lines().count() >= 1);
    }
}
