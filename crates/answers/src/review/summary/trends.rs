//! Changes from one solve to the next.

use cubiform_stats::Trend;

use super::SolveRecord;

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
    /// The number: `lost_htm`, `htm`, `time` or `tps`.
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
pub(super) fn of(all: &[SolveRecord]) -> Vec<TrendSummary> {
    let trend = |measure: &'static str, value: &dyn Fn(&SolveRecord) -> Option<f64>| {
        let numbered = all.iter().enumerate().filter(|(_, record)| record.is_complete());
        let points: Vec<(f64, f64)> =
            numbered.filter_map(|(i, record)| Some(((i + 1) as f64, value(record)?))).collect();
        let Trend { count, intercept, slope, standard_error: se, interval: [low, high], p } =
            Trend::fit(&points)?;
        Some(TrendSummary { high, intercept, low, measure, p, se, slope, solves: count })
    };
    let trends = [
        trend("lost_htm", &|record| Some(record.lost().into())),
        trend("htm", &|record| Some(record.htm.into())),
        trend("time", &|record| record.time),
        trend("tps", &SolveRecord::tps),
    ];
    trends.into_iter().flatten().collect()
}
