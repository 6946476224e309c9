//! Sets of cases derived from two goals: every case of getting from one to the other, its picture, and the known case that it
//! shows.
//!
//! The states of `from` are numbered by what `to` sees of them. States that turns of U before and after, or rotations of the
//! cube, carry into each other are one case.

mod classes;
#[cfg(test)]
mod tests;
mod view;

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use cubiform_cube::facelets::sticker_index;
use cubiform_cube::goal::pattern::{self, union};
use cubiform_cube::goal::{Pattern, Slot};
use cubiform_cube::piece::{CORNER_FACES, EDGE_FACES};
use cubiform_cube::{Cube, Face, PieceSet};
use cubiform_threads::CancelToken;

use super::{Case, CaseSet, plain};
use crate::cases::recognition::{SLOT, cell, cross_and};
use crate::identify;

use classes::{Class, Equivalence, classes};
use view::{Key, Sticker, View};

/// The maximum number of states that the second goal distinguishes.
const MAX_KEYS: usize = 200_000;

/// Two goals, each a union of patterns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The states in which a case begins.
    pub from: Vec<Pattern>,
    /// The states in which it is solved.
    pub to: Vec<Pattern>,
}

/// The reason why there are no cases of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeriveError {
    /// There are too many states to tell apart.
    #[error("the second goal distinguishes more than {MAX_KEYS} states of the first")]
    TooMany,
    /// The derivation was cancelled.
    #[error("stopped")]
    Cancelled,
}

/// The cases of a definition.
#[derive(Clone, Debug)]
pub struct DerivedSet {
    /// The cases. The solved one, if there is one, is the first.
    pub cases: Vec<DerivedCase>,
    /// The number of states of `from`.
    pub states: u128,
    /// Whether turns of U before the first move lead to the same case, because they keep `from`.
    pub turns_before: bool,
    /// What the second goal sees of a state.
    view: View,
    /// The index of the case by key.
    index: HashMap<Key, usize>,
}

/// A case of a derived set.
#[derive(Clone, Debug)]
pub struct DerivedCase {
    /// A state with the case, with as many pieces at home as possible.
    pub cube: Cube,
    /// Whether the case is solved: its states are in `to`, perhaps after a turn of U.
    pub is_solved: bool,
    /// The number of states that `to` tells apart.
    pub orbit: usize,
    /// The number of states.
    pub states: u128,
    /// The probability in a random state of `from`, as a fraction in lowest terms.
    pub probability: (u128, u128),
    /// The index of the mirror image among the cases; `None` if a mirror image is no state of the set.
    pub mirror: Option<usize>,
    /// The case of F2L, OLL or PLL that every state of the case shows.
    pub shows: Option<&'static Case>,
    /// The 54 stickers in URFDLB order; `?` for those that `to` ignores.
    pub facelets: String,
    /// The last layer from above, as in [`Pattern`](super::Pattern), if the first two layers are solved.
    pub picture: Option<String>,
}

impl DerivedSet {
    /// Returns the cases that are not solved.
    pub fn unsolved(&self) -> impl Iterator<Item = &DerivedCase> {
        self.cases.iter().filter(|case| !case.is_solved)
    }

    /// Returns the index of the case that a state of the first goal shows; `None` for many other states.
    pub fn index_of(&self, cube: &Cube) -> Option<usize> {
        self.index.get(&self.view.key(cube)).copied()
    }
}

impl Definition {
    /// Returns the cases. With `mirrored`, mirror images are one case.
    ///
    /// # Errors
    /// If there are too many states to tell apart, or `cancel` was cancelled.
    ///
    /// ```
    /// use cubiform_cube::goal::pattern;
    /// use cubiform_human::cases::sets::Definition;
    /// use cubiform_threads::CancelToken;
    ///
    /// let read = |text| pattern::parse(text).unwrap();
    /// let definition = Definition { from: read("f2l"), to: read("f2l + oll") };
    /// let set = definition.derive(false, &CancelToken::never())?;
    /// assert_eq!(set.unsolved().count(), 57);
    /// assert_eq!(set.cases[0].probability, (1, 216));
    /// # Ok::<(), cubiform_human::cases::sets::DeriveError>(())
    /// ```
    pub fn derive(&self, mirrored: bool, cancel: &CancelToken) -> Result<DerivedSet, DeriveError> {
        let from = union(self.from.iter().copied());
        let to = union(self.to.iter().copied());
        let view = View::new(&to);
        let classes = classes(&from, &view, cancel)?;
        let equivalence = Equivalence::new(&from, &to);
        let is_solved = |cube: &Cube| to.iter().any(|pattern| pattern.contains(cube));
        let numbers = equivalence.cases(&classes, &view, is_solved, mirrored, cancel)?;
        let mut orbits: BTreeMap<usize, Vec<&Class>> = BTreeMap::new();
        for (number, class) in numbers.iter().zip(&classes) {
            orbits.entry(*number).or_default().push(class);
        }
        let states = classes.iter().map(|class| class.states).sum();
        let traits = SetTraits::new(&from, &view);
        let case = |orbit: &[&Class]| {
            let cubes = orbit.iter().map(|class| class.cube);
            let cube = cubes.min_by_key(unsolved_pieces).expect("an orbit has states");
            let own: u128 = orbit.iter().map(|class| class.states).sum();
            let stickers = view.stickers(&cube);
            DerivedCase {
                cube,
                is_solved: is_solved(&cube),
                orbit: orbit.len(),
                states: own,
                probability: lowest_terms(own, states),
                mirror: None,
                shows: traits.case(&cube),
                facelets: facelets(&stickers),
                picture: traits.picture(&stickers),
            }
        };
        let mut cases: Vec<(usize, DerivedCase)> =
            orbits.iter().map(|(number, orbit)| (*number, case(orbit))).collect();
        cases.sort_by_key(|(number, case)| (!case.is_solved, case.shows.map(known_number), *number));
        let places: HashMap<usize, usize> =
            cases.iter().enumerate().map(|(place, (number, _))| (*number, place)).collect();
        let index = classes.iter().zip(numbers).map(|(class, number)| (class.key, places[&number])).collect();
        let cases = cases.into_iter().map(|(_, case)| case).collect();
        let mut set = DerivedSet { cases, states, turns_before: equivalence.turns_before, view, index };
        if let Some(mirror) = equivalence.mirror() {
            for i in 0..set.cases.len() {
                set.cases[i].mirror = set.index_of(&set.cases[i].cube.conjugate(mirror));
            }
        }
        Ok(set)
    }
}

/// The sets of cases that have names, as data.
static KNOWN_SETS: LazyLock<Vec<KnownSet>> = LazyLock::new(|| {
    let lines = include_str!("known.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &'static str| {
        let fields: Vec<&str> = line.split(" | ").map(str::trim).collect();
        let [names, from, to, cases, about] = fields[..] else { panic!("'{line}' has no five fields") };
        let name = names.split(", ").next().expect("a split text has a first part");
        KnownSet { name, names, from, to, cases: cases.parse().expect("a number of cases"), about }
    };
    lines.map(read).collect()
});

/// A set of cases with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownSet {
    /// The name, such as `ZBLL`.
    pub name: &'static str,
    /// This and the other names, separated by commas.
    names: &'static str,
    /// The goal in which its cases begin, in the [language of case sets](pattern::parse).
    pub from: &'static str,
    /// The goal in which they are solved.
    pub to: &'static str,
    /// The number of cases without the solved one.
    pub cases: usize,
    /// What the set is, and how its number is counted elsewhere.
    pub about: &'static str,
}

impl KnownSet {
    /// Returns all sets, in the order of a solve.
    pub fn all() -> &'static [KnownSet] {
        &KNOWN_SETS
    }

    /// Returns the set with one of its names; case, spaces and hyphens are ignored.
    pub fn find(name: &str) -> Option<&'static KnownSet> {
        let name = plain(name);
        KNOWN_SETS.iter().find(|set| set.names.split(", ").any(|known| plain(known) == name))
    }

    /// Returns the names of all sets, separated by commas.
    pub fn names() -> String {
        KNOWN_SETS.iter().map(|set| set.name).collect::<Vec<_>>().join(", ")
    }

    /// Returns the two goals.
    ///
    /// # Panics
    /// If a text of the table is invalid, which the tests would find.
    pub fn definition(&self) -> Definition {
        let read = |text: &str| pattern::parse(text).unwrap_or_else(|e| panic!("{}: {e}", self.name));
        Definition { from: read(self.from), to: read(self.to) }
    }
}

/// Returns the number of states of a goal.
///
/// # Errors
/// If the goal has too many patterns with states in common, or `cancel` was cancelled.
pub fn states(goal: &[Pattern], cancel: &CancelToken) -> Result<u128, DeriveError> {
    let classes = classes(&union(goal.iter().copied()), &View::new(&[Pattern::ALL]), cancel)?;
    Ok(classes.iter().map(|class| class.states).sum())
}

/// Returns the 54 stickers of a cube in URFDLB order, with `?` for those that a goal ignores.
///
/// ```
/// use cubiform_cube::{Algorithm, goal::pattern};
/// use cubiform_human::cases::sets::mask;
///
/// let goal = pattern::parse("f2l + oll").unwrap();
/// let sune = Algorithm::parse("R U R' U R U2 R'").unwrap().cube().inverse();
/// assert_eq!(mask(&goal, &sune).matches('U').count(), 9);
/// ```
pub fn mask(goal: &[Pattern], cube: &Cube) -> String {
    facelets(&View::new(&union(goal.iter().copied())).stickers(cube))
}

fn check(cancel: &CancelToken) -> Result<(), DeriveError> {
    if cancel.is_cancelled() { Err(DeriveError::Cancelled) } else { Ok(()) }
}

/// Returns the number of pieces that are not solved.
fn unsolved_pieces(cube: &Cube) -> usize {
    let solved = Cube::SOLVED;
    let corners = cube.corners().iter().zip(solved.corners()).filter(|(a, b)| a != b).count();
    corners + cube.edges().iter().zip(solved.edges()).filter(|(a, b)| a != b).count()
}

fn lowest_terms(part: u128, of: u128) -> (u128, u128) {
    let (mut a, mut b) = (part, of);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (part / a, of / a)
}

/// Properties that all cases of a set share. They decide how a case is drawn and whether it has the name of a known case.
struct SetTraits {
    /// Whether the first two layers are solved in all of them.
    two_layers: bool,
    /// The sets of which all states of a case show one case.
    sets: Vec<CaseSet>,
}

impl SetTraits {
    fn new(from: &[Pattern], view: &View) -> SetTraits {
        let fixes = |pieces: PieceSet| {
            let solved = Pattern::solved(pieces);
            from.iter().all(|pattern| {
                pattern.and(&solved).corners == pattern.corners && pattern.and(&solved).edges == pattern.edges
            })
        };
        let two_layers = fixes(cross_and(Slot::ALL));
        let top_is = |corner: &dyn Fn(usize) -> bool, edge: &dyn Fn(usize) -> bool| {
            (0..4).all(|i| corner(i) && edge(i))
        };
        let (corners, edges) = (&view.corners, &view.edges);
        let all_oriented =
            |places: &dyn Fn(&Pattern) -> u32, of: u32| from.iter().all(|pattern| places(pattern) & !of == 0);
        let knows = |set: &CaseSet| match set {
            CaseSet::Oll => {
                two_layers
                    && top_is(&|c| corners.sees_turn(c) || all_oriented(&|p| p.corners[c], 0o1111), &|e| {
                        edges.sees_turn(e) || all_oriented(&|p| p.edges[e], 0b0101_0101)
                    })
            }
            CaseSet::Pll => two_layers && top_is(&|c| corners.tells_apart(c), &|e| edges.tells_apart(e)),
            CaseSet::F2l => {
                fixes(cross_and(Slot::ALL.into_iter().filter(|slot| *slot != SLOT)))
                    && corners.tells_apart(SLOT.corner())
                    && corners.sees_turn(SLOT.corner())
                    && edges.tells_apart(SLOT.edge())
                    && edges.sees_turn(SLOT.edge())
            }
        };
        SetTraits { two_layers, sets: CaseSet::ALL.into_iter().filter(knows).collect() }
    }

    /// Returns the case of F2L, OLL or PLL that a state shows.
    fn case(&self, cube: &Cube) -> Option<&'static Case> {
        let cases = identify(cube, Face::D.color());
        cases.first().and_then(|first| first.case).filter(|case| self.sets.contains(&case.set))
    }

    /// Returns the last layer from above, as rows separated by `/`.
    fn picture(&self, stickers: &[Sticker]) -> Option<String> {
        self.two_layers.then(|| {
            let mut rows = [['?'; 5]; 5];
            rows[2][2] = 'x';
            let mut show = |faces: &[Face]| {
                for face in faces {
                    let (row, column) = cell(faces, *face);
                    rows[row][column] = match stickers[sticker_index(*face, faces)] {
                        Sticker::Of(Face::U) => 'x',
                        Sticker::Of(face) => face.letter(),
                        Sticker::NotTop => '.',
                        Sticker::Any => '?',
                    };
                }
            };
            CORNER_FACES[..4].iter().for_each(|faces| show(faces));
            EDGE_FACES[..4].iter().for_each(|faces| show(faces));
            rows.map(|row| row.iter().collect::<String>()).join("/")
        })
    }
}

/// Returns the 54 stickers; `?` for those that are not known.
fn facelets(stickers: &[Sticker]) -> String {
    let letter = |sticker: &Sticker| match sticker {
        Sticker::Of(face) => face.letter(),
        Sticker::NotTop | Sticker::Any => '?',
    };
    stickers.iter().map(letter).collect()
}

/// Returns the set of a known case and its number on the sheet.
fn known_number(case: &'static Case) -> (CaseSet, usize) {
    let at = case.set.cases().iter().position(|other| std::ptr::eq(other, case));
    (case.set, at.unwrap_or(0))
}
