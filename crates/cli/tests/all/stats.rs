//! `cubiform stats`: the output in each format for a known analysis, and refused input.

use std::fs;
use std::path::PathBuf;

use parquet::file::reader::{FileReader as _, SerializedFileReader};

use crate::common::{RunOutput, analyze, cubiform, parquet_rows, run, squeezed};
use serde_json::{Value, json};

/// The CSV analysis of the twenty scrambles next to it.
const ANALYSIS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/analysis-20.csv");
const SCRAMBLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/wca-scrambles-20.csv");

/// Ten scrambles with values computed independently of cubiform.
const GOLD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../solvers/fixtures/gold-std.csv");

fn stats(arguments: &[&str]) -> RunOutput {
    run(&[&["stats"], arguments].concat())
}

fn stats_of(input: impl Into<Vec<u8>>, arguments: &[&str]) -> RunOutput {
    cubiform().args(["stats", "-"]).args(arguments).write_stdin(input).output().unwrap().into()
}

fn parsed(said: RunOutput) -> Value {
    serde_json::from_str(&said.success()).unwrap()
}

/// Writes a file with this text and returns its path.
fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("stats-beside-{name}.csv"));
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

/// Returns the row of a part that has these keys.
fn row<'a>(told: &'a Value, part: &str, keys: &[(&str, &str)]) -> &'a Value {
    let rows = told[part].as_array().unwrap();
    rows.iter().find(|row| keys.iter().all(|(key, value)| row[key] == *value)).unwrap()
}

fn close(value: &Value, known: f64) {
    assert!((value.as_f64().unwrap() - known).abs() < 1e-9, "{value} is not {known}");
}

#[test]
fn fixture_equals_the_output_of_analyze() {
    let first = |text: &str| {
        let line = |line: &str| line.split(',').take(13).collect::<Vec<_>>().join(",") + "\n";
        text.lines().map(line).collect::<String>()
    };
    let said = analyze(&["-i", SCRAMBLES, "-s", "..xcross", "-f", "csv"]).success();
    assert_eq!(first(&fs::read_to_string(ANALYSIS).unwrap()), said);
}

/// Means, deviations, ranks and gains equal those of Python's `statistics` module.
#[test]
fn json_has_all_measures() {
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
fn first_table_fits_a_screen() {
    let table = stats(&[ANALYSIS]).success();
    assert!(table.lines().count() <= 24, "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    let squeezed = squeezed(&table);
    assert!(
        squeezed.starts_with(
            "20 scrambles: minimum number of moves to each stage\n\n\
             stage  colours  n  mean  sd  range  mode  exact mean\n\
             cross  white  20  5.65  0.81  4-7  6 (55 %)  5.81\n\
             white/yellow  20  5.25  0.85  3-6  6 (45 %)  5.39\n\
             any (CN)  20  4.60  0.75  3-6  5 (45 %)  4.81\n\
             xcross  white  20  7.15"
        ),
        "{squeezed}"
    );
    assert!(squeezed.contains("\nf2l  white  20  13.45  0.76  11-14  14 (55 %)\n"), "{squeezed}");
    assert!(
        table.ends_with(
            "\n\nmore: --details, --histogram STAGE, --sets all, --by COLUMN, --format csv|json\n"
        )
    );
    let pseudo = stats_of("id,pseudo_xxcross_x3\na,5\n", &[]).success();
    assert!(
        pseudo.starts_with("1 scramble: minimum number of moves to each stage (goal pseudo)\n"),
        "{pseudo}"
    );
    assert!(
        crate::common::squeezed(&pseudo).contains("\nxxcross  green  1  5.00  -  5  5 (100 %)\n"),
        "{pseudo}"
    );
}

#[test]
fn details_have_all_measures() {
    let details = |input: &str| squeezed(&stats_of(input, &["--details"]).success());
    assert_eq!(
        details("id,cross_z2,cross_z0\na,5,6\nb,7,6\nc,6,7\n"),
        "\
3 scrambles

minimum number of moves to each stage, by colour set (the best colour of the set counts)

stage  colours  min  max  mean  se  sd  p10  p50  p90  p99  mode  share  n
cross  W  5  7  6.0000  0.5774  1.0000  5  6  7  7  5  33.33 %  3
cross  Y  6  7  6.3333  0.3333  0.5774  6  6  7  7  6  66.67 %  3
cross  WY  5  6  5.6667  0.3333  0.5774  5  6  6  6  6  66.67 %  3

sample mean vs exact mean (over all states): difference in moves and in standard errors (z)

stage  colours  mean  exact mean  exact sd  off  se  z
cross  W  6.0000  5.8121  0.8262  0.1879  0.4770  0.3940
cross  Y  6.3333  5.8121  0.8262  0.5213  0.4770  1.0928
cross  WY  5.6667  5.3872  0.7844  0.2795  0.4529  0.6171
"
    );
    let single = details("id,xxcross_z2\n\"a,b\",5\n");
    assert!(single.starts_with("1 scramble\n"), "{single}");
    assert!(single.ends_with("\nxxcross  W  5  5  5.0000  -  -  5  5  5  5  5  100.00 %  1\n"), "{single}");
    // Stages have their display names.
    let all = stats(&[ANALYSIS, "--details"]).success();
    assert!(all.contains("\nf2l       xxxcross  W ") && !all.contains("xxxxcross"), "{all}");
}

#[test]
fn histograms_are_drawn() {
    let drawn = stats(&[ANALYSIS, "--histogram", "cross,F2L", "--sets", "W"]).success();
    assert_eq!(
        drawn,
        "\
20 scrambles: minimum number of moves to each stage

cross, white: 20 scrambles

moves  scrambles     share     exact
    4          2   10.00 %    5.16 %  ███████▋
    5          5   25.00 %   24.40 %  ███████████████████▏
    6         11   55.00 %   51.16 %  ██████████████████████████████████████████
    7          2   10.00 %   18.40 %  ███████▋
mean 5.65, sd 0.81

f2l, white: 20 scrambles

moves  scrambles     share
   11          1    5.00 %  ████▊
   12          0    0.00 %
   13          8   40.00 %  █████████████████████████████████████▉
   14         11   55.00 %  ████████████████████████████████████████████████████
mean 13.45, sd 0.76
"
    );
    let said = stats(&[ANALYSIS, "--histogram", "oll"]).failure(2);
    assert!(
        said.contains("the analysis has no stage 'oll' (its stages: cross, xcross, xxcross, xxxcross, f2l)"),
        "{said}"
    );
}

#[test]
fn sets_of_colours_are_chosen() {
    let told = parsed(stats(&[ANALYSIS, "--sets", "all", "-f", "json"]));
    assert_eq!(told["summary"].as_array().unwrap().len(), 5 * 63);
    // Every set of the cross; of the xcross all but those of five colours.
    assert_eq!(told["exact"].as_array().unwrap().len(), 63 + 57);
    assert_eq!(told["increments"].as_array().unwrap().len(), 4 * 63);
    // White and green, computed by a loop over the file.
    let text = fs::read_to_string(ANALYSIS).unwrap();
    let rows = text.lines().skip(1).map(|line| {
        let cells: Vec<u32> = line.split(',').skip(1).map(|cell| cell.parse().unwrap()).collect();
        cells[1].min(cells[4])
    });
    let mean = f64::from(rows.sum::<u32>()) / 20.0;
    close(&row(&told, "summary", &[("stage", "cross"), ("colors", "GW")])["mean"], mean);
    close(&row(&told, "exact", &[("stage", "cross"), ("colors", "GW")])["exact_mean"], 5.408_159_029_374_85);

    let table = squeezed(&stats(&[ANALYSIS, "--sets", "wg, GRW,CN"]).success());
    assert!(table.contains("\ncross  white/green  20  "), "{table}");
    assert!(table.contains("\nwhite/red/green  20  "), "{table}");
    assert_eq!(table.matches("any (CN)").count(), 5);
    let said = stats(&[ANALYSIS, "--sets", "WX"]).failure(2);
    assert!(said.contains("'WX' is not a colour"), "{said}");
    let beside = parsed(stats_of(
        "id,cross_z2,cross_x3\na,6,5\nb,5,6\n",
        &[
            "--beside",
            &file("sets", "id,pseudo_cross_z2,pseudo_cross_x3\na,5,5\nb,5,4\n"),
            "--sets",
            "WG",
            "-f",
            "json",
        ],
    ));
    close(&row(&beside, "beside", &[("colors", "GW")])["pseudo_more"], -0.5);
}

/// An analysis in CSV with carried columns.
const CARRIED: &str = "\
id,event,date,time_ms,cross_z2,cross_z0
a,333,2019-05-06,12340,5,6
b,333oh,2020-01-01,,7,6
c,333,2020-01-02 12:00:00,9000,6,7
d,333,,9000,6,5
";

#[test]
fn rows_are_grouped_by_columns() {
    let grouped = |by: &str, format: &str| stats_of(CARRIED, &["--by", by, "-f", format]);
    let told = parsed(grouped("event", "json"));
    assert_eq!(told["scrambles"], 4);
    assert_eq!(told["groups"], json!([{"group": "333", "scrambles": 3}, {"group": "333oh", "scrambles": 1}]));
    close(&row(&told, "summary", &[("group", "333"), ("colors", "W")])["mean"], 17.0 / 3.0);
    close(&row(&told, "summary", &[("group", "333oh"), ("colors", "WY")])["mean"], 6.0);
    let years = parsed(grouped("year", "json"));
    let names: Vec<&str> =
        years["groups"].as_array().unwrap().iter().map(|row| row["group"].as_str().unwrap()).collect();
    assert_eq!(names, ["2019", "2020", "(none)"]);
    let csv = grouped("event,year", "csv").success();
    assert!(csv.starts_with("part,group,goal,stage,after,colors,moves,measure,value,text\n"), "{csv}");
    assert!(csv.contains("\ngroups,\"333, 2020\",,,,,,scrambles,1,\n"), "{csv}");
    assert!(csv.contains("\nsummary,\"333, 2020\",,cross,,W,,mean,6.0,\n"), "{csv}");

    let table = squeezed(&grouped("event", "table").success());
    assert!(
        table.starts_with(
            "4 scrambles: minimum number of moves to each stage\n\n\
             white: mean ± standard error\n\n\
             event  n  cross\n\
             333  3  5.67 ± 0.33\n\
             333oh  1  7.00\n"
        ),
        "{table}"
    );
    assert!(table.contains("\nevent 333oh: 1 scramble\n\nstage  colours"), "{table}");
    let markdown = grouped("event", "markdown").success();
    assert!(markdown.contains("\n## 333oh\n"), "{markdown}");
    let lines = grouped("event", "jsonl").success();
    assert!(
        lines.starts_with(
            "{\"part\":\"counts\",\"scrambles\":4}\n{\"part\":\"groups\",\"group\":\"333\",\"scrambles\":3}\n"
        ),
        "{lines}"
    );
    assert!(lines.lines().all(|line| serde_json::from_str::<Value>(line).unwrap()["part"].is_string()));
}

#[test]
fn missing_group_columns_are_refused() {
    for (by, message) in [
        ("round", "<stdin>:1: --by: no column 'round'; available columns: 'event', 'date', 'time_ms'"),
        (",", "no column given"),
    ] {
        let said = stats_of(CARRIED, &["--by", by]);
        assert!(said.err.contains(message), "{said:?}");
    }
    let said = stats_of("id,cross_z2\na,5\n", &["--by", "event"]).failure(1);
    assert!(said.contains("no column 'event'; the file has only ids and lengths"), "{said}");
    let said = stats_of("id,date,cross_z2\na,6.5.2019,5\n", &["--by", "year"]).failure(1);
    assert!(said.contains("<stdin>:2: --by year: the date '6.5.2019' does not start with a year"), "{said}");
    let said = stats_of(r#"{"id":"a","stages":{"cross":{"white":5}}}"#, &["--by", "event"]).failure(1);
    assert_eq!(said, "error: --by event: no row has a value\n");
    let rows: String = (0..1001).map(|i| format!("{i},t{i},5\n")).collect();
    let said = stats_of(format!("id,time,cross_z2\n{rows}"), &["--by", "time"]).failure(1);
    assert!(said.contains("more than 1000 groups"), "{said}");
}

#[test]
fn groups_are_read_from_members_of_json_lines() {
    let lines = "{\"id\":\"a\",\"event\":\"333\",\"time_ms\":9000,\"scramble\":\"R\",\"stages\":{\"cross\":{\"white\":5}},\"best\":{}}\n\
                 {\"id\":\"b\",\"scramble\":\"U\",\"stages\":{\"cross\":{\"white\":7}},\"nodes\":3}\n";
    let told = parsed(stats_of(lines, &["--by", "event", "-f", "json"]));
    assert_eq!(
        told["groups"],
        json!([{"group": "333", "scrambles": 1}, {"group": "(none)", "scrambles": 1}])
    );
    let told = parsed(stats_of(lines, &["--by", "time_ms", "-f", "json"]));
    assert_eq!(told["groups"][0]["group"], "9000");
}

#[test]
fn columns_named_by_color_and_f2l_are_equivalent() {
    let by_rotation = parsed(stats_of("id,cross_z2,xxxxcross_x3\na,5,13\n", &["-f", "json"]));
    let by_color = parsed(stats_of("id,cross_white,f2l_green\na,5,13\n", &["-f", "json"]));
    assert_eq!(by_rotation["summary"], by_color["summary"]);
    let said = stats_of("id,f2l_white\n1,21\n", &[]).failure(1);
    assert!(said.contains("f2l_white is 21, but no cube needs more than 20 moves"), "{said}");
}

#[test]
fn other_file_types_are_recognised() {
    for (input, message) in [
        ("id,row,goal,stage,color,moves\na,1,std,cross,white,5\n", "the long layout"),
        (
            "{\"id\":\"a\",\"row\":1,\"goal\":\"std\",\"stage\":\"cross\",\"color\":\"white\",\"moves\":5}\n",
            "the long layout",
        ),
        ("[\n{\"id\":\"a\"}\n]\n", "--format jsonl"),
    ] {
        let said = stats_of(input, &[]).failure(1);
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn markdown_and_csv_have_all_measures() {
    let input = "id,cross_z2,xcross_z2\r\na,5,7\r\nb,5,8\r\n";
    assert_eq!(
        stats_of(input, &["-f", "markdown"]).success(),
        "\
2 scrambles

### Minimum number of moves to each stage, by colour set (the best colour of the set counts)

| stage | colours | min | max | mean | se | sd | p10 | p50 | p90 | p99 | mode | share | n |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| cross | W | 5 | 5 | 5.0000 | 0.0000 | 0.0000 | 5 | 5 | 5 | 5 | 5 | 100.00 % | 2 |
| xcross | W | 7 | 8 | 7.5000 | 0.5000 | 0.7071 | 7 | 7 | 8 | 8 | 7 | 50.00 % | 2 |

### Sample mean vs exact mean (over all states): difference in moves and in standard errors (z)

| stage | colours | mean | exact mean | exact sd | off | se | z |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
| cross | W | 5.0000 | 5.8121 | 0.8262 | -0.8121 | 0.5842 | -1.3899 |
| xcross | W | 7.5000 | 7.3549 | 0.7284 | 0.1451 | 0.5151 | 0.2817 |

### Additional moves from one stage to the next, within each scramble

| stage | after | colours | mean | se | sd |
| --- | --- | --- | ---: | ---: | ---: |
| xcross | cross | W | 2.5000 | 0.5000 | 0.7071 |
"
    );
    let csv = stats_of(input, &["-f", "csv"]).success();
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
fn several_files_form_one_sample() {
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
fn against_compares_two_samples() {
    let said = stats(&[ANALYSIS, "--against", GOLD]).failure(1);
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
    let table = stats(&[ANALYSIS, "--against", &other, "--details"]).success();
    assert!(table.starts_with("20 scrambles, compared with 10\n"), "{table}");
    let table = squeezed(&stats(&[ANALYSIS, "--against", &other]).success());
    let found = "\nstage  colours  mean  against  difference  se\ncross  W  5.650  5.600  0.050  ";
    assert!(table.contains(found), "{table}");
    let said = stats_of("id,f2l_pair_z0\na,5\n", &["--against", ANALYSIS]).failure(1);
    assert!(said.contains("share no stage with the same colours"), "{said}");
}

#[test]
fn sample_is_compared_with_known_exact_distributions() {
    let told = parsed(stats(&[ANALYSIS, "-f", "json"]));
    // Of the cross and of the xcross the six colours, three pairs, three sets of four and all.
    assert_eq!(told["exact"].as_array().unwrap().len(), 13 + 13);
    let any = row(&told, "exact", &[("stage", "xcross"), ("colors", "BGORWY")]);
    close(&any["exact_mean"], 6.536_237_496_188_181);
    let axis = row(&told, "exact", &[("stage", "cross"), ("colors", "WY")]);
    let exact: Value =
        serde_json::from_str(&run(&["distribution", "cross", "--colors", "WY", "-f", "json"]).success())
            .unwrap();
    close(&axis["exact_mean"], exact["mean"].as_f64().unwrap());
    close(&axis["exact_sd"], exact["standard_deviation"].as_f64().unwrap());
    let [mean, exact_mean, off, se, z] =
        ["mean", "exact_mean", "off", "se", "z"].map(|measure| axis[measure].as_f64().unwrap());
    close(&axis["off"], mean - exact_mean);
    close(&axis["se"], axis["exact_sd"].as_f64().unwrap() / 20f64.sqrt());
    assert!((z - off / se).abs() < 1e-9);
    let said = stats_of("id,pseudo_cross_z2,xxcross_z2\na,5,7\n", &["-f", "json"]);
    let rows = parsed(said)["exact"].as_array().unwrap().clone();
    assert_eq!((rows.len(), &rows[0]["stage"]), (1, &json!("pseudo_cross")));
    assert!(!stats_of("id,xxcross_z2\na,5\n", &["--details"]).success().contains("exact"));
    assert!(!stats_of("id,xxcross_z2\na,5\n", &[]).success().contains("exact"));
}

#[test]
fn parquet_has_the_number_of_scrambles_of_each_length() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lengths.parquet");
    let rows_of = |arguments: &[&str], input: &str| {
        let output = ["-f", "parquet", "-o", path.to_str().unwrap()];
        assert_eq!(stats_of(input, &[arguments, &output].concat()).success(), "");
        let reader = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
        let metadata = reader.metadata().file_metadata().key_value_metadata().unwrap().clone();
        (parquet_rows(&path), metadata)
    };
    let (rows, metadata) =
        rows_of(&["--sets", "W,WY"], "id,event,cross_z2,cross_z0\na,333,5,6\nb,333,7,6\nc,333oh,5,4\n");
    assert_eq!(
        rows,
        [
            "{stage: \"cross\", colors: \"W\", moves: 5, scrambles: 2}",
            "{stage: \"cross\", colors: \"W\", moves: 6, scrambles: 0}",
            "{stage: \"cross\", colors: \"W\", moves: 7, scrambles: 1}",
            "{stage: \"cross\", colors: \"WY\", moves: 4, scrambles: 1}",
            "{stage: \"cross\", colors: \"WY\", moves: 5, scrambles: 1}",
            "{stage: \"cross\", colors: \"WY\", moves: 6, scrambles: 1}",
        ]
    );
    assert!(metadata.iter().any(|entry| entry.key == "cubiform.program"), "{metadata:?}");
    let (rows, _) = rows_of(&["--sets", "W", "--by", "event"], "id,event,cross_z2\na,333,5\nb,333oh,6\n");
    assert_eq!(rows[1], "{group: \"333oh\", stage: \"cross\", colors: \"W\", moves: 6, scrambles: 1}");
    let said = stats(&[ANALYSIS, "--fair", "-f", "parquet"]).failure(2);
    assert!(said.starts_with("error: --fair cannot be written as Parquet"), "{said}");
}

#[test]
fn beside_compares_goals() {
    let std = "id,cross_z2,xcross_z2\na,6,7\nb,5,8\nc,4,6\n";
    let pseudo = file("pseudo", "id,pseudo_cross_z2\na,5\nb,4\nc,4\n");
    let eo = file("eo", "id,eo_xcross_z2\nx,9\ny,10\n");
    let told = parsed(stats_of(std, &["--beside", &pseudo, "--beside", &eo, "-f", "json"]));
    let beside = &told["beside"];
    assert_eq!(beside.as_array().unwrap().len(), 2);
    let cross = row(&told, "beside", &[("stage", "cross"), ("colors", "W")]);
    close(&cross["std"], 5.0);
    close(&cross["pseudo"], 13.0 / 3.0);
    // The differences within the scrambles are -1, -1, 0: variance 1/3.
    close(&cross["pseudo_more"], -2.0 / 3.0);
    close(&cross["pseudo_more_se"], 1.0 / 3.0);
    assert_eq!(cross["eo"], Value::Null);
    // Different scrambles: variances 1 and 1/2.
    let xcross = row(&told, "beside", &[("stage", "xcross"), ("colors", "W")]);
    close(&xcross["eo_more"], 2.5);
    close(&xcross["eo_more_se"], (1.0f64 / 3.0 + 0.25).sqrt());
    let csv = stats_of(std, &["--beside", &pseudo, "--beside", &eo, "-f", "csv"]).success();
    for row in [
        "beside,std,cross,,W,,mean,5.0,",
        "beside,pseudo,cross,,W,,mean,4.33",
        "beside,eo,xcross,,W,,more,2.5,",
    ] {
        assert!(csv.contains(&format!("\n{row}")), "{row}\n{csv}");
    }
    let table = stats_of(std, &["--beside", &pseudo, "--beside", &eo]).success();
    assert!(table.contains("within each scramble (except eo: different scrambles)\n"), "{table}");

    let said = stats_of(std, &["--beside", ANALYSIS]).failure(1);
    assert!(
        said.contains("another file already has goal std\n  use --against to compare two samples"),
        "{said}"
    );
    let other = file("f2l", "id,pseudo_xxcross_z2\na,9\n");
    let said = stats_of(std, &["--beside", &other]).failure(1);
    assert!(said.contains("no stage matches a stage of the first file"), "{said}");
}

#[test]
fn samples_with_common_scrambles_are_refused() {
    let text = fs::read_to_string(ANALYSIS).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let some: Vec<&str> = [0, 3, 4, 5].map(|i| lines[i]).into();
    let said = stats_of(some.join("\n"), &["--against", ANALYSIS]).failure(1);
    assert!(said.contains("have 3 scrambles in common, with the same ids and lengths"), "{said}");
    // Line numbers may be equal although the scrambles differ.
    let others = some.join("\n").replace(",6,", ",5,");
    assert_ne!(others, some.join("\n"));
    stats_of(others, &["--against", ANALYSIS]).success();
}

#[test]
fn impossible_lengths_are_refused() {
    for (input, message) in [
        ("id,cross_z0\n1,255\n", "<stdin>:2: cross_z0 is 255, but no cube needs more than 8 moves"),
        ("id,f2l_z0\n1,20\n2,21\n", "<stdin>:3: f2l_z0 is 21, but no cube needs more than 20 moves"),
        (
            "id,cross_z0,cross_z2,xcross_z2\n1,5,6,7\n2,5,6,5\n",
            "<stdin>:3: xcross_z2 is 5, less than cross_z2, which is 6: the later stage contains the earlier one",
        ),
    ] {
        let said = stats_of(input, &[]).failure(1);
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn overlong_lines_are_refused() {
    let many = "1\n".repeat(2 << 20);
    for (input, line) in [
        ("a".repeat(3 << 20), 1),
        ("\0".repeat(3 << 20), 1),
        (format!("id,cross_z0\n1,5\n\"{many}"), 3),
        (format!("{{\"id\":\"{}", "a".repeat(3 << 20)), 1),
    ] {
        let said = stats_of(input, &[]).failure(1);
        let message =
            format!("error: <stdin>:{line}: the line is longer than a mebibyte; is this an analysis?\n");
        assert_eq!(said, message);
    }
}

#[test]
fn input_that_is_not_an_analysis_is_refused() {
    for (input, message) in [
        ("", "error: <stdin>: the input is empty"),
        ("id,cross_z0\n", "error: <stdin>: no scrambles, only a header"),
        ("id,scramble\n1,R U\n", "error: <stdin>:1: no stage column, such as cross_z2"),
        (
            "{\"id\":1}\n",
            "error: <stdin>:1:7: not a JSON Lines analysis: invalid type: integer `1`, expected a string",
        ),
        ("id,cross_z0\na,5\n\nb,x\n", "error: <stdin>:4: column 2 (cross_z0): 'x' is not a number of moves"),
        ("id,cross_z0\na,5\nb\n", "error: <stdin>:3: the row has 1 columns but the header has 2"),
        (
            "id,cross_z0\r\na,5\r\n\r\nb,x\r\n",
            "error: <stdin>:4: column 2 (cross_z0): 'x' is not a number of moves",
        ),
        ("\u{feff}id,cross_z0\n\"a\nb\",5\n\"c\nd\",x", "error: <stdin>:4: column 2 (cross_z0): 'x' is not"),
        ("id,cross_z0\na,5,6\n", "error: <stdin>:2: the row has 3 columns but the header has 2"),
    ] {
        let said = stats_of(input, &[]).failure(1);
        assert!(said.starts_with(message), "{said}");
    }
    let said = stats_of("id,cross_z0\na,5\n", &[ANALYSIS]).failure(1);
    assert!(said.contains("analysis-20.csv:1: its stages or colours differ from those of <stdin>"), "{said}");
    let said = stats(&["no-such-file.csv"]).failure(1);
    assert!(said.starts_with("error: cannot read no-such-file.csv: "), "{said}");
    assert!(stats(&[env!("CARGO_MANIFEST_DIR")]).failure(1).contains("the folder has no _manifest.json"));
    assert!(
        stats(&["-", "--against", "-"])
            .failure(2)
            .starts_with("error: standard input (-) can be read only once")
    );
    assert!(stats(&[]).failure(2).contains("<FILE>"));
}
