//! Work that idle threads may share: the parts of a search, and lists of searches.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use cubiform_search::{Gang, Order, Pool, Turn, park};

use super::analyzer::{Counts, WIDTH};
use crate::space::{Node, TargetSpace};

/// How many parts of a search a thread searches in turns, and how many turns pass before it looks at other jobs.
const GANG: usize = 3;
const TURNS: usize = 64;

/// The parts of a search, which the gangs of any number of threads take from.
#[derive(Default)]
pub(super) struct Parts {
    /// Paths and the nodes that they lead to, the likeliest first.
    pub(super) list: Vec<(Vec<u8>, Node)>,
    /// The moves left after them.
    pub(super) depth: u8,
    /// Taken after `busy` is raised, so that who finds the list taken also sees those who took.
    pub(super) next: AtomicUsize,
    /// How many gangs are at it.
    pub(super) busy: AtomicUsize,
    pub(super) found: AtomicBool,
    pub(super) outcome: Mutex<(Option<Vec<u8>>, Counts)>,
}

impl Parts {
    /// Searches parts that nobody has taken until there are none left or one has a solution; `between` is called now
    /// and then.
    pub(super) async fn search<'s>(
        &self,
        space: &'s TargetSpace,
        order: &'s Order,
        mut between: impl FnMut(),
    ) {
        self.busy.fetch_add(1, Ordering::AcqRel);
        let mut gang = Gang::new(order, GANG);
        let mut counts = Counts::default();
        let next = || self.list.get(self.next.fetch_add(1, Ordering::AcqRel));
        let mut found = None;
        'all: while !self.found.load(Ordering::Relaxed) {
            for _ in 0..TURNS {
                match gang.turn(space, self.depth, next, |search| counts += Counts::of(search)) {
                    Turn::Busy => {}
                    Turn::Done => break 'all,
                    Turn::Found(path) => {
                        found = Some(path);
                        self.found.store(true, Ordering::Relaxed);
                        break 'all;
                    }
                }
            }
            between();
            park().await;
        }
        gang.busy().for_each(|search| counts += Counts::of(search));
        {
            let mut outcome = self.outcome.lock().expect("nothing panics with the lock");
            outcome.1 += counts;
            outcome.0 = found.or(outcome.0.take());
        }
        self.busy.fetch_sub(1, Ordering::Release);
    }
}

/// Work on one of a list.
pub(super) type Work<'s, R> = Pin<Box<dyn Future<Output = R> + Send + 's>>;

/// A list of work that any number of jobs take from.
struct Shared<T, R> {
    list: Vec<T>,
    /// As in [`Parts`].
    next: AtomicUsize,
    /// How many jobs are at some work.
    busy: AtomicUsize,
    /// Results, each with the index of its work.
    results: Mutex<Vec<(usize, R)>>,
}

impl<T, R> Shared<T, R> {
    /// Takes work until there is none left; `between` is called after each.
    async fn take_part<'s>(&self, work: &impl Fn(&T) -> Work<'s, R>, mut between: impl FnMut()) {
        self.busy.fetch_add(1, Ordering::AcqRel);
        loop {
            let i = self.next.fetch_add(1, Ordering::AcqRel);
            let Some(item) = self.list.get(i) else { break };
            let result = work(item).await;
            self.results.lock().expect("nothing panics with the lock").push((i, result));
            between();
        }
        self.busy.fetch_sub(1, Ordering::Release);
    }
}

/// Does `work` on each of `list`, helped by the idle threads of `pool`. Results come with the index of what they are
/// of, in no order.
pub(super) async fn shared<'s, T, R, W>(
    list: Vec<T>,
    pool: Option<&Arc<Pool<'s>>>,
    work: W,
) -> Vec<(usize, R)>
where
    T: Send + Sync + 's,
    R: Send + 's,
    W: Fn(&T) -> Work<'s, R> + Send + Sync + 's,
{
    let shared = Arc::new(Shared {
        list,
        next: AtomicUsize::new(0),
        busy: AtomicUsize::new(0),
        results: Mutex::default(),
    });
    let work = Arc::new(work);
    let offer = || {
        if let Some(pool) = pool.filter(|pool| pool.has_idle_threads()) {
            for _ in 0..WIDTH {
                let (shared, work) = (Arc::clone(&shared), Arc::clone(&work));
                pool.add(async move { shared.take_part(&*work, || {}).await });
            }
        }
    };
    offer();
    shared.take_part(&*work, offer).await;
    // Helpers that have not begun will find nothing left; those that have are in some thread's hand.
    while shared.busy.load(Ordering::Acquire) > 0 {
        park().await;
    }
    std::mem::take(&mut shared.results.lock().expect("nothing panics with the lock"))
}
