//! The origin of rows: a folder or file that was named, and the settings of the run that wrote it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::failure::{Failure, display_name, file_error};
use cubiform_answers::input::is_stdin;
use cubiform_answers::json_error_message;
use cubiform_answers::parts::{MANIFEST_NAME, Manifest, describe_file};

/// A folder or file that was named, or standard input.
pub(crate) struct Origin {
    pub(super) path: PathBuf,
    /// The settings of the run that wrote it, as a JSON object; empty if unknown.
    pub(super) run: Value,
    /// The manifest of a folder as JSON, including entries unknown to this version.
    manifest: Option<Value>,
}

impl Origin {
    /// Returns the origin of a file without known run settings.
    pub(super) fn of_file(path: &Path) -> Origin {
        Origin { path: path.into(), run: json!({}), manifest: None }
    }

    /// Returns the origin and the manifest of a folder.
    pub(super) fn of_folder(path: &Path) -> Result<(Origin, Manifest), Failure> {
        let Some(manifest) = Manifest::read(path)? else {
            let folder = path.display();
            return Err(Failure::Message(format!("cannot read {folder}: the folder has no {MANIFEST_NAME}")));
        };
        let file = path.join(MANIFEST_NAME);
        let text = fs::read(&file).map_err(|e| file_error(&file, "read", &e))?;
        let mut json: Value = serde_json::from_slice(&text).map_err(|e| {
            Failure::Message(format!("cannot read {}: {}", file.display(), json_error_message(&e)))
        })?;
        let run = json.get_mut("run").map(Value::take).unwrap_or_default();
        Ok((Origin { path: path.into(), run, manifest: Some(json) }, manifest))
    }

    /// Returns whether the origin is a folder of parts.
    pub(super) fn is_folder(&self) -> bool {
        self.manifest.is_some()
    }

    /// Returns a setting of the run, unless it is null or missing.
    pub(super) fn setting(&self, key: &str) -> Option<&Value> {
        self.run.get(key).filter(|value| !value.is_null())
    }

    /// Returns the manifest entry with the number and the hash of a folder's scrambles.
    pub(super) fn position(&self) -> Option<&Value> {
        self.manifest.as_ref()?.get("position")
    }

    /// Returns the number of input lines that the run could not read and skipped.
    pub(crate) fn skipped(&self) -> u64 {
        let skipped =
            self.manifest.as_ref().and_then(|manifest| manifest.get("skipped")?.get("count")?.as_u64());
        skipped.unwrap_or(0)
    }

    /// Returns the name in messages.
    pub(crate) fn name(&self) -> String {
        display_name(&self.path)
    }

    /// Returns the provenance as a JSON object. A file is read for its hash.
    pub(crate) fn to_json(&self) -> Result<Value, Failure> {
        let mut entry = match &self.manifest {
            Some(manifest) => json!({
                "folder": self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy(),
                "complete": manifest.get("complete"),
                "rows": manifest.get("rows"),
                "tables": Some(used_tables(manifest)).filter(|tables| !tables.is_empty()),
                "skipped": self.skipped(),
            }),
            None => json!(describe_file(&self.path)?),
        };
        entry["run"] = json!(Some(known(&self.run)).filter(|run| !run.is_empty()));
        Ok(known(&entry).into())
    }

    /// Returns the canonical path; `None` for standard input.
    pub(super) fn canonical(&self) -> Option<PathBuf> {
        if is_stdin(&self.path) { None } else { fs::canonicalize(&self.path).ok() }
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
