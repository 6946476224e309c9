//! A solve with its review: a row per stage with its loss, and the edits that solve an unsolved cube.

use std::ops::Range;

use cubiform_cube::Algorithm;
use cubiform_cube::notation::{Base, Turn};
use cubiform_human::cases::Case;
use cubiform_human::{CfopSolver, Correction, Ending, Lengths, Request, Review, Solution, StageKind};
use cubiform_solvers::cfop::Analyzer;
use cubiform_threads::CancelToken;

use super::source::Solve;
use crate::Error;
use crate::players::twizzle;

/// The maximum number of edits shown.
const MAX_CORRECTIONS: usize = 5;

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
}

/// A row of the table.
pub struct Row {
    /// The stage with its case; `unfinished` for the moves after the last stage of an unsolved solve.
    pub title: String,
    /// The part of the solve; `None` for unfinished moves.
    pub part: Option<StageKind>,
    /// The case that the stage solves, if it solves one.
    pub case: Option<&'static Case>,
    /// The indices of its moves.
    pub turns: Range<usize>,
    /// The lengths of its moves.
    pub lengths: Lengths,
    /// The lengths of all moves up to its end.
    pub running: Lengths,
    /// The minimum number of moves (HTM) to the end of the stage, and whether it is proven.
    pub optimal: Option<(u32, bool)>,
    /// The number of moves (HTM) by which the stage lengthened the shortest known complete solution; 0 for unfinished
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
    /// Reviews a solve: finds its stages, and the best continuation from the start of each. With an analyzer of all
    /// stages of the goal `std`, the minimum lengths of the stages are proven. `request` states the effort of the search.
    ///
    /// # Errors
    /// If `cancel` was cancelled, or a table contradicts itself.
    pub fn new(
        solve: Solve,
        solver: &CfopSolver,
        analyzer: Option<&Analyzer>,
        request: &Request,
        cancel: &CancelToken,
    ) -> Result<ReviewedSolve, Error> {
        let stop = cancel;
        let review = solver.review(&solve.scramble.cube, solve.scramble.turned, &solve.algorithm);
        let ending = review.ending();
        let corrections = if ending == Ending::Unsolved {
            solver.corrections(&review, MAX_CORRECTIONS, stop)
        } else {
            Vec::new()
        };
        let mut rows = Vec::new();
        for stage in &review.stages {
            let alternative = solver.alternative(&review, stage, analyzer, request, stop)?;
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
            let continuation = solver.continuation(&review, &state, request, stop)?;
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
        // The shortest complete solution known from the end of the stages.
        let mut after = match (ending, rows.last()) {
            (_, Some(Row { part: None, continuation, .. })) => continuation.clone(),
            (Ending::Solved, _) => review.without_moves(),
            _ => solver.continuation(&review, &review.end, request, stop)?,
        };
        // A later search may find a shorter finish than an earlier one, so the moves of a stage with the continuation
        // after it also count as a continuation from its start. No loss is negative then, and they sum to the difference
        // between the solve and the shortest complete solution from its start.
        for (row, stage) in rows.iter_mut().zip(&review.stages).rev() {
            let as_solved = review.continuation_through(stage, &after);
            let moves = as_solved.lengths().htm;
            if moves < row.continuation.lengths().htm {
                row.continuation = as_solved;
            }
            row.lost = moves - row.continuation.lengths().htm;
            after = row.continuation.clone();
        }
        if cancel.is_cancelled() {
            return Err(Error::cancelled());
        }
        Ok(ReviewedSolve { solve, review, rows, ending, corrections })
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
        let lines = self
            .rows
            .iter()
            .filter(|row| !row.turns.is_empty())
            .map(|row| format!("{} // {}", self.review.text_of(row.turns.clone()), row.title));
        twizzle(&self.setup(0), &lines.collect::<Vec<_>>().join("\n"))
    }

    /// Returns a link that opens the best continuation from the start of row `i` in a player.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn link_of_continuation(&self, i: usize) -> String {
        twizzle(&self.setup(i), &self.continuation(i).to_string())
    }

    /// Returns the scramble followed by the moves before a row. If the scramble is unknown, returns the inverse of
    /// the continuation.
    fn setup(&self, i: usize) -> String {
        let Some(row) = self.rows.get(i) else { return String::new() };
        match self.solve.scramble.text.moves() {
            None => self.continuation(i).setup(),
            Some(scramble) => {
                let scramble = Algorithm::parse(scramble).unwrap_or_default().to_string();
                let parts = [scramble, self.review.text_of(0..row.turns.start)];
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
        let is_move = |base: Base| !matches!(base, Base::X | Base::Y | Base::Z);
        self.review.turns[..turn].iter().filter(|turn| is_move(turn.base())).count() + 1
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

#[cfg(test)]
mod tests {
    use cubiform_cube::{Color, Cube, random};
    use cubiform_human::SearchEffort;
    use cubiform_solvers::solver::Limits;

    use super::*;
    use crate::review::read;

    /// Pairs of moves without effect, as a person hesitates.
    const PAUSES: [&str; 5] = ["U U'", "R R'", "F2 F2", "M' M", "y y'"];

    /// Returns the texts of solves of random states by a person of one colour, who looks ahead little or not at all. Of each ten, one
    /// lacks its last move and one ends after half of its moves.
    fn solves(solver: &CfopSolver, count: usize) -> Vec<String> {
        let mut rng = random::generator(37);
        let mut below = |n: usize| random::below(&mut rng, n as u64) as usize;
        let solve = |(i, cube): (usize, Cube)| {
            let effort = [SearchEffort::NONE, SearchEffort::NEAR][i % 2];
            let request = Request { colors: vec![Color::COLUMNS[below(6)]], effort, ..Request::default() };
            let solution = solver.solve(&cube, &request, &Limits::default()).unwrap();
            let text = solution.text();
            let mut moves: Vec<&str> = text.split(' ').collect();
            (0..below(3)).for_each(|_| moves.insert(below(moves.len()), PAUSES[below(PAUSES.len())]));
            match i % 10 {
                8 => drop(moves.pop()),
                9 => moves.truncate(moves.len() / 2),
                _ => {}
            }
            let facelets = cubiform_cube::facelets::format(&cube);
            format!("scramble,solution\n{facelets},{}\n", moves.join(" "))
        };
        random::states(37).take(count).enumerate().map(solve).collect()
    }

    /// Checks the review of a solve: all continuations are complete solutions, and the losses sum to the difference of
    /// the shortest complete solutions known from the first and the last row.
    fn check(reviewed: &ReviewedSolve) {
        let rows = &reviewed.rows;
        let known = |i: usize| reviewed.before(i).htm + rows[i].continuation.lengths().htm;
        let review = &reviewed.review;
        let mut state = review.start;
        for i in 0..rows.len() {
            let orientation = review.orientation_after(rows[i].turns.start);
            let continuation = Algorithm::parse(&reviewed.continuation(i).to_string()).unwrap();
            let turn = |cube: Cube, m: &cubiform_cube::Move| cube.turn(orientation.inverse().conjugate(*m));
            assert_eq!(continuation.resolve().0.iter().fold(state, turn), Cube::SOLVED, "{continuation}");
            assert_eq!(Lengths::count(continuation.turns()).htm, rows[i].continuation.lengths().htm);
            if i + 1 < rows.len() {
                assert_eq!(known(i) + rows[i].lost, known(i + 1), "row {i}");
            }
            state = review.stages.get(i).map_or(review.end, |stage| stage.after);
        }
        let lost: u32 = rows.iter().map(|row| row.lost).sum();
        let total = review.lengths().htm;
        match (reviewed.ending, rows.last().map(|row| row.part)) {
            (_, None) => assert_eq!(lost, 0),
            (_, Some(None)) => assert_eq!(known(0) + lost, known(rows.len() - 1)),
            (Ending::Solved, _) => assert_eq!(known(0) + lost, total),
            // The shortest solution known from the end has the missing move.
            (Ending::OneMoveOff(_), _) => assert_eq!(known(0) + lost, total + 1),
            (Ending::Unsolved, _) => assert!(known(0) + lost > total),
        }
    }

    #[test]
    fn losses_sum_to_the_total_minus_the_best_at_the_start() {
        let solver = CfopSolver::new();
        let efforts = [SearchEffort::NONE, SearchEffort::NEAR, SearchEffort::USUAL, SearchEffort::WIDE];
        let solves = solves(&solver, 200);
        for effort in efforts {
            let request = Request { effort, ..Request::default() };
            for text in &solves {
                let solve = read(None, text).unwrap().remove(0);
                check(&ReviewedSolve::new(solve, &solver, None, &request, &CancelToken::never()).unwrap());
            }
        }
    }
}
