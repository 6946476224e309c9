//! Goals of one's own, as a small expression: terms joined by `+`, all of which must be reached at once.
//!
//! | term | asks for |
//! |---|---|
//! | `cross` | the four edges of the bottom |
//! | `FR`, `FL`, `BR`, `BL` | a slot: its corner and its edge |
//! | `DF`, `UF`, `FR edge` | an edge; one of a slot with the word, since without it the slot is meant |
//! | `DFR`, `FR corner` | a corner |
//! | `FR, BL edges`, `FR, UFR corners` | several edges or corners |
//! | `slot edges`, `slot corners` | those of all four slots |
//! | `f2l` | the cross and all four slots |
//! | `line` | the edges DF and DB |
//! | `2x2x2 DBL` | the block at a corner: the corner and the three edges that touch it |
//! | `2x2x3`, `2x2x3 DB` | the block along an edge, DL unless it is said: the 2x2x2 blocks at its two ends |
//! | `1x2x3`, `fb` | Roux's first block, on the left: FL, BL and the edge DL |
//! | `eo` | all twelve edges oriented, relative to F/B or to L/R, whichever is shorter |
//! | `eo F/B`, `eo FB`, `eo(FB)` | the same relative to one axis: F/B, L/R or U/D |
//! | `eoline` | the line, and all edges oriented relative to F/B |
//! | `any slot`, `1 slot`, `2 slots` | so many slots, of those that the other terms do not solve, whichever are shortest |
//! | `offset D` | nothing more, but the bottom layer may be off by D, D2 or D' as a whole |
//!
//! Upper and lower case are the same, spaces are free, and the letters of a piece may stand in any order. Everything
//! is solved relative to the centres, with `offset D` all but the pieces of the bottom layer, which are solved
//! relative to one another. Like all goals these are stated for the D bottom.
//!
//! ```
//! use cubiform_cube::{Algorithm, goal::expression};
//!
//! let goal = expression::parse("CROSS+rf").unwrap();
//! assert_eq!(goal.name, "cross + FR");
//! let cube = |moves: &str| Algorithm::parse(moves).unwrap().cube();
//! assert!(goal.stages[0].is_met(&cube("L' U L")));
//! assert!(!goal.stages[0].is_met(&cube("R U R'")));
//!
//! // Where there is something to choose, there is a target for each choice.
//! let choices = |text: &str| expression::parse(text).unwrap().stages[0].choices.len();
//! assert_eq!(choices("cross + 2 slots"), 6);
//! assert_eq!(choices("cross + FR + any slot + eo"), 3 * 2);
//! assert_eq!(choices("2x2x3 DB + slot edges"), 1);
//!
//! // A freedom is a longer list of seeds.
//! let free = expression::parse("cross + offset D").unwrap();
//! assert_eq!(free.stages[0].choices[0].seeds.len(), 4);
//! assert!(free.stages[0].is_met(&cube("D'")));
//! ```
//!
//! What cannot be read is said with its place:
//!
//! ```
//! use cubiform_cube::goal::expression;
//!
//! let error = expression::parse("cross + FR egde").unwrap_err();
//! assert_eq!(error.to_string(), "column 12: 'egde' is no word of goals; did you mean 'edge'?");
//! let error = expression::parse("f2l + DF").unwrap_err();
//! assert_eq!(error.to_string(), "column 7: 'DF' is already part of 'f2l'; leave it out");
//! ```

mod error;
mod read;
mod term;

use super::slot::subsets;
use super::variants::offsets;
use super::{Choice, Slot, Stage, Target, Variant};
use crate::face::Axis;
use crate::piece::PieceSet;
use read::Part;
use term::Term;

pub use error::{ExpressionError, ExpressionErrorKind};

/// Reads a goal: a variant of one stage. Both are named by the goal, its terms written in one way and in the order
/// given.
///
/// # Errors
/// The first token that cannot be understood, or else a term that does not go with the others.
pub fn parse(text: &str) -> Result<Variant, ExpressionError> {
    let parts = read::parts(text)?;
    let name = parts.iter().map(|part| part.term.to_string()).collect::<Vec<_>>().join(" + ");
    let stage = Stage { name: name.clone().into(), choices: choices(&parts)? };
    Ok(Variant { name: name.into(), stages: vec![stage] })
}

/// A target for each choice of slots and, of those, for each axis.
fn choices(parts: &[Part<'_>]) -> Result<Vec<Target>, ExpressionError> {
    check_repetitions(parts)?;
    let orients = |term: Term| Some(term.axes()).filter(|axes| !axes.is_empty());
    let oriented = only(parts, orients, ExpressionErrorKind::SecondOrientation)?;
    let axes = oriented.map_or(vec![None], |(_, axes)| axes.into_iter().map(Some).collect());
    let fixed = parts.iter().fold(PieceSet::default(), |pieces, part| pieces.union(part.term.pieces()));
    let sets = piece_sets(parts, fixed)?;
    let is_offset = |term| (term == Term::Offset).then_some(());
    let offset = only(parts, is_offset, ExpressionErrorKind::SecondOffset)?;
    if let Some((part, ())) = offset {
        check_offset(part, &sets, &axes)?;
    }
    let turns = if offset.is_some() { 4 } else { 1 };
    let target = |pieces: PieceSet, oriented| Target {
        choice: Choice::among(pieces),
        oriented,
        ..Target::new(pieces, offsets(turns))
    };
    Ok(sets.iter().flat_map(|pieces| axes.iter().map(|axis| target(*pieces, *axis))).collect())
}

/// The part that is `wanted`, of which there may be one, and what is wanted of it.
fn only<'p, 't, T>(
    parts: &'p [Part<'t>],
    wanted: impl Fn(Term) -> Option<T>,
    second: ExpressionErrorKind,
) -> Result<Option<(&'p Part<'t>, T)>, ExpressionError> {
    let mut found = parts.iter().filter_map(|part| Some((part, wanted(part.term)?)));
    let first = found.next();
    found.next().map_or(Ok(first), |(part, _)| Err(part.token.error(second)))
}

/// Refuses terms of which another has all pieces; of two that are the same, the later.
fn check_repetitions(parts: &[Part<'_>]) -> Result<(), ExpressionError> {
    for (i, part) in parts.iter().enumerate() {
        let own = part.term.pieces();
        // Terms with an orientation ask for more than their pieces.
        if own == PieceSet::default() || !part.term.axes().is_empty() {
            continue;
        }
        let repeats = |(j, other): &(usize, &Part<'_>)| {
            let pieces = other.term.pieces();
            *j != i && pieces.contains(own) && (pieces != own || *j < i || !other.term.axes().is_empty())
        };
        if let Some((_, other)) = parts.iter().enumerate().find(repeats) {
            let whole = other.term.to_string();
            return Err(part.token.error(ExpressionErrorKind::Repeated { whole }));
        }
    }
    Ok(())
}

/// For each choice of slots its pieces and the `fixed` ones; only those if there is nothing to choose.
fn piece_sets(parts: &[Part<'_>], fixed: PieceSet) -> Result<Vec<PieceSet>, ExpressionError> {
    let slots = |term| if let Term::Slots(count) = term { Some(count) } else { None };
    let Some((part, count)) = only(parts, slots, ExpressionErrorKind::SecondSlots)? else {
        return Ok(vec![fixed]);
    };
    // A slot of which one piece is given can still be solved.
    let open: Vec<Slot> = Slot::ALL.into_iter().filter(|slot| !fixed.contains(slot.pair())).collect();
    if count == 0 {
        return Err(part.token.error(ExpressionErrorKind::NoSlots));
    }
    if count > open.len() {
        return Err(part.token.error(ExpressionErrorKind::TooManySlots { left: open.len() }));
    }
    let with = |set: Vec<Slot>| set.into_iter().fold(fixed, |pieces, slot| pieces.union(slot.pair()));
    Ok(subsets(&open, count).into_iter().map(with).collect())
}

/// Refuses an offset of the bottom layer with which a goal has no meaning, or two.
fn check_offset(part: &Part<'_>, sets: &[PieceSet], axes: &[Option<Axis>]) -> Result<(), ExpressionError> {
    // Corners are numbered by layers, 0 to 3 on top; so are edges, those between the layers from 8.
    let top = |pieces: &PieceSet| pieces.corners & 0xf != 0 || pieces.edges & 0xf != 0;
    let bottom = |pieces: &PieceSet| pieces.corners & 0xf0 != 0 || pieces.edges & 0xf0 != 0;
    if sets.iter().any(top) {
        Err(part.token.error(ExpressionErrorKind::OffsetWithTop))
    } else if !sets.iter().any(bottom) {
        Err(part.token.error(ExpressionErrorKind::OffsetOfNothing))
    } else if axes.contains(&Some(Axis::Y)) {
        Err(part.token.error(ExpressionErrorKind::OffsetFlips))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::moves::Move;
    use crate::piece::is_flipped;
    use crate::state::Cube;

    fn only_target(text: &str) -> Target {
        let goal = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let [stage] = &goal.stages[..] else { panic!("{text}: one stage") };
        let [target] = &stage.choices[..] else { panic!("{text}: one target") };
        target.clone()
    }

    #[test]
    fn goals_are_written_in_one_way() {
        for (text, written) in [
            ("cross", "cross"),
            ("  CROSS+rf ", "cross + FR"),
            ("lb + LINE", "BL + line"),
            ("RF edge", "FR edge"),
            ("UF", "UF"),
            ("fu edge", "UF"),
            ("DFR", "DFR"),
            ("rfd corner", "DFR"),
            ("FR corner", "DFR"),
            ("FR, BL edges", "FR edge + BL edge"),
            ("fr,UF , bl EDGES", "FR edge + UF + BL edge"),
            ("FR, UFR corners", "DFR + URF"),
            ("slot edges + slot corners", "slot edges + slot corners"),
            ("f2l", "f2l"),
            ("2x2x2 LBD", "2x2x2 DBL"),
            ("2X2X3", "2x2x3 DL"),
            ("2x2x3 bd+eo", "2x2x3 DB + eo"),
            ("fb", "1x2x3"),
            ("eo F/B", "eo F/B"),
            ("eo bf", "eo F/B"),
            ("eo(LR)", "eo L/R"),
            ("eo ( u / d )", "eo U/D"),
            ("eoline", "eoline"),
            ("cross + any slot", "cross + 1 slot"),
            ("cross + 1 slots", "cross + 1 slot"),
            ("cross + 02 slots", "cross + 2 slots"),
            ("cross\n+\toffset d", "cross + offset D"),
        ] {
            let goal = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(goal.name, written, "{text}");
            assert_eq!(goal.stages[0].name, written);
            assert_eq!(parse(written), Ok(goal), "{text}: as written, it is read as the same");
        }
    }

    #[test]
    fn stages_that_have_names_can_be_written() {
        let choices = |text: &str| parse(text).unwrap().stages.remove(0).choices;
        let (std, eo) = (Variant::std().stages, Variant::eo().stages);
        assert_eq!(choices("cross"), std[0].choices);
        assert_eq!(choices("cross + any slot"), std[1].choices);
        assert_eq!(choices("2 slots + cross"), std[2].choices);
        assert_eq!(choices("cross + 4 slots"), std[4].choices);
        assert_eq!(choices("f2l"), std[4].choices);
        assert_eq!(choices("cross + slot edges + slot corners"), std[4].choices);
        assert_eq!(choices("cross + 3 slots + eo"), eo[3].choices);
        assert_eq!(choices("offset D + cross"), Variant::pseudo().stages[0].choices);
    }

    #[test]
    fn terms_are_the_pieces_of_their_name() {
        let pieces = |text: &str| only_target(text).pieces;
        assert_eq!(pieces("FR + BL"), pieces("FR, BL edges + FR, BL corners"));
        assert_eq!(pieces("2x2x2 DBL"), pieces("BL + DB + DL"));
        assert_eq!(pieces("2x2x2 URF"), pieces("URF + UR + UF + FR edge"));
        assert_eq!(pieces("2x2x3"), pieces("BL + FL + DL + DB + DF"));
        assert_eq!(pieces("2x2x3 BL"), pieces("2x2x2 DBL + 2x2x2 UBL"));
        assert_eq!(pieces("fb"), pieces("BL + FL + DL"));
        assert_eq!(pieces("line"), pieces("DF + DB"));
        assert_eq!(pieces("eo F/B"), PieceSet::default());
        let choice = only_target("2x2x2 DBL + FR edge").choice;
        assert_eq!(choice.corners.iter().map(|slot| slot.name()).collect::<Vec<_>>(), ["BL"]);
        assert_eq!(choice.edges.iter().map(|slot| slot.name()).collect::<Vec<_>>(), ["FR", "BL"]);
        // Any slot may still be solved if only its edge is given.
        assert_eq!(parse("cross + slot edges + any slot").unwrap().stages[0].choices.len(), 4);
    }

    #[test]
    fn every_seed_is_on_its_target() {
        for text in
            ["f2l + eo", "cross + 2 slots + offset D + eo F/B", "eo U/D + UF", "eoline + offset D + BL"]
        {
            for target in parse(text).unwrap().stages.remove(0).choices {
                assert!(target.seeds.iter().all(|seed| target.is_met(seed)), "{text}");
            }
        }
    }

    #[test]
    fn the_eoline_has_270336_states() {
        // 12 * 11 positions of two edges, 2^11 orientations of the twelve; a state is what an edge in each position
        // would be flipped by, and where the tracked two stand.
        let target = only_target("eoline");
        let axis = target.oriented.unwrap();
        let state = |cube: &Cube| {
            let flips = cube.edges().iter().enumerate().filter(|(e, p)| is_flipped(axis, *e, **p));
            let flipped = flips.fold(0u16, |set, (_, p)| set | 1 << (p / 2));
            let places: Vec<u8> = target.pieces.edges().map(|e| cube.edges()[e] / 2).collect();
            (flipped, places)
        };
        let mut seen = HashSet::from([state(&Cube::SOLVED)]);
        let mut frontier = vec![Cube::SOLVED];
        let mut met = 0;
        while let Some(cube) = frontier.pop() {
            met += usize::from(target.is_met(&cube));
            for next in Move::all().map(|m| cube.turn(m)) {
                if seen.insert(state(&next)) {
                    frontier.push(next);
                }
            }
        }
        assert_eq!((seen.len(), met), (270_336, 1));
    }

    #[test]
    fn every_fault_is_named_with_its_place_and_a_hint() {
        const TERMS: &str =
            "write terms such as cross, FR, DF, DFR, eo, 2x2x2 DBL or offset D, with '+' between them";
        const A_TERM: &str = "expected a term, such as cross, FR or 2x2x2 DBL";
        const PIECES: &str =
            "name an edge by two faces, a corner by three, of which no two are the same or opposite";
        for (text, message) in [
            ("", &format!("column 1: the goal ends too early; {A_TERM}")[..]),
            (" \t", &format!("column 3: the goal ends too early; {A_TERM}")),
            ("cross +", &format!("column 8: the goal ends too early; {A_TERM}")),
            ("cross + + FR", &format!("column 9: '+' is out of place; {A_TERM}")),
            ("crss", "column 1: 'crss' is no word of goals; did you mean 'cross'?"),
            ("é + xcross", &format!("column 1: 'é' is no word of goals; {TERMS}")),
            ("FR + xcross", "column 6: 'xcross' is no word of goals; did you mean 'cross'?"),
            ("2x2", "column 1: '2x2' is no word of goals; did you mean '2x2x2'?"),
            ("cross & FR", &format!("column 7: '&' is no word of goals; {TERMS}")),
            ("cross FR", "column 7: 'FR' is out of place; expected '+', or the end of the goal"),
            ("UD", &format!("column 1: 'UD' is no piece; {PIECES}")),
            ("FR + ufd edge", &format!("column 6: 'ufd' is no piece; {PIECES}")),
            ("D", &format!("column 1: 'D' is out of place; {A_TERM}")),
            ("edges", &format!("column 1: 'edges' is out of place; {A_TERM}")),
            ("DFR edge", "column 1: 'DFR' is out of place; expected an edge, such as FR"),
            ("UF corner", "column 1: 'UF' is out of place; expected a corner or a slot, such as DFR or FR"),
            (
                "FR + BL edges",
                "column 9: 'edges' is out of place; expected the singular, or a list as in FR, BL edges",
            ),
            ("FR, BL", "column 7: the goal ends too early; expected ',', 'edges' or 'corners'"),
            ("FR, cross edges", "column 5: 'cross' is out of place; expected the name of a piece"),
            ("FR, FR edges", "column 5: 'FR' is already part of 'FR edge'; leave it out"),
            ("2x2x2", "column 6: the goal ends too early; expected a corner, such as DBL"),
            ("2x2x2 + FR", "column 7: '+' is out of place; expected a corner, such as DBL"),
            ("2x2x3 DFR", "column 7: 'DFR' is out of place; expected an edge, such as FR"),
            ("eo FR", "column 4: 'FR' is out of place; expected an axis: F/B, L/R or U/D"),
            ("eo F/", "column 4: 'F' is out of place; expected an axis: F/B, L/R or U/D"),
            ("eo (", "column 5: the goal ends too early; expected an axis: F/B, L/R or U/D"),
            ("eo (FB", "column 7: the goal ends too early; expected ')'"),
            ("eo + cross + eoline", "column 14: 'eoline' orients the edges a second time; keep one of them"),
            ("offset U", "column 8: 'U' is out of place; expected D"),
            ("cross + offset D + offset  d", "column 20: 'offset  d' is there twice; leave it out"),
            (
                "FR edge + offset D",
                "column 11: 'offset D' moves no piece of this goal; name pieces of the bottom layer, as in cross + \
                 offset D",
            ),
            (
                "offset D + cross + UF",
                "column 1: 'offset D' cannot be had with pieces of the top layer; leave it out, or the pieces of U",
            ),
            (
                "cross + eo U/D + offset D",
                "column 18: 'offset D' flips edges relative to U/D; write eo F/B or eo L/R",
            ),
            ("any FR", "column 5: 'FR' is out of place; expected 'slot'"),
            ("2 corners", "column 3: 'corners' is out of place; expected 'slots'"),
            (
                "cross + 0 slots",
                "column 9: '0 slots' chooses no slot at all; leave it out, or write a number from 1 to 4",
            ),
            (
                "FR + 4 slots",
                "column 6: '4 slots' asks for more slots than there are; the other terms leave 3 to choose from",
            ),
            (
                "f2l + any slot",
                "column 7: 'any slot' asks for more slots than there are; the other terms have all four",
            ),
            (
                "any slot + 2 slots",
                "column 12: '2 slots' chooses slots a second time; write how many in all, as in 2 slots",
            ),
            (
                "99999999999999999999999 slots",
                "column 1: '99999999999999999999999 ' asks for more slots than \
             there are; the other terms leave 4 to choose from",
            ),
            ("DF + cross", "column 1: 'DF' is already part of 'cross'; leave it out"),
            ("cross + cross", "column 9: 'cross' is already part of 'cross'; leave it out"),
            ("eoline + line", "column 10: 'line' is already part of 'eoline'; leave it out"),
            ("1x2x3 + FL", "column 9: 'FL' is already part of '1x2x3'; leave it out"),
            ("slot\u{0}", &format!(r"column 5: '\0' is no word of goals; {TERMS}")),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert_eq!(error, message);
        }
    }
}
