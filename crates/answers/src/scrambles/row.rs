//! Scrambles with their states, and their JSON.

use cubiform_cube::facelets;
use cubiform_draw::Listed;
use cubiform_solvers::scrambler::{Event, Scrambler};
use cubiform_solvers::solver::Unsolved;
use cubiform_threads::CancelToken;

use super::event::ScrambleEvent;
use super::states::{Drawn, DrawnCase};
use crate::Error;
use crate::puzzle::ScramblePuzzle;

/// A scramble and its state, in JSON too.
// The members are in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ScrambleAnswer))]
pub struct Row {
    /// The event, as the WCA names it.
    pub event: ScrambleEvent,
    /// The facelets of the state after the scramble, in the order of the faces U, R, F, D, L and B.
    #[cfg_attr(
        feature = "schema",
        schema(example = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB")
    )]
    pub facelets: String,
    /// The id: `random-SEED-N`, or `case-SEED-N` for a state of a case. N counts from 1.
    #[cfg_attr(feature = "schema", schema(example = "random-1-1"))]
    pub id: String,
    /// The number of moves as written, including wide moves at the ends.
    #[cfg_attr(feature = "schema", schema(example = 19, minimum = 0))]
    pub length: usize,
    /// The moves.
    #[cfg_attr(
        feature = "schema",
        schema(example = "D2 U' R2 U F2 D2 U' R2 U' B' L2 R' B' D2 U B2 L' D' R2")
    )]
    pub scramble: String,
}

/// A state of a list, in JSON too.
// The members are in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct StateRow {
    /// The facelets, in the order of the faces U, R, F, D, L and B.
    pub facelets: String,
    /// The id: `state-N`. N counts from 1.
    pub id: String,
    /// The number of states of its class, if one of each class is listed; otherwise 1.
    pub images: u8,
}

impl StateRow {
    pub(super) fn new(listed: &Listed, number: u64) -> StateRow {
        StateRow {
            facelets: facelets::format(&listed.cube),
            id: format!("state-{number}"),
            images: listed.images,
        }
    }
}

/// Returns the row of a state of the 3x3x3 for one of its events.
///
/// # Errors
/// If the search was cancelled.
///
/// # Panics
/// If the event is of another puzzle.
pub fn row(
    scrambler: &Scrambler,
    event: ScrambleEvent,
    seed: u64,
    drawn: &Drawn,
    cancel: &CancelToken,
) -> Result<Row, Error> {
    let form = match event {
        ScrambleEvent::Plain | ScrambleEvent::OneHanded | ScrambleEvent::Feet => Event::Plain,
        ScrambleEvent::Blindfolded | ScrambleEvent::MultiBlind => Event::Blindfolded(drawn.orientation),
        ScrambleEvent::FewestMoves => Event::FewestMoves,
        ScrambleEvent::Two | ScrambleEvent::Four => unreachable!("other puzzles have their own scramblers"),
    };
    let scramble = scrambler.scramble_until(&drawn.state, form, cancel).ok_or(Error::cancelled())?;
    Ok(Row {
        id: format!("random-{seed}-{}", drawn.number),
        event,
        facelets: facelets::format(&drawn.state),
        length: scramble.turns().len(),
        scramble: scramble.to_string(),
    })
}

/// Returns the row of a state that shows a case. The scramble begins with random moves.
///
/// # Errors
/// If the search was cancelled.
pub fn case_row(
    scrambler: &Scrambler,
    seed: u64,
    drawn: &DrawnCase,
    cancel: &CancelToken,
) -> Result<Row, Error> {
    let scramble = scrambler.scramble_indirectly_until(&drawn.state, drawn.seed_of_moves, cancel);
    let scramble = scramble.ok_or(Error::cancelled())?;
    Ok(Row {
        id: format!("case-{seed}-{}", drawn.number),
        event: ScrambleEvent::Plain,
        facelets: facelets::format(&drawn.state),
        length: scramble.turns().len(),
        scramble: scramble.to_string(),
    })
}

/// Returns the row of a state of a puzzle other than the 3x3x3, with its number.
///
/// # Errors
/// If the search was cancelled, found no scramble, or met a table that contradicts itself.
pub fn puzzle_row<P: ScramblePuzzle>(
    scrambler: &P::Scrambler,
    seed: u64,
    (state, number): (&P, u64),
    cancel: &CancelToken,
) -> Result<Row, Error> {
    let moves = state.scramble(scrambler, cancel).map_err(|error| match error {
        Unsolved::Cancelled => Error::cancelled(),
        Unsolved::Table => Error::table(error.to_string()),
        other => Error::message(other.to_string()),
    })?;
    // The facelets of the puzzle scrambled with white on top and green in front.
    let scrambled = P::parse(&P::format(&moves)).map_err(|e| Error::message(e.to_string()))?;
    Ok(Row {
        id: format!("random-{seed}-{number}"),
        event: ScrambleEvent::of(P::VALUE),
        facelets: scrambled.state.facelets(),
        length: moves.len(),
        scramble: P::format(&moves),
    })
}
