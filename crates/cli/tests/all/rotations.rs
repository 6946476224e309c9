//! Scrambles that rotate the whole cube: the answers of all commands can be executed right after the scramble.

use std::fs;

use crate::common::{analyze, run};
use cubiform_cube::goal::Target;
use cubiform_cube::random::{below, generator};
use cubiform_cube::{Algorithm, Color, Cube, Face, PieceSet, Symmetry, facelets};
use serde_json::Value;

/// Returns scrambles of face turns, wide turns, slice turns and rotations.
fn scrambles(count: usize) -> Vec<String> {
    const NAMES: [&str; 18] =
        ["U", "R", "F", "D", "L", "B", "Uw", "Rw", "Fw", "Dw", "Lw", "Bw", "M", "E", "S", "x", "y", "z"];
    let mut generator = generator(22);
    let mut pick = |bound: usize| below(&mut generator, bound as u64) as usize;
    let scramble = |_| {
        let moves = (0..1 + pick(24)).map(|_| format!("{}{}", NAMES[pick(18)], ["", "2", "'"][pick(3)]));
        moves.collect::<Vec<_>>().join(" ")
    };
    (0..count).map(scramble).collect()
}

/// Returns the pieces and the orientation after a scramble and an answer.
fn followed_by(scramble: &str, answer: &str) -> (Cube, Symmetry) {
    let (moves, rotation) =
        Algorithm::parse(&format!("{scramble}\n{answer}")).expect("both are read").resolve();
    (Cube::from_moves(&moves), rotation)
}

/// Returns the objects that a command prints for a file of these scrambles.
fn objects(scrambles: &[String], arguments: &[&str]) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scrambles.txt");
    fs::write(&file, scrambles.join("\n")).unwrap();
    let arguments = [arguments, &["-f", "jsonl", "-i", file.to_str().unwrap()]].concat();
    let said = if arguments[0] == "analyze" { analyze(&arguments[1..]) } else { run(&arguments) };
    said.success().lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect()
}

#[test]
fn solutions_solve_the_cube_in_the_orientation_after_the_scramble() {
    let scrambles = scrambles(40);
    for method in ["two-phase", "thistlethwaite", "cfop", "beginner"] {
        let rows = objects(&scrambles, &["solve", "--method", method]);
        assert_eq!(rows.len(), scrambles.len());
        for (scramble, row) in scrambles.iter().zip(&rows) {
            let solution = row["solution"].as_str().unwrap();
            let (cube, rotation) = followed_by(scramble, solution);
            assert_eq!(cube, Cube::SOLVED, "{method}: {scramble}: {solution}");
            let (_, turned) = followed_by(scramble, "");
            if matches!(method, "cfop" | "beginner") {
                let inspection = row[method]["inspection"].as_str().unwrap();
                assert!(solution.starts_with(inspection));
                let (_, inspected) = followed_by(scramble, inspection);
                assert_eq!(inspected.face(Face::U), Face::D, "white is at the bottom");
            } else {
                assert_eq!(rotation, Symmetry::IDENTITY);
                let back = row["rotation"].as_str().unwrap_or_default();
                assert_eq!(back, turned.inverse().rotation_name().unwrap());
                assert_eq!(row["rotation"].is_null(), back.is_empty());
                assert!(solution.starts_with(back));
                let length = solution.split_whitespace().count() - back.split_whitespace().count();
                assert_eq!(row["length"], length);
            }
        }
    }
    for (scramble, row) in scrambles.iter().zip(objects(&scrambles, &["solve", "--inverse"])) {
        let made = row["solution"].as_str().unwrap();
        assert_eq!(followed_by(made, ""), followed_by(scramble, ""), "{made} is {scramble}");
    }
    let checkers = Algorithm::parse("U2 D2 F2 B2 R2 L2").unwrap().cube();
    for (scramble, row) in scrambles.iter().zip(objects(&scrambles, &["solve", "--to", "U2 D2 F2 B2 R2 L2"]))
    {
        assert_eq!(followed_by(scramble, row["solution"].as_str().unwrap()).0, checkers);
    }
}

#[test]
fn solutions_of_stages_solve_them_on_the_right_colour() {
    let scrambles = scrambles(40);
    let cross = Target::solved(PieceSet::new(&[], &[4, 5, 6, 7]));
    for (scramble, row) in
        scrambles.iter().zip(objects(&scrambles, &["analyze", "-s", "cross,xcross", "-n", "1"]))
    {
        let solutions = row["solutions"].as_array().unwrap();
        assert!(solutions.len() >= 2);
        for solution in solutions {
            let text = |member: &str| solution[member].as_str().unwrap();
            let answer = format!("{} {}", text("rotation"), text("moves"));
            let (cube, rotation) = followed_by(scramble, &answer);
            let color = Color::from_name(text("color")).unwrap();
            assert_eq!(
                rotation.face(color.face()),
                Face::D,
                "{color} is at the bottom: {scramble}: {answer}"
            );
            assert!(cross.is_met(&cube.conjugate(Symmetry::bring_down(color))), "{scramble}: {answer}");
        }
    }
}

#[test]
fn table_has_the_same_rotation_as_json() {
    let scramble = "R U2 F' L D B2 U' R2 Fw' Uw";
    let table = analyze(&[scramble, "-s", "cross", "-c", "W", "-n", "1"]).success();
    let row = &objects(&[scramble.to_string()], &["analyze", "-s", "cross", "-c", "W", "-n", "1"])[0];
    let solution = &row["solutions"][0];
    let [rotation, moves] = ["rotation", "moves"].map(|member| solution[member].as_str().unwrap());
    let end = format!("  {rotation:8}  {moves}");
    assert!(table.trim_end().ends_with(&end), "{table} has {end}");
}

#[test]
fn review_accepts_the_solution_that_solve_prints() {
    for scramble in scrambles(6) {
        let printed = run(&["solve", "--method", "cfop", "--effort", "none", &scramble]).success();
        let review = ["review", "--no-least", "--effort", "none", &scramble, &printed];
        let said = run(&review).success();
        assert!(said.contains("white cross\n") && !said.contains("not solved"), "{scramble}: {said}");
        let json = run(&[&review[..], &["--format", "json"]].concat()).success();
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["solved"], true);
        // The best continuation from the start is also an answer.
        let best = json["stages"][0]["best_continuation"].as_str().unwrap();
        assert_eq!(followed_by(&scramble, best).0, Cube::SOLVED, "{scramble}: {best}");
    }
    // The link sets up the cube at the start of the worst stage, in the orientation after the scramble.
    let said = run(&[
        "review",
        "--no-least",
        "--links",
        "--effort",
        "none",
        "R U F y",
        "y R2 R2 L' R2 R2 L B' U' R'",
    ])
    .success();
    let link = said.lines().rfind(|line| line.contains("twizzle")).expect("a link");
    let value = |name: &str| {
        let value =
            link.split(['?', '&']).find_map(|pair| pair.strip_prefix(name)).expect("the value is there");
        let codes =
            [("+", " "), ("%2F", "/"), ("%27", "'"), ("%0A", "\n"), ("%28", "("), ("%29", ")"), ("%2C", ",")];
        codes.iter().fold(value.to_string(), |text, (code, c)| text.replace(code, c))
    };
    assert_eq!(followed_by(&value("setup-alg="), &value("alg=")).0, Cube::SOLVED, "{link}");
}

#[test]
fn explanations_start_from_the_orientation_after_the_scramble() {
    let begin = |scramble: &str| {
        let said = run(&["solve", "--method", "cfop", "--effort", "none", "--explain", scramble]).success();
        said.lines().next().unwrap().to_string()
    };
    assert!(
        begin("R U F").starts_with(
            "Hold the cube with white on top and green in front, then rotate the whole cube: z2"
        )
    );
    assert!(begin("R U F z2").starts_with("Hold the cube as the scramble leaves it: white is at the bottom"));
}

#[test]
fn solutions_of_scrambles_that_do_not_turn_the_cube_have_no_rotation() {
    let text = run(&["solve", "R U"]).success();
    assert_eq!(text, "U' R'  // 2 moves, optimal\n");
    assert_eq!(run(&["solve", "Rw L' x'"]).success(), "// 0 moves, optimal\n");
    assert_eq!(run(&["solve", "R x"]).success(), "x' R'  // 1 move, optimal\n");
    assert_eq!(run(&["solve", "R x", "--inverse"]).success(), "R x  // 1 move, optimal\n");
    assert_eq!(run(&["solve", "x y"]).success(), "x' z'  // 0 moves, optimal\n");
    let csv = run(&["solve", "R x", "-f", "csv"]).success();
    assert!(csv.lines().nth(1).unwrap().starts_with("1,R x,two-phase,x' R',1,HTM,true,"), "{csv}");
    // A state has no rotation of its own.
    let state = facelets::format(&Algorithm::parse("R x").unwrap().cube());
    assert_eq!(run(&["solve", &state]).success(), "R'  // 1 move, optimal\n");
}
