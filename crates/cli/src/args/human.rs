//! The arguments of `cubiform review` and `cases`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use cubiform_solvers::human::cases::Set;

use crate::args::{Effort, LONG_HELP_HINT, ListFormat, Machine, Profiles};

const REVIEW_EXAMPLES: &str = concat!(
    cubes!(),
    "

A solution is read as people write it: moves with rotations, wide moves, slices and comments (// and /* */), pauses (.) \
and times (@1.2s). A text may begin with title lines, a scramble (`Scramble: R U ...`, or a first line of face turns alone) \
and a time (`5.55` or `Time: 5.55`). Links of twizzle, alg.cubing.net and cubedb.net are read, too.

A text with several solves is reviewed solve by solve, with a summary: a solve ends where the next scramble label, a title \
after an empty line, or a line such as --- begins. So are JSON lines, and CSV or TSV with a header that has columns scramble \
and solution (and id, time).

The bottom colour is the one whose first two layers are solved first. A stage ends where its pieces are first in place.

  HTM
      half-turn metric of the stage; STM, QTM and ETM of the solve follow the table. ETM (execution turn metric) counts \
every written move and rotation, without the rotations before the first move
  optimal
      minimum number of moves from the beginning of the stage to its end: proven for the cross and pairs; for OLL and PLL (~) \
the shortest known algorithm with its moves of U
  lost
      how much longer the stage made the shortest complete solution that the solver knows

A solve that does not end solved is searched for a slip: one move that, changed, added or left out, mends it. A cube that is \
one move from solved counts as a +2.

Examples:
  cubiform review solve.txt
  cubiform review \"D2 U L2 B2 ...\" solve.txt
  cubiform review \"D2 U L2 B2 ...\" --time 9.87 < solution.txt
  cubiform review \"https://alg.cubing.net/?setup=R_U-&alg=U_R-\"
  cubiform review \"F U2 L2 B2 F' U L2 U R2 D2 L' B L2 B' R2 U2\" \"y x' // inspection
    U R2 U' F' L F' U' L' // XXCross
    U' R U R' // 3rd pair
    R' U R U2 R' U R // 4th pair
    U R' U' R U' R' U2 R // OLL
    U // AUF\""
);

const CASES_EXAMPLES: &str = "\
Numbers, names and pictures are those of the usual sheets. In the picture of an OLL case, seen from above with the back at \
the top, # is the top colour; around a PLL case stand the letters of the faces to which the side stickers belong. The \
probability of a pair is that of its case once both pieces are in the top layer or in their slot.

Examples:
  cubiform cases list oll
  cubiform cases list oll --group fish
  cubiform cases show oll 27
  cubiform cases show pll A G --format json
  cubiform cases find x.x/.x./x.x
  cubiform cases find --alg \"R U R' U R U2 R'\"
  cubiform cases find --scramble \"D2 U L2 B2 ... x2 R' D2 ...\"";

const FIND_EXAMPLES: &str = "\
A pattern is the last layer seen from above, back row first, with / (or a line end) between rows: three rows of three for \
the top face, or five rows of five with the stickers of the sides around it. The picture that `cases show` prints can be \
pasted as it is (- reads it from standard input).

  x or #
      the top colour
  . or - or a blank
      another colour
  ?
      unknown
  a letter
      this colour of a side sticker, by any names: ?BBR?/LxxxF/RxxxL/LxxxB/?FFR? is a T perm

An F2L pattern says where the corner and the edge of the slot FR are, and on which faces their bottom and front stickers \
are: \"URF R, UB U\".

Columns of the answer: the case, its group, how to hold the cube (y, y2, y') and turn U so that it looks as pictured, and the \
usual algorithm.

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
    /// The scramble in quotes, the cube by its facelets, or a file or link that has the scramble and the solution
    ///
    /// Without it, standard input has both. A scramble begins with white on top and green in front.
    #[arg(value_name = "SCRAMBLE")]
    pub(crate) scramble: Option<String>,

    /// The solution in quotes, a file, or a link [default: standard input]
    #[arg(value_name = "SOLUTION")]
    pub(crate) solution: Option<String>,

    /// Read solves with their scrambles from this file; repeatable
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["scramble", "solution"])]
    pub(crate) input: Vec<PathBuf>,

    /// The time of the solve, such as 9.87 or 1:02.33, for moves per second
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    pub(crate) time: Option<f64>,

    /// Leave out the optimal lengths, which are all that needs tables
    #[arg(long, alias = "no-least")]
    pub(crate) no_optimal: bool,

    /// How far the solver looks ahead for the best continuation
    #[arg(long, value_name = "EFFORT", value_enum, default_value_t = Effort::Usual)]
    pub(crate) effort: Effort,

    /// Print links that open the solve and the best continuation in a player
    #[arg(long)]
    pub(crate) links: bool,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ReviewFormat::Table)]
    pub(crate) format: ReviewFormat,

    /// Which tables to use
    #[arg(long, value_name = "PROFILE", value_enum, default_value_t = Profiles::Auto)]
    pub(crate) profile: Profiles,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// A format of `cubiform review`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReviewFormat {
    /// A table for each solve, and a summary of several
    Table,
    /// One JSON document: an object, or for several solves the list of them with a summary
    Json,
    /// One JSON object per line and solve
    Jsonl,
}

/// Arguments of `cubiform cases`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = CASES_EXAMPLES, arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Cases {
    #[command(subcommand)]
    pub(crate) action: CasesAction,
}

/// What to do with cases.
#[derive(Debug, Subcommand)]
pub(crate) enum CasesAction {
    /// List cases: number, name, group, probability and the usual algorithm
    List {
        /// f2l, oll or pll [default: all]
        #[arg(value_name = "SET", value_parser = case_set)]
        set: Option<Set>,
        /// Only cases of this group
        #[arg(short, long, value_name = "GROUP")]
        group: Option<String>,
        /// Output format
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
        format: ListFormat,
    },
    /// Show the picture and all algorithms of cases
    Show {
        /// f2l, oll or pll
        #[arg(value_name = "SET", value_parser = case_set)]
        set: Set,
        /// Numbers, letters, names or groups, such as 27, Ga, G, sune or fish [default: all of the set]
        #[arg(value_name = "CASE")]
        labels: Vec<String>,
        /// Output format
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
        format: ListFormat,
    },
    /// Find cases by their picture, by an algorithm, or on a scrambled cube
    #[command(arg_required_else_help = true, after_help = LONG_HELP_HINT, after_long_help = FIND_EXAMPLES)]
    Find(FindCases),
}

/// Arguments of `cubiform cases find`.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("question").required(true).args(["pattern", "alg", "scramble"]))]
pub(crate) struct FindCases {
    /// The picture, such as x.x/.x./x.x; - is standard input
    #[arg(value_name = "PATTERN", allow_hyphen_values = true)]
    pub(crate) pattern: Option<String>,

    /// The cases that this algorithm solves
    #[arg(long, value_name = "MOVES")]
    pub(crate) alg: Option<String>,

    /// The cases that the cube shows after these moves (or facelets), for each bottom colour whose cross is solved
    #[arg(long, value_name = "CUBE")]
    pub(crate) scramble: Option<String>,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
    pub(crate) format: ListFormat,
}

/// The set of cases that an argument names.
fn case_set(name: &str) -> Result<Set, String> {
    Set::from_name(name).ok_or_else(|| "the sets are f2l, oll and pll".to_string())
}

/// The seconds that an argument names.
fn seconds(text: &str) -> Result<f64, String> {
    crate::review::time_of(text).ok_or_else(|| "write seconds or minutes, as in 9.87 or 1:02.33".to_string())
}
