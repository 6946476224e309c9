//! The choices of stages as searches: which plain target each is, seen in which frame.

use cubiform_cube::PieceSet;
use cubiform_cube::goal::{Target, Variant};
use cubiform_tables::lookup::tracked::Tracked;
use cubiform_tables::target::coordinate::{self, MAX_CORNERS, MAX_REST};

use super::requirements::TooLarge;
use crate::goal_search::goal_frame::{GoalFrame, normalize, normalize_among};

/// Stages of a variant, taken apart: different choices are often the same target seen in different frames.
pub(super) struct Choices {
    /// The plain targets, each once.
    pub(super) targets: Vec<Target>,
    /// The frames in which they are seen, each once.
    pub(super) frames: Vec<GoalFrame>,
    /// By stage.
    pub(super) stages: Vec<Vec<Candidate>>,
    /// The sets of pieces that searches track: a single one for all targets of the variant if it has room for them, the
    /// same whichever stages are asked for.
    pub(super) tracked: Vec<Tracked>,
    /// By target: the index of the set that its searches track.
    pub(super) tracked_by: Vec<usize>,
}

/// A way to meet a stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Which of the stage's own targets it is a part of.
    pub(super) choice: usize,
    /// Which plain target it is.
    pub(super) target: usize,
    /// In which frame.
    pub(super) frame: usize,
}

impl Choices {
    /// The stages of `variant` at these indices.
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
            for (choice, parts) in std::mem::take(&mut normalized[*stage]).into_iter().enumerate() {
                for (frame, target) in parts {
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
    tracked: Tracked,
    piece_sets: Vec<PieceSet>,
}

/// Takes targets apart so that they share as few plain ones as possible; adds those to the ones that are `known`.
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

/// Targets that are too many to be tracked together: those of one base in a group, as many as there is room for.
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

/// What a search for targets of all these pieces tracks; `None` if that is too much.
fn track_together(targets: &[PieceSet]) -> Option<Tracked> {
    let all = targets.iter().copied().reduce(PieceSet::union).unwrap_or_default();
    let shared = all.edges().filter(|e| targets.iter().all(|t| t.contains(PieceSet::new(&[], &[*e]))));
    let base = coordinate::base(shared, all.edges().count());
    let rest: Vec<usize> = all.edges().filter(|e| !base.contains(e)).collect();
    let corners: Vec<usize> = all.corners().collect();
    let fits = rest.len() <= MAX_REST && corners.len() <= MAX_CORNERS;
    fits.then_some(Tracked { base, rest, corners })
}

/// The index of an item in a list that has each once.
fn index_of<T: PartialEq>(list: &mut Vec<T>, item: T) -> usize {
    list.iter().position(|other| *other == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}
