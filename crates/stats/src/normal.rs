//! The standard normal distribution, by way of the chi-square distribution with one degree of freedom.

use crate::chi_square::upper_tail;

/// Returns the probability that a standard normal variable is at least as far from 0 as `z`.
pub(crate) fn two_sided(z: f64) -> f64 {
    upper_tail(1, z * z)
}

/// Returns the positive number that a standard normal variable exceeds in absolute value with this probability.
///
/// # Panics
/// Unless `p` is greater than 0 and at most 1.
pub(crate) fn two_sided_quantile(p: f64) -> f64 {
    assert!(p > 0.0 && p <= 1.0, "{p} is not a probability");
    let (mut low, mut high) = (0.0, 40.0);
    // Each step halves the interval; sixty reach the precision of the type.
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if two_sided(middle) > p {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_match_published_values() {
        for (p, z) in [(0.05, 1.959_963_985), (0.01, 2.575_829_304), (0.4, 0.841_621_234), (1.0, 0.0)] {
            assert!((two_sided_quantile(p) - z).abs() < 1e-8, "{p}: {}", two_sided_quantile(p));
        }
        assert!((two_sided(1.0) - 0.317_310_508).abs() < 1e-8);
        assert_eq!(two_sided(-1.0), two_sided(1.0));
    }
}
