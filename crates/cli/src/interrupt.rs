//! Ctrl-C: the first asks everything to stop and clean up after itself, the second ends the process at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::failure::Failure;

/// Set once the user has asked to stop.
pub(crate) static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Flags of running computations, to be set as well.
static FLAGS: Mutex<Vec<Arc<AtomicBool>>> = Mutex::new(Vec::new());

/// Starts listening. Where that is not possible Ctrl-C does what it does to any program.
pub(crate) fn install() {
    let _ = ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        for flag in FLAGS.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            flag.store(true, Ordering::SeqCst);
        }
    });
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

/// Asks everything to stop, as the first Ctrl-C does.
pub(crate) fn request() {
    REQUESTED.store(true, Ordering::SeqCst);
    for flag in FLAGS.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        flag.store(true, Ordering::SeqCst);
    }
}
