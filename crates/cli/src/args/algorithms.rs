//! The arguments of `cubiform algorithms`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use cubiform_answers::algorithms::AlgorithmRequest;

use crate::args::Arguments;
use crate::args::LONG_HELP_HINT;

/// Arguments of `cubiform algorithms`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = include_str!("help/algorithms.txt").trim_ascii_end())]
pub(crate) struct Algorithms {
    #[command(flatten)]
    pub(crate) answer: Arguments<AlgorithmRequest, SheetFormat>,

    /// File in which each case is kept when it is done: the same request continues with it
    #[arg(long, value_name = "FILE", conflicts_with = "alg")]
    pub(crate) keep: Option<PathBuf>,
}

/// An output format of `cubiform algorithms`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SheetFormat {
    /// For people
    #[default]
    Table,
    /// A sheet with pictures, for browsers and for print
    Html,
    /// For documents
    #[value(alias = "md")]
    Markdown,
    /// One row per algorithm
    Csv,
    /// Notes for Anki: the picture, and the algorithms
    Anki,
    /// One JSON document, for programs
    Json,
}
