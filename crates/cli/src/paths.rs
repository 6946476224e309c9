//! The folder of the tables: the folder given, that of the environment variable, or one in the user's cache folder.

use std::io;
use std::path::{Path, PathBuf};

use cubiform_answers::tables::{self, FOLDER_VARIABLE};
use cubiform_store::StoreError;
use cubiform_store::file::FileError;

use crate::failure::Failure;

/// The folder of the tables, and whether an option named it.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    is_explicit: bool,
}

impl Folder {
    /// Returns the folder `given`, or else that of `CUBIFORM_TABLES`, or else one in the user's cache folder.
    ///
    /// # Errors
    /// If there is no cache folder.
    pub(crate) fn find(given: Option<&Path>) -> Result<Folder, Failure> {
        if let Some(path) = given {
            return Ok(Folder { path: path.into(), is_explicit: true });
        }
        let path = tables::default_folder().map_err(|e| {
            Failure::Message(format!(
                "{e}\n  name a folder for the tables with --tables DIR or {FOLDER_VARIABLE}"
            ))
        })?;
        Ok(Folder { path, is_explicit: false })
    }

    /// Returns the path of the folder.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns a command line of cubiform for messages, with `--tables` if an option named the folder.
    pub(crate) fn command(&self, arguments: &str) -> String {
        let tables =
            if self.is_explicit { format!(" --tables {}", quoted(&self.path)) } else { String::new() };
        format!("cubiform {arguments}{tables}")
    }

    /// Returns the advice for an error about a table in the folder.
    pub(crate) fn remedy(&self, error: &StoreError) -> String {
        const ELSEWHERE: &str = "choose another folder with --tables DIR or CUBIFORM_TABLES";
        let command = |action: &str, table: &str| self.command(&format!("tables {action} {table}"));
        match error {
            StoreError::File { source: FileError::Io { source: e, .. }, .. } if e.kind() != io::ErrorKind::NotFound => {
                format!("make the file readable, or {ELSEWHERE}")
            }
            StoreError::File { table, source } if source.is_later() => {
                let remove = command("remove", table);
                format!("update cubiform, or {ELSEWHERE}; to rebuild the table here, first run: {remove}")
            }
            StoreError::File { source: FileError::TooLarge { .. }, .. } => "use a 64-bit machine".into(),
            // `build` alone keeps a table whose checksum is right. Invalid codes may have a right checksum, and a checksum
            // may be wrong only in memory.
            StoreError::File { table, source: FileError::Codes { .. } | FileError::Checksum { .. } } => {
                format!("rebuild it with: {}", command("build --force", table))
            }
            StoreError::File { table, .. } => format!("rebuild it with: {}", command("build", table)),
            StoreError::Folder { .. } => ELSEWHERE.into(),
            StoreError::Space { .. } => format!("free disk space there, or {ELSEWHERE}"),
            StoreError::Write { source, .. } if cfg!(windows) && source.kind() == io::ErrorKind::PermissionDenied => {
                "Windows cannot replace a file that is in use: close the programs that use the table, and try again".into()
            }
            StoreError::Write { .. } => format!("check the disk, or {ELSEWHERE}"),
            StoreError::Histogram { table, .. } => format!("try again with: {}", command("build --force", table)),
            StoreError::Memory { .. } => "close other programs, or use a machine with more memory".into(),
            StoreError::Cancelled { .. } => "run the command again to continue".into(),
        }
    }
}

/// Quotes a path for a command line.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/\\._-+:@%,".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_names_an_explicit_folder() {
        let command =
            |path: &str, is_explicit| Folder { path: path.into(), is_explicit }.command("tables verify");
        assert_eq!(command("/tmp/a", false), "cubiform tables verify");
        assert_eq!(command("/tmp/a", true), "cubiform tables verify --tables /tmp/a");
        assert_eq!(command("it's mine", true), r"cubiform tables verify --tables 'it'\''s mine'");
    }
}
