//! Many items worked on at once, and their results taken in order, with a bounded number under way.
//!
//! A thread of its own reads the items, since reading may wait for ever and must not hold up an interruption.
//! It needs a permit for each item, and the taker of results gives it back: so however slow one item is, the
//! results that wait for it stay few.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Items that may be under way, for each worker.
const PERMITS: usize = 256;

/// How often an idle worker looks whether it should stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// What the taker of results is told.
pub(crate) enum Next<R> {
    /// A result, in the order of the items.
    Result(R),
    /// The next result is not there yet.
    Wait,
}

/// Has `workers` threads work on `items` and `take` get the results in order; `work` is told how many items are
/// under way.
///
/// Ends at the first error of `take`, or soon after `stop` is set; an error sets it.
pub(crate) fn run<T: Send + 'static, R: Send, E>(
    items: impl Iterator<Item = T> + Send + 'static,
    workers: usize,
    stop: &AtomicBool,
    work: impl Fn(T, usize) -> R + Sync,
    mut take: impl FnMut(Next<R>) -> Result<(), E>,
) -> Result<(), E> {
    let (give_permit, permit) = mpsc::channel();
    let (send_item, receive_item) = mpsc::channel();
    let (send_result, receive_result) = mpsc::channel();
    let under_way = Arc::new(AtomicUsize::new(0));
    for _ in 0..workers * PERMITS {
        let _ = give_permit.send(());
    }
    let counter = Arc::clone(&under_way);
    // Not joined: it may be waiting for input that never comes.
    thread::spawn(move || {
        for numbered in items.enumerate() {
            counter.fetch_add(1, Ordering::Relaxed);
            if send_item.send(numbered).is_err() || permit.recv().is_err() {
                break;
            }
        }
    });

    let receive_item = Mutex::new(receive_item);
    let next_item = || {
        loop {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let received = receive_item.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PATIENCE);
            match received {
                Ok(item) => return Some(item),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..workers {
            let send_result = send_result.clone();
            scope.spawn(|| {
                let send_result = send_result;
                while let Some((number, item)) = next_item() {
                    let result = work(item, under_way.load(Ordering::Relaxed));
                    under_way.fetch_sub(1, Ordering::Relaxed);
                    if send_result.send((number, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send_result);

        let mut early = BTreeMap::new();
        let mut wanted = 0;
        let mut taking = || {
            loop {
                let (number, result) = match receive_result.try_recv() {
                    Ok(result) => result,
                    Err(TryRecvError::Disconnected) => return Ok(()),
                    Err(TryRecvError::Empty) => {
                        take(Next::Wait)?;
                        let Ok(result) = receive_result.recv() else { return Ok(()) };
                        result
                    }
                };
                early.insert(number, result);
                while let Some(result) = early.remove(&wanted) {
                    take(Next::Result(result))?;
                    wanted += 1;
                    let _ = give_permit.send(());
                }
            }
        };
        let ended = taking();
        if ended.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        ended
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_few_wait() {
        let begun = AtomicUsize::new(0);
        let mut taken = 0;
        let work = |item: usize, _| {
            begun.fetch_add(1, Ordering::Relaxed);
            if item == 0 {
                thread::sleep(Duration::from_millis(100));
            }
            item
        };
        let take = |next: Next<usize>| {
            if let Next::Result(item) = next {
                assert_eq!(item, taken);
                assert!(begun.load(Ordering::Relaxed) <= taken + 4 * PERMITS + 1);
                taken += 1;
            }
            Ok::<(), ()>(())
        };
        run(0..20_000usize, 4, &AtomicBool::new(false), work, take).unwrap();
        assert_eq!(taken, 20_000);
    }

    #[test]
    fn an_error_ends_it_though_the_input_never_does() {
        let stop = AtomicBool::new(false);
        let take = |next: Next<u64>| match next {
            Next::Result(5) => Err("five"),
            _ => Ok(()),
        };
        assert_eq!(run(0.., 3, &stop, |item: u64, _| item, take), Err("five"));
        assert!(stop.load(Ordering::Relaxed));
    }

    #[test]
    fn it_stops_while_input_is_awaited() {
        let (sender, receiver) = mpsc::channel::<u8>();
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(30));
                stop.store(true, Ordering::Relaxed);
            });
            run(receiver.into_iter(), 2, &stop, |item, _| item, |_| Ok::<(), ()>(())).unwrap();
        });
        drop(sender);
    }
}
