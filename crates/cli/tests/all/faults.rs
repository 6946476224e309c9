//! Faults at each file operation: an output is absent or complete, and a run resumed after a fault produces the
//! folder that an undisturbed run produces.

#![cfg(debug_assertions)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::{TABLES, analyze, build_tables, cubiform};

const SCRAMBLES: &str = "R U F\nL D2 B'\nRw U\nF2 D\nM2 U\n";

/// Returns the files of a folder by name, including those of its subfolders.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut contents = BTreeMap::new();
    let Ok(entries) = fs::read_dir(folder) else { return contents };
    for entry in entries {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            contents.insert(format!("{name}/"), Vec::new());
            let within = self::contents(&entry.path());
            contents.extend(within.into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            contents.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    contents
}

/// Returns the contents of a folder without temporary files, which a killed process may leave.
fn permanent_contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut contents = contents(folder);
    contents.retain(|name, _| !name.split('/').any(|part| part.starts_with(".cubiform-")));
    contents
}

/// Runs a command with a fault. Returns whether it succeeded and the number of its file operations.
fn run(arguments: &[&str], log: &Path, fault: Option<(&str, u64)>) -> (bool, u64) {
    let _ = fs::remove_file(log);
    let mut command = cubiform();
    command.args(arguments).env("CUBIFORM_FAULT_LOG", log);
    if let Some((kind, number)) = fault {
        command.env("CUBIFORM_FAULT", format!("{kind}:{number}"));
    }
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("panicked"), "{fault:?}: {said}");
    let operations = fs::read_to_string(log).unwrap_or_default().lines().count() as u64;
    (output.status.success(), operations)
}

/// Makes each file operation of a command fail, and kills the command at each operation. The command writes to
/// `folder`, which `before` prepares. `is_partial` returns whether the contents after a fault are a valid
/// intermediate state.
fn check_each_fault(
    arguments: &[&str],
    before: impl Fn(&Path),
    is_partial: impl Fn(&BTreeMap<String, Vec<u8>>) -> bool,
) {
    let place = tempfile::tempdir().unwrap();
    let (folder, log) = (place.path().join("d"), place.path().join("log"));
    let here = folder.to_str().unwrap().to_string();
    let arguments: Vec<String> = arguments.iter().map(|text| text.replace("HERE", &here)).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    fs::create_dir(&folder).unwrap();
    before(&folder);
    let was = contents(&folder);
    assert_eq!(was, permanent_contents(&folder));
    let fresh = || {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        // Folders come before the files in them.
        for (name, bytes) in &was {
            match name.strip_suffix('/') {
                Some(name) => fs::create_dir(folder.join(name)).unwrap(),
                None => fs::write(folder.join(name), bytes).unwrap(),
            }
        }
    };
    let (good, operations) = run(&arguments, &log, None);
    assert!(good && operations > 4, "{arguments:?}: {operations}");
    let wanted = contents(&folder);
    assert_eq!(wanted, permanent_contents(&folder), "nothing temporary is left");
    for kind in ["error", "kill"] {
        let mut faults = 0;
        for number in 1.. {
            fresh();
            let (good, operations) = run(&arguments, &log, Some((kind, number)));
            if operations < number {
                break;
            }
            faults += 1;
            let left = permanent_contents(&folder);
            assert!(!good || left == wanted, "{kind}:{number} succeeded with another result");
            assert!(
                left == wanted || left == was || is_partial(&left),
                "{kind}:{number} left {:?}",
                left.iter().map(|(name, bytes)| (name, String::from_utf8_lossy(bytes))).collect::<Vec<_>>()
            );
            if left != wanted {
                let (good, _) = run(&arguments, &log, None);
                assert!(good, "after {kind}:{number}");
            }
            let again = contents(&folder);
            if left != wanted || kind == "error" {
                assert_eq!(
                    again.keys().collect::<Vec<_>>(),
                    wanted.keys().collect::<Vec<_>>(),
                    "{kind}:{number}"
                );
            }
            for (name, bytes) in &wanted {
                assert!(again[name] == *bytes, "{kind}:{number}: {name} differs");
            }
        }
        assert!(faults > 4, "{kind}: {faults}");
    }
}

/// Returns a predicate for contents whose folder of parts is marked as incomplete.
fn is_unfinished(folder: &str) -> impl Fn(&BTreeMap<String, Vec<u8>>) -> bool {
    let name = format!("{folder}/_manifest.json");
    move |contents| {
        contents.get(&name).is_none_or(|text| {
            let manifest: serde_json::Value = serde_json::from_slice(text).expect("a manifest is whole");
            manifest["complete"] == false
        })
    }
}

fn scrambles(folder: &Path) -> String {
    let path = folder.join("scrambles.txt");
    fs::write(&path, SCRAMBLES).unwrap();
    path.to_str().unwrap().to_string()
}

#[test]
fn run_in_parts_survives_each_fault() {
    build_tables();
    let place = tempfile::tempdir().unwrap();
    let input = scrambles(place.path());
    for format in ["csv", "parquet"] {
        let arguments =
            ["analyze", "--tables", TABLES, "-s", "cross", "-c", "WY", "-i", &input, "-f", format];
        let more = ["-o", "HERE/out/", "--part-rows", "2", "--resume"];
        check_each_fault(&[&arguments[..], &more].concat(), |_| {}, is_unfinished("out"));
    }
}

#[test]
fn single_output_survives_each_fault() {
    build_tables();
    let place = tempfile::tempdir().unwrap();
    let input = scrambles(place.path());
    let arguments =
        ["analyze", "--tables", TABLES, "-s", "cross", "-i", &input, "-f", "csv", "-o", "HERE/out.csv"];
    check_each_fault(&arguments, |_| {}, |_| false);
    let old = |folder: &Path| fs::write(folder.join("out.csv"), "old").unwrap();
    check_each_fault(&arguments, old, |_| false);
}

#[test]
fn report_survives_each_fault() {
    const ANALYSIS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/analysis-20.csv");
    let arguments = ["report", "HERE/page", ANALYSIS];
    check_each_fault(&arguments, |_| {}, |_| false);
    // Files of an earlier report are replaced one by one, each atomically.
    let earlier = |folder: &Path| {
        let page = folder.join("page");
        let arguments = ["report", page.to_str().unwrap(), ANALYSIS, "--title", "Earlier"];
        assert!(cubiform().args(arguments).output().unwrap().status.success());
    };
    let is_whole = |contents: &BTreeMap<String, Vec<u8>>| {
        contents.iter().filter(|(name, _)| !name.ends_with('/')).all(|(name, bytes)| {
            let end = if name.ends_with(".svg") { "</svg>\n" } else { "</html>" };
            String::from_utf8_lossy(bytes).trim_end().ends_with(end.trim_end())
        })
    };
    check_each_fault(&arguments, earlier, is_whole);
}

#[test]
fn merge_survives_each_fault() {
    let place = tempfile::tempdir().unwrap();
    let input = scrambles(place.path());
    let shards = ["1/2", "2/2"].map(|shard| {
        let path = format!("{}/shard{}/", place.path().display(), &shard[..1]);
        let arguments = ["-s", "cross", "-c", "WY", "-i", &input, "-f", "jsonl", "-o", &path];
        analyze(&[&arguments[..], &["--shard", shard, "--part-rows", "2"]].concat()).success();
        path
    });
    let arguments = ["merge", "HERE/out", &shards[0], &shards[1], "--part-rows", "2"];
    check_each_fault(&arguments, |_| {}, is_unfinished("out"));
}

#[test]
fn restoring_a_part_survives_each_fault() {
    build_tables();
    let place = tempfile::tempdir().unwrap();
    let input = scrambles(place.path());
    let arguments =
        ["analyze", "--tables", TABLES, "-s", "cross", "-c", "WY", "-i", &input, "-f", "csv", "-o"];
    let more = ["HERE/out/", "--resume"];
    let damaged = |folder: &Path| {
        let out = format!("{}/out/", folder.display());
        let arguments =
            ["-s", "cross", "-c", "WY", "-i", &input, "-f", "csv", "--part-rows", "2", "-o", &out];
        analyze(&arguments).success();
        fs::write(folder.join("out/part-00001.csv"), "damaged").unwrap();
    };
    check_each_fault(&[&arguments[..], &more].concat(), damaged, |_| false);
}
