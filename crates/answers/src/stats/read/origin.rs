//! The origin of rows: a folder, a file or a text that was named, and the settings of the run that wrote it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::Error;
use crate::input::{display_name, is_stdin};
use crate::run::InputSource;

/// A function that describes the current state of a file.
type Describe = Box<dyn Fn() -> Result<InputSource, Error>>;

/// A folder, a file or a text that was named, or standard input.
pub struct Origin {
    /// The path, or the name of a text.
    pub(super) path: PathBuf,
    /// The settings of the run that wrote it, as a JSON object; empty if unknown.
    pub run: Value,
    kind: Kind,
}

/// The kind of an origin.
enum Kind {
    File(Describe),
    Text(InputSource),
    /// A folder with its manifest as JSON, including entries unknown to this version.
    Folder(Value),
}

impl Origin {
    /// Returns the origin of a file without known run settings.
    pub fn of_file(path: &Path, describe: impl Fn() -> Result<InputSource, Error> + 'static) -> Origin {
        Origin { path: path.into(), run: json!({}), kind: Kind::File(Box::new(describe)) }
    }

    /// Returns the origin of a folder with this manifest.
    pub fn of_folder(path: &Path, mut manifest: Value) -> Origin {
        let run = manifest.get_mut("run").map(Value::take).unwrap_or_default();
        Origin { path: path.into(), run, kind: Kind::Folder(manifest) }
    }

    /// Returns the origin of a text without known run settings.
    pub fn of_text(name: &str, source: InputSource) -> Origin {
        Origin { path: name.into(), run: json!({}), kind: Kind::Text(source) }
    }

    fn manifest(&self) -> Option<&Value> {
        if let Kind::Folder(manifest) = &self.kind { Some(manifest) } else { None }
    }

    /// Returns whether the origin is a folder of parts.
    pub(super) fn is_folder(&self) -> bool {
        self.manifest().is_some()
    }

    /// Returns a setting of the run, unless it is null or missing.
    pub(super) fn setting(&self, key: &str) -> Option<&Value> {
        self.run.get(key).filter(|value| !value.is_null())
    }

    /// Returns the manifest entry with the number and the hash of a folder's scrambles.
    pub(super) fn position(&self) -> Option<&Value> {
        self.manifest()?.get("position")
    }

    /// Returns the number of input lines that the run could not read and skipped.
    pub(super) fn skipped(&self) -> u64 {
        self.manifest().and_then(|manifest| manifest.get("skipped")?.get("count")?.as_u64()).unwrap_or(0)
    }

    /// Returns the name in messages.
    pub(super) fn name(&self) -> String {
        display_name(&self.path)
    }

    /// Returns the provenance as a JSON object. A file is read for its hash.
    pub(super) fn to_json(&self) -> Result<Value, Error> {
        let mut entry = match &self.kind {
            Kind::Folder(manifest) => json!({
                "folder": self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy(),
                "complete": manifest.get("complete"),
                "rows": manifest.get("rows"),
                "tables": Some(used_tables(manifest)).filter(|tables| !tables.is_empty()),
                "skipped": self.skipped(),
            }),
            Kind::File(describe) => json!(describe()?),
            Kind::Text(source) => json!(source),
        };
        entry["run"] = json!(Some(known(&self.run)).filter(|run| !run.is_empty()));
        Ok(known(&entry).into())
    }

    /// Returns the canonical path; `None` for standard input and for a text.
    pub(super) fn canonical(&self) -> Option<PathBuf> {
        let is_place = !is_stdin(&self.path) && !matches!(self.kind, Kind::Text(_));
        is_place.then(|| fs::canonicalize(&self.path).ok()).flatten()
    }
}

/// Returns the members of an object that are known, which are not null.
fn known(object: &Value) -> Map<String, Value> {
    let members = object.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
    members.map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// Returns the tables used for a folder's parts, over all program versions and shards, each table once.
fn used_tables(manifest: &Value) -> Vec<Value> {
    let entries = |key: &str| manifest.get(key).and_then(Value::as_array).into_iter().flatten();
    let mut tables: Vec<Value> = Vec::new();
    let lists =
        entries("programs").chain(entries("merged_from")).filter_map(|entry| entry.get("tables")?.as_array());
    for table in lists.flatten() {
        if !tables.contains(table) {
            tables.push(table.clone());
        }
    }
    tables
}
