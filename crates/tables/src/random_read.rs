//! What a random read costs on this machine: the limit against which look-ups are measured.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crate::target::table::Table;
use crate::threads::share;

/// Nanoseconds that a read takes one thread at a random index of `tables`, larger tables being read more often, when `lanes`
/// chains of reads are under way at a time, each of which knows its next index only from its last read, and `threads` threads
/// do so at once: what the others do takes something of what the memory can give.
///
/// # Panics
/// If there are no tables, no lanes, or no threads.
pub fn random_read(tables: &[&Table], lanes: usize, threads: usize) -> f64 {
    assert!(threads > 0, "somebody reads");
    let next = AtomicUsize::new(0);
    let times = share(threads, || read(tables, lanes, next.fetch_add(1, Ordering::Relaxed)));
    times.iter().sum::<f64>() / times.len() as f64
}

/// The same on one thread, with chains of its own.
fn read(tables: &[&Table], lanes: usize, thread: usize) -> f64 {
    const READS: usize = 4_000_000;
    let total: usize = tables.iter().map(|t| t.bytes().len()).sum();
    assert!(total > 0 && lanes > 0, "there is something to read");
    // By the top bits of a random number, the table to read in: in proportion to their sizes, rounded.
    let shares: Vec<&[u8]> = (0..64)
        .map(|i| {
            let mut offset = total / 64 * i;
            let table = tables.iter().find(|t| {
                let is_here = offset < t.bytes().len();
                offset = offset.saturating_sub(t.bytes().len());
                is_here
            });
            table.map_or(&[0][..], |t| t.bytes())
        })
        .collect();
    let first = (thread * lanes) as u64 + 1;
    let chain = |i: u64| (first + i).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut states: Vec<u64> = (0..lanes as u64).map(chain).collect();
    let rounds = READS / lanes;
    let start = Instant::now();
    for _ in 0..rounds {
        for state in &mut states {
            let bytes = shares[(*state >> 58) as usize];
            let index = ((u128::from(*state << 6) * bytes.len() as u128) >> 64) as usize;
            // Knuth's MMIX generator, disturbed by what was read.
            *state = (*state ^ u64::from(bytes[index]))
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
        }
    }
    black_box(&states);
    start.elapsed().as_secs_f64() * 1e9 / (rounds * lanes) as f64
}
