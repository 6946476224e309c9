//! The manifest of a folder of parts: the settings of the run, its parts, and its position in the input.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use cubiform_store::TableIdentity;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::skipped::Skipped;
use crate::error::{Failure, file_error};
use crate::output::Output;
use crate::table_checks;
use cubiform_answers::input::is_stdin;
use cubiform_answers::json_error_message;
use cubiform_answers::run::{InputSource, Position, Run, UsedTable, hex};

/// The name of its file. Readers of Parquet folders ignore names that begin with an underscore.
pub(crate) const NAME: &str = "_manifest.json";

/// The format number of the manifests that this version writes. A manifest without one has format 0.
pub(crate) const FORMAT: u32 = 1;

/// The manifest of a folder of parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// The format number of the manifest.
    #[serde(default)]
    pub(crate) format: u32,
    /// The settings of the run.
    pub(crate) run: Run,
    /// The origin of the parts: the versions of the program, and the state of the input.
    #[serde(default)]
    pub(crate) programs: Vec<Provenance>,
    /// Whether the input has been analysed completely.
    pub(crate) complete: bool,
    /// The number of rows of all parts.
    pub(crate) rows: u64,
    /// The position in the input after the last part.
    pub(crate) position: Position,
    /// The unreadable lines that were skipped.
    #[serde(default)]
    pub(crate) skipped: Skipped,
    /// The number of scrambles that do not satisfy the condition of the run.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) left_out: u64,
    /// The folders of the merged shards, if the folder is the result of a merge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) merged_from: Option<Vec<MergedShard>>,
    /// The parts, in the order of the input.
    pub(crate) parts: Vec<Part>,
}

/// The origin of consecutive parts that one version of the program wrote from one state of the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Provenance {
    /// The program and its version.
    pub(crate) program: String,
    /// The index of the first of these parts, from 0.
    pub(crate) first_part: usize,
    /// The sources of the scrambles. Scrambles may have been appended to the input between two runs.
    pub(crate) input: Vec<InputSource>,
    /// The attribution that the source requires.
    pub(crate) credit: Option<String>,
    /// The table files that were used; after a merge, those of all shards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tables: Vec<UsedTable>,
}

/// The folder of a merged shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MergedShard {
    /// The name of the folder, without its parent.
    pub(crate) folder: String,
    /// The shard, I/N.
    pub(crate) shard: String,
    /// The number of its rows.
    pub(crate) rows: u64,
    /// The position of its run in the input.
    pub(crate) position: Position,
    /// The versions of the program that analysed it.
    pub(crate) programs: Vec<String>,
    /// The table files that were used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tables: Vec<UsedTable>,
}

/// A part: a file of rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part {
    /// The name of the file.
    pub(crate) file: String,
    /// The number of its rows.
    pub(crate) rows: u64,
    /// The id of its first row.
    pub(crate) first: String,
    /// The id of its last row.
    pub(crate) last: String,
    /// Its length in bytes.
    pub(crate) bytes: u64,
    /// The hash (XXH3, 64 bits) of its bytes.
    #[serde(with = "hex")]
    pub(crate) xxh3: u64,
    /// The position in the input after its last row. Manifests of format 0 do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<PartPosition>,
}

/// The position of a run after a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PartPosition {
    /// The number of scrambles taken, including unreadable lines.
    pub(crate) items: u64,
    /// The digest as in [`Position`]. Parts of a merged folder have none.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "hex::option")]
    pub(crate) digest: Option<u64>,
}

/// The state of the file of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartState {
    Intact,
    Missing,
    /// The file has this length and this hash, which differ from the manifest.
    Damaged(u64, u64),
}

/// Returns the table files that this process uses, by name.
pub(crate) fn used_tables() -> Vec<UsedTable> {
    let used = |table: TableIdentity| UsedTable {
        name: table.name.into(),
        identity: table.identity,
        xxh3: table.checksum,
    };
    table_checks::identities().into_iter().map(used).collect()
}

/// Describes a file in its current state; `-` is standard input.
pub(crate) fn describe_file(path: &Path) -> Result<InputSource, Failure> {
    if is_stdin(path) {
        return Ok(InputSource::Stream("-".into()));
    }
    let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.display().to_string());
    let failure = |e: io::Error| file_error(path, "read", &e);
    if !fs::metadata(path).map_err(failure)?.is_file() {
        return Ok(InputSource::Stream(name));
    }
    let (bytes, xxh3) = hash_file(path).map_err(failure)?;
    Ok(InputSource::File { name, bytes, xxh3 })
}

fn is_zero<T: Default + PartialEq>(number: &T) -> bool {
    *number == T::default()
}

impl Manifest {
    /// Returns the manifest of a run that has no results yet.
    pub(crate) fn new(run: Run) -> Manifest {
        Manifest {
            format: FORMAT,
            run,
            programs: Vec::new(),
            complete: false,
            rows: 0,
            position: Position::default(),
            skipped: Skipped::default(),
            left_out: 0,
            merged_from: None,
            parts: Vec::new(),
        }
    }

    /// Reads the manifest of a folder and checks its consistency. Returns `None` if the folder has no manifest.
    pub(crate) fn read(folder: &Path) -> Result<Option<Manifest>, Failure> {
        let path = folder.join(NAME);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(None);
            }
            Err(e) => return Err(file_error(&path, "read", &e)),
        };
        Manifest::parse(&text).map(Some).map_err(|(place, message)| {
            let place = place.map_or(String::new(), |(line, column)| format!(":{line}:{column}"));
            Failure::Message(format!("{}{place}: {message}", path.display()))
        })
    }

    /// Parses a manifest. An error is a message, and the line and column if it is about one place.
    fn parse(text: &[u8]) -> Result<Manifest, (Option<(usize, usize)>, String)> {
        /// The format number, which manifests of every format have.
        #[derive(Deserialize)]
        struct Version {
            #[serde(default)]
            format: u64,
        }
        const REMEDY: &str = "restore it from a copy, or analyse into a new folder";
        let wrong = |e: serde_json::Error| {
            let message = format!("not a manifest of parts: {}\n  {REMEDY}", json_error_message(&e));
            (Some((e.line(), e.column())), message)
        };
        let version: Version = serde_json::from_slice(text).map_err(wrong)?;
        if version.format > u64::from(FORMAT) {
            let format = version.format;
            let message = format!(
                "this manifest was written by a later cubiform (its format is {format}, this version supports {FORMAT}); \
                 use that version"
            );
            return Err((None, message));
        }
        let manifest: Manifest = serde_json::from_slice(text).map_err(wrong)?;
        match manifest.contradiction() {
            Some(contradiction) => {
                Err((None, format!("this manifest is damaged: {contradiction}\n  {REMEDY}")))
            }
            None => Ok(manifest),
        }
    }

    /// Returns the first inconsistency of the manifest, if any.
    fn contradiction(&self) -> Option<String> {
        if !["csv", "jsonl", "parquet"].contains(&&self.run.format[..]) {
            return Some(format!("unknown format '{}' of parts", self.run.format));
        }
        let (mut rows, mut items) = (0u64, 0u64);
        for (index, part) in self.parts.iter().enumerate() {
            let name = self.part_name(index);
            if part.file != name {
                return Some(format!("part {index} is named '{}' instead of {name}", part.file));
            }
            let Some(sum) = rows.checked_add(part.rows) else {
                return Some(format!("{name} has too many rows"));
            };
            rows = sum;
            if let Some(position) = part.position {
                if position.items < rows || position.items < items || position.items > self.position.items {
                    return Some(format!("{name} cannot end after {} scrambles", position.items));
                }
                items = position.items;
            } else if self.format > 0 {
                return Some(format!("the position of {name} is missing"));
            }
        }
        if rows != self.rows {
            return Some(format!("it has {} rows, but its parts have {rows}", self.rows));
        }
        let done = rows.checked_add(self.skipped.count).and_then(|done| done.checked_add(self.left_out));
        if self.format > 0 && (done != Some(self.position.items) || !self.skipped.is_consistent()) {
            let left_out = match self.left_out {
                0 => String::new(),
                count => format!(" and {count} scrambles left out"),
            };
            return Some(format!(
                "{rows} rows and {} skipped lines{left_out} do not add up to {} scrambles",
                self.skipped.count, self.position.items
            ));
        }
        None
    }

    /// Returns the file name of the part with this index, from 0.
    ///
    /// The index has at least five digits, so that up to 100,000 names sort in order. Beyond that, the order is that of
    /// the manifest and of the column `row`.
    pub(crate) fn part_name(&self, index: usize) -> String {
        format!("part-{index:05}.{}", self.run.format)
    }

    /// Replaces the manifest of a folder.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), Failure> {
        let mut output = Output::new_file(&folder.join(NAME))?;
        let mut text = serde_json::to_vec_pretty(self).map_err(|e| Failure::Message(e.to_string()))?;
        text.push(b'\n');
        output.write_all(&text).map_err(|e| output.failure(&e))?;
        output.finish_quietly()
    }

    /// Returns the origin of a part, if the manifest has it.
    pub(crate) fn provenance(&self, part: usize) -> Option<&Provenance> {
        self.programs.iter().rev().find(|provenance| provenance.first_part <= part)
    }

    /// Adds a part of this origin.
    pub(crate) fn push(&mut self, part: Part, provenance: Provenance) {
        let is_same = |known: &Provenance| {
            Provenance { first_part: provenance.first_part, ..known.clone() } == provenance
        };
        if !self.programs.last().is_some_and(is_same) {
            self.programs.push(provenance);
        }
        self.rows += part.rows;
        self.parts.push(part);
    }

    /// Compares the file of a part with the manifest.
    pub(crate) fn state(&self, folder: &Path, part: &Part) -> Result<PartState, Failure> {
        let path = folder.join(&part.file);
        match hash_file(&path) {
            Ok(found) if found == (part.bytes, part.xxh3) => Ok(PartState::Intact),
            Ok((bytes, xxh3)) => Ok(PartState::Damaged(bytes, xxh3)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(PartState::Missing),
            Err(e) => Err(file_error(&path, "read", &e)),
        }
    }

    /// Returns the path of a part.
    ///
    /// # Errors
    /// If the file is missing or damaged.
    pub(crate) fn file(&self, folder: &Path, part: &Part) -> Result<PathBuf, Failure> {
        const REMEDY: &str = "restore it from a copy, or repeat the command of the run with --repair";
        let path = folder.join(&part.file);
        let shown = path.display();
        match self.state(folder, part)? {
            PartState::Intact => Ok(path),
            PartState::Missing => Err(Failure::Message(format!("{shown} is missing\n  {REMEDY}"))),
            PartState::Damaged(bytes, xxh3) => Err(Failure::Message(format!(
                "{shown} is damaged: it has {bytes} bytes with the hash {xxh3:016x}, but the manifest lists {} with \
                 {:016x}\n  \
                 {REMEDY}",
                part.bytes, part.xxh3
            ))),
        }
    }

    /// Returns the paths of all parts.
    ///
    /// # Errors
    /// If a file is missing or damaged.
    pub(crate) fn files(&self, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
        self.parts.iter().map(|part| self.file(folder, part)).collect()
    }
}

/// Returns the length of a file in bytes, and its hash.
fn hash_file(path: &Path) -> io::Result<(u64, u64)> {
    let mut file = File::open(path)?;
    let (mut hash, mut bytes, mut buffer) = (Xxh3::new(), 0, vec![0; 1 << 20]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok((bytes, hash.digest())),
            count => {
                hash.update(&buffer[..count]);
                bytes += count as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALID: &str = r#"{
        "format": 1,
        "run": {"program": "cubiform 0.1.0", "goal": "std", "stages": ["cross"], "colors": "W", "metric": "HTM",
            "solutions": 0, "format": "csv", "shard": "1/1", "input": [{"random": {"count": 5, "seed": 1}}],
            "events": null, "credit": null},
        "programs": [{"program": "cubiform 0.1.0", "first_part": 0, "input": [], "credit": null}],
        "complete": true,
        "rows": 4,
        "position": {"items": 5, "digest": "00000000000000ff"},
        "skipped": {"count": 1, "lines": [{"row": 2, "place": "a.txt:2", "column": 1, "reason": "x"}]},
        "parts": [
            {"file": "part-00000.csv", "rows": 3, "first": "1", "last": "4", "bytes": 9, "xxh3": "0000000000000001",
                "position": {"items": 4, "digest": "0000000000000002"}},
            {"file": "part-00001.csv", "rows": 1, "first": "5", "last": "5", "bytes": 9, "xxh3": "0000000000000001",
                "position": {"items": 5, "digest": "00000000000000ff"}}
        ]
    }"#;

    fn message(from: &str, to: &str) -> String {
        assert!(VALID.contains(from), "{from}");
        Manifest::parse(VALID.replace(from, to).as_bytes()).unwrap_err().1
    }

    #[test]
    fn manifest_round_trips_through_json() {
        let manifest = Manifest::parse(VALID.as_bytes()).unwrap();
        let text = serde_json::to_vec(&manifest).unwrap();
        assert_eq!(Manifest::parse(&text).unwrap(), manifest);
        assert_eq!(manifest.provenance(1).unwrap().first_part, 0);
    }

    #[test]
    fn contradictory_manifest_is_refused() {
        for (from, to, wanted) in [
            ("\"rows\": 4", "\"rows\": 5", "it has 5 rows, but its parts have 4"),
            ("\"rows\": 3", "\"rows\": 18446744073709551615", "part-00000.csv cannot end after 4 scrambles"),
            (
                "part-00001.csv",
                "../../etc/passwd",
                "part 1 is named '../../etc/passwd' instead of part-00001.csv",
            ),
            (
                "part-00001.csv",
                "part-00000.csv",
                "part 1 is named 'part-00000.csv' instead of part-00001.csv",
            ),
            ("\"items\": 4", "\"items\": 2", "part-00000.csv cannot end after 2 scrambles"),
            ("\"items\": 4", "\"items\": 6", "part-00000.csv cannot end after 6 scrambles"),
            ("\"count\": 1", "\"count\": 0", "4 rows and 0 skipped lines do not add up to 5 scrambles"),
            ("\"format\": \"csv\"", "\"format\": \"/etc\"", "unknown format '/etc' of parts"),
        ] {
            let error = message(from, to);
            assert!(error.contains(wanted) && error.contains("this manifest is damaged"), "{error}");
        }
        let error = message("\"format\": 1", "\"format\": 7, \"parts\": 3");
        assert!(error.contains("written by a later cubiform"), "{error}");
    }
}
