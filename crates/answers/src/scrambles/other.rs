//! Scrambles of the puzzles other than the 3x3x3.

use std::sync::Arc;

use cubiform_cube::random;
use cubiform_threads::CancelToken;

use super::row::{Row, Task, Tasks};
use crate::Error;
use crate::other_puzzles::ScramblePuzzle;
use crate::scrambles::ScrambleQuestion;
use crate::solutions::not_solved;
use crate::solvers::Solvers;

/// Returns the scrambles of a question: of random states that are allowed in competition.
///
/// # Errors
/// As [`ScramblePuzzle::scrambler`].
pub(crate) fn tasks<P: ScramblePuzzle>(
    question: &ScrambleQuestion,
    solvers: &dyn Solvers,
    cancel: &CancelToken,
) -> Result<Tasks, Error> {
    let (scrambler, seed, cancel) = (P::scrambler(solvers)?, question.seed, cancel.clone());
    let mut generator = random::generator(seed);
    let states = std::iter::repeat_with(move || P::random(&mut generator)).filter(P::is_allowed);
    Ok(Box::new(states.zip(1..=question.count).map(move |(state, number)| {
        let (scrambler, cancel) = (Arc::clone(&scrambler), cancel.clone());
        let id = format!("random-{seed}-{number}");
        Box::new(move || row(&state, id, &*scrambler, &cancel)) as Task
    })))
}

fn row<P: ScramblePuzzle>(
    state: &P,
    id: String,
    scrambler: &P::Scrambler,
    cancel: &CancelToken,
) -> Result<Row, Error> {
    let moves = state.scramble(scrambler, cancel).map_err(not_solved)?;
    let scramble = P::format(&moves);
    // The facelets of the puzzle scrambled with white on top and green in front.
    let scrambled = P::parse(&scramble).map_err(|error| Error::message(error.to_string()))?;
    Ok(Row {
        event: P::PUZZLE.event(),
        facelets: scrambled.state.facelets(),
        held_facelets: None,
        id,
        length: moves.len(),
        scramble,
    })
}
