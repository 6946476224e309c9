//! Tests whether a sample of scrambles may consist of uniformly random states.
//!
//! * [`FairnessSample`] collects the lengths of scrambles, of a whole sample or of a group such as an event.
//! * [`Repeats`] finds states that stand in a list more than once, which the tests do not expect.
//! * [`assess`] tests several of them together and corrects the probabilities for the number of tests.
//!
//! For each stage and set of colours with an exact distribution there are two tests: the mean (a z test with the exact
//! standard deviation) and the distribution (chi-square test of fit). For each stage with all six colours there is a
//! test of the cube's symmetry, by permutations.

mod sample;
mod symmetry_test;

use cubiform_threads::CancelToken;

pub use self::sample::{FairnessSample, Repeat, Repeats};
pub use self::symmetry_test::SymmetryTest;
use self::symmetry_test::{Draws, run};

use crate::normal::{two_sided, two_sided_quantile};
use crate::{ChiSquare, ExactComparison, Histogram, Subset};

/// The minimum number of scrambles of a sample. The tests of means assume that means are normally distributed.
pub const MIN_SCRAMBLES: u64 = 30;

/// The probability up to which a result is called significant.
pub const LEVEL: f64 = 0.05;

/// The probability with which [`detectable_shift`] is found.
pub const POWER: f64 = 0.8;

/// The sets of colours whose distributions are tested by default: each colour, each pair of opposite colours, and all
/// six. A symmetry of the cube maps these sets to one another, so the tests treat all colours alike.
pub const SETS: [Subset; 10] = [
    Subset::COMMON[0],
    Subset::COMMON[1],
    Subset::COMMON[2],
    Subset::COMMON[3],
    Subset::COMMON[4],
    Subset::COMMON[5],
    Subset::COMMON[6],
    Subset::COMMON[7],
    Subset::COMMON[8],
    Subset::COMMON[12],
];

/// The minimum of [`Settings::permutations`] if it is chosen by the number of tests.
const MIN_PERMUTATIONS: u32 = 9_999;

/// Settings of the permutation tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// The maximum number of permutations of a test. By default 9,999, or more if there are so many tests that a
    /// corrected probability could not reach half of [`LEVEL`].
    pub permutations: Option<u32>,
    /// The seed of the random permutations.
    pub seed: u64,
}

/// A probability, and the same corrected for the number of tests (Holm).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probability {
    /// The probability of the single test.
    pub p: f64,
    /// The corrected probability.
    pub corrected: f64,
}

/// The tests of a stage and a set of colours against the exact distribution.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactTests {
    /// The name of the stage.
    pub stage: String,
    /// The set of colours.
    pub set: Subset,
    /// The means and their difference.
    pub comparison: ExactComparison,
    /// The probability of a mean at least as far from the exact one.
    pub of_mean: Probability,
    /// The test of the distribution. `None` if the sample is too small for two bins.
    pub of_distribution: Option<(ChiSquare, Probability)>,
}

/// The test of the symmetry of a stage.
#[derive(Clone, Debug, PartialEq)]
pub struct SymmetryResult {
    /// The name of the stage.
    pub stage: String,
    /// The test.
    pub test: SymmetryTest,
    /// The probability.
    pub probability: Probability,
}

/// The tests of one sample.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleTests {
    /// The tests against exact distributions.
    pub exact: Vec<ExactTests>,
    /// The tests of the symmetry.
    pub symmetry: Vec<SymmetryResult>,
}

/// The statistic of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistic {
    /// The mean of a set of colours, beside the exact one.
    Mean(Subset),
    /// The distribution of a set of colours, beside the exact one.
    Distribution(Subset),
    /// The differences between the six colours.
    Symmetry,
}

/// A single test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test<'a> {
    /// The statistic.
    pub statistic: Statistic,
    /// The name of the stage.
    pub stage: &'a str,
    /// The probability.
    pub probability: Probability,
}

impl SampleTests {
    /// Returns the test with the smallest probability.
    pub fn smallest(&self) -> Option<Test<'_>> {
        let exact = self.exact.iter().flat_map(|tests| {
            let test = |statistic, probability| Test { statistic, stage: &tests.stage, probability };
            let of_distribution = tests.of_distribution.as_ref();
            let of_distribution = of_distribution.map(|(_, p)| test(Statistic::Distribution(tests.set), *p));
            std::iter::once(test(Statistic::Mean(tests.set), tests.of_mean)).chain(of_distribution)
        });
        let symmetry = self.symmetry.iter().map(|result| Test {
            statistic: Statistic::Symmetry,
            stage: &result.stage,
            probability: result.probability,
        });
        exact.chain(symmetry).min_by(|a, b| a.probability.p.total_cmp(&b.probability.p))
    }
}

/// The tests of several samples.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// The tests of each sample.
    pub samples: Vec<SampleTests>,
    /// The number of tests for which the probabilities are corrected.
    pub tests: usize,
    /// The maximum number of permutations of a test.
    pub permutations: u32,
}

impl Assessment {
    /// Returns the test with the smallest probability of all samples, with the index of its sample.
    pub fn smallest(&self) -> Option<(usize, Test<'_>)> {
        let all = self.samples.iter().enumerate().filter_map(|(i, tests)| Some((i, tests.smallest()?)));
        all.min_by(|(_, a), (_, b)| a.probability.p.total_cmp(&b.probability.p))
    }

    /// Returns the tests by which the power of the assessment is described: those of the first sample and the first
    /// stage with an exact distribution, for white if it is among the sets.
    pub fn reference(&self) -> Option<&ExactTests> {
        let exact = &self.samples.first()?.exact;
        exact.iter().find(|tests| tests.set == Subset::WHITE).or(exact.first())
    }

    /// Returns the shift of the mean of [`reference`](Self::reference) that so many scrambles reveal, without and with
    /// the correction; see [`detectable_shift`].
    pub fn shift(&self, scrambles: u64) -> Option<[f64; 2]> {
        let deviation = self.reference()?.comparison.exact_deviation;
        Some([1, self.tests].map(|tests| detectable_shift(deviation, scrambles, tests)))
    }
}

/// Tests samples, which may overlap. Returns `None` if the tests were cancelled.
///
/// ```
/// use cubiform_cube::Color;
/// use cubiform_stats::fairness::{FairnessSample, SETS, Settings, assess};
/// use cubiform_threads::CancelToken;
///
/// let mut sample = FairnessSample::new(&[("cross".into(), Color::COLUMNS.to_vec())], &SETS);
/// (0..40).for_each(|i| sample.add(&[5 + i % 2; 6]));
/// let assessment = assess(&[sample], &Settings::default(), &CancelToken::never()).unwrap();
/// let white = &assessment.samples[0].exact[0];
/// assert_eq!((white.comparison.mean, format!("{:.2}", white.comparison.z)), (5.5, "-2.39".into()));
/// assert!(white.of_mean.p < 0.05);
/// ```
///
/// # Panics
/// If a sample is empty.
pub fn assess(samples: &[FairnessSample], settings: &Settings, cancel: &CancelToken) -> Option<Assessment> {
    let mut all: Vec<SampleTests> = samples.iter().map(exact_tests).collect();
    let exact = all.iter_mut().flat_map(probabilities_of).count();
    let symmetric = |sample: &FairnessSample| sample.stages.iter().filter(|s| s.rows.is_some()).count();
    let tests = exact + samples.iter().map(symmetric).sum::<usize>();
    let needed = u32::try_from(tests).unwrap_or(u32::MAX).saturating_mul((2.0 / LEVEL) as u32);
    let permutations = settings.permutations.unwrap_or(MIN_PERMUTATIONS.max(needed.saturating_sub(1)));
    let mut stream = 0;
    for (sample, tests) in samples.iter().zip(&mut all) {
        for stage in &sample.stages {
            let Some(rows) = &stage.rows else { continue };
            let test = run(rows, Draws { limit: permutations, seed: settings.seed, stream, cancel });
            stream += 1;
            if cancel.is_cancelled() {
                return None;
            }
            let Some(test) = test else { continue };
            let probability = Probability { p: test.p, corrected: 1.0 };
            tests.symmetry.push(SymmetryResult { stage: stage.name.clone(), test, probability });
        }
    }
    let p: Vec<f64> = all.iter_mut().flat_map(probabilities_of).map(|p| p.p).collect();
    let corrected = holm(&p);
    all.iter_mut().flat_map(probabilities_of).zip(&corrected).for_each(|(p, c)| p.corrected = *c);
    Some(Assessment { samples: all, tests: p.len(), permutations })
}

/// Returns the tests of a sample against the exact distributions.
fn exact_tests(sample: &FairnessSample) -> SampleTests {
    let mut tests = SampleTests { exact: Vec::new(), symmetry: Vec::new() };
    for stage in &sample.stages {
        for (set, exact, counts) in &stage.sets {
            let observed = Histogram::new(&counts[..]);
            let comparison = ExactComparison::new(&observed, exact);
            let uncorrected = |p| Probability { p, corrected: 1.0 };
            tests.exact.push(ExactTests {
                stage: stage.name.clone(),
                set: *set,
                comparison,
                of_mean: uncorrected(two_sided(comparison.z)),
                of_distribution: ChiSquare::of_fit(counts, exact).map(|test| (test, uncorrected(test.p))),
            });
        }
    }
    tests
}

/// Returns the probabilities of all tests of a sample.
fn probabilities_of(tests: &mut SampleTests) -> impl Iterator<Item = &mut Probability> {
    let of_exact = tests.exact.iter_mut().flat_map(|tests| {
        let of_distribution = tests.of_distribution.as_mut().map(|(_, probability)| probability);
        std::iter::once(&mut tests.of_mean).chain(of_distribution)
    });
    of_exact.chain(tests.symmetry.iter_mut().map(|result| &mut result.probability))
}

/// Returns the shift of the mean, in moves, that a two-sided test at [`LEVEL`] finds with a probability of [`POWER`],
/// given the standard deviation, the number of scrambles, and the number of tests by which the level is divided.
pub fn detectable_shift(standard_deviation: f64, scrambles: u64, tests: usize) -> f64 {
    // Twice 1 - POWER: the quantile is two-sided.
    let quantiles = two_sided_quantile(LEVEL / tests.max(1) as f64) + two_sided_quantile(2.0 * (1.0 - POWER));
    quantiles * standard_deviation / (scrambles as f64).sqrt()
}

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
mod tests;
