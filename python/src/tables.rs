//! The solvers and tables of the package: opened in the folder that the command uses, and missing tables built there.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cubiform_answers::engines::{EngineError, Engines, GoalTables, TableEvent, TablePolicy};
use cubiform_answers::tables;
use cubiform_solvers::cfop::BuildError;
use cubiform_store::{CheckEvent, Event, OpenTables, Store, TableChecks};
use cubiform_tables::catalogue::Entry;
use cubiform_threads::Threads;
use pyo3::prelude::*;

use crate::error::Failure;

/// Returns the folder `given`, or else that which the command uses.
///
/// # Errors
/// If there is no cache folder.
pub(crate) fn folder(given: Option<PathBuf>) -> Result<PathBuf, Failure> {
    match given {
        Some(folder) => Ok(folder),
        None => tables::default_folder().map_err(Failure::tables),
    }
}

/// The error of the first table that is found damaged.
pub(crate) type Damage = Arc<OnceLock<String>>;

/// Creates solvers that open their tables in a folder at first need. `building` is set while tables are built. Damage that
/// is found is recorded.
pub(crate) fn engines(folder: PathBuf, threads: &Threads, building: &Arc<AtomicBool>) -> (Engines, Damage) {
    let (shown, building) = (folder.display().to_string(), Arc::clone(building));
    let store = Store::sharing(folder, threads, OpenTables::default()).with_kinds(tables::all());
    let damage = Damage::default();
    let recorded = Arc::clone(&damage);
    let checks = TableChecks::new(store.open_tables().clone(), move |event| {
        if let CheckEvent::Failed(error) = event {
            let _ = recorded.set(error.to_string());
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
            announce(missing, &shown);
        }
    });
    (engines, damage)
}

/// Solvers with their folder and their number of threads.
type SharedEngines = (Option<PathBuf>, usize, Arc<Engines>, Damage);

/// Returns the solvers that calls with the same folder and number of threads share. Without a folder they have no files.
pub(crate) fn shared(folder: Option<PathBuf>, threads: &Threads) -> Arc<Engines> {
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
fn announce(missing: &[&'static Entry], folder: &str) {
    let bytes: u64 = missing.iter().map(|entry| tables::file_bytes(*entry)).sum();
    let names: Vec<&str> = missing.iter().map(|entry| entry.name).collect();
    let size = bytes as f64 / 1e6;
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

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Failure {
        match error {
            EngineError::Build(BuildError::Store(error)) => Failure::from(error),
            error => Failure::from(cubiform_answers::Error::from(error)),
        }
    }
}
