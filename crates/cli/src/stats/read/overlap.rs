//! Scrambles that two samples have in common, found by ids and lengths in bounded memory.

use std::collections::HashMap;

use cubiform_cube::Color;
use xxhash_rust::xxh3::xxh3_64;

use super::Row;
use crate::error::Failure;

/// Rows that are remembered at most: of larger samples every second, fourth, ..., chosen by the hash of the id.
const MOST: usize = 1 << 20;

/// Lengths that must agree before rows of the same id count as one scramble: ids may be numbers of lines. That many
/// agree by chance about once in 10^10 times.
const ENOUGH: u64 = 24;

/// Rows of a sample, for finding them again in another one.
pub(super) struct Overlap {
    /// The columns that both samples have, as they stand in each.
    columns: [Vec<usize>; 2],
    /// By hash of the id: the hash of the lengths in these columns.
    rows: HashMap<u64, u64>,
    /// Bits of the hash of an id that are zero in rows that are remembered.
    mask: u64,
    /// Rows of the second sample whose ids are in the first: with the same lengths, and with others.
    same: u64,
    different: u64,
}

impl Overlap {
    /// Nothing yet, of two samples with these stages.
    pub(super) fn new(first: &[(String, Vec<Color>)], second: &[(String, Vec<Color>)]) -> Overlap {
        let columns = |stages: &[(String, Vec<Color>)]| -> Vec<(String, Color)> {
            let of = |(stage, colors): &(String, Vec<Color>)| {
                colors.iter().map(|color| (stage.clone(), *color)).collect::<Vec<_>>()
            };
            stages.iter().flat_map(of).collect()
        };
        let (first, second) = (columns(first), columns(second));
        let places = first.iter().enumerate();
        let (own, others) = places
            .filter_map(|(i, column)| Some((i, second.iter().position(|other| other == column)?)))
            .unzip();
        Overlap { columns: [own, others], rows: HashMap::new(), mask: 0, same: 0, different: 0 }
    }

    /// Hashes of the id and of the lengths of a row, unless it is one of those that are not remembered.
    fn hashes(&self, row: &Row<'_>, sample: usize) -> Option<(u64, u64)> {
        let id = xxh3_64(row.id.as_bytes());
        let lengths = || self.columns[sample].iter().map(|i| row.lengths[*i]).collect::<Vec<u8>>();
        (id & self.mask == 0).then(|| (id, xxh3_64(&lengths())))
    }

    /// Remembers a row of the first sample.
    pub(super) fn remember(&mut self, row: &Row<'_>) {
        if self.columns[0].is_empty() {
            return;
        }
        if let Some((id, lengths)) = self.hashes(row, 0) {
            self.rows.insert(id, lengths);
        }
        while self.rows.len() > MOST {
            self.mask = self.mask << 1 | 1;
            let mask = self.mask;
            self.rows.retain(|id, _| id & mask == 0);
        }
    }

    /// Looks for a row of the second sample among those of the first, which are all there by now.
    pub(super) fn find(&mut self, row: &Row<'_>) {
        let Some((id, lengths)) = self.hashes(row, 1) else { return };
        match self.rows.get(&id) {
            Some(of_first) if *of_first == lengths => self.same += 1,
            Some(_) => self.different += 1,
            None => {}
        }
    }

    /// Fails if the samples have scrambles in common.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.different > 0 || self.same * (self.columns[0].len() as u64) < ENOUGH {
            return Ok(());
        }
        let about = if self.mask > 0 { "about " } else { "" };
        let count = self.same * (self.mask + 1);
        Err(Failure::Message(format!(
            "the files and those of --against have {about}{count} scrambles in common, with the same ids and lengths; \
             the standard error of the difference is that of samples without any\n  take them out of one of the two"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stages(names: &[&str]) -> Vec<(String, Vec<Color>)> {
        names.iter().map(|name| (name.to_string(), Color::COLUMNS.to_vec())).collect()
    }

    fn row(id: &str, lengths: &[u8]) -> (String, Vec<u8>) {
        (id.into(), lengths.into())
    }

    fn checked(first: &[(String, Vec<u8>)], second: &[(String, Vec<u8>)]) -> Result<(), Failure> {
        let mut overlap = Overlap::new(&stages(&["cross", "xcross"]), &stages(&["xcross"]));
        let as_row = |(id, lengths): &(String, Vec<u8>)| (id.clone(), lengths.clone());
        for (id, lengths) in first.iter().map(as_row) {
            overlap.remember(&Row { id: id.into(), scramble: None, lengths: &lengths });
        }
        for (id, lengths) in second.iter().map(as_row) {
            overlap.find(&Row { id: id.into(), scramble: None, lengths: &lengths });
        }
        overlap.check()
    }

    #[test]
    fn same_ids_with_other_lengths_are_other_scrambles() {
        let first: Vec<_> =
            (0..9).map(|i| row(&i.to_string(), &[5, 5, 5, 5, 5, 5, 7, 7, 7, 7, 7, i])).collect();
        let own = |i: u8| row(&i.to_string(), &[7, 7, 7, 7, 7, i]);
        let subset: Vec<_> = (3..7).map(own).collect();
        assert!(checked(&first, &subset).is_err());
        assert!(checked(&first, &subset[..3]).is_ok(), "18 lengths may agree by chance");
        let others: Vec<_> =
            (3..7).map(|i| if i == 5 { row("5", &[8, 7, 7, 7, 7, 5]) } else { own(i) }).collect();
        assert!(checked(&first, &others).is_ok());
    }
}
