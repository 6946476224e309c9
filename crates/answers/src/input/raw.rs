//! The lines of a file, of the table in a zip file, or of standard input: UTF-8 text of bounded length, with line
//! numbers.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Options;
use super::item::{BadLine, Item, RowError, SourceLocation};
use super::source::{DocumentMemory, PipeReader, ReservedMemory, Unopened, display_name, is_stdin};
use crate::Error;
use crate::input::lines;
use crate::input::source::{FileState, UnchangedReader};

/// The maximum length of a line in bytes. It bounds the memory that a file of another kind can take.
const MAX_LINE: usize = lines::MAX_LINE_BYTES;

/// The maximum number of lines of a row with quoted line ends, besides the first.
const MAX_ROW_LINES: usize = 256;

/// The maximum length in bytes of a file that is read as one JSON document.
const MAX_DOCUMENT: usize = 64 << 20;

/// A reader of the lines of a file.
pub(crate) struct RawLines {
    /// The name of the file as messages show it.
    pub(crate) name: Arc<str>,
    path: PathBuf,
    reader: Box<dyn BufRead + Send>,
    /// The number of the last line read, from 1.
    pub(crate) line: u64,
    /// The maximum length of a line in bytes.
    pub(crate) max_line: usize,
    /// Whether the rest of a line must be skipped before the next line. It is not skipped earlier, because it may be
    /// endless.
    in_line: bool,
    /// Whether the last line read had a line end.
    pub(crate) line_ended: bool,
    /// Lines that were put back.
    unread: VecDeque<String>,
    /// The unpacked length of the table, if the file is a zip file. Its checksum detects truncation.
    pub(crate) zipped: Option<u64>,
    /// The date of the WCA export, if known.
    pub(crate) date: Option<String>,
    /// The memory for files that are read whole, if it is shared with others.
    pub(crate) memory: Option<Arc<dyn DocumentMemory>>,
}

/// A file that is read whole.
#[derive(Default)]
pub(crate) struct Document {
    pub(crate) bytes: Vec<u8>,
    /// Its part of the memory that it shares with others.
    reserved: ReservedMemory,
}

impl RawLines {
    /// Opens a file or standard input. `pipe_reader` reads standard input and pipes, if it is given. The file must be in
    /// the state `expected`, if that is given.
    pub(crate) fn open(
        path: &Path,
        pipe_reader: Option<PipeReader>,
        expected: Option<FileState>,
    ) -> Result<RawLines, Error> {
        let about = |e: io::Error| Error::file(path, "read", &e);
        let reader: Box<dyn BufRead + Send> = if is_stdin(path) {
            match pipe_reader {
                Some(read) => Box::new(BufReader::new(read(Box::new(io::stdin())).map_err(about)?)),
                None => Box::new(BufReader::new(io::stdin())),
            }
        } else if is_zip(path).map_err(about)? {
            return open_zip(path, expected);
        } else {
            match (pipe_reader, expected) {
                (Some(read), _) if !fs::metadata(path).map_err(about)?.is_file() => {
                    Box::new(BufReader::new(read(Box::new(Unopened::new(path))).map_err(about)?))
                }
                (_, expected) => {
                    let file = File::open(path).map_err(about)?;
                    match expected {
                        Some(expected) => Box::new(BufReader::new(UnchangedReader::new(file, expected))),
                        None => Box::new(BufReader::new(file)),
                    }
                }
            }
        };
        let lines = RawLines::new(&display_name(path), reader);
        Ok(RawLines { path: if is_stdin(path) { "standard input".into() } else { path.into() }, ..lines })
    }

    /// Reads the lines of `reader`, called `name` in messages, within the limits of these options.
    pub(crate) fn limited(name: &str, reader: Box<dyn BufRead + Send>, options: &Options) -> RawLines {
        let max_line = options.max_line.unwrap_or(MAX_LINE).min(MAX_LINE);
        RawLines { max_line, memory: options.memory.clone(), ..RawLines::new(name, reader) }
    }

    /// Reads the lines of `reader`, called `name` in messages.
    fn new(name: &str, reader: Box<dyn BufRead + Send>) -> RawLines {
        RawLines {
            name: name.into(),
            path: name.into(),
            reader,
            line: 0,
            max_line: MAX_LINE,
            in_line: false,
            line_ended: true,
            unread: VecDeque::new(),
            zipped: None,
            date: None,
            memory: None,
        }
    }

    /// Returns the first bytes of the file without consuming them. Must be called before a line is read.
    pub(crate) fn peek(&mut self) -> Result<&[u8], Box<Item>> {
        let path = &self.path;
        self.reader.fill_buf().map_err(|e| Box::new(failed(format!("cannot read {}: {e}", path.display()))))
    }

    /// Reads the rest of the file.
    ///
    /// # Errors
    /// If it is longer than [`MAX_DOCUMENT`], or there is no memory for it.
    pub(crate) fn read_document(&mut self, bytes: &mut u64) -> Result<Document, Box<Item>> {
        let mut document = Document::default();
        let failed = |message| Err(Box::new(failed(message)));
        loop {
            let buffer = match self.reader.fill_buf() {
                Ok([]) => break,
                Ok(buffer) => buffer,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return failed(format!("cannot read {}: {e}", self.path.display())),
            };
            if document.bytes.len() + buffer.len() > MAX_DOCUMENT {
                let megabytes = MAX_DOCUMENT >> 20;
                return failed(format!(
                    "{}: the JSON file is longer than {megabytes} MiB; export its sessions one by one",
                    self.name
                ));
            }
            if let Some(memory) = &self.memory
                && !document.reserved.cover(&**memory, document.bytes.len() + buffer.len())
            {
                return failed(format!(
                    "{}: there is no memory for so long a JSON file; export its sessions one by one",
                    self.name
                ));
            }
            document.bytes.extend_from_slice(buffer);
            let count = buffer.len();
            self.reader.consume(count);
        }
        *bytes += document.bytes.len() as u64;
        Ok(document)
    }

    /// Reads the next line, without its line end. Returns `None` at the end of the file.
    pub(crate) fn read_line(&mut self, bytes: &mut u64) -> Option<Result<String, Item>> {
        if let Some(line) = self.unread.pop_front() {
            self.line += 1;
            return Some(Ok(line));
        }
        if std::mem::take(&mut self.in_line) {
            // An error occurs again at the next read.
            let mut rest = Vec::new();
            while let Ok(count @ 1..) = lines::read(&mut self.reader, &mut rest) {
                *bytes += count as u64;
                if !lines::is_too_long(&rest) {
                    break;
                }
            }
        }
        let mut buffer = Vec::new();
        match lines::read(&mut self.reader, &mut buffer) {
            Ok(0) => return None,
            Ok(count) => *bytes += count as u64,
            Err(e) => {
                return Some(Err(failed(format!("cannot read {}: {e}", self.path.display()))));
            }
        }
        self.line += 1;
        self.line_ended = lines::has_end(&buffer);
        let bad = |column, message: &str| {
            let fault = RowError { line: 0, column, message: message.into() };
            Some(Err(self.bad_row(self.line, fault)))
        };
        if buffer.len() > MAX_LINE && !self.line_ended {
            let item = bad(0, "the line is longer than a mebibyte; is this a file of scrambles?");
            self.in_line = true;
            return item;
        }
        if buffer.len() > self.max_line + 2 {
            return bad(0, &format!("the line is longer than {} bytes", self.max_line));
        }
        if self.line == 1 {
            if buffer.starts_with(b"\xef\xbb\xbf") {
                buffer.drain(..3);
            }
            if buffer.starts_with(b"PK\x03\x04") {
                return Some(Err(self.failed("this is a zip file, which can only be read as `input` FILE")));
            }
        }
        let mut buffer = match String::from_utf8(buffer) {
            Ok(text) => text,
            Err(e) => {
                let (valid, buffer) = (e.utf8_error().valid_up_to(), e.as_bytes());
                if self.line == 1 && (buffer.starts_with(b"\xff\xfe") || buffer.starts_with(b"\xfe\xff")) {
                    return bad(0, "this looks like UTF-16; save the file as UTF-8");
                }
                let message =
                    format!("byte 0x{:02x} is not UTF-8 text; save the file as UTF-8", buffer[valid]);
                return bad(String::from_utf8_lossy(&buffer[..valid]).chars().count(), &message);
            }
        };
        buffer.truncate(buffer.trim_end_matches(['\n', '\r']).len());
        Some(Ok(buffer))
    }

    /// Puts back the last line read.
    pub(crate) fn unread(&mut self, line: String) {
        self.line -= 1;
        self.unread.push_front(line);
    }

    /// Reads the rest of a row whose first line, the last line read, is `row`. Adds lines while `is_open` returns true.
    ///
    /// # Errors
    /// If the row is still open at a line that `begins` another row, after [`MAX_ROW_LINES`] lines, or at the end of
    /// the file. After [`MAX_ROW_LINES`] lines, and at the end of the file if `begins` is `None`, the added lines are
    /// put back.
    pub(crate) fn read_row(
        &mut self,
        mut row: String,
        bytes: &mut u64,
        is_open: impl Fn(&str) -> bool,
        begins: Option<impl Fn(&str) -> bool>,
        fault: impl Fn(&str) -> RowError,
    ) -> Result<String, Box<Item>> {
        let first = self.line;
        let mut added: Vec<String> = Vec::new();
        let knows_rows = begins.is_some();
        let begins = |line: &str| begins.as_ref().is_some_and(|begins| begins(line));
        while is_open(&row) {
            match self.read_line(bytes) {
                Some(Err(item)) => return Err(Box::new(item)),
                Some(Ok(line))
                    if !begins(&line) && row.len() < self.max_line && added.len() < MAX_ROW_LINES =>
                {
                    row.push('\n');
                    row.push_str(&line);
                    added.push(line);
                }
                ended => {
                    let item = self.bad_row(first, fault(&row));
                    // The added lines contain no other row, unless `begins` is `None`.
                    let is_at_end = ended.is_none();
                    if let Some(Ok(line)) = ended {
                        self.unread(line);
                    }
                    let is_too_long = added.len() == MAX_ROW_LINES || row.len() >= self.max_line;
                    if is_too_long || (is_at_end && !knows_rows) {
                        added.into_iter().rev().for_each(|line| self.unread(line));
                    }
                    return Err(Box::new(item));
                }
            }
        }
        Ok(row)
    }

    /// Returns the place of a line.
    pub(crate) fn place(&self, line: u64) -> SourceLocation {
        SourceLocation::Line(Arc::clone(&self.name), line)
    }

    /// Returns the item for an error in the row that begins at line `first`.
    pub(crate) fn bad_row(&self, first: u64, fault: RowError) -> Item {
        let place = self.place(first + fault.line);
        Item::Bad(BadLine {
            place,
            line: 1,
            column: fault.column + 1,
            is_state: false,
            message: fault.message,
            fault: Box::default(),
        })
    }

    /// Returns a failure of the file at the last line read.
    pub(crate) fn failed(&self, message: &str) -> Item {
        failed(format!("{}:{}: {message}", self.name, self.line))
    }
}

/// Returns the item of an input that cannot be read further.
pub(crate) fn failed(message: String) -> Item {
    Item::Failed(Error::message(message))
}

/// Opens the table in a zip file, which must have the length `expected`, if that is given.
#[cfg(not(target_family = "wasm"))]
fn open_zip(path: &Path, expected: Option<FileState>) -> Result<RawLines, Error> {
    let about = |e: io::Error| Error::file(path, "read", &e);
    // Its checksum detects other changes.
    let bytes = fs::metadata(path).map_err(about)?.len();
    if expected.is_some_and(|expected| expected.bytes != bytes) {
        let message = format!("cannot read {}: it has changed since the run began", path.display());
        return Err(Error::message(message));
    }
    let mut table = super::zipped::ZippedTable::open(path).map_err(Error::message)?;
    let (name, zipped, date) =
        (format!("{}/{}", path.display(), table.name), Some(table.length), table.date.take());
    let lines = RawLines::new(&name, Box::new(table.read().map_err(about)?));
    Ok(RawLines { path: path.into(), zipped, date, ..lines })
}

/// Refuses a zip file: WebAssembly has no files.
#[cfg(target_family = "wasm")]
fn open_zip(path: &Path, _: Option<FileState>) -> Result<RawLines, Error> {
    Err(Error::file(path, "read", &io::ErrorKind::Unsupported.into()))
}

/// Returns whether a file is a zip file, judged by its name or its first bytes.
fn is_zip(path: &Path) -> io::Result<bool> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip")) {
        return Ok(true);
    }
    // Pipes can be read only once.
    if !fs::metadata(path)?.is_file() {
        return Ok(false);
    }
    let mut start = Vec::new();
    File::open(path)?.take(4).read_to_end(&mut start)?;
    Ok(start == b"PK\x03\x04")
}
