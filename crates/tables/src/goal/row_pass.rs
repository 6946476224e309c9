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

use cubiform_cube::Move;

use crate::goal::cell::Cell;
use crate::goal::coordinate::Coordinate;
use crate::goal::places::PlaceTurn;
use crate::goal::row_steps::StepTables;
use crate::levels::row_fill::{
    Coding, Column, Frontier, Planes, RowFill, RowKernel, RowNumbering, Shape, set_code, unvisited,
};
use crate::levels::{Crew, Levels};
use crate::lookup::lanes::bits;
use crate::machine::InstructionSet;

/// The buffers of one thread.
pub(crate) struct Buffers<C> {
    pulled: Vec<C>,
    block: Vec<C>,
    rest_map: Vec<(u32, u32)>,
}

/// The purpose of a pass.
#[derive(Clone, Copy)]
enum Pass {
    /// Gives this code to unvisited states one move from the frontier.
    Level(usize),
    /// Gives code 3 to the states of code 1 from which none of these moves leads into the frontier. All states must
    /// have distances, and the frontier must be all states of code 0, with all rows touched.
    MarkNoProgress(u32),
}

/// The passes over one coordinate, with the tables that they share.
pub(crate) struct RowPasses<'a> {
    pub(super) coordinate: &'a Coordinate,
    /// The coordinate as rows of cells.
    numbering: RowNumbering,
    /// The steps of all moves, by move index.
    steps: StepTables<'a>,
    vectors: InstructionSet,
}

impl<'a> RowPasses<'a> {
    /// # Panics
    /// If the processor lacks the instructions.
    pub(crate) fn new(coordinate: &'a Coordinate, vectors: InstructionSet) -> RowPasses<'a> {
        assert!(vectors.is_available(), "the processor has the instructions");
        let c = coordinate;
        let shape = Shape { rows: c.rows(), words: c.row_cells(), bits: 1 << c.index_bits(), align: 1 };
        let column = |entry: u64| {
            let cell = (entry >> c.index_bits()) as usize;
            Column { row: cell / shape.words, word: cell % shape.words, bit: entry as usize % shape.bits }
        };
        let goals = c.target().goal_states.iter().flat_map(|goal| c.entries_of(goal));
        let numbering = RowNumbering {
            shape,
            states: c.states(),
            weights: (0..c.rows()).map(|row| c.row_weight(row) as u64).collect(),
            goals: goals.map(column).collect(),
            coding: Coding::Modulo3,
        };
        let steps = StepTables::new(coordinate, Move::all().map(PlaceTurn::from_move));
        RowPasses { coordinate, numbering, steps, vectors }
    }

    /// Sets `buffers.pulled` to the states of `row` from which one of `moves` leads into the frontier. Returns false,
    /// with `pulled` unchanged, if the frontier touches none of the rows they lead to.
    #[inline(always)]
    fn pull<C: Cell>(
        &self,
        row: usize,
        moves: u32,
        frontier: &Frontier<C>,
        buffers: &mut Buffers<C>,
    ) -> bool {
        let corner_count = self.coordinate.corner_count;
        let row_cells = self.coordinate.row_cells();
        let mut is_reached = false;
        let positions = self.coordinate.positions(self.coordinate.row_placement(row));
        for m in bits(moves) {
            let step = self.steps.row_step(&positions, m);
            if frontier.counts[step.target_row] == 0 {
                continue;
            }
            if !is_reached {
                buffers.pulled.fill(C::EMPTY);
                is_reached = true;
            }
            self.steps.map_rest(&step, self.steps.free_positions(row), &mut buffers.rest_map);
            let source = &frontier.sets[step.target_row * row_cells..][..row_cells];
            let corners = &self.steps.corners(&step)[..corner_count];
            let block = &mut buffers.block[..corner_count];
            for (rest, (source_rest, flips)) in buffers.rest_map.iter().enumerate() {
                let source = &source[*source_rest as usize * corner_count..][..corner_count];
                let pulled = &mut buffers.pulled[rest * corner_count..][..corner_count];
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

    /// Gives a code to the unvisited states among the pulled ones. Returns their number.
    #[inline(always)]
    fn commit_level<C: Cell>(code: usize, pulled: &[C], planes: &mut [Planes<C>]) -> u64 {
        let mut new_count = 0;
        for (new, planes) in pulled.iter().zip(planes) {
            let new = new.and(unvisited(planes));
            new_count += u64::from(new.count());
            set_code(planes, new, code);
        }
        new_count
    }

    /// Gives code 3 to the states of code 1 that were not pulled.
    #[inline(always)]
    fn mark_no_progress<C: Cell>(pulled: &[C], planes: &mut [Planes<C>]) {
        for (pulled, [low, high]) in pulled.iter().zip(planes) {
            *high = high.or(low.and(pulled.not()));
        }
    }

    /// Does the work of a pass on one row. Returns the number of states that got a distance.
    #[inline(always)]
    fn fill_row<C: Cell>(
        &self,
        row: usize,
        pass: Pass,
        frontier: &Frontier<C>,
        buffers: &mut Buffers<C>,
        planes: &mut [Planes<C>],
    ) -> u64 {
        let moves = match pass {
            Pass::Level(_) => (1 << Move::COUNT) - 1,
            Pass::MarkNoProgress(tested_moves) => tested_moves,
        };
        if !self.pull(row, moves, frontier, buffers) {
            return 0;
        }
        match pass {
            Pass::Level(code) => RowPasses::commit_level(code, &buffers.pulled, planes),
            Pass::MarkNoProgress(_) => {
                RowPasses::mark_no_progress(&buffers.pulled, planes);
                0
            }
        }
    }

    /// Does the work of a pass on one row with the chosen vectors.
    fn fill_row_with_vectors<C: Cell>(
        &self,
        row: usize,
        pass: Pass,
        frontier: &Frontier<C>,
        buffers: &mut Buffers<C>,
        planes: &mut [Planes<C>],
    ) -> u64 {
        match self.vectors {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as was asserted, the processor has the features of the chosen vectors.
            InstructionSet::Avx2 | InstructionSet::Avx512 => unsafe {
                if self.vectors == InstructionSet::Avx2 {
                    fill_row_avx2(self, row, pass, frontier, buffers, planes)
                } else {
                    fill_row_avx512(self, row, pass, frontier, buffers, planes)
                }
            },
            _ => self.fill_row(row, pass, frontier, buffers, planes),
        }
    }

    /// Gives code 3 to the states of a complete fill from which no tested move makes progress. The codes are undefined if
    /// the work was cancelled.
    pub(crate) fn mark_all<C: Cell>(&self, fill: &mut RowFill<'_, C, RowPasses<'_>>, crew: &Crew<'_>) {
        fill.frontier.counts.fill(1);
        fill.advance(0, crew);
        let (pass, frontier) = (Pass::MarkNoProgress(self.coordinate.tested_moves()), &fill.frontier);
        let rows = fill.planes.chunks_exact_mut(self.coordinate.row_cells()).enumerate();
        crew.each(
            rows,
            || self.buffers(),
            |(row, planes), buffers| self.fill_row_with_vectors(row, pass, frontier, buffers, planes),
        );
    }
}

impl<C: Cell> RowKernel<C> for RowPasses<'_> {
    type Buffers = Buffers<C>;
    const COUNTS_FRONTIER: bool = false;

    fn numbering(&self) -> &RowNumbering {
        &self.numbering
    }

    fn buffers(&self) -> Buffers<C> {
        Buffers {
            pulled: vec![C::EMPTY; self.coordinate.row_cells()],
            block: vec![C::EMPTY; self.coordinate.corner_count],
            rest_map: Vec::with_capacity(self.coordinate.rest_count),
        }
    }

    fn find(
        &self,
        row: usize,
        code: usize,
        frontier: &Frontier<C>,
        planes: &mut [Planes<C>],
        buffers: &mut Buffers<C>,
    ) -> (u64, Option<u64>) {
        (self.fill_row_with_vectors(row, Pass::Level(code), frontier, buffers, planes), None)
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
            buffers: &mut Buffers<C>,
            planes: &mut [Planes<C>],
        ) -> u64 {
            passes.fill_row(row, pass, frontier, buffers, planes)
        }
    };
}

#[cfg(target_arch = "x86_64")]
fill_row_with!(fill_row_avx2, "avx2,bmi2,popcnt");
#[cfg(target_arch = "x86_64")]
fill_row_with!(fill_row_avx512, "avx512f,avx512vl,avx512bw,avx512vpopcntdq,avx2,bmi2,popcnt");
