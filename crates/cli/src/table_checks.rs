//! Whether the tables of this run are whole: checked in the background, before a result file gets its name, and when a
//! solver finds a contradiction.
//!
//! A mapped table that no stamp calls verified is checked on a thread of its own, which begins a moment after the tables
//! were opened. If one is damaged, the run stops with an error that names it.
//!
//! * A file of results gets its name only when all checks have ended well ([`wait_for_all`]).
//! * Rows on standard output are printed at once. At the end the run waits for the checks where they leave a stamp, so that
//!   this happens once for each table; where the table folder cannot be written it does not wait ([`finish`]).

use std::fmt::Display;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use cubiform_solvers::cfop::TableCheck;
use cubiform_tables::Store;
use cubiform_tables::store::{BackgroundCheck, OpenTables, StoreError, TableFile, TableIdentity};

use crate::error::{Failure, remedy};
use crate::interrupt;
use crate::paths::Folder;
use crate::progress::note;

/// How long a check waits before it begins: a single scramble is analyzed by then.
const AFTER: Duration = Duration::from_millis(200);

/// How often the end of a run looks whether the checks have ended, or the user does not want to wait.
const POLL: Duration = Duration::from_millis(10);

/// The tables that this process has open.
static OPEN: LazyLock<OpenTables> = LazyLock::new(OpenTables::default);

/// The checks that have not been waited for.
static CHECKS: Mutex<Vec<BackgroundCheck>> = Mutex::new(Vec::new());

/// Why no result of this run can be trusted.
static DAMAGE: OnceLock<String> = OnceLock::new();

/// The folder of the tables, for commands in messages.
static FOLDER: OnceLock<Folder> = OnceLock::new();

/// The store in a folder, whose tables are known here.
pub(crate) fn store(folder: &Folder, threads: usize) -> Store {
    let _ = FOLDER.set(folder.clone());
    Store::sharing(folder.path(), threads, OPEN.clone())
}

/// What identifies the tables that this process has open, each once, by name.
pub(crate) fn identities() -> Vec<TableIdentity> {
    OPEN.identities()
}

fn checks() -> MutexGuard<'static, Vec<BackgroundCheck>> {
    CHECKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts to check the open tables that have not been verified, and are not being checked already.
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
    checks.push(BackgroundCheck::start(files, AFTER, failed));
}

/// What is wrong with a table, and what mends it.
fn with_remedy(error: &StoreError) -> String {
    match FOLDER.get() {
        Some(folder) => format!("{error}\n  {}", remedy(error, folder)),
        None => error.to_string(),
    }
}

/// Waits until all checks have ended: to be called before a file of results gets its name.
///
/// Fails if a table that this run uses is damaged, which [`finish`] tells.
pub(crate) fn wait_for_all() -> Result<(), Failure> {
    for check in std::mem::take(&mut *checks()) {
        // What is wrong is in `DAMAGE` if the check had a thread of its own.
        if let Err(error) = check.finish() {
            let _ = DAMAGE.set(with_remedy(&error));
        }
    }
    DAMAGE.get().map_or(Ok(()), |_| Err(Failure::Reported))
}

/// Ends the run with what it came to: damaged tables are an error of any run that has not told another one.
pub(crate) fn finish(ended: Result<(), Failure>) -> Result<(), Failure> {
    if ended.is_ok() {
        wait_for_stamps();
    }
    let left = std::mem::take(&mut *checks());
    drop(left);
    match (ended, DAMAGE.get()) {
        (Err(failure @ (Failure::Message(_) | Failure::Usage { .. })), _) => Err(failure),
        (_, Some(damage)) => Err(Failure::Message(damage.clone())),
        (ended, None) => ended,
    }
}

/// Waits for the checks that leave stamps, unless the user stops it.
fn wait_for_stamps() {
    let mut checks = std::mem::take(&mut *checks());
    checks.retain(|check| check.is_finished() || check.files().iter().all(|file| file.can_be_stamped()));
    let running = checks.iter().filter(|check| !check.is_finished()).flat_map(BackgroundCheck::files);
    let names: Vec<&str> = running.map(|file| file.entry().name()).collect();
    if !names.is_empty() {
        note(format_args!("checking tables, this once: {}", names.join(", ")));
    }
    for check in checks {
        check.hurry();
        while !check.is_finished() {
            if interrupt::requested() {
                return;
            }
            std::thread::sleep(POLL);
        }
        if let Err(error) = check.finish() {
            let _ = DAMAGE.set(with_remedy(&error));
        }
    }
}

/// What is wrong with the tables in use, each with its remedy, after all have been read whole. Done once: the first call
/// finds all.
fn damaged() -> Vec<String> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    static FOUND: OnceLock<Vec<String>> = OnceLock::new();
    let find = || {
        let check = |file: &Arc<TableFile>| {
            let source = file.check(&NEVER).err()?;
            Some(with_remedy(&StoreError::File { entry: file.entry(), source }))
        };
        let mut damaged: Vec<String> = OPEN.files().iter().filter_map(check).collect();
        damaged.sort();
        damaged.dedup();
        damaged
    };
    FOUND.get_or_init(find).clone()
}

/// A check for a search that takes suspiciously many nodes: whether the tables in use have their checksums.
pub(crate) fn long_search_check() -> TableCheck {
    Box::new(|| {
        note("this takes long: checking the tables");
        damaged().is_empty()
    })
}

/// What to say of a contradiction that a solver has found: the tables in use are checked at once, and the damaged ones
/// named. If none is, it is a bug.
pub(crate) fn explain_contradiction(contradiction: impl Display) -> String {
    let damaged = damaged();
    if damaged.is_empty() {
        return format!(
            "{contradiction}\n  \
             the table files in use have the right checksums: this is a bug of cubiform or a fault of this machine; please report \
             it, with the command and its input"
        );
    }
    format!("{contradiction}\n  {}", damaged.join("\n  "))
}

/// Ends the run because of a contradiction that a solver has found.
pub(crate) fn report_contradiction(said: impl Display) {
    if DAMAGE.get().is_none() {
        let _ = DAMAGE.set(explain_contradiction(said));
        interrupt::request();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contradictions_of_whole_tables_are_to_be_reported() {
        let said = explain_contradiction("table cross contradicts itself");
        assert!(
            said.starts_with("table cross contradicts itself\n  the table files in use have the right"),
            "{said}"
        );
        assert!(said.contains("please report it, with the command and its input"), "{said}");
    }
}
