//! Stored distributions, by the name of a stage and a set of bottom colours. Here are those of the cross and the pseudo
//! cross; sets that a symmetry of the cube maps to each other have the same one.

use cubiform_cube::goal::Stage;
use cubiform_cube::{Cube, Face, Move};
use cubiform_tables::counts;

use super::COUNTS;
use super::best_slot::BestSlotCounter;
use super::cross_distances::is_cross_goal;
use super::state_counts::StateCounts;
use crate::stage_name::stage_named;
use crate::{Histogram, Subset};

/// The classes of sets of colours under the symmetries of the cube, as (number of colours, number of opposite pairs).
const CLASSES: [(usize, usize); 9] = [(1, 0), (2, 1), (4, 2), (6, 3), (2, 0), (3, 0), (3, 1), (4, 1), (5, 2)];

/// The number of states of the twelve edges by the minimum length of the `cross`, for each of the [`CLASSES`].
const CROSS: [&[u64]; 9] = [
    counts!(COUNTS, "cross 1,0"),
    counts!(COUNTS, "cross 2,1"),
    counts!(COUNTS, "cross 4,2"),
    counts!(COUNTS, "cross 6,3"),
    counts!(COUNTS, "cross 2,0"),
    counts!(COUNTS, "cross 3,0"),
    counts!(COUNTS, "cross 3,1"),
    counts!(COUNTS, "cross 4,1"),
    counts!(COUNTS, "cross 5,2"),
];

/// The number of states of the twelve edges by the minimum length of the `pseudo_cross`, for each of the [`CLASSES`].
const PSEUDO_CROSS: [&[u64]; 9] = [
    counts!(COUNTS, "pseudo cross 1,0"),
    counts!(COUNTS, "pseudo cross 2,1"),
    counts!(COUNTS, "pseudo cross 4,2"),
    counts!(COUNTS, "pseudo cross 6,3"),
    counts!(COUNTS, "pseudo cross 2,0"),
    counts!(COUNTS, "pseudo cross 3,0"),
    counts!(COUNTS, "pseudo cross 3,1"),
    counts!(COUNTS, "pseudo cross 4,1"),
    counts!(COUNTS, "pseudo cross 5,2"),
];

/// Returns the stored distribution of the shortest stage with this name over a set of bottom colours: of the cross and
/// the pseudo cross for every set, over all states of the twelve edges, as counted by [`super::CrossCounter`]; of the
/// XCross and others with the best of four slots as [`BestSlotCounter::known`] has it. A name is one of a stage or an
/// expression; `None` if there is no such distribution.
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
    if let Some(counts) = cross_counts(&stage) {
        let class = (subset.size(), subset.opposite_pairs());
        let index = CLASSES.iter().position(|known| *known == class)?;
        return Some(Histogram::new(counts[index]).into());
    }
    BestSlotCounter::new(&stage, &subset.colors().collect::<Vec<_>>())?.known()
}

/// Returns the counts of a stage by class of colour sets, if it is a cross, which may be off by a turn of the bottom
/// layer.
fn cross_counts(stage: &Stage) -> Option<[&'static [u64]; 9]> {
    let [target] = &stage.choices[..] else { return None };
    let turned = |n| Cube::from_moves(Move::new(Face::D, n).as_slice());
    let met = (0..4).filter(|n| target.is_met(&turned(*n))).count();
    match (target.goal_states.len(), met) {
        _ if !is_cross_goal(target) => None,
        (1, 1) if target.is_met(&Cube::SOLVED) => Some(CROSS),
        (4, 4) => Some(PSEUDO_CROSS),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::colors::{CrossCounter, STATES, Watch};
    use super::*;
    use cubiform_cube::Color;
    use cubiform_cube::goal::Variant;
    use cubiform_threads::Threads;

    #[test]
    fn means_of_known_distributions_decrease_with_more_colors() {
        for variant in [Variant::std(), Variant::pseudo()] {
            let stage = &variant.stages[0];
            let of = |subset: Subset| known(&stage.name, subset).unwrap();
            let every = Subset::every();
            for subset in &every {
                assert_eq!(of(*subset).total(), u128::from(STATES), "{} {subset}", stage.name);
                for more in every.iter().filter(|more| subset.is_within(**more) && *more != subset) {
                    assert!(of(*more).mean() < of(*subset).mean(), "{} {subset} {more}", stage.name);
                }
            }
        }
        for (stage, is_known) in [
            ("xcross", true),
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

    /// Counts the states of these classes of subsets and compares them with the known numbers.
    fn check_counts(classes: impl Iterator<Item = (usize, usize)> + Clone) {
        for variant in [Variant::std(), Variant::pseudo()] {
            let stage = &variant.stages[0];
            for class in classes.clone() {
                let in_class = |set: &&Subset| (set.size(), set.opposite_pairs()) == class;
                let every = Subset::every();
                let subset = *every.iter().find(in_class).unwrap();
                let colors: Vec<Color> = subset.colors().collect();
                let counted = CrossCounter::new(&stage.choices[0], &colors)
                    .unwrap()
                    .count(&Threads::new(2), &Watch::quiet());
                assert!(counted.is_some());
                assert_eq!(
                    known(&stage.name, subset),
                    counted.map(StateCounts::from),
                    "{} {subset}",
                    stage.name
                );
            }
        }
    }

    /// The classes that are quick to count.
    const QUICK: [(usize, usize); 3] = [(1, 0), (2, 1), (6, 3)];

    #[test]
    fn known_distributions_of_quick_classes_equal_counted_ones() {
        assert!(QUICK.iter().all(|class| CLASSES.contains(class)));
        check_counts(QUICK.into_iter());
    }

    #[test]
    #[ignore = "takes minutes"]
    fn known_distributions_of_all_classes_equal_counted_ones() {
        check_counts(CLASSES.into_iter());
    }
}
