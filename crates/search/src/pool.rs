//! Interleaving: several searches on each thread, each parked while the memory answers its look-ups.
//!
//! Work is written as `async` functions that await [`park`] where look-ups are under way. A [`Pool`] holds jobs;
//! every thread that [works](Pool::work) on it keeps a few in hand and polls them in turn, so that tens of reads
//! are in flight at a time. A job that is parked is ready at its next turn: no waker is used. A thread that has no
//! jobs in hand sleeps until one is added.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use crate::threads::on_threads;

/// Lets the other jobs of the thread have a turn.
pub fn yield_now() -> impl Future<Output = ()> {
    let mut parked = false;
    std::future::poll_fn(
        move |_| if std::mem::replace(&mut parked, true) { Poll::Ready(()) } else { Poll::Pending },
    )
}

/// A piece of work that parks.
pub type Job<'s> = Pin<Box<dyn Future<Output = ()> + Send + 's>>;

/// Runs a future to its end on this thread, alone.
pub fn run_alone<T>(future: impl Future<Output = T>) -> T {
    run_alone_until(future, || false).expect("it is never stopped")
}

/// Runs a future on this thread, alone, to its end or until `is_stopped`, which is asked whenever the future parks:
/// then there is no result.
pub fn run_alone_until<T>(
    future: impl Future<Output = T>,
    mut is_stopped: impl FnMut() -> bool,
) -> Option<T> {
    let mut future = std::pin::pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return Some(value);
        }
        if is_stopped() {
            return None;
        }
    }
}

/// Jobs for some threads; jobs may add jobs.
pub struct Pool<'s> {
    queue: Mutex<VecDeque<Job<'s>>>,
    /// Notified when a job is queued, and when the last one has ended.
    changed: Condvar,
    /// Threads that wait for that.
    waiting: AtomicUsize,
    /// Held while a thread waits for work from outside.
    refill_turn: Mutex<()>,
    /// Threads that ask for work from outside.
    refilling: AtomicUsize,
    /// Jobs queued or in hand.
    unfinished: AtomicUsize,
    /// The threads that there are to be.
    threads: usize,
    /// Threads that have nothing in hand.
    idle: AtomicUsize,
    /// Whether a job has panicked: its thread's other jobs are lost, and nobody should wait for them.
    has_panicked: AtomicBool,
}

/// Tells the other threads of a pool when the one that holds it panics.
struct PanicGuard<'p> {
    broken: &'p AtomicBool,
}

impl Drop for PanicGuard<'_> {
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
            changed: Condvar::new(),
            waiting: AtomicUsize::new(0),
            refill_turn: Mutex::default(),
            refilling: AtomicUsize::new(0),
            unfinished: AtomicUsize::new(0),
            threads,
            idle: AtomicUsize::new(threads),
            has_panicked: AtomicBool::new(false),
        }
    }

    /// Adds a job.
    ///
    /// # Panics
    /// If a job panicked on another thread.
    pub fn add(&self, job: impl Future<Output = ()> + Send + 's) {
        self.unfinished.fetch_add(1, Ordering::Relaxed);
        self.queue.lock().expect("no thread panics with the lock").push_back(Box::pin(job));
        if self.waiting.load(Ordering::Relaxed) > 0 {
            self.changed.notify_one();
        }
    }

    /// Whether some thread has nothing to do: a job that can share its work may add others.
    pub fn has_idle_threads(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    fn take(&self) -> Option<Job<'s>> {
        self.queue.lock().expect("no thread panics with the lock").pop_front()
    }

    /// Asks for more work; whether there will be none.
    fn refill(&self, may_wait: bool, refill: &mut impl FnMut(&Pool<'s>, bool) -> WorkStatus) -> bool {
        // No thread may leave before what is found is queued.
        self.refilling.fetch_add(1, Ordering::Relaxed);
        let supply = refill(self, may_wait);
        self.refilling.fetch_sub(1, Ordering::Release);
        supply == WorkStatus::Over
    }

    /// So many jobs have ended.
    fn ended(&self, jobs: usize) {
        if self.unfinished.fetch_sub(jobs, Ordering::Release) == jobs
            && self.waiting.load(Ordering::Relaxed) > 0
        {
            self.changed.notify_all();
        }
    }

    /// Waits until a job is queued, the last one has ended, or some time has passed.
    fn wait(&self, patience: Duration) {
        let queue = self.queue.lock().expect("no thread panics with the lock");
        self.waiting.fetch_add(1, Ordering::Relaxed);
        if queue.is_empty() && self.unfinished.load(Ordering::Acquire) > 0 {
            drop(self.changed.wait_timeout(queue, patience).expect("no thread panics with the lock"));
        }
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }

    /// [Works](Self::work) on jobs on as many threads as the pool is for, this one among them, or on fewer where the
    /// system has no more.
    ///
    /// # Panics
    /// If a job panics.
    pub fn work_on_threads(
        &self,
        width: usize,
        stop: &AtomicBool,
        refill: impl Fn(&Pool<'s>, bool) -> WorkStatus + Sync,
    ) {
        let missing = |missing| _ = self.idle.fetch_sub(missing, Ordering::Relaxed);
        on_threads(self.threads, missing, || self.work(width, stop, &refill));
    }

    /// Works on jobs, up to `width` at a time, until there are none and `refill` says that there will be no more,
    /// or `stop` is set; then what is left is dropped. When the queue is empty, `refill` may add to it; it may wait
    /// for work, for some hundredths of a second, only when told that no thread has anything in hand.
    ///
    /// A job must not wait for one that is only queued: it may be in the last hand that could take it.
    ///
    /// # Panics
    /// If a job panics.
    pub fn work(
        &self,
        width: usize,
        stop: &AtomicBool,
        mut refill: impl FnMut(&Pool<'s>, bool) -> WorkStatus,
    ) {
        let mut context = Context::from_waker(Waker::noop());
        let mut hand: Vec<Job<'s>> = Vec::with_capacity(width);
        let mut dry = false;
        let _watch = PanicGuard { broken: &self.has_panicked };
        while !stop.load(Ordering::Relaxed) && !self.has_panicked.load(Ordering::Relaxed) {
            // What is queued is left to threads that have nothing.
            while hand.is_empty() || hand.len() < width && !self.has_idle_threads() {
                let job = self.take().or_else(|| {
                    dry = dry || self.refill(false, &mut refill);
                    self.take()
                });
                let Some(job) = job else { break };
                if hand.is_empty() {
                    self.idle.fetch_sub(1, Ordering::Relaxed);
                }
                hand.push(job);
            }
            if hand.is_empty() {
                if self.unfinished.load(Ordering::Acquire) > 0 {
                    // Others are at work, and may add jobs.
                    self.wait(if dry { BETWEEN_LOOKS } else { BETWEEN_QUESTIONS });
                } else if !dry || self.refilling.load(Ordering::Acquire) > 0 {
                    // One thread waits for work from outside, the others for that thread.
                    let _seeker = self.refill_turn.lock();
                    let is_free = self.unfinished.load(Ordering::Acquire) == 0;
                    if !dry && is_free && !stop.load(Ordering::Relaxed) {
                        dry = self.refill(true, &mut refill);
                    }
                } else if self.unfinished.load(Ordering::Acquire) == 0 {
                    self.idle.fetch_sub(1, Ordering::Relaxed);
                    return;
                }
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
                    self.ended(before - hand.len());
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
pub enum WorkStatus {
    /// There may be.
    Open,
    /// There will be none but what jobs add themselves.
    Over,
}

/// How long a thread without work sleeps, unless it is woken, before it looks whether it should stop.
const BETWEEN_LOOKS: Duration = Duration::from_millis(4);

/// The same while there may be more work from outside.
const BETWEEN_QUESTIONS: Duration = Duration::from_micros(500);

/// How often the jobs in hand are polled between looks at the queue and at the stop.
const TURNS: usize = 16;

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
                    yield_now().await;
                }
            });
        }
        pool.work(2, &AtomicBool::new(false), |_, _| WorkStatus::Over);
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
                        yield_now().await;
                        sum.fetch_add(i, Ordering::Relaxed);
                        done.fetch_add(1, Ordering::Relaxed);
                    });
                }
                while done.load(Ordering::Relaxed) < 3 {
                    yield_now().await;
                }
            });
        }
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                // Wider than what waits: a hand full of jobs that wait for queued ones would never end.
                scope.spawn(|| pool.work(60, &stop, |_, _| WorkStatus::Over));
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
                return WorkStatus::Over;
            }
            left -= 1;
            let done = Arc::clone(&done);
            pool.add(async move {
                yield_now().await;
                done.fetch_add(1, Ordering::Relaxed);
            });
            WorkStatus::Open
        });
        assert_eq!(done.load(Ordering::Relaxed), 10);
        let stop = Arc::new(AtomicBool::new(false));
        let stopper = Arc::clone(&stop);
        pool.add(async move {
            stopper.store(true, Ordering::Relaxed);
            loop {
                yield_now().await;
            }
        });
        pool.work(4, &stop, |_, _| WorkStatus::Over);
    }

    #[test]
    fn a_job_that_panics_ends_the_work_of_all_threads() {
        let pool = Pool::new(2);
        for i in 0..2 {
            pool.add(async move {
                yield_now().await;
                assert_eq!(i, 1, "meant to happen");
                loop {
                    yield_now().await;
                }
            });
        }
        let stop = AtomicBool::new(false);
        let panicked = std::thread::scope(|scope| {
            let work = || pool.work(1, &stop, |_, _| WorkStatus::Over);
            let threads = [scope.spawn(work), scope.spawn(work)];
            threads.map(|thread| thread.join().is_err())
        });
        assert!(panicked.contains(&true));
    }

    /// The processor time that this process has taken.
    #[cfg(target_os = "linux")]
    fn processor_time() -> Duration {
        let schedstat = |entry: std::io::Result<std::fs::DirEntry>| {
            let text = std::fs::read_to_string(entry.ok()?.path().join("schedstat")).ok()?;
            text.split(' ').next()?.parse::<u64>().ok()
        };
        Duration::from_nanos(std::fs::read_dir("/proc/self/task").unwrap().filter_map(schedstat).sum())
    }

    #[cfg(target_os = "linux")]
    #[test]
    #[cfg_attr(miri, ignore = "it starts a process")]
    fn threads_without_jobs_take_no_processor_time() {
        // In a process of its own: other tests run beside this one.
        const CHILD: &str = "CUBIFORM_IDLE_POOL";
        if std::env::var_os(CHILD).is_none() {
            let own = std::env::current_exe().unwrap();
            let name = "interleave::tests::threads_without_jobs_take_no_processor_time";
            let child =
                std::process::Command::new(own).args([name, "--exact"]).env(CHILD, "1").output().unwrap();
            assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
            return;
        }
        let stop = AtomicBool::new(false);
        let pool = Pool::new(4);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let before = processor_time();
                std::thread::sleep(Duration::from_secs(1));
                let taken = processor_time() - before;
                stop.store(true, Ordering::Relaxed);
                assert!(taken < Duration::from_millis(20), "{taken:?}");
            });
            // As a source whose input does not come.
            pool.work_on_threads(1, &stop, |_, may_wait| {
                if may_wait {
                    std::thread::sleep(Duration::from_millis(25));
                }
                WorkStatus::Open
            });
        });
    }

    #[test]
    fn a_stop_ends_work_alone() {
        let mut turns = 0;
        let forever = async {
            loop {
                yield_now().await;
            }
        };
        let stopped = run_alone_until(forever, || {
            turns += 1;
            turns == 5
        });
        assert_eq!((stopped, turns), (None::<()>, 5));
    }

    #[test]
    fn alone_is_the_same_without_turns() {
        let value = run_alone(async {
            yield_now().await;
            yield_now().await;
            7
        });
        assert_eq!(value, 7);
    }
}
