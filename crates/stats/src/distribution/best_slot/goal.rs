//! The goals that are the cross and the best of its four slots.

use cubiform_cube::goal::{Stage, Target};
use cubiform_threads::CancelToken;

use super::slot_distances::{SlotDistances, pieces};

/// A goal that is the cross and the best of its four slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BestSlotGoal {
    /// The cross and a slot.
    XCross,
    /// The cross and a pair that is solved or ready to be inserted.
    FreePair,
    /// The cross, a corner and an edge, with the bottom layer off by any turn.
    PseudoXCross,
    /// The cross, a corner and an edge that are solved or ready, with the bottom layer off by any turn.
    PseudoPair,
}

impl BestSlotGoal {
    pub(super) const ALL: [BestSlotGoal; 4] =
        [BestSlotGoal::XCross, BestSlotGoal::FreePair, BestSlotGoal::PseudoXCross, BestSlotGoal::PseudoPair];

    /// Returns the goal of a stage, which need not have its name.
    pub(super) fn of_stage(stage: &Stage) -> Option<BestSlotGoal> {
        let has_choices_of = |goal: &BestSlotGoal| {
            let own = &goal.stage().choices;
            stage.choices.len() == own.len() && own.iter().all(|choice| stage.choices.contains(choice))
        };
        BestSlotGoal::ALL.into_iter().find(has_choices_of)
    }

    /// Returns the name of the stage.
    pub(super) fn name(self) -> &'static str {
        match self {
            BestSlotGoal::XCross => "xcross",
            BestSlotGoal::FreePair => "cross_pair",
            BestSlotGoal::PseudoXCross => "pseudo_xcross",
            BestSlotGoal::PseudoPair => "pseudo_cross_pseudo_pair",
        }
    }

    fn stage(self) -> &'static Stage {
        Stage::named(self.name()).expect("the name is that of a stage")
    }

    /// Returns whether corner and edge are chosen independently.
    pub(super) fn is_independent(self) -> bool {
        matches!(self, BestSlotGoal::PseudoXCross | BestSlotGoal::PseudoPair)
    }

    /// Returns the distances to the edge FR with this corner of D. Returns `None` if the search was cancelled.
    ///
    /// # Panics
    /// If the goal has no such pair.
    pub(super) fn distances(self, corner: usize, cancel: &CancelToken) -> Option<SlotDistances> {
        let is_wanted = |choice: &Target| choice.pieces == pieces(corner);
        let choice =
            self.stage().choices.iter().find(|choice| is_wanted(choice)).expect("the goal has this pair");
        SlotDistances::new(choice, corner, cancel)
    }
}
