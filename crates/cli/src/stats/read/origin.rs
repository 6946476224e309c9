//! Where rows come from: a folder or a file that was named, and what it says about the run that wrote it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::analyze::{MANIFEST_NAME, Manifest, Source, TemporaryAnalysis};
use crate::error::{Failure, about_file, of_json};
use crate::input::is_stdin;

/// A folder or a file that was named, or standard input.
pub(crate) struct Origin {
    pub(super) path: PathBuf,
    /// What the run was asked that wrote it, as a JSON object; empty if that is not known.
    pub(super) run: Value,
    /// The manifest of a folder, as JSON: it may have entries of which this version knows nothing.
    manifest: Option<Value>,
    /// The analysis of a file of scrambles, which must outlast its reader.
    pub(super) analysis: Option<TemporaryAnalysis>,
}

impl Origin {
    /// A file, of whose run nothing is known.
    pub(super) fn of_file(path: &Path) -> Origin {
        Origin { path: path.into(), run: Value::Object(Map::new()), manifest: None, analysis: None }
    }

    /// A folder with a manifest.
    pub(super) fn of_folder(path: &Path) -> Result<(Origin, Manifest), Failure> {
        let Some(manifest) = Manifest::read(path)? else {
            let shown = path.display();
            return Err(Failure::Message(format!(
                "cannot read {shown}: it is a folder without a manifest of parts"
            )));
        };
        let file = path.join(MANIFEST_NAME);
        let text = fs::read(&file).map_err(|e| about_file(&file, "read", &e))?;
        let mut json: Value = serde_json::from_slice(&text)
            .map_err(|e| Failure::Message(format!("cannot read {}: {}", file.display(), of_json(&e))))?;
        let run = json.get_mut("run").map(Value::take).unwrap_or_default();
        Ok((Origin { path: path.into(), run, manifest: Some(json), analysis: None }, manifest))
    }

    /// Whether it is a folder of parts.
    pub(super) fn is_folder(&self) -> bool {
        self.manifest.is_some()
    }

    /// An entry of what the run was asked, unless it is null.
    pub(super) fn asked(&self, key: &str) -> Option<&Value> {
        self.run.get(key).filter(|value| !value.is_null())
    }

    /// What a folder says about the scrambles that it has: their number and hash.
    pub(super) fn position(&self) -> Option<&Value> {
        self.manifest.as_ref()?.get("position")
    }

    /// How many lines of its input the run skipped, because they could not be read.
    pub(crate) fn skipped(&self) -> u64 {
        let skipped =
            self.manifest.as_ref().and_then(|manifest| manifest.get("skipped")?.get("count")?.as_u64());
        skipped.unwrap_or(0)
    }

    /// How it is called in messages.
    pub(crate) fn name(&self) -> String {
        super::name(&self.path)
    }

    /// All that identifies it, as a JSON object. A file is read for its hash.
    pub(crate) fn described(&self) -> Result<Value, Failure> {
        let mut described = Map::new();
        if let Some(manifest) = &self.manifest {
            let folder = self.path.file_name().map_or_else(|| self.path.clone(), PathBuf::from);
            described.insert("folder".into(), folder.display().to_string().into());
            for key in ["complete", "rows"] {
                if let Some(value) = manifest.get(key) {
                    described.insert(key.into(), value.clone());
                }
            }
            let tables = used_tables(manifest);
            if !tables.is_empty() {
                described.insert("tables".into(), tables.into());
            }
            described.insert("skipped".into(), self.skipped().into());
        } else {
            let source = serde_json::to_value(Source::of_file(&self.path)?);
            if let Ok(Value::Object(source)) = source {
                described.extend(source);
            }
        }
        let is_known = |(_, value): &(&String, &Value)| !value.is_null();
        let run: Map<String, Value> = self
            .run
            .as_object()
            .map(|run| run.iter().filter(is_known).map(|(key, value)| (key.clone(), value.clone())).collect())
            .unwrap_or_default();
        if !run.is_empty() {
            described.insert("run".into(), run.into());
        }
        Ok(described.into())
    }

    /// The file or folder itself, however it was named; `None` for standard input.
    pub(super) fn canonical(&self) -> Option<PathBuf> {
        if is_stdin(&self.path) { None } else { fs::canonicalize(&self.path).ok() }
    }
}

/// The tables that the parts of a folder were made with, those of all versions of the program or of all shards, each once.
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
