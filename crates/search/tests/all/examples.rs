//! The examples solve known positions in the minimum number of moves.

use std::collections::HashSet;

use cubiform_search::{Limits, SimpleSpace, Stopped};

#[path = "../../examples/pocket_cube.rs"]
mod pocket_cube;
#[path = "../../examples/sliding_puzzle.rs"]
mod sliding_puzzle;

use pocket_cube::PocketCube;
use sliding_puzzle::Puzzle;

/// Returns the states of a puzzle at each distance up to `radius` from the goal. Moves must have inverses.
fn spheres<S: SimpleSpace>(puzzle: &S, goal: S::State, radius: usize) -> Vec<Vec<S::State>>
where
    S::State: Eq + std::hash::Hash,
{
    let mut seen = HashSet::from([goal.clone()]);
    let mut spheres = vec![vec![goal]];
    while spheres.len() <= radius {
        let last = &spheres[spheres.len() - 1];
        let moves = 0..puzzle.move_count() as u8;
        let children = last.iter().flat_map(|state| moves.clone().filter_map(|m| puzzle.apply(state, m)));
        let next = children.filter(|child| seen.insert(child.clone())).collect();
        spheres.push(next);
    }
    spheres
}

#[test]
fn fifteen_puzzle_is_solved_optimally() {
    let goal = std::array::from_fn(|i| i as u8);
    for (distance, states) in spheres(&Puzzle, goal, 14).iter().enumerate() {
        assert!(states.iter().all(|tiles| usize::from(Puzzle.lower_bound(tiles)) <= distance));
        for tiles in states.iter().step_by(10) {
            let solution = sliding_puzzle::solve(tiles, &Limits::default()).unwrap();
            assert_eq!(solution.moves.len(), distance, "{tiles:?}");
        }
    }
    // Instance 12 of R. Korf, "Depth-first iterative-deepening", Artificial Intelligence 27 (1985).
    let tiles = sliding_puzzle::parse("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15").unwrap();
    let solution = sliding_puzzle::solve(&tiles, &Limits::default()).unwrap();
    assert_eq!(solution.moves.len(), 45);
    let end = solution.moves.iter().try_fold(tiles, |tiles, m| Puzzle.apply(&tiles, *m));
    assert_eq!(end, Some(goal));
    let short = sliding_puzzle::solve(&tiles, &Limits::at_most(44));
    assert_eq!(short, Err(Stopped::NoSolution { max_length: 44 }));
}

#[test]
fn positions_of_the_fifteen_puzzle_are_read() {
    let parse = sliding_puzzle::parse;
    let tiles = parse("1 0 2 3  4 5 6 7  8 9 10 11  12 13 14 15").unwrap();
    let solution = sliding_puzzle::solve(&tiles, &Limits::default()).unwrap();
    assert_eq!(sliding_puzzle::directions(&solution.moves), "L");
    let refused = [
        "",
        "0 1 2",
        "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 14",
        "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 x",
        // The goal with two tiles exchanged cannot be solved.
        "0 2 1 3 4 5 6 7 8 9 10 11 12 13 14 15",
    ];
    assert!(refused.iter().all(|text| parse(text).is_none()));
}

#[test]
fn pocket_cube_is_solved_optimally() {
    let cube = PocketCube::new();
    let solved = pocket_cube::scrambled("").unwrap();
    let spheres = spheres(&cube, solved, 5);
    // The numbers of states by distance in half turn metric are sequence A079761 of the OEIS.
    assert!(spheres.iter().map(Vec::len).eq([1, 9, 54, 321, 1847, 9992]));
    for (distance, states) in spheres.iter().enumerate() {
        for corners in states.iter().step_by(7) {
            let solution = cube.solve(corners, &Limits::default()).unwrap();
            assert_eq!(solution.moves.len(), distance, "{corners:?}");
        }
    }
    let scramble = pocket_cube::scrambled("R U F2 U R F2 R F' R2 U' F R2 U").unwrap();
    let solution = cube.solve(&scramble, &Limits::at_most(11)).unwrap();
    assert_eq!(solution.moves.iter().fold(scramble, |corners, m| pocket_cube::turn(&corners, *m)), solved);
    assert_eq!(pocket_cube::names(&solution.moves), "R U2 R' U2 R' U R2 U' F2");
    let (turned, restored) = ("R U2 F' R", "R' F U2 R'");
    let solution = cube.solve(&pocket_cube::scrambled(turned).unwrap(), &Limits::default()).unwrap();
    assert_eq!(pocket_cube::names(&solution.moves), restored);
    assert!(pocket_cube::scrambled("R L").is_none());
}
