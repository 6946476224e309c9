//! Many cubes at once: their colours are jobs that threads share.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use cubiform_cube::Cube;
use cubiform_search::{Pool, WorkStatus};

use super::{Analysis, AnalyzeError, Analyzer, ColorResult, IdleSearchers, Request, transpose};
use crate::parallel::work_sharing::JOBS_PER_THREAD;

/// What a source of cubes says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source<K> {
    /// The next cube, and what tells its result from others.
    Cube(K, Cube),
    /// None at the moment.
    NoneYet,
    /// There are no more.
    Over,
}

/// A cube being analyzed: its colours are jobs of their own.
struct Task<K> {
    key: Mutex<Option<K>>,
    cube: Cube,
    by_color: Vec<Mutex<Option<ColorResult>>>,
    unfinished: AtomicUsize,
}

impl Analyzer {
    /// Analyzes all cubes that `source` gives, several searches at a time on each of `threads` threads, until it
    /// gives no more or `stop` is set. `done` gets each result with what came with its cube, in the order in which
    /// they are found. Both are called from any thread; `source` may wait only when it is told so.
    ///
    /// When there is less to do than there are threads, a search is shared among them; node counts then vary.
    ///
    /// # Panics
    /// If `source` or `done` panics.
    pub fn analyze_many<K: Send + Sync>(
        &self,
        request: &Request,
        threads: usize,
        stop: &AtomicBool,
        source: &(dyn Fn(bool) -> Source<K> + Sync),
        done: &(dyn Fn(K, Result<Analysis, AnalyzeError>) + Sync),
    ) {
        let (pool, idle) = (Arc::new(Pool::new(threads.max(1))), IdleSearchers::default());
        pool.work_on_threads(JOBS_PER_THREAD, stop, |_, may_wait| {
            let (key, cube) = match source(may_wait) {
                Source::Cube(key, cube) => (key, cube),
                Source::NoneYet => return WorkStatus::Open,
                Source::Over => return WorkStatus::Over,
            };
            if request.colors.is_empty() {
                done(key, Ok(Analysis::new()));
                return WorkStatus::Open;
            }
            let task = Arc::new(Task {
                key: Mutex::new(Some(key)),
                cube,
                by_color: request.colors.iter().map(|_| Mutex::default()).collect(),
                unfinished: AtomicUsize::new(request.colors.len()),
            });
            for i in 0..request.colors.len() {
                let (pool_of_job, task) = (Arc::clone(&pool), Arc::clone(&task));
                let idle = Arc::clone(&idle);
                pool.add(async move {
                    let pool = Some(&pool_of_job);
                    let results = self.analyze_color(&task.cube, request.colors[i], &idle, pool).await;
                    *task.by_color[i].lock().expect("no job panics with the lock") = Some(results);
                    // The last of the colours puts them together.
                    if task.unfinished.fetch_sub(1, Ordering::AcqRel) == 1 {
                        let result = self.finish(&task, request, pool).await;
                        let key = task.key.lock().expect("no job panics with the lock").take();
                        done(key.expect("it is finished once"), result);
                    }
                });
            }
            WorkStatus::Open
        });
    }

    /// The same for one cube: its colours, and the parts of its searches, are shared among `threads` threads.
    ///
    /// # Errors
    /// If a table turns out to be damaged, or it was stopped.
    ///
    /// # Panics
    /// Never, unless a search does.
    pub fn analyze_shared(
        &self,
        cube: &Cube,
        request: &Request,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Analysis, AnalyzeError> {
        let is_taken = AtomicBool::new(false);
        let source = |_| match is_taken.swap(true, Ordering::Relaxed) {
            false => Source::Cube((), *cube),
            true => Source::Over,
        };
        let result = Mutex::new(Err(AnalyzeError::Cancelled));
        let done = |(), found| *result.lock().expect("nothing panics with the lock") = found;
        self.analyze_many(request, threads, stop, &source, &done);
        result.into_inner().expect("nothing panics with the lock")
    }

    async fn finish<'s, K>(
        &'s self,
        task: &Task<K>,
        request: &'s Request,
        pool: Option<&Arc<Pool<'s>>>,
    ) -> Result<Analysis, AnalyzeError> {
        let take = |result: &Mutex<Option<ColorResult>>| {
            let result = result.lock().expect("no job panics with the lock").take();
            result.expect("every colour is done")
        };
        let by_color: Result<Vec<_>, _> = task.by_color.iter().map(take).collect();
        self.add_solutions(&task.cube, transpose(by_color?), request, pool).await
    }
}
