//! The optimal solver against a breadth-first search from the solved cube: lengths, all solutions, restricted moves,
//! upper bounds and symmetry, on one thread and on several.

use crate::full_tables;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use cubiform_cube::{Algorithm, Cube, Move, Symmetry, random};
use cubiform_solvers::optimal::{Equivalence, Optimal, SolutionRequest, UpperBound};
use cubiform_solvers::solver::{Limits, Solver, Unsolved};
use cubiform_solvers::two_phase::TwoPhase;
use cubiform_store::Store;
use cubiform_store::fill::Watch;
use cubiform_tables::cosets::{CosetEntry, CosetTable};
use cubiform_threads::{CancelToken, Threads};

/// Returns a coset table with distances up to five only, which is filled quickly.
fn small_coset_table() -> Arc<CosetTable> {
    Arc::new(CosetTable::fill_small(&Threads::new(2), &Watch::quiet()).unwrap())
}

/// Returns all states within `radius` of these moves of the solved cube, each with its distance and the number of
/// shortest solutions in canonical order.
fn states_within(moves: u32, radius: u8) -> HashMap<Cube, (u8, usize)> {
    // For each state and last move, the number of canonical sequences that lead there.
    let mut found = HashMap::from([(Cube::SOLVED, (0, 1))]);
    let mut level: HashMap<(Cube, Option<Move>), usize> = HashMap::from([((Cube::SOLVED, None), 1)]);
    for distance in 1..=radius {
        let mut next: HashMap<(Cube, Option<Move>), usize> = HashMap::new();
        for ((cube, last), count) in &level {
            for m in Move::all()
                .filter(|m| moves >> m.index() & 1 == 1 && last.is_none_or(|last| last.may_precede(*m)))
            {
                let turned = cube.turn(m);
                let (first_distance, sequences) = found.entry(turned).or_insert((distance, 0));
                if *first_distance == distance {
                    *sequences += count;
                    *next.entry((turned, Some(m))).or_default() += count;
                }
            }
        }
        level = next;
    }
    found
}

/// One solution.
const ONE: SolutionRequest = SolutionRequest { solutions: 1, up_to_symmetry: false };

/// All moves.
const ALL_MOVES: u32 = (1 << 18) - 1;

/// Checks every `step`-th state within `radius` against a solver with these moves.
fn check_states(optimal: &Optimal, moves: u32, radius: u8, step: usize) {
    let near = states_within(moves, radius);
    let mut states: Vec<_> = near.into_iter().collect();
    states.sort_unstable_by_key(|(cube, (distance, _))| (*distance, *cube.corners(), *cube.edges()));
    for (cube, (distance, sequences)) in states.iter().step_by(step) {
        let all = SolutionRequest { solutions: usize::MAX, ..ONE };
        let solved = optimal.solve(cube, &all, &Limits::default()).unwrap();
        assert_eq!(solved.length, *distance);
        assert_eq!(solved.solutions.len(), *sequences, "{:?}", solved.solutions);
        for solution in &solved.solutions {
            assert_eq!(cube.apply(solution), Cube::SOLVED);
            assert!(solution.iter().all(|m| moves >> m.index() & 1 == 1));
            assert!(solution.windows(2).all(|pair| pair[0].may_precede(pair[1])));
        }
        assert!(solved.solutions.is_sorted_by(|a, b| a < b));
    }
}

#[test]
fn lengths_and_solution_counts_match_breadth_first_search() {
    let table = small_coset_table();
    let optimal = Optimal::new(Arc::clone(&table));
    check_states(&optimal, ALL_MOVES, 3, 1);
    check_states(&optimal, ALL_MOVES, 5, 1499);
}

/// A source of upper bounds that returns a solution, for its own length only.
struct KnownSolution<'a>(&'a [Move]);

impl UpperBound for KnownSolution<'_> {
    fn upper_bound(&self, cube: &Cube, length: u8, nodes: f64, _: &CancelToken) -> Option<Vec<Move>> {
        assert!(nodes >= 0. && cube.apply(self.0) == Cube::SOLVED);
        (usize::from(length) == self.0.len()).then(|| self.0.to_vec())
    }
}

#[test]
fn upper_bound_spares_the_last_iteration_and_a_wrong_one_is_ignored() {
    let table = small_coset_table();
    let optimal = Optimal::new(Arc::clone(&table));
    let cube = Cube::from_moves(&[0, 5, 6, 13, 9, 4, 16].map(Move::from_index));
    let alone = optimal.solve(&cube, &ONE, &Limits::default()).unwrap();
    let known = KnownSolution(&alone.solutions[0]);
    for threads in [1, 2] {
        let found = optimal
            .solve_shared(&cube, &ONE, &Limits::default(), Some(&known), &Threads::new(threads))
            .unwrap();
        assert_eq!((found.length, found.solutions.len()), (7, 1));
        assert_eq!(cube.apply(&found.solutions[0]), Cube::SOLVED);
    }
    // A single thread requests the upper bound before it searches.
    let found =
        optimal.solve_shared(&cube, &ONE, &Limits::default(), Some(&known), &Threads::new(1)).unwrap();
    assert_eq!(found.solutions, alone.solutions);
    assert!(found.counts.expanded < alone.counts.expanded);
    // A wrong solution is ignored.
    let wrong = FixedAnswer(&alone.solutions[0][1..]);
    assert_eq!(
        optimal.solve_shared(&cube, &ONE, &Limits::default(), Some(&wrong), &Threads::new(1)),
        Ok(alone)
    );
}

/// A source of upper bounds that returns the same moves for every cube.
struct FixedAnswer<'a>(&'a [Move]);

impl UpperBound for FixedAnswer<'_> {
    fn upper_bound(&self, _: &Cube, _: u8, _: f64, _: &CancelToken) -> Option<Vec<Move>> {
        Some(self.0.to_vec())
    }
}

#[test]
fn max_length_and_stop_are_heeded_and_threads_agree() {
    let table = small_coset_table();
    let optimal = Optimal::new(Arc::clone(&table));
    let moves: Vec<Move> = [0, 5, 6, 13, 9, 4, 16].map(Move::from_index).to_vec();
    let cube = Cube::from_moves(&moves);
    let alone = optimal.solve(&cube, &ONE, &Limits::default()).unwrap();
    assert_eq!(alone.length, 7);
    let shared = optimal.solve_shared(&cube, &ONE, &Limits::default(), None, &Threads::new(2)).unwrap();
    assert_eq!(shared.length, 7);
    assert_eq!(cube.apply(&shared.solutions[0]), Cube::SOLVED);
    let short = Limits::at_most(6);
    assert_eq!(optimal.solve(&cube, &ONE, &short), Err(Unsolved::None { max_length: Some(6) }));
    let cancelled = Limits { cancel: CancelToken::cancelled(), ..Limits::default() };
    let far = random::states(1).next().unwrap();
    let stopped = optimal.solve_shared(&far, &ONE, &cancelled, None, &Threads::new(2));
    assert_eq!(stopped, Err(Unsolved::Cancelled));
    assert_eq!(optimal.solve(&Cube::SOLVED, &ONE, &Limits::default()).unwrap().solutions, [Vec::new()]);
}

/// Parses a set of moves: faces by their letters, with only the half turn if a 2 follows.
fn set(names: &str) -> u32 {
    let turns = |name: &str| {
        let Ok((moves, _)) = Algorithm::parse(name).map(|turn| turn.resolve()) else { panic!("{name}") };
        let half = name.ends_with('2');
        Move::all()
            .filter(|m| m.face() == moves[0].face() && (!half || m.quarters() == 2))
            .fold(0, |set, m| set | 1 << m.index())
    };
    names.split(' ').fold(0, |set, name| set | turns(name))
}

#[test]
fn restricted_moves_match_breadth_first_search() {
    let table = small_coset_table();
    // Whole groups, one of which needs more than 20 moves, and states near solved in larger groups.
    for (names, radius, step) in [
        ("U2 R2 F2", u8::MAX, 1),
        ("U R2", u8::MAX, 211),
        ("U R", 7, 97),
        ("U2 R F", 5, 97),
        ("U D R L F", 4, 997),
    ] {
        let optimal = Optimal::within(Arc::clone(&table), set(names)).unwrap();
        check_states(&optimal, set(names), radius, step);
    }
}

#[test]
fn cubes_outside_the_group_of_the_moves_are_refused() {
    let table = small_coset_table();
    let optimal = Optimal::within(Arc::clone(&table), set("U R F2")).unwrap();
    let cube = |moves: &str| Algorithm::parse(moves).unwrap().cube();
    let limits = Limits::default();
    for moves in ["F", "D2", "R U L2"] {
        assert_eq!(optimal.solve(&cube(moves), &ONE, &limits), Err(Unsolved::NotInGroup), "{moves}");
    }
    assert!(
        random::states(4)
            .take(100)
            .all(|cube| optimal.solve(&cube, &ONE, &limits) == Err(Unsolved::NotInGroup))
    );
    assert_eq!(optimal.solve(&cube("F2 R"), &ONE, &limits).unwrap().length, 2);
    // An upper bound counts only if it has just these moves.
    let solution = Algorithm::parse("R F2 D").unwrap().resolve().0;
    let state = Cube::from_moves(&solution).inverse();
    let upper_bound = FixedAnswer(&solution);
    let solved = |optimal: &Optimal| {
        optimal
            .solve_shared(&state, &ONE, &Limits::default(), Some(&upper_bound), &Threads::new(1))
            .map(|solution| solution.length)
    };
    assert_eq!(solved(&Optimal::new(Arc::clone(&table))), Ok(3));
    assert_eq!(solved(&optimal), Err(Unsolved::NotInGroup));
    let short = Limits::at_most(5);
    assert_eq!(
        optimal.solve(&cube("R U R U R U"), &ONE, &short),
        Err(Unsolved::None { max_length: Some(5) })
    );
}

#[test]
fn within_refuses_a_face_with_only_some_of_its_turns() {
    let error = Optimal::within(small_coset_table(), 0b101).err().unwrap();
    assert_eq!(error.to_string(), "each face must have all turns, only the half turn, or none");
}

#[test]
fn up_to_symmetry_returns_one_solution_per_class() {
    let table = small_coset_table();
    let optimal = Optimal::new(Arc::clone(&table));
    let solve = |cube: &Cube, solutions, up_to_symmetry| {
        let request = SolutionRequest { solutions, up_to_symmetry };
        optimal.solve(cube, &request, &Limits::default()).unwrap()
    };
    let (mut folded, mut pruned) = (0, 0);
    for moves in [
        "U2 D2 F2 B2 R2 L2", "R2 U2 R2 U2", "U D", "R L' U D'", "R U2 F", "R2 L2 U2 D2", "U D F2 B2 U D",
        "U D R2 L2 F2 B2 U2",
    ] {
        let cube = Algorithm::parse(moves).unwrap().cube();
        let (all, distinct) = (solve(&cube, usize::MAX, false), solve(&cube, usize::MAX, true));
        // Of equivalent prefixes only one is searched.
        pruned += usize::from(distinct.counts.expanded < all.counts.expanded);
        let (all, distinct) = (all.solutions, distinct.solutions);
        assert!(distinct.iter().all(|solution| all.contains(solution)));
        // Whether a symmetry maps one solution to the other, decided by the states that the solutions pass through.
        let are_equivalent = |a: &Vec<Move>, b: &Vec<Move>| {
            let (mut states, mut inverse_states) = (vec![Cube::SOLVED], vec![Cube::SOLVED]);
            a.iter().for_each(|m| states.push(states[states.len() - 1].turn(*m)));
            a.iter().rev().for_each(|m| {
                inverse_states.push(inverse_states[inverse_states.len() - 1].turn(m.inverse()));
            });
            // Turns of opposite faces pass through different states in either order: only the states that both orders
            // share count.
            let through = |states: &[Cube], moves: &[Move]| -> HashSet<([u8; 8], [u8; 12])> {
                let shared = |i: usize| {
                    i == 0 || i == moves.len() || moves[i - 1].face().axis() != moves[i].face().axis()
                };
                (0..states.len())
                    .filter(|i| shared(*i))
                    .map(|i| (*states[i].corners(), *states[i].edges()))
                    .collect()
            };
            let mut of_b = vec![Cube::SOLVED];
            b.iter().for_each(|m| of_b.push(of_b[of_b.len() - 1].turn(*m)));
            let wanted = through(&of_b, b);
            let reversed: Vec<Move> = a.iter().rev().copied().collect();
            Symmetry::all().any(|s| {
                let images = |states: &[Cube]| states.iter().map(|c| c.conjugate(s)).collect::<Vec<_>>();
                through(&images(&states), a) == wanted
                    || through(&images(&inverse_states), &reversed) == wanted
            })
        };
        for solution in &all {
            assert_eq!(distinct.iter().filter(|one| are_equivalent(one, solution)).count(), 1, "{moves}");
        }
        folded += usize::from(distinct.len() < all.len());
        // Fewer solutions than there are classes: as many as were asked for, no two of them equivalent.
        for count in 2..=distinct.len() {
            let some = solve(&cube, count, true).solutions;
            assert_eq!(some.len(), count, "{moves}");
            for (i, a) in some.iter().enumerate() {
                assert!(some[..i].iter().all(|b| !are_equivalent(a, b)), "{moves}");
            }
        }
    }
    assert!(folded >= 3 && pruned >= 2, "{folded} {pruned}");
}

/// Returns one state of each class under symmetries and inversion within `radius` moves, by distance, with the size of
/// its class. Found breadth-first.
fn symmetry_classes(radius: usize) -> Vec<Vec<(Cube, usize)>> {
    let images = |cube: &Cube| {
        let pair = [*cube, cube.inverse()];
        let mut images: Vec<Cube> =
            pair.iter().flat_map(|cube| Symmetry::all().map(|s| cube.conjugate(s))).collect();
        images.sort_unstable_by_key(|cube| (*cube.corners(), *cube.edges()));
        images.dedup();
        images
    };
    let mut levels = vec![vec![(Cube::SOLVED, 1)]];
    let mut visited = HashSet::from([Cube::SOLVED]);
    for distance in 1..=radius {
        let (mut level, mut representatives) = (Vec::new(), Vec::new());
        for (cube, _) in &levels[distance - 1] {
            // Moves after the inverse are moves before the cube.
            for from in [*cube, cube.inverse()] {
                for m in Move::all() {
                    let images = images(&from.turn(m));
                    if visited.insert(images[0]) {
                        // A different image for each class, so that the solver sees more than representatives.
                        level.push((images[(31 * level.len() + 7) % images.len()], images.len()));
                        representatives.push(images[0]);
                    }
                }
            }
        }
        levels.push(level);
    }
    levels
}

/// The number of states at each distance from solved (<https://cube20.org>).
const STATES: [usize; 7] = [1, 18, 243, 3240, 43_239, 574_908, 7_618_438];

/// Checks the lengths of a state of each class within `radius` moves, with the optimal solver and with two-phase.
fn check_classes(optimal: &Optimal, radius: usize) {
    let two_phase = TwoPhase::new(&Threads::available());
    for (distance, level) in symmetry_classes(radius).iter().enumerate() {
        assert_eq!(level.iter().map(|(_, size)| size).sum::<usize>(), STATES[distance]);
        for (cube, size) in level {
            assert_eq!(Equivalence::new(cube).count() * size, 96);
            let solved = optimal.solve(cube, &ONE, &Limits::default()).unwrap();
            assert_eq!(usize::from(solved.length), distance);
            assert_eq!(cube.apply(&solved.solutions[0]), Cube::SOLVED);
            // Two-phase finds the shortest solutions of states as near as these.
            let short = two_phase.solve(cube, &Limits::default()).unwrap().moves();
            assert_eq!(short.len(), distance);
            assert_eq!(cube.apply(&short), Cube::SOLVED);
        }
        println!("{distance}: {} classes of {} states", level.len(), STATES[distance]);
    }
}

#[test]
fn all_states_within_four_moves_are_solved_optimally() {
    let table = small_coset_table();
    check_classes(&Optimal::new(Arc::clone(&table)), 4);
}

/// Returns the solver with the table that `cargo xtask full` builds before it runs the tests that need it.
fn full_solver() -> Optimal {
    let entry = CosetEntry::named("optimal-small").unwrap();
    let store = Store::new(full_tables::folder(), &Threads::new(2));
    let table = store.open(entry).unwrap().expect("built with `cargo xtask full`");
    Optimal::new(Arc::new(table))
}

#[test]
#[ignore = "needs full tables"]
fn all_states_within_six_moves_are_solved_optimally() {
    let optimal = full_solver();
    check_classes(&optimal, 6);
    // The optimal length of other states is at most the length that two-phase finds.
    let two_phase = TwoPhase::new(&Threads::available());
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    for seed in 0..300usize {
        let walk: Vec<Move> =
            (0..12).map(|i| Move::from_index((seed * 7 + i * i * (seed + 5) + 11 * i) % 18)).collect();
        let cube = Cube::from_moves(&walk);
        let length = optimal.solve(&cube, &ONE, &Limits::default()).unwrap().length;
        assert!(usize::from(length) <= two_phase.solve(&cube, &limits).unwrap().moves().len());
        assert!(length <= 12);
    }
}

/// The lengths are the published ones of the first random states of 16 and of 17 moves in the repository
/// cs0x7f/cube_solver_test.
#[test]
#[ignore = "needs full tables"]
fn published_lengths_of_random_states_are_found() {
    let optimal = full_solver();
    let lines = include_str!("../../fixtures/optimal-lengths.csv").lines().skip(1);
    let mut checked = 0;
    for line in lines {
        let (length, scramble) = line.split_once(',').unwrap();
        let cube = Algorithm::parse(scramble).unwrap().cube();
        let found = optimal.solve_shared(&cube, &ONE, &Limits::default(), None, &Threads::new(2)).unwrap();
        assert_eq!(found.length.to_string(), length, "{scramble}");
        assert_eq!(cube.apply(&found.solutions[0]), Cube::SOLVED, "{scramble}");
        checked += 1;
    }
    assert_eq!(checked, 40);
}
