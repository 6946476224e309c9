//! Sets of cases derived from two goals: every case of getting from one to the other.
//!
//! The states of `from` are numbered by what `to` sees of them. States that turns of U before and after, or rotations of the
//! cube, carry into each other are one case.

mod arrangements;
mod known;
mod picture;
#[cfg(test)]
mod tests;
mod view;

use std::collections::{BTreeMap, HashMap};

use cubiform_cube::goal::Pattern;
use cubiform_cube::goal::pattern::union;
use cubiform_cube::{Cube, Face, Move, Symmetry};
use cubiform_threads::CancelToken;

use super::Case;
use arrangements::arrangements;
use view::{Key, View};

pub use known::KnownSet;

/// The largest number of states that are told apart.
const MAX_KEYS: usize = 200_000;

/// The largest number of intersections of the patterns of a goal.
const MAX_INTERSECTIONS: usize = 4096;

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
    #[error("the second goal tells more than {MAX_KEYS} states of the first apart")]
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
    /// Whether the states of the case are in `to`.
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

/// The states with one key.
struct Class {
    key: Key,
    states: u128,
    cube: Cube,
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
        let index: HashMap<Key, usize> =
            classes.iter().enumerate().map(|(i, class)| (class.key, i)).collect();
        let is_kept =
            |image: &dyn Fn(&Pattern) -> Pattern, set: &[Pattern]| union(set.iter().map(image)) == set;
        let u = Cube::SOLVED.apply(Move::new(Face::U, 1).as_slice());
        let turns_before = is_kept(&|pattern| pattern.then(&u), &from);
        let turns_after = [&from, &to].into_iter().all(|set| is_kept(&|pattern| pattern.after(&u), set));
        let keeps = |s: &Symmetry| [&from, &to].into_iter().all(|set| is_kept(&|p| p.conjugate(*s), set));
        let symmetries: Vec<Symmetry> = Symmetry::all().skip(1).filter(keeps).collect();

        let mut joined = Joined((0..classes.len()).collect());
        let is_solved = |cube: &Cube| to.iter().any(|pattern| pattern.contains(cube));
        let mut solved = None;
        for (i, Class { cube, .. }) in classes.iter().enumerate() {
            check(cancel)?;
            let mut join = |image: Cube| joined.join(i, index[&view.key(&image)]);
            if turns_before {
                join(cube.then(&u));
            }
            if turns_after {
                join(u.then(cube));
            }
            let same = symmetries.iter().filter(|s| mirrored || !s.is_mirror());
            same.for_each(|s| join(cube.conjugate(*s)));
            if is_solved(cube) {
                joined.join(i, *solved.get_or_insert(i));
            }
        }
        let mut orbits: BTreeMap<usize, Vec<&Class>> = BTreeMap::new();
        for (i, class) in classes.iter().enumerate() {
            orbits.entry(joined.first(i)).or_default().push(class);
        }
        let states = classes.iter().map(|class| class.states).sum();
        let shown = picture::Shown::new(&from, &view);
        let case = |orbit: &Vec<&Class>| {
            let cube = orbit
                .iter()
                .map(|class| class.cube)
                .min_by_key(unsolved_pieces)
                .expect("an orbit has states");
            let own: u128 = orbit.iter().map(|class| class.states).sum();
            let stickers = view.stickers(&cube);
            DerivedCase {
                cube,
                is_solved: is_solved(&cube),
                orbit: orbit.len(),
                states: own,
                probability: lowest_terms(own, states),
                mirror: None,
                shows: shown.case(&cube),
                facelets: picture::facelets(&stickers),
                picture: shown.picture(&stickers),
            }
        };
        let mut cases: Vec<(usize, DerivedCase)> =
            orbits.iter().map(|(first, orbit)| (*first, case(orbit))).collect();
        cases.sort_by_key(|(first, case)| (!case.is_solved, case.shows.map(picture::number), *first));
        let place: HashMap<usize, usize> =
            cases.iter().enumerate().map(|(i, (first, _))| (*first, i)).collect();
        let index =
            classes.iter().enumerate().map(|(i, class)| (class.key, place[&joined.first(i)])).collect();
        let cases = cases.into_iter().map(|(_, case)| case).collect();
        let mut set = DerivedSet { cases, states, turns_before, view, index };
        if let Some(mirror) = symmetries.iter().find(|s| s.is_mirror()) {
            for i in 0..set.cases.len() {
                set.cases[i].mirror = set.index_of(&set.cases[i].cube.conjugate(*mirror));
            }
        }
        Ok(set)
    }
}

/// Returns the states of a union of patterns by key, in ascending order.
fn classes(from: &[Pattern], view: &View, cancel: &CancelToken) -> Result<Vec<Class>, DeriveError> {
    // By inclusion and exclusion, since patterns may have states in common.
    let mut counts: BTreeMap<Key, (i128, Cube)> = BTreeMap::new();
    let mut open: Vec<(Pattern, usize, i128)> = from.iter().enumerate().map(|(i, p)| (*p, i, 1)).collect();
    let mut intersections = 0;
    while let Some((pattern, last, sign)) = open.pop() {
        intersections += 1;
        if intersections > MAX_INTERSECTIONS {
            return Err(DeriveError::TooMany);
        }
        let corners = arrangements(&pattern.corners, &view.corners, cancel)?;
        let edges = arrangements(&pattern.edges, &view.edges, cancel)?;
        if corners.len().saturating_mul(edges.len()) > 4 * MAX_KEYS {
            return Err(DeriveError::TooMany);
        }
        for ((corner_key, odd), (corner_count, corners)) in &corners {
            check(cancel)?;
            for ((edge_key, _), (edge_count, edges)) in edges.iter().filter(|((_, other), _)| other == odd) {
                let cube = Cube::from_places(*corners, *edges).expect("the sums and the parities agree");
                let count = (corner_count * edge_count) as i128;
                counts.entry((*corner_key, *edge_key)).or_insert((0, cube)).0 += sign * count;
            }
        }
        let later = from.iter().enumerate().skip(last + 1);
        open.extend(later.filter_map(|(i, other)| Some((pattern.and(other).tight()?, i, -sign))));
    }
    if counts.len() > MAX_KEYS {
        return Err(DeriveError::TooMany);
    }
    let class = |(key, (states, cube)): (Key, (i128, Cube))| Class { key, states: states as u128, cube };
    Ok(counts.into_iter().map(class).collect())
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

/// Sets of numbers that are joined, each named by its lowest member.
struct Joined(Vec<usize>);

impl Joined {
    fn first(&self, mut i: usize) -> usize {
        while self.0[i] != i {
            i = self.0[i];
        }
        i
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first(a), self.first(b));
        let low = a.min(b);
        self.0[a] = low;
        self.0[b] = low;
    }
}

fn lowest_terms(part: u128, of: u128) -> (u128, u128) {
    let (mut a, mut b) = (part, of);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (part / a, of / a)
}
