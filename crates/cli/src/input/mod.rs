//! Where scrambles come from: the command line, files, standard input, chance; as lines that know their place.
//!
//! The format of a file is found from its beginning (`open_file`): lines of scrambles, numbered or with ids, JSON lines, the
//! WCA's table, tables with a header, and what csTimer exports. What is known of a scramble besides its id can be
//! carried into the output (`carry`).

mod carry;
mod cstimer;
pub(crate) mod delimited;
mod numbered;
mod open_file;
pub(crate) mod raw;
mod table;

use std::collections::VecDeque;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cubiform_cube::{Cube, random};

use crate::choice::Events;
use crate::failure::{Failure, about_file};
use crate::words::grouped;

pub(crate) use carry::ExtraColumns;
pub(crate) use carry::{Carry, TIME, carry};

use open_file::OpenFile;

/// Where a text stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// An argument, from 1.
    Argument(usize),
    /// A line of a file, from 1.
    Line(Arc<str>, u64),
    /// A solve of a file of sessions: the number of the session, and its number in that, from 1.
    Solve(Arc<str>, u64, u64),
}

impl Place {
    /// The number of the argument, of the line in its file, or of the solve in its session, from 1.
    pub(crate) fn number(&self) -> u64 {
        match self {
            Place::Argument(number) => *number as u64,
            Place::Line(_, number) | Place::Solve(_, _, number) => *number,
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
    /// What the columns that are carried hold, in their order; empty if there are none.
    pub(crate) carried: Vec<Option<String>>,
}

/// What stands in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// The text, without the end of the line: a scramble, perhaps with its id.
    Text(String),
    /// A scramble whose id is known, with so many characters of the line before it.
    Cell { id: String, scramble: String, column: usize },
}

impl Content {
    /// The content of a line or an argument, which may be numbered as in a list: `1. R U`.
    pub(crate) fn of_line(text: String) -> Content {
        match numbered::read(&text) {
            Some(found) => {
                let (id, scramble, column) = (found.id.into(), found.cube.into(), found.column);
                Content::Cell { id, scramble, column }
            }
            None => Content::Text(text),
        }
    }
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
            (Place::Solve(file, session, number), _) if self.is_state => {
                write!(f, "{file}: session {session}, solve {number}: ")?;
            }
            (Place::Solve(file, session, number), _) => {
                write!(f, "{file}: session {session}, solve {number}, column {}: ", self.column)?;
            }
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
    states: Option<RandomStates>,
    files: VecDeque<PendingFile>,
    open: Option<OpenFile>,
    bytes: u64,
    options: Options,
    counts: SkipCounts,
    /// The notes given so far: each is given once.
    notes: Vec<String>,
    /// The columns that are carried, as the files call them.
    columns: Vec<String>,
    /// How many bytes there are, where that can be told; without files, how many scrambles.
    pub(crate) total: Option<u64>,
    /// What is to be told with results made of it.
    pub(crate) credit: Option<String>,
}

/// How files are read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// Of the WCA's tables, the events whose rows are taken; all of the 3x3x3 if there are none.
    pub(crate) events: Option<Events>,
    /// The title of the column of scrambles in tables with a header, if the user names it.
    pub(crate) column: Option<String>,
    /// The columns that are carried.
    pub(crate) carry: Carry,
}

impl Options {
    /// Those of a reader that carries nothing.
    pub(crate) fn plain() -> Options {
        Options { carry: Carry::None, ..Options::default() }
    }
}

/// A file that is still to be read.
enum PendingFile {
    Path(PathBuf),
    /// One that can be read only once, whose beginning has been read.
    Open(Box<OpenFile>),
}

/// What was skipped.
#[derive(Debug, Default)]
struct SkipCounts {
    /// Rows of other events than those wanted.
    other_events: u64,
    /// Solves of other puzzles, and the types of their scrambles where they are known.
    other_puzzles: u64,
    types: Vec<String>,
    /// Solves without a scramble.
    without_scramble: u64,
}

/// Random states.
struct RandomStates {
    seed: u64,
    number: u64,
    count: u64,
    states: Box<dyn Iterator<Item = Result<Cube, String>> + Send>,
}

/// What a file is asked for, and what all files count together.
struct ReadContext<'a> {
    bytes: &'a mut u64,
    events: Option<&'a Events>,
    column: Option<&'a str>,
    counts: &'a mut SkipCounts,
}

impl SkipCounts {
    /// What there is to say about what was skipped, once.
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

impl Input {
    fn nothing() -> Input {
        Input {
            arguments: VecDeque::new(),
            states: None,
            files: VecDeque::new(),
            open: None,
            bytes: 0,
            options: Options::default(),
            counts: SkipCounts::default(),
            notes: Vec::new(),
            columns: Vec::new(),
            total: Some(0),
            credit: None,
        }
    }

    /// Scrambles that are given as they are.
    pub(crate) fn from_arguments(scrambles: &[String]) -> Input {
        let line = |(i, text): (usize, &String)| Line {
            place: Place::Argument(i + 1),
            content: Content::of_line(text.clone()),
            bytes: i as u64 + 1,
            carried: Vec::new(),
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
        let states = RandomStates { seed, number: 0, count, states: Box::new(states) };
        Input { states: Some(states), total: Some(count), ..Input::nothing() }
    }

    /// About how many scrambles there are, if that can be told.
    pub(crate) fn estimate(&self) -> Option<u64> {
        // A scramble of twenty moves and its id are about sixty bytes.
        let lines = |bytes| bytes / 60;
        let counted = !self.arguments.is_empty() || self.states.is_some();
        if counted { self.total } else { self.total.map(lines) }
    }

    /// The scrambles of these files, `-` being standard input. That they are there, are not folders and begin well is
    /// checked now, not after an hour of work on the first of them.
    ///
    /// If columns may be carried, waits for the first line of what can be read only once: it may name them.
    pub(crate) fn from_files(paths: &[PathBuf], options: Options) -> Result<Input, Failure> {
        let (mut total, mut credit) = (Some(0), None);
        let (mut files, mut offered) = (VecDeque::new(), Vec::new());
        let mut counts = SkipCounts::default();
        let may_carry = options.carry != Carry::None;
        for path in paths {
            let metadata = match is_stdin(path) {
                true => None,
                false => Some(fs::metadata(path).map_err(|e| about_file(path, "read", &e))?),
            };
            if metadata.as_ref().is_some_and(fs::Metadata::is_dir) {
                return Err(Failure::Message(format!("cannot read {}: it is a folder", path.display())));
            }
            let mut bytes = 0;
            let context = &mut ReadContext {
                bytes: &mut bytes,
                events: options.events.as_ref(),
                column: options.column.as_deref(),
                counts: &mut counts,
            };
            if let Some(metadata) = metadata.filter(fs::Metadata::is_file) {
                let mut file = OpenFile::open(path, false).map_err(Failure::Message)?;
                let length = file.zipped().unwrap_or(metadata.len());
                total = total.map(|total: u64| total.saturating_add(length));
                offered.push(file.extra_columns(context));
                if let Some(Item::Failed(message)) = file.next(context) {
                    return Err(Failure::Message(message));
                }
                credit = credit.or(file.credit.take());
                files.push_back(PendingFile::Path(path.clone()));
                continue;
            }
            total = None;
            if !may_carry {
                files.push_back(PendingFile::Path(path.clone()));
                continue;
            }
            let mut file = OpenFile::open(path, true).map_err(Failure::Message)?;
            offered.push(file.extra_columns(context));
            credit = credit.or_else(|| file.credit.clone());
            files.push_back(PendingFile::Open(Box::new(file)));
        }
        let columns = carry::choose(&options.carry, &offered)?;
        Ok(Input { files, options, columns, total, credit, ..Input::nothing() })
    }

    /// Whether a file is known to be one of scrambles, not of an analysis: by its format, or by its first line.
    pub(crate) fn is_of_scrambles(path: &Path) -> bool {
        let Ok(mut input) = Input::from_files(&[path.to_path_buf()], Options::plain()) else { return false };
        let first = input.find(|item| !matches!(item, Item::Note(_)));
        input.open.as_ref().is_some_and(OpenFile::is_of_known_format)
            || matches!(first, Some(Item::Line(line)) if crate::scramble::Scramble::read(&line).is_ok())
    }

    /// The names of the columns that are carried, as the output calls them, in the order of [`Line::carried`].
    pub(crate) fn carried(&self) -> Vec<String> {
        carry::output_names(&self.columns)
    }

    /// The next item of the files, before any notes about them all.
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
                    PendingFile::Path(path) => OpenFile::open(&path, false),
                };
                match opened {
                    Ok(mut file) => {
                        if !self.columns.is_empty() {
                            file.carry(&self.columns, context);
                        }
                        self.open = Some(file);
                    }
                    Err(message) => {
                        self.files.clear();
                        return Some(Item::Failed(message));
                    }
                }
            }
            let file = self.open.as_mut().expect("it was opened");
            match file.next(context) {
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
        self.counts.note().map(Item::Note)
    }
}

/// Whether a path means standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}
