//! Lengths of move sequences in the half turn, slice turn, quarter turn and execution turn metrics.

use std::ops::{Add, AddAssign};

use cubiform_cube::notation::{Turn, TurnMetric};

/// The length of a move sequence in four metrics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lengths {
    /// Half turn metric (outer block turns): a face turn or wide turn counts 1, a slice turn 2, a rotation 0.
    pub htm: u32,
    /// Slice turn metric (range block turns): a face turn, wide turn or slice turn counts 1, a rotation 0.
    pub stm: u32,
    /// Quarter turn metric: like HTM, but half turns count twice.
    pub qtm: u32,
    /// Execution turn metric: each written move counts 1, including rotations.
    ///
    /// This is the ETM of cubing.js and of reconstruction databases. Rotations before the first move of a solve take
    /// place before the timer starts; [`Review`](super::Review) excludes them.
    pub etm: u32,
}

impl Lengths {
    /// Returns the lengths of a move sequence as written: `R R` counts 2.
    ///
    /// ```
    /// use cubiform_cube::Algorithm;
    /// use cubiform_human::Lengths;
    ///
    /// let h = Algorithm::parse("y M2 U M2 U2 M2 U M2").unwrap();
    /// assert_eq!(Lengths::count(h.turns()), Lengths { htm: 11, stm: 7, qtm: 20, etm: 8 });
    /// ```
    pub fn count(turns: &[Turn]) -> Lengths {
        let [htm, qtm, stm, etm] =
            TurnMetric::ALL.map(|metric| turns.iter().map(|turn| u32::from(metric.cost(*turn))).sum());
        Lengths { htm, stm, qtm, etm }
    }
}

impl Add for Lengths {
    type Output = Lengths;

    fn add(self, other: Lengths) -> Lengths {
        Lengths {
            htm: self.htm + other.htm,
            stm: self.stm + other.stm,
            qtm: self.qtm + other.qtm,
            etm: self.etm + other.etm,
        }
    }
}

impl AddAssign for Lengths {
    fn add_assign(&mut self, other: Lengths) {
        *self = *self + other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::Algorithm;

    #[test]
    fn etm_counts_each_written_move_once() {
        let etm = |text: &str| Lengths::count(Algorithm::parse(text).expect("valid moves").turns()).etm;
        // One of each: face turn, half turn, wide turn, slice turn, rotation.
        assert_eq!(etm("R U2 r' M2 y"), 5);
        assert_eq!(etm("R R"), 2);
        assert_eq!(etm("(R U R' U')3"), 12);
        assert_eq!(etm(""), 0);
    }
}
