//! The kinds of tables, selections of them, and the list of their files in JSON.

pub mod advice;
pub mod selection;

use std::path::{Path, PathBuf};

use cubiform_store::file::HEADER_LEN;
use cubiform_store::{FileState, Store, TableIdentity, TableKind};
use cubiform_tables::catalogue::Profile;

use crate::Error;
use crate::limits::Limits;
use crate::operation::{Context, Door, Methods, Needs, Operation};

/// Returns all kinds of tables.
pub fn all() -> impl Iterator<Item = &'static dyn TableKind> {
    cubiform_tables::kinds()
}

/// Returns the table of this name.
pub fn named(name: &str) -> Option<&'static dyn TableKind> {
    all().find(|table| table.name() == name)
}

/// Returns the names under which several tables are built together, apart from profiles.
pub fn sets() -> Vec<&'static str> {
    let mut sets: Vec<&'static str> = all().filter_map(|table| table.set()).collect();
    sets.dedup();
    sets
}

/// The environment variable that names the folder of tables.
#[cfg(feature = "folder")]
pub const FOLDER_VARIABLE: &str = "CUBIFORM_TABLES";

/// Returns the folder of tables: that of the environment variable [`FOLDER_VARIABLE`], or else one in the user's cache
/// folder.
///
/// # Errors
/// If there is no cache folder.
#[cfg(feature = "folder")]
pub fn default_folder() -> Result<PathBuf, crate::Error> {
    use etcetera::BaseStrategy as _;
    if let Some(path) = std::env::var_os(FOLDER_VARIABLE).filter(|path| !path.is_empty()) {
        return Ok(path.into());
    }
    let user = etcetera::base_strategy::choose_native_strategy()
        .map_err(|e| crate::Error::message(format!("cannot find your cache folder: {e}")))?;
    Ok(user.cache_dir().join("cubiform").join("tables"))
}

/// Returns the size of a table's file, in bytes.
pub fn file_bytes(table: &dyn TableKind) -> u64 {
    HEADER_LEN as u64 + table.payload()
}

/// A table in the JSON list.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = TableAnswer)]
pub struct TableAnswer {
    /// The name of the table.
    #[schema(example = "cross")]
    name: &'static str,
    /// A description of the table.
    #[schema(example = "the four edges of the cross")]
    about: &'static str,
    /// The smallest profile that contains the table, if any: `small` or `full`.
    #[schema(required = true, example = "small")]
    profile: Option<&'static str>,
    /// The number of states.
    #[schema(example = 190_080)]
    states: u64,
    /// The number of states at each distance, from 0.
    #[schema(value_type = Vec<u64>, example = json!([1, 15, 158]))]
    histogram: &'static [u64],
    /// The number of states at each distance up to symmetry, if it is known.
    #[schema(required = true, value_type = Option<Vec<u64>>)]
    orbits: Option<&'static [u64]>,
    /// The size of the file in bytes.
    #[schema(example = 51_616)]
    bytes: u64,
    /// The path of the file; absent if the server does not tell it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>)]
    path: Option<PathBuf>,
    /// Whether the file is there and usable.
    built: bool,
    /// Whether the last complete check of the codes matched their checksum.
    verified: bool,
    /// The identity in the file's header, if the file is usable.
    #[schema(required = true)]
    identity: Option<String>,
    /// The XXH3-64 checksum of the codes, in hexadecimal.
    #[schema(required = true, example = "0123456789abcdef")]
    checksum: Option<String>,
    /// The numbering of a file from an earlier version.
    #[schema(required = true)]
    outdated: Option<u32>,
    /// The error about a file that exists but is not usable.
    #[schema(required = true)]
    damage: Option<String>,
}

/// A request for the list of tables, which has no options.
#[derive(Clone, Copy, Debug, Default, serde::Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TablesRequest {}

impl Operation for TablesRequest {
    const DOOR: Door = Door {
        name: "tables",
        path: "/v1/tables",
        tag: "tables",
        summary: "List the tables",
        about: "The pruning tables, with their sizes and the number of states at each distance.",
        answer: "The tables",
        is_list: true,
        methods: Methods::Get,
        needs: Needs::Nothing,
        ..Door::NEW
    };

    type Question = ();
    type Answer = Vec<TableAnswer>;
    type Document = TableAnswer;

    fn check(self, _: &Limits) -> Result<(), Error> {
        Ok(())
    }

    fn answer((): (), context: &Context<'_>) -> Result<Vec<TableAnswer>, Error> {
        Ok(context.solvers.engines().store().map(|store| rows(store, false)).unwrap_or_default())
    }
}

/// Returns the list of all tables, with the states of their files in the store. It has the paths of the files only if
/// `with_paths`; a path that is not valid Unicode cannot be written in JSON.
pub fn rows(store: &Store, with_paths: bool) -> Vec<TableAnswer> {
    all().map(|table| row(store, table, with_paths)).collect()
}

fn row(store: &Store, table: &'static dyn TableKind, with_path: bool) -> TableAnswer {
    let mut row = TableAnswer {
        name: table.name(),
        about: table.description(),
        profile: table.profile().map(Profile::name),
        states: table.states(),
        histogram: table.histogram(),
        orbits: table.orbit_counts(),
        bytes: file_bytes(table),
        path: with_path.then(|| store.path(table)),
        built: false,
        verified: false,
        identity: None,
        checksum: None,
        outdated: None,
        damage: None,
    };
    let state = store.state(table);
    row.verified = matches!(state, FileState::Verified(_));
    match state {
        FileState::Missing => {}
        FileState::Verified(TableIdentity { identity, checksum, .. })
        | FileState::Unverified(TableIdentity { identity, checksum, .. }) => {
            row.built = true;
            row.identity = Some(identity);
            row.checksum = Some(format!("{checksum:016x}"));
        }
        FileState::Outdated { numbering } => row.outdated = Some(numbering),
        FileState::Damaged(e) if with_path => row.damage = Some(e.to_string()),
        FileState::Damaged(e) => row.damage = Some(without_path(&e.to_string(), &store.path(table))),
    }
    row
}

/// Returns the message of an error about a file without the path at its beginning.
fn without_path(message: &str, path: &Path) -> String {
    let start = format!("{}: ", path.display());
    message.strip_prefix(&start).unwrap_or("the file cannot be used").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_threads::Threads;

    #[test]
    fn rows_without_paths_name_no_folder() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path(), &Threads::new(1)).with_kinds(all());
        let table = all().next().unwrap();
        std::fs::write(store.path(table), "no table").unwrap();
        let text = |with_paths| serde_json::to_string(&rows(&store, with_paths)).unwrap();
        let name = folder.path().display().to_string();
        assert!(text(true).contains(&name));
        assert!(text(false).contains("not a cubiform table") && !text(false).contains(&name));
    }
}
