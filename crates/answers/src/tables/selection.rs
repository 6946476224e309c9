//! Selections of tables by name or group, and their builds.

use cubiform_store::{FileState, Observer, Store, StoreError, TableKind};
use cubiform_tables::catalogue::{CATALOGUE, Profile};

use super::{all, named, sets};

/// A table or a group of tables.
#[derive(Clone, Copy, Debug)]
pub enum Selection {
    /// One table.
    Table(&'static dyn TableKind),
    /// All tables of a profile and of the smaller ones.
    Profile(Profile),
    /// The tables of the set with this name.
    Set(&'static str),
    /// All tables.
    All,
}

impl Selection {
    /// Reads the name of a table or of a group of tables.
    ///
    /// # Errors
    /// Returns a message that lists the valid names.
    pub fn read(name: &str) -> Result<Selection, String> {
        if name == "all" {
            return Ok(Selection::All);
        }
        let profile = CATALOGUE.iter().map(|entry| entry.profile).find(|profile| profile.name() == name);
        let set = || sets().into_iter().find(|set| *set == name).map(Selection::Set);
        let table = || named(name).map(Selection::Table);
        profile.map(Selection::Profile).or_else(set).or_else(table).ok_or_else(|| {
            let names: Vec<&str> = all().map(|table| table.name()).collect();
            format!(
                "unknown table; valid tables: {}; groups: small, full, {} and all",
                names.join(", "),
                sets().join(", ")
            )
        })
    }

    fn includes(&self, table: &dyn TableKind) -> bool {
        match self {
            Selection::Table(selected) => selected.name() == table.name(),
            Selection::Profile(profile) => table.profile().is_some_and(|own| own <= *profile),
            Selection::Set(set) => table.set() == Some(*set),
            Selection::All => true,
        }
    }
}

/// Returns the selected tables without repetition, in the order of the catalogue.
pub fn selected(selections: &[Selection]) -> Vec<&'static dyn TableKind> {
    all().filter(|table| selections.iter().any(|selection| selection.includes(*table))).collect()
}

/// Returns the tables with a file in the store, damaged or not.
pub fn built(store: &Store) -> Vec<&'static dyn TableKind> {
    all().filter(|table| is_built(store, *table)).collect()
}

/// Returns whether a table has a file in the store, damaged or not, that is not of an earlier version.
pub fn is_built(store: &Store, table: &dyn TableKind) -> bool {
    !matches!(store.state(table), FileState::Missing | FileState::Outdated { .. })
}

/// The result of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Built {
    /// The file was complete.
    Kept,
    /// The table was missing, or built anew on request.
    New,
    /// The file was damaged.
    Repaired,
    /// The file was of an earlier version.
    Updated,
}

impl Built {
    /// Returns what was done: `built`.
    pub fn text(self) -> &'static str {
        match self {
            Built::Kept => "kept",
            Built::New => "built",
            Built::Repaired => "was damaged, rebuilt",
            Built::Updated => "was from an earlier version, rebuilt",
        }
    }
}

/// Builds a table unless its file is complete; with `force` in any case.
///
/// # Errors
/// As [`Store::build`].
pub fn build(
    store: &Store,
    table: &'static dyn TableKind,
    force: bool,
    observer: &Observer<'_>,
) -> Result<Built, StoreError> {
    if force {
        return store.rebuild(table, observer).map(|()| Built::New);
    }
    let before = store.state(table);
    Ok(match (store.build(table, observer)?, before) {
        (false, _) => Built::Kept,
        (true, FileState::Missing) => Built::New,
        (true, FileState::Outdated { .. }) => Built::Updated,
        // A present table is rebuilt only if its checksum is wrong.
        (true, FileState::Damaged(_) | FileState::Verified(_) | FileState::Unverified(_)) => Built::Repaired,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_threads::Threads;

    fn names(selections: &[&str]) -> Vec<&'static str> {
        let read: Vec<Selection> = selections.iter().map(|name| Selection::read(name).unwrap()).collect();
        selected(&read).iter().map(|table| table.name()).collect()
    }

    #[test]
    fn selected_tables_are_in_the_order_of_the_catalogue_without_repetition() {
        let small = names(&["small"]);
        assert!(small.contains(&"cross") && !small.contains(&"optimal-small"));
        assert_eq!(names(&["small", "cross", "small"]), small);
        assert!(names(&["full"]).len() > small.len());
        assert_eq!(names(&["all"]).len(), all().count());
        assert!(names(&["444-slice"]).iter().all(|name| name.starts_with("444-slice-")));
        assert!(Selection::read("crss").unwrap_err().contains("groups: small, full, 444-"));
    }

    #[test]
    fn build_returns_what_it_did() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path(), &Threads::new(1)).with_kinds(all());
        let table = named("cross").unwrap();
        let build = |force| super::build(&store, table, force, &Observer::quiet()).unwrap();
        assert!(built(&store).is_empty());
        assert_eq!((build(false), build(false), build(true)), (Built::New, Built::Kept, Built::New));
        assert_eq!(built(&store).len(), 1);
        let mut bytes = std::fs::read(store.path(table)).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(store.path(table), bytes).unwrap();
        assert_eq!(build(false), Built::Repaired);
    }
}
