//! A server of the tests: `cubiform serve` on a free port, stopped at the end.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A running server.
pub(crate) struct TestServer {
    child: Child,
    /// The address, such as `127.0.0.1:40123`.
    pub(crate) address: String,
    /// The standard error until it was ready.
    pub(crate) said: String,
}

impl TestServer {
    /// Starts a server, with the shared tables unless the arguments name others, and waits until it is ready.
    pub(crate) fn start(arguments: &[&str]) -> TestServer {
        super::build_tables();
        let mut command = super::program();
        command.args(["serve", "--listen", "127.0.0.1:0"]).env("CUBIFORM_TABLES", super::TABLES);
        TestServer::of(command.args(arguments))
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
        // The rest is discarded, so that the server never waits for the pipe.
        std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
        TestServer { child, address, said: all }
    }

    /// Returns the identifier of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until the process ends and returns its exit code.
    pub(crate) fn wait(&mut self, time: Duration) -> Option<i32> {
        let end = Instant::now() + time;
        loop {
            match self.child.try_wait().expect("the process can be waited for") {
                Some(status) => return status.code(),
                None => assert!(Instant::now() < end, "the server does not end"),
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
