//! Folders of parts in tests.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{RunOutput, analyze, names, run};

/// The question of most tests.
pub(crate) const CROSS: [&str; 4] = ["-s", "cross", "-c", "WY"];

/// A folder for a test, and the path of a file or folder to be in it.
pub(crate) fn temp_path(name: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = format!("{}/{name}", folder.path().display());
    (folder, path)
}

/// Analyzes these arguments' scrambles to the cross.
pub(crate) fn cross(arguments: &[&str]) -> RunOutput {
    analyze(&[&CROSS, arguments].concat())
}

/// The manifest of a folder.
pub(crate) fn manifest(folder: &str) -> Value {
    serde_json::from_slice(&fs::read(Path::new(folder).join("_manifest.json")).unwrap()).unwrap()
}

/// The parts of a folder that end so.
pub(crate) fn parts(folder: &str, ending: &str) -> Vec<PathBuf> {
    let is_part = |name: &String| name.starts_with("part-") && name.ends_with(ending);
    names(folder.as_ref()).into_iter().filter(is_part).map(|name| Path::new(folder).join(name)).collect()
}

/// The rows of all parts in CSV.
pub(crate) fn rows(folder: &str) -> Vec<String> {
    let rows = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        text.lines().skip(1).map(str::to_string).collect::<Vec<_>>()
    };
    parts(folder, ".csv").iter().flat_map(rows).collect()
}

/// The statistics of files, as JSON.
pub(crate) fn stats(paths: &[&str]) -> RunOutput {
    run(&[&["stats", "--format", "json"], paths].concat())
}
