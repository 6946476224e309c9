//! The named goals. Each family of goals is one file of data; [`NAMED`](Variant::NAMED) lists them.
//!
//! A new goal needs data here and a golden file of its lengths, no other code: its stages carry their labels, titles and
//! column names, from which the command, its help, conditions, tables, bounds and searches follow. A search tracks at most
//! four corners and eight edges at a time; larger stages are split into several searches.

mod blocks;
pub(super) mod cfop;
mod fewest;

use std::borrow::Cow;
use std::sync::OnceLock;

use super::{Stage, StageKind, Target, Variant, expression};

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
        blocks::ROUX,
        blocks::PETRUS,
        blocks::ZZ,
    ];

    /// The named goals that are looked at along axes.
    pub const ON_AXES: &[NamedVariant] = &[fewest::DR, fewest::STEPS];

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
}
