//! Checks that lengths are possible: at most the maximum of the stage, and at least the length of every stage that it
//! contains.

use cubiform_cube::Color;
use cubiform_cube::goal::Stage;
use cubiform_stats::distribution::max_length;

use crate::rows::Columns;

/// The conditions on the lengths of a row.
pub(super) struct LengthLimits {
    /// The maximum length of each column.
    maxima: Vec<u8>,
    /// Pairs of columns of one colour: the stage of the first column contains the stage of the second.
    containments: Vec<(usize, usize)>,
}

impl LengthLimits {
    /// Returns the conditions on these columns.
    pub(super) fn new(columns: &Columns) -> LengthLimits {
        let of_stage = |(stage, colors): &(String, Vec<Color>)| {
            let stage = Stage::index_of(stage);
            colors.iter().map(move |color| (stage, *color)).collect::<Vec<_>>()
        };
        let all: Vec<_> = columns.stages.iter().flat_map(of_stage).collect();
        let contains = |later: usize, earlier: usize| match (all[later], all[earlier]) {
            ((Some((a, i)), color), (Some((b, k)), other)) => a == b && i > k && color == other,
            _ => false,
        };
        let pairs = (0..all.len()).flat_map(|later| (0..all.len()).map(move |earlier| (later, earlier)));
        let maxima = columns.stages.iter().flat_map(|(stage, colors)| vec![max_length(stage); colors.len()]);
        LengthLimits {
            maxima: maxima.collect(),
            containments: pairs.filter(|(later, earlier)| contains(*later, *earlier)).collect(),
        }
    }

    /// Checks the lengths of a row.
    ///
    /// # Errors
    /// Returns a message about the first impossible length.
    pub(super) fn check(&self, columns: &Columns, lengths: &[u8]) -> Result<(), String> {
        for (column, (length, maximum)) in lengths.iter().zip(&self.maxima).enumerate() {
            if length > maximum {
                let name = columns.length_name(column);
                return Err(format!("{name} is {length}, but no cube needs more than {maximum} moves"));
            }
        }
        for (later, earlier) in &self.containments {
            if lengths[*later] < lengths[*earlier] {
                let names = [*later, *earlier].map(|column| columns.length_name(column));
                return Err(format!(
                    "{} is {}, less than {}, which is {}: the later stage contains the earlier one",
                    names[0], lengths[*later], names[1], lengths[*earlier]
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use crate::rows::read::AnalysisReader;

    use super::*;

    fn message_for(names: &[&str], lengths: &[u8]) -> String {
        let csv = format!("id,{}\n", names.join(","));
        let reader = AnalysisReader::open("", Box::new(io::Cursor::new(csv))).unwrap();
        LengthLimits::new(&reader.columns).check(&reader.columns, lengths).err().unwrap_or_default()
    }

    #[test]
    fn length_above_the_maximum_of_its_stage_is_refused() {
        assert_eq!(message_for(&["cross_z0", "xcross_z0", "own_z0"], &[8, 10, 20]), "");
        let message = "cross_z2 is 9, but no cube needs more than 8 moves";
        assert_eq!(message_for(&["cross_z0", "cross_z2"], &[8, 9]), message);
        assert!(message_for(&["own_z0"], &[21]).contains("no cube needs more than 20 moves"));
    }

    #[test]
    fn later_stage_with_fewer_moves_is_refused() {
        let names = ["xxcross_z0", "xxcross_z2", "cross_z2", "cross_z0", "pseudo_cross_z0", "eo_cross_z0"];
        assert_eq!(message_for(&names, &[5, 6, 6, 5, 7, 3]), "");
        assert_eq!(
            message_for(&names, &[5, 5, 6, 5, 7, 3]),
            "xxcross_z2 is 5, less than cross_z2, which is 6: the later stage contains the earlier one"
        );
    }
}
