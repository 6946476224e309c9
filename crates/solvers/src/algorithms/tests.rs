//! Tests of the search of algorithms: against an exhaustive enumeration, and known cases.

use std::collections::{BTreeSet, HashMap};

use cubiform_cube::Symmetry;
use cubiform_cube::held::HeldCube;
use cubiform_cube::moves::joined;
use cubiform_cube::notation::Base;
use cubiform_cube::piece::PieceSet;
use cubiform_cube::{Algorithm, random};
use cubiform_store::fill::Watch;

use super::*;

fn turns(text: &str) -> Vec<Turn> {
    let bases = Algorithm::parse(text).unwrap();
    bases.turns().iter().flat_map(|t| (1..4).filter_map(|q| Turn::new(t.base(), q))).collect()
}

/// Returns the oriented last layer above the first two layers.
fn oriented() -> Pattern {
    let mut pattern = Pattern::solved(PieceSet::new(&[4, 5, 6, 7], &(4..12).collect::<Vec<_>>()));
    pattern.corners[..4].fill(0o1111);
    pattern.edges[..4].fill(0o125);
    pattern
}

fn search(text: &str, metric: TurnMetric, goal: Pattern, is_turned_free: bool) -> AlgorithmSearch {
    search_of(&Question { metric, is_turned_free, ..Question::new(turns(text), goal) })
}

/// Returns a search whose tables are made quickly.
fn quick_search(text: &str, metric: TurnMetric, goal: Pattern, is_turned_free: bool) -> AlgorithmSearch {
    let question = Question { metric, is_turned_free, ..Question::new(turns(text), goal) };
    search_of(&Question { table_bytes: 2_000_000, ..question })
}

fn search_of(question: &Question) -> AlgorithmSearch {
    AlgorithmSearch::new(question, None, &Threads::available(), &CancelToken::new()).unwrap()
}

fn cube(text: &str) -> Cube {
    Algorithm::parse(text).unwrap().cube()
}

fn texts(found: &FoundAlgorithms) -> BTreeSet<String> {
    found.algorithms.iter().map(|a| Algorithm::from_iter(a.turns.iter().copied()).to_string()).collect()
}

/// Returns all sequences of at most `length` moves in which no state before the last is at the goal, no turn follows another
/// of its layer, and turns about one axis are in order, by trying all of them. With free turns of U they begin and end with
/// another turn.
fn all_sequences(
    text: &str,
    metric: TurnMetric,
    goal: &Pattern,
    cube: &Cube,
    length: u8,
) -> BTreeSet<String> {
    sequences(text, metric, &|cube| goal.contains(cube), false, cube, length)
}

fn sequences(
    text: &str,
    metric: TurnMetric,
    is_met: &dyn Fn(&Cube) -> bool,
    is_turned_free: bool,
    cube: &Cube,
    length: u8,
) -> BTreeSet<String> {
    let turns = turns(text);
    let is_u =
        |turn: Option<&Turn>| is_turned_free && turn.is_some_and(|turn| turn.base() == Base::Face(Face::U));
    let mut effects = HashMap::new();
    let mut known = BTreeSet::new();
    // The pieces relative to the centres, and the rotation of the centres.
    let mut stack = vec![(Vec::<Turn>::new(), 0, *cube, Symmetry::IDENTITY)];
    while let Some((sequence, count, cube, hold)) = stack.pop() {
        if is_u(sequence.first()) {
            continue;
        }
        if is_met(&cube) {
            // A turn of U before one of D could as well come after it.
            let before_d = match &sequence[..] {
                [.., before, last] if last.base() == Base::Face(Face::D) => Some(before),
                _ => None,
            };
            if !is_u(sequence.last()) && !is_u(before_d) {
                known.insert(Algorithm::from_iter(sequence.iter().copied()).to_string());
            }
            continue;
        }
        for turn in &turns {
            let count = count + metric.cost(*turn);
            let axis = |turn: &Turn| turn.base().direction().axis();
            let follows =
                sequence.last().is_none_or(|last| axis(last) != axis(turn) || order(*last) < order(*turn));
            if count <= length && follows {
                let relative = turn.conjugate(hold.inverse());
                let effect =
                    effects.entry(relative).or_insert_with(|| Algorithm::from_iter([relative]).cube());
                let cube = cube.then(effect);
                let hold = hold.then(HeldCube::of_turn(*turn).centers());
                stack.push(([&sequence[..], &[*turn]].concat(), count, cube, hold));
            }
        }
    }
    known
}

/// Returns the order of turns about one axis: R before L, then M, then x.
fn order(turn: Turn) -> usize {
    "RULDFBMESxyz".find(&turn.base().to_string()).expect("no wide layers")
}

#[test]
fn algorithms_equal_all_sequences() {
    for (text, metric, setup, goal, slack) in [
        ("R U", TurnMetric::Htm, "R U R' U' R U2 R'", Pattern::solved(PieceSet::ALL), 2),
        ("R U", TurnMetric::Qtm, "R U R' U2", Pattern::solved(PieceSet::ALL), 3),
        ("M U", TurnMetric::Stm, "M U M' U", Pattern::solved(PieceSet::ALL), 2),
        ("M U", TurnMetric::Htm, "M U M'", Pattern::solved(PieceSet::ALL), 2),
        ("M U", TurnMetric::Qtm, "M U2 M'", Pattern::solved(PieceSet::ALL), 1),
        ("R U F", TurnMetric::Htm, "F R U R'", oriented(), 1),
        ("R L U", TurnMetric::Etm, "R L U' L", oriented(), 1),
        ("R y U", TurnMetric::Etm, "R U F'", oriented(), 1),
    ] {
        let start = cube(setup);
        let found = search(text, metric, goal, false).algorithms(&start, slack, &Limits::default()).unwrap();
        assert!(found.is_complete && !found.algorithms.is_empty());
        let expected = all_sequences(text, metric, &goal, &start, found.optimal + slack);
        assert_eq!(texts(&found), expected, "{text} {metric:?} {setup}");
        assert_eq!(found.algorithms.len(), expected.len(), "none twice");
    }
}

#[test]
fn free_turns_of_u_count_nothing_and_are_told() {
    let goal = Pattern::solved(PieceSet::ALL);
    let search = search("R U F", TurnMetric::Htm, goal, true);
    let t = "R U R' U' R' F R2 U' R' U' R U R' F'";
    for (before, after) in [("", ""), ("U", "U2"), ("U'", "U")] {
        // The case after which `before`, the algorithm and `after` solve the cube.
        let case = cube(&format!("{before} {t} {after}")).inverse();
        let found = search.algorithms(&case, 1, &Limits::default()).unwrap();
        assert!(texts(&found).contains(t), "{:?}", texts(&found));
        for a in &found.algorithms {
            let moved =
                case.then(&u_turn(a.before)).then(&Algorithm::from_iter(a.turns.iter().copied()).cube());
            assert_eq!(moved.then(&u_turn(a.after)), Cube::SOLVED);
            let is_u = |turn: &Turn| turn.base() == Base::Face(Face::U);
            assert!(!is_u(&a.turns[0]) && !a.turns.last().is_some_and(is_u));
        }
    }
}

#[test]
fn algorithms_with_free_turns_of_u_equal_all_sequences() {
    for (text, metric, setup, goal, slack) in [
        ("R U", TurnMetric::Htm, "R U R' U R U2 R'", Pattern::solved(PieceSet::ALL), 1),
        ("R U F", TurnMetric::Htm, "F R U R' F'", Pattern::solved(PieceSet::ALL), 0),
        ("R U F", TurnMetric::Htm, "R F2 U R'", Pattern::solved(PieceSet::ALL), 2),
        ("R U F", TurnMetric::Qtm, "U F R U2 F'", oriented(), 1),
    ] {
        let search = quick_search(text, metric, goal, true);
        let case = cube(setup).inverse();
        let found = search.algorithms(&case, slack, &Limits::default()).unwrap();
        assert!(found.is_complete && !found.algorithms.is_empty());
        let is_met = |cube: &Cube| (0..4).any(|quarters| goal.contains(&cube.then(&u_turn(quarters))));
        let of = |before| {
            let start = case.then(&u_turn(before));
            sequences(text, metric, &is_met, true, &start, found.optimal + slack)
        };
        let expected: BTreeSet<String> = (0..4).flat_map(of).collect();
        assert_eq!(texts(&found), expected, "{text} {metric:?} {setup}");
    }
}

/// With all faces, algorithms that differ by a turn of the whole cube about U/D count once.
#[test]
fn algorithms_by_all_faces_equal_all_sequences_up_to_rotation() {
    let goal = Pattern::solved(PieceSet::ALL);
    let search = quick_search("R L U D F B", TurnMetric::Htm, goal, true);
    let class = |text: &String| -> Vec<Move> {
        let moves = Algorithm::parse(text).unwrap().resolve().0;
        let held = (0..4).map(|n| {
            let rotation = Symmetry::rotation(Face::U, n);
            joined(&moves.iter().map(|m| rotation.conjugate(*m)).collect::<Vec<_>>())
        });
        held.min().unwrap()
    };
    for (setup, slack) in [("R U2 F' D", 0), ("F2 R'", 1), ("R2 L2", 1), ("R L' F B'", 0), ("D F2", 2)] {
        let case = cube(setup).inverse();
        let found = search.algorithms(&case, slack, &Limits::default()).unwrap();
        assert!(found.is_complete);
        let is_met = |cube: &Cube| (0..4).any(|quarters| goal.contains(&cube.then(&u_turn(quarters))));
        let of = |before| {
            let start = case.then(&u_turn(before));
            sequences("R L U D F B", TurnMetric::Htm, &is_met, true, &start, found.optimal + slack)
        };
        let expected: BTreeSet<Vec<Move>> = (0..4).flat_map(of).map(|text| class(&text)).collect();
        assert_eq!(texts(&found).iter().map(class).collect::<BTreeSet<_>>(), expected, "{setup}");
    }
}

#[test]
fn a_search_that_ends_early_is_not_called_complete() {
    let search = quick_search("R U F", TurnMetric::Htm, Pattern::solved(PieceSet::ALL), false);
    let case = cube("F R U R' F' R");
    let all = search.algorithms(&case, 2, &Limits::default()).unwrap();
    let (mut complete, mut incomplete) = (0, 0);
    for nodes in (0..21).map(|i| 1 << i) {
        let Ok(found) = search.algorithms(&case, 2, &Limits { nodes: Some(nodes), ..Limits::default() })
        else {
            continue;
        };
        assert_eq!(found.optimal, all.optimal);
        match found.is_complete {
            true => assert_eq!(texts(&found), texts(&all)),
            false => assert!(found.algorithms.len() <= all.algorithms.len()),
        }
        *(if found.is_complete { &mut complete } else { &mut incomplete }) += 1;
    }
    assert!(complete > 0 && incomplete > 0, "{complete} {incomplete}");
}

#[test]
fn oriented_last_layer_has_known_lengths() {
    let search = search("R L U D F B", TurnMetric::Htm, oriented(), true);
    // Lengths of OLL in HTM: Sune 7, the case of sledgehammer and insert 6, the dot with the longest solution is not here.
    for (text, length) in [("R U R' U R U2 R'", 7), ("F R U R' U' F'", 6), ("", 0)] {
        let found = search.algorithms(&cube(text).inverse(), 0, &Limits::default()).unwrap();
        assert_eq!(found.optimal, length, "{text}");
    }
}

#[test]
fn states_that_the_turns_do_not_reach_are_refused() {
    let search = search("R U", TurnMetric::Htm, Pattern::solved(PieceSet::ALL), false);
    let refused = |cube: &Cube| search.algorithms(cube, 0, &Limits::default()).err();
    assert_eq!(refused(&cube("F")), Some(Unsolved::None { max_length: None }));
    assert!(refused(&random::states(1).next().unwrap()).is_some());
}

#[test]
fn a_table_of_the_optimal_solver_changes_no_answer() {
    let table = Arc::new(CosetTable::fill_small(&Threads::available(), &Watch::quiet()).unwrap());
    let pattern = |text: &str| cubiform_cube::goal::pattern::parse(text).unwrap();
    for (goal, is_turned_free) in [("solved", true), ("solved + up to U", false)] {
        let question = Question {
            is_turned_free,
            table_bytes: 2_000_000,
            goal: pattern(goal),
            ..Question::new(turns("R L U D F B"), Pattern::ALL)
        };
        assert!(question.takes_optimal_table());
        let new = |table| {
            AlgorithmSearch::new(&question, table, &Threads::available(), &CancelToken::never()).unwrap()
        };
        let (own, with_table) = (new(None), new(Some(Arc::clone(&table))));
        // The last has no symmetry and no solved layer.
        for text in ["", "R U R' U R U2 R'", "U F R U R' U' F'", "R U2 F' D L2 U"] {
            let case = cube(text).inverse();
            let [own, mut found] =
                [&own, &with_table].map(|search| search.algorithms(&case, 1, &Limits::default()).unwrap());
            found.nodes = own.nodes;
            assert_eq!(found, own, "{goal} {is_turned_free} {text}");
        }
    }
    let others = [
        ("R L U D F", TurnMetric::Htm, "solved"),
        ("R L U D F B", TurnMetric::Qtm, "solved"),
        ("R L U D F B", TurnMetric::Htm, "f2l"),
    ];
    for (text, metric, goal) in others {
        let question = Question { metric, goal: pattern(goal), ..Question::new(turns(text), Pattern::ALL) };
        assert!(!question.takes_optimal_table());
    }
}
