//! Uses of the manifest of a folder of parts: resumed runs, restored parts, foreign files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::folders::{CROSS, cross, manifest, parts, rows, stats, temp_path};
use crate::common::{analyze, analyze_input, names, run};
use serde_json::Value;

/// Writes a file with these lines next to the output folder of a test.
fn input(folder: &tempfile::TempDir, lines: &str) -> String {
    let path = folder.path().join("in.txt");
    fs::write(&path, lines).unwrap();
    path.to_str().unwrap().to_string()
}

#[test]
fn resumed_run_has_the_ids_of_a_fresh_one() {
    let (folder, path) = temp_path("out/");
    let text = input(&folder, "R\nU\nQ\nD\n");
    let arguments = ["-i", &text, "-f", "csv", "-o", &path, "--resume"];
    cross(&arguments).failure(1);
    // The ids of the first two lines would differ.
    input(&folder, "// a comment\nR\nU\nF\nD\n");
    let said = cross(&arguments).failure(1);
    assert!(said.contains("the first 2 scrambles or their ids are different"), "{said}");
    assert_eq!(manifest(&path)["rows"], 2);
    input(&folder, "R\nU\n// a comment\nF\nD\n");
    cross(&arguments).resumed();
    let ids: Vec<String> = rows(&path).iter().map(|row| row.split(',').next().unwrap().into()).collect();
    assert_eq!(ids, ["1", "2", "4", "5"]);
}

#[test]
fn row_numbers_count_the_whole_input() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    let (folder, path) = temp_path("a.parquet");
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
    cross(&["--random", "9", "-f", "parquet", "-o", &path]).success();
    assert!(stats(&[&path]).success().contains("\"scrambles\": 9"));
}

#[test]
fn resumed_run_restores_damaged_parts() {
    for format in ["csv", "jsonl", "parquet"] {
        let (folder, path) = temp_path("out/");
        let text = input(&folder, "R\nU\nQ\nF\nL\nD\nB\nR2\n");
        let asked = ["-i", &text, "-f", format, "-o", &path, "--part-rows", "2"];
        cross(&[&asked[..], &["--on-error", "skip"]].concat()).failure(1);
        // Added scrambles change the record of the input in the Parquet metadata.
        input(&folder, "R\nU\nQ\nF\nL\nD\nB\nR2\nU2\nL2\n");
        cross(&[&asked[..], &["--resume"]].concat()).failure(1);
        let files: Vec<PathBuf> = parts(&path, format);
        let whole: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
        assert_eq!(whole.len(), 5, "{files:?}");
        let listed = manifest(&path);

        let resume = [&asked[..], &["--resume"]].concat();
        let said = cross(&resume).failure(1);
        assert!(!said.contains("part-"), "{said}");
        fs::write(&files[1], "damaged").unwrap();
        fs::remove_file(&files[3]).unwrap();
        fs::write(&files[4], &whole[4][..whole[4].len() - 1]).unwrap();
        // The run has a line that cannot be read, which fails each repetition of the command.
        let said = cross(&resume).failure(1);
        assert_eq!(said.matches("writing it again").count(), 3, "{said}");
        assert_eq!(said.matches(" is restored").count(), 3, "{said}");
        assert!(said.contains("1 of 10 lines could not be read"), "{said}");
        for (file, bytes) in files.iter().zip(&whole) {
            assert!(fs::read(file).unwrap() == *bytes, "{}", file.display());
        }
        assert_eq!(manifest(&path), listed);

        // A different input or different settings are detected before anything is replaced.
        fs::write(&files[1], "damaged").unwrap();
        let said = cross(&[&resume[..], &["--shard", "1/2"]].concat()).failure(1);
        assert!(said.contains("cannot resume ") && said.contains("with --shard 1/1, not 1/2"), "{said}");
        input(&folder, "R\nU\nQ\nF\nR\nD\nB\nR2\nU2\nL2\n");
        let said = cross(&resume).failure(1);
        assert!(said.contains("the first 5 scrambles or their ids are different"), "{said}");
        input(&folder, "R\nU\n");
        let said = cross(&resume).failure(1);
        assert!(said.contains("it has 2 scrambles, but 10 were done"), "{said}");
        assert_eq!(fs::read(&files[1]).unwrap(), b"damaged");
    }
}

#[test]
fn unfinished_run_restores_damaged_parts_and_continues_in_one_pass() {
    for format in ["csv", "jsonl", "parquet"] {
        let (folder, path) = temp_path("out/");
        let whole = format!("{}/whole/", folder.path().display());
        let asked = |path: &str, lines: &str| {
            let arguments = ["-f", format, "-o", path, "--part-rows", "2", "--resume"];
            analyze_input(&[&CROSS[..], &arguments].concat(), lines.to_string())
        };
        asked(&path, "R\nU\nF\nL\nQ\nB\n").failure(1);
        let files = parts(&path, format);
        assert_eq!((files.len(), &manifest(&path)["complete"]), (2, &Value::from(false)));
        fs::write(&files[0], "damaged").unwrap();
        let said = asked(&path, "R\nU\nF\nL\nD\nB\n");
        assert!(said.code == Some(0) && said.err.contains(" is restored"), "{said:?}");
        assert!(said.err.contains("resuming after 4 scrambles"), "{said:?}");
        asked(&whole, "R\nU\nF\nL\nD\nB\n").success();
        let read =
            |path: &str| parts(path, format).iter().map(|file| fs::read(file).unwrap()).collect::<Vec<_>>();
        assert_eq!(read(&path), read(&whole));
        assert_eq!(manifest(&path)["rows"], 6);
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
    let (_folder, path) = temp_path("out/");
    let asked = ["-f", "parquet", "-o", &path, "--part-rows", "2"];
    cross(&[&asked[..], &["--random", "4"]].concat()).success();
    let now = format!("cubiform {}", env!("CARGO_PKG_VERSION"));
    edit_manifest(&path, &now, "cubiform 0.0.9");
    cross(&[&asked[..], &["--random", "6", "--resume"]].concat()).resumed();
    let programs = |path: &str| -> Vec<(String, u64)> {
        let said = manifest(path);
        let of_leg =
            |leg: &Value| (leg["program"].as_str().unwrap().into(), leg["first_part"].as_u64().unwrap());
        said["programs"].as_array().unwrap().iter().map(of_leg).collect()
    };
    assert_eq!(programs(&path), [("cubiform 0.0.9".into(), 0), (now.clone(), 2)]);
    assert_eq!(manifest(&path)["run"]["program"], "cubiform 0.0.9");
    // The bytes of another version cannot be reproduced, so the hash of the new part is recorded.
    fs::remove_file(Path::new(&path).join("part-00000.parquet")).unwrap();
    let then = manifest(&path)["parts"][0]["xxh3"].as_str().unwrap().to_string();
    edit_manifest(&path, &then, "0000000000000001");
    let said = cross(&[&asked[..], &["--random", "6", "--resume"]].concat());
    assert!(said.code == Some(0), "{said:?}");
    assert!(
        said.err.contains("the same rows, but different bytes, because cubiform 0.0.9 wrote it"),
        "{said:?}"
    );
    assert_eq!(programs(&path), [(now.clone(), 0), ("cubiform 0.0.9".into(), 1), (now, 2)]);
    assert_eq!(manifest(&path)["parts"][0]["xxh3"], then);
    assert!(stats(&[&path]).success().contains("\"scrambles\": 6"));
}

#[test]
fn other_bytes_of_the_same_version_are_accepted_in_parquet_only() {
    for (format, code, text) in [
        ("parquet", 0, "the same rows, but different bytes, because another build of cubiform"),
        ("csv", 1, "the new part does not match the manifest"),
    ] {
        let (_folder, path) = temp_path("out/");
        let asked = ["--random", "2", "-f", format, "-o", &path];
        cross(&asked).success();
        fs::remove_file(&parts(&path, format)[0]).unwrap();
        let then = manifest(&path)["parts"][0]["xxh3"].as_str().unwrap().to_string();
        edit_manifest(&path, &then, "0000000000000001");
        let said = cross(&[&asked[..], &["--resume"]].concat());
        assert!(said.code == Some(code) && said.err.contains(text), "{said:?}");
        assert_eq!(manifest(&path)["parts"][0]["xxh3"] == then, format == "parquet");
    }
}

#[test]
fn manifests_of_later_versions_and_wrong_totals_are_refused() {
    let (_folder, path) = temp_path("out/");
    let asked = ["--random", "4", "-f", "csv", "-o", &path];
    cross(&asked).success();
    let resumed = || cross(&[&asked[..], &["--resume"]].concat()).failure(1);
    edit_manifest(&path, "\"format\": 1,", "\"format\": 2,");
    for said in [resumed(), stats(&[&path]).failure(1)] {
        assert!(
            said.contains("was written by a later cubiform (its format is 2, this version supports 1)"),
            "{said}"
        );
    }
    edit_manifest(&path, "\"format\": 2,", "");
    let said = resumed();
    assert!(said.contains("was written by an earlier cubiform") && !said.contains("remove"), "{said}");
    assert!(stats(&[&path]).success().contains("\"scrambles\": 4"));
    edit_manifest(&path, "\"rows\": 4,\n  \"position\"", "\"rows\": 5,\n  \"position\"");
    for said in [resumed(), stats(&[&path]).failure(1)] {
        assert!(said.contains("it has 5 rows, but its parts have 4"), "{said}");
    }
}

#[test]
fn folders_with_the_long_layout_are_neither_resumed_nor_merged() {
    let (folder, path) = temp_path("out/");
    let asked = ["--random", "4", "-f", "csv", "-o", &path, "--resume"];
    cross(&asked).success();
    edit_manifest(&path, "\"format\": \"csv\",", "\"format\": \"csv\",\n    \"layout\": \"long\",");
    let merged = format!("{}/merged/", folder.path().display());
    for said in [cross(&asked).failure(1), run(&["merge", &merged, &path]).failure(1)] {
        assert!(said.contains("out/ has the long layout, which this version does not write;"), "{said}");
    }
    assert_eq!(names(folder.path()), ["out"]);
    assert_eq!(manifest(&path)["run"]["layout"], "long");
}

#[test]
fn events_in_use_are_recorded_and_compared() {
    let (_folder, path) = temp_path("out/");
    let export = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/WCA_export.tsv.zip");
    let asked = [&CROSS[..], &["-i", export, "-f", "csv", "-o", &path, "--resume"]].concat();
    analyze(&asked);
    assert_eq!(manifest(&path)["run"]["events"], "333,333oh,333bf,333fm,333ft,333mbf");
    let said = analyze(&[&asked[..], &["--events", "333oh"]].concat()).failure(1);
    assert!(
        said.contains("it was started with --events 333,333oh,333bf,333fm,333ft,333mbf, not 333oh"),
        "{said}"
    );
}

#[test]
fn folders_with_foreign_files_are_refused() {
    let (_folder, path) = temp_path("out/");
    let file = |name: &str| Path::new(&path).join(name);
    let asked = ["--random", "4", "-f", "csv", "-o", &path];
    fs::create_dir(&path).unwrap();
    for name in ["part-00000.csv", "part-mine.csv", ".lock"] {
        fs::write(file(name), "mine").unwrap();
        for more in [&[][..], &["--resume"]] {
            let said = cross(&[&asked[..], more].concat()).failure(1);
            assert!(
                said.contains(&format!("it has no manifest, but contains other files: {name};")),
                "{said}"
            );
        }
        assert_eq!(names(path.as_ref()), [name]);
        assert_eq!(fs::read(file(name)).unwrap(), b"mine");
        fs::remove_file(file(name)).unwrap();
    }
    // After a complete run every part is in the manifest.
    cross(&asked).success();
    fs::write(file("part-00001.csv"), "mine").unwrap();
    let said = cross(&[&asked[..], &["--resume"]].concat()).failure(1);
    assert!(
        said.contains("it contains entries that its manifest does not list as files: part-00001.csv;"),
        "{said}"
    );
    assert_eq!(fs::read(file("part-00001.csv")).unwrap(), b"mine");
    let said = cross(&asked).failure(1);
    assert!(said.contains("part-00001.csv"), "{said}");
    fs::remove_file(file("part-00001.csv")).unwrap();
    let said = cross(&asked).failure(1);
    assert!(said.contains("already contains a complete run (4 rows); name another folder"), "{said}");
}

#[cfg(unix)]
#[test]
fn links_within_a_folder_are_not_followed() {
    use std::os::unix::fs::symlink;
    let (folder, path) = temp_path("out/");
    let victim = folder.path().join("victim");
    fs::write(&victim, "mine").unwrap();
    let asked = ["--random", "4", "-f", "csv", "-o", &path];
    for name in [".cubiform.lock", "_manifest.json"] {
        fs::create_dir(&path).unwrap();
        symlink(&victim, Path::new(&path).join(name)).unwrap();
        let said = cross(&asked).failure(1);
        assert!(said.contains(&format!("its {name} is not a regular file")), "{said}");
        assert_eq!(fs::read(&victim).unwrap(), b"mine");
        fs::remove_dir_all(&path).unwrap();
    }
    // The folder itself may be a symbolic link.
    let link = format!("{}/link/", folder.path().display());
    fs::create_dir(&path).unwrap();
    symlink(&path, link.trim_end_matches('/')).unwrap();
    cross(&["--random", "4", "-f", "csv", "-o", &link]).success();
    assert_eq!(rows(&path).len(), 4);
    // A part that is a symbolic link is not replaced.
    let part = Path::new(&path).join("part-00000.csv");
    fs::rename(&part, folder.path().join("elsewhere")).unwrap();
    symlink(folder.path().join("elsewhere"), &part).unwrap();
    let said = cross(&[&asked[..], &["--resume"]].concat()).failure(1);
    assert!(
        said.contains("it contains entries that its manifest does not list as files: part-00000.csv;"),
        "{said}"
    );
}

#[test]
fn input_in_the_output_folder_is_refused() {
    let (_folder, path) = temp_path("out/");
    cross(&["--random", "4", "-f", "csv", "-o", &path]).success();
    let text = Path::new(&path).join("in.txt");
    fs::write(&text, "R\n").unwrap();
    let said = cross(&["-i", text.to_str().unwrap(), "-f", "csv", "-o", &path, "--resume"]).failure(1);
    assert!(said.contains("in.txt would be overwritten; name another output"), "{said}");
}
