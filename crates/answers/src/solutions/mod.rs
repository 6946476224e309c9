//! Solutions of whole cubes: the engines that answer a question, and the rows of the answer.

mod answer;
mod by_hand;
pub(crate) mod chain;
mod engine;
mod json;
mod masks;
mod operation;
pub mod options;
mod other;
mod phases;
mod request;
mod row;
mod three;

pub use answer::{Event, answer, engine, read};
pub use by_hand::ByHand;
pub(crate) use by_hand::pair_name;
pub use chain::ChainSolution;
pub(crate) use engine::not_solved;
pub use engine::{Engine, EngineKind, LineSolver};
pub use json::{OtherObject, SolutionObject, ThreeObject};
pub use operation::SolvedCube;
pub(crate) use request::NO_BUDGET;
pub use request::{SolveQuestion, SolveRequest};
pub use row::{Phase, Row, Solved};
