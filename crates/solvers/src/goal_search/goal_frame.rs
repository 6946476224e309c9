//! Frames: ways of holding a cube in which a target that is turned or off by a turn of a layer is a plain one.
//!
//! A cross that is off by a turn of the D layer is a cross of the cube with that turn made before the scramble, and
//! edges oriented relative to L and R are, on the cube turned by y, oriented relative to F and B. So the tables of
//! plain targets serve all these: a target is taken apart into plain ones, each with the frame in which it is so.

use cubiform_cube::goal::Target;
use cubiform_cube::{Axis, Cube, Face, Move, PieceSet, Symmetry};

/// How a cube is seen: turned or mirrored as a whole, and then as if a turn of the D layer had been made before all moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GoalFrame {
    symmetry: Symmetry,
    /// Quarter turns of D, 0..4.
    offset: u8,
}

impl GoalFrame {
    /// By how many quarter turns of D the D layer of a state at the target is off, 0..4.
    pub fn offset(self) -> u8 {
        self.offset
    }

    /// The cube as seen in this frame.
    pub fn apply(self, cube: &Cube) -> Cube {
        // What is off by D looks straight after D'.
        self.before().inverse().then(&cube.conjugate(self.symmetry))
    }

    /// Whether what is straight in it is off by one more turn of D than in `other`.
    pub fn is_next_to(self, other: GoalFrame) -> bool {
        self.symmetry == other.symmetry && self.offset == (other.offset + 1) % 4
    }

    /// A move of the cube as seen in this frame, as a move of the cube itself.
    pub fn move_on_cube(self, m: Move) -> Move {
        self.symmetry.inverse().conjugate(m)
    }

    fn before(self) -> Cube {
        let turn = Move::new(Face::D, self.offset.into());
        Cube::from_moves(turn.as_slice())
    }

    /// The pieces that stand, in this frame, for `pieces`.
    fn pieces(self, pieces: PieceSet) -> PieceSet {
        let pieces = pieces.image(self.symmetry);
        // A piece of the cube as seen is the one that is at its place before the turn.
        let before = self.before().inverse();
        let corners: Vec<usize> =
            (0..8).filter(|c| pieces.corners().any(|d| d == usize::from(before.corners()[*c] / 3))).collect();
        let edges: Vec<usize> =
            (0..12).filter(|e| pieces.edges().any(|d| d == usize::from(before.edges()[*e] / 2))).collect();
        PieceSet::new(&corners, &edges)
    }
}

/// How to turn the whole cube for the edges of a target to be oriented relative to F and B, if at all.
pub fn to_z(target: &Target) -> Symmetry {
    match target.oriented {
        None | Some(Axis::Z) => Symmetry::IDENTITY,
        Some(Axis::X) => Symmetry::rotation(Face::U, 1),
        Some(Axis::Y) => Symmetry::rotation(Face::R, 1),
    }
}

/// Takes a target apart: a cube is on it if, seen in one of these frames, it is on that frame's target, in which no
/// layer is off and edges are oriented relative to F and B, if at all.
pub fn normalize(target: &Target) -> Vec<(GoalFrame, Target)> {
    normalize_by(target, to_z(target))
}

/// Takes a target apart like [`plain`], into targets that are all among `known`, on the cube turned or mirrored as a
/// whole; `None` if there is no such symmetry.
pub fn normalize_among(target: &Target, known: &[Target]) -> Option<Vec<(GoalFrame, Target)>> {
    let to_z = |s: &Symmetry| target.oriented.is_none_or(|axis| s.axis(axis) == Axis::Z);
    let is_known =
        |normalized: &Vec<(GoalFrame, Target)>| normalized.iter().all(|(_, target)| known.contains(target));
    Symmetry::all().filter(to_z).map(|s| normalize_by(target, s)).find(is_known)
}

/// Takes a target apart on the cube turned by a symmetry that brings the axis of its edges to F and B.
fn normalize_by(target: &Target, symmetry: Symmetry) -> Vec<(GoalFrame, Target)> {
    let mut list: Vec<(GoalFrame, Vec<Cube>)> = Vec::new();
    for seed in &target.seeds {
        let frame =
            GoalFrame { symmetry, offset: offset(&seed.conjugate(symmetry), target.pieces.image(symmetry)) };
        let seen = frame.apply(seed);
        match list.iter_mut().find(|(known, _)| *known == frame) {
            Some((_, seeds)) => seeds.push(seen),
            None => list.push((frame, vec![seen])),
        }
    }
    let target = |(frame, seeds): (GoalFrame, Vec<Cube>)| {
        let mut normalized = Target::new(frame.pieces(target.pieces), seeds);
        normalized.oriented = target.oriented.map(|_| Axis::Z);
        (frame, normalized)
    };
    list.into_iter().map(target).collect()
}

/// What a turn of D makes of a target, seen in the frame in which that turn was made before.
pub fn after_d(target: &Target) -> Target {
    let frame = GoalFrame { symmetry: Symmetry::IDENTITY, offset: 1 };
    let turned = target.seeds.iter().map(|seed| frame.apply(&seed.then(&frame.before())));
    let mut normalized = Target::new(frame.pieces(target.pieces), turned);
    normalized.oriented = target.oriented;
    normalized
}

/// By how many quarter turns of D most of the bottom pieces of a seed are off; its edges decide, if there are any.
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
    // The first of the best: a plain seed stays as it is.
    (0..4).rev().max_by_key(in_place).expect("there are four")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::goal::{Stage, Variant};
    use cubiform_cube::random;

    /// A target says the same as its plain ones, on cubes that meet it and on cubes a move or two away.
    #[test]
    fn a_target_is_met_where_a_plain_one_is_in_its_frame() {
        let mut met = 0;
        for stage in Variant::all().iter().flat_map(|v| &v.stages) {
            let Stage { choices, .. } = stage;
            for target in choices.iter().step_by(choices.len().div_ceil(4)) {
                let normalized = normalize(target);
                let seed = target.seeds[target.seeds.len() / 2];
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

    /// A target of a block says the same as that of any other place of the block, seen turned or mirrored.
    #[test]
    fn places_of_a_block_are_one_target_in_several_frames() {
        for (text, distinct, mirrors) in
            [("2x2x2 + any eo", 1, false), ("1x2x3 + eo", 3, false), ("1x2x3 + DF + eo F/B", 3, true)]
        {
            let choices = cubiform_cube::goal::expression::parse(text).unwrap().stages.remove(0).choices;
            let mut known: Vec<Target> = Vec::new();
            let mut mirrored = false;
            for target in &choices {
                let taken_apart = normalize_among(target, &known).unwrap_or_else(|| normalize(target));
                let [(frame, seen)] = &taken_apart[..] else { panic!("{text}: one frame") };
                mirrored |= frame.symmetry.is_mirror();
                if !known.contains(seen) {
                    known.push(seen.clone());
                }
                let meets = |cube: &Cube| {
                    assert_eq!(target.is_met(cube), seen.is_met(&frame.apply(cube)), "{text} {frame:?}");
                    target.is_met(cube)
                };
                let near = Move::all().flat_map(|m| Move::all().map(move |n| Cube::SOLVED.turn(m).turn(n)));
                assert!(near.filter(meets).count() > 18, "{text}: at least those of m and its inverse");
            }
            assert_eq!((known.len(), mirrored), (distinct, mirrors), "{text}");
        }
    }

    #[test]
    fn moves_seen_in_a_frame_are_moves_of_the_cube() {
        let eo = Variant::eo();
        let (frame, _) = normalize(&eo.stages[0].choices[0])[0];
        assert_ne!(frame.symmetry, Symmetry::IDENTITY);
        let cube = random::states(1).next().unwrap();
        for m in Move::all() {
            assert_eq!(frame.apply(&cube).turn(m), frame.apply(&cube.turn(frame.move_on_cube(m))));
        }
    }

    #[test]
    fn the_targets_of_pseudo_are_few_in_all_their_frames() {
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
