//! Where scrambles come from: the command line, files, standard input, chance; as lines that know their place.

use std::collections::VecDeque;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cubiform_cube::{Cube, random};

use crate::choice::Events;
use crate::failure::{Failure, about_file};
use crate::fields::is_header;
use crate::lines;
use crate::wca::{self, Columns, Fault};
use crate::zipped::Zipped;

/// Longer lines are no scrambles; reading on would fill the memory.
const MAX_LINE: usize = lines::LONGEST;

/// Where a text stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// An argument, from 1.
    Argument(usize),
    /// A line of a file, from 1.
    Line(Arc<str>, u64),
}

impl Place {
    /// The number of the argument, or of the line in its file, from 1.
    pub(crate) fn number(&self) -> u64 {
        match self {
            Place::Argument(number) => *number as u64,
            Place::Line(_, number) => *number,
        }
    }
}

/// A text that should be a scramble, perhaps with its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Where it stands.
    pub(crate) place: Place,
    /// What stands there.
    pub(crate) content: Content,
    /// How many bytes of all input have been read with it.
    pub(crate) bytes: u64,
}

/// What stands in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// The text, without the end of the line: a scramble, perhaps with its id.
    Text(String),
    /// A scramble whose id is known, with so many characters of the line before it.
    Cell { id: String, scramble: String, column: usize },
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
    /// Whether it is the text of a state, which has no moves to point at.
    pub(crate) is_state: bool,
    /// What is wrong there, and what to write instead.
    pub(crate) message: String,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.place, self.line) {
            (Place::Argument(number), _) if self.is_state => write!(f, "cube {number}: ")?,
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
    /// A state that no scramble led to, its id, and how many there have been with it.
    State(String, Cube, u64),
    /// A line that is no text, or no row of its table.
    Bad(BadLine),
    /// Something to tell whoever runs the command.
    Note(String),
    /// The input itself failed; nothing follows.
    Failed(String),
}

/// All scrambles of a run.
pub(crate) struct Input {
    arguments: VecDeque<Line>,
    states: Option<States>,
    files: VecDeque<PathBuf>,
    open: Option<OpenFile>,
    bytes: u64,
    events: Option<Events>,
    /// Rows of other events than those wanted.
    passed_over: u64,
    /// The notes given so far: each is given once.
    notes: Vec<String>,
    /// How many bytes there are, where that can be told; without files, how many scrambles.
    pub(crate) total: Option<u64>,
    /// What is to be told with results made of it.
    pub(crate) credit: Option<String>,
}

/// Random states.
struct States {
    seed: u64,
    number: u64,
    count: u64,
    states: Box<dyn Iterator<Item = Result<Cube, String>> + Send>,
}

/// A file that is being read.
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
    /// Whether the line read last had an end.
    line_ended: bool,
    /// A line that was read and not used.
    unread: Option<String>,
    /// The columns of the WCA's table, if it is that.
    table: Option<Columns>,
    /// The scrambles of the last row that are still to be given.
    cells: VecDeque<Line>,
    /// How long it is, if it came out of a zip file, whose checksum tells if it is whole.
    zipped: Option<u64>,
    /// When the export was made that it is of.
    date: Option<String>,
}

/// What a file is asked for, and what all files count together.
struct Reading<'a> {
    bytes: &'a mut u64,
    events: Option<&'a Events>,
    passed_over: &'a mut u64,
}

impl Input {
    fn nothing() -> Input {
        Input {
            arguments: VecDeque::new(),
            states: None,
            files: VecDeque::new(),
            open: None,
            bytes: 0,
            events: None,
            passed_over: 0,
            notes: Vec::new(),
            total: Some(0),
            credit: None,
        }
    }

    /// Scrambles that are given as they are.
    pub(crate) fn from_arguments(scrambles: &[String]) -> Input {
        let line = |(i, text): (usize, &String)| Line {
            place: Place::Argument(i + 1),
            content: Content::Text(text.clone()),
            bytes: i as u64 + 1,
        };
        let arguments: VecDeque<Line> = scrambles.iter().enumerate().map(line).collect();
        let total = Some(arguments.len() as u64);
        Input { arguments, total, ..Input::nothing() }
    }

    /// So many random states, the same for the same seed.
    pub(crate) fn from_random(count: u64, seed: u64) -> Input {
        Input::from_states(count, seed, random::states(seed).map(Ok))
    }

    /// So many of these states, of this seed; the first that cannot be had ends them.
    pub(crate) fn from_states(
        count: u64,
        seed: u64,
        states: impl Iterator<Item = Result<Cube, String>> + Send + 'static,
    ) -> Input {
        let states = States { seed, number: 0, count, states: Box::new(states) };
        Input { states: Some(states), total: Some(count), ..Input::nothing() }
    }

    /// About how many scrambles there are, if that can be told.
    pub(crate) fn estimate(&self) -> Option<u64> {
        // A scramble of twenty moves and its id are about sixty bytes.
        let lines = |bytes| bytes / 60;
        let counted = !self.arguments.is_empty() || self.states.is_some();
        if counted { self.total } else { self.total.map(lines) }
    }

    /// The lines of these files, `-` being standard input; of the WCA's tables, the rows of these events. That
    /// they are there, are no folders and begin well is looked at now, not after an hour of work on the first of
    /// them.
    pub(crate) fn from_files(paths: &[PathBuf], events: Option<&Events>) -> Result<Input, Failure> {
        let (mut total, mut credit) = (Some(0), None);
        for path in paths.iter().filter(|path| !is_stdin(path)) {
            let metadata = fs::metadata(path).map_err(|e| about_file(path, "read", &e))?;
            if metadata.is_dir() {
                return Err(Failure::Message(format!("cannot read {}: it is a folder", path.display())));
            }
            if metadata.is_file() {
                let mut file = OpenFile::open(path).map_err(Failure::Message)?;
                let length = file.zipped.unwrap_or(metadata.len());
                total = total.map(|total: u64| total.saturating_add(length));
                let first = file.next(&mut Reading { bytes: &mut 0, events, passed_over: &mut 0 });
                match first {
                    Some(Item::Failed(message)) => return Err(Failure::Message(message)),
                    // What a table begins with is whose it is.
                    Some(Item::Note(note)) => credit = Some(note),
                    _ => {}
                }
            } else {
                total = None;
            }
        }
        if paths.iter().any(|path| is_stdin(path)) {
            total = None;
        }
        let files = paths.iter().cloned().collect();
        Ok(Input { files, events: events.cloned(), total, credit, ..Input::nothing() })
    }

    /// The next item of the files, before any notes about them all.
    fn next_in_files(&mut self) -> Option<Item> {
        loop {
            if self.open.is_none() {
                match OpenFile::open(&self.files.pop_front()?) {
                    Ok(file) => self.open = Some(file),
                    Err(message) => {
                        self.files.clear();
                        return Some(Item::Failed(message));
                    }
                }
            }
            let (events, passed_over) = (self.events.as_ref(), &mut self.passed_over);
            let file = self.open.as_mut().expect("it was opened");
            match file.next(&mut Reading { bytes: &mut self.bytes, events, passed_over }) {
                Some(Item::Failed(message)) => {
                    self.open = None;
                    self.files.clear();
                    return Some(Item::Failed(message));
                }
                Some(Item::Note(note)) if self.notes.contains(&note) => {}
                Some(item) => {
                    if let Item::Note(note) = &item {
                        self.notes.push(note.clone());
                    }
                    return Some(item);
                }
                None => self.open = None,
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
        if let Some(states) = &mut self.states {
            if states.number == states.count {
                return None;
            }
            states.number += 1;
            let id = format!("random-{}-{}", states.seed, states.number);
            return states.states.next().map(|state| match state {
                Ok(cube) => Item::State(id, cube, states.number),
                Err(message) => {
                    states.count = states.number;
                    Item::Failed(message)
                }
            });
        }
        if let Some(item) = self.next_in_files() {
            return Some(item);
        }
        match std::mem::take(&mut self.passed_over) {
            0 => None,
            1 => Some(Item::Note("1 row of another event was passed over".into())),
            rows => Some(Item::Note(format!("{rows} rows of other events were passed over"))),
        }
    }
}

impl OpenFile {
    /// Opens a file, or standard input.
    fn open(path: &Path) -> Result<OpenFile, String> {
        let about = |e: io::Error| format!("cannot read {}: {e}", path.display());
        let (mut name, mut zipped, mut date) = (path.display().to_string(), None, None);
        let reader: Box<dyn BufRead + Send> = if is_stdin(path) {
            name = "<stdin>".into();
            Box::new(BufReader::new(io::stdin()))
        } else if is_zip(path).map_err(about)? {
            let mut table = Zipped::open(path)?;
            name = format!("{name}/{}", table.name);
            zipped = Some(table.length);
            date = table.date.take();
            Box::new(table.read().map_err(about)?)
        } else {
            Box::new(BufReader::new(File::open(path).map_err(about)?))
        };
        Ok(OpenFile {
            name: name.into(),
            path: if is_stdin(path) { "standard input".into() } else { path.into() },
            reader,
            line: 0,
            begun: false,
            in_line: false,
            line_ended: true,
            unread: None,
            table: None,
            cells: VecDeque::new(),
            zipped,
            date,
        })
    }

    /// The next scramble, or what is to be said instead; `None` at the end.
    fn next(&mut self, reading: &mut Reading<'_>) -> Option<Item> {
        if let Some(line) = self.cells.pop_front() {
            return Some(Item::Line(line));
        }
        loop {
            let text = match self.read_line(reading.bytes)? {
                Ok(text) => text,
                Err(item) => return Some(item),
            };
            if self.table.is_some() {
                match self.row(text, reading) {
                    Some(item) => return Some(item),
                    None => continue,
                }
            }
            if text.trim().is_empty() || text.trim_start().starts_with("//") {
                continue;
            }
            if !self.begun {
                self.begun = true;
                match Columns::of_header(&text) {
                    Some(Ok(columns)) => {
                        self.table = Some(columns);
                        return Some(Item::Note(wca::attribution(self.date.as_deref())));
                    }
                    Some(Err(message)) => return Some(self.failed(&message)),
                    None if self.zipped.is_some() => {
                        return Some(self.failed("this is no header of the WCA's table of scrambles"));
                    }
                    None if reading.events.is_some() => {
                        let message =
                            "--events chooses rows of the WCA's table of scrambles, but this is none";
                        return Some(self.failed(message));
                    }
                    None if is_header(&text) => continue,
                    None => {}
                }
            }
            return Some(Item::Line(Line {
                place: self.place(self.line),
                content: Content::Text(text),
                bytes: *reading.bytes,
            }));
        }
    }

    /// What the row that begins with this line gives, if anything.
    fn row(&mut self, mut row: String, reading: &mut Reading<'_>) -> Option<Item> {
        if row.is_empty() {
            return None;
        }
        let first = self.line;
        let mut open = wca::is_open(&row);
        while open {
            let never_closed = |file: &Self| Some(file.bad_row(first, wca::never_closed(&row)));
            match self.read_line(reading.bytes) {
                None => return never_closed(self),
                Some(Err(item)) => return Some(item),
                Some(Ok(line)) => {
                    // Scrambles have no tabs: another row has begun.
                    let tab = line.find('\t').unwrap_or(line.len());
                    if tab < line.len() && !line[..tab].contains('"') || row.len() > MAX_LINE {
                        self.line -= 1;
                        self.unread = Some(line);
                        return never_closed(self);
                    }
                    open ^= line.matches('"').count() % 2 == 1;
                    row.push('\n');
                    row.push_str(&line);
                }
            }
        }
        let columns = self.table.as_ref().expect("this is a row of a table");
        let events = reading.events.map_or(&wca::EVENTS[..], |events| &events.0);
        let cells = match columns.read(&row, events) {
            Ok(Some(cells)) => cells,
            Ok(None) => {
                *reading.passed_over += 1;
                return None;
            }
            Err(mut fault) => {
                if !self.line_ended {
                    fault.message +=
                        ", and the file without an end of the line; if it was cut short, get it again";
                }
                return Some(self.bad_row(first, fault));
            }
        };
        let line = |cell: wca::Cell| Line {
            place: self.place(first + cell.line),
            content: Content::Cell { id: cell.id, scramble: cell.scramble, column: cell.column },
            bytes: *reading.bytes,
        };
        let mut cells: VecDeque<Line> = cells.into_iter().map(line).collect();
        if !self.line_ended && self.zipped.is_none() && columns.may_hide_a_cut() {
            let note = format!(
                "{}:{}: the last row has no end of the line; if the file was cut short, so may be its scramble",
                self.name, self.line
            );
            self.cells = cells;
            return Some(Item::Note(note));
        }
        let item = cells.pop_front().map(Item::Line);
        self.cells = cells;
        item
    }

    /// The next line, without its end; `None` at the end of the file.
    fn read_line(&mut self, bytes: &mut u64) -> Option<Result<String, Item>> {
        if let Some(line) = self.unread.take() {
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
            let fault = Fault { line: 0, column, message: message.into() };
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

    fn place(&self, line: u64) -> Place {
        Place::Line(Arc::clone(&self.name), line)
    }

    /// A fault of the row that begins in line `first`.
    fn bad_row(&self, first: u64, fault: Fault) -> Item {
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
    fn failed(&self, message: &str) -> Item {
        Item::Failed(format!("{}:{}: {message}", self.name, self.line))
    }
}

/// Whether a file is to be read as a zip file: its name or its first bytes say so.
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

/// Whether a path means standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}
