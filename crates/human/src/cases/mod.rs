//! The cases of CFOP with their algorithms, numbers and names, and their pictures as text: the last layer seen from above, or
//! the pieces of a pair in words.
//!
//! The data are those of the Speedsolving wiki and of most algorithm sheets. Tests check them: they derive from each
//! algorithm the state that it solves, compare this state with the picture of the case, and check that the cases cover
//! all states of their set.

mod pattern;
pub(crate) mod recognition;
pub mod sets;
mod states;
#[cfg(test)]
mod validate_tests;

use std::fmt;
use std::sync::LazyLock;

use cubiform_cube::piece::{CORNER_FACES, EDGE_FACES, corner_name, edge_name};
use cubiform_cube::{Cube, Face};

use recognition::SLOT;

pub use pattern::{Pattern, PatternError};
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

/// Returns the picture of a case as lines of text.
///
/// * OLL: the top face with the stickers around it. `#` is the top colour, `-` another colour.
/// * PLL: the top face with the side stickers around it, each with the letter of the face to which it belongs; then the
///   cycles.
/// * F2L: the positions of the corner and the edge.
///
/// # Panics
/// If the picture of the case is invalid, which tests exclude for all cases.
pub fn picture(case: &Case) -> Vec<String> {
    let read = "tests read every picture";
    match case.set {
        CaseSet::Oll => case.picture.split('/').enumerate().map(|(i, row)| top_row(i, row)).collect(),
        CaseSet::Pll => {
            let mut lines = sides(&recognition::parse_pll_picture(case.picture).expect(read));
            lines.extend(case.picture.split(", ").map(cycle));
            lines
        }
        CaseSet::F2l => {
            let pair = recognition::parse_f2l_picture(case.picture).expect(read);
            let (c, e) = (usize::from(pair.corner), usize::from(pair.edge));
            let corner = match c / 3 {
                at if at == SLOT.corner() => "in its slot".to_string(),
                at => format!("at {}", corner_name(at)),
            };
            let edge = match e / 2 {
                at if at == SLOT.edge() => "in its slot".to_string(),
                at => format!("at {}", edge_name(at)),
            };
            vec![
                format!("corner {corner}, bottom colour {}", facing(CORNER_FACES[c / 3][c % 3])),
                format!("edge {edge}, front colour {}", facing(EDGE_FACES[e / 2][e % 2])),
            ]
        }
    }
}

fn facing(face: Face) -> &'static str {
    match face {
        Face::U => "facing up",
        Face::R => "facing right",
        Face::F => "facing front",
        Face::D => "facing down",
        Face::L => "facing left",
        Face::B => "facing back",
    }
}

/// Returns a row of an OLL picture. Side stickers of other colours are left blank.
fn top_row(i: usize, row: &str) -> String {
    let show = |(j, c): (usize, char)| match (c, (1..4).contains(&i) && (1..4).contains(&j)) {
        ('x', _) => '#',
        (_, true) => '-',
        (_, false) => ' ',
    };
    let cells: Vec<String> = row.chars().enumerate().map(|cell| show(cell).to_string()).collect();
    cells.join(" ").trim_end().to_string()
}

/// Returns an oriented last layer with its side stickers, seen from above.
fn sides(cube: &Cube) -> Vec<String> {
    let mut cells = [[' '; 5]; 5];
    cells[1..4].iter_mut().for_each(|row| row[1..4].fill('#'));
    for ((row, column), of) in recognition::side_stickers(cube) {
        cells[row][column] = of.letter();
    }
    let line = |row: &[char; 5]| row.map(|c| c.to_string()).join(" ").trim_end().to_string();
    cells.iter().map(line).collect()
}

/// Formats a cycle: `UL -> UR -> UF -> UL`.
fn cycle(cycle: &str) -> String {
    let places: Vec<&str> = cycle.split(' ').collect();
    match places[..] {
        [a, b] => format!("{a} <-> {b}"),
        _ => format!("{} -> {}", places.join(" -> "), places[0]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(set: CaseSet, label: &str) -> Vec<String> {
        picture(Case::find(set, label).expect("the case is there"))
    }

    #[test]
    fn pictures_match_the_sheets() {
        assert_eq!(drawing(CaseSet::Oll, "sune"), ["  #", "  - # - #", "  # # #", "  # # -", "      #"]);
        assert_eq!(
            drawing(CaseSet::Pll, "T"),
            ["  B B R", "L # # # F", "R # # # L", "L # # # B", "  F F R", "URF <-> UBR", "UR <-> UL"]
        );
        assert_eq!(
            drawing(CaseSet::F2l, "4"),
            ["corner at URF, bottom colour facing right", "edge at UB, front colour facing up"]
        );
    }
}
