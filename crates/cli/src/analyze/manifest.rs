//! The manifest of a folder of parts: what the run was asked, which parts are there, and how far it has come.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use cubiform_tables::store::TableIdentity;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::selection::{Position, hex};
use super::skipped::Skipped;
use crate::failure::{Failure, about_file, of_json};
use crate::goals::GoalNames;
use crate::input::is_stdin;
use crate::output::Output;
use crate::render::form::{Layout, Naming, is_default};
use crate::table_checks;

/// The name of its file. Readers of folders of Parquet pass over names that begin so.
pub(crate) const NAME: &str = "_manifest.json";

/// The format of manifests that this version writes. The first versions wrote none, which is read as 0.
pub(crate) const FORMAT: u32 = 1;

/// The manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// The format of the manifest.
    #[serde(default)]
    pub(crate) format: u32,
    /// What was asked.
    pub(crate) run: Run,
    /// Which versions of the program wrote the parts, and of which state of the input.
    #[serde(default)]
    pub(crate) programs: Vec<Provenance>,
    /// Whether all of the input has been analyzed.
    pub(crate) complete: bool,
    /// The rows of all parts.
    pub(crate) rows: u64,
    /// How far the run has come with the parts.
    pub(crate) position: Position,
    /// The lines that could not be read and were skipped.
    #[serde(default)]
    pub(crate) skipped: Skipped,
    /// The number of scrambles that do not satisfy the condition of the run.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) left_out: u64,
    /// The folders of shards that it was merged from, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) merged_from: Option<Vec<MergedShard>>,
    /// The parts, in the order of the input.
    pub(crate) parts: Vec<Part>,
}

/// Parts that one version of the program wrote in a row, of one state of the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Provenance {
    /// The program and its version.
    pub(crate) program: String,
    /// The number of its first part, from 0.
    pub(crate) first_part: usize,
    /// Where the scrambles came from: scrambles may have been added between two legs.
    pub(crate) input: Vec<Source>,
    /// What the source asks to be told with results made of it.
    pub(crate) credit: Option<String>,
    /// The table files that were used; of a merge those of all shards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tables: Vec<UsedTable>,
}

/// A table file that a run used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct UsedTable {
    /// The name of the table.
    pub(crate) name: String,
    /// What its entries are, with the version of their numbering.
    pub(crate) identity: String,
    /// The checksum (XXH3, 64 bits) of its codes, as its file says.
    #[serde(with = "hex")]
    pub(crate) xxh3: u64,
}

impl UsedTable {
    /// The table files that this process uses, by name.
    pub(crate) fn all() -> Vec<UsedTable> {
        let used = |table: TableIdentity| UsedTable {
            name: table.name.into(),
            identity: table.identity,
            xxh3: table.checksum,
        };
        table_checks::identities().into_iter().map(used).collect()
    }
}

/// A folder of a shard that was merged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MergedShard {
    /// Its name, without the folder that it is in.
    pub(crate) folder: String,
    /// Which shard it is, I/N.
    pub(crate) shard: String,
    /// Its rows.
    pub(crate) rows: u64,
    /// How far its run has come in the input.
    pub(crate) position: Position,
    /// The versions of the program that analyzed it.
    pub(crate) programs: Vec<String>,
    /// The table files that were used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tables: Vec<UsedTable>,
}

/// What a run was asked: a run that goes on must be asked the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Run {
    /// The program and its version.
    pub(crate) program: String,
    /// The goal by its name, or as it was written; of several goals a list.
    pub(crate) goal: GoalNames,
    /// The stages, in order.
    pub(crate) stages: Vec<String>,
    /// The letters of the bottom colours, in the order of columns.
    pub(crate) colors: String,
    /// What a move is.
    pub(crate) metric: String,
    /// The moves that solutions may have, if not all: `<R,U,F>`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) moves: Option<String>,
    /// Solutions of each stage.
    pub(crate) solutions: usize,
    /// Maximum number of moves beyond the optimum.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) slack: u8,
    /// The format of the parts.
    pub(crate) format: String,
    /// The share of the input that is taken, I/N.
    pub(crate) shard: String,
    /// Where the scrambles came from.
    pub(crate) input: Vec<Source>,
    /// The events that were taken of the WCA's table, by comma, if the input has one.
    pub(crate) events: Option<String>,
    /// What the source asks to be told with results made of it.
    pub(crate) credit: Option<String>,
    /// How the columns of lengths are named.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) columns: Naming,
    /// Which rows there are.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) layout: Layout,
    /// The columns of the input that are carried into the output.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) carried: Vec<String>,
    /// The condition of `--where`, if the input was filtered.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub(crate) condition: Option<String>,
    /// The table files that were used, if the results are a single file; in a folder of parts each [`Provenance`] has its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tables: Vec<UsedTable>,
}

/// Where scrambles come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Source {
    /// A file, without its folder, and what is in it.
    File {
        /// Its name.
        name: String,
        /// Its length.
        bytes: u64,
        /// The hash (XXH3, 64 bits) of its bytes.
        #[serde(with = "hex")]
        xxh3: u64,
    },
    /// What can be read only once.
    Stream(String),
    /// So many random states.
    Random {
        /// How many.
        count: u64,
        /// Which.
        seed: u64,
        /// What they satisfy, if not all were allowed.
        #[serde(rename = "where", skip_serializing_if = "Option::is_none", default)]
        condition: Option<String>,
    },
    /// So many arguments.
    Arguments(usize),
}

/// A file of rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part {
    /// Its name.
    pub(crate) file: String,
    /// Its rows.
    pub(crate) rows: u64,
    /// The id of its first row.
    pub(crate) first: String,
    /// The id of its last row.
    pub(crate) last: String,
    /// Its length.
    pub(crate) bytes: u64,
    /// The hash (XXH3, 64 bits) of its bytes.
    #[serde(with = "hex")]
    pub(crate) xxh3: u64,
    /// How far the run had come with it; manifests of the first versions do not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<PartPosition>,
}

/// How far a run had come with a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PartPosition {
    /// Scrambles taken, lines that cannot be read among them.
    pub(crate) items: u64,
    /// The digest as in [`Position`]; parts of a merged folder have none.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "hex::option")]
    pub(crate) digest: Option<u64>,
}

/// The state of the file of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartState {
    Intact,
    Missing,
    /// It has so many bytes with this hash, which are others than the manifest says.
    Damaged(u64, u64),
}

impl Source {
    /// The same without the name of a file, which says nothing about what is in it.
    pub(crate) fn without_name(&self) -> Source {
        match self.clone() {
            Source::File { bytes, xxh3, .. } => Source::File { name: String::new(), bytes, xxh3 },
            Source::Stream(_) => Source::Stream(String::new()),
            other => other,
        }
    }

    /// A file as it is now; `-` is standard input.
    pub(crate) fn of_file(path: &Path) -> Result<Source, Failure> {
        if is_stdin(path) {
            return Ok(Source::Stream("-".into()));
        }
        let name =
            path.file_name().map_or_else(|| path.display().to_string(), |name| name.display().to_string());
        let failure = |e: io::Error| about_file(path, "read", &e);
        if !fs::metadata(path).map_err(failure)?.is_file() {
            return Ok(Source::Stream(name));
        }
        let (bytes, xxh3) = hash_file(path).map_err(failure)?;
        Ok(Source::File { name, bytes, xxh3 })
    }
}

impl Run {
    /// Whether its states are random, so that facelets show them.
    pub(crate) fn is_random(&self) -> bool {
        self.input.iter().any(|source| matches!(source, Source::Random { .. }))
    }

    /// What keeps a run from going on as `self` that was begun as `begun`, if anything. Where the input came from and
    /// which version began does not: whether scrambles are the same is seen when they are read.
    pub(crate) fn difference_from(&self, begun: &Run) -> Option<String> {
        let difference = |what: &str, now: &str, then: &str| {
            (now != then).then(|| format!("it was begun with {what} {then}, not {now}"))
        };
        self.settings_difference_from(begun)
            .or_else(|| difference("--shard", &self.shard, &begun.shard))
            .or_else(|| {
                let (now, then) = (self.events.as_deref()?, begun.events.as_deref()?);
                difference("--events", now, then)
            })
    }

    /// The same, but for what says which scrambles are taken.
    pub(crate) fn settings_difference_from(&self, begun: &Run) -> Option<String> {
        let difference = |what: &str, now: &str, then: &str| {
            (now != then).then(|| format!("it was begun with {what} {then}, not {now}"))
        };
        let moves = |run: &Run| run.moves.clone().unwrap_or_else(|| "all moves".into());
        let carried = |run: &Run| match &run.carried[..] {
            [] => "none".into(),
            names => names.join(","),
        };
        let filter = |run: &Run| {
            run.condition.as_ref().map_or("no condition".to_string(), |condition| format!("\"{condition}\""))
        };
        difference("goal", &self.goal.to_string(), &begun.goal.to_string())
            .or_else(|| difference("stages", &self.stages.join(","), &begun.stages.join(",")))
            .or_else(|| difference("colours", &self.colors, &begun.colors))
            .or_else(|| difference("metric", &self.metric, &begun.metric))
            .or_else(|| difference("--solutions", &self.solutions.to_string(), &begun.solutions.to_string()))
            .or_else(|| difference("--slack", &self.slack.to_string(), &begun.slack.to_string()))
            .or_else(|| difference("--moves", &moves(self), &moves(begun)))
            .or_else(|| difference("--format", &self.format, &begun.format))
            .or_else(|| difference("--columns", self.columns.name(), begun.columns.name()))
            .or_else(|| difference("--layout", self.layout.name(), begun.layout.name()))
            .or_else(|| difference("--carry", &carried(self), &carried(begun)))
            .or_else(|| difference("--where", &filter(self), &filter(begun)))
            .or_else(|| self.states_difference_from(begun))
    }

    /// How the random states differ from those of `begun`, but for their number.
    fn states_difference_from(&self, begun: &Run) -> Option<String> {
        let random = |run: &Run| match &run.input[..] {
            [Source::Random { seed, condition, .. }] => Some((*seed, condition.clone().unwrap_or_default())),
            _ => None,
        };
        match (random(self), random(begun)) {
            (None, None) => None,
            (Some(_), None) => Some("it was begun without --random".into()),
            (None, Some(_)) => Some("it was begun with --random".into()),
            (Some((now, _)), Some((then, _))) if now != then => {
                Some(format!("it was begun with --seed {then}, not {now}"))
            }
            (Some((_, now)), Some((_, then))) if now != then => Some(match (&now[..], &then[..]) {
                (_, "") => "it was begun without --where".into(),
                ("", _) => format!("it was begun with --where \"{then}\""),
                _ => format!("it was begun with --where \"{then}\", not \"{now}\""),
            }),
            _ => None,
        }
    }
}

fn is_zero<T: Default + PartialEq>(number: &T) -> bool {
    *number == T::default()
}

impl Manifest {
    /// The manifest of a run of which nothing has come yet.
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

    /// The manifest of a folder, whose numbers agree with one another; `None` if it has none.
    pub(crate) fn read(folder: &Path) -> Result<Option<Manifest>, Failure> {
        let path = folder.join(NAME);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(None);
            }
            Err(e) => return Err(about_file(&path, "read", &e)),
        };
        Manifest::parse(&text).map(Some).map_err(|(place, message)| {
            let place = place.map_or(String::new(), |(line, column)| format!(":{line}:{column}"));
            Failure::Message(format!("{}{place}: {message}", path.display()))
        })
    }

    /// The manifest that a text is, or the line and the column where it is wrong, if it has one place, and what is.
    fn parse(text: &[u8]) -> Result<Manifest, (Option<(usize, usize)>, String)> {
        /// What is read of a manifest of any format.
        #[derive(Deserialize)]
        struct Version {
            #[serde(default)]
            format: u64,
        }
        const REMEDY: &str = "get it from a copy, or analyze into a new folder";
        let wrong = |e: serde_json::Error| {
            let message = format!("this is no manifest of parts: {}\n  {REMEDY}", of_json(&e));
            (Some((e.line(), e.column())), message)
        };
        let version: Version = serde_json::from_slice(text).map_err(wrong)?;
        if version.format > u64::from(FORMAT) {
            let format = version.format;
            let message = format!(
                "this manifest was written by a later cubiform (its format is {format}, this version knows {FORMAT}); \
                 use that one"
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

    /// What in it contradicts something else in it, if anything does.
    fn contradiction(&self) -> Option<String> {
        if !["csv", "jsonl", "parquet"].contains(&&self.run.format[..]) {
            return Some(format!("there is no format '{}' of parts", self.run.format));
        }
        let (mut rows, mut items) = (0u64, 0u64);
        for (index, part) in self.parts.iter().enumerate() {
            let name = self.part_name(index);
            if part.file != name {
                return Some(format!("part {index} is called '{}', not {name}", part.file));
            }
            let Some(sum) = rows.checked_add(part.rows) else {
                return Some(format!("{name} has too many rows"));
            };
            rows = sum;
            if let Some(position) = part.position {
                if position.items < rows || position.items < items || position.items > self.position.items {
                    return Some(format!("{name} ends after {} scrambles, which cannot be", position.items));
                }
                items = position.items;
            } else if self.format > 0 {
                return Some(format!("it does not say where {name} ends in the input"));
            }
        }
        if rows != self.rows {
            return Some(format!("it has {} rows, its parts have {rows}", self.rows));
        }
        let done = rows.checked_add(self.skipped.count).and_then(|done| done.checked_add(self.left_out));
        if self.format > 0 && (done != Some(self.position.items) || !self.skipped.is_consistent()) {
            let left_out = match self.left_out {
                0 => String::new(),
                count => format!(", {count} that were left out"),
            };
            return Some(format!(
                "{rows} rows and {} skipped lines{left_out} are not {} scrambles",
                self.skipped.count, self.position.items
            ));
        }
        None
    }

    /// The name of the file of the part of this number, from 0. Names have five digits, so that they sort as the parts do,
    /// and more from part 100,000 on, which sort otherwise: the manifest has the order, and so has the column `row`.
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

    /// The provenance of a part, if the manifest says it.
    pub(crate) fn provenance(&self, part: usize) -> Option<&Provenance> {
        self.programs.iter().rev().find(|provenance| provenance.first_part <= part)
    }

    /// Adds a part that `provenance` has written.
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

    /// The state of the file of a part.
    pub(crate) fn state(&self, folder: &Path, part: &Part) -> Result<PartState, Failure> {
        let path = folder.join(&part.file);
        match hash_file(&path) {
            Ok(found) if found == (part.bytes, part.xxh3) => Ok(PartState::Intact),
            Ok((bytes, xxh3)) => Ok(PartState::Damaged(bytes, xxh3)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(PartState::Missing),
            Err(e) => Err(about_file(&path, "read", &e)),
        }
    }

    /// The file of a part, which is there and has its bytes.
    pub(crate) fn file(&self, folder: &Path, part: &Part) -> Result<PathBuf, Failure> {
        const REMEDY: &str = "get it from a copy, or repeat the command of the run with --repair";
        let path = folder.join(&part.file);
        let shown = path.display();
        match self.state(folder, part)? {
            PartState::Intact => Ok(path),
            PartState::Missing => Err(Failure::Message(format!("{shown} is missing\n  {REMEDY}"))),
            PartState::Damaged(bytes, xxh3) => Err(Failure::Message(format!(
                "{shown} is damaged: it has {bytes} bytes with the hash {xxh3:016x}, the manifest says {} with {:016x}\n  \
                 {REMEDY}",
                part.bytes, part.xxh3
            ))),
        }
    }

    /// The files of the parts, each of which is there and has its bytes.
    pub(crate) fn files(&self, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
        self.parts.iter().map(|part| self.file(folder, part)).collect()
    }
}

/// The program and its version.
pub(crate) fn program() -> String {
    format!("cubiform {}", env!("CARGO_PKG_VERSION"))
}

/// How many bytes a file has, and their hash.
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
            ("\"rows\": 4", "\"rows\": 5", "it has 5 rows, its parts have 4"),
            ("\"rows\": 3", "\"rows\": 18446744073709551615", "part-00000.csv ends after 4 scrambles"),
            ("part-00001.csv", "../../etc/passwd", "part 1 is called '../../etc/passwd', not part-00001.csv"),
            ("part-00001.csv", "part-00000.csv", "part 1 is called 'part-00000.csv', not part-00001.csv"),
            ("\"items\": 4", "\"items\": 2", "part-00000.csv ends after 2 scrambles"),
            ("\"items\": 4", "\"items\": 6", "part-00000.csv ends after 6 scrambles"),
            ("\"count\": 1", "\"count\": 0", "4 rows and 0 skipped lines are not 5 scrambles"),
            ("\"format\": \"csv\"", "\"format\": \"/etc\"", "there is no format '/etc' of parts"),
        ] {
            let error = message(from, to);
            assert!(error.contains(wanted) && error.contains("this manifest is damaged"), "{error}");
        }
        let error = message("\"format\": 1", "\"format\": 7, \"parts\": 3");
        assert!(error.contains("written by a later cubiform"), "{error}");
    }
}
