//! The log of the server: a thread writes its lines to standard error. A log that fails or stalls loses lines, and nothing
//! else: no line is waited for.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use cubiform_faults::{Operation, fault};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;

use crate::args::{LogFormat, LogLevel, Serve};

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
pub(super) struct LogGuard(SyncSender<Message>);

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
pub(super) fn start(args: &Serve) -> io::Result<LogGuard> {
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
