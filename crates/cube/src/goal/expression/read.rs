//! The parser of goal expressions: from text to terms with their tokens.

use super::super::placement::Shape;
use super::super::text::{Token, Tokens, nearest_word};
use super::super::{Placement, Slot};
use super::error::{ExpressionError, ExpressionErrorKind as Kind};
use super::term::Term;
use crate::face::{Axis, Face};
use crate::piece::{corner_named, edge_named};

/// All words of the language except names of pieces. Of equally close suggestions the first in this list wins.
const WORDS: [&str; 22] = [
    "cross", "f2l", "line", "eoline", "eo", "edge", "edges", "corner", "corners", "slots", "slot", "any",
    "offset", "2x2x2", "2x2x3", "1x2x3", "fb", "xcross", "xxcross", "xxxcross", "eocross", "or",
];

const A_TERM: &str = "a term, such as cross, FR or 2x2x2 DBL";
const A_CORNER: &str = "a corner, such as DBL";
const AN_EDGE: &str = "an edge, such as FR";
const A_BOTTOM_EDGE: &str = "a bottom edge, such as DL";
const AN_AXIS: &str = "an axis: F/B, L/R or U/D";
const AN_AXIS_OF_LINES: &str = "the axis of a line: F/B or L/R";

const DOMINO: &str = "domino reduction";

/// Returns the step of fewest-moves solves that a word stands for, which is no term.
fn reduction(word: &str) -> Option<&'static str> {
    match &word.to_ascii_lowercase().replace('_', "")[..] {
        "domino" | "dominoreduction" | "eodr" | "drud" | "drfb" | "drlr" | "drrl" => Some(DOMINO),
        "htr" | "half" | "halfturn" | "halfturnreduction" => Some("half-turn reduction"),
        _ => None,
    }
}

/// The edge DR, whose name is also the abbreviation of domino reduction.
pub(super) const DR: usize = 4;

/// Returns whether the edge DR among these terms must be written `DR edge`, because `DR` could be read as domino
/// reduction: no other term has pieces, except for an `eoline`.
pub(super) fn dr_needs_word(terms: &[ParsedTerm<'_>]) -> bool {
    let has_none = |term: Term| term.orients() || matches!(term, Term::Edge(DR) | Term::Offset);
    terms.iter().all(|parsed| has_none(parsed.term))
}

/// Returns the number of slots of a word such as `xxcross` or `eoxcross`, and whether it starts with `eo`.
fn cross_with_slots(word: &str) -> Option<(usize, bool)> {
    let word = word.to_ascii_lowercase().replace('_', "");
    let (slots, oriented) = word.strip_prefix("eo").map_or((&word[..], false), |rest| (rest, true));
    let slots = slots.strip_suffix("cross")?;
    let is_stage = slots.len() <= 4 && slots.chars().all(|c| c == 'x') && (oriented || !slots.is_empty());
    is_stage.then_some((slots.len(), oriented))
}

impl Token<'_> {
    /// Returns the error for a token where `what` is expected.
    fn expected(&self, what: &'static str) -> ExpressionError {
        let is_known = WORDS.iter().any(|word| self.is(word)) || self.is_face_letters() || self.is_number();
        if let Some(meaning) = reduction(self.text) {
            return self.error(Kind::Alone { meaning, is_edge: false });
        }
        let is_mark = self.text.is_empty() || matches!(self.text, "+" | "," | "/" | "(" | ")");
        self.error(match is_known || is_mark {
            true => Kind::Expected { what },
            false => Kind::UnknownWord { nearest: nearest_word(self.text, WORDS) },
        })
    }

    fn is_face_letters(&self) -> bool {
        let is_face = |letter: char| Face::from_letter(letter.to_ascii_uppercase()).is_some();
        !self.text.is_empty() && self.text.len() <= 3 && self.text.chars().all(is_face)
    }
}

/// A term and the token or tokens it was read from.
#[derive(Clone, Copy, Debug)]
pub(super) struct ParsedTerm<'a> {
    pub(super) term: Term,
    pub(super) token: Token<'a>,
    /// Whether the term is an alternative to the one before it, as `BL` is in `FR or BL`.
    pub(super) is_alternative: bool,
}

impl<'a> ParsedTerm<'a> {
    fn new(term: Term, token: Token<'a>) -> ParsedTerm<'a> {
        ParsedTerm { term, token, is_alternative: false }
    }
}

/// Returns the terms of a text in order. A list of pieces yields one term for each piece.
pub(super) fn terms(text: &str) -> Result<Vec<ParsedTerm<'_>>, ExpressionError> {
    let mut reader = Reader { text, tokens: Tokens::new(text, &[]), bare_dr: None };
    let mut terms = Vec::new();
    let alone = |dr: Token<'_>| dr.error(Kind::Alone { meaning: DOMINO, is_edge: true });
    loop {
        let first = terms.len();
        reader.term(&mut terms)?;
        while reader.tokens.peek().is("or") {
            reader.alternative(&mut terms, first)?;
        }
        let token = reader.tokens.take();
        match token.text {
            "" => {
                let misread = reader.bare_dr.filter(|_| dr_needs_word(&terms));
                return misread.map_or(Ok(terms), |dr| Err(alone(dr)));
            }
            "+" => {}
            _ => {
                // An axis may follow, as in `DR U/D`.
                let last = terms.last().map(|last| last.token.offset);
                let dr = reader.bare_dr.filter(|dr| Some(dr.offset) == last);
                return Err(dr.map_or_else(|| token.expected("'+', 'or' or the end of the goal"), alone));
            }
        }
    }
}

/// Returns the shape that this word in lower case names.
fn shape_named(word: &str) -> Option<Shape> {
    let word = if word == "fb" { Shape::Block1x2x3.name() } else { word };
    let all = [Shape::Line, Shape::Block1x2x3, Shape::Block2x2x2, Shape::Block2x2x3];
    all.into_iter().find(|shape| shape.name() == word)
}

/// Returns the block of this shape at the piece of this name. A line has no such place.
fn block_at(shape: Shape, name: &str) -> Option<Placement> {
    match shape {
        Shape::Block1x2x3 => edge_named(name).and_then(Placement::block_1x2x3),
        Shape::Block2x2x3 => edge_named(name).map(Placement::block_2x2x3),
        Shape::Block2x2x2 => corner_named(name).map(Placement::block_2x2x2),
        Shape::Line => None,
    }
}

struct Reader<'a> {
    text: &'a str,
    tokens: Tokens<'a>,
    /// The name of the edge DR without the word `edge`.
    bare_dr: Option<Token<'a>>,
}

impl<'a> Reader<'a> {
    /// Reads `or` and an alternative to the last term: a term, or only the place if that one has a place. `first` is the
    /// number of the first term that was read together with the last one.
    fn alternative(&mut self, terms: &mut Vec<ParsedTerm<'a>>, first: usize) -> Result<(), ExpressionError> {
        let before = terms[terms.len() - 1];
        let is_list = |parsed: &ParsedTerm<'_>| matches!(parsed.term, Term::Edge(_) | Term::Corner(_));
        if terms[first..].iter().filter(|parsed| !parsed.is_alternative && is_list(parsed)).count() > 1 {
            return Err(self.tokens.peek().expected("'+': a list of pieces has no alternatives"));
        }
        self.tokens.take();
        let token = self.tokens.peek();
        let same_shape = match before.term {
            Term::Placed(placement) => block_at(placement.shape(), token.text),
            _ => None,
        };
        let own = terms.len();
        match same_shape {
            Some(placement) => {
                self.tokens.take();
                terms.push(ParsedTerm { term: Term::Placed(placement), token, is_alternative: true });
            }
            None => self.term(terms)?,
        }
        match &mut terms[own..] {
            [one] => one.is_alternative = true,
            _ => return Err(token.expected("a single term")),
        }
        Ok(())
    }

    /// Reads one term or one list of pieces.
    fn term(&mut self, terms: &mut Vec<ParsedTerm<'a>>) -> Result<(), ExpressionError> {
        let first = self.tokens.take();
        let term = match &*first.text.to_ascii_lowercase() {
            "cross" => Term::Cross,
            "f2l" => Term::F2l,
            "eoline" => match self.place_follows() {
                true => Term::EoLine(Some(self.axis_of_line()?)),
                false => Term::EoLine(None),
            },
            "eo" => match self.place_follows() {
                true => Term::Eo(Some(self.axis(&Axis::ALL, AN_AXIS)?)),
                false => Term::Eo(None),
            },
            "offset" => match self.tokens.take() {
                layer if layer.is("d") => Term::Offset,
                other => return Err(other.expected("D")),
            },
            "slot" => match self.tokens.take() {
                kind if kind.is("edges") => Term::SlotEdges,
                kind if kind.is("corners") => Term::SlotCorners,
                other => return Err(other.expected("'edges' or 'corners'")),
            },
            "any" => {
                let what = self.tokens.take();
                match &*what.text.to_ascii_lowercase() {
                    "slot" => Term::Slots(1),
                    "eo" => Term::AnyEo,
                    // Same as without `any`.
                    "eoline" => Term::EoLine(None),
                    word => match shape_named(word) {
                        Some(shape) => Term::AnyOf(shape),
                        None => return Err(what.expected("'slot', 'eo', a line or a block, as in any 2x2x2")),
                    },
                }
            }
            _ if first.is_number() => match self.tokens.take() {
                // A number that overflows is too large in any case.
                slots if slots.is("slots") || slots.is("slot") => {
                    Term::Slots(first.text.parse().unwrap_or(usize::MAX))
                }
                other => return Err(other.expected("'slots'")),
            },
            word => match (shape_named(word), cross_with_slots(word)) {
                (Some(shape), _) if self.place_follows() => Term::Placed(self.placement(shape)?),
                (Some(shape), _) => Term::AnyOf(shape),
                (None, Some((slots, oriented))) => {
                    self.cross(first, slots, oriented, terms);
                    return Ok(());
                }
                (None, None) => return self.pieces(first, terms),
            },
        };
        // The last token consumed is a word or a mark, not the end of the text, so `previous` is the end of the term.
        let text = &self.text[first.offset..self.tokens.previous().end()];
        terms.push(ParsedTerm::new(term, Token { text, ..first }));
        Ok(())
    }

    /// Adds the terms of a cross with `slots` slots, some of which may be named, as in `xxcross FR`.
    fn cross(&mut self, first: Token<'a>, slots: usize, oriented: bool, terms: &mut Vec<ParsedTerm<'a>>) {
        let named = |token: &Token<'_>| edge_named(token.text).and_then(slot_of);
        terms.push(ParsedTerm::new(Term::Cross, first));
        if oriented {
            terms.push(ParsedTerm::new(Term::Eo(None), first));
        }
        let mut open_slots = slots;
        while open_slots > 0
            && let Some(slot) = named(&self.tokens.peek())
        {
            terms.push(ParsedTerm::new(Term::Pair(slot), self.tokens.take()));
            open_slots -= 1;
        }
        if open_slots > 0 {
            terms.push(ParsedTerm::new(Term::Slots(open_slots), first));
        }
    }

    /// Returns whether the place or the axis of a term follows.
    fn place_follows(&self) -> bool {
        let next = self.tokens.peek();
        (next.is_word() && !next.is("or")) || next.text == "("
    }

    /// Reads the place of a shape.
    fn placement(&mut self, shape: Shape) -> Result<Placement, ExpressionError> {
        let what = match shape {
            Shape::Line => return Ok(Placement::line(self.axis_of_line()?)),
            Shape::Block1x2x3 => A_BOTTOM_EDGE,
            Shape::Block2x2x2 => A_CORNER,
            Shape::Block2x2x3 => AN_EDGE,
        };
        let name = self.tokens.take();
        block_at(shape, name.text).ok_or_else(|| name.expected(what))
    }

    fn axis_of_line(&mut self) -> Result<Axis, ExpressionError> {
        self.axis(&[Axis::X, Axis::Z], AN_AXIS_OF_LINES)
    }

    /// Reads one of these axes: `FB`, `F/B`, or either in parentheses.
    fn axis(&mut self, axes: &[Axis], what: &'static str) -> Result<Axis, ExpressionError> {
        let bracket = self.tokens.take_if(&["("]);
        let token = self.tokens.take();
        let mut letters = token.text.to_ascii_uppercase();
        if letters.len() == 1 && self.tokens.take_if(&["/"]).is_some() {
            letters += &self.tokens.take().text.to_ascii_uppercase();
        }
        let faces: Option<Vec<Face>> = letters.chars().map(Face::from_letter).collect();
        let axis = match faces.as_deref() {
            Some([a, b]) if a.opposite() == *b && axes.contains(&a.axis()) => a.axis(),
            _ => return Err(token.expected(what)),
        };
        if bracket.is_some() {
            self.tokens.take_if(&[")"]).ok_or_else(|| self.tokens.peek().expected("')'"))?;
        }
        Ok(axis)
    }

    /// Reads the rest of a piece or of a list of pieces with commas, including the words `edges` or `corners`.
    fn pieces(&mut self, first: Token<'a>, terms: &mut Vec<ParsedTerm<'a>>) -> Result<(), ExpressionError> {
        let mut names = vec![piece_name(first, A_TERM)?];
        while self.tokens.take_if(&[","]).is_some() {
            names.push(piece_name(self.tokens.take(), "a piece, such as DF")?);
        }
        let several = names.len() > 1;
        // In `FR + BL edges` the kind of FR is ambiguous, so the plural is valid only after a list.
        let [edge, corner]: [&[&str]; 2] =
            if several { [&["edges", "edge"], &["corners", "corner"]] } else { [&["edge"], &["corner"]] };
        let term: fn(&Token<'_>) -> Result<Term, ExpressionError> = if self.tokens.take_if(edge).is_some() {
            as_edge
        } else if self.tokens.take_if(corner).is_some() {
            as_corner
        } else if several {
            return Err(self.tokens.peek().expected("',', 'edges' or 'corners'"));
        } else if self.tokens.peek().is("edges") || self.tokens.peek().is("corners") {
            return Err(self
                .tokens
                .peek()
                .expected("'edge' or 'corner', or a list of pieces, as in FR, BL edges"));
        } else {
            self.bare_dr = self.bare_dr.or(Some(first).filter(|first| first.is("DR")));
            as_slot_or_piece
        };
        for token in names {
            terms.push(ParsedTerm::new(term(&token)?, token));
        }
        Ok(())
    }
}

/// Returns the token if it names a piece.
fn piece_name<'a>(token: Token<'a>, what: &'static str) -> Result<Token<'a>, ExpressionError> {
    if edge_named(token.text).is_some() || corner_named(token.text).is_some() {
        Ok(token)
    } else if token.is_face_letters() && token.text.len() > 1 {
        Err(token.error(Kind::NoSuchPiece))
    } else {
        Err(token.expected(what))
    }
}

fn slot_of(edge: usize) -> Option<Slot> {
    Slot::ALL.into_iter().find(|slot| slot.edge() == edge)
}

fn as_edge(token: &Token<'_>) -> Result<Term, ExpressionError> {
    edge_named(token.text).map(Term::Edge).ok_or_else(|| token.expected(AN_EDGE))
}

fn as_corner(token: &Token<'_>) -> Result<Term, ExpressionError> {
    let of_slot = || edge_named(token.text).and_then(slot_of).map(Slot::corner);
    let corner = corner_named(token.text).or_else(of_slot);
    corner.map(Term::Corner).ok_or_else(|| token.expected("a corner or a slot, such as DFR or FR"))
}

fn as_slot_or_piece(token: &Token<'_>) -> Result<Term, ExpressionError> {
    match edge_named(token.text) {
        Some(edge) => Ok(slot_of(edge).map_or(Term::Edge(edge), Term::Pair)),
        None => as_corner(token),
    }
}
