//! Student's t distribution and the F distribution, by way of the regularised incomplete beta function.

use crate::normal::{self, ln_gamma_of_half};

/// The degrees of freedom from which quantiles are computed from those of the normal distribution.
const MANY: u32 = 1000;

/// Returns the probability that a variable with Student's t distribution is at least as far from 0 as `t`.
pub(crate) fn two_sided(degrees: u32, t: f64) -> f64 {
    let v = f64::from(degrees);
    incomplete_beta(v / (v + t * t), degrees, 1)
}

/// Returns the positive number that a variable with Student's t distribution exceeds in absolute value with this
/// probability. From a thousand degrees of freedom on, by the first two terms of the expansion 26.7.5 of Abramowitz and
/// Stegun; for probabilities of at least 1 % these are within 0.00001.
pub(crate) fn two_sided_quantile(degrees: u32, p: f64) -> f64 {
    if degrees >= MANY {
        let z = normal::two_sided_quantile(p);
        return z + (z.powi(3) + z) / (4.0 * f64::from(degrees));
    }
    // The quantile of one degree of freedom, the largest, is less than 2/(πp).
    let (mut low, mut high) = (0.0, 1.0 / p);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if two_sided(degrees, middle) > p {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// Returns the probability that a variable with the F distribution is at least `f`.
pub(crate) fn upper_tail_of_f(degrees: [u32; 2], f: f64) -> f64 {
    let [between, within] = degrees.map(f64::from);
    incomplete_beta(within / (within + between * f), degrees[1], degrees[0])
}

/// Returns the regularised incomplete beta function I_x(a/2, b/2), by the continued fraction 8.17.22 of the NIST Digital
/// Library of Mathematical Functions with the algorithm of Lentz.
fn incomplete_beta(x: f64, a: u32, b: u32) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    let (p, q) = (f64::from(a) / 2.0, f64::from(b) / 2.0);
    if x > (p + 1.0) / (p + q + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let ln_beta = ln_gamma_of_half(a) + ln_gamma_of_half(b) - ln_gamma_of_half(a + b);
    let factor = (p * x.ln() + q * (1.0 - x).ln() - ln_beta).exp() / p;
    let mut d = 1.0 / (1.0 - (p + q) * x / (p + 1.0));
    let (mut c, mut fraction) = (1.0, d);
    for m in 1..10_000 {
        let m = f64::from(m);
        let even = m * (q - m) * x / ((p + 2.0 * m - 1.0) * (p + 2.0 * m));
        let odd = -(p + m) * (p + q + m) * x / ((p + 2.0 * m) * (p + 2.0 * m + 1.0));
        let mut step = 1.0;
        for numerator in [even, odd] {
            d = 1.0 / (1.0 + numerator * d);
            c = 1.0 + numerator / c;
            step = c * d;
            fraction *= step;
        }
        if (step - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    factor * fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_t_match_printed_tables() {
        for (degrees, p, t) in [
            (1, 0.05, 12.706),
            (2, 0.05, 4.303),
            (5, 0.01, 4.032),
            (10, 0.05, 2.228),
            (30, 0.1, 1.697),
            (19, 0.05, 2.093),
            (999, 0.05, 1.962),
            (1000, 0.05, 1.962),
            (1_000_000, 0.05, 1.960),
        ] {
            let quantile = two_sided_quantile(degrees, p);
            assert!((quantile - t).abs() < 6e-4, "{degrees} {p}: {quantile}");
            assert!((two_sided(degrees, -t) - p).abs() < 1e-3);
        }
        assert_eq!((two_sided(3, 0.0), two_sided(3, f64::INFINITY)), (1.0, 0.0));
        // Both methods agree where they meet.
        for p in [0.05, 0.01] {
            let step = two_sided_quantile(MANY - 1, p) - two_sided_quantile(MANY, p);
            assert!((0.0..2e-5).contains(&step), "{p}: {step}");
        }
    }

    #[test]
    fn tails_of_f_match_printed_tables() {
        for (degrees, f) in [([1, 10], 4.965), ([2, 12], 3.885), ([5, 20], 2.711), ([3, 100], 2.696)] {
            let tail = upper_tail_of_f(degrees, f);
            assert!((tail - 0.05).abs() < 1e-4, "{degrees:?}: {tail}");
        }
        // F with one degree of freedom between groups is the square of t.
        assert!((upper_tail_of_f([1, 7], 4.0) - two_sided(7, 2.0)).abs() < 1e-12);
    }
}
