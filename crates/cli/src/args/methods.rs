//! The arguments of `cubiform methods`.

use clap::{Args, Subcommand, ValueEnum};
use cubiform_answers::methods::MethodsRequest;

use crate::args::Arguments;
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
