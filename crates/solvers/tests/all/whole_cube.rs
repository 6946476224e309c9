//! Solvers of the whole cube: random states within a maximum length, near states optimally, budgets, known
//! distributions.
//!
//! `states/random-100.facelets` has 100 uniformly random states.

use std::collections::HashSet;
use std::sync::LazyLock;

use cubiform_cube::moves::joined;
use cubiform_cube::{Axis, Cube, Face, Move, facelets};
use cubiform_solvers::solver::{Limits, Solver, Unsolved};
use cubiform_solvers::thistlethwaite::Thistlethwaite;
use cubiform_solvers::two_phase::{Filters, InG1, TwoPhase};
use cubiform_store::{Observer, Store};
use cubiform_tables::kociemba::PHASES;
use cubiform_threads::{CancelToken, Threads};

static TWO_PHASE: LazyLock<TwoPhase> = LazyLock::new(|| TwoPhase::new(&Threads::available()));

fn states() -> Vec<Cube> {
    let text = include_str!("../states/random-100.facelets");
    text.lines().map(|line| facelets::parse(line).expect("the fixture has cubes")).collect()
}

fn at_most(max_length: u8) -> Limits {
    Limits { max_length: Some(max_length), ..Limits::default() }
}

/// Returns the length of the solution, which must solve the cube.
#[track_caller]
fn length(solver: &dyn Solver, cube: &Cube, limits: &Limits) -> usize {
    let moves = solver.solve(cube, limits).expect("it is solved").moves();
    assert_eq!(cube.apply(&moves), Cube::SOLVED);
    assert_eq!(joined(&moves).len(), moves.len(), "no two turns could be one");
    moves.len()
}

#[test]
fn random_states_are_solved_within_max_length() {
    for cube in states() {
        for max_length in [30, 21, 20] {
            assert!(length(&*TWO_PHASE, &cube, &at_most(max_length)) <= max_length.into());
        }
    }
}

#[test]
fn ball_filters_save_nodes_and_lose_no_solution() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path(), &Threads::new(2));
    for entry in PHASES {
        store.build(entry, &Observer::quiet()).unwrap();
    }
    let filtered =
        TwoPhase::with_filters(Filters::open(&store).unwrap(), &Threads::available(), &CancelToken::never())
            .unwrap();
    let (mut with, mut without) = (0, 0);
    // Of these, phase 2 would go on beyond a shortest one that joins the last move of phase 1.
    let joining = [
        "RRULUUDBRFFLRRLRULBDUBFDLUBBRUBDLRDDDDLLLUDRUFFFBBFFFB",
        "LDDFURUBLUULLRUFRBLLFLFFBBRRUURDBDDRFUBDLDRFUBFDLBBDRF",
    ];
    for cube in states().into_iter().chain(joining.map(|text| facelets::parse(text).unwrap())) {
        for max_length in [20, 21] {
            let [faster, plain] =
                [&filtered, &*TWO_PHASE].map(|solver| solver.solve(&cube, &at_most(max_length)).unwrap());
            assert_eq!(faster.moves(), plain.moves());
            with += faster.nodes;
            without += plain.nodes;
        }
    }
    assert!(with * 3 < without * 2, "{with} and {without} nodes");
    // States near solved are solved optimally.
    for moves in [0, 1, 2, 5, 6] {
        let cube = Cube::from_moves(&(0..moves).map(|i| Move::from_index(7 * i % 18)).collect::<Vec<_>>());
        let budget = Limits { nodes: Some(1_000_000), ..Limits::default() };
        assert_eq!(
            filtered.solve(&cube, &budget).unwrap().moves(),
            TWO_PHASE.solve(&cube, &budget).unwrap().moves()
        );
    }
}

#[test]
fn node_budget_gives_short_and_reproducible_solutions() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let mut sum = 0;
    for cube in states() {
        let solution = TWO_PHASE.solve(&cube, &limits).unwrap();
        assert_eq!(TWO_PHASE.solve(&cube, &limits).unwrap(), solution);
        // The search ends after the phase 2 search in which the budget is spent.
        assert!((20_000..20_100).contains(&solution.nodes), "{}", solution.nodes);
        assert!(!solution.is_optimal);
        sum += solution.moves().len();
    }
    // A golden value: a change of the search that changes it must state why.
    assert_eq!(sum, 1945);
}

#[test]
fn states_within_four_moves_are_solved_optimally_and_marked_optimal() {
    let mut visited = HashSet::from([Cube::SOLVED]);
    let mut level = vec![Cube::SOLVED];
    for distance in 0..=4u8 {
        let sparse = level.iter().step_by(if distance == 4 { 29 } else { 1 });
        for cube in sparse {
            assert_eq!(length(&*TWO_PHASE, cube, &Limits::default()), usize::from(distance));
            let budget = Limits { nodes: Some(1_000_000), ..Limits::default() };
            let solution = TWO_PHASE.solve(cube, &budget).unwrap();
            assert!(solution.is_optimal && solution.moves().len() == usize::from(distance), "{cube:?}");
            if let Some(less) = distance.checked_sub(1) {
                let max_length = Some(less);
                assert_eq!(TWO_PHASE.solve(cube, &at_most(less)), Err(Unsolved::None { max_length }));
            }
        }
        let next = level.iter().flat_map(|cube| Move::all().map(|m| cube.turn(m)));
        level = next.filter(|cube| visited.insert(*cube)).collect();
    }
}

#[test]
fn superflip_is_solved_in_at_most_22_moves() {
    let edges = std::array::from_fn(|e| 2 * e as u8 + 1);
    let superflip = Cube::from_places(*Cube::SOLVED.corners(), edges).unwrap();
    assert!(length(&*TWO_PHASE, &superflip, &at_most(22)) <= 22);
}

#[test]
fn spent_budget_and_stop_are_reported_as_errors() {
    let cube = states()[0];
    let limits = Limits { nodes: Some(10), ..at_most(17) };
    assert_eq!(TWO_PHASE.solve(&cube, &limits), Err(Unsolved::Budget { max_length: Some(17) }));
    let stop = CancelToken::cancelled();
    let limits = Limits { cancel: stop, ..at_most(17) };
    assert_eq!(TWO_PHASE.solve(&cube, &limits), Err(Unsolved::Cancelled));
    // Without a maximum length there is always a solution.
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    assert!(length(&*TWO_PHASE, &cube, &limits) <= 30);
}

#[test]
fn in_g1_solutions_have_only_its_moves_and_other_cubes_are_refused() {
    for (axis, face) in [(Axis::Y, Face::U), (Axis::X, Face::L), (Axis::Z, Face::B)] {
        let solver = InG1::new(TwoPhase::new(&Threads::available()), axis);
        let is_in_g1 = |m: &Move| m.quarters() == 2 || m.face().axis() == axis;
        let moves: Vec<Move> = Move::all().filter(is_in_g1).collect();
        for seed in 0..5 {
            let walk: Vec<Move> =
                (0..10).map(|i| moves[(seed * 7 + i * i + i * seed) % moves.len()]).collect();
            let cube = Cube::from_moves(&walk);
            let solution = solver.solve(&cube, &Limits::default()).unwrap();
            assert!(solution.is_optimal && solution.moves().len() <= 10);
            assert!(solution.moves().iter().all(is_in_g1));
            assert_eq!(cube.apply(&solution.moves()), Cube::SOLVED);
        }
        let outside = Move::all().find(|m| !is_in_g1(m) && m.face() != face).unwrap();
        assert_eq!(solver.solve(&Cube::from_moves(&[outside]), &at_most(9)), Err(Unsolved::NotInGroup));
    }
}

#[test]
fn in_g1_lengths_equal_a_breadth_first_search_with_its_moves() {
    for axis in [Axis::Y, Axis::X] {
        let solver = InG1::new(TwoPhase::new(&Threads::available()), axis);
        let moves: Vec<Move> = Move::all().filter(|m| m.quarters() == 2 || m.face().axis() == axis).collect();
        let mut visited = HashSet::from([Cube::SOLVED]);
        let mut level = vec![Cube::SOLVED];
        for distance in 0..=6 {
            for cube in level.iter().step_by(level.len() / 300 + 1) {
                let solution = solver.solve(cube, &Limits::default()).unwrap();
                assert_eq!(solution.moves().len(), usize::from(distance), "{cube:?}");
                assert!(solution.is_optimal);
                if let Some(less) = u8::checked_sub(distance, 1) {
                    assert_eq!(
                        solver.solve(cube, &at_most(less)),
                        Err(Unsolved::None { max_length: Some(less) })
                    );
                }
            }
            let next = level.iter().flat_map(|cube| moves.iter().map(|m| cube.turn(*m)));
            level = next.filter(|cube| visited.insert(*cube)).collect();
        }
    }
}

#[test]
fn thistlethwaite_phases_have_known_sizes_and_solutions_keep_their_moves() {
    let solver = Thistlethwaite::default();
    // The number of states and the maximum distance of each phase: 2048 in 7, 1,082,565 in 10, 29,400 in 13, 663,552 in
    // 15.
    let distributions = solver.distributions();
    let sums: Vec<u64> = distributions.iter().map(|counts| counts.iter().sum()).collect();
    assert_eq!(sums, [2048, 1_082_565, 29_400, 663_552]);
    let max_length: Vec<usize> = distributions.iter().map(|counts| counts.len() - 1).collect();
    assert_eq!(max_length, [7, 10, 13, 15]);
    assert_eq!(distributions[0], [1, 2, 25, 202, 620, 900, 285, 13]);

    let mut sum = 0;
    for cube in states() {
        let solution = solver.solve(&cube, &Limits::default()).unwrap();
        sum += length(&solver, &cube, &Limits::default());
        let half_turn_axes: [&[Axis]; 4] = [&[], &[Axis::Z], &[Axis::Z, Axis::X], &Axis::ALL];
        for (phase, half_turn_axes) in solution.phases.iter().zip(half_turn_axes) {
            assert!(phase.iter().all(|m| m.quarters() == 2 || !half_turn_axes.contains(&m.face().axis())));
        }
    }
    assert!((3000..3200).contains(&sum), "{sum}");
    assert_eq!(length(&solver, &Cube::SOLVED, &Limits::default()), 0);
    let too_long = solver.solve(&states()[0], &at_most(9)).unwrap_err();
    assert!(matches!(too_long, Unsolved::TooLong { max_length: 9, .. }));
}
