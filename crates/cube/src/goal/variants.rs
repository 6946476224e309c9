//! The named goals: ways of counting the moves to the first two layers.

use super::slot::subsets;
use super::{CROSS, Choice, ReadyPair, Slot, Stage, Target, Variant};
use crate::face::{Axis, Face};
use crate::moves::Move;
use crate::notation::Algorithm;
use crate::piece::PieceSet;
use crate::state::Cube;

/// The three-move inserts of each slot, in the order of [`Slot::ALL`]. Each moves a pair from the top layer into its
/// slot and leaves the rest of the first two layers unchanged. They define which pairs are *ready*; the moves of an
/// insert are not counted.
const INSERTS: [[&str; 4]; 4] = [
    ["R U R'", "R U' R'", "F' U F", "F' U' F"],
    ["L' U L", "L' U' L", "F U F'", "F U' F'"],
    ["R' U R", "R' U' R", "B U B'", "B U' B'"],
    ["L U L'", "L U' L'", "B' U B", "B' U' B"],
];

/// A named variant.
#[derive(Clone, Copy, Debug)]
pub struct NamedVariant {
    /// The name, as given to `--goal`.
    pub name: &'static str,
    /// A one-line description for help texts.
    pub about: &'static str,
    /// Builds the variant.
    pub variant: fn() -> Variant,
}

impl Variant {
    /// The named variants.
    pub const NAMED: [NamedVariant; 5] = [
        NamedVariant { name: "std", about: "The cross and zero to four slots", variant: Variant::std },
        NamedVariant {
            name: "pseudo",
            about: "The bottom layer may be offset by a turn; corners and edges may be of different slots",
            variant: Variant::pseudo,
        },
        NamedVariant {
            name: "pair",
            about: "As std, with one more pair solved or ready to insert",
            variant: Variant::pair,
        },
        NamedVariant {
            name: "pseudo_pair",
            about: "As pseudo, with one more corner and edge solved or ready to insert",
            variant: Variant::pseudo_pair,
        },
        NamedVariant {
            name: "eo",
            about: "EOCross to EO F2L: as std, with all edges oriented relative to F/B or L/R",
            variant: Variant::eo,
        },
    ];

    /// Returns all named variants. Some have hundreds of targets; to find one by name, search [`NAMED`](Self::NAMED).
    pub fn all() -> [Variant; Variant::NAMED.len()] {
        Variant::NAMED.map(|named| (named.variant)())
    }

    /// `std`: the cross and k of the four slots, k = 0..=4, solved relative to the centres.
    pub fn std() -> Variant {
        let names = ["cross", "xcross", "xxcross", "xxxcross", "xxxxcross"];
        Variant::of_stages("std", names, |k| pair_choices(k).into_iter().map(std_target).collect())
    }

    /// `pseudo`: the cross, k bottom corners and k slot edges, k = 0..=3. The bottom layer may be offset by a turn; the
    /// slot edges are solved relative to the centres. Corners and edges are chosen independently and may belong to
    /// different slots.
    pub fn pseudo() -> Variant {
        let names = ["pseudo_cross", "pseudo_xcross", "pseudo_xxcross", "pseudo_xxxcross"];
        Variant::of_stages("pseudo", names, |k| {
            independent_choices(k).into_iter().map(|choice| cross_target(choice, bottom_turns(4))).collect()
        })
    }

    /// `pair`: the cross, k slots, k = 0..=3, and one more slot whose pair is solved or ready: one of the slot's
    /// three-move inserts, or a turn of U followed by one of them, solves it.
    pub fn pair() -> Variant {
        let names = ["cross_pair", "xcross_pair", "xxcross_pair", "xxxcross_pair"];
        Variant::of_stages("pair", names, |k| {
            let targets = |choice: Choice| {
                other_slots(&choice.corners)
                    .map(|slot| ready_target(&choice, ReadyPair { corner: slot, edge: slot }, 1))
                    .collect::<Vec<_>>()
            };
            pair_choices(k).into_iter().flat_map(targets).collect()
        })
    }

    /// `pseudo_pair`: stage k of `pseudo`, k = 0..=3, and one more corner and edge, chosen independently, that are
    /// solved in the same sense or ready: after a turn of D and a turn of U, an insert of the edge's slot solves the
    /// edge and brings the corner to its place in the bottom layer.
    pub fn pseudo_pair() -> Variant {
        let names = [
            "pseudo_cross_pseudo_pair",
            "pseudo_xcross_pseudo_pair",
            "pseudo_xxcross_pseudo_pair",
            "pseudo_xxxcross_pseudo_pair",
        ];
        Variant::of_stages("pseudo_pair", names, |k| {
            let targets = |choice: Choice| {
                let pairs = other_slots(&choice.corners).flat_map(|corner| {
                    other_slots(&choice.edges).map(move |edge| ReadyPair { corner, edge })
                });
                pairs.map(|ready| ready_target(&choice, ready, 4)).collect::<Vec<_>>()
            };
            independent_choices(k).into_iter().flat_map(targets).collect()
        })
    }

    /// `eo`: stage k of `std`, k = 0..=4, with all twelve edges oriented relative to the L/R or the F/B axis. Each
    /// choice of slots occurs once for each axis.
    pub fn eo() -> Variant {
        let names = ["eo_cross", "eo_xcross", "eo_xxcross", "eo_xxxcross", "eo_xxxxcross"];
        Variant::of_stages("eo", names, |k| {
            let targets = |choice: Choice| {
                let target = std_target(choice);
                [Axis::X, Axis::Z].map(|axis| Target { oriented: Some(axis), ..target.clone() })
            };
            pair_choices(k).into_iter().flat_map(targets).collect()
        })
    }

    /// Returns the variant with these stages; stage k has the targets `choices(k)`.
    fn of_stages<const N: usize>(
        name: &'static str,
        names: [&'static str; N],
        choices: impl Fn(usize) -> Vec<Target>,
    ) -> Variant {
        let stage = |(k, name): (usize, &'static str)| Stage { name: name.into(), choices: choices(k) };
        Variant { name: name.into(), stages: names.into_iter().enumerate().map(stage).collect() }
    }
}

impl Target {
    /// Returns the target with the cross solved, and the corner and the edge of `ready` solved or ready: stage 0 of
    /// `pseudo_pair` without an offset of the bottom layer.
    pub fn ready(ready: ReadyPair) -> Target {
        let mut target = ready_target(&Choice::default(), ready, 4);
        let cross = Target::solved(PieceSet::new(&[], &CROSS));
        target.goal_states.retain(|seed| cross.is_met(seed));
        target
    }
}

/// Returns the target with the cross and the pieces of `choice` placed as in one of `seeds`.
fn cross_target(choice: Choice, seeds: impl IntoIterator<Item = Cube>) -> Target {
    let pieces = PieceSet::new(&[], &CROSS).union(choice.pieces());
    Target { choice, ..Target::new(pieces, seeds) }
}

/// Returns the target with the cross and the pieces of `choice` solved.
fn std_target(choice: Choice) -> Target {
    cross_target(choice, [Cube::SOLVED])
}

/// Returns the target with the cross and the pieces of `choice` solved and the pair ready, for bottom layers offset by
/// 0 to `turns - 1` quarter turns.
fn ready_target(choice: &Choice, ready: ReadyPair, turns: i32) -> Target {
    cross_target(Choice { ready: Some(ready), ..choice.clone() }, ready_seeds(ready, turns))
}

/// Returns all choices of `k` slots.
fn pair_choices(k: usize) -> Vec<Choice> {
    subsets(&Slot::ALL, k).into_iter().map(Choice::pairs).collect()
}

/// Returns all choices of `k` bottom corners and, independently, `k` slot edges.
fn independent_choices(k: usize) -> Vec<Choice> {
    let sets = subsets(&Slot::ALL, k);
    let choice = |(corners, edges): (&Vec<Slot>, &Vec<Slot>)| Choice {
        corners: corners.clone(),
        edges: edges.clone(),
        ..Choice::default()
    };
    sets.iter().flat_map(|corners| sets.iter().map(move |edges| (corners, edges))).map(choice).collect()
}

/// Returns the slots that are not in `slots`.
fn other_slots(slots: &[Slot]) -> impl Iterator<Item = Slot> {
    Slot::ALL.into_iter().filter(|slot| !slots.contains(slot))
}

/// Returns `cube` after `quarters` quarter turns of `face`.
fn turned(cube: &Cube, face: Face, quarters: i32) -> Cube {
    Move::new(face, quarters).map_or(*cube, |m| cube.turn(m))
}

/// Returns the solved cube after 0 to `turns - 1` quarter turns of D.
pub(super) fn bottom_turns(turns: i32) -> impl Iterator<Item = Cube> {
    (0..turns).map(|n| turned(&Cube::SOLVED, Face::D, n))
}

/// Returns the goal states of a ready pair: the solved cube, and the cubes reached by undoing an insert followed by a
/// turn of U, each with the first `turns` offsets of the bottom layer.
fn ready_seeds(ready: ReadyPair, turns: i32) -> Vec<Cube> {
    let home = ready.edge.corner() as u8;
    // The insert solves the corner of the edge's own slot. This turn of D puts the wanted corner in that corner's place
    // first.
    let under = bottom_turns(4)
        .find(|cube| cube.corners()[ready.corner.corner()] / 3 == home)
        .expect("turns of D permute the bottom corners transitively");
    let mut seeds: Vec<Cube> = bottom_turns(turns).collect();
    for insert in inserts(ready.edge) {
        let out = under.then(&insert.inverse());
        for u in 0..4 {
            let waiting = turned(&out, Face::U, u);
            seeds.extend((0..turns).map(|d| turned(&waiting, Face::D, d)));
        }
    }
    seeds
}

/// Returns the cubes that the inserts of `slot` make from the solved cube.
fn inserts(slot: Slot) -> [Cube; 4] {
    INSERTS[slot.index()].map(|text| Algorithm::parse(text).expect("the inserts are valid").cube())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::Symmetry;

    /// Returns whether every cube that meets `a` meets `b`.
    fn implies(a: &Target, b: &Target) -> bool {
        a.pieces.contains(b.pieces)
            && (b.oriented.is_none() || b.oriented == a.oriented)
            && a.goal_states.iter().all(|seed| b.is_met(seed))
    }

    #[test]
    fn variants_have_the_expected_numbers_of_choices_and_seeds() {
        let counts = [
            (vec![1, 4, 6, 4, 1], 1),
            (vec![1, 16, 36, 16], 4),
            (vec![4, 12, 12, 4], 17),
            (vec![16, 144, 144, 16], 68),
            (vec![2, 8, 12, 8, 2], 1),
        ];
        for (variant, (choices, seeds)) in Variant::all().into_iter().zip(counts) {
            let found: Vec<usize> = variant.stages.iter().map(|stage| stage.choices.len()).collect();
            assert_eq!(found, choices, "{}", variant.name);
            for (k, stage) in variant.stages.iter().enumerate() {
                for (i, target) in stage.choices.iter().enumerate() {
                    assert_eq!(target.goal_states.len(), seeds, "{}", stage.name);
                    assert_eq!((target.choice.corners.len(), target.choice.edges.len()), (k, k));
                    assert_eq!(target.choice.ready.is_some(), variant.name.ends_with("pair"));
                    assert!(!stage.choices[..i].contains(target), "{}: choices are distinct", stage.name);
                    let cross = PieceSet::new(&[], &CROSS);
                    assert_eq!(target.pieces, cross.union(target.choice.pieces()));
                }
            }
        }
    }

    #[test]
    fn std_choices_are_in_lexicographic_order() {
        let names: Vec<Vec<&str>> = Variant::std().stages[2]
            .choices
            .iter()
            .map(|target| target.choice.corners.iter().map(|slot| slot.name()).collect())
            .collect();
        assert_eq!(names[0], ["FR", "FL"]);
        assert_eq!(names[5], ["BR", "BL"]);
    }

    #[test]
    fn seeds_meet_their_target_and_stages_imply_the_previous_one() {
        for variant in Variant::all() {
            for stage in &variant.stages {
                for target in &stage.choices {
                    assert!(target.goal_states.iter().all(|seed| target.is_met(seed)), "{}", stage.name);
                }
            }
            for stages in variant.stages.windows(2) {
                for target in &stages[1].choices {
                    let implied = stages[0].choices.iter().any(|easier| implies(target, easier));
                    assert!(implied, "{} {:?}", stages[1].name, target.choice);
                }
            }
        }
    }

    #[test]
    fn stages_are_met_as_far_as_the_cube_is_solved() {
        // R U R' U' disturbs only the FR pair of the first two layers.
        let cube = Algorithm::parse("R U R' U'").unwrap().cube();
        let met =
            |variant: Variant| -> Vec<bool> { variant.stages.iter().map(|s| s.is_met(&cube)).collect() };
        assert_eq!(met(Variant::std()), [true, true, true, true, false]);
        assert_eq!(met(Variant::pair()), [true; 4]);
        let offset = turned(&Cube::SOLVED, Face::D, 1);
        assert!(!Variant::std().stages[0].is_met(&offset));
        assert!(Variant::pseudo().stages[3].is_met(&offset));
    }

    #[test]
    fn inverse_insert_moves_only_its_pair_to_the_top_layer() {
        for slot in Slot::ALL {
            let others = Choice::pairs(other_slots(&[slot]).collect());
            let mut outs = Vec::new();
            for insert in inserts(slot) {
                let out = insert.inverse();
                assert!(std_target(others.clone()).is_met(&out), "{}", slot.name());
                // Positions 0 to 3 are those of the top layer, for corners and for edges.
                assert!(out.corners()[slot.corner()] < 12 && out.edges()[slot.edge()] < 8, "{}", slot.name());
                assert!(!outs.contains(&out));
                outs.push(out);
            }
        }
    }

    #[test]
    fn pair_targets_accept_pairs_one_u_turn_and_insert_from_solved() {
        for target in &Variant::pair().stages[1].choices {
            let ready = target.choice.ready.unwrap();
            let solved = Target::solved(target.pieces);
            let is_ready = |cube: &Cube| {
                solved.is_met(cube)
                    || (0..4).any(|u| {
                        let turned = turned(cube, Face::U, u);
                        inserts(ready.edge).iter().any(|insert| solved.is_met(&turned.then(insert)))
                    })
            };
            assert_agrees_near_seeds(target, is_ready);
        }
    }

    #[test]
    fn pseudo_pair_targets_accept_pairs_d_and_u_turns_and_an_insert_from_solved() {
        let stages = Variant::pseudo_pair().stages;
        for target in stages[0].choices.iter().chain(stages[1].choices.iter().step_by(7)) {
            let ReadyPair { corner, edge } = target.choice.ready.unwrap();
            let solved = Target::new(target.pieces, bottom_turns(4));
            let inserts = inserts(edge);
            let is_ready = |cube: &Cube| {
                solved.is_met(cube)
                    || (0..16).any(|n| {
                        let turned = turned(&turned(cube, Face::D, n / 4), Face::U, n % 4);
                        inserts.iter().any(|insert| {
                            let cube = turned.then(insert);
                            // The insert must place corner and edge together.
                            let under = usize::from(cube.corners()[corner.corner()]) / 3 == edge.corner();
                            under && solved.is_met(&cube)
                        })
                    })
            };
            assert_agrees_near_seeds(target, is_ready);
        }
    }

    /// Compares a target with an independent definition, on its seeds and on all states one move away from them.
    fn assert_agrees_near_seeds(target: &Target, is_met: impl Fn(&Cube) -> bool) {
        for seed in &target.goal_states {
            assert!(is_met(seed), "{:?}", target.choice);
            for m in Move::all() {
                let cube = seed.turn(m);
                assert_eq!(target.is_met(&cube), is_met(&cube), "{:?} {m}", target.choice);
            }
        }
    }

    #[test]
    fn targets_have_the_expected_numbers_of_symmetries() {
        let counts = |stage: &Stage| -> Vec<usize> {
            let count = |target: &Target| Symmetry::all().filter(|s| target.is_kept_by(*s)).count();
            stage.choices.iter().map(count).collect()
        };
        let std = Variant::std().stages;
        assert_eq!(counts(&std[0]), [8]);
        assert_eq!(counts(&std[1]), [2; 4]);
        assert_eq!(counts(&std[2]), [2, 2, 4, 4, 2, 2]);
        assert_eq!(counts(&std[4]), [8]);
        // A mirror symmetry of a slot exchanges its inserts.
        assert_eq!(counts(&Variant::pair().stages[0]), [2; 4]);
        assert_eq!(counts(&Variant::pseudo().stages[0]), [8]);
        // With an axis, only y2 and two mirrors of the eight symmetries of the bottom remain, and no mirror of a slot.
        let eo = Variant::eo().stages;
        assert_eq!(counts(&eo[0]), [4; 2]);
        assert_eq!(counts(&eo[1]), [1; 8]);
    }
}
