//! `cubiform review` and `cubiform cases`, as programs.

mod common;

use common::{Said, cubiform, run, squeezed};

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
    assert!(out.contains("\n45 HTM, 45 STM, "), "{out}");
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

/// The example of the readme.
const EXAMPLE: &str = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B";

#[test]
fn one_command_leads_from_a_scramble_to_a_link_that_opens_its_solution() {
    let out = run(&["solve", "--method", "cfop", "--links", EXAMPLE]).good();
    // All but the moves is comments: the output is an algorithm, and solves the cube.
    use cubiform_cube::{Algorithm, Cube};
    let whole = Algorithm::parse(&format!("{EXAMPLE}\n{out}")).expect("it is read");
    assert_eq!(whole.cube(), Cube::SOLVED);
    for name in ["Cross", "pair", "OLL", "PLL", " HTM, "] {
        assert!(out.contains(name), "{name} in {out}");
    }
    // The link has the same turns, and the scramble before them.
    let link = out.lines().find(|line| line.contains("twizzle")).expect("a link");
    let query = link.split_once('?').expect("a query").1;
    let plain = |name: &str| {
        let value = query.split('&').find_map(|pair| pair.strip_prefix(name)).expect("the value is there");
        [("+", " "), ("%2F", "/"), ("%27", "'"), ("%0A", "\n"), ("%28", "("), ("%29", ")"), ("%2C", ",")]
            .iter()
            .fold(value.to_string(), |text, (code, c)| text.replace(code, c))
    };
    assert_eq!(plain("setup-alg="), EXAMPLE);
    let opened = Algorithm::parse(&plain("alg=")).expect("it is read");
    assert_eq!(opened, Algorithm::parse(&out).expect("it is read"));
}

#[test]
fn solutions_by_cfop_are_for_programs_too() {
    let out = run(&["solve", "--method", "cfop", "--colors", "all", "-f", "jsonl", EXAMPLE]).good();
    let json: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    let stages = json["cfop"]["stages"].as_array().expect("a list");
    let last = stages.last().expect("it has stages");
    let solved = cubiform_cube::facelets::format(&cubiform_cube::Cube::SOLVED);
    assert_eq!((&last["part"], &last["state"]), (&"pll".into(), &solved.into()));
    assert_eq!(last["running"]["htm"], json["length"]);
    let said = run(&["solve", "--method", "cfop", "--time", "1s", "R"]).bad(2);
    assert!(said.contains("not for --method cfop"), "{said}");
    assert!(run(&["solve", "--explain", "R"]).bad(2).contains("are for --method cfop"));
    let words = run(&["solve", "--method", "cfop", "--explain", EXAMPLE]).good();
    assert!(words.contains("white is at the bottom"), "{words}");
    // Without a scramble the link makes the cube by undoing the solution.
    let facelets =
        cubiform_cube::facelets::format(&cubiform_cube::Algorithm::parse("R U F2").unwrap().cube());
    let out = run(&["solve", "--method", "cfop", "-f", "jsonl", &facelets]).good();
    let json: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    let link = json["cfop"]["alg_cubing_net"].as_str().expect("a link");
    let setup = link.split_once("setup=").expect("a setup").1.split_once('&').expect("an end").0;
    let setup = setup.replace('_', " ").replace('-', "'");
    let (moves, rotation) = cubiform_cube::Algorithm::parse(&setup).expect("it is read").resolve();
    assert_eq!(
        cubiform_cube::facelets::format(&cubiform_cube::Cube::from_moves(&moves).conjugate(rotation)),
        facelets
    );
}

#[test]
fn endless_solution_is_refused() {
    let said: Said =
        cubiform().args(["review", "R", "-"]).write_stdin("R ".repeat(1 << 20)).output().unwrap().into();
    assert!(said.bad(1).contains("standard input is longer than a mebibyte"));
}
