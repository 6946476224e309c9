//! The analyzer against a brute-force search that uses only goals and whole cubes, and its golden node counts.

use crate::tables;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;

use cubiform_cube::goal::{Stage, Variant, expression};
use cubiform_cube::{Algorithm, Color, Cube, Face, Frame, Move, Symmetry, random};
use cubiform_solvers::cfop::{Analysis, AnalyzeError, Request};
use cubiform_threads::{CancelToken, Threads};

const ALL_STAGES: [usize; 5] = [0, 1, 2, 3, 4];

fn request(solutions: usize) -> Request {
    Request { frames: Frame::bottoms(Color::COLUMNS), solutions, slack: 0, only_best: false }
}

/// Returns cubes so near solved that brute force can meet every stage of them.
fn cubes_near_solved(count: usize, length: usize) -> impl Iterator<Item = Cube> {
    random::states(11).take(count).map(move |state| {
        // The places of the edges of a random state serve as random moves.
        let moves = state.edges().iter().take(length).map(|p| Move::from_index(usize::from(*p) % 18));
        Cube::from_moves(&moves.collect::<Vec<_>>())
    })
}

/// Returns all canonical sequences that meet the stage, of the smallest length up to `depth` at which there are any.
fn brute_force(stage: &Stage, cube: &Cube, depth: usize) -> Option<Vec<Vec<Move>>> {
    fn visit(cube: &Cube, depth_left: usize, path: &mut Vec<Move>, leaf: &mut dyn FnMut(&Cube, &[Move])) {
        if depth_left == 0 {
            return leaf(cube, path);
        }
        let last = path.last().copied();
        for m in Move::all().filter(|m| last.is_none_or(|last| last.may_precede(*m))) {
            path.push(m);
            visit(&cube.turn(m), depth_left - 1, path, leaf);
            path.pop();
        }
    }
    (0..=depth).find_map(|depth| {
        let mut found = Vec::new();
        visit(cube, depth, &mut Vec::new(), &mut |cube, path| {
            if stage.is_met(cube) {
                found.push(path.to_vec());
            }
        });
        (!found.is_empty()).then_some(found)
    })
}

#[test]
fn std_lengths_and_solutions_match_brute_force() {
    let variant = Variant::std();
    let analyzer = tables::analyzer(&variant, &ALL_STAGES);
    let mut compared = 0;
    for cube in cubes_near_solved(12, 4) {
        let all = analyzer.analyze(&cube, &request(10_000)).unwrap();
        for (stage, results) in variant.stages.iter().zip(&all) {
            for (color, result) in Color::COLUMNS.iter().zip(results) {
                let oriented = cube.conjugate(Symmetry::bring_down(*color));
                let mut expected = brute_force(stage, &oriented, 4).expect("the inverse scramble solves it");
                let mut found: Vec<Vec<Move>> = result.solutions.iter().map(|s| s.moves.clone()).collect();
                assert_eq!(usize::from(result.length.unwrap()), expected[0].len());
                // One sequence may meet several choices of slots.
                for list in [&mut expected, &mut found] {
                    list.sort();
                    list.dedup();
                }
                assert_eq!(found, expected, "{} {color}", stage.name);
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 12 * 30);
}

#[test]
fn other_variants_match_brute_force() {
    for variant in &Variant::all()[1..] {
        // Brute force tests every choice at every leaf, so variants with many choices get shorter scrambles.
        let choices = variant.stages.iter().map(|stage| stage.choices.len()).max().unwrap();
        let length = if choices > 100 { 3 } else { 4 };
        let stages: Vec<usize> = (0..variant.stages.len()).collect();
        let analyzer = tables::analyzer(variant, &stages);
        for (i, cube) in cubes_near_solved(30, length).enumerate() {
            let color = Color::COLUMNS[i % 6];
            let request = Request { frames: Frame::bottoms(vec![color]), ..request(10_000) };
            let oriented = cube.conjugate(Symmetry::bring_down(color));
            for (stage, results) in variant.stages.iter().zip(analyzer.analyze(&cube, &request).unwrap()) {
                let mut expected =
                    brute_force(stage, &oriented, length).expect("the inverse scramble solves it");
                let mut found: Vec<Vec<Move>> =
                    results[0].solutions.iter().map(|s| s.moves.clone()).collect();
                assert_eq!(usize::from(results[0].length.unwrap()), expected[0].len());
                for list in [&mut expected, &mut found] {
                    list.sort();
                    list.dedup();
                }
                assert_eq!(found, expected, "{} {color}", stage.name);
            }
        }
    }
}

#[test]
fn goal_expressions_match_brute_force() {
    let goals = [
        "2x2x2 DBL",
        "2x2x2",
        "2x2x3",
        "fb",
        "fb + fb",
        "1x2x3 DL + 2x2x2",
        "1x2x3 + DF",
        "line",
        "eoline",
        "any eo",
        "FR edge + eo",
        "DBL + any eo + line",
        "cross + 2x2x2",
        "2x2x2 + any slot + offset D",
        "cross + eo",
        "cross + BL",
        "cross + BL + offset D",
        "cross + FR + BL edge",
        "FR edge",
        "DFR corner + DF + DR + offset D",
        "any slot + eoline",
        "UF edge + UR edge + DF",
    ];
    for goal in goals {
        let variant = expression::parse(goal).unwrap();
        let analyzer = tables::analyzer(&variant, &[0]);
        for (i, cube) in cubes_near_solved(12, 4).enumerate() {
            let color = Color::COLUMNS[i % 6];
            let oriented = cube.conjugate(Symmetry::bring_down(color));
            let request = Request { frames: Frame::bottoms(vec![color]), ..request(10_000) };
            let results = analyzer.analyze(&cube, &request).unwrap();
            let mut expected = brute_force(&variant.stages[0], &oriented, 4).expect("the inverse scramble");
            let mut found: Vec<Vec<Move>> = results[0][0].solutions.iter().map(|s| s.moves.clone()).collect();
            for list in [&mut expected, &mut found] {
                list.sort();
                list.dedup();
            }
            assert_eq!(found, expected, "{goal}");
        }
    }
}

/// Returns a scramble from a report, and random states.
fn states(count: usize) -> impl Iterator<Item = Cube> {
    let reported = "R' U2 F2 D' L2 B2 D' F2 U' R2 D2 L' B R2 F' D' U2 R' F D L2";
    [Algorithm::parse(reported).unwrap().cube()].into_iter().chain(random::states(22).take(count))
}

/// Returns, for each cube, the lengths of a goal of one stage by colour.
fn lengths_of(goal: &str, cubes: &[Cube]) -> Vec<Vec<u8>> {
    let analyzer = tables::analyzer(&expression::parse(goal).unwrap(), &[0]);
    let lengths = |cube: &Cube| {
        let all = analyzer.analyze(cube, &request(0)).unwrap();
        all[0].iter().map(|result| result.length.unwrap()).collect()
    };
    cubes.iter().map(lengths).collect()
}

#[test]
fn unplaced_term_is_as_short_as_its_shortest_placement() {
    let cubes: Vec<Cube> = states(4).collect();
    for (goal, places) in [
        (
            "2x2x2",
            &["DFR + DF + DR + FR edge", "FL + DF + DL", "BL + DB + DL", "DRB + DB + DR + BR edge"][..],
        ),
        ("1x2x3", &["FR + BR + DR", "FL + BL + DL", "FR + FL + DF", "BR + BL + DB"]),
        (
            "2x2x3",
            &[
                "DF + DL + DR + FR + FL",
                "DB + DL + DR + BR + BL",
                "DL + DF + DB + FL + BL",
                "DR + DF + DB + FR + BR",
            ],
        ),
        ("line", &["DF + DB", "DL + DR"]),
        ("eoline", &["eo F/B + DF + DB", "eo L/R + DL + DR"]),
        ("any eo", &["eo F/B", "eo L/R", "eo U/D"]),
        ("DF + eo", &["DF + eo F/B", "DF + eo L/R", "DF + eo U/D"]),
        ("cross + any eo", &["cross + eo F/B", "cross + eo L/R", "cross + eo U/D"]),
        ("1x2x3 + 1x2x3", &["FR + BR + DR + FL + BL + DL", "FR + FL + DF + BR + BL + DB"]),
    ] {
        let found = lengths_of(goal, &cubes);
        let lengths_by_place: Vec<_> = places.iter().map(|place| lengths_of(place, &cubes)).collect();
        for (i, found) in found.iter().enumerate() {
            let shortest = |color: usize| lengths_by_place.iter().map(|lengths| lengths[i][color]).min();
            let expected: Vec<u8> = (0..6).filter_map(shortest).collect();
            assert_eq!(*found, expected, "{goal}");
        }
    }
}

#[test]
fn unplaced_terms_have_equal_lengths_on_symmetric_cubes() {
    for goal in ["2x2x2", "1x2x3", "2x2x3", "line", "eoline", "any eo", "cross + eo", "2x2x2 + line"] {
        let analyzer = tables::analyzer(&expression::parse(goal).unwrap(), &[0]);
        let lengths = |cube: &Cube| analyzer.analyze(cube, &request(0)).unwrap().swap_remove(0);
        for (cube, s) in states(1).flat_map(|cube| Symmetry::all().map(move |s| (cube, s))) {
            let (own, turned) = (lengths(&cube), lengths(&cube.conjugate(s)));
            for (color, result) in Color::COLUMNS.iter().zip(&own) {
                let image = s.face(color.face()).color();
                let i = Color::COLUMNS.iter().position(|c| *c == image).unwrap();
                assert_eq!(turned[i].length, result.length, "{goal} {s:?} {color}");
            }
        }
    }
}

#[test]
fn solutions_name_the_placements_that_they_solve() {
    let cubes: Vec<Cube> = states(3).collect();
    for (goal, blocks, places) in [
        ("2x2x2", 1, 4),
        ("1x2x3", 1, 4),
        ("2x2x3", 1, 4),
        ("line", 1, 2),
        ("1x2x3 + DF", 1, 4),
        ("2x2x2 + 2x2x2", 2, 4),
    ] {
        let variant = expression::parse(goal).unwrap();
        let analyzer = tables::analyzer(&variant, &[0]);
        let mut solved_placements = std::collections::HashSet::new();
        for cube in &cubes {
            for solution in analyzer.analyze(cube, &request(3)).unwrap()[0].iter().flat_map(|r| &r.solutions)
            {
                let solved = cube.conjugate(solution.rotation).apply(&solution.moves);
                assert_eq!(solution.choice.placements.len(), blocks, "{goal}");
                for placement in &solution.choice.placements {
                    // A placement, as it is written, is a goal with one placement.
                    let own = expression::parse(&placement.to_string()).unwrap();
                    let [target] = &own.stages[0].choices[..] else { panic!("{placement}") };
                    assert!(target.is_met(&solved), "{goal}: {placement}");
                    assert_eq!(target.pieces, placement.pieces());
                    solved_placements.insert(*placement);
                }
            }
        }
        assert_eq!(solved_placements.len(), places, "{goal}: each place is there");
    }
}

#[test]
fn solutions_have_the_rotation_and_slots_that_they_solve() {
    let variant = Variant::std();
    let analyzer = tables::analyzer(&variant, &ALL_STAGES[..3]);
    for cube in random::states(5).take(20) {
        let all = analyzer.analyze(&cube, &request(3)).unwrap();
        for (k, results) in all.iter().enumerate() {
            for (color, result) in Color::COLUMNS.iter().zip(results) {
                assert!(!result.solutions.is_empty() && result.solutions.len() <= 3);
                for solution in &result.solutions {
                    assert_eq!(solution.moves.len(), usize::from(result.length.unwrap()));
                    assert_eq!(solution.choice.corners.len(), k);
                    assert_eq!(solution.rotation.face(color.face()), Face::D);
                    let target =
                        variant.stages[k].choices.iter().find(|t| t.choice == solution.choice).unwrap();
                    assert!(target.is_met(&cube.conjugate(solution.rotation).apply(&solution.moves)));
                }
            }
        }
    }
}

#[test]
fn symmetries_of_the_cube_permute_colors_and_keep_lengths() {
    let analyzer = tables::analyzer(&Variant::std(), &ALL_STAGES[..4]);
    let lengths = |cube: &Cube| -> Vec<Vec<u8>> {
        let all = analyzer.analyze(cube, &request(0)).unwrap();
        all.iter().map(|row| row.iter().map(|r| r.length.unwrap()).collect()).collect()
    };
    for (cube, s) in random::states(9).zip(Symmetry::all().step_by(5)) {
        let (own, turned) = (lengths(&cube), lengths(&cube.conjugate(s)));
        for (own, turned) in own.iter().zip(&turned) {
            for (color, length) in Color::COLUMNS.iter().zip(own) {
                let image = s.face(color.face()).color();
                let i = Color::COLUMNS.iter().position(|c| *c == image).unwrap();
                assert_eq!(turned[i], *length, "{s:?} {color}");
            }
        }
    }
}

fn without_counts(mut all: Analysis) -> Analysis {
    all.iter_mut().flatten().for_each(|r| r.counts = Default::default());
    all
}

#[test]
fn shared_search_finds_same_lengths_and_solutions() {
    let analyzer = tables::analyzer(&Variant::std(), &ALL_STAGES);
    for cube in random::states(21).take(2) {
        let request =
            Request { frames: Frame::bottoms(vec![Color::COLUMNS[0], Color::COLUMNS[4]]), ..request(2) };
        let alone = without_counts(analyzer.analyze(&cube, &request).unwrap());
        for threads in [1, 2, 3] {
            let shared = analyzer
                .analyze_shared(&cube, &request, &Threads::new(threads), &CancelToken::never())
                .unwrap();
            assert_eq!(without_counts(shared), alone);
        }
    }
}

#[test]
fn interleaved_search_visits_same_nodes_as_single_search() {
    let analyzer = tables::analyzer(&Variant::std(), &ALL_STAGES[..4]);
    let cubes: Vec<Cube> = random::states(33).take(40).collect();
    let alone: Vec<Analysis> = cubes.iter().map(|c| analyzer.analyze(c, &request(1)).unwrap()).collect();
    for threads in [1, 2] {
        let next = AtomicUsize::new(0);
        let source = |_| {
            let i = next.fetch_add(1, Ordering::Relaxed);
            Poll::Ready(cubes.get(i).map(|cube| (i, *cube)))
        };
        let results = Mutex::new(vec![None; cubes.len()]);
        let done = |i: usize, result: Result<Analysis, AnalyzeError>| {
            results.lock().unwrap()[i] = Some(result.unwrap());
        };
        analyzer.analyze_many(&request(1), &Threads::new(threads), &CancelToken::never(), &source, &done);
        let results: Vec<Analysis> = results.into_inner().unwrap().into_iter().map(Option::unwrap).collect();
        // An idle second thread shares the last searches, which changes node counts.
        if threads == 1 {
            assert_eq!(results, alone);
        } else {
            let strip =
                |all: &[Analysis]| -> Vec<Analysis> { all.iter().cloned().map(without_counts).collect() };
            assert_eq!(strip(&results), strip(&alone));
        }
    }
}

#[test]
fn solved_cube_has_length_zero_in_every_stage() {
    let analyzer = tables::analyzer(&Variant::std(), &ALL_STAGES);
    let all = analyzer.analyze(&Cube::SOLVED, &request(5)).unwrap();
    for result in all.iter().flatten() {
        assert_eq!(result.length, Ok(0));
        assert!(result.solutions.iter().all(|s| s.moves.is_empty()));
    }
}

#[test]
fn stopped_analysis_returns_cancelled_or_no_results() {
    let analyzer = tables::analyzer(&Variant::std(), &ALL_STAGES);
    let cube = random::states(1).next().unwrap();
    let stopped = CancelToken::cancelled();
    assert_eq!(
        analyzer.analyze_shared(&cube, &request(0), &Threads::new(2), &stopped),
        Err(AnalyzeError::Cancelled)
    );
    let done = |(), _| panic!("nothing is done after a stop");
    analyzer.analyze_many(&request(0), &Threads::new(2), &stopped, &|_| Poll::Ready(Some(((), cube))), &done);
}

/// The generated nodes of all six colours. A change of the tables, the move order or the search changes these counts:
/// update them and state why.
#[test]
fn generated_nodes_equal_golden_counts() {
    let analyzer = tables::analyzer(&Variant::std(), &ALL_STAGES);
    let scrambles = [
        ("B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B", GOLDEN[0]),
        ("D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U' B R' B D' B' L'", GOLDEN[1]),
    ];
    for (scramble, golden) in scrambles {
        let cube = Algorithm::parse(scramble).unwrap().cube();
        let all = analyzer.analyze(&cube, &request(0)).unwrap();
        let generated: Vec<u64> =
            all.iter().map(|row| row.iter().map(|r| r.counts.generated).sum()).collect();
        assert_eq!(generated, golden, "{scramble}");
    }
}

const GOLDEN: [[u64; 5]; 2] = [[0, 0, 10_174, 50_095, 1_571_012], [0, 0, 1822, 22_123, 246_756]];
