//! Readers of lines and records of bounded length, so that a file of another kind cannot exhaust the memory.

use std::io::{self, BufRead, Read};

/// The maximum length of a line in bytes. All valid rows are shorter.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// The message about a longer line.
pub const LINE_TOO_LONG: &str = "the line is longer than a mebibyte";

/// The number of bytes that a buffering reader may read beyond the current record.
const READ_AHEAD: usize = 1 << 16;

/// Returns whether a byte ends a line. `\r` without `\n` is the line end of old Macs; ignoring it would join lines.
fn is_line_end(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Reads the next line with its line end (`\n`, `\r\n` or `\r`) into `line`, which is overwritten. Returns its length,
/// which is 0 at the end of the input. If the line [`is_too_long`], reads only its beginning.
///
/// # Errors
/// If the source cannot be read.
pub fn read(reader: &mut (impl BufRead + ?Sized), line: &mut Vec<u8>) -> io::Result<usize> {
    line.clear();
    while line.len() <= MAX_LINE_BYTES {
        let available = match reader.fill_buf() {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            available => available?,
        };
        let available = &available[..available.len().min(MAX_LINE_BYTES + 1 - line.len())];
        let end = memchr::memchr2(b'\n', b'\r', available);
        let count = end.map_or(available.len(), |end| end + 1);
        let is_over = available.is_empty() || end.is_some();
        line.extend_from_slice(&available[..count]);
        reader.consume(count);
        if is_over {
            break;
        }
    }
    if line.ends_with(b"\r") && reader.fill_buf()?.first() == Some(&b'\n') {
        line.push(b'\n');
        reader.consume(1);
    }
    Ok(line.len())
}

/// Returns whether [`read`] stopped before the end of this line.
pub fn is_too_long(line: &[u8]) -> bool {
    line.len() > MAX_LINE_BYTES && !has_end(line)
}

/// Returns whether a line has its line end.
pub fn has_end(line: &[u8]) -> bool {
    line.last().is_some_and(is_line_end)
}

/// Returns a text whose lines all end with `\n`.
pub fn with_unix_ends(text: String) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// A reader that fails with [`LINE_TOO_LONG`] if a record is longer than the maximum length of a line. A record may have
/// several lines.
pub struct BoundedReader<R> {
    inner: R,
    left: usize,
}

impl<R> BoundedReader<R> {
    /// Wraps `inner`, which is at the beginning of a record.
    pub fn new(inner: R) -> BoundedReader<R> {
        BoundedReader { inner, left: MAX_LINE_BYTES + READ_AHEAD }
    }

    /// Resets the limit at the end of a record.
    pub fn end_record(&mut self) {
        self.left = MAX_LINE_BYTES + READ_AHEAD;
    }
}

impl<R: Read> Read for BoundedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !buffer.is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, LINE_TOO_LONG));
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
        let longest = [vec![b'a'; MAX_LINE_BYTES], b"\nb".to_vec()].concat();
        let mut line = Vec::new();
        let mut reader = &longest[..];
        assert_eq!(read(&mut reader, &mut line).unwrap(), MAX_LINE_BYTES + 1);
        assert!(!is_too_long(&line));
        assert_eq!((read(&mut reader, &mut line).unwrap(), &line[..]), (1, &b"b"[..]));
        assert_eq!(read(&mut reader, &mut line).unwrap(), 0);
        read(&mut io::BufReader::new(io::repeat(b'a')), &mut line).unwrap();
        assert!(is_too_long(&line) && line.len() == MAX_LINE_BYTES + 1);
    }

    #[test]
    fn lines_end_with_either_character_or_both() {
        let mut reader = io::BufReader::with_capacity(2, &b"a\rb\r\n\r\r\nc\n\rd\r"[..]);
        let mut lines: Vec<String> = Vec::new();
        let mut line = Vec::new();
        while read(&mut reader, &mut line).unwrap() > 0 {
            lines.push(String::from_utf8(line.clone()).unwrap());
        }
        assert_eq!(lines, ["a\r", "b\r\n", "\r", "\r\n", "c\n", "\r", "d\r"]);
        assert_eq!(with_unix_ends("a\rb\r\n\r\r\nc\n".into()), "a\nb\n\n\nc\n");
    }

    #[test]
    fn endless_record_is_an_error() {
        let mut reader = BoundedReader::new(io::repeat(b'a'));
        let mut buffer = vec![0; MAX_LINE_BYTES];
        reader.read_exact(&mut buffer).unwrap();
        reader.end_record();
        reader.read_exact(&mut buffer).unwrap();
        let error = reader.read_exact(&mut buffer).unwrap_err();
        assert_eq!(error.to_string(), LINE_TOO_LONG);
    }
}
