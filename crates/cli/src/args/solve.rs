//! The arguments of `cubiform solve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use cubiform_cube::{Cube, Move};
use cubiform_solvers::human::{Objective, Outlook, Request};

use crate::args::{Four, Machine, OnError, Puzzle};
use crate::choice::{Colors, MoveSet, colors, move_set, solutions, state, time};

const SOLVE_EXAMPLES: &str = concat!(
    cubes!(),
    "

--inverse prints the moves that make the cube, turned as the scramble leaves it: the solution undone,
with that rotation at its end. The state that --to names is reached up to a rotation of the whole cube.

Without a budget (--time, --nodes) the search ends with the first solution of at most --max-length
moves. With one it goes on to shorter ones until the budget is spent, or until it is known that
there is none shorter. --time is time of the processor, so that a busy machine finds what an idle
one does; with --nodes alone the answer is the same on every machine that has the same tables.

Two phases are more than twice as fast with filters of 11 MB: cubiform tables build phase-1 phase-2.
With --nodes the answer may be another with them than without.

--method optimal needs a table, optimal-large (7.4 GB), optimal-medium (1.24 GB) or optimal-small (74 MB), of
which it takes the largest that is built. One cube is searched on all threads, several each on its own.

--solutions N gives N of the shortest solutions, or all: each is a line, row or object of its own, with
the id of its cube, in canonical order (turns of U, R, F, D, L, B, each U, U2, U'; of opposite faces U
before D, R before L, F before B); nodes and cpu_ms are those of all together. To find all of them may
take a dozen times as long as one. Which N of more are found may differ from run to run on several
threads. With --up-to-symmetry one stands for all that are alike: a symmetry turns them into one
another, of the 48 that leave the state as it is, or that make its inverse of it (the solution then goes
backwards).

--moves takes any set of turns with --method optimal, such as <U,R> or <U,R2,F>: U is all turns of the
face (U, U2, U'), U2 the half turn. Whether these turns make a cube at all is known at once. If they do,
the solution is the shortest of those turns, and may have more than 20. Two faces take milliseconds,
three seconds to minutes; with four or five, and of sets such as <U,D,R2,L2,F2,B2> of which the table
knows little, some cubes take far longer than with all turns. --max-length bounds it, Ctrl-C ends it.
That set, and the same along the other axes, is what two-phase takes beside all turns: its second phase
finds a shortest solution, for --method optimal too, unless several are wanted, and needs no table.

A 4x4x4 (--puzzle 444) is 96 facelets or the moves that scramble it, in the WCA's notation; 2R is an inner layer, \
m, e, s the two inner ones. --metric chooses what counts as one move. It is solved in five stages, each with a table of \
that metric: 444-slice for sst, 444-block for btm (886 MB each). For obtm the centres are solved and the edges paired, and \
the rest is solved as a 3x3x3, with the tables 444-outer (93 MB) and, if they are built, phase-1 and phase-2. Output has \
a line for each stage with what the stage does. Solutions continue as the scramble leaves the cube, and may end in any \
orientation.

Examples:
  cubiform solve \"R U2 F' L D B2\"
  cubiform tables build optimal-medium
  cubiform solve --method optimal \"R U2 F' L D B2\"
  cubiform solve --method optimal --solutions all --up-to-symmetry \"M2 E2 S2\"
  cubiform solve -i cubes.txt --time 10ms --format csv
  cubiform solve --method thistlethwaite UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
  cubiform solve --method cfop --colors all \"R U2 F' L D B2\"
  cubiform solve --method cfop --explain \"R U2 F' L D B2\"
  cubiform tables build 444-slice
  cubiform solve --puzzle 444 --time 1s \"Rw2 F U' Fw D Uw2 L\"
  cubiform solve --puzzle 444 --metric obtm \"Rw2 F U' Fw D Uw2 L\"
  cubiform solve --to \"R2 L2 U2 D2 F2 B2\" --inverse \"R U R' U'\"

Exit codes: 0 done, 1 failed (or a cube was not solved), 2 wrong arguments, 130 interrupted."
);

/// Arguments of `cubiform solve`.
#[derive(Args, Debug)]
#[command(after_help = SOLVE_EXAMPLES)]
pub(crate) struct Solve {
    /// Cubes, each as one argument: facelets, pieces in Reid's notation, or moves, in quotes
    #[arg(value_name = "CUBE", conflicts_with = "input")]
    pub(crate) cubes: Vec<String>,

    /// Read cubes from this file, a line each; - is standard input; may be repeated
    #[arg(short, long, value_name = "FILE")]
    pub(crate) input: Vec<PathBuf>,

    /// What is solved
    #[arg(long, value_name = "PUZZLE", value_enum, default_value_t)]
    pub(crate) puzzle: Puzzle,

    /// How to solve
    #[arg(long, value_name = "METHOD", value_enum, default_value_t = Method::TwoPhase)]
    pub(crate) method: Method,

    /// The most moves that a solution may have [default: 21 for two-phase without a budget]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=99))]
    pub(crate) max_length: Option<u8>,

    /// Look for so long for each cube, such as 10ms or 1.5s of processor time: the shortest found
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) time: Option<Duration>,

    /// Expand so many nodes for each cube: the shortest found, always the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Use these turns only, such as "<U,R>"; optimal takes any, two-phase "<U,D,R2,L2,F2,B2>" and its likes
    #[arg(long, value_name = "MOVES", value_parser = move_set)]
    pub(crate) moves: Option<MoveSet>,

    /// optimal: how many of the shortest solutions to give, or all [default: 1]
    #[arg(long, value_name = "N", value_parser = solutions)]
    pub(crate) solutions: Option<usize>,

    /// optimal: give one of solutions that a symmetry of the cube turns into one another
    #[arg(long, requires = "solutions")]
    pub(crate) up_to_symmetry: bool,

    /// Print what makes the cube, instead of what solves it
    #[arg(long)]
    pub(crate) inverse: bool,

    /// Solve to this state, in any form of a cube
    #[arg(long, value_name = "STATE", value_parser = state)]
    pub(crate) to: Option<Cube>,

    #[command(flatten)]
    pub(crate) cfop: Cfop,

    #[command(flatten)]
    pub(crate) four: Four,

    /// two-phase, thistlethwaite: print each phase on a line of its own
    #[arg(long)]
    pub(crate) phases: bool,

    /// How to print it
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = SolveFormat::Text)]
    pub(crate) format: SolveFormat,

    /// Write to this file, which appears when it is complete
    ///
    /// A file that is there is replaced: the new one has its permissions, but not its owner, and other hard links
    /// keep the old contents. A read-only file or an input is refused.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// What to do about a line that cannot be read
    #[arg(long, value_name = "ACTION", value_enum, default_value_t = OnError::Stop)]
    pub(crate) on_error: OnError,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

impl Solve {
    /// The turns to use, if not all.
    pub(crate) fn only(&self) -> Option<MoveSet> {
        self.moves.filter(|set| set.0 != (1 << Move::COUNT) - 1)
    }
}

/// A way to solve the whole cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// Kociemba's algorithm: 21 moves at once, fewer the longer it looks
    TwoPhase,
    /// Four phases, about 31 moves
    Thistlethwaite,
    /// As few moves as there may be: seconds to minutes a cube, with a table that `tables build` makes
    Optimal,
    /// As a speedcuber does: cross, pairs, OLL and PLL, with the names of their cases
    Cfop,
}

/// What only `--method cfop` has.
#[derive(Args, Debug)]
pub(crate) struct Cfop {
    /// cfop: the bottom colours to choose from: letters (WY), names (white,yellow) or all [default: white]
    #[arg(short, long, value_name = "COLORS", value_parser = colors)]
    pub(crate) colors: Option<Colors>,

    /// cfop: as comfortable as possible, rather than as short
    #[arg(long)]
    pub(crate) comfort: bool,

    /// cfop: without turning the whole cube between stages
    #[arg(long)]
    pub(crate) rotationless: bool,

    /// cfop: how far to look ahead [default: usual]
    #[arg(long, value_name = "EFFORT", value_enum)]
    pub(crate) effort: Option<Effort>,

    /// cfop: in words, for someone who learns it
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
            outlook: self.effort.unwrap_or(Effort::Usual).outlook(),
        }
    }
}

/// A form of `cubiform solve`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveFormat {
    /// For people: a line for each cube, its moves and how many they are
    Text,
    /// For programs: a row for each cube
    Csv,
    /// For programs: a JSON object for each cube
    Jsonl,
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
    pub(crate) fn outlook(self) -> Outlook {
        match self {
            Effort::None => Outlook::NONE,
            Effort::Near => Outlook::NEAR,
            Effort::Usual => Outlook::USUAL,
            Effort::Wide => Outlook::WIDE,
        }
    }
}
