//! Frames: a symmetry and a turn of D that map a target to a normalised one, for which tables exist.
//!
//! A cross that is off by a turn of D is a cross of the cube with that turn made before the scramble, and edges
//! oriented relative to L and R are, under y, oriented relative to F and B. A target is therefore normalised into
//! targets without an offset and with edges relative to F and B, each with its frame, so that all targets share the
//! tables of the normalised ones.

use cubiform_cube::goal::Target;
use cubiform_cube::{Axis, Cube, Face, Move, PieceSet, Symmetry};

/// A symmetry of the whole cube, followed by an offset of the D layer before all moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GoalFrame {
    symmetry: Symmetry,
    /// Quarter turns of D, 0 to 3.
    offset: u8,
}

impl GoalFrame {
    /// Returns the quarter turns of D, 0 to 3, by which the D layer of a state at the target is off.
    pub fn offset(self) -> u8 {
        self.offset
    }

    /// Returns the cube in this frame.
    pub fn apply(self, cube: &Cube) -> Cube {
        // An offset of D is undone by D'.
        self.before().inverse().then(&cube.conjugate(self.symmetry))
    }

    /// Returns whether the frame has the same symmetry as `other` and one more quarter turn of D.
    pub fn is_next_to(self, other: GoalFrame) -> bool {
        self.symmetry == other.symmetry && self.offset == (other.offset + 1) % 4
    }

    /// Returns the move of the cube that is move `m` in this frame.
    pub fn move_on_cube(self, m: Move) -> Move {
        self.symmetry.inverse().conjugate(m)
    }

    fn before(self) -> Cube {
        let turn = Move::new(Face::D, self.offset.into());
        Cube::from_moves(turn.as_slice())
    }

    /// Returns the pieces in this frame that stand for `pieces` of the cube.
    fn pieces(self, pieces: PieceSet) -> PieceSet {
        let pieces = pieces.image(self.symmetry);
        // A piece in the frame is the one at its position before the turn of D.
        let turn = self.before();
        let corners: Vec<usize> = pieces.corners().map(|c| usize::from(turn.corners()[c] / 3)).collect();
        let edges: Vec<usize> = pieces.edges().map(|e| usize::from(turn.edges()[e] / 2)).collect();
        PieceSet::new(&corners, &edges)
    }
}

/// Returns the rotation under which the edges of a target are oriented relative to F and B, or the identity if they are
/// not oriented.
pub fn to_z(target: &Target) -> Symmetry {
    match target.oriented {
        None | Some(Axis::Z) => Symmetry::IDENTITY,
        Some(Axis::X) => Symmetry::rotation(Face::U, 1),
        Some(Axis::Y) => Symmetry::rotation(Face::R, 1),
    }
}

/// Normalises a target: a cube meets it exactly if, in one of the returned frames, it meets that frame's target. Those
/// targets have no offset of D, and edges oriented relative to F and B if at all.
pub fn normalize(target: &Target) -> Vec<(GoalFrame, Target)> {
    normalize_by(target, to_z(target))
}

/// Normalises a target like [`normalize`], under a symmetry for which all resulting targets are in `known`. Returns
/// `None` if there is no such symmetry.
pub fn normalize_among(target: &Target, known: &[Target]) -> Option<Vec<(GoalFrame, Target)>> {
    let to_z = |s: &Symmetry| target.oriented.is_none_or(|axis| s.axis(axis) == Axis::Z);
    let is_known =
        |normalized: &Vec<(GoalFrame, Target)>| normalized.iter().all(|(_, target)| known.contains(target));
    Symmetry::all().filter(to_z).map(|s| normalize_by(target, s)).find(is_known)
}

/// Normalises a target under a symmetry that carries the axis of its edges to F and B.
fn normalize_by(target: &Target, symmetry: Symmetry) -> Vec<(GoalFrame, Target)> {
    let mut list: Vec<(GoalFrame, Vec<Cube>)> = Vec::new();
    for seed in &target.goal_states {
        let frame =
            GoalFrame { symmetry, offset: offset(&seed.conjugate(symmetry), target.pieces.image(symmetry)) };
        let in_frame = frame.apply(seed);
        match list.iter_mut().find(|(known, _)| *known == frame) {
            Some((_, seeds)) => seeds.push(in_frame),
            None => list.push((frame, vec![in_frame])),
        }
    }
    let target = |(frame, seeds): (GoalFrame, Vec<Cube>)| {
        let mut normalized = Target::new(frame.pieces(target.pieces), seeds);
        normalized.oriented = target.oriented.map(|_| Axis::Z);
        (frame, normalized)
    };
    list.into_iter().map(target).collect()
}

/// Returns the quarter turns of D by which most bottom pieces of a goal state are off: most edges, or corners if there
/// are no edges.
fn offset(seed: &Cube, pieces: PieceSet) -> u8 {
    let edges: Vec<usize> = pieces.edges().filter(|e| cubiform_cube::goal::CROSS.contains(e)).collect();
    let corners: Vec<usize> = pieces.corners().filter(|c| *c >= 4).collect();
    let in_place = |offset: &u8| {
        let turned = GoalFrame { symmetry: Symmetry::IDENTITY, offset: *offset }.before();
        match edges.is_empty() {
            true => corners.iter().filter(|c| seed.corners()[**c] == turned.corners()[**c]).count(),
            false => edges.iter().filter(|e| seed.edges()[**e] == turned.edges()[**e]).count(),
        }
    };
    // The first maximum, so that a normalised state has offset 0.
    (0..4).rev().max_by_key(in_place).expect("there are four")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::goal::{Stage, Variant};
    use cubiform_cube::random;

    /// Checked on cubes that meet a target and on cubes a move or two away.
    #[test]
    fn target_is_met_exactly_if_a_normalized_one_is_met_in_its_frame() {
        let mut met = 0;
        for stage in Variant::all().iter().flat_map(|v| &v.stages) {
            let Stage { choices, .. } = stage;
            for target in choices.iter().step_by(choices.len().div_ceil(4)) {
                let normalized = normalize(target);
                let seed = target.goal_states[target.goal_states.len() / 2];
                for (i, other) in random::states(7).take(3).enumerate() {
                    let cubes = Move::all().flat_map(|m| {
                        let near = seed.turn(m);
                        [near, near.turn(Move::from_index((m.index() + 7 * i) % 18)), near.turn(m)]
                    });
                    for cube in cubes.chain([seed, other]) {
                        let by_frame =
                            normalized.iter().any(|(frame, target)| target.is_met(&frame.apply(&cube)));
                        assert_eq!(target.is_met(&cube), by_frame, "{}", stage.name);
                        met += usize::from(by_frame);
                    }
                }
            }
        }
        assert!(met > 500, "{met}");
    }

    /// Places of a block differ by rotations and reflections alone.
    #[test]
    fn places_of_a_block_share_one_target_in_several_frames() {
        for (text, distinct, mirrors) in
            [("2x2x2 + any eo", 1, false), ("1x2x3 + eo", 3, false), ("1x2x3 + DF + eo F/B", 3, true)]
        {
            let choices = cubiform_cube::goal::expression::parse(text).unwrap().stages.remove(0).choices;
            let mut known: Vec<Target> = Vec::new();
            let mut mirrored = false;
            for target in &choices {
                let taken_apart = normalize_among(target, &known).unwrap_or_else(|| normalize(target));
                let [(frame, in_frame)] = &taken_apart[..] else { panic!("{text}: one frame") };
                mirrored |= frame.symmetry.is_mirror();
                if !known.contains(in_frame) {
                    known.push(in_frame.clone());
                }
                let meets = |cube: &Cube| {
                    assert_eq!(target.is_met(cube), in_frame.is_met(&frame.apply(cube)), "{text} {frame:?}");
                    target.is_met(cube)
                };
                let near = Move::all().flat_map(|m| Move::all().map(move |n| Cube::SOLVED.turn(m).turn(n)));
                assert!(near.filter(meets).count() > 18, "{text}: at least those of m and its inverse");
            }
            assert_eq!((known.len(), mirrored), (distinct, mirrors), "{text}");
        }
    }

    #[test]
    fn moves_in_a_frame_map_to_moves_of_the_cube() {
        let eo = Variant::eo();
        let (frame, _) = normalize(&eo.stages[0].choices[0])[0];
        assert_ne!(frame.symmetry, Symmetry::IDENTITY);
        let cube = random::states(1).next().unwrap();
        for m in Move::all() {
            assert_eq!(frame.apply(&cube).turn(m), frame.apply(&cube.turn(frame.move_on_cube(m))));
        }
    }

    #[test]
    fn pseudo_stages_normalize_to_few_distinct_targets() {
        let targets = |variant: Variant, stage: usize| {
            let mut distinct: Vec<Target> = Vec::new();
            let mut all = 0;
            for (_, target) in variant.stages[stage].choices.iter().flat_map(normalize) {
                all += 1;
                if !distinct.contains(&target) {
                    distinct.push(target);
                }
            }
            (all, distinct.len())
        };
        assert_eq!(targets(Variant::pseudo(), 0), (4, 1));
        assert_eq!(targets(Variant::pseudo(), 1), (64, 16));
        assert_eq!(targets(Variant::pseudo(), 3), (64, 16));
        assert_eq!(targets(Variant::eo(), 0), (2, 1));
    }
}
