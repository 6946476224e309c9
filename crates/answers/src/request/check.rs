//! The request to check the text of a goal or a condition.

use serde::{Deserialize, Serialize};

use super::Limits;
use crate::Error;
use crate::goals::{Check, check_condition, check_goal};

/// A text to check: a goal or a condition.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CheckRequest {
    /// The text of a goal: a name or an expression.
    #[cfg_attr(feature = "schema", schema(example = "cross + FR"))]
    pub goal: Option<String>,
    /// The text of a condition, as in `scramble --where`.
    #[cfg_attr(feature = "schema", schema(example = "cross[W] <= 4"))]
    pub condition: Option<String>,
}

impl CheckRequest {
    /// Returns the check.
    ///
    /// # Errors
    /// If there is not exactly one text, or it is too long.
    pub fn answer(&self, limits: &Limits) -> Result<Check, Error> {
        limits.texts([("goal", self.goal.as_deref()), ("condition", self.condition.as_deref())])?;
        match (&self.goal, &self.condition) {
            (Some(goal), None) => Ok(check_goal(goal)),
            (None, Some(condition)) => Ok(check_condition(condition)),
            _ => Err(Error::usage(None, "give a goal or a condition").code(Error::CONTRADICTION)),
        }
    }
}
