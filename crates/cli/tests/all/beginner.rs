//! `cubiform solve --method beginner` as a program.

use crate::common::run;
use cubiform_cube::{Algorithm, Color, Cube, facelets};

/// The example of the README.
const EXAMPLE: &str = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B";

fn beginner(options: &[&str], cube: &str) -> String {
    run(&[&["solve", "--method", "beginner"], options, &[cube]].concat()).success()
}

#[test]
fn text_is_an_algorithm_with_the_stages_and_steps_in_comments() {
    let out = beginner(&["--links"], EXAMPLE);
    let whole = Algorithm::parse(&format!("{EXAMPLE}\n{out}")).expect("it is read");
    assert_eq!(whole.cube(), Cube::SOLVED);
    for words in ["// inspection", "// 1. White cross: ", "// 7. Yellow corners turned", "twizzle", " HTM, "]
    {
        assert!(out.contains(words), "{words} in {out}");
    }
    let solved = beginner(&[], "R R'");
    assert!(solved.contains("// 1. White cross, already solved: 0, 0\n"), "{solved}");
}

#[test]
fn explanation_has_seven_stages() {
    let out = beginner(&["--explain"], EXAMPLE);
    let stages = out.lines().filter(|line| line.ends_with(" moves)") || line.ends_with(" move)"));
    assert_eq!(stages.count(), 7, "{out}");
    assert!(out.contains("Now white is at the bottom."), "{out}");
}

#[test]
fn json_has_the_moves_and_words_of_each_step() {
    let out = beginner(&["-f", "jsonl"], EXAMPLE);
    let json: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    let stages = json["beginner"]["stages"].as_array().expect("a list");
    assert_eq!((stages.len(), &json["method"]), (7, &"beginner".into()));
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_string();
    let mut solution = text(&json["beginner"]["inspection"]);
    for stage in stages {
        let steps = stage["steps"].as_array().expect("a list");
        let moves: Vec<String> = steps.iter().map(|step| text(&step["moves"])).collect();
        assert_eq!(text(&stage["moves"]), moves.join(" "));
        assert_eq!(stage["skipped"], steps.is_empty());
        assert!(steps.iter().chain([stage]).all(|part| text(&part["explanation"]).ends_with('.')));
        solution = format!("{solution} {}", moves.join(" ")).trim_end().to_string();
        let state = Algorithm::parse(&format!("{EXAMPLE} {solution}")).expect("it is read").cube();
        assert_eq!(text(&stage["state"]), facelets::format(&state));
    }
    assert_eq!(text(&json["solution"]), solution);
    assert_eq!(stages[6]["running"]["htm"], json["length"]);
}

#[test]
fn shortest_of_the_colors_is_chosen() {
    let length = |colors: &str| {
        let out = beginner(&["-f", "jsonl", "--colors", colors], EXAMPLE);
        let json: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
        json["length"].as_u64().expect("a number")
    };
    let shortest = Color::COLUMNS.map(|color| length(color.name())).into_iter().min();
    assert_eq!(Some(length("all")), shortest);
}
