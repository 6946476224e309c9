//! The arguments: what can be asked, and how it is explained.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use cubiform_cube::Cube;
use cubiform_cube::goal::Variant;
use cubiform_cube::goal::condition::Condition;
use cubiform_solvers::human::cases::Set;
use cubiform_solvers::human::{Objective, Outlook, Request};
use cubiform_tables::Stored;

use crate::analyze::Shard;
use crate::choice::{
    Chosen, Colors, Counted, Events, GoalParser, MoveSet, colors, condition, count, counted, events,
    move_set, state, table, tables_or_profile, time,
};

const EXAMPLES: &str = "\
Examples:
  cubiform analyze \"D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'\"
  cubiform analyze -i scrambles.csv --stages cross,xcross --format csv --output table.csv
  cubiform tables list";

const ANALYZE_EXAMPLES: &str = "\
Examples:
  How short can the cross, the xcross, ... be, for each bottom colour:
    cubiform analyze \"D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'\"

  Three solutions of each stage, white or yellow below:
    cubiform analyze --colors WY --solutions 3 \"R2 F L' U2 B D2 ...\"

  Many scrambles, from lines `id,scramble` or `scramble`, for a program to read:
    cubiform analyze -i scrambles.csv --stages cross,xcross --format csv -o lengths.csv
    generate | cubiform analyze --format jsonl --on-error skip | jq .best

  The scrambles of competitions, or random states:
    cubiform analyze -i WCA_export.tsv.zip --events 333,333oh -s cross -f csv -o lengths.csv
    cubiform analyze --random 1000 --seed 7 --stages cross,xcross --format csv
    cubiform analyze --random 1000 --where \"xcross[W] == 10 && xcross[Y] == 10\" -f csv

  Millions of scrambles, in parts that are kept when the run is stopped, and gone on with:
    cubiform analyze -i WCA_export.tsv.zip -f parquet -o lengths/ --resume

  Another goal than slots solved one by one, by its name or of your own:
    cubiform analyze --goal pair --solutions 1 \"R2 F L' U2 B D2 ...\"
    cubiform analyze --goal \"cross + FR + BL edge\" \"R2 F L' U2 B D2 ...\"

Of each of the solutions JSON has the stage, the bottom color, the length, the rotation that
brings that colour down, the moves, and what they solve, as seen after the rotation: slots, or
corners and edges where a goal has them apart; ready, the corner and the edge of the pair that is;
offset, the turn by which the bottom layer is off: \"\", D, D2 or D'; eo, the axis relative to which
edges are oriented: F/B or L/R.

A line of input is `id,scramble` or a scramble alone, whose id is then its line number. Empty
lines, comment lines (//) and a header line such as `id,scramble` are passed over. Without
scrambles and --input, scrambles are read from standard input unless that is a terminal.

The WCA's results export is recognised by its header, in both of its versions; a zip file must have
its table of scrambles. Ids are those of its rows; where a row has several scrambles (333mbf), they
are ID#1, ID#2, ...

A folder of parts has a file part-00000 and so on for each, and _manifest.json: what was asked, and the
rows and the hash of each part. --resume goes on after the last part, once it has seen that the
scrambles before are the same; scrambles may have been added to the input.

Parquet has a string column id, a string column scramble (facelets for random states), and a column
of 8-bit numbers for each stage and colour, named as in CSV; what was asked is in its metadata.

Exit codes: 0 done, 1 failed (or lines were skipped), 2 wrong arguments, 130 interrupted.";

/// What `--where` takes.
const CONDITION: &str = "\
Of the random states only those that satisfy a condition; all of those are equally likely, and each
is drawn independently of the others, however few they are.

  cross[W], xcross[WY], f2l    the least moves to a stage with one of these colours at the bottom, as
                               --colors takes them; with any, if there are none
  eo_xcross, xcross_pair, ...  stages of the other goals, as their columns are called
  == != < <= > >=              compare with a number, or sums of stages: xcross[W] - cross[W] <= 1
  && || ! ( )                  combine; and, or, not are the same

such as \"xcross[W] == 10 && xcross[Y] == 10\" or \"3 <= cross <= 4 or not f2l[G] < 12\".

Rare crosses and xcrosses, such as those two, are drawn for directly. What cannot be listed so, as
with many colours at once or later stages, is drawn and rejected until the condition holds, and
given up after a minute or two without a state.";

/// What `--goal` takes.
const GOAL: &str = "\
What to reach: a goal that has a name, with its stages, or one of your own, which is one stage.

Your own is terms joined by +, all of them reached at once, as seen with the bottom colour below:

  cross, line, f2l             edges of the bottom; DF and DB; two layers
  FR, FL, BR, BL               a slot: its corner and its edge
  any slot, 2 slots            so many slots, whichever are shortest
  DF, DFR, FR edge, FR corner  a piece; several: FR, BL edges
  slot edges, slot corners     those of all four slots
  2x2x2 DBL, 2x2x3 DL, 1x2x3   a block
  eo, eo F/B, eoline           all edges oriented
  offset D                     the bottom layer may be off by a turn

such as \"cross + FR\", \"2x2x2 DBL\" or \"cross + 2 slots + offset D\".";

const DISTRIBUTION_EXAMPLES: &str = "\
Every state is counted, none is sampled. With one bottom colour the states are those of the pieces
of the goal; with --colors they are all 980,995,276,800 states of the twelve edges, and the goal is
one of the four bottom edges, cross or cross + offset D.

A stage that is the shortest of several choices, such as xcross of any slot, has no exact
distribution here; each choice has: \"cross + FR\".

Examples:
  cubiform distribution cross
  cubiform distribution cross --colors all
  cubiform distribution \"pseudo cross\" --colors WY --format csv
  cubiform distribution \"cross + FR\" --format json
  cubiform distribution cross-ready";

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
scramble in common.

With --beside, stages are put beside one another that are the same step of their goals, such as
xcross and pseudo_xcross. If the file has the same ids in the same order, the difference (more) and
its standard error are those within each scramble.

CSV is one table, a row for each measure; JSON and CSV have the counts of each length, too.

Examples:
  cubiform analyze -i scrambles.csv --format csv -o lengths.csv
  cubiform stats lengths.csv
  cubiform stats lengths.csv --against hard.csv --format markdown
  cubiform stats std.csv --beside pseudo.csv --beside pair.csv";

const REPORT_EXAMPLES: &str = "\
The page is OUT_DIR/index.html: it has all figures in it and needs no network. Beside it lies each
figure as SVG. Figures that a sample cannot give, for lack of stages or of bottom colours, are left
out, and the page says which.

A new folder appears when all is written. In the folder of an earlier report each file is replaced
as a whole; a folder with anything else in it is refused.

Examples:
  cubiform analyze -i scrambles.csv --format csv -o lengths.csv
  cubiform report report/ lengths.csv
  cubiform report report/ wca.csv --wca=2026-05-06 --name WCA --against hard.csv";

const REVIEW_EXAMPLES: &str = "\
The bottom colour is the one whose first two layers are solved first. A stage ends where its pieces
first are in place; least is the fewest moves to there from where it began, proven for the cross and
pairs, for OLL and PLL (~) the shortest known algorithm with its turns of U. lost is how much longer
the stage made the shortest whole solution that the solver knows.

Examples:
  cubiform review \"F U2 L2 B2 F' U L2 U R2 D2 L' B L2 B' R2 U2\" \"y x' // inspection
    U R2 U' F' L F' U' L' // XXCross
    U' R U R' // 3rd pair
    R' U R U2 R' U R // 4th pair
    U R' U' R U' R' U2 R // OLL
    U // AUF\"
  cubiform review \"D2 U L2 B2 ...\" < solution.txt";

const CASES_EXAMPLES: &str = "\
Numbers, names and pictures are those of the usual sheets. In the picture of an OLL case, seen from
above with the back at the top, # is the top colour; around a PLL case stand the letters of the
faces to which the side stickers belong. The probability of a pair is that of its case once both
pieces are in the top layer or in their slot.

Examples:
  cubiform cases list oll
  cubiform cases list oll --group fish
  cubiform cases show oll 27
  cubiform cases show pll Ga Gb --format json";

const SOLVE_EXAMPLES: &str = "\
A cube is 54 facelets (URFDLB order, letters of faces or of colours), twenty pieces in Reid's
notation, or the moves that scramble it; which of them is seen by its form. Cubes are held with
white on top and green in front, and solutions are for a cube held so. A line of input is a cube,
or `id,cube`; empty lines and comment lines (//) are passed over.

Without a budget (--time, --nodes) the search ends with the first solution of at most --max-length
moves. With one it goes on to shorter ones until the budget is spent, or until it is known that
there is none shorter. --time is time of the processor, so that a busy machine finds what an idle
one does; with --nodes alone the answer is the same on every machine.

--method optimal needs a table, optimal-medium (1.24 GB) or optimal-small (71 MB), of which it takes the
larger that is built. One cube is searched on all threads, several each on its own.

Examples:
  cubiform solve \"R U2 F' L D B2\"
  cubiform tables build optimal-medium
  cubiform solve --method optimal \"R U2 F' L D B2\"
  cubiform solve -i cubes.txt --time 10ms --format csv
  cubiform solve --method thistlethwaite UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
  cubiform solve --method cfop --colors all \"R U2 F' L D B2\"
  cubiform solve --method cfop --explain \"R U2 F' L D B2\"
  cubiform solve --to \"R2 L2 U2 D2 F2 B2\" --inverse \"R U R' U'\"

Exit codes: 0 done, 1 failed (or a cube was not solved), 2 wrong arguments, 130 interrupted.";

const SCRAMBLE_EXAMPLES: &str = "\
All states that are two moves from solved or more are equally likely. A scramble is made from its
state alone, as the inverse of a solution by two phases: it tells nothing of how the state was
drawn. It has at most 21 moves; of 333bf (and 333mbf) scrambles wide turns at the end leave the cube in one
of 24 orientations, those of 333fm begin and end with R' U' F.

Ids are random-SEED-N. With the same --seed, scrambles are the same.

Examples:
  cubiform scramble
  cubiform scramble -n 12 --event 333bf
  cubiform scramble -n 10000 --where \"cross[W] <= 3\" --format csv -o easy.csv";

const TABLES_EXAMPLES: &str = "\
`cubiform analyze` builds the tables that it needs and lacks, once. These commands are for doing
so ahead of time, for looking after them, and for reclaiming the space.

Examples:
  cubiform tables build
  cubiform tables verify cross-slot
  cubiform tables list --format json";

/// Exact answers about the Rubik's cube, for one scramble or millions of them.
#[derive(Debug, Parser)]
#[command(version, about, after_help = EXAMPLES, max_term_width = 100)]
#[command(arg_required_else_help = true, subcommand_required = true, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find the least number of moves to the stages of a solve, for each bottom colour
    Analyze(Analyze),
    /// Count all states by their distance from a goal
    Distribution(Distribution),
    /// Solve the whole cube, in few moves
    Solve(Solve),
    /// Make scrambles of random states, as competitions have them
    Scramble(Scrambles),
    /// Say what a sample of analyzed scrambles comes to
    Stats(Stats),
    /// Take a person's CFOP solve apart, and show what would have been shorter
    Review(Review),
    /// List or show the cases of CFOP: F2L, OLL and PLL, with their algorithms
    Cases(Cases),
    /// Draw a sample of analyzed scrambles: a page with figures and tables, and the figures as SVG
    Report(Report),
    /// List, build, verify or remove the tables that make it fast
    Tables(Tables),
    /// Measure this machine's memory and what the analyzer makes of it
    Bench(Bench),
    /// Print a script that completes cubiform's arguments in a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Arguments of `cubiform analyze`.
#[derive(Args, Debug)]
#[command(after_help = ANALYZE_EXAMPLES)]
pub(crate) struct Analyze {
    /// Scrambles, each as one argument in quotes; white on top, green in front
    #[arg(value_name = "SCRAMBLE", conflicts_with = "input")]
    pub(crate) scrambles: Vec<String>,

    /// Read scrambles from this file, a line each, or from the WCA's results export (its table of
    /// scrambles, or the zip file); - is standard input; may be repeated
    #[arg(short, long, value_name = "FILE")]
    pub(crate) input: Vec<PathBuf>,

    /// Of the WCA's export, take the scrambles of these 3x3x3 events, by comma [default:
    /// 333,333oh,333bf,333fm,333ft,333mbf]
    #[arg(long, value_name = "EVENTS", value_parser = events, conflicts_with = "scrambles")]
    pub(crate) events: Option<Events>,

    /// Analyze N random states, all states being equally likely
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(conflicts_with_all = ["scrambles", "input", "events"])]
    pub(crate) random: Option<u64>,

    /// Which random states: the same for the same number [default: 1]
    #[arg(long, value_name = "SEED", requires = "random")]
    pub(crate) seed: Option<u64>,

    /// Of the random states only those that satisfy a condition, such as "cross <= 3"; all of those
    /// equally likely
    #[arg(long = "where", value_name = "CONDITION", value_parser = condition, requires = "random")]
    #[arg(conflicts_with_all = ["scrambles", "input", "events"], long_help = CONDITION)]
    pub(crate) condition: Option<Condition>,

    /// Say how the states of --where are drawn, and from how many, on standard error
    #[arg(long, requires = "condition")]
    pub(crate) explain: bool,

    /// What to reach: a goal by its name, or your own such as "cross + FR"
    #[arg(long, value_name = "GOAL", default_value = "std", value_parser = GoalParser, long_help = GOAL)]
    pub(crate) goal: Variant,

    /// Stages of the goal, by comma, or a range: cross, xcross, xxcross, xxxcross, f2l (or
    /// xxxxcross); cross..xxcross; all
    #[arg(short, long, value_name = "STAGES", default_value = "all")]
    pub(crate) stages: String,

    /// Bottom colours: letters (WY), names (white,yellow) or all
    #[arg(short, long, value_name = "COLORS", default_value = "all", value_parser = colors)]
    pub(crate) colors: Colors,

    /// Show up to N optimal solutions of each stage, for each colour in which it is shortest;
    /// or all of them
    #[arg(short = 'n', long, value_name = "N", default_value = "0", value_parser = count, hide_default_value = true)]
    pub(crate) solutions: usize,

    /// How to print it: a table for people, CSV, a JSON object a line, or Parquet
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,

    /// Write to this file, which appears when it is complete; or, with a slash at the end, to this folder:
    /// in parts, of which none is lost when the run is stopped
    #[arg(short, long, value_name = "FILE|DIR/")]
    pub(crate) output: Option<PathBuf>,

    /// Go on with the run in the folder that --output names, if there is one
    #[arg(long, requires = "output")]
    pub(crate) resume: bool,

    /// Rows of a part at most; one is also closed after a minute
    #[arg(long, value_name = "N", requires = "output", default_value = "1000000", hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) part_rows: u64,

    /// Take only the Ith of N equal shares of the scrambles: for several machines
    #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
    pub(crate) shard: Shard,

    /// What to do about a line that cannot be read
    #[arg(long, value_name = "ACTION", value_enum, default_value_t = OnError::Stop)]
    pub(crate) on_error: OnError,

    /// Which tables to use
    #[arg(long, value_name = "PROFILE", value_enum, default_value_t = Profiles::Auto)]
    pub(crate) profile: Profiles,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// Arguments of `cubiform bench`.
#[derive(Args, Debug)]
pub(crate) struct Bench {
    /// Random states to analyze
    #[arg(long, value_name = "N", default_value = "200")]
    pub(crate) count: usize,

    /// Which random states
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,

    /// What to reach, as for analyze
    #[arg(long, value_name = "GOAL", default_value = "std", value_parser = GoalParser)]
    pub(crate) goal: Variant,

    /// Stages, as for analyze
    #[arg(short, long, value_name = "STAGES", default_value = "all")]
    pub(crate) stages: String,

    /// How to print it
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
    pub(crate) format: ListFormat,

    /// Which tables to use
    #[arg(long, value_name = "PROFILE", value_enum, default_value_t = Profiles::Auto)]
    pub(crate) profile: Profiles,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// Arguments of `cubiform distribution`.
#[derive(Args, Debug)]
#[command(after_help = DISTRIBUTION_EXAMPLES)]
pub(crate) struct Distribution {
    /// What to reach: a goal as for analyze, a stage such as "pseudo cross", or a table by its name
    #[arg(value_name = "GOAL", value_parser = counted)]
    pub(crate) goal: Counted,

    /// Which stage of a goal that has several [default: the first]
    #[arg(short, long, value_name = "STAGE")]
    pub(crate) stage: Option<String>,

    /// The shortest of several bottom colours, over all states of the edges: letters (WY), names
    /// (white,yellow) or all
    #[arg(short, long, value_name = "COLORS", value_parser = colors)]
    pub(crate) colors: Option<Colors>,

    /// How to print it
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = CountFormat::Table)]
    pub(crate) format: CountFormat,

    /// Write to this file, which appears when it is complete
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

    /// Use these turns only, such as "<U,D,R2,L2,F2,B2>"
    #[arg(long, value_name = "MOVES", value_parser = move_set)]
    pub(crate) moves: Option<MoveSet>,

    /// Print what makes the cube, instead of what solves it
    #[arg(long)]
    pub(crate) inverse: bool,

    /// Solve to this state, in any form of a cube
    #[arg(long, value_name = "STATE", value_parser = state)]
    pub(crate) to: Option<Cube>,

    #[command(flatten)]
    pub(crate) cfop: Cfop,

    /// How to print it
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = SolveFormat::Text)]
    pub(crate) format: SolveFormat,

    /// Write to this file, which appears when it is complete
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// What to do about a line that cannot be read
    #[arg(long, value_name = "ACTION", value_enum, default_value_t = OnError::Stop)]
    pub(crate) on_error: OnError,

    #[command(flatten)]
    pub(crate) machine: Machine,
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

/// Arguments of `cubiform scramble`.
#[derive(Args, Debug)]
#[command(after_help = SCRAMBLE_EXAMPLES)]
pub(crate) struct Scrambles {
    /// How many
    #[arg(short = 'n', long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,

    /// The event that they are for
    #[arg(long, value_name = "EVENT", value_enum, default_value_t = ScrambleEvent::Plain)]
    pub(crate) event: ScrambleEvent,

    /// Which scrambles: the same for the same number [default: others each time]
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,

    /// Only of states that satisfy a condition, such as "cross <= 3"; all of those equally likely
    #[arg(long = "where", value_name = "CONDITION", value_parser = condition, long_help = CONDITION)]
    pub(crate) condition: Option<Condition>,

    /// Say how the states of --where are drawn, and from how many, on standard error
    #[arg(long, requires = "condition")]
    pub(crate) explain: bool,

    /// How to print them: a line each, CSV (id,scramble), or a JSON object a line
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = SolveFormat::Text)]
    pub(crate) format: SolveFormat,

    /// Write to this file, which appears when it is complete
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Which tables to use for conditions on stages after the xcross
    #[arg(long, value_name = "PROFILE", value_enum, default_value_t = Profiles::Auto)]
    pub(crate) profile: Profiles,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// An event of the 3x3x3, by what its scrambles look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScrambleEvent {
    /// Speed solving, also one-handed
    #[value(name = "333", alias = "333oh", alias = "333ft")]
    Plain,
    /// Blindfolded, also of several cubes
    #[value(name = "333bf", alias = "333mbf")]
    Blindfolded,
    /// Fewest moves
    #[value(name = "333fm")]
    FewestMoves,
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

    /// How to print it
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = StatsFormat::Table)]
    pub(crate) format: StatsFormat,

    /// Write to this file, which appears when it is complete
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

    /// Analyses in CSV, one sample together; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Compare with the sample in this file; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Vec<PathBuf>,

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

/// A choice of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Profiles {
    /// The full ones if they are built and memory has room for them, else the small ones
    Auto,
    /// Under 500 MB for all goals together, built in seconds when they are missing
    Small,
    /// Gigabytes more, built when they are missing: many times faster
    Full,
}

/// Arguments about this machine.
#[derive(Args, Debug)]
pub(crate) struct Machine {
    /// Keep tables in this folder [env: CUBIFORM_TABLES] [default: cubiform/tables in your cache
    /// folder]
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) tables: Option<PathBuf>,

    /// Threads to use [default: as many as this machine runs at once]
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

impl Machine {
    /// How many threads to use.
    pub(crate) fn threads(&self) -> usize {
        threads(self.threads)
    }
}

/// So many threads, or as many as this machine runs at once.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    let available = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(available, usize::from)
}

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people: colours named, the best of each stage marked
    Table,
    /// For programs: a row for each scramble, a column for each stage and colour
    Csv,
    /// For programs: a JSON object for each scramble
    Jsonl,
    /// For programs: a typed column for each stage and colour, compressed, with what was asked
    Parquet,
}

impl Format {
    /// Its name, which files of it end in.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Format::Table => "txt",
            Format::Csv => "csv",
            Format::Jsonl => "jsonl",
            Format::Parquet => "parquet",
        }
    }
}

/// What to do about a line that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// Stop there, and exit with 1
    Stop,
    /// Report it on standard error, go on, and exit with 1 at the end
    Skip,
}

/// Arguments of `cubiform tables`.
#[derive(Args, Debug)]
#[command(after_help = TABLES_EXAMPLES, arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Tables {
    #[command(subcommand)]
    pub(crate) action: Action,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// What to do with tables.
#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// Show which tables there are, how large they are, and which are built
    List {
        /// How to print it
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
        format: ListFormat,
    },
    /// Build tables; those that are there and whole are kept
    Build {
        /// Tables by name; small: those that analyze builds by itself, under 500 MB; or all: gigabytes
        #[arg(value_name = "NAME", value_parser = tables_or_profile, default_value = "small")]
        names: Vec<Chosen>,
        /// Build them anew even if they look whole
        #[arg(long)]
        force: bool,
    },
    /// Compare tables with a fresh fill, entry by entry: all that are built, unless named
    Verify {
        /// Tables by name
        #[arg(value_name = "NAME", value_parser = table)]
        names: Vec<&'static dyn Stored>,
    },
    /// Remove tables; they can be built again at any time
    Remove {
        /// Tables by name
        #[arg(value_name = "NAME", value_parser = table, required_unless_present = "all")]
        names: Vec<&'static dyn Stored>,
        /// All of them
        #[arg(long, conflicts_with = "names")]
        all: bool,
    },
}

/// Arguments of `cubiform review`.
#[derive(Args, Debug)]
#[command(after_help = REVIEW_EXAMPLES)]
pub(crate) struct Review {
    /// The scramble, in quotes; white on top, green in front
    #[arg(value_name = "SCRAMBLE")]
    pub(crate) scramble: String,

    /// The solution, in quotes, with rotations, wide turns, slices and comments as they were; without
    /// it or with -, standard input
    #[arg(value_name = "SOLUTION")]
    pub(crate) solution: Option<String>,

    /// Leave out the fewest moves to the cross and to pairs, the only thing that needs tables
    #[arg(long)]
    pub(crate) no_least: bool,

    /// How far the solver looks ahead for the best continuation
    #[arg(long, value_name = "EFFORT", value_enum, default_value_t = Effort::Usual)]
    pub(crate) effort: Effort,

    /// How to print it
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
    pub(crate) format: ListFormat,

    /// Which tables to use
    #[arg(long, value_name = "PROFILE", value_enum, default_value_t = Profiles::Auto)]
    pub(crate) profile: Profiles,

    #[command(flatten)]
    pub(crate) machine: Machine,
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

/// Arguments of `cubiform cases`.
#[derive(Args, Debug)]
#[command(after_help = CASES_EXAMPLES, arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Cases {
    #[command(subcommand)]
    pub(crate) action: CasesAction,
}

/// What to do with cases.
#[derive(Debug, Subcommand)]
pub(crate) enum CasesAction {
    /// A line for each case: number, name, group, probability and the usual algorithm
    List {
        /// f2l, oll or pll; all without it
        #[arg(value_name = "SET", value_parser = case_set)]
        set: Option<Set>,
        /// Only those of this group
        #[arg(short, long, value_name = "GROUP")]
        group: Option<String>,
        /// How to print it
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
        format: ListFormat,
    },
    /// The picture and all algorithms of cases
    Show {
        /// f2l, oll or pll
        #[arg(value_name = "SET", value_parser = case_set)]
        set: Set,
        /// Numbers, letters or names, such as 27, Ga or sune; all of the set without any
        #[arg(value_name = "CASE")]
        labels: Vec<String>,
        /// How to print it
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
        format: ListFormat,
    },
}

/// The set of cases that an argument names.
fn case_set(name: &str) -> Result<Set, String> {
    Set::from_name(name).ok_or_else(|| "the sets are f2l, oll and pll".to_string())
}

/// A form of `cubiform tables list` and `cubiform bench`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// For people
    Table,
    /// For programs
    Json,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
