//! The choices of stages as searches: which plain target each is, seen in which frame.

use cubiform_cube::PieceSet;
use cubiform_cube::goal::{CROSS, Stage, Target};
use cubiform_tables::coordinate::{MAX_BASE, MAX_CORNERS, MAX_REST};
use cubiform_tables::tracked::Tracked;

use crate::frame::{Frame, plain};

/// The stages of a variant, taken apart: different choices are often the same target seen in different frames.
pub(super) struct Choices {
    /// The plain targets, each once.
    pub(super) targets: Vec<Target>,
    /// The frames in which they are seen, each once.
    pub(super) frames: Vec<Frame>,
    /// By stage.
    pub(super) stages: Vec<Vec<Candidate>>,
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
    pub(super) fn new<'s>(stages: impl IntoIterator<Item = &'s Stage>) -> Choices {
        let mut choices = Choices { targets: Vec::new(), frames: Vec::new(), stages: Vec::new() };
        for stage in stages {
            let mut list = Vec::new();
            for (of, target) in stage.choices.iter().enumerate() {
                for (frame, target) in plain(target) {
                    let target = index_of(&mut choices.targets, target);
                    list.push(Candidate { of, target, frame: index_of(&mut choices.frames, frame) });
                }
            }
            choices.stages.push(list);
        }
        choices
    }

    /// What a search for all of the targets tracks; `None` if that is too much.
    pub(super) fn tracked(&self) -> Option<Tracked> {
        let all = self.targets.iter().map(|t| t.pieces).reduce(PieceSet::union).unwrap_or_default();
        let is_shared = |edge: &usize| self.targets.iter().all(|t| t.pieces.edges().any(|e| e == *edge));
        // Those of the cross, which are the base of the catalogue's tables; others only if there are none, or too many.
        let mut base: Vec<usize> = CROSS.into_iter().filter(is_shared).collect();
        for edge in all.edges().filter(|e| !CROSS.contains(e) && is_shared(e)) {
            let left = all.edges().count() - base.len();
            if base.len() < MAX_BASE && (base.is_empty() || left > MAX_REST) {
                base.push(edge);
            }
        }
        let rest: Vec<usize> = all.edges().filter(|e| !base.contains(e)).collect();
        let corners: Vec<usize> = all.corners().collect();
        let fits = rest.len() <= MAX_REST && corners.len() <= MAX_CORNERS;
        fits.then_some(Tracked { base, rest, corners })
    }
}

/// The index of an item in a list that has each once.
fn index_of<T: PartialEq>(list: &mut Vec<T>, item: T) -> usize {
    list.iter().position(|known| *known == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}
