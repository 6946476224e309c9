//! Correction of probabilities for the number of tests.

/// Returns Holm's corrected probabilities, in the order of `p`.
///
/// If all hypotheses are true, the probability that any corrected value is at most α is at most α, whether or not the
/// tests depend on one another. Source: Holm, "A simple sequentially rejective multiple test procedure", 1979.
///
/// ```
/// assert_eq!(cubiform_stats::holm(&[0.5, 0.01, 0.25]), [0.5, 0.03, 0.5]);
/// ```
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let mut corrected = vec![0.0; p.len()];
    let mut largest = 0.0f64;
    for (rank, i) in order.into_iter().enumerate() {
        largest = largest.max(p[i] * (p.len() - rank) as f64).min(1.0);
        corrected[i] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrected_values_match_hand_computed_ones() {
        // 4 · 0.01, 3 · 0.02, 2 · 0.03, which is no more than the one before, 1 · 0.04.
        let corrected = holm(&[0.04, 0.01, 0.03, 0.02]);
        for (corrected, known) in corrected.into_iter().zip([0.06, 0.04, 0.06, 0.06]) {
            assert!((corrected - known).abs() < 1e-12, "{corrected} is not {known}");
        }
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert_eq!(holm(&[]), [0.0; 0]);
    }
}
