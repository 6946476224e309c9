//! Confidence intervals of shares.

/// The 97.5th percentile of the standard normal distribution, for two-sided intervals of 95 %.
const Z: f64 = 1.959_963_984_540_054;

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
