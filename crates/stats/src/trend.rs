//! Linear trends with their errors, and the comparison of several means.

use crate::student::{two_sided, two_sided_quantile, upper_tail_of_f};

/// The level of the intervals: 95 %.
const LEVEL: f64 = 0.05;

/// The slope of a line fitted by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trend {
    /// The number of points.
    pub count: usize,
    /// The height of the line at x = 0.
    pub intercept: f64,
    /// The slope.
    pub slope: f64,
    /// The standard error of the slope.
    pub standard_error: f64,
    /// The 95 % confidence interval of the slope, by Student's t distribution.
    pub interval: [f64; 2],
    /// The probability of a slope at least as far from 0 if there is no trend.
    pub p: f64,
}

impl Trend {
    /// Fits a line through points (x, y). Returns `None` for fewer than three points, or if all x are equal.
    ///
    /// ```
    /// let trend = cubiform_stats::Trend::fit(&[(1.0, 5.0), (2.0, 3.0), (3.0, 4.0), (4.0, 2.0)]).unwrap();
    /// assert_eq!(format!("{:.1} ± {:.2}", trend.slope, trend.standard_error), "-0.8 ± 0.42");
    /// assert_eq!(format!("{:.2} to {:.2}", trend.interval[0], trend.interval[1]), "-2.63 to 1.03");
    /// ```
    pub fn fit(points: &[(f64, f64)]) -> Option<Trend> {
        let n = points.len() as f64;
        let degrees = u32::try_from(points.len().checked_sub(2).filter(|degrees| *degrees > 0)?).ok()?;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
        let (mean_x, mean_y) = (mean(|point| point.0), mean(|point| point.1));
        let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
            points.iter().map(|(x, y)| of(x - mean_x, y - mean_y)).sum()
        };
        let squares = sum(&|x, _| x * x);
        if squares <= 0.0 {
            return None;
        }
        let slope = sum(&|x, y| x * y) / squares;
        let residuals = sum(&|x, y| (y - slope * x).powi(2));
        let standard_error = (residuals / f64::from(degrees) / squares).sqrt();
        let half = two_sided_quantile(degrees, LEVEL) * standard_error;
        let p = if slope == 0.0 { 1.0 } else { two_sided(degrees, slope / standard_error) };
        let interval = [slope - half, slope + half];
        let intercept = mean_y - slope * mean_x;
        Some(Trend { count: points.len(), intercept, slope, standard_error, interval, p })
    }
}

/// Tests whether groups may have the same mean (analysis of variance). Returns the probability of a ratio of the
/// variances between and within the groups at least as large, or `None` for fewer than two groups, an empty group, or
/// groups without variance.
///
/// ```
/// let p = cubiform_stats::equal_means(&[&[4.0, 6.0, 5.0], &[7.0, 9.0, 8.0]]).unwrap();
/// assert_eq!(format!("{p:.3}"), "0.021");
/// ```
pub fn equal_means(groups: &[&[f64]]) -> Option<f64> {
    if groups.len() < 2 || groups.iter().any(|group| group.is_empty()) {
        return None;
    }
    let count: usize = groups.iter().map(|group| group.len()).sum();
    let degrees = [groups.len() - 1, count - groups.len()].map(|d| u32::try_from(d).ok());
    let degrees = [degrees[0]?, degrees[1].filter(|within| *within > 0)?];
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let of_all = groups.iter().flat_map(|group| group.iter()).sum::<f64>() / count as f64;
    let between: f64 = groups.iter().map(|group| group.len() as f64 * (mean(group) - of_all).powi(2)).sum();
    let squares_in = |group: &&[f64]| group.iter().map(|value| (value - mean(group)).powi(2)).sum::<f64>();
    let within: f64 = groups.iter().map(squares_in).sum();
    let [d1, d2] = degrees.map(f64::from);
    (within > 0.0).then(|| upper_tail_of_f(degrees, between / d1 / (within / d2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_lines_have_no_error() {
        let trend = Trend::fit(&[(1.0, 3.0), (2.0, 5.0), (4.0, 9.0)]).unwrap();
        assert_eq!(trend.intercept, 1.0);
        assert_eq!((trend.slope, trend.standard_error, trend.interval, trend.p), (2.0, 0.0, [2.0, 2.0], 0.0));
        let constant = Trend::fit(&[(1.0, 3.0), (2.0, 3.0), (4.0, 3.0)]).unwrap();
        assert_eq!((constant.intercept, constant.slope, constant.p), (3.0, 0.0, 1.0));
        assert_eq!(Trend::fit(&[(1.0, 3.0), (2.0, 5.0)]), None);
        assert_eq!(Trend::fit(&[(1.0, 3.0); 5]), None);
    }

    #[test]
    fn groups_without_a_test_have_no_probability() {
        assert_eq!(equal_means(&[&[1.0, 2.0]]), None);
        assert_eq!(equal_means(&[&[1.0], &[2.0]]), None);
        assert_eq!(equal_means(&[&[1.0, 1.0], &[2.0, 2.0]]), None);
        assert_eq!(equal_means(&[&[1.0, 2.0], &[]]), None);
        assert_eq!(equal_means(&[&[1.0, 3.0], &[1.0, 3.0]]), Some(1.0));
    }
}
