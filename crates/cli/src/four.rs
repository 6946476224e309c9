//! The 4x4x4: opens the tables of its solvers, and parses cubes from lines.

use cubiform_cube::cube_text::Form;
use cubiform_cube::four::facelets;
use cubiform_cube::four::notation::{self, LowerCase};
use cubiform_cube::four::{Cube4, Metric, Turn};
use cubiform_solvers::five_stage::{FiveStage, Solver};
use cubiform_solvers::outer_block::OuterBlock;
use cubiform_solvers::two_phase::{Filters, TwoPhase};
use cubiform_tables::TableKind;
use cubiform_tables::four::Stage;
use cubiform_tables::four::catalogue::StageEntry;
use cubiform_tables::four::pairs::{PAIR_TABLE, Pairs};

use crate::args::{Machine, Puzzle};
use crate::error::Failure;
use crate::input::{BadLine, Line};
use crate::interrupt;
use crate::paths::Folder;
use crate::scramble::{CubeError, Shown, read_line};
use crate::table_checks;

/// A cube, and its scramble if the cube was given as turns.
pub(crate) type GivenCube4 = (Cube4, Option<Vec<Turn>>);

/// Parses a cube from a line: 96 facelets, or turns.
pub(crate) fn read(line: &Line) -> Result<(String, Shown, GivenCube4), BadLine> {
    read_line(line, Puzzle::Four, |text| {
        if facelets::is_meant(text) {
            let cube = facelets::parse(text).map_err(|e| CubeError::State(e.to_string()))?;
            return Ok((Form::Facelets, (cube, None)));
        }
        let turns = notation::parse(text, LowerCase::Wide).map_err(CubeError::Moves)?;
        Ok((Form::Moves, (Cube4::from_turns(&turns), Some(turns))))
    })
}

/// The use of pruning tables in the two-phase part of the outer-block solver. They make it faster, but may change the
/// solution that is found within a node limit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FilterPolicy {
    /// Uses the tables that are built.
    AsBuilt,
    /// Uses no tables, so that answers are the same on every machine.
    Never,
}

/// Opens the tables for `metric` and returns the solver.
///
/// # Errors
/// Returns a message with the build command if a table is not built.
pub(crate) fn solver(
    metric: Metric,
    machine: &Machine,
    filtered: FilterPolicy,
) -> Result<Box<dyn Solver>, Failure> {
    let folder = Folder::find(machine.tables.as_deref())?;
    let store = folder.store(machine.threads());
    let entries = StageEntry::of(metric);
    let set = entries[0].set().expect("stages have a set");
    let needed: Vec<&dyn TableKind> =
        crate::table_kinds::all().filter(|table| table.set() == Some(set)).collect();
    for entry in &needed {
        if !store.has(*entry).map_err(|e| Failure::store(&e, &folder))? {
            let bytes: u64 = needed.iter().map(|entry| entry.payload()).sum();
            return Err(Failure::Message(format!(
                "the 4x4x4 in {} needs {} tables ({} MB), and {} is not built\n  build them with: {}",
                metric.name().to_uppercase(),
                needed.len(),
                bytes / 1_000_000,
                entry.name(),
                folder.command(&format!("tables build {set}"))
            )));
        }
    }
    let failed = |e| Failure::store(&e, &folder);
    let was_there = "the file was there a moment ago";
    let open = |entry: &'static StageEntry| store.open(entry).map(|table| table.expect(was_there));
    if metric != Metric::OuterBlock {
        Stage::all(machine.threads());
        let tables = entries.iter().map(open).collect::<Result<_, _>>().map_err(failed)?;
        table_checks::start();
        return Ok(Box::new(FiveStage::new(metric, tables)));
    }
    let two_phase = || {
        let filters =
            if filtered == FilterPolicy::Never { Filters::default() } else { Filters::open(&store)? };
        Ok(TwoPhase::with_filters(filters, machine.threads(), &interrupt::REQUESTED))
    };
    let (_, two_phase) = machine.threads().join(Pairs::get, two_phase);
    let tables = entries.iter().map(open).collect::<Result<_, _>>().map_err(failed)?;
    let pairs = store.open(&PAIR_TABLE).map_err(failed)?.expect(was_there);
    table_checks::start();
    let two_phase = two_phase.map_err(failed)?.ok_or(Failure::Interrupted)?;
    Ok(Box::new(OuterBlock::new(tables, pairs, two_phase)))
}
