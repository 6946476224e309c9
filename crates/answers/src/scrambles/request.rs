//! The request for random-state scrambles.

use std::hash::{BuildHasher, Hasher, RandomState};

use cubiform_cube::goal::condition::Condition;
use cubiform_human::cases::Case;

#[cfg(feature = "clap")]
use crate::arguments::{self, TextParser};
use crate::cases::DerivedCases;
use crate::goals::parse_condition;
use crate::limits::Limits;
use crate::puzzle::{Puzzle, ScrambleEvent};
use crate::{Error, cases};

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
