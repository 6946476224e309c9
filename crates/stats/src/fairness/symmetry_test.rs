//! An exact test of the cube's symmetry: whether the six colours are exchangeable under the symmetries of the cube.
//!
//! A symmetry of the cube maps a uniformly random state to a uniformly random state and permutes its six lengths, one
//! for each bottom colour. A sample of independent random states therefore has the same probability as the sample in
//! which each scramble is replaced by its image under a symmetry of its own. The test draws such images and compares
//! the statistic of the sample with theirs. Unlike the chi-square distribution it needs no independence of the lengths
//! of one scramble.

use std::collections::HashMap;

use cubiform_cube::{Color, Symmetry, random};
use cubiform_threads::CancelToken;
use rand::Rng;

use crate::chi_square::bins_of;

/// The lengths of a scramble by colour, in the order of [`Color::COLUMNS`].
pub(super) type LengthRow = [u8; 6];

/// The number of permutations as extreme as the sample after which a test stops. The probability is then known to a
/// tenth of itself.
const ENOUGH: u32 = 100;

/// Statistics that differ by no more than this factor are equal: they are sums of the same numbers in another order.
const ROUNDING: f64 = 1e-12;

/// The result of a permutation test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SymmetryTest {
    /// The chi-square statistic of homogeneity between the six colours.
    pub statistic: f64,
    /// The number of random permutations of the sample.
    pub permutations: u32,
    /// The number of them whose statistic is at least as large.
    pub as_extreme: u32,
    /// The probability of a statistic at least this large for random states, (1 + as extreme) / (1 + permutations).
    pub p: f64,
}

/// The random numbers of a test, and when it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draws<'a> {
    /// The maximum number of permutations.
    pub(super) limit: u32,
    pub(super) seed: u64,
    /// The stream of the generator. Each test has its own.
    pub(super) stream: u64,
    pub(super) cancel: &'a CancelToken,
}

/// Tests a sample, given the number of scrambles with each row of lengths. Returns `None` if fewer than two bins of
/// lengths are large enough, or if the test was cancelled.
///
/// The test ends before the permutation that would be the hundredth to be as extreme (Besag and Clifford, "Sequential
/// Monte Carlo p-values", 1991).
pub(super) fn run(rows: &HashMap<LengthRow, u64>, draws: Draws<'_>) -> Option<SymmetryTest> {
    let bins = bins(rows);
    let count = bins.last()? + 1;
    if count < 2 {
        return None;
    }
    let mut histograms = Histograms::new(count);
    rows.iter().for_each(|(row, n)| histograms.add(&row.map(|length| bins[usize::from(length)] as u8), *n));
    let expected = histograms.expected();
    let statistic = histograms.statistic(&expected);
    let permutations = permutations();
    let classes = classes(rows, &bins, &permutations);
    let mut rng = random::generator(draws.seed);
    rng.set_stream(draws.stream);
    let (mut done, mut as_extreme) = (0, 0);
    while done < draws.limit {
        if draws.cancel.is_cancelled() {
            return None;
        }
        histograms.clear();
        for (class, rows) in &classes {
            let image = |symmetry: usize| permutations[symmetry].map(|column| class[column]);
            match *rows {
                rows if rows < SYMMETRIES as u64 => each(&mut rng, rows, |s| histograms.add(&image(s), 1)),
                rows => {
                    let counts = split(&mut rng, rows);
                    counts.into_iter().enumerate().for_each(|(s, n)| histograms.add(&image(s), n));
                }
            }
        }
        if histograms.statistic(&expected) >= statistic * (1.0 - ROUNDING) {
            if as_extreme + 1 == ENOUGH {
                break;
            }
            as_extreme += 1;
        }
        done += 1;
    }
    let p = f64::from(as_extreme + 1) / f64::from(done + 1);
    Some(SymmetryTest { statistic, permutations: done, as_extreme, p })
}

/// Returns the bin of each length. The bins depend on the lengths of all colours together, which no permutation
/// changes.
fn bins(rows: &HashMap<LengthRow, u64>) -> Vec<usize> {
    let mut expected: Vec<f64> = Vec::new();
    for (row, count) in rows {
        for length in row.iter().copied().map(usize::from) {
            expected.resize(expected.len().max(length + 1), 0.0);
            expected[length] += *count as f64 / 6.0;
        }
    }
    bins_of(&expected)
}

/// Returns, for each symmetry, the column that each of the six columns is taken from.
fn permutations() -> [[usize; 6]; SYMMETRIES] {
    let column = |color: Color| {
        Color::COLUMNS.iter().position(|other| *other == color).expect("all colours are in COLUMNS")
    };
    let mut all = [[0; 6]; SYMMETRIES];
    for (permutation, s) in all.iter_mut().zip(Symmetry::all()) {
        *permutation = Color::COLUMNS.map(|color| column(s.face(color.face()).color()));
    }
    all
}

/// Returns one row of bins of each class under the symmetries, with the number of scrambles in the class. The order does
/// not depend on that of the map.
fn classes(
    rows: &HashMap<LengthRow, u64>,
    bins: &[usize],
    permutations: &[[usize; 6]; SYMMETRIES],
) -> Vec<(LengthRow, u64)> {
    let mut classes: HashMap<LengthRow, u64> = HashMap::new();
    for (row, count) in rows {
        let row = row.map(|length| bins[usize::from(length)] as u8);
        let images = permutations.iter().map(|columns| columns.map(|column| row[column]));
        let least = images.min().unwrap_or(row);
        *classes.entry(least).or_default() += count;
    }
    let mut classes: Vec<(LengthRow, u64)> = classes.into_iter().collect();
    classes.sort_unstable();
    classes
}

/// The number of scrambles in each bin, by colour.
struct Histograms(Vec<[u64; 6]>);

impl Histograms {
    fn new(bins: usize) -> Histograms {
        Histograms(vec![[0; 6]; bins])
    }

    fn clear(&mut self) {
        self.0.fill([0; 6]);
    }

    fn add(&mut self, row: &LengthRow, count: u64) {
        for (color, bin) in row.iter().enumerate() {
            self.0[usize::from(*bin)][color] += count;
        }
    }

    /// Returns the expected count of each bin, which is the same for all colours.
    fn expected(&self) -> Vec<f64> {
        self.0.iter().map(|counts| counts.iter().sum::<u64>() as f64 / 6.0).collect()
    }

    fn statistic(&self, expected: &[f64]) -> f64 {
        let of_bin = |(counts, expected): (&[u64; 6], &f64)| {
            counts.iter().map(|count| (*count as f64 - expected).powi(2)).sum::<f64>() / expected
        };
        self.0.iter().zip(expected).map(of_bin).sum()
    }
}

/// The number of symmetries: 3 · 2^4.
const SYMMETRIES: usize = 48;

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
fn each(rng: &mut impl Rng, rows: u64, mut f: impl FnMut(usize)) {
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
    use crate::ChiSquare;

    static NEVER: CancelToken = CancelToken::never();

    fn draws(limit: u32, stream: u64) -> Draws<'static> {
        Draws { limit, seed: 1, stream, cancel: &NEVER }
    }

    #[test]
    fn symmetries_permute_the_colors_in_48_ways_and_keep_opposite_ones() {
        let mut all = permutations();
        for columns in all {
            // Columns 0 and 1, 2 and 3, 4 and 5 have opposite colours.
            assert!((0..3).all(|axis| columns[2 * axis] / 2 == columns[2 * axis + 1] / 2), "{columns:?}");
        }
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn statistic_equals_that_of_the_test_of_homogeneity() {
        let rows = HashMap::from([([5, 6, 6, 6, 7, 5], 40), ([6, 6, 5, 7, 7, 6], 30), ([6; 6], 30)]);
        let histogram = |color: usize| {
            let mut counts = vec![0; 8];
            rows.iter().for_each(|(row, n): (&LengthRow, &u64)| counts[usize::from(row[color])] += n);
            counts
        };
        let histograms: Vec<Vec<u64>> = (0..6).map(histogram).collect();
        let slices: Vec<&[u64]> = histograms.iter().map(|h| &h[..]).collect();
        let test = run(&rows, draws(99, 0)).unwrap();
        assert!((test.statistic - ChiSquare::from_histograms(&slices).unwrap().statistic).abs() < 1e-9);
    }

    /// Thirty rows, each with short lengths on one axis. Each axis is equally likely for each row, so the numbers of rows
    /// by axis are trinomial and the probability can be summed over them.
    #[test]
    fn probability_agrees_with_the_enumerated_one() {
        let row = |axis: usize| -> LengthRow { std::array::from_fn(|column| u8::from(column / 2 != axis)) };
        let observed = [15, 9, 6];
        let rows: HashMap<LengthRow, u64> = (0..3).map(|axis| (row(axis), observed[axis])).collect();
        let squares = |counts: [u64; 3]| counts.into_iter().map(|n| n * n).sum::<u64>();
        let ln_factorial = |n: u64| (1..=n).map(|k| (k as f64).ln()).sum::<f64>();
        let mut exact = 0.0;
        for a in 0..=30 {
            for b in 0..=30 - a {
                let counts = [a, b, 30 - a - b];
                if squares(counts) >= squares(observed) {
                    let ways = ln_factorial(30) - counts.into_iter().map(ln_factorial).sum::<f64>();
                    exact += (ways - 30.0 * 3f64.ln()).exp();
                }
            }
        }
        let probabilities: Vec<f64> =
            (0..20).map(|stream| run(&rows, draws(9_999, stream)).unwrap().p).collect();
        let mean = probabilities.iter().sum::<f64>() / 20.0;
        // A tenth of the probability is the standard error of one test.
        assert!((mean / exact - 1.0).abs() < 0.1, "{mean} is not {exact}");
    }

    #[test]
    fn extreme_and_constant_samples_have_extreme_probabilities() {
        let rows = HashMap::from([([0, 1, 1, 1, 1, 1], 60), ([1, 1, 1, 1, 1, 0], 60)]);
        let test = run(&rows, draws(999, 0)).unwrap();
        assert_eq!((test.permutations, test.as_extreme, test.p), (999, 0, 0.001));
        // Rows with equal lengths are their own images.
        let same = HashMap::from([([5; 6], 60), ([6; 6], 60)]);
        let test = run(&same, draws(999, 0)).unwrap();
        assert_eq!((test.statistic, test.permutations, test.as_extreme, test.p), (0.0, 99, 99, 1.0));
        assert_eq!(run(&HashMap::from([([5; 6], 60)]), draws(999, 0)), None);
    }

    #[test]
    fn draws_depend_on_seed_and_stream_alone() {
        let rows: HashMap<LengthRow, u64> =
            (0..200u64).map(|i| (std::array::from_fn(|k| ((i >> k) % 3) as u8), 1 + i % 3)).collect();
        let first = run(&rows, draws(50, 4)).unwrap();
        let again: HashMap<LengthRow, u64> = rows.clone().into_iter().collect();
        assert_eq!(run(&again, draws(50, 4)), Some(first));
        let cancelled = CancelToken::cancelled();
        assert_eq!(run(&rows, Draws { cancel: &cancelled, ..draws(50, 4) }), None);
    }

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
