//! The arguments of `cubiform solve` and `scramble` for the 4x4x4.

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
    /// What counts as one move of a 4x4x4 [default: sst]
    ///
    /// sst is the metric of the five-stage method: every stage is solved by exact distances in turns of single layers, and solutions are shortest in it. obtm is what the WCA counts: use it to compare with scrambles and competition results.
    #[arg(long, value_name = "METRIC", value_enum, help_heading = "4x4x4")]
    pub(crate) metric: Option<FourMetric>,

    /// Partial solutions to keep after each stage [default: 200, or what --time and --nodes allow]
    #[arg(long, value_name = "N", help_heading = "4x4x4", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) beam: Option<u32>,
}

impl Four {
    /// Whether any of it was asked for.
    pub(crate) fn has_options(&self) -> bool {
        self.metric.is_some() || self.beam.is_some()
    }
}

/// A way to count moves of the 4x4x4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FourMetric {
    /// Single slice turns: one layer, outer or inner
    Sst,
    /// Block turns: one layer, or two next to each other
    Btm,
    /// Outer block turns: an outer layer, or the two on one side, as the WCA counts
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
