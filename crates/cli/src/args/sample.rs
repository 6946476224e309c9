//! The arguments of `cubiform distribution`, `stats` and `report`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::args::LONG_HELP_HINT;

use crate::args::Arguments;
use cubiform_answers::distribution::DistributionRequest;
use cubiform_answers::stats::StatsRequest;
use cubiform_stats::Subset;

/// Arguments of `cubiform distribution`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = include_str!("help/distribution.txt").trim_ascii_end())]
pub(crate) struct Distribution {
    #[command(flatten)]
    pub(crate) answer: Arguments<DistributionRequest, CountFormat>,

    /// Write to this file atomically: it appears only once complete
    ///
    /// An existing file is replaced. The new file gets its permissions but not its owner, and other hard links keep the old contents. Read-only files and input files are refused.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// An output format of `cubiform distribution`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CountFormat {
    /// For people
    #[default]
    Table,
    /// One row per distance
    Csv,
    /// One JSON object
    Json,
}

/// Arguments of `cubiform stats`.
#[derive(Args, Debug)]
#[command(after_long_help = include_str!("help/stats.txt").trim_ascii_end())]
pub(crate) struct Stats {
    /// Analyses in CSV, JSON lines or Parquet, or folders of parts, as one sample; - is standard input
    ///
    /// Or solutions: the output of `cubiform solve` in CSV or JSON lines.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Print all measures: percentiles, exact means, increments, colour neutrality, symmetry
    #[arg(long, help_heading = "Output")]
    pub(crate) details: bool,

    /// Print histograms of these stages, comma-separated, or of all
    #[arg(long, value_name = "STAGES", help_heading = "Output", conflicts_with_all = ["details", "against", "beside"])]
    pub(crate) histogram: Option<String>,

    /// Compare the means with those of another sample; repeatable
    #[arg(long, value_name = "FILE", help_heading = "Comparison")]
    pub(crate) against: Vec<PathBuf>,

    /// Compare with an analysis of another goal; repeatable
    #[arg(long, value_name = "FILE", help_heading = "Comparison")]
    pub(crate) beside: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) request: StatsRequest,

    /// Allow missing shards of a run
    #[arg(long)]
    pub(crate) partial: bool,

    /// Plot the share of each length of solutions to this SVG file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) plot: Option<PathBuf>,

    /// Title of the plot
    #[arg(
        long,
        value_name = "TEXT",
        requires = "plot",
        default_value = "Solution lengths",
        help_heading = "Output"
    )]
    pub(crate) title: String,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = StatsFormat::Table, help_heading = "Output")]
    pub(crate) format: StatsFormat,

    /// Write to this file atomically: it appears only once complete
    ///
    /// An existing file is replaced. The new file gets its permissions but not its owner, and other hard links keep the old contents. Read-only files and input files are refused.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

/// Colour sets. The best colour of a set counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ColorSets(pub(crate) Vec<Subset>);

/// Parses colour sets.
fn color_sets(text: &str) -> Result<ColorSets, String> {
    Subset::list(text).map(ColorSets)
}

/// Arguments of `cubiform report`.
#[derive(Args, Debug)]
#[command(after_long_help = include_str!("help/report.txt").trim_ascii_end())]
pub(crate) struct Report {
    /// Output folder: new, empty, or from an earlier report
    #[arg(value_name = "OUT_DIR")]
    pub(crate) out: PathBuf,

    /// Analyses in CSV, JSON lines or Parquet, or folders of parts, as one sample; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Compare with another sample; repeatable
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Vec<PathBuf>,

    /// Compare with an analysis of the same scrambles for another goal; repeatable
    #[arg(long, value_name = "FILE")]
    pub(crate) beside: Vec<PathBuf>,

    /// Colour sets of figures and tables: letters separated by commas, such as W,WG,CN, or all (63 sets)
    ///
    /// The best colour of a set counts, separately for each scramble.
    #[arg(long, value_name = "SETS", value_parser = color_sets)]
    pub(crate) sets: Option<ColorSets>,

    /// Draw figures of these stages, comma-separated, or of all
    #[arg(long, value_name = "STAGES")]
    pub(crate) stages: Option<String>,

    /// Allow missing shards of a run
    #[arg(long)]
    pub(crate) partial: bool,

    /// Heading of the page
    #[arg(long, value_name = "TEXT", default_value = "Minimum number of moves to each stage")]
    pub(crate) title: String,

    /// Name of the sample [default: the file name without its extension]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Name of the sample of --against [default: the file name without its extension]
    #[arg(long, value_name = "NAME", requires = "against")]
    pub(crate) against_name: Option<String>,

    /// Add the WCA attribution notice, with the date of the results export if given
    #[arg(long, value_name = "DATE", num_args = 0..=1, require_equals = true)]
    pub(crate) wca: Option<Option<String>>,
}

/// An output format of `cubiform stats`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatsFormat {
    /// For people
    Table,
    /// For documents
    Markdown,
    /// One row per measure
    Csv,
    /// One JSON object
    Json,
    /// One JSON object per row, each on its own line
    Jsonl,
    /// The number of scrambles or solutions of each length alone
    Parquet,
}
