//! A file that must not change while it is read.
//!
//! A run records the size of its input, and often the hash, when it begins. If the file then shrinks, grows or gets other
//! contents, the answers are not those of the recorded input, and the last line may be cut.

use std::io::{self, Read};

use xxhash_rust::xxh3::Xxh3;

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
