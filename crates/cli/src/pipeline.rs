//! Many items worked on at once, and their results taken in order, with a bounded number under way.
//!
//! A thread of its own reads the items, since reading may wait for ever and must not hold up an interruption.
//! It needs a permit for each item, and the taker of results gives it back: so however slow one item is, the
//! results that wait for it stay few.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, TryRecvError};
use std::sync::{Mutex, TryLockError};
use std::thread;
use std::time::Duration;

/// How long a server without work waits for an item before it looks whether it should stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// What the server gets when it asks for an item.
pub(crate) enum Pulled<T> {
    /// The next item, with its number.
    Item(usize, T),
    /// None yet.
    NoneYet,
    /// There are no more.
    Over,
}

/// Gives the next item; waits for it only if told so.
pub(crate) type Pull<'a, T> = &'a (dyn Fn(bool) -> Pulled<T> + Sync);

/// Takes the result of the item of this number.
pub(crate) type Done<'a, R> = &'a (dyn Fn(usize, R) + Sync);

/// What the taker of results is told.
pub(crate) enum Next<R> {
    /// A result, in the order of the items.
    Result(R),
    /// The next result is not there yet.
    Wait,
}

/// Has `serve` pull `items`, at most `permits` of them under way, and give results, which `take` gets in order.
///
/// Ends at the first error of `take`, or soon after `stop` is set; an error sets it. `serve` should return then, and
/// when there are no more items.
pub(crate) fn run<T: Send + 'static, R: Send, E>(
    items: impl Iterator<Item = T> + Send + 'static,
    permits: usize,
    stop: &AtomicBool,
    serve: impl FnOnce(Pull<'_, T>, Done<'_, R>) + Send,
    mut take: impl FnMut(Next<R>) -> Result<(), E>,
) -> Result<(), E> {
    let (give_permit, permit) = mpsc::channel();
    let (send_item, receive_item) = mpsc::channel();
    let (send_result, receive_result) = mpsc::channel();
    for _ in 0..permits {
        let _ = give_permit.send(());
    }
    // Not joined: it may be waiting for input that never comes.
    thread::spawn(move || {
        for numbered in items.enumerate() {
            if send_item.send(numbered).is_err() || permit.recv().is_err() {
                break;
            }
        }
    });

    let receive_item = Mutex::new(receive_item);
    let pull = |may_wait: bool| {
        if stop.load(Ordering::Relaxed) {
            return Pulled::Over;
        }
        let receive_item = match receive_item.try_lock() {
            Ok(guard) => guard,
            // Somebody else is waiting for an item.
            Err(TryLockError::WouldBlock) => return Pulled::NoneYet,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        };
        let received = if may_wait {
            receive_item.recv_timeout(PATIENCE)
        } else {
            receive_item.try_recv().map_err(|e| match e {
                TryRecvError::Empty => RecvTimeoutError::Timeout,
                TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
            })
        };
        match received {
            Ok((number, item)) => Pulled::Item(number, item),
            Err(RecvTimeoutError::Timeout) => Pulled::NoneYet,
            Err(RecvTimeoutError::Disconnected) => Pulled::Over,
        }
    };
    thread::scope(|scope| {
        scope.spawn(move || {
            // Whoever takes results may have ended already.
            serve(&pull, &|number, result| _ = send_result.send((number, result)));
        });

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

/// Serves with so many threads, each working on an item at a time.
pub(crate) fn each<T: Send, R>(
    threads: usize,
    pull: Pull<'_, T>,
    done: Done<'_, R>,
    work: impl Fn(T) -> R + Sync,
) {
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    match pull(true) {
                        Pulled::Item(number, item) => done(number, work(item)),
                        Pulled::NoneYet => thread::yield_now(),
                        Pulled::Over => return,
                    }
                }
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn results_come_in_order_and_few_wait() {
        const PERMITS: usize = 100;
        let begun = AtomicUsize::new(0);
        let mut taken = 0;
        let work = |item: usize| {
            begun.fetch_add(1, Ordering::Relaxed);
            if item == 0 {
                thread::sleep(Duration::from_millis(100));
            }
            item
        };
        let take = |next: Next<usize>| {
            if let Next::Result(item) = next {
                assert_eq!(item, taken);
                assert!(begun.load(Ordering::Relaxed) <= taken + PERMITS + 1);
                taken += 1;
            }
            Ok::<(), ()>(())
        };
        let stop = AtomicBool::new(false);
        run(0..20_000usize, PERMITS, &stop, |pull, done| each(4, pull, done, work), take).unwrap();
        assert_eq!(taken, 20_000);
    }

    #[test]
    fn an_error_ends_it_though_the_input_never_does() {
        let stop = AtomicBool::new(false);
        let take = |next: Next<u64>| match next {
            Next::Result(5) => Err("five"),
            _ => Ok(()),
        };
        assert_eq!(run(0.., 30, &stop, |pull, done| each(3, pull, done, |item| item), take), Err("five"));
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
            let serve = |pull: Pull<'_, u8>, done: Done<'_, u8>| each(2, pull, done, |item| item);
            run(receiver.into_iter(), 8, &stop, serve, |_| Ok::<(), ()>(())).unwrap();
        });
        drop(sender);
    }
}
