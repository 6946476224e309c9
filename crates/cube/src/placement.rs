//! Ranks of placements: ordered choices of distinct positions, numbered in lexicographic order.

/// Returns the number of ordered choices of `k` out of `n`.
pub const fn count(n: usize, k: usize) -> usize {
    if k == 0 { 1 } else { n * count(n - 1, k - 1) }
}

/// Returns the lexicographic rank of distinct `positions`, each below `n`: 0..`count(n, positions.len())`.
///
/// The rank is the Lehmer code in mixed radix: each digit is a position less the number of earlier positions below it.
#[inline(always)]
pub const fn rank(n: usize, positions: &[u8]) -> usize {
    let (mut rank, mut i) = (0, 0);
    while i < positions.len() {
        let (mut lower, mut j) = (0, 0);
        while j < i {
            lower += (positions[j] < positions[i]) as usize;
            j += 1;
        }
        rank = rank * (n - i) + positions[i] as usize - lower;
        i += 1;
    }
    rank
}

/// Writes the positions of rank `rank` among the placements of `positions.len()` pieces in `n` positions.
pub fn unrank(n: usize, mut rank: usize, positions: &mut [u8]) {
    for i in (0..positions.len()).rev() {
        positions[i] = (rank % (n - i)) as u8;
        rank /= n - i;
    }
    // Digits become positions from last to first: a later digit skips each earlier position at or below it.
    for i in (0..positions.len()).rev() {
        for j in i + 1..positions.len() {
            positions[j] += u8::from(positions[j] >= positions[i]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unrank_inverts_rank_in_lexicographic_order() {
        for (n, k) in [(3, 2), (12, 4), (8, 2), (12, 1), (8, 4), (5, 5), (7, 0)] {
            let mut last: Option<Vec<u8>> = None;
            for r in 0..count(n, k) {
                let mut positions = vec![0; k];
                unrank(n, r, &mut positions);
                assert_eq!(rank(n, &positions), r);
                assert!(last.is_none_or(|l| l < positions) || k == 0);
                last = Some(positions);
            }
        }
    }
}
