//! The messages of panics, which are bugs of cubiform, for the exceptions of the package.

use std::panic::set_hook;
use std::sync::{Mutex, PoisonError};

/// The message and the place of the first panic that has not become an exception. A panic of one thread often makes
/// another one panic.
static FIRST: Mutex<Option<String>> = Mutex::new(None);

/// Keeps panics off standard error.
pub(crate) fn install_hook() {
    set_hook(Box::new(|info| {
        let text = info.payload_as_str().unwrap_or("no reason was given");
        let place = info.location().map(|place| format!(" at {}:{}", place.file(), place.line()));
        let mut first = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| format!("{text}{}", place.unwrap_or_default()));
    }));
}

/// Returns the message of a panic whose exception is due, if any.
pub(crate) fn pending() -> Option<String> {
    FIRST.lock().unwrap_or_else(PoisonError::into_inner).take()
}
