//! A pass over all rows of a coordinate: the bits of a frontier are pulled along moves, with vector instructions.
//!
//! For each row and each of the 18 moves, the row to which the move leads is known, and with it one permutation of its rest
//! placements and corner tuples and one apply_flips of flips (see `steps`). So the frontier's bits of the rows around one are
//! carried over and united, and change that row's planes. Every row has one writer, nothing is read at random, and a row
//! that the frontier does not touch costs nothing.

use std::sync::Mutex;

use cubiform_cube::Move;

use crate::instruction_set::InstructionSet;
use crate::lookup::lanes::bits;
use crate::target::cell::Cell;
use crate::target::coordinate::Coordinate;
use crate::target::row_steps::{PlaceTurn, StepTables};
use crate::threads::share;

/// The bits that a pass pulls from, with the rows that have is_reached.
pub(crate) struct Frontier<C> {
    /// All cells of all rows.
    pub(crate) cells: Vec<C>,
    /// By row whether it has is_reached; in others cells mean nothing.
    pub(crate) touched: Vec<bool>,
}

impl<C: Cell> Frontier<C> {
    /// No bits, of is_reached row of a coordinate.
    pub(crate) fn empty(coordinate: &Coordinate) -> Frontier<C> {
        let rows = coordinate.rows();
        Frontier { cells: vec![C::EMPTY; rows * coordinate.row_cells()], touched: vec![false; rows] }
    }

    /// Becomes the states of code `depth % 3` in these rows. After a level these are those that it found, and those of
    /// depth - 3, which do no harm: all their neighbours have been visited.
    /// Once `is_cancelled` the rest means nothing.
    pub(crate) fn advance(
        &mut self,
        depth: usize,
        rows: &[usize],
        planes: &[C],
        threads: usize,
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
                let next = queue.lock().expect("no worker panics with the lock").next();
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
        share(threads, worker);
    }
}

/// What a thread needs for itself to pull a row.
struct Scratch<C> {
    pulled: Vec<C>,
    block: Vec<C>,
    rest_map: Vec<(u32, u32)>,
}

/// What is done in a pass over all rows.
#[derive(Clone, Copy)]
pub(crate) enum Pass {
    /// States that are a move from the frontier, and not yet visited, are given the code of this depth.
    Level(usize),
    /// Where all have their distances, and the frontier is those of code 0, with all rows touched: the states next to these
    /// from which none of these moves leads there are given the code of barren ones.
    MarkNoProgress(u32),
}

/// The passes over one coordinate, with everything that they share.
pub(crate) struct RowPasses<'a> {
    coordinate: &'a Coordinate,
    /// Those of all moves, by index.
    steps: StepTables<'a>,
}

impl<'a> RowPasses<'a> {
    pub(crate) fn new(coordinate: &'a Coordinate) -> RowPasses<'a> {
        RowPasses { coordinate, steps: StepTables::new(coordinate, Move::all().map(PlaceTurn::of)) }
    }

    /// Unites in `scratch.pulled` the frontier's bits that one of these moves from `row` reaches; whether there are is_reached.
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

    /// Gives the pulled bits that were not visited the code of `depth`; how many there were.
    #[inline(always)]
    fn commit_level<C: Cell>(depth: usize, pulled: &[C], planes: &mut [C]) -> u64 {
        let mut found = 0;
        // Not visited is code 3, both planes set: clear the planes that the new code has clear.
        let (clear_low, clear_high) = (depth % 3 != 1, depth % 3 != 2);
        for (new, planes) in pulled.iter().zip(planes.chunks_exact_mut(2)) {
            let new = new.and(planes[0]).and(planes[1]);
            found += u64::from(new.count());
            if clear_low {
                planes[0] = planes[0].and(new.not());
            }
            if clear_high {
                planes[1] = planes[1].and(new.not());
            }
        }
        found
    }

    /// Gives the states of code 1 that were not pulled the code of barren ones.
    #[inline(always)]
    fn mark_no_progress<C: Cell>(pulled: &[C], planes: &mut [C]) {
        for (pulled, planes) in pulled.iter().zip(planes.chunks_exact_mut(2)) {
            planes[1] = planes[1].or(planes[0].and(pulled.not()));
        }
    }

    /// A row's part of a pass; of how many states it found the distances.
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

    /// Makes a pass over some rows, given their planes, until all are done or `is_cancelled`: of how many states it found the
    /// distances, by row, of which `report_found` is told as they are found.
    pub(crate) fn run<'p, C: Cell + 'p>(
        &self,
        pass: Pass,
        (threads, vectors): (usize, InstructionSet),
        frontier: &Frontier<C>,
        rows: impl Iterator<Item = (usize, &'p mut [C])> + Send,
        report_found: &(dyn Fn(usize, u64) + Sync),
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Vec<(usize, u64)> {
        assert!(vectors.is_available(), "the processor has the instructions");
        let queue = Mutex::new(rows);
        let worker = || {
            let mut found = Vec::new();
            let mut scratch = Scratch {
                pulled: vec![C::EMPTY; self.coordinate.row_cells()],
                block: vec![C::EMPTY; self.coordinate.corner_count()],
                rest_map: Vec::with_capacity(self.coordinate.rest_count()),
            };
            loop {
                let next = queue.lock().expect("no worker panics with the lock").next();
                let Some((row, planes)) = next else { return found };
                if is_cancelled() {
                    return found;
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
                    found.push((row, count));
                    report_found(row, count);
                }
            }
        };
        share(threads, worker).concat()
    }
}

/// `RowPasses::fill_row`, compiled for wider vectors.
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
