//! The request for a distribution.

use cubiform_cube::Color;
use serde::{Deserialize, Serialize};

use super::Limits;
use crate::Error;
use crate::distribution::{Question, parse_subject};

/// The states to count.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DistributionRequest {
    /// A goal, a stage, an expression, the name of a table, or a phase of Thistlethwaite's algorithm.
    #[cfg_attr(feature = "schema", schema(example = "cross"))]
    pub goal: String,
    /// The stage of the goal; its first one by default.
    #[cfg_attr(feature = "schema", schema(example = "xcross"))]
    pub stage: Option<String>,
    /// Bottom colours: counts all states of the edges by the best of these colours.
    #[cfg_attr(feature = "schema", schema(example = "WY"))]
    pub colors: Option<String>,
    /// Counts all states of the cube by the best of the three axes, for the stages `eo` and `dr` of the goal `dr`.
    pub any_axis: bool,
}

impl DistributionRequest {
    /// Reads and checks the request.
    ///
    /// # Errors
    /// If a part cannot be read, or is too long.
    pub fn check(&self, limits: &Limits) -> Result<Question, Error> {
        limits.texts([("goal", Some(&self.goal)), ("stage", self.stage.as_deref())])?;
        if self.goal.is_empty() {
            return Err(Error::usage("goal", "no goal")
                .code("no-goal")
                .placed()
                .hint("name one, such as cross"));
        }
        let colors = self.colors.as_deref().map(Color::list).transpose();
        Ok(Question {
            subject: parse_subject(&self.goal)?,
            stage: self.stage.clone(),
            colors: colors.map_err(|error| Error::usage("colors", error))?,
            any_axis: self.any_axis,
        })
    }
}
