//! The targets of the stages of a goal, normalised and each listed once, and the pieces that their searches track.

use cubiform_cube::PieceSet;
use cubiform_cube::goal::{Target, Variant};
use cubiform_tables::goal::{self, MAX_CORNERS, MAX_REST};
use cubiform_tables::lookup::TrackedPieces;

use crate::goal_search::goal_frame::{GoalFrame, normalize, normalize_among};

/// The error for a goal with more pieces than a search can track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the goal has too many pieces: at most eight edges and four corners can be tracked at once")]
pub struct TooLarge;

/// The stages of a variant as searches. Different choices of a stage are often one normalised target in different
/// frames.
pub(super) struct Choices {
    /// The normalised targets, each once.
    pub(super) targets: Vec<Target>,
    /// The frames, each once.
    pub(super) frames: Vec<GoalFrame>,
    /// The candidates of each stage.
    pub(super) stages: Vec<Vec<Candidate>>,
    /// The sets of pieces that searches track: a single set if it has room for all targets of the variant, whichever
    /// stages are analysed.
    pub(super) tracked: Vec<TrackedPieces>,
    /// For each target, the index of its set in `tracked`.
    pub(super) tracked_by: Vec<usize>,
}

/// A way to meet a stage: a normalised target in a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// The index of the stage's own target that the candidate belongs to.
    pub(super) choice: usize,
    /// The index in [`Choices::targets`].
    pub(super) target: usize,
    /// The index in [`Choices::frames`].
    pub(super) frame: usize,
}

impl Choices {
    /// Normalises the stages of `variant` at the indices `stages`.
    ///
    /// # Errors
    /// If a target of the variant has more pieces than can be tracked.
    ///
    /// # Panics
    /// If an index is out of range.
    pub(super) fn new(variant: &Variant, stages: &[usize]) -> Result<Choices, TooLarge> {
        let choices_by_stage = || variant.stages.iter().map(|stage| &stage.choices);
        let mut normalized: Vec<Vec<Vec<(GoalFrame, Target)>>> =
            choices_by_stage().map(|choices| choices.iter().map(normalize).collect()).collect();
        let mut piece_sets = Vec::new();
        for (_, target) in normalized.iter().flatten().flatten() {
            index_of(&mut piece_sets, target.pieces);
        }
        let groups = match track_together(&piece_sets) {
            Some(tracked) => vec![Group { tracked, piece_sets }],
            None => {
                let mut distinct = Vec::new();
                normalized = choices_by_stage()
                    .map(|choices| normalize_to_few_targets(choices, &mut distinct))
                    .collect();
                group_by_base(&distinct)?
            }
        };
        let mut choices = Choices {
            targets: Vec::new(),
            frames: Vec::new(),
            stages: Vec::new(),
            tracked: Vec::new(),
            tracked_by: Vec::new(),
        };
        for stage in stages {
            let mut candidates = Vec::new();
            for (choice, framed_targets) in std::mem::take(&mut normalized[*stage]).into_iter().enumerate() {
                for (frame, target) in framed_targets {
                    let target = index_of(&mut choices.targets, target);
                    candidates.push(Candidate {
                        choice,
                        target,
                        frame: index_of(&mut choices.frames, frame),
                    });
                }
            }
            choices.stages.push(candidates);
        }
        let group_of =
            |target: &Target| groups.iter().position(|group| group.piece_sets.contains(&target.pieces));
        choices.tracked_by = choices
            .targets
            .iter()
            .map(|target| group_of(target).expect("each target is in a group"))
            .collect();
        choices.tracked = groups.into_iter().map(|group| group.tracked).collect();
        Ok(choices)
    }
}

/// Sets of pieces that are tracked together.
struct Group {
    tracked: TrackedPieces,
    piece_sets: Vec<PieceSet>,
}

/// Normalises targets so that they share as few normalised targets as possible. Adds the new ones to `distinct`.
fn normalize_to_few_targets(choices: &[Target], distinct: &mut Vec<Target>) -> Vec<Vec<(GoalFrame, Target)>> {
    let mut normalize_one = |target: &Target| {
        normalize_among(target, distinct).unwrap_or_else(|| {
            let new = normalize(target);
            for (_, target) in &new {
                index_of(distinct, target.clone());
            }
            new
        })
    };
    choices.iter().map(&mut normalize_one).collect()
}

/// Groups targets that cannot all be tracked together: targets of one base share a group as long as it has room.
fn group_by_base(targets: &[Target]) -> Result<Vec<Group>, TooLarge> {
    let mut groups: Vec<Group> = Vec::new();
    for target in targets {
        let alone = track_together(&[target.pieces]).ok_or(TooLarge)?;
        let try_to_join = |group: &mut Group| {
            let piece_sets = [&group.piece_sets[..], &[target.pieces]].concat();
            let union = track_together(&piece_sets)
                .filter(|union| [&union.base, &group.tracked.base] == [&alone.base; 2]);
            union.map(|tracked| *group = Group { tracked, piece_sets }).is_some()
        };
        if !groups.iter_mut().any(try_to_join) {
            groups.push(Group { tracked: alone, piece_sets: vec![target.pieces] });
        }
    }
    Ok(groups)
}

/// Returns the tracked pieces of a search for targets of these pieces, or `None` if there are too many.
fn track_together(targets: &[PieceSet]) -> Option<TrackedPieces> {
    let all = targets.iter().copied().reduce(PieceSet::union).unwrap_or_default();
    let shared = all.edges().filter(|e| targets.iter().all(|t| t.contains(PieceSet::new(&[], &[*e]))));
    let base = goal::base(shared, all.edges().count());
    let rest: Vec<usize> = all.edges().filter(|e| !base.contains(e)).collect();
    let corners: Vec<usize> = all.corners().collect();
    let fits = rest.len() <= MAX_REST && corners.len() <= MAX_CORNERS;
    fits.then_some(TrackedPieces { base, rest, corners })
}

/// Returns the index of an item in a list of distinct items; appends the item if it is new.
fn index_of<T: PartialEq>(list: &mut Vec<T>, item: T) -> usize {
    list.iter().position(|other| *other == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}
