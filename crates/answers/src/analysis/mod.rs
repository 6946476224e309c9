//! The analysis of a scramble: its lengths and solutions by stage and colour, and their JSON.

mod analyses;
pub mod annotation;
pub mod json;
mod operation;
pub mod record;
pub mod report;
mod request;

pub use analyses::Analyses;
pub use operation::AnalyzedCube;
pub use request::{AnalyzeQuestion, AnalyzeRequest};
