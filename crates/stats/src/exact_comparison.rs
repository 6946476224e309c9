//! Comparison of the mean of a sample with that of all states.

use crate::Histogram;
use crate::distribution::StateCounts;

/// The mean of a sample beside the exact one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactComparison {
    /// The mean of the sample.
    pub mean: f64,
    /// The mean over all states.
    pub exact_mean: f64,
    /// The standard deviation over all states.
    pub exact_deviation: f64,
    /// The mean minus the exact one.
    pub difference: f64,
    /// The standard error of the mean of a random sample of this size, computed from the exact standard deviation.
    pub standard_error: f64,
    /// The difference in standard errors.
    pub z: f64,
}

impl ExactComparison {
    /// Compares a sample with the distribution over all states.
    pub fn new(sample: &Histogram, exact: &StateCounts) -> ExactComparison {
        let (mean, exact_mean, exact_deviation) = (sample.mean(), exact.mean(), exact.standard_deviation());
        let difference = mean - exact_mean;
        let standard_error = exact_deviation / (sample.total() as f64).sqrt();
        let z = difference / standard_error;
        ExactComparison { mean, exact_mean, exact_deviation, difference, standard_error, z }
    }
}
