//! Why the command ends without having done all it was asked: what it says about that, and its exit code.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::ErrorKind;
use cubiform_solvers::cfop::AnalyzeError;
use cubiform_tables::file::FileError;
use cubiform_tables::store::StoreError;

use crate::args::Cli;
use crate::paths::Folder;
use crate::table_checks;

/// A reason to end early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments do not fit together: shown like any other fault of the arguments.
    Usage {
        /// The subcommand whose usage to show, such as `cases show`.
        command: &'static str,
        /// What is wrong.
        message: String,
    },
    /// It cannot be done.
    Message(String),
    /// It cannot be done, and all about it has been said.
    Reported,
    /// Ctrl-C.
    Interrupted,
    /// Nobody reads what is written any more.
    ClosedPipe,
}

impl Failure {
    /// A fault of the arguments of `command`.
    pub(crate) fn usage(command: &'static str, message: impl Into<String>) -> Failure {
        Failure::Usage { command, message: message.into() }
    }

    /// A failure to write to what is called `name`.
    pub(crate) fn write(name: impl Display, error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Message(format!("cannot write to {name}: {error}")),
        }
    }

    /// A failure of the tables in `folder`, with what mends it.
    pub(crate) fn store(error: &StoreError, folder: &Folder) -> Failure {
        if let StoreError::Cancelled { entry, kept } = error {
            if *kept {
                say(format_args!(
                    "kept what was filled of {}: the next build goes on from there",
                    entry.name()
                ));
            }
            return Failure::Interrupted;
        }
        Failure::Message(format!("{error}\n  {}", remedy(error, folder)))
    }

    /// A failure to analyze a cube. All but a cancellation are contradictions: the tables in use are checked at once.
    pub(crate) fn analyze(error: &AnalyzeError) -> Failure {
        match error {
            AnalyzeError::Cancelled => Failure::Interrupted,
            error => Failure::Message(table_checks::explain_contradiction(error)),
        }
    }

    /// Says it on standard error.
    pub(crate) fn exit(self) -> ExitCode {
        match self {
            Failure::Usage { command, message } => {
                let mut cli = Cli::command();
                cli.build();
                let command = command.split(' ').fold(&mut cli, |outer, name| {
                    outer.find_subcommand_mut(name).expect("a subcommand of this name")
                });
                let _ = command.error(ErrorKind::ValueValidation, message).print();
                ExitCode::from(2)
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

/// Prints a line on standard error; that nobody may be there to read it is no reason to fail.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// What to do about an error of a table.
pub(crate) fn remedy(error: &StoreError, folder: &Folder) -> String {
    const ELSEWHERE: &str = "choose another folder with --tables DIR or CUBIFORM_TABLES";
    match error {
        StoreError::File { source: FileError::Io { source, .. }, .. }
            if source.kind() != io::ErrorKind::NotFound =>
        {
            format!("make it readable, or {ELSEWHERE}")
        }
        StoreError::File { entry, source } if source.is_later() => format!(
            "update cubiform, or {ELSEWHERE}; to have it built anew here, first: {}",
            folder.command(&format!("tables remove {}", entry.name()))
        ),
        StoreError::File { source: FileError::TooLarge { .. }, .. } => "use a machine of 64 bits".into(),
        // The checksum of wrong codes may be right: `build` alone would keep them. A wrong one may be so in memory only.
        StoreError::File { entry, source: FileError::Codes { .. } | FileError::Checksum { .. } } => {
            format!("rebuild it with: {}", folder.command(&format!("tables build --force {}", entry.name())))
        }
        StoreError::File { entry, .. } => {
            format!("rebuild it with: {}", folder.command(&format!("tables build {}", entry.name())))
        }
        StoreError::Folder { .. } => ELSEWHERE.into(),
        StoreError::Space { .. } => format!("make room there, or {ELSEWHERE}"),
        StoreError::Write { source, .. } if cfg!(windows) && source.kind() == io::ErrorKind::PermissionDenied => {
            "Windows does not replace a file that is in use: end the programs that use the table, and try again".into()
        }
        StoreError::Write { .. } => format!("make sure that the disk works, or {ELSEWHERE}"),
        StoreError::Histogram { entry, .. } => {
            format!("try again with: {}", folder.command(&format!("tables build --force {}", entry.name())))
        }
        StoreError::Memory { .. } => "end other programs, or use a machine with more memory".into(),
        StoreError::Cancelled { .. } => "start it again to go on".into(),
    }
}

/// An error about a file, as the system words it.
pub(crate) fn about_file(path: &Path, what: &str, error: &io::Error) -> Failure {
    Failure::Message(format!("cannot {what} {}: {error}", path.display()))
}

/// What is wrong with a text that should be JSON, without the place, which is told before it.
pub(crate) fn of_json(error: &serde_json::Error) -> String {
    let said = error.to_string();
    said.rsplit_once(" at line ").map_or(said.clone(), |(said, _)| said.to_string())
}
