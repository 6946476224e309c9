//! Table files that are damaged, of another table or of another version are refused, named and repaired.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::table_folders::{damage, folder_with_tables, tables, xcross};
use crate::common::{RunOutput, TABLES, names, run};
use tempfile::TempDir;

/// Each kind of damage is reported with the file and the command that repairs it, and that command works.
#[test]
fn damaged_files_are_refused_and_repaired() {
    type Change = fn(&mut Vec<u8>);
    let damages: [(&str, Change); 7] = [
        ("bytes long, expected", |bytes| bytes.truncate(bytes.len() / 2)),
        ("not a cubiform table", |bytes| bytes.truncate(3)),
        ("not a cubiform table", |bytes| bytes.clear()),
        ("damaged codes: checksum", |bytes| bytes[1 << 20] ^= 0x10),
        ("format version 0, but this program reads version", |bytes| bytes[8] = 0),
        ("damaged header", |bytes| bytes[50] ^= 1),
        ("bytes long, expected", |bytes| bytes.push(0)),
    ];
    let folder = folder_with_tables();
    let path = folder.path().join("cross-slot.cubiform");
    for (message, change) in damages {
        damage(&path, change);
        let said = xcross(folder.path());
        assert_eq!(said.out, "");
        let err = said.failure(1);
        assert!(err.starts_with(&format!("error: {}: ", path.display())), "{err}");
        assert!(err.contains(message), "{err}");
        let command = err.lines().nth(1).unwrap().strip_prefix("  rebuild it with: cubiform ").unwrap();
        let said = run(&command.split(' ').collect::<Vec<_>>()).success();
        assert!(said.contains("cross-slot ") && said.contains("built in"), "{said}");
        xcross(folder.path()).success();
    }
}

#[test]
fn file_of_another_table_is_refused() {
    let folder = folder_with_tables();
    let from = folder.path().join("cross-slot.cubiform");
    fs::rename(folder.path().join("cross.cubiform"), &from).unwrap();
    let err = xcross(folder.path()).failure(1);
    assert!(err.contains("another table: expected \"cross-slot "), "{err}");
}

#[test]
fn table_of_a_later_version_is_not_overwritten() {
    let folder = folder_with_tables();
    let path = folder.path().join("cross-slot.cubiform");
    damage(&path, |bytes| bytes[8] = 99);
    let before = fs::read(&path).unwrap();
    assert!(tables(folder.path(), &["list"]).success().contains("\ncross-slot  later "));
    let build = ["build", "cross-slot"];
    for arguments in [&build[..], &["build", "--force", "cross-slot"]] {
        let err = tables(folder.path(), arguments).failure(1);
        assert!(err.contains("format version 99, but this program reads version 1"), "{err}");
        assert!(err.contains("  update cubiform, or choose another folder with --tables DIR"), "{err}");
    }
    let err = xcross(folder.path()).failure(1);
    assert!(err.contains("format version 99") && err.contains("update cubiform"), "{err}");
    tables(folder.path(), &["clean"]).success();
    assert_eq!(fs::read(&path).unwrap(), before);
    tables(folder.path(), &["remove", "cross-slot"]).success();
    assert!(tables(folder.path(), &build).success().starts_with("cross-slot  built in "));
}

/// Replaces the numbering in a table's header.
fn renumber(path: &Path, numbering: &str) {
    damage(path, |bytes| {
        let used = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let at = bytes[..used].windows(11).position(|w| w == b"numbering 4").unwrap() + 10;
        bytes[at..at + 1].copy_from_slice(numbering.as_bytes());
        let sum = xxhash_rust::xxh3::xxh3_64(&bytes[..used - 8]).to_le_bytes();
        bytes[used - 8..used].copy_from_slice(&sum);
    });
}

#[test]
fn older_numberings_are_replaced_and_later_ones_refused() {
    let folder = folder_with_tables();
    let path = folder.path().join("cross.cubiform");
    let whole = fs::read(&path).unwrap();
    renumber(&path, "3");
    assert!(tables(folder.path(), &["list"]).success().contains("\ncross  outdated "));
    let cross = || run(&["analyze", "R U F", "-s", "cross", "--tables", folder.path().to_str().unwrap()]);
    let said = cross();
    assert_eq!(said.code, Some(0), "{said:?}");
    assert_eq!(said.err, "cross: the file is from an earlier version (numbering 3); rebuilding it\n");
    assert_eq!(fs::read(&path).unwrap(), whole);

    renumber(&path, "9");
    let err = cross().failure(1);
    assert!(
        err.contains("made by a later version of cubiform: numbering 9, but this program has numbering 4"),
        "{err}"
    );
    assert!(err.contains("  update cubiform, or choose another folder"), "{err}");
    assert!(!tables(folder.path(), &["build", "cross"]).failure(1).is_empty());
    assert_ne!(fs::read(&path).unwrap(), whole);
}

/// The smallest table that is not verified at every opening, and an analysis that uses it.
const ADJACENT: &str = "cross-corner-edge-adjacent";

/// Returns a new folder with the tables of the second stage of `pseudo`.
fn folder_with_pseudo_tables() -> TempDir {
    let names = ["cross", "cross-slot", ADJACENT, "cross-corner-edge-opposite"];
    run(&[&["tables", "build"][..], &names, &["--tables", TABLES]].concat());
    let folder = tempfile::tempdir().unwrap();
    for name in names.map(|name| format!("{name}.cubiform")) {
        fs::copy(Path::new(TABLES).join(&name), folder.path().join(&name)).unwrap();
    }
    folder
}

fn analyze_pseudo(folder: &Path, arguments: &[&str]) -> RunOutput {
    let given = ["analyze", "--goal", "pseudo", "-s", "pseudo_xcross", "--profile", "small", "--tables"];
    run(&[&given[..], &[folder.to_str().unwrap()], arguments].concat())
}

#[test]
fn unverified_tables_are_checked_in_the_background_and_stamped() {
    let folder = folder_with_pseudo_tables();
    let stamp = folder.path().join(format!(".{ADJACENT}.verified"));
    let list = || tables(folder.path(), &["list"]).success();
    assert!(list().contains(&format!("\n{ADJACENT}  unverified ")), "{}", list());
    assert!(!stamp.exists());
    analyze_pseudo(folder.path(), &["R U F"]).success();
    assert!(stamp.is_file());
    assert!(list().contains(&format!("\n{ADJACENT}  yes ")), "{}", list());
    assert!(!list().contains("unverified"));
}

#[test]
fn damage_outside_of_all_searches_ends_the_run() {
    let folder = folder_with_pseudo_tables();
    let path = folder.path().join(format!("{ADJACENT}.cubiform"));
    damage(&path, |bytes| *bytes.last_mut().unwrap() ^= 1);
    let results = folder.path().join("results.csv");
    let said = analyze_pseudo(folder.path(), &["R U F", "-f", "csv", "-o", results.to_str().unwrap()]);
    let err = said.failure(1);
    assert!(err.starts_with(&format!("error: {}: damaged codes: checksum ", path.display())), "{err}");
    let remedy = format!("  rebuild it with: cubiform tables build --force {ADJACENT} --tables ");
    assert!(err.contains(&remedy), "{err}");
    assert!(!results.exists());
    assert!(names(folder.path()).iter().all(|name| !name.ends_with(".tmp")), "{:?}", names(folder.path()));
    // The damage is now recorded, so a new run does not start.
    let list = tables(folder.path(), &["list"]).success();
    assert!(list.contains(&format!("\n{ADJACENT}  damaged ")), "{list}");
    let again = analyze_pseudo(folder.path(), &["R U F"]);
    assert_eq!(again.out, "");
    assert!(again.failure(1).contains("damaged codes"));
    let command = err.lines().nth(1).unwrap().strip_prefix("  rebuild it with: cubiform ").unwrap();
    run(&command.split(' ').collect::<Vec<_>>()).success();
    analyze_pseudo(folder.path(), &["R U F"]).success();
}

#[test]
fn damage_ends_a_run_in_parts_before_its_first_part() {
    let folder = folder_with_pseudo_tables();
    damage(&folder.path().join(format!("{ADJACENT}.cubiform")), |bytes| *bytes.last_mut().unwrap() ^= 1);
    let parts = folder.path().join("parts").display().to_string() + "/";
    let said = analyze_pseudo(folder.path(), &["--random", "500", "-f", "csv", "-o", &parts]);
    let err = said.failure(1);
    assert_eq!(err.matches("damaged codes").count(), 1, "{err}");
    let written = names(Path::new(&parts));
    assert!(!written.iter().any(|name| name.starts_with("part-") || name.ends_with(".tmp")), "{written:?}");
}

#[test]
fn damage_ends_a_run_to_standard_output() {
    let folder = folder_with_pseudo_tables();
    damage(&folder.path().join(format!("{ADJACENT}.cubiform")), |bytes| *bytes.last_mut().unwrap() ^= 1);
    let err = analyze_pseudo(folder.path(), &["R U F"]).failure(1);
    assert!(err.contains("damaged codes"), "{err}");
}

/// A table that contradicts itself is verified by its checksum at once and named.
#[test]
fn contradictions_name_the_damaged_table() {
    let folder = folder_with_pseudo_tables();
    let path = folder.path().join(format!("{ADJACENT}.cubiform"));
    damage(&path, |bytes| bytes[4096..].iter_mut().for_each(|byte| *byte ^= 0x5a));
    let said = analyze_pseudo(folder.path(), &["--random", "20", "-f", "csv"]);
    let err = said.failure(1);
    assert!(err.starts_with("error: "), "{err}");
    assert!(err.contains(&format!("{}: damaged codes: checksum ", path.display())), "{err}");
    assert!(err.contains(&format!("tables build --force {ADJACENT} ")), "{err}");
}

/// Truncating a mapped file during a run ends the run with a message, not with a signal.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
#[test]
fn table_truncated_during_a_run_is_named() {
    use std::io::{BufRead, BufReader, Write};
    let folder = folder_with_tables();
    let mut child = Command::new(env!("CARGO_BIN_EXE_cubiform"))
        .args(["analyze", "-i", "-", "-s", "xcross", "-f", "csv", "--profile", "small", "--tables"])
        .arg(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"R U F\n").unwrap();
    input.flush().unwrap();
    let mut rows = BufReader::new(child.stdout.take().unwrap()).lines();
    // After the header and the first row, the tables are mapped and in use.
    assert!(rows.next().unwrap().unwrap().starts_with("id,"));
    assert!(rows.next().unwrap().unwrap().starts_with("1,"));
    let path = folder.path().join("cross-slot.cubiform");
    fs::File::options().write(true).open(&path).unwrap().set_len(0).unwrap();
    // The program may end before it has read all lines.
    let _ = input.write_all("D L2 B U' R F2 L D2\n".repeat(50).as_bytes());
    drop(input);
    let said = RunOutput::from(child.wait_with_output().unwrap());
    let expected = format!("error: table file {} was changed or can no longer be read\n", path.display());
    let err = said.failure(1);
    assert!(err.starts_with(&expected), "{err}");
}
