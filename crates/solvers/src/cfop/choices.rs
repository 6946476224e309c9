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
        let by_stage = || variant.stages.iter().map(|stage| &stage.choices);
        let mut apart: Vec<Vec<Vec<(GoalFrame, Target)>>> =
            by_stage().map(|choices| choices.iter().map(normalize).collect()).collect();
        let mut sets = Vec::new();
        for (_, target) in apart.iter().flatten().flatten() {
            index_of(&mut sets, target.pieces);
        }
        let groups = match tracked(&sets) {
            Some(tracked) => vec![Group { tracked, sets }],
            None => {
                let mut known = Vec::new();
                apart = by_stage().map(|choices| among_few(choices, &mut known)).collect();
                grouped(&known)?
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
            let mut list = Vec::new();
            for (of, normalized) in std::mem::take(&mut apart[*stage]).into_iter().enumerate() {
                for (frame, target) in normalized {
                    let target = index_of(&mut choices.targets, target);
                    list.push(Candidate { choice: of, target, frame: index_of(&mut choices.frames, frame) });
                }
            }
            choices.stages.push(list);
        }
        let of = |target: &Target| groups.iter().position(|group| group.sets.contains(&target.pieces));
        choices.tracked_by =
            choices.targets.iter().map(|target| of(target).expect("each target is in a group")).collect();
        choices.tracked = groups.into_iter().map(|group| group.tracked).collect();
        Ok(choices)
    }
}

/// Sets of pieces that are tracked together.
struct Group {
    tracked: Tracked,
    sets: Vec<PieceSet>,
}

/// Takes targets apart so that they share as few plain ones as possible; adds those to the ones that are `known`.
fn among_few(choices: &[Target], known: &mut Vec<Target>) -> Vec<Vec<(GoalFrame, Target)>> {
    let mut take_apart = |target: &Target| {
        normalize_among(target, known).unwrap_or_else(|| {
            let new = normalize(target);
            for (_, target) in &new {
                index_of(known, target.clone());
            }
            new
        })
    };
    choices.iter().map(&mut take_apart).collect()
}

/// Targets that are too many to be tracked together: those of one base in a group, as many as there is room for.
fn grouped(targets: &[Target]) -> Result<Vec<Group>, TooLarge> {
    let mut groups: Vec<Group> = Vec::new();
    for target in targets {
        let own = tracked(&[target.pieces]).ok_or(TooLarge)?;
        let joins = |group: &mut Group| {
            let sets = [&group.sets[..], &[target.pieces]].concat();
            let joint = tracked(&sets).filter(|joint| [&joint.base, &group.tracked.base] == [&own.base; 2]);
            joint.map(|tracked| *group = Group { tracked, sets }).is_some()
        };
        if !groups.iter_mut().any(joins) {
            groups.push(Group { tracked: own, sets: vec![target.pieces] });
        }
    }
    Ok(groups)
}

/// What a search for targets of all these pieces tracks; `None` if that is too much.
fn tracked(targets: &[PieceSet]) -> Option<Tracked> {
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
    list.iter().position(|known| *known == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}
