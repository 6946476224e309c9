//! The goals that begin with a cross: ways of counting the moves to the first two layers.

use super::super::slot::subsets;
use super::super::{CROSS, Choice, ReadyPair, Slot, Stage, Target, Variant};
use super::NamedVariant;
use crate::face::{Axis, Face};
use crate::goal::{bottom_turns, turned};
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

/// The cross and zero to four slots.
pub(super) const STD: NamedVariant = NamedVariant {
    name: "std",
    label: "std",
    aliases: &["cfop", "standard", "fridrich"],
    about: "The cross and zero to four slots",
    variant: Variant::std,
};

/// As [`STD`], up to a turn of the bottom layer, with corners and edges of any slots.
pub(super) const PSEUDO: NamedVariant = NamedVariant {
    name: "pseudo",
    label: "pseudo",
    aliases: &["pseudof2l", "pseudoslotting"],
    about: "The bottom layer may be offset by a turn; corners and edges may be of different slots",
    variant: Variant::pseudo,
};

/// As [`STD`], with one more pair solved or ready.
pub(super) const PAIR: NamedVariant = NamedVariant {
    name: "pair",
    label: "pair",
    aliases: &["freepair", "freepairs", "pairs", "crosspair", "paircross"],
    about: "As std, with one more pair solved or ready to insert",
    variant: Variant::pair,
};

/// As [`PSEUDO`], with one more corner and edge solved or ready.
pub(super) const PSEUDO_PAIR: NamedVariant = NamedVariant {
    name: "pseudo_pair",
    label: "pseudo_pair",
    aliases: &["pseudofreepair", "pseudopairs"],
    about: "As pseudo, with one more corner and edge solved or ready to insert",
    variant: Variant::pseudo_pair,
};

/// As [`STD`], with all edges oriented.
pub(super) const EO: NamedVariant = NamedVariant {
    name: "eo",
    label: "eocross",
    aliases: &["eocross", "eocfop"],
    about: "EOCross to EO F2L: as std, with all edges oriented relative to F/B or L/R",
    variant: Variant::eo,
};

/// The labels of the stages: the cross with zero to four slots.
const LABELS: [&str; 5] = ["cross", "xcross", "xxcross", "xxxcross", "f2l"];

/// The names of the same stages in columns.
const COLUMNS: [&str; 5] = ["cross", "xcross", "xxcross", "xxxcross", "xxxxcross"];

impl Variant {
    /// `std`: the cross and k of the four slots, k = 0..=4, solved relative to the centres.
    pub fn std() -> Variant {
        Variant::of_stages("std", 5, |k| Stage {
            name: COLUMNS[k].into(),
            title: LABELS[k].into(),
            ..Stage::of_goal("std", LABELS[k], pair_choices(k).into_iter().map(std_target).collect())
        })
    }

    /// `pseudo`: the cross, k bottom corners and k slot edges, k = 0..=3. The bottom layer may be offset by a turn; the
    /// slot edges are solved relative to the centres. Corners and edges are chosen independently and may belong to
    /// different slots.
    pub fn pseudo() -> Variant {
        Variant::of_stages("pseudo", 4, |k| {
            let targets =
                independent_choices(k).into_iter().map(|choice| cross_target(choice, bottom_turns(4)));
            Stage::of_goal("pseudo", LABELS[k], targets.collect())
        })
    }

    /// `pair`: the cross, k slots, k = 0..=3, and one more slot whose pair is solved or ready: one of the slot's
    /// three-move inserts, or a turn of U followed by one of them, solves it.
    pub fn pair() -> Variant {
        Variant::of_stages("pair", 4, |k| {
            let targets = |choice: Choice| {
                other_slots(&choice.corners)
                    .map(|slot| ready_target(&choice, ReadyPair { corner: slot, edge: slot }, 1))
                    .collect::<Vec<_>>()
            };
            let choices = pair_choices(k).into_iter().flat_map(targets).collect();
            let name = format!("{}_pair", COLUMNS[k]).into();
            Stage { name, ..Stage::of_goal("pair", LABELS[k], choices) }
        })
    }

    /// `pseudo_pair`: stage k of `pseudo`, k = 0..=3, and one more corner and edge, chosen independently, that are
    /// solved in the same sense or ready: after a turn of D and a turn of U, an insert of the edge's slot solves the
    /// edge and brings the corner to its place in the bottom layer.
    pub fn pseudo_pair() -> Variant {
        Variant::of_stages("pseudo_pair", 4, |k| {
            let targets = |choice: Choice| {
                let pairs = other_slots(&choice.corners).flat_map(|corner| {
                    other_slots(&choice.edges).map(move |edge| ReadyPair { corner, edge })
                });
                pairs.map(|ready| ready_target(&choice, ready, 4)).collect::<Vec<_>>()
            };
            let choices = independent_choices(k).into_iter().flat_map(targets).collect();
            let name = format!("pseudo_{}_pseudo_pair", COLUMNS[k]).into();
            Stage { name, ..Stage::of_goal("pseudo_pair", LABELS[k], choices) }
        })
    }

    /// `eo`: stage k of `std`, k = 0..=4, with all twelve edges oriented relative to the L/R or the F/B axis. Each
    /// choice of slots occurs once for each axis.
    pub fn eo() -> Variant {
        Variant::of_stages("eo", 5, |k| {
            let targets = |choice: Choice| {
                let target = std_target(choice);
                [Axis::X, Axis::Z].map(|axis| Target { oriented: Some(axis), ..target.clone() })
            };
            let choices = pair_choices(k).into_iter().flat_map(targets).collect();
            Stage {
                name: format!("eo_{}", COLUMNS[k]).into(),
                title: format!("eo{}", LABELS[k]).into(),
                ..Stage::of_goal("eo", LABELS[k], choices)
            }
        })
    }

    /// Returns the variant with the stages `stage(k)`, k = 0..`count`.
    fn of_stages(name: &'static str, count: usize, stage: impl Fn(usize) -> Stage) -> Variant {
        Variant { name: name.into(), stages: (0..count).map(stage).collect() }
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
    use crate::moves::Move;
    use crate::symmetry::Symmetry;

    #[test]
    fn variants_have_the_expected_numbers_of_choices_and_seeds() {
        for (variant, choices, seeds) in [
            (Variant::std(), vec![1, 4, 6, 4, 1], 1),
            (Variant::pseudo(), vec![1, 16, 36, 16], 4),
            (Variant::pair(), vec![4, 12, 12, 4], 17),
            (Variant::pseudo_pair(), vec![16, 144, 144, 16], 68),
            (Variant::eo(), vec![2, 8, 12, 8, 2], 1),
        ] {
            let counts: Vec<usize> = variant.stages.iter().map(|stage| stage.choices.len()).collect();
            assert_eq!(counts, choices, "{}", variant.name);
            for (k, stage) in variant.stages.iter().enumerate() {
                for target in &stage.choices {
                    assert_eq!(target.goal_states.len(), seeds, "{}", stage.name);
                    assert_eq!((target.choice.corners.len(), target.choice.edges.len()), (k, k));
                    assert_eq!(target.choice.ready.is_some(), variant.name.ends_with("pair"));
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
    fn stages_have_the_names_of_their_columns() {
        for (variant, last) in [
            (Variant::std(), "xxxxcross"),
            (Variant::pseudo(), "pseudo_xxxcross"),
            (Variant::pair(), "xxxcross_pair"),
            (Variant::pseudo_pair(), "pseudo_xxxcross_pseudo_pair"),
            (Variant::eo(), "eo_xxxxcross"),
        ] {
            assert_eq!(variant.stages.last().unwrap().name, last);
            assert!(variant.stages.iter().zip(LABELS).all(|(stage, label)| stage.label == label));
        }
        let titles: Vec<String> = Variant::eo().stages.into_iter().map(|s| s.title.into_owned()).collect();
        assert_eq!(titles, ["eocross", "eoxcross", "eoxxcross", "eoxxxcross", "eof2l"]);
        assert_eq!(Variant::std().stages[4].title, "f2l");
        assert_eq!(Variant::pseudo_pair().stages[3].title, "pseudo pair xxxcross");
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
