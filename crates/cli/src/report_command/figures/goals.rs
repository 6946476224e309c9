//! Figures of several goals, analysed for the same scrambles.

use cubiform_answers::format::scrambles;
use cubiform_stats::{Histogram, Sample, Subset};

use super::names::{MAX_SERIES, colors, largest_set, on_colors, short_stage_label, with_mean};
use crate::figure::bars::BarChart;
use crate::figure::rows::{Group, Row, RowChart, Spread};
use crate::figure::series::{STANDARD_ERROR, STUDENT, Series};
use crate::figure::{Figure, HTM, Mark, Texts};
use cubiform_answers::stats::goal_comparison::GoalComparison;

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
