//! The solves of a summary that are by other methods than CFOP, method by method.

use cubiform_stats::Estimate;

use super::super::record::SolveRecord;
use super::means::{CaseSummary, InStm, PartSummary, StepCaseSummary, StepSummary};
use super::{Solves, TrendSummary, mean, mean_time, trends_of};

/// The solves by a method in JSON. Means are taken over the solves that are solved or one move off; lengths are counted in the slice
/// turn metric (STM).
// The members are in alphabetical order.
#[derive(Clone, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewMethodSummary)]
pub struct MethodSummary {
    /// The step with the biggest mean loss; null if nothing was lost.
    #[schema(required = true, example = "CMLL")]
    pub biggest_loss: Option<String>,
    /// The cases that came up, most moves lost first.
    #[serde(serialize_with = "InStm::serialize")]
    #[schema(value_type = Vec<StepCaseSummary>)]
    pub cases: Vec<CaseSummary>,
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
    /// The mean number of moves (STM) per second over the complete solves with a time; null if there are none.
    #[schema(required = true, example = 6.1)]
    pub mean_tps: Option<f64>,
    /// The method.
    #[schema(example = "Roux")]
    pub method: String,
    /// The number of solves by it.
    #[schema(example = 12)]
    pub solves: usize,
    /// The means of each step that some solve has, in the order of the method.
    #[serde(serialize_with = "InStm::serialize")]
    #[schema(value_type = Vec<StepSummary>)]
    pub steps: Vec<PartSummary>,
    /// The changes from one solve to the next, with at least three complete solves.
    pub trends: Vec<TrendSummary>,
    /// The number of solves that end neither solved nor one move off.
    #[schema(example = 1)]
    pub unsolved: usize,
}

impl MethodSummary {
    /// Returns a summary for each method but CFOP, in the order in which they come.
    pub(super) fn of(all: &[SolveRecord]) -> Vec<MethodSummary> {
        let methods = distinct(all.iter().filter_map(|record| record.method.as_ref()));
        methods.into_iter().map(|method| MethodSummary::new(method, all)).collect()
    }

    fn new(method: &String, all: &[SolveRecord]) -> MethodSummary {
        let Solves { all, complete } = &Solves::by(Some(method), all);
        let mean_lost = Estimate::from_numbers(complete.iter().map(|record| record.lost()));
        let names = complete.iter().flat_map(|record| &record.stages).map(|step| &step.name[..]);
        let steps = PartSummary::of(complete, &distinct(names));
        MethodSummary {
            biggest_loss: PartSummary::biggest_loss(&steps),
            cases: CaseSummary::of(complete),
            mean_lost_stm: mean_lost.map(|lost| lost.mean),
            mean_lost_stm_se: mean_lost.and_then(|lost| lost.standard_error),
            mean_stm: mean(complete, &|record| Some(record.stm.into())),
            mean_time: mean_time(complete.iter().filter_map(|record| record.time)),
            mean_tps: mean(complete, &SolveRecord::tps),
            method: method.clone(),
            solves: all.len(),
            steps,
            trends: trends_of(all),
            unsolved: all.len() - complete.len(),
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
