//! Signal handling. The first signal requests a stop with clean-up; a later Ctrl-C ends the process at once.
//!
//! On Unix the signals are SIGINT, SIGTERM and SIGHUP. A signal that is ignored at the start of the process stays
//! ignored: `nohup` ignores SIGHUP, and shells ignore SIGINT for background jobs.

use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};

use cubiform_threads::CancelToken;

use crate::failure::Failure;

/// The token that is cancelled when a stop is requested. Never reset.
pub(crate) static REQUESTED: LazyLock<CancelToken> = LazyLock::new(CancelToken::new);

/// The time of the first signal.
static SINCE: OnceLock<Instant> = OnceLock::new();

/// The minimum time between the first signal and a Ctrl-C that ends the process at once. An earlier one repeats the
/// request.
const FORCE_AFTER: Duration = Duration::from_millis(500);

/// Installs the signal handler. If that fails, signals keep their default action.
pub(crate) fn install() {
    let _ = listen();
}

/// Starts a thread that calls [`signalled`] for each signal.
#[cfg(unix)]
fn listen() -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal));
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    let listen = move || signals.forever().for_each(|signal| signalled(signal == SIGINT));
    std::thread::Builder::new().name("signals".into()).spawn(listen).map(drop)
}

/// Returns whether a signal is ignored.
#[cfg(unix)]
fn is_ignored(signal: std::ffi::c_int) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action the call only writes the current one to `action`, which is large enough. Zeros are
    // valid for all fields: integers, a nullable function pointer and a bit set.
    let action = unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr());
        action.assume_init()
    };
    action.sa_sigaction == libc::SIG_IGN
}

/// Installs a handler that calls [`signalled`] for each Ctrl-C, Ctrl-Break and close of the console.
#[cfg(not(unix))]
fn listen() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| signalled(true))
}

/// Requests a stop. A repeated signal ends the process if it comes from the keyboard, at least [`FORCE_AFTER`] after
/// the first one.
fn signalled(from_keyboard: bool) {
    let since = *SINCE.get_or_init(Instant::now);
    if from_keyboard && requested() && since.elapsed() >= FORCE_AFTER {
        std::process::exit(130);
    }
    REQUESTED.cancel();
}

/// Returns whether a stop is requested.
pub(crate) fn requested() -> bool {
    REQUESTED.is_cancelled()
}

/// Returns [`Failure::Interrupted`] if a stop is requested, otherwise `ended`.
pub(crate) fn or(ended: Result<(), Failure>) -> Result<(), Failure> {
    if requested() { Err(Failure::Interrupted) } else { ended }
}
