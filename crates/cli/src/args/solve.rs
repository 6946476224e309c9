//! The arguments of `cubiform solve`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use cubiform_answers::request::SolveRequest;
pub(crate) use cubiform_answers::solutions::options::Effort;

use crate::args::{Machine, OnError};

/// The text after the options in short help (`-h`).
const SHORT_EXAMPLES: &str = "\
Examples:
  cubiform solve \"R U2 F' L D B2\"
  cubiform solve --method optimal \"R U2 F' L D B2\"
  cubiform solve --method cfop --colors all \"R U2 F' L D B2\"
  cubiform solve --moves \"<M,U>\" \"M' U M U2 M U M' U M2\"

--help explains everything.";

/// The text after the options in long help (`--help`).
const EXAMPLES: &str = concat!(
    "\
Examples:
  cubiform solve \"R U2 F' L D B2\"
  cubiform tables build optimal-medium
  cubiform solve --method optimal \"R U2 F' L D B2\"
  cubiform solve --method optimal --solutions all --up-to-symmetry \"M2 E2 S2\"
  cubiform solve --moves \"<M,U>\" \"M' U M U2 M U M' U M2\"
  cubiform solve -i cubes.txt --time 10ms --format csv
  cubiform solve --method thistlethwaite UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
  cubiform solve --method cfop --colors all \"R U2 F' L D B2\"
  cubiform solve --method cfop --explain \"R U2 F' L D B2\"
  cubiform solve --method beginner --explain \"R U2 F' L D B2\"
  cubiform solve --puzzle 222 \"R U' F2 R\"
  cubiform tables build 444-slice
  cubiform solve --puzzle 444 --time 1s \"Rw2 F U' Fw D Uw2 L\"
  cubiform solve --puzzle 444 --metric obtm \"Rw2 F U' Fw D Uw2 L\"
  cubiform solve --to \"R2 L2 U2 D2 F2 B2\" --inverse \"R U R' U'\"

Cubes:
",
    cubes!(),
    "

--inverse prints a scramble that reaches the cube: the inverse of the solution, with a rotation at its end if the given \
scramble rotates the whole cube. --to sets the target state, which is reached up to a rotation of the whole cube.

Two-phase:
Without a budget (--time, --nodes) the search ends at the first solution of at most --max-length moves. With a budget it \
continues to look for shorter solutions until the budget is spent or no shorter one exists. --time is CPU time, so results \
do not depend on load; with --nodes alone they are the same on every machine that has the same tables. Two-phase solving is \
over twice as fast with 11 MB of pruning tables: cubiform tables build phase-1 phase-2. With --nodes these tables may change \
the answer.

Optimal:
--method optimal needs one of the tables optimal-large (7.4 GB), optimal-medium (1.24 GB) and optimal-small (74 MB), and \
uses the largest one that is built. A single cube is searched on all threads, several cubes on one thread each.

--solutions N prints N of the optimal solutions, or all of them, each on its own line (row, object) with the id of its \
cube, in canonical order (moves of U, R, F, D, L, B, each as U, U2, U'; of opposite faces U before D, R before L, F before \
B); nodes and cpu_ms are totals over all solutions of the cube. Finding all solutions may take a dozen times as long as one. \
If more than N exist, runs on several threads may print different ones. --up-to-symmetry prints one solution of each class \
under the symmetries of the state: those of the 48 symmetries that fix the state or map it to its inverse (which reverses \
the solution).

Only some moves:
--moves takes any set of moves, such as <R,U>, <U,R2,F>, <M,U> or <r,U>, and finds a shortest solution with these moves, \
which may be longer than 20 moves. A turn of a face, a slice or a wide layer is one move. Cubes that these moves cannot \
solve are reported at once. Slices and wide moves rotate the centres, so a solution may end in any orientation. Sets of two \
or three layers need no table; they take seconds to start, and three layers take up to minutes per cube. Sets of four or \
five faces need a table of the optimal solver, and some cubes take far longer than with all moves. --max-length limits the \
search, Ctrl-C stops it. <U,D,R2,L2,F2,B2>, and the equivalent sets of the other axes, are the moves of the second phase of \
two-phase, which finds a shortest solution without a table.

2x2x2:
A 2x2x2 (--puzzle 222) is given as 24 facelets or as moves. Solutions are optimal in turns of U, R and F, and are applied to the \
cube as the scramble leaves it.

4x4x4:
A 4x4x4 (--puzzle 444) is given as 96 facelets or as its scramble in WCA notation; 2R is one inner layer, m, e and s are \
both inner layers. --metric chooses the metric. For sst and btm the cube is solved in five stages, each with a table of that \
metric: 444-slice for sst, 444-block for btm (886 MB each). For obtm the centres are solved, the edges are paired, and the \
rest is solved as a 3x3x3, with the tables 444-outer (93 MB) and, if they are built, phase-1 and phase-2. Each stage is \
printed on its own line with its purpose. Apply a solution to the cube as the scramble leaves it. It may end in any \
orientation.

Exit codes: 0 done, 1 failed (or a cube was not solved), 2 wrong arguments, 130 interrupted."
);

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
