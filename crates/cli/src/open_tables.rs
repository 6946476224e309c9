//! Selects and opens the tables of a run: builds missing ones, and maps the files or copies them into memory.

use std::sync::Arc;

use cubiform_cube::goal::Variant;
use cubiform_solvers::cfop::{Analyzer, Goal, TableRequirements, table_requirements};
use cubiform_store::Store;
use cubiform_store::table_kind::TableKind;
use cubiform_tables::catalogue::{Entry, Profile};
use cubiform_tables::cosets::CosetEntry;
use cubiform_tables::cosets::CosetTable;
use cubiform_tables::goal::fill;
use cubiform_tables::{Coordinate, Table};
use cubiform_threads::Threads;

use crate::args::Profiles;
use crate::error::Failure;
use crate::paths::Folder;
use crate::progress::{self, note, short};
use crate::table_checks;

/// The minimum number of scrambles for which large tables that are mapped with small pages are copied into memory. A
/// copy takes seconds and saves milliseconds per scramble.
pub(crate) const MANY_SCRAMBLES: u64 = 200;

/// The minimum number of scrambles for which larger tables are suggested.
const MIN_SCRAMBLES_FOR_HINT: u64 = 50;

/// The minimum number of cubes for which a large table of the optimal solver is copied into memory. An optimal solution
/// takes seconds.
const MANY_CUBES: u64 = 6;

/// The amount of memory, in bytes, that tables leave free.
const RESERVED_MEMORY: u64 = 300 << 20;

/// The assumed amount of free memory, in bytes, if the system does not report it.
const ASSUMED_MEMORY: u64 = 1 << 40;

/// The minimum size, in bytes, of a large table. Smaller tables are always mapped.
const LARGE: u64 = 100_000_000;

/// The goal and the circumstances for which a run needs tables.
pub(crate) struct TableRequest<'a> {
    /// The subcommand that takes the goal as an argument.
    pub(crate) command: &'static str,
    pub(crate) goal: &'a Variant,
    pub(crate) stages: &'a [usize],
    pub(crate) profile: Profiles,
    /// An estimate of the number of scrambles, if known.
    pub(crate) scrambles: Option<u64>,
    pub(crate) threads: &'a Threads,
}

/// Opens the [`tables`] of a run and returns its analyzer.
pub(crate) fn analyzer(need: &TableRequest<'_>, folder: &Folder) -> Result<Analyzer, Failure> {
    analyzer_of_goals(&[need], folder)
}

/// Returns the analyzer of a run with several goals, which share tables. Only the goal and the stages of each request
/// are used; the other fields are taken from the first request.
pub(crate) fn analyzer_of_goals(needs: &[&TableRequest<'_>], folder: &Folder) -> Result<Analyzer, Failure> {
    let tables = tables_of_goals(needs, folder)?;
    let goals: Vec<Goal<'_>> = needs
        .iter()
        .zip(&tables)
        .map(|(need, tables)| Goal { variant: need.goal, stages: need.stages, tables })
        .collect();
    let analyzer = Analyzer::of_goals(&goals, needs[0].threads).map_err(Failure::build)?;
    Ok(analyzer.checking_tables(table_checks::long_search_check()))
}

/// Builds the missing tables of the catalogue that a goal needs. Tables that only this goal needs are not filled.
pub(crate) fn build_missing(need: &TableRequest<'_>, folder: &Folder) -> Result<(), Failure> {
    let store = folder.store(need.threads);
    let selected = select_tables(&[need], &store, folder)?;
    open_entries(&union(&selected), need, &store, folder).map(drop)
}

/// Opens the tables of a run, builds missing ones, and fills the tables that only this goal needs.
pub(crate) fn tables(need: &TableRequest<'_>, folder: &Folder) -> Result<Vec<Arc<Table>>, Failure> {
    tables_of_goals(&[need], folder).map(|mut tables| tables.swap_remove(0))
}

/// Opens the tables of several goals, as [`tables`] does, and returns those of each goal.
fn tables_of_goals(needs: &[&TableRequest<'_>], folder: &Folder) -> Result<Vec<Vec<Arc<Table>>>, Failure> {
    let need = needs[0];
    let store = folder.store(need.threads);
    let selected = select_tables(needs, &store, folder)?;
    for (need, TableRequirements { entries, ad_hoc: own }) in needs.iter().zip(&selected) {
        if entries.is_empty() && own.is_empty() {
            return Err(Failure::Message(format!("no tables for the goal {}", need.goal.name)));
        }
    }
    let entries = union(&selected);
    let mut tables = open_entries(&entries, need, &store, folder)?;
    let progress = progress::Tables::new();
    let bytes = total(&entries);
    let fits = fits(bytes);
    if !fits && bytes > LARGE {
        crate::error::say(format_args!(
            "the tables take {:.1} GB, more than the free memory: reads from disk will slow down the search",
            bytes as f64 / 1e9
        ));
    }
    if fits && need.scrambles.is_some_and(|scrambles| scrambles >= MANY_SCRAMBLES) {
        for (table, entry) in tables.iter_mut().zip(&entries) {
            let is_large = entry.payload() >= LARGE;
            if is_large && cubiform_store::is_mapped_huge(table.bytes()) != Some(true) {
                let (loaded, _) = progress.watch(|observer| store.load(*entry, observer));
                if let Some(loaded) = loaded.map_err(|e| Failure::store(&e, folder))? {
                    *table = loaded;
                }
            }
        }
    }
    table_checks::start();
    let tables: Vec<Arc<Table>> = tables.into_iter().map(Arc::new).collect();
    let table = |entry: &&'static Entry| {
        let place = entries.iter().position(|of| of.name == entry.name).expect("all are opened");
        Arc::clone(&tables[place])
    };
    let mut of_goals = Vec::new();
    for (need, TableRequirements { entries, ad_hoc: own }) in needs.iter().zip(&selected) {
        let mut of_goal: Vec<Arc<Table>> = entries.iter().map(table).collect();
        let goal = match needs.len() {
            1 => "this goal".into(),
            _ => format!("the goal {}", need.goal.name),
        };
        for (i, coordinate) in own.iter().enumerate() {
            let name = match own.len() {
                1 => format!("the table for {goal}"),
                count => format!("table {} of {count} for {goal}", i + 1),
            };
            of_goal.push(Arc::new(filled(&name, coordinate, need.threads, &progress)?));
        }
        of_goals.push(of_goal);
    }
    Ok(of_goals)
}

/// Opens tables of the catalogue, and builds those that are missing.
fn open_entries(
    entries: &[&'static Entry],
    need: &TableRequest<'_>,
    store: &Store,
    folder: &Folder,
) -> Result<Vec<Table>, Failure> {
    let missing: Vec<&str> =
        entries.iter().filter(|entry| store.must_build(**entry)).map(|entry| entry.name).collect();
    if !missing.is_empty() {
        let place = folder.path().display();
        note(format_args!("building tables (first run only): {} in {place}", missing.join(", ")));
    }
    let progress = progress::Tables::new();
    let open = |entry: &&'static Entry| {
        let (table, took) = progress.watch(|observer| store.open_or_build(*entry, observer));
        let table = table.map_err(|e| Failure::store(&e, folder))?;
        if missing.contains(&entry.name) {
            note(format_args!("built {} in {:.1} s", entry.name, took.as_secs_f64()));
        }
        Ok(table)
    };
    // Layouts and checksums are computed in parallel, since a single scramble waits for them.
    let opened = need.threads.map(entries, |entry| store.open(*entry));
    let tables = entries.iter().zip(opened).map(|(entry, opened)| {
        opened.map_err(|e| Failure::store(&e, folder))?.map_or_else(|| open(entry), Ok)
    });
    tables.collect()
}

/// Returns the tables of the catalogue that at least one of `needs` contains, without repetition.
fn union(needs: &[TableRequirements]) -> Vec<&'static Entry> {
    let mut entries: Vec<&'static Entry> = Vec::new();
    for entry in needs.iter().flat_map(|needs| &needs.entries) {
        if !entries.iter().any(|known| known.name == entry.name) {
            entries.push(entry);
        }
    }
    entries
}

/// Opens a table of the optimal solver. Returns `None` if it is not built. `cubes` is an estimate of the number of
/// cubes.
pub(crate) fn open_coset_table(
    entry: &'static CosetEntry,
    store: &Store,
    cubes: Option<u64>,
    folder: &Folder,
) -> Result<Option<CosetTable>, Failure> {
    let failure = |e| Failure::store(&e, folder);
    let Some(table) = store.open(entry).map_err(failure)? else { return Ok(None) };
    let is_worth_a_copy = cubes.is_some_and(|cubes| cubes >= MANY_CUBES) && entry.payload() >= LARGE;
    if !is_worth_a_copy
        || !fits(entry.payload())
        || cubiform_store::is_mapped_huge(table.bytes()) == Some(true)
    {
        table_checks::start();
        return Ok(Some(table));
    }
    let (loaded, _) = progress::Tables::new().watch(|observer| store.load(entry, observer));
    loaded.map_err(failure)
}

/// Fills a table in memory, for this run only.
fn filled(
    name: &str,
    coordinate: &Arc<Coordinate>,
    threads: &Threads,
    progress: &progress::Tables,
) -> Result<Table, Failure> {
    // The codes get memory of their own before the memory of the fill is freed.
    let needed = fill::memory(coordinate) + coordinate.entries() / 4;
    let remedy = "close other programs, or use a machine with more memory";
    check_memory(&format!("filling {name}"), needed, remedy)?;
    note(format_args!("filling {name} in memory: {} states", short(coordinate.states() as f64)));
    let table = progress.watch_fill(name, |watch| Table::fill(Arc::clone(coordinate), threads, watch));
    table.map(|(table, _)| table).ok_or(Failure::Interrupted)
}

/// Checks that `needed` bytes of memory are free.
///
/// # Errors
/// Returns a message with the operation (`doing`) and the remedy if too little memory is free.
pub(crate) fn check_memory(doing: &str, needed: u64, remedy: &str) -> Result<(), Failure> {
    let available = cubiform_store::available_memory();
    if needed + RESERVED_MEMORY <= available.unwrap_or(ASSUMED_MEMORY) {
        return Ok(());
    }
    let gigabytes = |bytes: u64| bytes as f64 / 1e9;
    let free = available.map(|bytes| format!(", {:.1} GB are free", gigabytes(bytes))).unwrap_or_default();
    Err(Failure::Message(format!("{doing} takes {:.1} GB of memory{free}\n  {remedy}", gigabytes(needed))))
}

/// Selects the tables of each goal by profile. The profile `auto` selects the full tables if they are built and fit in
/// memory, and the small ones otherwise.
fn select_tables(
    requests: &[&TableRequest<'_>],
    store: &Store,
    folder: &Folder,
) -> Result<Vec<TableRequirements>, Failure> {
    let of_goal = |need: &TableRequest<'_>, profile| {
        table_requirements(need.goal, need.stages, profile)
            .map_err(|e| Failure::usage(need.command, format!("--goal '{}': {e}", need.goal.name)))
    };
    let of_profile = |profile| {
        requests.iter().map(|need| of_goal(need, profile)).collect::<Result<Vec<TableRequirements>, _>>()
    };
    match requests[0].profile {
        Profiles::Small => of_profile(Profile::Small),
        Profiles::Full => of_profile(Profile::Full),
        Profiles::Auto => {
            let (small, full) = (of_profile(Profile::Small)?, of_profile(Profile::Full)?);
            let larger: Vec<&'static Entry> =
                union(&full).into_iter().filter(|e| e.profile == Profile::Full).collect();
            if larger.is_empty() {
                return Ok(small);
            }
            let bytes = total(&larger);
            if larger.iter().any(|entry| store.must_build(*entry)) {
                // A few scrambles are analysed before larger tables could be built.
                if requests
                    .iter()
                    .all(|need| need.scrambles.is_some_and(|count| count < MIN_SCRAMBLES_FOR_HINT))
                {
                    return Ok(small);
                }
                let names: Vec<&str> = larger.iter().map(|entry| entry.name).collect();
                note(format_args!(
                    "larger tables make this many times faster ({:.1} GB of disk space, built in about a minute):\n  {}",
                    bytes as f64 / 1e9,
                    folder.command(&format!("tables build {}", names.join(" "))),
                ));
                return Ok(small);
            }
            Ok(if fits(bytes) { full } else { small })
        }
    }
}

/// Returns the total size of tables, in bytes.
fn total(entries: &[&'static Entry]) -> u64 {
    entries.iter().map(|entry| entry.payload()).sum()
}

/// Returns whether tables of this size, in bytes, fit in memory; true if the free memory is unknown.
fn fits(bytes: u64) -> bool {
    cubiform_store::available_memory().is_none_or(|available| bytes + RESERVED_MEMORY <= available)
}
