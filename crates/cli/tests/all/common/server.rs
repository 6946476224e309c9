//! A server of the tests: `cubiform serve` on a free port, stopped at the end.

use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::wait::{wait_for_end, wait_until};

/// A running server.
pub(crate) struct TestServer {
    child: Child,
    /// The address, such as `127.0.0.1:40123`.
    pub(crate) address: String,
    /// The standard error until it was ready.
    pub(crate) said: String,
    /// The standard error since then.
    log: Arc<Mutex<String>>,
    /// Reads the log, so that the server never waits for the pipe.
    reader: Option<JoinHandle<()>>,
}

impl TestServer {
    /// Starts a server, with the shared tables unless the arguments name others, and waits until it is ready. Its solvers
    /// are made by the first requests that need them.
    pub(crate) fn start(arguments: &[&str]) -> TestServer {
        TestServer::of(TestServer::command().arg("--no-warm-up").args(arguments))
    }

    /// Starts a server as [`start`](Self::start) does, and waits until all of its solvers and tables are made.
    pub(crate) fn start_warm(arguments: &[&str]) -> TestServer {
        let server = TestServer::start_warming(arguments);
        wait_until("the solvers are made", || server.get("/readyz").ends_with("at the first request: \n"));
        wait_until("the tables are made", || server.get("/v1/server").contains(r#""preparing":[]"#));
        server
    }

    /// Starts a server as [`start`](Self::start) does, which goes on to make its solvers once it is ready.
    pub(crate) fn start_warming(arguments: &[&str]) -> TestServer {
        TestServer::of(TestServer::command().args(arguments))
    }

    fn command() -> Command {
        super::build_tables();
        let mut command = super::program();
        command.args(["serve", "--listen", "127.0.0.1:0"]).env("CUBIFORM_TABLES", super::TABLES);
        command
    }

    /// Starts a server with this command and waits until it is ready.
    pub(crate) fn of(command: &mut Command) -> TestServer {
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the command runs");
        let mut said = BufReader::new(child.stderr.take().expect("standard error is a pipe"));
        let mut all = String::new();
        let address = loop {
            let from = all.len();
            let read = said.read_line(&mut all).expect("the server prints text");
            assert!(read > 0, "the server ended before it was ready:\n{all}");
            if let Some(rest) = all[from..].strip_prefix("ready: http://") {
                break rest.split('/').next().unwrap_or_default().to_string();
            }
        };
        let log = Arc::new(Mutex::new(String::new()));
        let lines = Arc::clone(&log);
        let reader = thread::spawn(move || {
            for line in said.lines().map_while(Result::ok) {
                *lines.lock().unwrap_or_else(PoisonError::into_inner) += &(line + "\n");
            }
        });
        TestServer { child, address, said: all, log, reader: Some(reader) }
    }

    /// Returns the identifier of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the standard error since the server was ready: all of it after [`wait`](Self::wait).
    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the answer for a page, with its head.
    pub(crate) fn get(&self, path: &str) -> String {
        get(&self.address, path)
    }

    /// Returns a figure of `/metrics`: the sum over all labels that begin with those in `name`, such as
    /// `cubiform_requests_total{path="/v1/solve"`.
    pub(crate) fn figure(&self, name: &str) -> u64 {
        figure(&self.address, name)
    }

    /// Returns the number of requests in progress.
    pub(crate) fn in_progress(&self) -> u64 {
        in_progress(&self.address)
    }

    /// Waits until the process ends and returns its exit code.
    pub(crate) fn wait(&mut self, time: Duration) -> Option<i32> {
        let status = wait_for_end(&mut self.child, time);
        self.reader.take().map(JoinHandle::join);
        status.code()
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the answer of a server for a page, with its head.
fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    let mut answer = String::new();
    let read = stream.write_all(request.as_bytes()).and_then(|()| stream.read_to_string(&mut answer));
    read.expect("the server answers");
    answer
}

/// Returns a figure of `/metrics`: the sum over all labels that begin with those in `name`.
fn figure(address: &str, name: &str) -> u64 {
    let answer = get(address, "/metrics");
    let values = answer.lines().filter_map(|line| line.strip_prefix(name));
    let values = values.filter(|rest| rest.starts_with([' ', '{', ',']));
    values.map(|rest| rest.rsplit(' ').next().unwrap_or_default().parse::<u64>().expect("a number")).sum()
}

/// Returns the number of requests in progress, without the one that asks.
pub(crate) fn in_progress(address: &str) -> u64 {
    figure(address, "cubiform_in_progress") - 1
}
