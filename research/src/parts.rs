//! A count in independent parts, shared by threads.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use cubiform_threads::Threads;

use crate::Watch;

/// Counts `parts` parts on these threads: `count` adds those of a part to a tally of `levels` sums. Returns the sums of
/// all parts, or `None` if the count was cancelled.
pub(crate) fn count_parts(
    parts: usize,
    levels: usize,
    threads: &Threads,
    watch: &Watch<'_>,
    count: &(dyn Fn(usize, &mut Vec<u128>) + Sync),
) -> Option<Vec<u128>> {
    let next = AtomicUsize::new(0);
    let total = Mutex::new(vec![0; levels]);
    threads.run(|| {
        let mut tally = vec![0; levels];
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part >= parts || watch.cancel.is_cancelled() {
                break;
            }
            (watch.report)(part as u64, parts as u64);
            count(part, &mut tally);
        }
        let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
        total.iter_mut().zip(tally).for_each(|(sum, count)| *sum += count);
    });
    if watch.cancel.is_cancelled() {
        return None;
    }
    Some(total.into_inner().unwrap_or_else(PoisonError::into_inner))
}
