//! The puzzles of `cubiform solve` and `scramble`, and the options of the 4x4x4.

use clap::{Args, ValueEnum};
use cubiform_cube::four::Metric;

pub(crate) use cubiform_answers::puzzle::Puzzle;

/// Options of `solve --puzzle 444`.
#[derive(Args, Debug)]
pub(crate) struct Four {
    /// Metric of the 4x4x4 [default: sst]
    ///
    /// sst is the metric of the five-stage method: each stage is solved with exact distances in single-layer turns, and solutions are shortest in this metric. obtm is the metric of the WCA: use it to compare with scrambles and competition results.
    #[arg(long, value_name = "METRIC", value_enum, help_heading = "4x4x4")]
    pub(crate) metric: Option<FourMetric>,

    /// Beam width: partial solutions kept after each stage [default: 200, or as many as --time and --nodes allow]
    #[arg(long, value_name = "N", help_heading = "4x4x4", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) beam: Option<u32>,
}

impl Four {
    /// Returns whether any of these options is given.
    pub(crate) fn has_options(&self) -> bool {
        self.metric.is_some() || self.beam.is_some()
    }
}

/// A metric of the 4x4x4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FourMetric {
    /// Single slice turn metric: a turn of one layer, outer or inner
    Sst,
    /// Block turn metric: a turn of one layer or of two adjacent layers
    Btm,
    /// Outer block turn metric, as used by the WCA: a turn of one outer layer or of the two layers on one side
    Obtm,
}

impl FourMetric {
    /// Converts to the metric of the library.
    pub(crate) fn metric(self) -> Metric {
        match self {
            FourMetric::Sst => Metric::Slice,
            FourMetric::Btm => Metric::Block,
            FourMetric::Obtm => Metric::OuterBlock,
        }
    }
}
