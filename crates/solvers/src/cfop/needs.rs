//! Which tables the analysis of a goal needs: those of the catalogue that bound its targets, and for goals that the
//! catalogue does not know tables of their own, made in memory.

use std::sync::Arc;

use cubiform_cube::goal::{Slot, Target, Variant};
use cubiform_cube::{PieceSet, Symmetry};
use cubiform_tables::Coordinate;
use cubiform_tables::catalogue::{CATALOGUE, Entry, Profile};
use cubiform_tables::tracked::Tracked;

use super::choices::Choices;
use crate::space::{bounding, cosets, is_exact};

/// The most entries of a table made for one goal: 150 MB, a second or two.
const LARGEST: u64 = 600_000_000;

/// The tables that an analyzer is to be given.
#[derive(Clone, Debug)]
pub struct Needs {
    /// Those of the catalogue.
    pub entries: Vec<&'static Entry>,
    /// Those to be filled in memory.
    pub own: Vec<Arc<Coordinate>>,
}

/// A goal that takes more than can be tracked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the goal has too many pieces: at most eight edges and four corners can be followed, over all its choices"
)]
pub struct TooLarge;

/// The tables of a profile that bound, or answer, the stages of `variant` at these indices.
///
/// # Errors
/// If its targets have more pieces than can be tracked.
///
/// # Panics
/// If a stage index is out of range.
pub fn needs(variant: &Variant, stages: &[usize], profile: Profile) -> Result<Needs, TooLarge> {
    let choices = Choices::new(stages.iter().map(|i| &variant.stages[*i]));
    // What is tracked is the same whichever stages are asked for.
    let tracked = Choices::new(&variant.stages).tracked().ok_or(TooLarge)?;
    let entries: Vec<&'static Entry> = CATALOGUE
        .iter()
        .filter(|e| e.profile <= profile && e.until.is_none_or(|until| profile < until))
        .filter(|e| is_seen(&tracked, e.coordinate()))
        .collect();
    let views: Vec<(&Entry, Symmetry)> = entries
        .iter()
        .flat_map(|entry| cosets(entry.coordinate().group()).map(move |s| (*entry, s)))
        .collect();
    let mut useful = vec![false; views.len()];
    let mut own: Vec<Arc<Coordinate>> = Vec::new();
    for target in &choices.targets {
        let goals = views.iter().map(|(entry, s)| (entry.coordinate().target(), *s));
        let bounds = bounding(target, goals);
        for i in &bounds {
            useful[*i] |= !views[*i].0.parted || parts_slots(target);
        }
        // The catalogue has something to say about every piece of the goals that it is made for.
        let seen = bounds.iter().map(|i| (views[*i].0.coordinate().target(), views[*i].1.inverse()));
        let pieces =
            seen.clone().map(|(t, back)| t.pieces.image(back)).fold(PieceSet::default(), PieceSet::union);
        let is_oriented = seen.clone().any(|(t, _)| t.oriented.is_some());
        if pieces != target.pieces || is_oriented != target.oriented.is_some() {
            own_tables(target, &tracked, &mut own);
        }
    }
    let is_useful = |entry: &&Entry| {
        views.iter().zip(&useful).any(|((e, _), useful)| *useful && std::ptr::eq(*e, *entry))
    };
    Ok(Needs { entries: entries.into_iter().filter(is_useful).collect(), own })
}

/// Whether a target has the corner of a slot solved without the slot's edge, or the other way about.
fn parts_slots(target: &Target) -> bool {
    let is_solved = |piece: PieceSet| {
        let solved = Target::solved(piece);
        target.pieces.contains(piece) && target.seeds.iter().all(|seed| solved.is_met(seed))
    };
    let is_parted = |slot: &Slot| {
        is_solved(PieceSet::new(&[slot.corner()], &[])) != is_solved(PieceSet::new(&[], &[slot.edge()]))
    };
    Slot::ALL.iter().any(is_parted)
}

/// Whether a search that tracks this can look into a table of that coordinate, seen in some way.
fn is_seen(tracked: &Tracked, coordinate: &Coordinate) -> bool {
    let edges = |list: &[usize]| PieceSet::new(&[], list);
    let (base, rest) = (edges(&tracked.base), PieceSet::new(&tracked.corners, &tracked.rest));
    let table = PieceSet::new(coordinate.corners(), coordinate.rest());
    cosets(coordinate.group())
        .any(|s| base.image(s).contains(edges(coordinate.base())) && rest.image(s).contains(table))
}

/// Adds tables for a target to those that there are: of the target itself, or, if that would be too large, of parts
/// of it that have as many of its pieces as they can.
fn own_tables(target: &Target, tracked: &Tracked, own: &mut Vec<Arc<Coordinate>>) {
    let is_there = |target: &Target, own: &[Arc<Coordinate>]| {
        own.iter().any(|c| cosets(c.group()).any(|s| is_exact(target, c.target(), s)))
    };
    let edges: Vec<usize> = target.pieces.edges().filter(|e| !tracked.base.contains(e)).collect();
    let corners: Vec<usize> = target.pieces.corners().collect();
    // Edges first, corners first, and each from either end: between them they have every piece.
    let of_edges = || edges.iter().map(|e| PieceSet::new(&[], &[*e]));
    let of_corners = || corners.iter().map(|c| PieceSet::new(&[*c], &[]));
    let orders: [Vec<PieceSet>; 4] = [
        of_edges().chain(of_corners()).collect(),
        of_corners().chain(of_edges()).collect(),
        of_edges().rev().chain(of_corners().rev()).collect(),
        of_corners().rev().chain(of_edges().rev()).collect(),
    ];
    for order in orders {
        let mut best = None;
        let mut pieces = PieceSet::new(&[], &tracked.base);
        for piece in std::iter::once(pieces).chain(order) {
            let mut part = Target::new(pieces.union(piece), target.seeds.iter().copied());
            part.oriented = target.oriented;
            let coordinate = Coordinate::new(part, &tracked.base);
            if best.is_some() && coordinate.entries() > LARGEST {
                continue;
            }
            pieces = pieces.union(piece);
            best = Some(coordinate);
        }
        let best = best.expect("the base is a part");
        if !is_there(best.target(), own) {
            own.push(Arc::new(best));
        }
        if pieces == target.pieces {
            return;
        }
    }
}
