//! Means of samples with their standard errors and intervals, and intervals of shares.

use crate::student::two_sided_quantile;

/// The 97.5th percentile of the standard normal distribution, for two-sided intervals of 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// The mean of a sample, with its standard deviation (divisor n - 1) and standard error. Both are `None` for a single
/// value. The difference of the means of two samples has a standard error alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub standard_deviation: Option<f64>,
    /// The standard error of the mean.
    pub standard_error: Option<f64>,
    /// The degrees of freedom of the standard error: n - 1 for a sample.
    pub degrees: u64,
}

impl Estimate {
    /// Returns half the width of the 95 % confidence interval of the mean, by Student's t distribution; `None` without a
    /// standard error.
    ///
    /// ```
    /// let estimate = cubiform_stats::Estimate::from_numbers([4, 5, 6]).unwrap();
    /// // The standard error 1/√3, times the quantile for two degrees of freedom, 4.303.
    /// assert_eq!(format!("{:.3}", estimate.half_width().unwrap()), "2.484");
    /// ```
    pub fn half_width(&self) -> Option<f64> {
        let degrees = u32::try_from(self.degrees).unwrap_or(u32::MAX);
        self.standard_error.map(|error| error * two_sided_quantile(degrees, 0.05))
    }

    /// Returns the estimate of numbers, or `None` if there are none.
    pub fn from_numbers(numbers: impl IntoIterator<Item = u32>) -> Option<Estimate> {
        let mut moments = Moments::default();
        numbers.into_iter().for_each(|number| moments.add(number.into()));
        moments.estimate(1.0)
    }
}

/// The count, the sum and the sum of squares of integers, kept exactly.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moments {
    count: u64,
    sum: i64,
    squares: u64,
}

impl Moments {
    /// Adds a number.
    pub(crate) fn add(&mut self, number: i64) {
        self.count += 1;
        self.sum += number;
        self.squares += number.unsigned_abs().pow(2);
    }

    /// Returns the estimate of the numbers divided by `scale`, or `None` if there are none.
    pub(crate) fn estimate(&self, scale: f64) -> Option<Estimate> {
        let count = i128::from(self.count);
        let scaled_variance = count * i128::from(self.squares) - i128::from(self.sum).pow(2);
        let deviation = (count > 1)
            .then(|| (scaled_variance as f64 / (count as f64 * (count - 1) as f64)).sqrt() / scale);
        (count > 0).then(|| Estimate {
            mean: self.sum as f64 / count as f64 / scale,
            standard_deviation: deviation,
            standard_error: deviation.map(|deviation| deviation / (count as f64).sqrt()),
            degrees: self.count - 1,
        })
    }
}

/// Returns the 95 % Wilson score interval of a share, given `count` hits in a sample of `total`.
///
/// The interval lies within 0 to 1 and has a positive width even if the count is 0 or equals the total. Source: Wilson,
/// "Probable inference, the law of succession, and statistical inference", 1927.
///
/// ```
/// let [low, high] = cubiform_stats::wilson(11, 20);
/// assert_eq!(format!("{low:.4} {high:.4}"), "0.3421 0.7418");
/// ```
///
/// # Panics
/// If `total` is 0 or less than `count`.
pub fn wilson(count: u64, total: u64) -> [f64; 2] {
    assert!(0 < total && count <= total, "{count} of {total}");
    let n = total as f64;
    let share = count as f64 / n;
    let denominator = 1.0 + Z * Z / n;
    let center = (share + Z * Z / (2.0 * n)) / denominator;
    let half = Z / denominator * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    [(center - half).max(0.0), (center + half).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-12, "{a} is not {b}");
    }

    #[test]
    fn estimate_matches_hand_computed_values() {
        let mut moments = Moments::default();
        assert_eq!(moments.estimate(1.0), None);
        moments.add(-1);
        let single = moments.estimate(1.0).unwrap();
        assert_eq!((single.mean, single.standard_deviation, single.standard_error), (-1.0, None, None));
        moments.add(2);
        moments.add(5);
        // -1, 2, 5: variance 9.
        let estimate = moments.estimate(3.0).unwrap();
        close(estimate.mean, 2.0 / 3.0);
        close(estimate.standard_deviation.unwrap(), 1.0);
        close(estimate.standard_error.unwrap(), 1.0 / 3f64.sqrt());
    }

    /// The values were computed with the formula in Python.
    #[test]
    fn wilson_intervals_match_reference_values() {
        for (count, total, low, high) in [
            (0, 10, 0.0, 0.277_532_8),
            (10, 10, 0.722_467_2, 1.0),
            (5, 10, 0.236_593_1, 0.763_406_9),
            (1, 1000, 0.000_176_5, 0.005_642_7),
        ] {
            let [a, b] = wilson(count, total);
            assert!((a - low).abs() < 1e-6 && (b - high).abs() < 1e-6, "{count} of {total}: {a} {b}");
        }
    }
}
