//! The breadth-first fill: exact distances of all states of a coordinate, one level at a time.
//!
//! A level is one pass over all rows (see `row_pass.rs`): unvisited states one move from the frontier get the next
//! distance. A fill stores two bit planes for each cell, a low and a high one:
//!
//! | high | low | state |
//! |------|-----|-------|
//! | 0 | 0 | distance 0 modulo 3 |
//! | 0 | 1 | distance 1 modulo 3 |
//! | 1 | 0 | distance 2 modulo 3 |
//! | 1 | 1 | not visited |
//!
//! Distances modulo 3 suffice because a move changes a distance by at most one. When all states have a distance, one
//! more pass sets both bits of the states without progress (see `code`), and the codes are
//! written in the order of the `layout`.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use cubiform_store::fill::{Checkpoint, CodeWriter, Filling, Progress, Watch};
use cubiform_threads::Threads;

use crate::goal::cell::Cell;
use crate::goal::coordinate::Coordinate;
use crate::goal::layout_writer::LayoutWriter;
use crate::goal::row_pass::{Frontier, Pass, RowPasses};
use crate::machine::InstructionSet;

/// A fill in progress.
pub(crate) struct FillState<C> {
    /// The low and the high plane of each cell.
    pub(crate) planes: Vec<C>,
    pub(crate) histogram: Vec<u64>,
    partial: u64,
    complete: bool,
}

/// The planes of a stopped fill.
struct Planes<C>(Vec<C>);

impl<C: Cell> CodeWriter for Planes<C> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        // Cells are a few bytes, so they are written in blocks.
        let mut block = Vec::with_capacity(1 << 16);
        for cells in self.0.chunks(1 << 10) {
            block.clear();
            cells.chunks_exact(2).try_for_each(|planes| C::write([planes[0], planes[1]], &mut block))?;
            out.write_all(&block)?;
        }
        out.flush()
    }
}

/// A callback that receives each level before the next one is filled: its depth, for each row whether the row has
/// states of the level, and the cells of all rows. Cells of rows without such states are undefined; the others also
/// contain the states of three, six, ... levels ago.
type LevelObserver<'a, C> = dyn FnMut(usize, &[bool], &[C]) + 'a;

/// Fills the table of `coordinate` on `threads` threads until it is complete or cancelled.
pub(crate) fn fill<C: Cell>(
    coordinate: &Coordinate,
    threads: &Threads,
    vectors: InstructionSet,
    watch: &Watch<'_>,
    from: Option<Checkpoint<'_>>,
    observe: &mut LevelObserver<'_, C>,
) -> FillState<C> {
    assert_eq!(C::INDEX_BITS, coordinate.index_bits(), "a cell must hold the flips of the tracked edges");
    let passes = RowPasses::new(coordinate);
    let (rows, size) = (coordinate.rows(), coordinate.row_cells());
    let weights: Vec<u64> = (0..rows).map(|row| coordinate.row_weight(row) as u64).collect();
    let mut resuming = from.is_some();
    let (mut filled, mut touched) = match from {
        // A checkpoint does not record the rows of the frontier, so all are taken.
        Some(checkpoint) => (resume(checkpoint), (0..rows).collect()),
        None => start(coordinate, &weights),
    };
    let planes = &mut filled.planes;
    let histogram = &mut filled.histogram;
    let count_unvisited =
        |planes: &[C]| planes.chunks_exact(2).map(|p| u64::from(p[0].and(p[1]).count())).sum::<u64>();
    let mut unvisited: Vec<u64> = planes.chunks_exact(2 * size).map(count_unvisited).collect();
    let mut frontier = Frontier::empty(coordinate);
    loop {
        let depth = histogram.len();
        let is_cancelled = || watch.cancel.is_cancelled();
        frontier.advance(depth - 1, &touched, planes, threads, &is_cancelled);
        if is_cancelled() {
            return filled;
        }
        observe(depth - 1, &frontier.touched, &frontier.cells);
        let reached = AtomicU64::new(histogram.iter().sum::<u64>() + filled.partial);
        let report = || {
            let reached = reached.load(Ordering::Relaxed);
            (watch.report)(Progress { depth, reached, states: coordinate.states() });
        };
        report();
        let unfinished = planes.chunks_exact_mut(2 * size).enumerate().filter(|(row, _)| unvisited[*row] > 0);
        let report_found = |row: usize, count: u64| {
            reached.fetch_add(count * weights[row], Ordering::Relaxed);
            report();
        };
        let counts = passes.run(
            Pass::Level(depth),
            (threads, vectors),
            &frontier,
            unfinished.collect(),
            &report_found,
            &is_cancelled,
        );
        for (row, count) in &counts {
            unvisited[*row] -= count;
        }
        filled.partial += counts.iter().map(|(row, count)| count * weights[*row]).sum::<u64>();
        if watch.cancel.is_cancelled() {
            return filled;
        }
        if filled.partial == 0 {
            filled.complete = true;
            return filled;
        }
        histogram.push(std::mem::take(&mut filled.partial));
        touched = counts.into_iter().map(|(row, _)| row).collect();
        if resuming {
            // The resumed level also has states in rows where this pass found none.
            touched = (0..rows).collect();
            resuming = false;
        }
    }
}

/// Gives code 3 to the states of a complete fill from which no tested move makes progress. The codes are undefined if
/// `is_cancelled` became true; they are not written to a checkpoint.
fn mark_no_progress<C: Cell>(
    coordinate: &Coordinate,
    threads: &Threads,
    vectors: InstructionSet,
    planes: &mut [C],
    is_cancelled: &(dyn Fn() -> bool + Sync),
) {
    let all: Vec<usize> = (0..coordinate.rows()).collect();
    let mut frontier = Frontier::empty(coordinate);
    frontier.advance(0, &all, planes, threads, is_cancelled);
    let rows = planes.chunks_exact_mut(2 * coordinate.row_cells()).enumerate();
    let pass = Pass::MarkNoProgress(coordinate.tested_moves());
    RowPasses::new(coordinate).run(
        pass,
        (threads, vectors),
        &frontier,
        rows.collect(),
        &|_, _| {},
        is_cancelled,
    );
}

/// Returns a fill that has only the goal's states, and the rows of these.
fn start<C: Cell>(coordinate: &Coordinate, weights: &[u64]) -> (FillState<C>, Vec<usize>) {
    let size = coordinate.row_cells();
    let mut planes = vec![C::EMPTY.not(); 2 * coordinate.rows() * size];
    let mut rows = Vec::new();
    let mut goals = 0;
    for entry in coordinate.target().goal_states.iter().flat_map(|seed| coordinate.entries_of(seed)) {
        let (cell, index) = ((entry >> C::INDEX_BITS) as usize, entry as usize & ((1 << C::INDEX_BITS) - 1));
        let seed = C::single(index);
        if planes[2 * cell].and(seed) != C::EMPTY {
            goals += weights[cell / size];
        }
        rows.push(cell / size);
        planes[2 * cell] = planes[2 * cell].and(seed.not());
        planes[2 * cell + 1] = planes[2 * cell + 1].and(seed.not());
    }
    (FillState { planes, histogram: vec![goals], partial: 0, complete: false }, rows)
}

fn resume<C: Cell>(checkpoint: Checkpoint<'_>) -> FillState<C> {
    let cells = checkpoint.codes.chunks_exact(2 * (1 << C::INDEX_BITS) / 8);
    FillState {
        planes: cells.flat_map(C::read).collect(),
        histogram: checkpoint.histogram,
        partial: checkpoint.partial,
        complete: false,
    }
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
    fill_and_mark(coordinate, threads, watch, from, &|| false)
}

/// Fills a table that is discarded if cancelled: unlike [`run`], it also stops while codes are being marked.
pub(crate) fn run_in_memory(coordinate: &Coordinate, threads: &Threads, watch: &Watch<'_>) -> Filling {
    fill_and_mark(coordinate, threads, watch, None, &|| watch.cancel.is_cancelled())
}

/// Fills a table. The last pass, which marks states without progress, stops once `is_cancelled` returns true.
fn fill_and_mark(
    coordinate: &Coordinate,
    threads: &Threads,
    watch: &Watch<'_>,
    from: Option<Checkpoint<'_>>,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Filling {
    fn fill_cells<C: Cell + 'static>(
        c: &Coordinate,
        threads: &Threads,
        watch: &Watch<'_>,
        from: Option<Checkpoint<'_>>,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Filling {
        let vectors = InstructionSet::chosen();
        let FillState { mut planes, histogram, partial, complete } =
            fill::<C>(c, threads, vectors, watch, from, &mut |_, _, _| {});
        if complete {
            mark_no_progress(c, threads, vectors, &mut planes, is_cancelled);
        }
        let codes: Box<dyn CodeWriter> = if complete {
            Box::new(LayoutWriter::new(c.clone(), planes, threads))
        } else {
            Box::new(Planes(planes))
        };
        Filling::new(histogram, partial, complete, codes)
    }
    if let Some(checkpoint) = &from {
        assert_eq!(
            checkpoint.codes.len() as u64,
            checkpoint_len(coordinate),
            "a checkpoint of this coordinate"
        );
    }
    by_cell!(coordinate, fill_cells(coordinate, threads, watch, from, is_cancelled))
}

/// Returns the distances of a coordinate's entries, one byte each, 255 for an entry without a state; `None` if
/// cancelled. For small tables whose entries are read in an order in which distances modulo 3 are not enough.
///
/// Needs a byte and three bits of memory for each entry.
pub fn distances(coordinate: &Coordinate, threads: &Threads, watch: &Watch<'_>) -> Option<Vec<u8>> {
    fn fill_cells<C: Cell>(c: &Coordinate, threads: &Threads, watch: &Watch<'_>) -> Option<Vec<u8>> {
        let vectors = InstructionSet::chosen();
        let row_entries = c.row_cells() << C::INDEX_BITS;
        let mut distances = Vec::with_capacity(c.entries() as usize);
        for _ in 0..c.rows() {
            // Writing hundreds of megabytes also takes time.
            if watch.cancel.is_cancelled() {
                return None;
            }
            distances.extend(std::iter::repeat_n(NO_STATE, row_entries));
        }
        let mut record = |depth: usize, touched: &[bool], cells: &[C]| {
            let rows = distances.chunks_exact_mut(row_entries).zip(cells.chunks_exact(c.row_cells()));
            for ((row, cells), _) in rows.zip(touched).filter(|(_, touched)| **touched) {
                for (entries, cell) in row.chunks_exact_mut(1 << C::INDEX_BITS).zip(cells) {
                    // States of earlier levels keep their smaller distance.
                    cell.for_each(|i| entries[i] = entries[i].min(depth as u8));
                }
            }
        };
        let filled: FillState<C> = fill(c, threads, vectors, watch, None, &mut record);
        filled.complete.then_some(distances)
    }
    by_cell!(coordinate, fill_cells(coordinate, threads, watch))
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
    use cubiform_threads::CancelToken;

    fn cross() -> Coordinate {
        Coordinate::new(Variant::std().stages[0].choices[0].clone(), &CROSS)
    }

    #[test]
    fn cross_fill_gives_the_known_histogram_on_every_instruction_set() {
        let coordinate = cross();
        assert_eq!(coordinate.states(), 190_080);
        for vectors in InstructionSet::available() {
            let filled: FillState<u16> =
                fill(&coordinate, &Threads::new(2), vectors, &Watch::quiet(), None, &mut |_, _, _| {});
            // Known values; their sum is 24 * 22 * 20 * 18.
            assert_eq!(filled.histogram, [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102]);
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
            let mut filled: FillState<u8> =
                fill(&coordinate, threads, vectors, &Watch::quiet(), None, &mut |_, _, _| {});
            let distances = filled.planes.clone();
            mark_no_progress(&coordinate, threads, vectors, &mut filled.planes, &|| false);
            assert!(filled.planes != distances, "some states get the no-progress code");
            filled
        };
        let portable = marked(&Threads::new(1), InstructionSet::Scalar);
        for vectors in InstructionSet::available() {
            let other = marked(&Threads::new(2), vectors);
            assert!(other.planes == portable.planes);
            assert_eq!(other.histogram, portable.histogram);
        }
        assert_eq!(portable.histogram.iter().sum::<u64>(), coordinate.states());
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
