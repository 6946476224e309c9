//! The solvers and tables of the package: opened in the folder that the command uses, and missing tables built there.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cubiform_answers::engines::{EngineError, Engines, GoalTables, TableEvent, TablePolicy};
use cubiform_answers::tables::advice::{Action, Words, remedy};
use cubiform_answers::tables::selection::{self, Selection, built, is_built, selected};
use cubiform_answers::tables::{self, rows};
use cubiform_solvers::cfop::BuildError;
use cubiform_store::fill::Progress;
use cubiform_store::{CheckEvent, Event, Observer, OpenTables, Store, StoreError, TableChecks, TableKind};
use cubiform_threads::{CancelToken, Threads};
use pyo3::prelude::*;

use crate::error::{Failure, MISSING_TABLE};
use crate::interrupt::reporting;

/// Returns a budget of threads: so many, or all of the machine.
pub(crate) fn threads(count: Option<usize>) -> Threads {
    count.map_or_else(Threads::available, Threads::new)
}

/// The advice for errors about the folder of tables.
const ELSEWHERE: &str = "choose another folder with tables= or CUBIFORM_TABLES";

/// The folder of the tables, and whether an argument named it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    is_explicit: bool,
}

impl Folder {
    /// Returns the folder `given`, or else that which the command uses.
    ///
    /// # Errors
    /// If there is no cache folder.
    pub(crate) fn find(given: Option<PathBuf>) -> Result<Folder, Failure> {
        match given {
            Some(path) => Ok(Folder { path, is_explicit: true }),
            None => {
                let path = tables::default_folder().map_err(|error| Failure::table(error, ELSEWHERE))?;
                Ok(Folder { path, is_explicit: false })
            }
        }
    }

    fn store(&self, threads: &Threads) -> Store {
        Store::sharing(&self.path, threads, OpenTables::default()).with_kinds(tables::all())
    }

    /// Returns the error about a table in the folder, with its remedy.
    fn failure(&self, error: &StoreError) -> Failure {
        match error {
            StoreError::Cancelled { .. } => Failure::cancelled(),
            error => Failure::table(error, remedy(error, self)),
        }
    }

    /// Returns the error about a solver whose tables are in the folder.
    pub(crate) fn engine_failure(&self, error: EngineError) -> Failure {
        if let EngineError::Build(BuildError::Store(error)) = &error {
            return self.failure(error);
        }
        let error = cubiform_answers::Error::from(error);
        let missing = error.values.iter().find(|(name, _)| *name == "table" && error.code == MISSING_TABLE);
        match missing.map(|(_, table)| table.clone()) {
            Some(table) => {
                // The tables of a set are useless without each other.
                let name = tables::named(&table).and_then(|kind| kind.set()).unwrap_or(&table);
                Failure::from(error).advising(format!("build it with: {}", self.call(Action::Build, name)))
            }
            None => error.into(),
        }
    }
}

impl Words for Folder {
    fn elsewhere(&self) -> &'static str {
        ELSEWHERE
    }

    fn call(&self, action: Action, table: &str) -> String {
        let (function, force) = match action {
            Action::Build => ("build", ""),
            Action::Rebuild => ("build", ", force=True"),
            Action::Remove => ("remove", ""),
        };
        let tables = if self.is_explicit { format!(", tables={:?}", self.path) } else { String::new() };
        format!("cubiform.tables.{function}(\"{table}\"{force}{tables})")
    }
}

/// The error of the first table that is found damaged.
pub(crate) type Damage = Arc<OnceLock<Failure>>;

/// Creates solvers that open their tables in a folder at first need. `building` is set while tables are built. Damage that
/// is found is recorded.
pub(crate) fn engines(folder: Folder, threads: &Threads, building: &Arc<AtomicBool>) -> (Engines, Damage) {
    let (store, building) = (folder.store(threads), Arc::clone(building));
    let (damage, shown) = (Damage::default(), folder.path.display().to_string());
    let recorded = Arc::clone(&damage);
    let checks = TableChecks::new(store.open_tables().clone(), move |event| {
        if let CheckEvent::Failed(error) = event {
            let _ = recorded.set(folder.failure(error));
        }
    });
    let engines = Engines::new(GoalTables::in_store(store), TablePolicy::default(), threads);
    let engines = engines.with_checks(Arc::new(checks)).with_report(move |event| {
        let is_building = match event {
            TableEvent::Progress(_, event) => !matches!(event, Event::Loading(..)),
            TableEvent::Missing(_) | TableEvent::Filling(..) => true,
            _ => false,
        };
        building.store(is_building, Ordering::Relaxed);
        if let TableEvent::Missing(missing) = event {
            announce(missing.iter().map(|entry| *entry as &dyn TableKind), &shown);
        }
    });
    (engines, damage)
}

/// Solvers with their folder and their number of threads.
type SharedEngines = (Option<Folder>, usize, Arc<Engines>, Damage);

/// Returns the solvers that calls with the same folder and number of threads share. Without a folder they have no files.
pub(crate) fn shared(folder: Option<Folder>, threads: &Threads) -> Arc<Engines> {
    static SHARED: Mutex<Option<SharedEngines>> = Mutex::new(None);
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((known, count, engines, damage)) = &*shared
        && *known == folder
        && *count == threads.count()
        && damage.get().is_none()
    {
        return Arc::clone(engines);
    }
    let in_memory = || Engines::new(GoalTables::in_memory(), TablePolicy::default(), threads);
    let (opened, damage) = match folder.clone() {
        Some(folder) => engines(folder, threads, &Arc::default()),
        None => (in_memory(), Damage::default()),
    };
    let opened = Arc::new(opened);
    *shared = Some((folder, threads.count(), Arc::clone(&opened), damage));
    opened
}

/// Says on standard error which tables are built, since that takes long.
fn announce<'a>(missing: impl Iterator<Item = &'a dyn TableKind>, folder: &str) {
    let (names, bytes): (Vec<&str>, Vec<u64>) =
        missing.map(|table| (table.name(), tables::file_bytes(table))).unzip();
    let size = bytes.iter().sum::<u64>() as f64 / 1e6;
    let line = format!("cubiform: building tables once ({size:.1} MB in {folder}): {}\n", names.join(", "));
    let print = |py: Python<'_>| -> PyResult<()> {
        // Also what notebooks show, unlike the stream of the process. A program without a console has none.
        let stderr = py.import("sys")?.getattr("stderr")?;
        if !stderr.is_none() {
            stderr.call_method1("write", (line,))?;
            stderr.call_method0("flush")?;
        }
        Ok(())
    };
    // A stream that cannot be written does not end the analysis.
    Python::attach(|py| print(py).unwrap_or_else(|error| error.write_unraisable(py, None)));
}

/// Reads the names of tables and groups.
fn named(names: &[String]) -> Result<Vec<&'static dyn TableKind>, Failure> {
    let read = |name: &String| {
        Selection::read(name).map_err(|error| Failure::argument("names", format!("'{name}': {error}")))
    };
    Ok(selected(&names.iter().map(read).collect::<Result<Vec<_>, _>>()?))
}

/// Returns the JSON list of all tables.
#[pyfunction]
pub(crate) fn list_tables(tables: Option<PathBuf>) -> PyResult<String> {
    let store = Folder::find(tables)?.store(&Threads::single());
    Ok(serde_json::to_string(&rows(&store, true)).map_err(Failure::message)?)
}

/// Does `work` with a store and an observer on a thread of its own. Calls `progress` on this one with the table, the
/// number of states that are done, and the number of all.
fn observed<R: Send>(
    py: Python<'_>,
    folder: &Folder,
    count: Option<usize>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&Store, &Observer<'_>) -> Result<R, Failure> + Send,
) -> PyResult<R> {
    let (store, cancel) = (folder.store(&threads(count)), CancelToken::new());
    let latest: Mutex<Option<(&'static str, u64, u64)>> = Mutex::new(None);
    let note = |table: &dyn TableKind, event: Event| {
        if let Event::Filling(Progress { reached, states, .. }) = event {
            *latest.lock().unwrap_or_else(PoisonError::into_inner) = Some((table.name(), reached, states));
        }
    };
    let report = |py: Python<'_>| {
        let latest = latest.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (&progress, latest) {
            (Some(progress), Some(latest)) => progress.call1(py, latest).map(drop),
            _ => Ok(()),
        }
    };
    let observer = Observer { cancel: &cancel, report: &note };
    let done = reporting(py, &cancel, report, || work(&store, &observer))?;
    report(py)?;
    Ok(done)
}

/// Builds tables unless their files are complete; with `force` in any case. Returns the name of each and what was done.
#[pyfunction]
pub(crate) fn build_tables(
    py: Python<'_>,
    names: Vec<String>,
    force: bool,
    tables: Option<PathBuf>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<(&'static str, &'static str)>> {
    let (folder, kinds) = (Folder::find(tables)?, named(&names)?);
    observed(py, &folder, threads, progress, |store, observer| {
        let missing = || kinds.iter().copied().filter(|kind| force || !is_built(store, *kind));
        if missing().next().is_some() {
            announce(missing().map(|kind| kind as &dyn TableKind), &folder.path.display().to_string());
        }
        let build = |kind: &&'static dyn TableKind| {
            let built = selection::build(store, *kind, force, observer);
            built.map(|built| (kind.name(), built.text())).map_err(|error| folder.failure(&error))
        };
        kinds.iter().map(build).collect()
    })
}

/// Computes tables again and compares them with their files, those that are built without names. Returns their names.
#[pyfunction]
pub(crate) fn verify_tables(
    py: Python<'_>,
    names: Vec<String>,
    tables: Option<PathBuf>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<&'static str>> {
    let (folder, kinds) = (Folder::find(tables)?, named(&names)?);
    observed(py, &folder, threads, progress, |store, observer| {
        let kinds = if names.is_empty() { built(store) } else { kinds };
        if kinds.is_empty() {
            let message = format!("no table is built in {}", folder.path.display());
            return Err(Failure::table(
                message,
                format!("build some with: {}", folder.call(Action::Build, "small")),
            ));
        }
        let verify = |kind: &&'static dyn TableKind| {
            if !is_built(store, *kind) {
                let build = folder.call(Action::Build, kind.name());
                return Err(Failure::table(
                    format!("{} is not built", kind.name()),
                    format!("build it with: {build}"),
                ));
            }
            store.verify(*kind, observer).map(|()| kind.name()).map_err(|error| folder.failure(&error))
        };
        kinds.iter().map(verify).collect()
    })
}

/// Removes the files of tables. Returns the names of those that had one.
#[pyfunction]
pub(crate) fn remove_tables(names: Vec<String>, tables: Option<PathBuf>) -> PyResult<Vec<&'static str>> {
    let (folder, kinds) = (Folder::find(tables)?, named(&names)?);
    let store = folder.store(&Threads::single());
    let mut removed = Vec::new();
    for kind in kinds {
        if store.remove(kind).map_err(|error| folder.failure(&error))? {
            removed.push(kind.name());
        }
    }
    Ok(removed)
}
