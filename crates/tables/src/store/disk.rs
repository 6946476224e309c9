//! Disk space: how much is free, and how a file reserves what it will need.

use std::fs::File;
use std::io;
use std::path::Path;

/// Bytes that this process may still write in `folder`; `None` where the system does not tell.
pub fn free(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let folder = std::ffi::CString::new(folder.as_os_str().as_bytes()).ok()?;
        let mut stat = std::mem::MaybeUninit::<libc::statvfs>::uninit();
        // SAFETY: the path ends in a zero byte, and there is room for what is written.
        if unsafe { libc::statvfs(folder.as_ptr(), stat.as_mut_ptr()) } != 0 {
            return None;
        }
        // SAFETY: the call filled it.
        let stat = unsafe { stat.assume_init() };
        // These fields have other widths on other systems.
        #[allow(clippy::useless_conversion, clippy::unnecessary_cast)]
        Some((stat.f_bavail as u64).saturating_mul(stat.f_frsize as u64))
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

/// Reserves room for `bytes` of a new file in `folder`. On Linux and Windows the space belongs to the file afterwards,
/// where the file system can do that; elsewhere the free space is compared with what is needed.
///
/// # Errors
/// [`io::ErrorKind::StorageFull`] if there is no room, or another error of the system.
pub fn reserve(file: &File, folder: &Path, bytes: u64) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    if let Ok(length) = i64::try_from(bytes) {
        use std::os::fd::AsRawFd;
        // The length of the file stays what was written of it.
        // SAFETY: the descriptor is open; no memory is concerned.
        let done = unsafe { libc::fallocate64(file.as_raw_fd(), libc::FALLOC_FL_KEEP_SIZE, 0, length) };
        if done == 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        if !matches!(error.raw_os_error(), Some(libc::EOPNOTSUPP | libc::ENOSYS | libc::EINTR)) {
            return Err(error);
        }
    }
    // On Windows a longer file owns its clusters. Elsewhere it would be a hole.
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
            // An exbibyte.
            assert!(reserve(&file, folder.path(), 1 << 60).is_err());
        }
    }
}
