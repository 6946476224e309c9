//! The arguments of `cubiform solve` and `scramble`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use cubiform_answers::scrambles::ScrambleRequest;
use cubiform_answers::solutions::SolveRequest;

use crate::args::{LONG_HELP_HINT, Machine, OnError, Profiles};

/// The text after the options in short help (`-h`).
const SHORT_EXAMPLES: &str = "\
Examples:
  cubiform solve \"R U2 F' L D B2\"
  cubiform solve --method optimal \"R U2 F' L D B2\"
  cubiform solve --method cfop --colors all \"R U2 F' L D B2\"
  cubiform solve --moves \"<M,U>\" \"M' U M U2 M U M' U M2\"

--help explains everything.";

/// The text after the options in long help (`--help`).
const EXAMPLES: &str =
    concat!(include_str!("help/solve-examples.txt"), cubes!(), "\n\n", include_str!("help/solve.txt"))
        .trim_ascii_end();

/// Arguments of `cubiform solve`.
#[derive(Args, Debug)]
#[command(after_help = SHORT_EXAMPLES, after_long_help = EXAMPLES)]
pub(crate) struct Solve {
    /// Scrambles, facelets or pieces in Reid's notation, each in quotes
    #[arg(value_name = "CUBE", conflicts_with = "input")]
    pub(crate) cubes: Vec<String>,

    /// File of cubes, as for analyze; - is standard input; repeatable
    #[arg(short, long, value_name = "FILE")]
    pub(crate) input: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) request: SolveRequest,

    /// Output format
    #[arg(short, long, help_heading = "Output", value_name = "FORMAT", value_enum, default_value_t = SolveFormat::Text)]
    pub(crate) format: SolveFormat,

    /// Write to this file atomically: it appears only once complete
    ///
    /// An existing file is replaced. The new file gets its permissions but not its owner, and other hard links keep the old contents. Read-only files and input files are refused.
    #[arg(short, long, help_heading = "Output", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Action for an unreadable line
    #[arg(long, help_heading = "Output", value_name = "ACTION", value_enum, default_value_t = OnError::Stop)]
    pub(crate) on_error: OnError,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// An output format of `cubiform solve`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveFormat {
    /// For people: one solution per line, with its length
    Text,
    /// One row per solution, and per unsolved cube
    Csv,
    /// One JSON object per line
    Jsonl,
    /// One JSON array of objects
    Json,
}

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
