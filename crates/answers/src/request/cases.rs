//! The request for cases of CFOP: a list of them, or those that a picture, an algorithm or a cube shows.

use cubiform_human::cases::{Case, CaseSet};
use serde::{Deserialize, Serialize};

use super::Limits;
use crate::Error;
use crate::cases::{self, Found, FoundObject, Object};

/// The cases to list or find.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CaseRequest {
    /// The set: `f2l`, `oll` or `pll`; all of them by default.
    #[cfg_attr(feature = "schema", schema(example = "oll"))]
    pub set: Option<String>,
    /// A group of cases, such as `fish`.
    #[cfg_attr(feature = "schema", schema(example = "fish"))]
    pub group: Option<String>,
    /// Cases of the set by number, letters or name, separated by commas.
    #[cfg_attr(feature = "schema", schema(example = "27"))]
    pub case: Option<String>,
    /// A picture, as in `cases find`.
    #[cfg_attr(feature = "schema", schema(example = "x.x/.x./x.x"))]
    pub pattern: Option<String>,
    /// An algorithm whose cases are wanted.
    #[cfg_attr(feature = "schema", schema(example = "R U R' U R U2 R'"))]
    pub alg: Option<String>,
    /// A cube whose cases are wanted.
    #[cfg_attr(feature = "schema", schema(example = "R U2 R' U' R U' R'"))]
    pub scramble: Option<String>,
}

/// The cases of a request.
#[derive(Clone, Debug)]
pub enum CaseAnswer {
    /// Cases of a list.
    Listed(Vec<&'static Case>),
    /// Cases that a picture, an algorithm or a cube shows.
    Found(Vec<Found>),
}

impl CaseAnswer {
    /// Returns the JSON array.
    ///
    /// # Errors
    /// Never, since every case can be written.
    pub fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        match self {
            CaseAnswer::Listed(cases) => {
                serde_json::to_vec(&cases.iter().map(|case| Object::of(case)).collect::<Vec<_>>())
            }
            CaseAnswer::Found(found) => {
                serde_json::to_vec(&found.iter().map(FoundObject::of).collect::<Vec<_>>())
            }
        }
    }
}

impl CaseRequest {
    /// Checks the request and returns the cases.
    ///
    /// # Errors
    /// If parts contradict each other or cannot be read, or no case is found.
    pub fn answer(&self, limits: &Limits) -> Result<CaseAnswer, Error> {
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
