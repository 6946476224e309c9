//! The summary of several solves: where moves are lost by stage, whether that changes from solve to solve, the most
//! costly cases, and the bottom colours. All over the complete solves.

mod means;
mod methods;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use cubiform_stats::{Estimate, Trend, equal_means};

use super::record::{Outcome, STAGES, SolveRecord};
use super::reviewed::ReviewedSolve;

pub use means::{CaseSummary, PartSummary, StepCaseSummary, StepSummary};
pub use methods::MethodSummary;

/// The summary of several solves in JSON. Means are taken over the solves that are solved or one move off.
// The members of this and the other objects of a review are in alphabetical order.
#[derive(Clone, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewSummary)]
pub struct Summary {
    /// The stage with the biggest mean loss; null if nothing was lost.
    #[schema(required = true, example = "2nd pair")]
    pub biggest_loss: Option<String>,
    /// The cases that came up, most moves lost first.
    pub cases: Vec<CaseSummary>,
    /// The bottom colours, most solves first.
    pub colors: Vec<ColorSummary>,
    /// The probability of differences between the means of the colours at least as large if there is none (F test);
    /// null with fewer than two colours that have two solves each.
    #[schema(required = true, example = 0.31, minimum = 0, maximum = 1)]
    pub colors_p: Option<f64>,
    /// The mean length in the execution turn metric (ETM), which counts rotations too; null without a complete solve.
    #[schema(required = true, example = 61.5)]
    pub mean_etm: Option<f64>,
    /// The mean length in the half turn metric (HTM); null without a complete solve.
    #[schema(required = true, example = 57.25)]
    pub mean_htm: Option<f64>,
    /// The mean number of moves (HTM) lost in a solve; null without a complete solve.
    #[schema(required = true, example = 9.5, minimum = 0)]
    pub mean_lost_htm: Option<f64>,
    /// The standard error of that mean; null with a single complete solve.
    #[schema(required = true, example = 1.1, minimum = 0)]
    pub mean_lost_htm_se: Option<f64>,
    /// The mean length in the slice turn metric (STM); null without a complete solve.
    #[schema(required = true, example = 56.75)]
    pub mean_stm: Option<f64>,
    /// The mean time in seconds over the complete solves with a time, rounded as the WCA rounds means; null if there are none.
    #[schema(required = true, example = 9.87)]
    pub mean_time: Option<f64>,
    /// The mean number of moves (STM) per second over the complete solves with a time; null if there are none.
    #[schema(required = true, example = 6.1)]
    pub mean_tps: Option<f64>,
    /// The solves by other methods than CFOP, which the other members leave out; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub methods: Vec<MethodSummary>,
    /// The number of solves that end one move from solved.
    #[schema(example = 1)]
    pub one_move_off: usize,
    /// The number of solves that end solved.
    #[schema(example = 10)]
    pub solved: usize,
    /// The number of all solves.
    #[schema(example = 12)]
    pub solves: usize,
    /// The means of each stage that some solve has.
    pub stages: Vec<PartSummary>,
    /// The changes from one solve to the next, with at least three complete solves.
    pub trends: Vec<TrendSummary>,
    /// The number of other solves.
    #[schema(example = 1)]
    pub unsolved: usize,
}

impl Summary {
    /// Returns the summary of reviewed solves.
    pub fn of(all: &[ReviewedSolve]) -> Summary {
        Summary::of_records(&all.iter().map(SolveRecord::from).collect::<Vec<_>>())
    }

    /// Returns the summary of records, in the order in which the cubes were solved.
    pub fn of_records(all: &[SolveRecord]) -> Summary {
        let methods = MethodSummary::of(all);
        let Solves { all, complete } = &Solves::by(None, all);
        let with = |outcome| all.iter().filter(|record| record.outcome == outcome).count();
        let mean = |of: &dyn Fn(&SolveRecord) -> Option<f64>| mean(complete, of);
        let lost = Estimate::from_numbers(complete.iter().map(|record| record.lost()));
        let stages = PartSummary::of(complete, &STAGES);
        Summary {
            biggest_loss: PartSummary::biggest_loss(&stages),
            cases: CaseSummary::of(complete),
            colors: colors_of(complete),
            colors_p: probability(complete),
            mean_etm: mean(&|record| Some(record.etm.into())),
            mean_htm: mean(&|record| Some(record.htm.into())),
            mean_lost_htm: lost.map(|lost| lost.mean),
            mean_lost_htm_se: lost.and_then(|lost| lost.standard_error),
            mean_stm: mean(&|record| Some(record.stm.into())),
            mean_time: mean_time(complete.iter().filter_map(|record| record.time)),
            mean_tps: mean(&SolveRecord::tps),
            one_move_off: with(Outcome::OneMoveOff),
            solved: with(Outcome::Solved),
            solves: all.len(),
            stages,
            trends: trends_of(all),
            methods,
            unsolved: with(Outcome::Unsolved),
        }
    }

    /// Returns the number of solves that are solved or one move off.
    pub fn complete(&self) -> usize {
        self.solved + self.one_move_off
    }
}

/// The solves by one method.
struct Solves<'a> {
    all: Vec<&'a SolveRecord>,
    /// The solves that are solved or one move off.
    complete: Vec<&'a SolveRecord>,
}

impl<'a> Solves<'a> {
    /// Returns the solves by a method; by CFOP for `None`.
    fn by(method: Option<&String>, all: &'a [SolveRecord]) -> Solves<'a> {
        let all: Vec<_> = all.iter().filter(|record| record.method.as_ref() == method).collect();
        let complete = all.iter().copied().filter(|record| record.is_complete()).collect();
        Solves { all, complete }
    }
}

/// Returns the mean of a number over the solves that have it.
fn mean(solves: &[&SolveRecord], of: &dyn Fn(&SolveRecord) -> Option<f64>) -> Option<f64> {
    means::mean(solves.iter().filter_map(|record| of(record)))
}

/// Returns the mean of times in seconds by the regulations of the WCA: up to ten minutes rounded to the nearest hundredth (9f1), above to the
/// nearest second (9f2), halves upwards. The sum is one of whole milliseconds, since a half is no exact sum of fractions. `None` without a time.
fn mean_time(times: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = times.fold((0, 0), |(count, sum): (u128, u128), time| {
        (count + 1, sum + u128::from((1000.0 * time).round() as u64))
    });
    let unit = if sum > 600_000 * count { 1000 } else { 10 };
    let rounded = |divisor: u128| unit * ((2 * sum + divisor) / (2 * divisor));
    (count > 0).then(|| rounded(unit * count) as f64 / 1000.0)
}

/// A bottom colour over the solves that are solved or one move off, in JSON.
#[derive(Clone, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewColor)]
pub struct ColorSummary {
    /// The stage with the biggest mean loss; null if nothing was lost.
    #[schema(required = true, example = "cross")]
    pub biggest_loss: Option<String>,
    /// The colour.
    #[schema(example = "white")]
    pub color: String,
    /// The mean number of moves (HTM) of a solve.
    #[schema(example = 57.25)]
    pub mean_htm: f64,
    /// The mean number of moves (HTM) lost in a solve.
    #[schema(example = 9.5, minimum = 0)]
    pub mean_lost_htm: f64,
    /// The standard error of that mean; null with a single solve.
    #[schema(required = true, example = 1.1, minimum = 0)]
    pub mean_lost_htm_se: Option<f64>,
    /// The number of solves.
    #[schema(example = 9)]
    pub solves: usize,
}

/// Returns the solves of each colour.
fn by_color<'a>(complete: &[&'a SolveRecord]) -> BTreeMap<&'a str, Vec<&'a SolveRecord>> {
    let mut by_color: BTreeMap<&str, Vec<&SolveRecord>> = BTreeMap::new();
    for record in complete {
        if let Some(color) = &record.color {
            by_color.entry(color).or_default().push(record);
        }
    }
    by_color
}

/// Returns the colours, most solves first.
fn colors_of(complete: &[&SolveRecord]) -> Vec<ColorSummary> {
    let summary = |(color, records): (&str, Vec<&SolveRecord>)| {
        let lost = Estimate::from_numbers(records.iter().map(|record| record.lost()))?;
        Some(ColorSummary {
            biggest_loss: PartSummary::biggest_loss(&PartSummary::of(&records, &STAGES)),
            color: color.into(),
            mean_htm: Estimate::from_numbers(records.iter().map(|record| record.htm))?.mean,
            mean_lost_htm: lost.mean,
            mean_lost_htm_se: lost.standard_error,
            solves: records.len(),
        })
    };
    let mut colors: Vec<ColorSummary> = by_color(complete).into_iter().filter_map(summary).collect();
    colors.sort_by_key(|color| std::cmp::Reverse(color.solves));
    colors
}

/// Returns the probability of the F test between the colours that have at least two solves.
fn probability(complete: &[&SolveRecord]) -> Option<f64> {
    let lost = |records: Vec<&SolveRecord>| -> Vec<f64> {
        records.into_iter().map(|record| record.lost().into()).collect()
    };
    let groups: Vec<Vec<f64>> =
        by_color(complete).into_values().map(lost).filter(|group| group.len() > 1).collect();
    equal_means(&groups.iter().map(|group| &group[..]).collect::<Vec<_>>())
}

/// The change of a number from one solve to the next: the slope of a line through the numbers of the complete solves, in
/// their order, in JSON.
#[derive(Clone, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewTrend)]
pub struct TrendSummary {
    /// The upper end of the 95 % confidence interval of the slope (Student's t).
    #[schema(example = 0.04)]
    pub high: f64,
    /// The value of the line at number 0, before the first solve.
    #[schema(example = 12.4)]
    pub intercept: f64,
    /// The lower end of the interval.
    #[schema(example = -0.28)]
    pub low: f64,
    /// The number: `lost_htm`, `htm`, `time` or `tps`; `lost_stm` and `stm` for other methods than CFOP.
    #[schema(example = "lost_htm")]
    pub measure: &'static str,
    /// The probability of a slope at least as far from 0 if there is no trend.
    #[schema(example = 0.13, minimum = 0, maximum = 1)]
    pub p: f64,
    /// The standard error of the slope.
    #[schema(example = 0.08, minimum = 0)]
    pub se: f64,
    /// The slope: moves, seconds, or moves (STM) per second, per solve.
    #[schema(example = -0.12)]
    pub slope: f64,
    /// The number of solves with the number.
    #[schema(example = 40)]
    pub solves: usize,
}

/// Returns the trends of the moves lost, the length, the time and the moves per second. A measure that fewer than three complete solves have
/// has none.
fn trends_of(all: &[&SolveRecord]) -> Vec<TrendSummary> {
    let trend = |measure: &'static str, value: &dyn Fn(&SolveRecord) -> Option<f64>| {
        let numbered = all.iter().enumerate().filter(|(_, record)| record.is_complete());
        let points: Vec<(f64, f64)> =
            numbered.filter_map(|(i, record)| Some(((i + 1) as f64, value(record)?))).collect();
        let Trend { count, intercept, slope, standard_error: se, interval: [low, high], p } =
            Trend::fit(&points)?;
        Some(TrendSummary { high, intercept, low, measure, p, se, slope, solves: count })
    };
    let is_cfop = all.iter().all(|record| record.method.is_none());
    let [lost, moves] = if is_cfop { ["lost_htm", "htm"] } else { ["lost_stm", "stm"] };
    let trends = [
        trend(lost, &|record| Some(record.lost().into())),
        trend(moves, &|record| Some(record.moves().into())),
        trend("time", &|record| record.time),
        trend("tps", &SolveRecord::tps),
    ];
    trends.into_iter().flatten().collect()
}
