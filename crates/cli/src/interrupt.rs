//! Signals: the first asks everything to stop and clean up after itself, a later Ctrl-C ends the process at once.
//!
//! On Unix these are SIGINT, SIGTERM and SIGHUP. One that was ignored when the process started stays ignored:
//! `nohup` does that with SIGHUP, and shells do it with SIGINT for jobs in the background.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::error::Failure;

/// Set once the user has asked to stop.
pub(crate) static REQUESTED: AtomicBool = AtomicBool::new(false);

/// When that was.
static SINCE: OnceLock<Instant> = OnceLock::new();

/// Flags of running computations, to be set as well.
static FLAGS: Mutex<Vec<Arc<AtomicBool>>> = Mutex::new(Vec::new());

/// A Ctrl-C so long after the first signal ends the process at once. One that comes sooner is the same request again.
const AGAIN: Duration = Duration::from_millis(500);

/// Starts listening. Where that is not possible signals do what they do to any program.
pub(crate) fn install() {
    let _ = listen();
}

/// Has [`signalled`] called for each signal.
#[cfg(unix)]
fn listen() -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal));
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    let listen = move || signals.forever().for_each(|signal| signalled(signal == SIGINT));
    std::thread::Builder::new().name("signals".into()).spawn(listen).map(drop)
}

/// Whether a signal is ignored.
#[cfg(unix)]
fn is_ignored(signal: std::ffi::c_int) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action this only writes the present one, for which there is room. All of its fields are
    // integers, a function pointer that may be null and a set of bits: zeros are valid.
    let action = unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr());
        action.assume_init()
    };
    action.sa_sigaction == libc::SIG_IGN
}

/// Has [`signalled`] called for each Ctrl-C, Ctrl-Break and close of the console.
#[cfg(not(unix))]
fn listen() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| signalled(true))
}

/// Asks everything to stop. Where that was asked before, nothing more happens, unless this comes from the keyboard
/// and not at the same time.
fn signalled(from_keyboard: bool) {
    let since = *SINCE.get_or_init(Instant::now);
    if from_keyboard && requested() && since.elapsed() >= AGAIN {
        std::process::exit(130);
    }
    request();
}

/// Whether the user has asked to stop.
pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// What a run came to: it was interrupted, if the user has asked to stop.
pub(crate) fn or(ended: Result<(), Failure>) -> Result<(), Failure> {
    if requested() { Err(Failure::Interrupted) } else { ended }
}

/// Has `flag` set when the user asks to stop, or now if that is past.
pub(crate) fn also_set(flag: &Arc<AtomicBool>) {
    FLAGS.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(flag));
    if requested() {
        flag.store(true, Ordering::SeqCst);
    }
}

/// Asks everything to stop. Asked again, it makes no difference.
pub(crate) fn request() {
    if REQUESTED.swap(true, Ordering::SeqCst) {
        return;
    }
    for flag in FLAGS.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        flag.store(true, Ordering::SeqCst);
    }
}
