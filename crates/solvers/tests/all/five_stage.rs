//! The 4x4x4 by five stages, with the tables of `cargo xtask full`. Unit tests of the solver run it on small tables.

use crate::full_tables;
use std::collections::HashSet;

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Action, Cube4, Metric, Runs, Turn, notation, random};
use cubiform_solvers::five_stage::FiveStage;
use cubiform_solvers::solver::{Limits, Solver};
use cubiform_store::Store;
use cubiform_tables::four::StageEntry;
use cubiform_threads::Threads;

/// Returns a solver with the full tables.
fn solver(metric: Metric) -> FiveStage {
    let store = Store::new(full_tables::folder(), &Threads::new(2));
    let entries = StageEntry::for_metric(metric).iter();
    let tables = entries.map(|entry| store.open(entry).unwrap().expect("built with `cargo xtask full`"));
    FiveStage::new(metric, tables.collect())
}

#[test]
#[ignore = "needs full tables"]
fn solutions_solve_and_are_as_short_as_their_metric_allows() {
    for metric in [Metric::Slice, Metric::Block] {
        let mut solver = solver(metric);
        solver.beam = Some(60);
        let limits = Limits::default();
        let mut total = 0;
        let rotations: Vec<Symmetry> = Symmetry::rotations().collect();
        for (i, state) in random::states(7).take(24).enumerate() {
            let cube = state.act(&Action::rotation(rotations[i]));
            let solution = solver.solve(&cube, &limits).unwrap();
            let turns = solution.moves();
            assert!(cube.apply(&turns).is_solved());
            assert_eq!(Runs::new(&turns).length(metric), turns.len());
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
#[ignore = "needs full tables"]
fn states_near_solved_take_few_turns() {
    let mut solver = solver(Metric::Slice);
    solver.beam = Some(20);
    let solve = |text: &str| {
        let cube = Cube4::from_turns(&notation::parse(text, Default::default()).unwrap());
        solver.solve(&cube, &Limits::default()).unwrap().length()
    };
    for (text, length) in [("", 0), ("x y'", 0), ("2R", 1), ("U2 2F2", 2), ("y R", 1)] {
        assert_eq!(solve(text), length, "{text}");
    }
}

#[test]
#[ignore = "needs full tables"]
fn node_budgets_are_kept_and_reproducible() {
    let solver = solver(Metric::Block);
    for state in random::states(8).take(3) {
        let solve =
            |nodes| solver.solve(&state, &Limits { nodes: Some(nodes), ..Limits::default() }).unwrap();
        let (few, many) = (solve(5_000), solve(40_000));
        assert_eq!(solve(5_000), few);
        assert!(many.length() <= few.length() + 1 && many.nodes <= 44_000);
        let rotation = state.apply(&many.moves()).canonical_rotation();
        let back: Vec<Turn> =
            many.moves().iter().rev().map(|turn| turn.inverse().conjugate(rotation)).collect();
        assert!(Cube4::from_turns(&back).equals_up_to_rotation(&state));
    }
}
