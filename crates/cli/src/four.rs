//! The 4x4x4 in the command: its solver with tables from the store, and cubes from lines.

use cubiform_cube::four::facelets::{self, COUNT};
use cubiform_cube::four::notation::{self, LowerCase};
use cubiform_cube::four::{Cube4, Metric, Turn};
use cubiform_solvers::five_stage::FiveStage;
use cubiform_tables::Store;
use cubiform_tables::four::Stage;
use cubiform_tables::four::catalogue::StageEntry;
use cubiform_tables::stored::Stored;

use crate::args::Machine;
use crate::failure::Failure;
use crate::input::{BadLine, Line};
use crate::paths::Folder;
use crate::scramble::{Shown, are_facelets, read_form};

/// A cube, and the turns that make it if it was told by these.
pub(crate) type Given = (Cube4, Option<Vec<Turn>>);

/// Reads a cube from a line: 96 facelets, or turns.
pub(crate) fn read(line: &Line) -> Result<(String, Shown, Given), BadLine> {
    let state = |text: &str| {
        let parse = || facelets::parse(text).map(|cube| (cube, None)).map_err(|e| e.to_string());
        are_facelets(text, COUNT, 71..=120).then(parse)
    };
    let moves = |text: &str| {
        let turns = notation::parse(text, LowerCase::Wide)?;
        Ok((Cube4::from_turns(&turns), Some(turns)))
    };
    read_form(line, state, moves)
}

/// The solver in a metric, with the tables of the store, which must be built.
pub(crate) fn solver(metric: Metric, machine: &Machine) -> Result<FiveStage, Failure> {
    let folder = Folder::find(machine.tables.as_deref())?;
    let store = Store::new(folder.path(), machine.threads());
    let entries = StageEntry::of(FiveStage::tables_of(metric));
    for entry in entries {
        if !store.has(entry).map_err(|e| Failure::store(&e, &folder))? {
            let bytes: u64 = entries.iter().map(|entry| entry.payload()).sum();
            return Err(Failure::Message(format!(
                "the 4x4x4 in {} needs five tables ({} MB), and {} is not built\n  build them with: {}",
                metric.name().to_uppercase(),
                bytes / 1_000_000,
                entry.name,
                folder.command(&format!("tables build {}", entry.set().unwrap_or(entry.name)))
            )));
        }
    }
    Stage::all();
    let open = |entry| match store.open_stage(entry) {
        Ok(table) => Ok(table.expect("the file was there a moment ago")),
        Err(e) => Err(Failure::store(&e, &folder)),
    };
    Ok(FiveStage::new(metric, entries.iter().map(open).collect::<Result<_, _>>()?))
}
