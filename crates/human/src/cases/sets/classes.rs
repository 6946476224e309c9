//! The states of a goal, counted by what another goal sees of them, and which of them are one case: the turns of U and the
//! symmetries that keep the two goals.

use std::collections::{BTreeMap, HashMap};

use cubiform_cube::goal::Pattern;
use cubiform_cube::goal::pattern::{Places, twisted, union};
use cubiform_cube::state::is_odd;
use cubiform_cube::{Cube, Face, Move, Symmetry};
use cubiform_threads::CancelToken;

use super::view::{Key, PieceView, View};
use super::{DeriveError, MAX_KEYS, check};

/// The largest number of intersections of the patterns of a goal.
const MAX_INTERSECTIONS: usize = 4096;

/// The states with one key.
pub(super) struct Class {
    pub(super) key: Key,
    /// Their number.
    pub(super) states: u128,
    /// One of them.
    pub(super) cube: Cube,
}

/// Returns the states of a union of patterns by key, in ascending order.
///
/// # Errors
/// If there are too many, or `cancel` was cancelled.
pub(super) fn classes(
    from: &[Pattern],
    view: &View,
    cancel: &CancelToken,
) -> Result<Vec<Class>, DeriveError> {
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
            // An intersection has no key that its patterns lack, so none is removed later.
            if counts.len() > MAX_KEYS {
                return Err(DeriveError::TooMany);
            }
        }
        let later = from.iter().enumerate().skip(last + 1);
        open.extend(later.filter_map(|(i, other)| Some((pattern.and(other).tight()?, i, -sign))));
    }
    let class = |(key, (states, cube)): (Key, (i128, Cube))| Class { key, states: states as u128, cube };
    Ok(counts.into_iter().map(class).collect())
}

/// The largest number of arrangements that are looked at.
const MAX_ARRANGEMENTS: usize = 1_000_000;

/// The arrangements by key and parity (whether the permutation is odd): their number and one of them.
type Arrangements<const N: usize> = BTreeMap<([u8; N], bool), (u128, [u8; N])>;

/// Counts the arrangements of the pieces of one kind in a [tight](Pattern::tight) pattern.
///
/// Pieces that the pattern and the goal treat alike are placed in ascending order of position and counted by a factor.
/// Pieces that neither restricts fill the positions that are left.
///
/// # Errors
/// If there are too many to look at, or `cancel` was cancelled.
fn arrangements<const N: usize>(
    from: &[Places; N],
    view: &PieceView<N>,
    cancel: &CancelToken,
) -> Result<Arrangements<N>, DeriveError> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for piece in 0..N {
        let alike = |group: &&mut Vec<usize>| {
            from[group[0]] == from[piece] && view.kind(group[0]) == view.kind(piece)
        };
        match groups.iter_mut().find(alike) {
            Some(group) => group.push(piece),
            None => groups.push(vec![piece]),
        }
    }
    let turns = PieceView::<N>::TURNS;
    let is_loose = |piece: usize| view.ignores(piece) && twisted(from[piece], 1, turns) == from[piece];
    groups.sort_by_key(|group| from[group[0]].count_ones());
    let loose = groups.iter().rposition(|group| is_loose(group[0])).map(|at| groups.remove(at));
    let mut weight: u128 = groups.iter().chain(&loose).map(|group| factorial(group.len())).product();
    if let Some(loose) = &loose {
        weight *= u128::from(turns).pow(loose.len() as u32 - 1);
    }
    let swap = groups.iter().chain(&loose).rev().find(|group| group.len() > 1);
    let swap = swap.map(|group| (group[group.len() - 2], group[group.len() - 1]));
    let order =
        groups.iter().flat_map(|group| group.iter().enumerate().map(|(i, piece)| (*piece, i > 0))).collect();
    let mut walk = Walk {
        from,
        view,
        cancel,
        order,
        loose: loose.clone().unwrap_or_default(),
        groups: groups.into_iter().chain(loose).collect(),
        weight,
        swap,
        places: [0; N],
        left: MAX_ARRANGEMENTS,
        found: BTreeMap::new(),
    };
    walk.place(0, 0, 0)?;
    Ok(walk.found)
}

fn factorial(n: usize) -> u128 {
    (1..=n as u128).product()
}

/// A depth-first walk over the arrangements.
struct Walk<'a, const N: usize> {
    from: &'a [Places; N],
    view: &'a PieceView<N>,
    cancel: &'a CancelToken,
    /// The pieces, without the loose ones, and whether the one before is alike.
    order: Vec<(usize, bool)>,
    /// The pieces that fill the positions left over.
    loose: Vec<usize>,
    /// All pieces by likeness.
    groups: Vec<Vec<usize>>,
    /// The number of arrangements that each one found stands for, over both parities if there are alike pieces.
    weight: u128,
    /// Two pieces that are alike.
    swap: Option<(usize, usize)>,
    places: [u8; N],
    left: usize,
    found: Arrangements<N>,
}

impl<const N: usize> Walk<'_, N> {
    const TURNS: u8 = PieceView::<N>::TURNS;

    /// Places the pieces from number `next` on. `taken` is the set of the positions taken, `turn` the sum of the
    /// orientations.
    fn place(&mut self, next: usize, taken: u16, turn: u8) -> Result<(), DeriveError> {
        let Some((piece, follows)) = self.order.get(next).copied() else { return self.fill(taken, turn) };
        let first = if follows { self.places[self.order[next - 1].0] / Self::TURNS + 1 } else { 0 };
        for place in (0..24).filter(|place| self.from[piece] >> place & 1 == 1) {
            let position = place / Self::TURNS;
            if position >= first && taken >> position & 1 == 0 {
                self.places[piece] = place;
                self.place(next + 1, taken | 1 << position, turn + place % Self::TURNS)?;
            }
        }
        Ok(())
    }

    /// Places the loose pieces, and counts the arrangement.
    fn fill(&mut self, taken: u16, turn: u8) -> Result<(), DeriveError> {
        self.left = self.left.checked_sub(1).ok_or(DeriveError::TooMany)?;
        check(self.cancel)?;
        let rest = (Self::TURNS - turn % Self::TURNS) % Self::TURNS;
        let open: Vec<u8> = (0..N as u8).filter(|position| taken >> position & 1 == 0).collect();
        for (piece, position) in self.loose.iter().zip(&open) {
            let place = position * Self::TURNS;
            if self.from[*piece] >> place & 1 == 0 {
                return Ok(());
            }
            self.places[*piece] = place;
        }
        match self.loose.last() {
            Some(last) => self.places[*last] += rest,
            None if rest != 0 => return Ok(()),
            None => {}
        }
        let places = self.settled();
        let (key, odd) = (self.view.key(&places), is_odd(&places.map(|place| place / Self::TURNS)));
        let Some((a, b)) = self.swap else {
            self.count(key, odd, self.weight, places);
            return Ok(());
        };
        self.count(key, odd, self.weight / 2, places);
        let mut swapped = places;
        swapped.swap(a, b);
        self.count(key, !odd, self.weight / 2, swapped);
        Ok(())
    }

    fn count(&mut self, key: [u8; N], odd: bool, number: u128, places: [u8; N]) {
        self.found.entry((key, odd)).or_insert((0, places)).0 += number;
    }

    /// Returns the arrangement with alike pieces exchanged so that as many as possible are at home.
    fn settled(&self) -> [u8; N] {
        let mut places = self.places;
        for group in self.groups.iter().filter(|group| group.len() > 1) {
            for piece in group {
                let at_home = |other: &&usize| usize::from(places[**other] / Self::TURNS) == *piece;
                if let Some(other) = group.iter().find(at_home) {
                    places.swap(*piece, *other);
                }
            }
        }
        places
    }
}

/// The maps of states to states of the same case.
pub(super) struct Equivalence {
    /// The state after a turn of U.
    u: Cube,
    /// Whether a turn of U may come before the first move: it keeps `from`.
    pub(super) turns_before: bool,
    /// Whether a turn of U may come after the last move: with all pieces renamed by it, both goals are the same.
    turns_after: bool,
    /// The rotations and mirror images that keep both goals.
    symmetries: Vec<Symmetry>,
}

impl Equivalence {
    /// Returns the maps for two goals, each a [`union`].
    pub(super) fn new(from: &[Pattern], to: &[Pattern]) -> Equivalence {
        let is_kept =
            |set: &[Pattern], image: &dyn Fn(&Pattern) -> Pattern| union(set.iter().map(image)) == set;
        let keeps_both = |image: &dyn Fn(&Pattern) -> Pattern| is_kept(from, image) && is_kept(to, image);
        let u = Cube::SOLVED.apply(Move::new(Face::U, 1).as_slice());
        Equivalence {
            u,
            turns_before: is_kept(from, &|pattern| pattern.then(&u)),
            turns_after: keeps_both(&|pattern| pattern.after(&u)),
            symmetries: Symmetry::all().skip(1).filter(|s| keeps_both(&|p| p.conjugate(*s))).collect(),
        }
    }

    /// Returns a mirror image that keeps both goals.
    pub(super) fn mirror(&self) -> Option<Symmetry> {
        self.symmetries.iter().copied().find(|s| s.is_mirror())
    }

    /// Returns the number of the case of each class: the lowest number of a class with the same case. Classes that `is_solved`
    /// are one case.
    ///
    /// # Errors
    /// If `cancel` was cancelled.
    pub(super) fn cases(
        &self,
        classes: &[Class],
        view: &View,
        is_solved: impl Fn(&Cube) -> bool,
        mirrored: bool,
        cancel: &CancelToken,
    ) -> Result<Vec<usize>, DeriveError> {
        let index: HashMap<Key, usize> =
            classes.iter().enumerate().map(|(i, class)| (class.key, i)).collect();
        let same: Vec<Symmetry> =
            self.symmetries.iter().copied().filter(|s| mirrored || !s.is_mirror()).collect();
        let mut sets = DisjointSets((0..classes.len()).collect());
        let mut solved = None;
        for (i, Class { cube, .. }) in classes.iter().enumerate() {
            check(cancel)?;
            let before = self.turns_before.then(|| cube.then(&self.u));
            let after = self.turns_after.then(|| self.u.then(cube));
            let conjugates = same.iter().map(|s| cube.conjugate(*s));
            for image in before.into_iter().chain(after).chain(conjugates) {
                sets.join(i, index[&view.key(&image)]);
            }
            if is_solved(cube) {
                sets.join(i, *solved.get_or_insert(i));
            }
        }
        Ok((0..classes.len()).map(|i| sets.first(i)).collect())
    }
}

/// Disjoint sets of numbers, each represented by its lowest member.
struct DisjointSets(Vec<usize>);

impl DisjointSets {
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
