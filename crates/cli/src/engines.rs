//! The solvers and tables of a command: opened in the table folder, with notes and progress on standard error.

use cubiform_answers::engines::{EngineError, Engines, TableEvent, TableObserver, TablePolicy, four_set};
use cubiform_answers::tables;
use cubiform_solvers::cfop::BuildError;
use cubiform_store::{Store, TableKind, available_memory};
use cubiform_tables::catalogue::Entry;

use crate::args::{Machine, Profiles};
use crate::error::{Failure, say};
use crate::interrupt;
use crate::paths::Folder;
use crate::progress::{self, note, short};
use crate::table_checks;

/// The advice for too little memory.
const MEMORY_REMEDY: &str = "close other programs, or use a machine with more memory";

/// The solvers and tables of a command.
pub(crate) struct CommandEngines {
    /// The subcommand that takes the goal as an argument.
    pub(crate) command: &'static str,
    folder: Folder,
    engines: Engines,
}

impl CommandEngines {
    /// Creates the solvers of `command`, which open their tables at first need.
    ///
    /// # Errors
    /// If there is no table folder.
    pub(crate) fn new(
        command: &'static str,
        machine: &Machine,
        profile: Profiles,
    ) -> Result<CommandEngines, Failure> {
        let (folder, threads) = (Folder::find(machine.tables.as_deref())?, machine.threads());
        let policy = TablePolicy { profile: profile.profile(), ..TablePolicy::default() };
        let engines = Engines::in_store(folder.store(threads), table_checks::checks(), policy, threads);
        Ok(CommandEngines { command, folder, engines })
    }

    /// Opens what `work` needs, and shows what is built.
    pub(crate) fn open<T>(
        &self,
        work: impl FnOnce(&Engines, &TableObserver<'_>) -> Result<T, EngineError>,
    ) -> Result<T, Failure> {
        self.try_open(work).map_err(|error| self.failure(error))
    }

    /// Opens what `work` needs, and shows what is built. The caller words the error.
    pub(crate) fn try_open<T>(
        &self,
        work: impl FnOnce(&Engines, &TableObserver<'_>) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let progress = progress::Tables::new();
        let report = |event: TableEvent<'_>| self.show(event, &progress);
        work(&self.engines, &TableObserver { cancel: &interrupt::REQUESTED, report: &report })
    }

    /// Returns the store of the tables.
    pub(crate) fn store(&self) -> &Store {
        self.engines.store().expect("the solvers of a command have a table folder")
    }

    /// Returns the solvers.
    pub(crate) fn engines(&self) -> &Engines {
        &self.engines
    }

    /// Returns a command line of cubiform for messages.
    pub(crate) fn command_line(&self, arguments: &str) -> String {
        self.folder.command(arguments)
    }

    /// Shows an event.
    fn show(&self, event: TableEvent<'_>, progress: &progress::Tables) {
        let names = |entries: &[&'static Entry], separator: &str| {
            entries.iter().map(|entry| entry.name).collect::<Vec<_>>().join(separator)
        };
        match event {
            TableEvent::Progress(name, event) => progress.show(name, event),
            TableEvent::Ended => progress.clear(),
            TableEvent::Suggested(larger) => note(format_args!(
                "larger tables make this many times faster ({:.1} GB of disk space, built in about a minute):\n  {}",
                larger.iter().map(|entry| entry.payload()).sum::<u64>() as f64 / 1e9,
                self.folder.command(&format!("tables build {}", names(larger, " "))),
            )),
            TableEvent::Missing(missing) => note(format_args!(
                "building tables (first run only): {} in {}",
                names(missing, ", "),
                self.folder.path().display()
            )),
            TableEvent::Built(table, took) => {
                note(format_args!("built {} in {:.1} s", table.name, took.as_secs_f64()));
            }
            TableEvent::TooLarge(bytes) => say(format_args!(
                "the tables take {:.1} GB, more than the free memory: reads from disk will slow down the search",
                bytes as f64 / 1e9
            )),
            TableEvent::Filling(name, states) => {
                note(format_args!("filling {name} in memory: {} states", short(states as f64)));
            }
        }
    }

    /// Words an error, with its remedy.
    pub(crate) fn failure(&self, error: EngineError) -> Failure {
        match error {
            EngineError::Build(BuildError::Store(error)) => Failure::store(&error, &self.folder),
            EngineError::Build(BuildError::Cancelled) => Failure::Interrupted,
            EngineError::Build(error @ BuildError::TooLarge { .. }) => {
                Failure::usage(self.command, format!("--goal {error}"))
            }
            EngineError::Build(error @ BuildError::Memory { .. }) => {
                Failure::Message(format!("{error}\n  {MEMORY_REMEDY}"))
            }
            EngineError::NoFourTable { metric, table } => {
                let set = four_set(metric);
                let needed = || tables::all().filter(|kind| kind.set() == Some(set));
                let bytes: u64 = needed().map(|kind| kind.payload()).sum();
                Failure::Message(format!(
                    "the 4x4x4 in {} needs {} tables ({} MB), and {table} is not built\n  build them with: {}",
                    metric.name().to_uppercase(),
                    needed().count(),
                    bytes / 1_000_000,
                    self.folder.command(&format!("tables build {set}"))
                ))
            }
            error => Failure::Message(error.to_string()),
        }
    }
}

/// Checks that `needed` bytes of memory are free.
///
/// # Errors
/// Returns a message with the operation (`doing`) and the remedy if too little memory is free.
pub(crate) fn check_memory(doing: &str, needed: u64, remedy: &str) -> Result<(), Failure> {
    if TablePolicy::default().fits(needed) {
        return Ok(());
    }
    let gigabytes = |bytes: u64| bytes as f64 / 1e9;
    let free =
        available_memory().map_or_else(String::new, |bytes| format!(", {:.1} GB are free", gigabytes(bytes)));
    Err(Failure::Message(format!("{doing} takes {:.1} GB of memory{free}\n  {remedy}", gigabytes(needed))))
}
