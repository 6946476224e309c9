//! A budget of threads that everything in a process shares.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Builder};

use cubiform_faults::{Operation, fault};

/// The name of the threads that a budget starts, as debuggers and `/proc` show it.
const THREAD_NAME: &str = "worker";

/// A budget of threads. Clones share it.
///
/// Work runs on the calling thread and on as many others as the budget has left, and returns them when it ends. Work
/// that starts other work, or several users of one budget, together never run on more threads than it has, apart from
/// the threads that call it. If the system refuses a thread, the work goes on without it.
#[derive(Clone, Debug)]
pub struct Threads {
    count: usize,
    /// The threads beside the calling one that may still be started.
    free: Arc<AtomicUsize>,
}

/// Threads taken from a budget, which are returned when this is dropped.
struct ThreadLease<'a> {
    budget: &'a Threads,
    count: usize,
}

impl Drop for ThreadLease<'_> {
    fn drop(&mut self) {
        self.budget.free.fetch_add(self.count, Ordering::Relaxed);
    }
}

impl Threads {
    /// Creates a budget of `count` threads, the calling one included; at least one.
    pub fn new(count: usize) -> Threads {
        let count = count.max(1);
        Threads { count, free: Arc::new(AtomicUsize::new(count - 1)) }
    }

    /// Creates a budget of the calling thread alone.
    pub fn single() -> Threads {
        Threads::new(1)
    }

    /// Creates a budget of as many threads as the system can run at a time.
    pub fn available() -> Threads {
        Threads::new(thread::available_parallelism().map_or(1, usize::from))
    }

    /// Returns the number of threads in the budget, the calling one included, whether they are free or not.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Takes up to `max_count` threads beside the calling one.
    fn take(&self, max_count: usize) -> ThreadLease<'_> {
        let rest = |free: usize| Some(free - free.min(max_count));
        let free = self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest).unwrap_or(0);
        ThreadLease { budget: self, count: free.min(max_count) }
    }

    /// Runs `work` on this thread and on all free ones. Returns the results, this thread's first.
    ///
    /// The work must be complete whatever the number of threads, for instance because each takes the next item of a
    /// queue.
    ///
    /// # Panics
    /// If `work` panics.
    pub fn run<R: Send>(&self, work: impl Fn() -> R + Sync) -> Vec<R> {
        self.run_counted(|_| {}, work)
    }

    /// Runs `work` like [`run`](Threads::run). `started` receives the number of threads that run it, this one included,
    /// before the work of this thread.
    ///
    /// # Panics
    /// If `work` panics.
    pub fn run_counted<R: Send>(&self, started: impl FnOnce(usize), work: impl Fn() -> R + Sync) -> Vec<R> {
        let lease = self.take(self.count - 1);
        run_on(Builder::new, lease.count + 1, started, work)
    }

    /// Returns the results of `work` on each element of `list`, in order. Threads take the elements one by one.
    ///
    /// # Panics
    /// If `work` panics.
    pub fn map<T: Sync, R: Send>(&self, list: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
        let next = AtomicUsize::new(0);
        let lease = self.take(self.count.min(list.len()).saturating_sub(1));
        let done = run_on(
            Builder::new,
            lease.count + 1,
            |_| {},
            || {
                let indices = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
                let mine = indices.map_while(|i| Some((i, list.get(i)?)));
                mine.map(|(i, item)| (i, work(item))).collect::<Vec<_>>()
            },
        );
        let mut results: Vec<Option<R>> = list.iter().map(|_| None).collect();
        done.into_iter().flatten().for_each(|(i, result)| results[i] = Some(result));
        results.into_iter().map(|result| result.expect("a thread took each element")).collect()
    }

    /// Calls `first` and `second`, on two threads if one is free, and returns both results.
    ///
    /// # Panics
    /// If `first` or `second` panics.
    pub fn join<A: Send, B>(&self, first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B) -> (A, B) {
        let lease = self.take(1);
        if lease.count == 0 {
            return (first(), second());
        }
        // A closure moved into a thread that does not start is lost, so it stays where both threads can reach it.
        let first = Mutex::new(Some(first));
        let take = || first.lock().unwrap_or_else(PoisonError::into_inner).take().expect("called once");
        thread::scope(|scope| {
            let other = fault(Operation::Thread)
                .and_then(|()| Builder::new().name(THREAD_NAME.into()).spawn_scoped(scope, || take()()));
            let second = second();
            let first = match other {
                Ok(other) => other.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(_) => take()(),
            };
            (first, second)
        })
    }
}

impl Default for Threads {
    /// Returns [`Threads::available`].
    fn default() -> Threads {
        Threads::available()
    }
}

/// Runs `work` on `threads` threads, or on fewer if the system refuses them, with threads that `builder` starts.
///
/// A new thread allocates a little memory before it runs, and aborts the process if it cannot. So the next one is started
/// only once it runs: where memory is limited, the large stack of the next one is refused first.
fn run_on<R: Send>(
    builder: impl Fn() -> Builder,
    threads: usize,
    started: impl FnOnce(usize),
    work: impl Fn() -> R + Sync,
) -> Vec<R> {
    let running = AtomicUsize::new(0);
    let work_of_thread = || {
        running.fetch_add(1, Ordering::Relaxed);
        work()
    };
    thread::scope(|scope| {
        let spawn = |others: usize| {
            while running.load(Ordering::Relaxed) < others - 1 {
                thread::yield_now();
            }
            fault(Operation::Thread).ok()?;
            builder().name(THREAD_NAME.into()).spawn_scoped(scope, work_of_thread).ok()
        };
        // The first refusal ends the attempts.
        let handles: Vec<_> = (1..threads).map_while(spawn).collect();
        started(handles.len() + 1);
        let mut results = vec![work()];
        let joined =
            handles.into_iter().map(|handle| handle.join().unwrap_or_else(|panic| resume_unwind(panic)));
        results.extend(joined);
        results
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::sync::Barrier;
    use std::thread::ThreadId;

    #[test]
    fn run_calls_work_once_per_thread() {
        for count in 0..5 {
            let calls = AtomicUsize::new(0);
            let mut started = 0;
            let results =
                Threads::new(count).run_counted(|n| started = n, || calls.fetch_add(1, Ordering::Relaxed));
            assert_eq!(
                (results.len(), started, calls.into_inner()),
                (count.max(1), count.max(1), count.max(1))
            );
        }
    }

    #[test]
    fn map_keeps_the_order_of_the_list() {
        for count in 1..4 {
            for len in 0..6 {
                let list: Vec<u32> = (0..len).collect();
                let squares: Vec<u32> = list.iter().map(|i| i * i).collect();
                assert_eq!(Threads::new(count).map(&list, |i| i * i), squares);
            }
        }
    }

    #[test]
    fn join_returns_both_results_with_and_without_a_free_thread() {
        for count in [1, 2] {
            let text = String::from("moved");
            assert_eq!(Threads::new(count).join(move || text.len(), || 7), (5, 7));
        }
    }

    #[test]
    fn nested_work_stays_within_the_budget() {
        let threads = Threads::new(3);
        let barrier = Barrier::new(3);
        let inner: Vec<HashSet<ThreadId>> = threads.run(|| {
            // All threads are busy from here on.
            barrier.wait();
            let inner = threads.run(|| thread::current().id());
            barrier.wait();
            inner.into_iter().collect()
        });
        let all: HashSet<ThreadId> = inner.iter().flatten().copied().collect();
        assert!(inner.iter().all(|ids| ids.len() == 1) && all.len() == 3, "{inner:?}");
        // The threads were returned.
        assert_eq!(threads.run(|| ()).len(), 3);
    }

    #[test]
    fn threads_are_returned_after_a_panic() {
        let threads = Threads::new(2);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            threads.run(|| panic!("meant to happen"));
        }));
        assert!(outcome.is_err());
        assert_eq!(threads.run(|| ()).len(), 2);
    }

    /// Requests a stack that fits in no address space.
    #[cfg(all(unix, target_pointer_width = "64"))]
    #[test]
    fn refused_threads_are_done_without() {
        let builder = || Builder::new().stack_size(1 << 50);
        let queue = AtomicUsize::new(0);
        let work = || {
            std::iter::repeat_with(|| queue.fetch_add(1, Ordering::Relaxed)).take_while(|i| *i < 10).count()
        };
        let mut started = 0;
        assert_eq!(run_on(builder, 4, |n| started = n, work), [10]);
        assert_eq!(started, 1);
    }
}
