//! Runs the command with its tables in cargo's folder for test files, and tells what it said.

#![allow(dead_code)]

pub(crate) mod folders;

use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::Once;

use assert_cmd::Command;

/// The table folder that tests share; those that damage tables use folders of their own.
pub(crate) const TABLES: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/tables");

/// What a run said.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
    /// The lines of standard error that name what was written, which most tests do not look at.
    pub(crate) wrote: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Said {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the command prints UTF-8");
        let (out, all) = (text(output.stdout), text(output.stderr));
        let lines = all.split_inclusive('\n');
        let (wrote, err) = lines.partition(|line| line.starts_with("wrote "));
        Said { code: output.status.code(), out, err, wrote }
    }
}

impl Said {
    /// What is on standard output of a run that ended well and had nothing to complain of.
    #[track_caller]
    pub(crate) fn good(self) -> String {
        assert_eq!((self.code, &self.err[..]), (Some(0), ""), "{self:?}");
        self.out
    }

    /// What is on standard output of a run that went on with a folder, said so, and ended well.
    #[track_caller]
    pub(crate) fn went_on(self) -> String {
        let said_so = self.err.starts_with("resuming after ") && self.err.lines().count() == 1;
        assert!(self.code == Some(0) && said_so, "{self:?}");
        self.out
    }

    /// What is on standard error of a run that failed with this code.
    #[track_caller]
    pub(crate) fn bad(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{self:?}");
        self.err
    }
}

/// The command, with an environment that is not the tester's.
pub(crate) fn cubiform() -> Command {
    let mut command = Command::cargo_bin("cubiform").expect("cargo builds the command for its tests");
    command.env_remove("CUBIFORM_TABLES").env_remove("NO_COLOR").env("HOME", TABLES);
    command.env_remove("XDG_CACHE_HOME").env_remove("CUBIFORM_FAULT");
    command
}

/// Runs the command.
pub(crate) fn run(arguments: &[&str]) -> Said {
    cubiform().args(arguments).output().expect("the command runs").into()
}

/// Runs `cubiform analyze` with the shared tables.
pub(crate) fn analyze(arguments: &[&str]) -> Said {
    analyze_input(arguments, "")
}

/// Runs `cubiform analyze` with the shared tables and this standard input.
pub(crate) fn analyze_input(arguments: &[&str], input: impl Into<Vec<u8>>) -> Said {
    build_tables();
    let mut command = cubiform();
    command.args(["analyze", "--tables", TABLES]).args(arguments).write_stdin(input);
    command.output().expect("the command runs").into()
}

/// A text with two spaces between its columns, however wide they are.
pub(crate) fn squeezed(text: &str) -> String {
    let cells = |line: &str| {
        line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join("  ")
    };
    text.lines().map(|line| cells(line) + "\n").collect()
}

/// Builds the tables of cross and xcross once, and any that an older version left in the folder anew.
pub(crate) fn build_tables() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // That an older one is replaced is said on standard error.
        let said = run(&["tables", "build", "cross", "cross-slot", "--tables", TABLES]);
        assert_eq!(said.code, Some(0), "{said:?}");
    });
}

/// The names in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
    names.sort();
    names
}
