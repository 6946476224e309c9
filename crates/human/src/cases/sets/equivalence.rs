//! Which states are one case: the turns of U and the symmetries that keep the two goals.

use std::collections::HashMap;

use cubiform_cube::goal::Pattern;
use cubiform_cube::goal::pattern::union;
use cubiform_cube::{Cube, Face, Move, Symmetry};
use cubiform_threads::CancelToken;

use super::classes::Class;
use super::view::{Key, View};
use super::{DeriveError, check};

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
