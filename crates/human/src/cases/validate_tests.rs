//! Validation of the case tables: derives the state that each algorithm solves and reports every defect.
//!
//! The pictures, groups and probabilities are independent data. Therefore an algorithm under a wrong number, an
//! impossible picture, a missing or duplicate case, and a typo in one turn are each found and reported with the name of
//! the case. Two more rules exclude the remaining typos: an algorithm does not end with a turn of U, because any amount
//! of that turn would solve the case, and it does not begin with a longer rotation than necessary.

use std::collections::BTreeMap;
use std::fmt;

use cubiform_cube::goal::Slot;
use cubiform_cube::notation::{Base, ParseError, Turn};
use cubiform_cube::{Algorithm, Cube, Face};
use cubiform_threads::CancelToken;

use super::recognition::{self, SLOT, is_pictured, without_rotation};
use super::sets::KnownSet;
use super::{Case, CaseSet};

/// A defect of the case tables.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Defect {
    /// The case or the set that has the defect.
    subject: String,
    /// The algorithm as written, if the defect concerns one.
    algorithm: Option<String>,
    /// The kind of the defect.
    kind: DefectKind,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.algorithm {
            Some(algorithm) => write!(f, "{}, {algorithm}: {}", self.subject, self.kind),
            None => write!(f, "{}: {}", self.subject, self.kind),
        }
    }
}

/// The kind of a defect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum DefectKind {
    /// An algorithm that cannot be parsed.
    #[error("cannot be read: {0}")]
    Unreadable(ParseError),
    /// An algorithm that ends with another face on top.
    #[error("ends with the cube tilted: the net rotation must be none, y, y2 or y'")]
    Tilted,
    /// An algorithm that breaks a part of the cube that it must keep.
    #[error("breaks {0}")]
    Breaks(&'static str),
    /// An algorithm that does not solve the pictured case. The value is the case that it solves, if any.
    #[error("does not solve the case as pictured{}", .0.as_ref().map(|other| format!(": it solves {other}")).unwrap_or_default())]
    NotTheCase(Option<String>),
    /// An algorithm that ends with a turn of U.
    #[error("ends with a turn of U, which does not belong to the algorithm")]
    EndsInU,
    /// An algorithm that begins with a longer rotation than necessary. The value is the shorter rotation, empty for
    /// none.
    #[error("begins with a longer rotation than necessary ({} is enough)", if .0.is_empty() { "none" } else { .0 })]
    NeedlessRotation(String),
    /// An invalid picture. The value is the reason.
    #[error("{0}")]
    Picture(String),
    /// A case without algorithms.
    #[error("has no algorithm")]
    NoAlgorithm,
    /// An algorithm that is listed twice.
    #[error("is listed twice")]
    Twice,
    /// A case equal to another case (the value) up to turns of U.
    #[error("is the same case as {0}, up to turns of U")]
    SameAs(String),
    /// Derived cases that are not listed: their number, and the number of all.
    #[error("{0} of {1} cases are missing")]
    Missing(usize, usize),
    /// A probability that differs from the share of states.
    #[error("the probability is stated as {}/{} but is {}/{}", .stated.0, .stated.1, .counted.0, .counted.1)]
    Probability { stated: (u32, u32), counted: (u128, u128) },
    /// A label other than the standard one (the value) at this index.
    #[error("is listed in the place of {0}")]
    Label(String),
}

/// Returns all defects of the case tables.
fn find_defects() -> Vec<Defect> {
    CaseSet::ALL.into_iter().flat_map(|set| defects_of_set(set, set.cases())).collect()
}

/// Returns the defects of `cases` as the table of `set`.
fn defects_of_set(set: CaseSet, cases: &[Case]) -> Vec<Defect> {
    let derived = KnownSet::find(set.name()).expect("the sets of CFOP have names").definition();
    let derived = derived.derive(false, &CancelToken::never()).expect("the sets of CFOP are small");
    let mut defects = Vec::new();
    let mut seen: BTreeMap<usize, String> = BTreeMap::new();
    for case in cases {
        let mut report = |algorithm: Option<&str>, kind| {
            defects.push(Defect {
                subject: case.to_string(),
                algorithm: algorithm.map(str::to_string),
                kind,
            });
        };
        if case.algorithms.is_empty() {
            report(None, DefectKind::NoAlgorithm);
        }
        for (i, algorithm) in case.algorithms.iter().enumerate() {
            if case.algorithms[..i].contains(algorithm) {
                report(Some(algorithm), DefectKind::Twice);
            }
            if let Err(kind) = check_algorithm(case, algorithm) {
                report(Some(algorithm), kind);
            }
        }
        let state = case.algorithms.first().and_then(|text| solved_state(case, text).ok());
        let Some(index) = state.and_then(|state| derived.index_of(&state)) else { continue };
        if let Some(other) = seen.insert(index, case.to_string()) {
            report(None, DefectKind::SameAs(other));
        }
        let counted = derived.cases[index].probability;
        if counted != (case.probability.0.into(), case.probability.1.into()) {
            report(None, DefectKind::Probability { stated: case.probability, counted });
        }
    }
    let all = derived.unsolved().count();
    if seen.len() != all {
        let kind = DefectKind::Missing(all.saturating_sub(seen.len()), all);
        defects.push(Defect { subject: set.name().into(), algorithm: None, kind });
    }
    defects.extend(label_defects(set, cases));
    defects
}

/// Checks that the text is an algorithm that solves the case as pictured and follows the rules of the tables.
///
/// # Errors
/// The kind of the first defect found.
fn check_algorithm(case: &Case, text: &str) -> Result<(), DefectKind> {
    let state = solved_state(case, text)?;
    if !is_pictured(case, &state).map_err(DefectKind::Picture)? {
        let others = case.set.cases().iter().filter(|other| other.label != case.label);
        let solved = others
            .filter(|other| is_pictured(other, &state) == Ok(true))
            .map(|other| other.to_string())
            .next();
        return Err(DefectKind::NotTheCase(solved));
    }
    let algorithm = Algorithm::parse(text).map_err(DefectKind::Unreadable)?;
    if algorithm.resolve().0.last().is_some_and(|m| m.face() == Face::U) {
        return Err(DefectKind::EndsInU);
    }
    let (quarters, rest) = without_rotation(&algorithm);
    for lesser in 0..quarters {
        let turn = Turn::new(Base::Y, i32::from(lesser));
        let other: Algorithm = turn.into_iter().chain(rest.iter().copied()).collect();
        if is_pictured(case, &other.cube().inverse()).map_err(DefectKind::Picture)? {
            let turn: Algorithm = turn.into_iter().collect();
            return Err(DefectKind::NeedlessRotation(turn.to_string()));
        }
    }
    Ok(())
}

/// Returns the state that an algorithm solves.
///
/// # Errors
/// If the text cannot be parsed, or if the algorithm breaks a part of the cube that it must keep.
fn solved_state(case: &Case, text: &str) -> Result<Cube, DefectKind> {
    let algorithm = Algorithm::parse(text).map_err(DefectKind::Unreadable)?;
    let (moves, frame) = algorithm.resolve();
    if frame.face(Face::U) != Face::U {
        return Err(DefectKind::Tilted);
    }
    let state = Cube::from_moves(&moves).inverse();
    let (kept, name) = match case.set {
        CaseSet::F2l => (
            recognition::cross_and(Slot::ALL.into_iter().filter(|s| *s != SLOT)),
            "the cross or another slot",
        ),
        CaseSet::Oll | CaseSet::Pll => (recognition::cross_and(Slot::ALL), "the first two layers"),
    };
    if !recognition::is_solved(&state, kept) {
        return Err(DefectKind::Breaks(name));
    }
    if case.set == CaseSet::Pll && recognition::rank_orientation(&state) != 0 {
        return Err(DefectKind::Breaks("the orientation of the last layer"));
    }
    Ok(state)
}

/// Returns a defect for each label that differs from the standard one at its index.
fn label_defects(set: CaseSet, cases: &[Case]) -> Vec<Defect> {
    const PLL: [&str; 21] = [
        "Aa", "Ab", "E", "F", "Ga", "Gb", "Gc", "Gd", "H", "Ja", "Jb", "Na", "Nb", "Ra", "Rb", "T", "Ua",
        "Ub", "V", "Y", "Z",
    ];
    let standard: Vec<String> = match set {
        CaseSet::F2l => (1..=41).map(|n| n.to_string()).collect(),
        CaseSet::Oll => (1..=57).map(|n| n.to_string()).collect(),
        CaseSet::Pll => PLL.map(str::to_string).to_vec(),
    };
    let place = |i: usize| (cases.get(i).map(|case| case.label), standard.get(i).map(String::as_str));
    (0..cases.len().max(standard.len()))
        .map(place)
        .filter(|(label, standard)| label != standard)
        .map(|(label, standard)| Defect {
            subject: format!("{} {}", set.name(), label.unwrap_or("nothing")),
            algorithm: None,
            kind: DefectKind::Label(standard.unwrap_or("nothing").to_string()),
        })
        .collect()
}

#[test]
fn case_tables_have_no_defects() {
    let defects: Vec<String> = find_defects().iter().map(Defect::to_string).collect();
    assert_eq!(defects, [""; 0]);
}

/// Returns all turns of the same kind as `turn`: face turns, wide turns, slice turns or rotations.
fn same_kind(turn: Turn) -> Vec<Turn> {
    let bases: Vec<Base> = match turn.base() {
        Base::Face(_) => Face::ALL.map(Base::Face).to_vec(),
        Base::Wide(_) => Face::ALL.map(Base::Wide).to_vec(),
        Base::M | Base::E | Base::S => vec![Base::M, Base::E, Base::S],
        Base::X | Base::Y | Base::Z => vec![Base::X, Base::Y, Base::Z],
    };
    bases.into_iter().flat_map(|base| (1..4).filter_map(move |q| Turn::new(base, q))).collect()
}

/// Returns the algorithm with each turn replaced by each other of its kind, left out, or doubled.
fn typos(algorithm: &Algorithm) -> Vec<String> {
    let turns = algorithm.turns();
    let mut typos = Vec::new();
    for (i, turn) in turns.iter().enumerate() {
        let mut with = |instead: &[Turn]| {
            let all = turns[..i].iter().chain(instead).chain(&turns[i + 1..]).copied();
            typos.push(all.collect::<Algorithm>().to_string());
        };
        same_kind(*turn).iter().filter(|other| *other != turn).for_each(|other| with(&[*other]));
        with(&[]);
        with(&[*turn, *turn]);
    }
    typos
}

#[test]
fn each_single_turn_typo_in_an_algorithm_is_rejected() {
    let (mut algorithms, mut typo_count, mut missed) = (0, 0, Vec::new());
    for set in CaseSet::ALL {
        for case in set.cases() {
            for text in &case.algorithms {
                algorithms += 1;
                for typo in typos(&Algorithm::parse(text).expect("valid algorithm in the case tables")) {
                    typo_count += 1;
                    if check_algorithm(case, &typo).is_ok() {
                        missed.push(format!("{case}: {typo} for {text}"));
                    }
                }
            }
        }
    }
    assert_eq!(missed, [""; 0]);
    assert_eq!((algorithms, typo_count), (336, 63_969));
}

#[test]
fn defect_of_an_algorithm_names_its_case() {
    let with_typo = |i: usize, case: &Case| {
        let algorithms = if i == 26 { vec!["R U R' U R U R'"] } else { case.algorithms.clone() };
        Case { algorithms, ..case.clone() }
    };
    let cases: Vec<Case> = CaseSet::Oll.cases().iter().enumerate().map(|(i, c)| with_typo(i, c)).collect();
    let defects = defects_of_set(CaseSet::Oll, &cases);
    assert_eq!(defects[0].subject, "OLL 27 (Sune)");
    assert!(defects[0].to_string().starts_with("OLL 27 (Sune), R U R' U R U R': "), "{}", defects[0]);
}

#[test]
fn swapped_missing_and_misrated_cases_are_defects() {
    let swapped = |a: usize, b: usize| {
        let cases = CaseSet::Oll.cases();
        let algorithms = |i: usize| match i {
            i if i == a => cases[b].algorithms.clone(),
            i if i == b => cases[a].algorithms.clone(),
            i => cases[i].algorithms.clone(),
        };
        (0..cases.len())
            .map(|i| Case { algorithms: algorithms(i), ..cases[i].clone() })
            .collect::<Vec<Case>>()
    };
    let defects = defects_of_set(CaseSet::Oll, &swapped(25, 26));
    let solves = |other: &str| DefectKind::NotTheCase(Some(other.into()));
    assert!(defects.iter().any(|f| f.subject == "OLL 26 (Anti-Sune)" && f.kind == solves("OLL 27 (Sune)")));

    let without: Vec<Case> = CaseSet::Pll.cases().iter().filter(|c| c.label != "T").cloned().collect();
    let defects = defects_of_set(CaseSet::Pll, &without);
    assert!(defects.iter().any(|f| f.kind == DefectKind::Missing(1, 21)), "{defects:?}");
    assert!(defects.iter().any(|f| f.kind == DefectKind::Label("T".into())));

    let rated: Vec<Case> =
        CaseSet::F2l.cases().iter().map(|c| Case { probability: (2, 75), ..c.clone() }).collect();
    let rates = defects_of_set(CaseSet::F2l, &rated);
    assert_eq!(rates.len(), 5, "the five cases with both pieces in the slot: {rates:?}");
}

#[test]
fn oll_groups_have_the_numbers_of_the_sheets() {
    let of = |group: &str| -> Vec<&str> {
        CaseSet::Oll.cases().iter().filter(|case| case.group == group).map(|case| case.label).collect()
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
