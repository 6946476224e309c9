//! Exact distributions: the number of states at each distance, over all states.
//!
//! * [`StateCounts`]: numbers of states by distance that may exceed 64 bits, with their statistics.
//! * [`ExactComparison`]: the mean of a sample beside the exact one.
//! * [`goal`]: the distribution of one goal with one bottom colour, from the catalogue or by filling a table.
//! * [`known()`]: the stored distributions of a [`ColorGoal`] over several bottom colours, and of EO and DR over the
//!   three axes.
//! * [`max_length()`]: an upper bound on the length of any stage.

pub mod goal;
mod known;

use std::borrow::Cow;

use cubiform_cube::goal::{Stage, expression};
use cubiform_tables::catalogue::Entry;

use crate::histogram::median;
use crate::{Histogram, Subset};

pub use goal::{NoExactDistribution, Source};
pub use known::{ColorGoal, known, known_over_axes};

/// The numbers of states by distance in moves. The cube has more than 2^64 states, so they are 128 bits wide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateCounts {
    counts: Vec<u128>,
}

impl From<Histogram> for StateCounts {
    fn from(histogram: Histogram) -> StateCounts {
        StateCounts::new(histogram.counts().iter().copied().map(u128::from).collect::<Vec<_>>())
    }
}

impl StateCounts {
    /// Returns the counts of the distances, from 0. Trailing zeros are dropped.
    ///
    /// # Panics
    /// If all counts are zero.
    pub fn new(counts: impl Into<Vec<u128>>) -> StateCounts {
        let mut counts = counts.into();
        let last = counts.iter().rposition(|count| *count > 0).expect("there is at least one state");
        counts.truncate(last + 1);
        StateCounts { counts }
    }

    /// Returns the counts by distance. The last is not zero.
    pub fn counts(&self) -> &[u128] {
        &self.counts
    }

    /// Returns the number of states.
    pub fn total(&self) -> u128 {
        self.counts.iter().sum()
    }

    /// Returns the mean distance.
    pub fn mean(&self) -> f64 {
        let sum: u128 = self.counts.iter().zip(0..).map(|(count, distance)| count * distance).sum();
        sum as f64 / self.total() as f64
    }

    /// Returns the standard deviation of the whole population (divisor n).
    pub fn standard_deviation(&self) -> f64 {
        let mean = self.mean();
        let squares =
            self.shares().zip(0..).map(|(share, distance)| share * (f64::from(distance) - mean).powi(2));
        squares.sum::<f64>().sqrt()
    }

    /// Returns the median distance: the mean of the two middle distances if the number of states is even.
    pub fn median(&self) -> f64 {
        median(self.counts.iter().copied())
    }

    /// Returns the share of states at each distance, from 0 to 1.
    pub fn shares(&self) -> impl Iterator<Item = f64> {
        let total = self.total() as f64;
        self.counts.iter().map(move |count| *count as f64 / total)
    }
}

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

/// Returns the stage with this name: one of a named goal, or the stage of an expression.
pub(crate) fn stage_named(name: &str) -> Option<Cow<'static, Stage>> {
    match Stage::named(name) {
        Some(stage) => Some(Cow::Borrowed(stage)),
        None => expression::parse(name).ok()?.stages.pop().map(Cow::Owned),
    }
}

/// The diameter of the cube group in HTM, hence an upper bound for every stage of every goal (Rokicki, Kociemba,
/// Davidson and Dethridge, 2010).
pub const DIAMETER: u8 = 20;

/// Stages without a stored distribution, each with a table of the catalogue whose target implies the stage.
const IMPLIED_BY: [(&str, &str); 6] = [
    ("xxcross", "cross-slots-adjacent"),
    ("pseudo_xxcross", "cross-slots-adjacent"),
    ("xcross_pair", "cross-slots-adjacent"),
    ("pseudo_xcross_pseudo_pair", "cross-slots-adjacent"),
    ("eo_cross", "eo-cross"),
    ("eo_xcross", "eo-cross-slot"),
];

/// Returns an upper bound on the number of moves (HTM) to the stage with this name from any state: the largest distance
/// of the stored distribution of one colour, or of a table whose target implies the stage, or the [`DIAMETER`] if there is
/// neither.
///
/// ```
/// use cubiform_stats::distribution::max_length;
///
/// assert_eq!((max_length("cross"), max_length("xxcross"), max_length("FR + cross")), (8, 12, 20));
/// ```
pub fn max_length(stage: &str) -> u8 {
    let counted = ColorGoal::ALL.into_iter().find(|goal| goal.name() == stage);
    let counts = counted.and_then(|goal| goal.known(Subset::WHITE));
    if let Some(longest) = counts.and_then(|counts| u8::try_from(counts.counts().len() - 1).ok()) {
        return longest;
    }
    let table = IMPLIED_BY.iter().find(|(name, _)| *name == stage).and_then(|(_, table)| Entry::named(table));
    let greatest = |entry: &Entry| u8::try_from(entry.histogram.len() - 1).ok();
    table.and_then(greatest).map_or(DIAMETER, |moves| moves.min(DIAMETER))
}

#[cfg(test)]
mod tests {
    use cubiform_cube::goal::{Target, Variant};

    use super::*;

    #[test]
    fn statistics_equal_those_of_a_histogram() {
        let histogram = Histogram::new([1, 15, 158, 1394, 9809, 46_381, 97_254, 34_966, 102]);
        let counts = StateCounts::from(histogram.clone());
        assert_eq!(counts.total(), u128::from(histogram.total()));
        assert_eq!((counts.mean(), counts.median()), (histogram.mean(), histogram.median()));
        assert!((counts.standard_deviation() - histogram.standard_deviation()).abs() < 1e-12);
    }

    /// Returns whether every cube that meets `target` has reached the stage: each seed meets a choice that depends only
    /// on the target's pieces.
    fn implies(target: &Target, stage: &Stage) -> bool {
        let within = |choice: &&Target| {
            choice.pieces.union(target.pieces) == target.pieces
                && choice.oriented.is_none_or(|axis| target.oriented == Some(axis))
        };
        target
            .goal_states
            .iter()
            .all(|seed| stage.choices.iter().filter(within).any(|choice| choice.is_met(seed)))
    }

    #[test]
    fn tables_imply_the_stages_that_they_bound() {
        let stages: Vec<&Stage> = Variant::all().iter().flat_map(|variant| &variant.stages).collect();
        for (name, table) in IMPLIED_BY {
            let stage = stages.iter().find(|stage| stage.name == name).unwrap();
            assert!(implies(&(Entry::named(table).unwrap().target)(), stage), "{name}");
        }
        let xcross = stages.iter().find(|stage| stage.name == "xcross").unwrap();
        assert!(!implies(&(Entry::named("cross").unwrap().target)(), xcross));
    }

    #[test]
    fn longest_is_that_of_the_counts_or_the_table_or_else_the_diameter() {
        for (stage, longest) in [
            ("xcross", 10),
            ("cross_pair", 9),
            ("pseudo_xcross", 9),
            ("pseudo_cross_pseudo_pair", 8),
            ("xxcross", 12),
            ("eo_cross", 10),
            ("xxxxcross", 20),
            ("eo_xxcross", 20),
            ("", 20),
        ] {
            assert_eq!(max_length(stage), longest, "{stage}");
        }
    }
}
