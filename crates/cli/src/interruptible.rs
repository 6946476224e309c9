//! A reader of standard input or a pipe that stops on request, even while it waits for input.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use cubiform_answers::input::Unopened;

use crate::failure::Failure;
use crate::interrupt;

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
            if interrupt::requested() {
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
