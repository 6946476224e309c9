//! The operation `case_set`: the cases between two goals.

mod answer;

use cubiform_cube::goal::{Pattern, pattern};
use cubiform_human::cases::sets::{Definition, DeriveError, KnownSet};
use serde::Deserialize;

use crate::Error;
use crate::limits::Limits;
use crate::operation::{Context, Door, Operation};

pub use answer::{CaseOfSet, CaseSetAnswer};

/// Two goals, or the name of a set, whose cases are wanted.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[schema(as = CaseSetOptions)]
pub struct CaseSetRequest {
    /// Goal in which the cases begin, such as "f2l + eo" [default: any state]
    #[cfg_attr(feature = "clap", arg(long, value_name = "GOAL", requires = "to"))]
    #[schema(example = "f2l + eo")]
    pub from: Option<String>,

    /// Goal in which the cases are solved, such as "solved + up to U"
    #[cfg_attr(feature = "clap", arg(long, value_name = "GOAL"))]
    #[schema(example = "solved + up to U")]
    pub to: Option<String>,

    /// Name of a set, such as ZBLL, instead of two goals
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", conflicts_with_all = ["from", "to"]))]
    #[schema(example = "PLL")]
    pub set: Option<String>,

    /// Count mirror images as one case
    #[cfg_attr(feature = "clap", arg(long))]
    #[schema(example = false)]
    pub mirror: bool,
}

/// A request for the cases between two goals that has been checked.
#[derive(Clone, Debug)]
pub struct CaseSetQuestion {
    /// The set, if it has a name.
    pub known: Option<&'static KnownSet>,
    /// The text of the first goal; `None` for any state.
    pub from: Option<String>,
    /// The text of the second goal.
    pub to: String,
    /// The two goals.
    pub definition: Definition,
    /// Whether mirror images are one case.
    pub mirror: bool,
    /// The maximum number of cases.
    max_cases: usize,
}

impl Operation for CaseSetRequest {
    const DOOR: Door = Door {
        name: "case_set",
        path: "/v1/cases/set",
        tag: "cases",
        summary: "List the cases between two goals",
        about: "The object of `cubiform cases make --format json`: every case of getting from one goal to the other.",
        answer: "The cases",
        ..Door::NEW
    };

    type Question = CaseSetQuestion;
    type Answer = CaseSetAnswer;
    type Document = CaseSetAnswer;

    fn check(self, limits: &Limits) -> Result<CaseSetQuestion, Error> {
        limits.texts([
            ("from", self.from.as_deref()),
            ("to", self.to.as_deref()),
            ("set", self.set.as_deref()),
        ])?;
        let (mirror, max_cases) = (self.mirror, limits.cases);
        match (self.from, self.to, self.set) {
            (None, None, Some(name)) => {
                let known = KnownSet::find(&name).ok_or_else(|| unknown_set(&name))?;
                let (from, to) = (Some(known.from.to_string()), known.to.to_string());
                let definition = known.definition();
                Ok(CaseSetQuestion { known: Some(known), from, to, definition, mirror, max_cases })
            }
            (from, Some(to), None) => {
                let first = from.as_deref().map_or(Ok(vec![Pattern::ALL]), |text| patterns("from", text))?;
                let definition = Definition { from: first, to: patterns("to", &to)? };
                Ok(CaseSetQuestion { known: None, from, to, definition, mirror, max_cases })
            }
            _ => {
                let error = Error::usage(None, "give the name of a `set`, or the goals `from` and `to`");
                Err(error.code(Error::CONTRADICTION))
            }
        }
    }

    fn answer(question: CaseSetQuestion, context: &Context<'_>) -> Result<CaseSetAnswer, Error> {
        let derived = question.definition.derive(question.mirror, context.cancel()).map_err(not_derived)?;
        let (cases, max) = (derived.unsolved().count(), question.max_cases);
        if cases > max {
            let error = Error::message(format!("the set has {cases} cases; at most {max} are listed here"));
            return Err(error.code(Error::TOO_EXPENSIVE).hint(FEWER_PIECES));
        }
        let CaseSetQuestion { known, from, to, mirror, .. } = question;
        Ok(CaseSetAnswer::new(known, (from, to), mirror, &derived))
    }
}

/// Reads a goal of a set.
fn patterns(parameter: &'static str, text: &str) -> Result<Vec<Pattern>, Error> {
    pattern::parse(text).map_err(|error| Error::in_text(parameter, text, 0, &error))
}

fn unknown_set(name: &str) -> Error {
    let error = Error::usage("set", format!("unknown set '{name}'")).code("unknown-set").value("set", name);
    error.placed().hint(format!("valid sets: {}", KnownSet::names()))
}

/// The advice for sets that are too large.
const FEWER_PIECES: &str = "choose goals with fewer pieces between them";

/// Returns the error of a set whose cases were not derived.
pub(crate) fn not_derived(error: DeriveError) -> Error {
    match error {
        DeriveError::Cancelled => Error::cancelled(),
        DeriveError::TooMany => Error::message(error).code(Error::TOO_EXPENSIVE).hint(FEWER_PIECES),
    }
}
