//! The request for cases of CFOP: a list of them, or those that a picture, an algorithm or a cube shows.

use cubiform_human::cases::{Case, CaseSet};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::cases::{self, CaseMatch, FoundObject, Object as CaseObject};
use crate::limits::Limits;
use crate::operation::{Context, Door, Needs, Operation};

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
            CaseAnswer::Listed(cases) => {
                serializer.collect_seq(cases.iter().map(|case| CaseObject::of(case)))
            }
            CaseAnswer::Found(found) => serializer.collect_seq(found.iter().map(FoundObject::of)),
        }
    }
}

/// A case, or a case that was found.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum AnyCase<'a> {
    /// A case of a list.
    Listed(CaseObject<'a>),
    /// A case that a picture, an algorithm or a cube shows.
    Found(FoundObject<'a>),
}

impl Operation for CaseRequest {
    const DOOR: Door = Door {
        name: "cases",
        path: "/v1/cases",
        tag: "cases",
        summary: "List or find cases of CFOP",
        about: "The arrays of `cubiform cases list`, `cases show` and `cases find` with `--format json`.",
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
            (Some(pattern), None, None) => cases::by_picture(pattern),
            (None, Some(alg), None) => cases::by_algorithm(alg),
            (None, None, Some(scramble)) => cases::on_cube(scramble),
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
            (None, set) => cases::listed(set, self.group.as_deref()),
            (Some(_), None) => Err(Error::usage("case", "name its set, too").code(Error::CONTRADICTION)),
            (Some(_), Some(_)) if self.group.is_some() => {
                Err(Error::usage(None, "give case or group, not both").code(Error::CONTRADICTION))
            }
            (Some(labels), Some(set)) => {
                let labels: Vec<String> = labels.split(',').map(|label| label.trim().to_string()).collect();
                cases::named(set, &labels)
            }
        }
    }
}
