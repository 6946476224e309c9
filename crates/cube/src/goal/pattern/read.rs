//! The language of case sets: the terms of goals, and terms for pieces that are only oriented, permuted or out of place.
//!
//! | term | requires |
//! |---|---|
//! | a term of a [goal](super::super::expression) | that it is met: `f2l`, `cross + 3 slots`, `1x2x3 DL`, `eo F/B` |
//! | `oll` | the pieces of the top layer in it and oriented |
//! | `co`, `eoll` | only its corners, only its edges |
//! | `co U/D` | all eight corners oriented relative to U/D, wherever they are |
//! | `cp`, `ep` | the corners, or the edges, of the top layer at home with any orientation |
//! | `solved` | all pieces |
//! | `DFR at URF` | a piece at a place: its sticker of D on U, of F on R, of R on F |
//! | `up to U` | nothing: the state may be followed by turns of U, or of `M`, `M2`, `D`, ... |

use super::super::Mask;
use super::super::expression::{self, ExpressionError, ExpressionErrorKind as Kind};
use super::super::text::{Token, Tokens, nearest_word};
use super::{ANYWHERE, MAX_PATTERNS, MAX_TURNS, Pattern, Places, union};
use crate::face::Face;
use crate::notation::Algorithm;
use crate::piece::{CORNER_FACES, EDGE_FACES, PieceSet, corner_named, edge_named};
use crate::state::Cube;

/// The words that goals lack.
const WORDS: [&str; 7] = ["oll", "co", "eoll", "cp", "ep", "solved", "up"];

/// Reads a set of states as a union of at most [`MAX_PATTERNS`] patterns.
///
/// ```
/// use cubiform_cube::{Algorithm, goal::pattern};
///
/// let oriented = pattern::parse("f2l + oll").unwrap();
/// let cube = |moves: &str| Algorithm::parse(moves).unwrap().cube();
/// assert!(oriented.iter().any(|pattern| pattern.contains(&cube("R U R' U' R' F R2 U' R' U' R U R' F'"))));
/// assert_eq!(pattern::parse("solved + up to U").unwrap().len(), 4);
///
/// let error = pattern::parse("f2l + ol").unwrap_err();
/// assert_eq!(error.to_string(), "column 7: unknown goal term 'ol' (did you mean 'oll'?)");
/// ```
///
/// # Errors
/// The first token that is not valid, or a term that conflicts with the others.
pub fn parse(text: &str) -> Result<Vec<Pattern>, ExpressionError> {
    let mut tokens = Tokens::new(text, &[]);
    let (mut own, mut turns, mut goal_ranges) = (Pattern::ALL, Vec::new(), Vec::new());
    let first = tokens.peek();
    let mut joint = first.offset;
    loop {
        let start = tokens.peek();
        if let Some(pattern) = term(&mut tokens)? {
            own = own.and(&pattern);
        } else if start.is("up") {
            turns.push((start, turn(&mut tokens)?));
        } else {
            while !matches!(tokens.peek().text, "" | "+") {
                tokens.take();
            }
            // The first of the terms of goals loses its sign.
            let from = if goal_ranges.is_empty() { start.offset } else { joint };
            goal_ranges.push(from..tokens.peek().offset);
        }
        let sign = tokens.take();
        match sign.text {
            "" => break,
            "+" => joint = sign.offset,
            _ => return Err(sign.error(Kind::Expected { what: "'+' or the end of the goal" })),
        }
    }
    // With the other terms blank, errors keep their columns.
    let (mut goal, mut end) = (String::with_capacity(text.len()), 0);
    for range in &goal_ranges {
        goal.extend(text[end..range.start].chars().map(|_| ' '));
        goal.push_str(&text[range.clone()]);
        end = range.end;
    }
    let goals = if goal_ranges.is_empty() { vec![Pattern::ALL] } else { of_goal(&goal)? };
    let mut patterns = union(goals.iter().map(|goal| goal.and(&own)));
    // A turn that is repeated adds nothing.
    turns.dedup_by_key(|(_, turn)| *turn);
    for (i, (word, turn)) in turns.into_iter().enumerate() {
        if i == MAX_TURNS {
            return Err(word.error(Kind::TooManyTurns));
        }
        let powers: Vec<Cube> =
            std::iter::successors(Some(Cube::SOLVED), |cube| Some(cube.then(&turn))).take(4).collect();
        patterns = union(patterns.iter().flat_map(|pattern| powers.iter().map(|power| pattern.then(power))));
        if patterns.len() > MAX_PATTERNS {
            return Err(word.error(Kind::TooManyTurns));
        }
    }
    if patterns.is_empty() { Err(first.error(Kind::NoState)) } else { Ok(patterns) }
}

/// Returns the patterns of the terms of a goal, or of a mask.
fn of_goal(text: &str) -> Result<Vec<Pattern>, ExpressionError> {
    let mask = Mask::read(text).map(|mask| mask.map(|mask| mask.goal));
    let read = mask.unwrap_or_else(|| expression::parse(text));
    let goal = read.map_err(|mut error| {
        if let Kind::UnknownWord { nearest } = &mut error.kind {
            *nearest = nearest_word(&error.token, WORDS).or(*nearest);
        }
        error
    })?;
    Ok(goal.stages[0].choices.iter().flat_map(Pattern::of_target).collect())
}

/// Reads a term that goals lack, except `up to`.
fn term(tokens: &mut Tokens<'_>) -> Result<Option<Pattern>, ExpressionError> {
    // One orientation at each of four positions, or all orientations at one.
    let (corner, edge) = (|_| 0o1111, |_| 0b0101_0101);
    let anywhere = |_| ANYWHERE;
    let word = tokens.peek();
    let pattern = match &*word.text.to_ascii_lowercase() {
        "oll" => top_layer(corner, edge),
        "co" => top_layer(corner, anywhere),
        "eoll" => top_layer(anywhere, edge),
        "cp" => top_layer(|c| 0b111 << (3 * c), anywhere),
        "ep" => top_layer(anywhere, |e| 0b11 << (2 * e)),
        "solved" => Pattern::solved(PieceSet { corners: 0xff, edges: 0xfff }),
        _ => return piece_at_place(tokens),
    };
    tokens.take();
    if word.is("co") && tokens.peek().is("U") {
        tokens.take();
        for text in ["/", "D"] {
            let token = tokens.take();
            if !token.is(text) {
                return Err(token.error(Kind::Expected { what: "'co U/D' or '+'" }));
            }
        }
        return Ok(Some(Pattern { corners: [ANYWHERE / 0b111; 8], ..Pattern::ALL }));
    }
    Ok(Some(pattern))
}

/// Returns the pattern of these places of the corners and the edges of the top layer.
fn top_layer(corner: impl Fn(usize) -> Places, edge: impl Fn(usize) -> Places) -> Pattern {
    let mut pattern = Pattern::ALL;
    (0..4).for_each(|i| (pattern.corners[i], pattern.edges[i]) = (corner(i), edge(i)));
    pattern
}

/// Reads `DFR at URF`.
fn piece_at_place(tokens: &mut Tokens<'_>) -> Result<Option<Pattern>, ExpressionError> {
    let name = tokens.peek();
    if !tokens.peek_second().is("at") {
        return Ok(None);
    }
    tokens.take();
    tokens.take();
    let at = tokens.take();
    let mut pattern = Pattern::ALL;
    if let Some(corner) = corner_named(name.text) {
        pattern.corners[corner] = 1 << place(&CORNER_FACES, corner_named, corner, name, at)?;
    } else if let Some(edge) = edge_named(name.text) {
        pattern.edges[edge] = 1 << place(&EDGE_FACES, edge_named, edge, name, at)?;
    } else {
        return Err(name.error(Kind::NoSuchPiece));
    }
    Ok(Some(pattern))
}

/// Returns the place of a piece whose stickers, in the order of `name`, are on the faces of `at`.
fn place<const N: usize, const K: usize>(
    faces: &[[Face; K]; N],
    named: impl Fn(&str) -> Option<usize>,
    piece: usize,
    name: Token<'_>,
    at: Token<'_>,
) -> Result<usize, ExpressionError> {
    let wrong = || {
        at.error(Kind::Expected { what: "a place on as many faces, turned as the piece can be, such as URF" })
    };
    let position = named(at.text).ok_or_else(wrong)?;
    let letters = |token: Token<'_>| -> Vec<Option<Face>> {
        token.text.chars().map(|c| Face::from_letter(c.to_ascii_uppercase())).collect()
    };
    let (own, to) = (letters(name), letters(at));
    let lies = |turn: &usize| {
        (0..K).all(|k| {
            own.iter().position(|f| *f == Some(faces[piece][k])).map(|i| to[i])
                == Some(Some(faces[position][(k + turn) % K]))
        })
    };
    (0..K).find(lies).map(|turn| K * position + turn).ok_or_else(wrong)
}

/// Reads `up to` and a move, and returns the state after the move.
fn turn(tokens: &mut Tokens<'_>) -> Result<Cube, ExpressionError> {
    tokens.take();
    let to = tokens.take();
    if !to.is("to") {
        return Err(to.error(Kind::Expected { what: "'to' and a move, as in up to U" }));
    }
    let token = tokens.take();
    let algorithm = Algorithm::parse(token.text).ok().filter(|algorithm| algorithm.turns().len() == 1);
    let algorithm =
        algorithm.ok_or_else(|| token.error(Kind::Expected { what: "a move, such as U or M" }))?;
    Ok(algorithm.cube())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contains(text: &str, moves: &str) -> bool {
        let cube = Algorithm::parse(moves).unwrap().cube();
        parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).iter().any(|pattern| pattern.contains(&cube))
    }

    #[test]
    fn terms_contain_the_states_that_they_name() {
        let (sune, t_perm, h_perm) =
            ("R U R' U R U2 R'", "R U R' U' R' F R2 U' R' U' R U R' F'", "M2 U M2 U2 M2 U M2");
        for (text, moves, is_in) in [
            ("f2l + oll", t_perm, true),
            ("f2l + oll", sune, false),
            ("f2l+OLL+cp", t_perm, false),
            ("cp + f2l + oll", h_perm, true),
            ("f2l + ep", h_perm, false),
            ("f2l + eo", sune, true),
            ("eoll + f2l", sune, true),
            ("f2l + co", "F R U R' U' F'", false),
            ("co U/D", "R2 U F2", true),
            ("eoll+co U/D", "R U2 R'", false),
            ("solved", "", true),
            ("solved + up to U", "U'", true),
            ("solved", "U'", false),
            ("f2l + up to M", "M", true),
            ("f2l + up to M2", "M", false),
            ("cross + FL + BL + BR + DFR at LUF + FR at UF", "R U R'", true),
            ("cross + FL + BL + BR + DFR at RFU + FR at UB", "R U' R'", true),
            ("cross + FL + BL + BR + DFR at LUF", "R U' R'", false),
        ] {
            assert_eq!(contains(text, moves), is_in, "{text}, {moves}");
        }
    }

    #[test]
    fn piece_at_a_place_is_oriented_by_the_order_of_its_letters() {
        for (moves, text) in [("R", "DFR at FUR"), ("F2", "FR at FL"), ("R", "RF at RU"), ("U", "FUR at LUF")]
        {
            assert!(contains(text, moves), "{text}");
            assert!(!contains(text, ""), "{text}");
        }
        assert!(contains("RFD at RFD + FR at FR", ""));
    }

    #[test]
    fn a_turn_that_is_repeated_adds_nothing() {
        let repeated = format!("solved{}", " + up to U".repeat(10_000));
        assert_eq!(parse(&repeated).unwrap(), parse("solved + up to U").unwrap());
        let alternating = "solved + up to U".to_string() + &" + up to D + up to U".repeat(8);
        let error = parse(&alternating).unwrap_err();
        assert_eq!((error.column, error.kind), (170, Kind::TooManyTurns));
        assert_eq!(parse("solved + up to U + up to D + up to M2").unwrap().len(), 32);
    }

    #[test]
    fn errors_have_the_column_of_their_token() {
        for (text, message) in [
            ("f2l + oll + crss", "column 13: unknown goal term 'crss' (did you mean 'cross'?)"),
            ("oll + f2l + olll", "column 13: unknown goal term 'olll' (did you mean 'oll'?)"),
            ("oll f2l", "column 5: unexpected 'f2l'; expected '+' or the end of the goal"),
            ("f2l + up U", "column 10: unexpected 'U'; expected 'to' and a move, as in up to U"),
            ("up to W", "column 7: unexpected 'W'; expected a move, such as U or M"),
            (
                "DFR at UF",
                "column 8: unexpected 'UF'; expected a place on as many faces, turned as the piece can be, such as URF",
            ),
            (
                "DFR at UFR",
                "column 8: unexpected 'UFR'; expected a place on as many faces, turned as the piece can be, such as URF",
            ),
            (
                "DFX at URF",
                "column 1: 'DFX' is not a piece; name an edge by two adjacent faces, as in UF, or a corner by three, as in URF",
            ),
            (
                "DFR at DLF + DLF",
                "column 1: 'DFR' begins terms that no state meets together; remove one of them",
            ),
            ("oll + ", "column 7: unexpected end of goal; expected a term, such as cross, FR or 2x2x2 DBL"),
            ("", "column 1: unexpected end of goal; expected a term, such as cross, FR or 2x2x2 DBL"),
            (
                "solved + up to U + up to R + up to F + up to U + up to R + up to F",
                "column 50: 'up' makes too many ways to turn the goal; a goal has at most 16 turns, and 256 ways with its choices",
            ),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
