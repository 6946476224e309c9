//! The options and counts that the readers of one input share.

use crate::format::grouped;
use crate::input::wca::Events;

/// The maximum number of puzzles in a note.
const MAX_TYPES: usize = 8;

/// The options for reading a file, and the counts shared by all files.
pub(super) struct ReadContext<'a> {
    pub(super) bytes: &'a mut u64,
    pub(super) events: Option<&'a Events>,
    pub(super) column: Option<&'a str>,
    pub(super) counts: &'a mut SkipCounts,
}

/// Counts of skipped rows and solves.
#[derive(Debug, Default)]
pub(super) struct SkipCounts {
    /// Rows of events that are not selected.
    pub(super) other_events: u64,
    /// Solves of other puzzles, and the types of their scrambles if known.
    pub(super) other_puzzles: u64,
    pub(super) types: Vec<String>,
    /// Solves without a scramble.
    pub(super) without_scramble: u64,
}

impl SkipCounts {
    /// Counts solves of the puzzle with this name.
    pub(super) fn other_puzzles(&mut self, count: u64, name: String) {
        self.other_puzzles += count;
        if count > 0 && !self.types.contains(&name) && self.types.len() < MAX_TYPES {
            self.types.push(name);
        }
    }

    /// Returns the next note about skipped rows, and resets its count.
    pub(super) fn note(&mut self) -> Option<String> {
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
