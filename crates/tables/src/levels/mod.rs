//! The driver of breadth-first fills: one level after the other, on all threads, with reports and cancellation.
//!
//! | module | contents |
//! |--------|----------|
//! | `bits` | sets of states, one bit each |
//! | `row_fill` | fills of numberings whose moves carry whole rows to rows |
//!
//! Three kernels say how states are found: rows of goals ([`goal::row_pass`](crate::goal)), rows of permuted words
//! ([`rows`](crate::rows)), and the pairs of the 4x4x4 (`four::pairs::fill`), which has no rows.

pub(crate) mod bits;
pub(crate) mod row_fill;

use std::ops::Add;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use cubiform_store::fill::{CodeWriter, Filling, Progress, Watch};
use cubiform_threads::Threads;

/// The states of a fill, found level by level.
pub(crate) trait Levels {
    /// Returns the number of all states.
    fn states(&self) -> u64;
    /// Makes the states at distance `depth` the frontier. It is undefined if the fill is cancelled.
    fn advance(&mut self, depth: usize, crew: &Crew<'_>);
    /// Gives the distance `depth` to the states without a distance that are one move from the frontier. Returns their
    /// number; if the fill is cancelled, some of them may be missing.
    fn find(&mut self, depth: usize, crew: &Crew<'_>) -> Count;
    /// Returns the number of states without a distance, if `depth` and all larger distances share a code.
    fn beyond(&self, _depth: usize) -> Option<Count> {
        None
    }
}

/// A number of states.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub(crate) states: u64,
    /// The states up to symmetry.
    pub(crate) orbits: u64,
}

impl Add for Count {
    type Output = Count;

    fn add(self, other: Count) -> Count {
        Count { states: self.states + other.states, orbits: self.orbits + other.orbits }
    }
}

/// The counts of a fill.
#[derive(Default)]
pub(crate) struct Counts {
    /// The complete levels.
    pub(crate) levels: Vec<Count>,
    /// The states found in the level after those.
    pub(crate) partial: Count,
    /// Whether every reachable state has its distance.
    pub(crate) is_complete: bool,
}

impl Counts {
    /// Returns the number of states at each distance, for all complete levels.
    pub(crate) fn histogram(&self) -> Vec<u64> {
        self.levels.iter().map(|level| level.states).collect()
    }

    /// Returns the result of the fill with the writer of its codes.
    pub(crate) fn filling(&self, codes: impl CodeWriter + 'static) -> Filling {
        Filling::new(self.histogram(), self.partial.states, self.is_complete, Box::new(codes))
    }

    /// Finds the levels after the known ones, of which there is at least one, until all are known or the fill is
    /// cancelled.
    pub(crate) fn fill(&mut self, levels: &mut impl Levels, threads: &Threads, watch: &Watch<'_>) {
        self.fill_observed(levels, threads, watch, |_, _| {});
    }

    /// Fills like [`fill`](Self::fill); `observe` receives the distance of each frontier, and the levels.
    pub(crate) fn fill_observed<L: Levels>(
        &mut self,
        levels: &mut L,
        threads: &Threads,
        watch: &Watch<'_>,
        mut observe: impl FnMut(usize, &L),
    ) {
        loop {
            let depth = self.levels.len();
            if let Some(rest) = levels.beyond(depth) {
                self.levels.push(rest);
                self.is_complete = true;
                return;
            }
            let reached = self.histogram().iter().sum::<u64>() + self.partial.states;
            let mut crew = Crew::new(threads, watch);
            crew.progress = Progress { depth, reached, states: levels.states() };
            levels.advance(depth - 1, &crew);
            if watch.cancel.is_cancelled() {
                return;
            }
            observe(depth - 1, levels);
            crew.report();
            self.partial = self.partial + levels.find(depth, &crew);
            if watch.cancel.is_cancelled() {
                return;
            }
            if self.partial.states == 0 {
                self.is_complete = true;
                return;
            }
            self.levels.push(std::mem::take(&mut self.partial));
        }
    }
}

/// The threads that work on a level.
pub(crate) struct Crew<'a> {
    threads: &'a Threads,
    watch: &'a Watch<'a>,
    /// The progress at the beginning of the level.
    progress: Progress,
    /// The number of states found since then.
    found: AtomicU64,
}

impl<'a> Crew<'a> {
    pub(crate) fn new(threads: &'a Threads, watch: &'a Watch<'a>) -> Crew<'a> {
        let progress = Progress { depth: 0, reached: 0, states: 0 };
        Crew { threads, watch, progress, found: AtomicU64::new(0) }
    }

    /// Returns whether the fill is cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.watch.cancel.is_cancelled()
    }

    fn report(&self) {
        let Progress { depth, reached, states } = self.progress;
        let reached = (reached + self.found.load(Relaxed)).min(states);
        (self.watch.report)(Progress { depth, reached, states });
    }

    /// Calls `work` with each of `units` and the buffers of a thread, until all are done or the fill is cancelled.
    /// `work` returns the number of states that it found, for the reports.
    pub(crate) fn each<T: Send, B>(
        &self,
        units: impl Iterator<Item = T> + Send,
        buffers: impl Fn() -> B + Sync,
        work: impl Fn(T, &mut B) -> u64 + Sync,
    ) {
        let queue = Mutex::new(units);
        self.threads.run(|| {
            let mut buffers = buffers();
            loop {
                let next = queue.lock().expect("no worker panics while it holds the lock").next();
                let Some(unit) = next.filter(|_| !self.is_cancelled()) else { return };
                let found = work(unit, &mut buffers);
                if found > 0 {
                    self.found.fetch_add(found, Relaxed);
                    self.report();
                }
            }
        });
    }
}
