//! Tests of the CFOP solver on random states: each stage has the stated effect, and the solutions have the expected
//! lengths and case frequencies.

use std::collections::BTreeMap;

use cubiform_cube::goal::{Slot, Target, Variant};
use cubiform_cube::notation::Turn;
use cubiform_cube::{Algorithm, Color, Cube, Face, Move, PieceSet, Symmetry, random};
use cubiform_human::cases::{Case, CaseSet};
use cubiform_human::{CfopSolver, Lengths, Objective, Request, SearchEffort, Solution, StageKind, explain};
use cubiform_solvers::solver::Limits;

/// Applies the solution as written and checks the data of each stage.
fn check(cube: &Cube, solution: &Solution) {
    let down = Symmetry::bring_down(solution.color);
    let mut text = solution.inspection_name();
    let mut solved_before = 0;
    let mut running = Lengths::default();
    for (i, stage) in solution.stages.iter().enumerate() {
        text = format!("{text} {}", stage.text());
        let (moves, frame) = Algorithm::parse(&text).expect("valid moves").resolve();
        let state = cube.apply(&moves);
        assert_eq!(state, stage.state, "{solution}");
        assert_eq!(frame.face(solution.color.face()), Face::D, "the cross is below: {solution}");
        running += Lengths::count(&stage.turns);
        assert_eq!(running, stage.running);
        let rotated = state.conjugate(down);
        let is_solved = |pieces: PieceSet| Target::solved(pieces).is_met(&rotated);
        assert!(is_solved(PieceSet::new(&[], &[4, 5, 6, 7])), "cross after stage {i}: {solution}");
        let solved = Slot::ALL.into_iter().filter(|slot| is_solved(slot.pair())).count();
        assert!(solved >= solved_before, "pairs after stage {i}: {solution}");
        match stage.kind {
            StageKind::Cross { pairs } => assert_eq!((i, usize::from(pairs)), (0, solved)),
            StageKind::Pair { .. } => assert!(solved > solved_before, "{solution}"),
            StageKind::Oll => {
                assert_eq!(solved, 4);
                let up = (0..4)
                    .all(|p| rotated.corners()[p].is_multiple_of(3) && rotated.edges()[p].is_multiple_of(2));
                assert!(up, "oriented: {solution}");
            }
            StageKind::Pll => assert_eq!(state, Cube::SOLVED, "{solution}"),
            StageKind::Beginner(_) | StageKind::Step => panic!("a stage of CFOP: {solution}"),
        }
        if stage.is_skipped() {
            assert!(stage.lengths.htm <= u32::from(stage.kind == StageKind::Pll));
        }
        solved_before = solved;
    }
    let parts: Vec<bool> =
        solution.stages.iter().map(|s| matches!(s.kind, StageKind::Oll | StageKind::Pll)).collect();
    assert_eq!(parts.iter().filter(|last| **last).count(), 2);
    assert!(matches!(solution.stages.last().map(|s| s.kind), Some(StageKind::Pll)));
}

fn mean(lengths: &[u32]) -> f64 {
    f64::from(lengths.iter().sum::<u32>()) / lengths.len() as f64
}

/// Solves random states and checks the solutions. Returns the lengths (HTM) and the hand efforts.
fn solve(solver: &CfopSolver, request: &Request, seed: u64, states: usize) -> (Vec<u32>, Vec<u32>) {
    let began = std::time::Instant::now();
    let mut lengths = Vec::new();
    let mut efforts = Vec::new();
    let mut took = std::time::Duration::ZERO;
    for cube in random::states(seed).take(states) {
        let before = began.elapsed();
        let solution = solver.solve(&cube, request, &Limits::default()).expect("consistent tables");
        took += began.elapsed() - before;
        check(&cube, &solution);
        if let StageKind::Cross { .. } = solution.stages[0].kind {
            assert!(solution.stages[0].lengths.htm <= 8, "{solution}");
        }
        let is_rotation = |turn: &Turn| turn.base().is_rotation();
        let (_, frame) = solution.turns().collect::<Algorithm>().resolve();
        assert!(request.rotations || frame == Symmetry::IDENTITY, "{solution}");
        let starts_turned = solution.stages.iter().any(|s| s.turns.first().is_some_and(is_rotation));
        assert!(request.rotations || !starts_turned || solution.stages.iter().any(|s| s.sheet.is_some()));
        lengths.push(solution.lengths().htm);
        efforts.push(solution.hand_effort());
    }
    lengths.sort_unstable();
    let percentile = |p: usize| lengths[(lengths.len() * p / 100).min(lengths.len() - 1)];
    println!(
        "{} colours, {:?}, rotations {}, {:?}: {states} states, mean {:.2} HTM (p10 {}, p50 {}, p90 {}, longest {}), mean \
         effort {:.1}, {:.2} ms each",
        request.colors.len(),
        request.objective,
        request.rotations,
        request.effort,
        mean(&lengths),
        percentile(10),
        percentile(50),
        percentile(90),
        percentile(100),
        mean(&efforts) / 100.0,
        took.as_secs_f64() * 1e3 / states as f64,
    );
    (lengths, efforts)
}

#[test]
fn solutions_of_random_states_are_valid_and_reflect_the_request() {
    let solver = CfopSolver::new();
    let states = 150;
    let (short, tiring) = solve(&solver, &Request::default(), 1, states);
    assert!(mean(&short) <= 52.0);
    let comfort = Request { objective: Objective::Comfort, ..Request::default() };
    let (_, easy) = solve(&solver, &comfort, 1, states);
    assert!(mean(&easy) < mean(&tiring));
    let still = Request { rotations: false, ..Request::default() };
    let (longer, _) = solve(&solver, &still, 1, states);
    assert!(mean(&longer) > mean(&short), "what a rotation does for nothing, a turn of U does for one");
    assert!(mean(&longer) <= 52.0);
    let still = Request { objective: Objective::Comfort, ..still };
    solve(&solver, &still, 1, states);
    let [near, none] = [SearchEffort::NEAR, SearchEffort::NONE]
        .map(|effort| mean(&solve(&solver, &Request { effort, ..Request::default() }, 1, states).0));
    assert!(mean(&short) < near && near < none);
}

#[test]
fn more_colors_and_more_search_effort_give_shorter_solutions() {
    let solver = CfopSolver::new();
    let states = 60;
    let neutral = Request { colors: Color::COLUMNS.to_vec(), ..Request::default() };
    let (lengths, _) = solve(&solver, &neutral, 2, states);
    assert!(mean(&lengths) <= 48.0);
    let (fixed, _) = solve(&solver, &Request::default(), 2, states);
    assert!(mean(&lengths) < mean(&fixed));
    let wide = Request { effort: SearchEffort::WIDE, ..Request::default() };
    let (wide, _) = solve(&solver, &wide, 2, states.min(20));
    let (fixed, _) = solve(&solver, &Request::default(), 2, states.min(20));
    assert!(mean(&wide) < mean(&fixed));
}

/// Without look-ahead, last-layer cases occur with their natural probabilities. With it, the solver would favour some
/// cases, skips above all.
#[test]
fn case_frequencies_match_their_probabilities() {
    let solver = CfopSolver::new();
    let request = Request { effort: SearchEffort::NONE, ..Request::default() };
    let states = 4000;
    let mut met: BTreeMap<(CaseSet, &str), u32> = BTreeMap::new();
    let mut crosses = 0;
    for cube in random::states(3).take(states) {
        let solution = solver.solve(&cube, &request, &Limits::default()).expect("consistent tables");
        check(&cube, &solution);
        assert!(solution.stages[0].lengths.htm <= 8);
        crosses += solution.stages[0].lengths.htm;
        for stage in &solution.stages {
            let set = match stage.kind {
                StageKind::Oll => CaseSet::Oll,
                StageKind::Pll => CaseSet::Pll,
                _ => continue,
            };
            *met.entry((set, stage.case.map_or("skip", |case| case.label))).or_default() += 1;
        }
    }
    println!("mean cross {:.3}", f64::from(crosses) / states as f64);
    // The mean length of the shortest white cross is 5.812 moves (HTM).
    assert!((f64::from(crosses) / states as f64 - 5.812).abs() < 0.05);
    // Critical values of chi-square at 0.001 for 57 and 21 degrees of freedom.
    for (set, critical) in [(CaseSet::Oll, 95.8), (CaseSet::Pll, 46.8)] {
        let chance = |(part, of): (u32, u32)| f64::from(part) / f64::from(of);
        let chances: Vec<(&str, f64)> =
            set.cases().iter().map(|case| (case.label, chance(case.probability))).collect();
        let skip = 1.0 - chances.iter().map(|(_, chance)| chance).sum::<f64>();
        let statistic: f64 = chances
            .into_iter()
            .chain([("skip", skip)])
            .map(|(label, chance)| {
                let expected = chance * states as f64;
                let seen = met.get(&(set, label)).copied().unwrap_or(0);
                (f64::from(seen) - expected).powi(2) / expected
            })
            .sum();
        println!("{}: chi-square {statistic:.1}, at most {critical} in 999 of 1000", set.name());
        assert!(statistic < critical, "{}: {statistic}", set.name());
    }
}

/// Returns the state that the first algorithm of a case solves, after a rotation about y and a turn of U.
fn shown(case: &Case, rotation: i32, quarters: i32) -> Cube {
    let algorithm = Algorithm::parse(case.algorithms[0]).expect("valid algorithm in the case tables");
    let state = algorithm.cube().inverse().conjugate(Symmetry::rotation(Face::U, rotation));
    Move::new(Face::U, quarters).map_or(state, |m| state.turn(m))
}

#[test]
fn each_last_layer_case_is_named_in_each_rotation() {
    let solver = CfopSolver::new();
    let yellow = vec![Face::D.color()];
    for effort in [SearchEffort::NONE, SearchEffort::USUAL] {
        for rotations in [true, false] {
            let request = Request { colors: yellow.clone(), effort, rotations, ..Request::default() };
            for set in [CaseSet::Oll, CaseSet::Pll] {
                for case in set.cases() {
                    for (rotation, quarters) in
                        (0..4).flat_map(|rotation| (0..4).map(move |quarters| (rotation, quarters)))
                    {
                        let cube = shown(case, rotation, quarters);
                        let solution =
                            solver.solve(&cube, &request, &Limits::default()).expect("consistent tables");
                        check(&cube, &solution);
                        let kinds: Vec<_> = solution.stages.iter().map(|stage| stage.kind).collect();
                        assert_eq!(kinds, [StageKind::Cross { pairs: 4 }, StageKind::Oll, StageKind::Pll]);
                        let [_, oll, pll] = &solution.stages[..] else { panic!("three stages") };
                        if set == CaseSet::Oll {
                            assert_eq!(oll.case, Some(case), "{solution}");
                        } else {
                            assert!(oll.is_skipped() && oll.title == "OLL skip");
                            assert_eq!(pll.case, Some(case), "{solution}");
                        }
                    }
                }
            }
            for quarters in 0..4 {
                let cube = Move::new(Face::U, quarters).map_or(Cube::SOLVED, |m| Cube::SOLVED.turn(m));
                let solution = solver.solve(&cube, &request, &Limits::default()).expect("consistent tables");
                check(&cube, &solution);
                assert_eq!(solution.stages[2].title, "PLL skip");
                assert_eq!(solution.lengths().htm, u32::from(quarters > 0));
            }
        }
    }
}

#[test]
fn xcross_is_named() {
    let cube = Algorithm::parse("R U R' U' F2 D").expect("valid moves").cube();
    let request = Request { colors: vec![Face::D.color()], ..Request::default() };
    let solution = CfopSolver::new().solve(&cube, &request, &Limits::default()).expect("consistent tables");
    check(&cube, &solution);
    let crosses = Variant::std().stages;
    assert!(crosses[0].is_met(&solution.stages[0].state));
    assert!(solution.stages[0].title.contains("XCross, "), "{solution}");
}

/// One insertion may solve two pairs.
#[test]
fn each_of_the_four_pairs_is_named_once() {
    let solver = CfopSolver::new();
    let mut several = 0;
    for effort in [SearchEffort::USUAL, SearchEffort::NEAR] {
        let request = Request { effort, ..Request::default() };
        for cube in random::states(37).take(60) {
            let solution = solver.solve(&cube, &request, &Limits::default()).expect("consistent tables");
            let [text, words] = [solution.to_string(), explain(&cube, &solution).join("\n")];
            let titles: Vec<&str> = words.lines().filter(|line| line.ends_with(" moves)")).collect();
            for pair in ["green-red", "green-orange", "blue-red", "blue-orange"] {
                assert_eq!(text.matches(pair).count(), 1, "{pair}: {text}");
                assert_eq!(titles.iter().filter(|title| title.contains(pair)).count(), 1, "{pair}: {words}");
            }
            several +=
                usize::from(text.lines().any(|line| line.contains(" pairs") && !line.contains("Cross")));
        }
    }
    assert!(several >= 5, "{several} of 120 solutions have an insertion of several pairs");
}
