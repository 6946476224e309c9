//! Work on several threads, or on fewer if the system refuses to start them.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Calls `work` on this thread and on up to `threads - 1` others, and returns when all calls have returned.
///
/// If the system refuses to start a thread there are fewer calls: `missing` receives the number of threads that were
/// not started, before the call on this thread. A single call must therefore be able to do all the work.
///
/// # Panics
/// If `work` panics, with the message of a panic on this thread.
pub fn on_threads(threads: usize, missing: impl FnOnce(usize), work: impl Fn() + Sync) {
    thread::scope(|scope| {
        let wanted = threads.max(1) - 1;
        let start = |_: &usize| thread::Builder::new().spawn_scoped(scope, &work).is_ok();
        // The first refusal ends the attempts.
        let started = (0..wanted).take_while(start).count();
        missing(wanted - started);
        work();
    });
}

/// Calls `first` on a new thread and `second` on this one, and returns both results. If the system refuses a thread,
/// both run on this one.
///
/// # Panics
/// If `first` or `second` panics.
pub fn join<A: Send, B>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B) -> (A, B) {
    // A closure moved into a thread that does not start is lost, so it stays in a place that both threads can reach.
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
    fn on_threads_calls_work_once_per_thread() {
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
    fn join_returns_both_results() {
        let text = String::from("moved");
        assert_eq!(join(move || text.len(), || 7), (5, 7));
    }
}
