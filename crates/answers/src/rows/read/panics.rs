//! Caught panics of third-party decoders: a damaged file must not make the program panic.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether panics of this thread are caught and not printed.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Returns the result of `call`, or `None` if it panics. The panic is not printed. Values that `call` was changing must
/// not be used after a panic.
pub(crate) fn catch_panic<T>(call: impl FnOnce() -> T) -> Option<T> {
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
        assert_eq!(catch_panic(|| 5), Some(5));
        assert_eq!(catch_panic(|| -> u8 { panic!("damaged") }), None);
        assert!(!IS_CAUGHT.get());
    }
}
