//! `cubiform stats`: what it prints in each format of a known analysis, and what it refuses.

mod common;

use std::fs;
use std::path::PathBuf;

use common::{Said, analyze, cubiform, run, squeezed};
use serde_json::{Value, json};

/// What `analyze --format csv` says of the twenty scrambles beside it.
const ANALYSIS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/analysis-20.csv");
const SCRAMBLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/wca-scrambles-20.csv");

/// The ten scrambles whose values the author of the spec computed.
const GOLD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../solvers/fixtures/gold-std.csv");

fn stats(arguments: &[&str]) -> Said {
    run(&[&["stats"], arguments].concat())
}

fn stats_of(input: impl Into<Vec<u8>>, arguments: &[&str]) -> Said {
    cubiform().args(["stats", "-"]).args(arguments).write_stdin(input).output().unwrap().into()
}

fn parsed(said: Said) -> Value {
    serde_json::from_str(&said.good()).unwrap()
}

/// The row of a part that has these keys.
fn row<'a>(told: &'a Value, part: &str, keys: &[(&str, &str)]) -> &'a Value {
    let rows = told[part].as_array().unwrap();
    rows.iter().find(|row| keys.iter().all(|(key, value)| row[key] == *value)).unwrap()
}

fn close(value: &Value, known: f64) {
    assert!((value.as_f64().unwrap() - known).abs() < 1e-9, "{value} is not {known}");
}

#[test]
fn the_fixture_is_what_analyze_says() {
    let first = |text: &str| {
        let line = |line: &str| line.split(',').take(13).collect::<Vec<_>>().join(",") + "\n";
        text.lines().map(line).collect::<String>()
    };
    let said = analyze(&["-i", SCRAMBLES, "-s", "..xcross", "-f", "csv"]).good();
    assert_eq!(first(&fs::read_to_string(ANALYSIS).unwrap()), said);
}

/// Means, deviations, ranks and gains as the statistics module of Python has them.
#[test]
fn json_has_all_of_it() {
    let told = parsed(stats(&[ANALYSIS, "-f", "json"]));
    assert_eq!(told["scrambles"], 20);
    assert_eq!(told["summary"].as_array().unwrap().len(), 5 * 13);
    let cross = row(&told, "summary", &[("stage", "cross"), ("colors", "W")]);
    for (measure, known) in
        [("min", 4), ("max", 7), ("p10", 4), ("p50", 6), ("p90", 6), ("p99", 7), ("mode", 6), ("n", 20)]
    {
        assert_eq!(cross[measure], known, "{measure}");
    }
    close(&cross["mean"], 5.65);
    close(&cross["sd"], 0.812_727_700_887_248_9);
    close(&cross["se"], 0.181_731_438_638_100_46);
    close(&cross["share"], 0.55);
    let step = row(&told, "increments", &[("stage", "xcross"), ("after", "cross"), ("colors", "BGORWY")]);
    close(&step["mean"], 1.6);
    assert_eq!(told["increments"].as_array().unwrap().len(), 4 * 13);
    let gains = row(&told, "neutrality", &[("stage", "cross")]);
    close(&gains["one"], 5.675);
    close(&gains["any"], 4.6);
    close(&gains["to_axis"], 5.675 - 15.55 / 3.0);
    assert_eq!(row(&told, "symmetry", &[("stage", "cross")])["degrees"], 5);
    let counts: u64 =
        told["histogram"].as_array().unwrap().iter().map(|r| r["scrambles"].as_u64().unwrap()).sum();
    assert_eq!(counts, 20 * 5 * 13);
}

#[test]
fn the_table_is_for_people() {
    let table = squeezed(&stats_of("id,cross_z2,cross_z0\na,5,6\nb,7,6\nc,6,7\n", &[]).good());
    assert_eq!(
        table,
        "\
3 scrambles

moves to each stage, the shortest of the bottom colours

stage  colors  min  max  mean  se  sd  p10  p50  p90  p99  mode  share  n
cross  W  5  7  6.0000  0.5774  1.0000  5  6  7  7  5  33.33 %  3
cross  Y  6  7  6.3333  0.3333  0.5774  6  6  7  7  6  66.67 %  3
cross  WY  5  6  5.6667  0.3333  0.5774  5  6  6  6  6  66.67 %  3

mean beside the exact one, over all states, and how far it is off: in moves and in standard errors

stage  colors  mean  exact mean  exact sd  off  se  z
cross  W  6.0000  5.8121  0.8262  0.1879  0.4770  0.3940
cross  Y  6.3333  5.8121  0.8262  0.5213  0.4770  1.0928
cross  WY  5.6667  5.3872  0.7844  0.2795  0.4529  0.6171
"
    );
    let single = squeezed(&stats_of("id,xcross_z2\n\"a,b\",5\n", &[]).good());
    assert!(single.starts_with("1 scramble\n"), "{single}");
    assert!(single.ends_with("\nxcross  W  5  5  5.0000  -  -  5  5  5  5  5  100.00 %  1\n"), "{single}");
}

#[test]
fn markdown_and_csv() {
    let input = "id,cross_z2,xcross_z2\r\na,5,7\r\nb,5,8\r\n";
    assert_eq!(
        stats_of(input, &["-f", "markdown"]).good(),
        "\
2 scrambles

### Moves to each stage, the shortest of the bottom colours

| stage | colors | min | max | mean | se | sd | p10 | p50 | p90 | p99 | mode | share | n |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| cross | W | 5 | 5 | 5.0000 | 0.0000 | 0.0000 | 5 | 5 | 5 | 5 | 5 | 100.00 % | 2 |
| xcross | W | 7 | 8 | 7.5000 | 0.5000 | 0.7071 | 7 | 7 | 8 | 8 | 7 | 50.00 % | 2 |

### Mean beside the exact one, over all states, and how far it is off: in moves and in standard errors

| stage | colors | mean | exact mean | exact sd | off | se | z |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
| cross | W | 5.0000 | 5.8121 | 0.8262 | -0.8121 | 0.5842 | -1.3899 |

### Moves from a stage to the next

| stage | after | colors | mean | se | sd |
| --- | --- | --- | ---: | ---: | ---: |
| xcross | cross | W | 2.5000 | 0.5000 | 0.7071 |
"
    );
    let csv = stats_of(input, &["-f", "csv"]).good();
    assert!(
        csv.starts_with("part,goal,stage,after,colors,moves,measure,value,text\nsummary,,cross,,W,,min,5,\n"),
        "{csv}"
    );
    assert!(csv.contains("\nincrements,,xcross,cross,W,,mean,2.5,\n"), "{csv}");
    let counts = "\nhistogram,,cross,,W,5,scrambles,2,\nhistogram,,xcross,,W,7,scrambles,1,\n\
                  histogram,,xcross,,W,8,scrambles,1,\nprovenance,,,,,,files.1.stream,,-\n\
                  provenance,,,,,,program,,cubiform 0.1.0\n";
    assert!(csv.ends_with(counts), "{csv}");
}

#[test]
fn several_files_are_one_sample() {
    let text = fs::read_to_string(ANALYSIS).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let some = |rows: &[&str]| [&lines[..1], rows].concat().join("\n");
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("stats-first-half.csv");
    fs::write(&path, some(&lines[1..12])).unwrap();
    let mut both = parsed(stats_of(some(&lines[12..]), &[path.to_str().unwrap(), "-f", "json"]));
    let mut whole = parsed(stats(&[ANALYSIS, "-f", "json"]));
    let files = both["provenance"]["files"].as_array().unwrap().clone();
    assert_eq!((files.len(), &files[0]["stream"]), (2, &json!("-")));
    for told in [&mut both, &mut whole] {
        told.as_object_mut().unwrap().remove("provenance");
    }
    assert_eq!(both, whole);
}

#[test]
fn two_samples_are_compared() {
    let said = stats(&[ANALYSIS, "--against", GOLD]).bad(1);
    assert!(said.contains("have 10 scrambles in common"), "{said}");
    let other = format!("{}/stats-other-ids.csv", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&other, fs::read_to_string(GOLD).unwrap().replace("\n", "\nx").trim_end_matches('x')).unwrap();
    let told = parsed(stats(&[ANALYSIS, "--against", &other, "-f", "json"]));
    assert_eq!((&told["scrambles"], &told["against"]), (&json!(20), &json!(10)));
    assert_eq!(told["comparison"].as_array().unwrap().len(), 5 * 13);
    let keys = [("stage", "cross"), ("colors", "W")];
    let found = row(&told, "comparison", &keys);
    close(&found["mean"], 5.65);
    close(&found["against"], 5.6);
    close(&found["difference"], 0.05);
    let error = |file: &str| {
        let told = parsed(stats(&[file, "-f", "json"]));
        row(&told, "summary", &keys)["se"].as_f64().unwrap()
    };
    close(&found["se"], error(ANALYSIS).hypot(error(GOLD)));
    let table = stats(&[ANALYSIS, "--against", &other]).good();
    assert!(table.starts_with("20 scrambles, against 10\n"), "{table}");
    let said = stats_of("id,f2l_pair_z0\na,5\n", &["--against", ANALYSIS]).bad(1);
    assert!(said.contains("no stage in common"), "{said}");
}

#[test]
fn a_sample_is_held_against_all_states_where_these_are_known() {
    let told = parsed(stats(&[ANALYSIS, "-f", "json"]));
    assert_eq!(told["exact"].as_array().unwrap().len(), 13);
    let axis = row(&told, "exact", &[("stage", "cross"), ("colors", "WY")]);
    let exact: Value =
        serde_json::from_str(&run(&["distribution", "cross", "--colors", "WY", "-f", "json"]).good())
            .unwrap();
    close(&axis["exact_mean"], exact["mean"].as_f64().unwrap());
    close(&axis["exact_sd"], exact["standard_deviation"].as_f64().unwrap());
    let [mean, exact_mean, off, se, z] =
        ["mean", "exact_mean", "off", "se", "z"].map(|measure| axis[measure].as_f64().unwrap());
    close(&axis["off"], mean - exact_mean);
    close(&axis["se"], axis["exact_sd"].as_f64().unwrap() / 20f64.sqrt());
    assert!((z - off / se).abs() < 1e-9);
    let said = stats_of("id,pseudo_cross_z2,xcross_z2\na,5,7\n", &["-f", "json"]);
    let rows = parsed(said)["exact"].as_array().unwrap().clone();
    assert_eq!((rows.len(), &rows[0]["stage"]), (1, &json!("pseudo_cross")));
    assert!(!stats_of("id,xcross_z2\na,5\n", &[]).good().contains("exact"));
}

#[test]
fn goals_are_put_side_by_side() {
    let file = |name: &str, text: &str| {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("stats-beside-{name}.csv"));
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let std = "id,cross_z2,xcross_z2\na,6,7\nb,5,8\nc,4,6\n";
    let pseudo = file("pseudo", "id,pseudo_cross_z2\na,5\nb,4\nc,4\n");
    let eo = file("eo", "id,eo_xcross_z2\nx,9\ny,10\n");
    let told = parsed(stats_of(std, &["--beside", &pseudo, "--beside", &eo, "-f", "json"]));
    let beside = &told["beside"];
    assert_eq!(beside.as_array().unwrap().len(), 2);
    let cross = row(&told, "beside", &[("stage", "cross"), ("colors", "W")]);
    close(&cross["std"], 5.0);
    close(&cross["pseudo"], 13.0 / 3.0);
    // -1, -1, 0 within the scrambles: variance 1/3.
    close(&cross["pseudo_more"], -2.0 / 3.0);
    close(&cross["pseudo_more_se"], 1.0 / 3.0);
    assert_eq!(cross["eo"], Value::Null);
    // Of other scrambles: variances 1 and 1/2.
    let xcross = row(&told, "beside", &[("stage", "xcross"), ("colors", "W")]);
    close(&xcross["eo_more"], 2.5);
    close(&xcross["eo_more_se"], (1.0f64 / 3.0 + 0.25).sqrt());
    let csv = stats_of(std, &["--beside", &pseudo, "--beside", &eo, "-f", "csv"]).good();
    for row in [
        "beside,std,cross,,W,,mean,5.0,",
        "beside,pseudo,cross,,W,,mean,4.33",
        "beside,eo,xcross,,W,,more,2.5,",
    ] {
        assert!(csv.contains(&format!("\n{row}")), "{row}\n{csv}");
    }
    let table = stats_of(std, &["--beside", &pseudo, "--beside", &eo]).good();
    assert!(table.contains("within each scramble, but for eo, which is of other scrambles\n"), "{table}");

    let said = stats_of(std, &["--beside", ANALYSIS]).bad(1);
    assert!(said.contains("there is another analysis of std\n  compare two samples"), "{said}");
    let other = file("f2l", "id,pseudo_xxcross_z2\na,9\n");
    let said = stats_of(std, &["--beside", &other]).bad(1);
    assert!(said.contains("it has no stage that matches one of the first"), "{said}");
}

#[test]
fn samples_with_scrambles_in_common_are_not_compared() {
    let text = fs::read_to_string(ANALYSIS).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let some: Vec<&str> = [0, 3, 4, 5].map(|i| lines[i]).into();
    let said = stats_of(some.join("\n"), &["--against", ANALYSIS]).bad(1);
    assert!(said.contains("have 3 scrambles in common, with the same ids and lengths"), "{said}");
    // Numbers of lines may be the same without the scrambles being so.
    let others = some.join("\n").replace(",6,", ",5,");
    assert_ne!(others, some.join("\n"));
    stats_of(others, &["--against", ANALYSIS]).good();
}

#[test]
fn lengths_that_cannot_be_are_refused() {
    for (input, message) in [
        ("id,cross_z0\n1,255\n", "<stdin>:2: cross_z0 is 255, but no cube needs more than 8 moves for it"),
        ("id,f2l_z0\n1,20\n2,21\n", "<stdin>:3: f2l_z0 is 21, but no cube needs more than 20 moves for it"),
        (
            "id,cross_z0,cross_z2,xcross_z2\n1,5,6,7\n2,5,6,5\n",
            "<stdin>:3: xcross_z2 is 5, less than cross_z2, which is 6: the later stage contains the earlier one",
        ),
    ] {
        let said = stats_of(input, &[]).bad(1);
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn endless_lines_are_refused() {
    let many = "1\n".repeat(2 << 20);
    for (input, line) in [
        ("a".repeat(3 << 20), 1),
        ("\0".repeat(3 << 20), 1),
        (format!("id,cross_z0\n1,5\n\"{many}"), 3),
        (format!("{{\"id\":\"{}", "a".repeat(3 << 20)), 1),
    ] {
        let said = stats_of(input, &[]).bad(1);
        let message =
            format!("error: <stdin>:{line}: the line is longer than a mebibyte; is this an analysis?\n");
        assert_eq!(said, message);
    }
}

#[test]
fn what_is_no_analysis_is_refused() {
    for (input, message) in [
        ("", "error: <stdin>: there is nothing in it"),
        ("id,cross_z0\n", "error: <stdin>: there are no scrambles, only a header"),
        ("id,scramble\n1,R U\n", "error: <stdin>:1: column 2: 'scramble' is no stage with a bottom colour"),
        (
            "{\"id\":1}\n",
            "error: <stdin>:1:7: this is no analysis in JSON lines: invalid type: integer `1`, expected a string",
        ),
        ("id,cross_z0\na,5\n\nb,x\n", "error: <stdin>:4: column 2 (cross_z0): 'x' is no number of moves"),
        ("id,cross_z0\na,5\nb\n", "error: <stdin>:3: the row has 1 columns, the header 2"),
        (
            "id,cross_z0\r\na,5\r\n\r\nb,x\r\n",
            "error: <stdin>:4: column 2 (cross_z0): 'x' is no number of moves",
        ),
        ("\u{feff}id,cross_z0\n\"a\nb\",5\n\"c\nd\",x", "error: <stdin>:4: column 2 (cross_z0): 'x' is no"),
        ("id,cross_z0\na,5,6\n", "error: <stdin>:2: the row has 3 columns, the header 2"),
    ] {
        let said = stats_of(input, &[]).bad(1);
        assert!(said.starts_with(message), "{said}");
    }
    let said = stats_of("id,cross_z0\na,5\n", &[ANALYSIS]).bad(1);
    assert!(said.contains("analysis-20.csv:1: its columns are others than those of <stdin>"), "{said}");
    let said = stats(&["no-such-file.csv"]).bad(1);
    assert!(said.starts_with("error: cannot read no-such-file.csv: "), "{said}");
    assert!(stats(&[env!("CARGO_MANIFEST_DIR")]).bad(1).contains("it is a folder without a manifest"));
    assert!(
        stats(&["-", "--against", "-"]).bad(2).starts_with("error: standard input, -, can be read only once")
    );
    assert!(stats(&[]).bad(2).contains("<FILE>"));
}
