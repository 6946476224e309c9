//! Checks of the rows of a sample: possible lengths, scrambles that occur twice, and the shards of runs.

use std::collections::HashMap;

use cubiform_cube::Color;
use cubiform_cube::goal::Stage;
use cubiform_stats::distribution::max_length;
use serde_json::{Value, json};
use xxhash_rust::xxh3::xxh3_64;

use super::origin::Origin;
use crate::Error;
use crate::format::first_of;
use crate::rows::Columns;
use crate::rows::read::AnalysisRow;
use crate::run::Shard;

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

/// The settings, besides the input, that are equal in all shards of a run.
const RUN_SETTINGS: [&str; 5] = ["goal", "stages", "colors", "metric", "events"];

/// The maximum number of shards named in a message.
const MAX_NAMED: usize = 5;

/// Returns the shard that a run processed.
fn shard_of(origin: &Origin) -> Option<Shard> {
    origin.setting("shard")?.as_str()?.parse().ok()
}

/// Checks the files of a sample: no file occurs twice, no two files have the same scrambles of a run, and unless
/// `partial` is set no shard of a run is missing. Returns the missing shards.
pub(super) fn check(origins: &[Origin], partial: bool) -> Result<Vec<String>, Error> {
    for (i, origin) in origins.iter().enumerate() {
        if let Some(other) = origins[..i].iter().find(|other| is_same_place(other, origin)) {
            let how = if other.path == origin.path { "" } else { ", by different paths" };
            return Err(Error::message(format!("{} is given twice{how}", origin.name())));
        }
        for other in &origins[..i] {
            if let Some(why) = overlap(other, origin) {
                return Err(Error::message(format!("{why}: their scrambles would count twice")));
            }
        }
    }
    let missing = missing(origins);
    match &missing[..] {
        [] => Ok(Vec::new()),
        _ if partial => Ok(missing.into_iter().flat_map(|(_, shards)| shards).collect()),
        [(present, shards), ..] => {
            let (s, is, it) = if shards.len() == 1 { ("", "is", "it") } else { ("s", "are", "them") };
            let named = first_of(shards, MAX_NAMED);
            Err(Error::message(format!(
                "shard{s} {named} of the run {is} missing; {present}\n  \
                 add {it}, or use `partial` to allow missing shards"
            )))
        }
    }
}

/// Checks that two samples to be compared share no file and no shard of a run.
pub(super) fn check_apart(origins: &[Origin], others: &[Origin]) -> Result<(), Error> {
    const ADVICE: &str = "`against` compares samples without common scrambles";
    for origin in origins {
        for other in others {
            if is_same_place(origin, other) {
                return Err(Error::message(format!("{} is in both samples; {ADVICE}", origin.name())));
            }
            if let Some(why) = overlap(origin, other) {
                return Err(Error::message(format!("{why}; {ADVICE}")));
            }
        }
    }
    Ok(())
}

/// Returns whether both are the same file or folder, or one contains the other.
fn is_same_place(a: &Origin, b: &Origin) -> bool {
    let (Some(path), Some(other)) = (a.canonical(), b.canonical()) else { return false };
    path == other
        || (a.is_folder() && other.parent() == Some(&path))
        || (b.is_folder() && path.parent() == Some(&other))
}

/// Returns a text that explains why two folders or files have the same scrambles, or `None` if that is not known.
fn overlap(a: &Origin, b: &Origin) -> Option<String> {
    // Two files may be different parts of one folder, which their run settings do not show.
    if !is_same_run(a, b) || !(a.is_folder() || b.is_folder()) {
        return None;
    }
    let (first, second) = (shard_of(a)?, shard_of(b)?);
    // The standard input of two runs may have been the same or not.
    let is_same_input =
        is_identified(a) || (first == second && a.position().is_some() && a.position() == b.position());
    if !is_same_input || !first.overlaps(second) {
        return None;
    }
    let names = format!("{} and {}", a.name(), b.name());
    Some(match (first.of, first == second) {
        (1, true) => format!("{names} are of the same run"),
        (_, true) => format!("{names} are both shard {first} of the same run"),
        _ => format!("{names} are shards {first} and {second} of the same run, which overlap"),
    })
}

/// Returns whether two runs had the same settings and the same input.
fn is_same_run(a: &Origin, b: &Origin) -> bool {
    a.setting("input").is_some()
        && RUN_SETTINGS.iter().all(|key| a.setting(key) == b.setting(key))
        && inputs(a) == inputs(b)
}

/// Returns the inputs of a run; files by their contents, regardless of their names.
fn inputs(origin: &Origin) -> Vec<Value> {
    let contents = |input: &Value| match input.get("file") {
        Some(file) => json!([file.get("bytes"), file.get("xxh3")]),
        None => input.clone(),
    };
    let inputs = origin.setting("input").and_then(Value::as_array);
    inputs.into_iter().flatten().map(contents).collect()
}

/// Returns whether the recorded input of a run identifies it: files by hash, random states by seed.
fn is_identified(origin: &Origin) -> bool {
    let is_known = |input: &Value| input.get("file").or(input.get("random")).is_some();
    let inputs = origin.setting("input").and_then(Value::as_array);
    inputs.is_some_and(|inputs| !inputs.is_empty() && inputs.iter().all(is_known))
}

/// Returns, for each run with missing shards, a text about the present shards and the list of the missing ones.
fn missing(origins: &[Origin]) -> Vec<(String, Vec<String>)> {
    let mut runs: Vec<(&Origin, Vec<(String, Shard)>)> = Vec::new();
    for origin in origins {
        let Some(shard) = shard_of(origin).filter(|shard| shard.of > 1) else { continue };
        let named = (origin.name(), shard);
        let is_its = |(first, shards): &&mut (&Origin, Vec<(String, Shard)>)| {
            shards[0].1.of == shard.of && is_same_run(first, origin)
        };
        match runs.iter_mut().find(is_its) {
            Some((_, shards)) => shards.push(named),
            None => runs.push((origin, vec![named])),
        }
    }
    let entry = |(_, shards): (&Origin, Vec<(String, Shard)>)| {
        let of = shards[0].1.of;
        // The list is limited for runs with very many shards.
        let absent =
            (1..=of).filter(|number| shards.iter().all(|(_, shard)| shard.number != *number)).take(10_000);
        let absent: Vec<String> = absent.map(|number| format!("{number}/{of}")).collect();
        let present = match shards.len() {
            0..=MAX_NAMED => {
                let named = shards.iter().map(|(name, shard)| format!("{name} is {shard}"));
                named.collect::<Vec<_>>().join(", ")
            }
            count => format!("{count} are present"),
        };
        (!absent.is_empty()).then_some((present, absent))
    };
    runs.into_iter().filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::rows::read::AnalysisReader;

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
