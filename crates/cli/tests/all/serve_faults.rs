//! Faults of the system under `cubiform serve`: each affects at most one request, or ends the process with a message and a
//! code that a service manager sees.

#![cfg(all(target_os = "linux", debug_assertions))]

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixDatagram;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::send_signal;
use crate::common::wait::{wait_for, wait_for_end};

/// The body of a batch with twenty rows.
const MANY: &str = include_str!("../../fixtures/wca-scrambles-20.csv");

/// The method, the path and the body of a request, and a text that the right answer has.
type Request = (&'static str, &'static str, &'static str, &'static str);

/// A request whose solver the server makes in advance, or for the request.
const SOLVE: Request = ("GET", "/v1/solve?scramble=R+U+F&puzzle=222", "", r#""length":3"#);

/// The requests of each trial. Their solvers take no time to make.
const REQUESTS: [Request; 6] = [
    ("GET", "/v1/analyze?goal=cross&colors=W&scramble=R+U+F", "", r#""stages":{"cross":{"white":2}}"#),
    ("POST", "/v1/analyze?goal=cross&colors=W", "R U F\nF2\n", r#"{"white":1}},"best""#),
    ("POST", "/v1/analyze?goal=cross&colors=W", MANY, r#""row":20}"#),
    ("GET", "/v1/solve?scramble=R+U+F&method=beginner", "", r#""method":"beginner""#),
    ("GET", "/v1/cases?set=oll&case=27", "", r#""name":"Sune""#),
    ("GET", "/healthz", "", "ok"),
];

/// Starts a server with a fault and these options on a port that was free a moment ago.
fn start(fault: &str, options: &[&str]) -> (Child, String) {
    crate::common::build_tables();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = format!("127.0.0.1:{port}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cubiform"));
    command
        .args(["serve", "--goals", "cross", "--threads", "2", "--log-level", "debug", "--listen", &address])
        .args(options);
    command.env("CUBIFORM_TABLES", crate::common::TABLES).env("CUBIFORM_FAULT", fault);
    (command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap(), address)
}

/// Returns the answer to a request; `None` if the connection failed.
fn ask(address: &str, (method, path, body, _): Request) -> Option<String> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: text/plain"
    );
    write!(stream, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer).filter(|answer| !answer.is_empty())
}

/// Returns whether a server has become ready; `false` if it ended before.
fn becomes_ready(child: &mut Child, address: &str) -> bool {
    let is_ready = || ask(address, ("GET", "/readyz", "", "")).is_some_and(|answer| answer.contains(" 200 "));
    wait_for("the server is ready or at its end", || match child.try_wait().unwrap() {
        Some(_) => Some(false),
        None => is_ready().then_some(true),
    })
}

/// Ends a server with SIGTERM, and returns its exit code and what it said.
fn terminate(mut child: Child) -> (Option<i32>, String) {
    if child.try_wait().unwrap().is_none() {
        send_signal(child.id(), libc::SIGTERM);
    }
    let mut stderr = child.stderr.take().unwrap();
    let reading = thread::spawn(move || {
        let mut said = String::new();
        let _ = stderr.read_to_string(&mut said);
        said
    });
    let status = wait_for_end(&mut child, Duration::from_secs(6));
    (status.code(), reading.join().unwrap())
}

/// Tries a fault with these options and requests. Returns whether the server came to serve, and its standard error.
fn try_fault_with(fault: &str, options: &[&str], requests: &[Request]) -> (bool, String) {
    let (mut child, address) = start(fault, options);
    let is_ready = becomes_ready(&mut child, &address);
    if is_ready {
        let mut failed = 0;
        for request in requests.iter().cycle().take(2 * requests.len()) {
            match ask(&address, *request) {
                // A complete answer is right; what is refused says so.
                Some(answer) if answer.contains(" 200 ") => {
                    let is_whole = request.0 == "GET" || answer.ends_with("0\r\n\r\n");
                    assert!(!is_whole || answer.contains(request.3), "{fault}: {answer}");
                    failed += u32::from(!is_whole);
                }
                Some(answer) => assert!(answer.contains(" 503 "), "{fault}: {answer}"),
                None => failed += 1,
            }
        }
        assert!(failed <= 1, "{fault}: {failed} requests failed");
    }
    let (code, said) = terminate(child);
    assert!(!said.contains("panicked"), "{fault}: {said}");
    match is_ready {
        true => assert_eq!(code, Some(0), "{fault}: {said}"),
        false => assert!(code == Some(1) && said.contains("cannot start"), "{fault}: {code:?} {said}"),
    }
    (is_ready, said)
}

/// Tries a fault. Returns whether the server came to serve.
fn try_fault(fault: &str) -> bool {
    try_fault_with(fault, &["--no-warm-up"], &REQUESTS).0
}

#[test]
fn each_fault_affects_one_request_at_most() {
    let mut tried = 0;
    for kind in ["accept", "read", "send", "log"] {
        for number in 1..=10 {
            assert!(try_fault(&format!("error:{kind}:{number}")), "{kind}:{number}");
            tried += 1;
        }
    }
    println!("{tried} faults of sockets and of the log, no bad end");
}

#[test]
fn refused_threads_end_the_start_or_are_done_without() {
    let requests = [&REQUESTS[..], &[SOLVE]].concat();
    let (mut served, mut ended, mut is_cold) = (0, 0, false);
    for number in 1..=16 {
        let (is_ready, said) = try_fault_with(&format!("error:thread:{number}"), &[], &requests);
        if is_ready {
            served += 1;
        } else {
            ended += 1;
        }
        // Without the thread that makes solvers in advance, requests make them.
        is_cold |= said.contains("cannot start a thread that makes solvers in advance");
    }
    println!("16 refused threads: {served} servers went on, {ended} ended with a message");
    assert!(served > 0 && ended > 0 && is_cold);
}

#[test]
fn a_log_that_fails_for_good_stops_nothing() {
    assert!(try_fault("error:log:1+"));
}

#[test]
fn the_service_manager_is_told_that_the_server_is_ready_alive_and_stopping() {
    crate::common::build_tables();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let manager = UnixDatagram::bind(&path).unwrap();
    manager.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cubiform"));
    command
        .args(["serve", "--goals", "cross", "--no-warm-up", "--listen", "127.0.0.1:0"])
        .env("CUBIFORM_TABLES", crate::common::TABLES);
    command.env("NOTIFY_SOCKET", &path).env("WATCHDOG_USEC", "400000").env_remove("WATCHDOG_PID");
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let next = || {
        let mut message = [0; 256];
        let length = manager.recv(&mut message).expect("a message");
        String::from_utf8_lossy(&message[..length]).trim().to_string()
    };
    while next() != "READY=1" {}
    let start = Instant::now();
    for _ in 0..5 {
        assert_eq!(next(), "WATCHDOG=1");
    }
    // Twice in each 0.4 seconds, on a machine that may be busy.
    assert!(start.elapsed() > Duration::from_millis(700) && start.elapsed() < Duration::from_secs(4));
    let (code, _) = terminate(child);
    while next() != "STOPPING=1" {}
    assert_eq!(code, Some(0));
}
