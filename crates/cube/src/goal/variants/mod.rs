//! The named goals: those of blocks and lines (Roux, Petrus and ZZ), the steps of a fewest-moves solve, and in `cfop` those that
//! begin with a cross. [`NAMED`](Variant::NAMED) lists them.
//!
//! A new goal needs data here and a golden file of its lengths, no other code: its stages carry their labels, titles and
//! column names, from which the command, its help, conditions, tables, bounds and searches follow. A search tracks at most
//! four corners and eight edges at a time; larger stages are split into several searches.

pub(super) mod cfop;

use std::borrow::Cow;
use std::sync::OnceLock;

use super::{Reduction, Stage, StageKind, Target, Variant, expression};
use crate::goal::reduction::Reduction::{Ar, Dr, Drm, Eo, Finish, Floppy, Htr, LeaveSlice};

/// A named goal.
#[derive(Clone, Copy, Debug)]
pub struct NamedVariant {
    /// The name, as given to `--goal`.
    pub name: &'static str,
    /// The common name, as shown to people: `eocross` for `eo`, for all others the name.
    pub label: &'static str,
    /// Other names: lower case, without spaces, underscores and hyphens.
    pub aliases: &'static [&'static str],
    /// A one-line description for help texts.
    pub about: &'static str,
    /// Builds the variant.
    pub variant: fn() -> Variant,
}

impl Variant {
    /// The named goals over bottom colours.
    pub const NAMED: &[NamedVariant] = &[
        // Crosses and slots.
        cfop::STD,
        cfop::PSEUDO,
        cfop::PAIR,
        cfop::PSEUDO_PAIR,
        cfop::EO,
        // Blocks and lines.
        ROUX,
        PETRUS,
        ZZ,
    ];

    /// The named goals that are looked at along axes.
    pub const ON_AXES: &[NamedVariant] = &[DR, STEPS];

    /// Returns all named goals over bottom colours, built once, in the order of [`NAMED`](Self::NAMED).
    pub fn all() -> &'static [Variant] {
        static ALL: OnceLock<Vec<Variant>> = OnceLock::new();
        ALL.get_or_init(|| Variant::NAMED.iter().map(|named| (named.variant)()).collect())
    }

    /// Returns the goal with these stages: the label of each, and its expressions. A stage is reached when any of its
    /// expressions is met. If there are several, a solution names the blocks and lines of the one that it meets.
    ///
    /// # Panics
    /// If an expression is not valid.
    fn of_expressions(name: &'static str, stages: &[(&'static str, &[&str])]) -> Variant {
        let stage = |(label, expressions): &(&'static str, &[&str])| {
            let choices = expression::choices_of_any(expressions);
            Stage::of_goal(name, *label, choices.unwrap_or_else(|e| panic!("{name}, stage {label}: {e}")))
        };
        Variant { name: name.into(), stages: stages.iter().map(stage).collect() }
    }
}

impl Stage {
    /// Returns a stage of the goal `goal`. The name in columns is the goal's and the label joined by an underscore; the
    /// title is the same with spaces.
    pub fn of_goal(goal: &str, label: impl Into<Cow<'static, str>>, choices: Vec<Target>) -> Stage {
        let label = label.into();
        Stage {
            name: format!("{goal}_{label}").into(),
            title: format!("{} {label}", goal.replace('_', " ")).into(),
            label,
            kind: StageKind::Step,
            choices,
        }
    }
}

/// Roux: the first block, then both. They are 1x2x3, each in its best place over the bottom, the two opposite each other.
const ROUX: NamedVariant = NamedVariant {
    name: "roux",
    label: "roux",
    aliases: &[],
    about: "The first block (1x2x3), then both blocks, in the best places",
    variant: || Variant::of_expressions("roux", &[("fb", &["1x2x3"]), ("f2b", &["1x2x3 + 1x2x3"])]),
};

/// Petrus: the 2x2x2 block, then the 2x2x3 block that extends it, each in its best place over the bottom.
const PETRUS: NamedVariant = NamedVariant {
    name: "petrus",
    label: "petrus",
    aliases: &[],
    about: "The 2x2x2 block, then the 2x2x3 block, each in its best place",
    variant: || Variant::of_expressions("petrus", &[("2x2x2", &["2x2x2"]), ("2x2x3", &["2x2x3"])]),
};

/// ZZ: EOLine, then a block beside the line, then the first two layers, all with edges oriented. The line lies along F/B or
/// L/R; all edges are oriented relative to the same axis. The block is on either side of it.
const ZZ: NamedVariant = NamedVariant {
    name: "zz",
    label: "zz",
    aliases: &[],
    about: "EOLine, then a 1x2x3 block on either side of the line, then both (EO F2L)",
    variant: || {
        Variant::of_expressions(
            "zz",
            &[
                ("eoline", &["eoline"]),
                (
                    "block",
                    &[
                        "eoline F/B + 1x2x3 DL",
                        "eoline F/B + 1x2x3 DR",
                        "eoline L/R + 1x2x3 DF",
                        "eoline L/R + 1x2x3 DB",
                    ],
                ),
                ("f2l", &["f2l + eo F/B", "f2l + eo L/R"]),
            ],
        )
    },
};

/// Each stage is a chain of steps: EO and DR from the scramble, DR through a shortest EO, HTR after a shortest DR, and the
/// solved state after both.
const DR: NamedVariant = NamedVariant {
    name: "dr",
    label: "dr",
    aliases: &["domino", "dominoreduction", "eodr", "drud", "drfb", "drlr", "drrl", "fmc", "fewestmoves"],
    about: "EO, DR, HTR and finish along each axis, on the scramble and on its inverse",
    variant: || {
        let stages = vec![
            stage("eo", "EO", &[Eo]),
            stage("dr", "DR", &[Dr]),
            stage("eo_dr", "EO, DR", &[Eo, Dr]),
            stage("htr", "DR, HTR", &[Dr, Htr]),
            stage("finish", "finish", &[Dr, Htr, Finish]),
        ];
        Variant { name: "dr".into(), stages }
    },
};

/// Each stage is a chain, as in [`DR`]: the steps to DR after a shortest EO, those to the finish after a shortest DR and HTR.
const STEPS: NamedVariant = NamedVariant {
    name: "dr_steps",
    label: "dr_steps",
    aliases: &[],
    about: "The steps between EO, DR, HTR and finish: AR, DR minus pieces, floppy, leave slice",
    variant: || {
        let stages = vec![
            stage("ar", "EO, AR", &[Eo, Ar]),
            stage("drm", "EO, DRM", &[Eo, Drm(&[(4, 4), (4, 2), (3, 2)])]),
            stage("drm_4c4e", "EO, DR-4c4e", &[Eo, Drm(&[(4, 4)])]),
            stage("drm_4c2e", "EO, DR-4c2e", &[Eo, Drm(&[(4, 2)])]),
            stage("drm_3c2e", "EO, DR-3c2e", &[Eo, Drm(&[(3, 2)])]),
            stage("floppy", "floppy", &[Dr, Htr, Floppy]),
            stage("leave_slice", "leave slice", &[Dr, Htr, LeaveSlice]),
        ];
        Variant { name: "dr_steps".into(), stages }
    },
};

/// Returns the stage of a chain of steps.
fn stage(name: &'static str, title: &'static str, steps: &'static [Reduction]) -> Stage {
    Stage {
        name: name.into(),
        label: name.into(),
        title: title.into(),
        kind: StageKind::Reductions(steps),
        choices: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Returns whether every cube that meets `a` meets `b`.
    fn implies(a: &Target, b: &Target) -> bool {
        a.pieces.contains(b.pieces)
            && (b.oriented.is_none() || b.oriented == a.oriented)
            && a.goal_states.iter().all(|seed| b.is_met(seed))
    }

    #[test]
    fn goals_and_stages_have_distinct_names() {
        let mut columns = HashSet::new();
        let mut goals = HashSet::new();
        for (named, variant) in Variant::NAMED.iter().zip(Variant::all()) {
            assert_eq!(named.name, variant.name);
            assert!(goals.insert(named.name) && named.aliases.iter().all(|alias| goals.insert(alias)));
            let mut own = HashSet::new();
            for stage in &variant.stages {
                assert!(columns.insert(&stage.name), "{}", stage.name);
                assert!(own.insert(&stage.label), "{}: {}", variant.name, stage.label);
                assert_eq!(stage.kind, StageKind::Step);
            }
        }
    }

    #[test]
    fn targets_are_distinct_and_seeds_meet_them() {
        for stage in Variant::all().iter().flat_map(|variant| &variant.stages) {
            for (i, target) in stage.choices.iter().enumerate() {
                assert!(!stage.choices[..i].contains(target), "{}: choices are distinct", stage.name);
                assert!(target.goal_states.iter().all(|seed| target.is_met(seed)), "{}", stage.name);
            }
        }
    }

    #[test]
    fn stages_imply_the_previous_one() {
        for variant in Variant::all() {
            for stages in variant.stages.windows(2) {
                for target in &stages[1].choices {
                    let implied = stages[0].choices.iter().any(|easier| implies(target, easier));
                    assert!(implied, "{} {:?}", stages[1].name, target.choice);
                }
            }
        }
    }

    #[test]
    fn blocks_are_named_and_beside_the_line() {
        let stages = (ZZ.variant)().stages;
        assert_eq!(stages.iter().map(|stage| stage.choices.len()).collect::<Vec<_>>(), [2, 4, 2]);
        for target in &stages[1].choices {
            assert_eq!((target.pieces.edges().count(), target.pieces.corners().count()), (5, 2));
            assert_eq!(target.choice.placements.len(), 1, "the place of the block");
        }
    }

    /// The known lengths of the last stage are those of `eo_xxxxcross`.
    #[test]
    fn last_stage_has_the_targets_of_eo_f2l() {
        let targets = |variant: Variant| {
            let stage = variant.stages.into_iter().next_back().unwrap();
            let mut all: Vec<_> = stage
                .choices
                .into_iter()
                .map(|t| (t.oriented.unwrap() as u8, t.pieces, t.goal_states))
                .collect();
            all.sort_by_key(|(axis, ..)| *axis);
            all
        };
        assert_eq!(targets((ZZ.variant)()), targets(Variant::eo()));
    }
}
