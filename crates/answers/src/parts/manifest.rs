//! The manifest of a folder of parts: the settings of the run, its parts, and its position in the input.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use cubiform_files::{hash_file, outputs};
use serde::{Deserialize, Serialize};

use super::skipped::SkippedLines;
use super::{Division, Host, write_error};
use crate::columns::is_default;
use crate::input::is_stdin;
use crate::run::{InputSource, Position, Run, UsedTable, hex};
use crate::{Error, json_error_message};

/// The name of its file. Readers of Parquet folders ignore names that begin with an underscore.
pub const NAME: &str = "_manifest.json";

/// The format number of the manifests that this version writes. A manifest without one has format 0.
pub(super) const FORMAT: u32 = 1;

/// The manifest of a folder of parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The format number of the manifest.
    #[serde(default)]
    pub format: u32,
    /// The settings of the run.
    pub run: Run,
    /// The origin of the parts: the versions of the program, and the state of the input.
    #[serde(default)]
    pub programs: Vec<Provenance>,
    /// Whether the input has been analysed completely.
    pub complete: bool,
    /// The number of rows of all parts.
    pub rows: u64,
    /// The position in the input after the last part.
    pub position: Position,
    /// The unreadable lines that were skipped.
    #[serde(default)]
    pub skipped: SkippedLines,
    /// The number of scrambles that do not satisfy the condition of the run.
    #[serde(default, skip_serializing_if = "is_default")]
    pub left_out: u64,
    /// The folders of the merged shards, if the folder is the result of a merge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged_from: Option<Vec<MergedShard>>,
    /// The division of the input, if several processes write the parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Division>,
    /// The parts, in the order of the input.
    pub parts: Vec<Part>,
}

/// The origin of consecutive parts that one version of the program wrote from one state of the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The program and its version.
    pub program: String,
    /// The index of the first of these parts, from 0.
    pub first_part: usize,
    /// The sources of the scrambles. Scrambles may have been appended to the input between two runs.
    pub input: Vec<InputSource>,
    /// The attribution that the source requires.
    pub credit: Option<String>,
    /// The table files that were used; after a merge, those of all shards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<UsedTable>,
}

/// The folder of a merged shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergedShard {
    /// The name of the folder, without its parent.
    pub folder: String,
    /// The shard, I/N.
    pub shard: String,
    /// The number of its rows.
    pub rows: u64,
    /// The position of its run in the input.
    pub position: Position,
    /// The versions of the program that analysed it.
    pub programs: Vec<String>,
    /// The table files that were used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<UsedTable>,
}

/// A part: a file of rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The name of the file.
    pub file: String,
    /// The number of its rows.
    pub rows: u64,
    /// The id of its first row.
    pub first: String,
    /// The id of its last row.
    pub last: String,
    /// Its length in bytes.
    pub bytes: u64,
    /// The hash (XXH3, 64 bits) of its bytes.
    #[serde(with = "hex")]
    pub xxh3: u64,
    /// The position in the input after its last row. Manifests of format 0 do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<PartPosition>,
}

/// The position of a run after a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartPosition {
    /// The number of scrambles taken, including unreadable lines.
    pub items: u64,
    /// The digest as in [`Position`]. Parts of a merged folder have none.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "hex::option")]
    pub digest: Option<u64>,
}

/// The state of the file of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartState {
    Intact,
    Missing,
    /// The file has this length and this hash, which differ from the manifest.
    Damaged(u64, u64),
}

/// Describes a file in its current state; `-` is standard input.
///
/// # Errors
/// If the file cannot be read.
pub fn describe_file(path: &Path) -> Result<InputSource, Error> {
    if is_stdin(path) {
        return Ok(InputSource::Stream("-".into()));
    }
    let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.display().to_string());
    let failure = |e: io::Error| Error::file(path, "read", &e);
    if !fs::metadata(path).map_err(failure)?.is_file() {
        return Ok(InputSource::Stream(name));
    }
    let (bytes, xxh3) = hash_file(path).map_err(failure)?;
    Ok(InputSource::File { name, bytes, xxh3 })
}

impl Provenance {
    /// Returns the origin of parts of a run.
    pub(super) fn new(run: &Run, tables: Vec<UsedTable>) -> Provenance {
        let Run { program, input, credit, .. } = run.clone();
        Provenance { program, first_part: 0, input, credit, tables }
    }
}

impl Manifest {
    /// Returns the manifest of a run that has no results yet.
    pub(super) fn new(run: Run) -> Manifest {
        Manifest {
            format: FORMAT,
            run,
            programs: Vec::new(),
            complete: false,
            rows: 0,
            position: Position::default(),
            skipped: SkippedLines::default(),
            left_out: 0,
            merged_from: None,
            blocks: None,
            parts: Vec::new(),
        }
    }

    /// Reads the manifest of a folder and checks its consistency. Returns `None` if the folder has no manifest.
    ///
    /// # Errors
    /// If the manifest cannot be read or is inconsistent.
    pub fn read(folder: &Path) -> Result<Option<Manifest>, Error> {
        let path = folder.join(NAME);
        match fs::read(&path) {
            Ok(text) => Manifest::parse(&path, &text).map(Some),
            Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
            Err(e) => Err(Error::file(&path, "read", &e)),
        }
    }

    /// Parses the manifest at `path`.
    fn parse(path: &Path, text: &[u8]) -> Result<Manifest, Error> {
        /// The format number, which manifests of every format have.
        #[derive(Deserialize)]
        struct Version {
            #[serde(default)]
            format: u64,
        }
        const REMEDY: &str = "restore it from a copy, or analyse into a new folder";
        let name = path.display();
        let wrong = |e: serde_json::Error| {
            let (line, column, why) = (e.line(), e.column(), json_error_message(&e));
            Error::message(format!("{name}:{line}:{column}: not a manifest of parts: {why}"))
                .hint_line(REMEDY)
        };
        let version: Version = serde_json::from_slice(text).map_err(wrong)?;
        if version.format > u64::from(FORMAT) {
            let format = version.format;
            return Err(Error::message(format!(
                "{name}: this manifest was written by a later cubiform (its format is {format}, this version supports \
                 {FORMAT})"
            ))
            .hint("use that version"));
        }
        let manifest: Manifest = serde_json::from_slice(text).map_err(wrong)?;
        match manifest.contradiction() {
            Some(contradiction) => {
                Err(Error::message(format!("{name}: this manifest is damaged: {contradiction}"))
                    .hint_line(REMEDY))
            }
            None => Ok(manifest),
        }
    }

    /// Checks that the manifest has the current format, and its parts the layout that this version writes, which is
    /// needed to add to them or to merge them.
    pub(super) fn check_format(&self, folder: &Path) -> Result<(), Error> {
        if let Some(layout) = &self.run.layout {
            let message =
                format!("{} has the {layout} layout, which this version does not write", folder.display());
            let hint = "continue with the version that wrote it, or analyse into a new folder";
            return Err(Error::message(message).hint(hint));
        }
        if self.format == FORMAT {
            return Ok(());
        }
        Err(Error::message(format!(
            "{} was written by an earlier cubiform, whose manifest lacks data that is needed here",
            folder.display()
        ))
        .hint("continue with that version, or analyse into a new folder (stats and report read both)"))
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
    pub(super) fn part_name(&self, index: usize) -> String {
        format!("part-{index:05}.{}", self.run.format)
    }

    /// Replaces the manifest of a folder.
    pub(super) fn write(&self, folder: &Path, host: &dyn Host) -> Result<(), Error> {
        let path = folder.join(NAME);
        let mut text = serde_json::to_vec_pretty(self).map_err(|e| Error::message(e.to_string()))?;
        text.push(b'\n');
        let mut file = outputs::create_file(&path).map_err(|e| Error::file(&path, "write", &e))?;
        file.write_all(&text).map_err(|e| write_error(&path, &e))?;
        host.verify_tables()?;
        file.commit().map_err(|e| write_error(&path, &e))
    }

    /// Returns the origin of a part, if the manifest has it.
    pub(super) fn provenance(&self, part: usize) -> Option<&Provenance> {
        self.programs.iter().rev().find(|provenance| provenance.first_part <= part)
    }

    /// Adds a part of this origin.
    pub(super) fn push(&mut self, part: Part, provenance: Provenance) {
        self.push_provenance(self.parts.len(), provenance);
        self.rows += part.rows;
        self.parts.push(part);
    }

    /// Records the origin of the parts from `first_part` on, after the parts of other origins.
    fn push_provenance(&mut self, first_part: usize, provenance: Provenance) {
        let is_known = |last: &Provenance| {
            Provenance { first_part: provenance.first_part, ..last.clone() } == provenance
        };
        if !self.programs.last().is_some_and(is_known) {
            self.programs.push(Provenance { first_part, ..provenance });
        }
    }

    /// Replaces the description of a part, which has another origin now.
    pub(super) fn replace(&mut self, index: usize, part: Part, provenance: Provenance) {
        let of_part = |part: usize| match part == index {
            true => Some(provenance.clone()),
            false => self.provenance(part).cloned(),
        };
        let all: Vec<Option<Provenance>> = (0..self.parts.len()).map(of_part).collect();
        self.programs.clear();
        for (first_part, provenance) in all.into_iter().enumerate() {
            if let Some(provenance) = provenance {
                self.push_provenance(first_part, provenance);
            }
        }
        self.parts[index] = part;
    }

    /// Compares the file of a part with the manifest.
    pub(super) fn state(&self, folder: &Path, part: &Part) -> Result<PartState, Error> {
        let path = folder.join(&part.file);
        match hash_file(&path) {
            Ok(state) if state == (part.bytes, part.xxh3) => Ok(PartState::Intact),
            Ok((bytes, xxh3)) => Ok(PartState::Damaged(bytes, xxh3)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(PartState::Missing),
            Err(e) => Err(Error::file(&path, "read", &e)),
        }
    }

    /// Returns the path of a part.
    ///
    /// # Errors
    /// If the file is missing or damaged.
    pub(super) fn file(&self, folder: &Path, part: &Part) -> Result<PathBuf, Error> {
        let path = folder.join(&part.file);
        let name = path.display();
        let message = match self.state(folder, part)? {
            PartState::Intact => return Ok(path),
            PartState::Missing => format!("{name} is missing"),
            PartState::Damaged(bytes, xxh3) => format!(
                "{name} is damaged: it has {bytes} bytes with the hash {xxh3:016x}, but the manifest lists {} with \
                 {:016x}",
                part.bytes, part.xxh3
            ),
        };
        let remedy = match &self.merged_from {
            Some(_) if !self.complete => "restore it from a copy, or merge into a new folder",
            _ => "restore it from a copy, or repeat the command of the run with `resume`",
        };
        Err(Error::message(message).hint_line(remedy))
    }

    /// Returns the paths of all parts.
    ///
    /// # Errors
    /// If a file is missing or damaged.
    pub fn files(&self, folder: &Path) -> Result<Vec<PathBuf>, Error> {
        self.parts.iter().map(|part| self.file(folder, part)).collect()
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

    fn parse(text: &str) -> Result<Manifest, Error> {
        Manifest::parse(Path::new(NAME), text.as_bytes())
    }

    fn message(from: &str, to: &str) -> String {
        assert!(VALID.contains(from), "{from}");
        parse(&VALID.replace(from, to)).unwrap_err().to_string()
    }

    #[test]
    fn manifest_round_trips_through_json() {
        let manifest = parse(VALID).unwrap();
        let text = serde_json::to_string(&manifest).unwrap();
        assert_eq!(parse(&text).unwrap(), manifest);
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
