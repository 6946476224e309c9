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
use std::sync::{Arc, LazyLock, OnceLock};

use cubiform_answers::tables;
use cubiform_store::{CheckEvent, OpenTables, Store, StoreError, TableChecks, TableIdentity};
use cubiform_threads::Threads;

use crate::failure::Failure;
use crate::interrupt;
use crate::paths::Folder;
use crate::progress::note;

/// The checks of the tables that this process has open.
static CHECKS: LazyLock<Arc<TableChecks>> = LazyLock::new(|| {
    let checks = TableChecks::new(OpenTables::default(), |event| match event {
        CheckEvent::Failed(error) => {
            let _ = DAMAGE.set(with_remedy(error));
            interrupt::REQUESTED.cancel();
        }
        CheckEvent::LongSearch => note("the search takes unusually long: checking the tables"),
        // The search that caused the check fails with the error.
        CheckEvent::Damaged(_) => {}
    });
    Arc::new(checks)
});

/// The message about a damaged table, which invalidates the results of this run.
static DAMAGE: OnceLock<String> = OnceLock::new();

/// The table folder, for commands in messages.
static FOLDER: OnceLock<Folder> = OnceLock::new();

/// Returns the checks of the tables that this process has open.
pub(crate) fn checks() -> Arc<TableChecks> {
    Arc::clone(&CHECKS)
}

/// Returns the store in `folder`, whose open tables this module checks.
pub(crate) fn store(folder: &Folder, threads: &Threads) -> Store {
    let _ = FOLDER.set(folder.clone());
    Store::sharing(&folder.path, threads, CHECKS.open_tables().clone()).with_kinds(tables::all())
}

/// Returns the identities of the tables that this process has open, sorted by name and without repetition.
pub(crate) fn identities() -> Vec<TableIdentity> {
    CHECKS.open_tables().identities()
}

/// Returns the table folder of the stores of this process.
pub(crate) fn folder() -> &'static Folder {
    FOLDER.get().expect("a store was created in it")
}

/// Formats an error about a table with its remedy.
fn with_remedy(error: &StoreError) -> String {
    format!("{error}\n  {}", folder().remedy(error))
}

/// Waits for all checks. Must be called before a result file gets its name.
///
/// # Errors
/// Returns [`Failure::Reported`] if a table of this run is damaged; [`finish`] prints the message.
pub(crate) fn wait_for_all() -> Result<(), Failure> {
    CHECKS.wait();
    DAMAGE.get().map_or(Ok(()), |_| Err(Failure::Reported))
}

/// Finishes the run with its result. A damaged table turns the result into an error, unless the run has another
/// message.
pub(crate) fn finish(ended: Result<(), Failure>) -> Result<(), Failure> {
    if ended.is_ok() {
        let waiting = |names: &[&str]| {
            note(format_args!("checking tables (first run only): {}", names.join(", ")));
        };
        CHECKS.wait_for_stamps(waiting, &interrupt::REQUESTED);
    }
    CHECKS.cancel();
    match (ended, DAMAGE.get()) {
        (Err(failure @ (Failure::Message(_) | Failure::Usage(_))), _) => Err(failure),
        (_, Some(damage)) => Err(Failure::Message(damage.clone())),
        (ended, None) => ended,
    }
}

/// Checks the tables in use after a solver has found a contradiction, and returns the message: the damaged tables, or,
/// if none is damaged, a request to report a bug.
pub(crate) fn explain_contradiction(contradiction: impl Display) -> String {
    let mut errors: Vec<String> = CHECKS.damaged().iter().map(|error| with_remedy(error)).collect();
    errors.sort();
    errors.dedup();
    if errors.is_empty() {
        return format!(
            "{contradiction}\n  \
             the table files in use have the right checksums: this is a bug in cubiform or a fault of this machine; please report \
             it, with the command and its input"
        );
    }
    format!("{contradiction}\n  {}", errors.join("\n  "))
}

/// Stops the run because a solver has found a contradiction. [`finish`] prints the message.
pub(crate) fn report_contradiction(contradiction: impl Display) {
    if DAMAGE.get().is_none() {
        let _ = DAMAGE.set(explain_contradiction(contradiction));
        interrupt::REQUESTED.cancel();
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
