//! Panics of other people's decoders, caught: a damaged file must not look like a fault of the program.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether a panic of this thread is caught, and not to be reported.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Returns what `call` returns, or `None` if it panics; then nothing is printed. What `call` was changing must not be
/// used after a panic.
pub(crate) fn caught<T>(call: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_CAUGHT.get() {
                report(info);
            }
        }));
    });
    let before = IS_CAUGHT.replace(true);
    let returned = panic::catch_unwind(AssertUnwindSafe(call));
    IS_CAUGHT.set(before);
    returned.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caught_panic_is_none() {
        assert_eq!(caught(|| 5), Some(5));
        assert_eq!(caught(|| -> u8 { panic!("damaged") }), None);
        assert!(!IS_CAUGHT.get());
    }
}
