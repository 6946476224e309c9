//! A solve with its review: a row per stage with its loss, and the edits that solve an unsolved cube.

use std::ops::Range;

use cubiform_cube::moves::to_wca;
use cubiform_cube::notation::Turn;
use cubiform_cube::{Algorithm, Color, Cube};
use cubiform_human::{Correction, Ending, Lengths, Review, Solution, StageKind};
use cubiform_solvers::reduction::Attempt;

use super::source::Solve;
use crate::Error;
use crate::easiest::EasiestAlgorithm;
use crate::players::twizzle;

/// The stages of a reviewed solve: their names, their minimum lengths and the best continuations from them.
pub(super) trait Stages {
    /// Returns the title and the case of a stage.
    fn title(&self, review: &Review, stage: usize) -> Result<(String, Option<String>), Error>;

    /// Returns the easiest known algorithm of the case of a stage; `None` without a case.
    fn easiest(&self, _review: &Review, _stage: usize) -> Result<Option<EasiestAlgorithm>, Error> {
        Ok(None)
    }

    /// Returns the minimum number of moves of a stage and whether it is proven, if it is known, and the best complete solution
    /// known from its start, for the cube in the orientation after the scramble.
    fn alternative(&self, review: &Review, stage: usize) -> Result<(Option<(u32, bool)>, Solution), Error>;

    /// Returns the best complete solution known from a state after the last stage.
    fn continuation(&self, review: &Review, state: &Cube) -> Result<Solution, Error>;

    /// Returns the number of moves of the complete solution with the moves before a stage, or all moves, and the best continuation
    /// from there, if moves of both may cancel.
    fn total(&self, _stage: usize) -> Option<u32> {
        None
    }
}

/// The method of a solve that is not reviewed as CFOP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepMethod {
    /// The name of the method.
    pub name: String,
    /// The names of its steps.
    pub steps: Vec<String>,
    /// The known method that the solve fits nearly as well, if the method was recognised.
    pub second: Option<String>,
}

/// A solve with its review.
pub struct ReviewedSolve {
    /// The solve.
    pub solve: Solve,
    /// The stages of its moves.
    pub review: Review,
    /// The stages reached, and the moves after the last of them.
    pub rows: Vec<Row>,
    /// How the solve ends.
    pub ending: Ending,
    /// The edits of one move that improve an unsolved solve.
    pub corrections: Vec<Correction>,
    /// The method whose steps the stages are; `None` for CFOP. [`metric`](Self::metric) is that of the
    /// lengths.
    pub method: Option<StepMethod>,
    /// The steps of a fewest-moves solve, with their chains.
    pub attempt: Option<Attempt>,
    /// The best complete solution known from the end, or from the end of the last stage if the moves after it have no known purpose.
    pub final_continuation: Solution,
}

/// A row of the table.
pub struct Row {
    /// The stage with its case; `unfinished` for the moves after the last stage of an unsolved solve.
    pub title: String,
    /// The part of the solve; `None` for unfinished moves.
    pub part: Option<StageKind>,
    /// The case that the stage solves, if it solves one.
    pub case: Option<String>,
    /// The easiest known algorithm of the case.
    pub easiest: Option<EasiestAlgorithm>,
    /// The indices of its moves.
    pub turns: Range<usize>,
    /// The lengths of its moves.
    pub lengths: Lengths,
    /// The seconds from the end of the row before to its last move, if the moves have timestamps.
    pub time: Option<f64>,
    /// The seconds from there to its first move.
    pub pause: Option<f64>,
    /// The lengths of all moves up to its end.
    pub running: Lengths,
    /// The minimum number of moves to the end of the stage, and whether it is proven.
    pub optimal: Option<(u32, bool)>,
    /// The number of moves of the shortest complete solution known from the start of the stage, the moves before it included.
    pub best: u32,
    /// The number of moves by which the stage lengthened the shortest known complete solution; 0 for unfinished
    /// moves, whose purpose is unknown.
    pub lost: u32,
    /// The best complete solution known from the start of the stage, for the orientation in which the scramble leaves
    /// the cube: that of the search from there, or the moves of the solve up to a later stage and the continuation from
    /// there, if they are fewer.
    pub continuation: Solution,
    /// The facelets at the end of the row.
    pub state: String,
}

impl ReviewedSolve {
    /// Creates the review of a solve that is divided into stages.
    ///
    /// # Errors
    /// If the stages cannot be continued, or the work was cancelled.
    pub(super) fn new(
        solve: Solve,
        review: Review,
        stages: &impl Stages,
        corrections: Vec<Correction>,
        method: Option<StepMethod>,
    ) -> Result<ReviewedSolve, Error> {
        let ending = review.ending();
        let moves = |lengths: Lengths| if method.is_some() { lengths.stm } else { lengths.htm };
        let total = |stage: usize, lengths: Lengths| stages.total(stage).unwrap_or(moves(lengths));
        let mut rows: Vec<Row> = Vec::new();
        let mut before = Lengths::default();
        for (i, stage) in review.stages.iter().enumerate() {
            let (title, case) = stages.title(&review, i)?;
            let (optimal, continuation) = stages.alternative(&review, i)?;
            let (time, pause) = times(&solve, &review, &stage.turns);
            rows.push(Row {
                title,
                part: Some(stage.kind),
                case,
                easiest: stages.easiest(&review, i)?,
                turns: stage.turns.clone(),
                lengths: stage.lengths,
                time,
                pause,
                running: stage.running,
                optimal,
                best: total(i, before + continuation.lengths()),
                lost: 0,
                continuation,
                state: cubiform_cube::facelets::format(&stage.after),
            });
            before = stage.running;
        }
        if ending != Ending::Solved && !review.rest().is_empty() {
            let state = review.stages.last().map_or(review.start, |stage| stage.after);
            let (time, pause) = times(&solve, &review, &review.rest());
            rows.push(Row {
                title: "unfinished".into(),
                part: None,
                case: None,
                easiest: None,
                turns: review.rest(),
                lengths: review.lengths_of(review.rest()),
                time,
                pause,
                running: review.lengths(),
                optimal: None,
                best: 0,
                lost: 0,
                continuation: stages.continuation(&review, &state)?,
                state: cubiform_cube::facelets::format(&review.end),
            });
        }
        // The shortest complete solution known from the end of the stages.
        let final_continuation = match (ending, rows.last()) {
            (_, Some(Row { part: None, continuation, .. })) => continuation.clone(),
            (Ending::Solved, _) => review.without_moves(),
            _ => stages.continuation(&review, &review.end)?,
        };
        let mut best = total(review.stages.len(), before + final_continuation.lengths());
        rows.iter_mut().filter(|row| row.part.is_none()).for_each(|row| row.best = best);
        let mut after = final_continuation.clone();
        // A later search may find a shorter finish than an earlier one, so the moves of a stage with the continuation
        // after it also count as a continuation from its start. No loss is negative then, and they sum to the difference
        // between the solve and the shortest complete solution from its start.
        for (row, stage) in rows.iter_mut().zip(&review.stages).rev() {
            let mut as_solved = review.continuation_through(stage, &after);
            if stage.kind == StageKind::Step {
                as_solved.stages[0].title.clone_from(&row.title);
            }
            if best < row.best {
                row.continuation = as_solved;
            }
            row.lost = best.saturating_sub(row.best);
            row.best = best.min(row.best);
            best = row.best;
            after = row.continuation.clone();
        }
        Ok(ReviewedSolve {
            solve,
            review,
            rows,
            ending,
            corrections,
            method,
            attempt: None,
            final_continuation,
        })
    }

    /// Returns the rows of the steps of a method that is not CFOP, with the names of the steps.
    pub(super) fn steps(&self) -> impl Iterator<Item = (&Row, &str)> {
        let names = self.method.iter().flat_map(|method| &method.steps);
        self.rows.iter().filter(|row| row.part.is_some()).zip(names.map(|name| &name[..]))
    }

    /// Returns a length in the metric of the method.
    pub fn moves(&self, lengths: Lengths) -> u32 {
        if self.method.is_some() { lengths.stm } else { lengths.htm }
    }

    /// Returns the name of the metric of the method. Face turns, all that a fewest-moves solve has, count the same in both.
    pub fn metric(&self) -> &'static str {
        if self.method.is_some() && self.attempt.is_none() { "STM" } else { "HTM" }
    }

    /// Returns the bottom colour, if the solve has one and reaches a stage.
    pub fn color(&self) -> Option<Color> {
        (!self.review.stages.is_empty() && self.attempt.is_none()).then_some(self.review.color)
    }

    /// Returns the warning that the solve does not look like CFOP, whose stages the rows have; `None` if it does.
    pub fn warning(&self) -> Option<String> {
        let (moves, pairs) = self.review.late_cross()?;
        Some(format!(
            "this does not look like CFOP: the cross is complete only after {moves} moves, with {pairs} pairs; the stages \
             below are those of CFOP"
        ))
    }

    /// Returns the row with the biggest loss; the first one if several are equal, `None` if nothing was lost.
    pub fn biggest_loss(&self) -> Option<usize> {
        let rows = (0..self.rows.len()).filter(|i| self.rows[*i].lost > 0);
        rows.max_by_key(|i| (self.rows[*i].lost, std::cmp::Reverse(*i)))
    }

    /// Returns the best continuation from the start of row `i`, for the orientation of the cube there.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn continuation(&self, i: usize) -> Solution {
        let row = &self.rows[i];
        row.continuation.clone().after_rotation(self.review.orientation_after(row.turns.start))
    }

    /// Returns the lengths of the moves before row `i`.
    ///
    /// # Panics
    /// If there is no row before it.
    pub fn before(&self, i: usize) -> Lengths {
        if i == 0 { Lengths::default() } else { self.rows[i - 1].running }
    }

    /// Returns a link that opens the solve in a player.
    pub fn link(&self) -> String {
        if let Some(attempt) = &self.attempt {
            return twizzle(&self.setup(0, 0), &to_wca(&attempt.moves));
        }
        let lines = self
            .rows
            .iter()
            .filter(|row| !row.turns.is_empty())
            .map(|row| format!("{} // {}", self.review.text_of(row.turns.clone()), row.title));
        twizzle(&self.setup(0, 0), &lines.collect::<Vec<_>>().join("\n"))
    }

    /// Returns a link that opens the best continuation from the start of row `i` in a player.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn link_of_continuation(&self, i: usize) -> String {
        twizzle(&self.setup(i, self.start_of_continuation(i)), &self.continuation(i).to_string())
    }

    /// Returns the number of moves before the continuation of a row: it begins where the row does, but that of the end of an attempt at
    /// fewest moves after it.
    pub(super) fn start_of_continuation(&self, i: usize) -> usize {
        let is_end = |row: &&Row| row.part.is_none() && self.attempt.is_some();
        self.rows.get(i).map_or(0, |row| if is_end(&row) { row.turns.end } else { row.turns.start })
    }

    /// Returns the scramble followed by the first moves. If the scramble is unknown, returns the inverse of the continuation of row
    /// `i`.
    pub(super) fn setup(&self, i: usize, until: usize) -> String {
        if self.rows.get(i).is_none() {
            return String::new();
        }
        match self.solve.scramble.text.moves() {
            None => self.continuation(i).setup(),
            Some(scramble) => {
                let scramble = Algorithm::parse(scramble).unwrap_or_default();
                let [normal, inverse] = self.review.on_sides(0..until).map(Algorithm::from_iter);
                // Moves on the inverse of the scramble come before it, inverted, as they are held after it.
                let rotation = scramble.resolve().1.inverse();
                let first: Algorithm =
                    inverse.inverse().turns().iter().map(|turn| turn.conjugate(rotation)).collect();
                let parts = [first, scramble, normal].map(|part| part.to_string());
                parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// Returns the moves per second (STM), if the time is known.
    pub fn tps(&self) -> Option<f64> {
        self.solve.time.map(|time| f64::from(self.review.lengths().stm) / time)
    }

    /// Returns the number of a move, counted from 1 without rotations. A rotation has the number of the next move.
    ///
    /// # Panics
    /// If the solve has fewer than `turn` moves.
    pub fn move_number(&self, turn: usize) -> usize {
        self.review.turns[..turn].iter().filter(|turn| !turn.base().is_rotation()).count() + 1
    }

    /// Returns moves as the text of the solve has them; `None` if it does not have them one after the other, as with a bracket
    /// that is repeated or inverted.
    pub fn written(&self, turns: Range<usize>) -> Option<String> {
        let places = self.solve.places.get(turns.clone())?;
        let written = self.solve.written.get(turns.clone())?;
        let is_meant = |(text, turn): (&String, &Turn)| {
            Algorithm::parse(text).is_ok_and(|algorithm| algorithm.turns() == [*turn])
        };
        let are_in_order = places.is_sorted_by(|a, b| a < b);
        let are_meant = written.iter().zip(&self.review.turns[turns]).all(is_meant);
        (are_in_order && are_meant).then(|| written.join(" "))
    }

    /// Returns the line and column of a move. The index after the last move gives the end of the last move.
    pub fn place(&self, turn: usize) -> Option<(usize, usize)> {
        self.solve.places.get(turn).copied()
    }
}

/// Returns the seconds that moves took from the end of the moves before, and the seconds until the first of them, as far as
/// their timestamps tell.
fn times(solve: &Solve, review: &Review, turns: &Range<usize>) -> (Option<f64>, Option<f64>) {
    let before = match turns.start.checked_sub(1) {
        Some(last) => solve.times.get(last).copied().flatten(),
        None => solve.times.iter().any(Option::is_some).then_some(0),
    };
    let since = |at: usize| {
        let milliseconds = solve.times.get(at).copied().flatten()?.checked_sub(before?)?;
        Some(milliseconds as f64 / 1000.0)
    };
    let first = turns.clone().find(|at| !review.turns[*at].base().is_rotation());
    if turns.is_empty() { (before.map(|_| 0.0), None) } else { (since(turns.end - 1), first.and_then(since)) }
}

#[cfg(test)]
pub(super) mod tests {
    use cubiform_cube::{Algorithm, Cube};

    use super::*;

    /// Checks the review of a solve: all continuations are complete solutions, and the losses sum to the difference of
    /// the shortest complete solutions known from the first and the last row.
    pub(in crate::review) fn check(reviewed: &ReviewedSolve) {
        let rows = &reviewed.rows;
        let known = |i: usize| reviewed.moves(reviewed.before(i) + rows[i].continuation.lengths());
        let review = &reviewed.review;
        let mut state = review.start;
        for i in 0..rows.len() {
            let orientation = review.orientation_after(rows[i].turns.start);
            let continuation = Algorithm::parse(&reviewed.continuation(i).to_string()).unwrap();
            let turn = |cube: Cube, m: &cubiform_cube::Move| cube.turn(orientation.inverse().conjugate(*m));
            assert_eq!(continuation.resolve().0.iter().fold(state, turn), Cube::SOLVED, "{continuation}");
            assert_eq!(Lengths::count(continuation.turns()).htm, rows[i].continuation.lengths().htm);
            let is_as_short =
                rows[i].optimal.is_none_or(|(moves, _)| moves <= reviewed.moves(rows[i].lengths));
            assert!(is_as_short || reviewed.method.is_none(), "row {i}");
            if i + 1 < rows.len() {
                assert_eq!(known(i) + rows[i].lost, known(i + 1), "row {i}");
            }
            state = review.stages.get(i).map_or(review.end, |stage| stage.after);
        }
        let lost: u32 = rows.iter().map(|row| row.lost).sum();
        let total = reviewed.moves(review.lengths());
        match (reviewed.ending, rows.last().map(|row| row.part)) {
            (_, None) => assert_eq!(lost, 0),
            (_, Some(None)) => assert_eq!(known(0) + lost, known(rows.len() - 1)),
            (Ending::Solved, _) => assert_eq!(known(0) + lost, total),
            // The shortest solution known from the end has the missing move.
            (Ending::OneMoveOff(_), _) => assert_eq!(known(0) + lost, total + 1),
            (Ending::Unsolved, _) => assert!(known(0) + lost > total),
        }
    }
}
