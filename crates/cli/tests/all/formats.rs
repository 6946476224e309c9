//! The output of `cubiform analyze` in each format, against known values and against the cube itself.

use crate::common::{TABLES, analyze, analyze_input, run};
use cubiform_cube::goal::Variant;
use cubiform_cube::{Algorithm, Color, Symmetry};
use serde_json::Value;

/// Ten official scrambles with values computed independently of cubiform.
const GOLD: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../solvers/fixtures/gold-std.csv"));
const GOLD_SCRAMBLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../solvers/fixtures/gold-scrambles.txt");

const A: &str = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B";
const B: &str = "D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'";

#[test]
fn csv_of_all_stages_equals_the_gold_file() {
    // Replaces any table left by an older version.
    run(&["tables", "build", "--tables", TABLES]).success();
    let table = analyze(&["-i", GOLD_SCRAMBLES, "--format", "csv"]).success();
    assert_eq!(table.lines().collect::<Vec<_>>(), GOLD.lines().collect::<Vec<_>>());
}

#[test]
fn csv_of_some_stages_and_colours_keeps_the_order_of_columns() {
    let table = analyze(&["-i", GOLD_SCRAMBLES, "-f", "csv", "-s", "xcross,cross", "-c", "BWY"]).success();
    let mut lines = table.lines();
    assert_eq!(lines.next().unwrap(), "id,cross_z0,cross_z2,cross_x1,xcross_z0,xcross_z2,xcross_x1");
    for (line, gold) in lines.zip(GOLD.lines().skip(1)) {
        let gold: Vec<&str> = gold.split(',').collect();
        assert_eq!(line.split(',').collect::<Vec<_>>(), [0, 1, 2, 6, 7, 8, 12].map(|i| gold[i]));
    }
}

#[test]
fn json_is_one_document() {
    let lines = analyze(&[A, B, "-s", "cross", "-f", "jsonl"]).success();
    let document: Vec<Value> =
        serde_json::from_str(&analyze(&[A, B, "-s", "cross", "-f", "json"]).success()).unwrap();
    let objects: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let without_nodes = |objects: Vec<Value>| -> Vec<Value> {
        let without = |mut object: Value| {
            object.as_object_mut().unwrap().remove("nodes");
            object
        };
        objects.into_iter().map(without).collect()
    };
    assert_eq!(without_nodes(document), without_nodes(objects));
    assert_eq!(analyze_input(&["-f", "json", "-s", "cross"], "\n").out, "[]\n");
}

#[test]
fn csv_does_not_depend_on_the_number_of_threads() {
    let csv = |threads: &str| {
        analyze(&["-i", GOLD_SCRAMBLES, "-f", "csv", "-s", "..xcross", "--threads", threads]).success()
    };
    let one = csv("1");
    assert_eq!(csv("3"), one);
    // With more threads than scrambles, the search of each scramble is shared.
    assert_eq!(csv("16"), one);
}

#[test]
fn ids_with_commas_and_quotes_are_quoted_in_csv() {
    let table = analyze_input(&["-f", "csv", "-s", "cross", "-c", "W"], "\"a,\"\"b\"\"\",R\n").success();
    assert_eq!(table, "id,cross_z2\n\"a,\"\"b\"\"\",1\n");
}

#[test]
fn table_of_one_scramble_has_a_row_per_stage() {
    assert_eq!(
        analyze(&[B, "--stages", "cross,xcross"]).success(),
        "\
D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'
          white  yellow  orange  red  green  blue  best
cross        6       6       6    6      5*    5*   5  green blue
xcross       7       7       6    8      7     5*   5  blue
"
    );
}

#[test]
fn table_of_several_scrambles_has_their_ids() {
    assert_eq!(
        analyze(&[A, B, "--stages", "xcross", "--colors", "white,green"]).success(),
        "\
1  B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B
          white  green  best
xcross       7*     9    7  white

2  D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'
          white  green  best
xcross       7*     7*   7  white green
"
    );
}

#[test]
fn table_of_one_colour_has_no_best_column() {
    assert_eq!(
        analyze(&["R F", "-s", "cross", "-c", "yellow"]).success(),
        "\
R F
          yellow
cross          2
"
    );
}

#[test]
fn table_shows_solutions_of_the_best_colours() {
    assert_eq!(
        analyze(&[B, "-s", "..xcross", "-n", "1"]).success(),
        "\
D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'
          white  yellow  orange  red  green  blue  best
cross        6       6       6    6      5*    5*   5  green blue
xcross       7       7       6    8      7     5*   5  blue

      moves  colour  slots              rotation  solution
cross     5  green                      x'        F L F' D2 L
cross     5  blue                       x         U D' L2 B L'
xcross    5  blue    BL (white-orange)  x         U' D F' D2 L
"
    );
}

#[test]
fn tables_in_pipes_are_not_wrapped_and_have_no_control_characters() {
    let scramble = "R U R' U' ".repeat(40);
    let long = format!("{scramble}// \u{1b}[31m");
    let input = format!("a very long id, with \u{7},{long}\n\n\"b, \u{1b}c\",{long}\n");
    let table = analyze_input(&["-s", "..xcross", "-n", "all", "--on-error", "skip"], input).out;
    assert!(table.lines().any(|line| line.contains(scramble.trim())), "{table}");
    assert!(table.lines().all(|line| !line.contains(char::is_control)), "{table:?}");
}

#[test]
fn solved_stage_has_length_zero() {
    let table = analyze(&["U", "-s", "cross", "-c", "Y", "-n", "2"]).success();
    assert!(table.contains("cross          0"), "{table}");
    assert!(table.ends_with("cross     0  yellow                   (none needed)\n"), "{table}");
}

#[test]
fn json_lines_have_all_members() {
    let lines = analyze(&[A, B, "-s", "..xcross", "-c", "WGR", "-f", "jsonl"]).success();
    let rows: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 2);
    assert_eq!((&rows[1]["id"], &rows[1]["scramble"]), (&Value::from("2"), &Value::from(B)));
    assert_eq!((&rows[0]["goal"], &rows[0]["metric"]), (&Value::from("std"), &Value::from("HTM")));
    let expected = serde_json::json!({
        "cross": {"white": 6, "red": 5, "green": 7},
        "xcross": {"white": 7, "red": 7, "green": 9},
    });
    assert_eq!(rows[0]["stages"], expected);
    assert_eq!(rows[0]["best"]["xcross"], serde_json::json!({"length": 7, "colors": ["white", "red"]}));
    assert!(rows[0]["nodes"].is_u64());
    assert!(rows[0].get("solutions").is_none(), "not asked for");
}

/// Applies the rotation and the moves of a solution after the scramble, and checks that the stage is solved.
#[test]
fn solutions_solve_their_stage_after_their_rotation() {
    let scrambles = [A, "R U2 F Rw Uw2", "x y' [R U, M2] 3Fw", "Lw D2 z' S"];
    let mut arguments = vec!["-s", "..xcross", "-f", "jsonl", "-n", "3"];
    arguments.extend(scrambles);
    let stages = Variant::std().stages;
    let mut seen = 0;
    for line in analyze(&arguments).success().lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_string();
        for solution in row["solutions"].as_array().unwrap() {
            let held = format!("{} {}", text(&row["scramble"]), text(&solution["rotation"]));
            let down = Symmetry::bring_down(Color::from_name(&text(&solution["color"])).unwrap());
            assert_eq!(Algorithm::parse(&held).unwrap().resolve().1, down, "{solution}");
            let moves = text(&solution["moves"]);
            assert_eq!(moves.split_whitespace().count() as u64, solution["length"].as_u64().unwrap());
            let cube = Algorithm::parse(&format!("{held} {moves}")).unwrap().cube().conjugate(down);
            let stage = stages.iter().find(|s| s.name == text(&solution["stage"])).unwrap();
            let slots: Vec<String> = solution["slots"].as_array().unwrap().iter().map(text).collect();
            let of_these =
                |t: &&cubiform_cube::goal::Target| t.choice.corners.iter().map(|s| s.name()).eq(&slots);
            let target = stage.choices.iter().find(of_these).unwrap();
            assert!(target.is_met(&cube), "{solution}");
            seen += 1;
        }
    }
    assert!(seen >= 2 * scrambles.len());
}
