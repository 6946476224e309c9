//! Figures that compare two samples, or several goals that were analysed for the same scrambles.

use cubiform_answers::format::{scrambles, signed_decimal};
use cubiform_answers::stats::goal_comparison::GoalComparison;
use cubiform_stats::{Histogram, Lengths, Sample, Subset};

use super::{
    MAX_SERIES, NamedSample, colors, largest_common_set, largest_set, on_colors, series_of,
    short_stage_label, stage_label, with_mean,
};
use crate::figure::bars::BarChart;
use crate::figure::rows::{Group, Row, RowChart, Spread};
use crate::figure::series::{STANDARD_ERROR, STUDENT, Series};
use crate::figure::{Figure, HTM, MEAN, Mark, Texts};

/// Two samples, and the stages that both have.
struct TwoSamples<'a> {
    samples: [NamedSample<'a>; 2],
    stages: Vec<[&'a Lengths; 2]>,
    subset: Subset,
}

impl<'a> TwoSamples<'a> {
    /// Returns the stages at these indices that both samples have, and `subset`, or their largest common set.
    fn new(
        samples: [NamedSample<'a>; 2],
        places: &[usize],
        subset: Option<Subset>,
    ) -> Option<TwoSamples<'a>> {
        let [own, other] = samples.map(|named| named.sample.stages());
        let pair = |place: &usize| {
            let stage = &own[*place];
            Some([stage, other.iter().find(|other| other.name == stage.name)?])
        };
        let stages: Vec<[&Lengths; 2]> = places.iter().filter_map(pair).collect();
        let all = stages.iter().flatten().copied();
        let subset = match subset {
            Some(subset) => all.clone().all(|stage| stage.histogram(subset).is_some()).then_some(subset),
            None => largest_common_set(all),
        };
        let subset = subset.filter(|_| !stages.is_empty())?;
        Some(TwoSamples { samples, stages, subset })
    }

    /// Returns the end of the sentence about the two samples.
    fn text(&self) -> String {
        let of = |named: NamedSample<'_>| format!("{} ({})", named.name, scrambles(named.sample.rows()));
        format!("{}, {}", self.samples.map(of).join(" and "), on_colors(self.subset))
    }
}

/// Draws the means of two samples for the stages at these indices.
pub(super) fn means(
    samples: [NamedSample<'_>; 2],
    places: &[usize],
    subset: Option<Subset>,
) -> Result<Figure, String> {
    let both = TwoSamples::new(samples, places, subset)
        .ok_or("the samples have no stage in common with the same bottom colours")?;
    let group = |[a, b]: &[&Lengths; 2]| {
        let histograms = [a.histogram(both.subset)?, b.histogram(both.subset)?];
        let difference = histograms[1].mean_difference(&histograms[0]);
        let error = difference.standard_error.map(|error| format!(" ± {error:.3}")).unwrap_or_default();
        let rows = (0..).zip(both.samples).zip(&histograms).map(|((i, named), histogram)| Row {
            label: named.name.chars().take(16).collect(),
            mark: Mark::of_series(i),
            estimate: histogram.estimate(),
            spread: None,
        });
        let (stage, difference) = (short_stage_label(&a.name), signed_decimal(difference.mean, 3));
        Some(Group { heading: format!("{stage}: difference {difference}{error}"), rows: rows.collect() })
    };
    let texts = Texts {
        title: format!("Mean move count of two samples by stage, on {}", colors(both.subset)),
        subtitle: both.samples.map(|named| scrambles(named.sample.rows())).join(" and "),
        caption: format!(
            "Marks are means of the minimum number of moves to each stage; whiskers {STUDENT}. Differences are \
                 the second mean minus the first, ± standard error: {} {STANDARD_ERROR}",
            both.text()
        ),
    };
    let groups = both.stages.iter().filter_map(group).collect();
    Ok(RowChart { texts, axis: MEAN, groups, is_difference: false }.draw())
}

/// Draws the stage at this index in both samples.
pub(super) fn histograms(
    samples: [NamedSample<'_>; 2],
    place: usize,
    subset: Option<Subset>,
) -> Result<Figure, String> {
    let both = TwoSamples::new(samples, &[place], subset)
        .ok_or("the samples do not share this stage with the same bottom colours")?;
    let stage = stage_label(&both.stages[0][0].name);
    let series = both.samples.into_iter().zip(both.stages[0]).filter_map(|(named, stage)| {
        let name = with_mean(named.name, &stage.histogram(both.subset)?);
        // This figure compares the samples with each other, not with the exact distribution.
        Some(Series { exact: None, ..series_of(stage, both.subset, name)? })
    });
    let series: Vec<Series> = series.collect();
    let counts: Vec<String> = series.iter().map(|series| scrambles(series.histogram.total())).collect();
    Ok(BarChart {
        title: format!("Move count: {stage} on {} in two samples", colors(both.subset)),
        subtitle: counts.join(" and "),
        sentence: format!(
            "Bars are shares of the scrambles by the minimum number of moves to the {stage}: {}",
            both.text()
        ),
        moves: HTM,
        series,
    }
    .draw())
}

/// The goals of a figure, for one colour set and some stages of the first goal.
pub(super) struct Goals<'a> {
    goals: &'a GoalComparison,
    first: &'a Sample,
    places: &'a [usize],
    subset: Subset,
}

impl<'a> Goals<'a> {
    /// Returns the goals for `subset`, or for the largest common set of these stages in all goals.
    pub(super) fn new(
        goals: &'a GoalComparison,
        first: &'a Sample,
        places: &'a [usize],
        subset: Option<Subset>,
    ) -> Result<Goals<'a>, String> {
        if goals.names().len() > MAX_SERIES {
            return Err(format!("more than {MAX_SERIES} goals"));
        }
        let has_all = |subset: &Subset| {
            let has = |goal, place| {
                goals.place(goal, place).is_none() || goals.histogram(goal, place, first, *subset).is_some()
            };
            places.iter().all(|place| (0..goals.names().len()).all(|goal| has(goal, *place)))
        };
        let subset = match subset {
            Some(subset) => Some(subset).filter(has_all),
            None => largest_set(has_all),
        };
        let subset = subset.ok_or("the goals have no bottom colour in common")?;
        Ok(Goals { goals, first, places, subset })
    }

    /// Returns the goals that have a stage of the first goal, by index, with the histograms.
    fn histograms(&self, place: usize) -> Vec<(usize, Histogram)> {
        let histogram = |goal| Some((goal, self.goals.histogram(goal, place, self.first, self.subset)?));
        (0..self.goals.names().len()).filter_map(histogram).collect()
    }

    fn stage_name(&self, place: usize) -> String {
        short_stage_label(&self.first.stages()[place].name)
    }

    /// Returns the groups of rows, one for each stage with rows.
    fn groups(&self, rows: impl Fn(usize) -> Vec<Row>) -> Vec<Group> {
        let group = |place: &usize| Group { heading: self.stage_name(*place), rows: rows(*place) };
        self.places.iter().map(group).filter(|group| !group.rows.is_empty()).collect()
    }

    /// Draws means, medians, modes and extremes of every goal by stage.
    pub(super) fn measures(&self) -> Figure {
        let row = |(goal, histogram): (usize, Histogram)| Row {
            label: self.goals.names()[goal].to_string(),
            mark: Mark::of_series(goal),
            estimate: histogram.estimate(),
            spread: Some(Spread {
                min: histogram.min() as f64,
                max: histogram.max() as f64,
                median: histogram.median(),
                mode: histogram.mode() as f64,
            }),
        };
        let count = scrambles(self.first.rows());
        let (goals, colors) = (self.goals.names().len(), colors(self.subset));
        let texts = Texts {
            title: format!("Move counts of {goals} goals by stage, on {colors}"),
            caption: format!(
                "Mean, median, mode, minimum and maximum of the minimum number of moves to each stage, for each goal, in \
                 {count}, {} Whiskers around means {STUDENT}, often narrower than the mark. {STANDARD_ERROR}",
                on_colors(self.subset)
            ),
            subtitle: format!("{count}; numbers are means ± standard errors"),
        };
        let groups = self.groups(|place| self.histograms(place).into_iter().map(row).collect());
        RowChart { texts, axis: HTM, groups, is_difference: false }.draw()
    }

    /// Draws the differences between the mean of each goal and that of the first, by stage.
    pub(super) fn differences(&self) -> Figure {
        let first = self.goals.names()[0];
        let row = |goal: usize, place: usize| {
            let estimate = self.goals.difference(goal, place, self.first, self.subset)?;
            let label = self.goals.names()[goal].to_string();
            Some(Row { label, mark: Mark::of_series(goal), estimate, spread: None })
        };
        let exception = match &self.goals.unpaired()[..] {
            [] => String::new(),
            names => format!(" except for {}, whose scrambles differ", names.join(" and ")),
        };
        let count = scrambles(self.first.rows());
        let texts = Texts {
            title: format!("Moves more than {first}, by stage and goal, on {}", colors(self.subset)),
            caption: format!(
                "Marks are the mean of each goal minus the mean of {first} in the minimum number of moves to each stage, \
                 within each of {count}{exception}, {} Whiskers {STUDENT}. ± is the standard error of the difference.",
                on_colors(self.subset)
            ),
            subtitle: format!("{count}; mean difference ± standard error"),
        };
        let others = 1..self.goals.names().len();
        let groups = self.groups(|place| others.clone().filter_map(|goal| row(goal, place)).collect());
        RowChart { texts, axis: "moves more (half turn metric)", groups, is_difference: true }.draw()
    }

    /// Draws the shares of one stage for every goal.
    pub(super) fn stage(&self, place: usize) -> Result<Figure, String> {
        let series = self.histograms(place).into_iter().map(|(goal, histogram)| {
            let name = with_mean(self.goals.names()[goal], &histogram);
            Series { name, histogram, exact: None }
        });
        let series: Vec<Series> = series.collect();
        if series.len() < 2 {
            return Err("only one goal has this stage".into());
        }
        let (stage, count) = (self.stage_name(place), scrambles(self.first.rows()));
        Ok(BarChart {
            title: format!("Move count: {stage} on {} by goal", colors(self.subset)),
            sentence: format!(
                "Bars are shares of {count} by the minimum number of moves to the {stage}, for each goal, {}",
                on_colors(self.subset)
            ),
            subtitle: count,
            moves: HTM,
            series,
        }
        .draw())
    }
}
