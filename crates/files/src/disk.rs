//! Disk space: the free space of a folder, and the reservation of space for a file.

use std::fs::File;
use std::io;
use std::path::Path;

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
pub(crate) fn reserve(file: &File, folder: &Path, bytes: u64) -> io::Result<()> {
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
