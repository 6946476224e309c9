//! The operation `check`: the check of the text of a goal or a condition, for an editor.

mod answer;

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::limits::Limits;
use crate::operation::{Context, Door, Needs, Operation};

pub use answer::{Check, CheckError, CheckedStage, CheckedToken, check_condition, check_goal};

/// A text to check: a goal or a condition.
#[derive(Clone, Debug, Default, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct CheckRequest {
    /// Text of a goal: a name or an expression
    #[cfg_attr(feature = "clap", arg(value_name = "GOAL", conflicts_with = "condition"))]
    #[schema(example = "cross + FR")]
    pub goal: Option<String>,

    /// Text of a condition, such as "cross <= 4"
    #[cfg_attr(feature = "clap", arg(long, value_name = "CONDITION"))]
    #[schema(example = "cross[W] <= 4")]
    pub condition: Option<String>,
}

impl Operation for CheckRequest {
    const DOOR: Door = Door {
        name: "check",
        path: "/v1/goals/check",
        tag: "goals",
        summary: "Check a goal or a condition",
        about: "For an editor: the tokens with their places, the stages of a valid text, and the place of the first error. An\n\
            invalid text is answered with status 200, too.",
        answer: "The check",
        needs: Needs::Nothing,
        ..Door::NEW
    };

    type Question = Check;
    type Answer = Check;
    type Document = Check;

    fn check(self, limits: &Limits) -> Result<Check, Error> {
        limits.texts([("goal", self.goal.as_deref()), ("condition", self.condition.as_deref())])?;
        match (&self.goal, &self.condition) {
            (Some(goal), None) => Ok(check_goal(goal)),
            (None, Some(condition)) => Ok(check_condition(condition)),
            _ => Err(Error::usage(None, "give a goal or a condition").code(Error::CONTRADICTION)),
        }
    }

    fn answer(check: Check, _: &Context<'_>) -> Result<Check, Error> {
        Ok(check)
    }
}
