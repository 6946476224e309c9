//! The unreadable lines of the input that were skipped, as a manifest lists them.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::input::{BadLine, SourceLocation};

/// The maximum number of lines that are listed. Further lines are only counted.
const MAX_LISTED: usize = 10_000;

/// The skipped lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedLines {
    /// The number of skipped lines.
    pub count: u64,
    /// The first 10,000 of them, in the order of the input.
    pub lines: Vec<SkippedLine>,
}

/// A skipped line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedLine {
    /// Its row in the whole input, from 1.
    pub row: u64,
    /// Its id, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The file, without its folder, and the line: `scrambles.txt:17`.
    pub place: String,
    /// The column of the error in characters, from 1.
    pub column: usize,
    /// The error message.
    pub reason: String,
}

impl SkippedLine {
    /// Describes the unreadable line with this row.
    pub fn new(row: u64, id: Option<String>, bad: &BadLine) -> SkippedLine {
        let mut place = bad.place.clone();
        if let SourceLocation::Line(file, _) | SourceLocation::Solve(file, ..) = &mut place
            && let Some(name) = Path::new(&**file).file_name()
        {
            *file = name.to_string_lossy().into();
        }
        let (place, reason) = (place.named("scramble"), bad.message.clone());
        SkippedLine { row, id, place, column: bad.column, reason }
    }
}

impl SkippedLines {
    /// Adds a line.
    pub fn add(&mut self, line: SkippedLine) {
        self.count += 1;
        if self.lines.len() < MAX_LISTED {
            self.lines.push(line);
        }
    }

    /// Appends the lines of `other`, which come later in the input.
    pub fn append(&mut self, other: SkippedLines) {
        self.count += other.count;
        let room = MAX_LISTED - self.lines.len().min(MAX_LISTED);
        self.lines.extend(other.lines.into_iter().take(room));
    }

    /// Returns whether all skipped lines are listed.
    pub fn is_complete(&self) -> bool {
        self.lines.len() as u64 == self.count
    }

    /// Returns whether the count agrees with the list, and the list is in order.
    pub fn is_consistent(&self) -> bool {
        self.lines.len() as u64 <= self.count
            && (self.is_complete() || self.lines.len() >= MAX_LISTED)
            && self.lines.is_sorted_by(|a, b| a.row < b.row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(rows: std::ops::Range<u64>) -> SkippedLines {
        let mut skipped = SkippedLines::default();
        for row in rows {
            let bad = BadLine {
                place: SourceLocation::Line("a/b.txt".into(), row),
                line: 1,
                column: 3,
                is_state: false,
                message: "x".into(),
                fault: Default::default(),
            };
            skipped.add(SkippedLine::new(row, None, &bad));
        }
        skipped
    }

    #[test]
    fn skipped_list_is_bounded_but_count_is_not() {
        let most = MAX_LISTED as u64;
        let mut skipped = lines(1..most);
        assert!(skipped.is_complete() && skipped.is_consistent());
        assert_eq!(skipped.lines[0].place, "b.txt:1");
        skipped.append(lines(most..most + 5));
        assert_eq!((skipped.count, skipped.lines.len()), (most + 4, MAX_LISTED));
        assert!(!skipped.is_complete() && skipped.is_consistent());
        assert_eq!(skipped.lines.last().unwrap().row, most);
    }
}
