//! Several goals side by side: the means of their stages, and how they differ on the same scrambles.

use std::path::PathBuf;

use cubiform_stats::{BySubset, Paired, Sample, Subset};

use crate::choice::{goal_with, label};
use crate::failure::Failure;
use crate::stats::read::{Analysis, Row};
use crate::stats::show::{Part, Value};
use crate::words::shortened;

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

/// The sample in `files`, and the part that tells the goals of `others`, a file each, beside it.
pub(crate) fn read(files: &[PathBuf], others: &[PathBuf]) -> Result<(Sample, Part), Failure> {
    let mut first = Analysis::open(files)?;
    let mut sample = Sample::new(first.stages().to_vec());
    let name = name(&sample, &files[0]);
    let mut goals = Vec::new();
    for file in others {
        let goal = Beside::open(std::slice::from_ref(file), &sample)?;
        if goal.name == name || goals.iter().any(|other: &Beside| other.name == goal.name) {
            let message = format!("{}: there is another analysis of {}", file.display(), goal.name);
            return Err(Failure::Message(message + "\n  compare two samples of a goal with --against"));
        }
        goals.push(goal);
    }
    while let Some(row) = first.next()? {
        let values = sample.add(row.lengths);
        for goal in &mut goals {
            goal.follow(&row, values)?;
        }
    }
    for goal in &mut goals {
        goal.finish()?;
    }
    let part = part(&name, &sample, &goals);
    Ok((sample, part))
}

/// What to call the goal of a sample: its name if it has one, or that of its file.
fn name(sample: &Sample, file: &std::path::Path) -> String {
    let of_file = || {
        let stem = file.file_stem().map(|stem| stem.to_string_lossy()).filter(|stem| stem != "-");
        shortened(stem.as_deref().unwrap_or("goal"), 30)
    };
    goal_with(sample.stages()[0].name()).map_or_else(of_file, str::to_string)
}

impl Beside {
    fn open(file: &[PathBuf], first: &Sample) -> Result<Beside, Failure> {
        let analysis = Analysis::open(file)?;
        let sample = Sample::new(analysis.stages().to_vec());
        // `pseudo_xcross` is the xcross of its goal.
        let place =
            |stage: &str| sample.stages().iter().position(|other| label(other.name()) == label(stage));
        let places = first.stages().iter().enumerate();
        let stages: Vec<_> = places.filter_map(|(i, stage)| Some((i, place(stage.name())?))).collect();
        if stages.is_empty() {
            let message = format!("{}: it has no stage that matches one of the first", file[0].display());
            return Err(Failure::Message(message));
        }
        let paired = Some(Paired::new(stages.iter().map(|(i, k)| (*k, *i))));
        Ok(Beside { name: name(&sample, &file[0]), analysis, sample, stages, paired })
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
    fn measures(&self, place: usize, first: &Sample, subset: Subset) -> Option<[Value; 4]> {
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
        "mean of each goal beside that of {name}, and how much more it is: within each scramble{but}"
    );
    let mut part = Part::new("beside", title, &["stage", "colors"], &[]);
    part.measure(name.to_string());
    part.measure(format!("{name}_se"));
    for Beside { name: own, .. } in goals {
        let names = [own.clone(), format!("{own}_se"), format!("{own}_more"), format!("{own}_more_se")];
        names.into_iter().for_each(|name| part.measure(name));
    }
    for (place, stage) in first.stages().iter().enumerate() {
        for (subset, histogram) in stage.histograms() {
            let others: Vec<_> = goals.iter().map(|goal| goal.measures(place, first, subset)).collect();
            if others.iter().all(Option::is_none) {
                continue;
            }
            let mut row = vec![histogram.mean().into(), histogram.standard_error().into()];
            row.extend(others.into_iter().flat_map(|found| found.unwrap_or([Value::None; 4])));
            part.add([label(stage.name()).to_string(), subset.to_string()], row);
        }
    }
    part
}
