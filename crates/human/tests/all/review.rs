//! Tests of reviews on published reconstructions of solves.

use crate::tables;

use cubiform_cube::goal::{Stage, Variant};
use cubiform_cube::{Algorithm, Cube, Move, Symmetry};
use cubiform_human::{CfopSolver, Request, Review, ReviewedStage, SearchEffort, StageKind};
use cubiform_threads::CancelToken;

/// A published solve: its scramble, its reconstruction, and the expected stages.
struct Solve {
    scramble: &'static str,
    solution: &'static str,
    color: &'static str,
    stages: &'static [&'static str],
}

const SOLVES: &[Solve] = &[
    // Yusheng Du, 3.47 s, 2018.
    Solve {
        scramble: "F U2 L2 B2 F' U L2 U R2 D2 L' B L2 B' R2 U2",
        solution: "y x' // inspection
            U R2 U' F' L F' U' L' // XX-Cross + EO
            U' R U R' // 3rd slot
            R' U R U2' R' U R // 4th slot
            U R' U' R U' R' U2 R // OLL / ZBLL
            U // AUF",
        color: "red",
        stages: &[
            "XXCross",
            "blue-white pair, F2L 4",
            "blue-yellow pair, F2L 34",
            "OLL 26 (Anti-Sune)",
            "PLL skip",
        ],
    },
    // Max Park, 3.13 s, 2023: wide turns.
    Solve {
        scramble: "D U F2' L2 U' B2 F2 D L2 U R' F' D R' F' U L D' F' D R2",
        solution: "x2 // inspection
            R' D D R' D L' U L D R' U' R D // xxcross
            L U' L' // 3rd pair
            U' R U R' d R' U' R // 4th pair
            r' U' R U' R' U U r // OLL(CP)
            U // AUF",
        color: "white",
        stages: &[
            "XXCross",
            "green-orange pair, F2L 1",
            "blue-red pair, F2L 35",
            "OLL 8 (Anti-Wario)",
            "PLL skip",
        ],
    },
    // SeungBeom Cho, 4.59 s, 2017.
    Solve {
        scramble: "D2 F2 U F2 D R2 D B L' B R U L R U L2 F L' U'",
        solution: "x2 // inspection
            D' R' L2' U' F U' F' D' U' U' R' // XXcross
            y' R' U' R // 3rd pair
            y' R U' R' U' R U R' // 4th pair
            U' R' U' F' U F R // OLL(CP)
            U' // AUF",
        color: "white",
        stages: &[
            "XXCross",
            "blue-red pair, F2L 3",
            "green-orange pair, F2L 10",
            "OLL 43 (Anti-P)",
            "PLL skip",
        ],
    },
    // Mats Valk, 5.55 s, 2013: the last pair skips OLL.
    Solve {
        scramble: "D2 U' R2 U F2 D2 U' R2 U' B' L2 R' B' D2 U B2 L' D' R2",
        solution: "x y' // inspection
            F R D L F // cross
            U R U' R' d R' U R // 1st pair
            y U2' R' U' R // 2nd pair
            U L U' L' d R U' R' // 3rd pair
            y' U' R U R' U R U' R' // 4th pair (OLS)
            R2' U' R' U' R U R U R U' R U2' // PLL",
        color: "blue",
        stages: &[
            "Cross",
            "yellow-orange pair, F2L 31",
            "yellow-red pair, F2L 3",
            "white-orange pair",
            "white-red pair, F2L 21",
            "OLL skip",
            "PLL Ua",
        ],
    },
    // 5.88 s at the World Championship of 2013.
    Solve {
        scramble: "U' B2 L2 D2 F2 U L2 D' B' L' U' R F2 D2 F U' R D'",
        solution: "x' // inspection
            R D R D R' // cross
            U R U R' y' U' R' U R // 1st pair
            d R' F R F' R' U' R // 2nd pair
            U R U R' // 3rd pair
            U' L' U2 L U L' U2 L // 4th pair
            r U2' R' U' R U' r' // OLL(CP)
            U' R U' R U R U R U' R' U' R2 U' // EPLL",
        color: "green",
        stages: &[
            "Cross",
            "white-red pair, F2L 35",
            "white-orange pair",
            "yellow-orange pair, F2L 4",
            "yellow-red pair, F2L 8",
            "OLL 6 (Right Front Square)",
            "PLL Ua",
        ],
    },
    // Yiheng Wang: wide turns in the cross and between pairs.
    Solve {
        scramble: "L' F2 B' U' D' L' F' D L2 B D2 B2 D L2 D2 F2 U F2 D' L2 U'",
        solution: "x2 y // inspection
            U L F' U' R L' U L u // xcross
            L' U L // 2nd pair
            R U R' U' R U R' // 3rd pair
            U' d' R U' R' // 4th pair
            U F R' F' R U R U' R' // OLL(CP)
            U' // AUF",
        color: "white",
        stages: &[
            "XCross",
            "green-red pair, F2L 2",
            "green-orange pair, F2L 30",
            "blue-orange pair, F2L 1",
            "OLL 37 (Mounted Fish)",
            "PLL skip",
        ],
    },
    // A personal best of 7.18 s: wide turns in the cross, a slice turn in OLL.
    Solve {
        scramble: "D2 F2 D2 L R2 B2 L B2 F2 R' U' F2 R' D F R2 U' R B",
        solution: "x2 // inspection
            U' F2 u R y' U R' F R D // cross
            R U' R' y' U' L' U L // 1st pair
            U' R U R' U' y R' U' R // 2nd pair
            U' F U' F' // 3rd pair
            (U R U' R')3 // 4th pair
            U' r U R' U' M U R U' R' // OLL",
        color: "white",
        stages: &[
            "Cross",
            "green-orange pair",
            "green-red pair",
            "blue-orange pair, F2L 1",
            "blue-red pair, F2L 32",
            "OLL 28 (Stealth)",
            "PLL skip",
        ],
    },
];

fn reviewed(solver: &CfopSolver, solve: &Solve) -> Review {
    let cube = Algorithm::parse(solve.scramble).expect("valid moves").cube();
    solver.review(&cube, Symmetry::IDENTITY, &Algorithm::parse(solve.solution).expect("valid moves"))
}

#[test]
fn stages_of_published_solves_match_their_comments() {
    let solver = CfopSolver::new();
    for solve in SOLVES {
        let review = reviewed(&solver, solve);
        assert!(review.is_solved(), "{}", solve.scramble);
        let titles: Vec<String> = review.stages.iter().map(ReviewedStage::title).collect();
        let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
        assert_eq!((review.color.name(), &titles[..]), (solve.color, solve.stages));
        // The stages cover all moves, in order.
        let mut at = 0;
        for stage in &review.stages {
            assert_eq!(stage.turns.start, at);
            at = stage.turns.end;
        }
        assert_eq!(at, review.turns.len());
    }
}

#[test]
fn alternatives_are_no_longer_than_the_stages_and_solve_the_cube() {
    let solver = CfopSolver::new();
    let variant = Variant::std();
    let analyzer = tables::analyzer(&variant, &[0, 1]);
    // The first solve has an XXCross, which this analyzer cannot analyse. Of the fourth, it analyses the cross and the
    // first pair.
    let min_moves: Vec<Vec<Option<u32>>> = [&SOLVES[0], &SOLVES[3]]
        .into_iter()
        .map(|solve| {
            let review = reviewed(&solver, solve);
            let better = |stage: &ReviewedStage| {
                let alternative = solver
                    .alternative(&review, stage, Some(&analyzer), &Request::default(), &CancelToken::never())
                    .expect("consistent tables");
                assert!(
                    alternative.min_moves.is_none_or(|moves| moves <= stage.lengths.htm),
                    "{}",
                    stage.title()
                );
                let whole = alternative.continuation.stages.last().expect("it has stages");
                assert_eq!(whole.state, cubiform_cube::Cube::SOLVED);
                alternative.min_moves
            };
            review.stages.iter().map(better).collect()
        })
        .collect();
    assert_eq!(min_moves[0], [None, None, None, Some(7), Some(1)]);
    assert_eq!(min_moves[1][..2], [Some(5), Some(6)]);
}

/// Returns whether some sequence of `depth` moves meets a stage, by trying all of them.
fn reaches(stage: &Stage, cube: &Cube, last: Option<Move>, depth: u32) -> bool {
    let follows = |m: &Move| last.is_none_or(|last| last.may_precede(*m));
    match depth {
        0 => stage.is_met(cube),
        _ => Move::all().filter(follows).any(|m| reaches(stage, &cube.turn(m), Some(m), depth - 1)),
    }
}

#[test]
fn proven_lengths_of_crosses_and_pairs_equal_brute_force() {
    let solver = CfopSolver::new();
    let variant = Variant::std();
    let analyzer = tables::analyzer(&variant, &[0, 1, 2, 3, 4]);
    let request = Request { effort: SearchEffort::NONE, ..Request::default() };
    let mut compared = [0; 5];
    for (cross, pair, last_layer) in [
        ("F D", "U R U' R'", "R U R' U R U2 R'"),
        ("D2 F'", "L' U L", "F R U R' U' F'"),
        ("R' D'", "U' F' U F", "R U2 R' U' R U' R'"),
        ("F D2 B", "R U2 R'", ""),
        // A detour, so that a stage is longer than its minimum.
        ("F D D R2 R2", "U R U2 R' U R U' R'", "F R U R' U' F'"),
        ("R F R' D2", "U2 L' U' L", "R U R' U R U2 R'"),
    ] {
        let text = format!("{cross} {pair} {last_layer}");
        let moves = Algorithm::parse(&text).unwrap();
        let scramble = moves.cube().inverse();
        let review = solver.review(&scramble, Symmetry::IDENTITY, &moves);
        assert!(review.is_solved());
        let down = Symmetry::bring_down(review.color);
        for stage in &review.stages {
            let alternative =
                solver.alternative(&review, stage, Some(&analyzer), &request, &CancelToken::never()).unwrap();
            let is_last_layer = matches!(stage.kind, StageKind::Oll | StageKind::Pll);
            assert_eq!(alternative.is_proven, !is_last_layer);
            if is_last_layer {
                continue;
            }
            let (before, after) = (stage.before.conjugate(down), stage.after.conjugate(down));
            // The last stage of the goal that the state after the stage meets: the cross with all slots that it has solved.
            let reached = (0..5).rev().find(|k| variant.stages[*k].is_met(&after)).unwrap();
            let least = (0..=4).find(|depth| reaches(&variant.stages[reached], &before, None, *depth));
            match least {
                Some(least) => assert_eq!(alternative.min_moves, Some(least), "{text}: {}", stage.title()),
                None => assert!(alternative.min_moves > Some(4), "{text}: {}", stage.title()),
            }
            compared[reached] += usize::from(least.is_some_and(|least| least > 1));
        }
    }
    assert!(compared.iter().sum::<usize>() >= 8 && compared[4] >= 3, "{compared:?}");
}
