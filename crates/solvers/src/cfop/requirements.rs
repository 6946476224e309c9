//! The tables that the analysis of a goal needs: tables of the catalogue that bound its targets, and ad-hoc tables,
//! filled in memory, for goals that the catalogue does not cover.

use std::sync::Arc;

use cubiform_cube::goal::{Slot, Target, Variant};
use cubiform_cube::{PieceSet, Symmetry};
use cubiform_tables::Coordinate;
use cubiform_tables::catalogue::{CATALOGUE, COMPACT, Entry, Profile};
use cubiform_tables::lookup::TrackedPieces;

use super::choices::{Choices, TooLarge};
use crate::goal_search::implication::{bounding, coset_representatives, goal_under, implies};

/// The maximum number of entries of an ad-hoc table. A table of the base edges alone is exempt.
const MAX_ENTRIES: u64 = 300_000_000;
/// The maximum number of entries of all ad-hoc tables of a goal. Tables of the base edges alone are exempt.
const MAX_TOTAL_ENTRIES: u64 = 1_200_000_000;

/// The tables that an analyzer needs.
#[derive(Clone, Debug)]
pub struct TableRequirements {
    /// The tables of the catalogue.
    pub entries: Vec<&'static Entry>,
    /// The coordinates of the ad-hoc tables.
    pub ad_hoc: Vec<Arc<Coordinate>>,
}

/// Returns the tables of `profile` that bound the stages of `variant` at the indices `stages`.
///
/// # Errors
/// If a target of the variant has more pieces than can be tracked.
///
/// # Panics
/// If a stage index is out of range.
pub fn table_requirements(
    variant: &Variant,
    stages: &[usize],
    profile: Profile,
) -> Result<TableRequirements, TooLarge> {
    requirements_among(variant, stages, profile, |_| true, |_| false)
}

/// Returns the tables like [`table_requirements`], without those of the profile that `is_allowed` excludes, and with all
/// that `is_added` includes, of any profile.
pub(super) fn requirements_among(
    variant: &Variant,
    stages: &[usize],
    profile: Profile,
    is_allowed: impl Fn(&Entry) -> bool,
    is_added: impl Fn(&Entry) -> bool,
) -> Result<TableRequirements, TooLarge> {
    let Choices { targets, tracked, tracked_by, .. } = Choices::new(variant, stages)?;
    let is_of_profile = |e: &Entry| e.profile <= profile && e.until.is_none_or(|until| profile < until);
    let of_profile = CATALOGUE.iter().filter(|e| is_of_profile(e) && is_allowed(e) || is_added(e));
    let entries: Vec<&'static Entry> = of_profile.chain(COMPACT.iter().filter(|e| is_added(e))).collect();
    // The probes that fit the tracked pieces: the index of an entry, and a symmetry.
    let probes = |tracked: &TrackedPieces| -> Vec<(usize, Symmetry)> {
        let all = entries
            .iter()
            .enumerate()
            .flat_map(|(i, e)| coset_representatives(e.coordinate().symmetries()).map(move |s| (i, s)));
        all.filter(|(i, s)| tracked.fits(*s, entries[*i].coordinate())).collect()
    };
    let probes: Vec<Vec<(usize, Symmetry)>> = tracked.iter().map(probes).collect();
    let mut is_useful = vec![false; entries.len()];
    let mut ad_hoc: Vec<Arc<Coordinate>> = Vec::new();
    for (target, group) in targets.iter().zip(&tracked_by) {
        let probes = &probes[*group];
        let goals = probes.iter().map(|(entry, s)| (entries[*entry].coordinate().target(), *s));
        let bounds: Vec<(usize, Symmetry)> = bounding(target, goals).iter().map(|i| probes[*i]).collect();
        for (entry, _) in &bounds {
            let is_parted = entries[*entry].parted && !is_added(entries[*entry]);
            is_useful[*entry] |= !is_parted || separates_slots(target);
        }
        // The catalogue covers a target if its tables bound all of the pieces and the edge orientation, if any.
        let images = bounds.iter().map(|(entry, s)| (entries[*entry].coordinate().target(), s.inverse()));
        let pieces = images
            .clone()
            .map(|(t, inverse)| t.pieces.image(inverse))
            .fold(PieceSet::default(), PieceSet::union);
        let is_oriented = images.clone().any(|(t, _)| t.oriented.is_some());
        if pieces != target.pieces || is_oriented != target.oriented.is_some() {
            add_ad_hoc_tables(target, &tracked[*group], &mut ad_hoc);
        }
    }
    let entries = entries.into_iter().zip(is_useful).filter(|(_, is_useful)| *is_useful);
    Ok(TableRequirements { entries: entries.map(|(entry, _)| entry).collect(), ad_hoc })
}

/// Returns whether a target has the corner of a slot solved but not the slot's edge, or the edge but not the corner.
fn separates_slots(target: &Target) -> bool {
    let is_solved = |piece: PieceSet| {
        let solved = Target::solved(piece);
        target.pieces.contains(piece) && target.goal_states.iter().all(|seed| solved.is_met(seed))
    };
    let is_separated = |slot: &Slot| {
        is_solved(PieceSet::new(&[slot.corner()], &[])) != is_solved(PieceSet::new(&[], &[slot.edge()]))
    };
    Slot::ALL.iter().any(is_separated)
}

/// Adds ad-hoc tables for a target: one of the target itself or, if that is too large, of subsets of its pieces that
/// are as large as possible.
fn add_ad_hoc_tables(target: &Target, tracked: &TrackedPieces, ad_hoc: &mut Vec<Arc<Coordinate>>) {
    // Whether a table under some symmetry bounds the target at least as tightly as a table of `subset` would.
    let is_covered = |subset: &Target, ad_hoc: &[Arc<Coordinate>]| {
        ad_hoc.iter().any(|c| {
            coset_representatives(c.symmetries()).any(|s| {
                tracked.fits(s, c)
                    && implies(target, c.target(), s)
                    && implies(&goal_under(c.target(), s), subset, Symmetry::IDENTITY)
            })
        })
    };
    let edges: Vec<usize> = target.pieces.edges().filter(|e| !tracked.base.contains(e)).collect();
    let corners: Vec<usize> = target.pieces.corners().collect();
    // Edges first, corners first, and both from the other end: together the subsets have every piece.
    let of_edges = || edges.iter().map(|e| PieceSet::new(&[], &[*e]));
    let of_corners = || corners.iter().map(|c| PieceSet::new(&[*c], &[]));
    let orders: [Vec<PieceSet>; 4] = [
        of_edges().chain(of_corners()).collect(),
        of_corners().chain(of_edges()).collect(),
        of_edges().rev().chain(of_corners().rev()).collect(),
        of_corners().rev().chain(of_edges().rev()).collect(),
    ];
    for order in orders {
        let total: u64 = ad_hoc.iter().map(|c| c.entries()).sum();
        let max_entries = MAX_ENTRIES.min(MAX_TOTAL_ENTRIES.saturating_sub(total));
        let mut best = None;
        let mut pieces = PieceSet::new(&[], &tracked.base);
        for piece in std::iter::once(pieces).chain(order) {
            let mut subset = Target::new(pieces.union(piece), target.goal_states.iter().copied());
            subset.oriented = target.oriented;
            let coordinate = Coordinate::new(subset, &tracked.base);
            // Every target gets at least a table of its base.
            if best.is_some() && coordinate.entries() > max_entries {
                continue;
            }
            pieces = pieces.union(piece);
            best = Some(coordinate);
        }
        let best = best.expect("each order begins with the base");
        if !is_covered(best.target(), ad_hoc) {
            ad_hoc.push(Arc::new(best));
        }
        if pieces == target.pieces {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::goal::expression;

    #[test]
    fn added_tables_are_required_whatever_their_profile_and_pieces() {
        let f2l = Variant::std();
        let names = |is_added: fn(&Entry) -> bool| -> Vec<&str> {
            let required = requirements_among(&f2l, &[4], Profile::Small, |_| true, is_added).unwrap();
            required.entries.iter().map(|entry| entry.name).collect()
        };
        let (without, with) =
            (names(|_| false), names(|entry| ["cross-three-corners", "slots-line"].contains(&entry.name)));
        for added in ["cross-three-corners", "slots-line"] {
            assert!(!without.contains(&added) && with.contains(&added), "{added}: {without:?}, {with:?}");
        }
    }

    /// Combines terms to goals of one to three terms. Each goal is invalid, too large, or gets tables that bound all of
    /// its targets.
    #[test]
    fn every_goal_gets_tables_that_bound_it_unless_too_large() {
        let terms = [
            "cross", "line", "FR", "BL", "any slot", "2 slots", "FR edge", "BL corner", "UF", "UR edge",
            "UFR", "slot edges", "slot corners", "2x2x2 DBL", "2x2x2", "2x2x3 DL", "2x2x3", "fb DL", "fb",
            "eo", "eo F/B", "eoline F/B", "eoline", "offset D", "DF",
        ];
        let (mut bounded, mut too_large) = (0, 0);
        for (i, first) in terms.iter().enumerate() {
            for (j, second) in terms.iter().enumerate().skip(i) {
                for third in
                    ["", "+ BR", "+ UB + UL", "+ any slot", "+ offset D"].iter().skip(usize::from(j % 2 == 1))
                {
                    let goal = if i == j { first.to_string() } else { format!("{first} + {second} {third}") };
                    let Ok(variant) = expression::parse(&goal) else { continue };
                    for profile in [Profile::Small, Profile::Full] {
                        let Ok(required) = table_requirements(&variant, &[0], profile) else {
                            too_large += 1;
                            continue;
                        };
                        let choices = Choices::new(&variant, &[0]).unwrap();
                        for (target, group) in choices.targets.iter().zip(&choices.tracked_by) {
                            let tracked = &choices.tracked[*group];
                            let base = PieceSet::new(&[], &tracked.base);
                            assert!(target.pieces.contains(base) && tracked.pieces().contains(target.pieces));
                            let entries = required.entries.iter().map(|entry| entry.coordinate());
                            let probes = entries
                                .chain(&required.ad_hoc)
                                .flat_map(|c| coset_representatives(c.symmetries()).map(move |s| (c, s)))
                                .filter(|(c, s)| tracked.fits(*s, c))
                                .map(|(c, s)| (c.target(), s));
                            assert!(!bounding(target, probes).is_empty(), "{goal}");
                        }
                        let total: u64 = required.ad_hoc.iter().map(|c| c.entries()).sum();
                        assert!(total <= MAX_TOTAL_ENTRIES + MAX_ENTRIES, "{goal}: {total} entries");
                        bounded += 1;
                    }
                }
            }
        }
        assert!(bounded > 2000 && too_large > 10, "{bounded} {too_large}");
    }
}
