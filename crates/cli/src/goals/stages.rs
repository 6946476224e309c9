//! The stages of goals by name: those of machine-readable output, and what people call them.

use std::borrow::Cow;

use cubiform_cube::goal::expression;
use cubiform_cube::goal::{Stage, Variant};

/// Whether a goal is a variant or one of their stages, not the user's own.
pub(crate) fn has_name(goal: &Variant) -> bool {
    Variant::NAMED.iter().any(|known| known.name == goal.name) || goal_with(&goal.name).is_some()
}

/// What people call a goal: its name, but `eocross` for `eo`.
pub(crate) fn goal_label(goal: &str) -> &str {
    if goal == "eo" { "eocross" } else { goal }
}

/// The stages of `goal` that `text` names, as ascending indices.
pub(crate) fn parse_stages(text: &str, goal: &Variant) -> Result<Vec<usize>, String> {
    let mut asked = vec![false; goal.stages.len()];
    for item in items(text, goal) {
        asked[of_item(item, goal)?].fill(true);
    }
    chosen(&asked)
}

/// The stages of `goal`, one of `several`, that `text` names: not each goal has all of them.
pub(super) fn among_several(text: &str, goal: &Variant, several: &[Variant]) -> Result<Vec<usize>, String> {
    let mut asked = vec![false; goal.stages.len()];
    let mut missing = None;
    for item in items(text, goal) {
        match of_item(item, goal) {
            Ok(stages) => asked[stages].fill(true),
            // A goal of one's own has no stages to choose from.
            Err(_) if !has_name(goal) => asked.fill(true),
            Err(message) if several.iter().any(|other| has_name(other) && of_item(item, other).is_ok()) => {
                missing = Some(message);
            }
            Err(message) => return Err(message),
        }
    }
    chosen(&asked).map_err(|none| missing.unwrap_or(none))
}

/// The items of a list of stages; the name of a goal of one's own, which may have commas, is one.
fn items<'t>(text: &'t str, goal: &Variant) -> Vec<&'t str> {
    if is_own(text, goal) {
        return vec![text];
    }
    text.split(',').map(str::trim).filter(|item| !item.is_empty()).collect()
}

/// Whether a text is a goal of one's own, which can be written in many ways.
fn is_own(text: &str, goal: &Variant) -> bool {
    let is_goal = |written: Variant| written.stages[0].choices == goal.stages[0].choices;
    !has_name(goal) && expression::parse(text).is_ok_and(is_goal)
}

fn chosen(asked: &[bool]) -> Result<Vec<usize>, String> {
    let stages: Vec<usize> = (0..asked.len()).filter(|i| asked[*i]).collect();
    if stages.is_empty() { Err("no stage is named".into()) } else { Ok(stages) }
}

/// The indices that one stage or a range of stages names.
fn of_item(item: &str, goal: &Variant) -> Result<std::ops::RangeInclusive<usize>, String> {
    let last = goal.stages.len() - 1;
    let (from, to) = match item.split_once("..") {
        _ if item.eq_ignore_ascii_case("all") || is_own(item, goal) => (0, last),
        None => (index(item, goal)?, index(item, goal)?),
        Some((from, to)) => {
            // Both ends are meant, as people say it, with or without Rust's equals sign.
            let to = to.trim_start_matches('=');
            let from = if from.is_empty() { 0 } else { index(from, goal)? };
            (from, if to.is_empty() { last } else { index(to, goal)? })
        }
    };
    if from > to { Err(format!("'{item}' runs backwards")) } else { Ok(from..=to) }
}

/// The index of the stage of this name.
fn index(name: &str, goal: &Variant) -> Result<usize, String> {
    let plain = |name: &str| name.replace([' ', '_', '-'], "").to_ascii_lowercase();
    let name = name.trim();
    let is_meant = |stage: &Stage| {
        [&stage.name, label(&stage.name), &title(&stage.name)].iter().any(|own| plain(own) == plain(name))
    };
    goal.stages.iter().position(is_meant).ok_or_else(|| {
        let known: Vec<_> = goal.stages.iter().map(|stage| label(&stage.name)).collect();
        let hint = match goal.stages.len() {
            1 => "it is a single stage: leave --stages out".into(),
            _ => format!("its stages: {}", known.join(", ")),
        };
        format!("goal '{}' has no stage '{name}' ({hint})", goal_label(&goal.name))
    })
}

/// What people call a stage, given its goal.
pub(crate) fn label(stage: &str) -> &str {
    let is_word = stage.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    // `pseudo_xcross_pseudo_pair` is the xcross of its goal.
    match stage.split('_').find(|word| is_word && word.ends_with("cross")) {
        Some("xxxxcross") => "f2l",
        Some(word) => word,
        None => "goal",
    }
}

/// The goal that has a name and this stage.
pub(crate) fn goal_with(stage: &str) -> Option<&'static str> {
    let has = |variant: &Variant| variant.stages.iter().any(|of| of.name == stage);
    Variant::NAMED.into_iter().find(|named| has(&(named.variant)())).map(|named| named.name)
}

/// The place of a stage among those of its goal, cross to F2L; none of a goal of one's own.
pub(crate) fn step(stage: &str) -> Option<usize> {
    ["cross", "xcross", "xxcross", "xxxcross", "f2l"].iter().position(|step| *step == label(stage))
}

/// What people call a stage where nothing else says its goal: `pseudo xcross`, `pair cross`, `eocross`. A goal of one's own
/// is called by its name.
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
    fn stages_by_name_and_range() {
        let of_std = |text: &str| parse_stages(text, &Variant::std());
        assert_eq!(of_std("all").unwrap(), [0, 1, 2, 3, 4]);
        assert_eq!(of_std("xcross,cross").unwrap(), [0, 1]);
        assert_eq!(of_std("F2L").unwrap(), [4]);
        assert_eq!(of_std("xxxxcross").unwrap(), [4]);
        assert_eq!(of_std("xcross..xxxcross").unwrap(), [1, 2, 3]);
        assert_eq!(of_std("..xcross, f2l").unwrap(), [0, 1, 4]);
        assert_eq!(of_std("f2l..cross").unwrap_err(), "'f2l..cross' runs backwards");
        assert_eq!(of_std("xCross").unwrap(), [1]);
        let message = of_std("oll").unwrap_err();
        assert_eq!(
            message,
            "goal 'std' has no stage 'oll' (its stages: cross, xcross, xxcross, xxxcross, f2l)"
        );
        assert!(of_std("").is_err());
    }

    #[test]
    fn stages_of_other_goals_by_either_name() {
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
            "goal 'FR edge + BL edge + cross' has no stage 'xcross' (it is a single stage: leave --stages out)"
        );
    }

    #[test]
    fn every_stage_that_has_a_name_is_called_what_people_call_it() {
        for goal in Variant::all() {
            for (k, stage) in goal.stages.iter().enumerate() {
                assert_eq!(label(&stage.name), ["cross", "xcross", "xxcross", "xxxcross", "f2l"][k]);
            }
        }
        assert_eq!(label("FR + cross"), "goal");
    }

    #[test]
    fn titles_name_the_goal_too() {
        let titles =
            |goal: Variant| goal.stages.iter().map(|s| title(&s.name).into_owned()).collect::<Vec<_>>();
        assert_eq!(titles(Variant::std()), ["cross", "xcross", "xxcross", "xxxcross", "f2l"]);
        assert_eq!(titles(Variant::eo()), ["eocross", "eoxcross", "eoxxcross", "eoxxxcross", "eof2l"]);
        assert_eq!(titles(Variant::pair())[..2], ["pair cross", "pair xcross"]);
        assert_eq!(titles(Variant::pseudo_pair())[3], "pseudo pair xxxcross");
        // And as titles they are found.
        for goal in Variant::all() {
            for (i, title) in titles(goal.clone()).iter().enumerate() {
                assert_eq!(parse_stages(title, &goal), Ok(vec![i]));
            }
        }
        assert_eq!(title("cross + FR"), "cross + FR");
    }

    #[test]
    fn of_several_goals_each_has_the_stages_that_it_knows() {
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
