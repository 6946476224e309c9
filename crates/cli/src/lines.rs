//! Lines and records of bounded length, so that a file of something else cannot fill the memory.

use std::io::{self, BufRead, Read};

/// The longest line, in bytes: no row that cubiform reads is as long.
pub(crate) const LONGEST: usize = 1 << 20;

/// The message about a longer line.
pub(crate) const TOO_LONG: &str = "the line is longer than a mebibyte";

/// Bytes that a reader of records may take beyond the record that it returns.
const READ_AHEAD: usize = 1 << 16;

/// Reads the next line with its end into `line`, which is overwritten. Returns its length, which is 0 at the end of the
/// input. Of a line that [`is_too_long`] only the beginning is read.
pub(crate) fn read(reader: &mut (impl BufRead + ?Sized), line: &mut Vec<u8>) -> io::Result<usize> {
    line.clear();
    reader.take(LONGEST as u64 + 1).read_until(b'\n', line)
}

/// Whether [`read`] stopped before the end of this line.
pub(crate) fn is_too_long(line: &[u8]) -> bool {
    line.len() > LONGEST && !line.ends_with(b"\n")
}

/// A reader that fails with [`TOO_LONG`] when a record, which may have several lines, is longer than a line may be.
pub(crate) struct Bounded<R> {
    inner: R,
    left: usize,
}

impl<R> Bounded<R> {
    /// A reader of `inner` at the beginning of a record.
    pub(crate) fn new(inner: R) -> Bounded<R> {
        Bounded { inner, left: LONGEST + READ_AHEAD }
    }

    /// Notes that a record has ended.
    pub(crate) fn end_record(&mut self) {
        self.left = LONGEST + READ_AHEAD;
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !buffer.is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, TOO_LONG));
        }
        let limit = buffer.len().min(self.left);
        let count = self.inner.read(&mut buffer[..limit])?;
        self.left -= count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_is_cut_at_the_limit() {
        let longest = [vec![b'a'; LONGEST], b"\nb".to_vec()].concat();
        let mut line = Vec::new();
        let mut reader = &longest[..];
        assert_eq!(read(&mut reader, &mut line).unwrap(), LONGEST + 1);
        assert!(!is_too_long(&line));
        assert_eq!((read(&mut reader, &mut line).unwrap(), &line[..]), (1, &b"b"[..]));
        assert_eq!(read(&mut reader, &mut line).unwrap(), 0);
        read(&mut io::BufReader::new(io::repeat(b'a')), &mut line).unwrap();
        assert!(is_too_long(&line) && line.len() == LONGEST + 1);
    }

    #[test]
    fn endless_record_is_an_error() {
        let mut reader = Bounded::new(io::repeat(b'a'));
        let mut buffer = vec![0; LONGEST];
        reader.read_exact(&mut buffer).unwrap();
        reader.end_record();
        reader.read_exact(&mut buffer).unwrap();
        let error = reader.read_exact(&mut buffer).unwrap_err();
        assert_eq!(error.to_string(), TOO_LONG);
    }
}
