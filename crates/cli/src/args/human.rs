//! The arguments of `cubiform review` and `cases`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use cubiform_human::cases::CaseSet;

use crate::args::{Effort, LONG_HELP_HINT, ListFormat, Machine, Profiles};

/// The text after the options in long help of `review`.
const REVIEW_EXAMPLES: &str = concat!(
    cubes!(),
    "

A solution may have rotations, wide moves, slices, comments (// and /* */), pauses (.) and times (@1.2s). A text may begin \
with title lines, a scramble (`Scramble: R U ...`, or a first line of face turns only) and a time (`5.55` or `Time: 5.55`). \
Links of twizzle, alg.cubing.net and cubedb.net are also accepted.

A text with several solves is reviewed solve by solve, with a summary. A solve ends before the next scramble label, before a \
title after an empty line, or at a line such as ---. JSON lines, and CSV or TSV files whose header has the columns scramble \
and solution (and id, time), are read in the same way.

The bottom colour is the one whose first two layers are solved first. A stage ends as soon as its pieces are in place.

  HTM
      length of the stage in the half turn metric; STM, QTM and ETM of the solve follow the table. ETM (execution turn \
metric) counts every written move and rotation, except rotations before the first move
  optimal
      minimum number of moves from the beginning to the end of the stage: proven for the cross and pairs; for OLL and PLL \
(~) the length of the shortest known algorithm, including turns of U
  lost
      moves by which the stage increased the length of the shortest complete solution known to the solver

The summary of several solves (--summary prints nothing else) has the moves lost in each stage with their standard error \
and their share of all moves lost, the change from solve to solve with its 95 % interval, the cases that cost most, and the \
bottom colours. Solves that are neither solved nor one move off do not count.

If the cube is not solved at the end, the solution is searched for a slip: a single move whose change, addition or removal \
makes the solution correct. A cube that is one move from solved counts as a +2.

Examples:
  cubiform review solve.txt
  cubiform review \"D2 U L2 B2 ...\" solve.txt
  cubiform review \"D2 U L2 B2 ...\" --time 9.87 < solution.txt
  cubiform review --summary -i monday.txt -i tuesday.txt
  cubiform review \"https://alg.cubing.net/?setup=R_U-&alg=U_R-\"
  cubiform review \"F U2 L2 B2 F' U L2 U R2 D2 L' B L2 B' R2 U2\" \"y x' // inspection
    U R2 U' F' L F' U' L' // XXCross
    U' R U R' // 3rd pair
    R' U R U2 R' U R // 4th pair
    U R' U' R U' R' U2 R // OLL
    U // AUF\""
);

/// The text after the options in long help of `cases`.
const CASES_EXAMPLES: &str = "\
Numbers, names and pictures are those of the usual sheets. The picture of an OLL case shows the cube from above with the \
back face at the top; # is the top colour. The picture of a PLL case is surrounded by the letters of the faces to which the \
side stickers belong. The probability of an F2L case assumes that both pieces are in the top layer or in their slot.

Examples:
  cubiform cases list oll
  cubiform cases list oll --group fish
  cubiform cases show oll 27
  cubiform cases show T perm
  cubiform cases show pll A G --format json
  cubiform cases find x.x/.x./x.x
  cubiform cases find \"R U R' U R U2 R'\"
  cubiform cases find --scramble \"D2 U L2 B2 ... x2 R' D2 ...\"";

/// The text after the options in long help of `cases find`.
const FIND_EXAMPLES: &str = "\
A pattern is the last layer seen from above, back row first, with / or a line break between rows: three rows of three \
stickers for the top face, or five rows of five with the side stickers around it. A picture printed by `cases show` can be \
pasted unchanged (- reads it from standard input).

  x or #
      the top colour
  . or - or a blank
      another colour
  ?
      unknown
  a letter
      a colour of a side sticker; any letters may name the four colours: ?BBR?/LxxxF/RxxxL/LxxxB/?FFR? is a T perm

An F2L pattern has the positions of the corner and the edge of slot FR, each followed by the face that shows its bottom or \
front sticker: \"URF R, UB U\".

Columns of the output: the case, its group, the rotation of the cube (y, y2, y') and the turn of U after which it looks as \
pictured, and the usual algorithm.

Examples:
  cubiform cases find x.x/.x./x.x
  cubiform cases find .x.../..x.x/.xxx./.xx../...x.
  cubiform cases find \"?BBR?/LxxxF/RxxxL/LxxxB/?FFR?\"
  cubiform cases find --alg \"R U R' U R U2 R'\"
  cubiform cases find --scramble \"R U R' U R U2 R'\"";

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

    /// Time of the solve, such as 9.87 or 1:02.33, to compute moves per second
    #[arg(long, value_name = "TIME", value_parser = parse_seconds)]
    pub(crate) time: Option<f64>,

    /// Print only the summary of all solves
    ///
    /// The solves may be given as the JSON lines that --format jsonl writes, which are not reviewed again. Their order is
    /// that in which the cubes were solved.
    #[arg(long)]
    pub(crate) summary: bool,

    /// Omit the optimal lengths; no tables are needed then
    #[arg(long, alias = "no-least")]
    pub(crate) no_optimal: bool,

    /// Search effort for the best continuation
    #[arg(long, value_name = "EFFORT", value_enum, default_value_t = Effort::Usual)]
    pub(crate) effort: Effort,

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
#[command(after_help = LONG_HELP_HINT, after_long_help = CASES_EXAMPLES, arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Cases {
    #[command(subcommand)]
    pub(crate) action: CasesAction,
}

/// The subcommands of `cubiform cases`.
#[derive(Debug, Subcommand)]
pub(crate) enum CasesAction {
    /// List cases: number, name, group, probability and the usual algorithm
    List {
        /// f2l, oll or pll [default: all]
        #[arg(value_name = "SET", value_parser = parse_case_set)]
        set: Option<CaseSet>,
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
    #[command(arg_required_else_help = true, after_help = LONG_HELP_HINT, after_long_help = FIND_EXAMPLES)]
    Find(FindCases),
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
fn parse_case_set(name: &str) -> Result<CaseSet, String> {
    CaseSet::from_name(name).ok_or_else(|| "valid sets: f2l, oll, pll".to_string())
}

/// Parses a time of a solve, in seconds or in minutes and seconds. Returns seconds.
fn parse_seconds(text: &str) -> Result<f64, String> {
    cubiform_answers::review::parse_time(text)
        .ok_or_else(|| "expected a time such as 9.87 or 1:02.33".to_string())
}
