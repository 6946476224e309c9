//! The 4x4x4 by five stages, with the tables of `cargo xtask full`.

use std::collections::HashSet;

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Action, Cube4, Metric, Runs, Turn, notation, random};
use cubiform_solvers::five_stage::{FiveStage, Limits, Solver};
use cubiform_tables::Store;
use cubiform_tables::four::catalogue::StageEntry;
use cubiform_threads::Threads;

/// Returns a solver with the full tables, if there are any.
fn solver(metric: Metric) -> Option<FiveStage> {
    let store = Store::new(std::env::var_os("CUBIFORM_FULL_TEST_TABLES")?, &Threads::new(2));
    let entries = StageEntry::of(metric).iter();
    let tables = entries.map(|entry| store.open(entry).unwrap().expect("the full tests build them"));
    Some(FiveStage::new(metric, tables.collect()))
}

#[test]
fn solutions_solve_and_are_as_short_as_their_metric_allows() {
    for metric in [Metric::Slice, Metric::Block] {
        let Some(solver) = solver(metric) else { return };
        let mut total = 0;
        let rotations: Vec<Symmetry> = Symmetry::rotations().collect();
        for (i, state) in random::states(7).take(24).enumerate() {
            let cube = state.act(&Action::rotation(rotations[i]));
            let limits = Limits { beam: Some(60), ..Limits::default() };
            let solution = solver.solve(&cube, &limits).unwrap();
            let turns = solution.turns();
            assert!(cube.apply(&turns).is_solved());
            assert_eq!(Runs::of(&turns).length(metric), turns.len());
            let layers: HashSet<_> = metric.layers().iter().collect();
            assert!(turns.iter().all(|turn| layers.contains(&turn.layers())), "{}", notation::format(&turns));
            assert_eq!(solver.solve(&cube, &limits).unwrap(), solution, "a beam gives the same each time");
            total += turns.len();
        }
        let most = if metric == Metric::Slice { 46 } else { 42 };
        assert!(total < 24 * most, "{} {total}", metric.name());
    }
}

#[test]
fn cubes_near_solved_take_few_turns() {
    let Some(solver) = solver(Metric::Slice) else { return };
    let solve = |text: &str| {
        let cube = Cube4::from_turns(&notation::parse(text, Default::default()).unwrap());
        solver.solve(&cube, &Limits { beam: Some(20), ..Limits::default() }).unwrap().length()
    };
    for (text, length) in [("", 0), ("x y'", 0), ("2R", 1), ("U2 2F2", 2), ("y R", 1)] {
        assert_eq!(solve(text), length, "{text}");
    }
}

#[test]
fn a_budget_of_nodes_gives_the_same_each_time_and_more_is_no_worse() {
    let Some(solver) = solver(Metric::Block) else { return };
    for state in random::states(8).take(3) {
        let solve =
            |nodes| solver.solve(&state, &Limits { nodes: Some(nodes), ..Limits::default() }).unwrap();
        let (few, many) = (solve(5_000), solve(40_000));
        assert_eq!(solve(5_000), few);
        assert!(many.length() <= few.length() + 1 && many.nodes <= 44_000);
        let rotation = state.apply(&many.turns()).canonical_rotation();
        let back: Vec<Turn> =
            many.turns().iter().rev().map(|turn| turn.inverse().conjugate(rotation)).collect();
        assert!(Cube4::from_turns(&back).equals_up_to_rotation(&state));
    }
}
