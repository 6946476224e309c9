//! The solves of a summary that are by other methods than CFOP, method by method.

use cubiform_stats::Estimate;

use super::super::record::{SolveRecord, StepRecord};
use super::{mean_time, share};

/// The solves by a method in JSON. Means are taken over the solves that are solved or one move off; lengths are counted in the slice
/// turn metric (STM).
// The members of both objects are in alphabetical order.
#[derive(Clone, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewMethodSummary)]
pub struct MethodSummary {
    /// The step with the biggest mean loss; null if nothing was lost.
    #[schema(required = true, example = "CMLL")]
    pub biggest_loss: Option<String>,
    /// The mean number of moves lost in a solve; null without a complete solve.
    #[schema(required = true, example = 5.5, minimum = 0)]
    pub mean_lost_stm: Option<f64>,
    /// The standard error of that mean; null with a single complete solve.
    #[schema(required = true, example = 0.9, minimum = 0)]
    pub mean_lost_stm_se: Option<f64>,
    /// The mean length; null without a complete solve.
    #[schema(required = true, example = 46.5)]
    pub mean_stm: Option<f64>,
    /// The mean time in seconds over the complete solves with a time, rounded as the WCA rounds means; null if there are none.
    #[schema(required = true, example = 9.87)]
    pub mean_time: Option<f64>,
    /// The method.
    #[schema(example = "Roux")]
    pub method: String,
    /// The number of solves by it.
    #[schema(example = 12)]
    pub solves: usize,
    /// The means of each step that some solve has, in the order of the method.
    pub steps: Vec<StepSummary>,
    /// The number of solves that end neither solved nor one move off.
    #[schema(example = 1)]
    pub unsolved: usize,
}

/// The means of a step over the complete solves by a method in JSON.
#[derive(Clone, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewStepSummary)]
pub struct StepSummary {
    /// The share of the moves lost in the step of those lost in all steps; null if none were lost.
    #[schema(required = true, example = 0.125, minimum = 0, maximum = 1)]
    pub lost_share: Option<f64>,
    /// The mean number of moves by which the step lengthened the shortest known complete solution.
    #[schema(example = 1.25, minimum = 0)]
    pub mean_lost_stm: f64,
    /// The standard error of that mean; null with a single solve.
    #[schema(required = true, example = 0.4, minimum = 0)]
    pub mean_lost_stm_se: Option<f64>,
    /// The mean minimum number of moves.
    #[schema(example = 5.5, minimum = 0)]
    pub mean_optimal_stm: f64,
    /// The mean number of moves of the step.
    #[schema(example = 6.5, minimum = 0)]
    pub mean_stm: f64,
    /// The number of solves with this step.
    #[schema(example = 12)]
    pub solves: u64,
    /// The name of the step.
    #[schema(example = "CMLL")]
    pub step: String,
}

impl MethodSummary {
    /// Returns a summary for each method but CFOP, in the order in which they come.
    pub(super) fn of(all: &[SolveRecord]) -> Vec<MethodSummary> {
        let methods = distinct(all.iter().filter_map(|record| record.method.as_ref()));
        let own = |method| all.iter().filter(move |record| record.method.as_ref() == Some(method));
        methods
            .into_iter()
            .map(|method| MethodSummary::new(method, &own(method).collect::<Vec<_>>()))
            .collect()
    }

    fn new(method: &str, all: &[&SolveRecord]) -> MethodSummary {
        let complete = || all.iter().filter(|record| record.is_complete());
        let lost = |record: &&&SolveRecord| record.steps.iter().map(|step| step.lost).sum::<u32>();
        let mean_lost = Estimate::from_numbers(complete().map(|record| lost(&record)));
        let lost_in_all = complete().map(|record| lost(&record)).sum();
        let names = distinct(complete().flat_map(|record| &record.steps).map(|step| &step.name));
        let step = |name: &&String| {
            let rows = complete().flat_map(|record| &record.steps).filter(|step| step.name == **name);
            StepSummary::new(name, &rows.collect::<Vec<_>>(), lost_in_all)
        };
        let steps: Vec<StepSummary> = names.iter().filter_map(step).collect();
        let losing = steps.iter().rev().filter(|step| step.mean_lost_stm > 0.0);
        let biggest = losing.max_by(|a, b| a.mean_lost_stm.total_cmp(&b.mean_lost_stm));
        MethodSummary {
            biggest_loss: biggest.map(|step| step.step.clone()),
            mean_lost_stm: mean_lost.map(|lost| lost.mean),
            mean_lost_stm_se: mean_lost.and_then(|lost| lost.standard_error),
            mean_stm: Estimate::from_numbers(complete().map(|record| record.stm)).map(|stm| stm.mean),
            mean_time: mean_time(complete().filter_map(|record| record.time)),
            method: method.into(),
            solves: all.len(),
            steps,
            unsolved: all.len() - complete().count(),
        }
    }
}

/// Returns each of some values once, in the order in which they first come.
fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    values.fold(Vec::new(), |mut known, value| {
        if !known.contains(&value) {
            known.push(value);
        }
        known
    })
}

impl StepSummary {
    /// Returns the means of a step; `None` without a solve.
    fn new(name: &str, rows: &[&StepRecord], lost_in_all: u32) -> Option<StepSummary> {
        let of = |number: fn(&StepRecord) -> u32| Estimate::from_numbers(rows.iter().map(|row| number(row)));
        let lost = of(|row| row.lost)?;
        Some(StepSummary {
            lost_share: share(rows.iter().map(|row| row.lost).sum(), lost_in_all),
            mean_lost_stm: lost.mean,
            mean_lost_stm_se: lost.standard_error,
            mean_optimal_stm: of(|row| row.optimal)?.mean,
            mean_stm: of(|row| row.stm)?.mean,
            solves: rows.len() as u64,
            step: name.into(),
        })
    }
}
