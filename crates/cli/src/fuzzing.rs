//! Entry points for the fuzz targets: the readers of files, which are private otherwise.
//!
//! Each must return for any bytes. A panic, a hang or unbounded memory use is a bug.

use std::cell::Cell;
use std::path::Path;

use crate::stats::read::Files;
use cubiform_answers::input::{Input, Item, Options};
use cubiform_answers::parts::Manifest;
use cubiform_answers::scramble::Scramble;

/// Reads a file of scrambles as `analyze -i` does: a list, or a WCA table, plain or zipped. Returns the number of
/// scrambles.
pub fn scrambles(path: &Path) -> usize {
    let Ok(input) = Input::from_files(&[path.into()], Options::default()) else { return 0 };
    let is_scramble = |item: &Item| match item {
        Item::Line(line) => Scramble::read(line).is_ok(),
        _ => false,
    };
    input.filter(is_scramble).count()
}

/// Reads an analysis in CSV, JSON lines or Parquet as `stats` does. Returns the number of rows before the end or the
/// first error.
pub fn analysis(path: &Path) -> usize {
    let Ok(mut analysis) =
        Files { partial: false, stages: None, first: Cell::default() }.open(&[path.into()])
    else {
        return 0;
    };
    let mut rows = 0;
    while let Ok(Some(_)) = analysis.next_row() {
        rows += 1;
    }
    rows
}

/// Reads the manifest in a folder and checks the parts that it lists. Returns their number.
pub fn manifest(folder: &Path) -> usize {
    let Ok(Some(manifest)) = Manifest::read(folder) else { return 0 };
    manifest.files(folder).map_or(0, |files| files.len())
}
