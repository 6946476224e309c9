//! Which goals of tables bound a target: those that it implies, each seen through some symmetry.

use cubiform_cube::Symmetry;
use cubiform_cube::goal::{Choice, Target};

/// Whether the goal of a table, seen through a symmetry, is just `target`.
pub fn is_exact(target: &Target, table: &Target, s: Symmetry) -> bool {
    target.pieces.image(s) == table.pieces
        && implies(target, table, s)
        && table.seeds.iter().all(|seed| target.is_met(&seed.conjugate(s.inverse())))
        && target.oriented.map(|axis| s.axis(axis)) == table.oriented
}

/// Whether a cube on target is also at the goal of a table, seen through a symmetry.
pub(crate) fn implies(target: &Target, table: &Target, s: Symmetry) -> bool {
    target.pieces.image(s).contains(table.pieces)
        && table.oriented.is_none_or(|axis| target.oriented.map(|own| s.axis(own)) == Some(axis))
        && target.seeds.iter().all(|seed| table.is_met(&seed.conjugate(s)))
}

/// The goal of a table, seen through a symmetry, as one of the searched pieces.
pub(crate) fn goal_under(table: &Target, s: Symmetry) -> Target {
    let back = s.inverse();
    Target {
        pieces: table.pieces.image(back),
        seeds: table.seeds.iter().map(|seed| seed.conjugate(back)).collect(),
        oriented: table.oriented.map(|axis| back.axis(axis)),
        choice: Choice::default(),
    }
}

/// A goal of a table, seen through a symmetry.
pub(crate) type TableGoal<'t> = (&'t Target, Symmetry);

/// Which of these goals of tables bound `target`: those that it implies, without those that another of them implies.
pub fn bounding<'t>(target: &Target, views: impl IntoIterator<Item = TableGoal<'t>>) -> Vec<usize> {
    undominated(&implied(target, views))
}

/// Those that `target` implies, with their indices.
pub(crate) fn implied<'t>(
    target: &Target,
    views: impl IntoIterator<Item = TableGoal<'t>>,
) -> Vec<(usize, TableGoal<'t>)> {
    views.into_iter().enumerate().filter(|(_, (table, s))| implies(target, table, *s)).collect()
}

/// The indices of those that no other implies; of two that say the same the first stays.
pub(crate) fn undominated(views: &[(usize, TableGoal<'_>)]) -> Vec<usize> {
    let goals: Vec<Target> = views.iter().map(|(_, (table, s))| goal_under(table, *s)).collect();
    let says_as_much = |one: usize, other: usize| {
        let (_, (table, s)) = views[other];
        implies(&goals[one], table, s)
    };
    let is_surpassed = |own: usize| {
        (0..views.len()).any(|other| {
            other != own && says_as_much(other, own) && (other < own || !says_as_much(own, other))
        })
    };
    (0..views.len()).filter(|i| !is_surpassed(*i)).map(|i| views[i].0).collect()
}

/// One symmetry of each coset of a table's group: those that differ by a symmetry that folds the table look at the
/// same entries.
pub fn coset_representatives(group: &[Symmetry]) -> impl Iterator<Item = Symmetry> {
    Symmetry::all().filter(move |s| group.iter().all(|g| s.then(*g) >= *s))
}
