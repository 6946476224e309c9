//! The measures of a distribution that tables list.

use crate::Histogram;

/// A measure of a histogram.
#[derive(Clone, Copy, Debug)]
pub enum Measure {
    /// A number of moves or of scrambles.
    Count(fn(&Histogram) -> u64),
    /// A number, or `None` if there are too few scrambles for it.
    Real(fn(&Histogram) -> Option<f64>),
    /// A fraction.
    Share(fn(&Histogram) -> f64),
}

/// The measures with their names.
pub const MEASURES: [(&str, Measure); 12] = [
    ("min", Measure::Count(|histogram| histogram.min() as u64)),
    ("max", Measure::Count(|histogram| histogram.max() as u64)),
    ("mean", Measure::Real(|histogram| Some(histogram.mean()))),
    ("se", Measure::Real(Histogram::standard_error)),
    ("sd", Measure::Real(Histogram::sample_deviation)),
    ("p10", Measure::Count(|histogram| histogram.percentile(10) as u64)),
    ("p50", Measure::Count(|histogram| histogram.percentile(50) as u64)),
    ("p90", Measure::Count(|histogram| histogram.percentile(90) as u64)),
    ("p99", Measure::Count(|histogram| histogram.percentile(99) as u64)),
    ("mode", Measure::Count(|histogram| histogram.mode() as u64)),
    ("share", Measure::Share(Histogram::mode_share)),
    ("n", Measure::Count(Histogram::total)),
];
