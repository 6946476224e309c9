//! Several goals side by side: the means of their stages, and their differences on the same scrambles.

use std::path::{Path, PathBuf};

use cubiform_cube::Color;
use cubiform_stats::{BySubset, Paired, Sample, Subset};
use serde_json::Value;

use crate::arg_values::{goal_with, label};
use crate::error::Failure;
use crate::format::shortened;
use crate::stats::read::{Analysis, Row, Samples};
use crate::stats::show::{self, MEAN, Part};

/// A goal beside the first.
struct Beside {
    name: String,
    analysis: Analysis,
    sample: Sample,
    /// The stages of the first that it has too: their places there, and here.
    stages: Vec<(usize, usize)>,
    /// As long as it is of the same scrambles in the same order.
    paired: Option<Paired>,
}

/// The goals that are put beside the first.
pub(crate) struct Goals {
    /// The name of the first.
    name: String,
    others: Vec<Beside>,
}

impl Goals {
    /// Opens `others`, a file for each goal; the first goal is that of `first`, whose first file is `path`.
    pub(crate) fn open(
        first: &Samples,
        path: &Path,
        others: &[PathBuf],
        sets: &[Subset],
        partial: bool,
    ) -> Result<Goals, Failure> {
        let mut goals = Goals { name: String::new(), others: Vec::new() };
        if others.is_empty() {
            return Ok(goals);
        }
        goals.name = name(first.stages(), path);
        for file in others {
            let goal = Beside::open(file, first.stages(), sets, partial)?;
            if goal.name == goals.name || goals.others.iter().any(|other| other.name == goal.name) {
                let message = format!("{}: there is another analysis of {}", file.display(), goal.name);
                return Err(Failure::Message(message + "\n  compare two samples of a goal with --against"));
            }
            goals.others.push(goal);
        }
        Ok(goals)
    }

    /// Reads the rows that belong to a row of the first, of these lengths by stage and subset.
    pub(crate) fn follow(&mut self, first: &Row<'_>, values: &[BySubset]) -> Result<(), Failure> {
        self.others.iter_mut().try_for_each(|goal| goal.follow(first, values))
    }

    /// Reads what is left, and makes the part; none if there is only the first goal.
    pub(crate) fn finish(&mut self, first: &Sample) -> Result<Option<Part>, Failure> {
        self.others.iter_mut().try_for_each(Beside::finish)?;
        Ok((!self.others.is_empty()).then(|| part(&self.name, first, &self.others)))
    }

    /// What identifies the files of the other goals, as an entry of the provenance.
    pub(crate) fn provenance(&self) -> Result<Option<(String, Value)>, Failure> {
        let mut all = Vec::new();
        for goal in &self.others {
            if let Value::Array(files) = goal.analysis.described()? {
                all.extend(files);
            }
        }
        Ok((!all.is_empty()).then(|| ("beside".to_string(), all.into())))
    }
}

/// What to call the goal of a sample: its name if it has one, or that of its file.
fn name(stages: &[(String, Vec<Color>)], file: &Path) -> String {
    let of_file = || {
        let stem = file.file_stem().map(|stem| stem.to_string_lossy()).filter(|stem| stem != "-");
        shortened(stem.as_deref().unwrap_or("goal"), 30)
    };
    goal_with(&stages[0].0).map_or_else(of_file, str::to_string)
}

impl Beside {
    fn open(
        file: &Path,
        first: &[(String, Vec<Color>)],
        sets: &[Subset],
        partial: bool,
    ) -> Result<Beside, Failure> {
        let analysis = Analysis::open(&[file.into()], partial)?;
        let own = analysis.stages();
        // `pseudo_xcross` is the xcross of its goal.
        let place = |stage: &str| own.iter().position(|(other, _)| label(other) == label(stage));
        let places = first.iter().enumerate();
        let stages: Vec<_> = places.filter_map(|(i, (stage, _))| Some((i, place(stage)?))).collect();
        if stages.is_empty() {
            let message = format!("{}: it has no stage that matches one of the first", file.display());
            return Err(Failure::Message(message));
        }
        let paired = Some(Paired::with_sets(stages.iter().map(|(i, k)| (*k, *i)), sets));
        let sample = Sample::with_sets(own.to_vec(), sets);
        Ok(Beside { name: name(own, file), analysis, sample, stages, paired })
    }

    /// Reads the next row, which is to be of the same scramble as one of the first.
    fn follow(&mut self, first: &Row<'_>, values: &[BySubset]) -> Result<(), Failure> {
        let Some(paired) = &mut self.paired else { return Ok(()) };
        match self.analysis.next()? {
            Some(row) => {
                let own = self.sample.add(row.lengths);
                if row.id == first.id {
                    paired.add(own, values);
                } else {
                    self.paired = None;
                }
            }
            None => self.paired = None,
        }
        Ok(())
    }

    /// Reads what the first has not.
    fn finish(&mut self) -> Result<(), Failure> {
        while let Some(row) = self.analysis.next()? {
            self.sample.add(row.lengths);
            self.paired = None;
        }
        Ok(())
    }

    /// The mean for the stage at this place of the first, its error, how much more it is than that of the first, and
    /// the error of that; `None` if it has no such stage, or not with these colours.
    fn measures(&self, place: usize, first: &Sample, subset: Subset) -> Option<[show::Value; 4]> {
        let pair = self.stages.iter().position(|(i, _)| *i == place)?;
        let own = self.sample.stages()[self.stages[pair].1].histogram(subset)?;
        let of_first = first.stages()[place].histogram(subset)?;
        let (more, error) = match self.paired.as_ref().and_then(|paired| paired.less(pair, subset)) {
            Some(estimate) => (estimate.mean, estimate.standard_error),
            None => own.mean_less(&of_first),
        };
        Some([own.mean().into(), own.standard_error().into(), more.into(), error.into()])
    }
}

fn part(name: &str, first: &Sample, goals: &[Beside]) -> Part {
    let apart: Vec<&str> =
        goals.iter().filter(|goal| goal.paired.is_none()).map(|goal| &goal.name[..]).collect();
    let but = match &apart[..] {
        [] => String::new(),
        names => format!(", but for {}, which is of other scrambles", names.join(" and ")),
    };
    let title = format!(
        "mean of each goal vs mean of {name}, and how many moves more it needs: within each scramble{but}"
    );
    let mut part = Part::new("beside", title, &["stage", "colors"], &[]);
    [MEAN, "se"].into_iter().for_each(|measure| part.measure_of(name, measure));
    for Beside { name: own, .. } in goals {
        [MEAN, "se", "more", "more_se"].into_iter().for_each(|measure| part.measure_of(own, measure));
    }
    for (place, stage) in first.stages().iter().enumerate() {
        for (subset, histogram) in stage.histograms() {
            let others: Vec<_> = goals.iter().map(|goal| goal.measures(place, first, subset)).collect();
            if others.iter().all(Option::is_none) {
                continue;
            }
            let mut row = vec![histogram.mean().into(), histogram.standard_error().into()];
            row.extend(others.into_iter().flat_map(|found| found.unwrap_or([show::Value::None; 4])));
            part.add([label(stage.name()).to_string(), subset.to_string()], row);
        }
    }
    part
}
