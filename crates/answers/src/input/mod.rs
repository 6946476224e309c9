//! The sources of scrambles: arguments, files, standard input and random states.
//!
//! The format of a file is detected from its beginning (`open_file`): lines of scrambles, numbered or with ids, JSON
//! lines, the WCA's table, tables with a header, and the files of timers (`timers`). Other columns of the input can be carried
//! into the output (`carry`).

mod carry;
pub mod delimited;
pub(crate) mod item;
pub mod lines;
mod numbered;
mod open_file;
mod raw;
mod source;
mod table;
pub(crate) mod time;
mod timers;
pub mod wca;
#[cfg(not(target_family = "wasm"))]
mod zipped;

use std::collections::VecDeque;
use std::fs;
use std::io::BufRead;
use std::path::PathBuf;
use std::sync::Arc;

use cubiform_cube::{Cube, random};

use crate::error::Error;
use crate::format::grouped;
use crate::input::raw::RawLines;
use crate::input::wca::Events;

use open_file::OpenFile;

pub use carry::{Carry, ExtraColumns, TIME, parse_carry};
pub use item::{BadLine, BadRow, Content, Item, Line, SourceLocation};
pub use source::{DocumentMemory, FileState, PipeReader, ReservedMemory, Unopened, display_name, is_stdin};

/// The input of a run: an iterator over its items.
#[derive(Default)]
pub struct Input {
    arguments: VecDeque<Line>,
    states: Option<RandomStates>,
    files: VecDeque<PendingFile>,
    open: Option<OpenFile>,
    bytes: u64,
    options: Options,
    counts: SkipCounts,
    /// The notes returned so far, each of which is returned once.
    notes: Vec<String>,
    /// The carried columns, by their titles in the files.
    columns: Vec<String>,
    /// The number of bytes of the files, if known; without files, the number of scrambles.
    pub total: Option<u64>,
    /// The attribution that the source requires.
    pub credit: Option<String>,
}

/// The options for reading files.
#[derive(Clone, Default)]
pub struct Options {
    /// The events to take from the WCA's table; all 3x3x3 events by default.
    pub events: Option<Events>,
    /// The title of the column of scrambles, if the user names it.
    pub column: Option<String>,
    /// The columns to carry.
    pub carry: Carry,
    /// The maximum length of a line in bytes, if it is shorter than [`lines::MAX_LINE_BYTES`].
    pub max_line: Option<usize>,
    /// The reader of pipes and of standard input while their first line is awaited.
    pub pipe_reader: Option<PipeReader>,
    /// The memory for files that are read whole, if it is limited.
    pub memory: Option<Arc<dyn DocumentMemory>>,
}

impl Options {
    /// Returns the default options, without carried columns.
    pub fn plain() -> Options {
        Options { carry: Carry::None, ..Options::default() }
    }
}

/// A file that is not read yet.
enum PendingFile {
    /// A path, and the state of the file when the run began, if it is known.
    Path(PathBuf, Option<FileState>),
    /// A pipe or standard input, whose first line has been read.
    Open(Box<OpenFile>),
}

/// A sequence of random states.
struct RandomStates {
    seed: u64,
    number: u64,
    count: u64,
    states: Box<dyn Iterator<Item = Result<Cube, Error>> + Send>,
}

impl Input {
    /// Returns the input of scrambles given as arguments.
    pub fn from_arguments(scrambles: &[String]) -> Input {
        let line = |(i, text): (usize, &String)| Line {
            place: SourceLocation::Argument(i + 1),
            content: Content::of_line(text.clone()),
            bytes: i as u64 + 1,
            carried: Vec::new(),
        };
        let arguments: VecDeque<Line> = scrambles.iter().enumerate().map(line).collect();
        let total = Some(arguments.len() as u64);
        Input { arguments, total, ..Input::default() }
    }

    /// Returns an input of `count` random states. The same seed gives the same states.
    pub fn from_random(count: u64, seed: u64) -> Input {
        Input::from_states(count, seed, random::states(seed).map(Ok))
    }

    /// Returns an input of the first `count` of these states. An error ends it.
    pub fn from_states(
        count: u64,
        seed: u64,
        states: impl Iterator<Item = Result<Cube, Error>> + Send + 'static,
    ) -> Input {
        let states = RandomStates { seed, number: 0, count, states: Box::new(states) };
        Input { states: Some(states), total: Some(count), ..Input::default() }
    }

    /// Returns the approximate number of scrambles, if it can be estimated.
    pub fn estimate(&self) -> Option<u64> {
        // A scramble of twenty moves and its id have about sixty bytes.
        let lines = |bytes| bytes / 60;
        let counted = !self.arguments.is_empty() || self.states.is_some();
        if counted { self.total } else { self.total.map(lines) }
    }

    /// Opens the scrambles of these files; `-` is standard input. Checks at once that each file exists, is not a
    /// folder, and has a readable first line.
    ///
    /// If columns may be carried, waits for the first line of pipes and standard input, which may name the columns.
    ///
    /// # Errors
    /// If a file cannot be read, or a named column cannot be carried.
    pub fn from_files(paths: &[PathBuf], options: Options) -> Result<Input, Error> {
        let (mut total, mut credit) = (Some(0), None);
        let (mut files, mut offered) = (VecDeque::new(), Vec::new());
        let mut counts = SkipCounts::default();
        let may_carry = options.carry != Carry::None;
        for path in paths {
            let metadata = match is_stdin(path) {
                true => None,
                false => Some(fs::metadata(path).map_err(|e| Error::file(path, "read", &e))?),
            };
            if metadata.as_ref().is_some_and(fs::Metadata::is_dir) {
                return Err(Error::message(format!("cannot read {}: it is a folder", path.display())));
            }
            let mut bytes = 0;
            let context = &mut ReadContext {
                bytes: &mut bytes,
                events: options.events.as_ref(),
                column: options.column.as_deref(),
                counts: &mut counts,
            };
            if let Some(metadata) = metadata.filter(fs::Metadata::is_file) {
                let mut file = OpenFile::new(RawLines::open(path, None, None)?);
                let length = file.raw.zipped.unwrap_or(metadata.len());
                total = total.map(|total: u64| total.saturating_add(length));
                offered.push(file.extra_columns(context));
                if let Some(Item::Failed(error)) = file.next(context) {
                    return Err(error);
                }
                credit = credit.or(file.credit.take());
                // Files of the system, as in /proc, have no length.
                let state = FileState { bytes: metadata.len(), xxh3: None };
                files.push_back(PendingFile::Path(path.clone(), Some(state).filter(|state| state.bytes > 0)));
                continue;
            }
            total = None;
            if !may_carry {
                files.push_back(PendingFile::Path(path.clone(), None));
                continue;
            }
            let mut file = OpenFile::new(RawLines::open(path, options.pipe_reader, None)?);
            offered.push(file.extra_columns(context));
            credit = credit.or_else(|| file.credit.clone());
            files.push_back(PendingFile::Open(Box::new(file)));
        }
        let columns = carry::choose(&options.carry, &offered)?;
        Ok(Input { files, options, columns, total, credit, ..Input::default() })
    }

    /// Sets the recorded states of the files, in their order; `None` for a pipe. Reading fails where a file differs from
    /// its state. Without this call, only the lengths at the opening are compared.
    pub fn expect(&mut self, states: impl IntoIterator<Item = Option<FileState>>) {
        for (file, state) in self.files.iter_mut().zip(states) {
            if let (PendingFile::Path(_, expected), Some(state)) = (file, state) {
                *expected = Some(state);
            }
        }
    }

    /// Returns the input of a reader, called `name` in messages. Waits for its first line.
    ///
    /// # Errors
    /// If it lacks a column that is to be carried.
    pub fn from_reader(
        name: &str,
        reader: Box<dyn BufRead + Send>,
        options: Options,
    ) -> Result<Input, Error> {
        let (mut bytes, mut counts) = (0, SkipCounts::default());
        let context = &mut ReadContext {
            bytes: &mut bytes,
            events: options.events.as_ref(),
            column: options.column.as_deref(),
            counts: &mut counts,
        };
        let mut file = OpenFile::new(RawLines::limited(name, reader, &options));
        let offered = [file.extra_columns(context)];
        let credit = file.credit.clone();
        let columns = carry::choose(&options.carry, &offered)?;
        let files = VecDeque::from([PendingFile::Open(Box::new(file))]);
        Ok(Input { files, options, columns, total: None, credit, ..Input::default() })
    }

    /// Returns whether the input has scrambles and is not an analysis, judged by its format or its first line. It should carry
    /// no columns.
    pub fn is_of_scrambles(mut self) -> bool {
        let first = self.find(|item| !matches!(item, Item::Note(_)));
        self.open.as_ref().is_some_and(OpenFile::is_of_known_format)
            || matches!(first, Some(Item::Line(line)) if crate::scramble::Scramble::read(&line).is_ok())
    }

    /// Returns the names of the carried columns in the output, in the order of [`Line::carried`].
    pub fn carried(&self) -> Vec<String> {
        carry::output_names(&self.columns)
    }

    /// Returns the next item of the files, without the final notes.
    fn next_in_files(&mut self) -> Option<Item> {
        loop {
            let context = &mut ReadContext {
                bytes: &mut self.bytes,
                events: self.options.events.as_ref(),
                column: self.options.column.as_deref(),
                counts: &mut self.counts,
            };
            if self.open.is_none() {
                let opened = match self.files.pop_front()? {
                    PendingFile::Open(file) => Ok(*file),
                    PendingFile::Path(path, state) => RawLines::open(&path, None, state).map(OpenFile::new),
                };
                match opened {
                    Ok(mut file) => {
                        if !self.columns.is_empty() {
                            file.carry(&self.columns, context);
                        }
                        self.open = Some(file);
                    }
                    Err(error) => {
                        self.files.clear();
                        return Some(Item::Failed(error));
                    }
                }
            }
            let file = self.open.as_mut().expect("a file is open");
            match file.next(context) {
                Some(Item::Failed(error)) => {
                    self.open = None;
                    self.files.clear();
                    return Some(Item::Failed(error));
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
                Err(error) => {
                    states.count = states.number;
                    Item::Failed(error)
                }
            });
        }
        if let Some(item) = self.next_in_files() {
            return Some(item);
        }
        self.counts.note().map(Item::Note)
    }
}

/// The maximum number of puzzles in a note.
const MAX_TYPES: usize = 8;

/// The options for reading a file, and the counts shared by all files.
struct ReadContext<'a> {
    bytes: &'a mut u64,
    events: Option<&'a Events>,
    column: Option<&'a str>,
    counts: &'a mut SkipCounts,
}

/// Counts of skipped rows and solves.
#[derive(Debug, Default)]
struct SkipCounts {
    /// Rows of events that are not selected.
    other_events: u64,
    /// Solves of other puzzles, and the types of their scrambles if known.
    other_puzzles: u64,
    types: Vec<String>,
    /// Solves without a scramble.
    without_scramble: u64,
}

impl SkipCounts {
    /// Counts solves of the puzzle with this name.
    fn other_puzzles(&mut self, count: u64, name: String) {
        self.other_puzzles += count;
        if count > 0 && !self.types.contains(&name) && self.types.len() < MAX_TYPES {
            self.types.push(name);
        }
    }

    /// Returns the next note about skipped rows, and resets its count.
    fn note(&mut self) -> Option<String> {
        let counted = |count: u64, one: &str, several: &str| {
            format!("skipped {} {}", grouped(count), if count == 1 { one } else { several })
        };
        let SkipCounts { other_events, other_puzzles, types, without_scramble } = self;
        if *other_events > 0 {
            return Some(counted(
                std::mem::take(other_events),
                "row of another event",
                "rows of other events",
            ));
        }
        if *other_puzzles > 0 {
            let note =
                counted(std::mem::take(other_puzzles), "solve of another puzzle", "solves of other puzzles");
            let types = std::mem::take(types).join(", ");
            return Some(if types.is_empty() { note } else { format!("{note} ({types})") });
        }
        let count = std::mem::take(without_scramble);
        (count > 0).then(|| counted(count, "solve without a scramble", "solves without a scramble"))
    }
}
