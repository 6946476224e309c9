//! The 4x4x4 in outer-block turns, with the tables of `cargo xtask full`.

use std::collections::HashSet;
use std::time::Duration;

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Action, Cube4, Metric, Runs, notation, random};
use cubiform_solvers::five_stage::{Limits, Solver};
use cubiform_solvers::outer_block::OuterBlock;
use cubiform_solvers::two_phase::TwoPhase;
use cubiform_tables::Store;
use cubiform_tables::four::catalogue::StageEntry;
use cubiform_tables::four::pairs::PAIR_TABLE;
use cubiform_threads::Threads;

/// Returns a solver with the full tables, if there are any.
fn solver() -> Option<OuterBlock> {
    let store = Store::new(std::env::var_os("CUBIFORM_FULL_TEST_TABLES")?, &Threads::new(2));
    let there = "the full tests build them";
    let tables = StageEntry::of(Metric::OuterBlock).iter();
    let tables = tables.map(|entry| store.open(entry).unwrap().expect(there)).collect();
    Some(OuterBlock::new(
        tables,
        store.open(&PAIR_TABLE).unwrap().expect(there),
        TwoPhase::new(&Threads::available()),
    ))
}

fn beam(beam: usize) -> Limits<'static> {
    Limits { beam: Some(beam), ..Limits::default() }
}

#[test]
fn solutions_solve_by_outer_blocks_and_are_short() {
    let Some(solver) = solver() else { return };
    let rotations: Vec<Symmetry> = Symmetry::rotations().collect();
    let layers: HashSet<_> = Metric::OuterBlock.layers().iter().collect();
    let mut total = 0;
    for (i, state) in random::states(9).take(24).enumerate() {
        let cube = state.act(&Action::rotation(rotations[i]));
        let solution = solver.solve(&cube, &beam(40)).unwrap();
        let turns = solution.turns();
        assert!(cube.apply(&turns).is_solved());
        assert_eq!(solution.stages.len(), solution.names.len());
        assert_eq!(Runs::of(&turns).length(Metric::OuterBlock), turns.len());
        assert!(turns.iter().all(|turn| layers.contains(&turn.layers())), "{}", notation::format(&turns));
        assert_eq!(solver.solve(&cube, &beam(40)).unwrap(), solution, "a beam gives the same each time");
        total += turns.len();
    }
    assert!(total <= 24 * 45, "{total}");
}

#[test]
fn cubes_near_solved_take_few_turns() {
    let Some(solver) = solver() else { return };
    for (text, most) in
        [("", 0), ("x y'", 0), ("R", 1), ("y U F2", 2), ("Rw2", 1), ("Uw", 1), ("R U Fw2 R'", 4)]
    {
        let cube = Cube4::from_turns(&notation::parse(text, Default::default()).unwrap());
        let solution = solver.solve(&cube, &beam(20)).unwrap();
        assert!(cube.apply(&solution.turns()).is_solved());
        assert!(solution.length() <= most, "{text}: {}", notation::format(&solution.turns()));
    }
}

#[test]
fn budgets_are_kept_and_those_of_nodes_give_the_same_each_time() {
    let Some(solver) = solver() else { return };
    for state in random::states(8).take(3) {
        let solve =
            |nodes| solver.solve(&state, &Limits { nodes: Some(nodes), ..Limits::default() }).unwrap();
        let (few, many) = (solve(200_000), solve(1_000_000));
        assert_eq!(solve(200_000), few);
        assert!(many.length() <= few.length() + 1 && many.nodes <= 1_100_000, "{}", many.nodes);
        let time = Some(Duration::from_millis(100));
        let solution = solver.solve(&state, &Limits { time, ..Limits::default() }).unwrap();
        assert!(state.apply(&solution.turns()).is_solved());
    }
}
