//! Chi-square tests: of homogeneity, whether several histograms may be samples of one distribution, and of fit, whether
//! a histogram may be a sample of a known distribution.

use crate::distribution::StateCounts;
use crate::normal::chi_square_tail;

/// The minimum expected count of a bin in each histogram. Smaller bins are merged with the next one.
const MIN_EXPECTED: f64 = 5.0;

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquare {
    /// The sum over all bins of all histograms of (observed - expected)² / expected.
    pub statistic: f64,
    /// The degrees of freedom: (number of histograms - 1) * (number of bins - 1) in a test of homogeneity, number of
    /// bins - 1 in a test of fit.
    pub degrees: u32,
    /// The probability of a statistic at least this large if the hypothesis is true: all histograms are independent
    /// samples of one distribution, or the histogram is a sample of the known one.
    pub p: f64,
}

impl ChiSquare {
    /// Tests each histogram against the sum of all of them. Returns `None` for fewer than two histograms, for one
    /// without counts, or if fewer than two bins are large enough.
    pub fn from_histograms(histograms: &[&[u64]]) -> Option<ChiSquare> {
        let totals: Vec<f64> = histograms.iter().map(|h| h.iter().sum::<u64>() as f64).collect();
        let all: f64 = totals.iter().sum();
        let least = totals.iter().copied().fold(f64::INFINITY, f64::min);
        if histograms.len() < 2 || least < 1.0 {
            return None;
        }
        let bins = bins(histograms, least / all);
        let degrees = u32::try_from((histograms.len() - 1) * (bins.len().checked_sub(1)?)).ok()?;
        let term = |bin: &Vec<u64>| {
            let pooled = bin.iter().sum::<u64>() as f64;
            let terms = bin.iter().zip(&totals).map(|(observed, total)| {
                let expected = pooled * total / all;
                (*observed as f64 - expected).powi(2) / expected
            });
            terms.sum::<f64>()
        };
        let statistic = bins.iter().map(term).sum();
        (degrees > 0).then(|| ChiSquare { statistic, degrees, p: chi_square_tail(degrees, statistic) })
    }

    /// Tests a sample against an exact distribution. Values without an exact share join the last bin. Returns `None` if
    /// fewer than two bins are large enough.
    ///
    /// ```
    /// use cubiform_stats::{ChiSquare, distribution::StateCounts};
    ///
    /// // A die of six faces, thrown sixty times.
    /// let test = ChiSquare::of_fit(&[8, 12, 9, 11, 6, 14], &StateCounts::new([1; 6])).unwrap();
    /// assert_eq!((format!("{:.1}", test.statistic), test.degrees), ("4.2".into(), 5));
    /// ```
    pub fn of_fit(observed: &[u64], exact: &StateCounts) -> Option<ChiSquare> {
        let total = observed.iter().sum::<u64>() as f64;
        let mut expected: Vec<f64> = exact.shares().map(|share| share * total).collect();
        expected.resize(expected.len().max(observed.len()), 0.0);
        let bins = bins_of(&expected);
        let mut sums = vec![(0, 0.0); bins.last()? + 1];
        for (value, bin) in bins.into_iter().enumerate() {
            sums[bin].0 += observed.get(value).unwrap_or(&0);
            sums[bin].1 += expected[value];
        }
        let degrees = u32::try_from(sums.len() - 1).ok()?;
        let term = |(observed, expected): &(u64, f64)| (*observed as f64 - expected).powi(2) / expected;
        let statistic = sums.iter().map(term).sum();
        (degrees > 0).then(|| ChiSquare { statistic, degrees, p: chi_square_tail(degrees, statistic) })
    }
}

/// Returns the bin of each value. Values are merged in order until the expected count of a bin is large enough; the
/// rest joins the last bin.
pub(crate) fn bins_of(expected: &[f64]) -> Vec<usize> {
    let (mut full, mut sum) = (0usize, 0.0);
    let mut bins = Vec::with_capacity(expected.len());
    for count in expected {
        bins.push(full);
        sum += count;
        if sum >= MIN_EXPECTED {
            (full, sum) = (full + 1, 0.0);
        }
    }
    let last = full.saturating_sub(1);
    bins.iter_mut().for_each(|bin| *bin = last.min(*bin));
    bins
}

/// Returns the counts of each histogram by bin. Bins are large enough for the smallest histogram, which has this share
/// of all counts.
fn bins(histograms: &[&[u64]], share: f64) -> Vec<Vec<u64>> {
    let len = histograms.iter().map(|h| h.len()).max().unwrap_or(0);
    let count = |histogram: &&[u64], value: usize| histogram.get(value).copied().unwrap_or(0);
    let pooled = |value| histograms.iter().map(|h| count(h, value)).sum::<u64>();
    let expected: Vec<f64> = (0..len).map(|value| pooled(value) as f64 * share).collect();
    let bin_of = bins_of(&expected);
    let mut bins = vec![vec![0; histograms.len()]; bin_of.last().map_or(0, |last| last + 1)];
    for (value, bin) in bin_of.into_iter().enumerate() {
        bins[bin].iter_mut().zip(histograms).for_each(|(sum, h)| *sum += count(h, value));
    }
    bins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chi_square_matches_hand_computed_tables() {
        // The expected count is 15 in each cell: 4 · 25 / 15.
        let test = ChiSquare::from_histograms(&[&[10, 20], &[20, 10]]).unwrap();
        assert!((test.statistic - 100.0 / 15.0).abs() < 1e-12);
        assert_eq!(test.degrees, 1);
        assert!((test.p - 0.009_823).abs() < 1e-6, "{}", test.p);
        let same = ChiSquare::from_histograms(&[&[10, 20, 30][..]; 6]).unwrap();
        assert_eq!((same.statistic, same.degrees, same.p), (0.0, 10, 1.0));
    }

    #[test]
    fn small_bins_are_merged() {
        // The sums 2, 10, 18, 4: the first is merged into the second, the last into the third.
        let (a, b): (&[u64], &[u64]) = (&[0, 5, 10, 2], &[2, 5, 8, 2]);
        assert_eq!(bins(&[a, b], 0.5), [[5, 7], [12, 10]]);
        assert_eq!(ChiSquare::from_histograms(&[a, b]).unwrap().degrees, 1);
        assert_eq!(ChiSquare::from_histograms(&[&[0, 3], &[1, 2]]), None);
        assert_eq!(ChiSquare::from_histograms(&[&[0, 30], &[]]), None);
        assert_eq!(ChiSquare::from_histograms(&[&[10, 30]]), None);
    }

    #[test]
    fn test_of_fit_merges_bins_by_the_exact_shares() {
        let exact = StateCounts::new([1, 9, 70, 20]);
        // Expected among 40: 0.4 and 3.6, which are merged with 28, and 8.
        let test = ChiSquare::of_fit(&[1, 5, 22, 12], &exact).unwrap();
        assert!((test.statistic - (16.0 / 32.0 + 16.0 / 8.0)).abs() < 1e-12, "{test:?}");
        assert_eq!(test.degrees, 1);
        // Impossible values count in the last bin.
        assert_eq!(ChiSquare::of_fit(&[1, 5, 22, 10, 0, 2], &exact), Some(test));
        assert_eq!(ChiSquare::of_fit(&[0, 1, 7, 2], &exact), None);
        assert_eq!(ChiSquare::of_fit(&[], &exact), None);
    }
}
