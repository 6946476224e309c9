//! Output files of users: their temporary files and folders, and the removal of those that killed processes left.
//!
//! A process holds a lock on each of its temporary files and folders. The lock is released when the process ends, even
//! if it is killed. A file or folder without a lock belongs to no process and may be removed. (On network file systems
//! whose locks are local to a machine, do not write to one folder from several machines at the same time.)

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use cubiform_faults::{Operation, fault};
use tempfile::TempDir;

use crate::atomic_file::folder_of;
use crate::{AtomicFile, remove, sync_folder};

/// The prefix of the names of temporary files. [`RANDOM`] letters or digits and [`SUFFIX`] follow.
const PREFIX: &str = ".cubiform-out-";

/// The prefix in versions without locks.
const OLD_PREFIX: &str = ".cubiform-";

const RANDOM: usize = 6;
const SUFFIX: &str = ".tmp";

/// The maximum number of attempts to create a temporary file that other processes remove before it is locked.
const ATTEMPTS: usize = 10;

/// Returns whether a name is that of a temporary file or folder of any version of this program.
pub fn is_temporary(name: &str) -> bool {
    has_form(name, PREFIX) || has_form(name, OLD_PREFIX)
}

fn has_form(name: &str, prefix: &str) -> bool {
    let random = name.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(SUFFIX));
    random.is_some_and(|random| random.len() == RANDOM && random.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Creates the temporary file of `target` and takes its lock.
///
/// # Errors
/// Any error of the system.
pub fn create_file(target: &Path) -> io::Result<AtomicFile> {
    // A clone shares the lock, which is held until both are closed.
    let (file, _) = create_locked(|| AtomicFile::create(target, PREFIX), |file| file.as_file().try_clone())?;
    Ok(file)
}

/// Creates a file or folder and takes its lock, which the returned handle holds. Tries again if another process removed
/// it before it was locked.
fn create_locked<T>(
    create: impl Fn() -> io::Result<T>,
    open: impl Fn(&T) -> io::Result<File>,
) -> io::Result<(T, File)> {
    for _ in 0..ATTEMPTS {
        let created = create()?;
        let handle = match open(&created) {
            // It was removed before it could be opened.
            Err(e) if e.kind() == io::ErrorKind::NotFound => continue,
            opened => opened?,
        };
        match handle.try_lock() {
            Err(TryLockError::WouldBlock) => {}
            // On a file system without locks, no process removes files.
            Ok(()) | Err(TryLockError::Error(_)) if is_linked(&handle) => return Ok((created, handle)),
            _ => {}
        }
    }
    Err(io::Error::other("another process keeps removing temporary files"))
}

/// Returns whether a file still has a name.
fn is_linked(file: &File) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        file.metadata().is_ok_and(|metadata| metadata.nlink() > 0)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        true
    }
}

/// A temporary folder, which is removed when it is dropped, unless it was renamed.
#[derive(Debug)]
pub struct TemporaryFolder {
    folder: TempDir,
    /// The lock of the folder, on systems where folders can be locked.
    _lock: Option<File>,
}

impl TemporaryFolder {
    /// Creates a temporary folder in `parent` with the permissions of a new folder.
    ///
    /// # Errors
    /// Any error of the system.
    pub fn create(parent: &Path) -> io::Result<TemporaryFolder> {
        let create = || {
            fault(Operation::Create)?;
            let mut builder = tempfile::Builder::new();
            builder.prefix(PREFIX).suffix(SUFFIX);
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
            // The random name is left out of the error.
            builder.tempdir_in(parent).map_err(|e| io::Error::from(e.kind()))
        };
        #[cfg(unix)]
        {
            let (folder, lock) = create_locked(create, |folder| File::open(folder.path()))?;
            Ok(TemporaryFolder { folder, _lock: Some(lock) })
        }
        #[cfg(not(unix))]
        Ok(TemporaryFolder { folder: create()?, _lock: None })
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Renames the folder to `target`, which must not exist, and syncs the parent of `target`.
    ///
    /// # Errors
    /// Any error of the system.
    pub fn rename(self, target: &Path) -> io::Result<()> {
        sync_folder(self.path())?;
        fault(Operation::Rename)?;
        fs::rename(self.path(), target)?;
        // The renamed folder must not be removed.
        let _ = self.folder.keep();
        sync_folder(folder_of(target))
    }
}

/// Removes the temporary files and folders in `folder` that killed processes left, that is, those without a lock.
/// Ignores errors.
pub fn remove_stale(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| has_form(name, PREFIX)) {
            let _ = remove_if_unlocked(&entry.path());
        }
    }
}

/// Removes all unlocked temporary files in a folder, including those of older versions. No other process may write
/// there.
pub fn remove_all(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_str().is_some_and(is_temporary) {
            let _ = remove_if_unlocked(&entry.path());
        }
    }
}

fn remove_if_unlocked(path: &Path) -> io::Result<()> {
    let kind = fs::symlink_metadata(path)?.file_type();
    if kind.is_file() {
        let file = File::options().read(true).write(true).open(path)?;
        file.try_lock()?;
        return remove(path);
    }
    #[cfg(unix)]
    if kind.is_dir() {
        let folder = File::open(path)?;
        folder.try_lock()?;
        let files = fs::read_dir(path)?.map(|entry| {
            let entry = entry?;
            // Temporary folders of this program contain only files.
            if entry.file_type()?.is_file() { Ok(entry.path()) } else { Err(io::Error::other("a folder")) }
        });
        for file in files.collect::<io::Result<Vec<_>>>()? {
            remove(&file)?;
        }
        fault(Operation::Remove)?;
        fs::remove_dir(path)?;
    }
    Ok(())
}

/// Creates a folder durably.
///
/// # Errors
/// Any error of the system.
pub fn create_folder(path: &Path) -> io::Result<()> {
    fault(Operation::Create)?;
    fs::create_dir(path)?;
    sync_folder(folder_of(path))
}

/// Opens or creates a lock file and locks it until the handle is closed. Returns `None` if another process holds the
/// lock for `timeout`, or until `is_stopped`.
///
/// # Errors
/// Any error of the system; [`io::ErrorKind::InvalidInput`] if the path is not that of a regular file.
pub fn lock_file(path: &Path, timeout: Duration, is_stopped: impl Fn() -> bool) -> io::Result<Option<File>> {
    // The file is neither truncated nor opened through a link, because it may belong to another program.
    let created =
        fault(Operation::Create).and_then(|()| File::options().write(true).create_new(true).open(path));
    let lock = match created {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
            if !fs::symlink_metadata(path)?.is_file() {
                return Err(io::Error::from(io::ErrorKind::InvalidInput));
            }
            File::options().read(true).write(true).open(path)?
        }
        created => created?,
    };
    let since = Instant::now();
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(Some(lock)),
            // A killed process may take a moment to end.
            Err(TryLockError::WouldBlock) if since.elapsed() < timeout && !is_stopped() => {
                thread::sleep(Duration::from_millis(20));
            }
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(e)) => return Err(e),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_names_are_recognised() {
        for name in [".cubiform-aB3xYz.tmp", ".cubiform-out-aB3xYz.tmp"] {
            assert!(is_temporary(name), "{name}");
        }
        for name in
            [".cubiform-notes.tmp", ".cubiform-out-notes1.txt", "cubiform-aB3xYz.tmp", ".cubiform-aB3xY-.tmp"]
        {
            assert!(!is_temporary(name), "{name}");
        }
    }

    #[test]
    fn file_removed_before_it_is_locked_is_created_again() {
        let folder = tempfile::tempdir().unwrap();
        let tries = std::cell::Cell::new(0);
        let create = || {
            tries.set(tries.get() + 1);
            let path = folder.path().join(tries.get().to_string());
            fs::write(&path, "")?;
            // Another process removes the first file as a leftover.
            if tries.get() == 1 {
                fs::remove_file(&path)?;
            }
            Ok(path)
        };
        let (path, _lock) = create_locked(create, |path| File::open(path)).unwrap();
        assert_eq!((tries.get(), path), (2, folder.path().join("2")));
    }

    #[test]
    fn only_unlocked_temporary_files_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let locked = create_file(&folder.path().join("a")).unwrap();
        let locked_folder = TemporaryFolder::create(folder.path()).unwrap();
        for name in [".cubiform-out-abcdef.tmp", ".cubiform-out-notes.tmp", ".cubiform-abcdef.tmp"] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        fs::create_dir(folder.path().join(".cubiform-out-ghijkl.tmp")).unwrap();
        fs::write(folder.path().join(".cubiform-out-ghijkl.tmp/index.html"), "x").unwrap();
        remove_stale(folder.path());
        let there = |name: &str| folder.path().join(name).exists();
        assert!(!there(".cubiform-out-abcdef.tmp"));
        assert!(there(".cubiform-out-notes.tmp") && there(".cubiform-abcdef.tmp"));
        assert_eq!(there(".cubiform-out-ghijkl.tmp"), !cfg!(unix));
        assert!(locked_folder.path().exists());
        locked.commit().unwrap();
        assert!(there("a"));
        remove_all(folder.path());
        assert!(!there(".cubiform-abcdef.tmp") && there(".cubiform-out-notes.tmp"));
    }
}
