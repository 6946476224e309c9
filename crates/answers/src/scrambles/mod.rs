//! The operation `scramble`: scrambles as used in competition, their random states, tasks and JSON.

mod three;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

use cubiform_cube::four::Cube4;
use cubiform_cube::goal::condition::Condition;
use cubiform_cube::two::Cube2;
use cubiform_cube::{facelets, random};
use cubiform_draw::ListedState;
use cubiform_human::cases::Case;
use cubiform_threads::{CancelToken, Threads};

use crate::cases::{self, DerivedCases};
use crate::goals::parse_condition;
use crate::limits::Limits;
use crate::operation::{Context, Door, Needs, Operation};
use crate::other_puzzles::ScramblePuzzle;
use crate::puzzle::Puzzle;
use crate::solutions::not_solved;
use crate::solvers::Solvers;
use crate::{Error, examples};

#[cfg(feature = "clap")]
use crate::arguments::{self, TextParser};

pub use crate::puzzle::ScrambleEvent;
pub use three::of_states;

/// The largest seed that is made up: all numbers up to it are exact in every JSON reader.
const MAX_RANDOM_SEED: u64 = (1 << 53) - 1;

/// A request for scrambles.
#[derive(Clone, Debug, Default, serde::Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[schema(as = ScrambleOptions)]
pub struct ScrambleRequest {
    /// Number of scrambles
    #[cfg_attr(feature = "clap", arg(short = 'n', long, value_name = "N", default_value = "1"))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u64).range(1..)))]
    #[schema(example = 2, default = 1, minimum = 1, maximum = 1000)]
    pub count: Option<u64>,

    /// Puzzle to scramble (222 and 444 imply the event of that name)
    #[cfg_attr(feature = "clap", arg(long, value_name = "PUZZLE", value_enum, default_value_t))]
    pub puzzle: Puzzle,

    /// Event of the scrambles
    #[cfg_attr(feature = "clap", arg(long, value_name = "EVENT", value_enum, default_value_t))]
    pub event: ScrambleEvent,

    /// Random seed [default: a different one each time]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEED"))]
    #[schema(example = 2026, minimum = 0, format = "uint64")]
    pub seed: Option<u64>,

    /// Only states that satisfy a condition, such as "cross <= 3"; all of them are equally likely
    #[cfg_attr(feature = "clap", arg(long = "where", value_name = "CONDITION"))]
    #[cfg_attr(feature = "clap", arg(value_parser = TextParser::new(arguments::condition)))]
    #[cfg_attr(feature = "clap", arg(long_help = arguments::CONDITION))]
    #[serde(rename = "where")]
    #[schema(example = "cross[W] <= 4")]
    pub condition: Option<String>,

    /// Only states that show this case, such as "OLL 27", "PLL Gc", "F2L 5", a family (PLL G), a set (OLL) or a case of a derived set (ZBLL 5); repeatable
    ///
    /// All such states are equally likely, with the last layer on top after the scramble. For an OLL case the permutation of the last layer is random; for a PLL case the last turn of U (AUF) is random; for an F2L case the pair belongs to slot FR, the cross and the other slots are solved, and the last layer is random. Cases of derived sets have the numbers of `cases make`; in a set that begins before the last slot, what its cases leave open is solved. Scrambles begin with random moves, so that they do not show the algorithm.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CASE", value_delimiter = ','))]
    #[cfg_attr(feature = "clap", arg(value_parser = crate::arguments::text_of(cases::parse_any)))]
    #[cfg_attr(feature = "clap", arg(conflicts_with_all = ["condition", "puzzle"]))]
    #[serde(deserialize_with = "names")]
    #[schema(value_type = Option<String>, example = "OLL 27")]
    pub case: Vec<String>,
}

/// Reads names separated by commas.
fn names<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let text: Option<String> = serde::Deserialize::deserialize(deserializer)?;
    Ok(text.iter().flat_map(|text| text.split(',')).map(str::to_string).collect())
}

/// A request for scrambles that has been checked, with the values of its texts.
#[derive(Clone, Debug)]
pub struct ScrambleQuestion {
    /// The event.
    pub event: ScrambleEvent,
    /// The number of scrambles.
    pub count: u64,
    /// The seed.
    pub seed: u64,
    /// The condition on the states, if there is one.
    pub condition: Option<Condition>,
    /// The cases that the states show; none for other states.
    pub cases: Vec<&'static Case>,
    /// The cases of a derived set that the states show instead.
    pub derived: Option<DerivedCases>,
}

impl ScrambleRequest {
    /// Returns the event.
    pub fn event(&self) -> ScrambleEvent {
        if self.puzzle == Puzzle::default() { self.event } else { self.puzzle.event() }
    }

    /// Checks the options.
    ///
    /// # Errors
    /// The first option that cannot be read, is out of range, or contradicts another one.
    pub fn question(self, limits: &Limits) -> Result<ScrambleQuestion, Error> {
        let names = self.case.join(",");
        limits.texts([("where", self.condition.as_deref()), ("case", Some(&names[..]))])?;
        let (event, is_plain) = (self.event(), self.event == ScrambleEvent::default());
        let (puzzle, has_case) = (event.puzzle(), !self.case.is_empty());
        let is_of_other = !is_plain && self.event.puzzle() != puzzle;
        if puzzle != Puzzle::default() && (self.condition.is_some() || has_case || is_of_other) {
            let id = puzzle.name();
            let message = format!(
                "`puzzle` {id} has only the event {id}; `where`, `case` and the other events are for the 3x3x3"
            );
            return Err(Error::usage(None, message));
        }
        if has_case && !is_plain {
            return Err(Error::usage(None, "`case` is only for the event 333"));
        }
        if has_case && self.condition.is_some() {
            return Err(Error::usage(None, "`case` cannot be used with `where`"));
        }
        let (max, count) = (limits.scrambles, self.count.unwrap_or(1));
        if !(1..=max).contains(&count) {
            return Err(Error::usage("count", format!("expected 1 to {max} scrambles at a time")));
        }
        let condition = self.condition.as_deref().map(parse_condition).transpose()?;
        let mut shown = Vec::new();
        let mut derived: Option<DerivedCases> = None;
        for name in &self.case {
            let Some(cases) = cases::parse_derived(name).transpose()? else {
                shown.extend(cases::parse(name)?);
                continue;
            };
            match &mut derived {
                None => derived = Some(cases),
                Some(known) if known.set.name == cases.set.name && !cases.numbers.is_empty() => {
                    known.numbers.extend(cases.numbers);
                }
                Some(_) => {
                    return Err(Error::usage("case", "takes cases of one derived set at a time").placed());
                }
            }
        }
        if derived.is_some() && !shown.is_empty() {
            return Err(
                Error::usage("case", "takes cases of F2L, OLL and PLL, or those of one derived set").placed()
            );
        }
        let random = || RandomState::new().build_hasher().finish() & MAX_RANDOM_SEED;
        Ok(ScrambleQuestion {
            event,
            count,
            seed: self.seed.unwrap_or_else(random),
            condition,
            cases: shown,
            derived,
        })
    }
}

/// The maximum number of scrambles that are quick.
const QUICK_SCRAMBLES: u64 = 10;

impl Operation for ScrambleRequest {
    const DOOR: Door = Door {
        name: "scramble",
        path: "/v1/scramble",
        tag: "scramble",
        summary: "Make scrambles",
        about: "Scrambles of uniformly random states, or of those that satisfy a condition or show a case.",
        answer: "The scrambles",
        is_list: true,
        needs: Needs::GoalTables,
        ..Door::NEW
    };

    type Question = ScrambleQuestion;
    type Answer = Vec<Row>;
    type Document = Row;

    fn check(self, limits: &Limits) -> Result<ScrambleQuestion, Error> {
        self.question(limits)
    }

    fn is_quick(question: &ScrambleQuestion) -> bool {
        let needs_tables = question.condition.is_some() || question.event.puzzle().needs_tables();
        !needs_tables && question.count <= QUICK_SCRAMBLES
    }

    fn draws_under_condition(question: &ScrambleQuestion) -> bool {
        question.condition.is_some()
    }

    fn answer(question: ScrambleQuestion, context: &Context<'_>) -> Result<Vec<Row>, Error> {
        let tasks = tasks(&question, context.solvers, context.cancel())?;
        rows(tasks, context.threads(), context.cancel())
    }
}

/// A scramble and its state, in JSON too.
// The members are in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ScrambleAnswer)]
pub struct Row {
    /// The event, as the WCA names it.
    pub event: ScrambleEvent,
    /// The facelets of the state after the scramble, in the order of the faces U, R, F, D, L and B, with white on top and green in front.
    #[schema(example = json!(examples::FACELETS))]
    pub facelets: String,
    /// The facelets as the cube is held after the scramble, if its wide moves turn the whole cube; absent if they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = json!(examples::FACELETS))]
    pub held_facelets: Option<String>,
    /// The id: `random-SEED-N`, or `case-SEED-N` for a state of a case. N counts from 1.
    #[schema(example = "random-1-1")]
    pub id: String,
    /// The number of moves as written, including wide moves at the ends.
    #[schema(example = 19, minimum = 0)]
    pub length: usize,
    /// The moves.
    #[schema(example = json!(examples::SCRAMBLE))]
    pub scramble: String,
}

/// A state of a list, in JSON too.
// The members are in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct StateRow {
    /// The facelets, in the order of the faces U, R, F, D, L and B.
    pub facelets: String,
    /// The id: `state-N`. N counts from 1.
    pub id: String,
    /// The number of states of its class, if one of each class is listed; otherwise 1.
    pub images: u8,
}

impl StateRow {
    /// Returns the row of a state of a list, with its number, from 1.
    pub fn new(listed: &ListedState, number: u64) -> StateRow {
        StateRow {
            facelets: facelets::format(&listed.cube),
            id: format!("state-{number}"),
            images: listed.images,
        }
    }
}

/// A function that computes a scramble.
pub type Task = Box<dyn FnOnce() -> Result<Row, Error> + Send>;

/// The scrambles of a question in order, each still to be computed.
pub type Tasks = Box<dyn Iterator<Item = Task> + Send>;

/// Computes scrambles on `threads`.
///
/// # Errors
/// The error of the first scramble that fails, or that `cancel` was cancelled.
pub fn rows(tasks: Tasks, threads: &Threads, cancel: &CancelToken) -> Result<Vec<Row>, Error> {
    if threads.count() == 1 {
        return tasks.map(|task| task()).collect();
    }
    let tasks: Vec<Mutex<Option<Task>>> = tasks.map(Some).map(Mutex::new).collect();
    let row = |task: &Mutex<Option<Task>>| {
        // The tasks that are left may be many, and each draws its state before it ends.
        if cancel.is_cancelled() {
            return Err(Error::cancelled());
        }
        let task = task.lock().unwrap_or_else(PoisonError::into_inner).take();
        task.expect("every task is done once")()
    };
    threads.map(&tasks, row).into_iter().collect()
}

/// Returns the scrambles of a question. They end with an error once `cancel` is cancelled.
///
/// # Errors
/// If a solver is not there, or the condition has no states.
pub fn tasks(
    question: &ScrambleQuestion,
    solvers: &dyn Solvers,
    cancel: &CancelToken,
) -> Result<Tasks, Error> {
    match question.event.puzzle() {
        Puzzle::Two => puzzle_tasks::<Cube2>(question, solvers, cancel),
        Puzzle::Three => three::tasks(question, solvers, cancel),
        Puzzle::Four => puzzle_tasks::<Cube4>(question, solvers, cancel),
    }
}

/// Returns the scrambles of a question: of random states that are allowed in competition.
///
/// # Errors
/// As [`ScramblePuzzle::scrambler`].
fn puzzle_tasks<P: ScramblePuzzle>(
    question: &ScrambleQuestion,
    solvers: &dyn Solvers,
    cancel: &CancelToken,
) -> Result<Tasks, Error> {
    let (scrambler, seed, cancel) = (P::scrambler(solvers)?, question.seed, cancel.clone());
    let mut generator = random::generator(seed);
    let states = std::iter::repeat_with(move || P::random(&mut generator)).filter(P::is_allowed);
    Ok(Box::new(states.zip(1..=question.count).map(move |(state, number)| {
        let (scrambler, cancel) = (Arc::clone(&scrambler), cancel.clone());
        let id = format!("random-{seed}-{number}");
        Box::new(move || row(&state, id, &*scrambler, &cancel)) as Task
    })))
}

fn row<P: ScramblePuzzle>(
    state: &P,
    id: String,
    scrambler: &P::Scrambler,
    cancel: &CancelToken,
) -> Result<Row, Error> {
    let moves = state.scramble(scrambler, cancel).map_err(not_solved)?;
    let scramble = P::format(&moves);
    // The facelets of the puzzle scrambled with white on top and green in front.
    let scrambled = P::parse(&scramble).map_err(|error| Error::message(error.to_string()))?;
    Ok(Row {
        event: P::PUZZLE.event(),
        facelets: scrambled.state.facelets(),
        held_facelets: None,
        id,
        length: moves.len(),
        scramble,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str) -> Result<ScrambleQuestion, Error> {
        let request: ScrambleRequest = serde_json::from_str(json).unwrap();
        request.question(&Limits { scrambles: 10, text: 30, ..Limits::NONE })
    }

    #[test]
    fn options_that_contradict_each_other_are_refused() {
        for (json, start) in [
            (r#"{"event":"222","where":"cross < 3"}"#, "`puzzle` 222 has only the event 222; "),
            (r#"{"puzzle":"444","event":"333bf"}"#, "`puzzle` 444 has only the event 444; "),
            (r#"{"event":"444","case":"OLL 27"}"#, "`puzzle` 444 has only the event 444; "),
            (r#"{"event":"333bf","case":"OLL 27"}"#, "`case` is only for the event 333"),
            (r#"{"where":"cross < 3","case":"OLL 27"}"#, "`case` cannot be used with `where`"),
            (r#"{"count":0}"#, "expected 1 to 10 scrambles"),
            (r#"{"count":11}"#, "expected 1 to 10 scrambles"),
            (r#"{"case":"nope"}"#, "write the set and the case"),
            (r#"{"where":"cross[WYORGB] < 3 && cross[WYORGB] > 1"}"#, "the text is longer than 30 bytes"),
        ] {
            let text = check(json).unwrap_err().text(|_| None);
            assert!(text.starts_with(start), "{json}: {text}");
        }
    }

    #[test]
    fn a_question_has_one_event_and_a_seed() {
        let question = check(r#"{"puzzle":"222"}"#).unwrap();
        assert_eq!((question.event, question.count), (ScrambleEvent::Two, 1));
        assert!(question.seed <= MAX_RANDOM_SEED);
        let question = check(r#"{"event":"333fm","seed":18446744073709551615,"count":3}"#).unwrap();
        assert_eq!((question.event, question.count), (ScrambleEvent::FewestMoves, 3));
        assert_eq!(question.seed, u64::MAX);
        assert_eq!(check(r#"{"case":"OLL 27,PLL G"}"#).unwrap().cases.len(), 5);
    }
}
