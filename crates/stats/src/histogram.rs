//! Histograms of distances, with their statistics, and the measures that tables list.

use crate::Estimate;

/// The numbers of states, or of scrambles, by distance in moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<u64>,
}

impl Histogram {
    /// Returns the histogram of these counts, starting with that of distance 0. Trailing zeros are dropped.
    ///
    /// # Panics
    /// If all counts are zero.
    pub fn new(counts: impl Into<Vec<u64>>) -> Histogram {
        let mut counts = counts.into();
        let last = counts.iter().rposition(|count| *count > 0).expect("a histogram needs at least one state");
        counts.truncate(last + 1);
        Histogram { counts }
    }

    /// Returns the counts by distance. The last is not zero.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the number of states.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the sum over all states of the distance to this power, exactly.
    fn moment(&self, power: u32) -> u128 {
        let terms = self.counts.iter().zip(0u128..);
        terms.map(|(count, distance)| u128::from(*count) * distance.pow(power)).sum()
    }

    /// Returns the mean distance.
    pub fn mean(&self) -> f64 {
        self.moment(1) as f64 / self.total() as f64
    }

    /// Returns the standard deviation of the whole population (divisor n).
    pub fn standard_deviation(&self) -> f64 {
        let total = u128::from(self.total());
        let variance = total * self.moment(2) - self.moment(1).pow(2);
        (variance as f64).sqrt() / total as f64
    }

    /// Returns the median distance: the mean of the two middle distances if the number of states is even.
    pub fn median(&self) -> f64 {
        median(self.counts.iter().map(|count| u128::from(*count)))
    }

    /// Returns the standard deviation estimated from a sample (divisor n - 1), or `None` for a single value.
    pub fn sample_deviation(&self) -> Option<f64> {
        let total = self.total();
        (total > 1).then(|| self.standard_deviation() * (total as f64 / (total - 1) as f64).sqrt())
    }

    /// Returns the standard error of the mean of a sample, or `None` for a single value. It is the [sample
    /// deviation](Self::sample_deviation) divided by the square root of the sample size.
    pub fn standard_error(&self) -> Option<f64> {
        self.sample_deviation().map(|deviation| deviation / (self.total() as f64).sqrt())
    }

    /// Returns the mean of a sample with its errors.
    pub fn estimate(&self) -> Estimate {
        Estimate {
            mean: self.mean(),
            standard_deviation: self.sample_deviation(),
            standard_error: self.standard_error(),
            degrees: self.total() - 1,
        }
    }

    /// Returns the mean minus the mean of `other`, an independent sample, with the standard error of the difference. Its
    /// degrees of freedom are those of Welch's test, rounded down.
    pub fn mean_difference(&self, other: &Histogram) -> Estimate {
        let errors = self.standard_error().zip(other.standard_error());
        let fourth = |error: f64, sample: &Histogram| error.powi(4) / (sample.total() - 1) as f64;
        let welch = |(a, b): (f64, f64)| a.hypot(b).powi(4) / (fourth(a, self) + fourth(b, other));
        let least = self.total().min(other.total()) - 1;
        Estimate {
            mean: self.mean() - other.mean(),
            standard_deviation: None,
            standard_error: errors.map(|(a, b)| a.hypot(b)),
            // Not a number if all values of each sample are equal.
            degrees: errors.map_or(0, |errors| (welch(errors) as u64).max(least)),
        }
    }

    /// Returns the smallest distance.
    pub fn min(&self) -> usize {
        self.counts.iter().position(|count| *count > 0).expect("a histogram is not empty")
    }

    /// Returns the largest distance.
    pub fn max(&self) -> usize {
        self.counts.len() - 1
    }

    /// Returns the smallest distance that at least `percent` % of the states do not exceed (nearest-rank percentile,
    /// always a distance that occurs).
    ///
    /// # Panics
    /// If `percent` is more than 100.
    pub fn percentile(&self, percent: u8) -> usize {
        assert!(percent <= 100, "{percent} is more than 100");
        let rank = (u128::from(self.total()) * u128::from(percent)).div_ceil(100).max(1);
        let mut sum = 0;
        let reaches = |count: &u64| {
            sum += u128::from(*count);
            sum >= rank
        };
        self.counts.iter().position(reaches).expect("no rank exceeds the total")
    }

    /// Returns the most frequent distance; the smallest of several.
    pub fn mode(&self) -> usize {
        let most = self.counts.iter().max().expect("a histogram is not empty");
        self.counts.iter().position(|count| count == most).expect("the maximum is a count")
    }

    /// Returns the share of the most frequent distance.
    pub fn mode_share(&self) -> f64 {
        self.counts[self.mode()] as f64 / self.total() as f64
    }

    /// Returns the share of states at each distance, from 0 to 1.
    pub fn shares(&self) -> impl Iterator<Item = f64> {
        let total = self.total() as f64;
        self.counts.iter().map(move |count| *count as f64 / total)
    }
}

/// Returns the median distance of states counted by distance, from 0: the mean of the two middle distances if the number of
/// states is even.
///
/// # Panics
/// If there is no state.
pub(crate) fn median(counts: impl Iterator<Item = u128> + Clone) -> f64 {
    let total: u128 = counts.clone().sum();
    let distance_at = |rank: u128| {
        let mut sum = 0;
        let reaches_rank = |count: u128| {
            sum += count;
            sum >= rank
        };
        counts.clone().position(reaches_rank).expect("no rank exceeds the total")
    };
    // The 1-based ranks of the middle state, or of the two middle states.
    (distance_at(total.div_ceil(2)) + distance_at(total / 2 + 1)) as f64 / 2.0
}

/// A measure of a histogram.
#[derive(Clone, Copy, Debug)]
pub enum Measure {
    /// A number of moves or of scrambles.
    Count(fn(&Histogram) -> u64),
    /// A number, or `None` if there are too few scrambles for it.
    Real(fn(&Histogram) -> Option<f64>),
    /// A fraction.
    Share(fn(&Histogram) -> f64),
}

/// The measures that tables list, with their names.
pub const MEASURES: [(&str, Measure); 12] = [
    ("min", Measure::Count(|histogram| histogram.min() as u64)),
    ("max", Measure::Count(|histogram| histogram.max() as u64)),
    ("mean", Measure::Real(|histogram| Some(histogram.mean()))),
    ("se", Measure::Real(Histogram::standard_error)),
    ("sd", Measure::Real(Histogram::sample_deviation)),
    ("p10", Measure::Count(|histogram| histogram.percentile(10) as u64)),
    ("p50", Measure::Count(|histogram| histogram.percentile(50) as u64)),
    ("p90", Measure::Count(|histogram| histogram.percentile(90) as u64)),
    ("p99", Measure::Count(|histogram| histogram.percentile(99) as u64)),
    ("mode", Measure::Count(|histogram| histogram.mode() as u64)),
    ("share", Measure::Share(Histogram::mode_share)),
    ("n", Measure::Count(Histogram::total)),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_histogram_has_expected_statistics() {
        let histogram = Histogram::new([1, 0, 2, 1, 0]);
        assert_eq!((histogram.counts(), histogram.total()), (&[1, 0, 2, 1][..], 4));
        assert_eq!((histogram.mean(), histogram.median()), (1.75, 2.0));
        assert!((histogram.standard_deviation() - 1.1875f64.sqrt()).abs() < 1e-12);
        assert_eq!(histogram.shares().collect::<Vec<_>>(), [0.25, 0.0, 0.5, 0.25]);
    }

    #[test]
    fn median_is_the_midpoint_when_the_middle_states_differ() {
        for (counts, median) in
            [(&[2, 0, 2][..], 1.0), (&[2, 1], 0.0), (&[1, 2], 1.0), (&[7], 0.0), (&[0, 3], 1.0)]
        {
            assert_eq!(Histogram::new(counts).median(), median, "{counts:?}");
        }
    }

    #[test]
    fn sample_statistics_match_hand_computed_values() {
        // 2, 4, 4, 4, 5, 5, 7, 9: the squared deviations from the mean 5 add up to 32.
        let histogram = Histogram::new([0, 0, 1, 0, 3, 2, 0, 1, 0, 1]);
        let deviation = (32.0f64 / 7.0).sqrt();
        assert!((histogram.sample_deviation().unwrap() - deviation).abs() < 1e-12);
        assert!((histogram.standard_error().unwrap() - deviation / 8f64.sqrt()).abs() < 1e-12);
        assert_eq!((histogram.min(), histogram.max(), histogram.mode()), (2, 9, 4));
        // Ranks 1, 1, 4, 5, 8, 8 of eight.
        let percentiles = [0, 10, 50, 51, 90, 100].map(|percent| histogram.percentile(percent));
        assert_eq!(percentiles, [2, 2, 4, 5, 9, 9]);
        let single = Histogram::new([0, 1]);
        assert_eq!(
            (single.sample_deviation(), single.standard_error(), single.percentile(1)),
            (None, None, 1)
        );
        assert_eq!(Histogram::new([0, 2, 2]).mode(), 1);
    }

    #[test]
    fn large_counts_keep_full_precision() {
        let histogram = Histogram::new([1 << 60, 1 << 60]);
        assert_eq!((histogram.mean(), histogram.standard_deviation()), (0.5, 0.5));
    }

    #[test]
    fn mean_difference_and_its_error_match_hand_computed_values() {
        // 0, 2 with variance 2; 1, 1, 4 with variance 3.
        let difference = Histogram::new([1, 0, 1]).mean_difference(&Histogram::new([0, 2, 0, 0, 1]));
        assert!((difference.mean + 1.0).abs() < 1e-12);
        assert!((difference.standard_error.unwrap() - 2f64.sqrt()).abs() < 1e-12);
        // The squared errors are 1 and 1: (1 + 1)² / (1 / 1 + 1 / 2) = 2.67.
        assert_eq!(difference.degrees, 2);
        let single = Histogram::new([1]).mean_difference(&Histogram::new([1, 1]));
        assert_eq!((single.mean, single.standard_error, single.half_width()), (-0.5, None, None));
        let equal = Histogram::new([0, 2]).mean_difference(&Histogram::new([0, 3]));
        assert_eq!((equal.degrees, equal.half_width()), (1, Some(0.0)));
    }
}
