//! Distributions: the number of all states at each distance from a goal, and their JSON.

mod count;
mod counted;
mod subject;

pub use count::{Count, FillCount, Question};
pub use counted::{CountedStates, Document, Row, titled};
pub use subject::{PHASES, SmallSpace, Subject, parse_subject};
