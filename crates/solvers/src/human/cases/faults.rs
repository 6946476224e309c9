//! The validator: derives from every algorithm what it solves, and lists all that is wrong with the tables.
//!
//! Pictures, groups and probabilities are data of their own, so an algorithm under the wrong number, a picture that no
//! cube shows, a case that is missing or there twice, and a slip of the pen in one turn each make a fault that names the
//! case. That two more rules hold closes the last gaps: an algorithm does not end with a turn of U, which would solve
//! the case just as well with any amount, and begins with no rotation where a lesser one would do.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use cubiform_cube::goal::Slot;
use cubiform_cube::notation::{Base, ParseError, Turn};
use cubiform_cube::{Algorithm, Cube, Face, Move, Symmetry};

use super::key::{self, PATTERNS, PERMUTATIONS, Pair, SLOT};
use super::{Case, Set};

/// Something wrong with the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it is about: a case as it is shown, or a set.
    pub of: String,
    /// The algorithm, as written, if it is about one.
    pub algorithm: Option<String>,
    /// What is wrong.
    pub kind: Kind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.algorithm {
            Some(algorithm) => write!(f, "{}, {algorithm}: {}", self.of, self.kind),
            None => write!(f, "{}: {}", self.of, self.kind),
        }
    }
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Kind {
    /// An algorithm that is no algorithm.
    #[error("cannot be read: {0}")]
    Unreadable(ParseError),
    /// The cube does not end with the same face on top.
    #[error("ends with the cube tilted: the net rotation must be none, y, y2 or y'")]
    Tilted,
    /// It leaves something unsolved that it must keep.
    #[error("breaks {0}")]
    Breaks(&'static str),
    /// It solves another case than the picture shows.
    #[error("does not solve the case as pictured{}", .0.as_ref().map(|other| format!(": it solves {other}")).unwrap_or_default())]
    NotTheCase(Option<String>),
    /// Its last turn could be any turn of U.
    #[error("ends with a turn of U, which is no part of the algorithm")]
    EndsInU,
    /// It begins with a rotation that the case does not need.
    #[error("begins with a rotation where {} would do", if .0.is_empty() { "none" } else { .0 })]
    NeedlessRotation(String),
    /// A picture that no cube shows.
    #[error("{0}")]
    Picture(String),
    /// A case without algorithms.
    #[error("has no algorithm")]
    NoAlgorithm,
    /// The same algorithm twice.
    #[error("is there twice")]
    Twice,
    /// Two cases that turns of U make of each other.
    #[error("is {0}, turned or as it is")]
    SameAs(String),
    /// States that no case covers.
    #[error("{0} of {1} states are covered by no case")]
    Uncovered(usize, usize),
    /// A probability that the states contradict.
    #[error("the probability is given as {}/{}, and is {}/{}", .stated.0, .stated.1, .found.0, .found.1)]
    #[allow(missing_docs)]
    Probability { stated: (u32, u32), found: (u32, u32) },
    /// A label that the standard has not at this place.
    #[error("stands where the standard has {0}")]
    Label(String),
}

/// All that is wrong with the tables: nothing.
///
/// ```
/// assert_eq!(cubiform_solvers::human::cases::faults(), []);
/// ```
pub fn faults() -> Vec<Fault> {
    Set::ALL.into_iter().flat_map(|set| of_set(set, set.cases())).collect()
}

/// All that is wrong with these cases as the table of `set`.
fn of_set(set: Set, cases: &[Case]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut seen: BTreeMap<Key, String> = BTreeMap::new();
    for case in cases {
        let mut tell = |algorithm: Option<&str>, kind| {
            faults.push(Fault { of: case.to_string(), algorithm: algorithm.map(str::to_string), kind });
        };
        if case.algorithms.is_empty() {
            tell(None, Kind::NoAlgorithm);
        }
        for (i, algorithm) in case.algorithms.iter().enumerate() {
            if case.algorithms[..i].contains(algorithm) {
                tell(Some(algorithm), Kind::Twice);
            }
            if let Err(kind) = check(case, algorithm) {
                tell(Some(algorithm), kind);
            }
        }
        let state = case.algorithms.first().and_then(|text| derived(case, text).ok());
        let Some(state) = state else { continue };
        let orbit = orbit(set, &state);
        for key in &orbit {
            if let Some(other) = seen.insert(*key, case.to_string()) {
                tell(None, Kind::SameAs(other));
                break;
            }
        }
        let found = reduced(orbit.len() as u32, states(set) as u32);
        if case.probability != found {
            tell(None, Kind::Probability { stated: case.probability, found });
        }
    }
    seen.extend(orbit(set, &Cube::SOLVED).into_iter().map(|key| (key, "solved".to_string())));
    if seen.len() != states(set) {
        let kind = Kind::Uncovered(states(set) - seen.len().min(states(set)), states(set));
        faults.push(Fault { of: set.name().into(), algorithm: None, kind });
    }
    faults.extend(labels(set, cases));
    faults
}

/// Whether the text is an algorithm that solves the case as pictured, and keeps the rules.
///
/// # Errors
/// What is wrong with it.
pub fn check(case: &Case, text: &str) -> Result<(), Kind> {
    let state = derived(case, text)?;
    if !is_pictured(case, &state)? {
        let others = case.set.cases().iter().filter(|other| other.label != case.label);
        let solved = others
            .filter(|other| is_pictured(other, &state) == Ok(true))
            .map(|other| other.to_string())
            .next();
        return Err(Kind::NotTheCase(solved));
    }
    let algorithm = Algorithm::parse(text).map_err(Kind::Unreadable)?;
    if algorithm.resolve().0.last().is_some_and(|m| m.face() == Face::U) {
        return Err(Kind::EndsInU);
    }
    let (quarters, rest) = without_rotation(&algorithm);
    for lesser in 0..quarters {
        let turn = Turn::new(Base::Y, i32::from(lesser));
        let other: Algorithm = turn.into_iter().chain(rest.iter().copied()).collect();
        if is_pictured(case, &other.cube().inverse())? {
            let turn: Algorithm = turn.into_iter().collect();
            return Err(Kind::NeedlessRotation(turn.to_string()));
        }
    }
    Ok(())
}

/// By how many quarters of y an algorithm begins, and its turns after that.
pub(crate) fn without_rotation(algorithm: &Algorithm) -> (u8, &[Turn]) {
    match algorithm.turns() {
        [first, rest @ ..] if first.base() == Base::Y => (first.quarters(), rest),
        turns => (0, turns),
    }
}

/// The state that an algorithm solves, if it keeps what it must.
fn derived(case: &Case, text: &str) -> Result<Cube, Kind> {
    let algorithm = Algorithm::parse(text).map_err(Kind::Unreadable)?;
    let (moves, frame) = algorithm.resolve();
    if frame.face(Face::U) != Face::U {
        return Err(Kind::Tilted);
    }
    let state = Cube::from_moves(&moves).inverse();
    let (kept, name) = match case.set {
        Set::F2l => {
            (key::cross_and(Slot::ALL.into_iter().filter(|s| *s != SLOT)), "the cross or another slot")
        }
        Set::Oll | Set::Pll => (key::cross_and(Slot::ALL), "the first two layers"),
    };
    if !key::is_solved(&state, kept) {
        return Err(Kind::Breaks(name));
    }
    if case.set == Set::Pll && key::pattern(&state) != 0 {
        return Err(Kind::Breaks("the orientation of the last layer"));
    }
    Ok(state)
}

/// Whether a state, of which the set's other pieces are solved, looks like the picture of the case.
pub(crate) fn is_pictured(case: &Case, state: &Cube) -> Result<bool, Kind> {
    match case.set {
        Set::F2l => Ok(Pair::of(state, SLOT) == key::read_pair(case.picture).map_err(Kind::Picture)?),
        Set::Oll => Ok(key::has_two_layers(state)
            && key::pattern(state) == key::read_pattern(case.picture).map_err(Kind::Picture)?),
        Set::Pll => {
            let pictured = key::read_cycles(case.picture).map_err(Kind::Picture)?;
            // The last turn of U, undone, comes first in what the inverse algorithm makes.
            Ok((0..4).any(|quarters| turned(&Cube::SOLVED, quarters).then(&pictured) == *state))
        }
    }
}

/// What recognition tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Pair(Pair),
    Number(usize),
}

/// The keys of a state however the top layer is turned, and however the cube is held where that matters.
fn orbit(set: Set, state: &Cube) -> BTreeSet<Key> {
    let mut orbit = BTreeSet::new();
    for quarters in 0..4 {
        match set {
            Set::F2l => {
                orbit.insert(Key::Pair(Pair::of(&turned(state, quarters), SLOT)));
            }
            Set::Oll => {
                orbit.insert(Key::Number(key::pattern(&turned(state, quarters))));
            }
            Set::Pll => {
                let held = state.conjugate(Symmetry::rotation(Face::U, quarters));
                orbit.extend((0..4).map(|last| Key::Number(key::permutation(&turned(&held, last)))));
            }
        }
    }
    orbit
}

/// The state after a turn of U by so many quarters.
pub(crate) fn turned(state: &Cube, quarters: i32) -> Cube {
    state.apply(Move::new(Face::U, quarters).as_slice())
}

/// How many keys there are.
fn states(set: Set) -> usize {
    match set {
        Set::F2l => (0..24)
            .flat_map(|corner| (0..24).map(move |edge| Pair { corner, edge }))
            .filter(|pair| pair.is_standard(SLOT))
            .count(),
        Set::Oll => PATTERNS,
        Set::Pll => PERMUTATIONS,
    }
}

fn reduced(numerator: u32, denominator: u32) -> (u32, u32) {
    let (mut a, mut b) = (numerator, denominator);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (numerator / a, denominator / a)
}

/// The labels that are not where the standard has them.
fn labels(set: Set, cases: &[Case]) -> Vec<Fault> {
    const PLL: [&str; 21] = [
        "Aa", "Ab", "E", "F", "Ga", "Gb", "Gc", "Gd", "H", "Ja", "Jb", "Na", "Nb", "Ra", "Rb", "T", "Ua",
        "Ub", "V", "Y", "Z",
    ];
    let standard: Vec<String> = match set {
        Set::F2l => (1..=41).map(|n| n.to_string()).collect(),
        Set::Oll => (1..=57).map(|n| n.to_string()).collect(),
        Set::Pll => PLL.map(str::to_string).to_vec(),
    };
    let place = |i: usize| (cases.get(i).map(|case| case.label), standard.get(i).map(String::as_str));
    (0..cases.len().max(standard.len()))
        .map(place)
        .filter(|(label, standard)| label != standard)
        .map(|(label, standard)| Fault {
            of: format!("{} {}", set.name(), label.unwrap_or("nothing")),
            algorithm: None,
            kind: Kind::Label(standard.unwrap_or("nothing").to_string()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_have_no_faults() {
        let faults: Vec<String> = faults().iter().map(Fault::to_string).collect();
        assert_eq!(faults, [""; 0]);
    }

    /// All turns of the kind of `turn`: of a face, of a face and the layer next to it, of a middle layer, or of the cube.
    fn alike(turn: Turn) -> Vec<Turn> {
        let bases: Vec<Base> = match turn.base() {
            Base::Face(_) => Face::ALL.map(Base::Face).to_vec(),
            Base::Wide(_) => Face::ALL.map(Base::Wide).to_vec(),
            Base::M | Base::E | Base::S => vec![Base::M, Base::E, Base::S],
            Base::X | Base::Y | Base::Z => vec![Base::X, Base::Y, Base::Z],
        };
        bases.into_iter().flat_map(|base| (1..4).filter_map(move |q| Turn::new(base, q))).collect()
    }

    /// The algorithm with each turn replaced by every other of its kind, left out, or written twice.
    fn typos(algorithm: &Algorithm) -> Vec<String> {
        let turns = algorithm.turns();
        let mut typos = Vec::new();
        for (i, turn) in turns.iter().enumerate() {
            let mut with = |instead: &[Turn]| {
                let all = turns[..i].iter().chain(instead).chain(&turns[i + 1..]).copied();
                typos.push(all.collect::<Algorithm>().to_string());
            };
            alike(*turn).iter().filter(|other| *other != turn).for_each(|other| with(&[*other]));
            with(&[]);
            with(&[*turn, *turn]);
        }
        typos
    }

    #[test]
    fn every_slip_in_one_turn_of_any_algorithm_is_caught() {
        let (mut algorithms, mut slips, mut missed) = (0, 0, Vec::new());
        for set in Set::ALL {
            for case in set.cases() {
                for text in case.algorithms {
                    algorithms += 1;
                    for typo in typos(&Algorithm::parse(text).expect("the tables are read")) {
                        slips += 1;
                        if check(case, &typo).is_ok() {
                            missed.push(format!("{case}: {typo} for {text}"));
                        }
                    }
                }
            }
        }
        assert_eq!(missed, [""; 0]);
        assert_eq!((algorithms, slips), (336, 63_969));
    }

    #[test]
    fn a_slip_is_told_with_the_name_of_its_case() {
        let slipped = |i: usize, case: &Case| {
            let algorithms: &'static [&'static str] =
                if i == 26 { &["R U R' U R U R'"] } else { case.algorithms };
            Case { algorithms, ..*case }
        };
        let cases: Vec<Case> = Set::Oll.cases().iter().enumerate().map(|(i, c)| slipped(i, c)).collect();
        let faults = of_set(Set::Oll, &cases);
        assert_eq!(faults[0].of, "OLL 27 (Sune)");
        assert!(faults[0].to_string().starts_with("OLL 27 (Sune), R U R' U R U R': "), "{}", faults[0]);
    }

    #[test]
    fn cases_out_of_place_missing_or_wrongly_rated_are_told() {
        let swapped = |a: usize, b: usize| {
            let cases = Set::Oll.cases();
            let algorithms = |i: usize| match i {
                i if i == a => cases[b].algorithms,
                i if i == b => cases[a].algorithms,
                i => cases[i].algorithms,
            };
            (0..cases.len()).map(|i| Case { algorithms: algorithms(i), ..cases[i] }).collect::<Vec<Case>>()
        };
        let faults = of_set(Set::Oll, &swapped(25, 26));
        let solves = |other: &str| Kind::NotTheCase(Some(other.into()));
        assert!(faults.iter().any(|f| f.of == "OLL 26 (Anti-Sune)" && f.kind == solves("OLL 27 (Sune)")));

        let without: Vec<Case> =
            Set::Pll.cases().iter().filter(|c| c.label != "T").map(|c| Case { ..*c }).collect();
        let faults = of_set(Set::Pll, &without);
        assert!(faults.iter().any(|f| f.kind == Kind::Uncovered(16, 288)), "{faults:?}");
        assert!(faults.iter().any(|f| f.kind == Kind::Label("T".into())));

        let rated: Vec<Case> = Set::F2l.cases().iter().map(|c| Case { probability: (2, 75), ..*c }).collect();
        let rates = of_set(Set::F2l, &rated);
        assert_eq!(rates.len(), 5, "the five cases with both pieces in the slot: {rates:?}");
    }

    #[test]
    fn the_groups_have_the_numbers_that_sheets_give_them() {
        let of = |group: &str| -> Vec<&str> {
            Set::Oll.cases().iter().filter(|case| case.group == group).map(|case| case.label).collect()
        };
        for (group, labels) in [
            ("dot", "1 2 3 4 17 18 19 20"),
            ("square", "5 6"),
            ("small lightning", "7 8 11 12"),
            ("fish", "9 10 35 37"),
            ("knight move", "13 14 15 16"),
            ("cross", "21 22 23 24 25 26 27"),
            ("corners oriented", "28 57"),
            ("awkward", "29 30 41 42"),
            ("P", "31 32 43 44"),
            ("T", "33 45"),
            ("C", "34 46"),
            ("W", "36 38"),
            ("big lightning", "39 40"),
            ("L", "47 48 49 50 53 54"),
            ("line", "51 52 55 56"),
        ] {
            assert_eq!(of(group).join(" "), labels, "{group}");
        }
    }
}
