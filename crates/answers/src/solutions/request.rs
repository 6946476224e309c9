//! The request for solutions of a cube.

use std::time::Duration;

use cubiform_cube::Color;
use cubiform_cube::cube_text::{CubeOrMask, CubeTextError};
use cubiform_cube::four::Metric;
use cubiform_cube::goal::Mask;
use cubiform_human as human;
use cubiform_solvers::optimal::SolutionRequest;
use cubiform_solvers::reduction::ChainLengths;
use cubiform_solvers::solver;
use cubiform_threads::CancelToken;

use crate::Error;
use crate::bounded::{Bounded, checked};
use crate::generators::{Generators, axis_of};
use crate::held::Order;
use crate::limits::Limits;
use crate::puzzle::{FourMetric, Puzzle};
use crate::solutions::options::{Effort, Method};

/// The longest time budget of a quick search.
const QUICK_TIME: Duration = Duration::from_millis(50);

/// The least maximum length, in moves, with which a search without a budget is quick.
const QUICK_LENGTH: u8 = 22;

/// The help of the time of a search, which has a unit on a command line.
#[cfg(feature = "clap")]
const TIME_HELP: &str =
    "CPU time limit for each cube, such as 10ms or 1.5s; prints the shortest solution found";

/// The help of the number of solutions, which only a command line takes as `all`.
#[cfg(feature = "clap")]
const SOLUTIONS_HELP: &str = "Number of shortest solutions to print, or all [default: 1]";

/// A request for solutions.
#[derive(Clone, Debug, Default, serde::Deserialize, serde::Serialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[schema(as = SolveOptions)]
pub struct SolveRequest {
    /// The cube: a scramble, facelets (3x3x3: with ? for stickers that do not matter), or (3x3x3) twenty pieces in Reid's notation.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[schema(example = "R U2 F' L D B2")]
    pub scramble: Option<String>,

    /// The id that the answer repeats; the number of the cube by default.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[schema(example = "3x3-r1-1")]
    pub id: Option<String>,

    /// Puzzle
    #[cfg_attr(feature = "clap", arg(long, value_name = "PUZZLE", value_enum, default_value_t))]
    pub puzzle: Puzzle,

    /// Method [default: two-phase; with `moves` or facelets with ?, a method that finds a shortest solution]
    #[cfg_attr(feature = "clap", arg(long, value_name = "METHOD", value_enum))]
    pub method: Option<Method>,

    /// Maximum length of a solution, in moves [default: 21 for two-phase without a budget]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[schema(inline)]
    pub max_length: Option<Bounded<0, 99>>,

    /// CPU time limit for each cube, in milliseconds; prints the shortest solution found
    #[cfg_attr(feature = "clap", arg(long = "time", value_name = "TIME", value_parser = crate::arguments::parse_time))]
    #[cfg_attr(feature = "clap", arg(help = TIME_HELP))]
    #[serde(deserialize_with = "milliseconds")]
    #[schema(value_type = Option<u64>, example = 10, minimum = 1)]
    pub time_ms: Option<Duration>,

    /// Node limit for each cube; prints the shortest solution found, the same in every run
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u64).range(1..)))]
    #[schema(example = 100_000, minimum = 1)]
    pub nodes: Option<u64>,

    /// Use only these moves, such as "<R,U>", "<r,U>" or "<M,U>", and find a shortest solution
    ///
    /// U stands for all turns of the layer, U2 for the half turn only. A turn of a face, a slice or a wide layer counts as one move.
    #[cfg_attr(feature = "clap", arg(long, value_name = "MOVES"))]
    #[cfg_attr(feature = "clap", arg(value_parser = crate::arguments::text_of(Generators::read)))]
    #[schema(example = "<R,U>")]
    pub moves: Option<String>,

    /// Number of shortest solutions to print [default: 1]
    #[cfg_attr(feature = "clap", arg(help = SOLUTIONS_HELP))]
    #[cfg_attr(feature = "clap", arg(short = 'n', long, value_name = "N", help_heading = "Optimal"))]
    #[cfg_attr(feature = "clap", arg(value_parser = parse_solution_count))]
    #[schema(example = 1, minimum = 1)]
    pub solutions: Option<usize>,

    /// Print only the first of each class of solutions that are equivalent under symmetry
    #[cfg_attr(feature = "clap", arg(long, requires = "solutions", help_heading = "Optimal"))]
    pub up_to_symmetry: bool,

    /// Order of the solutions: as found, or by the effort of the hands
    ///
    /// With effort, each solution is also written as it is held best: with the rotation after which it takes the least effort, the effort (1 is a quarter turn of U), and the turns that are hard. With `moves`, solutions are not rotated.
    #[cfg_attr(feature = "clap", arg(long, value_name = "ORDER", value_enum, help_heading = "Optimal"))]
    #[cfg_attr(feature = "clap", arg(default_value_t, hide_default_value = true))]
    pub order: Order,

    /// Print a scramble for the cube instead of a solution
    #[cfg_attr(feature = "clap", arg(long, help_heading = "Output"))]
    pub inverse: bool,

    /// Target state, in any notation of a cube, or facelets with ? for stickers that do not matter [default: solved]
    #[cfg_attr(feature = "clap", arg(long, value_name = "STATE"))]
    #[cfg_attr(feature = "clap", arg(value_parser = crate::arguments::text_of(CubeOrMask::parse)))]
    #[schema(example = "R2 L2 U2 D2 F2 B2")]
    pub to: Option<String>,

    /// Print links to players with each solution
    #[cfg_attr(feature = "clap", arg(long, help_heading = "Output"))]
    pub links: bool,

    /// Maximum number of moves of the EO [default: 5, more with `time` or `nodes`]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = "Fewest moves (dr)"))]
    #[schema(inline)]
    pub max_eo: Option<Bounded<0, { ChainLengths::MAX.eo as u64 }>>,

    /// Maximum number of moves of EO and DR together [default: 10, more with `time` or `nodes`]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = "Fewest moves (dr)"))]
    #[schema(inline)]
    pub max_dr: Option<Bounded<0, { ChainLengths::MAX.dr as u64 }>>,

    /// Bottom colours to choose from: letters (WY), names (white,yellow) or all [default: white]
    #[cfg_attr(
        feature = "clap",
        arg(short, long, value_name = "COLORS", help_heading = "CFOP and beginner")
    )]
    #[cfg_attr(feature = "clap", arg(value_parser = crate::arguments::text_of(Color::list)))]
    #[schema(example = "WY")]
    pub colors: Option<String>,

    /// CFOP: prefer finger-friendly moves to short solutions
    #[cfg_attr(feature = "clap", arg(long, help_heading = "CFOP and beginner"))]
    pub comfort: bool,

    /// CFOP: avoid cube rotations between stages
    #[cfg_attr(feature = "clap", arg(long, help_heading = "CFOP and beginner"))]
    pub rotationless: bool,

    /// CFOP: search effort [default: usual]
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "EFFORT", value_enum, help_heading = "CFOP and beginner")
    )]
    pub effort: Option<Effort>,

    /// Explain each step in words
    #[cfg_attr(feature = "clap", arg(long, help_heading = "CFOP and beginner"))]
    pub explain: bool,

    /// Metric of the 4x4x4 [default: sst]
    ///
    /// sst is the metric of the five-stage method: each stage is solved with exact distances in single-layer turns, and solutions are shortest in this metric. obtm is the metric of the WCA: use it to compare with scrambles and competition results.
    #[cfg_attr(feature = "clap", arg(long, value_name = "METRIC", value_enum, help_heading = "4x4x4"))]
    pub metric: Option<FourMetric>,

    /// Beam width: partial solutions kept after each stage [default: 200, or as many as `time` and `nodes` allow]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = "4x4x4"))]
    #[schema(inline)]
    pub beam: Option<Bounded<1, 100_000>>,

    /// Print each phase of two-phase or thistlethwaite on its own line
    #[cfg_attr(feature = "clap", arg(long, help_heading = "Output"))]
    pub phases: bool,
}

/// Parses a number of solutions, which is at least 1, or `all`.
#[cfg(feature = "clap")]
fn parse_solution_count(text: &str) -> Result<usize, String> {
    crate::arguments::parse_count(text)
        .and_then(|count| if count == 0 { Err("must be at least 1, or all".into()) } else { Ok(count) })
}

/// Reads a time in milliseconds.
fn milliseconds<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let time: Option<f64> = serde::Deserialize::deserialize(deserializer)?;
    let time = time.map(|time| Duration::try_from_secs_f64(time / 1e3));
    time.transpose().map_err(serde::de::Error::custom)
}

/// A request for solutions that has been checked, with the values of its texts.
#[derive(Clone, Debug, Default)]
pub struct SolveQuestion {
    /// The request.
    pub request: SolveRequest,
    /// The moves of solutions, if not all face turns.
    pub moves: Option<Generators>,
    /// The mask to solve, if the request has one as its cube.
    pub mask: Option<Box<Mask>>,
    /// The state or the mask to reach, if it is not the solved state.
    pub to: Option<CubeOrMask>,
    /// The bottom colours, if they are given.
    pub colors: Option<Vec<Color>>,
}

impl SolveRequest {
    /// Returns the names of the options that differ from their defaults, apart from the puzzle and the cube.
    fn given(&self) -> Vec<String> {
        let method = self.method.filter(|method| *method != Method::TwoPhase);
        let own =
            SolveRequest { scramble: None, id: None, puzzle: Puzzle::default(), method, ..self.clone() };
        let members = |request| match serde_json::to_value(request) {
            Ok(serde_json::Value::Object(members)) => members,
            _ => unreachable!("a request is an object"),
        };
        let defaults = members(SolveRequest::default());
        let differs = |(name, value): &(String, serde_json::Value)| defaults.get(name) != Some(value);
        members(own).into_iter().filter(differs).map(|(name, _)| name).collect()
    }

    /// Checks the options apart from the cube.
    ///
    /// # Errors
    /// The first option that cannot be read, is out of range, or contradicts another one.
    pub fn question(self, limits: &Limits) -> Result<SolveQuestion, Error> {
        let given = self.given();
        let has = |options: &[&str]| given.iter().any(|option| options.contains(&&option[..]));
        let refused = |message: &str| Err(Error::usage(None, message));
        if let Some(options) = self.puzzle.solve_options() {
            if !given.iter().all(|option| options.contains(&&option[..])) {
                let id = self.puzzle.name();
                return refused(&format!(
                    "`puzzle` {id} supports {}; `method`, `max_length`, `solutions`, `moves`, `inverse`, `to`, `phases` \
                     and the options of cfop are for the 3x3x3",
                    listed(options)
                ));
            }
        } else if has(&["metric", "beam"]) {
            return refused("`metric` and `beam` are for `puzzle` 444");
        }
        let colors = self.colors.as_deref().map(Color::list).transpose();
        let to = self.to.as_deref().map(CubeOrMask::parse).transpose();
        let moves = self.moves.as_deref().map(Generators::read).transpose();
        let question = SolveQuestion {
            colors: colors.map_err(|error| Error::usage("colors", error))?,
            to: to.map_err(|error| in_cube("to", self.to.as_deref().unwrap_or_default(), &error))?,
            // The line of the cube reports an error in a mask.
            mask: self.scramble.as_deref().and_then(Mask::read).and_then(|mask| mask.ok().map(Box::new)),
            moves: moves
                .map_err(|error| Error::usage("moves", error))?
                .filter(|moves| !moves.are_all_faces()),
            request: self,
        };
        let (request, method) = (&question.request, question.method());
        if question.is_of_mask() {
            question.check_mask()?;
        }
        if has(&["phases"]) && !method.has_phases() {
            return Err(Error::usage("phases", "only two-phase and thistlethwaite have phases"));
        }
        if has(&["solutions", "up_to_symmetry"]) && method != Method::Optimal {
            return refused("`solutions` is only for `method` optimal; the other methods find one solution");
        }
        if has(&["order"]) && (method != Method::Optimal || request.inverse) {
            return refused("`order` is only for solutions of `method` optimal, not inverted");
        }
        if has(&["max_eo", "max_dr"]) && method != Method::Dr {
            return refused("`max_eo` and `max_dr` are for `method` dr");
        }
        if method == Method::Dr && has(&["moves", "inverse"]) {
            return refused("`moves` and `inverse` are not for `method` dr");
        }
        checked::<u8, _, _>("max_eo", request.max_eo)?;
        checked::<u8, _, _>("max_dr", request.max_dr)?;
        checked::<u8, _, _>("max_length", request.max_length)?;
        checked::<u32, _, _>("beam", request.beam)?;
        let is_foreign = match method {
            Method::Cfop => false,
            Method::Beginner => has(&["comfort", "rotationless", "effort"]),
            _ => has(&["colors", "comfort", "rotationless", "effort", "explain"]),
        };
        if is_foreign {
            return refused(
                "`colors` and `explain` are for `method` cfop and beginner; `comfort`, `rotationless` and `effort` are \
                 for `method` cfop",
            );
        }
        if method.is_by_hand() && has(&["time_ms", "nodes", "moves", "inverse"]) {
            let hint = if method == Method::Cfop { "; use `effort` to limit its search" } else { "" };
            let name = method.name();
            return refused(&format!(
                "`time_ms`, `nodes`, `moves` and `inverse` are not for `method` {name}{hint}"
            ));
        }
        match (method, &question.moves) {
            (Method::TwoPhase, Some(moves)) if moves.faces().and_then(axis_of).is_none() => {
                return Err(Error::usage(
                    "moves",
                    "two-phase supports all moves, or the moves of its second phase: <U,D,R2,L2,F2,B2>, \
                     <R,L,U2,D2,F2,B2> or <F,B,U2,D2,R2,L2>; omit `method` for other sets",
                ));
            }
            (Method::Thistlethwaite, Some(_)) => {
                let message = "thistlethwaite has fixed moves in each phase; omit `method`";
                return Err(Error::usage("moves", message));
            }
            (Method::Optimal, None) if question.has_budget() => {
                return refused(NO_BUDGET);
            }
            _ => {}
        }
        if request.time_ms.is_some_and(|time| time.is_zero() || time > limits.time) {
            let max = limits.time.as_millis();
            return Err(Error::usage("time_ms", format!("expected 1 to {max} milliseconds for a cube")));
        }
        if request.nodes == Some(0) {
            return Err(Error::usage("nodes", "must be at least 1"));
        }
        let max = limits.solutions;
        if request.solutions.is_some_and(|count| !(1..=max).contains(&count)) {
            return Err(Error::usage("solutions", format!("expected 1 to {max}")));
        }
        Ok(question)
    }
}

/// The reason why an optimal search has no budget.
pub(crate) const NO_BUDGET: &str =
    "`time_ms` and `nodes` do not apply to optimal solutions; use `method` two-phase";

/// Returns the names of options in backticks, separated by commas, the last by `and`.
fn listed(options: &[&str]) -> String {
    let names: Vec<String> = options.iter().map(|option| format!("`{option}`")).collect();
    match &names[..] {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Returns the error of the text of a cube.
fn in_cube(parameter: &'static str, text: &str, error: &CubeTextError) -> Error {
    match error {
        CubeTextError::BadMask(error) => Error::in_text(parameter, text, 0, error),
        CubeTextError::Moves(error) => Error::in_moves(parameter, error),
        error => Error::usage(parameter, error),
    }
}

impl SolveQuestion {
    /// Returns whether a mask is solved or reached.
    pub fn is_of_mask(&self) -> bool {
        self.mask.is_some() || matches!(self.to, Some(CubeOrMask::Mask(_)))
    }

    /// Checks what a mask does not go together with.
    fn check_mask(&self) -> Result<(), Error> {
        let (request, method) = (&self.request, self.method());
        let refused = |parameter: Option<_>, message: &str| Err(Error::usage(parameter, message));
        if method != Method::Optimal {
            let message =
                format!("{} solves whole cubes; facelets with ? have optimal solutions", method.name());
            return Err(Error::usage("method", message).hint("omit `method`"));
        }
        if self.has_budget() {
            return refused(None, "`time_ms` and `nodes` do not apply to facelets with ?");
        }
        if self.mask.is_some() && self.to.is_some() {
            return refused(Some("to"), "facelets with ? are solved, not brought to another state");
        }
        if request.up_to_symmetry {
            return refused(Some("up_to_symmetry"), "does not apply to facelets with ?");
        }
        if self.moves.as_ref().is_some_and(|moves| moves.faces().is_none()) {
            return refused(Some("moves"), "facelets with ? are solved with turns of faces only");
        }
        Ok(())
    }

    /// Returns the method. The default is optimal for masks and if the moves are restricted, and two-phase otherwise.
    pub fn method(&self) -> Method {
        let default =
            if self.moves.is_some() || self.is_of_mask() { Method::Optimal } else { Method::TwoPhase };
        self.request.method.unwrap_or(default)
    }

    /// Returns the metric of lengths.
    pub fn metric(&self) -> String {
        match self.request.puzzle.solve_options() {
            Some(options) if options.contains(&"metric") => {
                Metric::from(self.request.metric.unwrap_or_default()).name().to_uppercase()
            }
            _ => "HTM".into(),
        }
    }

    /// Returns whether the search takes milliseconds, as two-phase without a tight limit does.
    pub fn is_quick(&self) -> bool {
        let request = &self.request;
        !request.puzzle.needs_tables()
            && !matches!(self.method(), Method::Optimal | Method::Dr)
            && self.moves.is_none()
            && request.time_ms.is_none_or(|time| time <= QUICK_TIME)
            && request.nodes.is_none()
            && request.max_length.is_none_or(|max| max.get::<u8>() >= QUICK_LENGTH)
            && request.effort != Some(Effort::Wide)
    }

    /// Returns whether a budget of time or nodes is given.
    pub fn has_budget(&self) -> bool {
        self.request.time_ms.is_some() || self.request.nodes.is_some()
    }

    /// Returns the limits of a search for one cube. A search with a budget ends with its best solution before the
    /// processor time `cpu` and the time `wall`, if they are given; a twentieth of them is left to write the answer.
    pub fn limits(
        &self,
        cpu: Option<Duration>,
        wall: Option<Duration>,
        cancel: &CancelToken,
    ) -> solver::Limits {
        let most = |time: Duration| time.saturating_sub(time / 20);
        let cpu_time = self.request.time_ms.into_iter().chain(cpu.map(most)).min();
        solver::Limits {
            max_length: self.request.max_length.map(Bounded::get),
            cpu_time: cpu_time.filter(|_| self.has_budget()),
            wall_time: wall.map(most).filter(|_| self.has_budget()),
            nodes: self.request.nodes,
            cancel: cancel.clone(),
            ..solver::Limits::default()
        }
    }

    /// Returns the number and the kind of optimal solutions.
    pub fn wanted(&self) -> SolutionRequest {
        let solutions = self.request.solutions.unwrap_or(1);
        SolutionRequest { solutions, up_to_symmetry: self.request.up_to_symmetry }
    }

    /// Returns the lengths within which chains of EO and DR are searched, one after the other. What the request leaves open
    /// grows with them.
    pub fn chain_lengths(&self) -> Vec<ChainLengths> {
        let max_eo = self.request.max_eo.map(Bounded::get);
        let max_dr = self.request.max_dr.map(Bounded::get);
        let lengths =
            |ChainLengths { eo, dr }| ChainLengths { eo: max_eo.unwrap_or(eo), dr: max_dr.unwrap_or(dr) };
        let mut all = ChainLengths::GROWING.map(lengths).to_vec();
        all.dedup();
        all
    }

    /// Returns the request to the CFOP solver.
    pub fn cfop(&self) -> human::Request {
        let default = human::Request::default();
        human::Request {
            colors: self.colors.clone().unwrap_or(default.colors),
            objective: match self.request.comfort {
                true => human::Objective::Comfort,
                false => human::Objective::Length,
            },
            rotations: !self.request.rotationless,
            effort: self.request.effort.unwrap_or(Effort::Usual).search_effort(),
        }
    }

    /// Returns the beginner's method.
    pub fn beginner(&self) -> human::BeginnerMethod {
        self.colors.clone().map_or_else(Default::default, |colors| human::BeginnerMethod { colors })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> SolveRequest {
        serde_json::from_str(json).unwrap()
    }

    /// Returns the parameter and the message of the error of a request.
    fn refused(json: &str) -> (Option<&'static str>, String) {
        let limits = Limits { time: Duration::from_secs(1), solutions: 5, ..Limits::NONE };
        let error = read(json).question(&limits).unwrap_err();
        (error.parameter, error.text(|_| None))
    }

    #[test]
    fn options_that_do_not_fit_the_puzzle_are_refused() {
        for (json, start) in [
            (r#"{"puzzle":"222","metric":"sst"}"#, "`puzzle` 222 supports `links`; `method`"),
            (r#"{"puzzle":"222","time_ms":5}"#, "`puzzle` 222 supports `links`; "),
            (
                r#"{"puzzle":"444","phases":true}"#,
                "`puzzle` 444 supports `metric`, `beam`, `links`, `time_ms` and `nodes`; ",
            ),
            (r#"{"puzzle":"444","method":"optimal"}"#, "`puzzle` 444 supports "),
            (r#"{"beam":3}"#, "`metric` and `beam` are for `puzzle` 444"),
        ] {
            assert!(refused(json).1.starts_with(start), "{json}: {}", refused(json).1);
        }
        for json in [
            r#"{"puzzle":"222","links":true,"scramble":"R","id":"a"}"#,
            r#"{"puzzle":"222","method":"two-phase"}"#,
            r#"{"puzzle":"444","metric":"btm","beam":3,"nodes":9,"time_ms":1,"links":true}"#,
        ] {
            assert!(read(json).question(&Limits::NONE).is_ok(), "{json}");
        }
    }

    #[test]
    fn options_that_do_not_fit_the_method_are_refused() {
        for (json, start) in [
            (r#"{"solutions":2}"#, "`solutions` is only for `method` optimal"),
            (r#"{"up_to_symmetry":true}"#, "`solutions` is only for `method` optimal"),
            (r#"{"order":"effort"}"#, "`order` is only for solutions of `method` optimal"),
            (r#"{"method":"optimal","order":"effort","inverse":true}"#, "`order` is only for "),
            (r#"{"explain":true}"#, "`colors` and `explain` are for `method` cfop and beginner"),
            (r#"{"method":"beginner","comfort":true}"#, "`colors` and `explain` are for "),
            (
                r#"{"method":"cfop","nodes":5}"#,
                "`time_ms`, `nodes`, `moves` and `inverse` are not for `method` cfop; use `effort`",
            ),
            (
                r#"{"method":"beginner","inverse":true}"#,
                "`time_ms`, `nodes`, `moves` and `inverse` are not for `method` beginner",
            ),
            (
                r#"{"method":"optimal","time_ms":5}"#,
                "`time_ms` and `nodes` do not apply to optimal solutions; use `method` two-phase",
            ),
            (r#"{"method":"cfop","phases":true}"#, "only two-phase and thistlethwaite have phases"),
            (
                r#"{"method":"thistlethwaite","moves":"<R,U>"}"#,
                "thistlethwaite has fixed moves in each phase; omit `method`",
            ),
            (
                r#"{"method":"two-phase","moves":"<R,U>"}"#,
                "two-phase supports all moves, or the moves of its second phase",
            ),
        ] {
            assert!(refused(json).1.starts_with(start), "{json}: {}", refused(json).1);
        }
        for json in [
            r#"{"method":"optimal","solutions":2,"up_to_symmetry":true,"order":"effort"}"#,
            r#"{"method":"two-phase","moves":"<U,D,R2,L2,F2,B2>","time_ms":5}"#,
            r#"{"moves":"<M,U>","solutions":3}"#,
            r#"{"method":"cfop","colors":"WY","effort":"none","explain":true,"max_length":60}"#,
            r#"{"method":"beginner","colors":"all","explain":true,"links":true}"#,
            r#"{"phases":true,"to":"R U","inverse":true,"nodes":5}"#,
        ] {
            assert!(read(json).question(&Limits::NONE).is_ok(), "{json}");
        }
    }

    #[test]
    fn values_are_read_and_bounded() {
        for (json, parameter, start) in [
            (r#"{"to":"R Q"}"#, "to", "column 3: 'Q' is not a move"),
            (r#"{"colors":"X"}"#, "colors", "'X' is not a colour"),
            (r#"{"moves":"<Q>"}"#, "moves", "'Q' is not a move"),
            (r#"{"time_ms":1001}"#, "time_ms", "expected 1 to 1000 milliseconds"),
            (r#"{"time_ms":0}"#, "time_ms", "expected 1 to 1000 milliseconds"),
            (r#"{"nodes":0}"#, "nodes", "must be at least 1"),
            (r#"{"max_length":100}"#, "max_length", "expected 0 to 99"),
            (r#"{"puzzle":"444","beam":100001}"#, "beam", "expected 1 to 100000"),
            (r#"{"method":"optimal","solutions":6}"#, "solutions", "expected 1 to 5"),
        ] {
            let (about, message) = refused(json);
            assert_eq!(about, Some(parameter), "{json}");
            assert!(message.contains(start), "{json}: {message}");
        }
        let question = read(r#"{"moves":"<U,D,R,L,F,B>","time_ms":1.5}"#).question(&Limits::NONE).unwrap();
        assert!(question.moves.is_none() && question.method() == Method::TwoPhase);
        assert_eq!(question.request.time_ms, Some(Duration::from_micros(1500)));
        let question = read(r#"{"moves":"<R,U>"}"#).question(&Limits::NONE).unwrap();
        assert_eq!((question.method(), question.metric()), (Method::Optimal, "HTM".into()));
        let question = read(r#"{"puzzle":"444"}"#).question(&Limits::NONE).unwrap();
        assert_eq!(question.metric(), "SST");
        assert!(serde_json::from_str::<SolveRequest>(r#"{"nodess":1}"#).is_err());
    }

    #[test]
    fn a_search_leaves_time_to_write_its_answer_if_it_has_a_budget() {
        let second = Some(Duration::from_secs(1));
        let limits = |json: &str| {
            let question = read(json).question(&Limits::NONE).unwrap();
            let limits = question.limits(second, second, &CancelToken::never());
            (limits.cpu_time, limits.wall_time, limits.nodes)
        };
        let most = Some(Duration::from_millis(950));
        assert_eq!(limits("{}"), (None, None, None));
        assert_eq!(limits(r#"{"nodes":7}"#), (most, most, Some(7)));
        assert_eq!(limits(r#"{"time_ms":20}"#), (Some(Duration::from_millis(20)), most, None));
        assert_eq!(limits(r#"{"time_ms":2000}"#), (most, most, None));
    }
}
