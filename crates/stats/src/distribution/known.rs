//! Stored distributions over sets of bottom colours, as counted by the crate `cubiform-research`.

use cubiform_cube::Reduction;
use cubiform_cube::goal::Stage;

use super::{StateCounts, stage_named};
use crate::Subset;

/// The stored counts. Sets of colours that a symmetry of the cube maps to each other have the same distribution, so a
/// line is named by the stage and the class of the sets: `cross 4,2` has four colours, with two pairs of opposite ones.
const COUNTS: &str = include_str!("counts.txt");

/// A goal with stored distributions over sets of bottom colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorGoal {
    /// The cross.
    Cross,
    /// The cross, with the bottom layer off by any turn.
    PseudoCross,
    /// The cross and a slot.
    XCross,
    /// The cross and a pair that is solved or ready to be inserted.
    FreePair,
    /// The cross, a corner and an edge, with the bottom layer off by any turn.
    PseudoXCross,
    /// The cross, a corner and an edge that are solved or ready, with the bottom layer off by any turn.
    PseudoPair,
}

impl ColorGoal {
    /// All goals.
    pub const ALL: [ColorGoal; 6] = [
        ColorGoal::Cross,
        ColorGoal::PseudoCross,
        ColorGoal::XCross,
        ColorGoal::FreePair,
        ColorGoal::PseudoXCross,
        ColorGoal::PseudoPair,
    ];

    /// Returns the goal of a stage, which need not have its name.
    pub fn of_stage(stage: &Stage) -> Option<ColorGoal> {
        let has_choices_of = |goal: &ColorGoal| {
            let own = &goal.stage().choices;
            stage.choices.len() == own.len() && own.iter().all(|choice| stage.choices.contains(choice))
        };
        ColorGoal::ALL.into_iter().find(has_choices_of)
    }

    /// Returns the name of the stage.
    pub fn name(self) -> &'static str {
        match self {
            ColorGoal::Cross => "cross",
            ColorGoal::PseudoCross => "pseudo_cross",
            ColorGoal::XCross => "xcross",
            ColorGoal::FreePair => "cross_pair",
            ColorGoal::PseudoXCross => "pseudo_xcross",
            ColorGoal::PseudoPair => "pseudo_cross_pseudo_pair",
        }
    }

    /// Returns the stage.
    pub fn stage(self) -> &'static Stage {
        Stage::named(self.name()).expect("the name is that of a stage")
    }

    /// Returns whether the goal depends on the bottom edges alone. It has a stored distribution for every set of colours.
    pub fn is_cross(self) -> bool {
        matches!(self, ColorGoal::Cross | ColorGoal::PseudoCross)
    }

    /// Returns whether a corner and an edge of any two slots may be chosen.
    pub fn is_independent(self) -> bool {
        matches!(self, ColorGoal::PseudoXCross | ColorGoal::PseudoPair)
    }

    /// Returns the stored distribution over a set of colours: for a cross, over all states of the twelve edges; for the
    /// others, over the states of the first two layers for one colour, and over all states of the cube for several.
    pub fn known(self, subset: Subset) -> Option<StateCounts> {
        stored(&format!("{} {},{}: ", self.name(), subset.size(), subset.opposite_pairs()))
    }
}

/// Returns the counts of the line with this name, if there is one.
fn stored(name: &str) -> Option<StateCounts> {
    let numbers = COUNTS.lines().find_map(|line| line.strip_prefix(name))?;
    let counts: Option<Vec<u128>> =
        numbers.split(' ').map(|number| number.replace('_', "").parse().ok()).collect();
    counts.map(StateCounts::new)
}

/// Returns the stored distribution of an EO or a DR along the best of the three axes, over all states of the cube; `None`
/// for other steps.
///
/// ```
/// use cubiform_cube::Reduction;
/// use cubiform_stats::distribution::known_over_axes;
///
/// assert_eq!(format!("{:.6}", known_over_axes(Reduction::Dr).unwrap().mean()), "9.048035");
/// ```
pub fn known_over_axes(step: Reduction) -> Option<StateCounts> {
    match step {
        Reduction::Eo => stored("eo axes: "),
        Reduction::Dr => stored("dr axes: "),
        _ => None,
    }
}

/// Returns the [stored distribution](ColorGoal::known) of the shortest stage with this name over a set of bottom colours.
/// A name is one of a stage or an expression; `None` if there is no such distribution.
///
/// ```
/// use cubiform_stats::{Subset, distribution::known};
///
/// let any_color = known("cross", Subset::EVERY_COLOR).unwrap();
/// assert_eq!(format!("{:.6}", any_color.mean()), "4.809459");
/// let any_color = known("xcross", Subset::EVERY_COLOR).unwrap();
/// assert_eq!(format!("{:.6}", any_color.mean()), "6.536237");
/// ```
pub fn known(stage: &str, subset: Subset) -> Option<StateCounts> {
    let stage = stage_named(stage)?;
    ColorGoal::of_stage(&stage)?.known(subset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_tables::catalogue::Entry;

    /// The number of states of the twelve edges, of the first two layers, and of the cube.
    const EDGES: u128 = 980_995_276_800;
    const FIRST_LAYERS: u128 = 695_280_402_432_000;
    const CUBE: u128 = 43_252_003_274_489_856_000;

    #[test]
    fn every_line_of_counts_is_a_distribution_over_all_states() {
        let lines: Vec<&str> = COUNTS.lines().filter(|line| !line.starts_with('#')).collect();
        let mut used = Vec::new();
        for goal in ColorGoal::ALL {
            for subset in Subset::every() {
                let Some(counts) = goal.known(subset) else {
                    assert!(!goal.is_cross() && subset.size() > 1, "{goal:?} {subset}");
                    continue;
                };
                let states = match (goal.is_cross(), subset.size()) {
                    (true, _) => EDGES,
                    (false, 1) => FIRST_LAYERS,
                    (false, _) => CUBE,
                };
                assert_eq!(counts.total(), states, "{goal:?} {subset}");
                used.push((goal.name(), subset.size(), subset.opposite_pairs()));
            }
        }
        used.sort_unstable();
        used.dedup();
        let over_axes = [Reduction::Eo, Reduction::Dr].map(|step| known_over_axes(step).unwrap());
        assert!(over_axes.iter().all(|counts| counts.total() == CUBE));
        assert_eq!(used.len() + over_axes.len(), lines.len());
    }

    #[test]
    fn cross_of_one_color_is_a_multiple_of_the_catalogue() {
        let counts = known("cross", Subset::WHITE).unwrap();
        let entry = Entry::named("cross").unwrap();
        let multiples: Vec<u128> = entry.histogram.iter().map(|n| u128::from(*n) * 5_160_960).collect();
        assert_eq!(counts.counts(), multiples);
    }

    #[test]
    fn means_of_known_distributions_decrease_with_more_colors() {
        for goal in ColorGoal::ALL {
            let mean = |subset: Subset| goal.known(subset).map(|counts| counts.mean());
            let every = Subset::every();
            for subset in &every {
                for more in every.iter().filter(|more| subset.is_within(**more) && *more != subset) {
                    if let (Some(mean), Some(smaller)) = (mean(*subset), mean(*more)) {
                        assert!(smaller < mean, "{goal:?} {subset} {more}");
                    }
                }
            }
        }
    }

    #[test]
    fn known_distributions_are_found_by_names_and_expressions() {
        for (stage, is_known) in [
            ("xcross", true),
            ("cross + any slot", true),
            ("cross + FR", false),
            ("cross_pair", true),
            ("pseudo_xcross", true),
            ("xxcross", false),
            ("eo_cross", false),
            ("DF", false),
            ("own", false),
            ("DF + DR + DB + DL", true),
            ("cross + offset D", true),
            ("UF + UR + UB + UL", false),
        ] {
            assert_eq!(known(stage, Subset::COMMON[0]).is_some(), is_known, "{stage}");
        }
    }
}
