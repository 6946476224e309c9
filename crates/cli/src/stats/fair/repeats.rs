//! States that stand in a list more than once. The tests assume independent scrambles, among which a state practically never
//! occurs twice.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use cubiform_answers::format::{grouped, shortened};
use cubiform_answers::rows::read::AnalysisRow;
use cubiform_cube::cube_text::CubeText;
use xxhash_rust::xxh3::xxh3_64;

use crate::stats::show::align_columns;

/// The maximum number of states kept. A larger list is thinned out to one half, one quarter and so on, chosen by the
/// hash of the state.
const MAX_STATES: usize = 1 << 21;

/// The maximum number of repeated states that tables name, and the number that the text names.
const MAX_NAMED: usize = 100;
const SHOWN: usize = 5;

/// A scramble whose state stands earlier in the list.
pub(super) struct Repeat {
    pub(super) id: String,
    /// The number of its row, and of the first row with the same state, counted from 1 over all files.
    pub(super) row: u64,
    pub(super) earlier: u64,
}

/// The repeated states of a list.
#[derive(Default)]
pub(super) struct Repeats {
    /// Maps the hash of each state to its first row.
    states: HashMap<u64, u64>,
    /// The bits that are zero in the hashes of all states kept.
    mask: u64,
    rows: u64,
    /// The number of rows without a scramble or facelets that can be read.
    unknown: u64,
    count: u64,
    /// The first repeats, at most [`MAX_NAMED`].
    pub(super) named: Vec<Repeat>,
}

impl Repeats {
    /// Adds a row of the list.
    pub(super) fn add(&mut self, row: &AnalysisRow) {
        self.rows += 1;
        let text = row.cube.as_deref().filter(|text| !text.trim().is_empty());
        let Some(read) = text.and_then(|text| CubeText::parse(text).ok()) else {
            self.unknown += 1;
            return;
        };
        let hash = xxh3_64(&[&read.cube.corners()[..], &read.cube.edges()[..]].concat());
        if hash & self.mask != 0 {
            return;
        }
        match self.states.entry(hash) {
            Entry::Vacant(place) => drop(place.insert(self.rows)),
            Entry::Occupied(earlier) => {
                self.count += 1;
                if self.named.len() < MAX_NAMED {
                    let id = shortened(&row.id, 40);
                    self.named.push(Repeat { id, row: self.rows, earlier: *earlier.get() });
                }
            }
        }
        while self.states.len() > MAX_STATES {
            self.mask = self.mask << 1 | 1;
            let mask = self.mask;
            self.states.retain(|hash, _| hash & mask == 0);
        }
    }

    /// Returns the number of repeated states found, or `None` if no state is known. Not all are found in a list of more
    /// than two million.
    pub(super) fn count(&self) -> Option<u64> {
        (self.unknown < self.rows).then_some(self.count)
    }

    /// Returns the sentence that replaces the result of the tests if states are repeated.
    pub(super) fn sentence(&self) -> Option<String> {
        let least = if self.mask > 0 { "at least " } else { "" };
        let (count, rows) = (grouped(self.count), grouped(self.rows));
        (self.count > 0).then(|| {
            format!(
                "no verdict: {least}{count} of {rows} scrambles repeat an earlier state, which independent random states \
                 practically never do; remove the repeats"
            )
        })
    }

    /// Returns the lines about the assumption: what is known of repeated states, and the first of them.
    pub(super) fn text(&self) -> String {
        let known = match (self.unknown, self.count) {
            (0, 0) => "no state stands twice in the list".to_string(),
            (0, _) => "these states are repeated".to_string(),
            (unknown, _) if unknown == self.rows => {
                "repeated states cannot be found without scrambles (give the file of \
                                                     scrambles, or its analysis as Parquet or JSON lines)"
                    .to_string()
            }
            (unknown, count) => {
                let repeated = if count == 0 { "no state stands twice" } else { "these states are repeated" };
                format!("{repeated} among the {} rows with a scramble", grouped(self.rows - unknown))
            }
        };
        let mut rows = vec![["scramble", "row", "first row"].map(String::from).to_vec()];
        let row = |repeat: &Repeat| vec![repeat.id.clone(), grouped(repeat.row), grouped(repeat.earlier)];
        rows.extend(self.named.iter().take(SHOWN).map(row));
        let more = match self.count.saturating_sub(SHOWN as u64) {
            0 => String::new(),
            more => format!("and {} more\n", grouped(more)),
        };
        let list =
            if self.count > 0 { format!("\n{}{more}", align_columns(&rows, 1)) } else { String::new() };
        format!("assumption: the scrambles are independent; {known}\n{list}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repeats(rows: &[(&str, Option<&str>)]) -> Repeats {
        let mut repeats = Repeats::default();
        for (id, scramble) in rows {
            let cube = scramble.map(Into::into);
            repeats.add(&AnalysisRow { id: (*id).into(), cube, ..AnalysisRow::default() });
        }
        repeats
    }

    #[test]
    fn equal_states_are_found_in_every_notation() {
        let facelets =
            cubiform_cube::facelets::format(&cubiform_cube::Algorithm::parse("R U2").unwrap().cube());
        let found = repeats(&[
            ("a", Some("R U2")),
            ("b", Some("U2 R")),
            ("c", Some("R U U y")),
            ("d", None),
            ("e", Some(&facelets)),
            ("f", Some(" ")),
        ]);
        let named: Vec<(&str, u64, u64)> =
            found.named.iter().map(|repeat| (&repeat.id[..], repeat.row, repeat.earlier)).collect();
        assert_eq!((found.count(), named), (Some(2), vec![("c", 3, 1), ("e", 5, 1)]));
        let text = found.text();
        assert!(text.contains("these states are repeated among the 4 rows with a scramble\n"), "{text}");
        assert!(text.ends_with("c           3          1\ne           5          1\n"), "{text}");
    }

    #[test]
    fn rows_without_scrambles_are_not_compared() {
        let none = repeats(&[("a", None), ("a", None)]);
        assert_eq!((none.count(), none.sentence()), (None, None));
        assert!(none.text().contains("repeated states cannot be found without scrambles"));
        let different = repeats(&[("a", Some("R")), ("a", Some("U"))]);
        assert_eq!(
            different.text(),
            "assumption: the scrambles are independent; no state stands twice in the list\n"
        );
    }
}
