//! Work shared by several threads, as many as the system grants.

use std::panic::resume_unwind;
use std::thread::{self, Builder};

/// Runs `work` on this thread and on up to `threads - 1` others. Returns the results, this thread's first.
///
/// The work must be complete whatever the number of threads, for instance because each takes the next item of a queue:
/// if the system refuses a thread, the others go on without it.
///
/// # Panics
/// If `work` panics.
pub fn run_on_threads<R: Send>(threads: usize, work: impl Fn() -> R + Sync) -> Vec<R> {
    share_on(Builder::new, threads, work)
}

/// Does the work of [`run_on_threads`], with threads spawned by `builder`.
fn share_on<R: Send>(builder: impl Fn() -> Builder, threads: usize, work: impl Fn() -> R + Sync) -> Vec<R> {
    thread::scope(|scope| {
        let spawn = |_| builder().spawn_scoped(scope, &work).ok();
        let handles: Vec<_> = (1..threads).map_while(spawn).collect();
        let mut results = vec![work()];
        results.extend(
            handles.into_iter().map(|handle| handle.join().unwrap_or_else(|panic| resume_unwind(panic))),
        );
        results
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn share_runs_work_on_every_thread() {
        for threads in 0..5 {
            let started = AtomicUsize::new(0);
            let results = run_on_threads(threads, || started.fetch_add(1, Ordering::Relaxed));
            assert_eq!((results.len(), started.into_inner()), (threads.max(1), threads.max(1)));
        }
    }

    /// Requests a stack that fits in no address space.
    #[cfg(all(unix, target_pointer_width = "64"))]
    #[test]
    fn share_works_alone_when_threads_are_refused() {
        let builder = || Builder::new().stack_size(1 << 50);
        let queue = AtomicUsize::new(0);
        let work = || {
            std::iter::repeat_with(|| queue.fetch_add(1, Ordering::Relaxed)).take_while(|i| *i < 10).count()
        };
        assert_eq!(share_on(builder, 4, work), [10]);
    }
}
