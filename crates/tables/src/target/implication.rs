//! Implication between goals: the tables whose goals a target implies give lower bounds for it.
//!
//! A goal of a table is taken under a symmetry. If every state that meets the target meets that goal, the distance to
//! the goal is a lower bound on the distance to the target.

use cubiform_cube::Symmetry;
use cubiform_cube::goal::{Choice, Target};

/// Returns whether the goal of a table under a symmetry equals `target`.
pub fn is_exact(target: &Target, table: &Target, s: Symmetry) -> bool {
    target.pieces.image(s) == table.pieces
        && implies(target, table, s)
        && table.goal_states.iter().all(|seed| target.is_met(&seed.conjugate(s.inverse())))
        && target.oriented.map(|axis| s.axis(axis)) == table.oriented
}

/// Returns whether every state that meets `target` meets the goal of a table under a symmetry.
pub fn implies(target: &Target, table: &Target, s: Symmetry) -> bool {
    target.pieces.image(s).contains(table.pieces)
        && table.oriented.is_none_or(|axis| target.oriented.map(|own| s.axis(own)) == Some(axis))
        && target.goal_states.iter().all(|seed| table.is_met(&seed.conjugate(s)))
}

/// Returns the goal of a table under a symmetry as a target of the searched pieces.
pub fn goal_under(table: &Target, s: Symmetry) -> Target {
    let back = s.inverse();
    Target {
        pieces: table.pieces.image(back),
        goal_states: table.goal_states.iter().map(|seed| seed.conjugate(back)).collect(),
        oriented: table.oriented.map(|axis| back.axis(axis)),
        choice: Choice::default(),
    }
}

/// A goal of a table under a symmetry.
pub type TableGoal<'t> = (&'t Target, Symmetry);

/// Returns the indices of the goals that bound `target`: the goals that it implies, except those implied by another of
/// them.
pub fn bounding<'t>(target: &Target, goals: impl IntoIterator<Item = TableGoal<'t>>) -> Vec<usize> {
    undominated(&implied(target, goals))
}

/// Returns the goals that `target` implies, with their indices.
pub fn implied<'t>(
    target: &Target,
    goals: impl IntoIterator<Item = TableGoal<'t>>,
) -> Vec<(usize, TableGoal<'t>)> {
    goals.into_iter().enumerate().filter(|(_, (table, s))| implies(target, table, *s)).collect()
}

/// Returns the indices of the goals that no other implies. Of equal goals the first stays.
pub fn undominated(implied: &[(usize, TableGoal<'_>)]) -> Vec<usize> {
    let goals: Vec<Target> = implied.iter().map(|(_, (table, s))| goal_under(table, *s)).collect();
    let implies_other = |one: usize, other: usize| {
        let (_, (table, s)) = implied[other];
        implies(&goals[one], table, s)
    };
    let is_dominated = |own: usize| {
        (0..implied.len()).any(|other| {
            other != own && implies_other(other, own) && (other < own || !implies_other(own, other))
        })
    };
    (0..implied.len()).filter(|i| !is_dominated(*i)).map(|i| implied[i].0).collect()
}

/// Returns one symmetry of each coset of a table's group: symmetries of one coset probe the same entries.
pub fn coset_representatives(group: &[Symmetry]) -> impl Iterator<Item = Symmetry> {
    Symmetry::all().filter(move |s| group.iter().all(|g| s.then(*g) >= *s))
}
