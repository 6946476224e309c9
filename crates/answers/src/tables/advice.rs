//! Advice for errors of tables, in the words of the front end.

use std::io;

use cubiform_store::StoreError;
use cubiform_store::file::FileError;

/// An action of a user on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Builds the table unless its file is complete.
    Build,
    /// Builds the table in any case.
    Rebuild,
    /// Removes the file of the table.
    Remove,
}

/// The words of a front end.
pub trait Words {
    /// Returns how to choose another folder: `choose another folder with ...`.
    fn elsewhere(&self) -> &'static str;

    /// Returns the command or the call that does an action on a table or a group.
    fn call(&self, action: Action, table: &str) -> String;
}

/// Returns the advice for an error about a table.
pub fn remedy(error: &StoreError, words: &impl Words) -> String {
    let (elsewhere, call) = (words.elsewhere(), |action, table: &str| words.call(action, table));
    match error {
        StoreError::File { source: FileError::Io { source: e, .. }, .. }
            if e.kind() != io::ErrorKind::NotFound =>
        {
            format!("make the file readable, or {elsewhere}")
        }
        StoreError::File { table, source } if source.is_later() => {
            let remove = call(Action::Remove, table);
            format!("update cubiform, or {elsewhere}; to rebuild the table here, first run: {remove}")
        }
        StoreError::File { source: FileError::TooLarge { .. }, .. } => "use a 64-bit machine".into(),
        // `Build` alone keeps a table whose checksum is right. Invalid codes may have a right checksum, and a checksum may
        // be wrong only in memory.
        StoreError::File { table, source: FileError::Codes { .. } | FileError::Checksum { .. } } => {
            format!("rebuild it with: {}", call(Action::Rebuild, table))
        }
        StoreError::File { table, .. } => format!("rebuild it with: {}", call(Action::Build, table)),
        StoreError::Folder { .. } => elsewhere.into(),
        StoreError::Space { .. } => format!("free disk space there, or {elsewhere}"),
        StoreError::Write { source, .. }
            if cfg!(windows) && source.kind() == io::ErrorKind::PermissionDenied =>
        {
            "Windows cannot replace a file that is in use: close the programs that use the table, and try again".into()
        }
        StoreError::Write { .. } => format!("check the disk, or {elsewhere}"),
        StoreError::Histogram { table, .. } => format!("try again with: {}", call(Action::Rebuild, table)),
        StoreError::Memory { .. } => "close other programs, or use a machine with more memory".into(),
        StoreError::Cancelled { .. } => "run it again to continue".into(),
    }
}
