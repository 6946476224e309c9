//! Cases as JSON.

use cubiform_cube::Color;
use cubiform_human::cases::Case;
use serde_json::{Value, json};

use super::CaseMatch;

/// A case in JSON output.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = CaseAnswer)]
pub struct Object<'a> {
    /// The set: `F2L`, `OLL` or `PLL`.
    #[schema(example = "OLL")]
    set: &'a str,
    /// The number or letters of the case within its set.
    #[schema(example = "27")]
    label: &'a str,
    /// The common name; absent if the case has none.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[schema(required = false, example = "Sune")]
    name: &'a str,
    /// The group of similar cases.
    #[schema(example = "cross")]
    group: &'a str,
    /// The probability of the case in a random solve, as a numerator and a denominator.
    #[schema(example = json!([1, 54]))]
    probability: [u32; 2],
    /// The picture, a pattern that finds the case: rows of stickers, or the positions of the pair of an F2L case.
    #[schema(example = ".x.../..x.x/.xxx./.xx../...x.")]
    picture: &'a str,
    /// The algorithms, the usual one first.
    #[schema(value_type = Vec<String>, example = json!(["R U R' U R U2 R'"]))]
    algorithms: &'a [&'a str],
}

impl<'a> Object<'a> {
    /// Returns the object of a case.
    pub fn of(case: &'a Case) -> Object<'a> {
        Object {
            set: case.set.name(),
            label: case.label,
            name: case.name,
            group: case.group,
            probability: case.probability.into(),
            picture: case.picture,
            algorithms: &case.algorithms,
        }
    }
}

/// The type of a case under a name that utoipa does not take for any object.
type CaseObject = Object<'static>;

/// A found case in JSON output.
// The members are in alphabetical order.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = FoundCase)]
pub struct FoundObject<'a> {
    /// The case; null if the state is no standard case, or the last layer is solved.
    // A value has its members in alphabetical order.
    #[schema(required = true, value_type = Option<CaseObject>)]
    case: Option<Value>,
    /// The bottom colour, if it is not clear from the question.
    #[schema(required = true, example = "white")]
    color: Option<&'a str>,
    /// The colours of the pair of an F2L case on a cube.
    #[schema(required = true, example = "green-red")]
    pair: Option<&'a str>,
    /// The rotation of the cube and the turn of U after which it looks as pictured; empty for neither.
    #[schema(example = "y U2")]
    rotation: String,
    /// The set of the case: `F2L`, `OLL` or `PLL`.
    #[schema(example = "OLL")]
    set: &'a str,
}

impl<'a> FoundObject<'a> {
    /// Returns the object of a found case.
    pub fn of(found: &'a CaseMatch) -> FoundObject<'a> {
        FoundObject {
            set: found.set.name(),
            case: found.case.map(|case| json!(Object::of(case))),
            color: found.color.map(Color::name),
            pair: found.pair.as_deref(),
            rotation: found.case.map(|_| found.adjustment()).filter(|text| text != "-").unwrap_or_default(),
        }
    }
}
