//! Folders of tables that a test may change.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::{RunOutput, TABLES, build_tables, run, squeezed};

/// Returns a new folder with intact tables of cross and cross-slot.
pub(crate) fn folder_with_tables() -> TempDir {
    build_tables();
    let folder = tempfile::tempdir().unwrap();
    for name in ["cross.cubiform", "cross-slot.cubiform"] {
        fs::copy(Path::new(TABLES).join(name), folder.path().join(name)).unwrap();
    }
    folder
}

/// Runs `cubiform tables` with a folder.
pub(crate) fn tables(folder: &Path, arguments: &[&str]) -> RunOutput {
    let said = run(&[&["tables", "--tables", folder.to_str().unwrap()], arguments].concat());
    // The column width depends on the longest name in the catalogue.
    RunOutput { out: squeezed(&said.out), ..said }
}

/// Analyses a scramble to the xcross with the tables of a folder.
pub(crate) fn xcross(folder: &Path) -> RunOutput {
    run(&["analyze", "R U F", "-s", "xcross", "--tables", folder.to_str().unwrap()])
}

/// Changes the bytes of a file.
pub(crate) fn damage(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    change(&mut bytes);
    // Writes a new file, because another test may have mapped the old one.
    fs::remove_file(path).unwrap();
    fs::write(path, bytes).unwrap();
}
