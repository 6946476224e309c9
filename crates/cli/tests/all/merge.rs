//! `cubiform merge`: the merged shards of a run equal a run without shards.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{RunOutput, analyze, names, run};
use serde_json::Value;

const GOOD: [&str; 7] = ["R U F", "L D2 B'", "Rw U", "F2 D", "M2 U", "R L", "U"];

/// A temporary folder for the input and output of a test.
struct TestFolder(tempfile::TempDir);

impl TestFolder {
    fn new(lines: &[&str]) -> TestFolder {
        let place = TestFolder(tempfile::tempdir().unwrap());
        fs::write(place.path("in.txt"), lines.join("\n")).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn folder(&self, name: &str) -> String {
        format!("{}/", self.path(name).display())
    }

    /// Analyzes the input, or random states, into a folder.
    fn analyze(&self, name: &str, format: &str, arguments: &[&str]) -> RunOutput {
        let (input, folder) = (self.path("in.txt"), self.folder(name));
        let mut all = vec!["-s", "..xcross", "-c", "WY", "-f", format, "-o", &folder, "--part-rows", "2"];
        if !arguments.contains(&"--random") {
            all.extend(["-i", input.to_str().unwrap()]);
        }
        all.extend(arguments);
        analyze(&all)
    }

    fn merge(&self, out: &str, shards: &[&str], arguments: &[&str]) -> RunOutput {
        let (out, shards) =
            (self.folder(out), shards.iter().map(|name| self.folder(name)).collect::<Vec<_>>());
        let mut all = vec!["merge", &out];
        all.extend(shards.iter().map(String::as_str));
        all.extend(arguments);
        run(&all)
    }

    fn manifest(&self, name: &str) -> Value {
        serde_json::from_slice(&fs::read(self.path(name).join("_manifest.json")).unwrap()).unwrap()
    }
}

/// Returns the bytes of the parts of a folder, in order.
fn parts(folder: &Path) -> Vec<Vec<u8>> {
    let names = names(folder).into_iter().filter(|name| name.starts_with("part-"));
    names.map(|name| fs::read(folder.join(name)).unwrap()).collect()
}

#[test]
fn merged_shards_equal_the_run_without_shards() {
    for format in ["csv", "jsonl", "parquet"] {
        let place = TestFolder::new(&GOOD);
        for more in [&[][..], &["--random", "8", "--seed", "3"]] {
            let name = |name: &str| format!("{name}{}", more.len());
            place.analyze(&name("whole"), format, more).success();
            for shard in ["3/3", "1/3", "2/3"] {
                let folder = name(&format!("shard{}", &shard[..1]));
                place.analyze(&folder, format, &[more, &["--shard", shard]].concat()).success();
            }
            let shards = [name("shard2"), name("shard1"), name("shard3")];
            let shards: Vec<&str> = shards.iter().map(String::as_str).collect();
            place.merge(&name("merged"), &shards, &["--part-rows", "2"]).success();
            // Parts are equal bit by bit, in every format.
            let (whole, merged) = (place.path(&name("whole")), place.path(&name("merged")));
            assert_eq!(parts(&merged), parts(&whole), "{format} {more:?}");
            let (whole, merged) = (place.manifest(&name("whole")), place.manifest(&name("merged")));
            for key in ["format", "run", "complete", "rows", "position", "skipped", "programs"] {
                assert_eq!(merged[key], whole[key], "{format} {key}");
            }
            assert_eq!(merged["merged_from"][0]["shard"], "1/3");
            assert_eq!(merged["merged_from"][0]["folder"], name("shard1"));
            // A part is restored identically, although only its hash identifies the input.
            let (folder, part) =
                (name("merged"), place.path(&name("merged")).join(format!("part-00001.{format}")));
            let bytes = fs::read(&part).unwrap();
            fs::remove_file(&part).unwrap();
            let said = place.analyze(&folder, format, &[more, &["--resume"]].concat());
            assert!(said.code == Some(0) && said.err.contains(" is restored"), "{said:?}");
            assert_eq!(fs::read(&part).unwrap(), bytes);
        }
        // Scrambles may be appended to the input of a merged run.
        let more = [&GOOD[..], &["D2 U"]].concat();
        fs::write(place.path("in.txt"), more.join("\n")).unwrap();
        let said = place.analyze("merged0", format, &["--resume"]);
        assert_eq!((said.code, &said.err[..22]), (Some(0), "resuming after 7 scram"), "{said:?}");
        assert_eq!(place.manifest("merged0")["rows"], 8);
    }
}

#[test]
fn skipped_lines_keep_their_line_numbers() {
    let lines = ["R U F", "Q", "Rw U", "F2 D", "Q2", "R L", "U", "Q'", "D2"];
    for format in ["csv", "jsonl", "parquet"] {
        let place = TestFolder::new(&lines);
        place.analyze("whole", format, &["--on-error", "skip"]).failure(1);
        for shard in ["1/2", "2/2"] {
            place.analyze(&shard[..1], format, &["--on-error", "skip", "--shard", shard]).failure(1);
        }
        let said = place.merge("merged", &["1", "2"], &["--part-rows", "2"]);
        assert_eq!(
            (said.code, &said.err[..]),
            (Some(0), "3 of 9 lines were skipped; the manifest lists them\n")
        );
        assert_eq!(parts(&place.path("merged")), parts(&place.path("whole")), "{format}");
        let (whole, merged) = (place.manifest("whole"), place.manifest("merged"));
        assert_eq!(merged["skipped"], whole["skipped"]);
        let rows: Vec<&Value> =
            merged["skipped"]["lines"].as_array().unwrap().iter().map(|line| &line["row"]).collect();
        assert_eq!(rows, [&Value::from(2), &5.into(), &8.into()]);
    }
}

#[test]
fn shards_of_different_runs_are_refused() {
    let place = TestFolder::new(&GOOD);
    let shard = |name: &str, shard: &str, more: &[&str]| {
        place.analyze(name, "csv", &[&["--shard", shard], more].concat()).success();
    };
    shard("1", "1/3", &[]);
    shard("2", "2/3", &[]);
    shard("3", "3/3", &[]);
    shard("again", "1/3", &[]);
    let (input, other) = (place.path("in.txt"), place.folder("other"));
    let arguments = ["-s", "cross", "-c", "WY", "-f", "csv", "--shard", "1/3", "-o", &other, "-i"];
    analyze(&[&arguments[..], &[input.to_str().unwrap()]].concat()).success();
    shard("half", "1/2", &[]);
    shard("random", "1/3", &["--random", "7"]);
    fs::write(place.path("in.txt"), "F\nR\nU").unwrap();
    shard("short", "3/3", &[]);
    for (shards, messages) in [
        (&["1", "3"][..], &["missing shard 2/3", "name the folders of all 3 shards"][..]),
        (&["1", "2", "3", "again"], &["1/ and ", "again/ are both shard 1/3"]),
        (&["1", "1", "3"], &["are both shard 1/3"]),
        (&["2", "3", "other"], &["do not belong to the same run: their stages differ"]),
        (&["2", "3", "half"], &["one has 3 shards, the other 2"]),
        (&["2", "3", "random"], &["their inputs differ"]),
        (&["1", "2", "short"], &["their inputs differ"]),
        (&["1", "2", "in.txt"], &["in.txt/ is not a folder of parts"]),
    ] {
        let said = place.merge("out", shards, &[]).failure(1);
        assert!(messages.iter().all(|message| said.contains(message)), "{said}");
        assert!(!place.path("out").exists());
    }
    let said = place.merge("1", &["1", "2", "3"], &[]).failure(1);
    assert!(said.contains("it is one of the shards"), "{said}");

    // A damaged part is detected when it is read. The parts merged before it do not form a complete folder.
    let part = place.path("3").join("part-00000.csv");
    let whole = fs::read(&part).unwrap();
    fs::write(&part, "id\n").unwrap();
    let said = place.merge("out", &["1", "2", "3"], &["--part-rows", "1"]).failure(1);
    assert!(said.contains("part-00000.csv is damaged") && said.contains("kept 2 rows"), "{said}");
    assert!(said.contains("--resume"), "{said}");
    assert_eq!(place.manifest("out")["complete"], false);
    let said =
        analyze(&["R", "-f", "csv", "-s", "..xcross", "-c", "WY", "--resume", "-o", &place.folder("out")])
            .failure(1);
    assert!(said.contains("contains an unfinished merge"), "{said}");
    fs::write(&part, whole).unwrap();
    let said = place.merge("out", &["1", "2", "3"], &["--part-rows", "1"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.err.starts_with("resuming after 2 scrambles"), "{said:?}");
    assert_eq!(
        (&place.manifest("out")["rows"], &place.manifest("out")["complete"]),
        (&7.into(), &true.into())
    );
    let said = place.merge("out", &["1", "2", "3"], &[]).failure(1);
    assert!(said.contains("already contains a complete run (7 rows)"), "{said}");

    // This shard is unfinished.
    fs::write(place.path("in.txt"), "R\nQ").unwrap();
    place.analyze("bad", "csv", &["--shard", "2/2"]).failure(1);
    let said = place.merge("new", &["half", "bad"], &[]).failure(1);
    assert!(said.contains("bad/ contains an unfinished run"), "{said}");
}
