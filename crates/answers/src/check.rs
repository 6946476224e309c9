//! The operation `check`: the tokens, the meaning and the error of the text of a goal or a condition, for an editor.

use cubiform_cube::goal::condition::Condition;
use cubiform_cube::goal::{TextError, TextErrorKind, TokenKind, Variant, token_spans};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::limits::Limits;
use crate::operation::{Context, Door, Needs, Operation};

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

/// The result of a check.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = CheckAnswer)]
pub struct Check {
    /// Whether the text is valid.
    pub valid: bool,
    /// The text in canonical form, if it is valid.
    #[schema(required = true, example = "FR + cross")]
    pub name: Option<String>,
    /// The stages of a goal, or those that a condition compares.
    pub stages: Vec<CheckedStage>,
    /// The tokens of the text, whether or not it is valid.
    pub tokens: Vec<CheckedToken>,
    /// The first error.
    #[schema(required = true)]
    pub error: Option<CheckError>,
}

/// A stage of a checked text.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
pub struct CheckedStage {
    /// The name in the columns of answers.
    #[schema(example = "pseudo_xcross")]
    pub name: String,
    /// The name within the goal.
    #[schema(example = "xcross")]
    pub label: String,
    /// The name for people.
    #[schema(example = "pseudo xcross")]
    pub title: String,
    /// The number of targets, any one of which meets the stage.
    #[schema(example = 16, minimum = 1)]
    pub choices: usize,
}

/// A token of a checked text.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
pub struct CheckedToken {
    /// The column of its first character, in characters, from 1.
    #[schema(example = 1, minimum = 1)]
    pub column: usize,
    /// The number of characters.
    #[schema(example = 5, minimum = 1)]
    pub length: usize,
    /// `word`, `number` or `mark`.
    #[schema(example = "word")]
    pub kind: &'static str,
}

/// An error in a checked text.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
pub struct CheckError {
    /// The column of the token, in characters, from 1.
    #[schema(example = 9, minimum = 1)]
    pub column: usize,
    /// The number of characters of the token; 0 at the end of the text.
    #[schema(example = 4, minimum = 0)]
    pub length: usize,
    /// A stable short name of the error, for programs and translations.
    #[schema(example = "unknown-goal-term")]
    pub code: &'static str,
    /// The error and how to mend it.
    #[schema(example = "unknown goal term 'crss' (did you mean 'cross'?)")]
    pub message: String,
}

/// Checks a goal: the name of one, or an expression.
pub fn check_goal(text: &str) -> Check {
    match Variant::read(text) {
        Ok(goal) => valid(text, goal.name.to_string(), goal.stages.iter()),
        Err(error) => invalid(text, &error),
    }
}

/// Checks a condition.
pub fn check_condition(text: &str) -> Check {
    match Condition::parse(text) {
        Ok(condition) => {
            let stages = condition.lengths().into_iter().map(|length| length.stage());
            valid(text, condition.to_string(), stages)
        }
        Err(error) => invalid(text, &error),
    }
}

fn tokens(text: &str) -> Vec<CheckedToken> {
    let token = |span: cubiform_cube::goal::TokenSpan| CheckedToken {
        column: span.column,
        length: span.length,
        kind: match span.kind {
            TokenKind::Word => "word",
            TokenKind::Number => "number",
            TokenKind::Mark => "mark",
        },
    };
    token_spans(text).into_iter().map(token).collect()
}

fn valid<'a>(
    text: &str,
    name: String,
    stages: impl Iterator<Item = &'a cubiform_cube::goal::Stage>,
) -> Check {
    let stage = |stage: &cubiform_cube::goal::Stage| CheckedStage {
        name: stage.name.to_string(),
        label: stage.label.to_string(),
        title: stage.title.to_string(),
        choices: stage.choices.len(),
    };
    let mut distinct: Vec<CheckedStage> = Vec::new();
    for stage in stages.map(stage) {
        if distinct.iter().all(|known| known.name != stage.name) {
            distinct.push(stage);
        }
    }
    Check { valid: true, name: Some(name), stages: distinct, tokens: tokens(text), error: None }
}

fn invalid<K: TextErrorKind>(text: &str, error: &TextError<K>) -> Check {
    let (tokens, column) = (tokens(text), error.column);
    let length = tokens.iter().find(|token| token.column == column).map_or(0, |token| token.length);
    let error = Some(CheckError { column, length, code: error.kind.code(), message: error.message() });
    Check { valid: false, name: None, stages: Vec::new(), tokens, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_the_place_of_their_token() {
        let check = check_goal("cross + crss");
        let error = check.error.unwrap();
        assert_eq!((check.valid, error.column, error.length), (false, 9, 4));
        assert!(error.message.contains("did you mean 'cross'?"), "{}", error.message);
        let check = check_condition("xcros <= 3");
        assert_eq!(check.error.map(|error| (error.column, error.length)), Some((1, 5)));
        let check = check_goal("cross +");
        assert_eq!(check.error.map(|error| (error.column, error.length)), Some((8, 0)));
    }

    #[test]
    fn valid_texts_have_a_name_and_stages() {
        let check = check_goal("rf+cross");
        assert_eq!(
            (check.name.as_deref(), check.stages.len(), check.tokens.len()),
            (Some("FR + cross"), 1, 3)
        );
        assert_eq!(check_goal("std").stages.len(), 5);
        let check = check_condition("cross[W] == 3 && cross[Y] <= xcross");
        let names: Vec<&str> = check.stages.iter().map(|stage| &stage.name[..]).collect();
        assert_eq!(names, ["cross", "xcross"]);
    }
}
