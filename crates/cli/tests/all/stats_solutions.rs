//! `cubiform stats` of solutions: the output in each format, the figure, and refused input.

use std::fs;

use crate::common::{RunOutput, cubiform, parquet_rows, run, squeezed};
use serde_json::Value;

/// Four cubes, one with two solutions and one without any.
const SOLUTIONS: &str = "\
id,input,method,solution,length,metric,optimal,nodes,cpu_ms,error
a,R U,two-phase,U' R',2,HTM,false,1,1.0,
a,R U,two-phase,U' R' D D',4,HTM,false,1,9.0,
b,R,two-phase,R',1,HTM,false,1,2.0,
\"c,\nd\",F,two-phase,F2 F,2,HTM,false,1,6.0,
e,x,two-phase,,,HTM,,,,a corner is twisted
";

fn lengths_of(input: &str, arguments: &[&str]) -> RunOutput {
    cubiform().args(["stats", "-"]).args(arguments).write_stdin(input).output().unwrap().into()
}

fn json_of(input: &str) -> Value {
    serde_json::from_str(&lengths_of(input, &["-f", "json"]).success()).unwrap()
}

#[test]
fn first_solution_of_each_cube_is_counted() {
    let told = json_of(SOLUTIONS);
    assert_eq!((&told["solved"], &told["unsolved"]), (&3.into(), &1.into()));
    let summary = &told["summary"][0];
    assert_eq!((&summary["method"], &summary["metric"]), (&"two-phase".into(), &"HTM".into()));
    for (measure, known) in [("min", 1), ("max", 2), ("p50", 2), ("mode", 2), ("n", 3), ("unsolved", 1)] {
        assert_eq!(summary[measure], known, "{measure}");
    }
    let close = |measure: &str, known: f64| (summary[measure].as_f64().unwrap() - known).abs() < 1e-12;
    assert!(close("mean", 5.0 / 3.0) && close("cpu_ms", 3.0), "{summary}");
    assert_eq!(told["longest"][0]["id"], "a");
    let counts: Vec<_> = told["histogram"].as_array().unwrap().iter().collect();
    let known = [(1, 1), (2, 2)];
    assert_eq!(counts.len(), known.len());
    for (told, (moves, solutions)) in counts.iter().zip(known) {
        assert_eq!((&told["moves"], &told["solutions"]), (&moves.into(), &solutions.into()));
    }
    let table = squeezed(&lengths_of(SOLUTIONS, &[]).success());
    assert!(table.starts_with("3 solved, 1 unsolved"), "{table}");
    assert!(table.contains("two-phase  HTM  2  2"), "{table}");
    let csv = lengths_of(SOLUTIONS, &["-f", "csv"]).success();
    assert!(csv.contains("histogram,two-phase,HTM,2,,solutions,2\n"), "{csv}");
}

/// The output of `solve` for either puzzle, as CSV and as JSON Lines.
#[test]
fn output_of_solve_is_read() {
    let solved = |arguments: &[&str]| {
        let said: RunOutput =
            cubiform().arg("solve").args(arguments).write_stdin("R U F\nL2\n").output().unwrap().into();
        said.success()
    };
    for format in ["csv", "jsonl"] {
        let told = json_of(&solved(&["-i", "-", "--method", "thistlethwaite", "-f", format]));
        let summary = &told["summary"][0];
        assert_eq!((&summary["method"], &summary["n"]), (&"thistlethwaite".into(), &2.into()), "{format}");
        assert_eq!(summary["min"], 1, "{format}");
    }
}

#[test]
fn figure_is_complete_and_describes_its_data() {
    let folder = tempfile::tempdir().unwrap();
    let figure = folder.path().join("figure.svg");
    let both = SOLUTIONS.to_string() + "f,R,five-stage,R',1,SST,,1,2.0,\n";
    lengths_of(&both, &["--plot", figure.to_str().unwrap(), "--title", "A & B"]).success();
    let text = fs::read_to_string(&figure).unwrap();
    let parsed = roxmltree::Document::parse(&text).unwrap();
    let has = |tag: &str, words: &str| {
        let mut found =
            parsed.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", tag)));
        found.any(|node| node.text().is_some_and(|text| text.contains(words)))
    };
    assert!(has("title", "A & B") && has("desc", "two-phase HTM: mean 1.667"), "{text}");
    // The caption and the foot stand alone; the file has no style sheet.
    for words in [
        "95 % confidence intervals (Wilson score)",
        "Bars are shares of the solutions",
        "± is the standard error",
    ] {
        assert!(has("desc", words), "{words}: {text}");
    }
    assert!(
        has("text", concat!("cubiform ", env!("CARGO_PKG_VERSION"), ", 4 solutions, standard input")),
        "{text}"
    );
    assert!(has("text", "4 solved, ") && !text.contains("<style"), "{text}");
}

#[test]
fn errors_name_their_place() {
    let bad = |input: &str, words: &str| {
        let folder = tempfile::tempdir().unwrap();
        let figure = folder.path().join("figure.svg");
        let said = lengths_of(input, &["--plot", figure.to_str().unwrap()]).failure(1);
        assert!(said.contains(words), "{said}");
        assert!(!figure.exists());
    };
    bad(
        "id,metric,length,error\n",
        "no solutions in the input\n  write one with: cubiform solve -i CUBES --format csv",
    );
    bad("id,metric,length,error\na,HTM,x,\n", "<stdin>:2: column length: invalid digit");
    bad("id,metric,length,error\na,HTM,,\n", "<stdin>:2: neither a length nor an error");
    bad("id,metric,length,error\na,HTM,3\n", "<stdin>:2: ");
    bad("id,metric,length,error\na,HTM,99999999999,\n", "the maximum is 1000 moves");
    bad(
        "{\"id\":\"a\",\"metric\":\"HTM\",\"length\":1,\"error\":null}\n{\"id\":\"a\",\"metric\":\"HTM\",\"length\":1}",
        "<stdin>:2: not a solution in JSON lines: missing field `error`",
    );
}

#[test]
fn solutions_and_analyses_are_not_mixed() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name).display().to_string();
        fs::write(&path, text).unwrap();
        path
    };
    let solutions = file("solutions.csv", SOLUTIONS);
    let analyses = [
        ("a.csv", "id,event,cross_z2\na,333,5\n"),
        ("a.jsonl", "{\"id\":\"a\",\"stages\":{\"cross\":{\"white\":5}}}\n"),
    ];
    for (name, text) in analyses {
        let analysis = file(name, text);
        let said = run(&["stats", &solutions, &analysis]).failure(1);
        let message = format!(
            "error: {analysis}: this is an analysis of stages, not solutions\n  \
             summarise it on its own with: cubiform stats\n"
        );
        assert_eq!(said, message);
        let said = run(&["stats", &analysis, &solutions]).failure(1);
        assert!(said.contains("these are solutions, not an analysis"), "{said}");
        assert!(said.contains("summarise them on their own with: cubiform stats"), "{said}");
    }
}

#[test]
fn options_for_the_other_kind_of_input_are_refused() {
    for more in
        [&["--fair"][..], &["--details"], &["--by", "method"], &["--histogram", "all"], &["--partial"]]
    {
        let said = lengths_of(SOLUTIONS, more).failure(2);
        assert!(
            said.contains(&format!("{} applies to analyses, but the input has solutions", more[0])),
            "{said}"
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let figure = folder.path().join("figure.svg");
    let said = lengths_of("id,cross_z2\na,5\n", &["--plot", figure.to_str().unwrap()]).failure(2);
    assert!(said.contains("--plot applies to solutions, but the input has none"), "{said}");
    assert!(!figure.exists());
}

/// Standard input and pipes, of which the first line is looked at, are read as a whole.
#[test]
fn empty_lines_may_precede_either_kind_of_input() {
    let summary = lengths_of(SOLUTIONS, &[]).success();
    assert_eq!(lengths_of(&format!("\n\n{SOLUTIONS}"), &[]).success(), summary);
    let analysis = lengths_of("id,cross_z2\na,5\nb,6\n", &["-f", "csv"]).success();
    assert!(analysis.contains("cross"), "{analysis}");
    let numbers = |text: &str| {
        text.lines().filter(|line| !line.contains("stdin")).map(String::from).collect::<Vec<_>>()
    };
    let later = lengths_of("\n\nid,cross_z2\na,5\nb,6\n", &["-f", "csv"]).success();
    assert_eq!(numbers(&later), numbers(&analysis));
}

#[test]
fn json_lines_have_an_object_for_each_row() {
    let lines = lengths_of(SOLUTIONS, &["-f", "jsonl"]).success();
    let parts: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<&str> = parts.iter().map(|part| part["part"].as_str().unwrap()).collect();
    assert_eq!(names, ["counts", "summary", "longest", "histogram", "histogram"]);
    assert_eq!((&parts[0]["solved"], &parts[1]["n"]), (&3.into(), &3.into()));
}

#[test]
fn parquet_has_lengths_beyond_8_bits() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("solution-lengths.parquet");
    let input = "id,method,metric,length,error\na,beginner,HTM,1,\nb,beginner,HTM,300,\n";
    lengths_of(input, &["-f", "parquet", "-o", path.to_str().unwrap()]).success();
    let row = |moves: u32| format!("{{method: \"beginner\", metric: \"HTM\", moves: {moves}, solutions: 1}}");
    assert_eq!(parquet_rows(&path), [row(1), row(300)]);
}

#[test]
fn interrupted_search_is_neither_solved_nor_unsolved() {
    let stopped = "f,R,two-phase,,,HTM,,,,the search was stopped\n";
    let told = json_of(&format!("{SOLUTIONS}{stopped}{stopped}"));
    let counts = ["solved", "unsolved", "stopped"].map(|name| told[name].as_u64().unwrap());
    assert_eq!(counts, [3, 1, 2]);
    assert_eq!(told["summary"][0]["unsolved"], 1);
    let table = lengths_of(&format!("{SOLUTIONS}{stopped}"), &[]).success();
    assert!(table.starts_with("3 solved, 1 unsolved, 1 stopped\n"), "{table}");
}

#[test]
fn overlong_lines_are_refused() {
    for begin in ["id,metric,length,error\n", "{\"id\":\"1\",\"x\":\"", "id,metric,length,error\n\""] {
        let text = format!("{begin}{}", "a\n".repeat(if begin.ends_with("\n\"") { 1 << 20 } else { 0 }));
        let said = lengths_of(&(text + &"a".repeat(3 << 20)), &[]).failure(1);
        assert!(said.contains("the line is longer than a mebibyte"), "{said}");
    }
}
