//! The summary of several solves: where moves are lost by stage, whether that changes from solve to solve, the most
//! costly cases, and the bottom colours. All over the complete solves.

mod cases;
mod colors;
mod stages;
mod trends;

pub use cases::CaseSummary;
pub use colors::ColorSummary;
pub use stages::StageSummary;
pub use trends::TrendSummary;

use cubiform_stats::Estimate;

use super::record::{Outcome, STAGES, SolveRecord};
use super::reviewed::ReviewedSolve;

/// The summary of several solves in JSON. Means are taken over the solves that are solved or one move off.
// The members of this and the other objects of a review are in alphabetical order.
#[derive(Clone, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewSummary)]
pub struct Summary {
    /// The stage with the biggest mean loss; null if nothing was lost.
    #[schema(required = true, example = "2nd pair")]
    pub biggest_loss: Option<&'static str>,
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
    pub stages: Vec<StageSummary>,
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
        let with = |outcome| all.iter().filter(|record| record.outcome == outcome).count();
        let complete: Vec<&SolveRecord> = all.iter().filter(|record| record.is_complete()).collect();
        let mean = |of: &dyn Fn(&SolveRecord) -> Option<f64>| {
            let values: Vec<f64> = complete.iter().filter_map(|record| of(record)).collect();
            (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
        };
        let lost = Estimate::from_numbers(complete.iter().map(|record| record.lost()));
        let stages = stages::of(&complete);
        Summary {
            biggest_loss: stages::biggest_loss(&stages),
            cases: cases::of(&complete),
            colors: colors::of(&complete),
            colors_p: colors::probability(&complete),
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
            trends: trends::of(all),
            unsolved: with(Outcome::Unsolved),
        }
    }

    /// Returns the number of solves that are solved or one move off.
    pub fn complete(&self) -> usize {
        self.solved + self.one_move_off
    }
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

#[cfg(test)]
mod tests;
