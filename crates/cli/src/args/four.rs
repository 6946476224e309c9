//! The puzzles of `cubiform solve` and `scramble`, and the options of the 4x4x4.

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
    /// The 2x2x2
    #[value(name = "222")]
    Two,
    /// The 4x4x4; its tables must be built first (see `tables build`)
    #[value(name = "444")]
    Four,
}

impl Puzzle {
    /// Returns the name with its article, for messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Puzzle::Two => "the 2x2x2",
            Puzzle::Three => "the 3x3x3",
            Puzzle::Four => "the 4x4x4",
        }
    }

    /// Returns the number of layers along each axis, as players write it.
    pub(crate) fn size(self) -> &'static str {
        match self {
            Puzzle::Two => "2x2x2",
            Puzzle::Three => "3x3x3",
            Puzzle::Four => "4x4x4",
        }
    }

    /// Returns the puzzle of a WCA event, or `None` for events of other puzzles.
    pub(crate) fn of_event(event: &str) -> Option<Puzzle> {
        match event {
            "222" => Some(Puzzle::Two),
            "444" | "444bf" => Some(Puzzle::Four),
            _ => EVENTS.contains(&event).then_some(Puzzle::Three),
        }
    }
}

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
