//! The tables of an analyzer: opened from the folder that the command uses, and the missing ones built there.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use cubiform_answers::goals::{GoalStages, Goals};
use cubiform_answers::tables;
use cubiform_solvers::cfop::{Analyzer, Goal, TableRequirements};
use cubiform_store::fill::Watch;
use cubiform_store::{BackgroundCheck, Observer, OpenTables, Store, TableKind};
use cubiform_tables::Table;
use cubiform_tables::catalogue::Entry;
use cubiform_threads::{CancelToken, Threads};
use pyo3::prelude::*;

use crate::error::Failure;

/// The delay before the tables are checked. A single scramble is analysed within this time.
const CHECK_DELAY: Duration = Duration::from_millis(200);

/// The minimum size, in bytes, of a table that is copied into memory if its file is mapped with small pages.
const LARGE: u64 = 100_000_000;

/// The memory that tables leave free, in bytes.
const RESERVED_MEMORY: u64 = 300 << 20;

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

/// Returns the store in a folder.
pub(crate) fn store(folder: PathBuf, threads: &Threads) -> Store {
    Store::sharing(folder, threads, OpenTables::default()).with_kinds(tables::all())
}

/// The error of the first table that is found damaged.
pub(crate) type Damage = Arc<OnceLock<String>>;

/// An analyzer, and the check of its tables, which ends with it.
pub(crate) struct Opened {
    pub(crate) analyzer: Analyzer,
    pub(crate) damage: Damage,
    /// The files of the tables.
    pub(crate) files: OpenTables,
    _check: Option<BackgroundCheck>,
}

/// Says on standard error which tables are built, since that takes long.
fn announce(missing: &[&'static Entry], store: &Store) {
    let bytes: u64 = missing.iter().map(|entry| tables::file_bytes(*entry)).sum();
    let names: Vec<&str> = missing.iter().map(|entry| entry.name).collect();
    let (size, folder) = (bytes as f64 / 1e6, store.folder().display());
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

/// Opens the tables of some goals, builds those that are missing, and makes the analyzer. Copies large tables into memory
/// if `in_memory`, as the command does for many scrambles. `building` is set while tables are built.
///
/// # Errors
/// If a table cannot be opened or built, or `cancel` was cancelled.
pub(crate) fn open(
    goals: &Goals,
    store: &Store,
    threads: &Threads,
    in_memory: bool,
    cancel: &CancelToken,
    building: &AtomicBool,
) -> Result<Opened, Failure> {
    let quiet = Observer { cancel, report: &|_, _| {} };
    let needs: Vec<TableRequirements> = goals
        .each()
        .iter()
        .map(|GoalStages { goal, stages }| {
            let needs = tables::requirements(goal, stages, None, store);
            needs.map_err(|e| Failure::argument("goal", format!("'{}': {e}", goal.name)))
        })
        .collect::<Result<_, _>>()?;
    let mut entries: Vec<&'static Entry> = Vec::new();
    for entry in needs.iter().flat_map(|needs| &needs.entries) {
        if !entries.iter().any(|known| known.name == entry.name) {
            entries.push(entry);
        }
    }
    let missing: Vec<&'static Entry> =
        entries.iter().copied().filter(|entry| store.must_build(*entry)).collect();
    building.store(!missing.is_empty(), Ordering::Relaxed);
    if !missing.is_empty() {
        announce(&missing, store);
    }
    let open = |entry: &&'static Entry| -> Result<Arc<Table>, Failure> {
        let table = store.open_or_build(*entry, &quiet)?;
        let fits = cubiform_store::available_memory()
            .is_none_or(|available| entry.payload() + RESERVED_MEMORY <= available);
        let is_slow = entry.payload() >= LARGE && cubiform_store::is_mapped_huge(table.bytes()) != Some(true);
        if in_memory && fits && is_slow {
            drop(table);
            if let Some(loaded) = store.load(*entry, &quiet)? {
                return Ok(Arc::new(loaded));
            }
            return Ok(Arc::new(store.open_or_build(*entry, &quiet)?));
        }
        Ok(Arc::new(table))
    };
    let opened: Vec<Arc<Table>> = entries.iter().map(open).collect::<Result<_, _>>()?;
    building.store(needs.iter().any(|needs| !needs.ad_hoc.is_empty()), Ordering::Relaxed);
    let mut of_goals: Vec<Vec<Arc<Table>>> = Vec::new();
    for needs in &needs {
        let place = |entry: &Entry| entries.iter().position(|known| known.name == entry.name);
        let mut of_goal: Vec<Arc<Table>> =
            needs.entries.iter().filter_map(|entry| Some(Arc::clone(&opened[place(entry)?]))).collect();
        for coordinate in &needs.ad_hoc {
            let watch = Watch { cancel, report: &|_| {} };
            let (table, _) =
                Table::fill(Arc::clone(coordinate), threads, &watch).ok_or_else(Failure::cancelled)?;
            of_goal.push(Arc::new(table));
        }
        of_goals.push(of_goal);
    }
    let of_goals: Vec<Goal<'_>> = goals
        .each()
        .iter()
        .zip(&of_goals)
        .map(|(asked, tables)| Goal { variant: &asked.goal, stages: &asked.stages, tables })
        .collect();
    let analyzer = Analyzer::of_goals(&of_goals, threads).map_err(Failure::message)?;
    building.store(false, Ordering::Relaxed);
    let open_tables = store.open_tables().clone();
    let analyzer = analyzer.checking_tables(Box::new(move || {
        open_tables.files().iter().all(|file| file.check(&CancelToken::never()).is_ok())
    }));
    let damage = Damage::default();
    let files: Vec<_> = store.open_tables().files().into_iter().filter(|file| !file.is_verified()).collect();
    let reported = Arc::clone(&damage);
    let check = (!files.is_empty()).then(|| {
        BackgroundCheck::start(files, CHECK_DELAY, move |error| _ = reported.set(error.to_string()))
    });
    Ok(Opened { analyzer, damage, files: store.open_tables().clone(), _check: check })
}
