//! The output of `cubiform analyze`: files that are complete or absent, closed pipes, interruptions.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use crate::common::wait::wait_until;
use crate::common::{TABLES, analyze, analyze_input, build_tables, names};

#[test]
fn output_file_equals_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    let output = path.to_str().unwrap();
    let arguments = ["R U", "F D'", "-s", "cross", "-f", "csv"];
    let printed = analyze(&arguments).success();
    fs::write(&path, "old").unwrap();
    let said = analyze(&[&arguments[..], &["--output", output]].concat()).success();
    assert_eq!(said, "");
    assert_eq!(fs::read_to_string(&path).unwrap(), printed);
    assert_eq!(names(folder.path()), ["out.csv"]);
}

#[test]
fn failed_run_leaves_the_file_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    let arguments = ["-s", "cross", "-f", "csv", "-o", path.to_str().unwrap()];
    let said = analyze_input(&arguments, "R\nU\nQ\n");
    assert!(said.failure(1).contains("<stdin>:3:1: 'Q'"));
    assert_eq!(names(folder.path()), Vec::<String>::new());
    fs::write(&path, "old").unwrap();
    analyze_input(&arguments, "R\nQ\n").failure(1);
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(names(folder.path()), ["out.csv"]);
}

#[test]
fn skipping_writes_the_valid_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    let arguments =
        ["-s", "cross", "-c", "W", "-f", "csv", "-o", path.to_str().unwrap(), "--on-error", "skip"];
    analyze_input(&arguments, "R\nQ\nF\n").failure(1);
    assert_eq!(fs::read_to_string(&path).unwrap(), "id,cross_z2\n1,1\n3,1\n");
}

#[test]
fn unwritable_files_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("no").join("out.csv");
    let message = analyze(&["R", "-s", "cross", "-o", inner.to_str().unwrap()]).failure(1);
    let parent = inner.parent().unwrap().display();
    assert_eq!(message, format!("error: cannot write {}: there is no folder {parent}\n", inner.display()));
    let message = analyze(&["R", "-s", "cross", "-o", folder.path().to_str().unwrap()]).failure(1);
    assert_eq!(message, format!("error: cannot write {}: it is a folder\n", folder.path().display()));
    let message = crate::common::run(&["scramble", "-n", "1", "-o", "no-such-folder/"]).failure(1);
    assert_eq!(message, "error: cannot write no-such-folder/: it is not a file name\n");
}

#[cfg(unix)]
#[test]
fn devices_and_links_are_written_through() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    assert_eq!(analyze(&["R", "-s", "cross", "-o", "/dev/null"]).success(), "");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real"), folder.path().join("link"));
    fs::write(&real, "old").unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&real, &link).unwrap();
    analyze(&["R", "-s", "cross", "-o", link.to_str().unwrap()]).success();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_ne!(fs::read_to_string(&real).unwrap(), "old");
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_an_error() {
    let message = analyze(&["R", "-s", "cross", "-o", "/dev/full"]).failure(1);
    assert!(message.starts_with("error: cannot write to /dev/full: "), "{message}");
}

/// The runtime opens /dev/null in place of a closed standard output, so that the output would be lost in silence.
#[cfg(unix)]
#[test]
fn closed_standard_output_is_an_error_of_every_command_that_prints() {
    build_tables();
    let folder = tempfile::tempdir().unwrap();
    let shell = |script: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_cubiform")]).env("CUBIFORM_TABLES", TABLES);
        let output = command.current_dir(folder.path()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let cross = "\"$1\" analyze R -s cross -f csv";
    for command in
        [cross, "\"$1\" --version", "\"$1\" solve --help", "\"$1\" tables list", "\"$1\" cases list pll"]
    {
        for closed in [">&-", ">&- <&-"] {
            let wanted = "error: cannot write to standard output: it is closed; redirect it to a file, or to /dev/null \
                          to discard it\n";
            assert_eq!(shell(&format!("{command} {closed}")), (Some(1), wanted.into()), "{command} {closed}");
        }
        assert_eq!(shell(&format!("{command} > /dev/null")), (Some(0), String::new()), "{command}");
        assert_eq!(shell(&format!("{command} 1<> /dev/null")), (Some(0), String::new()), "{command}");
    }
    assert_eq!(shell(&format!("{cross} -o out.csv >&-")), (Some(0), "wrote out.csv\n".into()));
}

#[cfg(unix)]
#[test]
fn control_characters_of_names_and_arguments_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let named = |name: &str| folder.path().join(format!("{name}\u{1b}[31m.txt")).display().to_string();
    fs::write(named("bad"), "R U Q\n").unwrap();
    fs::write(named("solve"), "Scramble: R U\nU' R' // all\n---\nScramble: R\nR'\n").unwrap();
    fs::write(named("analysis"), "id,cross_z2\n1,x\n").unwrap();
    let tables = folder.path().join("tables\u{1b}[31m").display().to_string();
    for arguments in [
        &["analyze", "-i", &named("bad"), "-s", "cross", "--tables", TABLES][..],
        &["analyze", "-i", &named("missing"), "-s", "cross", "--tables", TABLES],
        &["analyze", "R", "-s", "cross", "--tables", TABLES, "-f", "csv", "-o", &named("out")],
        &["analyze", "R", "--threads", "\u{1b}[31m"],
        &["stats", &named("analysis")],
        &["merge", &named("bad"), "-o", &named("merged")],
        &["solve", "-i", &named("bad")],
        &["review", "--no-optimal", &named("solve")],
        &["review", "--no-optimal", "R // \u{1b}[31m", "R'"],
        &["tables", "list", "--tables", &tables],
        &["cases", "show", "\u{1b}[31m"],
    ] {
        let said = crate::common::run(arguments);
        let all = format!("{}{}{}", said.out, said.err, said.wrote);
        assert!(!all.contains('\u{1b}') && !all.is_empty(), "{arguments:?}: {all:?}");
    }
}

#[test]
fn closed_pipe_ends_the_run_quietly() {
    build_tables();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.txt");
    fs::write(&path, "R U F\n".repeat(20_000)).unwrap();
    let mut child = crate::common::program()
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
fn interruption_while_waiting_for_input_leaves_no_file() {
    use std::io::Write;
    build_tables();
    let folder = tempfile::tempdir().unwrap();
    let mut child = crate::common::program()
        .args(["analyze", "--tables", TABLES, "-s", "cross", "-f", "csv", "-o"])
        .arg(folder.path().join("out.csv"))
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "R").unwrap();
    wait_until("the temporary file is there", || !names(folder.path()).is_empty());
    crate::common::send_signal(child.id(), libc::SIGINT);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.starts_with("nothing was written to ")
            && said.ends_with(
                "out.csv\n\
        a run with --output DIR/ keeps its rows, and --resume continues it\nstopped\n"
            ),
        "{said}"
    );
    assert_eq!(names(folder.path()), Vec::<String>::new());
    drop(input);
}

/// A file that is both input and output is refused under any of its names.
#[test]
fn output_that_is_an_input_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let lengths = "id,cross_z0\n1,5\n";
    for (name, text) in [("s.txt", "R U\n"), ("other.txt", "F\n"), ("lengths.csv", lengths)] {
        fs::write(path(name), text).unwrap();
    }
    let solutions = "id,metric,length,error\n1,HTM,18,\n";
    fs::write(path("solutions.csv"), solutions).unwrap();
    let zip = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/WCA_export.tsv.zip");
    fs::copy(zip, path("wca.zip")).unwrap();
    fs::hard_link(path("s.txt"), path("hard.txt")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(path("s.txt"), path("soft.txt")).unwrap();
    let parts = path("parts/");
    analyze(&["-s", "cross", "--random", "3", "-f", "csv", "-o", &parts]).success();
    let part = path("parts/part-00000.csv");
    let (s, lengths, solutions, wca) =
        (path("s.txt"), path("lengths.csv"), path("solutions.csv"), path("wca.zip"));
    let mut refused = vec![
        vec!["solve", "-i", &s, "-o", &s],
        vec!["analyze", "-s", "cross", "-i", &wca, "-o", &wca],
        vec!["stats", &lengths, "-o", &lengths],
        vec!["stats", &parts, "-o", &part],
        vec!["stats", &part, "--against", &lengths, "-o", &lengths],
        vec!["stats", &part, "--beside", &lengths, "-o", &lengths],
        vec!["stats", &solutions, "-o", &solutions],
        vec!["stats", &solutions, "--plot", &solutions],
        vec!["report", &parts, &part],
    ];
    let names: Vec<String> = ["hard.txt", "soft.txt"].map(path).into();
    let links = if cfg!(unix) { &names[..] } else { &names[..0] };
    for link in links {
        refused.push(vec!["analyze", "-s", "cross", "-i", &s, "-o", link]);
        refused.push(vec!["analyze", "-s", "cross", "-i", link, "-o", &s]);
    }
    let files = || {
        let paths = [&s, &lengths, &solutions, &wca, &part];
        paths.map(|path| fs::read(path).unwrap())
    };
    let before = files();
    for arguments in refused {
        let said = crate::common::run(&arguments).failure(1);
        assert!(said.contains("would be overwritten; name another output"), "{arguments:?}: {said}");
        assert_eq!(files(), before, "{arguments:?}");
    }
    // Any other file is written.
    analyze(&["-s", "cross", "-i", &s, "-o", &path("other.txt")]).success();
    let said = crate::common::run(&["stats", &solutions, "-o", &path("x.svg"), "--plot", &path("./x.svg")])
        .failure(1);
    assert!(said.contains("x.svg twice"), "{said}");
}

#[cfg(unix)]
#[test]
fn standard_input_from_the_output_is_refused() {
    build_tables();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.txt");
    fs::write(&path, "R U\n").unwrap();
    for arguments in [&["solve"][..], &["analyze", "-s", "cross"], &["analyze", "-s", "cross", "-i", "-"]] {
        let output = crate::common::program()
            .args(arguments)
            .args(["--tables", TABLES, "-o"])
            .arg(&path)
            .stdin(fs::File::open(&path).unwrap())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(said.contains("the input standard input would be overwritten"), "{said}");
        assert_eq!(fs::read(&path).unwrap(), b"R U\n");
    }
}

#[cfg(unix)]
#[test]
fn read_only_files_and_dangling_links_are_refused() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("file"), folder.path().join("link"));
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    let said = analyze(&["R", "-s", "cross", "-o", file.to_str().unwrap()]).failure(1);
    assert!(said.ends_with("file: it is read-only; make it writable, or name another file\n"), "{said}");
    assert_eq!(fs::read(&file).unwrap(), b"old");
    symlink(folder.path().join("nowhere"), &link).unwrap();
    let said = analyze(&["R", "-s", "cross", "-o", link.to_str().unwrap()]).failure(1);
    assert!(said.contains("it is a symbolic link to a file that does not exist"), "{said}");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(names(folder.path()), ["file", "link"]);
}

/// The temporary file of a killed run is removed by the next run in its folder; that of an active run is not.
#[test]
fn temporary_file_of_a_killed_run_is_removed_by_the_next() {
    build_tables();
    let folder = tempfile::tempdir().unwrap();
    let begin = |name: &str| {
        let before = names(folder.path());
        let child = crate::common::program()
            .args(["analyze", "--tables", TABLES, "-s", "cross", "-f", "csv", "--carry", "none", "-o"])
            .arg(folder.path().join(name))
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let is_new = |name: &String| !before.contains(name);
        wait_until("the temporary file is there", || names(folder.path()).iter().any(is_new));
        child
    };
    let mut killed = begin("a.csv");
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(names(folder.path()).len(), 1);
    let mut running = begin("b.csv");
    fs::write(folder.path().join(".cubiform-notes.tmp"), "mine").unwrap();
    let path = folder.path().join("c.csv");
    analyze(&["R", "-s", "cross", "-f", "csv", "-o", path.to_str().unwrap()]).success();
    // Only the file of the active run is left.
    let left = names(folder.path());
    assert_eq!(left.len(), 3, "{left:?}");
    drop(running.stdin.take());
    assert!(running.wait().unwrap().success());
    assert_eq!(names(folder.path()), [".cubiform-notes.tmp", "b.csv", "c.csv"]);
}
