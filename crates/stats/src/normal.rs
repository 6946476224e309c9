//! The standard normal distribution, by way of the chi-square distribution with one degree of freedom, and the chi-square
//! distribution, by way of the incomplete gamma function.

use std::f64::consts::PI;

/// Returns the probability that a standard normal variable is at least as far from 0 as `z`.
pub(crate) fn two_sided(z: f64) -> f64 {
    chi_square_tail(1, z * z)
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

/// Returns the probability that a chi-square variable with this many degrees of freedom is at least `x`: the
/// regularised upper incomplete gamma function Q(degrees / 2, x / 2).
///
/// For small x it uses the series 8.7.1 of the NIST Digital Library of Mathematical Functions, for large x the
/// continued fraction 8.9.2 with the algorithm of Lentz.
pub(crate) fn chi_square_tail(degrees: u32, x: f64) -> f64 {
    let (a, x) = (f64::from(degrees) / 2.0, x / 2.0);
    if x <= 0.0 {
        return 1.0;
    }
    let factor = (a * x.ln() - x - ln_gamma_of_half(degrees)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        while term > sum * f64::EPSILON {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        return 1.0 - factor * sum;
    }
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (f64::INFINITY, 1.0 / b);
    let mut fraction = d;
    for n in 1..10_000 {
        let n = f64::from(n);
        let numerator = -n * (n - a);
        b += 2.0;
        d = 1.0 / (numerator * d + b);
        c = b + numerator / c;
        fraction *= c * d;
        if (c * d - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    factor * fraction
}

/// Returns ln Γ(`twice` / 2), by recurrence from Γ(1) = 1 or Γ(1/2) = √π.
pub(crate) fn ln_gamma_of_half(twice: u32) -> f64 {
    let start = if twice.is_multiple_of(2) { 0.0 } else { PI.sqrt().ln() };
    let factors = (1..twice).rev().skip(1).step_by(2).filter(|twice| *twice > 0);
    start + factors.map(|twice| (f64::from(twice) / 2.0).ln()).sum::<f64>()
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

    #[test]
    fn chi_square_tail_matches_published_values() {
        // Critical values of printed tables, given to three decimal places.
        for (degrees, x, p) in [
            (1, 3.841, 0.05),
            (1, 6.635, 0.01),
            (2, 5.991, 0.05),
            (5, 11.070, 0.05),
            (5, 1.145, 0.95),
            (10, 18.307, 0.05),
            (30, 43.773, 0.05),
            (30, 14.953, 0.99),
            (100, 124.342, 0.05),
        ] {
            assert!(
                (chi_square_tail(degrees, x) - p).abs() < 2e-4,
                "{degrees} {x}: {}",
                chi_square_tail(degrees, x)
            );
        }
        // For two degrees of freedom the tail is e^(-x/2), for four (1 + x/2) e^(-x/2). The values of x use both
        // branches.
        for x in [0.0, 0.1, 1.0, 3.0, 5.0, 8.0, 20.0, 100.0f64] {
            assert!((chi_square_tail(2, x) / (-x / 2.0).exp() - 1.0).abs() < 1e-12, "{x}");
            assert!(
                (chi_square_tail(4, x) / ((1.0 + x / 2.0) * (-x / 2.0).exp()) - 1.0).abs() < 1e-12,
                "{x}"
            );
        }
        assert_eq!(chi_square_tail(1, 1e6), 0.0);
    }

    #[test]
    fn ln_gamma_of_half_matches_known_values() {
        for (twice, gamma) in
            [(1, PI.sqrt()), (2, 1.0), (3, PI.sqrt() / 2.0), (5, 0.75 * PI.sqrt()), (10, 24.0)]
        {
            assert!((ln_gamma_of_half(twice) - gamma.ln()).abs() < 1e-12, "{twice}");
        }
    }
}
