//! Figures of several goals, analysed for the same scrambles.

use cubiform_answers::format::scrambles;
use cubiform_stats::{Histogram, Sample, Subset};

use super::MAX_STAGES;
use super::names::{colors, short_stage_label};
use super::one_stage::BEST_COLOR;
use crate::figure::bars::{BarChart, HTM, STANDARD_ERROR, STUDENT, Series, format_mean};
use crate::figure::marks::Mark;
use crate::figure::rows::{Group, Row, RowChart, Spread};
use crate::figure::svg::Figure;
use crate::stats::goal_comparison::GoalComparison;

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
        if goals.names().len() > MAX_STAGES {
            return Err(format!("more than {MAX_STAGES} goals"));
        }
        let has_all = |subset: &Subset| {
            places.iter().all(|place| {
                (0..goals.names().len())
                    .filter(|goal| goals.place(*goal, *place).is_some())
                    .all(|goal| goals.histogram(goal, *place, first, *subset).is_some())
            })
        };
        let found = match subset {
            Some(subset) => Some(subset).filter(has_all),
            None => Subset::COMMON.into_iter().rev().filter(has_all).max_by_key(|set| set.size()),
        };
        let subset = found.ok_or("the goals have no bottom colour in common")?;
        Ok(Goals { goals, first, places, subset })
    }

    /// Returns the goals that have a stage of the first goal, by index, with the histograms.
    fn histograms(&self, place: usize) -> Vec<(usize, Histogram)> {
        let histogram = |goal| Some((goal, self.goals.histogram(goal, place, self.first, self.subset)?));
        (0..self.goals.names().len()).filter_map(histogram).collect()
    }

    fn stage_name(&self, place: usize) -> String {
        short_stage_label(self.first.stages()[place].name())
    }

    /// Returns the groups of rows, one for each stage with rows.
    fn groups(&self, rows: impl Fn(usize) -> Vec<Row>) -> Vec<Group> {
        let group = |place: &usize| Group { heading: self.stage_name(*place), rows: rows(*place) };
        self.places.iter().map(group).filter(|group| !group.rows.is_empty()).collect()
    }

    fn best(&self) -> String {
        if self.subset.size() > 1 { format!(" {BEST_COLOR}") } else { String::new() }
    }

    /// Draws means, medians, modes and extremes of every goal by stage.
    pub(super) fn measures(&self) -> Figure {
        let rows = |place: usize| {
            let row = |(goal, histogram): (usize, Histogram)| Row {
                label: self.goals.names()[goal].to_string(),
                mark: Mark::of(goal),
                estimate: histogram.estimate(),
                spread: Some(Spread {
                    min: histogram.min() as f64,
                    max: histogram.max() as f64,
                    median: histogram.median(),
                    mode: histogram.mode() as f64,
                }),
            };
            self.histograms(place).into_iter().map(row).collect()
        };
        RowChart {
            title: format!("Move counts of {} goals by stage, on {}", self.goals.names().len(), colors(self.subset)),
            subtitle: format!("{}; numbers are means ± standard errors", scrambles(self.first.rows())),
            caption: format!(
                "Mean, median, mode, minimum and maximum of the minimum number of moves to each stage, for each goal, in \
                 {}, on {}.{} Whiskers around means {STUDENT}, often narrower than the mark. {STANDARD_ERROR}",
                scrambles(self.first.rows()),
                colors(self.subset),
                self.best()
            ),
            axis: HTM,
            groups: self.groups(rows),
            is_difference: false,
        }
        .draw()
    }

    /// Draws the differences between the mean of each goal and that of the first, by stage.
    pub(super) fn differences(&self) -> Figure {
        let first = self.goals.names()[0];
        let rows = |place: usize| {
            let row = |goal: usize| {
                let estimate = self.goals.difference(goal, place, self.first, self.subset)?;
                let label = self.goals.names()[goal].to_string();
                Some(Row { label, mark: Mark::of(goal), estimate, spread: None })
            };
            (1..self.goals.names().len()).filter_map(row).collect()
        };
        let unpaired = self.goals.unpaired();
        let exception = match &unpaired[..] {
            [] => String::new(),
            names => format!(" except for {}, whose scrambles differ", names.join(" and ")),
        };
        RowChart {
            title: format!("Moves more than {first}, by stage and goal, on {}", colors(self.subset)),
            subtitle: format!("{}; mean difference ± standard error", scrambles(self.first.rows())),
            caption: format!(
                "Marks are the mean of each goal minus the mean of {first} in the minimum number of moves to each stage, \
                 within each of {}{exception}, on {}.{} Whiskers {STUDENT}. ± is the standard error of the \
                 difference.",
                scrambles(self.first.rows()),
                colors(self.subset),
                self.best()
            ),
            axis: "moves more (half turn metric)",
            groups: self.groups(rows),
            is_difference: true,
        }
        .draw()
    }

    /// Draws the shares of one stage for every goal.
    pub(super) fn stage(&self, place: usize) -> Result<Figure, String> {
        let series: Vec<Series> = self
            .histograms(place)
            .into_iter()
            .map(|(goal, histogram)| {
                let name = format!("{}: mean {}", self.goals.names()[goal], format_mean(&histogram, 3));
                Series { name, histogram, exact: None }
            })
            .collect();
        if series.len() < 2 {
            return Err("only one goal has this stage".into());
        }
        let stage = self.stage_name(place);
        let count = scrambles(self.first.rows());
        let shown = format!(
            "Bars are shares of {count} by the minimum number of moves to the {stage}, for each goal, on {}.{}",
            colors(self.subset),
            self.best()
        );
        let title = format!("Move count: {stage} on {} by goal", colors(self.subset));
        Ok(BarChart { title, subtitle: count, shown, moves: HTM, series }.draw())
    }
}
