//! Panics, which are bugs of cubiform, as exceptions of the package.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;

use crate::error::Failure;

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

/// Returns the error of a panic whose exception is due, if any.
pub(crate) fn pending() -> Option<Failure> {
    let first = FIRST.lock().unwrap_or_else(PoisonError::into_inner).take();
    first.map(Failure::internal)
}

/// Returns the result of `work`, and a panic as an error.
pub(crate) fn caught<R, E: From<Failure>>(work: impl FnOnce() -> Result<R, E>) -> Result<R, E> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(pending().unwrap_or_else(|| Failure::internal("another thread has failed")).into())
    })
}

/// Panics on a thread, for the test of the exception.
#[pyfunction]
pub(crate) fn panic(py: Python<'_>, message: String) -> PyResult<()> {
    let cancel = cubiform_threads::CancelToken::new();
    crate::interrupt::interruptible(py, &cancel, || -> Result<(), Failure> { panic!("{message}") })
}
