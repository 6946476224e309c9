//! The kinds of tables that the command builds, lists and checks.

use cubiform_store::TableKind;

/// Returns all kinds of tables.
pub(crate) fn all() -> impl Iterator<Item = &'static dyn TableKind> {
    cubiform_tables::kinds()
}

/// Returns the table of this name.
pub(crate) fn named(name: &str) -> Option<&'static dyn TableKind> {
    all().find(|table| table.name() == name)
}

/// Returns the names under which several tables are built together, apart from profiles.
pub(crate) fn sets() -> Vec<&'static str> {
    let mut sets: Vec<&'static str> = all().filter_map(|table| table.set()).collect();
    sets.dedup();
    sets
}
