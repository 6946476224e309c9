//! Computations without the lock of the interpreter, which end soon after Ctrl-C.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use cubiform_threads::CancelToken;
use pyo3::prelude::*;

/// The time between two looks at signals.
pub(crate) const INTERVAL: Duration = Duration::from_millis(50);

/// Runs `work` on a thread of its own, and looks at signals meanwhile. Cancels `cancel` at a signal, and returns after
/// `work` has.
///
/// # Errors
/// The exception that the handler of a signal raised.
pub(crate) fn interruptible<R: Send>(
    py: Python<'_>,
    cancel: &CancelToken,
    work: impl FnOnce() -> R + Send,
) -> PyResult<R> {
    py.detach(|| {
        thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            let worker = scope.spawn(move || _ = send.send(work()));
            loop {
                match receive.recv_timeout(INTERVAL) {
                    Ok(result) => return Ok(result),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(raised) = Python::attach(|py| py.check_signals()) {
                            cancel.cancel();
                            return Err(raised);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        let panic = worker.join().expect_err("a worker without a result has panicked");
                        std::panic::resume_unwind(panic);
                    }
                }
            }
        })
    })
}
