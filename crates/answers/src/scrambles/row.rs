//! Scrambles with their states, and their JSON.

use cubiform_cube::facelets;
use cubiform_draw::ListedState;

use crate::Error;
use crate::examples;
use crate::puzzle::ScrambleEvent;

/// A scramble and its state, in JSON too.
// The members are in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ScrambleAnswer)]
pub struct Row {
    /// The event, as the WCA names it.
    pub event: ScrambleEvent,
    /// The facelets of the state after the scramble, in the order of the faces U, R, F, D, L and B, with white on top and green in front.
    #[schema(example = json!(examples::FACELETS))]
    pub facelets: String,
    /// The facelets as the cube is held after the scramble, if its wide moves turn the whole cube; absent if they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = json!(examples::FACELETS))]
    pub held_facelets: Option<String>,
    /// The id: `random-SEED-N`, or `case-SEED-N` for a state of a case. N counts from 1.
    #[schema(example = "random-1-1")]
    pub id: String,
    /// The number of moves as written, including wide moves at the ends.
    #[schema(example = 19, minimum = 0)]
    pub length: usize,
    /// The moves.
    #[schema(example = json!(examples::SCRAMBLE))]
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
    /// Returns the row of a state of a list, with its number, from 1.
    pub fn new(listed: &ListedState, number: u64) -> StateRow {
        StateRow {
            facelets: facelets::format(&listed.cube),
            id: format!("state-{number}"),
            images: listed.images,
        }
    }
}

/// A function that computes a scramble.
pub type Task = Box<dyn FnOnce() -> Result<Row, Error> + Send>;

/// The scrambles of a question in order, each still to be computed.
pub type Tasks = Box<dyn Iterator<Item = Task> + Send>;
