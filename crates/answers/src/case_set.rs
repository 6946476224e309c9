//! The operation `case_set`: the cases between two goals.

use cubiform_cube::facelets;
use cubiform_cube::goal::{Pattern, pattern};
use cubiform_human::cases::sets::{Definition, DeriveError, DerivedCase, DerivedSet, KnownSet};
use serde::Deserialize;

use crate::Error;
use crate::limits::Limits;
use crate::operation::{Context, Door, Operation};

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
        about: "Every case of getting from one goal to the other.",
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

/// The cases of getting from one goal to another.
// The members are in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct CaseSetAnswer {
    /// What the set is, and how its number of cases is counted elsewhere; null for a set without a name.
    #[schema(required = true)]
    pub about: Option<&'static str>,
    /// The cases that are not solved.
    pub cases: Vec<CaseOfSet>,
    /// The goal in which the cases begin; null for any state.
    #[schema(required = true, example = "f2l + oll")]
    pub from: Option<String>,
    /// Whether mirror images are one case.
    pub mirror: bool,
    /// The name of the set; null if it has none.
    #[schema(required = true, value_type = Option<String>, example = "PLL")]
    pub name: Option<&'static str>,
    /// The probability that no case arises because the second goal is met already, as a numerator and a denominator.
    #[schema(value_type = [u64; 2], example = json!([1, 72]))]
    pub solved: [u128; 2],
    /// The number of states in which the first goal is met.
    #[schema(value_type = u64, example = 288)]
    pub states: u128,
    /// The goal in which the cases are solved.
    #[schema(example = "solved + up to U")]
    pub to: String,
    /// Whether a turn of U before the first move leads to the same case.
    pub turns_before: bool,
}

/// A case of a derived set.
// The members are in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct CaseOfSet {
    /// A cube with the case, as facelets.
    #[schema(example = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB")]
    pub cube: String,
    /// The facelets of the cube; `?` for those that the second goal ignores.
    #[schema(example = "????U???????RRRRRR???FFFFFFDDDDDDDDD???LLLLLL???BBBBBB")]
    pub mask: String,
    /// The number of the mirror image; null if it is no case of the set.
    #[schema(required = true, example = 2, minimum = 1)]
    pub mirror: Option<usize>,
    /// The number of the case, from 1.
    #[schema(example = 1, minimum = 1)]
    pub number: usize,
    /// The number of states that the second goal tells apart.
    #[schema(example = 16, minimum = 1)]
    pub orbit: usize,
    /// The last layer from above, as `cases find` reads it; null if the first two layers are not solved.
    #[schema(required = true, example = "?BBR?/LxxxF/RxxxL/LxxxB/?FFR?")]
    pub picture: Option<String>,
    /// The probability of the case, as a numerator and a denominator.
    #[schema(value_type = [u64; 2], example = json!([1, 18]))]
    pub probability: [u128; 2],
    /// The case of F2L, OLL or PLL that the case shows; null if it shows several or none.
    #[schema(required = true, example = "PLL T")]
    pub shows: Option<String>,
}

impl CaseSetAnswer {
    /// Returns the cases of a set, which is `known` if it has a name, between the texts of two goals.
    fn new(
        known: Option<&'static KnownSet>,
        (from, to): (Option<String>, String),
        mirror: bool,
        set: &DerivedSet,
    ) -> CaseSetAnswer {
        let first = usize::from(set.cases.first().is_some_and(|case| case.is_solved));
        let case = |(number, case): (usize, &DerivedCase)| CaseOfSet {
            cube: facelets::format(&case.cube),
            mask: case.facelets.clone(),
            mirror: case.mirror.map(|index| index + 1 - first),
            number,
            orbit: case.orbit,
            picture: case.picture.clone(),
            probability: case.probability.into(),
            shows: case.shows.map(ToString::to_string),
        };
        CaseSetAnswer {
            about: known.map(|known| known.about),
            cases: (1..).zip(set.unsolved()).map(case).collect(),
            from,
            mirror,
            name: known.map(|known| known.name),
            solved: set.cases[..first].first().map_or([0, 1], |case| case.probability.into()),
            states: set.states,
            to,
            turns_before: set.turns_before,
        }
    }
}
