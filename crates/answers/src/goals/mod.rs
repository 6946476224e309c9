//! The goals of a run with their selected stages, their names in machine-readable output, and the parsers of the
//! arguments that name them.

mod read;

use std::borrow::Cow;
use std::fmt;

use cubiform_cube::goal::{Stage, Variant, expression, nearest_word};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Error;

pub use read::{CountedGoal, GoalList, parse_condition, parse_counted_goal, parse_goal, parse_goals};

/// The goals of a run, in the order in which they were named.
#[derive(Clone, Debug)]
pub struct Goals(Vec<GoalStages>);

/// A goal and its selected stages.
#[derive(Clone, Debug)]
pub struct GoalStages {
    /// The goal.
    pub goal: Variant,
    /// The indices of the selected stages in `goal.stages`, in ascending order.
    pub stages: Vec<usize>,
}

impl GoalStages {
    /// Returns the selected stages.
    pub fn stages(&self) -> impl Iterator<Item = &Stage> {
        self.stages.iter().map(|stage| &self.goal.stages[*stage])
    }
}

impl Goals {
    /// Selects the stages that `text` names from each of `goals`. A goal need not have all of them.
    ///
    /// # Errors
    /// If no goal has a named stage, if a goal has none of them, or if two goals have stages
    /// of the same name.
    pub fn new(goals: &GoalList, text: &str) -> Result<Goals, Error> {
        let selected: Result<Vec<GoalStages>, Error> = match &goals.0[..] {
            [goal] => parse_stages(text, goal).map(|stages| vec![GoalStages { goal: goal.clone(), stages }]),
            several => several
                .iter()
                .map(|goal| {
                    let stages = among_several(text, goal, several)?;
                    Ok(GoalStages { goal: goal.clone(), stages })
                })
                .collect(),
        };
        let goals = Goals(selected?);
        let names = goals.stage_names();
        match names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
            None => Ok(goals),
            Some((_, name)) => {
                let error = Error::usage("stages", format!("two goals have the stage '{name}'"));
                Err(error.code("repeated-stage").hint("remove one of them").value("stage", name))
            }
        }
    }

    /// Returns whether the goals are looked at along axes.
    ///
    /// # Errors
    /// If there is one on axes and another goal.
    pub fn are_on_axes(&self) -> Result<bool, Error> {
        let is_on_axes = self.0.iter().any(|selected| selected.goal.is_on_axes());
        if is_on_axes && self.0.len() > 1 {
            let error = Error::usage("goal", "a goal on axes and other goals cannot be analysed together");
            return Err(error.code(Error::CONTRADICTION).hint("analyse each alone"));
        }
        Ok(is_on_axes)
    }

    /// Returns the goals without their selections.
    pub fn list(&self) -> GoalList {
        GoalList(self.0.iter().map(|selected| selected.goal.clone()).collect())
    }

    /// Selects all stages of a goal.
    pub fn all_stages(goal: Variant) -> Goals {
        let stages = (0..goal.stages.len()).collect();
        Goals(vec![GoalStages { goal, stages }])
    }

    /// Returns the goals with their selected stages.
    pub fn each(&self) -> &[GoalStages] {
        &self.0
    }

    /// Returns the names of the goals.
    pub fn names(&self) -> GoalNames {
        self.0.iter().map(|selected| selected.goal.name.to_string()).collect()
    }

    /// Returns the names of the selected stages of all goals, in the order of the goals.
    pub fn stage_names(&self) -> Vec<Cow<'static, str>> {
        self.0.iter().flat_map(GoalStages::stages).map(|stage| stage.name.clone()).collect()
    }

    /// Returns the index of the goal of each stage, in the order of [`Goals::stage_names`].
    pub fn goal_of_stages(&self) -> Vec<usize> {
        let repeated = |(i, selected): (usize, &GoalStages)| vec![i; selected.stages.len()];
        self.0.iter().enumerate().flat_map(repeated).collect()
    }
}

/// The names of the goals of a run, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalNames(Vec<String>);

impl FromIterator<String> for GoalNames {
    fn from_iter<I: IntoIterator<Item = String>>(names: I) -> GoalNames {
        GoalNames(names.into_iter().collect())
    }
}

impl From<&str> for GoalNames {
    fn from(name: &str) -> GoalNames {
        GoalNames(vec![name.into()])
    }
}

impl fmt::Display for GoalNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

/// The serialised form of goal names.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
#[schema(as = GoalNames)]
pub enum SerializedNames {
    /// The name of the only goal.
    #[schema(example = "std")]
    One(String),
    /// The names of several goals.
    Several(Vec<String>),
}

impl Serialize for GoalNames {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0[..] {
            [one] => serializer.serialize_str(one),
            several => several.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for GoalNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GoalNames, D::Error> {
        Ok(match SerializedNames::deserialize(deserializer)? {
            SerializedNames::One(name) => GoalNames(vec![name]),
            SerializedNames::Several(names) => GoalNames(names),
        })
    }
}

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
fn among_several(text: &str, goal: &Variant, several: &[Variant]) -> Result<Vec<usize>, Error> {
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
    fn serializes_one_name_as_string_and_several_as_list() {
        for (names, written) in [(&["std"][..], "\"std\""), (&["std", "pseudo"], "[\"std\",\"pseudo\"]")] {
            let names: GoalNames = names.iter().map(ToString::to_string).collect();
            assert_eq!(serde_json::to_string(&names).unwrap(), written);
            assert_eq!(serde_json::from_str::<GoalNames>(written).unwrap(), names);
        }
    }

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
