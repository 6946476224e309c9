//! A pipeline that works on items in parallel and delivers the results in order, with a bounded number of items in
//! progress.
//!
//! The items are read on a separate thread, since a read may block forever and must not delay an interruption. The
//! reader takes a permit for each item, and the consumer returns it after the result. This bounds the number of results
//! that wait for a slow item.
//!
//! The reader announces the number of items at their end. A run fails without this announcement, and with fewer results
//! than items, so that output is never taken for complete after a panic in a thread.

use std::any::Any;
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, RecvTimeoutError, TryRecvError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::thread;
use std::time::Duration;

use cubiform_threads::{CancelToken, Threads};

/// The maximum time a server waits for an item before it checks whether to stop.
const PULL_TIMEOUT: Duration = Duration::from_millis(25);

/// The maximum time between two calls of the consumer while there are no results.
const WAIT_INTERVAL: Duration = Duration::from_millis(200);

/// The next item with its number, from 0: `Ready(None)` after the last one, `Pending` if there is none yet.
pub type NextItem<T> = Poll<Option<(usize, T)>>;

/// A function that returns the next item. It waits a moment for one if its argument is true.
pub type Pull<'a, T> = &'a (dyn Fn(bool) -> NextItem<T> + Sync);

/// A function that accepts the result of the item with this number.
pub type Done<'a, R> = &'a (dyn Fn(usize, R) + Sync);

/// An event for the consumer of results.
pub enum Next<R> {
    /// A result, in the order of the items.
    Result(R),
    /// The next result is not available yet. Repeated at least every 200 ms until it is.
    Wait,
}

/// The end of the items.
enum End {
    /// All items have been read. Contains their number.
    Count(usize),
    /// The reader has failed with this message.
    Failed(String),
}

/// The queue of items between the reader and the server.
struct Queue<T> {
    state: Mutex<QueueState<T>>,
    /// Notified when an item is queued and when the items end.
    ready: Condvar,
    /// Notified when a permit is free and when the queue is closed.
    permitted: Condvar,
}

/// The contents of a queue.
struct QueueState<T> {
    items: VecDeque<(usize, T)>,
    permits: usize,
    end: Option<End>,
    /// Whether the run is over, so that no more items are taken.
    is_closed: bool,
}

impl<T> Queue<T> {
    fn new(permits: usize) -> Queue<T> {
        let state = QueueState { items: VecDeque::new(), permits, end: None, is_closed: false };
        Queue { state: Mutex::new(state), ready: Condvar::new(), permitted: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, QueueState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues each item as soon as there is a permit. Returns the number of items, or `None` if the queue is closed
    /// before their end.
    fn fill(&self, items: impl Iterator<Item = T>) -> Option<usize> {
        let mut count = 0;
        let mut items = items;
        loop {
            let mut state = self.state();
            while state.permits == 0 && !state.is_closed {
                state = self.permitted.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            if state.is_closed {
                return None;
            }
            state.permits -= 1;
            drop(state);
            let Some(item) = items.next() else { return Some(count) };
            self.state().items.push_back((count, item));
            self.ready.notify_one();
            count += 1;
        }
    }

    /// Announces the end of the items.
    fn end(&self, end: End) {
        self.state().end = Some(end);
        self.ready.notify_all();
    }

    /// Returns the next item. Waits up to [`PULL_TIMEOUT`] for one if `may_wait`.
    fn pull(&self, may_wait: bool) -> NextItem<T> {
        let mut state = self.state();
        if may_wait && state.items.is_empty() && state.end.is_none() {
            let waited = self.ready.wait_timeout(state, PULL_TIMEOUT);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        match state.items.pop_front() {
            None if state.end.is_none() => Poll::Pending,
            next => Poll::Ready(next),
        }
    }

    /// Returns a permit.
    fn give_permit(&self) {
        self.state().permits += 1;
        self.permitted.notify_one();
    }

    /// Stops the reader.
    fn close(&self) {
        self.state().is_closed = true;
        self.permitted.notify_one();
    }
}

/// A guard that closes the queue at the end of a run and, after an error or a panic, also stops the server.
struct Closing<'a, T> {
    queue: &'a Queue<T>,
    stop: &'a CancelToken,
    has_ended_well: bool,
}

impl<T> Drop for Closing<'_, T> {
    fn drop(&mut self) {
        self.queue.close();
        if !self.has_ended_well {
            self.stop.cancel();
        }
    }
}

/// The reason why a pipeline failed, apart from the errors of the consumer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PipelineError(String);

/// Runs a pipeline: `serve` pulls `items` and delivers their results, and `take` receives the results in the order of
/// the items. At most `permits` items are in progress.
///
/// Ends at the first error of `take`, which sets `stop`, or soon after `stop` is set. `serve` must return when there are
/// no more items.
///
/// # Errors
/// Returns an error of `take`, and an error if a thread panics or cannot be started, or if an item has no result.
pub fn run<T: Send + 'static, R: Send, E: From<PipelineError>>(
    items: impl Iterator<Item = T> + Send + 'static,
    permits: usize,
    stop: &CancelToken,
    serve: impl FnOnce(Pull<'_, T>, Done<'_, R>) + Send,
    mut take: impl FnMut(Next<R>) -> Result<(), E>,
) -> Result<(), E> {
    let no_thread = |e| PipelineError(format!("cannot start a thread: {e}"));
    let (send_result, receive_result) = mpsc::channel();
    let queue = Arc::new(Queue::new(permits));
    let of_reader = Arc::clone(&queue);
    let read = move || {
        let read = catch_unwind(AssertUnwindSafe(|| of_reader.fill(items)));
        match read {
            Ok(Some(count)) => of_reader.end(End::Count(count)),
            Ok(None) => {}
            Err(panic) => of_reader.end(End::Failed(message_of(&*panic))),
        }
    };
    // Not joined, since it may wait for input that never arrives.
    thread::Builder::new().name("reader".into()).spawn(read).map_err(no_thread)?;

    let of_server = &*queue;
    let pull = |may_wait: bool| match stop.is_cancelled() {
        true => Poll::Ready(None),
        false => of_server.pull(may_wait),
    };
    let (mut pending, mut next_number) = (BTreeMap::new(), 0);
    let mut taking = || -> Result<(), E> {
        loop {
            let (number, result) = match receive_result.try_recv() {
                Ok(result) => result,
                Err(TryRecvError::Disconnected) => return Ok(()),
                Err(TryRecvError::Empty) => {
                    take(Next::Wait)?;
                    match receive_result.recv_timeout(WAIT_INTERVAL) {
                        Ok(result) => result,
                        Err(RecvTimeoutError::Timeout) => continue,
                        Err(RecvTimeoutError::Disconnected) => return Ok(()),
                    }
                }
            };
            pending.insert(number, result);
            while let Some(result) = pending.remove(&next_number) {
                take(Next::Result(result))?;
                next_number += 1;
                queue.give_permit();
            }
        }
    };
    let (ended, served) = thread::scope(|scope| {
        let mut closing = Closing { queue: &queue, stop, has_ended_well: false };
        let serve = move || {
            // Sending fails if the consumer has ended already.
            serve(&pull, &|number, result| _ = send_result.send((number, result)));
        };
        let server = thread::Builder::new().name("server".into()).spawn_scoped(scope, serve);
        let server = server.map_err(no_thread)?;
        let ended = taking();
        closing.has_ended_well = ended.is_ok();
        drop(closing);
        Ok::<_, PipelineError>((ended, server.join()))
    })?;
    ended?;
    served.map_err(|panic| {
        PipelineError(format!("this is a bug in cubiform: a thread failed: {}", message_of(&*panic)))
    })?;
    if stop.is_cancelled() {
        return Ok(());
    }
    match queue.state().end.take() {
        Some(End::Failed(why)) => Err(PipelineError(format!("reading the input failed: {why}")).into()),
        Some(End::Count(count)) if count == next_number => Ok(()),
        Some(End::Count(count)) => Err(PipelineError(format!(
            "this is a bug in cubiform: there are {next_number} results for {count} items of the input"
        ))
        .into()),
        None => {
            Err(PipelineError("this is a bug in cubiform: the work ended before the input did".into()).into())
        }
    }
}

/// Returns the message of a panic.
fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason was given".into())
}

/// Serves a pipeline with up to `threads` threads that work on one item at a time. A panic ends all threads and is
/// propagated.
pub fn each<T: Send, R>(
    threads: &Threads,
    pull: Pull<'_, T>,
    done: Done<'_, R>,
    work: impl Fn(T) -> R + Sync,
) {
    let panicked: Mutex<Option<Box<dyn Any + Send>>> = Mutex::default();
    let panic_slot = || panicked.lock().unwrap_or_else(PoisonError::into_inner);
    let serve = || {
        while panic_slot().is_none() {
            match pull(true) {
                Poll::Ready(Some((number, item))) => match catch_unwind(AssertUnwindSafe(|| work(item))) {
                    Ok(result) => done(number, result),
                    Err(panic) => *panic_slot() = Some(panic),
                },
                Poll::Ready(None) => return,
                Poll::Pending => {}
            }
        }
    };
    threads.run(serve);
    let panic = panic_slot().take();
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::time::Instant;

    use super::*;
    use std::sync::atomic::Ordering;

    /// Runs a pipeline whose results are its items. Returns the number of results and the result of the run.
    fn pass_through(items: impl Iterator<Item = u64> + Send + 'static) -> (usize, Result<(), String>) {
        let mut taken = 0;
        let take = |next: Next<u64>| {
            if let Next::Result(_) = next {
                taken += 1;
            }
            Ok(())
        };
        let stop = CancelToken::new();
        let serve =
            |pull: Pull<'_, u64>, done: Done<'_, u64>| each(&Threads::new(3), pull, done, |item| item);
        let ended = run(items, 30, &stop, serve, take);
        (taken, ended.map_err(message))
    }

    fn message(error: PipelineError) -> String {
        error.0
    }

    #[test]
    fn results_are_in_order_and_pending_items_are_bounded() {
        const PERMITS: usize = 100;
        let started = AtomicUsize::new(0);
        let mut taken = 0;
        let work = |item: usize| {
            started.fetch_add(1, Ordering::Relaxed);
            if item == 0 {
                thread::sleep(Duration::from_millis(100));
            }
            item
        };
        let take = |next: Next<usize>| {
            if let Next::Result(item) = next {
                assert_eq!(item, taken);
                assert!(started.load(Ordering::Relaxed) <= taken + PERMITS);
                taken += 1;
            }
            Ok::<(), PipelineError>(())
        };
        let stop = CancelToken::new();
        run(0..20_000usize, PERMITS, &stop, |pull, done| each(&Threads::new(4), pull, done, work), take)
            .unwrap();
        assert_eq!(taken, 20_000);
    }

    #[test]
    fn error_of_the_consumer_ends_an_endless_run() {
        let stop = CancelToken::new();
        let take = |next: Next<u64>| match next {
            Next::Result(5) => Err(PipelineError("five".into())),
            _ => Ok(()),
        };
        let ended = run(0.., 30, &stop, |pull, done| each(&Threads::new(3), pull, done, |item| item), take);
        assert_eq!(message(ended.unwrap_err()), "five");
        assert!(stop.is_cancelled());
    }

    #[test]
    fn stop_ends_a_run_that_waits_for_input() {
        let (sender, receiver) = mpsc::channel::<u8>();
        let stop = CancelToken::new();
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(30));
                stop.cancel();
            });
            let serve =
                |pull: Pull<'_, u8>, done: Done<'_, u8>| each(&Threads::new(2), pull, done, |item| item);
            run(receiver.into_iter(), 8, &stop, serve, |_| Ok::<(), PipelineError>(())).unwrap();
        });
        drop(sender);
    }

    #[test]
    fn panic_of_the_reader_is_an_error_after_the_items_read() {
        let panics_at_1000 = (0..1_000_000u64).inspect(|item| assert_ne!(*item, 1000, "item 1000"));
        let (taken, ended) = pass_through(panics_at_1000);
        assert_eq!(taken, 1000);
        let message = ended.unwrap_err();
        assert!(
            message.starts_with("reading the input failed: ") && message.contains("item 1000"),
            "{message}"
        );
        assert_eq!(pass_through(0..1000), (1000, Ok(())));
    }

    #[test]
    fn panic_of_a_worker_ends_an_endless_run_with_an_error() {
        let (sender, receiver) = mpsc::channel::<u64>();
        (0..10).for_each(|item| sender.send(item).unwrap());
        let stop = CancelToken::new();
        let work = |item: u64| assert_ne!(item, 7, "item 7");
        let ended = run(
            receiver.into_iter(),
            8,
            &stop,
            |pull, done| each(&Threads::new(3), pull, done, work),
            |_| Ok(()),
        );
        let message = message(ended.unwrap_err());
        assert!(message.contains("a thread failed") && message.contains("item 7"), "{message}");
        drop(sender);
    }

    #[test]
    fn missing_result_is_an_error() {
        let stop = CancelToken::new();
        let serve = |pull: Pull<'_, u64>, done: Done<'_, u64>| {
            while let Poll::Ready(Some((number, item))) = pull(true) {
                if number != 3 {
                    done(number, item);
                }
            }
        };
        let ended = run(0..10, 20, &stop, serve, |_| Ok(()));
        assert!(message(ended.unwrap_err()).contains("there are 3 results for 10 items"));
        let ends_early = |pull: Pull<'_, u64>, _: Done<'_, u64>| _ = pull(true);
        let ended = run(0..10, 5, &stop, ends_early, |_| Ok(()));
        assert!(message(ended.unwrap_err()).contains("before the input did"));
    }

    #[test]
    fn consumer_is_called_while_there_are_no_results() {
        let (sender, receiver) = mpsc::channel::<u8>();
        let stop = CancelToken::new();
        let since = Instant::now();
        let mut calls = 0;
        let take = |next: Next<u8>| {
            calls += u32::from(matches!(next, Next::Wait));
            if since.elapsed() > Duration::from_millis(900) {
                return Err(PipelineError("late".into()));
            }
            Ok(())
        };
        let serve = |pull: Pull<'_, u8>, done: Done<'_, u8>| each(&Threads::new(2), pull, done, |item| item);
        run(receiver.into_iter(), 8, &stop, serve, take).unwrap_err();
        assert!((4..50).contains(&calls), "{calls}");
        drop(sender);
    }
}
