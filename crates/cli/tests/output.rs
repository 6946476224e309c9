//! Where `cubiform analyze` writes: files that are whole or not there, pipes that close, interruptions.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use common::{TABLES, analyze, analyze_input, build_tables, names};

#[test]
fn a_file_gets_what_would_have_been_printed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    let output = path.to_str().unwrap();
    let arguments = ["R U", "F D'", "-s", "cross", "-f", "csv"];
    let printed = analyze(&arguments).good();
    fs::write(&path, "old").unwrap();
    let said = analyze(&[&arguments[..], &["--output", output]].concat()).good();
    assert_eq!(said, "");
    assert_eq!(fs::read_to_string(&path).unwrap(), printed);
    assert_eq!(names(folder.path()), ["out.csv"]);
}

#[test]
fn a_run_that_fails_leaves_the_file_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    let arguments = ["-s", "cross", "-f", "csv", "-o", path.to_str().unwrap()];
    let said = analyze_input(&arguments, "R\nU\nQ\n");
    assert!(said.bad(1).contains("<stdin>:3:1: 'Q'"));
    assert_eq!(names(folder.path()), Vec::<String>::new());
    fs::write(&path, "old").unwrap();
    analyze_input(&arguments, "R\nQ\n").bad(1);
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(names(folder.path()), ["out.csv"]);
}

#[test]
fn skipping_writes_the_rows_that_are_good() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    let arguments =
        ["-s", "cross", "-c", "W", "-f", "csv", "-o", path.to_str().unwrap(), "--on-error", "skip"];
    analyze_input(&arguments, "R\nQ\nF\n").bad(1);
    assert_eq!(fs::read_to_string(&path).unwrap(), "id,cross_z2\n1,1\n3,1\n");
}

#[test]
fn files_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("no").join("out.csv");
    let message = analyze(&["R", "-s", "cross", "-o", inner.to_str().unwrap()]).bad(1);
    let parent = inner.parent().unwrap().display();
    assert_eq!(message, format!("error: cannot write {}: there is no folder {parent}\n", inner.display()));
    let message = analyze(&["R", "-s", "cross", "-o", folder.path().to_str().unwrap()]).bad(1);
    assert_eq!(message, format!("error: cannot write {}: it is a folder\n", folder.path().display()));
}

#[cfg(unix)]
#[test]
fn devices_and_links_are_written_through() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    assert_eq!(analyze(&["R", "-s", "cross", "-o", "/dev/null"]).good(), "");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real"), folder.path().join("link"));
    fs::write(&real, "old").unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&real, &link).unwrap();
    analyze(&["R", "-s", "cross", "-o", link.to_str().unwrap()]).good();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_ne!(fs::read_to_string(&real).unwrap(), "old");
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let message = analyze(&["R", "-s", "cross", "-o", "/dev/full"]).bad(1);
    assert!(message.starts_with("error: cannot write to /dev/full: "), "{message}");
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    build_tables();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.txt");
    fs::write(&path, "R U F\n".repeat(20_000)).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_cubiform"))
        .args(["analyze", "--tables", TABLES, "-s", "cross", "-f", "jsonl", "-i"])
        .arg(&path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with("{\"id\":\"1\""));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), &said[..]), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_no_file_though_input_is_awaited() {
    use std::io::Write;
    build_tables();
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_cubiform"))
        .args(["analyze", "--tables", TABLES, "-s", "cross", "-f", "csv", "-o"])
        .arg(folder.path().join("out.csv"))
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "R").unwrap();
    while names(folder.path()).is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "stopped\n");
    assert_eq!(names(folder.path()), Vec::<String>::new());
    drop(input);
}
