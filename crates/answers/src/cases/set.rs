//! A set of cases derived from two goals as an answer, and its JSON.

use cubiform_cube::facelets;
use cubiform_human::cases::sets::{DerivedCase, DerivedSet};

use crate::request::CaseSetQuestion;

/// The cases of getting from one goal to another.
// The members are in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CaseSetAnswer {
    /// What the set is, and how its number of cases is counted elsewhere; null for a set without a name.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub about: Option<&'static str>,
    /// The cases that are not solved.
    pub cases: Vec<CaseOfSet>,
    /// The goal in which the cases begin; null for any state.
    #[cfg_attr(feature = "schema", schema(required = true, example = "f2l + oll"))]
    pub from: Option<String>,
    /// Whether mirror images are one case.
    pub mirror: bool,
    /// The name of the set; null if it has none.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Option<String>, example = "PLL"))]
    pub name: Option<&'static str>,
    /// The probability that no case arises because the second goal is met already, as a numerator and a denominator.
    #[cfg_attr(feature = "schema", schema(value_type = [u64; 2], example = json!([1, 72])))]
    pub solved: [u128; 2],
    /// The number of states in which the first goal is met.
    #[cfg_attr(feature = "schema", schema(value_type = u64, example = 288))]
    pub states: u128,
    /// The goal in which the cases are solved.
    #[cfg_attr(feature = "schema", schema(example = "solved + up to U"))]
    pub to: String,
    /// Whether a turn of U before the first move leads to the same case.
    pub turns_before: bool,
}

/// A case of a derived set.
// The members are in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CaseOfSet {
    /// A cube with the case, as facelets.
    #[cfg_attr(
        feature = "schema",
        schema(example = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB")
    )]
    pub cube: String,
    /// The facelets of the cube; `?` for those that the second goal ignores.
    #[cfg_attr(
        feature = "schema",
        schema(example = "????U???????RRRRRR???FFFFFFDDDDDDDDD???LLLLLL???BBBBBB")
    )]
    pub mask: String,
    /// The number of the mirror image; null if it is no case of the set.
    #[cfg_attr(feature = "schema", schema(required = true, example = 2, minimum = 1))]
    pub mirror: Option<usize>,
    /// The number of the case, from 1.
    #[cfg_attr(feature = "schema", schema(example = 1, minimum = 1))]
    pub number: usize,
    /// The number of states that the second goal tells apart.
    #[cfg_attr(feature = "schema", schema(example = 16, minimum = 1))]
    pub orbit: usize,
    /// The last layer from above, as `cases find` reads it; null if the first two layers are not solved.
    #[cfg_attr(feature = "schema", schema(required = true, example = "?BBR?/LxxxF/RxxxL/LxxxB/?FFR?"))]
    pub picture: Option<String>,
    /// The probability of the case, as a numerator and a denominator.
    #[cfg_attr(feature = "schema", schema(value_type = [u64; 2], example = json!([1, 18])))]
    pub probability: [u128; 2],
    /// The case of F2L, OLL or PLL that the case shows; null if it shows several or none.
    #[cfg_attr(feature = "schema", schema(required = true, example = "PLL T"))]
    pub shows: Option<String>,
}

impl CaseSetAnswer {
    /// Returns the answer to a question.
    pub(crate) fn new(question: &CaseSetQuestion, set: &DerivedSet) -> CaseSetAnswer {
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
            about: question.known.map(|known| known.about),
            cases: (1..).zip(set.unsolved()).map(case).collect(),
            from: question.from.clone(),
            mirror: question.mirror,
            name: question.known.map(|known| known.name),
            solved: set.cases[..first].first().map_or([0, 1], |case| case.probability.into()),
            states: set.states,
            to: question.to.clone(),
            turns_before: set.turns_before,
        }
    }
}
