//! The analysis of a scramble: its lengths and solutions by stage and colour, and their JSON.

pub mod annotation;
pub mod columns;
pub mod json;
pub mod report;
