//! Lists of jobs that idle threads of a pool help with.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use cubiform_threads::sync::Mutex;
use cubiform_threads::sync::atomic::{AtomicUsize, Ordering};

use crate::{Pool, Search, Space, yield_now};

/// The number of jobs that a thread runs at a time.
pub const JOBS_PER_THREAD: usize = 1;

/// The node counts of searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes expanded.
    pub expanded: u64,
    /// Children generated.
    pub generated: u64,
    /// Table look-ups.
    pub probes: u64,
}

impl Counts {
    /// Returns the counts of a search so far.
    pub fn new<S: Space>(search: &Search<'_, S>) -> Counts {
        Counts { expanded: search.expanded(), generated: search.generated(), probes: search.probes() }
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.probes += other.probes;
    }
}

/// A count of the workers of a shared search or list.
#[derive(Default)]
pub(crate) struct WaitGroup(AtomicUsize);

impl WaitGroup {
    /// Registers a worker. Must happen before the worker takes a job, so that a waiter that finds the list empty also
    /// sees the worker.
    pub(crate) fn join(&self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }

    /// Removes a worker. Must happen after the results of its last job are recorded.
    pub(crate) fn leave(&self) {
        self.0.fetch_sub(1, Ordering::Release);
    }

    /// Yields until no worker is registered. Helpers that have not begun will find nothing left; those that have begun
    /// run on some thread.
    pub(crate) async fn wait(&self) {
        while self.0.load(Ordering::Acquire) > 0 {
            yield_now().await;
        }
    }
}

/// Adds `helpers` jobs to the pool if it has idle threads.
pub(crate) fn offer_to_idle<'s, F>(pool: Option<&Arc<Pool<'s>>>, helpers: usize, job: impl Fn() -> F)
where
    F: Future<Output = ()> + Send + 's,
{
    if let Some(pool) = pool.filter(|pool| pool.has_idle_threads()) {
        for _ in 0..helpers {
            pool.add(job());
        }
    }
}

/// The work on one item of a list.
pub type Work<'s, R> = Pin<Box<dyn Future<Output = R> + Send + 's>>;

/// A list from which any number of workers take items, with the results so far, each with the index of its item.
struct SharedWork<T, R> {
    items: Vec<T>,
    next: AtomicUsize,
    workers: WaitGroup,
    results: Mutex<Vec<(usize, R)>>,
}

impl<T, R> SharedWork<T, R> {
    fn new(items: Vec<T>) -> SharedWork<T, R> {
        let (next, workers) = (AtomicUsize::new(0), WaitGroup::default());
        SharedWork { items, next, workers, results: Mutex::default() }
    }

    /// Works on items until none are left. Calls `between` after each.
    async fn work<'s>(&self, work: &impl Fn(&T) -> Work<'s, R>, mut between: impl FnMut()) {
        self.workers.join();
        loop {
            let i = self.next.fetch_add(1, Ordering::AcqRel);
            let Some(item) = self.items.get(i) else { break };
            let result = work(item).await;
            self.results.lock().expect("nothing panics with the lock").push((i, result));
            between();
        }
        self.workers.leave();
    }
}

/// Does `work` on each item of `list`, helped by the idle threads of `pool`. Returns the results with the indices of
/// their items, in no particular order.
pub async fn map_shared<'s, T, R, W>(list: Vec<T>, pool: Option<&Arc<Pool<'s>>>, work: W) -> Vec<(usize, R)>
where
    T: Send + Sync + 's,
    R: Send + 's,
    W: Fn(&T) -> Work<'s, R> + Send + Sync + 's,
{
    let shared = Arc::new(SharedWork::new(list));
    let work = Arc::new(work);
    let offer = || {
        offer_to_idle(pool, JOBS_PER_THREAD, || {
            let (shared, work) = (Arc::clone(&shared), Arc::clone(&work));
            async move { shared.work(&*work, || {}).await }
        });
    };
    offer();
    shared.work(&*work, offer).await;
    shared.workers.wait().await;
    std::mem::take(&mut shared.results.lock().expect("nothing panics with the lock"))
}
