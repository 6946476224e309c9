//! Models of the shared frontier and of shared lists: Shuttle runs each under many schedules of its threads.

use std::sync::{Arc, OnceLock};

use cubiform_threads::sync::Mutex;
use cubiform_threads::sync::atomic::{AtomicUsize, Ordering};
use cubiform_threads::{CancelToken, Threads};
use shuttle::thread;

use super::node_limit::NodeLimit;
use super::shared_frontier::{GivenUp, SharedFrontier, SplitPolicy};
use super::work_sharing::{Counts, map_shared};
use crate::{InterleavedSearch, MoveOrder, Path, Pool, Space, WorkStatus, yield_now};

/// The number of schedules tried for each model. A model is so small that threads are often held up between any two of
/// their steps until all others are done.
const SCHEDULES: usize = 20_000;

/// The number of threads.
const THREADS: usize = 2;

/// The moves to a leaf.
const DEPTH: u8 = 2;

/// The binary tree. A node is the number of its path in binary, with a leading 1.
struct Tree {
    /// The leaves that are goals, as a bit mask of the numbers of their paths.
    goals: u64,
}

impl Space for Tree {
    type Node = u64;
    type Children = [u64; 2];
    type Plan = ();
    type Requests = ();

    fn plan(&self, _: &u64, _: u8) {}

    fn expand(&self, _: &(), parent: &u64, _: u64, children: &mut [u64; 2], (): &mut ()) -> u32 {
        *children = [2 * parent, 2 * parent + 1];
        0
    }

    fn prune(&self, _: &(), _: &u64, _: &mut [u64; 2], alive: u64, _: usize, (): &()) -> u64 {
        alive
    }

    fn commit(&self, _: &(), _: &u64, children: &[u64; 2], m: u8, child: &mut u64) {
        *child = children[usize::from(m)];
    }

    fn is_goal(&self, node: &u64) -> bool {
        node >> DEPTH == 1 && self.goals >> (node & !(1 << DEPTH)) & 1 == 1
    }
}

type Outcome = Result<(Vec<Vec<u8>>, Counts), GivenUp>;

/// Searches a tree for goals on a pool of `THREADS` threads, until `stop` is set. Returns the outcome of the
/// search, if it ended.
fn search(
    tree: &'static Tree,
    solution_count: usize,
    limit: &'static NodeLimit,
    stop: &CancelToken,
) -> Option<Outcome> {
    static ORDER: OnceLock<MoveOrder> = OnceLock::new();
    let order = ORDER.get_or_init(|| MoveOrder::new(2, |_, _| true));
    let pool = Arc::new(Pool::new(&Threads::new(THREADS)));
    let outcome = Arc::new(Mutex::new(None));
    let (inner, result) = (Arc::clone(&pool), Arc::clone(&outcome));
    pool.add(async move {
        let split = SplitPolicy { unsplit_depth: 1, estimate: Box::new(|node, _| -(*node as i64)) };
        let roots = vec![(Path::new(&[]), 1)];
        let mut frontier = SharedFrontier::new(tree, roots, DEPTH, split, (limit, 0)).await;
        frontier.solution_count = solution_count;
        let mut searches = InterleavedSearch::new(order, 2);
        let paths = frontier.solutions(&mut searches, None, Some(&inner)).await;
        *result.lock().unwrap() = Some(paths);
    });
    run(&pool, stop);
    // Helpers that never began are dropped with the pool.
    drop(pool);
    outcome.lock().unwrap().take()
}

fn run(pool: &Arc<Pool<'static>>, stop: &CancelToken) {
    let start = |_| {
        let (pool, stop) = (Arc::clone(pool), stop.clone());
        thread::spawn(move || pool.work(1, &stop, |_, _| WorkStatus::Over))
    };
    let threads: Vec<_> = (0..THREADS).map(start).collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

fn unlimited() -> &'static NodeLimit {
    static LIMIT: OnceLock<NodeLimit> = OnceLock::new();
    LIMIT.get_or_init(|| NodeLimit::new(u64::MAX))
}

#[test]
fn no_subproblem_is_lost_or_searched_twice() {
    static ALL: Tree = Tree { goals: 0b1111 };
    shuttle::check_random(
        || {
            let outcome = search(&ALL, usize::MAX, unlimited(), &CancelToken::never());
            let (mut paths, counts) = outcome.unwrap().unwrap();
            paths.sort_unstable();
            let path = |leaf: u8| (0..DEPTH).rev().map(|bit| leaf >> bit & 1).collect::<Vec<u8>>();
            assert_eq!(paths, (0..4).map(path).collect::<Vec<_>>());
            // Each inner node once.
            assert_eq!(counts.expanded, 3);
        },
        SCHEDULES,
    );
}

#[test]
fn search_without_solution_ends_on_all_threads() {
    static NONE: Tree = Tree { goals: 0 };
    shuttle::check_random(
        || {
            let outcome = search(&NONE, 1, unlimited(), &CancelToken::never());
            let (paths, counts) = outcome.unwrap().unwrap();
            assert_eq!((paths.len(), counts.expanded), (0, 3));
        },
        SCHEDULES,
    );
}

#[test]
fn solution_on_one_thread_ends_the_others() {
    static ONE: Tree = Tree { goals: 1 << 2 };
    shuttle::check_random(
        || {
            let outcome = search(&ONE, 1, unlimited(), &CancelToken::never());
            let (paths, counts) = outcome.unwrap().unwrap();
            assert_eq!(paths, [[1, 0]]);
            assert!(counts.expanded <= 3);
        },
        SCHEDULES,
    );
}

#[test]
fn node_limit_ends_all_threads() {
    static NONE: Tree = Tree { goals: 0 };
    static LIMIT: OnceLock<NodeLimit> = OnceLock::new();
    let limit = LIMIT.get_or_init(|| NodeLimit::new(0));
    shuttle::check_random(
        || {
            let outcome = search(&NONE, 1, limit, &CancelToken::never());
            // A search that ends between two checks of the limit is not given up.
            assert!(
                outcome
                    .unwrap()
                    .map_or_else(|reason| reason == GivenUp::TooManyNodes, |(paths, _)| paths.is_empty())
            );
        },
        SCHEDULES,
    );
}

#[test]
fn stop_ends_all_threads_wherever_the_search_is() {
    static ALL: Tree = Tree { goals: 0b1111 };
    shuttle::check_random(
        || {
            let stop = CancelToken::new();
            let canceller = {
                let stop = stop.clone();
                thread::spawn(move || stop.cancel())
            };
            if let Some(outcome) = search(&ALL, usize::MAX, unlimited(), &stop) {
                assert_eq!(outcome.unwrap().0.len(), 4, "what ended is complete");
            }
            canceller.join().unwrap();
        },
        SCHEDULES,
    );
}

/// A waiter that finds the list empty must see every worker that took an item: a worker registers first.
#[test]
fn map_shared_waits_for_every_item() {
    shuttle::check_random(
        || {
            let pool = Arc::new(Pool::new(&Threads::new(THREADS)));
            let sum = Arc::new(AtomicUsize::new(0));
            let (inner, result) = (Arc::clone(&pool), Arc::clone(&sum));
            pool.add(async move {
                let work = |item: &usize| -> super::work_sharing::Work<'static, usize> {
                    let item = *item;
                    Box::pin(async move {
                        yield_now().await;
                        item
                    })
                };
                let mut results = map_shared(vec![1, 10, 100], Some(&inner), work).await;
                results.sort_unstable();
                assert_eq!(results, [(0, 1), (1, 10), (2, 100)]);
                result.store(1, Ordering::Relaxed);
            });
            run(&pool, &CancelToken::never());
            assert_eq!(sum.load(Ordering::Relaxed), 1, "the job ended");
        },
        SCHEDULES,
    );
}
