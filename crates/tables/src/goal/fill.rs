//! The breadth-first fill: exact distances of all states of a coordinate, one level at a time.
//!
//! A level is one pass over all rows (see `row_pass.rs`). The codes of a fill in progress are distances modulo 3, which
//! suffice because a move changes a distance by at most one. When all states have a distance, one more pass sets both bits
//! of the states without progress (see `code`), and the codes are written in the order of the `layout`.

use std::io::{self, Write};

use cubiform_store::fill::{Checkpoint, CodeWriter, Filling, Watch};
use cubiform_threads::{CancelToken, Threads};

use crate::goal::cell::Cell;
use crate::goal::coordinate::Coordinate;
use crate::goal::layout_writer::LayoutWriter;
use crate::goal::row_pass::RowPasses;
use crate::levels::row_fill::{Planes, RowFill};
use crate::levels::{Count, Counts, Crew};
use crate::machine::InstructionSet;

/// The planes of a stopped fill: of each cell the low and the high one, little-endian.
struct StoppedPlanes<C>(Vec<Planes<C>>);

/// The number of bytes of a word of a plane in a checkpoint.
const fn word_bytes<C: Cell>() -> usize {
    C::BITS / C::WORDS / 8
}

impl<C: Cell> CodeWriter for StoppedPlanes<C> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        // Cells are a few bytes, so they are written in blocks.
        let mut block = Vec::with_capacity(1 << 16);
        for cells in self.0.chunks(1 << 9) {
            block.clear();
            for cell in cells.as_flattened() {
                let words = (0..C::WORDS).map(|i| cell.word(i).to_le_bytes());
                words.for_each(|word| block.extend_from_slice(&word[..word_bytes::<C>()]));
            }
            out.write_all(&block)?;
        }
        out.flush()
    }
}

/// Reads the planes that [`StoppedPlanes`] wrote.
fn read_planes<C: Cell>(codes: &[u8]) -> Vec<Planes<C>> {
    let cell = |bytes: &[u8]| {
        let mut words = bytes.chunks_exact(word_bytes::<C>());
        C::from_words(|_| {
            let bytes = words.next().expect("a cell has all its words");
            bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
        })
    };
    codes
        .chunks_exact(C::BITS / 4)
        .map(|planes| [0, 1].map(|i| cell(&planes[i * C::BITS / 8..][..C::BITS / 8])))
        .collect()
}

/// Starts a fill or resumes it from a checkpoint. Returns `None` if cancelled.
fn start<'k, C: Cell>(
    passes: &'k RowPasses<'k>,
    watch: &Watch<'_>,
    from: Option<Checkpoint<'_>>,
) -> Option<(RowFill<'k, C, RowPasses<'k>>, Counts)> {
    let Some(Checkpoint { histogram, partial, codes }) = from else {
        return RowFill::start(passes, watch);
    };
    assert_eq!(codes.len() as u64, checkpoint_len(passes.coordinate), "a checkpoint of this coordinate");
    let count = |states: u64| Count { states, orbits: 0 };
    let levels = histogram.into_iter().map(count).collect();
    let counts = Counts { levels, partial: count(partial), is_complete: false };
    Some((RowFill::resume(passes, read_planes(codes)), counts))
}

/// Calls a function with the cell type for the index bits of a coordinate.
macro_rules! by_cell {
    ($coordinate:expr, $function:ident($($argument:expr),*)) => {
        match $coordinate.index_bits() {
            3 => $function::<u8>($($argument),*),
            4 => $function::<u16>($($argument),*),
            5 => $function::<u32>($($argument),*),
            6 => $function::<u64>($($argument),*),
            7 => $function::<[u64; 2]>($($argument),*),
            8 => $function::<[u64; 4]>($($argument),*),
            11 => $function::<[u64; 32]>($($argument),*),
            bits => unreachable!("no coordinate has {bits} index bits"),
        }
    };
}

/// Fills the table of a coordinate, from the start or a checkpoint, until it is complete or cancelled.
///
/// Needs three bits of memory for each entry.
///
/// # Panics
/// If the checkpoint has the length of another coordinate.
pub fn run(
    coordinate: &Coordinate,
    threads: &Threads,
    watch: &Watch<'_>,
    from: Option<Checkpoint<'_>>,
) -> Filling {
    // A fill whose distances are complete is finished even if it is cancelled now.
    by_cell!(coordinate, fill_and_mark(coordinate, threads, watch, from, &CancelToken::never()))
}

/// Fills a table that is discarded if cancelled: unlike [`run`], it also stops while codes are being marked.
pub(crate) fn run_in_memory(coordinate: &Coordinate, threads: &Threads, watch: &Watch<'_>) -> Filling {
    by_cell!(coordinate, fill_and_mark(coordinate, threads, watch, None, watch.cancel))
}

/// Fills a table. The last pass, which marks states without progress, stops once `cancel` is set.
fn fill_and_mark<C: Cell + 'static>(
    c: &Coordinate,
    threads: &Threads,
    watch: &Watch<'_>,
    from: Option<Checkpoint<'_>>,
    cancel: &CancelToken,
) -> Filling {
    let passes = RowPasses::new(c, InstructionSet::chosen());
    let Some((mut fill, mut counts)) = start::<C>(&passes, watch, from) else {
        return Filling::cancelled();
    };
    counts.fill(&mut fill, threads, watch);
    if !counts.is_complete {
        return counts.filling(StoppedPlanes(fill.planes));
    }
    passes.mark_all(&mut fill, &Crew::new(threads, &Watch { cancel, ..Watch::quiet() }));
    counts.filling(LayoutWriter::new(c.clone(), fill.planes, threads))
}

/// Returns the distances of a coordinate's entries, one byte each, 255 for an entry without a state; `None` if
/// cancelled. For small tables whose entries are read in an order in which distances modulo 3 are not enough.
///
/// Needs a byte and three bits of memory for each entry.
pub fn distances(coordinate: &Coordinate, threads: &Threads, watch: &Watch<'_>) -> Option<Vec<u8>> {
    by_cell!(coordinate, distances_of_cells(coordinate, threads, watch))
}

fn distances_of_cells<C: Cell>(c: &Coordinate, threads: &Threads, watch: &Watch<'_>) -> Option<Vec<u8>> {
    let row_entries = c.row_cells() << C::INDEX_BITS;
    let mut distances = Vec::with_capacity(c.entries() as usize);
    for _ in 0..c.rows() {
        // Writing hundreds of megabytes also takes time.
        if watch.cancel.is_cancelled() {
            return None;
        }
        distances.extend(std::iter::repeat_n(NO_STATE, row_entries));
    }
    let passes = RowPasses::new(c, InstructionSet::chosen());
    let (mut fill, mut counts) = start::<C>(&passes, watch, None)?;
    counts.fill_observed(&mut fill, threads, watch, |depth, fill| {
        let rows =
            distances.chunks_exact_mut(row_entries).zip(fill.frontier.sets.chunks_exact(c.row_cells()));
        for ((row, cells), _) in rows.zip(&fill.frontier.counts).filter(|(_, count)| **count > 0) {
            for (entries, cell) in row.chunks_exact_mut(C::BITS).zip(cells) {
                // States of earlier levels keep their smaller distance.
                cell.for_each(|i| entries[i] = entries[i].min(depth as u8));
            }
        }
    });
    counts.is_complete.then_some(distances)
}

/// The value of an entry without a state in place of a distance.
pub(crate) const NO_STATE: u8 = u8::MAX;

/// Returns the number of bytes of a stopped fill's codes.
pub(crate) fn checkpoint_len(coordinate: &Coordinate) -> u64 {
    coordinate.entries() / 4
}

/// Returns the number of bytes of memory that a fill needs, without the codes of its table: a byte for four entries.
pub fn memory(coordinate: &Coordinate) -> u64 {
    coordinate.entries() / 8 * 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::code::residue;
    use cubiform_cube::goal::{CROSS, Target, Variant};
    use cubiform_cube::{Cube, PieceSet};
    use cubiform_store::fill::Progress;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn cross() -> Coordinate {
        Coordinate::new(Variant::std().stages[0].choices[0].clone(), &CROSS)
    }

    #[test]
    fn cross_fill_gives_the_known_histogram_on_every_instruction_set() {
        let coordinate = cross();
        assert_eq!(coordinate.states(), 190_080);
        for vectors in InstructionSet::available() {
            let passes = RowPasses::new(&coordinate, vectors);
            let (mut fill, mut counts) = start::<u16>(&passes, &Watch::quiet(), None).unwrap();
            counts.fill(&mut fill, &Threads::new(2), &Watch::quiet());
            // Known values; their sum is 24 * 22 * 20 * 18.
            assert_eq!(counts.histogram(), [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102]);
        }
    }

    #[test]
    fn distances_agree_with_the_codes_of_a_table() {
        // Orientation by position has cells of many words.
        let eo =
            Target { oriented: Some(cubiform_cube::Axis::Z), ..Target::solved(PieceSet::new(&[], &[5, 7])) };
        for (target, base) in [(cross().target().clone(), &CROSS[..]), (eo, &[5, 7])] {
            let coordinate = Coordinate::new(target, base);
            let distances = distances(&coordinate, &Threads::new(2), &Watch::quiet()).unwrap();
            let (table, histogram) =
                crate::Table::fill(coordinate.clone().into(), &Threads::new(2), &Watch::quiet()).unwrap();
            let mut counts = vec![0; histogram.len()];
            for (entry, distance) in (0..).zip(&distances) {
                let weight = coordinate.row_weight(entry as usize / (distances.len() / coordinate.rows()));
                counts[usize::from(*distance)] += weight as u64;
                assert_eq!(residue(table.entry(entry)), distance % 3);
            }
            assert_eq!(counts, histogram);
        }
    }

    #[test]
    fn every_instruction_set_fills_the_same_codes() {
        let target = Target::solved(PieceSet::new(&[4], &[5, 7, 8]));
        let coordinate = Coordinate::new(target, &[5, 7]);
        let marked = |threads: &Threads, vectors| {
            let passes = RowPasses::new(&coordinate, vectors);
            let (mut fill, mut counts) = start::<u8>(&passes, &Watch::quiet(), None).unwrap();
            counts.fill(&mut fill, threads, &Watch::quiet());
            let distances = fill.planes.clone();
            passes.mark_all(&mut fill, &Crew::new(threads, &Watch::quiet()));
            assert!(fill.planes != distances, "some states get the no-progress code");
            (fill.planes, counts.histogram())
        };
        let portable = marked(&Threads::new(1), InstructionSet::Scalar);
        for vectors in InstructionSet::available() {
            let (planes, histogram) = marked(&Threads::new(2), vectors);
            assert!(planes == portable.0);
            assert_eq!(histogram, portable.1);
        }
        assert_eq!(portable.1.iter().sum::<u64>(), coordinate.states());
    }

    #[test]
    fn cancelled_fill_resumes_from_its_checkpoint() {
        let coordinate = cross();
        let uninterrupted = run(&coordinate, &Threads::new(2), &Watch::quiet(), None);
        let mut codes = Vec::new();
        uninterrupted.write(&mut codes).unwrap();
        let cancel = std::sync::Mutex::new(CancelToken::new());
        let mut stops = 0;
        // Stops after a fixed number of reports, so within levels too.
        let reports = AtomicU64::new(0);
        let report = |_: Progress| {
            if reports.fetch_add(1, Ordering::Relaxed) % 150 == 149 {
                cancel.lock().unwrap().cancel();
            }
        };
        let run_on = |checkpoint: Option<Checkpoint<'_>>| {
            let token = CancelToken::new();
            *cancel.lock().unwrap() = token.clone();
            run(&coordinate, &Threads::new(1), &Watch { cancel: &token, report: &report }, checkpoint)
        };
        let mut filling = run_on(None);
        while !filling.complete {
            stops += 1;
            let mut codes = Vec::new();
            filling.write(&mut codes).unwrap();
            let checkpoint =
                Checkpoint { histogram: filling.histogram, partial: filling.partial, codes: &codes };
            filling = run_on(Some(checkpoint));
        }
        assert!(stops > 10, "{stops}");
        assert_eq!(filling.histogram, uninterrupted.histogram);
        let mut resumed = Vec::new();
        filling.write(&mut resumed).unwrap();
        assert!(resumed == codes);
    }

    #[test]
    fn solved_cube_has_one_entry_in_the_cross_table() {
        let coordinate = cross();
        assert_eq!(coordinate.entries_of(&Cube::SOLVED).len(), 1);
        assert_eq!(coordinate.entries_of(&Cube::SOLVED)[0], coordinate.encode(&Cube::SOLVED));
    }
}
