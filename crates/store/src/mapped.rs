//! Mapped table files, and the handling of faults when a mapped file is truncated.
//!
//! Reading a page that a mapped file no longer has raises SIGBUS, which ends the process without a message. A program
//! that calls [`report_faults`] ends with a message that names the file, and exit code 1.

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// A file mapped for reading.
pub(crate) struct MappedFile {
    map: Mmap,
    /// The index of its range in the list that the signal handler searches.
    range_index: Option<usize>,
}

impl MappedFile {
    /// Maps all of `file`. `path` is for messages.
    ///
    /// # Safety
    /// No program may write into the file in place while it is mapped. Cubiform never does: it renames complete files
    /// over existing ones.
    pub(crate) unsafe fn map(file: &File, path: &Path) -> io::Result<MappedFile> {
        // SAFETY: guaranteed by the caller.
        let map = unsafe { Mmap::map(file) }?;
        #[cfg(target_os = "linux")]
        // Advice only: huge pages, if the file system supports them.
        let _ = map.advise(memmap2::Advice::HugePage);
        let range_index = faults::register(&map, path);
        Ok(MappedFile { map, range_index })
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        &self.map
    }
}

impl Drop for MappedFile {
    fn drop(&mut self) {
        if let Some(range_index) = self.range_index {
            faults::unregister(range_index);
        }
    }
}

/// Installs a signal handler: a fault in a mapped table file ends the process with a message on standard error and exit
/// code 1. Other faults are handled as before. Does nothing on systems other than Linux, Android and those of Apple.
///
/// Nothing is cleaned up: a temporary file remains under its temporary name.
///
/// # Errors
/// Any error of the system.
pub fn report_faults() -> io::Result<()> {
    faults::install()
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod faults {
    use std::collections::HashMap;
    use std::ffi::{CStr, CString, c_char, c_int, c_void};
    use std::io;
    use std::mem::MaybeUninit;
    use std::os::unix::ffi::OsStrExt;
    use std::path::{Path, PathBuf};
    use std::ptr;
    use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
    use std::sync::{Mutex, OnceLock, PoisonError};

    use libc::{sigaction, siginfo_t};

    /// A mapped range. The handler may read it while another thread changes it, so `start` is 0 unless the other fields
    /// are valid.
    struct Range {
        is_taken: AtomicBool,
        start: AtomicUsize,
        length: AtomicUsize,
        /// The path as a C string that is never freed.
        c_name: AtomicPtr<c_char>,
    }

    /// The mapped ranges: more than there are tables. A file for which no range is left is mapped without a message.
    static RANGES: [Range; 128] = [const {
        Range {
            is_taken: AtomicBool::new(false),
            start: AtomicUsize::new(0),
            length: AtomicUsize::new(0),
            c_name: AtomicPtr::new(ptr::null_mut()),
        }
    }; 128];

    /// Whether a thread has met a fault in a mapped table and is ending the process.
    static IS_ENDING: AtomicBool = AtomicBool::new(false);

    /// The signal action before [`install`].
    static PREVIOUS_ACTION: OnceLock<sigaction> = OnceLock::new();

    pub(crate) fn register(map: &[u8], path: &Path) -> Option<usize> {
        let c_name = c_name(path)?;
        let range_index = RANGES.iter().position(|range| !range.is_taken.swap(true, Ordering::Acquire))?;
        let range = &RANGES[range_index];
        range.length.store(map.len(), Ordering::Relaxed);
        range.c_name.store(c_name.as_ptr().cast_mut(), Ordering::Relaxed);
        range.start.store(map.as_ptr().addr(), Ordering::Release);
        Some(range_index)
    }

    pub(crate) fn unregister(range_index: usize) {
        RANGES[range_index].start.store(0, Ordering::Release);
        RANGES[range_index].is_taken.store(false, Ordering::Release);
    }

    /// Returns a path as a C string, which is created once and never freed, since the handler may be reading it.
    fn c_name(path: &Path) -> Option<&'static CStr> {
        static C_NAMES: Mutex<Option<HashMap<PathBuf, &'static CStr>>> = Mutex::new(None);
        let mut names = C_NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        let names = names.get_or_insert_default();
        if let Some(c_name) = names.get(path) {
            return Some(c_name);
        }
        let c_name: &'static CStr =
            Box::leak(CString::new(path.as_os_str().as_bytes()).ok()?.into_boxed_c_str());
        names.insert(path.into(), c_name);
        Some(c_name)
    }

    pub(crate) fn install() -> io::Result<()> {
        if PREVIOUS_ACTION.get().is_some() {
            return Ok(());
        }
        let mut previous = MaybeUninit::<sigaction>::uninit();
        // SAFETY: all zeros is a valid value of this C structure.
        let mut action: sigaction = unsafe { MaybeUninit::zeroed().assume_init() };
        action.sa_sigaction = handle as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        // SAFETY: the handler is async-signal-safe, and `previous` has the size of what is written. The previous action
        // is stored before the handler is installed, so that the handler always finds it.
        unsafe {
            libc::sigemptyset(&raw mut action.sa_mask);
            if libc::sigaction(libc::SIGBUS, ptr::null(), previous.as_mut_ptr()) != 0 {
                return Err(io::Error::last_os_error());
            }
            let _ = PREVIOUS_ACTION.set(previous.assume_init());
            if libc::sigaction(libc::SIGBUS, &raw const action, ptr::null_mut()) != 0 {
                return Err(io::Error::last_os_error());
            }
        }
        Ok(())
    }

    /// Ends the process if the fault is in a mapped table, otherwise runs the previous action. Calls only
    /// async-signal-safe functions.
    extern "C" fn handle(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
        // SAFETY: the system passes valid information to a handler of this type.
        let address = unsafe { (*info).si_addr() }.addr();
        for range in &RANGES {
            let start = range.start.load(Ordering::Acquire);
            if start == 0 || address.wrapping_sub(start) >= range.length.load(Ordering::Relaxed) {
                continue;
            }
            if IS_ENDING.swap(true, Ordering::AcqRel) {
                // Another thread is writing the message and will end the process.
                loop {
                    // SAFETY: `pause` only waits for a signal.
                    unsafe { libc::pause() };
                }
            }
            // SAFETY: the name was set before `start`, and is never freed.
            let c_name = unsafe { CStr::from_ptr(range.c_name.load(Ordering::Relaxed)) };
            for part in [
                b"error: table file ",
                c_name.to_bytes(),
                b" was changed or can no longer be read\n  the run cannot continue; check the tables with: cubiform tables verify\n",
            ] {
                // SAFETY: pointer and length are those of the slice. An error cannot be handled here.
                let _ = unsafe { libc::write(libc::STDERR_FILENO, part.as_ptr().cast(), part.len()) };
            }
            // SAFETY: `_exit` ends the process without running any of its code.
            unsafe { libc::_exit(1) };
        }
        let previous = PREVIOUS_ACTION.get();
        match previous.map_or(libc::SIG_DFL, |previous| previous.sa_sigaction) {
            libc::SIG_DFL | libc::SIG_IGN => {
                // The faulting instruction runs again, and the default action ends the process.
                // SAFETY: the default action always exists.
                unsafe { libc::signal(signal, libc::SIG_DFL) };
            }
            handler if previous.is_some_and(|previous| previous.sa_flags & libc::SA_SIGINFO != 0) => {
                // SAFETY: it was installed as a handler of this type.
                let handler: extern "C" fn(c_int, *mut siginfo_t, *mut c_void) =
                    unsafe { std::mem::transmute(handler) };
                handler(signal, info, context);
            }
            handler => {
                // SAFETY: as above; without SA_SIGINFO a handler takes only the signal.
                let handler: extern "C" fn(c_int) = unsafe { std::mem::transmute(handler) };
                handler(signal);
            }
        }
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
mod faults {
    use std::io;
    use std::path::Path;

    pub(crate) fn register(_: &[u8], _: &Path) -> Option<usize> {
        None
    }

    pub(crate) fn unregister(_: usize) {}

    pub(crate) fn install() -> io::Result<()> {
        Ok(())
    }
}
