//! The cases of CFOP as the usual sheets number and name them, with algorithms as sheets print them, as data.
//!
//! Nothing rests on the writing down: [`find_defects()`] derives what each algorithm solves from the algorithm itself and
//! holds it against the picture of its case, which is data of its own, and the pictures against all the states that
//! there are. Numbers, names and groups are those of the Speedsolving wiki and of most sheets.

mod f2l;
mod oll;
mod pattern;
mod picture;
mod pll;
pub(crate) mod recognition;
mod states;
mod validate;

use std::fmt;

pub use pattern::{Pattern, PatternError};
pub use picture::picture;
pub use states::CaseStates;
pub use validate::{Defect, DefectKind, check_algorithm, find_defects};
pub(crate) use validate::{after_u_turn, is_pictured, without_rotation};

/// A set of cases, each a step of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Set {
    /// A corner and an edge of the first two layers, both in the top layer or in their own slot.
    F2l,
    /// The orientation of the last layer.
    Oll,
    /// The permutation of the last layer.
    Pll,
}

impl Set {
    /// In the order of a solve.
    pub const ALL: [Set; 3] = [Set::F2l, Set::Oll, Set::Pll];

    /// Its name, upper case.
    pub const fn name(self) -> &'static str {
        ["F2L", "OLL", "PLL"][self as usize]
    }

    /// The set of this name, in any case.
    pub fn from_name(name: &str) -> Option<Set> {
        Set::ALL.into_iter().find(|set| set.name().eq_ignore_ascii_case(name))
    }

    /// Its cases, in the order of the sheets.
    pub fn cases(self) -> &'static [Case] {
        match self {
            Set::F2l => &f2l::CASES,
            Set::Oll => &oll::CASES,
            Set::Pll => &pll::CASES,
        }
    }

    /// The states of which the probabilities of its cases are shares: placements of the pair, patterns, or
    /// permutations up to the last turn of the top layer.
    pub const fn states(self) -> u32 {
        [150, 216, 72][self as usize]
    }
}

/// A case: what a solver recognises, and what it does about it.
#[derive(Debug, PartialEq, Eq)]
pub struct Case {
    /// The set that it is of.
    pub set: Set,
    /// Its number or letters on the sheets: `27`, `Ga`.
    pub label: &'static str,
    /// Its name, if it has one: `Sune`.
    pub name: &'static str,
    /// The group in which sheets have it.
    pub group: &'static str,
    /// How likely it is, as a fraction in lowest terms; for a pair, given that both pieces are in the top layer or in
    /// their own slot.
    pub probability: (u32, u32),
    /// What it looks like, as sheets draw it.
    ///
    /// * OLL: five rows of five, from the back to the front; the inner three by three are the top face, the rest the
    ///   sides, and `x` is a sticker of the top colour.
    /// * PLL: cycles of places; the piece at each place belongs in the next.
    /// * F2L: where the corner of the slot FR is and on which face its bottom sticker, and where the edge is and on
    ///   which face the sticker that belongs in front.
    pub picture: &'static str,
    /// Algorithms that solve it as pictured (PLL: up to a last turn of U), the first the usual one.
    pub algorithms: &'static [&'static str],
}

impl Case {
    /// The case of this label, in either letter case (`ga`), or of this name (`sune`, `T perm`).
    pub fn find(set: Set, label: &str) -> Option<&'static Case> {
        let is_named = |case: &&Case| {
            case.label.eq_ignore_ascii_case(label)
                || (!case.name.is_empty() && case.name.eq_ignore_ascii_case(label))
        };
        set.cases().iter().find(is_named)
    }

    /// The cases of a name: the one that [`Case::find`] finds, or the family of a letter (`A` for Aa and Ab), or all of
    /// a group (`fish`). Empty if there are none.
    pub fn find_all(set: Set, label: &str) -> Vec<&'static Case> {
        if let Some(case) = Case::find(set, label) {
            return vec![case];
        }
        let is_letter = label.len() == 1 && label.chars().all(|c| c.is_ascii_alphabetic());
        let in_family =
            |case: &Case| is_letter && case.label.len() == 2 && case.label[..1].eq_ignore_ascii_case(label);
        let cases = set.cases().iter();
        cases.filter(|case| in_family(case) || case.group.eq_ignore_ascii_case(label)).collect()
    }

    /// Its probability as a number.
    pub fn chance(&self) -> f64 {
        f64::from(self.probability.0) / f64::from(self.probability.1)
    }
}

/// `OLL 27 (Sune)`, `PLL Ga`, `F2L 12`.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.set.name(), self.label)?;
        if self.set == Set::Oll { write!(f, " ({})", self.name) } else { Ok(()) }
    }
}
