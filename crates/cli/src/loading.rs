//! Which tables a run uses, and where they are while it runs: mapped from their files or copied into memory.

use std::sync::Arc;

use cubiform_cube::goal::Variant;
use cubiform_solvers::cfop::needs;
use cubiform_tables::catalogue::{Entry, Profile};
use cubiform_tables::table::payload_len;
use cubiform_tables::{Store, Table, memory};

use crate::args::Profiles;
use crate::failure::Failure;
use crate::paths::Folder;
use crate::progress::{self, note};

/// Scrambles from which on copying large tables into memory pays, if they are mapped in small pages: it takes some
/// seconds, and saves each scramble some milliseconds.
pub(crate) const MANY: u64 = 200;

/// Tables below this size are always mapped.
const LARGE: u64 = 100_000_000;

/// What a run needs tables for.
pub(crate) struct Need<'a> {
    pub(crate) goal: &'a Variant,
    pub(crate) stages: &'a [usize],
    pub(crate) profile: Profiles,
    /// About how many scrambles there are, if that is known.
    pub(crate) scrambles: Option<u64>,
    pub(crate) threads: usize,
}

/// Opens the tables of a run, and builds those that are missing.
pub(crate) fn tables(need: &Need<'_>, folder: &Folder) -> Result<Vec<Arc<Table>>, Failure> {
    let store = Store::new(folder.path(), need.threads);
    let entries = chosen(need, &store, folder);
    let missing: Vec<&str> =
        entries.iter().filter(|entry| !store.path(entry).exists()).map(|entry| entry.name).collect();
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
    let mut tables: Vec<Table> = entries.iter().map(open).collect::<Result<_, Failure>>()?;
    let bytes = total(&entries);
    let fits = fits(bytes);
    if !fits && bytes > LARGE {
        crate::failure::say(format_args!(
            "the tables take {:.1} GB, and less memory is free: this will be slow, waiting for the disk",
            bytes as f64 / 1e9
        ));
    }
    if fits && need.scrambles.is_some_and(|scrambles| scrambles >= MANY) {
        for (table, entry) in tables.iter_mut().zip(&entries) {
            let is_large = payload_len(entry.coordinate()) >= LARGE;
            if is_large && memory::is_mapped_huge(table) != Some(true) {
                let (loaded, _) = progress.watch(|observer| store.load(entry, observer));
                if let Some(loaded) = loaded.map_err(|e| Failure::store(&e, folder))? {
                    *table = loaded;
                }
            }
        }
    }
    Ok(tables.into_iter().map(Arc::new).collect())
}

/// The tables of the profile that is asked for; of the full one, unless that is asked for, only if they are built
/// and memory has room for them.
fn chosen(need: &Need<'_>, store: &Store, folder: &Folder) -> Vec<&'static Entry> {
    let of = |profile| needs(need.goal, need.stages, profile).expect("todo").entries;
    let (small, full) = (of(Profile::Small), of(Profile::Full));
    match need.profile {
        Profiles::Small => small,
        Profiles::Full => full,
        Profiles::Auto => {
            let larger: Vec<&'static Entry> =
                full.iter().copied().filter(|e| e.profile == Profile::Full).collect();
            if larger.is_empty() {
                return small;
            }
            let bytes = total(&larger);
            if !larger.iter().all(|entry| store.path(entry).exists()) {
                note(format_args!(
                    "{} ({:.1} GB of disk, about a minute) would make this about ten times faster",
                    folder.command("tables build full"),
                    bytes as f64 / 1e9
                ));
                return small;
            }
            if fits(bytes) { full } else { small }
        }
    }
}

fn total(entries: &[&'static Entry]) -> u64 {
    entries.iter().map(|entry| payload_len(entry.coordinate())).sum()
}

/// Whether memory has room for tables of so many bytes, as far as can be told.
fn fits(bytes: u64) -> bool {
    memory::available().is_none_or(|available| bytes + (300 << 20) <= available)
}
