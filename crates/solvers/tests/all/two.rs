//! The 2x2x2: its histogram, its solutions in any orientation and its scrambles.

use std::collections::HashSet;
use std::sync::LazyLock;

use cubiform_cube::Move;
use cubiform_cube::puzzle::{Puzzle, PuzzleText};
use cubiform_cube::random::generator;
use cubiform_cube::two::Cube2;
use cubiform_solvers::solver::{Limits, Solver, Unsolved};
use cubiform_solvers::two::TwoByTwo;

static SOLVER: LazyLock<TwoByTwo> = LazyLock::new(TwoByTwo::default);

fn state(text: &str) -> Cube2 {
    Cube2::parse(text).unwrap().state
}

#[test]
fn histogram_is_the_known_one() {
    let known = [1, 9, 54, 321, 1847, 9992, 50_136, 227_536, 870_072, 1_887_748, 623_800, 2644];
    assert_eq!(SOLVER.histogram(), known);
    assert_eq!(known.iter().sum::<u64>(), 3_674_160);
}

/// By turns of all six faces, where states that differ by a rotation are the same.
#[test]
fn lengths_equal_a_breadth_first_search() {
    let mut visited = HashSet::from([Cube2::SOLVED.to_cube()]);
    let mut level = vec![Cube2::SOLVED];
    for distance in 0..=6 {
        for state in level.iter().step_by(level.len() / 2000 + 1) {
            let solution = SOLVER.solve(state, &Limits::default()).unwrap();
            assert_eq!(solution.length(), distance);
            assert!(solution.is_optimal);
        }
        let turned = |state: &Cube2| Move::all().map(|m| state.after(&[m.into()])).collect::<Vec<_>>();
        let next = level.iter().flat_map(turned);
        level = next.filter(|state| visited.insert(state.to_cube())).collect();
    }
}

#[test]
fn solutions_continue_from_the_cube_as_it_is_held() {
    for (text, length) in [("", 0), ("x y", 0), ("L D' x2", 2), ("x y R U2 L'", 3), ("Rw M2 z F", 2)] {
        let solution = SOLVER.solve(&state(text), &Limits::default()).unwrap();
        assert_eq!(solution.length(), length, "{text}");
        assert!(solution.is_optimal && state(text).after(&solution.moves()).is_solved(), "{text}");
    }
    let far = state("R U2 R' F2 U R' F U2 R");
    assert_eq!(SOLVER.solve(&far, &Limits::at_most(3)), Err(Unsolved::None { max_length: Some(3) }));
}

#[test]
fn random_states_have_the_distances_of_their_solutions_and_facelets() {
    let mut rng = generator(222);
    let mut counts = [0; 12];
    for _ in 0..20_000 {
        let state = Cube2::random(&mut rng);
        counts[usize::from(SOLVER.distance(state))] += 1;
        assert_eq!(Cube2::parse(&state.facelets()).unwrap().state, state);
    }
    // Shares of 1,887,748 and 870,072 states in 3,674,160; five standard errors.
    for (distance, expected) in [(8, 4736.2), (9, 10_275.8)] {
        assert!((f64::from(counts[distance]) - expected).abs() < 5. * 72., "{counts:?}");
    }
}

#[test]
fn every_kind_of_state_has_a_solution_of_eleven_moves() {
    let mut rng = generator(2);
    for state in (0..300).map(|_| Cube2::random(&mut rng)) {
        let solution = SOLVER.solution_of_length(state, 11).unwrap();
        assert!(solution.len() == 11 && state.after(&solution).is_solved());
    }
    assert_eq!(SOLVER.solution_of_length(state("R U R' F"), 3), None);
}

#[test]
fn faults_of_facelets_are_named() {
    let solved = Cube2::SOLVED.facelets();
    assert_eq!(solved, "UUUURRRRFFFFDDDDLLLLBBBB");
    for (text, message) in [
        (solved.replacen('U', "R", 1), "3 U stickers instead of 4"),
        ("UUURURRRFFFFDDDDLLLLBBBB".into(), "in mirrored order"),
        (format!("{solved}UUU"), "found 27 stickers instead of 24"),
    ] {
        let error = Cube2::parse(&text).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}
