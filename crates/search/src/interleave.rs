//! Interleaving: several searches on each thread, each parked while the memory answers its look-ups.
//!
//! Work is written as `async` functions that await [`park`] where look-ups are under way. A [`Pool`] holds jobs;
//! every thread that [works](Pool::work) on it keeps a few in hand and polls them in turn, so that tens of reads
//! are in flight at a time. Nothing here wakes anybody: a job that is parked is ready at its next turn.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// Lets the other jobs of the thread have a turn.
pub fn park() -> impl Future<Output = ()> {
    let mut parked = false;
    std::future::poll_fn(
        move |_| if std::mem::replace(&mut parked, true) { Poll::Ready(()) } else { Poll::Pending },
    )
}

/// A piece of work that parks.
pub type Job<'s> = Pin<Box<dyn Future<Output = ()> + Send + 's>>;

/// Runs a future to its end on this thread, alone.
pub fn run_alone<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

/// Jobs for some threads; jobs may add jobs.
pub struct Pool<'s> {
    queue: Mutex<VecDeque<Job<'s>>>,
    /// Jobs queued or in hand.
    unfinished: AtomicUsize,
    /// Threads that have nothing in hand.
    idle: AtomicUsize,
    /// Whether a job has panicked: its thread's other jobs are lost, and nobody should wait for them.
    broken: AtomicBool,
}

/// Tells the other threads of a pool when the one that holds it panics.
struct Watch<'p> {
    broken: &'p AtomicBool,
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.broken.store(true, Ordering::Relaxed);
        }
    }
}

impl<'s> Pool<'s> {
    /// A pool without jobs, for so many threads to [work](Self::work) on.
    pub fn new(threads: usize) -> Pool<'s> {
        Pool {
            queue: Mutex::default(),
            unfinished: AtomicUsize::new(0),
            idle: AtomicUsize::new(threads),
            broken: AtomicBool::new(false),
        }
    }

    /// Adds a job.
    ///
    /// # Panics
    /// If a job panicked on another thread.
    pub fn add(&self, job: impl Future<Output = ()> + Send + 's) {
        self.unfinished.fetch_add(1, Ordering::Relaxed);
        self.queue.lock().expect("no thread panics with the lock").push_back(Box::pin(job));
    }

    /// Whether some thread has nothing to do: a job that can share its work may add others.
    pub fn has_idle_threads(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    fn take(&self) -> Option<Job<'s>> {
        self.queue.lock().expect("no thread panics with the lock").pop_front()
    }

    /// Works on jobs, up to `width` at a time, until there are none and `refill` says that there will be no more,
    /// or `stop` is set; then what is left is dropped. When the queue is empty, `refill` may add to it; it may wait
    /// for work only when told that the thread has nothing in hand.
    ///
    /// A job must not wait for one that is only queued: it may be in the last hand that could take it.
    ///
    /// # Panics
    /// If a job panics.
    pub fn work(&self, width: usize, stop: &AtomicBool, mut refill: impl FnMut(&Pool<'s>, bool) -> Supply) {
        let mut context = Context::from_waker(Waker::noop());
        let mut hand: Vec<Job<'s>> = Vec::with_capacity(width);
        let mut dry = false;
        let _watch = Watch { broken: &self.broken };
        while !stop.load(Ordering::Relaxed) && !self.broken.load(Ordering::Relaxed) {
            // What is queued is left to threads that have nothing.
            while hand.is_empty() || hand.len() < width && !self.has_idle_threads() {
                let job = self.take().or_else(|| {
                    // Counted as a job while it is sought: no thread may leave before it is queued.
                    self.unfinished.fetch_add(1, Ordering::Relaxed);
                    dry = dry || refill(self, hand.is_empty()) == Supply::Over;
                    self.unfinished.fetch_sub(1, Ordering::Release);
                    self.take()
                });
                let Some(job) = job else { break };
                if hand.is_empty() {
                    self.idle.fetch_sub(1, Ordering::Relaxed);
                }
                hand.push(job);
            }
            if hand.is_empty() {
                if dry && self.unfinished.load(Ordering::Acquire) == 0 {
                    self.idle.fetch_sub(1, Ordering::Relaxed);
                    return;
                }
                // Others are at work, and may add jobs.
                std::thread::sleep(NAP);
                continue;
            }
            // Some turns before looking at the queue again.
            for _ in 0..TURNS {
                let before = hand.len();
                hand.retain_mut(|job| job.as_mut().poll(&mut context).is_pending());
                if hand.len() < before {
                    if hand.is_empty() {
                        self.idle.fetch_add(1, Ordering::Relaxed);
                    }
                    self.unfinished.fetch_sub(before - hand.len(), Ordering::Release);
                    break;
                }
            }
        }
        // Jobs may hold their pool: those left behind would keep it alive for ever.
        self.queue.lock().expect("no thread panics with the lock").clear();
    }
}

/// Whether there will be more work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// There may be.
    Open,
    /// There will be none but what jobs add themselves.
    Over,
}

/// How long a thread without work waits before it looks again.
const NAP: Duration = Duration::from_micros(50);

/// How often the jobs in hand are polled between looks at the queue.
const TURNS: usize = 64;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn jobs_take_turns() {
        let log = Arc::new(Mutex::new(String::new()));
        let pool = Pool::new(1);
        for name in ["a", "b", "c"] {
            let log = Arc::clone(&log);
            pool.add(async move {
                for _ in 0..3 {
                    log.lock().unwrap().push_str(name);
                    park().await;
                }
            });
        }
        pool.work(2, &AtomicBool::new(false), |_, _| Supply::Over);
        // Two in hand; the third starts when they are done.
        assert_eq!(*log.lock().unwrap(), "abababccc");
    }

    #[test]
    fn jobs_may_add_jobs_and_wait_for_them_on_any_thread() {
        let pool = Arc::new(Pool::new(3));
        let sum = Arc::new(AtomicUsize::new(0));
        for i in 0..50 {
            let (pool_of_job, sum) = (Arc::clone(&pool), Arc::clone(&sum));
            pool.add(async move {
                let done = Arc::new(AtomicUsize::new(0));
                for _ in 0..3 {
                    let (sum, done) = (Arc::clone(&sum), Arc::clone(&done));
                    pool_of_job.add(async move {
                        park().await;
                        sum.fetch_add(i, Ordering::Relaxed);
                        done.fetch_add(1, Ordering::Relaxed);
                    });
                }
                while done.load(Ordering::Relaxed) < 3 {
                    park().await;
                }
            });
        }
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                // Wider than what waits: a hand full of jobs that wait for queued ones would never end.
                scope.spawn(|| pool.work(60, &stop, |_, _| Supply::Over));
            }
        });
        assert_eq!(sum.load(Ordering::Relaxed), 3 * (0..50).sum::<usize>());
    }

    #[test]
    fn the_queue_is_refilled_when_it_runs_dry_and_a_stop_drops_what_is_left() {
        let pool = Pool::new(1);
        let mut left = 10;
        let done = Arc::new(AtomicUsize::new(0));
        pool.work(4, &AtomicBool::new(false), |pool, _| {
            if left == 0 {
                return Supply::Over;
            }
            left -= 1;
            let done = Arc::clone(&done);
            pool.add(async move {
                park().await;
                done.fetch_add(1, Ordering::Relaxed);
            });
            Supply::Open
        });
        assert_eq!(done.load(Ordering::Relaxed), 10);
        let stop = Arc::new(AtomicBool::new(false));
        let stopper = Arc::clone(&stop);
        pool.add(async move {
            stopper.store(true, Ordering::Relaxed);
            loop {
                park().await;
            }
        });
        pool.work(4, &stop, |_, _| Supply::Over);
    }

    #[test]
    fn a_job_that_panics_ends_the_work_of_all_threads() {
        let pool = Pool::new(2);
        for i in 0..2 {
            pool.add(async move {
                park().await;
                assert_eq!(i, 1, "meant to happen");
                loop {
                    park().await;
                }
            });
        }
        let stop = AtomicBool::new(false);
        let panicked = std::thread::scope(|scope| {
            let work = || pool.work(1, &stop, |_, _| Supply::Over);
            let threads = [scope.spawn(work), scope.spawn(work)];
            threads.map(|thread| thread.join().is_err())
        });
        assert!(panicked.contains(&true));
    }

    #[test]
    fn alone_is_the_same_without_turns() {
        let value = run_alone(async {
            park().await;
            park().await;
            7
        });
        assert_eq!(value, 7);
    }
}
