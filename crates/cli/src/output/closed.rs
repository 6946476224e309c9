//! Whether standard output was closed when the process began, as by `>&-` in a shell.
//!
//! Before `main`, the runtime of Rust opens `/dev/null` in place of a closed standard stream, so that later files do not
//! take its number. What is printed is then lost without an error. The state must therefore be read before the runtime
//! starts, in a constructor of the executable. What stands there later does not show it: `> /dev/null`, which discards
//! the output on purpose, may open the same file in the same way.

use std::io;

/// Returns an error if standard output was closed when the process began.
pub(crate) fn check_stdout() -> io::Result<()> {
    match is_stdout_closed() {
        true => Err(io::Error::other("it is closed; redirect it to a file, or to /dev/null to discard it")),
        false => Ok(()),
    }
}

#[cfg(unix)]
use unix::is_stdout_closed;

/// Returns whether standard output was closed. Windows starts processes with all standard streams.
#[cfg(not(unix))]
fn is_stdout_closed() -> bool {
    false
}

#[cfg(unix)]
mod unix {
    use std::sync::atomic::{AtomicBool, Ordering};

    static IS_CLOSED: AtomicBool = AtomicBool::new(false);

    /// Calls [`read_state`] before the runtime starts.
    // SAFETY: these sections contain pointers to functions that are called before `main`.
    #[used]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    static CONSTRUCTOR: extern "C" fn() = read_state;

    /// Reads whether standard output is closed. Uses nothing of the runtime, which has not started.
    extern "C" fn read_state() {
        // SAFETY: the call only reads the flags of a descriptor. Its only error is that the descriptor is closed.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        IS_CLOSED.store(flags == -1, Ordering::Relaxed);
    }

    pub(super) fn is_stdout_closed() -> bool {
        IS_CLOSED.load(Ordering::Relaxed)
    }
}
