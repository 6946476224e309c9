//! The time of a random memory read on this machine, a limit against which look-ups are measured.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use cubiform_tables::Table;
use cubiform_threads::Threads;

use crate::failure::Failure;
use crate::interrupt;

/// The number of reads of a measurement.
const READS: usize = 4_000_000;
/// The number of blocks of reads, between which a request to stop is noticed.
const BLOCKS: usize = 50;

/// Returns the nanoseconds that one thread needs for a read at a random place of `tables`, while `threads` threads read
/// at the same time and compete for memory.
///
/// Each thread runs `lanes` chains of reads at a time; within a chain, each read determines the place of the next.
/// Larger tables are read more often, in proportion to their sizes.
///
/// # Errors
/// If the user stopped the program.
///
/// # Panics
/// If there are no tables, no lanes, or no threads.
pub(crate) fn random_read_nanoseconds(
    tables: &[&Table],
    lanes: usize,
    threads: &Threads,
) -> Result<f64, Failure> {
    let next = AtomicUsize::new(0);
    let times = threads.run(|| read(tables, lanes, next.fetch_add(1, Ordering::Relaxed)));
    interrupt::or(Ok(()))?;
    Ok(times.iter().sum::<f64>() / times.len() as f64)
}

/// Returns the nanoseconds of a read on one thread, whose number selects its chains.
fn read(tables: &[&Table], lanes: usize, thread: usize) -> f64 {
    let total: usize = tables.iter().map(|t| t.bytes().len()).sum();
    assert!(total > 0 && lanes > 0, "there are tables and lanes to read");
    // The table to read for each value of the top six bits of a random number, in proportion to sizes, rounded.
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
    let rounds = READS / lanes / BLOCKS;
    let start = Instant::now();
    for round in 0..rounds * BLOCKS {
        if round % rounds == 0 && interrupt::requested() {
            break;
        }
        for state in &mut states {
            let bytes = shares[(*state >> 58) as usize];
            let index = ((u128::from(*state << 6) * bytes.len() as u128) >> 64) as usize;
            // Knuth's MMIX generator, mixed with the byte that was read.
            *state = (*state ^ u64::from(bytes[index]))
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
        }
    }
    black_box(&states);
    start.elapsed().as_secs_f64() * 1e9 / (rounds * BLOCKS * lanes) as f64
}
