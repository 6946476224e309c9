//! The items of an input: lines with the text of a cube, random states, notes and errors, with their places; and the JSON
//! of a line that cannot be read.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use cubiform_cube::Cube;
use cubiform_cube::fault::Fault;
use serde::Serialize;

use crate::error::Error;
use crate::input::numbered;

/// The place of a text in the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceLocation {
    /// The number of an argument, from 1.
    Argument(usize),
    /// A file and the number of a line, from 1.
    Line(Arc<str>, u64),
    /// A csTimer file, the number of a session, and the number of a solve in the session, both from 1.
    Solve(Arc<str>, u64, u64),
}

impl SourceLocation {
    /// Returns the number of the argument, the line or the solve, from 1.
    pub fn number(&self) -> u64 {
        match self {
            SourceLocation::Argument(number) => *number as u64,
            SourceLocation::Line(_, number) | SourceLocation::Solve(_, _, number) => *number,
        }
    }

    /// Returns the words for the place. An argument is called `argument`.
    pub fn named(&self, argument: &str) -> String {
        match self {
            SourceLocation::Argument(number) => format!("{argument} {number}"),
            SourceLocation::Line(file, number) => format!("{file}:{number}"),
            SourceLocation::Solve(file, session, number) => {
                format!("{file}: session {session}, solve {number}")
            }
        }
    }
}

/// A text of the input that should be a scramble, optionally with an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The place of the text.
    pub place: SourceLocation,
    /// The text.
    pub content: Content,
    /// The number of bytes of all input read up to this line.
    pub bytes: u64,
    /// The values of the carried columns, in order; empty if there are none.
    pub carried: Vec<Option<String>>,
}

impl Line {
    /// Returns the line of the argument with this number, from 1.
    pub fn argument(number: usize, content: Content) -> Line {
        Line { place: SourceLocation::Argument(number), content, bytes: 0, carried: Vec::new() }
    }
}

/// The content of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A scramble, optionally with an id, without the line end.
    Text(String),
    /// A scramble with a known id.
    Cell {
        /// The id.
        id: String,
        /// The scramble.
        scramble: String,
        /// The number of characters before the scramble in its line.
        column: usize,
    },
}

impl Content {
    /// Returns the content of a line or an argument, which may be numbered, `1. R U`, or begin with a time, `12.34   R U`.
    pub fn of_line(text: String) -> Content {
        match numbered::read(&text) {
            Some(numbered) => {
                let (id, scramble, column) = (numbered.id.into(), numbered.cube.into(), numbered.column);
                Content::Cell { id, scramble, column }
            }
            None => Content::Text(numbered::without_time(&text).unwrap_or(text)),
        }
    }
}

/// A line that cannot be read as a scramble, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// The place of the line.
    pub place: SourceLocation,
    /// The line within an argument, from 1; 1 for a line of a file.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// Whether the text is a state, whose errors have no column.
    pub is_state: bool,
    /// The error message, with a remedy.
    pub message: String,
    /// The reason as data, if it is one of the text of a cube.
    pub fault: Box<Fault>,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BadLine { column, message, .. } = self;
        let place = self.place.named(if self.is_state { "cube" } else { "scramble" });
        match (&self.place, self.line) {
            (SourceLocation::Line(..), _) => write!(f, "{place}:{column}: {message}"),
            _ if self.is_state => write!(f, "{place}: {message}"),
            (SourceLocation::Argument(_), line @ 2..) => {
                write!(f, "{place}, line {line}, column {column}: {message}")
            }
            _ => write!(f, "{place}, column {column}: {message}"),
        }
    }
}

impl From<BadLine> for Error {
    /// Returns the error of the parameter `scramble`.
    fn from(bad: BadLine) -> Error {
        let error = Error::usage("scramble", bad.message).code("unreadable-cube").reason(*bad.fault);
        if bad.is_state { error } else { error.at(bad.line, bad.column) }
    }
}

/// An item of the input.
#[derive(Debug)]
pub enum Item {
    /// A line that is not blank.
    Line(Line),
    /// A random state: its id, the cube, and its number, from 1.
    State(String, Cube, u64),
    /// A line that is not UTF-8 text or not a valid row of its table.
    Bad(BadLine),
    /// A note for the user.
    Note(String),
    /// A failure of the input. No items follow.
    Failed(Error),
}

/// A line of a batch that cannot be answered.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BadRow {
    /// The id of the line, or its number.
    #[schema(example = "7")]
    pub id: String,
    /// The number of the line in the body, from 1.
    #[schema(example = 7, minimum = 1)]
    line: u64,
    /// The column in the line, in characters, from 1.
    #[schema(example = 3, minimum = 1)]
    column: u64,
    /// The error and how to mend it, in the words of the command.
    #[schema(example = "body:7:3: 'Q' is not a move; expected a move such as R, U2 or F'")]
    pub error: String,
    /// The parts of the error, for translations: `reason` is its stable short name. Absent if there are none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(example = json!({"reason": "not-a-move", "token": "Q"}))]
    values: BTreeMap<&'static str, String>,
}

impl BadRow {
    /// Creates the row of a line. Without an id, the number of the line is its id.
    pub fn new(bad: &BadLine, id: Option<String>) -> BadRow {
        let line = bad.place.number();
        BadRow {
            id: id.unwrap_or_else(|| line.to_string()),
            line,
            column: bad.column as u64,
            error: bad.to_string(),
            values: bad.fault.by_name(),
        }
    }
}

/// An error in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowError {
    /// The line, counted from the first line of the row, from 0.
    pub line: u64,
    /// The number of characters before the error in that line.
    pub column: usize,
    /// The message.
    pub message: String,
}
