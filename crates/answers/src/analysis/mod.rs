//! The analysis of a scramble: its lengths and solutions by stage and colour, and their JSON.

mod analyses;
pub mod annotation;
pub mod json;
pub mod record;
pub mod report;
mod request;

pub use analyses::Analyses;
pub use request::{AnalyzeQuestion, AnalyzeRequest, AnalyzedCube};
