//! The analysis of many cubes on several threads: each frame of a cube is one job.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Poll;

use cubiform_cube::Cube;
use cubiform_search::parallel::JOBS_PER_THREAD;
use cubiform_search::{Pool, WorkStatus};
use cubiform_threads::{CancelToken, Threads};

use super::{Analysis, AnalyzeError, Analyzer, FrameResult, IdleSearchers, Request, transpose};

/// A function that takes the result of a cube.
type Callback<'a> = Box<dyn FnOnce(Result<Analysis, AnalyzeError>) + Send + 'a>;

/// A cube being analysed, with one job for each frame.
struct Task<'a> {
    done: Mutex<Option<Callback<'a>>>,
    cube: Cube,
    by_frame: Vec<Mutex<Option<FrameResult>>>,
    unfinished: AtomicUsize,
}

impl Analyzer {
    /// Analyses the cubes of `source` on `threads` threads, until `source` has no more or `stop` is set. `done` receives
    /// the key of each cube and its result, in the order in which the results are ready.
    ///
    /// Both closures are called from any thread. `source` returns the next cube with its key, `Ready(None)` if there are
    /// no more cubes, and `Pending` if there is none yet; its argument is whether it may block until there is one.
    ///
    /// If there are fewer jobs than threads, idle threads share the searches that are left; node counts then vary from
    /// run to run.
    ///
    /// # Panics
    /// If `source` or `done` panics.
    pub fn analyze_many<K: Send>(
        &self,
        request: &Request,
        threads: &Threads,
        stop: &CancelToken,
        source: &(dyn Fn(bool) -> Poll<Option<(K, Cube)>> + Sync),
        done: &(dyn Fn(K, Result<Analysis, AnalyzeError>) + Sync),
    ) {
        let with_key = |(key, cube)| (cube, Box::new(move |result| done(key, result)) as Callback<'_>);
        self.analyze_each(request, threads, stop, &|may_wait| {
            source(may_wait).map(|next| next.map(with_key))
        });
    }

    /// Analyses cubes as [`analyze_many`](Self::analyze_many) does. The search is compiled in this crate, since nothing
    /// here is generic.
    fn analyze_each<'a>(
        &self,
        request: &Request,
        threads: &Threads,
        stop: &CancelToken,
        source: &(dyn Fn(bool) -> Poll<Option<(Cube, Callback<'a>)>> + Sync),
    ) {
        let (pool, idle) = (Arc::new(Pool::new(threads)), IdleSearchers::default());
        pool.work_on_threads(JOBS_PER_THREAD, stop, |_, may_wait| {
            let (cube, done) = match source(may_wait) {
                Poll::Ready(Some(next)) => next,
                Poll::Ready(None) => return WorkStatus::Over,
                Poll::Pending => return WorkStatus::Open,
            };
            if request.frames.is_empty() {
                done(Ok(Analysis::new()));
                return WorkStatus::Open;
            }
            let task = Arc::new(Task {
                done: Mutex::new(Some(done)),
                cube,
                by_frame: request.frames.iter().map(|_| Mutex::default()).collect(),
                unfinished: AtomicUsize::new(request.frames.len()),
            });
            for i in 0..request.frames.len() {
                let (pool_of_job, task) = (Arc::clone(&pool), Arc::clone(&task));
                let idle = Arc::clone(&idle);
                pool.add(async move {
                    let pool = Some(&pool_of_job);
                    let results = self.analyze_frame(&task.cube, request.frames[i], &idle, pool).await;
                    *task.by_frame[i].lock().expect("no job panics with the lock") = Some(results);
                    // The last frame to be done assembles the result.
                    if task.unfinished.fetch_sub(1, Ordering::AcqRel) == 1 {
                        let result = self.finish(&task, request, pool).await;
                        let done = task.done.lock().expect("no job panics with the lock").take();
                        done.expect("it is finished once")(result);
                    }
                });
            }
            WorkStatus::Open
        });
    }

    /// Analyses one cube on `threads` threads, which share its frames and the subproblems of its searches.
    ///
    /// # Errors
    /// If a table is or may be damaged, or `stop` was set.
    ///
    /// # Panics
    /// If a search panics.
    pub fn analyze_shared(
        &self,
        cube: &Cube,
        request: &Request,
        threads: &Threads,
        stop: &CancelToken,
    ) -> Result<Analysis, AnalyzeError> {
        let is_taken = AtomicBool::new(false);
        let source = |_| match is_taken.swap(true, Ordering::Relaxed) {
            false => Poll::Ready(Some(((), *cube))),
            true => Poll::Ready(None),
        };
        let result = Mutex::new(Err(AnalyzeError::Cancelled));
        let done = |(), analysis| *result.lock().expect("nothing panics with the lock") = analysis;
        self.analyze_many(request, threads, stop, &source, &done);
        result.into_inner().expect("nothing panics with the lock")
    }

    /// Assembles the results of all frames and adds the solutions.
    async fn finish<'s>(
        &'s self,
        task: &Task<'_>,
        request: &'s Request,
        pool: Option<&Arc<Pool<'s>>>,
    ) -> Result<Analysis, AnalyzeError> {
        let take = |result: &Mutex<Option<FrameResult>>| {
            let result = result.lock().expect("no job panics with the lock").take();
            result.expect("every frame is done")
        };
        let by_frame: Result<Vec<_>, _> = task.by_frame.iter().map(take).collect();
        self.add_solutions(&task.cube, transpose(by_frame?), request, pool).await
    }
}
