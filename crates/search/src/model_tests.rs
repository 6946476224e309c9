//! Models of the pool: Shuttle runs each under many schedules of its threads.
//!
//! A panic is no subject for a model: Shuttle runs all threads on one, where the unwinding of one would be that of all.
//! `pool::tests` covers it on threads of the system.

use std::sync::Arc;

use cubiform_threads::sync::atomic::{AtomicUsize, Ordering};
use cubiform_threads::{CancelToken, Threads};
use shuttle::thread;

use crate::{Pool, WorkStatus, yield_now};

/// The number of schedules tried for each model.
const SCHEDULES: usize = 1000;

/// The number of threads of a pool.
const THREADS: usize = 3;

/// Counts itself when it is dropped.
struct DropCounter(Arc<AtomicUsize>);

impl Drop for DropCounter {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Runs jobs on `THREADS` threads until `work` returns on all of them.
fn run(work: impl Fn() + Send + Sync + 'static) {
    let work = Arc::new(work);
    let start = |_| {
        let work = Arc::clone(&work);
        thread::spawn(move || work())
    };
    let threads: Vec<_> = (0..THREADS).map(start).collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

#[test]
fn jobs_and_the_jobs_that_they_add_run_once() {
    let model = || {
        let pool = Arc::new(Pool::new(&Threads::new(THREADS)));
        let ran = Arc::new(AtomicUsize::new(0));
        for _ in 0..2 {
            let (inner, ran) = (Arc::clone(&pool), Arc::clone(&ran));
            pool.add(async move {
                let ran_by_child = Arc::clone(&ran);
                inner.add(async move {
                    yield_now().await;
                    ran_by_child.fetch_add(10, Ordering::Relaxed);
                });
                yield_now().await;
                ran.fetch_add(1, Ordering::Relaxed);
            });
        }
        let shared = Arc::clone(&pool);
        run(move || shared.work(1, &CancelToken::never(), |_, _| WorkStatus::Over));
        assert_eq!(ran.load(Ordering::Relaxed), 22);
    };
    shuttle::check_random(model, SCHEDULES);
}

#[test]
fn all_refilled_jobs_run_before_work_returns() {
    let model = || {
        let pool = Arc::new(Pool::new(&Threads::new(THREADS)));
        let (left, ran) = (AtomicUsize::new(4), Arc::new(AtomicUsize::new(0)));
        let (shared, counter) = (Arc::clone(&pool), Arc::clone(&ran));
        run(move || {
            shared.work(1, &CancelToken::never(), |pool, _| {
                let take = |left: usize| left.checked_sub(1);
                if left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_err() {
                    return WorkStatus::Over;
                }
                let counter = Arc::clone(&counter);
                pool.add(async move {
                    yield_now().await;
                    counter.fetch_add(1, Ordering::Relaxed);
                });
                WorkStatus::Open
            });
            // No thread returns while a job runs.
            assert_eq!(counter.load(Ordering::Relaxed), 4);
        });
        assert_eq!(ran.load(Ordering::Relaxed), 4);
    };
    shuttle::check_random(model, SCHEDULES);
}

#[test]
fn stop_drops_all_jobs_and_ends_all_threads() {
    let model = || {
        let pool = Arc::new(Pool::new(&Threads::new(THREADS)));
        let dropped = Arc::new(AtomicUsize::new(0));
        let stop = CancelToken::new();
        for i in 0..5 {
            let (guard, stop) = (DropCounter(Arc::clone(&dropped)), stop.clone());
            pool.add(async move {
                let _guard = guard;
                if i == 1 {
                    stop.cancel();
                }
                loop {
                    yield_now().await;
                }
            });
        }
        let shared = Arc::clone(&pool);
        run(move || shared.work(1, &stop, |_, _| WorkStatus::Over));
        assert_eq!(dropped.load(Ordering::Relaxed), 5);
    };
    shuttle::check_random(model, SCHEDULES);
}
