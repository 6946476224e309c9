//! The operation `cases`: lists of the cases of CFOP, the cases that a picture, an algorithm or a cube shows, and their JSON.

mod find;
mod parse;

use cubiform_cube::Color;
use cubiform_human::cases::{Case, CaseSet};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Error;
use crate::limits::Limits;
use crate::operation::{Context, Door, Needs, Operation};

pub use find::{CaseMatch, by_algorithm, by_picture, on_cube};
pub use parse::{DerivedCases, parse, parse_any};
pub(crate) use parse::{number_in, parse_derived};

/// Returns the cases of `set`, or of all sets, that belong to `group`, or to any group.
///
/// # Errors
/// If no case belongs to the group.
pub fn listed(set: Option<CaseSet>, group: Option<&str>) -> Result<Vec<&'static Case>, Error> {
    let all =
        || CaseSet::ALL.into_iter().filter(|s| set.is_none_or(|set| set == *s)).flat_map(CaseSet::cases);
    let Some(group) = group else { return Ok(all().collect()) };
    let cases: Vec<&Case> = all().filter(|case| case.group.eq_ignore_ascii_case(group)).collect();
    if cases.is_empty() {
        let mut groups: Vec<&str> = all().map(|case| case.group).collect();
        groups.sort_unstable();
        groups.dedup();
        let error = Error::usage("group", format!("unknown group '{group}'")).code("unknown-group").placed();
        return Err(error.hint(format!("valid groups: {}", groups.join(", "))).value("group", group));
    }
    Ok(cases)
}

/// Returns the cases of a set with these labels, names, letters or groups; without labels all cases of the set.
///
/// # Errors
/// If no case of the set has a label.
pub fn named(set: CaseSet, labels: &[String]) -> Result<Vec<&'static Case>, Error> {
    if labels.is_empty() {
        return Ok(set.cases().iter().collect());
    }
    let mut found: Vec<&Case> = Vec::new();
    for label in labels {
        let cases = Case::find_all(set, label);
        if cases.is_empty() {
            return Err(unknown(set, label));
        }
        found.extend(cases);
    }
    Ok(found)
}

/// Returns the cases that words name: a set and its cases (`oll 27 sune`), one name (`T perm`), or several names. A letter
/// without a set may name cases of several sets, all of which are returned.
///
/// # Errors
/// If a word names no case.
pub fn in_words(words: &[String]) -> Result<Vec<&'static Case>, Error> {
    if let Some((set, labels)) = words.split_first()
        && let Some(set) = CaseSet::from_name(set)
    {
        return named(set, labels);
    }
    let of_word = |word: &String| {
        parse(word).or_else(|error| match CaseSet::ALL.map(|set| Case::find_all(set, word)).concat() {
            cases if cases.is_empty() || word.parse::<u8>().is_ok() => {
                let message = format!("'{word}' names no case; {}", error.message);
                Err(error.with_message(message))
            }
            cases => Ok(cases),
        })
    };
    match parse(&words.join(" ")) {
        Ok(cases) => Ok(cases),
        Err(_) => words.iter().map(of_word).collect::<Result<Vec<_>, _>>().map(|cases| cases.concat()),
    }
}

/// Returns the error of a label that no case of the set has.
pub(crate) fn unknown(set: CaseSet, label: &str) -> Error {
    let (first, last) = (set.cases()[0].label, set.cases()[set.cases().len() - 1].label);
    let name = set.name();
    let error = Error::usage("case", format!("{name} has no case '{label}'")).code("unknown-case").placed();
    let list = name.to_lowercase();
    error
        .hint(format!("its cases are {first} to {last} (cubiform cases list {list} lists them)"))
        .value("case", label)
}

/// The cases to list or find.
#[derive(Clone, Debug, Default, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CaseRequest {
    /// The set: `f2l`, `oll` or `pll`; all of them by default.
    #[schema(example = "oll")]
    pub set: Option<String>,
    /// A group of cases, such as `fish`.
    #[schema(example = "fish")]
    pub group: Option<String>,
    /// Cases of the set by number, letters or name, separated by commas.
    #[schema(example = "27")]
    pub case: Option<String>,
    /// A picture, as in `cases find`.
    #[schema(example = "x.x/.x./x.x")]
    pub pattern: Option<String>,
    /// An algorithm whose cases are wanted.
    #[schema(example = "R U R' U R U2 R'")]
    pub alg: Option<String>,
    /// A cube whose cases are wanted.
    #[schema(example = "R U2 R' U' R U' R'")]
    pub scramble: Option<String>,
}

/// The cases of a request.
#[derive(Clone, Debug)]
pub enum CaseAnswer {
    /// Cases of a list.
    Listed(Vec<&'static Case>),
    /// Cases that a picture, an algorithm or a cube shows.
    Found(Vec<CaseMatch>),
}

impl Serialize for CaseAnswer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            CaseAnswer::Listed(cases) => serializer.collect_seq(cases.iter().map(|case| Object::of(case))),
            CaseAnswer::Found(found) => serializer.collect_seq(found.iter().map(FoundObject::of)),
        }
    }
}

/// A case, or a case that was found.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum AnyCase<'a> {
    /// A case of a list.
    Listed(Object<'a>),
    /// A case that a picture, an algorithm or a cube shows.
    Found(FoundObject<'a>),
}

impl Operation for CaseRequest {
    const DOOR: Door = Door {
        name: "cases",
        path: "/v1/cases",
        tag: "cases",
        summary: "List or find cases of CFOP",
        about: "The cases that match, with their algorithms; all of them unless a member chooses.",
        answer: "The cases",
        is_list: true,
        needs: Needs::Nothing,
        ..Door::NEW
    };

    type Question = CaseAnswer;
    type Answer = CaseAnswer;
    type Document = AnyCase<'static>;

    fn check(self, limits: &Limits) -> Result<CaseAnswer, Error> {
        limits.texts([
            ("set", self.set.as_deref()),
            ("group", self.group.as_deref()),
            ("case", self.case.as_deref()),
            ("pattern", self.pattern.as_deref()),
            ("alg", self.alg.as_deref()),
            ("scramble", self.scramble.as_deref()),
        ])?;
        let lists = self.set.is_some() || self.group.is_some() || self.case.is_some();
        let found = match (&self.pattern, &self.alg, &self.scramble) {
            (None, None, None) => return self.listed().map(CaseAnswer::Listed),
            _ if lists => {
                let message = "set, group and case list cases; pattern, alg and scramble find them";
                return Err(Error::usage(None, message).code(Error::CONTRADICTION));
            }
            (Some(pattern), None, None) => by_picture(pattern),
            (None, Some(alg), None) => by_algorithm(alg),
            (None, None, Some(scramble)) => on_cube(scramble),
            _ => {
                let message = "give one of pattern, alg and scramble";
                return Err(Error::usage(None, message).code(Error::CONTRADICTION));
            }
        };
        found.map(CaseAnswer::Found)
    }

    fn answer(cases: CaseAnswer, _: &Context<'_>) -> Result<CaseAnswer, Error> {
        Ok(cases)
    }
}

impl CaseRequest {
    fn listed(&self) -> Result<Vec<&'static Case>, Error> {
        let unknown =
            || Error::usage("set", "unknown set").code("unknown-set").hint("expected f2l, oll or pll");
        let set = self.set.as_deref().map(|name| CaseSet::from_name(name).ok_or_else(unknown)).transpose()?;
        match (&self.case, set) {
            (None, set) => listed(set, self.group.as_deref()),
            (Some(_), None) => Err(Error::usage("case", "name its set, too").code(Error::CONTRADICTION)),
            (Some(_), Some(_)) if self.group.is_some() => {
                Err(Error::usage(None, "give case or group, not both").code(Error::CONTRADICTION))
            }
            (Some(labels), Some(set)) => {
                let labels: Vec<String> = labels.split(',').map(|label| label.trim().to_string()).collect();
                named(set, &labels)
            }
        }
    }
}

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
