//! Parsers of goals: names, aliases, stages and expressions.

use cubiform_cube::goal::condition::Condition;
use cubiform_cube::goal::expression::{ExpressionError, ExpressionErrorKind};
use cubiform_cube::goal::{Stage, Variant};
use cubiform_tables::catalogue::Entry;

use crate::Error;

/// The maximum number of goals in a run.
const MAX_GOALS: usize = 12;

/// One or more goals.
#[derive(Clone, Debug)]
pub struct GoalList(pub Vec<Variant>);

/// Parses one goal.
///
/// # Errors
/// If the text is neither the name of a goal nor a valid expression; the error has the place.
pub fn parse_goal(text: &str) -> Result<Variant, Error> {
    Variant::read(text).map_err(|error| error_in(text, 0, &error))
}

/// Returns the error of a part of `text` that begins after `before` characters.
fn error_in(text: &str, before: usize, error: &ExpressionError) -> Error {
    let created = Error::in_text("goal", text, before, error);
    match &error.kind {
        ExpressionErrorKind::UnknownWord { nearest: None } => created.hint_line(format!(
            "named goals: {}; stages: xcross, xxcross, ...; blocks: 2x2x2, 1x2x3",
            Variant::known().map(|known| known.label).collect::<Vec<_>>().join(", ")
        )),
        ExpressionErrorKind::UnknownWord { nearest: Some(word) } => created.value("nearest", word),
        _ => created,
    }
}

/// Parses a list of goals separated by commas.
///
/// A goal may contain commas itself, as in `FR, BL edges`. Text that is one goal as a whole is parsed as that goal;
/// otherwise each goal is the longest one that begins at the end of the previous one.
///
/// # Errors
/// If an item is neither the name of a goal nor a valid expression, or is named twice, or there are too many.
pub fn parse_goals(text: &str) -> Result<GoalList, Error> {
    let single_goal_error = match Variant::read(text) {
        Ok(goal) => return Ok(GoalList(vec![goal])),
        Err(error) => error_in(text, 0, &error),
    };
    let items: Vec<&str> = text.split(',').collect();
    if items.len() == 1 {
        return Err(single_goal_error);
    }
    // The byte offset of each item.
    let starts: Vec<usize> =
        items.iter().map(|item| item.as_ptr() as usize - text.as_ptr() as usize).collect();
    let end = |item: usize| starts[item] + items[item].len();
    let mut goals: Vec<Variant> = Vec::new();
    let mut next = 0;
    while next < items.len() {
        if goals.len() == MAX_GOALS {
            let message = format!("at most {MAX_GOALS} goals in one run");
            return Err(Error::usage("goal", message).code("too-many-goals"));
        }
        let last = items.len().min(next + MAX_GOALS);
        let longest = (next..last)
            .rev()
            .find_map(|item| Some((item, Variant::read(&text[starts[next]..end(item)]).ok()?)));
        let Some((item, goal)) = longest else {
            // If no earlier item is a goal either, the text is assumed to be one goal that contains commas.
            return Err(match Variant::read(items[next]) {
                Err(error) if next > 0 || matches!(error.kind, ExpressionErrorKind::Alone { .. }) => {
                    error_in(text, text[..starts[next]].chars().count(), &error)
                }
                _ => single_goal_error,
            });
        };
        if goals.iter().any(|known| known.name == goal.name) {
            let error = Error::usage("goal", format!("'{}' is given twice", goal.name)).code("repeated-goal");
            return Err(error.hint("remove one").value("goal", &goal.name));
        }
        goals.push(goal);
        next = item + 1;
    }
    Ok(GoalList(goals))
}

/// Parses a condition on states.
///
/// # Errors
/// If the text is not a condition; the error has the place.
pub fn parse_condition(text: &str) -> Result<Condition, Error> {
    Condition::parse(text).map_err(|error| Error::in_text("where", text, 0, &error))
}

/// A goal whose states are to be counted.
#[derive(Clone, Debug)]
pub struct CountedGoal {
    /// The goal. It has a single stage if the argument names a stage.
    pub goal: Variant,
    /// Whether a stage of the goal can be chosen.
    pub has_stages: bool,
}

/// Parses the name of a table, a goal or a stage, or else an expression.
///
/// # Errors
/// If the text names neither a goal nor a stage, and is no valid expression.
pub fn parse_counted_goal(text: &str) -> Result<CountedGoal, Error> {
    let name = text.trim().to_ascii_lowercase();
    let one = |stage: Stage| CountedGoal {
        goal: Variant { name: stage.name.clone(), stages: vec![stage] },
        has_stages: false,
    };
    if let Some(entry) = Entry::named(&name) {
        return Ok(one(Stage::of_expression(entry.name, vec![(entry.target)()])));
    }
    if let Some(goal) = Variant::named(&name) {
        return Ok(CountedGoal { goal, has_stages: true });
    }
    if let Some(stage) = Stage::named(&name.split_whitespace().collect::<Vec<_>>().join("_")) {
        return Ok(one(stage.clone()));
    }
    parse_goal(text).map(|goal| CountedGoal { has_stages: goal.stages.len() > 1, goal })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message_of(error: Error) -> String {
        error.text(|parameter| Some(parameter.into()))
    }

    #[test]
    fn parse_counted_goal_accepts_tables_goals_stages_and_expressions() {
        for (text, name, stages) in [
            ("cross", "cross", 1),
            ("Cross-Slot", "cross-slot", 1),
            ("cross-ready", "cross-ready", 1),
            ("pseudo", "pseudo", 4),
            ("pseudo cross", "pseudo_cross", 1),
            ("EO_XCROSS", "eo_xcross", 1),
            ("rf+cross", "FR + cross", 1),
        ] {
            let CountedGoal { goal, has_stages } = parse_counted_goal(text).unwrap();
            assert_eq!((&goal.name[..], goal.stages.len(), has_stages), (name, stages, stages > 1), "{text}");
        }
        let message = parse_counted_goal("cross + crss").unwrap_err().to_string();
        assert!(message.starts_with("goal, column 9: unknown goal term 'crss'"), "{message}");
    }

    #[test]
    fn parse_goal_prefers_names_to_expressions() {
        for (text, name) in [
            (" STD ", "std"),
            ("eo", "eo"),
            ("any EO", "any eo"),
            ("EO f/b", "eo F/B"),
            ("rf+cross", "FR + cross"),
        ] {
            let read = parse_goal(text).unwrap();
            assert_eq!(read.name, name);
            assert_eq!(parse_goal(name).unwrap(), read, "{name}: the written form parses to the same goal");
        }
        // `eo` is the name of a goal, `any eo` is an expression.
        assert_eq!(
            (parse_goal("eo").unwrap().stages.len(), parse_goal("any eo").unwrap().stages.len()),
            (5, 1)
        );
    }

    #[test]
    fn parse_goals_marks_the_column_of_an_error() {
        for (text, message) in [
            (
                "cross + crss + FR",
                "goal, column 9: unknown goal term 'crss' (did you mean 'cross'?)\n  \
                 cross + crss + FR\n  \
                 \x20       ^",
            ),
            (
                "",
                "goal, column 1: unexpected end of goal; expected a term, such as cross, FR or 2x2x2 DBL\n  \n  ^",
            ),
            (
                "eocros",
                "goal, column 1: unknown goal term 'eocros' (did you mean 'eocross'?)\n  \
                 eocros\n  \
                 ^",
            ),
            (
                "std,  psuedo",
                "goal, column 7: unknown goal term 'psuedo' (did you mean 'pseudo'?)\n  \
                 std,  psuedo\n  \
                 \x20     ^",
            ),
            (
                "eo F/B + dr, cross",
                "goal, column 10: 'dr' stands for domino reduction, which cannot be combined; write DR edge for the edge \
                 at DR\n  \
                 eo F/B + dr, cross\n  \
                 \x20        ^",
            ),
            ("std,eocross,cfop", "goal: 'std' is given twice; remove one"),
        ] {
            assert_eq!(message_of(parse_goals(text).unwrap_err()), message);
        }
        let message = message_of(parse_goals("cross\t+ \u{7}").unwrap_err());
        assert!(
            message.starts_with("goal, column 9: unknown goal term '\\u{7}'; write terms such as"),
            "{message}"
        );
        assert!(
            message.contains("\n  cross + \u{fffd}\n          ^\n  named goals: std, pseudo, "),
            "{message}"
        );
        let long = message_of(parse_goals(&("FR".to_string() + &" + UF".repeat(9999))).unwrap_err());
        assert!(long.lines().all(|line| line.len() < 120), "{long}");
        assert!(parse_goals(&"FR,".repeat(9999)).is_err());
    }

    #[test]
    fn parse_goals_splits_at_commas_between_goals_only() {
        let names = |text: &str| {
            parse_goals(text).unwrap().0.into_iter().map(|goal| goal.name.into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names("std,pseudo,eocross"), ["std", "pseudo", "eo"]);
        assert_eq!(names(" XCross , first block"), ["xcross", "1x2x3"]);
        assert_eq!(names("FR, BL edges"), ["FR edge + BL edge"]);
        assert_eq!(
            names("std,FR, BL edges + cross,cross + FR"),
            ["std", "FR edge + BL edge + cross", "cross + FR"]
        );
        assert_eq!(names("FR,BL"), ["FR", "BL"]);
    }

    #[test]
    fn parse_condition_marks_the_column_of_an_error() {
        let message = message_of(parse_condition("cross[W] == 8 && xcros[Y] == 10").unwrap_err());
        assert_eq!(
            message,
            "where, column 18: unknown stage 'xcros' (did you mean 'xcross'?)\n  \
             cross[W] == 8 && xcros[Y] == 10\n  \
             \x20                ^"
        );
        assert!(parse_condition("cross[W] == 8 and xcross[Y] == 10").is_ok());
    }
}
