//! The stages of the first two layers: least moves, and the solutions that need no more, for any bottom colour.

mod analyzer;
mod sharing;

pub use analyzer::{
    Analysis, AnalyzeError, Analyzer, Counts, Request, Solution, Source, StageResult, tables_for,
};
