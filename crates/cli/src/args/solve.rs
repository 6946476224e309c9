//! The arguments of `cubiform solve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use cubiform_cube::Cube;
use cubiform_solvers::human::{Objective, Request, SearchEffort};

use crate::args::{Four, Machine, OnError, Puzzle};
use crate::choice::{Colors, colors, solutions, state, time};
use crate::generators::Generators;

/// Text after the options of `-h`.
const SHORT_EXAMPLES: &str = "\
Examples:
  cubiform solve \"R U2 F' L D B2\"
  cubiform solve --method optimal \"R U2 F' L D B2\"
  cubiform solve --method cfop --colors all \"R U2 F' L D B2\"
  cubiform solve --moves \"<M,U>\" \"M' U M U2 M U M' U M2\"

--help explains everything.";

/// Text after the options of `--help`.
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
  cubiform tables build 444-slice
  cubiform solve --puzzle 444 --time 1s \"Rw2 F U' Fw D Uw2 L\"
  cubiform solve --puzzle 444 --metric obtm \"Rw2 F U' Fw D Uw2 L\"
  cubiform solve --to \"R2 L2 U2 D2 F2 B2\" --inverse \"R U R' U'\"

Cubes:
",
    cubes!(),
    "

--inverse prints a scramble that makes the cube: the inverse of the solution, with the rotation at its end if the given \
scramble turns the whole cube. The state that --to names is reached up to a rotation of the whole cube.

Two-phase:
Without a budget (--time, --nodes) the search ends with the first solution of at most --max-length moves. With one it \
continues with shorter ones until the budget is spent or no shorter solution exists. --time is CPU time, so results do not \
depend on load; with --nodes alone they are the same on every machine that has the same tables. Two-phase solving is over \
twice as fast with 11 MB of pruning tables: cubiform tables build phase-1 phase-2. With --nodes these may change the answer.

Optimal:
--method optimal needs one of the tables optimal-large (7.4 GB), optimal-medium (1.24 GB) and optimal-small (74 MB), and \
uses the largest that is built. One cube is searched on all threads; of several cubes each is searched on one.

--solutions N prints N of the shortest solutions, or all, each on a line (row, object) of its own with the id of its cube, \
in canonical order (moves of U, R, F, D, L, B, each as U, U2, U'; of opposite faces U before D, R before L, F before B); \
nodes and cpu_ms are those of all together. All solutions may take a dozen times as long as one. If there are more than N, \
which of them are found may differ between runs on several threads. With --up-to-symmetry one solution is printed for each \
class under the symmetries of the state: those of the 48 that fix the state, or map it to its inverse (the solution is then \
reversed).

Only some moves:
--moves takes any set of moves, such as <R,U>, <U,R2,F>, <M,U> or <r,U>, and finds a shortest solution with them, which may \
have more than 20 moves; a turn of a face, a slice or a wide layer is one move. Cubes that these moves cannot solve are \
reported at once. Slices and wide moves turn the centres, so that a solution may end in any orientation. Sets of two or \
three layers need no table; they take seconds to start, and three layers up to minutes a cube. Four or five faces need a \
table of the optimal solver, and some cubes take far longer than with all moves. --max-length bounds the search, Ctrl-C \
ends it. <U,D,R2,L2,F2,B2>, and the same along the other axes, is the second phase of two-phase, which finds a shortest \
solution without a table.

4x4x4:
A 4x4x4 (--puzzle 444) is 96 facelets or its scramble, in the WCA's notation; 2R is an inner layer, m, e, s the two inner \
ones. --metric chooses what counts as one move. It is solved in five stages, each with a table of that metric: 444-slice \
for sst, 444-block for btm (886 MB each). For obtm the centres are solved and the edges paired, and the rest is solved as \
a 3x3x3, with the tables 444-outer (93 MB) and, if they are built, phase-1 and phase-2. Each stage is printed on a line \
with what it does. Solutions continue as the scramble leaves the cube, and may end in any orientation.

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

    /// Puzzle
    #[arg(long, value_name = "PUZZLE", value_enum, default_value_t)]
    pub(crate) puzzle: Puzzle,

    /// Method [default: two-phase; with --moves one that finds a shortest solution]
    #[arg(long, value_name = "METHOD", value_enum)]
    pub(crate) method: Option<Method>,

    /// Maximum number of moves of a solution [default: 21 for two-phase without a budget]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=99))]
    pub(crate) max_length: Option<u8>,

    /// CPU time limit for each cube, such as 10ms or 1.5s; prints the shortest solution found
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) time: Option<Duration>,

    /// Node limit for each cube; prints the shortest solution found, always the same one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Use only these moves, such as "<R,U>", "<r,U>" or "<M,U>", and find a shortest solution
    ///
    /// U stands for all turns of the layer, U2 for the half turn. A turn of a face, of a slice or of a wide layer counts as one move.
    #[arg(long, value_name = "MOVES", value_parser = Generators::read)]
    pub(crate) moves: Option<Generators>,

    /// Number of shortest solutions to print, or all [default: 1]
    #[arg(short = 'n', long, value_name = "N", value_parser = solutions, help_heading = "Optimal")]
    pub(crate) solutions: Option<usize>,

    /// Of solutions that a symmetry of the cube turns into one another, print only the first
    #[arg(long, requires = "solutions", help_heading = "Optimal")]
    pub(crate) up_to_symmetry: bool,

    /// Print a scramble for the cube instead of a solution
    #[arg(long, help_heading = "Output")]
    pub(crate) inverse: bool,

    /// Solve to this state, in any form of a cube
    #[arg(long, value_name = "STATE", value_parser = state)]
    pub(crate) to: Option<Cube>,

    /// Print links to players with each solution
    #[arg(long, help_heading = "Output")]
    pub(crate) links: bool,

    #[command(flatten)]
    pub(crate) cfop: Cfop,

    #[command(flatten)]
    pub(crate) four: Four,

    /// Print each phase of two-phase or thistlethwaite on a line of its own
    #[arg(long, help_heading = "Output")]
    pub(crate) phases: bool,

    /// Output format
    #[arg(short, long, help_heading = "Output", value_name = "FORMAT", value_enum, default_value_t = SolveFormat::Text)]
    pub(crate) format: SolveFormat,

    /// Write to this file atomically: it appears only once complete
    ///
    /// An existing file is replaced: the new one has its permissions, but not its owner, and other hard links keep the old contents. A read-only file or an input is refused.
    #[arg(short, long, help_heading = "Output", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// What to do about an unreadable line
    #[arg(long, help_heading = "Output", value_name = "ACTION", value_enum, default_value_t = OnError::Stop)]
    pub(crate) on_error: OnError,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

impl Solve {
    /// The moves to use, if not all turns of faces.
    pub(crate) fn only(&self) -> Option<&Generators> {
        self.moves.as_ref().filter(|moves| !moves.are_all_faces())
    }

    /// The method that is used: where none is named and only some moves are, the optimal one.
    pub(crate) fn method(&self) -> Method {
        let of_moves = if self.only().is_some() { Method::Optimal } else { Method::TwoPhase };
        self.method.unwrap_or(of_moves)
    }
}

/// A way to solve the whole cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// Kociemba's algorithm: 21 moves at once, fewer with a larger budget
    TwoPhase,
    /// Four phases, about 31 moves
    Thistlethwaite,
    /// A shortest solution: seconds to minutes a cube, with a table of `tables build`
    Optimal,
    /// As a speedcuber does: cross, pairs, OLL and PLL, with the names of their cases
    Cfop,
}

/// What only `--method cfop` has.
#[derive(Args, Debug)]
#[command(next_help_heading = "CFOP")]
pub(crate) struct Cfop {
    /// Bottom colours to choose from: letters (WY), names (white,yellow) or all [default: white]
    #[arg(short, long, value_name = "COLORS", value_parser = colors)]
    pub(crate) colors: Option<Colors>,

    /// Prefer finger-friendly moves to short solutions
    #[arg(long)]
    pub(crate) comfort: bool,

    /// Avoid rotations of the cube between stages
    #[arg(long)]
    pub(crate) rotationless: bool,

    /// How far to look ahead [default: usual]
    #[arg(long, value_name = "EFFORT", value_enum)]
    pub(crate) effort: Option<Effort>,

    /// Explain each step in words
    #[arg(long)]
    pub(crate) explain: bool,
}

impl Cfop {
    /// Whether any of it was asked for.
    pub(crate) fn is_asked(&self) -> bool {
        self.colors.is_some() || self.comfort || self.rotationless || self.effort.is_some() || self.explain
    }

    /// What the solver is asked.
    pub(crate) fn request(&self) -> Request {
        Request {
            colors: self.colors.as_ref().map_or_else(|| Request::default().colors, |colors| colors.0.clone()),
            objective: if self.comfort { Objective::Comfort } else { Objective::Length },
            rotations: !self.rotationless,
            effort: self.effort.unwrap_or(Effort::Usual).search_effort(),
        }
    }
}

/// A form of `cubiform solve`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveFormat {
    /// For people: a solution on each line, with its length
    Text,
    /// For programs: a row for each cube
    Csv,
    /// For programs: a JSON object on each line
    Jsonl,
    /// For programs: one JSON array
    Json,
}

/// How far the CFOP solver looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Effort {
    /// Not at all: a shortest cross, the next pair, the first algorithm of the sheet
    None,
    /// As during a solve: some crosses and orders of pairs, nothing of the last layer
    Near,
    /// As one who may think for an hour: milliseconds
    Usual,
    /// More than a person could see
    Wide,
}

impl Effort {
    /// What the solver takes for it.
    pub(crate) fn search_effort(self) -> SearchEffort {
        match self {
            Effort::None => SearchEffort::NONE,
            Effort::Near => SearchEffort::NEAR,
            Effort::Usual => SearchEffort::USUAL,
            Effort::Wide => SearchEffort::WIDE,
        }
    }
}
