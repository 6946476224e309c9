//! What csTimer exports: the CSV of a session, the text of its statistics, and the file of all sessions.
//!
//! | export | scrambles | known besides |
//! |---|---|---|
//! | CSV, `No.;Time;Comment;Scramble;Date;P.1` | a row for each solve | date (local time), time, penalty, comment |
//! | text, with `printScr` | a line of the time list for each solve | date if it is printed, time, penalty, comment |
//! | JSON, `{"session1": ...}` | a record for each solve | session, date (UTC), time, penalty, comment |
//!
//! Solves of other puzzles are skipped and counted, and so are solves without a scramble.

pub(super) mod csv;
pub(super) mod json;
mod puzzle;
pub(super) mod text;
pub(crate) mod time;

use std::collections::VecDeque;

use super::carry::{Offer, TIME};
use super::delimited::place;
use super::{Content, Line, Place, Reading};
use puzzle::Shape;
use time::Time;

/// Solves from which on it is worth a note that all of them may be of a smaller puzzle.
const SEVERAL: u64 = 5;

/// A solve.
#[derive(Debug)]
pub(super) struct Solve {
    /// Its id.
    id: String,
    /// Its scramble, which may have several lines.
    scramble: String,
    time: Option<Time>,
    comment: String,
    /// In ISO 8601.
    date: Option<String>,
    session: Option<String>,
}

/// Counts of what was read of a file.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Solves with a scramble.
    with_scramble: u64,
    /// Those of the 3x3x3.
    solves: u64,
    may_be_smaller: u64,
}

/// The columns of the CSV and the text.
pub(super) fn offer() -> Offer {
    Offer::new(["date", TIME, "penalty", "comment"], 3)
}

/// The columns of the file of all sessions.
fn offer_of_sessions() -> Offer {
    Offer::new(["session", "date", TIME, "penalty", "comment"], 4)
}

impl Solve {
    /// The text of a column.
    fn value(&self, column: &str) -> Option<String> {
        let time = self.time.as_ref();
        match &column.to_ascii_lowercase()[..] {
            "session" => self.session.clone(),
            "date" => self.date.clone(),
            TIME => time.and_then(|time| time.milliseconds).map(|time| time.to_string()),
            "penalty" => time.and_then(|time| time.penalty.clone()),
            "comment" => Some(self.comment.clone()).filter(|comment| !comment.is_empty()),
            _ => None,
        }
    }

    /// The scrambles of the solve, none if it is of another puzzle. `at` is the place of a line of the scramble, from 0, and
    /// of a column in it.
    pub(super) fn lines(
        self,
        seen: &mut Seen,
        columns: &[String],
        reading: &mut Reading<'_>,
        at: impl Fn(u64, usize) -> (Place, usize),
    ) -> VecDeque<Line> {
        if self.scramble.trim().is_empty() {
            reading.counts.without_scramble += 1;
            return VecDeque::new();
        }
        seen.with_scramble += 1;
        let carried: Vec<Option<String>> = columns.iter().map(|column| self.value(column)).collect();
        let line = |id: String, start: usize, text: &str| {
            let blank = text.len() - text.trim_start().len();
            let (line, column) = place(&self.scramble, start + blank);
            let (place, column) = at(line, column);
            let content = Content::Cell { id, scramble: text.trim().into(), column };
            Line { place, content, bytes: *reading.bytes, carried: carried.clone() }
        };
        let lines = match Shape::of(&self.scramble) {
            Shape::Other => {
                reading.counts.other_puzzles += 1;
                return VecDeque::new();
            }
            Shape::Three => VecDeque::from([line(self.id.clone(), 0, &self.scramble)]),
            Shape::Several(cubes) => {
                let each = cubes.iter().zip(1..);
                each.map(|((start, text), k)| line(format!("{}#{k}", self.id), *start, text)).collect()
            }
        };
        seen.solves += 1;
        seen.may_be_smaller += u64::from(puzzle::may_be_smaller(&self.scramble));
        lines
    }
}

impl Seen {
    /// Whether there was no solve with a scramble.
    pub(super) fn is_empty(&self) -> bool {
        self.with_scramble == 0
    }

    /// A warning about a file whose solves may be of another puzzle, of which csTimer's CSV and text say nothing.
    pub(super) fn warning(&self, name: &str) -> Option<String> {
        let is_doubtful = self.solves >= SEVERAL && self.may_be_smaller == self.solves;
        is_doubtful.then(|| {
            format!(
                "{name}: all scrambles are as short as those of the 2x2x2 or the skewb; they are read as scrambles of \
                 the 3x3x3"
            )
        })
    }
}
