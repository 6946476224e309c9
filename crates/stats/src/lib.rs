//! Statistics of the lengths of goals: exact distributions over all states, and estimates from samples of scrambles.
//!
//! * [`distribution`] has exact numbers of states by distance: from the catalogue of tables, by filling a table, or
//!   stored for several bottom colours. It also bounds the lengths of stages.
//! * [`Histogram`] computes mean, standard deviation, median, percentiles and shares of a distribution.
//! * [`Subset`] is a set of bottom colours, whose length is the minimum over its colours.
//! * [`Sample`] collects analysed scrambles into [`Lengths`], a histogram for each stage and set of colours, and
//!   compares two samples.
//! * [`PairedSample`] is a sample of a goal that is compared with another goal on the same scrambles.
//! * [`MEASURES`] are the measures that tables list, and [`ExactComparison`] compares a mean with that of all states.
//! * [`fairness`] tests whether a sample may consist of uniformly random states.
//! * [`Estimate`], [`wilson`], [`ChiSquare`] and [`holm()`] are means with standard errors, confidence intervals of shares,
//!   tests of homogeneity and of fit, and the correction for several tests.
//! * [`Trend`] is the slope of a series with its error, and [`equal_means`] compares the means of several groups.
//!
//! Exact distances are in the half turn metric (HTM). The crate knows nothing of searching, files, formats or
//! terminals.
//!
//! The exact distribution of the cross with one bottom colour:
//!
//! ```
//! use cubiform_cube::goal::Variant;
//! use cubiform_stats::{Histogram, distribution::Source};
//!
//! let cross = &Variant::std().stages[0];
//! let Ok(Source::Known(entry)) = Source::new(cross) else { panic!("the cross is in the catalogue") };
//! let histogram = Histogram::new(entry.histogram);
//! assert_eq!(histogram.total(), 190_080);
//! assert_eq!(histogram.max(), 8);
//! assert_eq!(format!("{:.3}", histogram.mean()), "5.812");
//! ```

mod chi_square;
pub mod distribution;
mod estimate;
pub mod fairness;
mod histogram;
mod normal;
mod paired;
mod sample;
mod student;
mod subset;
mod trend;

pub use chi_square::ChiSquare;
pub use distribution::ExactComparison;
pub use estimate::{Estimate, wilson};
pub use fairness::holm;
pub use histogram::{Histogram, MEASURES, Measure};
pub use paired::PairedSample;
pub use sample::{BySubset, Difference, Gains, Lengths, Sample};
pub use subset::Subset;
pub use trend::{Trend, equal_means};
