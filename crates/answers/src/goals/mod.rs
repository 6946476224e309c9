//! The goals of a run with their selected stages, and the parsers of the arguments that name them.

mod names;
mod read;
mod stages;

use std::borrow::Cow;

use cubiform_cube::goal::{Stage, Variant};

use crate::Error;

pub use names::{GoalNames, SerializedNames};
pub use read::{CountedGoal, GoalList, parse_condition, parse_counted_goal, parse_goal, parse_goals};
pub use stages::{goal_label, goal_with, label, parse_stages};

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
                    let stages = stages::among_several(text, goal, several)?;
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
