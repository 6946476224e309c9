//! `cubiform review` and `cubiform cases`, as programs.

mod common;

use common::{cubiform, run, squeezed};

/// Mats Valk's 5.55 s, as published.
const SCRAMBLE: &str = "D2 U' R2 U F2 D2 U' R2 U' B' L2 R' B' D2 U B2 L' D' R2";
const SOLUTION: &str = "x y' // inspection
F R D L F // cross
U R U' R' d R' U R // 1st pair
y U2' R' U' R // 2nd pair
U L U' L' d R U' R' // 3rd pair
y' U' R U R' U R U' R' // 4th pair (OLS)
R2' U' R' U' R U R U R U' R U2' // PLL";

#[test]
fn a_published_solve_is_shown_stage_by_stage() {
    let out = run(&["review", "--no-least", SCRAMBLE, SOLUTION]).good();
    let text = squeezed(&out);
    assert!(text.contains("blue at the bottom\n"), "{out}");
    for line in [
        "stage  htm  least  total  lost  turns\n",
        "Cross  5  ?  5  ",
        "white-red pair, F2L 21  8  ?  ",
        "OLL skip  0  0~  ",
        "PLL Ua  12  ",
    ] {
        assert!(text.contains(line), "{line} in {out}");
    }
    assert!(out.contains("\n46 HTM, 46 STM, "), "{out}");
    assert!(out.contains("https://alpha.twizzle.net/edit/?alg="), "{out}");
}

#[test]
fn the_link_and_json_open_what_solves_the_cube() {
    let mut command = cubiform();
    command.args(["review", "--no-least", "--format", "json", SCRAMBLE]).write_stdin(SOLUTION);
    let output = command.output().expect("the command runs");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!((&json["solved"], &json["color"]), (&true.into(), &"blue".into()));
    let stages = json["stages"].as_array().expect("a list");
    let names: Vec<&str> = stages.iter().filter_map(|stage| stage["stage"].as_str()).collect();
    assert_eq!(names[5..], ["OLL skip", "PLL Ua"]);
    // The state before a stage, and its best continuation after that, is the solved cube.
    use cubiform_cube::{Algorithm, Cube, facelets};
    for pair in stages.windows(2) {
        let state = facelets::parse(pair[0]["state"].as_str().expect("facelets")).expect("they are read");
        let way = Algorithm::parse(pair[1]["best_continuation"].as_str().expect("text")).expect("it is read");
        assert_eq!(state.apply(&way.resolve().0), Cube::SOLVED);
    }
}

#[test]
fn what_cannot_be_reviewed_is_told() {
    let said = run(&["review", "--no-least", "R U Q", "R"]).bad(2);
    assert!(said.contains("the scramble: 'Q' is not a move"), "{said}");
    let said = run(&["review", "--no-least", "R U", "U' R' ("]).bad(2);
    assert!(said.contains("the solution: line 1, column 7: '(' is never closed"), "{said}");
    let unfinished = run(&["review", "--no-least", "R U F", "F'"]).good();
    assert!(unfinished.contains("not solved at the end: "), "{unfinished}");
    // A solution of a scramble that turns the whole cube is read as the cube is then held.
    let turned = run(&["review", "--no-least", "x R U", "U' R'"]).good();
    assert!(!turned.contains("not solved"), "{turned}");
}

#[test]
fn cases_are_listed_and_shown() {
    let list = run(&["cases", "list", "oll", "--group", "fish"]).good();
    let first: Vec<&str> = list.lines().filter_map(|line| line.split("  ").next()).collect();
    assert_eq!(first, ["OLL 9 (Kite)", "OLL 10 (Anti-Kite)", "OLL 35 (Fish Salad)", "OLL 37 (Mounted Fish)"]);
    assert_eq!(run(&["cases", "list"]).good().lines().count(), 57 + 21 + 41);
    let sune = run(&["cases", "show", "oll", "sune"]).good();
    assert!(
        sune.starts_with("OLL 27 (Sune)\ngroup cross, 1 in 54\n\n    #\n    - # - #\n    # # #\n"),
        "{sune}"
    );
    let json = run(&["cases", "show", "pll", "ga", "H", "--format", "json"]).good();
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!((&json[0]["label"], &json[1]["probability"]), (&"Ga".into(), &serde_json::json!([1, 72])));
    let said = run(&["cases", "show", "oll", "58"]).bad(2);
    assert!(said.contains("OLL has no case '58'; its cases are 1 to 57"), "{said}");
    assert!(run(&["cases", "list", "zbll"]).bad(2).contains("the sets are f2l, oll and pll"));
}
