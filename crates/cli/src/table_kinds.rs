//! The kinds of tables that the command builds, lists and checks: those of the tables crate and those of other crates.

use cubiform_tables::TableKind;
use cubiform_tables::store::table_kind;

/// The kinds of tables that other crates add.
pub(crate) const OTHERS: &[&dyn TableKind] = &[];

/// Returns all kinds of tables.
pub(crate) fn all() -> impl Iterator<Item = &'static dyn TableKind> {
    table_kind::all().chain(OTHERS.iter().copied())
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
