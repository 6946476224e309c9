//! The parts of a search, the likeliest first, which the gangs of any number of threads take from.
//!
//! A search to a bound begins as one part. A part with many moves left is split by a move, and what it leads to are parts
//! that wait with all others, so that what is searched next is always what looks likeliest of all that is known. That
//! saves nothing where there is no solution, and a quarter of the children of an F2L search where there is one.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use cubiform_search::{Gang, Order, Part, Pool, Search, Space, Supplier, Turn, park};

use crate::sharing::{Counts, Hands, offer};

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
    /// By remoteness. Of those with the same the last to come is the first to be searched: it is the deepest, mostly.
    waiting: BTreeMap<i64, Vec<Part<N>>>,
    count: usize,
    /// How many parts are being split: more will wait.
    splitting: usize,
    /// What those took that are over.
    took: Counts,
}

impl<N> Front<N> {
    fn is_over(&self) -> bool {
        self.count == 0 && self.splitting == 0
    }

    fn push(&mut self, remoteness: i64, part: Part<N>) {
        self.waiting.entry(remoteness).or_default().push(part);
        self.count += 1;
    }

    fn pop(&mut self) -> Option<Part<N>> {
        let mut nearest = self.waiting.first_entry()?;
        let part = nearest.get_mut().pop();
        if nearest.get().is_empty() {
            nearest.remove();
        }
        self.count -= 1;
        part
    }
}

/// The parts of a search.
pub(crate) struct Parts<'s, S: Space> {
    space: &'s S,
    split: Split<'s, S::Node>,
    front: Mutex<Front<S::Node>>,
    hands: Hands,
    /// How many parts a thread searches in turns.
    gang: usize,
    /// How many solutions are enough.
    wanted: usize,
    /// Whether so many have been found, or there is nothing left to search.
    over: AtomicBool,
    found: Mutex<Vec<Vec<u8>>>,
}

impl<'s, S> Parts<'s, S>
where
    S: Space + Sync,
    S::Node: Send + Sync,
    S::Brood: Send,
    S::Plan: Send,
{
    /// The search of all that is `depth` moves from these nodes, each with the path that leads to it, `gang` parts at a
    /// time on each thread.
    pub(crate) fn new(
        space: &'s S,
        roots: Vec<(Vec<u8>, S::Node)>,
        depth: u8,
        split: Split<'s, S::Node>,
        gang: usize,
    ) -> Parts<'s, S> {
        let (over, found) = (AtomicBool::new(false), Mutex::default());
        let front = Front { waiting: BTreeMap::new(), count: 0, splitting: 0, took: Counts::default() };
        let front = Mutex::new(front);
        let parts = Parts { space, split, front, hands: Hands::default(), gang, wanted: 1, over, found };
        for (path, node) in roots {
            parts.wait(Part { path, node, depth, left: 0 });
        }
        parts
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
        parts.hands.gone().await;
        parts.over.store(true, Ordering::Relaxed);
        let found = std::mem::take(&mut *parts.found.lock().expect("nothing panics with the lock"));
        (found, parts.front().took)
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
    async fn take_part(&self, order: &'s Order, mut between: impl FnMut()) {
        self.hands.join();
        let mut gang = Gang::new(order, self.gang);
        'all: while !self.over.load(Ordering::Relaxed) {
            for _ in 0..TURNS {
                match gang.turn(self.space, self) {
                    Turn::Busy => {}
                    Turn::Idle if self.front().is_over() => break 'all,
                    // Another thread splits what there is.
                    Turn::Idle => break,
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
        gang.busy().for_each(|search| self.front().took += Counts::of(search));
        self.hands.leave();
    }

    /// Has a part wait for its turn.
    fn wait(&self, part: Part<S::Node>) {
        let remoteness = (self.split.remoteness)(&part.node, part.depth);
        self.front().push(remoteness, part);
    }

    fn front(&self) -> MutexGuard<'_, Front<S::Node>> {
        self.front.lock().expect("nothing panics with the lock")
    }
}

impl<S> Supplier<S> for Parts<'_, S>
where
    S: Space + Sync,
    S::Node: Send + Sync,
    S::Brood: Send,
    S::Plan: Send,
{
    fn next(&self) -> Option<Part<S::Node>> {
        let mut front = self.front();
        let mut part = front.pop()?;
        if part.depth > self.split.whole && front.count < MOST_WAITING {
            part.left = part.depth - 1;
            front.splitting += 1;
        }
        Some(part)
    }

    fn leaf(&self, path: &[u8], node: &S::Node, depth: u8) {
        self.wait(Part { path: path.to_vec(), node: node.clone(), depth, left: 0 });
    }

    fn ended(&self, search: &Search<'_, S>) {
        let mut front = self.front();
        front.took += Counts::of(search);
        front.splitting -= usize::from(search.left() > 0);
    }
}
