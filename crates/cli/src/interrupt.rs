//! Signal handling, and a reader of standard input or a pipe that stops on request, even while it waits for input.
//!
//! The first signal requests a stop with clean-up; a later Ctrl-C ends the process at once. On Unix the signals are SIGINT,
//! SIGTERM and SIGHUP. A signal that is ignored at the start of the process stays ignored: `nohup` ignores SIGHUP, and shells
//! ignore SIGINT for background jobs.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{LazyLock, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use cubiform_answers::input::Unopened;
use cubiform_threads::CancelToken;

use crate::failure::Failure;

/// The token that is cancelled when a stop is requested. Never reset.
pub(crate) static REQUESTED: LazyLock<CancelToken> = LazyLock::new(CancelToken::new);

/// The time of the first signal.
static SINCE: OnceLock<Instant> = OnceLock::new();

/// The minimum time between the first signal and a Ctrl-C that ends the process at once. An earlier one repeats the
/// request.
const FORCE_AFTER: Duration = Duration::from_millis(500);

/// Installs the signal handler. If that fails, signals keep their default action.
pub(crate) fn install() {
    let _ = listen();
}

/// Starts a thread that calls [`signalled`] for each signal.
#[cfg(unix)]
fn listen() -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal));
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    let listen = move || signals.forever().for_each(|signal| signalled(signal == SIGINT));
    std::thread::Builder::new().name("signals".into()).spawn(listen).map(drop)
}

/// Returns whether a signal is ignored.
#[cfg(unix)]
fn is_ignored(signal: std::ffi::c_int) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action the call only writes the current one to `action`, which is large enough. Zeros are
    // valid for all fields: integers, a nullable function pointer and a bit set.
    let action = unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr());
        action.assume_init()
    };
    action.sa_sigaction == libc::SIG_IGN
}

/// Installs a handler that calls [`signalled`] for each Ctrl-C, Ctrl-Break and close of the console.
#[cfg(not(unix))]
fn listen() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| signalled(true))
}

/// Requests a stop. A repeated signal ends the process if it comes from the keyboard, at least [`FORCE_AFTER`] after
/// the first one.
fn signalled(from_keyboard: bool) {
    let since = *SINCE.get_or_init(Instant::now);
    if from_keyboard && requested() && since.elapsed() >= FORCE_AFTER {
        std::process::exit(130);
    }
    REQUESTED.cancel();
}

/// Returns whether a stop is requested.
pub(crate) fn requested() -> bool {
    REQUESTED.is_cancelled()
}

/// Returns [`Failure::Interrupted`] if a stop is requested, otherwise `ended`.
pub(crate) fn or(ended: Result<(), Failure>) -> Result<(), Failure> {
    if requested() { Err(Failure::Interrupted) } else { ended }
}

/// The interval at which a waiting read checks for a request to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The size of a block, in bytes.
const BLOCK_SIZE: usize = 1 << 16;

/// The maximum number of blocks read ahead.
const READ_AHEAD: usize = 4;

/// Whether a read has failed because of a request to stop.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Returns a reader of a pipe or of standard input that ends when the user stops the program.
///
/// # Errors
/// If its thread cannot be started.
pub(crate) fn reader(source: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    Ok(Box::new(Interruptible::new(source)?))
}

/// A reader whose source is read on a separate thread.
pub(crate) struct Interruptible {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Vec<u8>,
    /// The number of bytes of the block that have been returned.
    read: usize,
}

impl Interruptible {
    /// Starts to read a source.
    ///
    /// # Errors
    /// Returns an error if the thread cannot be started.
    pub(crate) fn new(mut source: impl Read + Send + 'static) -> io::Result<Interruptible> {
        let (send, blocks) = mpsc::sync_channel(READ_AHEAD);
        // Not joined, since it may wait for input that never arrives.
        thread::Builder::new().name("input".into()).spawn(move || {
            loop {
                let mut block = vec![0; BLOCK_SIZE];
                let read = match source.read(&mut block) {
                    Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                    read => read,
                };
                let is_end = !matches!(read, Ok(1..));
                let block = read.map(|length| {
                    block.truncate(length);
                    block
                });
                // An empty block marks the end of the source.
                if send.send(block).is_err() || is_end {
                    return;
                }
            }
        })?;
        Ok(Interruptible { blocks, block: Vec::new(), read: 0 })
    }
}

/// Opens a file. What is no regular file, such as a pipe, may block without end: it is read, and opened, on a thread of its own,
/// and that it cannot be opened is an error of the first read.
///
/// # Errors
/// If the file cannot be opened, or the thread cannot be started.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    match fs::metadata(path)?.is_file() {
        true => Ok(Box::new(File::open(path)?)),
        false => reader(Box::new(Unopened::new(path))),
    }
}

impl Read for Interruptible {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.block.len() {
            if requested() {
                IS_INTERRUPTED.store(true, Ordering::SeqCst);
                // Not `ErrorKind::Interrupted`, after which readers try again.
                return Err(io::Error::other("stopped"));
            }
            match self.blocks.recv_timeout(POLL_INTERVAL) {
                Ok(block) => (self.block, self.read) = (block?, 0),
                Err(RecvTimeoutError::Timeout) => continue,
                // The end has been read already.
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
            if self.block.is_empty() {
                return Ok(0);
            }
        }
        let length = buffer.len().min(self.block.len() - self.read);
        buffer[..length].copy_from_slice(&self.block[self.read..][..length]);
        self.read += length;
        Ok(length)
    }
}

/// Returns [`Failure::Interrupted`] if the command failed because a request to stop ended its input, otherwise `ended`.
pub(crate) fn or_interrupted(ended: Result<(), Failure>) -> Result<(), Failure> {
    match ended {
        Err(Failure::Message(_)) if IS_INTERRUPTED.load(Ordering::SeqCst) => Err(Failure::Interrupted),
        ended => ended,
    }
}
