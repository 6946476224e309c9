//! The goals that are the cross and the best of its four slots.

use cubiform_cube::goal::Target;
use cubiform_stats::distribution::ColorGoal;
use cubiform_threads::CancelToken;

use super::slot_distances::{SlotDistances, pieces};

/// Returns the distances of a goal to the edge FR with this corner of D. Returns `None` if the search was cancelled.
///
/// # Panics
/// If the goal has no such pair.
pub(super) fn distances(goal: ColorGoal, corner: usize, cancel: &CancelToken) -> Option<SlotDistances> {
    let is_wanted = |choice: &Target| choice.pieces == pieces(corner);
    let choice =
        goal.stage().choices.iter().find(|choice| is_wanted(choice)).expect("the goal has this pair");
    SlotDistances::new(choice, corner, cancel)
}
