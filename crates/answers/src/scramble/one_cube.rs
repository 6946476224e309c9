//! The cube of a request for one cube.

use cubiform_cube::Cube;

use super::Scramble;
use crate::Error;
use crate::input::{Content, Line};
use crate::limits::Limits;

/// Returns the line of the cube that a request for one cube names.
///
/// # Errors
/// If there is none, or its text is too long.
pub fn line(scramble: Option<String>, id: Option<String>, limits: &Limits) -> Result<Line, Error> {
    limits.texts([("scramble", scramble.as_deref())])?;
    let Some(scramble) = scramble else {
        let error = Error::usage("scramble", "no scramble").code("no-scramble").placed();
        return Err(error.hint("give one as 'scramble': its moves, 54 facelets, or Reid's notation"));
    };
    let content = match id {
        Some(id) => Content::Cell { id, scramble, column: 0 },
        None => Content::of_line(scramble),
    };
    Ok(Line::argument(1, content))
}

/// Returns the state after the scramble of a request for one cube, as the cube is then held: a scramble that rotates the whole cube
/// leaves a state whose moves, on either side, are named from where the cube is looked at.
///
/// # Errors
/// If there is none, or it cannot be read or is too long.
pub(crate) fn as_held(scramble: Option<String>, limits: &Limits) -> Result<Cube, Error> {
    let scramble = Scramble::read(&line(scramble, None, limits)?)?;
    Ok(scramble.cube.conjugate(scramble.turned))
}
