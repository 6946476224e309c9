//! Shortest solutions with a few moves against a search of all states of their group.

use std::collections::{BTreeSet, HashMap};

use cubiform_cube::held::HeldCube;
use cubiform_cube::notation::Turn;
use cubiform_cube::puzzle::Puzzle;
use cubiform_cube::{Algorithm, Cube, Symmetry};
use cubiform_solvers::solver::{Limits, Solver, Unsolved};
use cubiform_solvers::subgroup::{Subgroup, SubgroupError};
use cubiform_threads::CancelToken;

/// Parses layers: returns all turns of each, or only the half turn if a 2 follows.
fn turns(names: &str) -> Vec<Turn> {
    let of = |turn: &Turn| match turn.quarters() {
        2 => vec![*turn],
        _ => (1..4).filter_map(|quarters| Turn::new(turn.base(), quarters)).collect(),
    };
    Algorithm::parse(names).unwrap().turns().iter().flat_map(of).collect()
}

/// Returns every state of a small group, with its distance from the solved cube in any orientation.
fn distances(moves: &[Turn]) -> HashMap<HeldCube, u8> {
    let mut open: Vec<HeldCube> = Symmetry::rotations().map(HeldCube::rotated).collect();
    let mut known: HashMap<HeldCube, u8> = open.iter().map(|cube| (*cube, 0)).collect();
    for distance in 1.. {
        let mut next = Vec::new();
        for cube in &open {
            for turn in moves {
                let turned = cube.turn(*turn);
                known.entry(turned).or_insert_with(|| {
                    next.push(turned);
                    distance
                });
            }
        }
        if next.is_empty() {
            break;
        }
        open = next;
    }
    known
}

#[test]
fn lengths_are_those_of_a_search_of_all_states() {
    let never = CancelToken::new();
    for (names, most) in
        [("M U", 8000), ("M2 U2 R2", 500), ("Rw2 U2 Fw2", 2000), ("U R2", 3000), ("M E", 500), ("S2 U2", 500)]
    {
        let moves = turns(names);
        let solver = Subgroup::new(&moves, &never).unwrap();
        let all = distances(&moves);
        // The pieces are compared for states with white on top and green in front.
        let cubes = all.iter().filter_map(|(held, distance)| Some((held.pieces()?, *distance)));
        let mut compared = 0;
        let mut longest = 0;
        for (cube, distance) in cubes.take(most) {
            let solved = solver.solve(&HeldCube::new(&cube), &Limits::default()).unwrap();
            assert_eq!(solved.length(), usize::from(distance), "{names}");
            longest = longest.max(distance);
            compared += 1;
        }
        assert!(compared > 3 && longest > 1, "{names}: {compared} {longest}");
    }
}

/// Returns all sequences of these turns, of the smallest length at which there are any, that solve a cube, where no turn
/// follows another of its layer.
fn all_shortest(held: &HeldCube, moves: &[Turn]) -> BTreeSet<String> {
    let mut level = vec![(*held, Vec::<Turn>::new())];
    loop {
        let solved = level.iter().filter(|(held, _)| held.is_solved());
        let solved: BTreeSet<String> =
            solved.map(|(_, path)| path.iter().copied().collect::<Algorithm>().to_string()).collect();
        if !solved.is_empty() {
            return solved;
        }
        let longer = |(held, path): &(HeldCube, Vec<Turn>)| -> Vec<(HeldCube, Vec<Turn>)> {
            let follows = |turn: &&Turn| path.last().is_none_or(|last| last.base() != turn.base());
            moves
                .iter()
                .filter(follows)
                .map(|turn| (held.turn(*turn), [&path[..], std::slice::from_ref(turn)].concat()))
                .collect()
        };
        level = level.iter().flat_map(longer).collect();
    }
}

#[test]
fn all_solutions_are_those_of_brute_force() {
    let never = CancelToken::never();
    let mut several = 0;
    // States with several shortest solutions are rare.
    for (names, ambiguous) in [
        ("M U", &["M2 U2 M2 U2", "M' U M U2 M' U M' U M2 U'", "M2 U2 M2 U2 M"][..]),
        ("Rw U", &[]),
        ("U2 R2 F2", &["U2 R2 U2 R2 U2 R2", "F2 R2 F2 R2 F2 R2"]),
        ("U R2", &["U2 R2 U2 R2 U2 R2", "U2 R2 U2 R2 U2 R2 U"]),
    ] {
        let moves = turns(names);
        let mut solver = Subgroup::new(&moves, &never).unwrap();
        solver.set_solutions(usize::MAX);
        let walks = (0..20_usize).map(|i| {
            let made = (0..2 + i % 5).map(|k| moves[(i * 11 + k * k * 5 + k * i) % moves.len()]);
            made.collect::<Vec<Turn>>()
        });
        let ambiguous = ambiguous.iter().map(|text| Algorithm::parse(text).unwrap().turns().to_vec());
        for walk in walks.chain(ambiguous) {
            let held = walk.iter().fold(HeldCube::SOLVED, |held, turn| held.turn(*turn));
            let solved = solver.solutions(&held, &Limits::default()).unwrap();
            let found: BTreeSet<String> = solved
                .iter()
                .map(|solution| solution.moves().into_iter().collect::<Algorithm>().to_string())
                .collect();
            assert_eq!(found.len(), solved.len(), "none twice");
            assert_eq!(found, all_shortest(&held, &moves), "{names} {walk:?}");
            several += usize::from(found.len() > 1);
        }
    }
    assert!(several >= 5, "{several}");
}

#[test]
fn last_six_edges_of_roux_take_at_most_20_moves_and_solutions_solve() {
    let never = CancelToken::new();
    let mut solver = Subgroup::new(&turns("M U"), &never).unwrap();
    solver.set_solutions(usize::MAX);
    let cube = Algorithm::parse("M' U M U2 M U M' U M2 U'").unwrap();
    let held = cube.turns().iter().fold(HeldCube::SOLVED, |held, turn| held.turn(*turn));
    let solved = solver.solutions(&held, &Limits::default()).unwrap();
    let length = solved[0].length();
    assert!(length <= 10 && solved.len() > 1);
    for solution in &solved {
        assert!(solution.length() == length && held.after(&solution.moves()).is_solved());
    }
}

#[test]
fn wide_turns_solve_what_they_make_and_nothing_else() {
    let never = CancelToken::new();
    let solver = Subgroup::new(&turns("Rw U"), &never).unwrap();
    let cube = Algorithm::parse("Rw U Rw' U2 Rw2 U' Rw U").unwrap();
    let held = cube.turns().iter().fold(HeldCube::SOLVED, |held, turn| held.turn(*turn));
    let solved = solver.solve(&held, &Limits::default()).unwrap();
    assert!(solved.length() <= 8);
    assert!(held.after(&solved.moves()).is_solved());
    let off = HeldCube::new(&Algorithm::parse("D").unwrap().cube());
    assert_eq!(solver.solve(&off, &Limits::default()), Err(Unsolved::NotInGroup));
    assert_eq!(solver.solve(&held, &Limits::at_most(2)), Err(Unsolved::None { max_length: Some(2) }));
    assert_eq!(Subgroup::new(&turns("x U"), &never).err(), Some(SubgroupError::Rotation));
    assert_eq!(Subgroup::new(&turns("U R F D L"), &never).err(), Some(SubgroupError::TooManyStates));
}

#[test]
fn two_faces_are_solved_in_as_few_moves_as_known() {
    let never = CancelToken::new();
    let solver = Subgroup::new(&turns("R U"), &never).unwrap();
    let scramble = "R U R' U' R2 U2 R U' R' U R U2 R2 U R' U2 R U R2 U'";
    let cube = Algorithm::parse(scramble).unwrap().cube();
    let solved = solver.solve(&HeldCube::new(&cube), &Limits::default()).unwrap();
    // No cube of two adjacent faces needs more than 20 moves in the half turn metric.
    assert!((4..=20).contains(&solved.length()));
    let whole = Algorithm::parse(scramble)
        .unwrap()
        .turns()
        .iter()
        .chain(&solved.moves())
        .copied()
        .collect::<Algorithm>();
    assert_eq!(whole.cube(), Cube::SOLVED);
}
