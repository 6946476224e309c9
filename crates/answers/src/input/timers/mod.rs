//! Files of timers: the tables of csTimer, Twisty Timer and others (`tables`), and the two of csTimer that are none, the text of its
//! statistics (`text`) and the file of all sessions (`json`).
//!
//! Solves of other puzzles and solves without a scramble are skipped and counted.

pub(crate) mod json;
pub(super) mod puzzle;
pub(super) mod tables;
pub(crate) mod text;

use std::collections::VecDeque;

use super::carry::{ExtraColumns, TIME};
use super::delimited::place;
use super::item::{Content, Line, SourceLocation};
use super::read_context::ReadContext;
use super::time::Time;
use puzzle::ScrambleKind;

/// The minimum number of solves for the warning that all of them may be of a smaller puzzle.
const MIN_SOLVES_FOR_WARNING: u64 = 5;

/// A solve.
#[derive(Debug)]
pub(crate) struct Solve {
    /// Its id; if it has none, that of its line.
    pub(super) id: String,
    /// Its scramble, which may have several lines.
    pub(super) scramble: String,
    pub(super) time: Option<Time>,
    pub(super) comment: String,
    /// The date in ISO 8601.
    pub(super) date: Option<String>,
    pub(super) session: Option<String>,
}

/// Counts of the solves of a file.
#[derive(Debug, Default)]
pub(crate) struct SolveCounts {
    /// Solves with a scramble.
    with_scramble: u64,
    /// Solves of the 3x3x3.
    solves: u64,
    may_be_smaller: u64,
}

/// Returns the columns of csTimer's text.
pub(crate) fn extra_columns() -> ExtraColumns {
    ExtraColumns::new(["date", TIME, "penalty", "comment"], 3)
}

/// Returns the columns of the file of all sessions.
pub(crate) fn session_columns() -> ExtraColumns {
    ExtraColumns::new(["session", "date", TIME, "penalty", "comment"], 4)
}

impl Solve {
    /// Returns the text of a column.
    pub(super) fn value(&self, column: &str) -> Option<String> {
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

    /// Returns the values of these columns.
    pub(crate) fn values(&self, columns: &[String]) -> Vec<Option<String>> {
        columns.iter().map(|column| self.value(column)).collect()
    }

    /// Returns the scrambles of the solve, or none if it is of another puzzle. `at` maps a line of the scramble, from
    /// 0, and a column in that line to a place in the input.
    pub(crate) fn lines(
        self,
        solve_counts: &mut SolveCounts,
        carried: &[Option<String>],
        context: &mut ReadContext<'_>,
        at: impl Fn(u64, usize) -> (SourceLocation, usize),
    ) -> VecDeque<Line> {
        if self.scramble.trim().is_empty() {
            context.counts.without_scramble += 1;
            return VecDeque::new();
        }
        solve_counts.with_scramble += 1;
        let line = |id: String, start: usize, text: &str| {
            let blank = text.len() - text.trim_start().len();
            let (line, column) = place(&self.scramble, start + blank);
            let (place, column) = at(line, column);
            let content = Content::Cell { id, scramble: text.trim().into(), column };
            Line { place, content, bytes: *context.bytes, carried: carried.to_vec() }
        };
        let lines = match ScrambleKind::detect(&self.scramble) {
            ScrambleKind::Other => {
                context.counts.other_puzzles += 1;
                return VecDeque::new();
            }
            ScrambleKind::Three => VecDeque::from([line(self.id.clone(), 0, &self.scramble)]),
            ScrambleKind::Several(cubes) => {
                let each = cubes.iter().zip(1..);
                each.map(|((start, text), k)| line(format!("{}#{k}", self.id), *start, text)).collect()
            }
        };
        solve_counts.solves += 1;
        solve_counts.may_be_smaller += u64::from(puzzle::may_be_smaller(&self.scramble));
        lines
    }
}

impl SolveCounts {
    /// Returns whether no solve had a scramble.
    pub(crate) fn is_empty(&self) -> bool {
        self.with_scramble == 0
    }

    /// Returns a warning if all solves of a file may be of another puzzle, which csTimer's CSV and text do not name.
    pub(crate) fn warning(&self, name: &str) -> Option<String> {
        let is_doubtful = self.solves >= MIN_SOLVES_FOR_WARNING && self.may_be_smaller == self.solves;
        is_doubtful.then(|| {
            format!(
                "{name}: all scrambles are as short as those of the 2x2x2 or the skewb; they are read as scrambles of \
                 the 3x3x3"
            )
        })
    }
}
