//! The arguments of `cubiform review` and `cases`.

use std::path::PathBuf;

use crate::args::Arguments;
use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use cubiform_answers::case_set::CaseSetRequest;
use cubiform_answers::review::ReviewRequest;
use cubiform_human::cases::CaseSet;
use cubiform_human::cases::sets::KnownSet;

use crate::args::{LONG_HELP_HINT, ListFormat, Machine, OnError, Profiles};

/// The text after the options in long help of `review`.
const REVIEW_EXAMPLES: &str = concat!(cubes!(), "\n\n", include_str!("help/review.txt")).trim_ascii_end();

/// Arguments of `cubiform review`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = REVIEW_EXAMPLES)]
pub(crate) struct Review {
    /// The scramble in quotes, the facelets, or a file or link with the scramble and the solution
    ///
    /// By default both are read from standard input. A scramble begins with white on top and green in front.
    #[arg(value_name = "SCRAMBLE")]
    pub(crate) scramble: Option<String>,

    /// The solution in quotes, a file, or a link [default: standard input]
    #[arg(value_name = "SOLUTION")]
    pub(crate) solution: Option<String>,

    /// File of solves with their scrambles; repeatable
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["scramble", "solution"])]
    pub(crate) input: Vec<PathBuf>,

    /// Method whose steps the solve is parted into: auto for the known method that it fits best, a name, dr for fewest moves, or a file [default: CFOP]
    ///
    /// `cubiform methods` lists the known methods; its help says how a file is written.
    #[arg(long, value_name = "METHOD")]
    pub(crate) method: Option<String>,

    #[command(flatten)]
    pub(crate) request: ReviewRequest,

    /// Print only the summary of all solves
    ///
    /// The solves may be given as the JSON lines that --format jsonl writes, which are not reviewed again. Their order is
    /// that in which the cubes were solved.
    #[arg(long)]
    pub(crate) summary: bool,

    /// Action on a solve that cannot be read
    #[arg(long, value_name = "ACTION", value_enum, default_value_t = OnError::Stop)]
    pub(crate) on_error: OnError,

    /// Print links to a player with the solve and the best continuation
    #[arg(long)]
    pub(crate) links: bool,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ReviewFormat::Table)]
    pub(crate) format: ReviewFormat,

    /// Tables to use
    #[arg(long, value_name = "PROFILE", value_enum, default_value_t = Profiles::Auto)]
    pub(crate) profile: Profiles,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// An output format of `cubiform review`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReviewFormat {
    /// A table for each solve, and a summary if there are several
    Table,
    /// One JSON document: an object for one solve; the list of solves and a summary for several
    Json,
    /// One JSON object per solve, each on its own line
    Jsonl,
}

/// Arguments of `cubiform cases`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = include_str!("help/cases.txt").trim_ascii_end(), arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Cases {
    #[command(subcommand)]
    pub(crate) action: CasesAction,
}

/// The subcommands of `cubiform cases`.
#[derive(Debug, Subcommand)]
pub(crate) enum CasesAction {
    /// List cases: number, name, group, probability and the usual algorithm
    List {
        /// f2l, oll or pll [default: all], or a set of `cases sets`, such as zbll
        #[arg(value_name = "SET", value_parser = parse_listed_set)]
        set: Option<ListedSet>,
        /// Only cases of this group
        #[arg(short, long, value_name = "GROUP")]
        group: Option<String>,
        /// Output format
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
        format: ListFormat,
    },
    /// Show cases with their pictures and all algorithms
    Show {
        /// f2l, oll or pll, alone or with numbers, letters, names or groups, such as 27, Ga, G, sune or fish; or names
        /// without a set, such as sune or T perm
        #[arg(value_name = "CASE", required = true)]
        cases: Vec<String>,
        /// Output format
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
        format: ListFormat,
    },
    /// Find cases by picture, by algorithm, or on a scrambled cube
    #[command(arg_required_else_help = true, after_help = LONG_HELP_HINT, after_long_help = include_str!("help/find.txt").trim_ascii_end())]
    Find(FindCases),
    /// Derive every case of getting from one goal to another, with exact probabilities
    #[command(arg_required_else_help = true, after_help = LONG_HELP_HINT, after_long_help = include_str!("help/make.txt").trim_ascii_end())]
    Make(Arguments<CaseSetRequest, SetFormat>),
    /// List the sets with names that `make` and `list` know
    Sets,
}

/// A set of `cubiform cases list`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ListedSet {
    /// A set with a sheet of algorithms.
    Sheet(CaseSet),
    /// A set that is derived from two goals.
    Derived(&'static KnownSet),
}

/// An output format of `cubiform cases make`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SetFormat {
    /// For people
    #[default]
    Table,
    /// For documents
    #[value(alias = "md")]
    Markdown,
    /// One row per case
    Csv,
    /// One JSON document, for programs
    Json,
}

/// Arguments of `cubiform cases find`.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("question").required(true).args(["pattern", "alg", "scramble"]))]
pub(crate) struct FindCases {
    /// Picture of the case, such as x.x/.x./x.x, or an algorithm, as with --alg; - is standard input
    #[arg(value_name = "PATTERN", allow_hyphen_values = true)]
    pub(crate) pattern: Option<String>,

    /// Find the cases that this algorithm solves
    #[arg(long, value_name = "MOVES")]
    pub(crate) alg: Option<String>,

    /// Find the cases on the cube after these moves, or with these facelets, for each solved cross
    #[arg(long, value_name = "CUBE")]
    pub(crate) scramble: Option<String>,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
    pub(crate) format: ListFormat,
}

/// Parses the name of a set of cases.
fn parse_listed_set(name: &str) -> Result<ListedSet, String> {
    let sheet = CaseSet::from_name(name).map(ListedSet::Sheet);
    let listed = sheet.or_else(|| KnownSet::find(name).map(ListedSet::Derived));
    listed.ok_or_else(|| format!("valid sets: {}", KnownSet::names()))
}
