//! Reid's notation of a state: for each position, the piece in it, named by the stickers that it shows there.
//!
//! The solved cube is `UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR`, which also gives the order
//! of the positions. The letters of a token are the colours on the faces of its position: `RU` as the first token is
//! the edge UR in position UF with its R sticker on top. Corners are named anticlockwise.

use crate::face::Face;
use crate::facelets::{PieceError, PieceNaming, Stickers};
use crate::notation::without_comments;
use crate::piece::{CORNER_FACES, EDGE_FACES};
use crate::state::Cube;

/// The edge positions in Reid's order, as indices of `EDGE_FACES`.
const EDGE_POSITIONS: [usize; 12] = [1, 0, 3, 2, 5, 4, 7, 6, 8, 9, 11, 10];

/// The corner positions in Reid's order, as indices of `CORNER_FACES`.
const CORNER_POSITIONS: [usize; 8] = [0, 3, 2, 1, 4, 5, 6, 7];

/// Reid names corners anticlockwise; `CORNER_FACES` is clockwise.
const NAMING: PieceNaming = PieceNaming { letter: Face::letter, corner: [0, 2, 1] };

/// Formats the state as twenty tokens separated by single spaces.
///
/// ```
/// use cubiform_cube::{Cube, notation::Algorithm, reid};
///
/// let cube = Algorithm::parse("R")?.cube();
/// let text = "UF FR UB UL DF BR DB DL DR FL UR BL FDR FRU UBL ULF BRD DFL DLB BUR";
/// assert_eq!(reid::format(&cube), text);
/// assert_eq!(reid::parse(text)?, cube);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn format(cube: &Cube) -> String {
    let stickers = Stickers::from_cube(cube);
    let edges = EDGE_POSITIONS.iter().map(|e| NAMING.name(stickers.edges[*e]));
    let corners = CORNER_POSITIONS.iter().map(|c| NAMING.name(stickers.corners[*c]));
    edges.chain(corners).collect::<Vec<_>>().join(" ")
}

/// Returns whether `text` has the form of Reid's notation, valid or not.
///
/// Such a text consists of 18 to 22 words, at least 15 of which are two or three letters of `URFDLB`: at least six of
/// two letters and at least four of three. Facelets grouped in threes have no words of two letters, so they do not have
/// it.
pub fn is_meant(text: &str) -> bool {
    let mut words = [0; 4];
    for word in without_comments(text).split_whitespace() {
        let length = word.chars().count();
        let is_piece = (2..=3).contains(&length) && word.chars().all(|c| Face::from_letter(c).is_some());
        words[if is_piece { length } else { 0 }] += 1;
    }
    let [others, _, edges, corners] = words;
    (18..=22).contains(&(others + edges + corners)) && edges + corners >= 15 && edges >= 6 && corners >= 4
}

/// Parses twenty tokens separated by white space. Comments are skipped.
///
/// # Errors
/// The first reason, in the order of the variants of [`ReidError`] and [`PieceError`], why the text is not a state that
/// face turns can reach.
pub fn parse(text: &str) -> Result<Cube, ReidError> {
    let text = without_comments(text);
    let tokens: Vec<&str> = text.split_whitespace().collect();
    if tokens.len() != 20 {
        return Err(ReidError::Length { found: tokens.len() });
    }
    let mut stickers = Stickers { corners: CORNER_FACES, edges: EDGE_FACES };
    for (i, position) in EDGE_POSITIONS.into_iter().enumerate() {
        stickers.edges[position] = read_token(&tokens, i, EDGE_FACES[position])?;
    }
    for (i, position) in CORNER_POSITIONS.into_iter().enumerate() {
        let seen = read_token(&tokens, EDGE_POSITIONS.len() + i, CORNER_FACES[position])?;
        stickers.corners[position] = NAMING.corner.map(|k| seen[k]);
    }
    Ok(stickers.assemble(&NAMING)?)
}

/// Parses token `i`, which describes the position on `faces`.
fn read_token<const K: usize>(tokens: &[&str], i: usize, faces: [Face; K]) -> Result<[Face; K], ReidError> {
    let letters: Option<Vec<Face>> = tokens[i].chars().map(Face::from_letter).collect();
    letters.and_then(|letters| letters.try_into().ok()).ok_or_else(|| ReidError::Token {
        token: tokens[i].to_owned(),
        number: i + 1,
        position: NAMING.name(faces),
        letters: K,
    })
}

/// An error in a text in Reid's notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReidError {
    /// The number of tokens is not twenty.
    #[error("found {found} pieces instead of 20 (twelve edges, then eight corners, separated by spaces)")]
    Length {
        /// The number of tokens.
        found: usize,
    },
    /// A token is not two letters (edge) or three letters (corner) of `URFDLB`.
    #[error("{token:?} (piece {number}, at {position}) is not {letters} letters of URFDLB")]
    Token {
        /// The token.
        token: String,
        /// The number of the token in the text, from 1.
        number: usize,
        /// The position that the token describes, named as Reid does.
        position: String,
        /// The number of letters that the token should have.
        letters: usize,
    },
    /// The tokens do not form a reachable state.
    #[error(transparent)]
    Pieces(#[from] PieceError),
}
