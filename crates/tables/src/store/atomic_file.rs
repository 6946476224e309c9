//! Files that appear under their name only once they are complete: the one place where files are created, synced,
//! renamed and removed.
//!
//! An [`AtomicFile`] is written under a temporary name in the folder of its target. [`AtomicFile::commit`] syncs it,
//! renames it over the target and syncs the folder, so that after a power failure either the old file or the complete
//! new one exists. Without a commit the temporary file is removed; a killed process leaves it behind under a name that
//! [`is_temporary`] recognises.
//!
//! In builds with debug assertions, every operation here can be made to fail, or to kill the process, at its n-th call:
//! see [`fault`].

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::store::disk;

/// The suffix of all temporary names.
const SUFFIX: &str = ".tmp";

/// A file that replaces its target on [`commit`](AtomicFile::commit), and is removed without it.
#[derive(Debug)]
pub struct AtomicFile {
    temporary: NamedTempFile,
    target: PathBuf,
}

impl AtomicFile {
    /// Creates an empty temporary file beside `target`, named `PREFIX` + random letters and digits + `.tmp`, with the
    /// permissions of a new file.
    ///
    /// # Errors
    /// Any error of the system, without the temporary name.
    pub fn create(target: &Path, prefix: &str) -> io::Result<AtomicFile> {
        fault(Operation::Create)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(prefix).suffix(SUFFIX);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // The random name would only confuse in an error message.
        let temporary = builder.tempfile_in(folder_of(target)).map_err(|e| io::Error::from(e.kind()))?;
        Ok(AtomicFile { temporary, target: target.into() })
    }

    /// Returns the path that the file gets when it is committed.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Reserves disk space for a file of `bytes`, so that a full disk is detected before the contents are computed. See
    /// [`disk::reserve`].
    ///
    /// # Errors
    /// Any error of the system; [`io::ErrorKind::StorageFull`] if the space is insufficient.
    pub(crate) fn reserve(&self, bytes: u64) -> io::Result<()> {
        fault(Operation::Reserve)?;
        disk::reserve(self.temporary.as_file(), folder_of(&self.target), bytes)
    }

    /// Returns the file, for its metadata. Writes must use the [`Write`] implementation, so that faults can be
    /// injected.
    pub fn as_file(&self) -> &File {
        self.temporary.as_file()
    }

    /// Writes the contents so far to disk.
    ///
    /// # Errors
    /// Any error of the system.
    pub(crate) fn sync(&self) -> io::Result<()> {
        fault(Operation::Sync)?;
        self.temporary.as_file().sync_all()
    }

    /// Syncs the file, renames it over the target, and syncs the folder.
    ///
    /// # Errors
    /// Any error of the system. If the rename itself failed, the temporary file is removed and the target is unchanged.
    pub fn commit(self) -> io::Result<()> {
        self.sync()?;
        fault(Operation::Rename)?;
        let folder = folder_of(&self.target).to_path_buf();
        self.temporary.persist(&self.target).map_err(|e| e.error)?;
        sync_folder(&folder)
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        fault(Operation::Write)?;
        // Writes to the inner file, because errors of `NamedTempFile` mention the temporary name.
        self.temporary.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.temporary.as_file_mut().flush()
    }
}

impl Read for AtomicFile {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.temporary.read(bytes)
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.temporary.seek(to)
    }
}

/// Returns whether `name` is the name of a temporary file created with `prefix`.
pub(crate) fn is_temporary(name: &str, prefix: &str) -> bool {
    name.strip_prefix(prefix).is_some_and(|rest| rest.ends_with(SUFFIX))
}

/// Removes a file and syncs its folder.
///
/// # Errors
/// Any error of the system.
pub fn remove(path: &Path) -> io::Result<()> {
    fault(Operation::Remove)?;
    fs::remove_file(path)?;
    sync_folder(folder_of(path))
}

/// Writes the entries of a folder to disk, which makes a rename or a removal durable. Does nothing where folders cannot
/// be synced (Windows, and file systems that refuse it).
///
/// # Errors
/// Any error of the system.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    fault(Operation::SyncFolder)?;
    #[cfg(unix)]
    match File::open(folder)?.sync_all() {
        Err(e) if matches!(e.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {}
        synced => synced?,
    }
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// Returns the folder of a path, `.` for a bare file name.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A kind of operation on files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A temporary file or folder is created.
    Create,
    /// Disk space is reserved.
    Reserve,
    /// Bytes are written.
    Write,
    /// A file is synced.
    Sync,
    /// A file is renamed over its target.
    Rename,
    /// A folder is synced.
    SyncFolder,
    /// A file is removed.
    Remove,
}

/// Counts an operation, and makes it fail if it is the one that the environment names. Must be called before each
/// operation on files outside this module.
///
/// With debug assertions, `CUBIFORM_FAULT=error:N` makes the N-th operation of the process (from 1) fail as on a full
/// disk, and `CUBIFORM_FAULT=kill:N` ends the process there without any clean-up; `CUBIFORM_FAULT_LOG=FILE` appends the
/// name of each operation to FILE. Without debug assertions this does nothing.
///
/// # Errors
/// The injected one.
pub fn fault(operation: Operation) -> io::Result<()> {
    #[cfg(debug_assertions)]
    injected::check(operation)?;
    #[cfg(not(debug_assertions))]
    let _ = operation;
    Ok(())
}

#[cfg(debug_assertions)]
mod injected {
    use std::env;
    use std::fs::File;
    use std::io::{self, Write};
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::Operation;

    /// The injected fault and the number of its operation.
    enum Plan {
        Error(u64),
        Kill(u64),
    }

    static DONE: AtomicU64 = AtomicU64::new(0);

    fn plan() -> Option<&'static Plan> {
        static PLAN: OnceLock<Option<Plan>> = OnceLock::new();
        let read = || {
            let text = env::var("CUBIFORM_FAULT").ok()?;
            let (what, number) = text.split_once(':')?;
            let number = number.parse().ok()?;
            match what {
                "error" => Some(Plan::Error(number)),
                "kill" => Some(Plan::Kill(number)),
                _ => None,
            }
        };
        PLAN.get_or_init(read).as_ref()
    }

    pub(super) fn check(operation: Operation) -> io::Result<()> {
        let number = DONE.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(log) = env::var_os("CUBIFORM_FAULT_LOG") {
            let mut log = File::options().append(true).create(true).open(log)?;
            writeln!(log, "{operation:?}")?;
        }
        match plan() {
            Some(Plan::Error(at)) if *at == number => Err(io::Error::from(io::ErrorKind::StorageFull)),
            Some(Plan::Kill(at)) if *at == number => std::process::abort(),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn target_appears_only_on_commit() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a");
        let mut file = AtomicFile::create(&target, ".x-").unwrap();
        file.write_all(b"new").unwrap();
        assert!(!target.exists());
        let names: Vec<String> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        assert!(names.len() == 1 && is_temporary(&names[0], ".x-"), "{names:?}");
        file.commit().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn uncommitted_file_leaves_target_and_folder_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a");
        fs::write(&target, b"old").unwrap();
        let mut file = AtomicFile::create(&target, ".x-").unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(fs::read(&target).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn temporary_names_need_prefix_and_suffix() {
        assert!(is_temporary(".x-abc.tmp", ".x-"));
        assert!(!is_temporary(".x-abc", ".x-"));
        assert!(!is_temporary("abc.tmp", ".x-"));
    }
}
