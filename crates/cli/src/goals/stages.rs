//! Names of the stages of goals: those of machine-readable output and the common ones.

use std::borrow::Cow;

use cubiform_cube::goal::expression;
use cubiform_cube::goal::{Stage, Variant};

/// Returns whether a goal is a named variant or a stage of one, and not the user's own expression.
pub(crate) fn has_name(goal: &Variant) -> bool {
    Variant::NAMED.iter().any(|known| known.name == goal.name) || goal_with(&goal.name).is_some()
}

/// Returns the common name of a goal: `eocross` for `eo`, otherwise its own name.
pub(crate) fn goal_label(goal: &str) -> &str {
    if goal == "eo" { "eocross" } else { goal }
}

/// Parses a list of stages of `goal`. Returns their indices in ascending order.
///
/// # Errors
/// Returns a message if the list is empty or names a stage that the goal does not have.
pub(crate) fn parse_stages(text: &str, goal: &Variant) -> Result<Vec<usize>, String> {
    let mut is_selected = vec![false; goal.stages.len()];
    for item in items(text, goal) {
        is_selected[parse_range(item, goal)?].fill(true);
    }
    selected_indices(&is_selected)
}

/// Parses a list of stages for `goal`, which is one of `several` goals. Returns the indices of those that `goal` has;
/// each stage must belong to at least one of the goals.
pub(super) fn among_several(text: &str, goal: &Variant, several: &[Variant]) -> Result<Vec<usize>, String> {
    let mut is_selected = vec![false; goal.stages.len()];
    let mut missing = None;
    for item in items(text, goal) {
        match parse_range(item, goal) {
            Ok(stages) => is_selected[stages].fill(true),
            // A user's own goal has a single stage, which is always selected.
            Err(_) if !has_name(goal) => is_selected.fill(true),
            Err(message)
                if several.iter().any(|other| has_name(other) && parse_range(item, other).is_ok()) =>
            {
                missing = Some(message);
            }
            Err(message) => return Err(message),
        }
    }
    selected_indices(&is_selected).map_err(|none| missing.unwrap_or(none))
}

/// Splits a list of stages at commas. An expression equal to the user's own goal, which may contain commas, is one
/// item.
fn items<'t>(text: &'t str, goal: &Variant) -> Vec<&'t str> {
    if is_own_goal(text, goal) {
        return vec![text];
    }
    text.split(',').map(str::trim).filter(|item| !item.is_empty()).collect()
}

/// Returns whether `text` is another notation of `goal`, a user's own goal.
fn is_own_goal(text: &str, goal: &Variant) -> bool {
    let is_goal = |written: Variant| written.stages[0].choices == goal.stages[0].choices;
    !has_name(goal) && expression::parse(text).is_ok_and(is_goal)
}

/// Returns the indices of the selected stages.
fn selected_indices(is_selected: &[bool]) -> Result<Vec<usize>, String> {
    let stages: Vec<usize> = (0..is_selected.len()).filter(|i| is_selected[*i]).collect();
    if stages.is_empty() { Err("no stage given".into()) } else { Ok(stages) }
}

/// Parses one stage or a range of stages. Returns the range of indices.
fn parse_range(item: &str, goal: &Variant) -> Result<std::ops::RangeInclusive<usize>, String> {
    let last = goal.stages.len() - 1;
    let (from, to) = match item.split_once("..") {
        _ if item.eq_ignore_ascii_case("all") || is_own_goal(item, goal) => (0, last),
        None => (index(item, goal)?, index(item, goal)?),
        Some((from, to)) => {
            // Ranges include both ends; `..=` is accepted too.
            let to = to.trim_start_matches('=');
            let from = if from.is_empty() { 0 } else { index(from, goal)? };
            (from, if to.is_empty() { last } else { index(to, goal)? })
        }
    };
    if from > to {
        Err(format!("empty range '{item}': the first stage comes after the last"))
    } else {
        Ok(from..=to)
    }
}

/// Returns the index of the stage called `name`.
fn index(name: &str, goal: &Variant) -> Result<usize, String> {
    let plain = |name: &str| name.replace([' ', '_', '-'], "").to_ascii_lowercase();
    let name = name.trim();
    let is_meant = |stage: &Stage| {
        [&stage.name, label(&stage.name), &title(&stage.name)].iter().any(|own| plain(own) == plain(name))
    };
    goal.stages.iter().position(is_meant).ok_or_else(|| {
        let known: Vec<_> = goal.stages.iter().map(|stage| label(&stage.name)).collect();
        let hint = match goal.stages.len() {
            1 => "a single stage: omit --stages".into(),
            _ => format!("its stages: {}", known.join(", ")),
        };
        format!("goal '{}' has no stage '{name}' ({hint})", goal_label(&goal.name))
    })
}

/// Returns the common name of a stage within its goal: `cross` to `f2l`, or `goal` for the stage of a user's own goal.
pub(crate) fn label(stage: &str) -> &str {
    let is_word = stage.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    // For example, `pseudo_xcross_pseudo_pair` is the xcross of its goal.
    match stage.split('_').find(|word| is_word && word.ends_with("cross")) {
        Some("xxxxcross") => "f2l",
        Some(word) => word,
        None => "goal",
    }
}

/// Returns the name of the named goal that has this stage.
pub(crate) fn goal_with(stage: &str) -> Option<&'static str> {
    let has = |variant: &Variant| variant.stages.iter().any(|of| of.name == stage);
    Variant::NAMED.into_iter().find(|named| has(&(named.variant)())).map(|named| named.name)
}

/// Returns the position of a stage from cross (0) to F2L (4), or `None` for the stage of a user's own goal.
pub(crate) fn step(stage: &str) -> Option<usize> {
    ["cross", "xcross", "xxcross", "xxxcross", "f2l"].iter().position(|step| *step == label(stage))
}

/// Returns the common name of a stage including its goal: `pseudo xcross`, `pair cross`, `eocross`. A user's own goal
/// keeps its name.
pub(crate) fn title(stage: &str) -> Cow<'_, str> {
    let label = label(stage);
    match goal_with(stage) {
        Some("std") => label.into(),
        Some("eo") => format!("eo{label}").into(),
        Some(goal) => format!("{} {label}", goal.replace('_', " ")).into(),
        None => stage.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_stages_accepts_names_and_ranges() {
        let of_std = |text: &str| parse_stages(text, &Variant::std());
        assert_eq!(of_std("all").unwrap(), [0, 1, 2, 3, 4]);
        assert_eq!(of_std("xcross,cross").unwrap(), [0, 1]);
        assert_eq!(of_std("F2L").unwrap(), [4]);
        assert_eq!(of_std("xxxxcross").unwrap(), [4]);
        assert_eq!(of_std("xcross..xxxcross").unwrap(), [1, 2, 3]);
        assert_eq!(of_std("..xcross, f2l").unwrap(), [0, 1, 4]);
        assert_eq!(
            of_std("f2l..cross").unwrap_err(),
            "empty range 'f2l..cross': the first stage comes after the last"
        );
        assert_eq!(of_std("xCross").unwrap(), [1]);
        let message = of_std("oll").unwrap_err();
        assert_eq!(
            message,
            "goal 'std' has no stage 'oll' (its stages: cross, xcross, xxcross, xxxcross, f2l)"
        );
        assert!(of_std("").is_err());
    }

    #[test]
    fn parse_stages_accepts_both_names_of_a_stage() {
        let stages_of = |text: &str, goal: &Variant| parse_stages(text, goal).unwrap();
        assert_eq!(stages_of("xcross,pseudo_xxcross_pseudo_pair", &Variant::pseudo_pair()), [1, 2]);
        assert_eq!(stages_of("cross..f2l", &Variant::eo()), [0, 1, 2, 3, 4]);
        let own = expression::parse("FR, BL edges + cross").unwrap();
        for text in ["all", "FR, BL edges + cross", "CROSS+bl edge+fr edge", "goal"] {
            assert_eq!(stages_of(text, &own), [0], "{text}");
        }
        let message = parse_stages("xcross", &own).unwrap_err();
        assert_eq!(
            message,
            "goal 'FR edge + BL edge + cross' has no stage 'xcross' (a single stage: omit --stages)"
        );
    }

    #[test]
    fn label_is_the_common_name_of_every_named_stage() {
        for goal in Variant::all() {
            for (k, stage) in goal.stages.iter().enumerate() {
                assert_eq!(label(&stage.name), ["cross", "xcross", "xxcross", "xxxcross", "f2l"][k]);
            }
        }
        assert_eq!(label("FR + cross"), "goal");
    }

    #[test]
    fn title_includes_the_goal() {
        let titles =
            |goal: Variant| goal.stages.iter().map(|s| title(&s.name).into_owned()).collect::<Vec<_>>();
        assert_eq!(titles(Variant::std()), ["cross", "xcross", "xxcross", "xxxcross", "f2l"]);
        assert_eq!(titles(Variant::eo()), ["eocross", "eoxcross", "eoxxcross", "eoxxxcross", "eof2l"]);
        assert_eq!(titles(Variant::pair())[..2], ["pair cross", "pair xcross"]);
        assert_eq!(titles(Variant::pseudo_pair())[3], "pseudo pair xxxcross");
        // A title is accepted as the name of a stage.
        for goal in Variant::all() {
            for (i, title) in titles(goal.clone()).iter().enumerate() {
                assert_eq!(parse_stages(title, &goal), Ok(vec![i]));
            }
        }
        assert_eq!(title("cross + FR"), "cross + FR");
    }

    #[test]
    fn among_several_selects_the_stages_that_the_goal_has() {
        let goals = [Variant::std(), Variant::pseudo(), expression::parse("2x2x2").unwrap()];
        let of = |text: &str, i: usize| among_several(text, &goals[i], &goals);
        assert_eq!(of("cross,f2l", 0), Ok(vec![0, 4]));
        assert_eq!(of("cross,f2l", 1), Ok(vec![0]));
        assert_eq!(of("cross,f2l", 2), Ok(vec![0]));
        assert_eq!(of("pseudo xcross,cross", 0), Ok(vec![0]));
        assert_eq!(
            of("f2l", 1).unwrap_err(),
            "goal 'pseudo' has no stage 'f2l' (its stages: cross, xcross, xxcross, xxxcross)"
        );
        assert!(of("oll", 0).unwrap_err().starts_with("goal 'std' has no stage 'oll'"));
    }
}
