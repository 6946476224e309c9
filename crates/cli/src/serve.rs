//! `cubiform serve`: answers over HTTP until it is stopped.
//!
//! A service manager such as systemd receives messages: the server is ready, alive, stopping. Without one they do nothing.
//! A thread writes the lines of the log to standard error.

use std::io::{self, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use cubiform_answers::goals::Goals;
use cubiform_faults::{Operation, fault};
use cubiform_server::{HAS_PAGE, Heartbeat, Limits, ServeError, Server, Settings};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;

use crate::args::{LogFormat, LogLevel, Serve};
use crate::failure::{Failure, say};
use crate::{engines, interrupt};

/// Runs the command.
pub(crate) fn run(args: &Serve) -> Result<(), Failure> {
    let _log = start_log(args).map_err(|e| Failure::Message(format!("cannot start the log: {e}")))?;
    return_large_memory();
    let threads = args.machine.threads();
    let engines = engines::open(&args.machine, args.profile)?;
    for goal in &args.goals.0 {
        let goals = Goals::all_stages(goal.clone());
        engines.build_missing(&goals, &interrupt::REQUESTED)?;
    }
    engines.build_filters(&interrupt::REQUESTED)?;
    let store = engines.store().expect("the command has a table folder");
    let settings = Settings {
        profile: args.profile.profile(),
        goals: args.goals.0.clone(),
        warms_up: !args.no_warm_up,
        allows_optimal: args.allow_optimal,
        cors: args.cors.clone(),
        hosts: args.hosts.clone(),
        trusted_proxies: args.trusted_proxies.clone(),
        limits: Limits {
            time: args.max_time,
            cpu_time: args.max_cpu,
            batch_cpu_time: args.max_batch_cpu,
            cubes: args.max_cubes,
            body: args.max_body,
            queue: args.max_queue,
            per_client: args.max_per_client,
            ..Limits::default()
        },
        ..Settings::new(store.clone(), threads)
    };
    let failed = |error: ServeError| match error {
        ServeError::Prepare(error) => error.into(),
        error => Failure::Message(error.to_string()),
    };
    let server = Server::listen(&args.listen, settings).map_err(failed)?.with_heartbeat(heartbeat());
    let address = server.address();
    if !address.ip().is_loopback() {
        say(format_args!("note: {address} can be reached from other machines"));
    }
    say(format_args!("opening tables"));
    let ready = || {
        send(ServiceMessage::Ready);
        if HAS_PAGE {
            say(format_args!("page: http://{}/", reachable(address)));
        } else {
            say("no page: the program was built without it; cargo xtask serve builds it");
        }
        say(format_args!("ready: http://{address}/v1/openapi.json"));
    };
    let ended = server.run(&interrupt::REQUESTED, ready).map_err(failed);
    send(ServiceMessage::Stopping);
    ended
}

/// Makes the allocator return large pieces of memory, such as bodies of requests, to the system when they are freed. By
/// default, glibc keeps pieces of up to 32 MiB once one of their size was freed.
fn return_large_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it sets a parameter of the allocator, which may be done at any time.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 256 << 10);
    }
}

/// Returns an address at which a browser on this machine reaches a server that listens on `address`.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

/// The time between two messages that the server is alive if no watchdog asks for them.
const UNWATCHED: Duration = Duration::from_secs(10);

/// Returns the heartbeat that feeds the watchdog, at half of its time.
fn heartbeat() -> Heartbeat {
    let interval = watchdog().map_or(UNWATCHED, |time| time / 2);
    Heartbeat { interval, beat: Box::new(|| send(ServiceMessage::Alive)) }
}

/// A state of the server.
#[derive(Clone, Copy)]
enum ServiceMessage {
    /// Requests are answered from now on.
    Ready,
    Alive,
    Stopping,
}

/// Returns the time within which the watchdog wants to hear from the server.
fn watchdog() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    return sd_notify::watchdog_enabled();
    #[cfg(not(target_os = "linux"))]
    None
}

/// Sends a message.
#[cfg(target_os = "linux")]
fn send(message: ServiceMessage) {
    use sd_notify::NotifyState;
    let state = match message {
        ServiceMessage::Ready => NotifyState::Ready,
        ServiceMessage::Alive => NotifyState::Watchdog,
        ServiceMessage::Stopping => NotifyState::Stopping,
    };
    // A manager that does not listen misses the heartbeat and restarts the server.
    let _ = sd_notify::notify(&[state]);
}

#[cfg(not(target_os = "linux"))]
fn send(_: ServiceMessage) {}

/// The number of lines that may wait to be written.
const WAITING: usize = 1024;

/// The time for which the end of the command waits for the last lines.
const LAST_LINES: Duration = Duration::from_millis(500);

/// A message to the thread that writes.
enum Message {
    Line(Vec<u8>),
    /// All lines before are written: the sender is dropped.
    Flush(#[expect(dead_code, reason = "it is dropped")] SyncSender<()>),
}

/// The sending end of the log.
#[derive(Clone)]
struct Log {
    lines: SyncSender<Message>,
    lost: Arc<AtomicU64>,
}

impl Write for Log {
    /// Takes a line: the subscriber writes each event with one call.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.lines.try_send(Message::Line(line.into())).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Log;

    fn make_writer(&'a self) -> Log {
        self.clone()
    }
}

/// Waits for the last lines of the log once it is dropped, unless nobody takes them.
struct LogGuard(SyncSender<Message>);

impl Drop for LogGuard {
    fn drop(&mut self) {
        let (sender, written) = mpsc::sync_channel(1);
        if self.0.try_send(Message::Flush(sender)).is_ok() {
            // Nothing is sent: the thread drops the sender.
            let _: Result<(), RecvTimeoutError> = written.recv_timeout(LAST_LINES);
        }
    }
}

/// Starts the log of a server on standard error.
///
/// # Errors
/// If the system refuses the thread.
fn start_log(args: &Serve) -> io::Result<LogGuard> {
    let level = match args.log_level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
    };
    let (lines, received) = mpsc::sync_channel(WAITING);
    let log = Log { lines: lines.clone(), lost: Arc::default() };
    let lost = Arc::clone(&log.lost);
    fault(Operation::Thread)?;
    thread::Builder::new()
        .name("log".into())
        .spawn(move || write_all(&received, &lost, &mut io::stderr()))?;
    let subscriber =
        tracing_subscriber::fmt().with_max_level(level).with_target(false).log_internal_errors(false);
    match args.log {
        LogFormat::Text => subscriber.with_writer(log).with_ansi(false).init(),
        LogFormat::Json => subscriber.with_writer(log).json().init(),
    }
    Ok(LogGuard(lines))
}

/// Writes lines until the log is dropped, and after a gap the number of lines that were lost.
fn write_all(lines: &Receiver<Message>, lost: &AtomicU64, out: &mut impl Write) {
    let mut write = |line: &[u8]| fault(Operation::Log).and_then(|()| out.write_all(line)).is_ok();
    while let Ok(message) = lines.recv() {
        let Message::Line(line) = message else { continue };
        let gap = lost.swap(0, Ordering::Relaxed);
        if gap > 0 && !write(format!("{gap} lines of the log were lost\n").as_bytes()) {
            lost.fetch_add(gap, Ordering::Relaxed);
        }
        if !write(&line) {
            lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that takes some lines only.
    struct Sometimes {
        taken: Vec<String>,
        calls: usize,
    }

    impl Write for Sometimes {
        fn write(&mut self, line: &[u8]) -> io::Result<usize> {
            self.calls += 1;
            if (2..5).contains(&self.calls) {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.taken.push(String::from_utf8_lossy(line).into_owned());
            Ok(line.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_log_that_fails_goes_on_and_tells_the_gap() {
        let (lines, received) = mpsc::sync_channel(10);
        for line in ["a\n", "b\n", "c\n", "d\n"] {
            lines.send(Message::Line(line.into())).unwrap();
        }
        drop(lines);
        let mut file = Sometimes { taken: Vec::new(), calls: 0 };
        write_all(&received, &AtomicU64::new(0), &mut file);
        // The calls that fail: b, the gap before c, c.
        assert_eq!(file.taken, ["a\n", "2 lines of the log were lost\n", "d\n"]);
    }

    #[test]
    fn a_log_that_nobody_writes_loses_lines_without_waiting() {
        let (lines, received) = mpsc::sync_channel(2);
        let mut log = Log { lines, lost: Arc::default() };
        for _ in 0..5 {
            log.write_all(b"line\n").unwrap();
        }
        assert_eq!(log.lost.load(Ordering::Relaxed), 3);
        drop(received);
    }
}
