//! Computations without the lock of the interpreter, which end soon after Ctrl-C.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use cubiform_threads::CancelToken;
use pyo3::prelude::*;

use crate::error::{Failure, caught};

/// The time between two looks at signals.
pub(crate) const INTERVAL: Duration = Duration::from_millis(50);

/// Runs `work` on a thread of its own, and looks at signals meanwhile. Cancels `cancel` at a signal, and returns after
/// `work` has.
///
/// # Errors
/// The exception that the handler of a signal raised, the error of `work`, or its panic.
pub(crate) fn interruptible<R: Send, E: From<Failure> + Into<PyErr> + Send>(
    py: Python<'_>,
    cancel: &CancelToken,
    work: impl FnOnce() -> Result<R, E> + Send,
) -> PyResult<R> {
    reporting(py, cancel, |_| Ok(()), work)
}

/// Runs `work` like [`interruptible`], and calls `report` on this thread at each look at signals.
///
/// # Errors
/// As [`interruptible`], and the exception that `report` raised.
pub(crate) fn reporting<R: Send, E: From<Failure> + Into<PyErr> + Send>(
    py: Python<'_>,
    cancel: &CancelToken,
    report: impl Fn(Python<'_>) -> PyResult<()> + Sync,
    work: impl FnOnce() -> Result<R, E> + Send,
) -> PyResult<R> {
    py.detach(|| {
        thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            let work = move || _ = send.send(caught(work));
            let spawned = thread::Builder::new().spawn_scoped(scope, work);
            spawned.map_err(|e| Failure::message(format!("cannot start a thread: {e}")))?;
            loop {
                match receive.recv_timeout(INTERVAL) {
                    Ok(result) => return result.map_err(Into::into),
                    Err(RecvTimeoutError::Timeout) => {
                        let raised = Python::attach(|py| py.check_signals().and_then(|()| report(py)));
                        if let Err(raised) = raised {
                            cancel.cancel();
                            return Err(raised);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(Failure::internal("a thread ended without a result").into());
                    }
                }
            }
        })
    })
}

/// Panics on a thread, for the test of the exception.
#[pyfunction]
pub(crate) fn panic(py: Python<'_>, message: String) -> PyResult<()> {
    let cancel = CancelToken::new();
    interruptible(py, &cancel, || -> Result<(), Failure> { panic!("{message}") })
}
