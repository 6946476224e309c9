//! Output for statistics: Parquet, folders of parts, runs that are stopped and resumed, shards of an input.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Stdio};

use crate::common::folders::{
    CROSS, cross, manifest, rows, stats, temp_path, wait_for_open_part, wait_for_parts,
};
use crate::common::wait::wait_until;
use crate::common::{RunOutput, TABLES, analyze, analyze_input, build_tables, names, run};
use serde_json::Value;

/// Returns the statistics without the provenance, which depends on the files.
fn without_provenance(said: RunOutput) -> Value {
    let mut told: Value = serde_json::from_str(&said.success()).unwrap();
    assert!(told.as_object_mut().unwrap().remove("provenance").is_some());
    told
}

#[test]
fn all_formats_give_the_same_statistics() {
    let (_folder, csv) = temp_path("a.csv");
    let (jsonl, parquet, parts) =
        (csv.replace("csv", "jsonl"), csv.replace("csv", "parquet"), csv.replace("a.csv", "a/"));
    for (format, path, more) in [
        ("csv", &csv, &[][..]),
        ("jsonl", &jsonl, &[]),
        ("parquet", &parquet, &[]),
        ("parquet", &parts, &["--part-rows", "30"]),
    ] {
        let arguments = ["-s", "..xcross", "--random", "100", "-f", format, "-o", path];
        analyze(&[&arguments[..], more].concat()).success();
    }
    let said = without_provenance(stats(&[&csv]));
    assert_eq!(said["scrambles"], 100);
    for path in [&jsonl, &parquet, &parts] {
        assert_eq!(without_provenance(stats(&[path])), said, "{path}");
    }
    assert_eq!(without_provenance(stats(&[&csv, &parts])), without_provenance(stats(&[&parquet, &jsonl])));
}

#[test]
fn manifest_has_the_settings_of_every_input() {
    let (_folder, path) = temp_path("out/");
    let arguments = [&CROSS[..], &["-f", "csv", "-o", &path, "-i", "-", "-i"]].concat();
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/WCA_export.tsv.zip");
    analyze_input(&[&arguments[..], &[fixture, "--events", "333"]].concat(), "R U\n").failure(1);
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/WCA_export_scrambles.tsv");
    let said = analyze_input(&[&arguments[..], &[fixture]].concat(), fs::read(table).unwrap());
    assert_eq!(said.code, Some(0), "{said:?}");
    let run = &manifest(&path)["run"];
    assert_eq!(run["input"][0], serde_json::json!({"stream": "-"}));
    let file = &run["input"][1]["file"];
    assert_eq!((&file["name"], &file["bytes"]), (&"WCA_export.tsv.zip".into(), &943.into()));
    assert!(run["credit"].as_str().unwrap().contains("World Cube Association"), "{run}");
}

#[test]
fn report_has_the_attribution_and_the_scrambles() {
    let export = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/WCA_export.tsv.zip");
    let (_folder, parquet) = temp_path("a.parquet");
    let parts = parquet.replace("a.parquet", "parts/");
    for (format, path) in [("parquet", &parquet), ("jsonl", &parts)] {
        analyze(&[&CROSS[..], &["-i", export, "-f", format, "-o", path]].concat());
        let report = format!("{}-report", path.trim_end_matches('/'));
        run(&["report", &report, path]).success();
        let page = fs::read_to_string(Path::new(&report).join("index.html")).unwrap();
        assert!(page.contains("maintained by the World Cube Association"), "{format}");
        assert!(page.contains("R U F2 L&#39; B D2") || page.contains("R U F2 L' B D2"), "{format}");
    }
}

#[test]
fn damaged_parquet_is_refused() {
    let (_folder, path) = temp_path("a.parquet");
    cross(&["--random", "300", "-f", "parquet", "-o", &path]).success();
    let whole = fs::read(&path).unwrap();
    for cut in [3, 4, 100, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..cut]).unwrap();
        assert!(stats(&[&path]).failure(1).starts_with("error: "), "{cut}");
    }
    // The tests of the reader flip every bit of a file.
    fs::write(&path, &whole).unwrap();
    let good = without_provenance(stats(&[&path]));
    for place in (4..whole.len()).step_by(whole.len() / 80) {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (place % 8);
        fs::write(&path, &bytes).unwrap();
        let said = stats(&[&path]);
        match said.code {
            Some(0) => assert_eq!(without_provenance(said), good, "byte {place}"),
            _ => assert!(said.failure(1).starts_with("error: "), "byte {place}"),
        }
    }
    let said = run(&["stats", "-"]);
    assert!(said.failure(1).contains("the input is empty"));
}

#[test]
fn invalid_json_lines_are_refused() {
    let (_folder, path) = temp_path("a.jsonl");
    let row = r#"{"id":"1","stages":{"cross":{"white":6}}}"#;
    for (text, message) in [
        ("{\"id\":1}\n", ":1:7: not a JSON Lines analysis: "),
        ("{\"id\":\"1\",\"stages\":{\"cross\":{\"pink\":6}}}\n", ":1: 'pink' is not a bottom colour"),
        ("{\"id\":\"1\",\"stages\":{}}\n", ":1: no stage found"),
        ("{\"id\":\"1\",\"stages\":{\"cross\":{}}}\n", ":1: the stage 'cross' has no bottom colour"),
        (&row.replace("\"white\":6", "\"white\":6,\"white\":5"), ":1: duplicate colour 'white'"),
        (&row.replace('6', "9"), ":1: cross_z2 is 9, but no cube needs more than 8 moves"),
        (&format!("{row}\n\n{}", row.replace("white", "red")), ":3: its stages or colours differ"),
        (&format!("{row}\n{}", &row[..20]), ":2:20: not a JSON Lines analysis: "),
        (&row.replace('6', "600"), "invalid value: integer `600`"),
    ] {
        fs::write(&path, text).unwrap();
        let said = stats(&[&path]).failure(1);
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn parts_together_equal_the_single_file_and_are_listed() {
    let (_folder, path) = temp_path("out/");
    let whole = cross(&["--random", "25", "-f", "csv"]).success();
    cross(&["--random", "25", "-f", "csv", "-o", &path, "--part-rows", "10"]).success();
    assert_eq!(rows(&path), whole.lines().skip(1).collect::<Vec<_>>());
    let said = manifest(&path);
    assert_eq!((&said["complete"], &said["rows"]), (&Value::from(true), &Value::from(25)));
    assert_eq!(said["run"]["goal"], "std");
    assert_eq!(said["run"]["stages"], serde_json::json!(["cross"]));
    assert_eq!(said["run"]["colors"], "YW");
    assert_eq!(said["run"]["input"], serde_json::json!([{"random": {"count": 25, "seed": 1}}]));
    let listed: Vec<_> =
        said["parts"].as_array().unwrap().iter().map(|p| (p["rows"].as_u64(), p["last"].as_str())).collect();
    assert_eq!(
        listed,
        [(Some(10), Some("random-1-10")), (Some(10), Some("random-1-20")), (Some(5), Some("random-1-25"))]
    );
    // A complete run resumes only with new scrambles.
    cross(&["--random", "25", "-f", "csv", "-o", &path, "--resume"]).resumed();
    assert_eq!(manifest(&path), said);
    cross(&["--random", "28", "-f", "csv", "-o", &path, "--resume"]).resumed();
    assert_eq!(rows(&path).len(), 28);
    assert_eq!(manifest(&path)["rows"], 28);
}

/// Starts a run that reads from a pipe.
fn begin(path: &str, rows_a_part: &str) -> Child {
    build_tables();
    crate::common::program()
        .args([
            "analyze", "--tables", TABLES, "-f", "csv", "--resume", "-o", path, "--part-rows", rows_a_part,
        ])
        .args(CROSS)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

const SCRAMBLES: [&str; 12] = [
    "R U F", "L D2 B'", "Rw U", "Q", "F2 D", "M2 U", "R L", "U", "B' R2 F", "D2 U2 L", "F R' U B2", "L2 F' D",
];

/// Runs with standard input and then `b.txt` as input, changes that file before it is read, and returns standard error.
fn run_while_input_changes(folder: &Path, output: &str, change: impl FnOnce(&Path)) -> String {
    build_tables();
    let input = folder.join("b.txt");
    fs::write(&input, "R U F\n".repeat(2000)).unwrap();
    let mut child = crate::common::program()
        .args(["analyze", "--tables", TABLES, "-f", "csv", "-o", output, "-i", "-", "-i"])
        .arg(&input)
        .args(CROSS)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = child.stdin.take().unwrap();
    // Without a first line, the run does not begin.
    writeln!(first, "L2 D").unwrap();
    wait_until("the run has begun", || match output.ends_with('/') {
        true => Path::new(output).join("_manifest.json").exists(),
        false => names(folder).len() > 1,
    });
    change(&input);
    drop(first);
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(1), "{said}");
    said
}

#[test]
fn input_that_changes_during_a_run_is_an_error_and_the_run_can_be_resumed() {
    let line = "R U F\n";
    for (bytes, rows_kept, wanted) in [
        (line.repeat(2000)[..9003].to_string(), 1501, "now ends after 9003"),
        (line.repeat(2001), 2001, "has grown since"),
        // Only the hash shows this change.
        ("F U R\n".repeat(2000), 2001, "has other contents now"),
    ] {
        let (folder, path) = temp_path("out/");
        let said = run_while_input_changes(folder.path(), &path, |input| fs::write(input, &bytes).unwrap());
        let begin = format!(
            "error: cannot read {}: it had 12000 bytes when the run",
            folder.path().join("b.txt").display()
        );
        assert!(said.contains(&begin) && said.contains(wanted), "{said}");
        assert!(said.contains(&format!("kept {rows_kept} rows in ")), "{said}");
        assert_eq!((&manifest(&path)["complete"], rows(&path).len()), (&Value::Bool(false), rows_kept));
        // The rest follows once the input is complete: as it is now.
        let input = folder.path().join("b.txt").display().to_string();
        let arguments = ["-f", "csv", "-o", &path, "--resume", "-i", "-", "-i", &input];
        analyze_input(&[&CROSS[..], &arguments].concat(), "L2 D\n").resumed();
        let all = bytes.lines().count() + 1;
        assert_eq!((&manifest(&path)["complete"], rows(&path).len()), (&Value::Bool(true), all));
        // A single file does not appear.
        let (folder, path) = temp_path("out.csv");
        if wanted != "has other contents now" {
            let change = |input: &Path| fs::write(input, &bytes).unwrap();
            assert!(run_while_input_changes(folder.path(), &path, change).contains(wanted));
            assert_eq!(names(folder.path()), ["b.txt"]);
        }
    }
}

#[test]
fn killed_run_resumes_without_lost_or_repeated_rows() {
    let (_folder, path) = temp_path("out/");
    let text = SCRAMBLES.map(|s| if s == "Q" { "R' D" } else { s }).join("\n");
    let whole = analyze_input(&[&CROSS[..], &["-f", "csv"]].concat(), text.clone()).success();
    for (lines, parts) in [(5, 2), (11, 5)] {
        let mut child = begin(&path, "2");
        let mut input = child.stdin.take().unwrap();
        for line in text.lines().take(lines) {
            writeln!(input, "{line}").unwrap();
        }
        input.flush().unwrap();
        wait_for_parts(&path, parts);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(manifest(&path)["complete"], false);
        let said = stats(&[&path]);
        assert_eq!(said.code, Some(0));
        assert!(said.err.contains("unfinished run with"), "{said:?}");
    }
    // A part that is not in the manifest yet, and temporary files.
    fs::write(Path::new(&path).join("part-00005.csv"), "id\n").unwrap();
    for name in [".cubiform-abcdef.tmp", ".cubiform-out-abcdef.tmp"] {
        fs::write(Path::new(&path).join(name), "id\n").unwrap();
    }
    // The folder of a report whose process was killed.
    fs::create_dir(Path::new(&path).join(".cubiform-out-ghijkl.tmp")).unwrap();
    fs::write(Path::new(&path).join(".cubiform-out-ghijkl.tmp/index.html"), "x").unwrap();
    let arguments = [&CROSS[..], &["-f", "csv", "--resume", "-o", &path, "--part-rows", "2"]].concat();
    analyze_input(&arguments, text).resumed();
    assert_eq!(rows(&path), whole.lines().skip(1).collect::<Vec<_>>());
    assert_eq!(manifest(&path)["complete"], true);
    let left = names(path.as_ref());
    assert!(left.iter().all(|name| !name.ends_with(".tmp") || !cfg!(unix)), "{left:?}");
}

#[test]
fn failed_run_keeps_its_rows_and_resumes_after_a_correction() {
    let (folder, path) = temp_path("out/");
    let input = folder.path().join("scrambles.txt");
    fs::write(&input, SCRAMBLES.join("\n")).unwrap();
    let arguments = ["-i", input.to_str().unwrap(), "-f", "csv", "-o", &path, "--resume"];
    let said = cross(&arguments).failure(1);
    assert!(said.contains("scrambles.txt:4:1: 'Q'"), "{said}");
    assert!(said.contains("kept 3 rows in "), "{said}");
    fs::write(&input, SCRAMBLES.join("\n").replace('Q', "R2")).unwrap();
    cross(&arguments).resumed();
    assert_eq!(rows(&path).len(), 12);
    // Both runs skip the same lines.
    let (_folder, path) = temp_path("out/");
    fs::write(&input, SCRAMBLES.join("\n")).unwrap();
    let arguments = ["-i", input.to_str().unwrap(), "-f", "csv", "-o", &path, "--on-error", "skip"];
    cross(&arguments).failure(1);
    let whole = manifest(&path);
    let skipped = &whole["skipped"];
    let line = &skipped["lines"][0];
    assert_eq!((&skipped["count"], skipped["lines"].as_array().unwrap().len()), (&1.into(), 1));
    assert_eq!(
        (&line["row"], &line["id"], &line["place"]),
        (&4.into(), &"4".into(), &"scrambles.txt:4".into())
    );
    assert!(line["reason"].as_str().unwrap().starts_with("'Q'"), "{line}");
    // Each repetition has the result of the first run, whatever `--on-error` is.
    for more in [&["--resume"][..], &["--resume", "--on-error", "stop"]] {
        let said = cross(&[&arguments[..6], more].concat()).failure(1);
        let [first, last] = said.lines().collect::<Vec<_>>()[..] else { panic!("{said}") };
        assert!(first.starts_with("resuming after 12 scrambles in "), "{said}");
        assert!(last.starts_with("1 of 12 lines could not be read; see \"skipped\" in "), "{said}");
        assert_eq!(manifest(&path), whole);
    }
    assert_eq!(rows(&path).len(), 11);
}

#[test]
fn part_that_cannot_be_written_is_repeated_on_resume() {
    let (_folder, path) = temp_path("out/");
    let mut child = begin(&path, "2");
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "R\nU\nF").unwrap();
    wait_for_parts(&path, 1);
    // The name of the second part is taken before that part is complete.
    wait_for_open_part(&path);
    let in_the_way = Path::new(&path).join("part-00001.csv");
    fs::create_dir(&in_the_way).unwrap();
    writeln!(input, "L").unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("kept 2 rows in ") && said.contains("cannot write to "), "{said}");
    assert_eq!((&manifest(&path)["rows"], &manifest(&path)["position"]["items"]), (&2.into(), &2.into()));
    fs::remove_dir(&in_the_way).unwrap();
    let arguments = [&CROSS[..], &["-f", "csv", "--resume", "-o", &path]].concat();
    analyze_input(&arguments, "R\nU\nF\nL\n").resumed();
    assert_eq!(rows(&path).len(), 4);
}

#[cfg(unix)]
#[test]
fn interruption_keeps_the_rows() {
    let (_folder, path) = temp_path("out/");
    let mut child = begin(&path, "2");
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "R\nU\nF").unwrap();
    wait_for_parts(&path, 1);
    wait_for_open_part(&path);
    let second = cross(&["R", "-f", "csv", "--resume", "-o", &path]).failure(1);
    assert!(second.contains("another process is writing to "), "{second}");
    crate::common::send_signal(child.id(), libc::SIGINT);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(said.contains("continue with --resume") && said.ends_with("stopped\n"), "{said}");
    // Also the row of the open part.
    assert_eq!((rows(&path).len(), &manifest(&path)["rows"]), (3, &3.into()));
}

#[test]
fn resume_requires_the_same_settings() {
    let (folder, path) = temp_path("out/");
    let begun = ["--random", "5", "-f", "csv", "-o", &path];
    cross(&begun).success();
    let resumed = |arguments: &[&str]| analyze(&[arguments, &["-o", &path, "--resume"]].concat()).failure(1);
    for (arguments, message) in [
        (&["--random", "9", "-f", "csv", "-s", "xcross", "-c", "WY"][..], "with stages cross, not xcross"),
        (&["--random", "9", "-f", "csv", "-s", "cross", "-c", "W"], "with colours YW, not W"),
        (&["--random", "9", "-f", "jsonl", "-s", "cross", "-c", "WY"], "with --format csv, not jsonl"),
        (
            &["--random", "9", "-f", "csv", "-s", "cross", "-c", "WY", "--shard", "1/2"],
            "with --shard 1/1, not 1/2",
        ),
        (&["--random", "9", "-f", "csv", "-c", "WY", "--goal", "cross"], "with goal std, not cross"),
        (&["--random", "9", "--seed", "2", "-f", "csv", "-s", "cross", "-c", "WY"], "with --seed 1, not 2"),
        (
            &["--random", "9", "--where", "cross <= 6", "-f", "csv", "-s", "cross", "-c", "WY"],
            "it was started without --where",
        ),
        (&["--random", "3", "-f", "csv", "-s", "cross", "-c", "WY"], "it has 3 scrambles, but 5 were done"),
    ] {
        let said = resumed(arguments);
        assert!(said.contains(message), "{said}");
    }
    let said = cross(&begun).failure(1);
    assert!(said.contains("already contains a complete run (5 rows)"), "{said}");
    assert_eq!(manifest(&path)["complete"], true);

    let part = Path::new(&path).join("part-00000.csv");
    fs::write(&part, "id,cross_z0\n").unwrap();
    let said = stats(&[&path]).failure(1);
    assert!(said.contains("part-00000.csv is damaged: it has 12 bytes"), "{said}");
    assert!(said.contains("or repeat the command of the run with --resume"), "{said}");
    fs::write(Path::new(&path).join("_manifest.json"), "{\n\"run\": 5}").unwrap();
    let said = stats(&[&path]).failure(1);
    assert!(said.contains("_manifest.json:2:") && said.contains("not a manifest"), "{said}");

    let other = format!("{}/", folder.path().display());
    let said = cross(&["--random", "5", "-f", "csv", "-o", &other]).failure(1);
    assert!(said.contains("it has no manifest, but contains other files: out; name a new folder"), "{said}");
    assert!(stats(&[&other]).failure(1).contains("the folder has no _manifest.json"));
}

#[test]
fn shards_together_equal_the_whole_run() {
    let whole = cross(&["--random", "20", "-f", "csv"]).success();
    let mut all: Vec<String> = whole.lines().skip(1).map(str::to_string).collect();
    let mut shared = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let said = cross(&["--random", "20", "-f", "csv", "--shard", shard]).success();
        shared.extend(said.lines().skip(1).map(str::to_string));
    }
    all.sort();
    shared.sort();
    assert_eq!(shared, all);
    let said = cross(&["R", "--shard", "4/3"]).failure(2);
    assert!(said.contains("invalid shard 4/3; valid shards are 1/3 to 3/3"), "{said}");
}

#[test]
fn conflicting_arguments_are_refused() {
    let (_folder, path) = temp_path("out");
    for (arguments, message) in [
        (&["R", "--resume"][..], "--output"),
        (&["R", "--resume", "-f", "csv", "-o", &path], "name it with a final slash"),
        (&["R", "-o", &format!("{path}/")], "parts cannot contain the table format"),
        (&["R", "-n", "1", "-f", "parquet", "-o", &path], "--solutions cannot be written as Parquet"),
    ] {
        let said = cross(arguments).failure(2);
        assert!(said.contains(message), "{said}");
    }
    assert!(!Path::new(&path).exists());
}
