//! A pool of jobs for several threads, in which jobs yield while their look-ups are in flight.
//!
//! A job is an `async` block that awaits [`yield_now`] once it has prefetched. Every thread that [works](Pool::work) on
//! a [`Pool`] runs a few jobs, polled in turn, so that their reads overlap. A job that yielded is ready to be polled
//! again at any time, so no waker is needed. A thread without jobs sleeps until one is added.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use cubiform_threads::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use cubiform_threads::sync::{Condvar, Mutex};
use cubiform_threads::{CancelToken, Threads};

/// Returns a future that is ready at its second poll, so that the other jobs of the thread run.
pub fn yield_now() -> impl Future<Output = ()> {
    let mut has_yielded = false;
    std::future::poll_fn(move |_| {
        if std::mem::replace(&mut has_yielded, true) { Poll::Ready(()) } else { Poll::Pending }
    })
}

/// A job of a pool.
pub type Job<'s> = Pin<Box<dyn Future<Output = ()> + Send + 's>>;

/// Runs a future to its end on this thread.
pub fn run_alone<T>(future: impl Future<Output = T>) -> T {
    run_alone_until(future, || false).expect("never stopped")
}

/// Runs a future on this thread, and returns `None` if `is_stopped`, called whenever the future yields, returns true.
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

/// A queue of jobs for several threads. Jobs may add jobs.
pub struct Pool<'s> {
    queue: Mutex<VecDeque<Job<'s>>>,
    /// Signals that a job was queued or that the last one ended.
    changed: Condvar,
    /// The number of threads that wait for `changed`.
    waiting: AtomicUsize,
    /// Held by the one thread that waits for work from outside.
    refill_turn: Mutex<()>,
    /// The number of threads inside a call of `refill`.
    refilling: AtomicUsize,
    /// The number of jobs queued or running.
    unfinished: AtomicUsize,
    /// The threads on which jobs run.
    threads: Threads,
    /// The number of threads that run no job.
    idle: AtomicUsize,
    /// Whether a job panicked. The other jobs of its thread are lost, so no thread may wait for them.
    has_panicked: AtomicBool,
}

/// Sets a flag if the thread that holds it panics.
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
    /// Creates an empty pool for `threads` threads.
    pub fn new(threads: &Threads) -> Pool<'s> {
        Pool {
            queue: Mutex::default(),
            changed: Condvar::new(),
            waiting: AtomicUsize::new(0),
            refill_turn: Mutex::default(),
            refilling: AtomicUsize::new(0),
            unfinished: AtomicUsize::new(0),
            threads: threads.clone(),
            idle: AtomicUsize::new(threads.count()),
            has_panicked: AtomicBool::new(false),
        }
    }

    /// Adds a job.
    ///
    /// # Panics
    /// If a thread panicked while it held the lock of the queue.
    pub fn add(&self, job: impl Future<Output = ()> + Send + 's) {
        self.unfinished.fetch_add(1, Ordering::Relaxed);
        self.queue.lock().expect("no thread panics with the lock").push_back(Box::pin(job));
        if self.waiting.load(Ordering::Relaxed) > 0 {
            self.changed.notify_one();
        }
    }

    /// Returns whether some thread runs no job, so that a job that can share its work may add others.
    pub fn has_idle_threads(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    fn take(&self) -> Option<Job<'s>> {
        self.queue.lock().expect("no thread panics with the lock").pop_front()
    }

    /// Calls `refill`, and returns whether there will be no more work.
    fn refill(&self, may_wait: bool, refill: &mut impl FnMut(&Pool<'s>, bool) -> WorkStatus) -> bool {
        // Other threads must not return before the jobs that are found are queued.
        self.refilling.fetch_add(1, Ordering::Relaxed);
        let supply = refill(self, may_wait);
        self.refilling.fetch_sub(1, Ordering::Release);
        supply == WorkStatus::Over
    }

    /// Records the end of `jobs` jobs.
    fn ended(&self, jobs: usize) {
        if self.unfinished.fetch_sub(jobs, Ordering::Release) == jobs
            && self.waiting.load(Ordering::Relaxed) > 0
        {
            self.changed.notify_all();
        }
    }

    /// Waits until a job is queued, the last one ends, or `timeout` has passed.
    fn wait(&self, timeout: Duration) {
        let queue = self.queue.lock().expect("no thread panics with the lock");
        self.waiting.fetch_add(1, Ordering::Relaxed);
        if queue.is_empty() && self.unfinished.load(Ordering::Acquire) > 0 {
            let _queue = self.changed.wait_timeout(queue, timeout).expect("no thread panics with the lock");
        }
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }

    /// Runs jobs as [`work`](Self::work) does, on this thread and others: as many in all as the pool was created for,
    /// or fewer if the system refuses to start them.
    ///
    /// # Panics
    /// If a job panics.
    pub fn work_on_threads(
        &self,
        width: usize,
        stop: &CancelToken,
        refill: impl Fn(&Pool<'s>, bool) -> WorkStatus + Sync,
    ) {
        let started = |started| _ = self.idle.fetch_sub(self.threads.count() - started, Ordering::Relaxed);
        self.threads.run_counted(started, || self.work(width, stop, &refill));
    }

    /// Runs jobs on this thread, up to `width` at a time, until there are none and `refill` reports
    /// [`WorkStatus::Over`], or until `stop` is set, which drops the jobs that remain.
    ///
    /// `refill` is called when the queue is empty and may add jobs. Its second argument states whether it may wait for
    /// work, for some hundredths of a second at most: true only if no thread runs a job.
    ///
    /// A job must not wait for a queued job: its thread may be the last one that could run it.
    ///
    /// # Panics
    /// If a job panics on this thread. If a job panics on another thread, returns early.
    pub fn work(
        &self,
        width: usize,
        stop: &CancelToken,
        mut refill: impl FnMut(&Pool<'s>, bool) -> WorkStatus,
    ) {
        let mut context = Context::from_waker(Waker::noop());
        let mut running: Vec<Job<'s>> = Vec::with_capacity(width);
        let mut is_over = false;
        let _watch = PanicGuard { broken: &self.has_panicked };
        while !stop.is_cancelled() && !self.has_panicked.load(Ordering::Relaxed) {
            // Threads without jobs come first.
            while running.is_empty() || running.len() < width && !self.has_idle_threads() {
                let job = self.take().or_else(|| {
                    is_over = is_over || self.refill(false, &mut refill);
                    self.take()
                });
                let Some(job) = job else { break };
                if running.is_empty() {
                    self.idle.fetch_sub(1, Ordering::Relaxed);
                }
                running.push(job);
            }
            if running.is_empty() {
                if self.unfinished.load(Ordering::Acquire) > 0 {
                    // Running jobs may add others.
                    self.wait(if is_over { STOP_CHECK_INTERVAL } else { REFILL_INTERVAL });
                } else if !is_over || self.refilling.load(Ordering::Acquire) > 0 {
                    // One thread waits for work from outside; the others wait for that thread.
                    let _seeker = self.refill_turn.lock();
                    let is_free = self.unfinished.load(Ordering::Acquire) == 0;
                    if !is_over && is_free && !stop.is_cancelled() {
                        is_over = self.refill(true, &mut refill);
                    }
                } else if self.unfinished.load(Ordering::Acquire) == 0 {
                    self.idle.fetch_sub(1, Ordering::Relaxed);
                    return;
                }
                continue;
            }
            // Several polls between two checks of the queue.
            for _ in 0..POLLS {
                let before = running.len();
                running.retain_mut(|job| job.as_mut().poll(&mut context).is_pending());
                if running.len() < before {
                    if running.is_empty() {
                        self.idle.fetch_add(1, Ordering::Relaxed);
                    }
                    self.ended(before - running.len());
                    break;
                }
            }
        }
        // Jobs may hold their pool, so a job left in the queue would keep it alive for ever.
        self.queue.lock().expect("no thread panics with the lock").clear();
    }
}

/// Whether more work may come from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkStatus {
    /// More may come.
    Open,
    /// None will come, except jobs that jobs add.
    Over,
}

/// The longest sleep of a thread without jobs before it checks whether to stop.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(4);

/// The longest sleep of a thread without jobs while more work may come from outside.
const REFILL_INTERVAL: Duration = Duration::from_micros(500);

/// The number of polls of each running job between two checks of the queue and of the stop flag.
const POLLS: usize = 16;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn running_jobs_are_polled_in_turn() {
        let log = Arc::new(Mutex::new(String::new()));
        let pool = Pool::new(&Threads::new(1));
        for name in ["a", "b", "c"] {
            let log = Arc::clone(&log);
            pool.add(async move {
                for _ in 0..3 {
                    log.lock().unwrap().push_str(name);
                    yield_now().await;
                }
            });
        }
        pool.work(2, &CancelToken::never(), |_, _| WorkStatus::Over);
        // Two jobs run at a time; the third starts when they end.
        assert_eq!(*log.lock().unwrap(), "abababccc");
    }

    #[test]
    fn jobs_can_add_jobs_and_wait_for_them() {
        let pool = Arc::new(Pool::new(&Threads::new(3)));
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
        let stop = CancelToken::new();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                // The width exceeds the number of jobs that wait: if all jobs of a thread waited for queued jobs, it
                // would never end.
                scope.spawn(|| pool.work(60, &stop, |_, _| WorkStatus::Over));
            }
        });
        assert_eq!(sum.load(Ordering::Relaxed), 3 * (0..50).sum::<usize>());
    }

    #[test]
    fn empty_queue_is_refilled_and_stop_drops_remaining_jobs() {
        let pool = Pool::new(&Threads::new(1));
        let mut left = 10;
        let done = Arc::new(AtomicUsize::new(0));
        pool.work(4, &CancelToken::never(), |pool, _| {
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
        let stop = CancelToken::new();
        let stopper = stop.clone();
        pool.add(async move {
            stopper.cancel();
            loop {
                yield_now().await;
            }
        });
        pool.work(4, &stop, |_, _| WorkStatus::Over);
    }

    #[test]
    fn panic_in_one_job_ends_work_on_all_threads() {
        for round in 0..if cfg!(miri) { 3 } else { 300 } {
            let pool = Pool::new(&Threads::new(3));
            for i in 0..5 {
                pool.add(async move {
                    yield_now().await;
                    if i == round % 3 {
                        // Skips the panic hook, which would print a message.
                        std::panic::resume_unwind(Box::new("meant to happen"));
                    }
                    loop {
                        yield_now().await;
                    }
                });
            }
            let panicked = std::thread::scope(|scope| {
                let work = || pool.work(1, &CancelToken::never(), |_, _| WorkStatus::Over);
                let threads = [scope.spawn(work), scope.spawn(work), scope.spawn(work)];
                threads.map(|thread| thread.join().is_err())
            });
            assert_eq!(panicked.into_iter().filter(|panicked| *panicked).count(), 1);
        }
    }

    /// Returns the CPU time of this process.
    #[cfg(target_os = "linux")]
    fn cpu_time() -> Duration {
        let schedstat = |entry: std::io::Result<std::fs::DirEntry>| {
            let text = std::fs::read_to_string(entry.ok()?.path().join("schedstat")).ok()?;
            text.split(' ').next()?.parse::<u64>().ok()
        };
        Duration::from_nanos(std::fs::read_dir("/proc/self/task").unwrap().filter_map(schedstat).sum())
    }

    #[cfg(target_os = "linux")]
    #[test]
    #[cfg_attr(miri, ignore = "starts a process")]
    fn idle_threads_use_no_cpu_time() {
        // A process of its own: other tests run in this one.
        const CHILD: &str = "CUBIFORM_IDLE_POOL";
        if std::env::var_os(CHILD).is_none() {
            let own = std::env::current_exe().unwrap();
            let name = "pool::tests::idle_threads_use_no_cpu_time";
            let child =
                std::process::Command::new(own).args([name, "--exact"]).env(CHILD, "1").output().unwrap();
            let out = String::from_utf8_lossy(&child.stdout);
            // A child that finds no test of this name succeeds, too.
            assert!(child.status.success() && out.contains("1 passed"), "{out}");
            return;
        }
        let stop = CancelToken::new();
        let pool = Pool::new(&Threads::new(4));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let before = cpu_time();
                std::thread::sleep(Duration::from_secs(1));
                let taken = cpu_time() - before;
                stop.cancel();
                assert!(taken < Duration::from_millis(200), "{taken:?}");
            });
            // Like a source whose input does not come.
            pool.work_on_threads(1, &stop, |_, may_wait| {
                if may_wait {
                    std::thread::sleep(Duration::from_millis(25));
                }
                WorkStatus::Open
            });
        });
    }

    #[test]
    fn run_alone_until_returns_none_when_stopped() {
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
