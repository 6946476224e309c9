//! Counting turns: the half-turn, slice-turn and quarter-turn metrics.

use std::ops::{Add, AddAssign};

use cubiform_cube::notation::{Base, Turn};

/// How long a sequence of turns is. Turns of the whole cube count nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lengths {
    /// Half-turn metric: a turn of a face or of two layers is 1, of a middle layer 2.
    pub htm: u32,
    /// Slice-turn metric: a turn of a face, of two layers or of a middle layer is 1.
    pub stm: u32,
    /// Quarter-turn metric: as the half-turn metric, half turns twice.
    pub qtm: u32,
}

impl Lengths {
    /// The lengths of these turns.
    ///
    /// ```
    /// use cubiform_cube::Algorithm;
    /// use cubiform_solvers::human::Lengths;
    ///
    /// let h = Algorithm::parse("M2 U M2 U2 M2 U M2").unwrap();
    /// assert_eq!(Lengths::of(h.turns()), Lengths { htm: 11, stm: 7, qtm: 20 });
    /// ```
    pub fn of(turns: &[Turn]) -> Lengths {
        turns.iter().fold(Lengths::default(), |sum, turn| {
            let layers = match turn.base() {
                Base::Face(_) | Base::Wide(_) => 1,
                Base::M | Base::E | Base::S => 2,
                Base::X | Base::Y | Base::Z => 0,
            };
            let quarters = if turn.quarters() == 2 { 2 } else { 1 };
            sum + Lengths { htm: layers, stm: layers.min(1), qtm: layers * quarters }
        })
    }
}

impl Add for Lengths {
    type Output = Lengths;

    fn add(self, other: Lengths) -> Lengths {
        Lengths { htm: self.htm + other.htm, stm: self.stm + other.stm, qtm: self.qtm + other.qtm }
    }
}

impl AddAssign for Lengths {
    fn add_assign(&mut self, other: Lengths) {
        *self = *self + other;
    }
}
