//! A best-first frontier of subproblems, from which any number of threads take work.
//!
//! A search to a bound begins with its roots as subproblems. A subproblem with many moves left is split by one move
//! into its children, which return to the frontier, so that a thread always takes the most promising subproblem of all.
//! That saves nothing if there is no solution (`docs/decisions/0021-splitting-searches.md`).

use std::sync::Arc;

use cubiform_threads::CancelToken;
use cubiform_threads::sync::atomic::{AtomicU64, Ordering};
use cubiform_threads::sync::{Mutex, MutexGuard};

use super::bucket_queue::BucketQueue;
use super::node_limit::NodeLimit;
use super::work_sharing::{Counts, WaitGroup, offer_to_idle};
use crate::{InterleavedSearch, Path, Pool, Progress, Search, Space, Subproblem, WorkSource, yield_now};

/// The number of roots queued between two yields.
const ROOTS_BETWEEN_YIELDS: usize = 1 << 12;

/// The number of rounds of steps between two yields.
const STEPS_BETWEEN_YIELDS: usize = 64;

/// The length of the queue from which on subproblems are no longer split, to bound its memory.
const MAX_QUEUED: usize = 1 << 18;

/// A search for a solution by other means, run beside this one. It returns early once the flag is set.
pub type SideSearch<'s> = Box<dyn FnOnce(&CancelToken) -> Option<Vec<u8>> + Send + 's>;

/// The policy by which a search is split into subproblems.
pub struct SplitPolicy<'s, N> {
    /// Subproblems with at most this many moves left are not split.
    pub unsplit_depth: u8,
    /// The priority of a node with its moves left: the smaller, the likelier it leads to a solution.
    pub estimate: Estimate<'s, N>,
}

/// A function from a node and its moves left to its priority.
pub type Estimate<'s, N> = Box<dyn Fn(&N, u8) -> i64 + Send + Sync + 's>;

/// The subproblems that wait, and the counts of those that ended.
struct Frontier<N> {
    /// The waiting subproblems, by estimate. Of equal estimates the last pushed comes first: it is mostly the deepest.
    queue: BucketQueue<Subproblem<N>>,
    /// The number of subproblems being split, which will add others.
    splitting: usize,
    /// The counts of the subproblems that ended.
    counts: Counts,
}

impl<N: Clone> Frontier<N> {
    fn is_exhausted(&self) -> bool {
        self.queue.len() == 0 && self.splitting == 0
    }
}

/// The reason why a search was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenUp {
    /// It reached its node limit, with tables not known to be intact.
    TooManyNodes,
    /// The caller's budget of nodes was spent.
    Budget,
}

/// One search to a bound, shared by threads.
pub struct SharedFrontier<'s, S: Space> {
    space: &'s S,
    split: SplitPolicy<'s, S::Node>,
    frontier: Mutex<Frontier<S::Node>>,
    workers: WaitGroup,
    /// The number of solutions after which the search ends, by default 1.
    pub solution_count: usize,
    /// Whether enough solutions were found or the frontier is exhausted. Checked by every thread, so that all stop
    /// early. By default a token of its own; set to a child of the caller's token, it also ends the side search when the
    /// caller cancels.
    pub is_done: CancelToken,
    /// The nodes expanded so far, including those of earlier searches under the same limit.
    expanded: AtomicU64,
    limit: &'s NodeLimit,
    /// The caller's budget of nodes, including those of earlier searches. By default there is none.
    pub budget: u64,
    /// Why the search was given up.
    given_up: Mutex<Option<GivenUp>>,
    paths: Mutex<Vec<Vec<u8>>>,
}

impl<'s, S> SharedFrontier<'s, S>
where
    S: Space + Sync,
    S::Node: Send + Sync,
    S::Children: Send,
    S::Plan: Send,
{
    /// Creates the search for solutions `depth` moves from any of `roots`, each given with the path that leads to it,
    /// within a node limit, of which `spent` nodes are used up.
    pub async fn new(
        space: &'s S,
        roots: Vec<(Path, S::Node)>,
        depth: u8,
        split: SplitPolicy<'s, S::Node>,
        (limit, spent): (&'s NodeLimit, u64),
    ) -> SharedFrontier<'s, S> {
        let mut queue = BucketQueue::new();
        for (i, (path, node)) in roots.into_iter().enumerate() {
            if i % ROOTS_BETWEEN_YIELDS == ROOTS_BETWEEN_YIELDS - 1 {
                yield_now().await;
            }
            let estimate = (split.estimate)(&node, depth);
            queue.push(estimate, Subproblem { path, node, depth_left: depth, leaf_depth_left: 0 });
        }
        let frontier = Mutex::new(Frontier { queue, splitting: 0, counts: Counts::default() });
        SharedFrontier {
            space,
            split,
            frontier,
            workers: WaitGroup::default(),
            solution_count: 1,
            is_done: CancelToken::new(),
            expanded: AtomicU64::new(spent),
            limit,
            budget: u64::MAX,
            given_up: Mutex::default(),
            paths: Mutex::default(),
        }
    }

    /// Runs the search with `searches`, which are idle, and with others like them on the idle threads of `pool`.
    /// Returns the solutions found, at least the wanted number if there are as many, and the node counts. The side
    /// search runs on an idle thread, or before the search if there is none.
    ///
    /// # Errors
    /// If the search was given up.
    pub async fn solutions(
        self,
        searches: &mut InterleavedSearch<'s, S>,
        side_search: Option<SideSearch<'s>>,
        pool: Option<&Arc<Pool<'s>>>,
    ) -> Result<(Vec<Vec<u8>>, Counts), GivenUp> {
        let shared = Arc::new(self);
        if let Some(side_search) = side_search {
            let shared = Arc::clone(&shared);
            let job = move || {
                if let Some(path) = side_search(&shared.is_done) {
                    shared.record(path);
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
                let (shared, mut searches) = (Arc::clone(&shared), like.like());
                async move { shared.work(&mut searches, || {}).await }
            });
        };
        offer();
        shared.work(searches, offer).await;
        shared.workers.wait().await;
        shared.is_done.cancel();
        let paths = std::mem::take(&mut *shared.paths.lock().expect("nothing panics with the lock"));
        let given_up = *shared.given_up.lock().expect("nothing panics with the lock");
        if let Some(given_up) = given_up.filter(|_| paths.is_empty()) {
            return Err(given_up);
        }
        Ok((paths, shared.frontier().counts))
    }

    /// Records a solution, and returns whether there are enough.
    fn record(&self, path: Vec<u8>) -> bool {
        let mut paths = self.paths.lock().expect("nothing panics with the lock");
        paths.push(path);
        let enough = paths.len() >= self.solution_count;
        if enough {
            self.is_done.cancel();
        }
        enough
    }

    /// Takes and searches subproblems until the frontier is exhausted or the search is done. Calls `between` at every
    /// yield.
    async fn work(&self, searches: &mut InterleavedSearch<'s, S>, mut between: impl FnMut()) {
        self.workers.join();
        let mut worker = Worker { shared: self, leaves: Vec::new(), split: 0, counts: Counts::default() };
        let mut reported = 0;
        'all: while !self.is_done.is_cancelled() {
            for _ in 0..STEPS_BETWEEN_YIELDS {
                match searches.step(self.space, &mut worker) {
                    Progress::Busy => {}
                    Progress::Idle if self.frontier().is_exhausted() => break 'all,
                    // Another thread is splitting a subproblem.
                    Progress::Idle => break,
                    Progress::Found(path) => {
                        if self.record(path) {
                            break 'all;
                        }
                    }
                }
            }
            let own = worker.counts.expanded + searches.expanded();
            let all = self.expanded.fetch_add(own - reported, Ordering::Relaxed) + own - reported;
            reported = own;
            let reason = match () {
                () if all >= self.budget => Some(GivenUp::Budget),
                () if !self.limit.allows(all) => Some(GivenUp::TooManyNodes),
                () => None,
            };
            if reason.is_some() {
                *self.given_up.lock().expect("nothing panics with the lock") = reason;
                self.is_done.cancel();
            }
            between();
            yield_now().await;
        }
        searches.abandon(&mut worker);
        self.frontier().counts += worker.counts;
        self.workers.leave();
    }

    fn frontier(&self) -> MutexGuard<'_, Frontier<S::Node>> {
        self.frontier.lock().expect("nothing panics with the lock")
    }
}

/// A worker's handle on the shared frontier. The children of split subproblems are published when it takes its next
/// one.
struct Worker<'p, 's, S: Space> {
    shared: &'p SharedFrontier<'s, S>,
    /// The children of split subproblems, with their estimates.
    leaves: Vec<(i64, Subproblem<S::Node>)>,
    /// The number of subproblems split since the last call of `next`.
    split: usize,
    /// The counts of the subproblems that ended.
    counts: Counts,
}

impl<S> WorkSource<S> for Worker<'_, '_, S>
where
    S: Space + Sync,
    S::Node: Send + Sync,
    S::Children: Send,
    S::Plan: Send,
{
    fn next(&mut self) -> Option<Subproblem<S::Node>> {
        let mut frontier = self.shared.frontier();
        frontier.splitting -= std::mem::take(&mut self.split);
        for (estimate, subproblem) in self.leaves.drain(..) {
            frontier.queue.push(estimate, subproblem);
        }
        let mut subproblem = frontier.queue.pop()?;
        let may_split = frontier.queue.len() < MAX_QUEUED && subproblem.path.len() < Path::MAX_LEN;
        if subproblem.depth_left > self.shared.split.unsplit_depth && may_split {
            subproblem.leaf_depth_left = subproblem.depth_left - 1;
            frontier.splitting += 1;
        }
        Some(subproblem)
    }

    fn leaf(&mut self, path: &[u8], node: &S::Node, depth: u8) {
        let estimate = (self.shared.split.estimate)(node, depth);
        let subproblem =
            Subproblem { path: Path::new(path), node: node.clone(), depth_left: depth, leaf_depth_left: 0 };
        self.leaves.push((estimate, subproblem));
    }

    fn finished(&mut self, search: &Search<'_, S>) {
        self.counts += Counts::new(search);
        self.split += usize::from(search.depth_left_at_leaves() > 0);
    }
}
