//! A solve with its review: a row for each stage, what each lost, and what would mend a solve that is not solved.

use std::ops::Range;

use cubiform_cube::Algorithm;
use cubiform_cube::notation::Base;
use cubiform_solvers::cfop::{AnalyzeError, Analyzer};
use cubiform_solvers::human::cases::Case;
use cubiform_solvers::human::players::twizzle;
use cubiform_solvers::human::{Correction, Ending, Lengths, Request, Review, Solution, Solver, StageKind};

use super::source::Solve;
use crate::failure::Failure;
use crate::interrupt;

/// How many edits that mend a solve are shown.
const MAX_CORRECTIONS: usize = 5;

/// A solve with its review.
pub(super) struct Reviewed {
    pub(super) solve: Solve,
    pub(super) review: Review,
    /// The stages that were reached, and what was done after the last of them.
    pub(super) rows: Vec<Row>,
    pub(super) ending: Ending,
    /// The edits of one move that mend an unsolved solve.
    pub(super) corrections: Vec<Correction>,
}

/// A row of the table.
pub(super) struct Row {
    /// The stage with its case; `unfinished` for moves after the last stage of an unsolved solve.
    pub(super) title: String,
    /// Which part of the solve it is; `None` for unfinished moves.
    pub(super) part: Option<StageKind>,
    pub(super) case: Option<&'static Case>,
    pub(super) turns: Range<usize>,
    pub(super) lengths: Lengths,
    pub(super) running: Lengths,
    /// The minimum number of moves to the end of the stage, and whether that is proven.
    pub(super) optimal: Option<(u32, bool)>,
    /// How much longer the stage made the shortest complete solution that is known.
    pub(super) lost: u32,
    /// The best complete solution from the beginning of the stage on, for a cube held as the scramble leaves it.
    pub(super) continuation: Solution,
    /// The facelets at its end.
    pub(super) state: String,
}

impl Reviewed {
    pub(super) fn new(
        solve: Solve,
        solver: &Solver,
        analyzer: Option<&Analyzer>,
        request: &Request,
    ) -> Result<Reviewed, Failure> {
        let stop = &interrupt::REQUESTED;
        let failed = |e: AnalyzeError| Failure::analyze(&e);
        let review = solver.review(&solve.scramble.cube, solve.scramble.turned, &solve.algorithm);
        let ending = review.ending();
        let corrections = if ending == Ending::Unsolved {
            solver.corrections(&review, MAX_CORRECTIONS, stop)
        } else {
            Vec::new()
        };
        let mut rows = Vec::new();
        for stage in &review.stages {
            let alternative = solver.alternative(&review, stage, analyzer, request, stop).map_err(failed)?;
            rows.push(Row {
                title: stage.title(),
                part: Some(stage.kind),
                case: stage.case,
                turns: stage.turns.clone(),
                lengths: stage.lengths,
                running: stage.running,
                optimal: alternative.min_moves.map(|moves| (moves, alternative.is_proven)),
                lost: 0,
                continuation: alternative.continuation,
                state: cubiform_cube::facelets::format(&stage.after),
            });
        }
        if ending != Ending::Solved && !review.rest().is_empty() {
            let state = review.stages.last().map_or(review.start, |stage| stage.after);
            let continuation = solver.continuation(&review, &state, request, stop).map_err(failed)?;
            rows.push(Row {
                title: "unfinished".into(),
                part: None,
                case: None,
                turns: review.rest(),
                lengths: review.lengths_of(review.rest()),
                running: review.lengths(),
                optimal: None,
                lost: 0,
                continuation,
                state: cubiform_cube::facelets::format(&review.end),
            });
        }
        let mut reviewed = Reviewed { solve, review, rows, ending, corrections };
        for i in 0..reviewed.rows.len() {
            // What unfinished moves lost is not known: nobody knows what was meant.
            if reviewed.rows[i].part.is_some() {
                reviewed.rows[i].lost = reviewed.whole(i + 1).saturating_sub(reviewed.whole(i));
            }
        }
        if interrupt::REQUESTED.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        Ok(reviewed)
    }

    /// The length of the shortest complete solution that is known from the beginning of row `i` on, with the moves before
    /// it; after the last row what was done.
    fn whole(&self, i: usize) -> u32 {
        let before = if i == 0 { 0 } else { self.rows[i - 1].running.htm };
        before + self.rows.get(i).map_or(0, |row| row.continuation.lengths().htm)
    }

    /// The row of the biggest loss, if there is any.
    pub(super) fn worst(&self) -> Option<usize> {
        let rows = (0..self.rows.len()).filter(|i| self.rows[*i].lost > 0);
        rows.max_by_key(|i| (self.rows[*i].lost, std::cmp::Reverse(*i)))
    }

    /// The continuation from the beginning of a row, for the cube as it is held there.
    pub(super) fn continuation(&self, i: usize) -> Solution {
        let row = &self.rows[i];
        row.continuation.clone().after_rotation(self.review.orientation_after(row.turns.start))
    }

    /// The lengths of the moves before a row.
    pub(super) fn before(&self, i: usize) -> Lengths {
        if i == 0 { Lengths::default() } else { self.rows[i - 1].running }
    }

    /// A link that opens the solve.
    pub(super) fn link(&self) -> String {
        let lines = self
            .rows
            .iter()
            .filter(|row| !row.turns.is_empty())
            .map(|row| format!("{} // {}", self.review.text_of(row.turns.clone()), row.title));
        twizzle(&self.setup(0), &lines.collect::<Vec<_>>().join("\n"))
    }

    /// A link that opens the best continuation from the beginning of a row.
    pub(super) fn link_of_continuation(&self, i: usize) -> String {
        twizzle(&self.setup(i), &self.continuation(i).to_string())
    }

    /// The scramble and the moves before a row; for a cube of which no scramble is known, what undoes the continuation.
    fn setup(&self, i: usize) -> String {
        let Some(row) = self.rows.get(i) else { return String::new() };
        match self.solve.scramble.shown.moves() {
            None => self.continuation(i).setup(),
            Some(scramble) => {
                let scramble = Algorithm::parse(scramble).unwrap_or_default().to_string();
                let parts = [scramble, self.review.text_of(0..row.turns.start)];
                parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// Moves per second in the slice-turn metric, if there is a time.
    pub(super) fn tps(&self) -> Option<f64> {
        self.solve.time.map(|time| f64::from(self.review.lengths().stm) / time)
    }

    /// The number of a move as people count: without rotations, from 1. A rotation has that of the move behind it.
    pub(super) fn number(&self, turn: usize) -> usize {
        let is_move = |base: Base| !matches!(base, Base::X | Base::Y | Base::Z);
        self.review.turns[..turn].iter().filter(|turn| is_move(turn.base())).count() + 1
    }

    /// The file, line and column of a move; of the end of the last one for the place behind it.
    pub(super) fn place(&self, turn: usize) -> Option<(usize, usize)> {
        self.solve.places.get(turn).copied()
    }
}
