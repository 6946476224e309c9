//! A set of cases derived from two goals as an answer, and its JSON.

use cubiform_cube::facelets;
use cubiform_human::cases::sets::{DerivedCase, DerivedSet, KnownSet};

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
    pub(super) fn new(
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
