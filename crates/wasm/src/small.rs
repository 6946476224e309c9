//! The small module: two-phase solutions, random-state scrambles and the lengths of crosses, for timers that need no more and
//! for the first seconds of a visit.
#![cfg_attr(feature = "all", allow(unreachable_pub, reason = "the whole module tests this one"))]

use std::sync::{Arc, OnceLock};

use cubiform_answers::Error;
use cubiform_answers::input::Input;
use cubiform_answers::limits::Limits as RequestLimits;
use cubiform_answers::operation::read_members;
use cubiform_answers::scramble::{Scramble, ScrambleText, line};
use cubiform_answers::scrambles::{ScrambleEvent, of_states};
use cubiform_cube::{Color, facelets};
use cubiform_solvers::crosses::Crosses;
use cubiform_solvers::scrambler::Scrambler;
use cubiform_solvers::solver::{Limits, Solver};
use cubiform_solvers::two_phase::{Filters, TwoPhase};
use cubiform_threads::{CancelToken, Threads};
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};

use crate::event::{Event, Sink};
use crate::input;

/// The default maximum length of a solution. Such solutions are found at once for every cube.
const MAX_LENGTH: u8 = 21;

/// A request of the small module: the first members of those of the whole one.
#[derive(Deserialize)]
#[serde(tag = "operation", rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    /// A solution of a cube of at most so many moves (HTM).
    Solve { scramble: Option<String>, id: Option<String>, max_length: Option<u8> },
    /// Random-state scrambles.
    Scramble { count: Option<u64>, seed: u64 },
    /// The lengths of the cross, the stage `cross` of the goal `std`, for all bottom colours.
    Analyze { scramble: Option<String>, id: Option<String>, goal: Option<String>, stages: String },
}

/// The names of the members of all requests.
const NAMES: [&str; 7] = ["scramble", "id", "max_length", "count", "seed", "goal", "stages"];

/// A solution, with the first members of the whole module's.
#[derive(Serialize)]
struct Solution {
    id: String,
    input: String,
    method: &'static str,
    solution: String,
    length: usize,
    metric: &'static str,
}

/// The solvers, which compute their tables at their first use.
pub struct Module {
    solver: OnceLock<TwoPhase>,
    crosses: OnceLock<Crosses>,
    cancel: CancelToken,
}

impl Module {
    /// Creates the module without tables. A call ends early once `is_cancelled` returns true.
    pub fn new(is_cancelled: fn() -> bool) -> Module {
        let (solver, crosses) = (OnceLock::new(), OnceLock::new());
        Module { solver, crosses, cancel: CancelToken::polling(is_cancelled) }
    }

    /// Answers a request, a JSON object with its `operation` and the members of the request.
    pub fn answer(&self, request: &[u8], sink: Sink<'_>) {
        sink(self.try_answer(request).unwrap_or_else(|error| Event::error(&error)));
    }

    fn try_answer(&self, request: &[u8]) -> Result<Event, Error> {
        let members = input::members(request)?;
        input::check_cubes(&members)?;
        match read_members(members, &NAMES)? {
            Request::Solve { scramble, id, max_length } => {
                let scramble = Scramble::read(&line(scramble, id, &RequestLimits::NONE)?)?;
                let max_length = Some(max_length.unwrap_or(MAX_LENGTH));
                let limits = Limits { max_length, cancel: self.cancel.clone(), ..Limits::default() };
                let solved = self.solver()?.solve(&scramble.cube, &limits);
                let solved = solved.map_err(|error| match self.cancel.is_cancelled() {
                    true => Error::cancelled(),
                    false => Error::message(error),
                })?;
                let solution = solved.after_rotation(scramble.turned).to_string();
                let (id, input, length) = (scramble.id, scramble.text.as_str().into(), solved.length());
                let object = Solution { id, input, method: "two-phase", solution, length, metric: "HTM" };
                Ok(Event::document(&[object]))
            }
            Request::Scramble { count, seed } => {
                let scrambler = Arc::new(Scrambler::sharing(self.solver()?.clone()));
                let states = Input::from_random(u64::MAX, seed);
                let (event, count) = (ScrambleEvent::default(), count.unwrap_or(1));
                let tasks = of_states(states, event, seed, count, scrambler, self.cancel.clone());
                let rows = tasks.map(|task| task()).collect::<Result<Vec<_>, _>>()?;
                Ok(Event::document(&rows))
            }
            Request::Analyze { scramble, id, goal, stages } => {
                if goal.is_some_and(|goal| goal != "std") || stages != "cross" {
                    return Err(Error::message("the small module only finds the cross of 'std'"));
                }
                self.crosses(Scramble::read(&line(scramble, id, &RequestLimits::NONE)?)?)
            }
        }
    }

    /// Returns the analysis of the crosses, with the members of the whole module's. No node is searched for it.
    fn crosses(&self, scramble: Scramble) -> Result<Event, Error> {
        let crosses = kept(&self.crosses, || Crosses::new_until(&self.cancel))?;
        let lengths = Color::COLUMNS.map(|color| (color.name(), crosses.length(&scramble.cube, color)));
        let best = lengths.iter().map(|(_, length)| *length).min().expect("six colours");
        let colors: Vec<&str> =
            lengths.iter().filter(|(_, length)| *length == best).map(|(name, _)| *name).collect();
        let cube = match &scramble.text {
            ScrambleText::Moves(text) => ("scramble", text.to_string()),
            ScrambleText::State(_) => ("facelets", facelets::format(&scramble.cube)),
        };
        let mut object = json!({
            "id": scramble.id,
            "goal": "std",
            "metric": "HTM",
            "stages": {"cross": Map::from_iter(lengths.map(|(name, length)| (name.to_string(), length.into())))},
            "best": {"cross": {"length": best, "colors": colors}},
            "nodes": 0,
            "row": 1,
        });
        object[cube.0] = cube.1.into();
        Ok(Event::document(&object))
    }

    /// Returns the solver, which computes its tables at its first use.
    fn solver(&self) -> Result<&TwoPhase, Error> {
        let make = || TwoPhase::with_filters(Filters::default(), &Threads::single(), &self.cancel);
        kept(&self.solver, make)
    }
}

/// Returns the solver that is kept, made at its first use. `make` returns `None` if it was cancelled.
fn kept<T>(cell: &OnceLock<T>, make: impl FnOnce() -> Option<T>) -> Result<&T, Error> {
    if let Some(solver) = cell.get() {
        return Ok(solver);
    }
    let made = make().ok_or_else(Error::cancelled)?;
    Ok(cell.get_or_init(|| made))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(request: &str) -> Event {
        let mut events = Vec::new();
        Module::new(|| false).answer(request.as_bytes(), &mut |event| events.push(event));
        assert_eq!(events.len(), 1, "{events:?}");
        events.remove(0)
    }

    /// The whole module's answer, but for the number of nodes.
    #[cfg(feature = "all")]
    #[test]
    fn crosses_are_those_of_the_whole_module() {
        let whole = crate::module::Module::new(|| false);
        let facelets = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB";
        for scramble in ["R U F' D2 L", "x y2 D' B2 Rw", facelets, ""] {
            let request =
                format!(r#"{{"operation": "analyze", "stages": "cross", "scramble": "{scramble}"}}"#);
            let mut events = Vec::new();
            whole.answer(request.as_bytes(), &mut |event| events.push(event));
            let object = |event: &Event| {
                let (Event::Document(json) | Event::Error(json)) = event else { panic!("{event:?}") };
                let mut object: serde_json::Value = serde_json::from_slice(json).unwrap();
                object.as_object_mut().unwrap().remove("nodes");
                object
            };
            assert_eq!(object(&answer(&request)), object(events.last().unwrap()), "{scramble}");
        }
    }

    #[test]
    fn solutions_and_scrambles_are_documents_and_bad_cubes_errors() {
        let text = |event| match event {
            Event::Document(json) | Event::Error(json) => String::from_utf8(json).unwrap(),
            other => panic!("{other:?}"),
        };
        let solved = text(answer(r#"{"operation": "solve", "scramble": "R U F"}"#));
        assert!(solved.contains(r#""solution":"F' U' R'","length":3"#), "{solved}");
        let scrambles = text(answer(r#"{"operation": "scramble", "count": 2, "seed": 7}"#));
        assert!(scrambles.contains("random-7-2"), "{scrambles}");
        assert!(text(answer(r#"{"operation": "solve", "scramble": "R Q"}"#)).contains("unreadable-cube"));
        let refused = text(answer(r#"{"operation": "analyze", "scramble": "R", "stages": "xcross"}"#));
        assert!(refused.contains("only finds the cross"), "{refused}");
        assert!(text(answer(r#"{"operation": "review"}"#)).contains("unknown variant"));
    }
}
