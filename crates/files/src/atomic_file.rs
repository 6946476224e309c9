//! Atomic files: written under a temporary name, synced and renamed; and the disk space for them.
//!
//! An [`AtomicFile`] is written under a temporary name in the folder of its target. [`AtomicFile::commit`] syncs it,
//! renames it over the target and syncs the folder, so that after a power failure either the old file or the complete
//! new one exists. Without a commit the temporary file is removed; a killed process leaves it behind under a name that
//! [`is_temporary`] recognises.
//!
//! Every operation here can be made to fail, or to kill the process, in tests: see [`cubiform_faults`].

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use cubiform_faults::{Operation, fault};
use tempfile::NamedTempFile;

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

    /// Reserves disk space for a file of `bytes`, so that a full disk is detected before the contents are computed.
    /// Allocates it on Linux and Windows if the file system can; elsewhere compares it with the free space.
    ///
    /// # Errors
    /// Any error of the system; [`io::ErrorKind::StorageFull`] if the space is insufficient.
    pub fn reserve(&self, bytes: u64) -> io::Result<()> {
        fault(Operation::Reserve)?;
        reserve(self.temporary.as_file(), folder_of(&self.target), bytes)
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
    pub fn sync(&self) -> io::Result<()> {
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
pub fn is_temporary(name: &str, prefix: &str) -> bool {
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
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the number of bytes that this process may still write in `folder`, or `None` if the system does not report
/// it.
pub fn free_space(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let stat = rustix::fs::statvfs(folder).ok()?;
        Some(stat.f_bavail.saturating_mul(stat.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

/// Reserves disk space for `bytes` of a new file in `folder`. On Linux and Windows the space is allocated to the file
/// if the file system supports it; elsewhere the free space is compared with `bytes`.
///
/// # Errors
/// [`io::ErrorKind::StorageFull`] if the space is insufficient, or another error of the system.
fn reserve(file: &File, folder: &Path, bytes: u64) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        use rustix::fs::{FallocateFlags, fallocate};
        use rustix::io::Errno;
        // `KEEP_SIZE` leaves the length of the file as it is.
        match fallocate(file, FallocateFlags::KEEP_SIZE, 0, bytes) {
            Ok(()) => return Ok(()),
            // The file system or the kernel does not support it, or a signal interrupted it.
            Err(Errno::OPNOTSUPP | Errno::NOSYS | Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    // On Windows a longer file has its clusters allocated. On other systems it would be sparse.
    #[cfg(windows)]
    file.set_len(bytes)?;
    let _ = file;
    match free_space(folder) {
        Some(free) if free < bytes => Err(io::Error::from(io::ErrorKind::StorageFull)),
        _ => Ok(()),
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

    #[test]
    fn reserve_keeps_the_length_and_fails_beyond_the_free_space() {
        let folder = tempfile::tempdir().unwrap();
        let file = File::create(folder.path().join("a")).unwrap();
        reserve(&file, folder.path(), 1 << 20).unwrap();
        if cfg!(unix) {
            assert_eq!(file.metadata().unwrap().len(), 0);
            assert!(free_space(folder.path()).unwrap() > 0);
            // One exbibyte.
            assert!(reserve(&file, folder.path(), 1 << 60).is_err());
        }
    }
}
