//! The targets of a goal: one for each choice of places, slots and axes that its terms leave open.

use std::collections::HashSet;

use super::super::placement::Shape;
use super::super::slot::subsets;
use super::super::variants::offsets;
use super::super::{CROSS, Choice, Placement, Slot, Target};
use super::error::{ExpressionError, ExpressionErrorKind as Kind};
use super::read::Part;
use super::term::Term;
use crate::face::Axis;
use crate::piece::PieceSet;

/// What one choice solves.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pick {
    pieces: PieceSet,
    /// The placements of the terms without a place.
    placements: Vec<Placement>,
    /// The axis relative to which all edges are oriented.
    axis: Option<Axis>,
}

impl Pick {
    fn with(&self, pieces: PieceSet) -> Pick {
        Pick { pieces: self.pieces.union(pieces), ..self.clone() }
    }

    /// Whether a cube that meets this choice meets `other` too.
    fn implies(&self, other: &Pick) -> bool {
        self.pieces.contains(other.pieces) && (other.axis.is_none() || other.axis == self.axis)
    }
}

/// A target for each choice of places, of those for each choice of slots, and of those for each axis; without those
/// that imply another.
pub(super) fn choices(parts: &[Part<'_>]) -> Result<Vec<Target>, ExpressionError> {
    check_repetitions(parts)?;
    only(parts, Term::orients, Kind::SecondOrientation)?;
    let offset = only(parts, |term| term == Term::Offset, Kind::SecondOffset)?;
    let all: Vec<&Part<'_>> = parts.iter().collect();
    let picks = picks(&all)?;
    check_additions(&all, &picks)?;
    if let Some(part) = offset {
        check_offset(part, &picks)?;
    }
    let turns = if offset.is_some() { 4 } else { 1 };
    let target = |Pick { pieces, placements, axis }| Target {
        choice: Choice { placements, ..Choice::among(pieces) },
        oriented: axis,
        ..Target::new(pieces, offsets(turns))
    };
    Ok(picks.into_iter().map(target).collect())
}

/// The part that is `wanted`, of which there may be one.
fn only<'p, 't>(
    parts: &'p [Part<'t>],
    wanted: impl Fn(Term) -> bool,
    second: Kind,
) -> Result<Option<&'p Part<'t>>, ExpressionError> {
    let mut found = parts.iter().filter(|part| wanted(part.term));
    let first = found.next();
    found.next().map_or(Ok(first), |part| Err(part.token.error(second)))
}

/// Refuses terms of which another has all pieces; of two that are the same, the later.
fn check_repetitions(parts: &[Part<'_>]) -> Result<(), ExpressionError> {
    for (i, part) in parts.iter().enumerate() {
        let own = part.term.pieces();
        // Terms with an orientation ask for more than their pieces.
        if own == PieceSet::default() || part.term.orients() {
            continue;
        }
        let repeats = |(j, other): &(usize, &Part<'_>)| {
            let pieces = other.term.pieces();
            *j != i && pieces.contains(own) && (pieces != own || *j < i || other.term.orients())
        };
        if let Some((_, other)) = parts.iter().enumerate().find(repeats) {
            let whole = other.term.to_string();
            return Err(part.token.error(Kind::Repeated { whole }));
        }
    }
    Ok(())
}

/// All choices, each once, without those that imply another.
fn picks(parts: &[&Part<'_>]) -> Result<Vec<Pick>, ExpressionError> {
    let fixed = parts.iter().fold(PieceSet::default(), |pieces, part| pieces.union(part.term.pieces()));
    let mut picks = vec![Pick { pieces: fixed, placements: Vec::new(), axis: None }];
    for part in parts {
        if let Term::AnyOf(shape) = part.term {
            picks = placed(part, shape, parts, fixed, &picks)?;
        }
    }
    if let Some((part, count)) = slots(parts)? {
        picks = with_slots(part, count, &picks)?;
    }
    let is_offset = parts.iter().any(|part| part.term == Term::Offset);
    if let Some(part) = parts.iter().find(|part| part.term.orients()) {
        picks = picks.iter().flat_map(|pick| oriented(part.term, pick, is_offset)).collect();
    }
    Ok(weakest(picks))
}

/// These choices with a block or a line in each place that is left to it: that the other terms do not solve, and where
/// it shares no piece with another of its kind.
fn placed(
    part: &Part<'_>,
    shape: Shape,
    parts: &[&Part<'_>],
    fixed: PieceSet,
    picks: &[Pick],
) -> Result<Vec<Pick>, ExpressionError> {
    let open: Vec<Placement> =
        shape.placements().into_iter().filter(|p| !fixed.contains(p.pieces())).collect();
    if open.is_empty() {
        return Err(part.token.error(Kind::AddsNothing));
    }
    let given = |part: &&Part<'_>| match part.term {
        Term::Placed(placement) if placement.shape() == shape => Some(placement),
        _ => None,
    };
    let given: Vec<Placement> = parts.iter().filter_map(given).collect();
    let mut all = Vec::new();
    for pick in picks {
        let own: Vec<Placement> = pick.placements.iter().copied().filter(|p| p.shape() == shape).collect();
        let is_left = |new: &&Placement| {
            let apart = |other: &Placement| !other.pieces().intersects(new.pieces());
            // Of two that may change places one order will do.
            given.iter().all(apart) && own.iter().all(|other| apart(other) && other < *new)
        };
        for new in open.iter().filter(is_left) {
            let mut pick = pick.with(new.pieces());
            pick.placements.push(*new);
            all.push(pick);
        }
    }
    if all.is_empty() { Err(part.token.error(Kind::NoPlace)) } else { Ok(all) }
}

/// The term for slots, and how many it wants.
fn slots<'p, 't>(parts: &[&'p Part<'t>]) -> Result<Option<(&'p Part<'t>, usize)>, ExpressionError> {
    let count =
        |part: &&'p Part<'t>| if let Term::Slots(count) = part.term { Some((*part, count)) } else { None };
    let mut found = parts.iter().filter_map(count);
    let first = found.next();
    found.next().map_or(Ok(first), |(part, _)| Err(part.token.error(Kind::SecondSlots)))
}

/// These choices with `count` slots that they do not solve; those of the choices that have so many.
fn with_slots(part: &Part<'_>, count: usize, picks: &[Pick]) -> Result<Vec<Pick>, ExpressionError> {
    if count == 0 {
        return Err(part.token.error(Kind::NoSlots));
    }
    // A slot of which one piece is given can still be solved.
    let open = |pick: &Pick| -> Vec<Slot> {
        Slot::ALL.into_iter().filter(|slot| !pick.pieces.contains(slot.pair())).collect()
    };
    let left = picks.iter().map(|pick| open(pick).len()).max().unwrap_or(0);
    if count > left {
        return Err(part.token.error(Kind::TooManySlots { left }));
    }
    let solved =
        |set: Vec<Slot>| set.into_iter().fold(PieceSet::default(), |all, slot| all.union(slot.pair()));
    let with = |pick: &Pick| -> Vec<Pick> {
        subsets(&open(pick), count).into_iter().map(|set| pick.with(solved(set))).collect()
    };
    Ok(picks.iter().flat_map(with).collect())
}

/// A choice with each axis that a term leaves open.
fn oriented(term: Term, pick: &Pick, is_offset: bool) -> Vec<Pick> {
    let with = |axis: &Axis| Pick { axis: Some(*axis), ..pick.clone() };
    let line = |axis: &Axis| with(axis).with(Placement::line(*axis).pieces());
    let around: [Axis; 2] = [Axis::X, Axis::Z];
    match term {
        Term::EoLine(None) => around.iter().map(line).collect(),
        Term::EoLine(Some(axis)) => vec![line(&axis)],
        Term::Eo(Some(axis)) => vec![with(&axis)],
        // Edges oriented relative to U/D stay so under quarter turns of the four sides, each of which breaks the cross,
        // and not under those of D: with either term a solver means one of the two other axes.
        Term::Eo(None) if is_offset || pick.pieces.contains(PieceSet::new(&[], &CROSS)) => {
            around.iter().map(with).collect()
        }
        _ => Axis::ALL.iter().map(with).collect(),
    }
}

/// Those choices that imply no other; of equal ones the first.
fn weakest(mut picks: Vec<Pick>) -> Vec<Pick> {
    let mut known = HashSet::new();
    picks.retain(|pick| known.insert((pick.pieces, pick.axis)));
    let is_weakest = |pick: &&Pick| !picks.iter().any(|other| other != *pick && pick.implies(other));
    picks.iter().filter(is_weakest).cloned().collect()
}

/// Refuses blocks and lines without which the goal would be the same.
fn check_additions(parts: &[&Part<'_>], picks_of_all: &[Pick]) -> Result<(), ExpressionError> {
    let adds_nothing = |i: &usize| {
        let others: Vec<&Part<'_>> =
            parts.iter().enumerate().filter(|(j, _)| j != i).map(|(_, p)| *p).collect();
        // Without it others may have no place: then it matters.
        picks(&others)
            .is_ok_and(|without| without.iter().all(|pick| picks_of_all.iter().any(|own| pick.implies(own))))
    };
    let is_open = |i: &usize| matches!(parts[*i].term, Term::AnyOf(_));
    match (0..parts.len()).filter(is_open).find(adds_nothing) {
        Some(i) => Err(parts[i].token.error(Kind::AddsNothing)),
        None => Ok(()),
    }
}

/// Refuses an offset of the bottom layer with which a goal has no meaning, or two.
fn check_offset(part: &Part<'_>, picks: &[Pick]) -> Result<(), ExpressionError> {
    // Corners are numbered by layers, 0 to 3 on top; so are edges, those between the layers from 8.
    let top = |Pick { pieces, .. }: &Pick| pieces.corners & 0xf != 0 || pieces.edges & 0xf != 0;
    let bottom = |Pick { pieces, .. }: &Pick| pieces.corners & 0xf0 != 0 || pieces.edges & 0xf0 != 0;
    if picks.iter().any(top) {
        Err(part.token.error(Kind::OffsetWithTop))
    } else if !picks.iter().any(bottom) {
        Err(part.token.error(Kind::OffsetOfNothing))
    } else if picks.iter().any(|pick| pick.axis == Some(Axis::Y)) {
        Err(part.token.error(Kind::OffsetFlips))
    } else {
        Ok(())
    }
}
