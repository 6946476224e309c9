//! The checks and reports of `cubiform stats` and `report` about the files they read: shards of runs, skipped lines,
//! provenance.

use std::fs;
use std::path::Path;

use crate::common::{RunOutput, analyze, names, run};
use serde_json::Value;

/// Creates a temporary folder. Returns it with the path of a file or folder called `name` in it.
fn temp_path(name: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = format!("{}/{name}", folder.path().display());
    (folder, path)
}

/// Analyzes the cross of the scrambles that these arguments name.
fn cross(arguments: &[&str]) -> RunOutput {
    analyze(&[&["-s", "cross", "-c", "WY"], arguments].concat())
}

fn stats(arguments: &[&str]) -> RunOutput {
    run(&[&["stats", "--format", "json"], arguments].concat())
}

fn parsed(said: RunOutput) -> Value {
    serde_json::from_str(&said.success()).unwrap()
}

/// Analyzes random states in three shards and as a whole, each into a folder.
fn sharded(format: &str) -> (tempfile::TempDir, [String; 4]) {
    let (folder, path) = temp_path("");
    let names = ["a/", "b/", "c/", "all/"].map(|name| format!("{path}{name}"));
    for (name, shard) in names.iter().zip(["1/3", "2/3", "3/3", "1/1"]) {
        cross(&["--random", "60", "-f", format, "-o", name, "--shard", shard]).success();
    }
    (folder, names)
}

#[test]
fn each_shard_must_be_given_exactly_once() {
    let (_folder, [a, b, c, all]) = sharded("csv");
    let told = parsed(stats(&[&a, &b, &c]));
    assert_eq!(told["summary"], parsed(stats(&[&all]))["summary"]);
    assert_eq!(told["provenance"]["files"][1]["run"]["shard"], "2/3");
    let said = stats(&[&a, &c]).failure(1);
    let named = format!("error: shard 2/3 of the run is missing; {a} is 1/3, {c} is 3/3\n");
    assert!(said.starts_with(&named) && said.contains("--partial"), "{said}");
    let said = stats(&[&a, &c, "--partial"]);
    assert_eq!((said.code, &said.err[..]), (Some(0), "missing shards: 2/3\n"));
    let told: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(
        (&told["scrambles"], &told["provenance"]["files_missing_shards"][0]),
        (&40.into(), &"2/3".into())
    );

    // A copy has a different name and the same scrambles.
    let copy = format!("{}copy/", a.strip_suffix("a/").unwrap());
    fs::create_dir(&copy).unwrap();
    for name in names(a.as_ref()) {
        fs::copy(Path::new(&a).join(&name), Path::new(&copy).join(&name)).unwrap();
    }
    for (files, message) in [
        (&[&a, &a, &c][..], "is given twice"),
        (&[&a, &copy, &c], "are both shard 1/3 of the same run: their scrambles would count twice"),
        (&[&all, &c], "are shards 1/1 and 3/3 of the same run, which overlap"),
        (&[&a, &format!("{a}part-00000.csv")], "is given twice, by different paths"),
    ] {
        let files: Vec<&str> = files.iter().map(|file| &file[..]).collect();
        let said = stats(&[&files[..], &["--partial"]].concat()).failure(1);
        assert!(said.contains(message), "{said}");
    }
    for (files, message) in [
        (&[&a[..], "--against", &b][..], ""),
        (&[&a, "--against", &copy], "are both shard 1/3 of the same run; --against compares"),
        (&[&all, "--against", &b], "overlap; --against compares"),
        (&[&all, "--against", &all], "is in both samples; --against compares"),
    ] {
        let said = stats(&[files, &["--partial"]].concat());
        assert!(
            said.code == Some(if message.is_empty() { 0 } else { 1 }) && said.err.contains(message),
            "{said:?}"
        );
    }
}

#[test]
fn shards_in_single_files_are_identified_by_their_metadata() {
    let (_folder, path) = temp_path("a.parquet");
    let other = path.replace("a.parquet", "b.parquet");
    for (path, shard) in [(&path, "1/2"), (&other, "2/2")] {
        cross(&["--random", "20", "-f", "parquet", "-o", path, "--shard", shard]).success();
    }
    stats(&[&path, &other]).success();
    let said = stats(&[&path]).failure(1);
    assert!(said.contains("shard 2/2 of the run is missing; "), "{said}");
}

#[test]
fn skipped_lines_are_counted_in_tables_json_and_report() {
    let (_folder, path) = temp_path("out/");
    let input = format!("{}.txt", path.trim_end_matches('/'));
    fs::write(&input, "R U\nQ\nF2 D\nQ\nL\nQ\nB\nD' R\n").unwrap();
    let arguments = ["-i", &input, "--on-error", "skip", "-f", "csv", "-o", &path];
    assert!(cross(&arguments).failure(1).contains("3 of 8 lines could not be read"));
    let table = run(&["stats", &path]).success();
    assert!(table.starts_with("5 scrambles (3 input lines skipped): "), "{table}");
    let told: Value = parsed(stats(&[&path]));
    let of_folder = &told["provenance"]["files"][0];
    assert_eq!((&of_folder["skipped"], &of_folder["tables"][0]["name"]), (&3.into(), &"cross".into()));
    assert_eq!((&of_folder["run"]["goal"], &of_folder["run"]["metric"]), (&"std".into(), &"HTM".into()));
    let report = path.replace("out/", "report");
    run(&["report", &report, &path]).success();
    let page = fs::read_to_string(Path::new(&report).join("index.html")).unwrap();
    for text in ["(3 input lines skipped)", "files.1.tables.1.name", "files.1.run.input.1.file.xxh3"] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn provenance_of_parquet_describes_the_run() {
    let (_folder, path) = temp_path("a.parquet");
    cross(&["--random", "20", "--seed", "7", "-f", "parquet", "-o", &path]).success();
    let told: Value = parsed(stats(&[&path]));
    let file = &told["provenance"]["files"][0];
    assert_eq!(file["file"]["name"], "a.parquet");
    assert_eq!(file["file"]["bytes"], fs::metadata(&path).unwrap().len());
    let run = &file["run"];
    assert_eq!(run["input"], serde_json::json!([{"random": {"count": 20, "seed": 7}}]));
    assert_eq!(
        (&run["goal"], &run["shard"], &run["stages"][0]),
        (&"std".into(), &"1/1".into(), &"cross".into())
    );
}
