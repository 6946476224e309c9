//! Random splits of a number of rows over the 48 symmetries of the cube.

use rand::Rng;

/// The number of symmetries: 3 · 2^4.
pub(super) const SYMMETRIES: usize = 48;

/// The number of rows from which a split by counting bits takes less time than a draw for each row.
const MIN_ROWS: u64 = 96;

/// Returns the number of rows that get each symmetry if each of `rows` rows gets one of the 48, independently and with
/// equal probability.
pub(super) fn split(rng: &mut impl Rng, rows: u64) -> [u64; SYMMETRIES] {
    let mut counts = [0; SYMMETRIES];
    if rows < MIN_ROWS {
        each(rng, rows, |symmetry| counts[symmetry] += 1);
        return counts;
    }
    for (counts, rows) in counts.chunks_exact_mut(SYMMETRIES / 3).zip(thirds(rng, rows)) {
        halves(rng, rows, counts);
    }
    counts
}

/// Calls `f` with a random symmetry for each of `rows` rows.
pub(super) fn each(rng: &mut impl Rng, rows: u64, mut f: impl FnMut(usize)) {
    let mut left = rows;
    while left > 0 {
        // Ten draws of six bits; 48 and more are rejected.
        let mut bits = rng.next_u64();
        for _ in 0..10 {
            let symmetry = (bits & 63) as usize;
            bits >>= 6;
            if symmetry < SYMMETRIES && left > 0 {
                f(symmetry);
                left -= 1;
            }
        }
    }
}

/// Splits rows into three parts, each row with probability 1/3.
///
/// Two random words draw 64 rows: their bits 00, 01 and 10 stand for the parts, and 11 is rejected.
fn thirds(rng: &mut impl Rng, rows: u64) -> [u64; 3] {
    let (mut parts, mut left) = ([0; 3], rows);
    while left > 0 {
        let (a, b) = (rng.next_u64(), rng.next_u64());
        let mut accepted = !(a & b);
        while u64::from(accepted.count_ones()) > left {
            accepted &= accepted - 1;
        }
        left -= u64::from(accepted.count_ones());
        for (part, bits) in parts.iter_mut().zip([!a & !b, !a & b, a & !b]) {
            *part += u64::from((bits & accepted).count_ones());
        }
    }
    parts
}

/// Splits rows over the counts, whose number is a power of two, by halving repeatedly. Each half is the number of ones
/// among as many random bits.
fn halves(rng: &mut impl Rng, rows: u64, counts: &mut [u64]) {
    if let [count] = counts {
        *count = rows;
        return;
    }
    let mut ones = 0;
    for _ in 0..rows / 64 {
        ones += u64::from(rng.next_u64().count_ones());
    }
    if !rows.is_multiple_of(64) {
        ones += u64::from((rng.next_u64() >> (64 - rows % 64)).count_ones());
    }
    let (low, high) = counts.split_at_mut(counts.len() / 2);
    halves(rng, ones, low);
    halves(rng, rows - ones, high);
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::random;

    /// Splits have the mean, the variance and the covariance of a multinomial distribution.
    #[test]
    fn splits_have_the_moments_of_a_multinomial_distribution() {
        const ROUNDS: usize = 20_000;
        for rows in [5, MIN_ROWS - 1, MIN_ROWS, 1000] {
            let mut rng = random::generator(rows);
            let (mut sums, mut squares, mut products) = ([0; SYMMETRIES], [0; SYMMETRIES], 0);
            for _ in 0..ROUNDS {
                let counts = split(&mut rng, rows);
                assert_eq!(counts.iter().sum::<u64>(), rows);
                for i in 0..SYMMETRIES {
                    sums[i] += counts[i];
                    squares[i] += counts[i] * counts[i];
                    products += counts[i] * counts[(i + 1) % SYMMETRIES];
                }
            }
            let (n, share) = (rows as f64, 1.0 / SYMMETRIES as f64);
            let (mean, variance) = (n * share, n * share * (1.0 - share));
            for i in 0..SYMMETRIES {
                let (sum, square) = (sums[i] as f64 / ROUNDS as f64, squares[i] as f64 / ROUNDS as f64);
                let error = (variance / ROUNDS as f64).sqrt();
                assert!((sum - mean).abs() < 4.5 * error, "{rows} {i}: {sum}");
                assert!(((square - sum * sum) / variance - 1.0).abs() < 0.1, "{rows} {i}: {square}");
            }
            let product = products as f64 / (ROUNDS * SYMMETRIES) as f64;
            let expected = n * (n - 1.0) * share * share;
            assert!((product / expected - 1.0).abs() < 0.02, "{rows}: {product}");
        }
    }

    #[test]
    fn thirds_and_halves_have_the_expected_variance() {
        let mut rng = random::generator(3);
        let mut squares = [0.0; 2];
        const ROUNDS: usize = 20_000;
        for _ in 0..ROUNDS {
            let mut pair = [0; 2];
            halves(&mut rng, 70, &mut pair);
            squares[0] += (pair[0] as f64 - 35.0).powi(2);
            squares[1] += (thirds(&mut rng, 90)[2] as f64 - 30.0).powi(2);
        }
        // Variances 70/4 and 90 · 2/9.
        for (square, variance) in squares.into_iter().zip([17.5, 20.0]) {
            assert!((square / ROUNDS as f64 / variance - 1.0).abs() < 0.05, "{square}");
        }
    }
}
