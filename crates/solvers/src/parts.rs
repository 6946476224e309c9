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
use crate::sharing::{Counts, Hands, offer};
use crate::waiting::Waiting;

/// By how much more nodes a move more takes: as many as canonical sequences of all 18 moves that are a move longer.
pub(crate) const GROWTH: f64 = 13.35;

/// How many parts are put in order before its thread looks at other jobs.
const BETWEEN_PARKS: usize = 1 << 12;

/// How many turns of a gang pass before its thread looks at other jobs.
const TURNS: usize = 64;

/// While so many parts wait, none are split: they have to be kept in memory.
const MOST_WAITING: usize = 1 << 18;

/// Work beside a search that may come upon a solution, a path, by itself. It gives up when the flag is set.
pub(crate) type Aside<'s> = Box<dyn FnOnce(&AtomicBool) -> Option<Vec<u8>> + Send + 's>;

/// How a search is split into parts.
pub(crate) struct Split<'s, N> {
    /// Parts with at most so many moves left are searched whole.
    pub(crate) whole: u8,
    /// Of two nodes, each with the moves that it has left, the likelier to lead to a solution has the lesser one.
    pub(crate) remoteness: Remoteness<'s, N>,
}

type Remoteness<'s, N> = Box<dyn Fn(&N, u8) -> i64 + Send + Sync + 's>;

/// What is left to be searched.
struct Front<N> {
    /// By remoteness. Of those with the same the last to come is the deepest, mostly.
    waiting: Waiting<Subproblem<N>>,
    /// How many parts are being split: more will wait.
    splitting: usize,
    /// What those took that are over.
    took: Counts,
}

impl<N: Clone> Front<N> {
    fn is_over(&self) -> bool {
        self.waiting.len() == 0 && self.splitting == 0
    }
}

/// A search was given up: it expanded more nodes than its limit allows, and its tables are not known to be intact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooManyNodes;

/// The parts of a search.
pub(crate) struct Parts<'s, S: Space> {
    space: &'s S,
    split: Split<'s, S::Node>,
    front: Mutex<Front<S::Node>>,
    hands: Hands,
    /// How many solutions are enough.
    wanted: usize,
    /// Whether so many have been found, or there is nothing left to search.
    over: AtomicBool,
    /// The nodes expanded so far, those of earlier searches that count with this one among them, and their limit.
    expanded: AtomicU64,
    limit: &'s NodeLimit,
    /// Whether the search was given up at the limit.
    is_given_up: AtomicBool,
    found: Mutex<Vec<Vec<u8>>>,
}

impl<'s, S> Parts<'s, S>
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
        split: Split<'s, S::Node>,
        (limit, spent): (&'s NodeLimit, u64),
    ) -> Parts<'s, S> {
        let mut waiting = Waiting::new();
        for (i, (path, node)) in roots.into_iter().enumerate() {
            if i % BETWEEN_PARKS == BETWEEN_PARKS - 1 {
                yield_now().await;
            }
            let remoteness = (split.remoteness)(&node, depth);
            waiting.push(remoteness, Subproblem { path, node, depth_left: depth, leaf_depth_left: 0 });
        }
        let front = Mutex::new(Front { waiting, splitting: 0, took: Counts::default() });
        Parts {
            space,
            split,
            front,
            hands: Hands::default(),
            wanted: 1,
            over: AtomicBool::new(false),
            expanded: AtomicU64::new(spent),
            limit,
            is_given_up: AtomicBool::new(false),
            found: Mutex::default(),
        }
    }

    /// Until `wanted` solutions are found, instead of one.
    pub(crate) fn wanting(self, wanted: usize) -> Parts<'s, S> {
        Parts { wanted, ..self }
    }

    /// Searches the parts with `gang`, which has nothing else to do, helped by others like it on the idle threads of `pool`:
    /// solutions, at least as many as are wanted if there are, and what it took. What is to be done aside is done by an
    /// idle thread, or if there is none, before the search.
    ///
    /// # Errors
    /// If it was given up at the limit of nodes, which the tables do not pass.
    pub(crate) async fn solutions(
        self,
        gang: &mut InterleavedSearch<'s, S>,
        aside: Option<Aside<'s>>,
        pool: Option<&Arc<Pool<'s>>>,
    ) -> Result<(Vec<Vec<u8>>, Counts), TooManyNodes> {
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
        let like = gang.like();
        let offer = || {
            offer(pool, 1, || {
                let (parts, mut gang) = (Arc::clone(&parts), like.like());
                async move { parts.take_part(&mut gang, || {}).await }
            });
        };
        offer();
        parts.take_part(gang, offer).await;
        parts.hands.gone().await;
        parts.over.store(true, Ordering::Relaxed);
        let found = std::mem::take(&mut *parts.found.lock().expect("nothing panics with the lock"));
        if found.is_empty() && parts.is_given_up.load(Ordering::Relaxed) {
            return Err(TooManyNodes);
        }
        Ok((found, parts.front().took))
    }

    /// Keeps a solution; whether it is enough.
    fn keep(&self, path: Vec<u8>) -> bool {
        let mut found = self.found.lock().expect("nothing panics with the lock");
        found.push(path);
        let enough = found.len() >= self.wanted;
        if enough {
            self.over.store(true, Ordering::Relaxed);
        }
        enough
    }

    /// Searches parts that nobody has taken until there are none left or enough has been found; `between` is called now
    /// and then.
    async fn take_part(&self, gang: &mut InterleavedSearch<'s, S>, mut between: impl FnMut()) {
        self.hands.join();
        let mut share = Share { parts: self, leaves: Vec::new(), split: 0, took: Counts::default() };
        let mut told = 0;
        'all: while !self.over.load(Ordering::Relaxed) {
            for _ in 0..TURNS {
                match gang.step(self.space, &mut share) {
                    Progress::Busy => {}
                    Progress::Idle if self.front().is_over() => break 'all,
                    // Another thread splits what there is.
                    Progress::Idle => break,
                    Progress::Found(path) => {
                        if self.keep(path) {
                            break 'all;
                        }
                    }
                }
            }
            let own = share.took.expanded + gang.expanded();
            let all = self.expanded.fetch_add(own - told, Ordering::Relaxed) + own - told;
            told = own;
            if !self.limit.allows(all) {
                self.is_given_up.store(true, Ordering::Relaxed);
                self.over.store(true, Ordering::Relaxed);
            }
            between();
            yield_now().await;
        }
        gang.abandon(&mut share);
        self.front().took += share.took;
        self.hands.leave();
    }

    fn front(&self) -> MutexGuard<'_, Front<S::Node>> {
        self.front.lock().expect("nothing panics with the lock")
    }
}

/// What one gang has of the parts. What it comes upon is told to the others when it takes its next part.
struct Share<'p, 's, S: Space> {
    parts: &'p Parts<'s, S>,
    /// What the parts that it split led to, each with its remoteness.
    leaves: Vec<(i64, Subproblem<S::Node>)>,
    /// How many parts it has split.
    split: usize,
    /// What the parts took that it is through with.
    took: Counts,
}

impl<S> WorkSource<S> for Share<'_, '_, S>
where
    S: Space + Sync,
    S::Node: Send + Sync,
    S::Children: Send,
    S::Plan: Send,
{
    fn next(&mut self) -> Option<Subproblem<S::Node>> {
        let mut front = self.parts.front();
        front.splitting -= std::mem::take(&mut self.split);
        for (remoteness, part) in self.leaves.drain(..) {
            front.waiting.push(remoteness, part);
        }
        let mut part = front.waiting.pop()?;
        let may_wait = front.waiting.len() < MOST_WAITING && part.path.len() < Path::MAX_LEN;
        if part.depth_left > self.parts.split.whole && may_wait {
            part.leaf_depth_left = part.depth_left - 1;
            front.splitting += 1;
        }
        Some(part)
    }

    fn leaf(&mut self, path: &[u8], node: &S::Node, depth: u8) {
        let remoteness = (self.parts.split.remoteness)(node, depth);
        let part =
            Subproblem { path: Path::new(path), node: node.clone(), depth_left: depth, leaf_depth_left: 0 };
        self.leaves.push((remoteness, part));
    }

    fn finished(&mut self, search: &Search<'_, S>) {
        self.took += Counts::of(search);
        self.split += usize::from(search.depth_left_at_leaves() > 0);
    }
}
