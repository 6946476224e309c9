//! The 4x4x4 in `solve` and `scramble`: opens the tables of its solvers.

use cubiform_cube::four::{Cube4, Metric};
use cubiform_solvers::five_stage::FiveStage;
use cubiform_solvers::outer_block::OuterBlock;
use cubiform_solvers::two_phase::{Filters, TwoPhase};
use cubiform_store::TableKind;
use cubiform_tables::four::Stage;
use cubiform_tables::four::StageEntry;
use cubiform_tables::four::{PAIR_TABLE, Pairs};

use cubiform_answers::puzzle::{BoxedSolver, SCRAMBLE_BEAM};

use super::CommandPuzzle;
use crate::args::{Machine, Solve};
use crate::error::Failure;
use crate::interrupt;
use crate::paths::Folder;
use crate::table_checks;

/// The use of pruning tables in the two-phase part of the outer-block solver. They make it faster, but may change the
/// solution that is found within a node limit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FilterPolicy {
    /// Uses the tables that are built.
    AsBuilt,
    /// Uses no tables, so that answers are the same on every machine.
    Never,
}

/// Opens the tables for `metric` and returns the solver.
///
/// # Errors
/// Returns a message with the build command if a table is not built.
fn open_solver(
    metric: Metric,
    machine: &Machine,
    filtered: FilterPolicy,
    beam: Option<usize>,
) -> Result<BoxedSolver<Cube4>, Failure> {
    let folder = Folder::find(machine.tables.as_deref())?;
    let store = folder.store(machine.threads());
    let entries = StageEntry::of(metric);
    let set = entries[0].set().expect("stages have a set");
    let needed: Vec<&dyn TableKind> =
        cubiform_answers::tables::all().filter(|table| table.set() == Some(set)).collect();
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
        let mut solver = FiveStage::new(metric, tables);
        beam.into_iter().for_each(|width| solver.set_beam(width));
        return Ok(Box::new(solver));
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
    let mut solver = OuterBlock::new(tables, pairs, two_phase);
    beam.into_iter().for_each(|width| solver.set_beam(width));
    Ok(Box::new(solver))
}

/// Returns the metric of the arguments.
fn metric_of(args: &Solve) -> Metric {
    args.four.metric.map_or(Metric::Slice, |metric| metric.metric())
}

impl CommandPuzzle for Cube4 {
    const SOLVE_OPTIONS: &'static str = "--metric, --beam, --links, --time and --nodes";

    fn has_foreign_options(_: &Solve) -> bool {
        false
    }

    fn metric(args: &Solve) -> String {
        metric_of(args).name().to_uppercase()
    }

    fn solver(args: &Solve) -> Result<BoxedSolver<Cube4>, Failure> {
        let beam = args.four.beam.map(|beam| beam as usize);
        open_solver(metric_of(args), &args.machine, FilterPolicy::AsBuilt, beam)
    }

    fn scrambler(machine: &Machine) -> Result<BoxedSolver<Cube4>, Failure> {
        open_solver(Metric::OuterBlock, machine, FilterPolicy::Never, Some(SCRAMBLE_BEAM))
    }
}
