//! The goal variants: the ways of counting the first two layers that have a name.

use super::slot::subsets;
use super::{CROSS, Choice, Ready, Slot, Stage, Target, Variant};
use crate::face::{Axis, Face};
use crate::moves::Move;
use crate::notation::Algorithm;
use crate::piece::PieceSet;
use crate::state::Cube;

/// The three-move inserts of each slot, in the order of [`Slot::ALL`]: what brings a pair that waits in the top
/// layer into its slot and keeps the rest of the first two layers. They say which pairs are ready; they are not
/// counted as moves.
const INSERTS: [[&str; 4]; 4] = [
    ["R U R'", "R U' R'", "F' U F", "F' U' F"],
    ["L' U L", "L' U' L", "F U F'", "F U' F'"],
    ["R' U R", "R' U' R", "B U B'", "B U' B'"],
    ["L U L'", "L U' L'", "B' U B", "B' U' B"],
];

/// A variant that has a name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// Its name, as given to `--goal`.
    pub name: &'static str,
    /// What it asks for, in a line for people.
    pub about: &'static str,
    /// Makes it.
    pub variant: fn() -> Variant,
}

impl Variant {
    /// The variants that have a name, the plainest first.
    pub const NAMED: [Named; 5] = [
        Named { name: "std", about: "The cross, and none to four slots solved", variant: Variant::std },
        Named {
            name: "pseudo",
            about: "The bottom layer may be off by a turn, slots need not pair up",
            variant: Variant::pseudo,
        },
        Named {
            name: "pair",
            about: "As std, and one more pair is solved or ready to insert",
            variant: Variant::pair,
        },
        Named {
            name: "pseudo_pair",
            about: "As pseudo, and one more corner and edge are ready to insert",
            variant: Variant::pseudo_pair,
        },
        Named {
            name: "eo",
            about: "EOCross and on: as std, and all edges are oriented, for F/B or for L/R",
            variant: Variant::eo,
        },
    ];

    /// All of them. Some have hundreds of targets: to look for one, go by [`NAMED`](Self::NAMED).
    pub fn all() -> [Variant; Variant::NAMED.len()] {
        Variant::NAMED.map(|named| (named.variant)())
    }

    /// `std`: the cross and k of the four slots solved relative to the centres, k = 0..=4.
    pub fn std() -> Variant {
        let names = ["cross", "xcross", "xxcross", "xxxcross", "xxxxcross"];
        Variant::of_stages("std", names, |k| pair_choices(k).into_iter().map(std_target).collect())
    }

    /// `pseudo`: the cross, k bottom corners and k slot edges, k = 0..=3. The bottom layer is solved but for a turn of
    /// the whole of it; the slot edges are solved relative to the centres. Corners and edges are chosen
    /// independently: they need not be of the same slots.
    pub fn pseudo() -> Variant {
        let names = ["pseudo_cross", "pseudo_xcross", "pseudo_xxcross", "pseudo_xxxcross"];
        Variant::of_stages("pseudo", names, |k| {
            independent_choices(k).into_iter().map(|choice| cross_target(choice, bottom_turns(4))).collect()
        })
    }

    /// `pair`: the cross, k slots, and one more slot whose pair is solved or ready, k = 0..=3: one of the slot's
    /// three-move inserts, or a turn of U and then one of them, would solve it.
    pub fn pair() -> Variant {
        let names = ["cross_pair", "xcross_pair", "xxcross_pair", "xxxcross_pair"];
        Variant::of_stages("pair", names, |k| {
            let targets = |choice: Choice| {
                other_slots(&choice.corners)
                    .map(|slot| ready_target(&choice, Ready { corner: slot, edge: slot }, 1))
                    .collect::<Vec<_>>()
            };
            pair_choices(k).into_iter().flat_map(targets).collect()
        })
    }

    /// `pseudo_pair`: `pseudo` stage k, and one more corner and one more edge, chosen independently, that are solved in
    /// the same sense or ready, k = 0..=3: after a turn of D and one of U, one of the inserts of the edge's slot
    /// brings the edge home and the corner to its place in the bottom layer.
    pub fn pseudo_pair() -> Variant {
        let names = [
            "pseudo_cross_pseudo_pair",
            "pseudo_xcross_pseudo_pair",
            "pseudo_xxcross_pseudo_pair",
            "pseudo_xxxcross_pseudo_pair",
        ];
        Variant::of_stages("pseudo_pair", names, |k| {
            let targets = |choice: Choice| {
                let pairs = other_slots(&choice.corners)
                    .flat_map(|corner| other_slots(&choice.edges).map(move |edge| Ready { corner, edge }));
                pairs.map(|ready| ready_target(&choice, ready, 4)).collect::<Vec<_>>()
            };
            independent_choices(k).into_iter().flat_map(targets).collect()
        })
    }

    /// `eo`: `std` stage k, and all twelve edges oriented relative to one of the two axes perpendicular to the bottom
    /// layer's, k = 0..=4. Each choice of slots is there once for either axis.
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

    /// The stages of these names, stage k with the targets `choices(k)`.
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
    /// The cross solved, and the corner and the edge of `ready` solved or ready: `pseudo_pair` stage 0 with the bottom
    /// layer not offset.
    pub fn ready(ready: Ready) -> Target {
        let mut target = ready_target(&Choice::default(), ready, 4);
        let cross = Target::solved(PieceSet::new(&[], &CROSS));
        target.seeds.retain(|seed| cross.is_met(seed));
        target
    }
}

/// The cross and the pieces of `choice`, as in one of `seeds`.
fn cross_target(choice: Choice, seeds: impl IntoIterator<Item = Cube>) -> Target {
    let pieces = PieceSet::new(&[], &CROSS).union(choice.pieces());
    Target { choice, ..Target::new(pieces, seeds) }
}

/// The cross and the pieces of `choice` solved.
fn std_target(choice: Choice) -> Target {
    cross_target(choice, [Cube::SOLVED])
}

/// The cross and the pieces of `choice`, and this pair ready, in the first `turns` offsets of the bottom layer.
fn ready_target(choice: &Choice, ready: Ready, turns: i32) -> Target {
    cross_target(Choice { ready: Some(ready), ..choice.clone() }, ready_seeds(ready, turns))
}

/// All choices of `k` slots.
fn pair_choices(k: usize) -> Vec<Choice> {
    subsets(&Slot::ALL, k).into_iter().map(Choice::pairs).collect()
}

/// All choices of `k` bottom corners and, independently, `k` slot edges.
fn independent_choices(k: usize) -> Vec<Choice> {
    let sets = subsets(&Slot::ALL, k);
    let choice = |(corners, edges): (&Vec<Slot>, &Vec<Slot>)| Choice {
        corners: corners.clone(),
        edges: edges.clone(),
        ..Choice::default()
    };
    sets.iter().flat_map(|corners| sets.iter().map(move |edges| (corners, edges))).map(choice).collect()
}

/// The slots that are not among `slots`.
fn other_slots(slots: &[Slot]) -> impl Iterator<Item = Slot> {
    Slot::ALL.into_iter().filter(|slot| !slots.contains(slot))
}

/// `cube` after `quarters` quarter turns of `face`.
fn turned(cube: &Cube, face: Face, quarters: i32) -> Cube {
    Move::new(face, quarters).map_or(*cube, |m| cube.turn(m))
}

/// Solved but for fewer than `turns` quarter turns of the bottom layer.
pub(super) fn bottom_turns(turns: i32) -> impl Iterator<Item = Cube> {
    (0..turns).map(|n| turned(&Cube::SOLVED, Face::D, n))
}

/// Every way in which a ready pair may stand: solved, or as an insert undone and a turn of U leave it; each in the
/// first `turns` offsets of the bottom layer.
fn ready_seeds(ready: Ready, turns: i32) -> Vec<Cube> {
    let home = ready.edge.corner() as u8;
    // The insert brings the corner to where the edge's own would stand: turn the corner's place there first.
    let under = bottom_turns(4)
        .find(|cube| cube.corners()[ready.corner.corner()] / 3 == home)
        .expect("turns of D carry each bottom corner to every other");
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

/// What each insert of `slot` makes of the solved cube.
fn inserts(slot: Slot) -> [Cube; 4] {
    INSERTS[slot.index()].map(|text| Algorithm::parse(text).expect("the inserts are algorithms").cube())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::Symmetry;

    /// Whether a cube on target `a` is on target `b` too, whatever its other pieces do.
    fn implies(a: &Target, b: &Target) -> bool {
        a.pieces.contains(b.pieces)
            && (b.oriented.is_none() || b.oriented == a.oriented)
            && a.seeds.iter().all(|seed| b.is_met(seed))
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
                    assert_eq!(target.seeds.len(), seeds, "{}", stage.name);
                    assert_eq!((target.choice.corners.len(), target.choice.edges.len()), (k, k));
                    assert_eq!(target.choice.ready.is_some(), variant.name.ends_with("pair"));
                    assert!(
                        !stage.choices[..i].contains(target),
                        "{}: each choice is there once",
                        stage.name
                    );
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
                    assert!(target.seeds.iter().all(|seed| target.is_met(seed)), "{}", stage.name);
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
        // R U R' U' disturbs the pair at FR alone of the first two layers.
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
                // Positions 0 to 3 are the top layer's, of corners and of edges.
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
            let Ready { corner, edge } = target.choice.ready.unwrap();
            let solved = Target::new(target.pieces, bottom_turns(4));
            let inserts = inserts(edge);
            let is_ready = |cube: &Cube| {
                solved.is_met(cube)
                    || (0..16).any(|n| {
                        let turned = turned(&turned(cube, Face::D, n / 4), Face::U, n % 4);
                        inserts.iter().any(|insert| {
                            let cube = turned.then(insert);
                            // The two go in together.
                            let under = usize::from(cube.corners()[corner.corner()]) / 3 == edge.corner();
                            under && solved.is_met(&cube)
                        })
                    })
            };
            assert_agrees_near_seeds(target, is_ready);
        }
    }

    /// Holds a target against another way to say it, on its seeds and one move away from them.
    fn assert_agrees_near_seeds(target: &Target, is_met: impl Fn(&Cube) -> bool) {
        for seed in &target.seeds {
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
        // The mirror of a slot exchanges its inserts.
        assert_eq!(counts(&Variant::pair().stages[0]), [2; 4]);
        assert_eq!(counts(&Variant::pseudo().stages[0]), [8]);
        // An axis leaves y2 and two mirrors of the bottom's eight symmetries, and no mirror of a slot.
        let eo = Variant::eo().stages;
        assert_eq!(counts(&eo[0]), [4; 2]);
        assert_eq!(counts(&eo[1]), [1; 8]);
    }
}
