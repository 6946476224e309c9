//! The arguments of `cubiform scramble`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use cubiform_answers::scrambles::ScrambleRequest;

use crate::args::{LONG_HELP_HINT, Machine, Profiles};

/// Arguments of `cubiform scramble`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = include_str!("help/scramble.txt").trim_ascii_end())]
pub(crate) struct Scrambles {
    #[command(flatten)]
    pub(crate) request: ScrambleRequest,

    /// List all states that satisfy --where, as facelets, instead of drawing some
    ///
    /// The states are listed in an order that depends on the condition alone, with the ids state-1, state-2, .... Conditions on rare crosses and xcrosses of several colours can be listed, with at most two thousand million states. Formats other than text have the number of states that each stands for, images.
    #[arg(long, requires = "condition", conflicts_with_all = ["count", "seed", "puzzle", "event", "case", "explain"])]
    pub(crate) every: bool,

    /// List one state of each class of states that symmetries of the condition carry into one another, mirror images included
    #[arg(long, requires = "every")]
    pub(crate) up_to_symmetry: bool,

    /// Print to standard error how states for --where are drawn, and from how many
    #[arg(long, requires = "condition")]
    pub(crate) explain: bool,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ScrambleFormat::Text)]
    pub(crate) format: ScrambleFormat,

    /// Write to this file atomically: it appears only once complete
    ///
    /// An existing file is replaced. The new file gets its permissions but not its owner, and other hard links keep the old contents. Read-only files and input files are refused.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Tables to use for conditions on stages after the xcross
    #[arg(long, value_name = "PROFILE", value_enum, default_value_t = Profiles::Auto)]
    pub(crate) profile: Profiles,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// An output format of `cubiform scramble`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScrambleFormat {
    /// For people: one scramble per line
    Text,
    /// One row per scramble, with the columns id and scramble
    Csv,
    /// One JSON object per line
    Jsonl,
    /// One JSON array of objects
    Json,
}
