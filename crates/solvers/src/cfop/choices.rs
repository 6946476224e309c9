//! The choices of stages as searches: which plain target each is, seen in which frame.

use cubiform_cube::PieceSet;
use cubiform_cube::goal::{Target, Variant};
use cubiform_tables::coordinate::{self, MAX_CORNERS, MAX_REST};
use cubiform_tables::tracked::Tracked;

use crate::frame::{Frame, plain};

/// Stages of a variant, taken apart: different choices are often the same target seen in different frames.
pub(super) struct Choices {
    /// The plain targets, each once.
    pub(super) targets: Vec<Target>,
    /// The frames in which they are seen, each once.
    pub(super) frames: Vec<Frame>,
    /// By stage.
    pub(super) stages: Vec<Vec<Candidate>>,
    /// What a search for any target of the variant tracks, the same whichever stages are asked for; `None` if that is
    /// too much.
    pub(super) tracked: Option<Tracked>,
}

/// A way to meet a stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Which of the stage's own targets it is a part of.
    pub(super) of: usize,
    /// Which plain target it is.
    pub(super) target: usize,
    /// In which frame.
    pub(super) frame: usize,
}

impl Choices {
    /// The stages of `variant` at these indices.
    ///
    /// # Panics
    /// If one is out of range.
    pub(super) fn new(variant: &Variant, stages: &[usize]) -> Choices {
        let mut choices =
            Choices { targets: Vec::new(), frames: Vec::new(), stages: Vec::new(), tracked: None };
        let mut pieces = Vec::new();
        let mut apart: Vec<_> = variant
            .stages
            .iter()
            .map(|stage| {
                let plain: Vec<Vec<(Frame, Target)>> = stage.choices.iter().map(plain).collect();
                for (_, target) in plain.iter().flatten() {
                    index_of(&mut pieces, target.pieces);
                }
                plain
            })
            .collect();
        choices.tracked = tracked(&pieces);
        for stage in stages {
            let mut list = Vec::new();
            for (of, plain) in std::mem::take(&mut apart[*stage]).into_iter().enumerate() {
                for (frame, target) in plain {
                    let target = index_of(&mut choices.targets, target);
                    list.push(Candidate { of, target, frame: index_of(&mut choices.frames, frame) });
                }
            }
            choices.stages.push(list);
        }
        choices
    }
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
