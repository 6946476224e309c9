//! The arguments of `cubiform distribution`, `stats` and `report`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::args::LONG_HELP_HINT;

use crate::arg_values::{Colors, parse_colors};
use crate::distribution::{Subject, parse_subject};
use crate::stats::group::{By, by};
use crate::stats::sets::{ColorSets, color_sets};

const DISTRIBUTION_EXAMPLES: &str = "\
Every state is counted, none is sampled. With one bottom colour the states are those of the pieces of the goal; with \
--colors they are all 980,995,276,800 states of the twelve edges, and the goal is one of the four bottom edges, cross or \
cross + offset D.

A stage that is the shortest of several choices, such as xcross of any slot, has no exact distribution here; each choice \
has: \"cross + FR\".

Every table of `cubiform tables list` has a distribution by its name, also phase-1, phase-2, optimal-small and 444-slice-1, \
and so have the phases thistlethwaite-1 to thistlethwaite-4. Where distances are known only up to some number, the last row \
is that number or more: 11+ in CSV, or_more in JSON.

Examples:
  cubiform distribution cross
  cubiform distribution cross --colors all
  cubiform distribution \"pseudo cross\" --colors WY --format csv
  cubiform distribution \"cross + FR\" --format json
  cubiform distribution phase-1";

const STATS_EXAMPLES: &str = "\
The files are what `cubiform analyze` writes as CSV, JSON lines or Parquet, or folders of parts. Several files are one \
sample and must have the same stages and colours. They are read row by row; only counts are kept.

The table shows, for each stage, white, white/yellow (dual CN) and all six colours (CN): of several colours the best one \
counts, for each scramble anew. Of the cross and the pseudo cross the exact mean over all states is known.

--details prints all measures, as the formats for programs do:

  mean, se, sd
    the mean, its standard error sd/sqrt(n), and the sample standard deviation (divisor n-1)
  p10 ... p99
    percentiles by nearest rank
  mode, share
    the most frequent length (the smallest of several) and its share
  exact mean, z
    the mean over all states, and the difference in standard errors
  increments
    the additional moves from one stage to the next, within each scramble
  neutrality
    what more colours save, within each scramble
  symmetry
    whether the six colours have the same distribution: the chi-square test, with lengths of an expected count below 5 \
pooled. p is approximate, because the six lengths of a scramble are not independent.

--against compares two samples that have no scramble in common; samples that share files, shards or rows are refused. \
--beside compares goals: stages are matched by name, such as xcross and pseudo_xcross, and if the files have the same \
ids in the same order, the differences and their standard errors are those within each scramble.

Impossible lengths are refused, and Parquet files and folders of parts are verified against their checksums. Of a run \
in shards (analyze --shard) all shards must be named, unless --partial is given.

CSV is one table with a row for each measure; JSON is one object, JSON lines one object for each row. All three also \
have the counts of each length, and the provenance: the program, the files with their hashes (XXH3), and the goal, \
metric, inputs, events, seed and shard of the runs, where the files have them.

Examples:
  cubiform analyze -i scrambles.csv --format csv -o lengths.csv
  cubiform stats lengths.csv
  cubiform stats lengths.csv --histogram cross
  cubiform stats lengths.csv --by event
  cubiform stats lengths.csv --sets W,WG,WGR,CN
  cubiform stats lengths.csv --against hard.csv --format markdown
  cubiform stats std.csv --beside pseudo.csv --beside pair.csv";

const LENGTHS_EXAMPLES: &str = "\
The files are what `cubiform solve` writes as CSV or JSON lines, of the 3x3x3 or the 4x4x4; for files of `cubiform \
analyze` use `cubiform stats`. Solutions of one method and metric are summarised together. Of several solutions of a \
cube the first counts. Cubes without a solution count as unsolved, those at which the run was interrupted as stopped.

The columns are those of `cubiform stats --details`; CPU ms is the mean CPU time.

Examples:
  cubiform scramble -n 1000 | cubiform solve -i - --format csv | cubiform lengths -
  cubiform lengths solutions.csv --plot lengths.svg
  cubiform lengths htm.csv other.jsonl --format markdown";

const REPORT_EXAMPLES: &str = "\
The files are what `cubiform analyze` writes as CSV, JSON lines or Parquet, or folders of parts. Several files are one \
sample and must have the same stages and colours. Of a run in shards all shards must be named, as in `cubiform stats`. \
The end of the page lists the files with their hashes, and the options of the runs that wrote them.

The page is OUT_DIR/index.html: it contains all figures and needs no network. Each figure is also a file of its own, in \
SVG. Figures for which the sample lacks stages or colours are left out, and the page says which.

A new folder appears when it is complete. In the folder of an earlier report each file is replaced atomically; a folder \
with anything else in it is refused.

Examples:
  cubiform analyze -i scrambles.csv --format csv -o lengths.csv
  cubiform report report/ lengths.csv
  cubiform report report/ wca.csv --wca=2026-05-06 --name WCA --against hard.csv";

/// Arguments of `cubiform distribution`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = DISTRIBUTION_EXAMPLES)]
pub(crate) struct Distribution {
    /// A goal as for analyze, a stage such as "pseudo cross", or a table by its name
    #[arg(value_name = "GOAL", value_parser = parse_subject)]
    pub(crate) goal: Subject,

    /// The stage of a goal that has several [default: the first]
    #[arg(short, long = "stages", alias = "stage", value_name = "STAGE")]
    pub(crate) stage: Option<String>,

    /// The best of these bottom colours, over all states of the edges: letters (WY), names (white,yellow) or all
    #[arg(short, long, value_name = "COLORS", value_parser = parse_colors)]
    pub(crate) colors: Option<Colors>,

    /// How to print it
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = CountFormat::Table)]
    pub(crate) format: CountFormat,

    /// Write to this file atomically: it appears only once complete
    ///
    /// An existing file is replaced: the new one has its permissions, but not its owner, and other hard links keep the old contents. A read-only file or an input is refused.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Threads to use [default: as many as this machine runs at once]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

/// A form of `cubiform distribution`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CountFormat {
    /// For people
    Table,
    /// For programs: a row for each distance
    Csv,
    /// For programs: one JSON object
    Json,
}

/// Arguments of `cubiform stats`.
#[derive(Args, Debug)]
#[command(after_long_help = STATS_EXAMPLES)]
pub(crate) struct Stats {
    /// Analyses in CSV, JSON lines or Parquet, or folders of parts, as one sample; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Group the rows by a column, such as event, date or round
    ///
    /// Prints a table of the means of all groups, and then each group. The columns are those that analyze carried
    /// along from its input; year is the year of the column date. Several columns are separated by commas.
    #[arg(long, value_name = "COLUMN", value_parser = by, conflicts_with_all = ["against", "beside"])]
    pub(crate) by: Option<By>,

    /// Colour sets: letters separated by commas, such as W,WG,CN, or all (63 sets)
    ///
    /// Of the colours of a set the best one counts, for each scramble anew.
    #[arg(long, value_name = "SETS", value_parser = color_sets)]
    pub(crate) sets: Option<ColorSets>,

    /// Print all measures: percentiles, exact means, increments, colour neutrality, symmetry
    #[arg(long, help_heading = "Output")]
    pub(crate) details: bool,

    /// Print histograms of stages, separated by commas, or of all
    #[arg(long, value_name = "STAGES", help_heading = "Output", conflicts_with_all = ["details", "against", "beside"])]
    pub(crate) histogram: Option<String>,

    /// Compare the means with those of another sample; repeatable
    #[arg(long, value_name = "FILE", help_heading = "Comparison")]
    pub(crate) against: Vec<PathBuf>,

    /// Compare with another goal, of which this is the analysis; repeatable
    #[arg(long, value_name = "FILE", help_heading = "Comparison")]
    pub(crate) beside: Vec<PathBuf>,

    /// Allow shards of a run to be missing
    #[arg(long)]
    pub(crate) partial: bool,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = StatsFormat::Table, help_heading = "Output")]
    pub(crate) format: StatsFormat,

    /// Write to this file, atomically: it appears only once complete
    ///
    /// An existing file is replaced: the new one has its permissions, but not its owner, and other hard links keep the old contents. A read-only file or an input is refused.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

/// Arguments of `cubiform lengths`.
#[derive(Args, Debug)]
#[command(after_long_help = LENGTHS_EXAMPLES)]
pub(crate) struct Lengths {
    /// Solutions in CSV or JSON lines, as one sample; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Plot the share of each length, as SVG, in this file
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,

    /// Title of the plot
    #[arg(long, value_name = "TEXT", requires = "plot", default_value = "Solution lengths")]
    pub(crate) title: String,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = StatsFormat::Table)]
    pub(crate) format: StatsFormat,

    /// Write to this file, atomically: it appears only once complete
    ///
    /// An existing file is replaced: the new one has its permissions, but not its owner, and other hard links keep the old contents. A read-only file or an input is refused.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Arguments of `cubiform report`.
#[derive(Args, Debug)]
#[command(after_long_help = REPORT_EXAMPLES)]
pub(crate) struct Report {
    /// Folder to write to: a new or empty one, or that of an earlier report
    #[arg(value_name = "OUT_DIR")]
    pub(crate) out: PathBuf,

    /// Analyses in CSV, JSON lines or Parquet, or folders of parts, as one sample; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Compare with another sample; repeatable
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Vec<PathBuf>,

    /// Allow shards of a run to be missing
    #[arg(long)]
    pub(crate) partial: bool,

    /// Heading of the page
    #[arg(long, value_name = "TEXT", default_value = "Minimum number of moves to each stage")]
    pub(crate) title: String,

    /// Name of the sample [default: its file, without the ending]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Name of the sample of --against [default: its file, without the ending]
    #[arg(long, value_name = "NAME", requires = "against")]
    pub(crate) against_name: Option<String>,

    /// Add the WCA attribution notice: the scrambles are from its results export, of this date if given
    #[arg(long, value_name = "DATE", num_args = 0..=1, require_equals = true)]
    pub(crate) wca: Option<Option<String>>,
}

/// A format of `cubiform stats`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatsFormat {
    /// For people
    Table,
    /// For documents
    Markdown,
    /// For programs: a row for each measure
    Csv,
    /// For programs: one JSON object
    Json,
    /// For programs: a JSON object for each row
    Jsonl,
}
