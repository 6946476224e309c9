//! Tables are built, listed, verified and removed, whatever interrupts it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::table_folders::{damage, folder_with_tables, tables};
use crate::common::wait::{let_pass, wait_until};
use crate::common::{RunOutput, TABLES, build_tables, names, run, squeezed};
use serde_json::Value;

#[test]
fn building_keeps_intact_tables() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new").join("tables");
    let said = tables(&path, &["build", "cross"]).success();
    assert!(said.starts_with("cross  built in "), "{said}");
    assert!(said.ends_with(&format!("in {}\n", path.display())), "{said}");
    let said = tables(&path, &["build", "cross"]).success();
    assert!(said.starts_with("cross  kept, 15.30 kB\n"), "{said}");
    let said = tables(&path, &["build", "--force", "cross"]).success();
    assert!(said.starts_with("cross  built in "), "{said}");
}

#[test]
fn analyze_builds_missing_tables() {
    let folder = tempfile::tempdir().unwrap();
    let said = run(&["analyze", "R", "-s", "cross", "--tables", folder.path().to_str().unwrap()]);
    assert!(said.success().contains("cross"));
    assert!(folder.path().join("cross.cubiform").is_file());
}

#[test]
fn folder_is_taken_from_option_environment_or_cache() {
    let folder = tempfile::tempdir().unwrap();
    let list = |command: &mut assert_cmd::Command| {
        RunOutput::from(command.args(["tables", "list"]).output().unwrap()).success()
    };
    let said = list(crate::common::cubiform().env("CUBIFORM_TABLES", folder.path().join("env")));
    assert!(said.contains(&format!("in {}\n", folder.path().join("env").display())), "{said}");
    #[cfg(target_os = "linux")]
    {
        let said = list(crate::common::cubiform().env("XDG_CACHE_HOME", folder.path()));
        let expected = folder.path().join("cubiform").join("tables");
        assert!(said.contains(&format!("in {}\n", expected.display())), "{said}");
    }
}

#[test]
fn list_prints_text_and_json() {
    let folder = folder_with_tables();
    damage(&folder.path().join("cross.cubiform"), |bytes| bytes.truncate(5000));
    let said = tables(folder.path(), &["list"]).success();
    assert!(said.contains("cross-slot  yes  9.39 MB  73.0 M  cross and one slot\n"), "{said}");
    assert!(said.contains("\ncross  damaged "), "{said}");
    let sum: u64 =
        names(folder.path()).iter().map(|n| fs::metadata(folder.path().join(n)).unwrap().len()).sum();
    assert_eq!(sum, 9_392_128 + 5000);
    assert!(said.contains("\nall files in the folder: 9.40 MB\n"), "{said}");
    let list: Value =
        serde_json::from_str(&tables(folder.path(), &["list", "--format", "json"]).success()).unwrap();
    let list = list.as_array().unwrap();
    assert_eq!(list[0]["name"], "cross");
    assert_eq!(list[0]["built"], false);
    assert!(list[0]["damage"].as_str().unwrap().contains("(truncated)"));
    assert_eq!(list[1]["built"], true);
    assert_eq!(list[1]["verified"], true);
    assert_eq!(list[1]["checksum"], "63c69e9b910c08ee");
    assert_eq!(list[1]["states"], 72_990_720);
    let path = folder.path().join("cross-slot.cubiform");
    assert_eq!(list[1]["path"], path.to_str().unwrap());
    assert_eq!(list[1]["bytes"], fs::metadata(path).unwrap().len());
    for table in list {
        let histogram = table["histogram"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap());
        assert_eq!(histogram.sum::<u64>(), table["states"].as_u64().unwrap());
    }
}

#[test]
fn verify_distinguishes_intact_and_damaged_tables() {
    let folder = folder_with_tables();
    let said = tables(folder.path(), &["verify"]).success();
    let starts: Vec<&str> = said.lines().map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(starts, ["cross  OK", "cross-slot  OK"]);

    damage(&folder.path().join("cross.cubiform"), |bytes| *bytes.last_mut().unwrap() ^= 1);
    let said = tables(folder.path(), &["verify"]);
    assert_eq!(said.code, Some(1));
    assert!(said.out.contains("cross  FAILED: "), "{said:?}");
    assert!(said.out.contains("cross-slot  OK"), "{said:?}");
    let missing = tables(folder.path(), &["verify", "cross-slot-edges"]);
    assert!(missing.out.contains("FAILED: not built"), "{missing:?}");
    assert!(missing.failure(1).contains("cubiform tables build cross-slot-edges --tables "));
    let empty = tempfile::tempdir().unwrap();
    assert!(tables(empty.path(), &["verify"]).failure(1).starts_with("error: no table is built in "));
}

#[test]
fn remove_deletes_tables() {
    let folder = folder_with_tables();
    assert_eq!(tables(folder.path(), &["remove", "cross"]).success(), "cross  removed\n");
    assert_eq!(tables(folder.path(), &["remove", "cross"]).success(), "cross  not built\n");
    assert!(tables(folder.path(), &["remove", "--all"]).success().contains("cross-slot  removed\n"));
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

/// Tables of the 4x4x4 are named together, by metric.
#[test]
fn sets_of_4x4x4_tables_are_named_together() {
    let folder = tempfile::tempdir().unwrap();
    let said = tables(folder.path(), &["remove", "444-block", "444-slice-2", "444-block-1"]).success();
    let names: Vec<&str> = said.lines().map(|line| line.split("  ").next().unwrap()).collect();
    let block = (1..=5).map(|stage| format!("444-block-{stage}"));
    assert_eq!(names, ["444-slice-2".to_string()].into_iter().chain(block).collect::<Vec<_>>());
    let list = tables(folder.path(), &["list", "--format", "json"]).success();
    let list: Vec<Value> = serde_json::from_str(&list).unwrap();
    let of = |name: &str| list.iter().find(|table| table["name"] == name).unwrap();
    assert_eq!(of("444-slice-3")["histogram"][14], 1);
    assert_eq!(of("444-slice-3")["orbits"][13], 732);
    assert!(of("cross")["orbits"].is_null());
}

#[test]
fn unwritable_folder_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let inside: PathBuf = file.join("tables");
    for arguments in [&["analyze", "R", "-s", "cross"][..], &["tables", "build", "cross"]] {
        let err = run(&[arguments, &["--tables", inside.to_str().unwrap()]].concat()).failure(1);
        assert!(err.starts_with("error: ") && err.contains(&inside.display().to_string()), "{err}");
        assert!(err.contains("choose another folder with --tables DIR or CUBIFORM_TABLES"), "{err}");
    }
    assert!(tables(&inside, &["list"]).success().contains("0 of "));
}

#[test]
fn two_processes_do_not_build_the_same_table_twice() {
    let folder = tempfile::tempdir().unwrap();
    let spawn = || {
        Command::new(env!("CARGO_BIN_EXE_cubiform"))
            .args(["tables", "build", "cross-slot", "--tables"])
            .arg(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let children = [spawn(), spawn()];
    let said = children.map(|child| RunOutput::from(child.wait_with_output().unwrap()));
    let mut said = said.map(|said| squeezed(&said.success()));
    said.sort();
    assert!(said[0].starts_with("cross-slot  built in "), "{said:?}");
    assert!(said[1].starts_with("cross-slot  kept"), "{said:?}");
    assert!(names(folder.path()).iter().all(|name| !name.ends_with(".tmp")));
}

#[cfg(unix)]
#[test]
fn interrupted_build_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_cubiform"))
        .args(["tables", "build", "cross-slot-edges", "--threads", "1", "--tables"])
        .arg(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The file is created before the fill, which takes seconds.
    let is_created = || names(folder.path()).iter().any(|name| name.ends_with(".tmp"));
    wait_until("the temporary file is there", is_created);
    crate::common::send_signal(child.id(), libc::SIGINT);
    let said = RunOutput::from(child.wait_with_output().unwrap());
    assert_eq!(said.failure(130), "stopped\n");
    assert!(names(folder.path()).iter().all(|name| name.ends_with(".lock")), "{:?}", names(folder.path()));
}

#[test]
fn bench_prints_measurements_as_json() {
    build_tables();
    let arguments =
        ["bench", "--stages", "cross,xcross", "--count", "20", "--format", "json", "--tables", TABLES];
    let measured: Value = serde_json::from_str(&run(&arguments).success()).unwrap();
    assert_eq!(measured["scrambles"], 20);
    assert_eq!(measured["stages"], serde_json::json!(["cross", "xcross"]));
    for field in ["core_ms_per_scramble", "seconds", "one_scramble_ms"] {
        assert!(measured[field].as_f64().unwrap() > 0.0, "{field}");
    }
    assert!(measured["look_ups_compared"].as_u64().unwrap() >= 2000);
    assert!(["scalar", "avx2", "avx512"].contains(&measured["instruction_set"].as_str().unwrap()));
    let read = &measured["random_read_ns"];
    // Which of the two is shorter is not checked: these tables fit into a cache, and other work may hold up either.
    for field in ["with_32", "dependent"] {
        assert!(read[field].as_f64().unwrap() > 0.0, "{field}");
    }
}

#[test]
fn forced_instruction_sets_give_the_same_answers() {
    build_tables();
    let analyze = |set: &str| -> RunOutput {
        let mut command = crate::common::cubiform();
        command.env("CUBIFORM_ISA", set).args(["analyze", "--random", "20", "-f", "csv", "--tables", TABLES]);
        command.args(["-s", "cross,xcross", "--profile", "small"]);
        command.output().unwrap().into()
    };
    let err = analyze("sse9").failure(2);
    assert_eq!(err, "error: CUBIFORM_ISA: unknown instruction set 'sse9'; use scalar, avx2 or avx512\n");
    let scalar = analyze("scalar").success();
    assert_eq!(scalar.lines().count(), 21);
    for set in ["avx2", "avx512"] {
        let said = analyze(set);
        match said.code {
            Some(2) => assert!(said.err.contains("this processor lacks"), "{said:?}"),
            _ => assert_eq!(said.success(), scalar, "{set}"),
        }
    }
}

/// Commands that change files finish even if nothing reads their output.
#[test]
fn closed_pipe_does_not_end_a_build() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_cubiform"))
        .args(["tables", "build", "cross", "cross-slot", "eo-cross", "--tables"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let built = names(folder.path());
    for name in ["cross.cubiform", "cross-slot.cubiform", "eo-cross.cubiform"] {
        assert!(built.iter().any(|built| built == name), "{built:?}");
    }
}

#[test]
fn waiting_for_another_build_is_reported_once() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let lock = fs::File::create(folder.path().join(".cross.lock")).unwrap();
    lock.lock().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_cubiform"))
        .args(["tables", "build", "cross", "--tables"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "cross: waiting for another process that builds the table");
    // It tries to take the lock every five milliseconds, and prints nothing more.
    let_pass(Duration::from_millis(50));
    drop(lock);
    assert!(lines.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn removing_all_and_cleaning_leave_only_foreign_files() {
    let folder = folder_with_tables();
    let at = |name: &str| folder.path().join(name);
    let leftovers = [".cross-slot.build-x7Y2ab.tmp", ".eo-cross.build-x7Y2ab.tmp", ".cross-slot.lock"];
    let leave = || {
        for name in leftovers {
            fs::write(at(name), if name.ends_with(".tmp") { "half" } else { "" }).unwrap();
        }
    };
    fs::write(at("notes.txt"), "mine").unwrap();
    leave();
    let said = tables(folder.path(), &["clean", "--dry-run"]).success();
    assert!(said.contains(".cross-slot.build-x7Y2ab.tmp  would be removed, 4 B: "), "{said}");
    assert!(
        said.ends_with(&format!("3 files would be removed, 8 B, in {}\n", folder.path().display())),
        "{said}"
    );
    assert!(leftovers.iter().all(|name| at(name).exists()));
    let said = tables(folder.path(), &["clean"]).success();
    assert!(said.contains(" removed, 8 B, in "), "{said}");
    assert_eq!(names(folder.path()), ["cross-slot.cubiform", "cross.cubiform", "notes.txt"]);
    leave();
    tables(folder.path(), &["remove", "--all"]).success();
    assert_eq!(names(folder.path()), ["notes.txt"]);
}

/// Runs a build in which file operation `number` fails or kills the process.
#[cfg(debug_assertions)]
fn build_with_fault(folder: &Path, what: &str, number: usize) -> RunOutput {
    let mut command = crate::common::cubiform();
    command.env("CUBIFORM_FAULT", format!("{what}:{number}"));
    command.args(["tables", "build", "cross", "--tables", folder.to_str().unwrap()]);
    command.output().unwrap().into()
}

/// Returns the file operations of a build, in order.
#[cfg(debug_assertions)]
fn operations() -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut command = crate::common::cubiform();
    command.env("CUBIFORM_FAULT_LOG", &log).args(["tables", "build", "cross", "--tables"]);
    let said: RunOutput = command.arg(folder.path().join("tables")).output().unwrap().into();
    said.success();
    fs::read_to_string(log).unwrap().lines().map(str::to_string).collect()
}

/// Whichever operation fails or is the last one, there is no table or an intact one, and the next build succeeds.
#[cfg(debug_assertions)]
#[test]
fn fault_at_any_operation_leaves_no_table_or_an_intact_one() {
    let operations = operations();
    assert!(operations.len() >= 8, "{operations:?}");
    for what in ["error", "kill"] {
        for number in 1..=operations.len() {
            let folder = tempfile::tempdir().unwrap();
            let said = build_with_fault(folder.path(), what, number);
            let operation = &operations[number - 1];
            assert_ne!(said.code, Some(101), "{what} at {number}, {operation}: {said:?}");
            if what == "error" && said.code != Some(0) {
                assert!(said.err.starts_with("error: "), "{said:?}");
                assert!(!names(folder.path()).iter().any(|n| n.ends_with(".tmp")), "{operation}: {said:?}");
            }
            let path = folder.path().join("cross.cubiform");
            if path.exists() {
                let said = tables(folder.path(), &["verify", "cross"]).success();
                assert!(said.starts_with("cross  OK"), "{what} at {number}, {operation}: {said}");
            }
            let said = tables(folder.path(), &["build", "cross"]).success();
            assert!(said.starts_with("cross  "), "{said}");
            assert!(tables(folder.path(), &["verify", "cross"]).success().starts_with("cross  OK"));
            assert!(
                !names(folder.path()).iter().any(|n| n.ends_with(".tmp")),
                "{what} at {number}, {operation}"
            );
        }
    }
}

/// A full disk is detected before the fill, and the error names the required space.
#[cfg(debug_assertions)]
#[test]
fn full_disk_is_reported_before_the_fill() {
    let number = operations().iter().position(|operation| operation == "Reserve").unwrap() + 1;
    let folder = tempfile::tempdir().unwrap();
    let err = build_with_fault(folder.path(), "error", number).failure(1);
    let place = folder.path().display();
    assert!(
        err.starts_with(&format!(
            "error: not enough disk space for table cross in {place}: 15296 bytes needed"
        )),
        "{err}"
    );
    assert!(err.contains("  free disk space there, or choose another folder with --tables DIR"), "{err}");
    // Nothing was written.
    assert!(number < operations().iter().position(|operation| operation == "Write").unwrap() + 1);
}
