//! The parts of a search, the likeliest first, which the gangs of any number of threads take from.
//!
//! A search to a bound begins as one part. A part with many moves left is split by a move, and what it leads to are parts
//! that wait with all others, so that what is searched next is always what looks likeliest of all that is known. That
//! saves nothing where there is no solution, and two fifths of the children of an F2L search where there is one.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use cubiform_search::{
    InterleavedSearch, Path, Pool, Progress, Search, Space, Subproblem, WorkSource, yield_now,
};

use crate::node_limit::NodeLimit;
use crate::parallel::bucket_queue::BucketQueue;
use crate::parallel::work_sharing::{Counts, WaitGroup, offer_to_idle};

/// By how much more nodes a move more takes: as many as canonical sequences of all 18 moves that are a move longer.
pub(crate) const BRANCHING_FACTOR: f64 = 13.35;

/// How many parts are put in order before its thread looks at other jobs.
const ROOTS_BETWEEN_YIELDS: usize = 1 << 12;

/// How many turns of a searches pass before its thread looks at other jobs.
const STEPS_BETWEEN_YIELDS: usize = 64;

/// While so many parts wait, none are split: they have to be kept in memory.
const MAX_QUEUED: usize = 1 << 18;

/// Work beside a search that may come upon a solution, a path, by itself. It gives up when the flag is set.
pub(crate) type SideSearch<'s> = Box<dyn FnOnce(&AtomicBool) -> Option<Vec<u8>> + Send + 's>;

/// How a search is split into parts.
pub(crate) struct SplitPolicy<'s, N> {
    /// Parts with at most so many moves left are searched whole.
    pub(crate) unsplit_depth: u8,
    /// Of two nodes, each with the moves that it has left, the likelier to lead to a solution has the lesser one.
    pub(crate) estimate: Estimate<'s, N>,
}

type Estimate<'s, N> = Box<dyn Fn(&N, u8) -> i64 + Send + Sync + 's>;

/// What is left to be searched.
struct Frontier<N> {
    /// By remoteness. Of those with the same the last to come is the deepest, mostly.
    queue: BucketQueue<Subproblem<N>>,
    /// How many parts are being split: more will wait.
    splitting: usize,
    /// What those took that are over.
    counts: Counts,
}

impl<N: Clone> Frontier<N> {
    fn is_exhausted(&self) -> bool {
        self.queue.len() == 0 && self.splitting == 0
    }
}

/// A search was given up: it expanded more nodes than its limit allows, and its tables are not known to be intact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooManyNodes;

/// The parts of a search.
pub(crate) struct SharedFrontier<'s, S: Space> {
    space: &'s S,
    split: SplitPolicy<'s, S::Node>,
    frontier: Mutex<Frontier<S::Node>>,
    workers: WaitGroup,
    /// How many solutions are enough.
    wanted: usize,
    /// Whether so many have been found, or there is nothing left to search.
    is_done: AtomicBool,
    /// The nodes expanded so far, those of earlier searches that count with this one among them, and their limit.
    expanded: AtomicU64,
    limit: &'s NodeLimit,
    /// Whether the search was given up at the limit.
    is_given_up: AtomicBool,
    found: Mutex<Vec<Vec<u8>>>,
}

impl<'s, S> SharedFrontier<'s, S>
where
    S: Space + Sync,
    S::Node: Send + Sync,
    S::Children: Send,
    S::Plan: Send,
{
    /// The search of all that is `depth` moves from these nodes, each with the path that leads to it, within a limit of nodes,
    /// of which so many are `spent` already.
    pub(crate) async fn new(
        space: &'s S,
        roots: Vec<(Path, S::Node)>,
        depth: u8,
        split: SplitPolicy<'s, S::Node>,
        (limit, spent): (&'s NodeLimit, u64),
    ) -> SharedFrontier<'s, S> {
        let mut waiting = BucketQueue::new();
        for (i, (path, node)) in roots.into_iter().enumerate() {
            if i % ROOTS_BETWEEN_YIELDS == ROOTS_BETWEEN_YIELDS - 1 {
                yield_now().await;
            }
            let remoteness = (split.estimate)(&node, depth);
            waiting.push(remoteness, Subproblem { path, node, depth_left: depth, leaf_depth_left: 0 });
        }
        let front = Mutex::new(Frontier { queue: waiting, splitting: 0, counts: Counts::default() });
        SharedFrontier {
            space,
            split,
            frontier: front,
            workers: WaitGroup::default(),
            wanted: 1,
            is_done: AtomicBool::new(false),
            expanded: AtomicU64::new(spent),
            limit,
            is_given_up: AtomicBool::new(false),
            found: Mutex::default(),
        }
    }

    /// Until `wanted` solutions are found, instead of one.
    pub(crate) fn wanting(self, wanted: usize) -> SharedFrontier<'s, S> {
        SharedFrontier { wanted, ..self }
    }

    /// Searches the parts with `searches`, which has nothing else to do, helped by others like it on the idle threads of `pool`:
    /// solutions, at least as many as are wanted if there are, and what it took. What is to be done aside is done by an
    /// idle thread, or if there is none, before the search.
    ///
    /// # Errors
    /// If it was given up at the limit of nodes, which the tables do not pass.
    pub(crate) async fn solutions(
        self,
        searches: &mut InterleavedSearch<'s, S>,
        aside: Option<SideSearch<'s>>,
        pool: Option<&Arc<Pool<'s>>>,
    ) -> Result<(Vec<Vec<u8>>, Counts), TooManyNodes> {
        let parts = Arc::new(self);
        if let Some(aside) = aside {
            let parts = Arc::clone(&parts);
            let job = move || {
                if let Some(path) = aside(&parts.is_done) {
                    parts.record(path);
                }
            };
            match pool.filter(|pool| pool.has_idle_threads()) {
                Some(pool) => pool.add(async move { job() }),
                None => job(),
            }
        }
        let like = searches.like();
        let offer = || {
            offer_to_idle(pool, 1, || {
                let (parts, mut searches) = (Arc::clone(&parts), like.like());
                async move { parts.work(&mut searches, || {}).await }
            });
        };
        offer();
        parts.work(searches, offer).await;
        parts.workers.wait().await;
        parts.is_done.store(true, Ordering::Relaxed);
        let found = std::mem::take(&mut *parts.found.lock().expect("nothing panics with the lock"));
        if found.is_empty() && parts.is_given_up.load(Ordering::Relaxed) {
            return Err(TooManyNodes);
        }
        Ok((found, parts.frontier().counts))
    }

    /// Keeps a solution; whether it is enough.
    fn record(&self, path: Vec<u8>) -> bool {
        let mut found = self.found.lock().expect("nothing panics with the lock");
        found.push(path);
        let enough = found.len() >= self.wanted;
        if enough {
            self.is_done.store(true, Ordering::Relaxed);
        }
        enough
    }

    /// Searches parts that nobody has taken until there are none left or enough has been found; `between` is called now
    /// and then.
    async fn work(&self, searches: &mut InterleavedSearch<'s, S>, mut between: impl FnMut()) {
        self.workers.join();
        let mut share = Worker { parts: self, leaves: Vec::new(), split: 0, took: Counts::default() };
        let mut told = 0;
        'all: while !self.is_done.load(Ordering::Relaxed) {
            for _ in 0..STEPS_BETWEEN_YIELDS {
                match searches.step(self.space, &mut share) {
                    Progress::Busy => {}
                    Progress::Idle if self.frontier().is_exhausted() => break 'all,
                    // Another thread splits what there is.
                    Progress::Idle => break,
                    Progress::Found(path) => {
                        if self.record(path) {
                            break 'all;
                        }
                    }
                }
            }
            let own = share.took.expanded + searches.expanded();
            let all = self.expanded.fetch_add(own - told, Ordering::Relaxed) + own - told;
            told = own;
            if !self.limit.allows(all) {
                self.is_given_up.store(true, Ordering::Relaxed);
                self.is_done.store(true, Ordering::Relaxed);
            }
            between();
            yield_now().await;
        }
        searches.abandon(&mut share);
        self.frontier().counts += share.took;
        self.workers.leave();
    }

    fn frontier(&self) -> MutexGuard<'_, Frontier<S::Node>> {
        self.frontier.lock().expect("nothing panics with the lock")
    }
}

/// What one searches has of the parts. What it comes upon is told to the others when it takes its next part.
struct Worker<'p, 's, S: Space> {
    parts: &'p SharedFrontier<'s, S>,
    /// What the parts that it split led to, each with its remoteness.
    leaves: Vec<(i64, Subproblem<S::Node>)>,
    /// How many parts it has split.
    split: usize,
    /// What the parts took that it is through with.
    took: Counts,
}

impl<S> WorkSource<S> for Worker<'_, '_, S>
where
    S: Space + Sync,
    S::Node: Send + Sync,
    S::Children: Send,
    S::Plan: Send,
{
    fn next(&mut self) -> Option<Subproblem<S::Node>> {
        let mut front = self.parts.frontier();
        front.splitting -= std::mem::take(&mut self.split);
        for (remoteness, part) in self.leaves.drain(..) {
            front.queue.push(remoteness, part);
        }
        let mut part = front.queue.pop()?;
        let may_wait = front.queue.len() < MAX_QUEUED && part.path.len() < Path::MAX_LEN;
        if part.depth_left > self.parts.split.unsplit_depth && may_wait {
            part.leaf_depth_left = part.depth_left - 1;
            front.splitting += 1;
        }
        Some(part)
    }

    fn leaf(&mut self, path: &[u8], node: &S::Node, depth: u8) {
        let remoteness = (self.parts.split.estimate)(node, depth);
        let part =
            Subproblem { path: Path::new(path), node: node.clone(), depth_left: depth, leaf_depth_left: 0 };
        self.leaves.push((remoteness, part));
    }

    fn finished(&mut self, search: &Search<'_, S>) {
        self.took += Counts::of(search);
        self.split += usize::from(search.depth_left_at_leaves() > 0);
    }
}
