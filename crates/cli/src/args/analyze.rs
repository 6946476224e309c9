//! The arguments of `cubiform analyze`, `bench` and `merge`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use cubiform_answers::Error;
use cubiform_answers::analysis::{AnalyzeQuestion, AnalyzeRequest};
use cubiform_answers::arguments::{CONDITION, TextParser};
use cubiform_answers::goals::{parse_condition, parse_goal};
use cubiform_answers::input::wca::{Events, parse_events};
use cubiform_answers::input::{Carry, parse_carry};
use cubiform_answers::limits::Limits;
use cubiform_answers::run::Shard;
use cubiform_cube::goal::Variant;
use cubiform_cube::goal::condition::Condition;

use crate::args::{LONG_HELP_HINT, ListFormat, Machine, OnError, Profiles};

/// The first three examples.
macro_rules! first_examples {
    () => {
        "  cubiform analyze \"R2 F L' U2 B D2 ...\" --solutions 3 --colors WY
  cubiform analyze -i session.csv -s cross,xcross -f csv -o lengths.csv
  cubiform analyze --random 1000 --where \"xcross[W] == 10\" --goal std,pseudo"
    };
}

/// The text before the options in long help (`--help`).
const FIRST_EXAMPLES: &str = concat!("Examples, with more at the end:\n", first_examples!());

/// The text after the options in short help (`-h`).
const SHORT_EXAMPLES: &str = concat!("Examples:\n", first_examples!(), "\n\n--help explains everything.");

/// The text after the options in long help (`--help`).
const EXAMPLES: &str =
    concat!(include_str!("help/analyze-examples.txt"), cubes!(), "\n\n", include_str!("help/analyze.txt"))
        .trim_ascii_end();

/// The help text of `--where` that applies only to `analyze`.
const WHERE: &str = "\
Analyse only scrambles that satisfy a condition. The others are left out of the output; ids and row numbers are those of \
the input. The condition may compare stages and colours that are not in the output. With --random, states are drawn from \
those that satisfy the condition.";

/// Arguments of `cubiform analyze`.
#[derive(Args, Debug)]
#[command(before_long_help = FIRST_EXAMPLES, after_help = SHORT_EXAMPLES, after_long_help = EXAMPLES)]
pub(crate) struct Analyze {
    /// Scrambles or facelets, each in quotes
    #[arg(value_name = "SCRAMBLE", conflicts_with = "input")]
    pub(crate) scrambles: Vec<String>,

    /// File of scrambles: a list, a table, csTimer, the WCA export, ...; - is standard input; repeatable
    #[arg(short, long, value_name = "FILE", help_heading = "Input")]
    pub(crate) input: Vec<PathBuf>,

    /// Events to take from the WCA export, comma-separated [default: all 3x3x3 events]
    #[arg(long, help_heading = "Input", value_name = "EVENTS", value_parser = parse_events, conflicts_with = "scrambles")]
    pub(crate) events: Option<Events>,

    /// Title of the scramble column, unless it is scramble, cube or facelets
    #[arg(long, help_heading = "Input", value_name = "TITLE", conflicts_with_all = ["scrambles", "random"])]
    pub(crate) column: Option<String>,

    /// Columns of the input to copy to the output [default: the known columns of the format]
    #[arg(long, help_heading = "Input", value_name = "NAMES", value_parser = parse_carry, conflicts_with_all = ["scrambles", "random"])]
    #[arg(long_help = include_str!("help/carry.txt").trim_ascii_end())]
    pub(crate) carry: Option<Carry>,

    /// Analyse N random states, all equally likely
    #[arg(long, help_heading = "Input", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(conflicts_with_all = ["scrambles", "input", "events"])]
    pub(crate) random: Option<u64>,

    /// Random seed [default: 1]
    #[arg(long, help_heading = "Input", value_name = "SEED", requires = "random")]
    pub(crate) seed: Option<u64>,

    /// Analyse only scrambles or random states that satisfy a condition, such as "cross <= 3"
    #[arg(long = "where", help_heading = "Input", value_name = "CONDITION", value_parser = TextParser::new(parse_condition))]
    #[arg(long_help = format!("{WHERE}\n\n{CONDITION}"))]
    pub(crate) condition: Option<Condition>,

    /// Print to standard error how random states for --where are drawn, and from how many
    #[arg(long, help_heading = "Input", requires_all = ["condition", "random"], conflicts_with_all = ["scrambles", "input"])]
    pub(crate) explain: bool,

    #[command(flatten)]
    pub(crate) request: AnalyzeRequest,

    /// Output format
    #[arg(short, long, help_heading = "Output", value_name = "FORMAT", value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,

    /// Write to this file atomically, or with a final slash to this folder, in resumable parts
    ///
    /// An existing file is replaced. The new file gets its permissions but not its owner, and other hard links keep the old contents. Read-only files and input files are refused.
    #[arg(short, long, help_heading = "Output", value_name = "FILE|DIR/")]
    pub(crate) output: Option<PathBuf>,

    /// Resume the run in the --output folder, if any, and rewrite its missing and damaged parts
    #[arg(long, help_heading = "Large runs", requires = "output")]
    pub(crate) resume: bool,

    /// Maximum number of rows per part; a part is also closed after a minute
    #[arg(long, help_heading = "Large runs", value_name = "N", requires = "output")]
    #[arg(default_value = "1000000", hide_default_value = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) part_rows: u64,

    /// Analyse only the Ith of N equal shares of the scrambles, to split a run between machines
    #[arg(long, help_heading = "Large runs", value_name = "I/N")]
    #[arg(default_value = "1/1", hide_default_value = true)]
    pub(crate) shard: Shard,

    /// Action for an unreadable line
    #[arg(long, help_heading = "Input", value_name = "ACTION", value_enum, default_value_t = OnError::Stop)]
    pub(crate) on_error: OnError,

    /// Tables to use
    #[arg(long, help_heading = "Large runs", value_name = "PROFILE", value_enum, default_value_t = Profiles::Auto)]
    pub(crate) profile: Profiles,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

impl Analyze {
    /// Returns the question of the request. Solutions are shown for the colours that are named, or else only for the best
    /// colours of each stage.
    pub(crate) fn question(&self) -> Result<AnalyzeQuestion, Error> {
        let only_best = self.request.colors.is_none();
        AnalyzeRequest { only_best, ..self.request.clone() }.question(&Limits::NONE)
    }

    /// Returns the random seed.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }
}

/// Arguments of `cubiform bench`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = include_str!("help/bench.txt").trim_ascii_end())]
pub(crate) struct Bench {
    /// Number of random states to analyse
    #[arg(long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: u32,

    /// Random seed
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,

    /// Goal, as for analyze
    #[arg(long, value_name = "GOAL", default_value = "std", value_parser = TextParser::of_goals(parse_goal))]
    pub(crate) goal: Variant,

    /// Stages, as for analyze
    #[arg(short, long, value_name = "STAGES", default_value = "all")]
    pub(crate) stages: String,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
    pub(crate) format: ListFormat,

    /// Tables to use
    #[arg(long, value_name = "PROFILE", value_enum, default_value_t = Profiles::Auto)]
    pub(crate) profile: Profiles,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// An output format of `cubiform analyze`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people, with the best length of each stage marked
    Table,
    /// One row per scramble, one column per stage and colour
    Csv,
    /// One JSON array: one object per scramble
    Json,
    /// One JSON object per scramble, each on its own line
    Jsonl,
    /// Compressed, one typed column per stage and colour, with the options as metadata
    Parquet,
}

impl Format {
    /// Returns the extension of files in this format.
    pub(crate) fn extension(self) -> &'static str {
        ["txt", "csv", "json", "jsonl", "parquet"][self as usize]
    }
}

/// Arguments of `cubiform merge`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = include_str!("help/merge.txt").trim_ascii_end())]
pub(crate) struct Merge {
    /// Output folder: new, empty, or from an interrupted merge
    #[arg(value_name = "OUT_DIR")]
    pub(crate) out: PathBuf,

    /// Folders of all shards of a run, in any order
    #[arg(value_name = "SHARD_DIR", required = true)]
    pub(crate) shards: Vec<PathBuf>,

    /// Maximum number of rows per part
    #[arg(long, value_name = "N", default_value = "1000000", hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) part_rows: u64,
}
