//! Work that idle threads may share: the parts of a search, and lists of searches.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use cubiform_search::{Gang, Order, Pool, Search, Space, Turn, park};

/// How many turns of a gang pass before its thread looks at other jobs.
const TURNS: usize = 64;

/// How many jobs a thread has in hand.
pub(crate) const WIDTH: usize = 2;

/// Nodes that searches took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Children made.
    pub made: u64,
    /// Look-ups in tables.
    pub looked_up: u64,
}

impl Counts {
    pub(crate) fn of<S: Space>(search: &Search<'_, S>) -> Counts {
        Counts { expanded: search.expanded(), made: search.made(), looked_up: search.looked_up() }
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.expanded += other.expanded;
        self.made += other.made;
        self.looked_up += other.looked_up;
    }
}

/// A list that any number of jobs take from.
struct List<T> {
    items: Vec<T>,
    /// Taken after `busy` is raised, so that who finds the list taken also sees those who took.
    next: AtomicUsize,
    /// How many jobs are at it.
    busy: AtomicUsize,
}

impl<T> List<T> {
    fn new(items: Vec<T>) -> List<T> {
        List { items, next: AtomicUsize::new(0), busy: AtomicUsize::new(0) }
    }

    /// Raises the number of those at it; before the first is taken.
    fn join(&self) {
        self.busy.fetch_add(1, Ordering::AcqRel);
    }

    /// The next that nobody has taken, with its index.
    fn take(&self) -> Option<(usize, &T)> {
        let i = self.next.fetch_add(1, Ordering::AcqRel);
        self.items.get(i).map(|item| (i, item))
    }

    /// Lowers the number of those at it; after the results of the last are kept.
    fn leave(&self) {
        self.busy.fetch_sub(1, Ordering::Release);
    }

    /// Waits until nobody is at it: helpers that have not begun will find nothing left; those that have are in some
    /// thread's hand.
    async fn over(&self) {
        while self.busy.load(Ordering::Acquire) > 0 {
            park().await;
        }
    }
}

/// Adds `helpers` jobs to the pool, if it has threads with nothing to do.
fn offer<'s, F>(pool: Option<&Arc<Pool<'s>>>, helpers: usize, job: impl Fn() -> F)
where
    F: Future<Output = ()> + Send + 's,
{
    if let Some(pool) = pool.filter(|pool| pool.has_idle_threads()) {
        for _ in 0..helpers {
            pool.add(job());
        }
    }
}

/// Work beside a search that may come upon a solution, a path, by itself. It gives up when the flag is set.
pub(crate) type Aside<'s> = Box<dyn FnOnce(&AtomicBool) -> Option<Vec<u8>> + Send + 's>;

/// The parts of a search, which the gangs of any number of threads take from.
pub(crate) struct Parts<'s, S: Space> {
    space: &'s S,
    /// Paths and the nodes that they lead to, the likeliest first.
    list: List<(Vec<u8>, S::Node)>,
    /// The moves left after them.
    depth: u8,
    /// How many parts a thread searches in turns.
    gang: usize,
    /// How many solutions are enough.
    wanted: usize,
    /// Whether so many have been found, or there is nothing left to search.
    over: AtomicBool,
    outcome: Mutex<(Vec<Vec<u8>>, Counts)>,
}

impl<'s, S> Parts<'s, S>
where
    S: Space + Sync,
    S::Node: Send + Sync,
    S::Brood: Send,
    S::Plan: Send,
{
    /// Paths and the nodes of `space` that they lead to, the likeliest first, each to be searched `depth` moves deep,
    /// `gang` at a time on each thread.
    pub(crate) fn new(space: &'s S, list: Vec<(Vec<u8>, S::Node)>, depth: u8, gang: usize) -> Parts<'s, S> {
        let (over, outcome) = (AtomicBool::new(false), Mutex::default());
        Parts { space, list: List::new(list), depth, gang, wanted: 1, over, outcome }
    }

    /// Until `wanted` solutions are found, instead of one.
    pub(crate) fn wanting(self, wanted: usize) -> Parts<'s, S> {
        Parts { wanted, ..self }
    }

    /// Searches the parts, helped by the idle threads of `pool`: solutions, at least as many as are wanted if there are,
    /// and what it took. What is to be done aside is done by an idle thread, or if there is none, before the search.
    pub(crate) async fn solutions(
        self,
        order: &'s Order,
        aside: Option<Aside<'s>>,
        pool: Option<&Arc<Pool<'s>>>,
    ) -> (Vec<Vec<u8>>, Counts) {
        let parts = Arc::new(self);
        if let Some(aside) = aside {
            let parts = Arc::clone(&parts);
            let job = move || {
                if let Some(path) = aside(&parts.over) {
                    parts.keep(path);
                }
            };
            match pool.filter(|pool| pool.has_idle_threads()) {
                Some(pool) => pool.add(async move { job() }),
                None => job(),
            }
        }
        let offer = || {
            offer(pool, 1, || {
                let parts = Arc::clone(&parts);
                async move { parts.take_part(order, || {}).await }
            });
        };
        offer();
        parts.take_part(order, offer).await;
        parts.list.over().await;
        parts.over.store(true, Ordering::Relaxed);
        std::mem::take(&mut *parts.outcome.lock().expect("nothing panics with the lock"))
    }

    /// Keeps a solution; whether it is enough.
    fn keep(&self, path: Vec<u8>) -> bool {
        let paths = &mut self.outcome.lock().expect("nothing panics with the lock").0;
        paths.push(path);
        let enough = paths.len() >= self.wanted;
        if enough {
            self.over.store(true, Ordering::Relaxed);
        }
        enough
    }

    /// Searches parts that nobody has taken until there are none left or enough has been found; `between` is called now
    /// and then.
    async fn take_part(&self, order: &'s Order, mut between: impl FnMut()) {
        self.list.join();
        let mut gang = Gang::new(order, self.gang);
        let mut counts = Counts::default();
        let next = || self.list.take().map(|(_, part)| part);
        'all: while !self.over.load(Ordering::Relaxed) {
            for _ in 0..TURNS {
                match gang.turn(self.space, self.depth, next, |search| counts += Counts::of(search)) {
                    Turn::Busy => {}
                    Turn::Done => break 'all,
                    Turn::Found(path) => {
                        if self.keep(path) {
                            break 'all;
                        }
                    }
                }
            }
            between();
            park().await;
        }
        gang.busy().for_each(|search| counts += Counts::of(search));
        self.outcome.lock().expect("nothing panics with the lock").1 += counts;
        self.list.leave();
    }
}

/// Work on one of a list.
pub(crate) type Work<'s, R> = Pin<Box<dyn Future<Output = R> + Send + 's>>;

/// A list of work with its results, each with the index of its work.
struct Shared<T, R> {
    list: List<T>,
    results: Mutex<Vec<(usize, R)>>,
}

impl<T, R> Shared<T, R> {
    /// Takes work until there is none left; `between` is called after each.
    async fn take_part<'s>(&self, work: &impl Fn(&T) -> Work<'s, R>, mut between: impl FnMut()) {
        self.list.join();
        while let Some((i, item)) = self.list.take() {
            let result = work(item).await;
            self.results.lock().expect("nothing panics with the lock").push((i, result));
            between();
        }
        self.list.leave();
    }
}

/// Does `work` on each of `list`, helped by the idle threads of `pool`. Results come with the index of what they are
/// of, in no order.
pub(crate) async fn shared<'s, T, R, W>(
    list: Vec<T>,
    pool: Option<&Arc<Pool<'s>>>,
    work: W,
) -> Vec<(usize, R)>
where
    T: Send + Sync + 's,
    R: Send + 's,
    W: Fn(&T) -> Work<'s, R> + Send + Sync + 's,
{
    let shared = Arc::new(Shared { list: List::new(list), results: Mutex::default() });
    let work = Arc::new(work);
    let offer = || {
        offer(pool, WIDTH, || {
            let (shared, work) = (Arc::clone(&shared), Arc::clone(&work));
            async move { shared.take_part(&*work, || {}).await }
        });
    };
    offer();
    shared.take_part(&*work, offer).await;
    shared.list.over().await;
    std::mem::take(&mut shared.results.lock().expect("nothing panics with the lock"))
}
