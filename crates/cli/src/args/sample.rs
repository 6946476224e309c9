//! The arguments of `cubiform distribution`, `stats` and `report`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::choice::{Colors, colors};
use crate::distribution::{Subject, subject};

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
The files are what `cubiform analyze` writes as CSV, JSON lines or Parquet, or folders of parts;
several are one sample, and have the same columns. They are read row by row, and only counts are kept.

For each stage and each set of bottom colours of which the shortest counts (W, ..., the axes WY,
OR, BG, two axes, and all: BGORWY; those whose colours the files have):

  mean, se, sd      the mean, its standard error sd/sqrt(n), and the standard deviation, whose
                    squares are divided by n-1
  p10 ... p99       the least length that at least so many in a hundred do not exceed
  mode, share       the length of most scrambles (of several, the least), and their share
  n                 scrambles

Then what a stage costs more than the one before it, what more bottom colours gain, both within
each scramble, and whether the six colours look alike: chi_square holds each colour's lengths
against those of all, lengths of which a colour would have less than 5 put together; p is the
chance of as large a value for colours that are alike and drawn each for itself. It is
approximate: the six lengths of a scramble are not independent.

Of the cross and the pseudo cross the exact distribution over all states is known: z is how many
standard errors (exact_sd/sqrt(n)) the mean is off that of all states.

With --against, the difference of the means has the standard error of two samples that have no
scramble in common: samples that share files, shards of a run, or ids with the same lengths are
refused.

Lengths that cannot be are refused, too: above the most moves that a stage takes, or below the
length of an earlier stage that the stage contains. Parquet files and folders of parts are held
against their checksums.

Shards of one run (analyze --shard) are one sample when all of them are named; a shard that is
missing or that is there twice is an error. --partial allows missing ones.

With --beside, stages are put beside one another that are the same step of their goals, such as
xcross and pseudo_xcross. If the file has the same ids in the same order, the difference (more) and
its standard error are those within each scramble.

CSV is one table, a row for each measure; JSON and CSV have the counts of each length, too, and the
provenance: the program, the files with their hashes (XXH3), and, where files say it, the goal,
metric, inputs, events, seed and shard of the run, and how many lines it skipped.

Examples:
  cubiform analyze -i scrambles.csv --format csv -o lengths.csv
  cubiform stats lengths.csv
  cubiform stats lengths.csv --against hard.csv --format markdown
  cubiform stats std.csv --beside pseudo.csv --beside pair.csv";

const LENGTHS_EXAMPLES: &str = "\
The files are what `cubiform solve` writes as CSV or JSON lines, of the 3x3x3 or the 4x4x4. Solutions
of one method and metric are put together, those of different ones beside one another. Of several
solutions of one cube the first counts. Cubes without a solution are counted as unsolved, those at
which the run was interrupted as stopped.

Columns are those of `cubiform stats`; cpu_ms is the mean processor time.

Examples:
  cubiform scramble -n 1000 | cubiform solve -i - --format csv | cubiform lengths -
  cubiform lengths solutions.csv --plot lengths.svg
  cubiform lengths htm.csv other.jsonl --format markdown";

const REPORT_EXAMPLES: &str = "\
The files are what `cubiform analyze` writes as CSV, JSON lines or Parquet, or folders of parts;
several are one sample, and have the same columns. Of a run in shards all are wanted, as in
`cubiform stats`. The end of the page says which files they were, with their hashes, and what the
runs were asked that wrote them.

The page is OUT_DIR/index.html: it has all figures in it and needs no network. Beside it lies each
figure as SVG. Figures that a sample cannot give, for lack of stages or of bottom colours, are left
out, and the page says which.

A new folder appears when all is written. In the folder of an earlier report each file is replaced
as a whole; a folder with anything else in it is refused.

Examples:
  cubiform analyze -i scrambles.csv --format csv -o lengths.csv
  cubiform report report/ lengths.csv
  cubiform report report/ wca.csv --wca=2026-05-06 --name WCA --against hard.csv";

/// Arguments of `cubiform distribution`.
#[derive(Args, Debug)]
#[command(after_help = DISTRIBUTION_EXAMPLES)]
pub(crate) struct Distribution {
    /// A goal as for analyze, a stage such as "pseudo cross", or a table by its name
    #[arg(value_name = "GOAL", value_parser = subject)]
    pub(crate) goal: Subject,

    /// The stage of a goal that has several [default: the first]
    #[arg(short, long = "stages", alias = "stage", value_name = "STAGE")]
    pub(crate) stage: Option<String>,

    /// The best of these bottom colours, over all states of the edges: letters (WY), names (white,yellow) or all
    #[arg(short, long, value_name = "COLORS", value_parser = colors)]
    pub(crate) colors: Option<Colors>,

    /// How to print it
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = CountFormat::Table)]
    pub(crate) format: CountFormat,

    /// Write to this file, which appears when it is complete
    ///
    /// A file that is there is replaced: the new one has its permissions, but not its owner, and other hard links
    /// keep the old contents. A read-only file or an input is refused.
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
#[command(after_help = STATS_EXAMPLES)]
pub(crate) struct Stats {
    /// Analyses in CSV, JSON lines or Parquet, or folders of parts, one sample together; - is standard
    /// input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Compare their means with those of this file; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Vec<PathBuf>,

    /// Show the means of another goal beside them, out of its analysis; may be repeated, for a goal
    /// each
    #[arg(long, value_name = "FILE")]
    pub(crate) beside: Vec<PathBuf>,

    /// Allow shards of a run to be missing
    #[arg(long)]
    pub(crate) partial: bool,

    /// How to print it
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = StatsFormat::Table)]
    pub(crate) format: StatsFormat,

    /// Write to this file, which appears when it is complete
    ///
    /// A file that is there is replaced: the new one has its permissions, but not its owner, and other hard links
    /// keep the old contents. A read-only file or an input is refused.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Arguments of `cubiform lengths`.
#[derive(Args, Debug)]
#[command(after_help = LENGTHS_EXAMPLES)]
pub(crate) struct Lengths {
    /// Solutions in CSV or JSON lines, all together; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Draw the shares of each length as SVG, in this file
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,

    /// The title of the drawing
    #[arg(long, value_name = "TEXT", requires = "plot", default_value = "How long the solutions are")]
    pub(crate) title: String,

    /// How to print it
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = StatsFormat::Table)]
    pub(crate) format: StatsFormat,

    /// Write to this file, which appears when it is complete
    ///
    /// A file that is there is replaced: the new one has its permissions, but not its owner, and other hard links
    /// keep the old contents. A read-only file or an input is refused.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Arguments of `cubiform report`.
#[derive(Args, Debug)]
#[command(after_help = REPORT_EXAMPLES)]
pub(crate) struct Report {
    /// The folder to write to: a new one, an empty one, or that of an earlier report
    #[arg(value_name = "OUT_DIR")]
    pub(crate) out: PathBuf,

    /// Analyses in CSV, JSON lines or Parquet, or folders of parts, one sample together; - is standard
    /// input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Compare with the sample in this file; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Vec<PathBuf>,

    /// Allow shards of a run to be missing
    #[arg(long)]
    pub(crate) partial: bool,

    /// The heading of the page
    #[arg(long, value_name = "TEXT", default_value = "How short the stages can be")]
    pub(crate) title: String,

    /// What to call the sample [default: its file, without the ending]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// What to call the sample of --against [default: its file, without the ending]
    #[arg(long, value_name = "NAME", requires = "against")]
    pub(crate) against_name: Option<String>,

    /// The scrambles are of the WCA's results export, of this date if it is given: the page says
    /// what the WCA asks to be said then
    #[arg(long, value_name = "DATE", num_args = 0..=1, require_equals = true)]
    pub(crate) wca: Option<Option<String>>,
}

/// A form of `cubiform stats`.
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
}
