//! Output for statistics: Parquet, folders of parts, runs that are stopped and gone on with, shares of an input.

mod common;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{Said, TABLES, analyze, analyze_input, build_tables, names, run};
use serde_json::Value;

const CROSS: [&str; 4] = ["-s", "cross", "-c", "WY"];

/// A folder for a test, and the path of a file or folder to be in it.
fn place(name: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = format!("{}/{name}", folder.path().display());
    (folder, path)
}

/// Analyzes these arguments' scrambles to the cross.
fn cross(arguments: &[&str]) -> Said {
    analyze(&[&CROSS, arguments].concat())
}

fn manifest(folder: &str) -> Value {
    serde_json::from_slice(&fs::read(Path::new(folder).join("_manifest.json")).unwrap()).unwrap()
}

/// The parts of a folder that end so.
fn parts(folder: &str, ending: &str) -> Vec<PathBuf> {
    let is_part = |name: &String| name.starts_with("part-") && name.ends_with(ending);
    names(folder.as_ref()).into_iter().filter(is_part).map(|name| Path::new(folder).join(name)).collect()
}

/// The rows of all parts in CSV.
fn rows(folder: &str) -> Vec<String> {
    let rows = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        text.lines().skip(1).map(str::to_string).collect::<Vec<_>>()
    };
    parts(folder, ".csv").iter().flat_map(rows).collect()
}

fn stats(paths: &[&str]) -> Said {
    run(&[&["stats", "--format", "json"], paths].concat())
}

#[test]
fn all_formats_tell_the_same() {
    let (_folder, csv) = place("a.csv");
    let (jsonl, parquet, parts) =
        (csv.replace("csv", "jsonl"), csv.replace("csv", "parquet"), csv.replace("a.csv", "a/"));
    for (format, path, more) in [
        ("csv", &csv, &[][..]),
        ("jsonl", &jsonl, &[]),
        ("parquet", &parquet, &[]),
        ("parquet", &parts, &["--part-rows", "30"]),
    ] {
        let arguments = ["-s", "..xcross", "--random", "100", "-f", format, "-o", path];
        analyze(&[&arguments[..], more].concat()).good();
    }
    let said = stats(&[&csv]).good();
    assert!(said.contains("\"scrambles\": 100") || said.contains("\"scrambles\":100"), "{said}");
    for path in [&jsonl, &parquet, &parts] {
        assert_eq!(stats(&[path]).good(), said, "{path}");
    }
    assert_eq!(stats(&[&csv, &parts]).good(), stats(&[&parquet, &jsonl]).good());
}

#[test]
fn what_was_asked_is_told_of_every_source() {
    let (_folder, path) = place("out/");
    let arguments = [&CROSS[..], &["-f", "csv", "-o", &path, "-i", "-", "-i"]].concat();
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/WCA_export.tsv.zip");
    analyze_input(&[&arguments[..], &[fixture, "--events", "333"]].concat(), "R U\n").bad(1);
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
fn a_report_tells_whose_the_scrambles_are_and_shows_them() {
    let export = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/WCA_export.tsv.zip");
    let (_folder, parquet) = place("a.parquet");
    let parts = parquet.replace("a.parquet", "parts/");
    for (format, path) in [("parquet", &parquet), ("jsonl", &parts)] {
        analyze(&[&CROSS[..], &["-i", export, "-f", format, "-o", path]].concat());
        let report = format!("{}-report", path.trim_end_matches('/'));
        run(&["report", &report, path]).good();
        let page = fs::read_to_string(Path::new(&report).join("index.html")).unwrap();
        assert!(page.contains("maintained by the World Cube Association"), "{format}");
        assert!(page.contains("R U F2 L&#39; B D2") || page.contains("R U F2 L' B D2"), "{format}");
    }
}

#[test]
fn damaged_parquet_is_refused() {
    let (_folder, path) = place("a.parquet");
    cross(&["--random", "300", "-f", "parquet", "-o", &path]).good();
    let whole = fs::read(&path).unwrap();
    for cut in [3, 4, 100, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..cut]).unwrap();
        assert!(stats(&[&path]).bad(1).starts_with("error: "), "{cut}");
    }
    for place in (4..whole.len()).step_by(whole.len() / 80) {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x55;
        fs::write(&path, &bytes).unwrap();
        let said = stats(&[&path]);
        assert!(matches!(said.code, Some(0 | 1)) && !said.err.contains("panicked"), "byte {place}: {said:?}");
    }
    let said = run(&["stats", "-"]);
    assert!(said.bad(1).contains("there is nothing in it"));
}

#[test]
fn json_lines_that_are_none() {
    let (_folder, path) = place("a.jsonl");
    let row = r#"{"id":"1","stages":{"cross":{"white":6}}}"#;
    for (text, message) in [
        ("{\"id\":1}\n", ":1:7: this is no analysis in JSON lines: "),
        ("{\"id\":\"1\",\"stages\":{\"cross\":{\"pink\":6}}}\n", ":1: 'pink' is no bottom colour"),
        ("{\"id\":\"1\",\"stages\":{}}\n", ":1: there is no stage in it"),
        (&format!("{row}\n\n{}", row.replace("white", "red")), ":3: its stages or colours are others"),
        (&format!("{row}\n{}", &row[..20]), ":2:20: this is no analysis in JSON lines: "),
        (&row.replace('6', "600"), "invalid value: integer `600`"),
    ] {
        fs::write(&path, text).unwrap();
        let said = stats(&[&path]).bad(1);
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn parts_are_the_whole_and_are_listed() {
    let (_folder, path) = place("out/");
    let whole = cross(&["--random", "25", "-f", "csv"]).good();
    cross(&["--random", "25", "-f", "csv", "-o", &path, "--part-rows", "10"]).good();
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
    // A run that is complete goes on only with what is new.
    cross(&["--random", "25", "-f", "csv", "-o", &path, "--resume"]).went_on();
    assert_eq!(manifest(&path), said);
    cross(&["--random", "28", "-f", "csv", "-o", &path, "--resume"]).went_on();
    assert_eq!(rows(&path).len(), 28);
    assert_eq!(manifest(&path)["rows"], 28);
}

/// A run that reads from a pipe: its process.
fn begin(path: &str, rows_a_part: &str) -> Child {
    build_tables();
    Command::new(env!("CARGO_BIN_EXE_cubiform"))
        .args([
            "analyze",
            "--tables",
            TABLES,
            "-f",
            "csv",
            "--resume",
            "-o",
            path,
            "--part-rows",
            rows_a_part,
        ])
        .args(CROSS)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until there are so many parts.
fn wait_for(path: &str, count: usize) {
    let since = Instant::now();
    while !Path::new(path).is_dir() || manifest_parts(path) < count {
        assert!(since.elapsed() < Duration::from_secs(60), "{count} parts");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn manifest_parts(path: &str) -> usize {
    let text = fs::read(Path::new(path).join("_manifest.json")).unwrap_or_default();
    let said: Value = serde_json::from_slice(&text).unwrap_or_default();
    said["parts"].as_array().map_or(0, Vec::len)
}

const SCRAMBLES: [&str; 12] = [
    "R U F",
    "L D2 B'",
    "Rw U",
    "Q",
    "F2 D",
    "M2 U",
    "R L",
    "U",
    "B' R2 F",
    "D2 U2 L",
    "F R' U B2",
    "L2 F' D",
];

#[test]
fn a_killed_run_goes_on_with_nothing_lost_and_nothing_twice() {
    let (_folder, path) = place("out/");
    let text = SCRAMBLES.map(|s| if s == "Q" { "R' D" } else { s }).join("\n");
    let whole = analyze_input(&[&CROSS[..], &["-f", "csv"]].concat(), text.clone()).good();
    for (lines, parts) in [(5, 2), (11, 5)] {
        let mut child = begin(&path, "2");
        let mut input = child.stdin.take().unwrap();
        for line in text.lines().take(lines) {
            writeln!(input, "{line}").unwrap();
        }
        input.flush().unwrap();
        wait_for(&path, parts);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(manifest(&path)["complete"], false);
        let said = stats(&[&path]);
        assert_eq!(said.code, Some(0));
        assert!(said.err.contains("is of an unfinished run"), "{said:?}");
    }
    // A part that was written and not yet listed, and a file that was being written.
    fs::write(Path::new(&path).join("part-00005.csv"), "id\n").unwrap();
    for name in [".cubiform-abcdef.tmp", ".cubiform-out-abcdef.tmp"] {
        fs::write(Path::new(&path).join(name), "id\n").unwrap();
    }
    let arguments = [&CROSS[..], &["-f", "csv", "--resume", "-o", &path, "--part-rows", "2"]].concat();
    analyze_input(&arguments, text).went_on();
    assert_eq!(rows(&path), whole.lines().skip(1).collect::<Vec<_>>());
    assert_eq!(manifest(&path)["complete"], true);
    assert!(names(path.as_ref()).iter().all(|name| !name.ends_with(".tmp")));
}

#[test]
fn a_run_that_fails_keeps_its_rows_and_goes_on_when_the_line_is_mended() {
    let (folder, path) = place("out/");
    let input = folder.path().join("scrambles.txt");
    fs::write(&input, SCRAMBLES.join("\n")).unwrap();
    let arguments = ["-i", input.to_str().unwrap(), "-f", "csv", "-o", &path, "--resume"];
    let said = cross(&arguments).bad(1);
    assert!(said.contains("scrambles.txt:4:1: 'Q'"), "{said}");
    assert!(said.contains("kept 3 rows in "), "{said}");
    fs::write(&input, SCRAMBLES.join("\n").replace('Q', "R2")).unwrap();
    cross(&arguments).went_on();
    assert_eq!(rows(&path).len(), 12);
    // Lines that are passed over are so in both runs.
    let (_folder, path) = place("out/");
    fs::write(&input, SCRAMBLES.join("\n")).unwrap();
    let arguments = ["-i", input.to_str().unwrap(), "-f", "csv", "-o", &path, "--on-error", "skip"];
    cross(&arguments).bad(1);
    let whole = manifest(&path);
    let skipped = &whole["skipped"];
    let line = &skipped["lines"][0];
    assert_eq!((&skipped["count"], skipped["lines"].as_array().unwrap().len()), (&1.into(), 1));
    assert_eq!(
        (&line["row"], &line["id"], &line["place"]),
        (&4.into(), &"4".into(), &"scrambles.txt:4".into())
    );
    assert!(line["reason"].as_str().unwrap().starts_with("'Q'"), "{line}");
    // Each repetition ends as the first run, whatever is to be done about bad lines.
    for more in [&["--resume"][..], &["--resume", "--on-error", "stop"]] {
        let said = cross(&[&arguments[..6], more].concat()).bad(1);
        let [first, last] = said.lines().collect::<Vec<_>>()[..] else { panic!("{said}") };
        assert!(first.starts_with("going on after 12 scrambles in "), "{said}");
        assert!(last.starts_with("1 of 12 lines could not be read; see \"skipped\" in "), "{said}");
        assert_eq!(manifest(&path), whole);
    }
    assert_eq!(rows(&path).len(), 11);
}

#[test]
fn a_part_that_cannot_be_written_is_still_to_do() {
    let (_folder, path) = place("out/");
    let mut child = begin(&path, "2");
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "R\nU\nF").unwrap();
    wait_for(&path, 1);
    // What is in the way of the second part's name is there before the part is whole.
    while !names(path.as_ref()).iter().any(|name| name.ends_with(".tmp")) {
        std::thread::sleep(Duration::from_millis(5));
    }
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
    analyze_input(&arguments, "R\nU\nF\nL\n").went_on();
    assert_eq!(rows(&path).len(), 4);
}

#[cfg(unix)]
#[test]
fn an_interruption_keeps_the_rows() {
    let (_folder, path) = place("out/");
    let mut child = begin(&path, "2");
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "R\nU\nF").unwrap();
    wait_for(&path, 1);
    let second = cross(&["R", "-f", "csv", "--resume", "-o", &path]).bad(1);
    assert!(second.contains("another process is writing to "), "{second}");
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(said.contains("go on with --resume") && said.ends_with("stopped\n"), "{said}");
    let kept = rows(&path).len();
    assert!((2..=3).contains(&kept), "{kept}");
    assert_eq!(manifest(&path)["rows"], kept);
}

#[test]
fn a_run_goes_on_only_as_it_began() {
    let (folder, path) = place("out/");
    let begun = ["--random", "5", "-f", "csv", "-o", &path];
    cross(&begun).good();
    let resumed = |arguments: &[&str]| analyze(&[arguments, &["-o", &path, "--resume"]].concat()).bad(1);
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
            "it was begun without --where",
        ),
        (&["--random", "3", "-f", "csv", "-s", "cross", "-c", "WY"], "it has 3 scrambles, 5 were done"),
    ] {
        let said = resumed(arguments);
        assert!(said.contains(message), "{said}");
    }
    let said = cross(&begun).bad(1);
    assert!(said.contains("has a complete run of 5 rows"), "{said}");
    assert_eq!(manifest(&path)["complete"], true);

    let part = Path::new(&path).join("part-00000.csv");
    fs::write(&part, "id,cross_z0\n").unwrap();
    for said in [cross(&[&begun[..], &["--resume"]].concat()).bad(1), stats(&[&path]).bad(1)] {
        assert!(said.contains("part-00000.csv is damaged: it has 12 bytes"), "{said}");
        assert!(said.contains("or repeat the command of the run with --repair"), "{said}");
    }
    fs::write(Path::new(&path).join("_manifest.json"), "{\n\"run\": 5}").unwrap();
    let said = stats(&[&path]).bad(1);
    assert!(said.contains("_manifest.json:2:") && said.contains("this is no manifest"), "{said}");

    let other = format!("{}/", folder.path().display());
    let said = cross(&["--random", "5", "-f", "csv", "-o", &other]).bad(1);
    assert!(said.contains("it has no manifest, and there is out in it; name a new folder"), "{said}");
    assert!(stats(&[&other]).bad(1).contains("it is a folder without a manifest of parts"));
}

#[test]
fn shares_are_the_whole() {
    let whole = cross(&["--random", "20", "-f", "csv"]).good();
    let mut all: Vec<String> = whole.lines().skip(1).map(str::to_string).collect();
    let mut shared = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let said = cross(&["--random", "20", "-f", "csv", "--shard", shard]).good();
        shared.extend(said.lines().skip(1).map(str::to_string));
    }
    all.sort();
    shared.sort();
    assert_eq!(shared, all);
    let said = cross(&["R", "--shard", "4/3"]).bad(2);
    assert!(said.contains("there is no part 4 of 3"), "{said}");
}

#[test]
fn arguments_that_do_not_fit_together() {
    let (_folder, path) = place("out");
    for (arguments, message) in [
        (&["R", "--resume"][..], "--output"),
        (&["R", "--resume", "-f", "csv", "-o", &path], "name it with a slash at its end"),
        (&["R", "--repair", "-f", "csv", "-o", &path], "--repair is for a folder of parts"),
        (&["R", "--repair", "--resume", "-f", "csv", "-o", &path], "--resume"),
        (&["R", "-o", &format!("{path}/")], "parts are for programs"),
        (&["R", "-n", "1", "-f", "parquet", "-o", &path], "Parquet has no place for --solutions"),
    ] {
        let said = cross(arguments).bad(2);
        assert!(said.contains(message), "{said}");
    }
    assert!(!Path::new(&path).exists());
}

/// A file of these lines beside the folder of a test.
fn input(folder: &tempfile::TempDir, lines: &str) -> String {
    let path = folder.path().join("in.txt");
    fs::write(&path, lines).unwrap();
    path.to_str().unwrap().to_string()
}

#[test]
fn resumed_run_has_the_ids_of_a_fresh_one() {
    let (folder, path) = place("out/");
    let text = input(&folder, "R\nU\nQ\nD\n");
    let arguments = ["-i", &text, "-f", "csv", "-o", &path, "--resume"];
    cross(&arguments).bad(1);
    // The ids of the first two lines would be others now.
    input(&folder, "// a comment\nR\nU\nF\nD\n");
    let said = cross(&arguments).bad(1);
    assert!(said.contains("the first 2 scrambles or their ids are others"), "{said}");
    assert_eq!(manifest(&path)["rows"], 2);
    input(&folder, "R\nU\n// a comment\nF\nD\n");
    cross(&arguments).went_on();
    let ids: Vec<String> = rows(&path).iter().map(|row| row.split(',').next().unwrap().into()).collect();
    assert_eq!(ids, ["1", "2", "4", "5"]);
}

#[test]
fn rows_are_numbered_in_the_whole_input() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    let (folder, path) = place("a.parquet");
    let text = input(&folder, "R\nQ\nU\nF\nL\nD\n");
    let numbers = |format: &str, shard: &str| -> Vec<i64> {
        let arguments = ["-i", &text, "-f", format, "-o", &path, "--shard", shard, "--on-error", "skip"];
        cross(&arguments);
        if format == "jsonl" {
            let text = fs::read_to_string(&path).unwrap();
            return text
                .lines()
                .map(|l| serde_json::from_str::<Value>(l).unwrap()["row"].as_i64().unwrap())
                .collect();
        }
        let file = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
        assert_eq!(file.metadata().file_metadata().schema_descr().column(2).name(), "row");
        file.get_row_iter(None).unwrap().map(|row| row.unwrap().get_long(2).unwrap()).collect()
    };
    for format in ["parquet", "jsonl"] {
        assert_eq!(numbers(format, "1/1"), [1, 3, 4, 5, 6], "{format}");
        assert_eq!(numbers(format, "1/2"), [1, 3, 5], "{format}");
        assert_eq!(numbers(format, "2/2"), [4, 6], "{format}");
    }
    cross(&["--random", "9", "-f", "parquet", "-o", &path]).good();
    assert!(stats(&[&path]).good().contains("\"scrambles\": 9"));
}

#[test]
fn damaged_parts_are_made_anew() {
    for format in ["csv", "jsonl", "parquet"] {
        let (folder, path) = place("out/");
        let text = input(&folder, "R\nU\nQ\nF\nL\nD\nB\nR2\n");
        let asked = ["-i", &text, "-f", format, "-o", &path, "--part-rows", "2"];
        cross(&[&asked[..], &["--on-error", "skip"]].concat()).bad(1);
        // Scrambles that were added change what Parquet says about its input.
        input(&folder, "R\nU\nQ\nF\nL\nD\nB\nR2\nU2\nL2\n");
        cross(&[&asked[..], &["--resume"]].concat()).bad(1);
        let files: Vec<PathBuf> = parts(&path, format);
        let whole: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
        assert_eq!(whole.len(), 5, "{files:?}");
        let listed = manifest(&path);

        let repair = [&asked[..], &["--repair"]].concat();
        assert!(cross(&repair).err.contains("the 5 parts in "));
        fs::write(&files[1], "damaged").unwrap();
        fs::remove_file(&files[3]).unwrap();
        fs::write(&files[4], &whole[4][..whole[4].len() - 1]).unwrap();
        let said = cross(&repair);
        assert_eq!((said.code, said.err.matches("making it anew").count()), (Some(0), 3), "{said:?}");
        assert_eq!(said.err.matches(" is as it was").count(), 3, "{said:?}");
        for (file, bytes) in files.iter().zip(&whole) {
            assert!(fs::read(file).unwrap() == *bytes, "{}", file.display());
        }
        assert_eq!(manifest(&path), listed);

        // Another input, or another question, is found before anything is replaced.
        fs::write(&files[1], "damaged").unwrap();
        let said = cross(&[&repair[..], &["--shard", "1/2"]].concat()).bad(1);
        assert!(said.contains("cannot repair ") && said.contains("with --shard 1/1, not 1/2"), "{said}");
        input(&folder, "R\nU\nQ\nF\nR\nD\nB\nR2\nU2\nL2\n");
        let said = cross(&repair).bad(1);
        assert!(said.contains("the first 5 scrambles or their ids are others"), "{said}");
        input(&folder, "R\nU\n");
        let said = cross(&repair).bad(1);
        assert!(said.contains("it has 2 scrambles, 5 were done"), "{said}");
        assert_eq!(fs::read(&files[1]).unwrap(), b"damaged");
    }
}

/// Replaces a text in the manifest of a folder.
fn edit_manifest(path: &str, from: &str, to: &str) {
    let file = Path::new(path).join("_manifest.json");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(&file, text.replace(from, to)).unwrap();
}

#[test]
fn programs_that_wrote_parts_are_recorded() {
    let (_folder, path) = place("out/");
    let asked = ["-f", "parquet", "-o", &path, "--part-rows", "2"];
    cross(&[&asked[..], &["--random", "4"]].concat()).good();
    let now = format!("cubiform {}", env!("CARGO_PKG_VERSION"));
    edit_manifest(&path, &now, "cubiform 0.0.9");
    cross(&[&asked[..], &["--random", "6", "--resume"]].concat()).went_on();
    let programs = |path: &str| -> Vec<(String, u64)> {
        let said = manifest(path);
        let of_leg =
            |leg: &Value| (leg["program"].as_str().unwrap().into(), leg["first_part"].as_u64().unwrap());
        said["programs"].as_array().unwrap().iter().map(of_leg).collect()
    };
    assert_eq!(programs(&path), [("cubiform 0.0.9".into(), 0), (now.clone(), 2)]);
    assert_eq!(manifest(&path)["run"]["program"], "cubiform 0.0.9");
    // The bytes of the other version cannot be made again: those of this one are recorded.
    fs::remove_file(Path::new(&path).join("part-00000.parquet")).unwrap();
    let then = manifest(&path)["parts"][0]["xxh3"].as_str().unwrap().to_string();
    edit_manifest(&path, &then, "0000000000000001");
    let said = cross(&[&asked[..], &["--random", "6", "--repair"]].concat());
    assert!(said.code == Some(0), "{said:?}");
    assert!(said.err.contains("the same rows, but not the same bytes: cubiform 0.0.9 wrote it"), "{said:?}");
    assert_eq!(programs(&path), [(now.clone(), 0), ("cubiform 0.0.9".into(), 1), (now, 2)]);
    assert_eq!(manifest(&path)["parts"][0]["xxh3"], then);
    assert!(stats(&[&path]).good().contains("\"scrambles\": 6"));
}

#[test]
fn manifests_of_other_versions() {
    let (_folder, path) = place("out/");
    let asked = ["--random", "4", "-f", "csv", "-o", &path];
    cross(&asked).good();
    let resumed = || cross(&[&asked[..], &["--resume"]].concat()).bad(1);
    edit_manifest(&path, "\"format\": 1,", "\"format\": 2,");
    for said in [resumed(), stats(&[&path]).bad(1)] {
        assert!(
            said.contains("was written by a later cubiform (its format is 2, this version knows 1)"),
            "{said}"
        );
    }
    edit_manifest(&path, "\"format\": 2,", "");
    let said = resumed();
    assert!(said.contains("is of an earlier cubiform") && !said.contains("remove"), "{said}");
    assert!(stats(&[&path]).good().contains("\"scrambles\": 4"));
    edit_manifest(&path, "\"rows\": 4,\n  \"position\"", "\"rows\": 5,\n  \"position\"");
    for said in [resumed(), stats(&[&path]).bad(1)] {
        assert!(said.contains("it has 5 rows, its parts have 4"), "{said}");
    }
}

#[test]
fn events_in_use_are_recorded_and_compared() {
    let (_folder, path) = place("out/");
    let export = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/WCA_export.tsv.zip");
    let asked = [&CROSS[..], &["-i", export, "-f", "csv", "-o", &path, "--resume"]].concat();
    analyze(&asked);
    assert_eq!(manifest(&path)["run"]["events"], "333,333oh,333bf,333fm,333ft,333mbf");
    let said = analyze(&[&asked[..], &["--events", "333oh"]].concat()).bad(1);
    assert!(
        said.contains("it was begun with --events 333,333oh,333bf,333fm,333ft,333mbf, not 333oh"),
        "{said}"
    );
}

#[test]
fn folders_with_files_of_others_are_refused() {
    let (_folder, path) = place("out/");
    let file = |name: &str| Path::new(&path).join(name);
    let asked = ["--random", "4", "-f", "csv", "-o", &path];
    fs::create_dir(&path).unwrap();
    for name in ["part-00000.csv", "part-mine.csv", ".lock"] {
        fs::write(file(name), "mine").unwrap();
        for more in [&[][..], &["--resume"]] {
            let said = cross(&[&asked[..], more].concat()).bad(1);
            assert!(said.contains(&format!("it has no manifest, and there is {name} in it")), "{said}");
        }
        assert_eq!(names(path.as_ref()), [name]);
        assert_eq!(fs::read(file(name)).unwrap(), b"mine");
        fs::remove_file(file(name)).unwrap();
    }
    // A complete run has left no part that its manifest does not list.
    cross(&asked).good();
    fs::write(file("part-00001.csv"), "mine").unwrap();
    let said = cross(&[&asked[..], &["--resume"]].concat()).bad(1);
    assert!(said.contains("there is part-00001.csv in it, which its manifest does not list"), "{said}");
    assert_eq!(fs::read(file("part-00001.csv")).unwrap(), b"mine");
    let said = cross(&asked).bad(1);
    assert!(said.contains("part-00001.csv"), "{said}");
    fs::remove_file(file("part-00001.csv")).unwrap();
    let said = cross(&asked).bad(1);
    assert!(said.contains("has a complete run of 4 rows; name another folder"), "{said}");
}

#[cfg(unix)]
#[test]
fn links_within_a_folder_are_not_followed() {
    use std::os::unix::fs::symlink;
    let (folder, path) = place("out/");
    let victim = folder.path().join("victim");
    fs::write(&victim, "mine").unwrap();
    let asked = ["--random", "4", "-f", "csv", "-o", &path];
    for name in [".cubiform.lock", "_manifest.json"] {
        fs::create_dir(&path).unwrap();
        symlink(&victim, Path::new(&path).join(name)).unwrap();
        let said = cross(&asked).bad(1);
        assert!(said.contains(&format!("its {name} is a link or no file")), "{said}");
        assert_eq!(fs::read(&victim).unwrap(), b"mine");
        fs::remove_dir_all(&path).unwrap();
    }
    // The folder itself may be one.
    let link = format!("{}/link/", folder.path().display());
    fs::create_dir(&path).unwrap();
    symlink(&path, link.trim_end_matches('/')).unwrap();
    cross(&["--random", "4", "-f", "csv", "-o", &link]).good();
    assert_eq!(rows(&path).len(), 4);
    // A part that is a link is not replaced.
    let part = Path::new(&path).join("part-00000.csv");
    fs::rename(&part, folder.path().join("elsewhere")).unwrap();
    symlink(folder.path().join("elsewhere"), &part).unwrap();
    for more in ["--resume", "--repair"] {
        let said = cross(&[&asked[..], &[more]].concat()).bad(1);
        assert!(
            said.contains("there is part-00000.csv in it, which its manifest does not list as a file"),
            "{said}"
        );
    }
}

#[test]
fn input_in_the_folder_is_refused() {
    let (_folder, path) = place("out/");
    cross(&["--random", "4", "-f", "csv", "-o", &path]).good();
    let text = Path::new(&path).join("in.txt");
    fs::write(&text, "R\n").unwrap();
    let said = cross(&["-i", text.to_str().unwrap(), "-f", "csv", "-o", &path, "--resume"]).bad(1);
    assert!(said.contains("in.txt would be overwritten; name another output"), "{said}");
}
