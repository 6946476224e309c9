//! The source of the exact distances of a stage, and thus of its distribution: a table of the catalogue, or a table
//! that must be filled.

use std::sync::Arc;

use cubiform_cube::goal::{Stage, Target};
use cubiform_cube::{Axis, Symmetry};
use cubiform_solvers::goal_search::goal_frame;
use cubiform_solvers::goal_search::implication::is_exact;
use cubiform_tables::Coordinate;
use cubiform_tables::catalogue::{CATALOGUE, Entry};
use cubiform_tables::goal;

/// The source of the exact distances of a goal.
#[derive(Clone, Debug)]
pub enum Source {
    /// A table of the catalogue, whose distribution is stored.
    Known(&'static Entry),
    /// The coordinate of a table that must be filled to count the states.
    Fill(Arc<Coordinate>),
}

/// The reason why a stage has no exact distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoExactDistribution {
    /// The stage has several choices with different pieces.
    #[error(
        "the goal is the best of {0} choices whose pieces together have too many states to count; only a single choice \
         has an exact distribution"
    )]
    Choices(usize),
    /// The stage has too many pieces.
    #[error(
        "the goal has too many pieces for a table; only goals of at most eight edges and four corners have an exact \
         distribution"
    )]
    Pieces,
}

impl Source {
    /// Returns the source of the distances of a stage, for one bottom colour.
    ///
    /// # Errors
    /// If no table can hold them.
    pub fn new(stage: &Stage) -> Result<Source, NoExactDistribution> {
        let target = canonical_target(&merged_target(&stage.choices)?);
        let is_of = |entry: &&Entry| {
            let table = entry.coordinate().target();
            Symmetry::all().any(|s| is_exact(&target, table, s))
        };
        if let Some(entry) = CATALOGUE.iter().find(is_of) {
            return Ok(Source::Known(entry));
        }
        let base = goal::base(target.pieces.edges(), target.pieces.edges().count());
        if !Coordinate::fits(&target, &base) {
            return Err(NoExactDistribution::Pieces);
        }
        Ok(Source::Fill(Arc::new(Coordinate::new(target, &base))))
    }
}

/// Merges choices with the same pieces and orientation into one target with the seeds of all.
fn merged_target(choices: &[Target]) -> Result<Target, NoExactDistribution> {
    let (first, others) = choices.split_first().ok_or(NoExactDistribution::Choices(0))?;
    if others.iter().any(|other| other.pieces != first.pieces || other.oriented != first.oriented) {
        return Err(NoExactDistribution::Choices(choices.len()));
    }
    let seeds = choices.iter().flat_map(|choice| choice.goal_states.iter().copied());
    Ok(Target { oriented: first.oriented, ..Target::new(first.pieces, seeds) })
}

/// Returns a target with the same distribution in the form that tables use: edge orientation relative to F/B, and no
/// offset if there is a single offset of the bottom layer.
fn canonical_target(target: &Target) -> Target {
    let mut plain = goal_frame::normalize(target);
    if plain.len() == 1 {
        return plain.swap_remove(0).1;
    }
    let s = goal_frame::to_z(target);
    let seeds = target.goal_states.iter().map(|seed| seed.conjugate(s));
    Target { oriented: target.oriented.map(|_| Axis::Z), ..Target::new(target.pieces.image(s), seeds) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::goal::{Variant, expression};
    use cubiform_store::fill::Watch;
    use cubiform_tables::goal::fill;
    use cubiform_threads::Threads;

    fn read(text: &str) -> Result<Source, NoExactDistribution> {
        Source::new(&expression::parse(text).unwrap().stages[0])
    }

    fn known(source: Result<Source, NoExactDistribution>) -> Option<&'static str> {
        match source {
            Ok(Source::Known(entry)) => Some(entry.name),
            _ => None,
        }
    }

    fn filled(source: Result<Source, NoExactDistribution>) -> Vec<u64> {
        match source {
            Ok(Source::Fill(coordinate)) => {
                fill::run(&coordinate, &Threads::new(2), &Watch::quiet(), None).histogram
            }
            other => panic!("{other:?} is not a fill"),
        }
    }

    #[test]
    fn catalogue_goals_are_found_in_any_orientation() {
        for (text, name) in [
            ("cross", "cross"),
            ("UR + UF + UL + UB", "cross"),
            ("cross + FR", "cross-slot"),
            ("cross + BL", "cross-slot"),
            ("cross + FR + FL", "cross-slots-adjacent"),
            ("cross + FR + BL", "cross-slots-opposite"),
            ("cross + slot edges", "cross-slot-edges"),
            ("2x2x3 DL", "block-223"),
            ("2x2x3 DB", "block-223"),
            ("cross + eo L/R", "eo-cross"),
            ("cross + eo", ""),
        ] {
            assert_eq!(known(read(text)).unwrap_or_default(), name, "{text}");
        }
        for entry in &CATALOGUE {
            let stage = Stage::of_expression("", vec![(entry.target)()]);
            assert_eq!(known(Source::new(&stage)), Some(entry.name));
        }
    }

    #[test]
    fn other_single_targets_are_counted_by_a_fill() {
        // Four times as many goal states as the cross, at distances to the nearest of them.
        let pseudo = filled(Source::new(&Variant::pseudo().stages[0]));
        assert_eq!((pseudo[0], pseudo.iter().sum::<u64>()), (4, 190_080));
        assert_eq!(pseudo, filled(read("cross + offset D")));
        // DF has 24 places. Six of the 18 moves move it, and flipping it in place takes three.
        assert_eq!(filled(read("DF")), [1, 6, 13, 4]);
        assert_eq!(filled(read("DFR")).iter().sum::<u64>(), 24);
        assert_eq!(filled(read("eoline F/B")).iter().sum::<u64>(), 270_336);
        assert_eq!(filled(read("slot corners + UF")).len(), filled(read("slot corners + UB")).len());
    }

    #[test]
    fn goals_without_a_table_are_rejected() {
        assert_eq!(read("cross + any slot").unwrap_err(), NoExactDistribution::Choices(4));
        assert_eq!(read("eo").map(|_| ()).unwrap_err(), NoExactDistribution::Choices(3));
        assert_eq!(read("2x2x3").unwrap_err(), NoExactDistribution::Choices(4));
        assert_eq!(read("line").unwrap_err(), NoExactDistribution::Choices(2));
        let edges = "cross + slot edges + UF";
        assert_eq!(read(edges).unwrap_err(), NoExactDistribution::Pieces);
        for variant in Variant::all() {
            for stage in &variant.stages[1..variant.stages.len() - 1] {
                assert_eq!(
                    Source::new(stage).unwrap_err(),
                    NoExactDistribution::Choices(stage.choices.len())
                );
            }
        }
    }
}
