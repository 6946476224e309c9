//! The manifest of a folder of parts: what the run was asked, which parts are there, and how far it has come.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::selection::{Position, hex};
use crate::failure::{Failure, about_file, of_json};
use crate::input::is_stdin;
use crate::output::Output;

/// The name of its file. Readers of folders of Parquet pass over names that begin so.
pub(crate) const NAME: &str = "_manifest.json";

/// The manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// What was asked.
    pub(crate) run: Run,
    /// Whether all of the input has been analyzed.
    pub(crate) complete: bool,
    /// The rows of all parts.
    pub(crate) rows: u64,
    /// How far the run has come with the parts.
    pub(crate) position: Position,
    /// The parts, in the order of the input.
    pub(crate) parts: Vec<Part>,
}

/// What a run was asked: a run that goes on must be asked the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Run {
    /// The program and its version.
    pub(crate) program: String,
    /// The goal by its name, or as it was written.
    pub(crate) goal: String,
    /// The stages, in order.
    pub(crate) stages: Vec<String>,
    /// The letters of the bottom colours, in the order of columns.
    pub(crate) colors: String,
    /// What a move is.
    pub(crate) metric: String,
    /// Solutions of each stage.
    pub(crate) solutions: usize,
    /// The format of the parts.
    pub(crate) format: String,
    /// The share of the input that is taken, I/N.
    pub(crate) shard: String,
    /// Where the scrambles came from.
    pub(crate) input: Vec<Source>,
    /// The events that were chosen, if any were.
    pub(crate) events: Option<String>,
    /// What the source asks to be told with results made of it.
    pub(crate) credit: Option<String>,
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
}

impl Source {
    /// A file as it is now; `-` is standard input.
    pub(crate) fn of_file(path: &Path) -> Result<Source, Failure> {
        if is_stdin(path) {
            return Ok(Source::Stream("-".into()));
        }
        let name =
            path.file_name().map_or_else(|| path.display().to_string(), |name| name.display().to_string());
        let about = |e: io::Error| about_file(path, "read", &e);
        if !fs::metadata(path).map_err(about)?.is_file() {
            return Ok(Source::Stream(name));
        }
        let (bytes, xxh3) = hashed(path).map_err(about)?;
        Ok(Source::File { name, bytes, xxh3 })
    }
}

impl Run {
    /// What keeps a run from going on as `self` that was begun as `begun`, if anything. Where the input came from and
    /// which version began does not: whether scrambles are the same is seen when they are read.
    pub(crate) fn differs_from(&self, begun: &Run) -> Option<String> {
        let said = |what: &str, now: &str, then: &str| {
            (now != then).then(|| format!("it was begun with {what} {then}, not {now}"))
        };
        said("goal", &self.goal, &begun.goal)
            .or_else(|| said("stages", &self.stages.join(","), &begun.stages.join(",")))
            .or_else(|| said("colours", &self.colors, &begun.colors))
            .or_else(|| said("metric", &self.metric, &begun.metric))
            .or_else(|| said("--solutions", &self.solutions.to_string(), &begun.solutions.to_string()))
            .or_else(|| said("--format", &self.format, &begun.format))
            .or_else(|| said("--shard", &self.shard, &begun.shard))
    }
}

impl Manifest {
    /// The manifest of a folder; `None` if it has none.
    pub(crate) fn read(folder: &Path) -> Result<Option<Manifest>, Failure> {
        let path = folder.join(NAME);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(None);
            }
            Err(e) => return Err(about_file(&path, "read", &e)),
        };
        let manifest: Manifest = serde_json::from_slice(&text).map_err(|e| {
            let (line, column) = (e.line(), e.column());
            Failure::Message(format!(
                "{}:{line}:{column}: this is no manifest of parts: {}\n  remove the folder and analyze anew",
                path.display(),
                of_json(&e)
            ))
        })?;
        Ok(Some(manifest))
    }

    /// Replaces the manifest of a folder.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), Failure> {
        let mut output = Output::file(&folder.join(NAME))?;
        let mut text = serde_json::to_vec_pretty(self).map_err(|e| Failure::Message(e.to_string()))?;
        text.push(b'\n');
        output.write_all(&text).map_err(|e| output.failure(&e))?;
        output.finish()
    }

    /// The files of the parts, each of which is there and has its bytes.
    pub(crate) fn files(&self, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
        let file = |part: &Part| {
            let path = folder.join(&part.file);
            let (bytes, xxh3) = hashed(&path).map_err(|e| about_file(&path, "read", &e))?;
            if (bytes, xxh3) == (part.bytes, part.xxh3) {
                return Ok(path);
            }
            Err(Failure::Message(format!(
                "{} is damaged: it has {bytes} bytes with the hash {xxh3:016x}, the manifest says {} with {:016x}\n  \
                 get it from a copy, or remove the folder and analyze anew",
                path.display(),
                part.bytes,
                part.xxh3
            )))
        };
        self.parts.iter().map(file).collect()
    }
}

impl Part {
    /// The part that this file is.
    pub(crate) fn of_file(path: &Path, rows: u64, first: String, last: String) -> Result<Part, Failure> {
        let file = path.file_name().expect("a part has a name").display().to_string();
        let (bytes, xxh3) = hashed(path).map_err(|e| about_file(path, "read", &e))?;
        Ok(Part { file, rows, first, last, bytes, xxh3 })
    }
}

/// How many bytes a file has, and their hash.
fn hashed(path: &Path) -> io::Result<(u64, u64)> {
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
