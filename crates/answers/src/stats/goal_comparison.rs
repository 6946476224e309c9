//! Comparison of several goals (`beside`): the mean of each stage, and the difference between
//! goals within the same scrambles.

use std::path::{Path, PathBuf};

use cubiform_cube::Color;
use cubiform_cube::goal::Stage;
use cubiform_stats::{BySubset, Estimate, Histogram, PairedSample, Sample, Subset};
use serde_json::Value;

use super::parts::{measure_names, measure_values};
use super::read::Analysis;
use super::table::{self, MEAN, Table};
use crate::Error;
use crate::format::shortened;
use crate::goals::{goal_with, label};
use crate::rows::read::AnalysisRow;

/// A goal that is compared with the first.
struct OtherGoal {
    name: String,
    analysis: Analysis,
    /// The rows, paired with those of the first goal until they are not of the same scrambles in the same order.
    sample: PairedSample,
}

/// The first goal and the goals compared with it.
pub struct GoalComparison {
    /// The name of the first goal.
    name: String,
    others: Vec<OtherGoal>,
}

impl GoalComparison {
    /// Prepares the comparison of `first`, whose first file is `path`, with `others`: an analysis for each goal, and its
    /// file.
    ///
    /// # Errors
    /// If two files have the same goal, or one has no stage of the first goal.
    pub fn new(
        first: &Analysis,
        path: &Path,
        others: Vec<(PathBuf, Analysis)>,
        sets: &[Subset],
    ) -> Result<GoalComparison, Error> {
        let mut goals = GoalComparison { name: goal_name(first.stages(), path), others: Vec::new() };
        for (file, analysis) in others {
            let goal = OtherGoal::new(&file, analysis, first.stages(), sets)?;
            if goals.names().contains(&&goal.name[..]) {
                let message = format!("{}: another file already has goal {}", file.display(), goal.name);
                let advice = "use `against` to compare two samples of one goal";
                return Err(Error::message(format!("{message}\n  {advice}")));
            }
            goals.others.push(goal);
        }
        Ok(goals)
    }

    /// Adds a row of the first goal and reads the matching row of every other goal. `values` has the length of
    /// `first` by stage and subset.
    ///
    /// # Errors
    /// If a row cannot be read.
    pub fn add_row(&mut self, first: &AnalysisRow, values: &[BySubset]) -> Result<(), Error> {
        self.others.iter_mut().try_for_each(|goal| goal.add_row(first, values))
    }

    /// Reads the remaining rows of the other goals and returns the table; `None` if there is only the first goal.
    ///
    /// # Errors
    /// If a row cannot be read.
    pub fn finish(&mut self, first: &Sample) -> Result<Option<Table>, Error> {
        self.others.iter_mut().try_for_each(OtherGoal::finish)?;
        Ok((!self.others.is_empty()).then(|| self.part(first)))
    }

    /// Returns the names of the goals, the first goal first.
    pub fn names(&self) -> Vec<&str> {
        std::iter::once(&self.name[..]).chain(self.others.iter().map(|goal| &goal.name[..])).collect()
    }

    /// Returns the names of the goals whose scrambles are not those of the first goal in the same order.
    pub fn unpaired(&self) -> Vec<&str> {
        let unpaired = self.others.iter().filter(|goal| !goal.sample.is_paired());
        unpaired.map(|goal| &goal.name[..]).collect()
    }

    /// Returns the sample of the goal at this index of [`names`](Self::names).
    pub fn sample<'a>(&'a self, goal: usize, first: &'a Sample) -> &'a Sample {
        if goal == 0 { first } else { self.others[goal - 1].sample.sample() }
    }

    /// Returns the index of a goal's stage that corresponds to the stage of the first goal at `place`.
    pub fn place(&self, goal: usize, place: usize) -> Option<usize> {
        if goal == 0 { Some(place) } else { self.others[goal - 1].sample.place(place) }
    }

    /// Returns a goal's histogram of the stage of the first goal at `place`.
    pub fn histogram(&self, goal: usize, place: usize, first: &Sample, subset: Subset) -> Option<Histogram> {
        self.sample(goal, first).stages()[self.place(goal, place)?].histogram(subset)
    }

    /// Returns the mean of another goal minus that of the first in the stage at `place`: within
    /// each scramble if the scrambles are the same.
    pub fn difference(&self, goal: usize, place: usize, first: &Sample, subset: Subset) -> Option<Estimate> {
        self.others[goal - 1].sample.difference(place, first, subset)
    }

    /// Returns the table with the measures of every goal.
    pub fn measures(&self, first: &Sample) -> Table {
        let title = "minimum number of moves to each stage for each goal, by colour set";
        let mut part = Table::new("goals", title, &["stage", "colors", "goal"], measure_names());
        let names = stage_names(first);
        for (place, stage) in first.stages().iter().enumerate() {
            for (subset, _) in stage.histograms() {
                for (goal, name) in self.names().into_iter().enumerate() {
                    let Some(histogram) = self.histogram(goal, place, first, subset) else { continue };
                    part.add([&names[place], &subset, &name], measure_values(&histogram));
                }
            }
        }
        part
    }

    /// Returns the table with the means of all goals and their differences from the first.
    fn part(&self, first: &Sample) -> Table {
        let name = &self.name;
        let exception = match &self.unpaired()[..] {
            [] => String::new(),
            names => format!(" (except {}: different scrambles)", names.join(" and ")),
        };
        let title = format!(
            "mean of each goal vs mean of {name}, and the difference in moves, within each scramble{exception}"
        );
        let mut part = Table::new("beside", title, &["stage", "colors"], []);
        [MEAN, "se"].into_iter().for_each(|measure| part.add_goal_measure(name, measure));
        for goal in &self.others {
            let mut add = |measure| part.add_goal_measure(&goal.name, measure);
            [MEAN, "se", "more", "more_se"].into_iter().for_each(&mut add);
        }
        let names = stage_names(first);
        for (place, stage) in first.stages().iter().enumerate() {
            for (subset, histogram) in stage.histograms() {
                let others = self.others.iter().map(|goal| goal.values(place, first, subset));
                let others: Vec<_> = others.collect();
                if others.iter().all(Option::is_none) {
                    continue;
                }
                let mut row = vec![histogram.mean().into(), histogram.standard_error().into()];
                let unknown = [const { table::Value::None }; 4];
                row.extend(others.into_iter().flat_map(|values| values.unwrap_or(unknown.clone())));
                part.add([&names[place], &subset], row);
            }
        }
        part
    }

    /// Returns the provenance entry that identifies the files of the other goals.
    ///
    /// # Errors
    /// If a file cannot be read for its hash.
    pub fn provenance(&self) -> Result<Option<(String, Value)>, Error> {
        let mut all = Vec::new();
        for goal in &self.others {
            all.extend(goal.analysis.files()?);
        }
        Ok((!all.is_empty()).then(|| ("beside".to_string(), all.into())))
    }
}

/// Returns the name of a sample's goal, or the stem of its file name if the goal has no name.
fn goal_name(stages: &[(String, Vec<Color>)], file: &Path) -> String {
    goal_with(&stages[0].0).map_or_else(|| name_of_file(file, "goal"), str::to_string)
}

/// Returns the stem of a file's name, or `other` for standard input.
pub fn name_of_file(file: &Path, other: &str) -> String {
    let stem = file.file_stem().map(|stem| stem.to_string_lossy()).filter(|stem| stem != "-");
    shortened(stem.as_deref().unwrap_or(other), 30)
}

/// Returns the index of the stage of `own` that corresponds to the stage of `first` at `place`: the one with the same
/// name or label, as `pseudo_xcross` corresponds to `xcross`. Stages of no named goal correspond in their order.
fn corresponding(
    own: &[(String, Vec<Color>)],
    first: &[(String, Vec<Color>)],
    place: usize,
) -> Option<usize> {
    let (stage, _) = &first[place];
    let same_name = own.iter().position(|(other, _)| other == stage);
    same_name.or_else(|| match label(stage) {
        Some(wanted) => own.iter().position(|(other, _)| label(other) == Some(wanted)),
        None => {
            let before = first[..place].iter().filter(|(other, _)| label(other).is_none()).count();
            let mut unknown = own.iter().enumerate().filter(|(_, (other, _))| label(other).is_none());
            unknown.nth(before).map(|(k, _)| k)
        }
    })
}

impl OtherGoal {
    fn new(
        file: &Path,
        analysis: Analysis,
        first: &[(String, Vec<Color>)],
        sets: &[Subset],
    ) -> Result<OtherGoal, Error> {
        let own = analysis.stages();
        // Stages of different goals match by label: `pseudo_xcross` matches `xcross`.
        let pair = |i: usize| Some((i, corresponding(own, first, i)?));
        let stages: Vec<_> = (0..first.len()).filter_map(pair).collect();
        if stages.is_empty() {
            let message = format!("{}: no stage matches a stage of the first file", file.display());
            return Err(Error::message(message));
        }
        let sample = PairedSample::new(Sample::with_sets(own.to_vec(), sets), stages);
        Ok(OtherGoal { name: goal_name(own, file), analysis, sample })
    }

    /// Reads the next row and pairs it with `first` if both have the same id.
    fn add_row(&mut self, first: &AnalysisRow, values: &[BySubset]) -> Result<(), Error> {
        if self.sample.is_paired() {
            match self.analysis.next_row()? {
                Some((row, _)) => self.sample.add(&row.lengths, (row.id == first.id).then_some(values)),
                None => self.sample.unpair(),
            }
        }
        Ok(())
    }

    /// Reads the rows that have no counterpart in the first goal.
    fn finish(&mut self) -> Result<(), Error> {
        while let Some((row, _)) = self.analysis.next_row()? {
            self.sample.add(&row.lengths, None);
        }
        Ok(())
    }

    /// Returns the mean of the stage at index `place` of the first goal, its standard error, the difference from the
    /// first goal's mean, and the standard error of the difference. Returns `None` if this goal lacks the stage or
    /// the colours.
    fn values(&self, place: usize, first: &Sample, subset: Subset) -> Option<[table::Value; 4]> {
        let own = self.sample.histogram(place, subset)?;
        let more = self.sample.difference(place, first, subset)?;
        Some([own.mean().into(), own.standard_error().into(), more.mean.into(), more.standard_error.into()])
    }
}

/// Returns the names of the first goal's stages in tables of several goals: `xcross` for `pseudo_xcross`.
fn stage_names(first: &Sample) -> Vec<String> {
    let unknown = first.stages().iter().filter(|stage| label(&stage.name).is_none()).count();
    let name_of = |stage: &'_ str| match label(stage) {
        Some(label) => label.to_string(),
        None if unknown == 1 => Stage::EXPRESSION_LABEL.into(),
        None => stage.into(),
    };
    first.stages().iter().map(|stage| name_of(&stage.name)).collect()
}
