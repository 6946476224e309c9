//! The solvers and tables of a command: opened in the table folder, with notes and progress on standard error.

use cubiform_answers::engines::{EngineError, Engines, GoalTables, TableEvent, TablePolicy, four_set};
use cubiform_solvers::cfop::BuildError;
use cubiform_store::TableKind;
use cubiform_tables::catalogue::Entry;

use crate::args::{Machine, Profiles};
use crate::failure::{Failure, say};
use crate::paths::Folder;
use crate::progress::{self, note, short};
use crate::table_checks;

/// The advice for too little memory.
const MEMORY_REMEDY: &str = "close other programs, or use a machine with more memory";

/// Creates the solvers of a command, which open their tables at first need.
///
/// # Errors
/// If there is no table folder.
pub(crate) fn open(machine: &Machine, profile: Profiles) -> Result<Engines, Failure> {
    let (folder, threads) = (Folder::find(machine.tables.as_deref())?, machine.threads());
    let tables = GoalTables::in_store(table_checks::store(&folder, threads));
    let policy = TablePolicy { profile: profile.profile(), ..TablePolicy::default() };
    let progress = progress::Tables::new();
    let engines = Engines::new(tables, policy, threads).with_checks(table_checks::checks());
    Ok(engines.with_report(move |event| show(event, &folder, &progress)))
}

/// Shows an event.
fn show(event: TableEvent<'_>, folder: &Folder, progress: &progress::Tables) {
    let names = |entries: &[&'static Entry], separator: &str| {
        entries.iter().map(|entry| entry.name).collect::<Vec<_>>().join(separator)
    };
    match event {
        TableEvent::Progress(name, event) => progress.show(name, event),
        TableEvent::Ended => progress.clear(),
        TableEvent::Suggested(larger) => note(format_args!(
            "larger tables make this many times faster ({:.1} GB of disk space, built in about a minute):\n  {}",
            larger.iter().map(|entry| entry.payload()).sum::<u64>() as f64 / 1e9,
            folder.command(&format!("tables build {}", names(larger, " "))),
        )),
        TableEvent::Missing(missing) => {
            let (names, folder) = (names(missing, ", "), folder.path.display());
            note(format_args!("building tables (first run only): {names} in {folder}"));
        }
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

impl From<EngineError> for Failure {
    /// Words an error, with its remedy.
    fn from(error: EngineError) -> Failure {
        match error {
            EngineError::Build(BuildError::Store(error)) => Failure::store(&error, table_checks::folder()),
            EngineError::Build(BuildError::Cancelled) => Failure::Interrupted,
            EngineError::Build(BuildError::TooLarge { .. }) => Failure::Usage(format!("--goal {error}")),
            EngineError::Build(BuildError::Memory { .. }) => {
                Failure::Message(format!("{error}\n  {MEMORY_REMEDY}"))
            }
            EngineError::NoFourTable { metric, .. } => {
                let build = table_checks::folder().command(&format!("tables build {}", four_set(metric)));
                Failure::Message(format!("{error}\n  build them with: {build}"))
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
    let gigabytes = |bytes: u64| bytes as f64 / 1e9;
    TablePolicy::default().shortage(needed).map_or(Ok(()), |free| {
        let (needed, free) = (gigabytes(needed), gigabytes(free));
        let message = format!("{doing} takes {needed:.1} GB of memory, {free:.1} GB are free");
        Err(Failure::Message(format!("{message}\n  {remedy}")))
    })
}
