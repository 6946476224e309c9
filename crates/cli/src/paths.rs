//! The folder of the tables: the folder given, that of the environment variable, or one in the user's cache folder.

use std::path::{Path, PathBuf};

use cubiform_answers::tables::advice::{Action, Words, remedy};
use cubiform_answers::tables::{self, FOLDER_VARIABLE};
use cubiform_store::StoreError;

use crate::failure::Failure;

/// The folder of the tables, and whether an option named it.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
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

    /// Returns a command line of cubiform for messages, with `--tables` if an option named the folder.
    pub(crate) fn command(&self, arguments: &str) -> String {
        let tables =
            if self.is_explicit { format!(" --tables {}", quoted(&self.path)) } else { String::new() };
        format!("cubiform {arguments}{tables}")
    }

    /// Returns the advice for an error about a table in the folder.
    pub(crate) fn remedy(&self, error: &StoreError) -> String {
        remedy(error, self)
    }
}

impl Words for Folder {
    fn elsewhere(&self) -> &'static str {
        "choose another folder with --tables DIR or CUBIFORM_TABLES"
    }

    fn call(&self, action: Action, table: &str) -> String {
        let action = match action {
            Action::Build => "build",
            Action::Rebuild => "build --force",
            Action::Remove => "remove",
        };
        self.command(&format!("tables {action} {table}"))
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
