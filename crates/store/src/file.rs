//! The file format of tables: a header of one page, then the codes. All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 0..8 | `CUBIFORM` |
//! | 8..12 | version of the format |
//! | 12..16 | used bytes of the header, n |
//! | 16..24 | number of entries |
//! | 24..32 | size of the codes in bytes |
//! | 32..40 | XXH3-64 of the codes |
//! | 40..44 | length of the identity in bytes, i |
//! | 44..48 | length of the histogram in numbers, h |
//! | 48..48+i | the identity, UTF-8; for a table of a goal: name, pieces, base, version of the numbering |
//! | ..+8h | the histogram: number of states by distance |
//! | n-8..n | XXH3-64 of bytes 0..n-8 |
//! | 4096.. | the codes |
//!
//! A file is written under a temporary name, with its header last, and renamed once it is complete and synced, so a
//! file of this format under a table's name was complete at that time. Its length and header are checked at every
//! opening; [the crate's page](crate) describes when its codes are checked.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// The version of the format that this code reads and writes.
pub(crate) const FORMAT: u32 = 1;
/// The number of bytes before the codes.
pub const HEADER_LEN: usize = 4096;
const MAGIC: &[u8; 8] = b"CUBIFORM";
const FIXED_LEN: usize = 48;

/// The content of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The identity of the table's contents.
    pub identity: String,
    /// The number of entries.
    pub entries: u64,
    /// The size of the codes in bytes.
    pub payload: u64,
    /// XXH3-64 of the codes.
    pub checksum: u64,
    /// The number of states by distance.
    pub histogram: Vec<u64>,
}

/// An error of a table file. Each message names the file.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum FileError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: not a cubiform table: it does not start with \"CUBIFORM\"", path.display())]
    Magic { path: PathBuf },
    #[error("{}: format version {found}, but this program reads version {FORMAT}", path.display())]
    Version { path: PathBuf, found: u32 },
    #[error("{}: made by a later version of cubiform: numbering {found}, but this program has numbering {own}", path.display())]
    Numbering { path: PathBuf, own: u32, found: u32 },
    #[error("{}: too large for the address space of this machine: {bytes} bytes", path.display())]
    TooLarge { path: PathBuf, bytes: u64 },
    #[error("{}: damaged header: {what}", path.display())]
    Header { path: PathBuf, what: &'static str },
    #[error("{}: another table: expected \"{expected}\", found \"{found}\"", path.display())]
    Identity { path: PathBuf, expected: String, found: String },
    #[error("{}: {found} bytes long, expected {expected}{}", path.display(),
        if found < expected { " (truncated)" } else { "" })]
    Length { path: PathBuf, expected: u64, found: u64 },
    #[error("{}: damaged codes: checksum {found:016x}, expected {expected:016x}", path.display())]
    Checksum { path: PathBuf, expected: u64, found: u64 },
    #[error("{}: wrong histogram {found:?}, expected {expected:?}", path.display())]
    Histogram { path: PathBuf, expected: Vec<u64>, found: Vec<u64> },
    #[error("{}: codes differ from a fresh fill from byte {byte} on", path.display())]
    Codes { path: PathBuf, byte: usize },
}

impl FileError {
    pub(crate) fn io(path: &Path, source: io::Error) -> FileError {
        FileError::Io { path: path.to_path_buf(), source }
    }

    /// Returns whether the file was made by a later version of cubiform, and so must be left as it is.
    pub fn is_later(&self) -> bool {
        matches!(self, FileError::Numbering { .. })
            || matches!(self, FileError::Version { found, .. } if *found > FORMAT)
    }
}

impl Header {
    fn to_bytes(&self) -> Vec<u8> {
        let used = FIXED_LEN + self.identity.len() + 8 * self.histogram.len() + 8;
        assert!(used <= HEADER_LEN, "a header fits its page");
        let mut bytes = Vec::with_capacity(HEADER_LEN);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&FORMAT.to_le_bytes());
        bytes.extend_from_slice(&(used as u32).to_le_bytes());
        for number in [self.entries, self.payload, self.checksum] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&(self.identity.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&(self.histogram.len() as u32).to_le_bytes());
        bytes.extend_from_slice(self.identity.as_bytes());
        for count in &self.histogram {
            bytes.extend_from_slice(&count.to_le_bytes());
        }
        let checksum = xxh3_64(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes.resize(HEADER_LEN, 0);
        bytes
    }

    /// Parses a header from the first bytes of any file.
    ///
    /// # Errors
    /// If the bytes are not an intact header of this version. `path` is only for the message.
    pub fn parse(bytes: &[u8], path: &Path) -> Result<Header, FileError> {
        let damaged = |what| FileError::Header { path: path.to_path_buf(), what };
        let word = |at: usize| -> u32 { u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i])) };
        let long = |at: usize| -> u64 { u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i])) };
        if bytes.len() < MAGIC.len() || !bytes.starts_with(MAGIC) {
            return Err(FileError::Magic { path: path.to_path_buf() });
        }
        if bytes.len() < FIXED_LEN {
            return Err(damaged("truncated"));
        }
        if word(8) != FORMAT {
            return Err(FileError::Version { path: path.to_path_buf(), found: word(8) });
        }
        let used = word(12) as usize;
        let (identity, histogram) = (word(40) as usize, word(44) as usize);
        if used > HEADER_LEN.min(bytes.len()) || identity > HEADER_LEN || histogram > HEADER_LEN {
            return Err(damaged("lengths exceed the header page"));
        }
        if used != FIXED_LEN + identity + 8 * histogram + 8 {
            return Err(damaged("inconsistent lengths"));
        }
        if xxh3_64(&bytes[..used - 8]) != long(used - 8) {
            return Err(damaged("wrong checksum"));
        }
        let text = String::from_utf8(bytes[FIXED_LEN..][..identity].to_vec());
        Ok(Header {
            identity: text.map_err(|_| damaged("identity is not UTF-8"))?,
            entries: long(16),
            payload: long(24),
            checksum: long(32),
            histogram: (0..histogram).map(|i| long(FIXED_LEN + identity + 8 * i)).collect(),
        })
    }

    /// Reads the header of an open file and compares it with the file's length.
    ///
    /// # Errors
    /// If the file cannot be read, has no intact header of this version, or has another length than the header states.
    pub(crate) fn read(file: &File, path: &Path) -> Result<Header, FileError> {
        let io = |e| FileError::io(path, e);
        let found = file.metadata().map_err(io)?.len();
        let mut bytes = vec![0; found.min(HEADER_LEN as u64) as usize];
        read_exact_at(file, &mut bytes, 0).map_err(io)?;
        let header = Header::parse(&bytes, path)?;
        let expected = header.payload.saturating_add(HEADER_LEN as u64);
        if found != expected {
            return Err(FileError::Length { path: path.to_path_buf(), expected, found });
        }
        Ok(header)
    }
}

/// Splits an identity into the text before its numbering, the numbering, and the text after it.
fn split_identity(identity: &str) -> Option<(&str, u32, &str)> {
    let (before, after) = identity.split_once(" numbering ")?;
    let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
    Some((before, after[..digits].parse().ok()?, &after[digits..]))
}

/// Returns the version of the numbering in an identity, if it has one.
pub(crate) fn numbering(identity: &str) -> Option<u32> {
    split_identity(identity).map(|(_, numbering, _)| numbering)
}

/// Returns the numberings of two identities if only these differ: one file is then an earlier form of the other, from
/// before cubiform changed the order or the meaning of its codes.
pub(crate) fn differing_numberings(one: &str, other: &str) -> Option<(u32, u32)> {
    let ((before, one, after), (other_before, other, other_after)) =
        (split_identity(one)?, split_identity(other)?);
    ((before, after) == (other_before, other_after) && one != other).then_some((one, other))
}

/// Fills `bytes` from `offset` on, independent of the file position, which other readers of the descriptor may use.
///
/// # Errors
/// Any error of the system; [`io::ErrorKind::UnexpectedEof`] if the file ends before.
pub(crate) fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    #[cfg(unix)]
    {
        std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
    }
    #[cfg(windows)]
    {
        let (mut bytes, mut offset) = (bytes, offset);
        while !bytes.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(file, bytes, offset) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => {
                    bytes = &mut bytes[read..];
                    offset += read as u64;
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }
    #[cfg(not(any(unix, windows)))]
    {
        let _ = (file, bytes, offset);
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// The number of bytes written at a time, at offsets that are multiples of it. File systems that keep files in huge
/// pages of the page cache do so for writes that cover whole huge pages, and mapped look-ups are then as fast as in
/// memory.
const CHUNK: usize = 8 << 20;

/// A writer of a table file: codes first, then the header.
pub struct Writer<W: Write + Seek> {
    file: BufWriter<W>,
    checksum: Xxh3Default,
    payload: u64,
}

impl<W: Write + Seek> Writer<W> {
    /// Starts a file with an empty page in the place of the header.
    ///
    /// # Errors
    /// Any error of the file.
    pub fn new(file: W) -> io::Result<Writer<W>> {
        let mut file = BufWriter::with_capacity(CHUNK, file);
        file.write_all(&[0; HEADER_LEN])?;
        Ok(Writer { file, checksum: Xxh3Default::new(), payload: 0 })
    }

    /// Writes the header over the empty page and returns it. The caller must sync the file.
    ///
    /// # Errors
    /// Any error of the file.
    pub fn finish(self, identity: String, entries: u64, histogram: Vec<u64>) -> io::Result<Header> {
        let header =
            Header { identity, entries, payload: self.payload, checksum: self.checksum.digest(), histogram };
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header.to_bytes())?;
        Ok(header)
    }
}

impl<W: Write + Seek> Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Writes end at chunk boundaries, so that the buffer is flushed only when it is full.
        let room = CHUNK - ((HEADER_LEN as u64 + self.payload) % CHUNK as u64) as usize;
        let written = self.file.write(&bytes[..bytes.len().min(room)])?;
        self.checksum.update(&bytes[..written]);
        self.payload += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            identity: "cross edges [4]".into(),
            entries: 4,
            payload: 1,
            checksum: 9,
            histogram: vec![1, 2, 3],
        }
    }

    #[test]
    fn headers_round_trip() {
        assert_eq!(Header::parse(&header().to_bytes(), Path::new("x")).unwrap(), header());
    }

    #[test]
    fn header_with_any_flipped_bit_is_rejected() {
        let bytes = header().to_bytes();
        let used = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        for bit in 0..8 * used {
            let mut bytes = bytes.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(Header::parse(&bytes, Path::new("x")).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn differing_numberings_are_found_only_in_otherwise_equal_identities() {
        let of = |name: &str, numbering: u32| format!("{name} base [4] numbering {numbering} oriented Z");
        assert_eq!(differing_numberings(&of("cross", 1), &of("cross", 12)), Some((1, 12)));
        assert_eq!(differing_numberings(&of("cross", 1), &of("cross", 1)), None);
        assert_eq!(differing_numberings(&of("cross", 1), &of("slot", 2)), None);
        assert_eq!(differing_numberings(&of("cross", 1), "cross base [4] numbering 2"), None);
        assert_eq!(differing_numberings("cosets small", "cosets large"), None);
        assert_eq!((numbering(&of("cross", 12)), numbering("cosets small")), (Some(12), None));
    }

    #[test]
    fn short_foreign_and_newer_headers_are_rejected() {
        let bytes = header().to_bytes();
        for length in 0..FIXED_LEN + 20 {
            assert!(Header::parse(&bytes[..length], Path::new("x")).is_err(), "{length}");
        }
        let message = Header::parse(b"PK\x03\x04........", Path::new("a.zip")).unwrap_err().to_string();
        assert!(message.starts_with("a.zip: not a cubiform table"), "{message}");
        let mut newer = bytes;
        newer[8] = 2;
        let message = Header::parse(&newer, Path::new("x")).unwrap_err().to_string();
        assert_eq!(message, "x: format version 2, but this program reads version 1");
    }
}
