//! The cases that came up, and what they cost.

use std::collections::BTreeMap;

use cubiform_stats::Estimate;

use super::SolveRecord;
use crate::review::record::StageRecord;

/// A case over the solves that are solved or one move off, in JSON.
#[derive(Clone, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewCase)]
pub struct CaseSummary {
    /// The case.
    #[schema(example = "OLL 27 (Sune)")]
    pub case: String,
    /// The number of moves (HTM) lost in all stages with the case.
    #[schema(example = 12)]
    pub lost_htm: u32,
    /// The mean number of moves (HTM).
    #[schema(example = 9.5, minimum = 0)]
    pub mean_htm: f64,
    /// The mean number of moves (HTM) of the best known way: the shortest algorithm with its turns of U for OLL and PLL,
    /// the proven minimum for a pair. Null if it is not known.
    #[schema(required = true, example = 7.5, minimum = 0)]
    pub mean_least_htm: Option<f64>,
    /// The number of times that the case came up.
    #[schema(example = 3)]
    pub times: usize,
}

/// Returns the cases, most moves lost first, then the most frequent.
pub(super) fn of(complete: &[&SolveRecord]) -> Vec<CaseSummary> {
    let mut by_case: BTreeMap<&str, Vec<&StageRecord>> = BTreeMap::new();
    for row in complete.iter().flat_map(|record| &record.stages) {
        if let Some(case) = &row.case {
            by_case.entry(case).or_default().push(row);
        }
    }
    let mean = |estimate: Estimate| estimate.mean;
    let summary = |(case, rows): (&str, Vec<&StageRecord>)| {
        let mean_htm = Estimate::from_numbers(rows.iter().map(|row| row.htm)).map(mean)?;
        Some(CaseSummary {
            case: case.into(),
            lost_htm: rows.iter().map(|row| row.lost).sum(),
            mean_htm,
            mean_least_htm: Estimate::from_numbers(rows.iter().filter_map(|row| row.least)).map(mean),
            times: rows.len(),
        })
    };
    let mut cases: Vec<CaseSummary> = by_case.into_iter().filter_map(summary).collect();
    cases.sort_by_key(|case| std::cmp::Reverse((case.lost_htm, case.times)));
    cases
}
