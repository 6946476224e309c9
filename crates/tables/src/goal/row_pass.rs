//! One pass over all rows of a coordinate, which pulls the bits of a frontier along moves with vector instructions.
//!
//! For a row and a move, the [step](crate::goal::row_steps) leads to one other row, and permutes its rest placements,
//! corner tuples and flips. A pass does the following for each row:
//!
//! 1. It finds the rows that the moves lead to, and skips those that the frontier does not touch.
//! 2. It carries the frontier's cells of each such row back along the step, and takes their union.
//! 3. It changes the planes of the row: it gives a distance to the states that were reached and unvisited, or marks the
//!    states that were not reached as without progress.
//!
//! Every row is written by one thread, and memory is read in order within rows.

use std::sync::Mutex;

use cubiform_cube::Move;

use crate::goal::cell::Cell;
use crate::goal::coordinate::Coordinate;
use crate::goal::places::PlaceTurn;
use crate::goal::row_steps::StepTables;
use crate::lookup::lanes::bits;
use crate::machine::InstructionSet;
use cubiform_threads::Threads;

/// The set of states from which a pass pulls.
pub(crate) struct Frontier<C> {
    /// The cells of all rows.
    pub(crate) cells: Vec<C>,
    /// By row: whether the row has states of the frontier. Cells of other rows are undefined.
    pub(crate) touched: Vec<bool>,
}

impl<C: Cell> Frontier<C> {
    /// Returns a frontier without states.
    pub(crate) fn empty(coordinate: &Coordinate) -> Frontier<C> {
        let rows = coordinate.rows();
        Frontier { cells: vec![C::EMPTY; rows * coordinate.row_cells()], touched: vec![false; rows] }
    }

    /// Sets the frontier to the states of code `depth % 3` in `rows`. After a level these are the states it found and
    /// those of depth - 3, -6, ..., which do no harm because all their neighbours have been visited.
    ///
    /// The frontier is undefined if `is_cancelled` became true.
    pub(crate) fn advance(
        &mut self,
        depth: usize,
        rows: &[usize],
        planes: &[C],
        threads: &Threads,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) {
        let size = self.cells.len() / self.touched.len();
        self.touched.fill(false);
        for row in rows {
            self.touched[*row] = true;
        }
        let cells = self.cells.chunks_exact_mut(size).zip(planes.chunks_exact(2 * size));
        let queue = Mutex::new(cells.zip(&self.touched).filter(|(_, touched)| **touched));
        let worker = || {
            loop {
                let next = queue.lock().expect("no worker panics while it holds the lock").next();
                let Some(((cells, planes), _)) = next else { return };
                if is_cancelled() {
                    return;
                }
                for (cell, planes) in cells.iter_mut().zip(planes.chunks_exact(2)) {
                    *cell = match depth % 3 {
                        0 => planes[0].or(planes[1]).not(),
                        1 => planes[0].and(planes[1].not()),
                        _ => planes[1].and(planes[0].not()),
                    };
                }
            }
        };
        threads.run(worker);
    }
}

/// The buffers of one thread.
struct Scratch<C> {
    pulled: Vec<C>,
    block: Vec<C>,
    rest_map: Vec<(u32, u32)>,
}

/// The purpose of a pass.
#[derive(Clone, Copy)]
pub(crate) enum Pass {
    /// Gives the code of this depth to unvisited states one move from the frontier.
    Level(usize),
    /// Gives code 3 to the states of code 1 from which none of these moves leads into the frontier. All states must
    /// have distances, and the frontier must be all states of code 0, with all rows touched.
    MarkNoProgress(u32),
}

/// The passes over one coordinate, with the tables that they share.
pub(crate) struct RowPasses<'a> {
    coordinate: &'a Coordinate,
    /// The steps of all moves, by move index.
    steps: StepTables<'a>,
}

impl<'a> RowPasses<'a> {
    pub(crate) fn new(coordinate: &'a Coordinate) -> RowPasses<'a> {
        RowPasses { coordinate, steps: StepTables::new(coordinate, Move::all().map(PlaceTurn::from_move)) }
    }

    /// Sets `scratch.pulled` to the states of `row` from which one of `moves` leads into the frontier. Returns false,
    /// with `pulled` unchanged, if the frontier touches none of the rows they lead to.
    #[inline(always)]
    fn pull<C: Cell>(
        &self,
        row: usize,
        moves: u32,
        frontier: &Frontier<C>,
        scratch: &mut Scratch<C>,
    ) -> bool {
        let corner_count = self.coordinate.corner_count();
        let row_cells = self.coordinate.row_cells();
        let mut is_reached = false;
        let positions = self.coordinate.positions(self.coordinate.row_placement(row));
        for m in bits(moves) {
            let step = self.steps.row_step(&positions, m);
            if !frontier.touched[step.target_row] {
                continue;
            }
            if !is_reached {
                scratch.pulled.fill(C::EMPTY);
                is_reached = true;
            }
            self.steps.map_rest(&step, self.steps.free_positions(row), &mut scratch.rest_map);
            let source = &frontier.cells[step.target_row * row_cells..][..row_cells];
            let corners = &self.steps.corners(&step)[..corner_count];
            let block = &mut scratch.block[..corner_count];
            for (rest, (source_rest, flips)) in scratch.rest_map.iter().enumerate() {
                let source = &source[*source_rest as usize * corner_count..][..corner_count];
                let pulled = &mut scratch.pulled[rest * corner_count..][..corner_count];
                if self.steps.copies_cells(&step, *flips) {
                    for (cell, corner) in pulled.iter_mut().zip(corners) {
                        *cell = cell.or(source[*corner as usize]);
                    }
                    continue;
                }
                for (cell, corner) in block.iter_mut().zip(corners) {
                    *cell = source[*corner as usize];
                }
                self.steps.apply_flips(&step, *flips, block);
                for (cell, new) in pulled.iter_mut().zip(block.iter()) {
                    *cell = cell.or(*new);
                }
            }
        }
        is_reached
    }

    /// Gives the code of `depth` to the unvisited states among the pulled ones. Returns their number.
    #[inline(always)]
    fn commit_level<C: Cell>(depth: usize, pulled: &[C], planes: &mut [C]) -> u64 {
        let mut new_count = 0;
        // Unvisited states have both bits set, so it is enough to clear the bits that the new code has clear.
        let (clear_low, clear_high) = (depth % 3 != 1, depth % 3 != 2);
        for (new, planes) in pulled.iter().zip(planes.chunks_exact_mut(2)) {
            let new = new.and(planes[0]).and(planes[1]);
            new_count += u64::from(new.count());
            if clear_low {
                planes[0] = planes[0].and(new.not());
            }
            if clear_high {
                planes[1] = planes[1].and(new.not());
            }
        }
        new_count
    }

    /// Gives code 3 to the states of code 1 that were not pulled.
    #[inline(always)]
    fn mark_no_progress<C: Cell>(pulled: &[C], planes: &mut [C]) {
        for (pulled, planes) in pulled.iter().zip(planes.chunks_exact_mut(2)) {
            planes[1] = planes[1].or(planes[0].and(pulled.not()));
        }
    }

    /// Does the work of a pass on one row. Returns the number of states that got a distance.
    #[inline(always)]
    fn fill_row<C: Cell>(
        &self,
        row: usize,
        pass: Pass,
        frontier: &Frontier<C>,
        scratch: &mut Scratch<C>,
        planes: &mut [C],
    ) -> u64 {
        let moves = match pass {
            Pass::Level(_) => (1 << Move::COUNT) - 1,
            Pass::MarkNoProgress(tested_moves) => tested_moves,
        };
        if !self.pull(row, moves, frontier, scratch) {
            return 0;
        }
        match pass {
            Pass::Level(depth) => RowPasses::commit_level(depth, &scratch.pulled, planes),
            Pass::MarkNoProgress(_) => {
                RowPasses::mark_no_progress(&scratch.pulled, planes);
                0
            }
        }
    }

    /// Runs a pass over `rows`, given with their planes, until all are done or `is_cancelled` returns true. Returns the
    /// number of states that got a distance, by row; `report_found` receives the same numbers as they become known.
    pub(crate) fn run<C: Cell>(
        &self,
        pass: Pass,
        (threads, vectors): (&Threads, InstructionSet),
        frontier: &Frontier<C>,
        rows: Vec<(usize, &mut [C])>,
        report_found: &(dyn Fn(usize, u64) + Sync),
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Vec<(usize, u64)> {
        assert!(vectors.is_available(), "the processor has the instructions");
        let queue = Mutex::new(rows.into_iter());
        let worker = || {
            let mut counts = Vec::new();
            let mut scratch = Scratch {
                pulled: vec![C::EMPTY; self.coordinate.row_cells()],
                block: vec![C::EMPTY; self.coordinate.corner_count()],
                rest_map: Vec::with_capacity(self.coordinate.rest_count()),
            };
            loop {
                let next = queue.lock().expect("no worker panics while it holds the lock").next();
                let Some((row, planes)) = next else { return counts };
                if is_cancelled() {
                    return counts;
                }
                let count = match vectors {
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: as was asserted, the processor has these features.
                    InstructionSet::Avx2 => unsafe {
                        fill_row_avx2(self, row, pass, frontier, &mut scratch, planes)
                    },
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: as above.
                    InstructionSet::Avx512 => unsafe {
                        fill_row_avx512(self, row, pass, frontier, &mut scratch, planes)
                    },
                    _ => self.fill_row(row, pass, frontier, &mut scratch, planes),
                };
                if count > 0 {
                    counts.push((row, count));
                    report_found(row, count);
                }
            }
        };
        threads.run(worker).concat()
    }
}

/// Compiles `RowPasses::fill_row` for wider vectors.
#[cfg(target_arch = "x86_64")]
macro_rules! fill_row_with {
    ($name:ident, $features:literal) => {
        #[target_feature(enable = $features)]
        fn $name<C: Cell>(
            passes: &RowPasses<'_>,
            row: usize,
            pass: Pass,
            frontier: &Frontier<C>,
            scratch: &mut Scratch<C>,
            planes: &mut [C],
        ) -> u64 {
            passes.fill_row(row, pass, frontier, scratch, planes)
        }
    };
}

#[cfg(target_arch = "x86_64")]
fill_row_with!(fill_row_avx2, "avx2,bmi2,popcnt");
#[cfg(target_arch = "x86_64")]
fill_row_with!(fill_row_avx512, "avx512f,avx512vl,avx512bw,avx512vpopcntdq,avx2,bmi2,popcnt");
