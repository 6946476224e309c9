//! Upper bounds on the lengths of stages. A greater value in a file means that the file is damaged.

use cubiform_tables::catalogue::Entry;

use super::known::ColorGoal;
use crate::Subset;

/// The diameter of the cube group in HTM, hence an upper bound for every stage of every goal (Rokicki, Kociemba,
/// Davidson and Dethridge, 2010).
pub const DIAMETER: u8 = 20;

/// Stages without a stored distribution, each with a table of the catalogue whose target implies the stage.
const IMPLIED_BY: [(&str, &str); 6] = [
    ("xxcross", "cross-slots-adjacent"),
    ("pseudo_xxcross", "cross-slots-adjacent"),
    ("xcross_pair", "cross-slots-adjacent"),
    ("pseudo_xcross_pseudo_pair", "cross-slots-adjacent"),
    ("eo_cross", "eo-cross"),
    ("eo_xcross", "eo-cross-slot"),
];

/// Returns an upper bound on the number of moves (HTM) to the stage with this name from any state: the largest distance
/// of the stored distribution of one colour, or of a table whose target implies the stage, or the [`DIAMETER`] if there is
/// neither.
///
/// ```
/// use cubiform_stats::distribution::max_length;
///
/// assert_eq!((max_length("cross"), max_length("xxcross"), max_length("FR + cross")), (8, 12, 20));
/// ```
pub fn max_length(stage: &str) -> u8 {
    let counted = ColorGoal::ALL.into_iter().find(|goal| goal.name() == stage);
    let counts = counted.and_then(|goal| goal.known(Subset::WHITE));
    if let Some(longest) = counts.and_then(|counts| u8::try_from(counts.counts().len() - 1).ok()) {
        return longest;
    }
    let table = IMPLIED_BY.iter().find(|(name, _)| *name == stage).and_then(|(_, table)| Entry::named(table));
    let greatest = |entry: &Entry| u8::try_from(entry.histogram.len() - 1).ok();
    table.and_then(greatest).map_or(DIAMETER, |moves| moves.min(DIAMETER))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::goal::{Stage, Target, Variant};

    /// Returns whether every cube that meets `target` has reached the stage: each seed meets a choice that depends only
    /// on the target's pieces.
    fn implies(target: &Target, stage: &Stage) -> bool {
        let within = |choice: &&Target| {
            choice.pieces.union(target.pieces) == target.pieces
                && choice.oriented.is_none_or(|axis| target.oriented == Some(axis))
        };
        target
            .goal_states
            .iter()
            .all(|seed| stage.choices.iter().filter(within).any(|choice| choice.is_met(seed)))
    }

    #[test]
    fn tables_imply_the_stages_that_they_bound() {
        let stages: Vec<&Stage> = Variant::all().iter().flat_map(|variant| &variant.stages).collect();
        for (name, table) in IMPLIED_BY {
            let stage = stages.iter().find(|stage| stage.name == name).unwrap();
            assert!(implies(&(Entry::named(table).unwrap().target)(), stage), "{name}");
        }
        let xcross = stages.iter().find(|stage| stage.name == "xcross").unwrap();
        assert!(!implies(&(Entry::named("cross").unwrap().target)(), xcross));
    }

    #[test]
    fn longest_is_that_of_the_counts_or_the_table_or_else_the_diameter() {
        for (stage, longest) in [
            ("xcross", 10),
            ("cross_pair", 9),
            ("pseudo_xcross", 9),
            ("pseudo_cross_pseudo_pair", 8),
            ("xxcross", 12),
            ("eo_cross", 10),
            ("xxxxcross", 20),
            ("eo_xxcross", 20),
            ("", 20),
        ] {
            assert_eq!(max_length(stage), longest, "{stage}");
        }
    }
}
