//! Which tables a run uses, and where they are while it runs: mapped from their files or copied into memory.

use std::sync::Arc;

use cubiform_cube::goal::Variant;
use cubiform_solvers::cfop::{Analyzer, Goal, Needs, needs};
use cubiform_tables::catalogue::{Entry, Profile};
use cubiform_tables::cosets::CosetTable;
use cubiform_tables::cosets::catalogue::CosetEntry;
use cubiform_tables::halves::in_halves;
use cubiform_tables::stored::Stored;
use cubiform_tables::table::payload_len;
use cubiform_tables::{Coordinate, Store, Table, fill, memory};

use crate::args::Profiles;
use crate::error::Failure;
use crate::paths::Folder;
use crate::progress::{self, note, short};
use crate::table_checks;

/// Scrambles from which on copying large tables into memory pays, if they are mapped in small pages: it takes some
/// seconds, and saves each scramble some milliseconds.
pub(crate) const MANY_SCRAMBLES: u64 = 200;

/// Scrambles from which on larger tables are worth a hint.
const WORTH_A_HINT: u64 = 50;

/// Cubes from which on the same pays for optimal solutions, each of which takes seconds.
const SEVERAL: u64 = 6;

/// Bytes that stay free of the tables.
const MARGIN: u64 = 300 << 20;

/// Bytes that nothing takes, even where it cannot be told how many are free.
const MOST: u64 = 1 << 40;

/// Tables below this size are always mapped.
const LARGE: u64 = 100_000_000;

/// What a run needs tables for.
pub(crate) struct TableRequest<'a> {
    /// The subcommand of which the goal is an argument.
    pub(crate) command: &'static str,
    pub(crate) goal: &'a Variant,
    pub(crate) stages: &'a [usize],
    pub(crate) profile: Profiles,
    /// About how many scrambles there are, if that is known.
    pub(crate) scrambles: Option<u64>,
    pub(crate) threads: usize,
}

/// The analyzer of a run, with its [`tables`].
pub(crate) fn analyzer(need: &TableRequest<'_>, folder: &Folder) -> Result<Analyzer, Failure> {
    analyzer_of_goals(&[need], folder)
}

/// The analyzer of a run of several goals, each with its stages; they share tables. All but goal and stages is that of
/// the first.
pub(crate) fn analyzer_of_goals(needs: &[&TableRequest<'_>], folder: &Folder) -> Result<Analyzer, Failure> {
    let tables = tables_of_goals(needs, folder)?;
    let goals: Vec<Goal<'_>> = needs
        .iter()
        .zip(&tables)
        .map(|(need, tables)| Goal { variant: need.goal, stages: need.stages, tables })
        .collect();
    Ok(Analyzer::of_goals(&goals).checking_tables(table_checks::long_search_check()))
}

/// Opens the tables of a run, builds those that are missing, and makes those that are for its goal alone.
pub(crate) fn tables(need: &TableRequest<'_>, folder: &Folder) -> Result<Vec<Arc<Table>>, Failure> {
    tables_of_goals(&[need], folder).map(|mut tables| tables.swap_remove(0))
}

/// The same for each of several goals.
fn tables_of_goals(needs: &[&TableRequest<'_>], folder: &Folder) -> Result<Vec<Vec<Arc<Table>>>, Failure> {
    let need = needs[0];
    let store = folder.store(need.threads);
    let chosen = chosen(needs, &store, folder)?;
    for (need, Needs { entries, own }) in needs.iter().zip(&chosen) {
        if entries.is_empty() && own.is_empty() {
            return Err(Failure::Message(format!("there are no tables for the goal {}", need.goal.name)));
        }
    }
    let entries = union(&chosen);
    let missing: Vec<&str> =
        entries.iter().filter(|entry| store.lacks(**entry)).map(|entry| entry.name).collect();
    if !missing.is_empty() {
        let place = folder.path().display();
        note(format_args!("building tables, this once: {} in {place}", missing.join(", ")));
    }
    let progress = progress::Tables::new();
    let open = |entry: &&'static Entry| {
        let (table, took) = progress.watch(|observer| store.open_or_build(entry, observer));
        let table = table.map_err(|e| Failure::store(&e, folder))?;
        if missing.contains(&entry.name) {
            note(format_args!("built {} in {:.1} s", entry.name, took.as_secs_f64()));
        }
        Ok(table)
    };
    // A single scramble waits for their layouts and checksums, some milliseconds.
    let opened = match need.threads {
        0 | 1 => entries.iter().map(|entry| store.open(entry)).collect(),
        _ => in_halves(&entries, |entry| store.open(entry)),
    };
    let tables = entries.iter().zip(opened).map(|(entry, opened)| {
        opened.map_err(|e| Failure::store(&e, folder))?.map_or_else(|| open(entry), Ok)
    });
    let mut tables: Vec<Table> = tables.collect::<Result<_, Failure>>()?;
    let bytes = total(&entries);
    let fits = fits(bytes);
    if !fits && bytes > LARGE {
        crate::error::say(format_args!(
            "the tables take {:.1} GB, and less memory is free: this will be slow, waiting for the disk",
            bytes as f64 / 1e9
        ));
    }
    if fits && need.scrambles.is_some_and(|scrambles| scrambles >= MANY_SCRAMBLES) {
        for (table, entry) in tables.iter_mut().zip(&entries) {
            let is_large = payload_len(entry.coordinate()) >= LARGE;
            if is_large && memory::is_mapped_huge(table.bytes()) != Some(true) {
                let (loaded, _) = progress.watch(|observer| store.load(entry, observer));
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
    for (need, Needs { entries, own }) in needs.iter().zip(&chosen) {
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

/// The tables of the catalogue that any of these needs, each once.
fn union(needs: &[Needs]) -> Vec<&'static Entry> {
    let mut entries: Vec<&'static Entry> = Vec::new();
    for entry in needs.iter().flat_map(|needs| &needs.entries) {
        if !entries.iter().any(|known| known.name == entry.name) {
            entries.push(entry);
        }
    }
    entries
}

/// Opens a table of the optimal solver, if it is built, for about so many cubes, if that is known.
pub(crate) fn open_coset_table(
    entry: &'static CosetEntry,
    store: &Store,
    cubes: Option<u64>,
    folder: &Folder,
) -> Result<Option<CosetTable>, Failure> {
    let failure = |e| Failure::store(&e, folder);
    let Some(table) = store.open_cosets(entry).map_err(failure)? else { return Ok(None) };
    let pays = cubes.is_some_and(|cubes| cubes >= SEVERAL) && entry.payload() >= LARGE;
    if !pays || !fits(entry.payload()) || memory::is_mapped_huge(table.bytes()) == Some(true) {
        table_checks::start();
        return Ok(Some(table));
    }
    let (loaded, _) = progress::Tables::new().watch(|observer| store.load_cosets(entry, observer));
    loaded.map_err(failure)
}

/// Makes a table in memory, for this run alone.
fn filled(
    name: &str,
    coordinate: &Arc<Coordinate>,
    threads: usize,
    progress: &progress::Tables,
) -> Result<Table, Failure> {
    // The codes are written into memory of their own before that of the fill is free again.
    let needed = fill::memory(coordinate) + payload_len(coordinate);
    let remedy = "end other programs, or use a machine with more memory";
    check_memory(&format!("making {name}"), needed, remedy)?;
    note(format_args!("making {name} in memory: {} states", short(coordinate.states() as f64)));
    let table = progress.watch_fill(name, |watch| Table::fill(Arc::clone(coordinate), threads, watch));
    table.map(|(table, _)| table).ok_or(Failure::Interrupted)
}

/// Refuses what takes more memory than is free, and says what can be done.
pub(crate) fn check_memory(doing: &str, needed: u64, remedy: &str) -> Result<(), Failure> {
    let available = memory::available();
    if needed + MARGIN <= available.unwrap_or(MOST) {
        return Ok(());
    }
    let gigabytes = |bytes: u64| bytes as f64 / 1e9;
    let free = available.map(|bytes| format!(", {:.1} GB are free", gigabytes(bytes))).unwrap_or_default();
    Err(Failure::Message(format!("{doing} takes {:.1} GB of memory{free}\n  {remedy}", gigabytes(needed))))
}

/// The tables of the profile that is asked for; of the full one, unless that is asked for, only if they are built
/// and memory has room for them.
fn chosen(wanted: &[&TableRequest<'_>], store: &Store, folder: &Folder) -> Result<Vec<Needs>, Failure> {
    let of_goal = |need: &TableRequest<'_>, profile| {
        needs(need.goal, need.stages, profile)
            .map_err(|e| Failure::usage(need.command, format!("--goal '{}': {e}", need.goal.name)))
    };
    let of = |profile| wanted.iter().map(|need| of_goal(need, profile)).collect::<Result<Vec<Needs>, _>>();
    match wanted[0].profile {
        Profiles::Small => of(Profile::Small),
        Profiles::Full => of(Profile::Full),
        Profiles::Auto => {
            let (small, full) = (of(Profile::Small)?, of(Profile::Full)?);
            let larger: Vec<&'static Entry> =
                union(&full).into_iter().filter(|e| e.profile == Profile::Full).collect();
            if larger.is_empty() {
                return Ok(small);
            }
            let bytes = total(&larger);
            if larger.iter().any(|entry| store.lacks(*entry)) {
                // A few scrambles are done before anything larger could be built.
                if wanted.iter().all(|need| need.scrambles.is_some_and(|count| count < WORTH_A_HINT)) {
                    return Ok(small);
                }
                let names: Vec<&str> = larger.iter().map(|entry| entry.name).collect();
                note(format_args!(
                    "with larger tables this would be many times faster ({:.1} GB of disk, about a minute):\n  {}",
                    bytes as f64 / 1e9,
                    folder.command(&format!("tables build {}", names.join(" "))),
                ));
                return Ok(small);
            }
            Ok(if fits(bytes) { full } else { small })
        }
    }
}

fn total(entries: &[&'static Entry]) -> u64 {
    entries.iter().map(|entry| payload_len(entry.coordinate())).sum()
}

/// Whether memory has room for tables of so many bytes, as far as can be told.
fn fits(bytes: u64) -> bool {
    memory::available().is_none_or(|available| bytes + MARGIN <= available)
}
