//! Where scrambles come from: the command line, files, standard input; as lines that know their place.

use std::collections::VecDeque;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::failure::{Failure, about_file};
use crate::scramble::is_header;

/// Longer lines are no scrambles; reading on would fill the memory.
const MAX_LINE: usize = 1 << 20;

/// Where a text stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// An argument, from 1.
    Argument(usize),
    /// A line of a file, from 1.
    Line(Arc<str>, u64),
}

/// A text that should be a scramble, perhaps with its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Where it stands.
    pub(crate) place: Place,
    /// The text, without the end of the line.
    pub(crate) text: String,
    /// How many bytes of all input have been read with it.
    pub(crate) bytes: u64,
}

/// A line that cannot be read as a scramble.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadLine {
    /// Where it stands.
    pub(crate) place: Place,
    /// The line within an argument, from 1; 1 for a line of a file.
    pub(crate) line: usize,
    /// The column, from 1, in characters.
    pub(crate) column: usize,
    /// What is wrong there, and what to write instead.
    pub(crate) message: String,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.place, self.line) {
            (Place::Argument(number), 1) => write!(f, "scramble {number}, column {}: ", self.column)?,
            (Place::Argument(number), line) => {
                write!(f, "scramble {number}, line {line}, column {}: ", self.column)?;
            }
            (Place::Line(file, line), _) => write!(f, "{file}:{line}:{}: ", self.column)?,
        }
        f.write_str(&self.message)
    }
}

/// What comes out of an input.
#[derive(Debug)]
pub(crate) enum Item {
    /// A line with something on it.
    Line(Line),
    /// A line that is no text.
    Bad(BadLine),
    /// The input itself failed; nothing follows.
    Failed(String),
}

/// All scrambles of a run.
pub(crate) struct Input {
    arguments: VecDeque<Line>,
    files: VecDeque<PathBuf>,
    open: Option<OpenFile>,
    bytes: u64,
    /// How many bytes there are, where that can be told.
    pub(crate) total: Option<u64>,
}

struct OpenFile {
    name: Arc<str>,
    path: PathBuf,
    reader: Box<dyn BufRead + Send>,
    line: u64,
    /// Whether a line with something on it has been seen: a header is the first of them.
    begun: bool,
    /// Whether the rest of a line is still to be passed over. It is so only when the next line is asked for: it
    /// may be endless, and nobody may ask.
    in_line: bool,
}

impl Input {
    /// Scrambles that are given as they are.
    pub(crate) fn from_arguments(scrambles: &[String]) -> Input {
        let line = |(i, text): (usize, &String)| Line {
            place: Place::Argument(i + 1),
            text: text.clone(),
            bytes: i as u64 + 1,
        };
        let arguments: VecDeque<Line> = scrambles.iter().enumerate().map(line).collect();
        let total = Some(arguments.len() as u64);
        Input { arguments, files: VecDeque::new(), open: None, bytes: 0, total }
    }

    /// About how many scrambles there are, if that can be told.
    pub(crate) fn estimate(&self) -> Option<u64> {
        // A scramble of twenty moves and its id are about sixty bytes.
        let lines = |bytes| bytes / 60;
        if self.arguments.is_empty() { self.total.map(lines) } else { self.total }
    }

    /// The lines of these files, `-` being standard input. That they are there and are no folders is looked at
    /// now, not after an hour of work on the first of them.
    pub(crate) fn from_files(paths: &[PathBuf]) -> Result<Input, Failure> {
        let mut total = Some(0);
        for path in paths.iter().filter(|path| !is_stdin(path)) {
            let metadata = fs::metadata(path).map_err(|e| about_file(path, "read", &e))?;
            if metadata.is_dir() {
                return Err(Failure::Message(format!("cannot read {}: it is a folder", path.display())));
            }
            if metadata.is_file() {
                File::open(path).map_err(|e| about_file(path, "read", &e))?;
                total = total.map(|total: u64| total.saturating_add(metadata.len()));
            } else {
                total = None;
            }
        }
        if paths.iter().any(|path| is_stdin(path)) {
            total = None;
        }
        let files = paths.iter().cloned().collect();
        Ok(Input { arguments: VecDeque::new(), files, open: None, bytes: 0, total })
    }

    /// The next line of the open file that has something on it; `None` at its end.
    fn next_in_file(file: &mut OpenFile, bytes: &mut u64) -> Option<Item> {
        let mut buffer = Vec::new();
        loop {
            if std::mem::take(&mut file.in_line) {
                // Errors come again when it is read from.
                *bytes += file.reader.skip_until(b'\n').unwrap_or(0) as u64;
            }
            buffer.clear();
            let read = (&mut file.reader).take(MAX_LINE as u64 + 1).read_until(b'\n', &mut buffer);
            let failed =
                |e: io::Error| Some(Item::Failed(format!("cannot read {}: {e}", file.path.display())));
            match read {
                Ok(0) => return None,
                Ok(count) => *bytes += count as u64,
                Err(e) => return failed(e),
            }
            file.line += 1;
            let place = Place::Line(Arc::clone(&file.name), file.line);
            let bad = |column, message: &str| {
                Some(Item::Bad(BadLine { place: place.clone(), line: 1, column, message: message.into() }))
            };
            if buffer.len() > MAX_LINE && !buffer.ends_with(b"\n") {
                file.in_line = true;
                return bad(1, "the line is longer than a mebibyte; is this a file of scrambles?");
            }
            if file.line == 1 && buffer.starts_with(b"\xef\xbb\xbf") {
                buffer.drain(..3);
            }
            let text = match str::from_utf8(&buffer) {
                Ok(text) => text.trim_end_matches(['\n', '\r']),
                Err(_)
                    if file.line == 1
                        && (buffer.starts_with(b"\xff\xfe") || buffer.starts_with(b"\xfe\xff")) =>
                {
                    return bad(1, "this looks like UTF-16; save the file as UTF-8");
                }
                Err(e) => {
                    let valid = String::from_utf8_lossy(&buffer[..e.valid_up_to()]);
                    let byte = buffer[e.valid_up_to()];
                    let message = format!("byte 0x{byte:02x} is not UTF-8 text; save the file as UTF-8");
                    return bad(valid.chars().count() + 1, &message);
                }
            };
            let blank = text.trim().is_empty() || text.trim_start().starts_with("//");
            let header = !blank && !file.begun && is_header(text);
            file.begun |= !blank;
            if !blank && !header {
                return Some(Item::Line(Line { place, text: text.into(), bytes: *bytes }));
            }
        }
    }
}

impl Iterator for Input {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        if let Some(line) = self.arguments.pop_front() {
            return Some(Item::Line(line));
        }
        loop {
            if let Some(file) = &mut self.open {
                match Self::next_in_file(file, &mut self.bytes) {
                    Some(Item::Failed(message)) => {
                        self.open = None;
                        self.files.clear();
                        return Some(Item::Failed(message));
                    }
                    Some(item) => return Some(item),
                    None => self.open = None,
                }
            }
            let path = self.files.pop_front()?;
            let (name, reader): (Arc<str>, Box<dyn BufRead + Send>) = if is_stdin(&path) {
                ("<stdin>".into(), Box::new(BufReader::new(io::stdin())))
            } else {
                match File::open(&path) {
                    Ok(file) => (path.display().to_string().into(), Box::new(BufReader::new(file))),
                    Err(e) => {
                        self.files.clear();
                        return Some(Item::Failed(format!("cannot read {}: {e}", path.display())));
                    }
                }
            };
            let path = if is_stdin(&path) { "standard input".into() } else { path };
            self.open = Some(OpenFile { name, path, reader, line: 0, begun: false, in_line: false });
        }
    }
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}
