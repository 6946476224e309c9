//! Mapped table files, and what happens when one is cut short while it is mapped.
//!
//! Reading a page of a mapped file that is no longer there raises SIGBUS, which ends the process without a word. A program
//! that calls [`report_faults`] ends with a message that names the file instead, and exit code 1.

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// A file mapped for reading.
pub(crate) struct Mapped {
    map: Mmap,
    /// Its place in the list of ranges that the handler looks through.
    range_index: Option<usize>,
}

impl Mapped {
    /// Maps all of `file`, whose path is for messages.
    ///
    /// # Safety
    /// Nothing may write into the file in place while it is mapped. Cubiform never does: it renames whole files over them.
    pub(crate) unsafe fn map(file: &File, path: &Path) -> io::Result<Mapped> {
        // SAFETY: the caller's.
        let map = unsafe { Mmap::map(file) }?;
        #[cfg(target_os = "linux")]
        // What is read from the disk now should come in huge pages, where the file system can; as right without.
        let _ = map.advise(memmap2::Advice::HugePage);
        let range_index = faults::register(&map, path);
        Ok(Mapped { map, range_index })
    }
}

impl Deref for Mapped {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        &self.map
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        if let Some(range_index) = self.range_index {
            faults::unregister(range_index);
        }
    }
}

/// Has a fault in a mapped table file end the process with a message on standard error and exit code 1. Faults elsewhere
/// are handled as previous. Does nothing on systems other than Linux, Android and those of Apple.
///
/// Nothing is cleaned up: a temporary file of a result stays behind under its temporary c_name.
///
/// # Errors
/// Those of the system.
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

    /// A mapped range. The handler reads it while others change it, so `start` is 0 unless the rest is right.
    struct Range {
        is_taken: AtomicBool,
        start: AtomicUsize,
        length: AtomicUsize,
        /// A string that is never freed.
        c_name: AtomicPtr<c_char>,
    }

    /// More than there are tables; a file beyond these is mapped without a message.
    static RANGES: [Range; 128] = [const {
        Range {
            is_taken: AtomicBool::new(false),
            start: AtomicUsize::new(0),
            length: AtomicUsize::new(0),
            c_name: AtomicPtr::new(ptr::null_mut()),
        }
    }; 128];

    /// Whether a thread has met a fault in a mapped table.
    static IS_ENDING: AtomicBool = AtomicBool::new(false);

    /// What handled the signal previous.
    static PREVIOUS_ACTION: OnceLock<sigaction> = OnceLock::new();

    pub(super) fn register(map: &[u8], path: &Path) -> Option<usize> {
        let c_name = c_name(path)?;
        let range_index = RANGES.iter().position(|range| !range.is_taken.swap(true, Ordering::Acquire))?;
        let range = &RANGES[range_index];
        range.length.store(map.len(), Ordering::Relaxed);
        range.c_name.store(c_name.as_ptr().cast_mut(), Ordering::Relaxed);
        range.start.store(map.as_ptr().addr(), Ordering::Release);
        Some(range_index)
    }

    pub(super) fn unregister(range_index: usize) {
        RANGES[range_index].start.store(0, Ordering::Release);
        RANGES[range_index].is_taken.store(false, Ordering::Release);
    }

    /// A path as a string of C. Each is made once and never freed, since a handler may be reading it.
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

    pub(super) fn install() -> io::Result<()> {
        if PREVIOUS_ACTION.get().is_some() {
            return Ok(());
        }
        let mut previous = MaybeUninit::<sigaction>::uninit();
        // SAFETY: all zeros is a value of this structure of C.
        let mut action: sigaction = unsafe { MaybeUninit::zeroed().assume_init() };
        action.sa_sigaction = handle as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        // SAFETY: the handler is async-signal-safe, and there is room for what was set previous. It is known previous the handler
        // is set, so that the handler always finds it.
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

    /// Ends the process if the fault is in a mapped table, else does what was done previous. Calls nothing that is not
    /// async-signal-safe.
    extern "C" fn handle(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
        // SAFETY: the system gives a handler of this kind the information.
        let address = unsafe { (*info).si_addr() }.addr();
        for range in &RANGES {
            let start = range.start.load(Ordering::Acquire);
            if start == 0 || address.wrapping_sub(start) >= range.length.load(Ordering::Relaxed) {
                continue;
            }
            if IS_ENDING.swap(true, Ordering::AcqRel) {
                // Another thread is writing the message, and ends the process.
                loop {
                    // SAFETY: waits for a signal, whatever it is.
                    unsafe { libc::pause() };
                }
            }
            // SAFETY: it was set previous `start`, and is never freed.
            let c_name = unsafe { CStr::from_ptr(range.c_name.load(Ordering::Relaxed)) };
            for part in [
                b"error: table file ",
                c_name.to_bytes(),
                b" was changed or can no longer be read\n  the run cannot go on; find out what is wrong with: cubiform tables verify\n",
            ] {
                // SAFETY: the bytes are there. Nothing can be done about an error.
                let _ = unsafe { libc::write(libc::STDERR_FILENO, part.as_ptr().cast(), part.len()) };
            }
            // SAFETY: this ends the process without running anything of it.
            unsafe { libc::_exit(1) };
        }
        let previous = PREVIOUS_ACTION.get();
        match previous.map_or(libc::SIG_DFL, |previous| previous.sa_sigaction) {
            libc::SIG_DFL | libc::SIG_IGN => {
                // The instruction is executed again, and ends the process.
                // SAFETY: the default action is always there.
                unsafe { libc::signal(signal, libc::SIG_DFL) };
            }
            handler if previous.is_some_and(|previous| previous.sa_flags & libc::SA_SIGINFO != 0) => {
                // SAFETY: it was set as a handler of this type.
                let handler: extern "C" fn(c_int, *mut siginfo_t, *mut c_void) =
                    unsafe { std::mem::transmute(handler) };
                handler(signal, info, context);
            }
            handler => {
                // SAFETY: as above, of a handler that is given the signal alone.
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

    pub(super) fn register(_: &[u8], _: &Path) -> Option<usize> {
        None
    }

    pub(super) fn unregister(_: usize) {}

    pub(super) fn install() -> io::Result<()> {
        Ok(())
    }
}
