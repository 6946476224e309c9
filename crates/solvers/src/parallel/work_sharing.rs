//! Work that idle threads may share: how they are asked, and lists of searches.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use cubiform_search::{Pool, Search, Space, yield_now};

/// How many jobs a thread has in hand.
pub(crate) const JOBS_PER_THREAD: usize = 1;

/// Nodes that searches took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes of which those children were made that are worth it, if any.
    pub expanded: u64,
    /// Children made.
    pub generated: u64,
    /// Look-ups in tables.
    pub probes: u64,
}

impl Counts {
    pub(crate) fn of<S: Space>(search: &Search<'_, S>) -> Counts {
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

/// How many jobs are at some work.
#[derive(Default)]
pub(crate) struct WaitGroup(AtomicUsize);

impl WaitGroup {
    /// One more; before it takes anything, so that who finds all taken also sees those who took.
    pub(crate) fn join(&self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }

    /// One less; after the results of the last that it took are kept.
    pub(crate) fn leave(&self) {
        self.0.fetch_sub(1, Ordering::Release);
    }

    /// Waits until nobody is at it: helpers that have not begun will find nothing left; those that have are in some
    /// thread's hand.
    pub(crate) async fn wait(&self) {
        while self.0.load(Ordering::Acquire) > 0 {
            yield_now().await;
        }
    }
}

/// A list that any number of jobs take from.
struct WorkList<T> {
    items: Vec<T>,
    next: AtomicUsize,
    hands: WaitGroup,
}

impl<T> WorkList<T> {
    fn new(items: Vec<T>) -> WorkList<T> {
        WorkList { items, next: AtomicUsize::new(0), hands: WaitGroup::default() }
    }

    /// The next that nobody has taken, with its index.
    fn take(&self) -> Option<(usize, &T)> {
        let i = self.next.fetch_add(1, Ordering::AcqRel);
        self.items.get(i).map(|item| (i, item))
    }
}

/// Adds `helpers` jobs to the pool, if it has threads with nothing to do.
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

/// Work on one of a list.
pub(crate) type Work<'s, R> = Pin<Box<dyn Future<Output = R> + Send + 's>>;

/// A list of work with its results, each with the index of its work.
struct SharedWork<T, R> {
    list: WorkList<T>,
    results: Mutex<Vec<(usize, R)>>,
}

impl<T, R> SharedWork<T, R> {
    /// Takes work until there is none left; `between` is called after each.
    async fn work<'s>(&self, work: &impl Fn(&T) -> Work<'s, R>, mut between: impl FnMut()) {
        self.list.hands.join();
        while let Some((i, item)) = self.list.take() {
            let result = work(item).await;
            self.results.lock().expect("nothing panics with the lock").push((i, result));
            between();
        }
        self.list.hands.leave();
    }
}

/// Does `work` on each of `list`, helped by the idle threads of `pool`. Results come with the index of what they are
/// of, in no order.
pub(crate) async fn map_shared<'s, T, R, W>(
    list: Vec<T>,
    pool: Option<&Arc<Pool<'s>>>,
    work: W,
) -> Vec<(usize, R)>
where
    T: Send + Sync + 's,
    R: Send + 's,
    W: Fn(&T) -> Work<'s, R> + Send + Sync + 's,
{
    let shared = Arc::new(SharedWork { list: WorkList::new(list), results: Mutex::default() });
    let work = Arc::new(work);
    let offer = || {
        offer_to_idle(pool, JOBS_PER_THREAD, || {
            let (shared, work) = (Arc::clone(&shared), Arc::clone(&work));
            async move { shared.work(&*work, || {}).await }
        });
    };
    offer();
    shared.work(&*work, offer).await;
    shared.list.hands.wait().await;
    std::mem::take(&mut shared.results.lock().expect("nothing panics with the lock"))
}
