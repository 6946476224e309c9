//! A reader of standard input or a pipe that a request to stop ends, even while it waits for input.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::error::Failure;
use crate::interrupt;

/// How often a read that waits looks whether it should end.
const PATIENCE: Duration = Duration::from_millis(50);

/// Bytes read at a time.
const BLOCK: usize = 1 << 16;

/// Blocks that are read ahead.
const AHEAD: usize = 4;

/// Whether a read has failed because of a request to stop.
static IS_CUT: AtomicBool = AtomicBool::new(false);

/// A source that is read by a thread of its own.
pub(crate) struct Interruptible {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Vec<u8>,
    /// How much of the block has been read.
    read: usize,
}

impl Interruptible {
    /// Begins to read a source.
    ///
    /// # Errors
    /// If there can be no thread for it.
    pub(crate) fn new(mut source: impl Read + Send + 'static) -> io::Result<Interruptible> {
        let (send, blocks) = mpsc::sync_channel(AHEAD);
        // Not joined: it may wait for input that never comes.
        thread::Builder::new().name("input".into()).spawn(move || {
            loop {
                let mut block = vec![0; BLOCK];
                let read = match source.read(&mut block) {
                    Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                    read => read,
                };
                let is_end = !matches!(read, Ok(1..));
                let block = read.map(|length| {
                    block.truncate(length);
                    block
                });
                // An empty block is the end.
                if send.send(block).is_err() || is_end {
                    return;
                }
            }
        })?;
        Ok(Interruptible { blocks, block: Vec::new(), read: 0 })
    }
}

impl Read for Interruptible {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.block.len() {
            if interrupt::requested() {
                IS_CUT.store(true, Ordering::SeqCst);
                // Not of the kind that readers try again.
                return Err(io::Error::other("stopped"));
            }
            match self.blocks.recv_timeout(PATIENCE) {
                Ok(block) => (self.block, self.read) = (block?, 0),
                Err(RecvTimeoutError::Timeout) => continue,
                // The end was read before.
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

/// What a command came to: it was interrupted, if it failed because its input was cut by a request to stop.
pub(crate) fn or_interrupted(ended: Result<(), Failure>) -> Result<(), Failure> {
    match ended {
        Err(Failure::Message(_)) if IS_CUT.load(Ordering::SeqCst) => Err(Failure::Interrupted),
        ended => ended,
    }
}
