//! Errors that end the command: their messages and exit codes.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind as UsageKind};
use cubiform_answers::input::is_stdin;
use cubiform_answers::pipeline::PipelineError;
use cubiform_answers::{Error, ErrorKind};
use cubiform_solvers::cfop::AnalyzeError;
use cubiform_store::StoreError;
use cubiform_store::file::FileError;

use crate::args;
use crate::output::{STDOUT, check_stdout};
use crate::paths::Folder;
use crate::table_checks;

/// A reason for the command to end early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments contradict each other. Printed like the errors of the argument parser; exit code 2.
    Usage {
        /// The subcommand whose usage is printed, such as `cases show`.
        command: &'static str,
        /// The error message.
        message: String,
    },
    /// An error that is not yet printed; exit code 1.
    Message(String),
    /// An error whose message has been printed already; exit code 1.
    Reported,
    /// An interruption by a signal such as Ctrl-C; exit code 130.
    Interrupted,
    /// The reader of the output closed the pipe. Not an error; exit code 0.
    ClosedPipe,
}

impl Failure {
    /// Creates the error of a request that `command` made.
    pub(crate) fn of(command: &'static str, error: Error) -> Failure {
        let mut cli = args::command();
        let definition = subcommand(&mut cli, command);
        let text = || error.text(|parameter| args::argument_name(definition, parameter));
        match error.kind {
            ErrorKind::Usage => Failure::usage(command, text()),
            ErrorKind::Unanswerable => Failure::Message(text()),
            ErrorKind::Table => Failure::Message(table_checks::explain_contradiction(&error.message)),
            ErrorKind::Cancelled => Failure::Interrupted,
        }
    }

    /// Creates an error about the arguments of `command`.
    pub(crate) fn usage(command: &'static str, message: impl Into<String>) -> Failure {
        Failure::Usage { command, message: message.into() }
    }

    /// Creates an error about writing to the output called `name`.
    pub(crate) fn write(name: impl Display, error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Message(format!("cannot write to {name}: {error}")),
        }
    }

    /// Creates an error about the tables in `folder`, with a remedy.
    pub(crate) fn store(error: &StoreError, folder: &Folder) -> Failure {
        if let StoreError::Cancelled { table, kept } = error {
            if *kept {
                say(format_args!("kept the partial table {}: the next build continues from there", table));
            }
            return Failure::Interrupted;
        }
        Failure::Message(format!("{error}\n  {}", remedy(error, folder)))
    }

    /// Creates an error about the analysis of a cube. Errors other than a cancellation mean that a table contradicts
    /// itself; the tables in use are then checked at once.
    pub(crate) fn analyze(error: &AnalyzeError) -> Failure {
        match error {
            AnalyzeError::Cancelled => Failure::Interrupted,
            error => Failure::Message(table_checks::explain_contradiction(error)),
        }
    }

    /// Prints the message on standard error and returns the exit code.
    pub(crate) fn exit(self) -> ExitCode {
        match self {
            Failure::Usage { command, message } => {
                let mut cli = args::command();
                exit_of_parser(subcommand(&mut cli, command).error(UsageKind::ValueValidation, message))
            }
            Failure::Message(message) => {
                say(format_args!("error: {message}"));
                ExitCode::FAILURE
            }
            Failure::Reported => ExitCode::FAILURE,
            Failure::Interrupted => {
                say("stopped");
                ExitCode::from(130)
            }
            Failure::ClosedPipe => ExitCode::SUCCESS,
        }
    }
}

/// Returns the subcommand of this name, such as `cases show`.
fn subcommand<'a>(cli: &'a mut clap::Command, name: &str) -> &'a mut clap::Command {
    cli.build();
    name.split(' ')
        .fold(cli, |outer, name| outer.find_subcommand_mut(name).expect("a subcommand of this name"))
}

impl From<Error> for Failure {
    /// Converts the error of a run or of a folder of parts, which are those of `analyze`.
    fn from(error: Error) -> Failure {
        Failure::of("analyze", error)
    }
}

impl From<PipelineError> for Failure {
    fn from(error: PipelineError) -> Failure {
        Failure::Message(error.to_string())
    }
}

/// Prints a line on standard error. Errors of the write are ignored. Control characters of file names and other texts of
/// the user are escaped, so that they cannot change the terminal.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{}", escaped(&line.to_string()));
}

/// Returns a text of one or more lines with its control characters escaped: `\u{1b}`.
pub(crate) fn escaped(text: &str) -> String {
    let is_kept = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    let escape = |c: char| if is_kept(c) { c.to_string() } else { c.escape_debug().to_string() };
    text.chars().map(escape).collect()
}

/// Prints help, a version or an error of the argument parser, and returns the exit code.
pub(crate) fn exit_of_parser(mut error: clap::Error) -> ExitCode {
    let text_of = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => texts.first().cloned(),
        _ => None,
    };
    // A similar name that begins with another letter, such as `serve` for `inverse`, is hardly meant.
    if let (Some(given), Some(similar)) =
        (text_of(ContextKind::InvalidSubcommand), text_of(ContextKind::SuggestedSubcommand))
        && given.chars().next() != similar.chars().next()
    {
        error = args::command().error(
            UsageKind::InvalidSubcommand,
            format!("unrecognized subcommand '{given}'; 'cubiform --help' lists the commands"),
        );
    }
    if !error.use_stderr() {
        let printed = check_stdout().and_then(|()| error.print());
        return printed.map_or_else(|e| Failure::write(STDOUT, &e).exit(), |()| ExitCode::SUCCESS);
    }
    let text = error.render().to_string();
    // The parser quotes arguments as they are.
    match escaped(&text) {
        escaped if escaped != text => say(escaped.trim_end()),
        _ => drop(error.print()),
    }
    ExitCode::from(2)
}

/// Returns the advice for an error about a table.
pub(crate) fn remedy(error: &StoreError, folder: &Folder) -> String {
    const ELSEWHERE: &str = "choose another folder with --tables DIR or CUBIFORM_TABLES";
    let command = |action: &str, table: &str| folder.command(&format!("tables {action} {table}"));
    match error {
        StoreError::File { source: FileError::Io { source: e, .. }, .. } if e.kind() != io::ErrorKind::NotFound => {
            format!("make the file readable, or {ELSEWHERE}")
        }
        StoreError::File { table, source } if source.is_later() => {
            let remove = command("remove", table);
            format!("update cubiform, or {ELSEWHERE}; to rebuild the table here, first run: {remove}")
        }
        StoreError::File { source: FileError::TooLarge { .. }, .. } => "use a 64-bit machine".into(),
        // `build` alone keeps a table whose checksum is right. Invalid codes may have a right checksum, and a checksum
        // may be wrong only in memory.
        StoreError::File { table, source: FileError::Codes { .. } | FileError::Checksum { .. } } => {
            format!("rebuild it with: {}", command("build --force", table))
        }
        StoreError::File { table, .. } => format!("rebuild it with: {}", command("build", table)),
        StoreError::Folder { .. } => ELSEWHERE.into(),
        StoreError::Space { .. } => format!("free disk space there, or {ELSEWHERE}"),
        StoreError::Write { source, .. } if cfg!(windows) && source.kind() == io::ErrorKind::PermissionDenied => {
            "Windows cannot replace a file that is in use: close the programs that use the table, and try again".into()
        }
        StoreError::Write { .. } => format!("check the disk, or {ELSEWHERE}"),
        StoreError::Histogram { table, .. } => format!("try again with: {}", command("build --force", table)),
        StoreError::Memory { .. } => "close other programs, or use a machine with more memory".into(),
        StoreError::Cancelled { .. } => "run the command again to continue".into(),
    }
}

/// Returns the name of a file in messages.
pub(crate) fn display_name(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".into() } else { path.display().to_string() }
}

/// Creates an error about an operation on a file: `cannot {what} {path}`, with the message of the system.
pub(crate) fn file_error(path: &Path, what: &str, error: &io::Error) -> Failure {
    Failure::Message(format!("cannot {what} {}: {error}", path.display()))
}
