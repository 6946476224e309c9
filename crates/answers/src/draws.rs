//! Random states that satisfy a condition, as an input, and the errors of draws.

use cubiform_cube::goal::condition::Condition;
use cubiform_draw::{Draw, DrawError};

use crate::Error;
use crate::input::Input;

/// Returns an input of the first `count` states of a draw under a condition.
pub fn drawn_states(mut draw: Draw, condition: &Condition, count: u64, seed: u64) -> Input {
    let condition = condition.clone();
    let state = move || draw.next_state().map_err(|error| draw_error(&error, &condition));
    Input::from_states(count, seed, std::iter::repeat_with(state))
}

/// Converts an error of a draw, or of a listing, of the states that satisfy `condition`, the parameter `where`.
pub fn draw_error(error: &DrawError, condition: &Condition) -> Error {
    let created = Error::message(format!("`where` '{condition}': {error}")).about("where").placed();
    match error {
        DrawError::Cancelled => Error::cancelled(),
        DrawError::Unsatisfiable => created.code("unsatisfiable").hint_line(
            "a cross takes at most 8 moves; an xcross takes at most 10, and at least as many as its cross",
        ),
        DrawError::TooMany { .. } => created.code("too-many-states").hint_line(
            "rare crosses and xcrosses of several colours can be listed; leave out `every` to draw random states",
        ),
        DrawError::TooRare { .. } => created.code("too-rare").hint_line(
            "loosen the condition; short lengths of a single stage, such as f2l <= 6, are drawn directly, however rare",
        ),
        DrawError::Analyze(_) => created,
    }
}
