//! The optimal solver agrees with a breadth-first search from the solved cube, on one thread and on several, and finds
//! all solutions.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cubiform_cube::{Cube, Move, random};
use cubiform_solvers::optimal::{Hints, Limits, Optimal, SolveError};
use cubiform_tables::cosets::{CosetCoordinate, CosetTable, QuotientKind};
use cubiform_tables::fill::Watch;

/// A table that tells distances up to five from each other only: filled in a second.
fn near_table() -> CosetTable {
    let coordinate = Arc::new(CosetCoordinate::with_base(QuotientKind::Nothing, 2));
    CosetTable::fill(coordinate, 2, &Watch::quiet()).unwrap()
}

/// All states within so many moves, each with its distance and how many shortest solutions there are, up to the order of
/// turns of opposite faces.
fn near(radius: u8) -> HashMap<Cube, (u8, usize)> {
    // States with the sequences in canonical order that lead to them: by the last move, how many.
    let mut found = HashMap::from([(Cube::SOLVED, (0, 1))]);
    let mut level: HashMap<(Cube, Option<Move>), usize> = HashMap::from([((Cube::SOLVED, None), 1)]);
    for distance in 1..=radius {
        let mut next: HashMap<(Cube, Option<Move>), usize> = HashMap::new();
        for ((cube, last), count) in &level {
            for m in Move::all().filter(|m| last.is_none_or(|last| last.may_precede(*m))) {
                let turned = cube.turn(m);
                let (known, sequences) = found.entry(turned).or_insert((distance, 0));
                if *known == distance {
                    *sequences += count;
                    *next.entry((turned, Some(m))).or_default() += count;
                }
            }
        }
        level = next;
    }
    found
}

/// Holds every `step`-th state within `radius` against the solver.
fn check(optimal: &Optimal<'_>, radius: u8, step: usize) {
    let near = near(radius);
    let mut states: Vec<_> = near.into_iter().collect();
    states.sort_unstable_by_key(|(cube, (distance, _))| (*distance, *cube.corners(), *cube.edges()));
    for (cube, (distance, sequences)) in states.iter().step_by(step) {
        let all = Limits { solutions: usize::MAX, ..Limits::default() };
        let solved = optimal.solve(cube, &all).unwrap();
        assert_eq!(solved.length, *distance);
        assert_eq!(solved.solutions.len(), *sequences, "{:?}", solved.solutions);
        for solution in &solved.solutions {
            assert_eq!(cube.apply(solution), Cube::SOLVED);
            assert!(solution.windows(2).all(|pair| pair[0].may_precede(pair[1])));
        }
        assert!(solved.solutions.is_sorted_by(|a, b| a < b));
    }
}

#[test]
fn lengths_and_numbers_of_solutions_are_those_of_a_breadth_first_search() {
    let table = near_table();
    let optimal = Optimal::new(&table);
    check(&optimal, 3, 1);
    check(&optimal, 5, 1499);
}

/// Knows a solution, of its own length only.
struct Knows<'a>(&'a [Move]);

impl Hints for Knows<'_> {
    fn hint(&self, cube: &Cube, length: u8, nodes: f64, _: &AtomicBool) -> Option<Vec<Move>> {
        assert!(nodes >= 0. && cube.apply(self.0) == Cube::SOLVED);
        (usize::from(length) == self.0.len()).then(|| self.0.to_vec())
    }
}

#[test]
fn a_hint_spares_the_search_of_the_last_length() {
    let table = near_table();
    let optimal = Optimal::new(&table);
    let cube = Cube::from_moves(&[0, 5, 6, 13, 9, 4, 16].map(Move::from_index));
    let alone = optimal.solve(&cube, &Limits::default()).unwrap();
    let (known, never) = (Knows(&alone.solutions[0]), AtomicBool::new(false));
    for threads in [1, 2] {
        let told = optimal.solve_shared(&cube, &Limits::default(), Some(&known), threads, &never).unwrap();
        assert_eq!((told.length, told.solutions.len()), (7, 1));
        assert_eq!(cube.apply(&told.solutions[0]), Cube::SOLVED);
    }
    // One thread looks for the hint before it searches.
    let told = optimal.solve_shared(&cube, &Limits::default(), Some(&known), 1, &never).unwrap();
    assert_eq!(told.solutions, alone.solutions);
    assert!(told.counts.expanded < alone.counts.expanded);
    // What is wrong is refused.
    let lies = Lies(&alone.solutions[0][1..]);
    let told = optimal.solve_shared(&cube, &Limits::default(), Some(&lies), 1, &never);
    assert_eq!(told, Err(SolveError::Table));
}

/// Says of some moves that they are a solution, whatever the cube.
struct Lies<'a>(&'a [Move]);

impl Hints for Lies<'_> {
    fn hint(&self, _: &Cube, _: u8, _: f64, _: &AtomicBool) -> Option<Vec<Move>> {
        Some(self.0.to_vec())
    }
}

#[test]
fn limits_are_kept_and_threads_agree() {
    let table = near_table();
    let optimal = Optimal::new(&table);
    let moves: Vec<Move> = [0, 5, 6, 13, 9, 4, 16].map(Move::from_index).to_vec();
    let cube = Cube::from_moves(&moves);
    let alone = optimal.solve(&cube, &Limits::default()).unwrap();
    assert_eq!(alone.length, 7);
    let never = AtomicBool::new(false);
    let shared = optimal.solve_shared(&cube, &Limits::default(), None, 2, &never).unwrap();
    assert_eq!(shared.length, 7);
    assert_eq!(cube.apply(&shared.solutions[0]), Cube::SOLVED);
    let short = Limits { most: 6, ..Limits::default() };
    assert_eq!(optimal.solve(&cube, &short), Err(SolveError::TooFar { most: 6 }));
    let far = random::states(1).next().unwrap();
    let stopped = optimal.solve_shared(&far, &Limits::default(), None, 2, &AtomicBool::new(true));
    assert_eq!(stopped, Err(SolveError::Cancelled));
    assert_eq!(optimal.solve(&Cube::SOLVED, &Limits::default()).unwrap().solutions, [Vec::new()]);
}
