//! The arguments of `cubiform scramble`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use cubiform_cube::goal::condition::Condition;
use cubiform_solvers::human::cases::Case;

use crate::arg_values::parse_condition;
use crate::args::{CONDITION, LONG_HELP_HINT, Machine, Profiles, Puzzle};
use crate::scramble_command::case;

const SCRAMBLE_EXAMPLES: &str = "\
All states that are at least two moves from solved are equally likely. A scramble is made from its state alone, as the \
inverse of a two-phase solution: it does not depend on how the state was drawn. It has at most 21 moves. Scrambles of 333bf \
and 333mbf end with wide moves that leave the cube in one of 24 orientations; those of 333fm begin and end with R' U' F.

With --event 444 the states are those of the 4x4x4, all equally likely, and a scramble is the inverse of a solution in \
outer-block turns, 44 of them on average. As in the WCA's scrambles, wide moves are of R, U and F only. It needs the tables \
444-outer.

With --where, states that are few moves from a stage, and rare crosses and xcrosses, are drawn directly; other conditions \
are met by rejection: random states are tried until one satisfies the condition. Progress shows the number of tries and how \
rare the states are; after some minutes without a hit it gives up. --explain prints the method.

Ids are random-SEED-N. The same --seed gives the same scrambles.

Examples:
  cubiform scramble
  cubiform scramble -n 12 --event 333bf
  cubiform scramble -n 5 --where \"f2l <= 6\" --explain
  cubiform scramble -n 10000 --where \"cross[W] <= 3\" --format csv -o easy.csv";

/// Arguments of `cubiform scramble`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = SCRAMBLE_EXAMPLES)]
pub(crate) struct Scrambles {
    /// Number of scrambles
    #[arg(short = 'n', long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,

    /// Puzzle to scramble (444 implies --event 444)
    #[arg(long, value_name = "PUZZLE", value_enum, default_value_t)]
    pub(crate) puzzle: Puzzle,

    /// Event of the scrambles
    #[arg(long, value_name = "EVENT", value_enum, default_value_t = ScrambleEvent::Plain)]
    pub(crate) event: ScrambleEvent,

    /// Random seed [default: a different one each time]
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,

    /// Only states that satisfy a condition, such as "cross <= 3"; all of them are equally likely
    #[arg(long = "where", value_name = "CONDITION", value_parser = parse_condition, long_help = CONDITION)]
    pub(crate) condition: Option<Condition>,

    /// Only states that show this case, such as "OLL 27", "PLL Gc", "F2L 5", a family (PLL G) or a set (OLL); repeatable
    ///
    /// All such states are equally likely, with the last layer on top as the scramble leaves the cube. With an OLL case the permutation of the last layer is random; with a PLL case its last turn; with an F2L case the pair belongs to the slot FR, the cross and the other slots are solved, and the last layer is random. The scrambles do not show the algorithm: they begin with random moves.
    #[arg(long, value_name = "CASE", value_delimiter = ',', value_parser = cases_named)]
    #[arg(conflicts_with_all = ["condition", "puzzle"])]
    pub(crate) case: Vec<NamedCases>,

    /// Print how the states of --where are drawn, and of how many, on standard error
    #[arg(long, requires = "condition")]
    pub(crate) explain: bool,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ScrambleFormat::Text)]
    pub(crate) format: ScrambleFormat,

    /// Write to this file atomically: it appears only once complete
    ///
    /// An existing file is replaced: the new one has its permissions, but not its owner, and other hard links keep the old contents. A read-only file or an input is refused.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Which tables to use for conditions on stages after the xcross
    #[arg(long, value_name = "PROFILE", value_enum, default_value_t = Profiles::Auto)]
    pub(crate) profile: Profiles,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// The cases that an argument of `--case` names.
#[derive(Clone, Debug)]
pub(crate) struct NamedCases(pub(crate) Vec<&'static Case>);

/// Reads an argument of `--case`.
fn cases_named(text: &str) -> Result<NamedCases, String> {
    case::named(text).map(NamedCases)
}

/// A form of `cubiform scramble`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScrambleFormat {
    /// For people: a scramble on each line
    Text,
    /// For programs: a row for each scramble, id,scramble
    Csv,
    /// For programs: a JSON object on each line
    Jsonl,
    /// For programs: one JSON array
    Json,
}

/// An event, by what its scrambles look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScrambleEvent {
    /// 3x3x3
    #[value(name = "333")]
    Plain,
    /// 3x3x3 one-handed
    #[value(name = "333oh")]
    OneHanded,
    /// 3x3x3 with feet
    #[value(name = "333ft")]
    Feet,
    /// 3x3x3 blindfolded: ends with wide moves
    #[value(name = "333bf")]
    Blindfolded,
    /// 3x3x3 multi-blind: ends with wide moves
    #[value(name = "333mbf")]
    MultiBlind,
    /// Fewest moves: begins and ends with R' U' F
    #[value(name = "333fm")]
    FewestMoves,
    /// 4x4x4
    #[value(name = "444")]
    Four,
}
