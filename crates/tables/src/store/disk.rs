//! Disk space: the free space of a folder, and the reservation of space for a file.

use std::fs::File;
use std::io;
use std::path::Path;

/// Returns the number of bytes that this process may still write in `folder`, or `None` if the system does not report
/// it.
pub(crate) fn free(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let folder = std::ffi::CString::new(folder.as_os_str().as_bytes()).ok()?;
        let mut stat = std::mem::MaybeUninit::<libc::statvfs>::uninit();
        // SAFETY: the path ends in a zero byte, and `stat` has the size of the structure that is written.
        if unsafe { libc::statvfs(folder.as_ptr(), stat.as_mut_ptr()) } != 0 {
            return None;
        }
        // SAFETY: the call filled it.
        let stat = unsafe { stat.assume_init() };
        // The widths of these fields depend on the system.
        #[allow(clippy::useless_conversion, clippy::unnecessary_cast)]
        Some((stat.f_bavail as u64).saturating_mul(stat.f_frsize as u64))
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
    if let Ok(length) = i64::try_from(bytes) {
        use std::os::fd::AsRawFd;
        // `KEEP_SIZE` leaves the length of the file as it is.
        // SAFETY: the descriptor is open, and the call accesses no memory of this process.
        let done = unsafe { libc::fallocate64(file.as_raw_fd(), libc::FALLOC_FL_KEEP_SIZE, 0, length) };
        if done == 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        if !matches!(error.raw_os_error(), Some(libc::EOPNOTSUPP | libc::ENOSYS | libc::EINTR)) {
            return Err(error);
        }
    }
    // On Windows a longer file has its clusters allocated. On other systems it would be sparse.
    #[cfg(windows)]
    file.set_len(bytes)?;
    let _ = file;
    match free(folder) {
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
            assert!(free(folder.path()).unwrap() > 0);
            // One exbibyte.
            assert!(reserve(&file, folder.path(), 1 << 60).is_err());
        }
    }
}
