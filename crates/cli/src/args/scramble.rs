//! The arguments of `cubiform scramble`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use cubiform_cube::goal::condition::Condition;
use cubiform_human::cases::Case;

use crate::args::{CONDITION, LONG_HELP_HINT, Machine, Profiles, Puzzle};
use cubiform_answers::goals::parse_condition;
use cubiform_answers::request::TextParser;
pub(crate) use cubiform_answers::scrambles::ScrambleEvent;

/// The text after the options in long help (`--help`).
const SCRAMBLE_EXAMPLES: &str = "\
All states at least two moves from solved are equally likely. A scramble is the inverse of a two-phase solution of its \
state and has at most 21 moves; it depends on the state alone, not on how the state was drawn. Scrambles of 333bf and \
333mbf end with wide moves that leave the cube in one of 24 orientations; those of 333fm begin and end with R' U' F.

With --event 222 all states of the 2x2x2 that take at least four moves are equally likely, and a scramble has eleven moves.

With --event 444 all states of the 4x4x4 are equally likely, and a scramble is the inverse of a solution in outer block \
turns, 44 on average. As in WCA scrambles, only R, U and F have wide moves. The tables 444-outer are required.

With --where, states that are few moves from a stage, and rare crosses and xcrosses, are drawn directly. Other conditions \
use rejection sampling: random states are tried until one satisfies the condition. Progress shows the number of tries and \
how rare the states are; after some minutes without a hit the command gives up. --explain prints the method.

Ids are random-SEED-N. The same --seed gives the same scrambles.

Examples:
  cubiform scramble
  cubiform scramble -n 12 --event 333bf
  cubiform scramble -n 5 --where \"f2l <= 6\" --explain
  cubiform scramble --where \"xcross[W] == 10 && xcross[Y] == 10\" --every --up-to-symmetry --format csv -o hard.csv
  cubiform scramble -n 10000 --where \"cross[W] <= 3\" --format csv -o easy.csv";

/// Arguments of `cubiform scramble`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = SCRAMBLE_EXAMPLES)]
pub(crate) struct Scrambles {
    /// Number of scrambles
    #[arg(short = 'n', long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,

    /// Puzzle to scramble (222 and 444 imply the event of that name)
    #[arg(long, value_name = "PUZZLE", value_enum, default_value_t)]
    pub(crate) puzzle: Puzzle,

    /// Event of the scrambles
    #[arg(long, value_name = "EVENT", value_enum, default_value_t = ScrambleEvent::Plain)]
    pub(crate) event: ScrambleEvent,

    /// Random seed [default: a different one each time]
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,

    /// Only states that satisfy a condition, such as "cross <= 3"; all of them are equally likely
    #[arg(long = "where", value_name = "CONDITION", value_parser = TextParser::new(parse_condition), long_help = CONDITION)]
    pub(crate) condition: Option<Condition>,

    /// Only states that show this case, such as "OLL 27", "PLL Gc", "F2L 5", a family (PLL G) or a set (OLL); repeatable
    ///
    /// All such states are equally likely, with the last layer on top after the scramble. For an OLL case the permutation of the last layer is random; for a PLL case the last turn of U (AUF) is random; for an F2L case the pair belongs to slot FR, the cross and the other slots are solved, and the last layer is random. Scrambles begin with random moves, so that they do not show the algorithm.
    #[arg(long, value_name = "CASE", value_delimiter = ',', value_parser = parse_cases)]
    #[arg(conflicts_with_all = ["condition", "puzzle"])]
    pub(crate) case: Vec<NamedCases>,

    /// List all states that satisfy --where, as facelets, instead of drawing some
    ///
    /// The states are listed in an order that depends on the condition alone, with the ids state-1, state-2, .... Conditions on rare crosses and xcrosses of several colours can be listed, with at most two thousand million states. Formats other than text have the number of states that each stands for, images.
    #[arg(long, requires = "condition", conflicts_with_all = ["count", "seed", "puzzle", "event", "case", "explain"])]
    pub(crate) every: bool,

    /// List one state of each class of states that symmetries of the condition carry into one another, mirror images included
    #[arg(long, requires = "every")]
    pub(crate) up_to_symmetry: bool,

    /// Print to standard error how states for --where are drawn, and from how many
    #[arg(long, requires = "condition")]
    pub(crate) explain: bool,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ScrambleFormat::Text)]
    pub(crate) format: ScrambleFormat,

    /// Write to this file atomically: it appears only once complete
    ///
    /// An existing file is replaced. The new file gets its permissions but not its owner, and other hard links keep the old contents. Read-only files and input files are refused.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Tables to use for conditions on stages after the xcross
    #[arg(long, value_name = "PROFILE", value_enum, default_value_t = Profiles::Auto)]
    pub(crate) profile: Profiles,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// The cases that an argument of `--case` names.
#[derive(Clone, Debug)]
pub(crate) struct NamedCases(pub(crate) Vec<&'static Case>);

/// Parses an argument of `--case`.
fn parse_cases(text: &str) -> Result<NamedCases, cubiform_answers::Error> {
    cubiform_answers::cases::parse(text).map(NamedCases)
}

/// An output format of `cubiform scramble`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScrambleFormat {
    /// For people: one scramble per line
    Text,
    /// One row per scramble, with the columns id and scramble
    Csv,
    /// One JSON object per line
    Jsonl,
    /// One JSON array of objects
    Json,
}
