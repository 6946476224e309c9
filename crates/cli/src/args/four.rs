//! The arguments of `cubiform solve` and `scramble` about the 4x4x4.

use clap::{Args, ValueEnum};
use cubiform_cube::four::Metric;

use crate::wca::EVENTS;

/// A puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Puzzle {
    /// The 3x3x3
    #[default]
    #[value(name = "333")]
    Three,
    /// The 4x4x4, with tables that `tables build` makes
    #[value(name = "444")]
    Four,
}

impl Puzzle {
    /// Its name for people.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Puzzle::Three => "the 3x3x3",
            Puzzle::Four => "the 4x4x4",
        }
    }

    /// The puzzle of an event of the WCA, if it is one of these.
    pub(crate) fn of_event(event: &str) -> Option<Puzzle> {
        match event {
            "444" | "444bf" => Some(Puzzle::Four),
            _ => EVENTS.contains(&event).then_some(Puzzle::Three),
        }
    }
}

/// What only `solve --puzzle 444` has.
#[derive(Args, Debug)]
pub(crate) struct Four {
    /// 444: what counts as one move [default: sst]
    #[arg(long, value_name = "METRIC", value_enum)]
    pub(crate) metric: Option<FourMetric>,

    /// 444: how many partial solutions are kept after each stage [default: 200, or what --time and --nodes allow]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) beam: Option<u32>,
}

impl Four {
    /// Whether any of it was asked for.
    pub(crate) fn is_asked(&self) -> bool {
        self.metric.is_some() || self.beam.is_some()
    }
}

/// A way to count moves of the 4x4x4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FourMetric {
    /// Turns of one layer, also of an inner one
    Sst,
    /// Turns of one layer, or of two next to each other
    Btm,
    /// Turns of an outer layer, or of the two on a side: what the WCA writes
    Obtm,
}

impl FourMetric {
    /// The metric.
    pub(crate) fn metric(self) -> Metric {
        match self {
            FourMetric::Sst => Metric::Slice,
            FourMetric::Btm => Metric::Block,
            FourMetric::Obtm => Metric::OuterBlock,
        }
    }
}
