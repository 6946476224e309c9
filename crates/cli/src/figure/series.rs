//! The histograms of charts, in words and numbers.

use cubiform_answers::format::{percent, with_error};
use cubiform_stats::distribution::StateCounts;
use cubiform_stats::{Histogram, wilson};

/// The sentence of captions about intervals of shares.
pub(crate) const WILSON: &str = "are 95 % confidence intervals (Wilson score) of the shares.";

/// The end of sentences of captions about intervals of means.
pub(crate) const STUDENT: &str = "are 95 % confidence intervals (Student's t)";

/// The sentence of captions about standard errors.
pub(crate) const STANDARD_ERROR: &str = "± is the standard error of a mean, sd/√n.";

/// A histogram of a chart.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) histogram: Histogram,
    /// The exact distribution of the sampled population, if it is known.
    pub(crate) exact: Option<StateCounts>,
}

impl Series {
    /// Returns the share of scrambles that need this number of moves.
    pub(crate) fn share(&self, moves: usize) -> f64 {
        self.histogram.shares().nth(moves).unwrap_or(0.0)
    }

    /// Returns the 95 % Wilson interval of the share of a number of moves, also of one that does not occur.
    pub(crate) fn interval(&self, moves: usize) -> [f64; 2] {
        wilson(self.histogram.counts().get(moves).copied().unwrap_or(0), self.histogram.total())
    }

    /// Describes the histogram in words and numbers.
    fn describe(&self) -> String {
        let Series { name, histogram, exact } = self;
        let shares = histogram.shares().enumerate().skip(histogram.min());
        let pairs = join_pairs(shares.map(|(moves, share)| (format!("{moves} moves"), percent(share))));
        let exact = exact.as_ref().map(|exact| format!("; exact mean {:.6}", exact.mean()));
        format!("{name}: {pairs}; mean {}{}.", format_mean(histogram, 4), exact.unwrap_or_default())
    }
}

/// Describes several series in words and numbers.
pub(crate) fn describe(series: &[Series]) -> String {
    series.iter().map(Series::describe).collect::<Vec<_>>().join(" ")
}

/// Joins pairs to a text: `4: 5.16 %, 5: 24.40 %`.
pub(crate) fn join_pairs(pairs: impl Iterator<Item = (String, String)>) -> String {
    pairs.map(|(key, value)| format!("{key}: {value}")).collect::<Vec<_>>().join(", ")
}

/// Returns the minimum and the maximum length of some series.
pub(crate) fn extent(series: &[Series]) -> (usize, usize) {
    let histograms = series.iter().map(|series| &series.histogram);
    histograms.fold((usize::MAX, 0), |(min, max), h| (min.min(h.min()), max.max(h.max())))
}

/// Formats the mean and its standard error with `digits` decimals, or with as many more as the error needs for a digit that is
/// not zero: `5.81 ± 0.02`, `5.813 ± 0.002`.
pub(crate) fn format_mean(histogram: &Histogram, digits: usize) -> String {
    let error = histogram.standard_error();
    let needed = |error: f64| if error > 0.0 { (-error.log10()).ceil().clamp(0.0, 6.0) as usize } else { 0 };
    with_error(histogram.mean(), error, digits.max(error.map_or(0, needed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_have_digits_for_their_errors() {
        let of = |scale: u64| format_mean(&Histogram::new([0, scale, 3 * scale]), 2);
        // The deviation is about 0.43.
        assert_eq!([1, 100, 10_000].map(of), ["1.75 ± 0.25", "1.75 ± 0.02", "1.750 ± 0.002"]);
    }
}
