//! The arguments of `cubiform analyze` and `bench`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use cubiform_cube::goal::Variant;
use cubiform_cube::goal::condition::Condition;
use cubiform_cube::{Color, Move};

use crate::arg_values::{Colors, parse_colors, parse_count};
use crate::args::{LONG_HELP_HINT, ListFormat, Machine, OnError, Profiles};
use crate::goals::{ConditionParser, GoalParser, GoalsParser};
use cubiform_answers::analysis::columns::{Layout, Naming};
use cubiform_answers::generators::{MoveSet, parse_move_set};
use cubiform_answers::goals::GoalList;
use cubiform_answers::input::wca::{Events, parse_events};
use cubiform_answers::input::{Carry, parse_carry};
use cubiform_answers::run::Shard;

/// The first three examples.
macro_rules! first_examples {
    () => {
        "  cubiform analyze \"R2 F L' U2 B D2 ...\" --solutions 3 --colors WY
  cubiform analyze -i session.csv -s cross,xcross -f csv -o lengths.csv
  cubiform analyze --random 1000 --where \"xcross[W] == 10\" --goal std,pseudo"
    };
}

/// The text before the options in long help (`--help`).
const FIRST_EXAMPLES: &str = concat!("Examples, with more at the end:\n", first_examples!());

/// The text after the options in short help (`-h`).
const SHORT_EXAMPLES: &str = concat!("Examples:\n", first_examples!(), "\n\n--help explains everything.");

/// The text after the options in long help (`--help`).
const EXAMPLES: &str = concat!(
    "\
Examples:
  Minimum number of moves to the cross, the xcross, ... for each bottom colour:
    cubiform analyze \"D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'\"

  Three solutions of each stage, on white and on yellow:
    cubiform analyze --colors WY --solutions 3 \"R2 F L' U2 B D2 ...\"

  White xcrosses up to one move longer than optimal, without B moves, with links to a player:
    cubiform analyze -c W -s xcross -n 5 --slack 1 --moves \"<U,R,F,L,D>\" --links \"R2 F L' U2 B D2 ...\"

  Several goals side by side, and one of your own:
    cubiform analyze --goal std,pseudo,eocross -c W \"R2 F L' U2 B D2 ...\"
    cubiform analyze --goal \"cross + FR + BL edge\" \"R2 F L' U2 B D2 ...\"

  Many scrambles, for a program to read:
    cubiform analyze -i scrambles.csv --stages cross,xcross --format csv -o lengths.csv
    generate | cubiform analyze --format jsonl --on-error skip | jq .best

  A csTimer session, competition scrambles, or random states:
    cubiform analyze -i cstimer.txt --where \"cross[W] <= 5\"
    cubiform analyze -i WCA_export.tsv.zip --events 333,333oh -s cross -f csv -o lengths.csv
    cubiform analyze --random 1000 --where \"xcross[W] == 10 && xcross[Y] == 10\" -f csv

  Millions of scrambles, in resumable parts:
    cubiform analyze -i WCA_export.tsv.zip -f parquet -o lengths/ --resume

Solutions:
Apply a solution after its rotation; slots are named as seen after the rotation, with the two colours of the slot. In JSON a \
solution has the stage, the bottom color, the length, over (moves beyond the minimum, with --slack), the rotation, the \
moves, twizzle (a link, with --links), and the solved pieces: slots and slot_colors, or corners and edges if the goal treats \
them separately; ready, the corner and the edge of a free pair; placements of blocks and lines; offset, the turn by which the \
bottom layer is off (\"\", D, D2 or D'); eo, the axis relative to which edges are oriented (F/B or L/R).

Cubes:
",
    cubes!(),
    "

Files:
The format is detected: one cube per line; id,cube; a numbered list; a table with a header, separated by commas, semicolons \
or tabs; CSV, text and session files of csTimer; JSON lines of cubiform; links of twizzle and alg.cubing.net; the WCA results \
export (its table of scrambles, or the zip file). Empty lines and comment lines (//, #) are skipped. A cube without an id \
gets its line number. In the WCA export, ids are those of its rows, or ID#1, ID#2, ... if a row has several scrambles \
(333mbf). Without scrambles and --input, standard input is read unless it is a terminal.

Folders of parts:
If --output ends with a slash, it is a folder with the files part-00000, part-00001, ... and _manifest.json, which records \
the options, the rows and the hash of each part, and the skipped lines. The folder must be new or empty: no other file is \
removed or replaced. --resume checks that the earlier scrambles and their ids are unchanged, and continues after the last \
part; scrambles may have been appended to the input. --repair, with otherwise the same arguments, rewrites missing and \
damaged parts. `cubiform merge` joins shards (--shard).

Columns:
CSV has id, the carried columns, and a column for each stage and colour, named STAGE_ROTATION after the rotation that brings \
the colour to the bottom: z0 yellow, z2 white, z3 orange, z1 red, x3 green, x1 blue. Parquet has id, scramble (facelets for \
random states), row (the number of the scramble in the whole input, from 1, also in a shard), the carried columns, and a \
signed 8-bit column for each stage and colour, with the options in its metadata. JSON lines also have row.

Exit codes: 0 done, 1 failed (or lines were skipped), 2 wrong arguments, 130 interrupted."
);

/// The help text of `--where`: the syntax of conditions.
pub(super) const CONDITION: &str = "\
A condition compares the minimum numbers of moves to stages:

  cross[W], xcross[WY], f2l
    the minimum over the colours in brackets, written as for --colors; without brackets over all six
  eo_xcross, xcross_pair, ...
    stages of other goals, named like their columns
  == != < <= > >=
    comparisons of numbers and of sums of stages: xcross[W] - cross[W] <= 1
  && || ! ( )
    combinations; also written and, or, not

Examples: \"xcross[W] == 10 && xcross[Y] == 10\", \"3 <= cross <= 4 or not f2l[G] < 12\".

Random states are independent and uniformly distributed over all states that satisfy the condition, however few there are. \
Rare crosses and xcrosses, and short lengths of later stages such as \"f2l <= 6\", are drawn directly. Other conditions use \
rejection sampling: random states are tried until one satisfies the condition. Progress shows how rare such states are; \
after some minutes without a hit the command gives up.";

/// The help text of `--where` that applies only to `analyze`.
const WHERE: &str = "\
Analyse only scrambles that satisfy a condition. The others are left out of the output; ids and row numbers are those of \
the input. The condition may compare stages and colours that are not in the output. With --random, states are drawn from \
those that satisfy the condition.";

/// The help text of `--carry`.
const CARRY: &str = "\
Columns of the input to copy to the output: comma-separated names, all or none.

By default these are the known columns of the input format: event, competition and round of the WCA export; session, date, \
time_ms and penalty of csTimer (session only in the file of all sessions). Comments of csTimer are copied if they are named: \
--carry date,comment. From other tables and JSON lines only the named columns are copied.

The columns follow id in CSV and row in Parquet; in JSON lines they are members of the object. A name that the output itself \
uses, such as goal, becomes goal_input. time_ms is the result in milliseconds, including the penalty; penalty is +2 or DNF; \
dates are in ISO 8601 format.";

/// The help text of `--goal`: the names of goals and the syntax of expressions.
const GOAL: &str = "\
Goals: names, stages, or your own expressions; comma-separated

A name stands for a goal with all its stages. The names are the possible values below; also: cfop for std, free pair for \
pair, eo for eocross.

A single stage is also a goal: xcross, xxcross, xxxcross, f2l, pseudo_xcross, eoxcross, zz_block, ...

An expression is a list of terms joined by +. All of them must be solved at the same time, with the bottom colour at the \
bottom:

  cross, xcross, xcross FR, f2l
    the bottom edges; with any slot; with the slot FR; the first two layers
  FR, FL, BR, BL
    a slot: its corner and its edge
  any slot, 2 slots
    the slots with the shortest solution
  DF, DFR, FR edge, FR corner; FR, BL edges
    a piece; several pieces
  slot edges, slot corners
    the edges or the corners of all four slots
  2x2x2, 2x2x3, 1x2x3, line
    a block or a line of the bottom colour, in its best position (also: first block, fb)
  2x2x2 DBL, 2x2x3 DB, 1x2x3 DL, line F/B
    the block or line in this position
  any eo, eo F/B
    all edges oriented, relative to the best axis or to the given one
  cross + eo
    the cross, and all edges oriented relative to F/B or L/R, whichever takes fewer moves
  eoline, eoline F/B
    the line, and all edges oriented relative to its axis
  offset D
    the bottom layer may be off by a turn

Examples: \"cross + FR\", \"2x2x2\", \"cross + 2 slots + offset D\", std,pseudo,eocross.";

/// Arguments of `cubiform analyze`.
#[derive(Args, Debug)]
#[command(before_long_help = FIRST_EXAMPLES, after_help = SHORT_EXAMPLES, after_long_help = EXAMPLES)]
pub(crate) struct Analyze {
    /// Scrambles or facelets, each in quotes
    #[arg(value_name = "SCRAMBLE", conflicts_with = "input")]
    pub(crate) scrambles: Vec<String>,

    /// File of scrambles: a list, a table, csTimer, the WCA export, ...; - is standard input; repeatable
    #[arg(short, long, value_name = "FILE", help_heading = "Input")]
    pub(crate) input: Vec<PathBuf>,

    /// Events to take from the WCA export, comma-separated [default: all 3x3x3 events]
    #[arg(long, help_heading = "Input", value_name = "EVENTS", value_parser = parse_events, conflicts_with = "scrambles")]
    pub(crate) events: Option<Events>,

    /// Title of the scramble column, unless it is scramble, cube or facelets
    #[arg(long, help_heading = "Input", value_name = "TITLE", conflicts_with_all = ["scrambles", "random"])]
    pub(crate) column: Option<String>,

    /// Columns of the input to copy to the output [default: the known columns of the format]
    #[arg(long, help_heading = "Input", value_name = "NAMES", value_parser = parse_carry, conflicts_with_all = ["scrambles", "random"])]
    #[arg(long_help = CARRY)]
    pub(crate) carry: Option<Carry>,

    /// Analyse N random states, all equally likely
    #[arg(long, help_heading = "Input", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(conflicts_with_all = ["scrambles", "input", "events"])]
    pub(crate) random: Option<u64>,

    /// Random seed [default: 1]
    #[arg(long, help_heading = "Input", value_name = "SEED", requires = "random")]
    pub(crate) seed: Option<u64>,

    /// Analyse only scrambles or random states that satisfy a condition, such as "cross <= 3"
    #[arg(long = "where", help_heading = "Input", value_name = "CONDITION", value_parser = ConditionParser)]
    #[arg(long_help = format!("{WHERE}\n\n{CONDITION}"))]
    pub(crate) condition: Option<Condition>,

    /// Print to standard error how random states for --where are drawn, and from how many
    #[arg(long, help_heading = "Input", requires_all = ["condition", "random"], conflicts_with_all = ["scrambles", "input"])]
    pub(crate) explain: bool,

    /// Goals, comma-separated: names, stages, or your own expressions such as "cross + FR"
    #[arg(long, help_heading = "Question", value_name = "GOALS", default_value = "std", value_parser = GoalsParser, long_help = GOAL)]
    pub(crate) goal: GoalList,

    /// Stages, comma-separated, or a range: cross, xcross, xxcross, xxxcross, f2l; cross..xxcross; all
    #[arg(short, long, help_heading = "Question", value_name = "STAGES", default_value = "all")]
    pub(crate) stages: String,

    /// Bottom colours: letters (WY), names (white,yellow) or all [default: all]
    #[arg(short, long, help_heading = "Question", value_name = "COLORS", value_parser = parse_colors)]
    colors: Option<Colors>,

    /// Show up to N solutions of each stage and colour, or all of them
    ///
    /// Solutions are shown for the colours of --colors, or else for the best colours of each stage.
    #[arg(short = 'n', long, help_heading = "Solutions", value_name = "N", default_value = "0", default_value_if("links", "true", "1"), value_parser = parse_count, hide_default_value = true)]
    pub(crate) solutions: usize,

    /// Also show solutions up to N moves longer than optimal, up to --solutions of each length
    ///
    /// Solutions that solve the stage before their last move are left out. Longer solutions are marked +1, +2, ...; in JSON they have the member "over".
    #[arg(
        long,
        help_heading = "Solutions",
        value_name = "N",
        default_value = "0",
        hide_default_value = true,
        requires = "solutions"
    )]
    #[arg(value_parser = clap::value_parser!(u8).range(..=4))]
    pub(crate) slack: u8,

    /// Use only these moves, such as "<R,L,U,D,F>"; lengths are exact for this set
    ///
    /// The moves are those after the rotation that brings the bottom colour to the bottom. A stage that they cannot solve has no length: - in the table, an empty cell in CSV, null in JSON.
    #[arg(long, help_heading = "Question", value_name = "MOVES", value_parser = parse_move_set)]
    pub(crate) moves: Option<MoveSet>,

    /// Print a link to a player with each solution; without --solutions, of one solution
    #[arg(long, help_heading = "Solutions")]
    pub(crate) links: bool,

    /// Output format
    #[arg(short, long, help_heading = "Output", value_name = "FORMAT", value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,

    /// Names of the length columns: by rotation (cross_z2) or by colour (cross_white)
    #[arg(
        long,
        help_heading = "Output",
        value_name = "NAMING",
        value_enum,
        default_value_t,
        hide_default_value = true
    )]
    pub(crate) columns: Naming,

    /// Layout of rows: wide (one per scramble) or long (one per scramble, stage and colour)
    ///
    /// The long layout has the columns id, row, the carried columns, goal, stage, color and moves. It is meant for plotting libraries and SQL; stats, report and merge read the wide layout.
    #[arg(
        long,
        help_heading = "Output",
        value_name = "LAYOUT",
        value_enum,
        default_value_t,
        hide_default_value = true
    )]
    pub(crate) layout: Layout,

    /// Write to this file atomically, or with a final slash to this folder, in resumable parts
    ///
    /// An existing file is replaced. The new file gets its permissions but not its owner, and other hard links keep the old contents. Read-only files and input files are refused.
    #[arg(short, long, help_heading = "Output", value_name = "FILE|DIR/")]
    pub(crate) output: Option<PathBuf>,

    /// Resume the run in the --output folder, if any
    #[arg(long, help_heading = "Large runs", requires = "output")]
    pub(crate) resume: bool,

    /// Rewrite missing and damaged parts of the --output folder, and check them against their hashes
    #[arg(long, help_heading = "Large runs", requires = "output", conflicts_with = "resume")]
    pub(crate) repair: bool,

    /// Maximum number of rows per part; a part is also closed after a minute
    #[arg(
        long,
        help_heading = "Large runs",
        value_name = "N",
        requires = "output",
        default_value = "1000000",
        hide_default_value = true
    )]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) part_rows: u64,

    /// Analyse only the Ith of N equal shares of the scrambles, to split a run between machines
    #[arg(
        long,
        help_heading = "Large runs",
        value_name = "I/N",
        default_value = "1/1",
        hide_default_value = true
    )]
    pub(crate) shard: Shard,

    /// Action for an unreadable line
    #[arg(long, help_heading = "Input", value_name = "ACTION", value_enum, default_value_t = OnError::Stop)]
    pub(crate) on_error: OnError,

    /// Tables to use
    #[arg(long, help_heading = "Large runs", value_name = "PROFILE", value_enum, default_value_t = Profiles::Auto)]
    pub(crate) profile: Profiles,

    /// Whether the message about the written file is suppressed. Not an argument.
    #[arg(skip)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

impl Analyze {
    /// Returns the bottom colours, in the order of columns.
    pub(crate) fn colors(&self) -> &[Color] {
        self.colors.as_ref().map_or(&Color::COLUMNS, |colors| &colors.0)
    }

    /// Returns whether solutions are shown only for the best colours of each stage.
    pub(crate) fn only_best(&self) -> bool {
        self.colors.is_none()
    }

    /// Returns the allowed moves, or `None` if all moves are allowed.
    pub(crate) fn only(&self) -> Option<MoveSet> {
        self.moves.filter(|set| set.0 != (1 << Move::COUNT) - 1)
    }

    /// Returns the random seed.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }
}

/// The text after the options in long help of `bench`.
const BENCH_NOTES: &str = "\
Vector code uses the widest instruction set of the processor. The environment variable CUBIFORM_ISA selects one for all \
commands: scalar, avx2 or avx512. Before measuring, bench compares 1000 look-ups in each table with the scalar code.";

/// Arguments of `cubiform bench`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = BENCH_NOTES)]
pub(crate) struct Bench {
    /// Number of random states to analyse
    #[arg(long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: u32,

    /// Random seed
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,

    /// Goal, as for analyze
    #[arg(long, value_name = "GOAL", default_value = "std", value_parser = GoalParser)]
    pub(crate) goal: Variant,

    /// Stages, as for analyze
    #[arg(short, long, value_name = "STAGES", default_value = "all")]
    pub(crate) stages: String,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
    pub(crate) format: ListFormat,

    /// Tables to use
    #[arg(long, value_name = "PROFILE", value_enum, default_value_t = Profiles::Auto)]
    pub(crate) profile: Profiles,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// An output format of `cubiform analyze`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people, with the best length of each stage marked
    Table,
    /// One row per scramble, one column per stage and colour
    Csv,
    /// One JSON array: one object per scramble
    Json,
    /// One JSON object per scramble, each on its own line
    Jsonl,
    /// Compressed, one typed column per stage and colour, with the options as metadata
    Parquet,
}

impl Format {
    /// Returns the extension of files in this format.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Format::Table => "txt",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Jsonl => "jsonl",
            Format::Parquet => "parquet",
        }
    }
}
