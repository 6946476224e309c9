//! Where moves are lost, by stage.

use cubiform_stats::Estimate;

use super::{STAGES, SolveRecord};
use crate::review::record::StageRecord;

/// The means of a stage over the solves that are solved or one move off, in JSON.
#[derive(Clone, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewStageSummary)]
pub struct StageSummary {
    /// The number of moves (HTM) lost in the stage, over all solves.
    #[schema(example = 15)]
    pub lost_htm: u32,
    /// Their share of the moves lost in all stages; null if none were lost.
    #[schema(required = true, example = 0.125, minimum = 0, maximum = 1)]
    pub lost_share: Option<f64>,
    /// The mean number of moves of the stage (HTM).
    #[schema(required = true, example = 6.5, minimum = 0)]
    pub mean_htm: Option<f64>,
    /// The mean minimum number of moves (HTM) over the solves in which it is known.
    #[schema(required = true, example = 5.5, minimum = 0)]
    pub mean_least_htm: Option<f64>,
    /// The mean number of moves (HTM) by which the stage lengthened the shortest known complete solution.
    #[schema(required = true, example = 1.25, minimum = 0)]
    pub mean_lost_htm: Option<f64>,
    /// The standard error of that mean; null with a single solve.
    #[schema(required = true, example = 0.4, minimum = 0)]
    pub mean_lost_htm_se: Option<f64>,
    /// The number of solves with this stage.
    #[schema(example = 12)]
    pub solves: u32,
    /// The stage: `cross`, `1st pair` to `4th pair`, `OLL` or `PLL`. A pair that is solved with the cross belongs to it.
    #[schema(example = "1st pair")]
    pub stage: &'static str,
}

/// Returns the means of each stage that some solve has.
pub(super) fn of(complete: &[&SolveRecord]) -> Vec<StageSummary> {
    let all: u32 = complete.iter().map(|record| record.lost()).sum();
    let summary = |(place, stage): (usize, &&'static str)| {
        let of_stage = |record: &&'_ SolveRecord| -> Vec<StageRecord> {
            record.stages.iter().filter(|row| row.stage == place).cloned().collect()
        };
        let rows: Vec<StageRecord> = complete.iter().flat_map(of_stage).collect();
        let lost = Estimate::from_numbers(rows.iter().map(|row| row.lost))?;
        let mean = |numbers: Estimate| numbers.mean;
        let lost_htm = rows.iter().map(|row| row.lost).sum();
        Some(StageSummary {
            lost_htm,
            lost_share: (all > 0).then(|| f64::from(lost_htm) / f64::from(all)),
            mean_htm: Estimate::from_numbers(rows.iter().map(|row| row.htm)).map(mean),
            mean_least_htm: Estimate::from_numbers(rows.iter().filter_map(|row| row.least)).map(mean),
            mean_lost_htm: Some(lost.mean),
            mean_lost_htm_se: lost.standard_error,
            solves: u32::try_from(rows.len()).unwrap_or(u32::MAX),
            stage,
        })
    };
    STAGES.iter().enumerate().filter_map(summary).collect()
}

/// Returns the stage with the biggest mean loss; the first of several, `None` if nothing was lost.
pub(super) fn biggest_loss(stages: &[StageSummary]) -> Option<&'static str> {
    let mean = |stage: &StageSummary| stage.mean_lost_htm.unwrap_or(0.0);
    let losing = stages.iter().rev().filter(|stage| mean(stage) > 0.0);
    losing.max_by(|a, b| mean(a).total_cmp(&mean(b))).map(|stage| stage.stage)
}
