//! The 4x4x4: opens the tables of its solvers, and turns its solutions into scrambles.

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Cube4, Layers, Metric, Turn, notation};
use cubiform_solvers::five_stage::FiveStage;
use cubiform_solvers::outer_block::OuterBlock;
use cubiform_solvers::solver::Unsolved;
use cubiform_solvers::two_phase::{Filters, TwoPhase};
use cubiform_store::TableKind;
use cubiform_tables::four::Stage;
use cubiform_tables::four::StageEntry;
use cubiform_tables::four::{PAIR_TABLE, Pairs};
use cubiform_threads::CancelToken;

use super::{BoxedSolver, CommandPuzzle, until};
use crate::args::{Machine, Puzzle, Solve};
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

/// The beam width of scrambles. It is fixed, so that scrambles are the same on every machine.
const SCRAMBLE_BEAM: usize = 40;

/// Returns the metric of the arguments.
fn metric_of(args: &Solve) -> Metric {
    args.four.metric.map_or(Metric::Slice, |metric| metric.metric())
}

impl CommandPuzzle for Cube4 {
    type Scrambler = BoxedSolver<Cube4>;

    const VALUE: Puzzle = Puzzle::Four;
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

    fn is_allowed(&self) -> bool {
        let turns = || Turn::all().filter(|turn| Metric::OuterBlock.layers().contains(&turn.layers()));
        !self.is_solved() && !turns().any(|turn| self.turn(turn).is_solved())
    }

    fn scramble(&self, solver: &BoxedSolver<Cube4>, cancel: &CancelToken) -> Result<Vec<Turn>, Unsolved> {
        let solution = solver.solve(self, &until(cancel))?.moves();
        // The inverse starts from the solved cube in the standard orientation, not as the solution leaves it.
        let reorientation = self.apply(&solution).canonical_rotation();
        let back: Vec<Turn> =
            solution.iter().rev().map(|turn| turn.inverse().conjugate(reorientation)).collect();
        let turns = with_near_wide_turns(&back);
        assert!(Cube4::from_turns(&turns).equals_up_to_rotation(self), "a scramble makes its state");
        Ok(turns)
    }

    /// The inverse of the solution, applied to a solved cube in the orientation in which the solution leaves it.
    fn setup(&self, solution: &[Turn]) -> String {
        let rotation =
            self.apply(solution).canonical_rotation().inverse().rotation_name().unwrap_or_default();
        let back: Vec<Turn> = solution.iter().rev().map(|turn| turn.inverse()).collect();
        format!("{rotation} {}", notation::format(&back)).trim().to_string()
    }
}

/// Rewrites turns so that only R, U and F have wide turns, as in WCA notation. The result is equal up to a rotation of
/// the whole cube: Lw becomes Rw and a rotation, which is moved past the later turns.
fn with_near_wide_turns(turns: &[Turn]) -> Vec<Turn> {
    // The rotation left out so far: the turns read equal those written, followed by this rotation.
    let mut rotation = Symmetry::IDENTITY;
    let mut near = Vec::with_capacity(turns.len());
    for turn in turns {
        let turn = turn.conjugate(rotation.inverse());
        if turn.layers() != Layers::FAR {
            near.push(turn);
            continue;
        }
        let of = |layers, quarters| {
            Turn::new(turn.axis(), layers, quarters).expect("a turn and its inverse are turns")
        };
        let quarters = i32::from(turn.quarters());
        near.push(of(Layers::NEAR, -quarters));
        rotation = of(Layers::ALL, quarters).rotation().then(rotation);
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_near_wide_turns_keeps_the_state_and_uses_three_faces() {
        let turns: Vec<Turn> =
            Turn::all().filter(|turn| Metric::OuterBlock.layers().contains(&turn.layers())).collect();
        let mut rng = cubiform_cube::random::generator(7);
        for _ in 0..500 {
            let one = |_| turns[cubiform_cube::random::below(&mut rng, turns.len() as u64) as usize];
            let sequence: Vec<Turn> = (0..45).map(one).collect();
            let near = with_near_wide_turns(&sequence);
            assert_eq!(near.len(), sequence.len());
            let is_same = Cube4::from_turns(&near).equals_up_to_rotation(&Cube4::from_turns(&sequence));
            assert!(is_same, "{}", notation::format(&sequence));
            let text = notation::format(&near);
            assert!(["Lw", "Dw", "Bw"].iter().all(|wide| !text.contains(wide)), "{text}");
        }
    }

    #[test]
    fn is_allowed_rejects_states_within_one_turn_of_solved() {
        let is_far_after = |text: &str| {
            let turns = notation::parse(text, Default::default()).unwrap();
            Cube4::from_turns(&turns).is_allowed()
        };
        for text in ["", "x y'", "R", "Lw2 y", "z Uw'"] {
            assert!(!is_far_after(text), "{text}");
        }
        for text in ["R U", "2R", "R L", "Uw F2 z"] {
            assert!(is_far_after(text), "{text}");
        }
    }
}
