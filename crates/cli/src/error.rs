//! The failures of the command from errors of its parts, and their exit codes.

use std::iter::successors;
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::ArgMatches;
use clap::error::{ContextKind, ContextValue, ErrorKind as UsageKind};
use cubiform_answers::pipeline::PipelineError;
use cubiform_answers::{Error, ErrorKind};
use cubiform_solvers::cfop::AnalyzeError;
use cubiform_store::StoreError;

use crate::failure::{Failure, escaped, say};
use crate::output::{STDOUT, check_stdout};
use crate::paths::Folder;
use crate::{args, table_checks};

/// The names of the subcommand that runs, outermost first. It is set once, before the subcommand begins.
static RUNNING: OnceLock<Vec<String>> = OnceLock::new();

/// Sets the subcommand that runs, whose arguments and usage are shown by errors. A second call has no effect.
pub(crate) fn set_running(matches: &ArgMatches) {
    let subcommands = successors(matches.subcommand(), |(_, inner)| inner.subcommand());
    let _ = RUNNING.set(subcommands.map(|(name, _)| name.to_string()).collect());
}

/// Returns the names of the subcommand that runs, outermost first.
fn running() -> &'static [String] {
    RUNNING.get().map_or(&[], |names| names)
}

impl Failure {
    /// Creates the error of a run or of a folder of parts, whose text names the arguments of `analyze`.
    pub(crate) fn of_run(error: Error) -> Failure {
        Failure::of_subcommand(error, &["analyze".to_string()])
    }

    /// Creates the error of a request, whose text names the arguments of a subcommand.
    fn of_subcommand(error: Error, names: &[String]) -> Failure {
        // The definition takes a while to build, and an interruption ends many analyses at once.
        let text = || {
            let mut cli = args::command();
            let definition = subcommand(&mut cli, names);
            error.text(|parameter| args::argument_name(definition, parameter))
        };
        match error.kind {
            ErrorKind::Usage => Failure::Usage(text()),
            ErrorKind::Unanswerable => Failure::Message(text()),
            // The tables in use are checked at once.
            ErrorKind::Table => Failure::Message(table_checks::explain_contradiction(&error.message)),
            ErrorKind::Cancelled => Failure::Interrupted,
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
        Failure::Message(format!("{error}\n  {}", folder.remedy(error)))
    }

    /// Prints the message on standard error and returns the exit code.
    pub(crate) fn exit(self) -> ExitCode {
        match self {
            Failure::Usage(message) => {
                let mut cli = args::command();
                exit_of_parser(subcommand(&mut cli, running()).error(UsageKind::ValueValidation, message))
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

/// Returns the subcommand with these names, outermost first.
fn subcommand<'a>(cli: &'a mut clap::Command, names: &[String]) -> &'a mut clap::Command {
    cli.build();
    names.iter().fold(cli, |outer, name| outer.find_subcommand_mut(name).expect("a subcommand of this name"))
}

impl From<Error> for Failure {
    /// Converts the error of a request of the subcommand that runs.
    fn from(error: Error) -> Failure {
        Failure::of_subcommand(error, running())
    }
}

impl From<AnalyzeError> for Failure {
    fn from(error: AnalyzeError) -> Failure {
        Error::from(error).into()
    }
}

impl From<PipelineError> for Failure {
    fn from(error: PipelineError) -> Failure {
        Failure::Message(error.to_string())
    }
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
