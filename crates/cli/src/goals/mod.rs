//! The goals of a run, each with the stages that are asked for, and how arguments name them.

mod names;
mod read;
mod stages;

use std::borrow::Cow;

use cubiform_cube::goal::{Stage, Variant};

pub(crate) use names::GoalNames;
pub(crate) use read::{Counted, GoalList, GoalParser, GoalsParser, counted, pointed_out};
pub(crate) use stages::{called, goal_with, has_name, label, stages, step, title};

/// The goals of a run, in the order in which they were named.
#[derive(Clone, Debug)]
pub(crate) struct Goals(Vec<Asked>);

/// A goal and the stages of it that are asked for.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) goal: Variant,
    /// The indices of the stages, in ascending order.
    pub(crate) stages: Vec<usize>,
}

impl Asked {
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
        let asked: Result<Vec<Asked>, String> = match &goals.0[..] {
            [goal] => stages(text, goal).map(|stages| vec![Asked { goal: goal.clone(), stages }]),
            several => several
                .iter()
                .map(|goal| {
                    let stages = stages::among_several(text, goal, several)?;
                    Ok(Asked { goal: goal.clone(), stages })
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
    pub(crate) fn each(&self) -> &[Asked] {
        &self.0
    }

    /// The names of the goals.
    pub(crate) fn names(&self) -> GoalNames {
        self.0.iter().map(|asked| asked.goal.name.to_string()).collect()
    }

    /// The names of the stages, those of the first goal first.
    pub(crate) fn stage_names(&self) -> Vec<Cow<'static, str>> {
        self.0.iter().flat_map(Asked::stages).map(|stage| stage.name.clone()).collect()
    }

    /// For each stage, in the same order, the index of its goal.
    pub(crate) fn goal_of_stages(&self) -> Vec<usize> {
        let repeated = |(i, asked): (usize, &Asked)| vec![i; asked.stages.len()];
        self.0.iter().enumerate().flat_map(repeated).collect()
    }
}
