//! No command removes, changes or writes through a foreign file, whatever is in the folder.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Once;

use crate::common::{TABLES, build_tables, cubiform};
use proptest::prelude::*;

/// Names of foreign files, some of which resemble those of cubiform.
const NAMES: [&str; 16] = [
    "part-00000.csv",
    "part-00001.csv",
    "part-00007.csv",
    "part-00000.parquet",
    "part-00000-6a1f-c000.snappy.parquet",
    "part-mine.csv",
    "part-",
    ".lock",
    ".cubiform.lock",
    ".cubiform-notes.tmp",
    "_manifest.json",
    "_SUCCESS",
    "index.html",
    "figure-01-one-color.svg",
    "notes.txt",
    "data",
];

/// The kind of a foreign entry.
#[derive(Clone, Copy, Debug)]
enum EntryKind {
    File,
    EmptyFile,
    Folder,
    /// A symbolic link to a file elsewhere.
    Link,
    /// A symbolic link to a missing file.
    Dangling,
}

/// The contents of the folder before foreign entries are added.
#[derive(Clone, Copy, Debug)]
enum InitialState {
    Nothing,
    CompleteRun,
    UnfinishedRun,
    Report,
}

#[derive(Clone, Copy, Debug)]
enum CommandKind {
    Analyze,
    Resume,
    Grow,
    Report,
    Merge,
    Scramble,
    Stats,
}

fn kind() -> impl Strategy<Value = EntryKind> {
    prop_oneof![
        3 => Just(EntryKind::File),
        1 => Just(EntryKind::EmptyFile),
        1 => Just(EntryKind::Folder),
        1 => Just(EntryKind::Link),
        1 => Just(EntryKind::Dangling),
    ]
}

fn before() -> impl Strategy<Value = InitialState> {
    prop::sample::select(vec![
        InitialState::Nothing,
        InitialState::CompleteRun,
        InitialState::UnfinishedRun,
        InitialState::Report,
    ])
}

fn command() -> impl Strategy<Value = CommandKind> {
    prop::sample::select(vec![
        CommandKind::Analyze,
        CommandKind::Resume,
        CommandKind::Grow,
        CommandKind::Report,
        CommandKind::Merge,
        CommandKind::Scramble,
        CommandKind::Stats,
    ])
}

/// A directory entry, without following links.
#[derive(Debug, PartialEq, Eq)]
enum Entry {
    File(Vec<u8>),
    Folder(Vec<u8>),
    Link(PathBuf),
}

fn entry(path: &Path) -> Option<Entry> {
    let kind = fs::symlink_metadata(path).ok()?.file_type();
    Some(if kind.is_symlink() {
        Entry::Link(fs::read_link(path).unwrap())
    } else if kind.is_dir() {
        Entry::Folder(fs::read(path.join("within")).unwrap_or_default())
    } else {
        Entry::File(fs::read(path).unwrap())
    })
}

/// The inputs of all commands: lists of scrambles, and the shards of a run.
const INPUTS: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/foreign-files");

/// Creates the inputs, once.
fn create_inputs() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        build_tables();
        let _ = fs::remove_dir_all(INPUTS);
        fs::create_dir_all(INPUTS).unwrap();
        fs::write(input("in.txt"), "R U\nF\nL\nD2\nB").unwrap();
        fs::write(input("longer.txt"), "R U\nF\nL\nD2\nB\nU\nR").unwrap();
        fs::write(input("bad.txt"), "R U\nF\nL\nQ\nB").unwrap();
        for shard in ["1/2", "2/2"] {
            let path = input(&shard[..1]) + "/";
            run(&["-i", &input("in.txt"), "-f", "csv", "-o", &path, "--shard", shard]);
        }
    });
}

/// Returns the path of an input.
fn input(name: &str) -> String {
    format!("{INPUTS}/{name}")
}

/// Runs `cubiform analyze`.
fn run(arguments: &[&str]) {
    let mut command = cubiform();
    command.args(["analyze", "--tables", TABLES, "-s", "cross", "-c", "W"]).args(arguments);
    output(command);
}

fn output(mut command: assert_cmd::Command) {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(matches!(output.status.code(), Some(0..=2)) && !said.contains("panicked"), "{said}");
}

struct TestFolder {
    folder: tempfile::TempDir,
}

impl TestFolder {
    fn new() -> TestFolder {
        create_inputs();
        let folder = tempfile::tempdir().unwrap();
        let place = TestFolder { folder };
        fs::create_dir(place.path("d")).unwrap();
        fs::write(place.path("victim"), "victim").unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the path of the folder to which the commands write.
    fn out(&self) -> String {
        self.path("d").to_str().unwrap().to_string() + "/"
    }

    fn execute(&self, what: CommandKind) {
        let (out, lines) = (self.out(), input("in.txt"));
        let parts = ["-f", "csv", "-o", &out, "--part-rows", "2", "-i"];
        let analyze = |more: &[&str]| run(&[&parts[..], more].concat());
        match what {
            CommandKind::Analyze => analyze(&[&lines]),
            CommandKind::Resume => analyze(&[&lines, "--resume"]),
            CommandKind::Grow => analyze(&[&input("longer.txt"), "--resume"]),
            CommandKind::Report => {
                let mut command = cubiform();
                command.args(["report", &out, &(input("1") + "/part-00000.csv")]);
                output(command);
            }
            CommandKind::Merge => {
                let mut command = cubiform();
                command.args(["merge", &out, &input("1"), &input("2"), "--part-rows", "2"]);
                output(command);
            }
            CommandKind::Scramble => {
                let mut command = cubiform();
                command.args(["scramble", "-n", "1", "-o", &(out + "output.txt")]);
                output(command);
            }
            CommandKind::Stats => {
                let mut command = cubiform();
                command.args(["stats", &out, "-o", &(out.clone() + "output.txt")]);
                output(command);
            }
        }
    }

    fn prepare(&self, before: InitialState) {
        match before {
            InitialState::Nothing => {}
            InitialState::CompleteRun => self.execute(CommandKind::Analyze),
            InitialState::UnfinishedRun => {
                run(&["-f", "csv", "-o", &self.out(), "--part-rows", "2", "-i", &input("bad.txt")]);
            }
            InitialState::Report => self.execute(CommandKind::Report),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn foreign_entries_are_not_changed(
        before in before(),
        strangers in prop::collection::vec((prop::sample::select(NAMES.to_vec()), kind()), 1..4),
        commands in prop::collection::vec(command(), 1..4),
    ) {
        let place = TestFolder::new();
        place.prepare(before);
        let mut there = Vec::new();
        for (name, kind) in strangers {
            let path = place.path("d").join(name);
            if fs::symlink_metadata(&path).is_ok() {
                continue;
            }
            match kind {
                EntryKind::File => fs::write(&path, format!("{name} of a stranger")).unwrap(),
                EntryKind::EmptyFile => fs::write(&path, "").unwrap(),
                EntryKind::Folder => {
                    fs::create_dir(&path).unwrap();
                    fs::write(path.join("within"), "within").unwrap();
                }
                EntryKind::Link => symlink(place.path("victim"), &path).unwrap(),
                EntryKind::Dangling => symlink(place.path("nowhere"), &path).unwrap(),
            }
            there.push((path.clone(), entry(&path)));
        }
        for command in commands {
            place.execute(command);
            for (path, was) in &there {
                prop_assert_eq!(&entry(path), was, "{} after {:?}", path.display(), command);
            }
            prop_assert_eq!(fs::read(place.path("victim")).unwrap(), b"victim");
            prop_assert!(!place.path("nowhere").exists());
        }
    }
}
