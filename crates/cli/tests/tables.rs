//! Table files built, listed, verified and removed; damaged ones told apart from whole ones and repaired.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{Said, TABLES, build_tables, names, run, squeezed};
use serde_json::Value;
use tempfile::TempDir;

/// A folder of its own with whole tables of cross and cross-slot.
fn whole() -> TempDir {
    build_tables();
    let folder = tempfile::tempdir().unwrap();
    for name in ["cross.cubiform", "cross-slot.cubiform"] {
        fs::copy(Path::new(TABLES).join(name), folder.path().join(name)).unwrap();
    }
    folder
}

fn tables(folder: &Path, arguments: &[&str]) -> Said {
    let said = run(&[&["tables", "--tables", folder.to_str().unwrap()], arguments].concat());
    // The width of columns is that of the longest name in the catalogue.
    Said { out: squeezed(&said.out), ..said }
}

fn xcross(folder: &Path) -> Said {
    run(&["analyze", "R U F", "-s", "xcross", "--tables", folder.to_str().unwrap()])
}

/// Changes a file by hand.
fn damage(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    change(&mut bytes);
    // A new file: the old one may be mapped by another test.
    fs::remove_file(path).unwrap();
    fs::write(path, bytes).unwrap();
}

#[test]
fn building_keeps_what_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new").join("tables");
    let said = tables(&path, &["build", "cross"]).good();
    assert!(said.starts_with("cross  built in "), "{said}");
    assert!(said.ends_with(&format!("in {}\n", path.display())), "{said}");
    let said = tables(&path, &["build", "cross"]).good();
    assert!(said.starts_with("cross  kept, 15.30 kB\n"), "{said}");
    let said = tables(&path, &["build", "--force", "cross"]).good();
    assert!(said.starts_with("cross  built in "), "{said}");
}

#[test]
fn analyze_builds_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let said = run(&["analyze", "R", "-s", "cross", "--tables", folder.path().to_str().unwrap()]);
    assert!(said.good().contains("cross"));
    assert!(folder.path().join("cross.cubiform").is_file());
}

#[test]
fn the_folder_comes_from_the_option_the_environment_or_the_cache() {
    let folder = tempfile::tempdir().unwrap();
    let list = |command: &mut assert_cmd::Command| {
        Said::from(command.args(["tables", "list"]).output().unwrap()).good()
    };
    let said = list(common::cubiform().env("CUBIFORM_TABLES", folder.path().join("env")));
    assert!(said.contains(&format!("in {}\n", folder.path().join("env").display())), "{said}");
    #[cfg(target_os = "linux")]
    {
        let said = list(common::cubiform().env("XDG_CACHE_HOME", folder.path()));
        let expected = folder.path().join("cubiform").join("tables");
        assert!(said.contains(&format!("in {}\n", expected.display())), "{said}");
    }
}

#[test]
fn listing_for_people_and_programs() {
    let folder = whole();
    damage(&folder.path().join("cross.cubiform"), |bytes| bytes.truncate(5000));
    let said = tables(folder.path(), &["list"]).good();
    assert!(said.contains("cross-slot  yes  9.39 MB  73.0 M  cross and one slot\n"), "{said}");
    assert!(said.contains("\ncross  damaged "), "{said}");
    let list: Value =
        serde_json::from_str(&tables(folder.path(), &["list", "--format", "json"]).good()).unwrap();
    let list = list.as_array().unwrap();
    assert_eq!(list[0]["name"], "cross");
    assert_eq!(list[0]["built"], false);
    assert!(list[0]["damage"].as_str().unwrap().contains("it was cut short"));
    assert_eq!(list[1]["built"], true);
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
fn verifying_tells_whole_from_damaged() {
    let folder = whole();
    let said = tables(folder.path(), &["verify"]).good();
    let starts: Vec<&str> = said.lines().map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(starts, ["cross  OK", "cross-slot  OK"]);

    damage(&folder.path().join("cross.cubiform"), |bytes| *bytes.last_mut().unwrap() ^= 1);
    let said = tables(folder.path(), &["verify"]);
    assert_eq!(said.code, Some(1));
    assert!(said.out.contains("cross  FAILED: "), "{said:?}");
    assert!(said.out.contains("cross-slot  OK"), "{said:?}");
    let missing = tables(folder.path(), &["verify", "cross-slot-edges"]);
    assert!(missing.out.contains("FAILED: it is not built"), "{missing:?}");
    assert!(missing.bad(1).contains("cubiform tables build cross-slot-edges --tables "));
    let empty = tempfile::tempdir().unwrap();
    assert!(tables(empty.path(), &["verify"]).bad(1).starts_with("error: no table is built in "));
}

#[test]
fn removing() {
    let folder = whole();
    assert_eq!(tables(folder.path(), &["remove", "cross"]).good(), "cross  removed\n");
    assert_eq!(tables(folder.path(), &["remove", "cross"]).good(), "cross  was not there\n");
    assert!(tables(folder.path(), &["remove", "--all"]).good().contains("cross-slot  removed\n"));
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

/// Those of the 4x4x4 are named together, by metric.
#[test]
fn sets_of_tables() {
    let folder = tempfile::tempdir().unwrap();
    let said = tables(folder.path(), &["remove", "444-block", "444-slice-2", "444-block-1"]).good();
    let names: Vec<&str> = said.lines().map(|line| line.split("  ").next().unwrap()).collect();
    let block = (1..=5).map(|stage| format!("444-block-{stage}"));
    assert_eq!(names, ["444-slice-2".to_string()].into_iter().chain(block).collect::<Vec<_>>());
    let list = tables(folder.path(), &["list", "--format", "json"]).good();
    let list: Vec<Value> = serde_json::from_str(&list).unwrap();
    let of = |name: &str| list.iter().find(|table| table["name"] == name).unwrap();
    assert_eq!(of("444-slice-3")["histogram"][14], 1);
    assert_eq!(of("444-slice-3")["orbits"][13], 732);
    assert!(of("cross")["orbits"].is_null());
}

/// Each damage is named together with the file and the command that repairs it, and that command does.
#[test]
fn damaged_files_are_refused_and_repaired() {
    type Change = fn(&mut Vec<u8>);
    let damages: [(&str, Change); 7] = [
        ("bytes long, expected", |bytes| bytes.truncate(bytes.len() / 2)),
        ("not a table of cubiform", |bytes| bytes.truncate(3)),
        ("not a table of cubiform", |bytes| bytes.clear()),
        ("its codes are damaged: checksum", |bytes| bytes[1 << 20] ^= 0x10),
        ("format version 99, but this program reads version", |bytes| bytes[8] = 99),
        ("its header is damaged", |bytes| bytes[50] ^= 1),
        ("bytes long, expected", |bytes| bytes.push(0)),
    ];
    let folder = whole();
    let path = folder.path().join("cross-slot.cubiform");
    for (message, change) in damages {
        damage(&path, change);
        let said = xcross(folder.path());
        assert_eq!(said.out, "");
        let err = said.bad(1);
        assert!(err.starts_with(&format!("error: {}: ", path.display())), "{err}");
        assert!(err.contains(message), "{err}");
        let command = err.lines().nth(1).unwrap().strip_prefix("  rebuild it with: cubiform ").unwrap();
        let said = run(&command.split(' ').collect::<Vec<_>>()).good();
        assert!(said.starts_with("cross-slot "), "{said}");
        xcross(folder.path()).good();
    }
}

#[test]
fn a_file_of_another_table_is_refused() {
    let folder = whole();
    let from = folder.path().join("cross-slot.cubiform");
    fs::rename(folder.path().join("cross.cubiform"), &from).unwrap();
    let err = xcross(folder.path()).bad(1);
    assert!(err.contains("another table: expected \"cross-slot "), "{err}");
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let inside: PathBuf = file.join("tables");
    for arguments in [&["analyze", "R", "-s", "cross"][..], &["tables", "build", "cross"]] {
        let err = run(&[arguments, &["--tables", inside.to_str().unwrap()]].concat()).bad(1);
        assert!(err.starts_with("error: ") && err.contains(&inside.display().to_string()), "{err}");
        assert!(err.contains("choose another folder with --tables DIR or CUBIFORM_TABLES"), "{err}");
    }
    assert!(tables(&inside, &["list"]).good().contains("0 of "));
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
    let mut said = children.map(|child| squeezed(&Said::from(child.wait_with_output().unwrap()).good()));
    said.sort();
    assert!(said[0].starts_with("cross-slot  built in "), "{said:?}");
    assert!(said[1].starts_with("cross-slot  kept"), "{said:?}");
    assert!(names(folder.path()).iter().all(|name| !name.ends_with(".tmp")));
}

#[cfg(unix)]
#[test]
fn an_interrupted_build_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_cubiform"))
        .args(["tables", "build", "cross-slot-edges", "--threads", "1", "--tables"])
        .arg(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !names(folder.path()).iter().any(|name| name.ends_with(".tmp")) {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    std::thread::sleep(std::time::Duration::from_millis(200));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let said = Said::from(child.wait_with_output().unwrap());
    assert_eq!(said.bad(130), "stopped\n");
    assert!(names(folder.path()).iter().all(|name| name.ends_with(".lock")), "{:?}", names(folder.path()));
}

#[test]
fn a_bench_measures_and_says_so_in_json() {
    build_tables();
    let arguments =
        ["bench", "--stages", "cross,xcross", "--count", "20", "--format", "json", "--tables", TABLES];
    let measured: Value = serde_json::from_str(&run(&arguments).good()).unwrap();
    assert_eq!(measured["scrambles"], 20);
    assert_eq!(measured["stages"], serde_json::json!(["cross", "xcross"]));
    for field in ["core_ms_per_scramble", "seconds", "one_scramble_ms"] {
        assert!(measured[field].as_f64().unwrap() > 0.0, "{field}");
    }
    let read = &measured["random_read_ns"];
    assert!(read["with_32"].as_f64().unwrap() < read["dependent"].as_f64().unwrap());
}
