//! Leftover files in a table folder: those of killed builds, and tables of other versions of cubiform.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::build::read_checkpoint;
use super::{Store, StoreError, TABLE_SUFFIX, temporary_prefix};
use crate::file::{FORMAT, FileError, HEADER_LEN, Header, differing_numberings, numbering};
use crate::stamp::FIRST_LINE;
use crate::table_kind::TableKind;

/// A file in a table folder that is no longer needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftover {
    /// Its path.
    pub path: PathBuf,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its kind.
    pub kind: LeftoverKind,
    /// The table that it belongs to.
    table: String,
}

/// A kind of leftover file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftoverKind {
    /// An unfinished file of a killed process.
    Temporary,
    /// The lock of a build that has ended.
    Lock,
    /// The progress of a build that cannot be resumed: the table is built, or another version of cubiform made the
    /// file.
    Progress,
    /// The stamp of a missing table.
    Stamp,
    /// A table of an earlier numbering.
    Outdated,
    /// A table of no kind that the store knows: of another version or of another program.
    Unknown,
}

impl LeftoverKind {
    /// Returns its description for users.
    pub const fn name(self) -> &'static str {
        match self {
            LeftoverKind::Temporary => "unfinished file of a killed process",
            LeftoverKind::Lock => "lock of a build that has ended",
            LeftoverKind::Progress => "progress of a build that cannot be resumed",
            LeftoverKind::Stamp => "stamp of a missing table",
            LeftoverKind::Outdated => "table of an earlier numbering",
            LeftoverKind::Unknown => "table of another version or another program",
        }
    }
}

/// A selection of the files beside tables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Selection {
    /// Files that are no longer needed.
    Unneeded,
    /// All files that belong to a table: temporary files, lock, progress, stamp.
    AllOfTable,
}

impl Store {
    /// Removes a table's file and all files that belong to it. Returns whether there was a table or the progress of a
    /// build. Files of a build in another process remain.
    ///
    /// # Errors
    /// Any error of the system.
    pub fn remove(&self, entry: &dyn TableKind) -> Result<bool, StoreError> {
        let mut any = false;
        for path in [self.checkpoint_path(entry.name()), self.path(entry)] {
            match cubiform_files::remove(&path) {
                Ok(()) => any = true,
                Err(e) if e.kind() == io::ErrorKind::NotFound => {}
                Err(e) => {
                    return Err(StoreError::File { table: entry.name(), source: FileError::io(&path, e) });
                }
            }
        }
        for leftover in self.files_beside(&[entry.name().into()], Selection::AllOfTable)? {
            self.remove_leftover(&leftover)?;
        }
        Ok(any)
    }

    /// Returns the files in the folder that are no longer needed, sorted by path.
    ///
    /// A file counts only if it starts like a cubiform table or has exactly a name that cubiform gives. Files of a
    /// build in another process and tables of a later version of cubiform do not count.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn leftovers(&self) -> Result<Vec<Leftover>, StoreError> {
        let tables = self.kinds().map(|entry| entry.name().to_string());
        let mut leftovers = Vec::new();
        let mut unknown = Vec::new();
        for (path, name) in self.plain_files()? {
            let Some(stem) = name.strip_suffix(TABLE_SUFFIX).filter(|stem| is_table_name(stem)) else {
                continue;
            };
            let Some(kind) = self.kind_of_table_file(stem, &path) else { continue };
            if kind == LeftoverKind::Unknown {
                unknown.push(stem.to_string());
            }
            leftovers.extend(Leftover::at(path, kind, stem));
        }
        leftovers.extend(self.files_beside(&tables.chain(unknown).collect::<Vec<_>>(), Selection::Unneeded)?);
        leftovers.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(leftovers)
    }

    /// Removes a leftover file. Returns whether it was removed: `false` if it no longer exists or a build has begun to
    /// use it.
    ///
    /// # Errors
    /// Any error of the system.
    pub fn remove_leftover(&self, leftover: &Leftover) -> Result<bool, StoreError> {
        let folder_error = self.folder_error();
        // Holding the lock prevents a build from starting. Taking it creates the lock file if there is none.
        let Some(_lock) = self.try_lock(&leftover.table).map_err(&folder_error)? else { return Ok(false) };
        let removed = match cubiform_files::remove(&leftover.path) {
            Ok(()) => true,
            Err(e) if e.kind() == io::ErrorKind::NotFound => false,
            Err(e) => return Err(folder_error(e)),
        };
        if leftover.kind != LeftoverKind::Lock {
            let _ = cubiform_files::remove(&self.lock_path(&leftover.table));
        }
        Ok(removed)
    }

    /// Returns the size of all files in the folder in bytes; 0 if the folder does not exist.
    pub fn bytes(&self) -> u64 {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        files
            .filter_map(|file| file.metadata().ok())
            .filter(fs::Metadata::is_file)
            .map(|file| file.len())
            .sum()
    }

    /// Returns the plain files in the folder with their names; none if the folder does not exist.
    fn plain_files(&self) -> Result<Vec<(PathBuf, String)>, StoreError> {
        let folder_error = self.folder_error();
        let files = match fs::read_dir(&self.folder) {
            Ok(files) => files,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(e) => return Err(folder_error(e)),
        };
        let mut plain_files = Vec::new();
        for file in files {
            let file = file.map_err(&folder_error)?;
            // Symbolic links are never leftovers.
            if file.file_type().is_ok_and(|kind| kind.is_file())
                && let Ok(name) = file.file_name().into_string()
            {
                plain_files.push((file.path(), name));
            }
        }
        Ok(plain_files)
    }

    /// Returns the selected files beside the tables of these names.
    fn files_beside(&self, tables: &[String], selection: Selection) -> Result<Vec<Leftover>, StoreError> {
        let mut leftovers = Vec::new();
        for (path, name) in self.plain_files()? {
            let Some((table, kind)) =
                tables.iter().find_map(|table| Some((table, leftover_kind(&name, table)?)))
            else {
                continue;
            };
            let is_unneeded = match kind {
                LeftoverKind::Progress if selection == Selection::Unneeded => !self.can_resume(table, &path),
                LeftoverKind::Stamp if selection == Selection::Unneeded => !self.has_table(table),
                LeftoverKind::Stamp => {
                    fs::read_to_string(&path).is_ok_and(|text| text.starts_with(FIRST_LINE))
                }
                LeftoverKind::Lock => path.metadata().is_ok_and(|file| file.len() == 0),
                _ => true,
            };
            if is_unneeded && !self.is_being_built(table) {
                leftovers.extend(Leftover::at(path, kind, table));
            }
        }
        // Locks come last, because the removal of other files creates them.
        leftovers.sort_by_key(|leftover| leftover.kind == LeftoverKind::Lock);
        Ok(leftovers)
    }

    /// Returns whether another process holds the lock of a table.
    fn is_being_built(&self, table: &str) -> bool {
        match File::open(self.lock_path(table)) {
            Ok(lock) => matches!(lock.try_lock(), Err(fs::TryLockError::WouldBlock)),
            Err(_) => false,
        }
    }

    fn has_table(&self, table: &str) -> bool {
        self.folder.join(format!("{table}{TABLE_SUFFIX}")).exists()
    }

    /// Returns whether a build of a table can be resumed from the progress in a file.
    fn can_resume(&self, table: &str, path: &Path) -> bool {
        !self.has_table(table)
            && self
                .kinds()
                .find(|kind| kind.name() == table)
                .is_some_and(|entry| read_checkpoint(entry, path).is_some())
    }
}

/// Returns whether a table may have this name.
fn is_table_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// Returns the leftover kind of the file `name` beside the table `table`, or `None` if it does not belong to that
/// table.
fn leftover_kind(name: &str, table: &str) -> Option<LeftoverKind> {
    let random =
        |rest: &str| rest.strip_suffix(".tmp").is_some_and(|r| r.chars().all(|c| c.is_ascii_alphanumeric()));
    if name.strip_prefix(&temporary_prefix(table)).is_some_and(random) {
        return Some(LeftoverKind::Temporary);
    }
    match name.strip_prefix('.')?.strip_prefix(table)? {
        ".lock" => Some(LeftoverKind::Lock),
        ".partial" => Some(LeftoverKind::Progress),
        ".verified" => Some(LeftoverKind::Stamp),
        _ => None,
    }
}

impl Store {
    /// Returns the leftover kind of a file named like the table `stem`, or `None` if this version uses it, a later version
    /// made it, or it is not a table.
    fn kind_of_table_file(&self, stem: &str, path: &Path) -> Option<LeftoverKind> {
        let mut file = File::open(path).ok()?;
        let mut bytes = Vec::with_capacity(HEADER_LEN);
        io::Read::read_to_end(&mut io::Read::take(&mut file, HEADER_LEN as u64), &mut bytes).ok()?;
        let identity = match Header::parse(&bytes, path) {
            Ok(header) => header.identity,
            Err(FileError::Version { found, .. }) if found < FORMAT => return Some(LeftoverKind::Outdated),
            Err(_) => return None,
        };
        let Some(entry) = self.kinds().find(|kind| kind.name() == stem) else {
            // The table may be of a later version, which would have a later numbering.
            let newest = self.kinds().filter_map(|entry| numbering(&entry.identity())).max();
            return (numbering(&identity) <= newest).then_some(LeftoverKind::Unknown);
        };
        let (numbering, own) = differing_numberings(&identity, &entry.identity())?;
        (numbering < own).then_some(LeftoverKind::Outdated)
    }
}

impl Leftover {
    fn at(path: PathBuf, kind: LeftoverKind, table: &str) -> Option<Leftover> {
        let bytes = fs::symlink_metadata(&path).ok()?.len();
        Some(Leftover { path, bytes, kind, table: table.into() })
    }
}
