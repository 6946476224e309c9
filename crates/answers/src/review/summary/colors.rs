//! The bottom colours, and whether they differ.

use std::collections::BTreeMap;

use cubiform_stats::{Estimate, equal_means};

use super::{SolveRecord, stages};

/// A bottom colour over the solves that are solved or one move off, in JSON.
#[derive(Clone, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewColor)]
pub struct ColorSummary {
    /// The stage with the biggest mean loss; null if nothing was lost.
    #[schema(required = true, example = "cross")]
    pub biggest_loss: Option<&'static str>,
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
pub(super) fn of(complete: &[&SolveRecord]) -> Vec<ColorSummary> {
    let summary = |(color, records): (&str, Vec<&SolveRecord>)| {
        let lost = Estimate::from_numbers(records.iter().map(|record| record.lost()))?;
        Some(ColorSummary {
            biggest_loss: stages::biggest_loss(&stages::of(&records)),
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
pub(super) fn probability(complete: &[&SolveRecord]) -> Option<f64> {
    let lost = |records: Vec<&SolveRecord>| -> Vec<f64> {
        records.into_iter().map(|record| record.lost().into()).collect()
    };
    let groups: Vec<Vec<f64>> =
        by_color(complete).into_values().map(lost).filter(|group| group.len() > 1).collect();
    equal_means(&groups.iter().map(|group| &group[..]).collect::<Vec<_>>())
}
