//! Upper bounds on the lengths of stages. A greater value in a file means that the file is damaged.

use cubiform_tables::catalogue::Entry;

/// The diameter of the cube group in HTM, hence an upper bound for every stage of every goal (Rokicki, Kociemba,
/// Davidson and Dethridge, 2010).
pub const DIAMETER: u8 = 20;

/// Stages, each with a table of the catalogue whose target implies the stage.
const IMPLIED_BY: [(&str, &str); 12] = [
    ("cross", "cross"),
    ("xcross", "cross-slot"),
    ("xxcross", "cross-slots-adjacent"),
    ("pseudo_cross", "cross"),
    ("pseudo_xcross", "cross-slot"),
    ("pseudo_xxcross", "cross-slots-adjacent"),
    ("cross_pair", "cross-ready"),
    ("xcross_pair", "cross-slots-adjacent"),
    ("pseudo_cross_pseudo_pair", "cross-ready"),
    ("pseudo_xcross_pseudo_pair", "cross-slots-adjacent"),
    ("eo_cross", "eo-cross"),
    ("eo_xcross", "eo-cross-slot"),
];

/// Returns an upper bound on the number of moves (HTM) to the stage with this name from any state: the largest distance
/// in a table whose target implies the stage, or the [`DIAMETER`] if there is none.
///
/// ```
/// use cubiform_stats::distribution::max_length;
///
/// assert_eq!((max_length("cross"), max_length("xcross"), max_length("FR + cross")), (8, 10, 20));
/// ```
pub fn max_length(stage: &str) -> u8 {
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
    fn longest_is_the_table_maximum_or_else_the_diameter() {
        assert_eq!(
            ["xxcross", "cross_pair", "xxxxcross", "eo_xxcross", ""].map(max_length),
            [12, 9, 20, 20, 20]
        );
    }
}
