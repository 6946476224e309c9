//! The cases of CFOP with their algorithms, numbers, names and pictures.
//!
//! The data are those of the Speedsolving wiki and of most algorithm sheets. Tests check them: they derive from each
//! algorithm the state that it solves, compare this state with the picture of the case, and check that the cases cover
//! all states of their set.

mod pattern;
mod picture;
pub(crate) mod recognition;
pub mod sets;
mod states;
#[cfg(test)]
mod validate_tests;

use std::fmt;
use std::sync::LazyLock;

pub use pattern::{Pattern, PatternError};
pub use picture::picture;
pub(crate) use recognition::{after_u_turn, is_pictured, without_rotation};
pub use states::CaseStates;

/// A set of cases, for one kind of stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CaseSet {
    /// Cases of a pair: a corner and an edge, each in the top layer or in their slot.
    F2l,
    /// Cases of the orientation of the last layer.
    Oll,
    /// Cases of the permutation of the last layer.
    Pll,
}

impl CaseSet {
    /// All sets, in the order of a solve.
    pub const ALL: [CaseSet; 3] = [CaseSet::F2l, CaseSet::Oll, CaseSet::Pll];

    /// Returns the name of the set, in upper case.
    pub const fn name(self) -> &'static str {
        ["F2L", "OLL", "PLL"][self as usize]
    }

    /// Returns the set with this name; upper and lower case are equal.
    pub fn from_name(name: &str) -> Option<CaseSet> {
        CaseSet::ALL.into_iter().find(|set| set.name().eq_ignore_ascii_case(name))
    }

    /// Returns the cases of the set, in the order of the sheets.
    pub fn cases(self) -> &'static [Case] {
        &SHEETS[self as usize]
    }

    /// Returns the number of states to which the probabilities of the set refer: placements of the pair, orientations
    /// of the last layer, or permutations of the last layer up to a final turn of U.
    pub const fn states(self) -> u32 {
        [150, 216, 72][self as usize]
    }
}

/// A case: a recognisable state of a stage, with the algorithms that solve it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The set of the case.
    pub set: CaseSet,
    /// The number or letters on the sheets: `27`, `Ga`.
    pub label: &'static str,
    /// The name, such as `Sune`; empty if the case has none.
    pub name: &'static str,
    /// The name of its group on the sheets.
    pub group: &'static str,
    /// The probability as a fraction in lowest terms. For a pair, it assumes that both pieces are in the top layer or
    /// in their slot.
    pub probability: (u32, u32),
    /// The picture, as on the sheets.
    ///
    /// * OLL: five rows of five, back row first. The inner three by three are the top face, the others are the sides;
    ///   `x` is a sticker of the top colour.
    /// * PLL: cycles of positions. The piece at each position belongs at the next one.
    /// * F2L: the position of the corner of slot FR and the face of its bottom sticker; the position of the edge and
    ///   the face of its front sticker.
    pub picture: &'static str,
    /// Algorithms that solve the case as pictured (PLL: up to a final turn of U). The usual algorithm is the first.
    pub algorithms: Vec<&'static str>,
}

impl Case {
    /// Returns the case with this label (`ga`) or name (`sune`, `T perm`, `antisune`). Case, spaces, hyphens and
    /// apostrophes are ignored.
    pub fn find(set: CaseSet, label: &str) -> Option<&'static Case> {
        let label = plain(label);
        let is_named =
            |case: &&Case| plain(case.label) == label || (!case.name.is_empty() && plain(case.name) == label);
        set.cases().iter().find(is_named)
    }

    /// Returns the cases with this label, name, letter or group: the case of [`Case::find`] if there is one, the cases
    /// whose label begins with a letter (`A` for Aa and Ab), or the cases of a group (`fish`). Empty if there are none.
    pub fn find_all(set: CaseSet, label: &str) -> Vec<&'static Case> {
        if let Some(case) = Case::find(set, label) {
            return vec![case];
        }
        let is_letter = label.len() == 1 && label.chars().all(|c| c.is_ascii_alphabetic());
        let in_family =
            |case: &Case| is_letter && case.label.len() == 2 && case.label[..1].eq_ignore_ascii_case(label);
        let cases = set.cases().iter();
        cases.filter(|case| in_family(case) || plain(case.group) == plain(label)).collect()
    }
}

/// Returns a name in the form used for comparison: its letters and digits in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Writes the set and the label, and the name of an OLL case: `OLL 27 (Sune)`, `PLL Ga`, `F2L 12`.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.set.name(), self.label)?;
        if self.set == CaseSet::Oll { write!(f, " ({})", self.name) } else { Ok(()) }
    }
}

/// The sheets of cases: text files in the program, read at the first use.
static SHEETS: LazyLock<[Vec<Case>; 3]> = LazyLock::new(|| {
    CaseSet::ALL.map(|set| {
        let text = match set {
            CaseSet::F2l => include_str!("f2l.txt"),
            CaseSet::Oll => include_str!("oll.txt"),
            CaseSet::Pll => include_str!("pll.txt"),
        };
        read(set, text)
    })
});

/// Reads a sheet. A line `label | name | group | probability | picture` begins a case; the indented lines after it are its
/// algorithms. Empty lines and lines that begin with `#` are ignored.
///
/// # Panics
/// If a case has another number of fields or a probability that is no fraction, which the tests would find.
fn read(set: CaseSet, text: &'static str) -> Vec<Case> {
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).peekable();
    let mut cases = Vec::new();
    while let Some(line) = lines.next() {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [label, name, group, probability, picture] = fields[..] else {
            panic!("'{line}' has no five fields")
        };
        let (part, of) = probability.split_once('/').expect("a probability is a fraction");
        let number = |text: &str| text.parse().expect("a fraction has two whole numbers");
        let mut algorithms = Vec::new();
        while let Some(algorithm) = lines.next_if(|line| line.starts_with(' ')) {
            algorithms.push(algorithm.trim());
        }
        let (probability, algorithms) = ((number(part), number(of)), algorithms);
        cases.push(Case { set, label, name, group, probability, picture, algorithms });
    }
    cases
}
