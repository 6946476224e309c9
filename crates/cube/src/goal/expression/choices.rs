//! The targets of a goal: one for each choice of places, slots and axes that its terms leave open.

use std::collections::HashSet;

use super::super::placement::Shape;
use super::super::slot::subsets;
use super::super::{CROSS, Choice, Placement, Slot, Target};
use super::error::{ExpressionError, ExpressionErrorKind as Kind};
use super::read::ParsedTerm;
use super::term::Term;
use crate::face::Axis;
use crate::goal::bottom_turns;
use crate::piece::PieceSet;

/// One combination of the places, slots and axis that the terms leave open.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Combination {
    pieces: PieceSet,
    /// The placements chosen for the terms without a place.
    placements: Vec<Placement>,
    /// The axis relative to which all edges are oriented.
    axis: Option<Axis>,
}

impl Combination {
    fn with_pieces(&self, pieces: PieceSet) -> Combination {
        Combination { pieces: self.pieces.union(pieces), ..self.clone() }
    }

    /// Returns whether every cube that meets this combination meets `other` too.
    fn implies(&self, other: &Combination) -> bool {
        self.pieces.contains(other.pieces) && (other.axis.is_none() || other.axis == self.axis)
    }
}

/// Returns a target for each combination of places, slots and axis, without those that imply another one.
pub(super) fn choices(terms: &[ParsedTerm<'_>]) -> Result<Vec<Target>, ExpressionError> {
    check_contained_terms(terms)?;
    at_most_one(terms, Term::orients, Kind::SecondOrientation)?;
    let offset = at_most_one(terms, |term| term == Term::Offset, Kind::SecondOffset)?;
    let all: Vec<&ParsedTerm<'_>> = terms.iter().collect();
    let combinations = combinations(&all)?;
    check_redundant_places(&all, &combinations)?;
    if let Some(parsed) = offset {
        check_offset(parsed, &combinations)?;
    }
    let turns = if offset.is_some() { 4 } else { 1 };
    let target = |Combination { pieces, placements, axis }| Target {
        choice: Choice { placements, ..Choice::from_pieces(pieces) },
        oriented: axis,
        ..Target::new(pieces, bottom_turns(turns))
    };
    Ok(combinations.into_iter().map(target).collect())
}

/// Returns the term that is `wanted`, if any.
///
/// # Errors
/// The error `second`, at the second such term.
fn at_most_one<'p, 't>(
    terms: &'p [ParsedTerm<'t>],
    wanted: impl Fn(Term) -> bool,
    second: Kind,
) -> Result<Option<&'p ParsedTerm<'t>>, ExpressionError> {
    let mut matches = terms.iter().filter(|parsed| wanted(parsed.term));
    let first = matches.next();
    matches.next().map_or(Ok(first), |parsed| Err(parsed.token.error(second)))
}

/// Rejects a term whose pieces all belong to another term. Of two equal terms the later is rejected.
fn check_contained_terms(terms: &[ParsedTerm<'_>]) -> Result<(), ExpressionError> {
    for (i, parsed) in terms.iter().enumerate() {
        let own = parsed.term.pieces();
        // Terms with an orientation require more than their pieces.
        if own == PieceSet::default() || parsed.term.orients() {
            continue;
        }
        let repeats = |(j, other): &(usize, &ParsedTerm<'_>)| {
            let pieces = other.term.pieces();
            *j != i && pieces.contains(own) && (pieces != own || *j < i || other.term.orients())
        };
        if let Some((_, other)) = terms.iter().enumerate().find(repeats) {
            let other = other.term.to_string();
            return Err(parsed.token.error(Kind::Repeated { other }));
        }
    }
    Ok(())
}

/// Returns all combinations, each once, without those that imply another one.
fn combinations(terms: &[&ParsedTerm<'_>]) -> Result<Vec<Combination>, ExpressionError> {
    let fixed = terms.iter().fold(PieceSet::default(), |pieces, parsed| pieces.union(parsed.term.pieces()));
    let mut combinations = vec![Combination { pieces: fixed, placements: Vec::new(), axis: None }];
    for parsed in terms {
        if let Term::AnyOf(shape) = parsed.term {
            combinations = with_placements(parsed, shape, terms, fixed, &combinations)?;
        }
    }
    if let Some((parsed, count)) = slot_term(terms)? {
        combinations = with_slots(parsed, count, &combinations)?;
    }
    let is_offset = terms.iter().any(|parsed| parsed.term == Term::Offset);
    if let Some(parsed) = terms.iter().find(|parsed| parsed.term.orients()) {
        combinations = combinations
            .iter()
            .flat_map(|combination| with_axes(parsed.term, combination, is_offset))
            .collect();
    }
    Ok(keep_weakest(combinations))
}

/// Returns the combinations extended by a block or a line in each free place: a place that the other terms do not
/// solve, and in which it shares no piece with another block or line of its shape.
fn with_placements(
    parsed: &ParsedTerm<'_>,
    shape: Shape,
    terms: &[&ParsedTerm<'_>],
    fixed: PieceSet,
    combinations: &[Combination],
) -> Result<Vec<Combination>, ExpressionError> {
    let open: Vec<Placement> =
        shape.placements().into_iter().filter(|p| !fixed.contains(p.pieces())).collect();
    if open.is_empty() {
        return Err(parsed.token.error(Kind::AddsNothing));
    }
    let placements = |parsed: &&ParsedTerm<'_>| match parsed.term {
        Term::Placed(placement) if placement.shape() == shape => Some(placement),
        _ => None,
    };
    let placements: Vec<Placement> = terms.iter().filter_map(placements).collect();
    let mut all = Vec::new();
    for combination in combinations {
        let own: Vec<Placement> =
            combination.placements.iter().copied().filter(|p| p.shape() == shape).collect();
        let is_left = |new: &&Placement| {
            let apart = |other: &Placement| !other.pieces().intersects(new.pieces());
            // Two placements of the same shape are interchangeable: only one order is generated.
            placements.iter().all(apart) && own.iter().all(|other| apart(other) && other < *new)
        };
        for new in open.iter().filter(is_left) {
            let mut combination = combination.with_pieces(new.pieces());
            combination.placements.push(*new);
            all.push(combination);
        }
    }
    if all.is_empty() { Err(parsed.token.error(Kind::NoPlace)) } else { Ok(all) }
}

/// Returns the term that chooses slots, and its number of slots.
fn slot_term<'p, 't>(
    terms: &[&'p ParsedTerm<'t>],
) -> Result<Option<(&'p ParsedTerm<'t>, usize)>, ExpressionError> {
    let count = |parsed: &&'p ParsedTerm<'t>| {
        if let Term::Slots(count) = parsed.term { Some((*parsed, count)) } else { None }
    };
    let mut counts = terms.iter().filter_map(count);
    let first = counts.next();
    counts.next().map_or(Ok(first), |(parsed, _)| Err(parsed.token.error(Kind::SecondSlots)))
}

/// Returns the combinations extended by every set of `count` slots that they do not solve. Combinations with fewer
/// unsolved slots are dropped.
fn with_slots(
    parsed: &ParsedTerm<'_>,
    count: usize,
    combinations: &[Combination],
) -> Result<Vec<Combination>, ExpressionError> {
    if count == 0 {
        return Err(parsed.token.error(Kind::NoSlots));
    }
    // A slot is open even if one of its two pieces is given.
    let open = |combination: &Combination| -> Vec<Slot> {
        Slot::ALL.into_iter().filter(|slot| !combination.pieces.contains(slot.pair())).collect()
    };
    let left = combinations.iter().map(|combination| open(combination).len()).max().unwrap_or(0);
    if count > left {
        return Err(parsed.token.error(Kind::TooManySlots { left }));
    }
    let solved =
        |set: Vec<Slot>| set.into_iter().fold(PieceSet::default(), |all, slot| all.union(slot.pair()));
    let with = |combination: &Combination| -> Vec<Combination> {
        subsets(&open(combination), count)
            .into_iter()
            .map(|set| combination.with_pieces(solved(set)))
            .collect()
    };
    Ok(combinations.iter().flat_map(with).collect())
}

/// Returns the combination with each axis that the term allows.
fn with_axes(term: Term, combination: &Combination, is_offset: bool) -> Vec<Combination> {
    let with = |axis: &Axis| Combination { axis: Some(*axis), ..combination.clone() };
    let line = |axis: &Axis| with(axis).with_pieces(Placement::line(*axis).pieces());
    let around: [Axis; 2] = [Axis::X, Axis::Z];
    match term {
        Term::EoLine(None) => around.iter().map(line).collect(),
        Term::EoLine(Some(axis)) => vec![line(&axis)],
        Term::Eo(Some(axis)) => vec![with(&axis)],
        // Edge orientation relative to U/D is preserved by quarter turns of the four sides, all of which break the
        // cross, and is not preserved by quarter turns of D. With a cross or an offset only the other two axes are
        // useful.
        Term::Eo(None) if is_offset || combination.pieces.contains(PieceSet::new(&[], &CROSS)) => {
            around.iter().map(with).collect()
        }
        _ => Axis::ALL.iter().map(with).collect(),
    }
}

/// Returns the combinations that imply no other one; of equal ones the first.
fn keep_weakest(mut combinations: Vec<Combination>) -> Vec<Combination> {
    let mut known = HashSet::new();
    combinations.retain(|combination| known.insert((combination.pieces, combination.axis)));
    let is_weakest = |combination: &&Combination| {
        !combinations.iter().any(|other| other != *combination && combination.implies(other))
    };
    combinations.iter().filter(is_weakest).cloned().collect()
}

/// Rejects blocks and lines without a place that do not change the goal.
fn check_redundant_places(
    terms: &[&ParsedTerm<'_>],
    combinations_of_all: &[Combination],
) -> Result<(), ExpressionError> {
    let adds_nothing = |i: &usize| {
        let others: Vec<&ParsedTerm<'_>> =
            terms.iter().enumerate().filter(|(j, _)| j != i).map(|(_, p)| *p).collect();
        // If the other terms are not valid on their own, this one matters.
        combinations(&others).is_ok_and(|without| {
            without.iter().all(|combination| combinations_of_all.iter().any(|own| combination.implies(own)))
        })
    };
    let is_open = |i: &usize| matches!(terms[*i].term, Term::AnyOf(_));
    match (0..terms.len()).filter(is_open).find(adds_nothing) {
        Some(i) => Err(terms[i].token.error(Kind::AddsNothing)),
        None => Ok(()),
    }
}

/// Rejects an offset of the bottom layer for goals in which it has no effect or no clear meaning.
fn check_offset(parsed: &ParsedTerm<'_>, combinations: &[Combination]) -> Result<(), ExpressionError> {
    // Corners 0 to 3 are in the top layer and 4 to 7 in the bottom layer. Edges 0 to 3 are in the top layer, 4 to 7 in
    // the bottom layer, and 8 to 11 between them.
    let top = |Combination { pieces, .. }: &Combination| pieces.corners & 0xf != 0 || pieces.edges & 0xf != 0;
    let bottom =
        |Combination { pieces, .. }: &Combination| pieces.corners & 0xf0 != 0 || pieces.edges & 0xf0 != 0;
    if combinations.iter().any(top) {
        Err(parsed.token.error(Kind::OffsetWithTop))
    } else if !combinations.iter().any(bottom) {
        Err(parsed.token.error(Kind::OffsetOfNothing))
    } else if combinations.iter().any(|combination| combination.axis == Some(Axis::Y)) {
        Err(parsed.token.error(Kind::OffsetFlips))
    } else {
        Ok(())
    }
}
