//! The arguments of `cubiform distribution`, `stats` and `report`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::args::LONG_HELP_HINT;
use cubiform_answers::run::Shard;

use crate::arg_values::{Colors, parse_colors};
use crate::stats::group::{GroupColumns, parse_group_columns};
use crate::stats::sets::{ColorSets, color_sets};
use cubiform_answers::distribution::{Subject, parse_subject};

/// The text after the options in long help of `distribution`.
const DISTRIBUTION_EXAMPLES: &str = "\
The counts are exact: every state is counted. For one bottom colour the states are those of the pieces of the goal. With \
--colors they are all 980,995,276,800 states of the twelve edges, and the goal must consist of the four bottom edges: cross \
or cross + offset D.

The XCross of any slot is counted, too: over the states of the first two layers for one colour, in seconds; over all states \
of the cube for several colours, in minutes for two opposite ones, and in hours for others. A count that takes hours is \
written in pieces to a folder; it can be interrupted, resumed (--resume) and split (--shard), and the run that has the last \
piece prints the distribution.

The distribution of another stage with several choices, such as xxcross with any slots, is not available; those of its \
choices are: \"cross + FR + FL\".

Every table of `cubiform tables list` has a distribution under its name, including phase-1, phase-2, optimal-small and \
444-slice-1; so do the phases thistlethwaite-1 to thistlethwaite-4, and 222, the 2x2x2. If distances are known only up to some number, the last \
row stands for that number or more: 11+ in CSV, or_more in JSON.

Examples:
  cubiform distribution cross
  cubiform distribution cross --colors all
  cubiform distribution xcross
  cubiform distribution xcross --colors WY
  cubiform distribution xcross --colors all --output xcross/ --resume
  cubiform distribution \"pseudo cross\" --colors WY --format csv
  cubiform distribution \"cross + FR\" --format json
  cubiform distribution phase-1";

/// The text after the options in long help of `stats`.
const STATS_EXAMPLES: &str = "\
The files are output of `cubiform analyze` in CSV, JSON lines or Parquet, or folders of parts. Several files form one sample \
and must have the same stages and colours. They are read row by row; only counts are kept in memory.

The table shows, for each stage, white, white/yellow (dual CN) and all six colours (CN). For a set of colours the best one \
counts, separately for each scramble. The exact mean over all states is known for the cross and the pseudo cross.

--details prints all measures; CSV and JSON always have them:

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
    moves saved by more colours, within each scramble
  symmetry
    chi-square test of the hypothesis that the six colours have the same distribution; lengths with an expected count under \
5 are pooled. p is approximate, because the six lengths of a scramble are not independent.

--against compares two samples without common scrambles; samples that share files, shards or rows are refused. --beside \
compares goals: stages are matched by name, such as xcross and pseudo_xcross. If the files have the same ids in the same \
order, differences and their standard errors are computed within each scramble.

--fair tests whether the scrambles may be uniformly random states:

  mean, distribution
    z test and chi-square test of fit against the exact distribution of a stage, such as the cross or the xcross, where it \
is known: for each colour, each pair of opposite colours and all six
  symmetry
    for every stage with all six colours: the chi-square statistic between the colours, compared with that of samples in \
which each scramble is turned or mirrored at random. p = (1 + as extreme) / (1 + permutations) is exact. A test ends when \
100 permutations are as extreme as the sample
  corrected p
    corrected for the number of all tests together (Holm), those of events and years included

All tests assume independent scrambles. States that stand in the list more than once are named, where the files have the \
scrambles; the verdict is then that of the repeats, not of the tests.

Files of scrambles are analysed to the cross first. A group needs 30 scrambles.

Impossible lengths are refused. Parquet files and folders of parts are verified against their checksums. All shards of a \
sharded run (analyze --shard) must be given, unless --partial is set.

CSV is one table with a row for each measure; JSON is one object; JSON lines are one object for each row. All three also \
have the counts of each length and the provenance: the program, the files with their hashes (XXH3), and the goal, metric, \
inputs, events, seed and shard of the runs if the files record them.

Examples:
  cubiform analyze -i scrambles.csv --format csv -o lengths.csv
  cubiform stats lengths.csv
  cubiform stats lengths.csv --histogram cross
  cubiform stats lengths.csv --by event
  cubiform stats lengths.csv --sets W,WG,WGR,CN
  cubiform stats lengths.csv --fair
  cubiform stats lengths.csv --against hard.csv --format markdown
  cubiform stats std.csv --beside pseudo.csv --beside pair.csv";

/// The text after the options in long help of `lengths`.
const LENGTHS_EXAMPLES: &str = "\
The files are output of `cubiform solve` in CSV or JSON lines, for the 3x3x3 or the 4x4x4; for output of `cubiform analyze` \
use `cubiform stats`. Solutions with the same method and metric are summarised together. If a cube has several solutions, \
the first one counts. Cubes without a solution count as unsolved, cubes whose search was interrupted as stopped.

The columns are those of `cubiform stats --details`; CPU ms is the mean CPU time.

Examples:
  cubiform scramble -n 1000 | cubiform solve -i - --format csv | cubiform lengths -
  cubiform lengths solutions.csv --plot lengths.svg
  cubiform lengths htm.csv other.jsonl --format markdown";

/// The text after the options in long help of `report`.
const REPORT_EXAMPLES: &str = "\
The files are output of `cubiform analyze` in CSV, JSON lines or Parquet, or folders of parts. Several files form one sample \
and must have the same stages and colours. All shards of a sharded run must be given, as in `cubiform stats`. The end of the \
page lists the files with their hashes, and the options of the runs that wrote them.

The page is OUT_DIR/index.html. It contains all figures and needs no network. Each figure is also written to an SVG file of \
its own. Figures for which the sample lacks stages or colours are left out, and the page lists them.

--beside compares goals as in `cubiform stats`: means, medians, modes and extremes by stage, and differences within each \
scramble. With --sets or --stages there is a figure for each chosen stage, and for each set one of all chosen stages; the \
tables have all stages. More than six sets are drawn as means.

A new folder appears only once complete. In the folder of an earlier report each file is replaced atomically; a folder with \
other contents is refused.

Examples:
  cubiform analyze -i scrambles.csv --format csv -o lengths.csv
  cubiform report report/ lengths.csv
  cubiform report report/ wca.csv --wca=2026-05-06 --name WCA --against hard.csv
  cubiform report report/ std.csv --beside pseudo.csv --beside eo.csv
  cubiform report report/ lengths.csv --sets W,WY,CN --stages cross,f2l";

/// Arguments of `cubiform distribution`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = DISTRIBUTION_EXAMPLES)]
pub(crate) struct Distribution {
    /// A goal (as for analyze), a stage such as "pseudo cross", or the name of a table
    #[arg(value_name = "GOAL", value_parser = parse_distribution)]
    pub(crate) goal: Subject,

    /// Stage, if the goal has several [default: the first]
    #[arg(short, long = "stages", alias = "stage", value_name = "STAGE")]
    pub(crate) stage: Option<String>,

    /// Bottom colours (the best one counts): letters (WY), names (white,yellow) or all
    #[arg(short, long, value_name = "COLORS", value_parser = parse_colors)]
    pub(crate) colors: Option<Colors>,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = CountFormat::Table)]
    pub(crate) format: CountFormat,

    /// Write to this file atomically, or with a final slash the pieces of a count that takes hours to this folder
    ///
    /// An existing file is replaced. The new file gets its permissions but not its owner, and other hard links keep the old contents. Read-only files and input files are refused.
    #[arg(short, long, value_name = "FILE|DIR/")]
    pub(crate) output: Option<PathBuf>,

    /// Continue the count in the --output folder, if any
    #[arg(long, requires = "output")]
    pub(crate) resume: bool,

    /// Count only the Ith of N equal shares of the pieces, to split a count between machines
    #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
    pub(crate) shard: Shard,

    /// Number of threads [default: the number of logical processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

/// Parses the subject of a distribution.
fn parse_distribution(text: &str) -> Result<Subject, String> {
    parse_subject(text).map_err(|error| error.text(|_| None))
}

/// An output format of `cubiform distribution`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CountFormat {
    /// For people
    Table,
    /// One row per distance
    Csv,
    /// One JSON object
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
    /// Prints a table with the means of all groups, and then each group. The columns are those that analyze copied
    /// from its input (--carry); year is the year of the column date, or of the competition. Several columns are separated by commas.
    #[arg(long, value_name = "COLUMN", value_parser = parse_group_columns, conflicts_with_all = ["against", "beside"])]
    pub(crate) by: Option<GroupColumns>,

    /// Colour sets: letters separated by commas, such as W,WG,CN, or all (63 sets)
    ///
    /// The best colour of a set counts, separately for each scramble.
    #[arg(long, value_name = "SETS", value_parser = color_sets)]
    pub(crate) sets: Option<ColorSets>,

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

    /// Test whether the scrambles may be uniformly random states
    ///
    /// Compares means and distributions with the exact ones, and tests the symmetry of the six colours. Groups by event
    /// and by year are tested, too, if the files have these columns; --by chooses other columns.
    #[arg(long, help_heading = "Fairness", conflicts_with_all = ["against", "beside", "histogram"])]
    pub(crate) fair: bool,

    /// Maximum number of permutations of a test [default: 9999, or more if there are many tests]
    #[arg(long, value_name = "N", help_heading = "Fairness", requires = "fair", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    pub(crate) permutations: Option<u32>,

    /// Seed of the permutations
    #[arg(long, value_name = "SEED", help_heading = "Fairness", requires = "fair", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Allow missing shards of a run
    #[arg(long)]
    pub(crate) partial: bool,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = StatsFormat::Table, help_heading = "Output")]
    pub(crate) format: StatsFormat,

    /// Write to this file atomically: it appears only once complete
    ///
    /// An existing file is replaced. The new file gets its permissions but not its owner, and other hard links keep the old contents. Read-only files and input files are refused.
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

    /// Plot the share of each length to this SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,

    /// Title of the plot
    #[arg(long, value_name = "TEXT", requires = "plot", default_value = "Solution lengths")]
    pub(crate) title: String,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = StatsFormat::Table)]
    pub(crate) format: StatsFormat,

    /// Write to this file atomically: it appears only once complete
    ///
    /// An existing file is replaced. The new file gets its permissions but not its owner, and other hard links keep the old contents. Read-only files and input files are refused.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Arguments of `cubiform report`.
#[derive(Args, Debug)]
#[command(after_long_help = REPORT_EXAMPLES)]
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

/// An output format of `cubiform stats` and `cubiform lengths`.
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
