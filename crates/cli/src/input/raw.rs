//! The lines of a file, a zip file's table or standard input: UTF-8 of bounded length, with their numbers.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{BadLine, Item, Place, is_stdin};
use crate::interruptible::Interruptible;
use crate::lines;
use crate::zipped::Zipped;

/// The longest line that is read. A longer one is not a scramble, and reading it would fill the memory.
const MAX_LINE: usize = lines::LONGEST;

/// The most lines that a row with quoted line ends may have.
const MAX_ROW_LINES: usize = 256;

/// The longest file that is read as one JSON document.
const MAX_DOCUMENT: u64 = 64 << 20;

/// What is wrong with a row: so many lines below its first, after so many characters of that line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RowError {
    pub(crate) line: u64,
    pub(crate) column: usize,
    pub(crate) message: String,
}

/// The lines of a file.
pub(super) struct RawLines {
    /// The name of the file as messages show it.
    pub(super) name: Arc<str>,
    path: PathBuf,
    reader: Box<dyn BufRead + Send>,
    /// The number of the line read last, from 1.
    pub(super) line: u64,
    /// Whether the rest of a line is still to be skipped. It is skipped only when the next line is requested: it may be
    /// endless, and the next line may never be needed.
    in_line: bool,
    /// Whether the line read last had an end.
    pub(super) line_ended: bool,
    /// Lines that were read and not used.
    unread: VecDeque<String>,
    /// The length of the table of a zip file, whose checksum shows whether it is whole.
    pub(super) zipped: Option<u64>,
    /// The date of the export that the file is from.
    pub(super) date: Option<String>,
}

impl RawLines {
    /// Opens a file, or standard input. With `interruptible`, a read of standard input or a pipe ends when the user stops
    /// the program.
    pub(super) fn open(path: &Path, interruptible: bool) -> Result<RawLines, String> {
        let about = |e: io::Error| format!("cannot read {}: {e}", path.display());
        let (mut name, mut zipped, mut date) = (path.display().to_string(), None, None);
        let reader: Box<dyn BufRead + Send> = if is_stdin(path) {
            name = "<stdin>".into();
            match interruptible {
                true => Box::new(BufReader::new(Interruptible::new(io::stdin()).map_err(about)?)),
                false => Box::new(BufReader::new(io::stdin())),
            }
        } else if is_zip(path).map_err(about)? {
            let mut table = Zipped::open(path)?;
            name = format!("{name}/{}", table.name);
            zipped = Some(table.length);
            date = table.date.take();
            Box::new(table.read().map_err(about)?)
        } else if interruptible && !fs::metadata(path).map_err(about)?.is_file() {
            let file = File::open(path).map_err(about)?;
            Box::new(BufReader::new(Interruptible::new(file).map_err(about)?))
        } else {
            Box::new(BufReader::new(File::open(path).map_err(about)?))
        };
        Ok(RawLines {
            name: name.into(),
            path: if is_stdin(path) { "standard input".into() } else { path.into() },
            reader,
            line: 0,
            in_line: false,
            line_ended: true,
            unread: VecDeque::new(),
            zipped,
            date,
        })
    }

    /// Returns the first bytes of the file, before any line was read: as many as one read yields.
    pub(super) fn peek(&mut self) -> Result<&[u8], Box<Item>> {
        let path = &self.path;
        self.reader
            .fill_buf()
            .map_err(|e| Box::new(Item::Failed(format!("cannot read {}: {e}", path.display()))))
    }

    /// Reads all that is left.
    pub(super) fn read_to_end(&mut self, bytes: &mut u64) -> Result<Vec<u8>, Box<Item>> {
        let mut rest = Vec::new();
        let read = (&mut self.reader).take(MAX_DOCUMENT + 1).read_to_end(&mut rest);
        let count = read
            .map_err(|e| Box::new(Item::Failed(format!("cannot read {}: {e}", self.path.display()))))?
            as u64;
        if count > MAX_DOCUMENT {
            let megabytes = MAX_DOCUMENT >> 20;
            let message = format!(
                "{}: the JSON file is longer than {megabytes} MiB; export its sessions one by one",
                self.name
            );
            return Err(Box::new(Item::Failed(message)));
        }
        *bytes += count;
        Ok(rest)
    }

    /// Reads the next line, without its end; `None` at the end of the file.
    pub(super) fn read_line(&mut self, bytes: &mut u64) -> Option<Result<String, Item>> {
        if let Some(line) = self.unread.pop_front() {
            self.line += 1;
            return Some(Ok(line));
        }
        if std::mem::take(&mut self.in_line) {
            // Errors come again when it is read from.
            *bytes += self.reader.skip_until(b'\n').unwrap_or(0) as u64;
        }
        let mut buffer = Vec::new();
        match lines::read(&mut self.reader, &mut buffer) {
            Ok(0) => return None,
            Ok(count) => *bytes += count as u64,
            Err(e) => {
                return Some(Err(Item::Failed(format!("cannot read {}: {e}", self.path.display()))));
            }
        }
        self.line += 1;
        self.line_ended = buffer.ends_with(b"\n");
        let bad = |column, message: &str| {
            let fault = RowError { line: 0, column, message: message.into() };
            Some(Err(self.bad_row(self.line, fault)))
        };
        if buffer.len() > MAX_LINE && !self.line_ended {
            let item = bad(0, "the line is longer than a mebibyte; is this a file of scrambles?");
            self.in_line = true;
            return item;
        }
        if self.line == 1 {
            if buffer.starts_with(b"\xef\xbb\xbf") {
                buffer.drain(..3);
            }
            if buffer.starts_with(b"PK\x03\x04") {
                return Some(Err(self.failed("this is a zip file, which can only be read as --input FILE")));
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

    /// Puts back the line read last.
    pub(super) fn unread(&mut self, line: String) {
        self.line -= 1;
        self.unread.push_front(line);
    }

    /// Reads the rest of a row that begins with the line `row`, read last: lines are added while `is_open` holds. A row
    /// that ends neither before a line that `begins` another one nor after many lines is an error; its later lines are
    /// read again, as those at the end of a file whose rows cannot be told by their beginning.
    pub(super) fn read_row(
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
                Some(Ok(line)) if !begins(&line) && row.len() < MAX_LINE && added.len() < MAX_ROW_LINES => {
                    row.push('\n');
                    row.push_str(&line);
                    added.push(line);
                }
                ended => {
                    let item = self.bad_row(first, fault(&row));
                    // What was added has no row that `begins`, unless it could not be looked for.
                    let is_at_end = ended.is_none();
                    if let Some(Ok(line)) = ended {
                        self.unread(line);
                    }
                    if added.len() == MAX_ROW_LINES || (is_at_end && !knows_rows) {
                        added.into_iter().rev().for_each(|line| self.unread(line));
                    }
                    return Err(Box::new(item));
                }
            }
        }
        Ok(row)
    }

    /// The place of a line.
    pub(super) fn place(&self, line: u64) -> Place {
        Place::Line(Arc::clone(&self.name), line)
    }

    /// A fault of the row that begins in line `first`.
    pub(super) fn bad_row(&self, first: u64, fault: RowError) -> Item {
        let place = self.place(first + fault.line);
        Item::Bad(BadLine {
            place,
            line: 1,
            column: fault.column + 1,
            is_state: false,
            message: fault.message,
        })
    }

    /// A fault of the file, found in the line read last.
    pub(super) fn failed(&self, message: &str) -> Item {
        Item::Failed(format!("{}:{}: {message}", self.name, self.line))
    }
}

/// Whether a file is to be read as a zip file, by its name or its first bytes.
fn is_zip(path: &Path) -> io::Result<bool> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip")) {
        return Ok(true);
    }
    // What can be read only once is left alone.
    if !fs::metadata(path)?.is_file() {
        return Ok(false);
    }
    let mut start = Vec::new();
    File::open(path)?.take(4).read_to_end(&mut start)?;
    Ok(start == b"PK\x03\x04")
}
