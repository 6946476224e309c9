//! The operation `review`: reviews of solves, stage by stage, with their sources, the optimal length of each stage, the best
//! continuations, and their JSON.

mod cfop;
pub(crate) mod fewest_moves;
pub mod json;
#[cfg(test)]
mod reconstructions_tests;
mod record;
mod reported_turns;
mod reviewed;
mod source;
mod step_json;
mod steps;
#[cfg(test)]
mod steps_tests;
mod summary;

use cubiform_cube::goal::Variant;
use cubiform_human::Request;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::format::shortened;
use crate::goals::Goals;
use crate::limits::Limits;
use crate::methods::Method;
use crate::operation::{Context, Door, Needs, Operation};
use crate::solutions::options::Effort;

use cfop::Cfop;
use json::{Object as ReviewObject, Several, object, several};

pub use crate::reconstruction::Reading;
pub use record::SolveRecord;
use steps::{Recognition, Steps};

pub use reviewed::{ReviewedSolve, Row, StepMethod};
pub use source::{SOLUTION_HINT, Sides, Solve, Source, parse_time, read, read_scramble};
pub use summary::{
    CaseSummary, ColorSummary, MethodSummary, PartSummary, StepCaseSummary, StepSummary, Summary,
    TrendSummary,
};

/// The maximum length of the text of the solves, in bytes. It has room for a page of comments per solve.
const MAX_SOLUTION_BYTES: usize = 256 << 10;

/// A solve, or several of them.
#[derive(Clone, Debug, Default, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct ReviewRequest {
    /// The scramble; not needed if the solution brings it.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[schema(example = "D2 F2 U B2 D' L2 U' R2 D' F2 L' B' R' D' L' B2 U' R D2")]
    pub scramble: Option<String>,

    /// The moves of the solution with comments, a reconstruction with its scramble, several of them, or a link of a player.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[schema(example = "x2 // inspection\nR' D' F D // cross")]
    pub solution: String,

    /// Time of the solve in seconds, to compute moves per second
    #[cfg_attr(feature = "clap", arg(help = TIME_HELP, value_parser = seconds))]
    #[cfg_attr(feature = "clap", arg(long, value_name = "TIME"))]
    #[schema(example = 12.34, minimum = 0)]
    pub time: Option<f64>,

    /// Omit the optimal lengths; no tables are needed then
    #[cfg_attr(feature = "clap", arg(long, alias = "no-least"))]
    pub no_optimal: bool,

    /// Method whose steps the solve is parted into: `auto` for the known method that it fits best, the name of a known method, `dr` for
    /// a fewest-moves solve with moves on the inverse in round brackets, or the text of one of your own; CFOP by default
    #[cfg_attr(feature = "clap", arg(skip))]
    #[schema(example = "auto")]
    pub method: Option<String>,

    /// Search effort for the best continuation
    #[cfg_attr(feature = "clap", arg(long, value_name = "EFFORT", value_enum, default_value = "usual"))]
    pub effort: Option<Effort>,
}

/// The help of the time, which a command line may give in minutes and seconds.
#[cfg(feature = "clap")]
const TIME_HELP: &str = "Time of the solve, such as 9.87 or 1:02.33, to compute moves per second";

/// Parses a time of a solve, in seconds or in minutes and seconds.
#[cfg(feature = "clap")]
fn seconds(text: &str) -> Result<f64, String> {
    parse_time(text).ok_or_else(|| "expected a time such as 9.87 or 1:02.33".to_string())
}

/// Solves to review, and how.
#[derive(Clone)]
pub struct ReviewQuestion {
    /// The solves.
    pub solves: Vec<Solve>,
    /// Whether the optimal lengths of the stages are wanted, which need an analyzer.
    pub optimal: bool,
    /// Whether the easiest algorithms of the steps of other methods than CFOP are wanted, which need searches.
    pub easiest: bool,
    /// The number of all solves that are reviewed together.
    pub together: u64,
    /// The effort of the search.
    pub request: Request,
    /// The method.
    pub method: MethodChoice,
    /// The maximum memory of a table of a search of steps, in bytes.
    pub table_bytes: usize,
}

/// The method under which solves are reviewed.
#[derive(Clone, Debug)]
pub enum MethodChoice {
    /// CFOP, with its own solver.
    Cfop,
    /// The known method that a solve fits best.
    Auto,
    /// EO, DR, HTR and finish, with moves on both sides of the scramble.
    Dr,
    /// This method.
    Steps(Method),
}

impl MethodChoice {
    /// Returns the choice by a name, `auto`, or the text of a method.
    fn read(text: &str) -> Result<MethodChoice, Error> {
        let text = text.trim();
        if let Some(choice) = MethodChoice::named(text) {
            return Ok(choice);
        }
        if text.contains(['\n', '|']) {
            return Ok(MethodChoice::Steps(Method::read(text).map_err(|error| error.about("method"))?));
        }
        let known = Method::find(text).ok_or_else(|| {
            let error = Error::usage("method", format!("unknown method '{}'", shortened(text, 40)));
            error
                .code("unknown-method")
                .placed()
                .hint(format!("expected auto, dr or one of {}", Method::names()))
        })?;
        Ok(MethodChoice::of(known.clone()))
    }

    /// Returns the choice by a name that is not that of a method of goals: `auto` or `dr`.
    pub fn named(text: &str) -> Option<MethodChoice> {
        match &text.to_ascii_lowercase()[..] {
            "auto" => Some(MethodChoice::Auto),
            "dr" => Some(MethodChoice::Dr),
            _ => None,
        }
    }

    /// Returns the sides of the scramble on which solves by the method may have moves.
    pub fn sides(&self) -> Sides {
        match self {
            MethodChoice::Auto => Sides::Either,
            MethodChoice::Dr => Sides::Both,
            MethodChoice::Cfop | MethodChoice::Steps(_) => Sides::Scramble,
        }
    }

    /// Returns the choice of a method.
    pub fn of(method: Method) -> MethodChoice {
        if method.is_cfop() { MethodChoice::Cfop } else { MethodChoice::Steps(method) }
    }
}

impl ReviewRequest {
    /// Returns the question for solves that were read, to be reviewed as CFOP.
    pub fn of_solves(&self, solves: Vec<Solve>, limits: &Limits) -> ReviewQuestion {
        let effort = self.effort.unwrap_or(Effort::Usual).search_effort();
        ReviewQuestion {
            together: solves.len() as u64,
            solves,
            optimal: !self.no_optimal,
            easiest: true,
            request: Request { effort, ..Request::default() },
            method: MethodChoice::Cfop,
            table_bytes: limits.table_bytes(),
        }
    }
}

/// The reviews of solves, in their order. As JSON one is an object, several are a list with a summary.
pub struct ReviewAnswer {
    /// The reviews.
    pub solves: Vec<ReviewedSolve>,
    /// Whether a single review is written as a list, too.
    pub is_list: bool,
}

impl Serialize for ReviewAnswer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.solves[..] {
            [one] if !self.is_list => object(one).serialize(serializer),
            all => several(all).serialize(serializer),
        }
    }
}

/// The review of one solve, or of several.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum Reviews {
    /// Of one solve.
    One(Box<ReviewObject>),
    /// Of several solves.
    Several(Box<Several>),
}

impl Operation for ReviewRequest {
    const DOOR: Door = Door {
        name: "review",
        path: "/v1/review",
        tag: "review",
        summary: "Review a solve",
        about: "The stages of the solve with their cases, the least number of moves for each, what each stage lost, and the best\n\
            continuation.",
        answer: "The review",
        needs: Needs::GoalTables,
        is_long_to_check: true,
        ..Door::NEW
    };

    type Question = ReviewQuestion;
    type Answer = ReviewAnswer;
    type Document = Reviews;

    fn check(self, limits: &Limits) -> Result<ReviewQuestion, Error> {
        limits.texts([("scramble", self.scramble.as_deref()), ("method", self.method.as_deref())])?;
        let solutions = Limits { text: limits.text.max(MAX_SOLUTION_BYTES), ..*limits };
        solutions.texts([("solution", Some(&self.solution))])?;
        let method = self.method.as_deref().map_or(Ok(MethodChoice::Cfop), MethodChoice::read)?;
        let scramble = self.scramble.as_deref().map(read_scramble).transpose()?;
        let mut solves = read(scramble, &self.solution, method.sides())?;
        if solves.len() > limits.solves {
            let message = format!("the text has {} solves", solves.len());
            let error = Error::usage("solution", message).code(Error::TOO_LONG).placed();
            return Err(error.hint(format!("send at most {} at a time", limits.solves)));
        }
        if let Some(time) = self.time {
            let [solve] = &mut solves[..] else {
                let message = format!("applies to a single solve, but there are {}", solves.len());
                return Err(Error::usage("time", message).code(Error::CONTRADICTION));
            };
            if !time.is_finite() || time <= 0.0 {
                let message = "must be a positive number of seconds";
                return Err(Error::usage("time", message).code(Error::OUT_OF_RANGE));
            }
            solve.time = Some(time);
        }
        Ok(ReviewQuestion { method, ..self.of_solves(solves, limits) })
    }

    fn divide(mut question: ReviewQuestion) -> Vec<ReviewQuestion> {
        let solves = std::mem::take(&mut question.solves);
        solves.into_iter().map(|solve| ReviewQuestion { solves: vec![solve], ..question.clone() }).collect()
    }

    fn join(parts: Vec<ReviewAnswer>) -> ReviewAnswer {
        ReviewAnswer { solves: parts.into_iter().flat_map(|part| part.solves).collect(), is_list: false }
    }

    fn answer(mut question: ReviewQuestion, context: &Context<'_>) -> Result<ReviewAnswer, Error> {
        let solves = std::mem::take(&mut question.solves);
        let goals = Goals::all_stages(Variant::std());
        let open = |()| {
            context.open(|engines, cancel| engines.analyzer(&goals, None, Some(question.together), cancel))
        };
        let solver = context.open(|engines, cancel| engines.cfop(cancel))?;
        let as_cfop = |solve| {
            let analyzer = question.optimal.then_some(()).map(open).transpose()?;
            let (analyzer, request) = (analyzer.as_deref(), &question.request);
            Cfop { solver: &solver, analyzer, request, cancel: context.cancel() }.review(solve)
        };
        let by_steps = |solve, method: &Method, second: Option<&Method>| {
            let (easiest, table_bytes) = (question.easiest, question.table_bytes);
            Steps { method, solver: &solver, easiest, table_bytes, context }.review(solve, second)
        };
        let all = solves.len() as u64;
        let review = |(solve, number): (Solve, u64)| {
            let review = match &question.method {
                MethodChoice::Cfop => as_cfop(solve)?,
                MethodChoice::Steps(method) => by_steps(solve, method, None)?,
                MethodChoice::Dr => fewest_moves::review(solve, context)?,
                MethodChoice::Auto if !solve.sides.is_empty() => fewest_moves::review(solve, context)?,
                MethodChoice::Auto => {
                    let Recognition { method, second } = steps::recognise(&solve, context)?;
                    if method.is_cfop() { as_cfop(solve)? } else { by_steps(solve, method, second)? }
                }
            };
            (context.report)(number, all);
            Ok(review)
        };
        let solves = solves.into_iter().zip(1..).map(review).collect::<Result<_, Error>>()?;
        Ok(ReviewAnswer { solves, is_list: false })
    }
}
