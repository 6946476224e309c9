//! Helpers for tests of folders of parts.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::wait::wait_until;
use super::{RunOutput, analyze, names, run};

/// The stage and colours of most tests.
pub(crate) const CROSS: [&str; 4] = ["-s", "cross", "-c", "WY"];

/// Creates a temporary folder. Returns it with the path of a file or folder called `name` in it.
pub(crate) fn temp_path(name: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = format!("{}/{name}", folder.path().display());
    (folder, path)
}

/// Analyzes the cross of the scrambles that these arguments name.
pub(crate) fn cross(arguments: &[&str]) -> RunOutput {
    analyze(&[&CROSS, arguments].concat())
}

/// Returns the manifest of a folder.
pub(crate) fn manifest(folder: &str) -> Value {
    serde_json::from_slice(&fs::read(Path::new(folder).join("_manifest.json")).unwrap()).unwrap()
}

/// Waits until a run that may not have begun lists `count` parts in its manifest.
pub(crate) fn wait_for_parts(folder: &str, count: usize) {
    wait_until(&format!("there are {count} parts"), || {
        let text = fs::read(Path::new(folder).join("_manifest.json")).unwrap_or_default();
        let manifest: Value = serde_json::from_slice(&text).unwrap_or_default();
        manifest["parts"].as_array().is_some_and(|parts| parts.len() >= count)
    });
}

/// Waits until a run whose last part is complete has begun the next one: with its first row.
pub(crate) fn wait_for_open_part(folder: &str) {
    let is_open = || names(folder.as_ref()).iter().any(|name| name.ends_with(".tmp"));
    wait_until("the next part is open", is_open);
}

/// Returns the parts of a folder whose names end with `ending`.
pub(crate) fn parts(folder: &str, ending: &str) -> Vec<PathBuf> {
    let is_part = |name: &String| name.starts_with("part-") && name.ends_with(ending);
    names(folder.as_ref()).into_iter().filter(is_part).map(|name| Path::new(folder).join(name)).collect()
}

/// Returns the rows of all CSV parts.
pub(crate) fn rows(folder: &str) -> Vec<String> {
    let rows = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        text.lines().skip(1).map(str::to_string).collect::<Vec<_>>()
    };
    parts(folder, ".csv").iter().flat_map(rows).collect()
}

/// Returns the statistics of files as JSON.
pub(crate) fn stats(paths: &[&str]) -> RunOutput {
    run(&[&["stats", "--format", "json"], paths].concat())
}
