//! The 4x4x4 in outer-block turns, with the tables of `cargo xtask full`. Unit tests of the solver run it on small
//! tables.

use crate::full_tables;
use std::collections::HashSet;
use std::time::Duration;

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Action, Cube4, Metric, Runs, notation, random};

use cubiform_solvers::outer_block::OuterBlock;
use cubiform_solvers::solver::{Limits, Solver};
use cubiform_solvers::two_phase::TwoPhase;
use cubiform_store::Store;
use cubiform_tables::four::{PAIR_TABLE, StageEntry};
use cubiform_threads::Threads;

/// Returns a solver with the full tables.
fn solver() -> OuterBlock {
    let store = Store::new(full_tables::folder(), &Threads::new(2));
    let there = "built with `cargo xtask full`";
    let tables = StageEntry::for_metric(Metric::OuterBlock).iter();
    let tables = tables.map(|entry| store.open(entry).unwrap().expect(there)).collect();
    OuterBlock::new(
        tables,
        store.open(&PAIR_TABLE).unwrap().expect(there),
        TwoPhase::new(&Threads::available()),
    )
}

#[test]
#[ignore = "needs full tables"]
fn solutions_solve_by_outer_blocks_and_are_short() {
    let mut solver = solver();
    solver.beam = Some(40);
    let rotations: Vec<Symmetry> = Symmetry::rotations().collect();
    let layers: HashSet<_> = Metric::OuterBlock.layers().iter().collect();
    let mut total = 0;
    for (i, state) in random::states(9).take(24).enumerate() {
        let cube = state.act(&Action::rotation(rotations[i]));
        let solution = solver.solve(&cube, &Limits::default()).unwrap();
        let turns = solution.moves();
        assert!(cube.apply(&turns).is_solved());
        assert_eq!(solution.phases.len(), solution.phase_names.len());
        assert_eq!(Runs::new(&turns).length(Metric::OuterBlock), turns.len());
        assert!(turns.iter().all(|turn| layers.contains(&turn.layers())), "{}", notation::format(&turns));
        assert_eq!(
            solver.solve(&cube, &Limits::default()).unwrap(),
            solution,
            "a beam gives the same each time"
        );
        total += turns.len();
    }
    assert!(total <= 24 * 45, "{total}");
}

#[test]
#[ignore = "needs full tables"]
fn states_near_solved_take_few_turns() {
    let mut solver = solver();
    solver.beam = Some(20);
    for (text, most) in
        [("", 0), ("x y'", 0), ("R", 1), ("y U F2", 2), ("Rw2", 1), ("Uw", 1), ("R U Fw2 R'", 4)]
    {
        let cube = Cube4::from_turns(&notation::parse(text, Default::default()).unwrap());
        let solution = solver.solve(&cube, &Limits::default()).unwrap();
        assert!(cube.apply(&solution.moves()).is_solved());
        assert!(solution.length() <= most, "{text}: {}", notation::format(&solution.moves()));
    }
}

#[test]
#[ignore = "needs full tables"]
fn budgets_are_kept_and_node_budgets_are_reproducible() {
    let solver = solver();
    for state in random::states(8).take(3) {
        let solve =
            |nodes| solver.solve(&state, &Limits { nodes: Some(nodes), ..Limits::default() }).unwrap();
        let (few, many) = (solve(200_000), solve(1_000_000));
        assert_eq!(solve(200_000), few);
        assert!(many.length() <= few.length() + 1 && many.nodes <= 1_100_000, "{}", many.nodes);
        let cpu_time = Some(Duration::from_millis(100));
        let solution = solver.solve(&state, &Limits { cpu_time, ..Limits::default() }).unwrap();
        assert!(state.apply(&solution.moves()).is_solved());
    }
}
