//! User-defined goals: terms joined by `+`, all of which must hold at once.
//!
//! | term | requires |
//! |---|---|
//! | `cross` | the four bottom edges |
//! | `xcross`, `xxcross`, `xxxcross` | the cross and one, two or three slots; `xcross FR` names the first of them |
//! | `eocross`, `eoxcross`, ... | the same and `eo` |
//! | `FR`, `FL`, `BR`, `BL` | a slot: its corner and its edge |
//! | `DF`, `UF`, `FR edge` | an edge; edges of slots need the word `edge`, since the name alone is the slot |
//! | `DR edge` | the edge DR; without the word only beside other pieces, since DR is also domino reduction |
//! | `DFR`, `FR corner` | a corner |
//! | `FR, BL edges`, `FR, UFR corners` | several edges or corners |
//! | `slot edges`, `slot corners` | the edges or corners of all four slots |
//! | `f2l` | the cross and all four slots |
//! | `line F/B`, `line L/R` | the edges DF and DB, or DL and DR |
//! | `2x2x2 DBL` | the block at a corner: the corner and the three edges that touch it |
//! | `2x2x3 DB` | the block along an edge: the 2x2x2 blocks at its two ends |
//! | `1x2x3 DL`, `fb DL` | the first block of Roux: a bottom edge and the two slots beside it, here FL and BL |
//! | `line`, `2x2x2`, `2x2x3`, `1x2x3` | the same in any place relative to the bottom; the shortest counts |
//! | `eo F/B`, `eo FB`, `eo(FB)` | all twelve edges oriented relative to one axis: F/B, L/R or U/D |
//! | `any eo` | all twelve edges oriented relative to any of the three axes; the shortest counts |
//! | `eo` | the same as `any eo`; with the whole cross or with `offset D`, relative to F/B or L/R |
//! | `eoline F/B`, `eoline L/R` | the line on an axis, with all edges oriented relative to that axis |
//! | `eoline` | either of these two; the shorter counts |
//! | `any slot`, `1 slot`, `2 slots` | any slots that the other terms do not solve; the shortest choice counts |
//! | `FR or BL`, `1x2x3 DL or DR` | any one of these terms, or of these places |
//! | `offset D` | no further pieces; the bottom layer may be offset as a whole by D, D2 or D' |
//!
//! Case is ignored, spaces are optional, and the letters of a piece may be in any order. Pieces are solved relative to
//! the centres; with `offset D`, pieces of the bottom layer are solved relative to one another. Like all goals,
//! expressions are defined for the D bottom.
//!
//! # Blocks and lines
//!
//! A block without a place has four placements, a line has two: a 2x2x2 is at a bottom corner, and a 2x2x3 or a 1x2x3
//! is at a bottom edge. A 2x2x3 along a vertical edge must be named by its place, as in `2x2x3 FR`; with another colour
//! at the bottom it is a placement of `2x2x3`. `any 2x2x2` is the same as `2x2x2`.
//!
//! A block without a place takes any place that the other terms do not solve already. It may share pieces with them:
//! `cross + 2x2x2` is an xcross. Blocks of the same size share no pieces unless every one of them has a place:
//! `1x2x3 + 1x2x3` and `1x2x3 DL + 1x2x3` are the two blocks of Roux.
//!
//! # Axes
//!
//! Edge orientation relative to U/D is preserved by quarter turns of the four sides, all of which break a cross, and by
//! half turns of U and D. Hence `cross + eo` is EOCross, relative to F/B or L/R. The other readings are
//! `cross + any eo` and `cross + eo U/D`.
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
//! // There is one target for each choice.
//! let choices = |text: &str| expression::parse(text).unwrap().stages[0].choices.len();
//! assert_eq!(choices("cross + 2 slots"), 6);
//! assert_eq!(choices("cross + FR + any slot + eo"), 3 * 2);
//! assert_eq!(choices("2x2x3 + any eo"), 4 * 3);
//! assert_eq!(choices("2x2x3 DB + slot edges"), 1);
//!
//! // An offset adds seeds to a target.
//! let offset = expression::parse("cross + offset D").unwrap();
//! assert_eq!(offset.stages[0].choices[0].goal_states.len(), 4);
//! assert!(offset.stages[0].is_met(&cube("D'")));
//! ```
//!
//! Errors have a column and a hint:
//!
//! ```
//! use cubiform_cube::goal::expression;
//!
//! let error = expression::parse("cross + FR egde").unwrap_err();
//! assert_eq!(error.to_string(), "column 12: unknown goal term 'egde' (did you mean 'edge'?)");
//! let error = expression::parse("f2l + DF").unwrap_err();
//! assert_eq!(error.to_string(), "column 7: 'DF' is already part of 'f2l'; remove it");
//! ```

mod choices;
mod error;
mod read;
mod term;

use super::{Placement, Stage, Target, Variant};
use choices::choices;
use read::ParsedTerm;
use term::Term;

pub(in crate::goal) use error::MAX_CHOICES;
pub use error::{ExpressionError, ExpressionErrorKind};

/// Reads a goal expression and returns it as a variant with one stage. Both are named by the expression in canonical
/// form, with the terms in the given order.
///
/// # Errors
/// The first token that is not valid, or else a term that conflicts with the others.
pub fn parse(text: &str) -> Result<Variant, ExpressionError> {
    let mut terms = read::terms(text)?;
    // `eo` alone allows any axis. As `any eo` its name differs from that of the variant `eo`.
    if let [only] = &mut terms[..]
        && only.term == Term::Eo(None)
    {
        only.term = Term::AnyEo;
    }
    let dr = if read::dr_needs_word(&terms) { "DR edge" } else { "DR" };
    let mut name = String::new();
    for (i, parsed) in terms.iter().enumerate() {
        name += match i {
            0 => "",
            _ if parsed.is_alternative => " or ",
            _ => " + ",
        };
        name += &match parsed.term {
            Term::Edge(read::DR) => dr.to_string(),
            term => term.to_string(),
        };
    }
    let stage = Stage::of_expression(name.clone(), choices_of(&alternatives(&terms)?)?);
    Ok(Variant { name: name.into(), stages: vec![stage] })
}

/// Returns the targets of several expressions, any one of which is to be met.
///
/// # Errors
/// The first error in any of the texts.
pub(super) fn choices_of_any(texts: &[&str]) -> Result<Vec<Target>, ExpressionError> {
    let all: Result<Vec<_>, _> = texts.iter().map(|text| read::terms(text)).collect();
    choices_of(&all?)
}

/// Returns every list of terms in which one of each group of alternatives is left.
fn alternatives<'a>(terms: &[ParsedTerm<'a>]) -> Result<Vec<Vec<ParsedTerm<'a>>>, ExpressionError> {
    let mut lists = vec![Vec::new()];
    for group in terms.chunk_by(|_, next| next.is_alternative) {
        if group.len() * lists.len() > MAX_CHOICES {
            return Err(group[group.len() - 1].token.error(ExpressionErrorKind::TooManyChoices));
        }
        let lists_before = lists.len();
        for _ in 1..group.len() {
            lists.extend_from_within(..lists_before);
        }
        let terms = group.iter().flat_map(|term| std::iter::repeat_n(*term, lists_before));
        lists.iter_mut().zip(terms).for_each(|(list, term)| list.push(term));
    }
    Ok(lists)
}

/// Returns the targets of several lists of terms, any one of which is to be met. If there are several, the blocks and lines
/// whose places they name are part of the choice that a target stands for.
fn choices_of(lists: &[Vec<ParsedTerm<'_>>]) -> Result<Vec<Target>, ExpressionError> {
    let mut all: Vec<Target> = Vec::new();
    for terms in lists {
        let placements = terms.iter().filter_map(|parsed| match parsed.term {
            Term::Placed(placement) if lists.len() > 1 => Some(placement),
            _ => None,
        });
        let placements: Vec<Placement> = placements.collect();
        for mut target in choices(terms)? {
            target.choice.placements.splice(0..0, placements.iter().copied());
            if !all.contains(&target) {
                all.push(target);
            }
        }
        if all.len() > MAX_CHOICES {
            let last = terms[terms.len() - 1].token;
            return Err(last.error(ExpressionErrorKind::TooManyChoices));
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::moves::Move;
    use crate::piece::{PieceSet, is_flipped};
    use crate::state::Cube;

    fn only_target(text: &str) -> Target {
        let goal = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let [stage] = &goal.stages[..] else { panic!("{text}: one stage") };
        let [target] = &stage.choices[..] else { panic!("{text}: one target") };
        target.clone()
    }

    #[test]
    fn goals_are_written_canonically() {
        for (text, written) in [
            ("cross", "cross"),
            ("  CROSS+rf ", "cross + FR"),
            ("lb + LINE", "BL + line"),
            ("RF edge", "FR edge"),
            ("UF", "UF"),
            ("fu edge", "UF"),
            ("dr edge", "DR edge"),
            ("dr,df edges", "DR + DF"),
            ("DR edge + eo", "DR edge + eo"),
            ("dr + fr", "DR + FR"),
            ("rd + offset d", "DR edge + offset D"),
            ("DFR", "DFR"),
            ("rfd corner", "DFR"),
            ("FR corner", "DFR"),
            ("FR, BL edges", "FR edge + BL edge"),
            ("fr,UF , bl EDGES", "FR edge + UF + BL edge"),
            ("FR, UFR corners", "DFR + URF"),
            ("slot edges + slot corners", "slot edges + slot corners"),
            ("f2l", "f2l"),
            ("2x2x2 LBD", "2x2x2 DBL"),
            ("any 2X2X2", "2x2x2"),
            ("2X2X3", "2x2x3"),
            ("2x2x3 bd+eo", "2x2x3 DB + eo"),
            ("fb", "1x2x3"),
            ("FB ld", "1x2x3 DL"),
            ("1x2x3 + any fb", "1x2x3 + 1x2x3"),
            ("line", "line"),
            ("line BF", "line F/B"),
            ("LINE(L/R)", "line L/R"),
            ("eo", "any eo"),
            ("any EO", "any eo"),
            ("cross + any eo", "cross + any eo"),
            ("eo F/B", "eo F/B"),
            ("eo bf", "eo F/B"),
            ("eo(LR)", "eo L/R"),
            ("eo ( u / d )", "eo U/D"),
            ("eoline", "eoline"),
            ("any eoline", "eoline"),
            ("eoline rl", "eoline L/R"),
            ("cross + any slot", "cross + 1 slot"),
            ("XCross", "cross + 1 slot"),
            ("xxcross rf", "cross + FR + 1 slot"),
            ("xxxcross", "cross + 3 slots"),
            ("eocross", "cross + eo"),
            ("EO_xcross BL + UF", "cross + eo + BL + UF"),
            ("cross + 1 slots", "cross + 1 slot"),
            ("cross + 02 slots", "cross + 2 slots"),
            ("cross\n+\toffset d", "cross + offset D"),
            ("1x2x3 dl OR rd + eo", "1x2x3 DL or 1x2x3 DR + eo"),
            ("2x2x2 DBL or dfl or FR", "2x2x2 DBL or 2x2x2 DLF or FR"),
            ("xcross FR or BL", "cross + FR or BL"),
            ("line or eoline f/b", "line or eoline F/B"),
        ] {
            let goal = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(goal.name, written, "{text}");
            assert_eq!(goal.stages[0].name, written);
            assert_eq!(parse(written), Ok(goal), "{text}: the canonical form round-trips");
        }
    }

    /// `DR` is domino reduction to those who solve in the fewest moves.
    #[test]
    fn dr_without_other_pieces_is_refused() {
        let edge = "stands for domino reduction, which cannot be combined; write DR edge for the edge at DR";
        for (text, column, token) in [
            ("dr", 1, "dr"),
            (" DR", 2, "DR"),
            ("eo F/B + DR", 10, "DR"),
            ("DR + any eo", 1, "DR"),
            ("eoline F/B + DR", 14, "DR"),
            ("DR + offset D", 1, "DR"),
            ("DR U/D", 1, "DR"),
            ("dr-ud", 1, "dr"),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!((error.column, error.message()), (column, format!("'{token}' {edge}")), "{text}");
        }
        for (text, meaning) in [("domino + FR", "domino reduction"), ("cross + htr", "half-turn reduction")] {
            let message = crate::goal::Variant::read(text).unwrap_err().message();
            let wanted = format!("stands for {meaning}, which cannot be combined; it is a goal of its own");
            assert!(message.ends_with(&wanted), "{text}: {message}");
        }
        for text in
            ["DR edge", "RD", "DR + FR", "1x2x3 DR", "2x2x3 DR", "FR + DR + eo", "DL + DR", "any slot + DR"]
        {
            assert!(parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn expressions_equal_the_named_stages() {
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
    fn terms_solve_the_pieces_they_name() {
        let pieces = |text: &str| only_target(text).pieces;
        assert_eq!(pieces("FR + BL"), pieces("FR, BL edges + FR, BL corners"));
        assert_eq!(pieces("2x2x2 DBL"), pieces("BL + DB + DL"));
        assert_eq!(pieces("2x2x2 URF"), pieces("URF + UR + UF + FR edge"));
        assert_eq!(pieces("2x2x3 DL"), pieces("BL + FL + DL + DB + DF"));
        assert_eq!(pieces("2x2x3 BL"), pieces("2x2x2 DBL + 2x2x2 UBL"));
        assert_eq!(pieces("fb DL"), pieces("BL + FL + DL"));
        assert_eq!(pieces("fb DF"), pieces("FR + FL + DF"));
        assert_eq!(pieces("line F/B"), pieces("DF + DB"));
        assert_eq!(pieces("eoline L/R"), pieces("DL + DR"));
        assert_eq!(pieces("eo F/B"), PieceSet::default());
        let choice = only_target("2x2x2 DBL + FR edge").choice;
        assert_eq!(choice.corners.iter().map(|slot| slot.name()).collect::<Vec<_>>(), ["BL"]);
        assert_eq!(choice.edges.iter().map(|slot| slot.name()).collect::<Vec<_>>(), ["FR", "BL"]);
        // A slot is open if only its edge is given.
        assert_eq!(parse("cross + slot edges + any slot").unwrap().stages[0].choices.len(), 4);
    }

    #[test]
    fn alternatives_are_choices() {
        assert_choices("1x2x3 DL or DR", &["1x2x3 DL", "1x2x3 DR"]);
        assert_choices("cross + FR or BL", &["cross + FR", "cross + BL"]);
        assert_choices(
            "cross or fb DL + UF or UB",
            &["cross + UF", "cross + UB", "fb DL + UF", "fb DL + UB"],
        );
        assert_choices("FR or FR", &["FR"]);
        let choices = parse("1x2x3 DL or DR").unwrap().stages.remove(0).choices;
        let places: Vec<String> = choices.iter().map(|t| t.choice.placements[0].to_string()).collect();
        assert_eq!(places, ["1x2x3 DL", "1x2x3 DR"], "an answer names the place");
        for (text, column, token) in [
            ("or FR", 1, "or"),
            ("FR or", 6, ""),
            ("FR or + BL", 7, "+"),
            ("DF, DB edges or UF", 14, "or"),
            ("FR or DF, DB edges", 7, "DF"),
            ("cross + FR or DF", 15, "DF"),
            ("FR or FL + BR or BL + UF or UB + UR or UL + DF or DB + URF or UFL", 63, "UFL"),
            ("1x2x3 or 2x2x2 + any eo + 2 slots + UF or UB + UR or UL", 48, "UR"),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!((error.column, &error.token[..]), (column, token), "{text}: {error}");
        }
    }

    /// Compares the targets of a goal with those of goals with one target each.
    fn assert_choices(text: &str, of: &[&str]) {
        let choices = parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).stages.remove(0).choices;
        let content = |target: &Target| (target.pieces, target.oriented, target.goal_states.clone());
        let mut contents: Vec<_> = choices.iter().map(content).collect();
        let mut wanted: Vec<_> = of.iter().map(|text| content(&only_target(text))).collect();
        contents.sort_by_key(|(pieces, axis, _)| (*pieces, *axis));
        wanted.sort_by_key(|(pieces, axis, _)| (*pieces, *axis));
        assert_eq!(contents, wanted, "{text}");
    }

    #[test]
    fn terms_without_a_place_allow_every_place_over_the_bottom() {
        let corners = ["DFR + DF + DR + FR edge", "FL + DF + DL", "BL + DB + DL", "BR + DB + DR"];
        assert_choices("2x2x2", &corners);
        assert_choices("2x2x3", &["2x2x3 DF", "2x2x3 DR", "2x2x3 DB", "2x2x3 DL"]);
        assert_choices("1x2x3", &["FR + BR + DR", "FL + BL + DL", "FR + FL + DF", "BR + BL + DB"]);
        assert_choices("line", &["DF + DB", "DL + DR"]);
        assert_choices("eoline", &["DF + DB + eo F/B", "DL + DR + eo L/R"]);
        assert_choices("any eo", &["eo F/B", "eo L/R", "eo U/D"]);
        // With a place, it is a single target.
        assert_choices("2x2x2 UBL", &["UBL + UB + UL + BL edge"]);
        assert_choices("2x2x3 FR", &["DFR + URF + FR edge + DF + DR + UF + UR"]);
    }

    #[test]
    fn eo_without_axis_allows_the_axes_compatible_with_other_terms() {
        assert_choices("FR + eo", &["FR + eo F/B", "FR + eo L/R", "FR + eo U/D"]);
        assert_choices("cross + eo", &["cross + eo F/B", "cross + eo L/R"]);
        assert_choices("DF + DR + DB + DL + eo", &["cross + eo F/B", "cross + eo L/R"]);
        assert_choices("cross + any eo", &["cross + eo F/B", "cross + eo L/R", "cross + eo U/D"]);
        assert_choices("DF + eo + offset D", &["DF + eo F/B + offset D", "DF + eo L/R + offset D"]);
        assert_choices("cross + eoline", &["cross + eo F/B", "cross + eo L/R"]);
    }

    #[test]
    fn open_terms_combine_into_minimal_choices() {
        assert_choices("cross + 2x2x2", &["cross + FR", "cross + FL", "cross + BR", "cross + BL"]);
        assert_choices("cross + FR + 2x2x2", &["cross + FR + FL", "cross + FR + BR", "cross + FR + BL"]);
        assert_choices("1x2x3 + 1x2x3", &["FR + BR + DR + FL + BL + DL", "FR + FL + DF + BR + BL + DB"]);
        assert_choices("1x2x3 DL + 1x2x3", &["FR + BR + DR + FL + BL + DL"]);
        assert_choices("2x2x2 + 2x2x2", &["2x2x2 DFR + 2x2x2 DBL", "2x2x2 DFL + 2x2x2 DRB"]);
        assert_choices("2x2x2 DBL + 2x2x2 DFL", &["2x2x3 DL"]);
        assert_choices("1x2x3 + DF", &["fb DL + DF", "fb DR + DF", "fb DF", "fb DB + DF"]);
        assert_choices("line + line", &["cross"]);
        assert_choices("line + DF", &["line F/B", "line L/R + DF"]);
        assert_choices("2x2x2 DBL + any slot", &["2x2x2 DBL + FR", "2x2x2 DBL + FL", "2x2x2 DBL + BR"]);
        let slots = ["DR", "DL"].map(|edge| format!("slot edges + slot corners + line F/B + {edge}"));
        assert_choices("2x2x2 + 3 slots + line F/B", &slots.each_ref().map(|text| &text[..]));
        // A choice that implies another is dropped: with these edges the blocks DR and DL are never shorter.
        assert_choices("1x2x3 + 1x2x3 + line F/B", &["FR + FL + DF + BR + BL + DB"]);
        let choices = |text: &str| parse(text).unwrap().stages.remove(0).choices;
        let placements =
            |target: &Target| target.choice.placements.iter().map(ToString::to_string).collect::<Vec<_>>();
        let named: Vec<Vec<String>> = choices("UF + 1x2x3 + 1x2x3").iter().map(placements).collect();
        assert_eq!(named, [["1x2x3 DR", "1x2x3 DL"], ["1x2x3 DF", "1x2x3 DB"]]);
        assert_eq!(placements(&choices("2x2x2 DBL")[0]), [""; 0], "only open places are listed");
    }

    /// All combinations of the open terms, each repeated as often as it can occur.
    #[test]
    fn no_goal_has_more_than_60_choices() {
        let open = ["2x2x2", "2x2x2", "2x2x3", "1x2x3", "1x2x3", "line", "line"];
        let others = [
            "", "+ any eo", "+ eoline", "+ FR edge + 1 slot", "+ 2 slots", "+ 1 slot + any eo",
            "+ 2 slots + any eo",
        ];
        let mut most = 0;
        for (set, other) in (1..1 << open.len()).flat_map(|set: usize| others.map(|other| (set, other))) {
            let terms: Vec<&str> = (0..open.len()).filter(|i| set >> i & 1 == 1).map(|i| open[i]).collect();
            let Ok(goal) = parse(&format!("{} {other}", terms.join(" + "))) else { continue };
            most = most.max(goal.stages[0].choices.len());
        }
        assert_eq!(most, 60);
    }

    #[test]
    fn seeds_meet_their_target() {
        for text in [
            "f2l + eo",
            "cross + 2 slots + offset D + eo F/B",
            "any eo + UF",
            "eoline + offset D + BL",
            "fb + 2x2x2 + eo",
        ] {
            for target in parse(text).unwrap().stages.remove(0).choices {
                assert!(target.goal_states.iter().all(|seed| target.is_met(seed)), "{text}");
            }
        }
    }

    #[test]
    fn eoline_has_270336_states() {
        // 12 * 11 positions of two edges times 2^11 orientations of the twelve. A state is the flip of each position
        // and the positions of the two tracked edges.
        let target = only_target("eoline F/B");
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
    fn errors_have_column_token_and_hint() {
        const TERMS: &str =
            "write terms such as cross, FR, DF, DFR, eo, 2x2x2 DBL or offset D, with '+' between them";
        const A_TERM: &str = "expected a term, such as cross, FR or 2x2x2 DBL";
        const PIECES: &str = "name an edge by two adjacent faces, as in UF, or a corner by three, as in URF";
        for (text, message) in [
            ("", &format!("column 1: unexpected end of goal; {A_TERM}")[..]),
            (" \t", &format!("column 3: unexpected end of goal; {A_TERM}")),
            ("cross +", &format!("column 8: unexpected end of goal; {A_TERM}")),
            ("cross + + FR", &format!("column 9: unexpected '+'; {A_TERM}")),
            ("crss", "column 1: unknown goal term 'crss' (did you mean 'cross'?)"),
            ("é + ross", &format!("column 1: unknown goal term 'é'; {TERMS}")),
            ("xxcros FR", "column 1: unknown goal term 'xxcros' (did you mean 'xxcross'?)"),
            ("xcross FR BL", "column 11: unexpected 'BL'; expected '+', 'or' or the end of the goal"),
            ("cross + xcross", "column 9: 'xcross' is already part of 'cross'; remove it"),
            ("2x2", "column 1: unknown goal term '2x2' (did you mean '2x2x2'?)"),
            ("cross & FR", &format!("column 7: unknown goal term '&'; {TERMS}")),
            ("cross FR", "column 7: unexpected 'FR'; expected '+', 'or' or the end of the goal"),
            ("UD", &format!("column 1: 'UD' is not a piece; {PIECES}")),
            ("FR + ufd edge", &format!("column 6: 'ufd' is not a piece; {PIECES}")),
            ("D", &format!("column 1: unexpected 'D'; {A_TERM}")),
            ("edges", &format!("column 1: unexpected 'edges'; {A_TERM}")),
            ("DFR edge", "column 1: unexpected 'DFR'; expected an edge, such as FR"),
            ("UF corner", "column 1: unexpected 'UF'; expected a corner or a slot, such as DFR or FR"),
            (
                "FR + BL edges",
                "column 9: unexpected 'edges'; expected 'edge' or 'corner', or a list of pieces, as in FR, BL edges",
            ),
            ("FR, BL", "column 7: unexpected end of goal; expected ',', 'edges' or 'corners'"),
            ("FR, cross edges", "column 5: unexpected 'cross'; expected a piece, such as DF"),
            ("FR, FR edges", "column 5: 'FR' is already part of 'FR edge'; remove it"),
            ("2x2x2 FR", "column 7: unexpected 'FR'; expected a corner, such as DBL"),
            ("any 2x2x2 DBL", "column 11: unexpected 'DBL'; expected '+', 'or' or the end of the goal"),
            ("1x2x3 UL", "column 7: unexpected 'UL'; expected a bottom edge, such as DL"),
            ("line DF DB", "column 6: unexpected 'DF'; expected the axis of a line: F/B or L/R"),
            ("eoline U/D", "column 8: unexpected 'U'; expected the axis of a line: F/B or L/R"),
            ("2x2x3 DFR", "column 7: unexpected 'DFR'; expected an edge, such as FR"),
            ("eo FR", "column 4: unexpected 'FR'; expected an axis: F/B, L/R or U/D"),
            ("eo F/", "column 4: unexpected 'F'; expected an axis: F/B, L/R or U/D"),
            ("eo (", "column 5: unexpected end of goal; expected an axis: F/B, L/R or U/D"),
            ("eo (FB", "column 7: unexpected end of goal; expected ')'"),
            (
                "eo + cross + eoline",
                "column 14: 'eoline' is a second term for edge orientation; keep one of them",
            ),
            ("offset U", "column 8: unexpected 'U'; expected D"),
            ("cross + offset D + offset  d", "column 20: 'offset  d' occurs twice; remove it"),
            (
                "FR edge + offset D",
                "column 11: 'offset D' affects no piece of this goal; add pieces of the bottom layer, as in cross + \
                 offset D",
            ),
            (
                "offset D + cross + UF",
                "column 1: 'offset D' cannot be combined with pieces of the top layer; remove one or the other",
            ),
            (
                "cross + eo U/D + offset D",
                "column 18: 'offset D' flips edges relative to U/D; write eo F/B or eo L/R",
            ),
            (
                "any FR",
                "column 5: unexpected 'FR'; expected 'slot', 'eo', a line or a block, as in any 2x2x2",
            ),
            (
                "cross + any eo + offset D",
                "column 18: 'offset D' flips edges relative to U/D; write eo F/B or eo L/R",
            ),
            ("2 corners", "column 3: unexpected 'corners'; expected 'slots'"),
            ("cross + 0 slots", "column 9: '0 slots' adds no slot; remove it, or write a number from 1 to 4"),
            ("FR + 4 slots", "column 6: '4 slots' is too many; the other terms leave 3"),
            ("f2l + any slot", "column 7: 'any slot' is too many; the other terms include all four slots"),
            (
                "any slot + 2 slots",
                "column 12: '2 slots' is a second term for the number of slots; write the total, as in 2 slots",
            ),
            (
                "99999999999999999999999 slots",
                "column 1: '99999999999999999999999 ' is too many; the other terms leave 4",
            ),
            ("DF + cross", "column 1: 'DF' is already part of 'cross'; remove it"),
            ("cross + cross", "column 9: 'cross' is already part of 'cross'; remove it"),
            ("eoline F/B + line F/B", "column 14: 'line F/B' is already part of 'eoline F/B'; remove it"),
            ("1x2x3 DL + FL", "column 12: 'FL' is already part of '1x2x3 DL'; remove it"),
            ("eoline + line", "column 10: 'line' is implied by the other terms; remove it"),
            ("cross + line", "column 9: 'line' is implied by the other terms; remove it"),
            ("f2l + 2x2x2", "column 7: '2x2x2' is implied by the other terms; remove it"),
            ("2x2x2 + 2x2x3", "column 1: '2x2x2' is implied by the other terms; remove it"),
            (
                "2x2x3 + 2x2x3",
                "column 9: '2x2x3' does not fit beside the other terms; blocks of one size may share pieces only if \
                 all have places, as in 2x2x3 DL",
            ),
            (
                "2x2x2 + FR + any 2x2x2 + 2x2x2",
                "column 26: '2x2x2' does not fit beside the other terms; blocks of one size may share pieces only if \
                 all have places, as in 2x2x3 DL",
            ),
            ("2x2x2 + 4 slots", "column 9: '4 slots' is too many; the other terms leave 3"),
            ("slot\u{0}", &format!(r"column 5: unknown goal term '\0'; {TERMS}")),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert_eq!(error, message);
        }
    }
}
