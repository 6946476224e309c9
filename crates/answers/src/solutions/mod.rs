//! Solutions of whole cubes: the engines that answer a question, and the rows of the answer.

mod answer;
mod by_hand;
pub(crate) mod chain;
mod engine;
mod json;
mod masks;
pub mod options;
pub(crate) mod other;
mod phases;
mod row;
pub(crate) mod three;

pub use answer::{Event, answer, engine};
pub use by_hand::ByHand;
pub(crate) use by_hand::pair_name;
pub use chain::ChainSolution;
pub(crate) use engine::not_solved;
pub use engine::{Engine, EngineKind, LineSolver};
pub use json::{OtherObject, SolutionObject, ThreeObject};
pub use row::{Phase, Row, Solved};
