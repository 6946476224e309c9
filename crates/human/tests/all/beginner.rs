//! Tests of the beginner's method: each stage has the stated effect on random states, and solved stages are skipped.

use std::collections::BTreeSet;

use cubiform_cube::goal::Target;
use cubiform_cube::notation::Base;
use cubiform_cube::{Algorithm, Color, Cube, Face, PieceSet, Symmetry, random};
use cubiform_human::beginner::{BeginnerStage, solve, solve_shortest};
use cubiform_human::{BeginnerMethod, Lengths, Solution, StageKind, explain};
use cubiform_solvers::solver::{Limits, Solver, Unsolved};

/// Returns whether the goals of all stages up to `kind` are met, with the bottom colour of the solution at D.
fn is_met(kind: BeginnerStage, held: &Cube) -> bool {
    let solved =
        |corners: &[usize], edges: &[usize]| Target::solved(PieceSet::new(corners, edges)).is_met(held);
    let has_top_cross = (0..4).all(|e| held.edges()[e].is_multiple_of(2));
    let middle = solved(&[4, 5, 6, 7], &[4, 5, 6, 7, 8, 9, 10, 11]);
    let edges = solved(&[4, 5, 6, 7], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    match kind {
        BeginnerStage::Cross => solved(&[], &[4, 5, 6, 7]),
        BeginnerStage::Corners => solved(&[4, 5, 6, 7], &[4, 5, 6, 7]),
        BeginnerStage::MiddleEdges => middle,
        BeginnerStage::LastCross => middle && has_top_cross,
        BeginnerStage::LastEdges => edges,
        BeginnerStage::LastCornersPlaced => edges && (0..4).all(|c| usize::from(held.corners()[c] / 3) == c),
        BeginnerStage::LastCornersTurned => *held == Cube::SOLVED,
    }
}

/// Applies the solution as written and checks the data of each stage and step.
fn check(cube: &Cube, solution: &Solution) {
    let down = Symmetry::bring_down(solution.color);
    let inspection = Algorithm::parse(&solution.inspection_name()).expect("a rotation");
    let (mut frame, mut state) = (inspection.resolve().1, *cube);
    let mut running = Lengths::default();
    assert_eq!(solution.stages.len(), BeginnerStage::ALL.len());
    for (stage, kind) in solution.stages.iter().zip(BeginnerStage::ALL) {
        assert_eq!(stage.kind, StageKind::Beginner(kind));
        let before = state.conjugate(down);
        assert_eq!(stage.is_skipped(), is_met(kind, &before), "{}: {solution}", stage.title);
        assert_eq!(stage.is_skipped(), stage.explanation.starts_with("Already solved"));
        for step in &stage.steps {
            let (moves, rotation) = step.turns.iter().copied().collect::<Algorithm>().resolve();
            state = moves.iter().fold(state, |state, m| state.turn(frame.inverse().conjugate(*m)));
            frame = frame.then(rotation);
            assert_eq!(state, step.state, "{solution}");
            assert_eq!(frame.face(solution.color.face()), Face::D, "the bottom colour is below: {solution}");
            let is_simple =
                |base: Base| matches!(base, Base::Face(_) | Base::Y) && base != Base::Face(Face::B);
            assert!(step.turns.iter().all(|turn| is_simple(turn.base())), "{solution}");
            assert_eq!(Lengths::count(&step.turns), step.lengths);
            assert!(step.lengths.htm > 0 && !step.explanation.contains("prepares"), "{}", step.explanation);
            running += step.lengths;
        }
        assert_eq!(state, stage.state);
        assert_eq!(running, stage.running);
        assert_eq!(stage.turns, stage.steps.iter().flat_map(|step| step.turns.clone()).collect::<Vec<_>>());
        assert!(is_met(kind, &state.conjugate(down)), "{}: {solution}", stage.title);
    }
}

#[test]
fn ten_thousand_random_states_are_solved_stage_by_stage() {
    let states = 10_000;
    let (mut lengths, mut stages) = (Vec::new(), [0; 7]);
    for cube in random::states(1).take(states) {
        let solution = solve(&cube, Face::U.color());
        check(&cube, &solution);
        assert_eq!(solution.lengths().htm as usize, solution.phases().concat().len());
        lengths.push(solution.lengths().htm);
        for (sum, stage) in stages.iter_mut().zip(&solution.stages) {
            *sum += stage.lengths.htm;
        }
    }
    lengths.sort_unstable();
    let mean = |sum: u32| f64::from(sum) / states as f64;
    let total = mean(lengths.iter().sum());
    println!(
        "mean {total:.1} HTM, {} to {}; stages {:.1?}",
        lengths[0],
        lengths[states - 1],
        stages.map(mean)
    );
    assert!((90.0..130.0).contains(&total), "{total}");
}

#[test]
fn each_bottom_color_is_solved_and_the_shortest_is_chosen() {
    for cube in random::states(2).take(300) {
        let solutions = Color::COLUMNS.map(|color| solve(&cube, color));
        solutions.iter().for_each(|solution| check(&cube, solution));
        let shortest = solve_shortest(&cube, &Color::COLUMNS);
        assert!(solutions.iter().all(|other| other.lengths().htm >= shortest.lengths().htm));
        assert!(solutions.contains(&shortest));
    }
}

#[test]
fn solved_stages_are_skipped() {
    let solved = solve(&Cube::SOLVED, Face::U.color());
    assert!(solved.stages.iter().all(|stage| stage.is_skipped() && stage.text().is_empty()));
    assert_eq!((solved.lengths(), solved.text().as_str()), (Lengths::default(), "z2"));
    for cube in random::states(3).take(100) {
        let color = Face::F.color();
        let solution = solve(&cube, color);
        for (i, done) in solution.stages.iter().enumerate() {
            let rest = solve(&done.state, color);
            check(&done.state, &rest);
            assert!(rest.stages[..=i].iter().all(|stage| stage.is_skipped()), "{rest}");
        }
    }
}

#[test]
fn special_states_are_solved() {
    for text in [
        "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", // superflip
        "M2 E2 S2",
        "U",
        "D'",
        "R2 L2 U2 D2 F2 B2 U",
        "R U R' U R U2 R'",
        "M2 U M2 U2 M2 U M2",
        "F R U' R' U' R U R' F' R U R' U' R' F R F'",
        "R' D' R D R' D' R D U R' D' R D R' D' R D R' D' R D R' D' R D U'",
    ] {
        let cube = Algorithm::parse(text).expect("valid moves").cube();
        for color in Color::COLUMNS {
            check(&cube, &solve(&cube, color));
        }
    }
}

#[test]
fn solutions_continue_after_a_rotated_scramble() {
    for cube in random::states(4).take(20) {
        for rotation in Symmetry::rotations() {
            let solution = solve(&cube, Face::U.color()).after_rotation(rotation);
            let first = Algorithm::of_rotation(rotation).expect("a rotation").to_string();
            let (moves, _) =
                Algorithm::parse(&format!("{first} {}", solution.text())).expect("valid").resolve();
            assert_eq!(cube.apply(&moves), Cube::SOLVED);
            assert_eq!(cube.apply(&solution.phases().concat()), Cube::SOLVED);
            let setup = Algorithm::parse(&solution.setup()).expect("valid moves").resolve();
            assert_eq!((Cube::from_moves(&setup.0), setup.1), (cube, rotation));
        }
    }
}

#[test]
fn method_keeps_the_limits_and_names_its_phases() {
    let cube = random::states(5).next().expect("the states never end");
    let method = BeginnerMethod::default();
    let solution = method.solve(&cube, &Limits::default()).expect("every state has a solution");
    assert_eq!(cube.apply(&solution.moves()), Cube::SOLVED);
    assert_eq!((solution.phases.len(), solution.phase_names), (7, &BeginnerStage::NAMES[..]));
    let short = method.solve(&cube, &Limits::at_most(20));
    assert!(matches!(short, Err(Unsolved::TooLong { max_length: 20, .. })));
}

#[test]
fn explanation_names_the_pieces_and_their_stickers() {
    let explained = |text: &str| {
        let cube = Algorithm::parse(text).expect("valid moves").cube();
        explain(&cube, &solve(&cube, Face::U.color())).join("\n")
    };
    let turned = explained("D2");
    assert!(turned.contains("1. White cross (no moves)\n  Already solved: "), "{turned}");
    assert!(turned.contains("U2 lines up all four edges"), "{turned}");
    let text = explained("R U F");
    for words in ["1. White cross", "edge is in the", "its white sticker faces"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let mut titles = BTreeSet::new();
    for cube in random::states(6).take(200) {
        let solution = solve(&cube, Face::U.color());
        titles.extend(
            solution.stages.iter().flat_map(|stage| stage.steps.iter().map(|step| step.title.clone())),
        );
        for stage in &solution.stages {
            for text in stage.steps.iter().map(|step| &step.explanation).chain([&stage.explanation]) {
                assert!(text.ends_with('.') && !text.contains("  ") && !text.contains(".."), "{text}");
            }
        }
    }
    // 4 + 4 + 4 pieces to insert, 8 to take out, 4 corners to turn, 3 crosses, 2 swaps, 1 turn, 1 circle.
    assert_eq!(titles.len(), 31, "{titles:#?}");
}
