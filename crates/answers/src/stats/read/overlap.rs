//! Detects scrambles that occur in two samples, by their ids and lengths, in bounded memory.

use std::collections::HashMap;

use cubiform_cube::Color;
use xxhash_rust::xxh3::xxh3_64;

use crate::Error;
use crate::rows::read::AnalysisRow;

/// The maximum number of rows kept. A larger sample is thinned out to one half, one quarter and so on, chosen by the
/// hash of the id.
const MAX_ROWS: usize = 1 << 20;

/// The minimum number of equal lengths, summed over the rows with equal ids, that proves an overlap. Ids alone prove
/// nothing, because they may be line numbers.
const MIN_MATCHING_LENGTHS: u64 = 24;

/// The rows of one sample, for look-up by the rows of another.
pub(super) struct Overlap {
    /// The columns that both samples have, as column indices of each sample.
    columns: [Vec<usize>; 2],
    /// Maps the hash of an id to the hash of the lengths in the common columns.
    rows: HashMap<u64, u64>,
    /// The bits that are zero in the id hashes of all rows kept.
    mask: u64,
    /// The numbers of rows of the second sample whose ids occur in the first: with the same lengths, and with
    /// different lengths.
    same: u64,
    different: u64,
}

impl Overlap {
    /// Creates an empty set of rows for two samples with these stages.
    pub(super) fn new(first: &[(String, Vec<Color>)], second: &[(String, Vec<Color>)]) -> Overlap {
        let [first, second] = [first, second].map(|stages| -> Vec<(&str, Color)> {
            let columns =
                stages.iter().flat_map(|(stage, colors)| colors.iter().map(move |c| (&stage[..], *c)));
            columns.collect()
        });
        let places = first.iter().enumerate();
        let (own, others) = places
            .filter_map(|(i, column)| Some((i, second.iter().position(|other| other == column)?)))
            .unzip();
        Overlap { columns: [own, others], rows: HashMap::new(), mask: 0, same: 0, different: 0 }
    }

    /// Returns the hashes of a row's id and lengths; `None` if thinning drops the row.
    fn hashes(&self, row: &AnalysisRow, sample: usize) -> Option<(u64, u64)> {
        let id = xxh3_64(row.id.as_bytes());
        let lengths = || self.columns[sample].iter().map(|i| row.lengths[*i]).collect::<Vec<u8>>();
        (id & self.mask == 0).then(|| (id, xxh3_64(&lengths())))
    }

    /// Stores a row of the first sample.
    pub(super) fn remember(&mut self, row: &AnalysisRow) {
        if self.columns[0].is_empty() {
            return;
        }
        if let Some((id, lengths)) = self.hashes(row, 0) {
            self.rows.insert(id, lengths);
        }
        while self.rows.len() > MAX_ROWS {
            self.mask = self.mask << 1 | 1;
            let mask = self.mask;
            self.rows.retain(|id, _| id & mask == 0);
        }
    }

    /// Looks up a row of the second sample, after all rows of the first have been stored.
    pub(super) fn look_up(&mut self, row: &AnalysisRow) {
        let Some((id, lengths)) = self.hashes(row, 1) else { return };
        match self.rows.get(&id) {
            Some(of_first) if *of_first == lengths => self.same += 1,
            Some(_) => self.different += 1,
            None => {}
        }
    }

    /// Returns an error if the samples have scrambles in common.
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.different > 0 || self.same * (self.columns[0].len() as u64) < MIN_MATCHING_LENGTHS {
            return Ok(());
        }
        let about = if self.mask > 0 { "about " } else { "" };
        let count = self.same * (self.mask + 1);
        Err(Error::message(format!(
            "the files and the `against` files have {about}{count} scrambles in common, with the same ids and lengths; \
             the standard error of the difference assumes separate samples\n  remove them from one of the samples"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stages(names: &[&str]) -> Vec<(String, Vec<Color>)> {
        names.iter().map(|name| (name.to_string(), Color::COLUMNS.to_vec())).collect()
    }

    fn row(id: &str, lengths: &[u8]) -> AnalysisRow {
        AnalysisRow { id: id.into(), lengths: lengths.into(), ..AnalysisRow::default() }
    }

    fn check_samples(first: &[AnalysisRow], second: &[AnalysisRow]) -> Result<(), Error> {
        let mut overlap = Overlap::new(&stages(&["cross", "xcross"]), &stages(&["xcross"]));
        first.iter().for_each(|row| overlap.remember(row));
        second.iter().for_each(|row| overlap.look_up(row));
        overlap.check()
    }

    #[test]
    fn overlap_needs_equal_ids_and_enough_equal_lengths() {
        let first: Vec<_> =
            (0..9).map(|i| row(&i.to_string(), &[5, 5, 5, 5, 5, 5, 7, 7, 7, 7, 7, i])).collect();
        let own = |i: u8| row(&i.to_string(), &[7, 7, 7, 7, 7, i]);
        let subset: Vec<_> = (3..7).map(own).collect();
        assert!(check_samples(&first, &subset).is_err());
        assert!(check_samples(&first, &subset[..3]).is_ok(), "18 lengths may agree by chance");
        let others: Vec<_> =
            (3..7).map(|i| if i == 5 { row("5", &[8, 7, 7, 7, 7, 5]) } else { own(i) }).collect();
        assert!(check_samples(&first, &others).is_ok());
    }
}
