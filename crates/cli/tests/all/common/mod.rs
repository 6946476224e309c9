//! Runs the command with the tables in cargo's folder for test files, and captures its output.

#![allow(dead_code)]

pub(crate) mod folders;
pub(crate) mod server;
pub(crate) mod table_folders;
pub(crate) mod wait;

use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::Once;

use assert_cmd::Command;
use parquet::file::reader::{FileReader as _, SerializedFileReader};

/// The table folder shared by all tests. Tests that damage tables use folders of their own.
pub(crate) const TABLES: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/tables");

/// The end of the line that says that another process builds a table.
const WAITS: &str = ": waiting for another process that builds the table\n";

/// The output of a finished run.
#[derive(Debug)]
pub(crate) struct RunOutput {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
    /// The lines of standard error that name written files. Most tests ignore them.
    pub(crate) wrote: String,
}

impl From<Output> for RunOutput {
    fn from(output: Output) -> RunOutput {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the command prints UTF-8");
        let (out, all) = (text(output.stdout), text(output.stderr));
        // Tests share the tables, so that any command may wait for one that another test builds.
        let lines = all.split_inclusive('\n').filter(|line| !line.ends_with(WAITS));
        let (wrote, err) = lines.partition(|line| line.starts_with("wrote "));
        RunOutput { code: output.status.code(), out, err, wrote }
    }
}

impl RunOutput {
    /// Returns the standard output of a run that succeeded without messages.
    #[track_caller]
    pub(crate) fn success(self) -> String {
        assert_eq!((self.code, &self.err[..]), (Some(0), ""), "{self:?}");
        self.out
    }

    /// Returns the standard output of a run that resumed a folder, printed only that, and succeeded.
    #[track_caller]
    pub(crate) fn resumed(self) -> String {
        let said_so = self.err.starts_with("resuming after ") && self.err.lines().count() == 1;
        assert!(self.code == Some(0) && said_so, "{self:?}");
        self.out
    }

    /// Returns the standard error of a run that failed with this exit status.
    #[track_caller]
    pub(crate) fn failure(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{self:?}");
        self.err
    }
}

/// Returns the program of the tests, with the default dispositions of signals.
pub(crate) fn program() -> std::process::Command {
    with_default_signals(std::process::Command::new(env!("CARGO_BIN_EXE_cubiform")))
}

/// Gives a command the default dispositions of the signals that tests send. `nohup` and jobs in the background ignore
/// some of them, and children inherit that.
#[cfg(unix)]
pub(crate) fn with_default_signals(mut command: std::process::Command) -> std::process::Command {
    use std::os::unix::process::CommandExt;

    let set_defaults = || {
        for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGTERM] {
            // SAFETY: the default disposition has no handler, and `signal` may be called between fork and exec.
            unsafe { libc::signal(signal, libc::SIG_DFL) };
        }
        Ok(())
    };
    // SAFETY: the closure only calls `signal`, and neither allocates nor locks.
    unsafe { command.pre_exec(set_defaults) };
    command
}

#[cfg(not(unix))]
pub(crate) fn with_default_signals(command: std::process::Command) -> std::process::Command {
    command
}

/// Sends a signal to a process.
#[cfg(unix)]
pub(crate) fn send_signal(process: u32, signal: std::ffi::c_int) {
    let process = libc::pid_t::try_from(process).expect("the identifier of a process");
    // SAFETY: the call takes no pointers.
    assert_eq!(unsafe { libc::kill(process, signal) }, 0, "{}", std::io::Error::last_os_error());
}

/// Returns the command, isolated from the environment of the tester.
pub(crate) fn cubiform() -> Command {
    let mut command = Command::from_std(program());
    command.env_remove("CUBIFORM_TABLES").env_remove("NO_COLOR").env("HOME", TABLES);
    command.env_remove("XDG_CACHE_HOME").env_remove("CUBIFORM_FAULT");
    command
}

/// Runs the command.
pub(crate) fn run(arguments: &[&str]) -> RunOutput {
    cubiform().args(arguments).output().expect("the command runs").into()
}

/// Runs `cubiform analyze` with the shared tables.
pub(crate) fn analyze(arguments: &[&str]) -> RunOutput {
    analyze_input(arguments, "")
}

/// Runs `cubiform analyze` with the shared tables and this standard input.
pub(crate) fn analyze_input(arguments: &[&str], input: impl Into<Vec<u8>>) -> RunOutput {
    build_tables();
    let mut command = cubiform();
    command.args(["analyze", "--tables", TABLES]).args(arguments).write_stdin(input);
    command.output().expect("the command runs").into()
}

/// Returns a text with exactly two spaces between its columns.
pub(crate) fn squeezed(text: &str) -> String {
    let cells = |line: &str| {
        line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join("  ")
    };
    text.lines().map(|line| cells(line) + "\n").collect()
}

/// Builds the tables of cross and xcross once, replacing any left by an older version.
pub(crate) fn build_tables() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Standard error is not checked, because replacing an older table prints a message.
        let said = run(&["tables", "build", "cross", "cross-slot", "--tables", TABLES]);
        assert_eq!(said.code, Some(0), "{said:?}");
    });
}

/// Returns the names in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
    names.sort();
    names
}

/// Returns the rows of a Parquet file as texts.
pub(crate) fn parquet_rows(path: &Path) -> Vec<String> {
    let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
    reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect()
}
