//! The arguments of `cubiform methods`.

use clap::{Args, Subcommand, ValueEnum};
use cubiform_answers::request::MethodsRequest;

use crate::args::LONG_HELP_HINT;

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
    pub(crate) request: MethodsRequest,

    /// Number of threads [default: all processors]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<u16>,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = CompareFormat::Table)]
    pub(crate) format: CompareFormat,
}

/// An output format of `cubiform methods compare`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompareFormat {
    /// For people
    Table,
    /// One JSON document, for programs
    Json,
    /// A chart of the means of whole solves
    Svg,
}
