//! The goals of a run, each with the stages that are asked for, and how arguments name them.

mod names;
mod read;
mod stages;

use std::borrow::Cow;

use cubiform_cube::goal::{Stage, Variant};

pub(crate) use names::GoalNames;
pub(crate) use read::{CountedGoal, GoalList, GoalParser, GoalsParser, parse_counted_goal, with_caret};
pub(crate) use stages::{goal_label, goal_with, has_name, label, parse_stages, step, title};

/// The goals of a run, in the order in which they were named.
#[derive(Clone, Debug)]
pub(crate) struct Goals(Vec<GoalStages>);

/// A goal and the stages of it that are asked for.
#[derive(Clone, Debug)]
pub(crate) struct GoalStages {
    pub(crate) goal: Variant,
    /// The indices of the stages, in ascending order.
    pub(crate) stages: Vec<usize>,
}

impl GoalStages {
    /// The stages that are asked for.
    pub(crate) fn stages(&self) -> impl Iterator<Item = &Stage> {
        self.stages.iter().map(|stage| &self.goal.stages[*stage])
    }
}

impl Goals {
    /// The stages of these goals that a text names: of each goal those that it has.
    ///
    /// # Errors
    /// If no goal has a stage that is named, a goal has none of them, or two goals have a stage of one name.
    pub(crate) fn new(goals: &GoalList, text: &str) -> Result<Goals, String> {
        let asked: Result<Vec<GoalStages>, String> = match &goals.0[..] {
            [goal] => parse_stages(text, goal).map(|stages| vec![GoalStages { goal: goal.clone(), stages }]),
            several => several
                .iter()
                .map(|goal| {
                    let stages = stages::among_several(text, goal, several)?;
                    Ok(GoalStages { goal: goal.clone(), stages })
                })
                .collect(),
        };
        let goals = Goals(asked?);
        let names = goals.stage_names();
        match names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
            None => Ok(goals),
            Some((_, name)) => Err(format!("two goals have the stage '{name}'; leave one of them out")),
        }
    }

    /// The goals.
    pub(crate) fn each(&self) -> &[GoalStages] {
        &self.0
    }

    /// The names of the goals.
    pub(crate) fn names(&self) -> GoalNames {
        self.0.iter().map(|asked| asked.goal.name.to_string()).collect()
    }

    /// The names of the stages, those of the first goal first.
    pub(crate) fn stage_names(&self) -> Vec<Cow<'static, str>> {
        self.0.iter().flat_map(GoalStages::stages).map(|stage| stage.name.clone()).collect()
    }

    /// For each stage, in the same order, the index of its goal.
    pub(crate) fn goal_of_stages(&self) -> Vec<usize> {
        let repeated = |(i, asked): (usize, &GoalStages)| vec![i; asked.stages.len()];
        self.0.iter().enumerate().flat_map(repeated).collect()
    }
}
