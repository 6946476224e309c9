//! The bytes of an input: pipes and standard input, files that must not change while they are read, and a limit on the
//! memory of those that are read whole.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

/// A function that returns another reader of a pipe or of standard input, such as one that can be interrupted.
pub type PipeReader = fn(Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>>;

/// A file that its first read opens: to open a named pipe waits for its writer.
pub struct Unopened {
    path: PathBuf,
    file: Option<File>,
}

impl Unopened {
    /// Returns the reader of a file that is not open yet.
    pub fn new(path: &Path) -> Unopened {
        Unopened { path: path.into(), file: None }
    }
}

impl Read for Unopened {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(File::open(&self.path)?),
        };
        file.read(buffer)
    }
}

/// Returns whether a path means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the name of a file in messages.
pub fn display_name(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".into() } else { path.display().to_string() }
}

/// The recorded state of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileState {
    /// The length in bytes.
    pub bytes: u64,
    /// The hash (XXH3, 64 bits) of the bytes, if it is known.
    pub xxh3: Option<u64>,
}

/// A reader that fails where the bytes differ from the recorded state: at the end of a shorter file, after the recorded
/// length of a longer one, or at the end of a file with another hash. Hence a last line that is cut is never returned.
pub(super) struct UnchangedReader<R> {
    inner: R,
    expected: FileState,
    bytes: u64,
    hash: Xxh3,
}

impl<R: Read> UnchangedReader<R> {
    /// Wraps `inner`, which is at the beginning of the file.
    pub(super) fn new(inner: R, expected: FileState) -> UnchangedReader<R> {
        UnchangedReader { inner, expected, bytes: 0, hash: Xxh3::new() }
    }

    /// Returns the error about a changed file.
    fn changed(&self, how: &str) -> io::Error {
        let FileState { bytes, .. } = self.expected;
        io::Error::other(format!(
            "it had {bytes} bytes when the run began, and {how}; run again when it is complete"
        ))
    }
}

impl<R: Read> Read for UnchangedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.expected.bytes - self.bytes;
        if left == 0 && !buffer.is_empty() {
            if self.inner.read(&mut [0])? > 0 {
                return Err(self.changed("has grown since"));
            }
            if self.expected.xxh3.is_some_and(|hash| hash != self.hash.digest()) {
                return Err(self.changed("has other contents now"));
            }
            return Ok(0);
        }
        let limit = usize::try_from(left).map_or(buffer.len(), |left| left.min(buffer.len()));
        let count = self.inner.read(&mut buffer[..limit])?;
        if count == 0 && limit > 0 {
            return Err(self.changed(&format!("now ends after {}", self.bytes)));
        }
        self.hash.update(&buffer[..count]);
        self.bytes += count as u64;
        Ok(count)
    }
}

/// Memory that files which are read whole, such as csTimer's file of all sessions, share.
pub trait DocumentMemory: Send + Sync {
    /// Takes `bytes` bytes of memory until the guard is dropped. Returns `None` if there is too little.
    fn take(&self, bytes: usize) -> Option<Box<dyn Send>>;
}

/// The memory that a growing document has taken. The first [`ReservedMemory::UNIT`] bytes are free.
#[derive(Default)]
pub struct ReservedMemory(Vec<Box<dyn Send>>);

impl ReservedMemory {
    /// The number of bytes that are taken together.
    pub const UNIT: usize = 16 << 10;

    /// Takes memory until it covers `bytes` bytes. Returns whether there was enough.
    pub fn cover(&mut self, memory: &dyn DocumentMemory, bytes: usize) -> bool {
        while (self.0.len() + 1) * Self::UNIT < bytes {
            let Some(held) = memory.take(Self::UNIT) else { return false };
            self.0.push(held);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], expected: FileState) -> (Vec<u8>, Result<usize, String>) {
        let mut all = Vec::new();
        let read = UnchangedReader::new(bytes, expected).read_to_end(&mut all).map_err(|e| e.to_string());
        (all, read)
    }

    #[test]
    fn file_that_shrinks_grows_or_changes_is_an_error_at_its_end() {
        let state = |xxh3| FileState { bytes: 4, xxh3 };
        let hash = xxhash_rust::xxh3::xxh3_64(b"R U\n");
        for expected in [state(None), state(Some(hash))] {
            assert_eq!(read(b"R U\n", expected), (b"R U\n".to_vec(), Ok(4)));
            for (bytes, wanted) in [(&b"R"[..], "now ends after 1"), (b"R U\nF", "has grown since")] {
                let (all, message) = read(bytes, expected);
                assert_eq!(all, bytes[..bytes.len().min(4)]);
                assert!(message.clone().unwrap_err().contains(wanted), "{message:?}");
            }
        }
        assert_eq!(read(b"F U\n", state(None)).1, Ok(4));
        assert!(read(b"F U\n", state(Some(hash))).1.unwrap_err().contains("has other contents now"));
    }
}
