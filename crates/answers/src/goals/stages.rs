//! Names of the stages of goals: those of machine-readable output and the common ones.

use cubiform_cube::goal::{Stage, Variant, expression, nearest_word};

use crate::Error;

/// Returns the common name of a goal: `eocross` for `eo`, otherwise its own name.
pub fn goal_label(goal: &str) -> &str {
    Variant::known().find(|known| known.name == goal).map_or(goal, |known| known.label)
}

/// Parses a list of stages of `goal`. Returns their indices in ascending order.
///
/// # Errors
/// If the list is empty or names a stage that the goal does not have.
pub fn parse_stages(text: &str, goal: &Variant) -> Result<Vec<usize>, Error> {
    let mut is_selected = vec![false; goal.stages.len()];
    for item in items(text, goal) {
        is_selected[parse_range(item, goal)?].fill(true);
    }
    selected_indices(&is_selected)
}

/// Parses a list of stages for `goal`, which is one of `several` goals. Returns the indices of those that `goal` has;
/// each stage must belong to at least one of the goals.
pub(crate) fn among_several(text: &str, goal: &Variant, several: &[Variant]) -> Result<Vec<usize>, Error> {
    let mut is_selected = vec![false; goal.stages.len()];
    let mut missing = None;
    for item in items(text, goal) {
        match parse_range(item, goal) {
            Ok(stages) => is_selected[stages].fill(true),
            // A user's own goal has a single stage, which is always selected.
            Err(_) if !goal.has_name() => is_selected.fill(true),
            Err(error)
                if several.iter().any(|other| other.has_name() && parse_range(item, other).is_ok()) =>
            {
                missing = Some(error);
            }
            Err(error) => return Err(error),
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
    !goal.has_name() && expression::parse(text).is_ok_and(is_goal)
}

/// Returns the indices of the selected stages.
fn selected_indices(is_selected: &[bool]) -> Result<Vec<usize>, Error> {
    let stages: Vec<usize> = (0..is_selected.len()).filter(|i| is_selected[*i]).collect();
    if stages.is_empty() {
        Err(Error::usage("stages", "no stage given").code("no-stage"))
    } else {
        Ok(stages)
    }
}

/// Parses one stage or a range of stages. Returns the range of indices.
fn parse_range(item: &str, goal: &Variant) -> Result<std::ops::RangeInclusive<usize>, Error> {
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
        let message = format!("empty range '{item}': the first stage comes after the last");
        Err(Error::usage("stages", message).code("empty-range").value("range", item))
    } else {
        Ok(from..=to)
    }
}

/// Returns the index of the stage called `name`.
fn index(name: &str, goal: &Variant) -> Result<usize, Error> {
    let plain = |name: &str| name.replace([' ', '_', '-'], "").to_ascii_lowercase();
    let name = name.trim();
    let is_meant =
        |own: fn(&Stage) -> &str| goal.stages.iter().position(|stage| plain(own(stage)) == plain(name));
    // The label of one stage may be the name of another.
    let stage = is_meant(|stage| &stage.name).or_else(|| is_meant(|stage| &stage.label));
    stage.or_else(|| is_meant(|stage| &stage.title)).ok_or_else(|| {
        let known: Vec<_> = goal.stages.iter().map(|stage| &stage.label[..]).collect();
        let hint = match goal.stages.len() {
            1 => "a single stage: omit `stages`".into(),
            _ => {
                let nearest = nearest_word(name, known.iter().copied());
                let meant = nearest.map_or(String::new(), |nearest| format!("did you mean '{nearest}'? "));
                format!("{meant}its stages: {}", known.join(", "))
            }
        };
        let message = format!("goal '{}' has no stage '{name}'", goal_label(&goal.name));
        Error::usage("stages", message).code("unknown-stage").aside(hint).value("stage", name)
    })
}

/// Returns the label of the stage with this name in columns: `xcross` for `pseudo_xcross`. Returns `None` for a stage of
/// no named goal.
pub fn label(stage: &str) -> Option<&'static str> {
    Stage::named(stage).map(|stage| &stage.label[..])
}

/// Returns the name of the named goal that has this stage.
pub fn goal_with(stage: &str) -> Option<&'static str> {
    Stage::index_of(stage).map(|(goal, _)| Variant::NAMED[goal].name)
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
            of_std("f2l..cross").unwrap_err().to_string(),
            "stages: empty range 'f2l..cross': the first stage comes after the last"
        );
        assert_eq!(of_std("xCross").unwrap(), [1]);
        let message = of_std("oll").unwrap_err().to_string();
        assert_eq!(
            message,
            "stages: goal 'std' has no stage 'oll' (its stages: cross, xcross, xxcross, xxxcross, f2l)"
        );
        let message = of_std("xcros").unwrap_err().to_string();
        assert_eq!(
            message,
            "stages: goal 'std' has no stage 'xcros' (did you mean 'xcross'? its stages: cross, xcross, xxcross, xxxcross, f2l)"
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
        let message = parse_stages("xcross", &own).unwrap_err().to_string();
        assert_eq!(
            message,
            "stages: goal 'FR edge + BL edge + cross' has no stage 'xcross' (a single stage: omit stages)"
        );
    }

    #[test]
    fn stages_are_found_by_label_and_title() {
        for goal in Variant::all() {
            for (i, stage) in goal.stages.iter().enumerate() {
                assert_eq!(
                    (label(&stage.name), goal_with(&stage.name)),
                    (Some(&*stage.label), Some(&*goal.name))
                );
                for name in [&stage.name, &stage.label, &stage.title] {
                    assert_eq!(parse_stages(name, goal), Ok(vec![i]), "{name}");
                }
            }
        }
        assert_eq!((label("FR + cross"), goal_with("FR + cross")), (None, None));
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
            of("f2l", 1).unwrap_err().to_string(),
            "stages: goal 'pseudo' has no stage 'f2l' (its stages: cross, xcross, xxcross, xxxcross)"
        );
        assert!(of("oll", 0).unwrap_err().to_string().starts_with("stages: goal 'std' has no stage 'oll'"));
    }
}
