//! Distributions: the number of all states at each distance from a goal, and their JSON.

mod count;
mod counted;
mod request;
mod subject;

pub use count::{Count, CountQuestion, FillCount};
pub use counted::{CountedStates, Document, Row, titled};
pub use request::{DistributionQuestion, DistributionRequest};
pub use subject::{PHASES, SmallSpace, Subject, parse_subject};
