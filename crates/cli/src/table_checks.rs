//! Checks the integrity of the tables of this run: in the background, before a result file gets its name, and after a
//! solver has found a contradiction.
//!
//! A mapped table without a stamp that marks it as verified is checked on a separate thread, which starts shortly after
//! the tables are opened. If a table is damaged, the run stops with an error that names it.
//!
//! * A result file gets its name only after all checks have succeeded ([`wait_for_all`]).
//! * Rows on standard output are printed at once. At its end the run waits for the checks that leave a stamp, so that
//!   each table is checked only once. If the table folder is not writable, no stamp can be left and the run does not
//!   wait ([`finish`]).

use std::fmt::Display;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use cubiform_solvers::cfop::TableCheck;
use cubiform_store::Store;
use cubiform_store::{BackgroundCheck, OpenTables, StoreError, TableFile, TableIdentity};
use cubiform_threads::{CancelToken, Threads};

use crate::error::{Failure, remedy};
use crate::interrupt;
use crate::paths::Folder;
use crate::progress::note;
use cubiform_answers::tables;

/// The delay before a check starts. A single scramble is analysed within this time.
const START_DELAY: Duration = Duration::from_millis(200);

/// The interval at which the end of a run polls the checks and interruptions.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The tables that this process has open.
static OPEN: LazyLock<OpenTables> = LazyLock::new(OpenTables::default);

/// The started checks that have not been waited for.
static CHECKS: Mutex<Vec<BackgroundCheck>> = Mutex::new(Vec::new());

/// The message about a damaged table, which invalidates the results of this run.
static DAMAGE: OnceLock<String> = OnceLock::new();

/// The table folder, for commands in messages.
static FOLDER: OnceLock<Folder> = OnceLock::new();

/// Returns the store in `folder`. Its open tables are registered in this module.
pub(crate) fn store(folder: &Folder, threads: &Threads) -> Store {
    let _ = FOLDER.set(folder.clone());
    Store::sharing(folder.path(), threads, OPEN.clone()).with_kinds(tables::all())
}

/// Returns the identities of the tables that this process has open, sorted by name and without repetition.
pub(crate) fn identities() -> Vec<TableIdentity> {
    OPEN.identities()
}

fn checks() -> MutexGuard<'static, Vec<BackgroundCheck>> {
    CHECKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a check of the open tables that are neither verified nor already being checked.
pub(crate) fn start() {
    let mut checks = checks();
    let mut files = OPEN.files();
    files.retain(|file| {
        let is_known = checks.iter().flat_map(BackgroundCheck::files).any(|known| known.is_same(file));
        !file.is_verified() && !is_known
    });
    if files.is_empty() {
        return;
    }
    let failed = |error: &StoreError| {
        let _ = DAMAGE.set(with_remedy(error));
        interrupt::request();
    };
    checks.push(BackgroundCheck::start(files, START_DELAY, failed));
}

/// Formats an error about a table with its remedy.
fn with_remedy(error: &StoreError) -> String {
    match FOLDER.get() {
        Some(folder) => format!("{error}\n  {}", remedy(error, folder)),
        None => error.to_string(),
    }
}

/// Waits for all checks. Must be called before a result file gets its name.
///
/// # Errors
/// Returns [`Failure::Reported`] if a table of this run is damaged; [`finish`] prints the message.
pub(crate) fn wait_for_all() -> Result<(), Failure> {
    for check in std::mem::take(&mut *checks()) {
        // A check with a thread of its own has stored its error in `DAMAGE` already.
        if let Err(error) = check.finish() {
            let _ = DAMAGE.set(with_remedy(&error));
        }
    }
    DAMAGE.get().map_or(Ok(()), |_| Err(Failure::Reported))
}

/// Finishes the run with its result. A damaged table turns the result into an error, unless the run has another
/// message.
pub(crate) fn finish(ended: Result<(), Failure>) -> Result<(), Failure> {
    if ended.is_ok() {
        wait_for_stamps();
    }
    let remaining = std::mem::take(&mut *checks());
    drop(remaining);
    match (ended, DAMAGE.get()) {
        (Err(failure @ (Failure::Message(_) | Failure::Usage { .. })), _) => Err(failure),
        (_, Some(damage)) => Err(Failure::Message(damage.clone())),
        (ended, None) => ended,
    }
}

/// Waits for the checks that leave stamps, until the user interrupts.
fn wait_for_stamps() {
    let mut checks = std::mem::take(&mut *checks());
    checks.retain(|check| check.is_finished() || check.files().iter().all(|file| file.can_be_stamped()));
    let running = checks.iter().filter(|check| !check.is_finished()).flat_map(BackgroundCheck::files);
    let names: Vec<&str> = running.map(|file| file.name()).collect();
    if !names.is_empty() {
        note(format_args!("checking tables (first run only): {}", names.join(", ")));
    }
    for check in checks {
        check.start_now();
        while !check.is_finished() {
            if interrupt::requested() {
                return;
            }
            std::thread::sleep(POLL_INTERVAL);
        }
        if let Err(error) = check.finish() {
            let _ = DAMAGE.set(with_remedy(&error));
        }
    }
}

/// Reads all tables in use completely and returns the errors found, with their remedies. Only the first call reads the
/// tables; later calls return its result.
fn damaged() -> Vec<String> {
    static NEVER: CancelToken = CancelToken::never();
    static FOUND: OnceLock<Vec<String>> = OnceLock::new();
    let find = || {
        let check = |file: &Arc<TableFile>| {
            let source = file.check(&NEVER).err()?;
            Some(with_remedy(&StoreError::File { table: file.name(), source }))
        };
        let mut damaged: Vec<String> = OPEN.files().iter().filter_map(check).collect();
        damaged.sort();
        damaged.dedup();
        damaged
    };
    FOUND.get_or_init(find).clone()
}

/// Returns a check for searches that expand suspiciously many nodes. It verifies the checksums of the tables in use.
pub(crate) fn long_search_check() -> TableCheck {
    Box::new(|| {
        note("the search takes unusually long: checking the tables");
        damaged().is_empty()
    })
}

/// Checks the tables in use after a solver has found a contradiction, and returns the message: the damaged tables, or,
/// if none is damaged, a request to report a bug.
pub(crate) fn explain_contradiction(contradiction: impl Display) -> String {
    let damaged = damaged();
    if damaged.is_empty() {
        return format!(
            "{contradiction}\n  \
             the table files in use have the right checksums: this is a bug in cubiform or a fault of this machine; please report \
             it, with the command and its input"
        );
    }
    format!("{contradiction}\n  {}", damaged.join("\n  "))
}

/// Stops the run because a solver has found a contradiction. [`finish`] prints the message.
pub(crate) fn report_contradiction(contradiction: impl Display) {
    if DAMAGE.get().is_none() {
        let _ = DAMAGE.set(explain_contradiction(contradiction));
        interrupt::request();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explain_contradiction_asks_for_a_report_if_no_table_is_damaged() {
        let message = explain_contradiction("table cross contradicts itself");
        assert!(
            message.starts_with("table cross contradicts itself\n  the table files in use have the right"),
            "{message}"
        );
        assert!(message.contains("please report it, with the command and its input"), "{message}");
    }
}
