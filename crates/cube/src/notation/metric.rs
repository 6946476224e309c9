//! Metrics: the number of moves that a turn counts.

use super::turn::{Base, Turn};

/// A metric of turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TurnMetric {
    /// Half turn metric (outer block turns): a face turn or wide turn counts 1, a slice turn 2, a rotation 0.
    #[default]
    Htm,
    /// Quarter turn metric: like HTM, but half turns count twice.
    Qtm,
    /// Slice turn metric (range block turns): a face turn, wide turn or slice turn counts 1, a rotation 0.
    Stm,
    /// Execution turn metric: each written move counts 1, including rotations.
    Etm,
}

impl TurnMetric {
    /// All metrics.
    pub const ALL: [TurnMetric; 4] = [TurnMetric::Htm, TurnMetric::Qtm, TurnMetric::Stm, TurnMetric::Etm];

    /// Returns the name, in lower case.
    pub const fn name(self) -> &'static str {
        ["htm", "qtm", "stm", "etm"][self as usize]
    }

    /// Returns the metric with this name; upper and lower case are equal.
    pub fn from_name(name: &str) -> Option<TurnMetric> {
        TurnMetric::ALL.into_iter().find(|metric| metric.name().eq_ignore_ascii_case(name))
    }

    /// Returns the number of moves that a turn counts.
    ///
    /// ```
    /// use cubiform_cube::Algorithm;
    /// use cubiform_cube::notation::TurnMetric;
    ///
    /// let turns = Algorithm::parse("M2 y").unwrap();
    /// let costs = |turn| TurnMetric::ALL.map(|metric| metric.cost(turn));
    /// assert_eq!(costs(turns.turns()[0]), [2, 4, 1, 1]);
    /// assert_eq!(costs(turns.turns()[1]), [0, 0, 0, 1]);
    /// ```
    pub fn cost(self, turn: Turn) -> u8 {
        let layers = match turn.base() {
            Base::Face(_) | Base::Wide(_) => 1,
            Base::M | Base::E | Base::S => 2,
            Base::X | Base::Y | Base::Z => 0,
        };
        match self {
            TurnMetric::Htm => layers,
            TurnMetric::Qtm => layers * if turn.quarters() == 2 { 2 } else { 1 },
            TurnMetric::Stm => layers.min(1),
            TurnMetric::Etm => 1,
        }
    }

    /// Returns the number of moves of a sequence of turns, at most 255.
    pub fn length(self, turns: &[Turn]) -> u8 {
        turns.iter().fold(0, |length, turn| length.saturating_add(self.cost(*turn)))
    }
}
