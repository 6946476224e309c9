//! Whole numbers with a range, as members of requests.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::Error;

/// A whole number from `MIN` to `MAX`. The range is in the help of the command, in the OpenAPI document, and so in Python and
/// JavaScript. A number that was read from JSON may be out of it until a request is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Bounded<const MIN: u64, const MAX: u64>(u64);

impl<const MIN: u64, const MAX: u64> Bounded<MIN, MAX> {
    /// Returns a number of the range.
    ///
    /// # Panics
    /// If it is out of it.
    pub const fn new(number: u64) -> Bounded<MIN, MAX> {
        assert!(MIN <= number && number <= MAX);
        Bounded(number)
    }

    /// Returns the number; the nearest one of the range if it was not checked.
    ///
    /// # Panics
    /// If the type has not the numbers of the range.
    pub fn get<T: TryFrom<u64>>(self) -> T {
        let number = T::try_from(self.0.clamp(MIN, MAX));
        number.ok().expect("the type has the numbers of the range")
    }
}

/// Returns the value of a parameter, if it is given.
///
/// # Errors
/// If it is out of its range.
pub(crate) fn checked<T: TryFrom<u64>, const MIN: u64, const MAX: u64>(
    parameter: &'static str,
    value: Option<Bounded<MIN, MAX>>,
) -> Result<Option<T>, Error> {
    match value {
        Some(Bounded(number)) if !(MIN..=MAX).contains(&number) => {
            Err(Error::usage(parameter, format!("expected {MIN} to {MAX}")).code(Error::OUT_OF_RANGE))
        }
        value => Ok(value.map(Bounded::get)),
    }
}

impl<const MIN: u64, const MAX: u64> Default for Bounded<MIN, MAX> {
    fn default() -> Bounded<MIN, MAX> {
        Bounded(MIN)
    }
}

impl<const MIN: u64, const MAX: u64> FromStr for Bounded<MIN, MAX> {
    type Err = String;

    fn from_str(text: &str) -> Result<Bounded<MIN, MAX>, String> {
        let number = text.parse().ok().filter(|number| (MIN..=MAX).contains(number));
        number.map(Bounded).ok_or_else(|| format!("expected {MIN} to {MAX}"))
    }
}

impl<const MIN: u64, const MAX: u64> std::fmt::Display for Bounded<MIN, MAX> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl<const MIN: u64, const MAX: u64> PartialSchema for Bounded<MIN, MAX> {
    fn schema() -> RefOr<Schema> {
        let number = ObjectBuilder::new().schema_type(Type::Integer);
        let number = number.format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)));
        number.minimum(Some(MIN)).maximum(Some(MAX)).into()
    }
}

impl<const MIN: u64, const MAX: u64> ToSchema for Bounded<MIN, MAX> {}
