//! Work on several threads, or on fewer where the system has no more of them.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Calls `work` on this thread and on up to `threads - 1` others, and returns when all calls have.
///
/// Where the system refuses to start a thread, there are fewer calls: `missing` is told how many of the `threads`
/// there will not be, before this thread's call. So work must be such that a single call can do all of it.
///
/// # Panics
/// If `work` panics, with its message if it was on this thread.
pub fn on_threads(threads: usize, missing: impl FnOnce(usize), work: impl Fn() + Sync) {
    thread::scope(|scope| {
        let wanted = threads.max(1) - 1;
        let start = |_: &usize| thread::Builder::new().spawn_scoped(scope, &work).is_ok();
        // After a refusal no more are asked for.
        let started = (0..wanted).take_while(start).count();
        missing(wanted - started);
        work();
    });
}

/// What `first`, on a thread of its own, and `second`, on this one, come to. Where the system refuses a thread, this one
/// does both.
///
/// # Panics
/// If one of them does.
pub fn join<A: Send, B>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B) -> (A, B) {
    // The closure is lost with a thread that is not started: it is handed over in a place that both can reach.
    let first = Mutex::new(Some(first));
    let take = || first.lock().unwrap_or_else(PoisonError::into_inner).take().expect("it is called once");
    thread::scope(|scope| {
        let other = thread::Builder::new().spawn_scoped(scope, || take()());
        let second = second();
        let first = match other {
            Ok(other) => other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(_) => take()(),
        };
        (first, second)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn work_is_called_once_on_each_thread() {
        for threads in 0..5 {
            let calls = AtomicUsize::new(0);
            on_threads(
                threads,
                |missing| assert_eq!(missing, 0),
                || _ = calls.fetch_add(1, Ordering::Relaxed),
            );
            assert_eq!(calls.into_inner(), threads.max(1));
        }
    }

    #[test]
    fn both_results_come_back() {
        let text = String::from("moved");
        assert_eq!(join(move || text.len(), || 7), (5, 7));
    }
}
