//! The arguments of `cubiform algorithms` and `methods`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use cubiform_answers::algorithms::AlgorithmRequest;
use cubiform_answers::methods::MethodsRequest;

use crate::args::{Arguments, LONG_HELP_HINT};

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

/// Arguments of `cubiform methods`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Methods {
    #[command(subcommand)]
    pub(crate) action: Option<MethodsAction>,
}

/// The subcommands of `cubiform methods`.
#[derive(Debug, Subcommand)]
pub(crate) enum MethodsAction {
    /// List the known methods with their steps
    List,
    /// Solve the same random states by several methods and compare the steps
    Compare(CompareMethods),
}

/// Arguments of `cubiform methods compare`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = include_str!("help/methods.txt").trim_ascii_end())]
pub(crate) struct CompareMethods {
    /// Names of known methods, or files of your own [default: all known methods]
    #[arg(value_name = "METHOD")]
    pub(crate) methods: Vec<String>,

    #[command(flatten)]
    pub(crate) answer: Arguments<MethodsRequest, CompareFormat>,
}

/// An output format of `cubiform methods compare`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompareFormat {
    /// For people
    #[default]
    Table,
    /// One JSON document, for programs
    Json,
    /// A chart of the means of whole solves
    Svg,
}
