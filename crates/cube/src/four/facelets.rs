//! A state of the 4x4x4 as its 96 stickers, in URFDLB order.
//!
//! The string lists U1..U16, R1..R16 and so on to B16, each face row by row, oriented as on the
//! [3x3x3](crate::facelets). There are no fixed centres, so letters stand for colours: `URFDLB`, named by the face that
//! has the colour on the solved cube, or `WRGYOB`. The corners determine which colours are opposite each other, so the
//! cube may be in any orientation.

use crate::face::Face;
use crate::facelets::{
    Grid, PieceError, PieceNaming, StickerError, check_distinct, identify_pieces, orientation, piece_places,
    visible_stickers,
};
use crate::four::cell::{CENTRES, CORNER_FACES, CORNERS, WING_FACES, WING_NAMES, WINGS, centre_face};
use crate::four::state::Cube4;
use crate::state::check_twists;

/// The number of stickers.
pub const COUNT: usize = GRID.count();

const GRID: Grid = Grid(4);

/// Formats the state as 96 characters of `URFDLB`.
///
/// ```
/// use cubiform_cube::four::{Cube4, facelets, notation};
///
/// let cube = Cube4::from_turns(&notation::parse("2R", Default::default())?);
/// let text = "UUFUUUFUUUFUUUFURRRRRRRRRRRRRRRRFFDFFFDFFFDFFFDF\
///             DDBDDDBDDDBDDDBDLLLLLLLLLLLLLLLLBUBBBUBBBUBBBUBB";
/// assert_eq!(facelets::format(&cube), text);
/// assert_eq!(facelets::parse(text)?, cube);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn format(cube: &Cube4) -> String {
    let mut colors = [Face::U; COUNT];
    let corners = visible_stickers(CORNER_FACES, *cube.corners());
    for (position, stickers) in corners.iter().enumerate() {
        for (face, color) in CORNER_FACES[position].into_iter().zip(stickers) {
            colors[GRID.index(face, CORNERS[position])] = *color;
        }
    }
    for (stickers, position) in WING_FACES.iter().zip(cube.wings()) {
        let position = *position as usize;
        for (face, color) in WING_FACES[position].into_iter().zip(stickers) {
            colors[GRID.index(face, WINGS[position])] = *color;
        }
    }
    for (position, color) in cube.centres().iter().enumerate() {
        colors[GRID.index(centre_face(position), CENTRES[position])] = *color;
    }
    colors.iter().map(|color| color.letter()).collect()
}

/// Returns whether `text` has the form of facelets of a 4x4x4, valid or not, rather than of moves.
///
/// Such a text consists of 72 to 120 letters of `URFDLB` or `WRGYOB` without a modifier of moves (white space and
/// comments aside, and up to three other characters allowed), or of a single word of at least 16 letters in which two
/// neighbours are equal.
pub fn is_meant(text: &str) -> bool {
    GRID.is_meant(text)
}

/// Parses 96 stickers, as letters of `URFDLB`, or of `WRGYOB` if more of the characters are in that alphabet.
///
/// Letters may be in either case. White space and comments are skipped and not counted.
///
/// # Errors
/// The first reason, in the order of the variants of [`FaceletError`] (corners before wings), why the stickers do not
/// show a cube that turns can reach.
pub fn parse(text: &str) -> Result<Cube4, FaceletError> {
    let (colors, naming) = GRID.read(text)?;
    let centres = std::array::from_fn(|i| colors[GRID.index(centre_face(i), CENTRES[i])]);
    for color in Face::ALL {
        let found = centres.iter().filter(|centre| **centre == color).count();
        if found != 4 {
            return Err(FaceletError::Centres { letter: (naming.letter)(color), found });
        }
    }
    let at = |faces: [Face; 3], cell| faces.map(|face| colors[GRID.index(face, cell)]);
    let corners = corner_places(std::array::from_fn(|c| at(CORNER_FACES[c], CORNERS[c])), &naming)?;
    let at = |faces: [Face; 2], cell| faces.map(|face| colors[GRID.index(face, cell)]);
    let wings = wing_positions(std::array::from_fn(|w| at(WING_FACES[w], WINGS[w])), &naming)?;
    check_twists(&corners).map_err(PieceError::Unreachable)?;
    Ok(Cube4::new(corners, wings, centres).expect("the pieces and the twists are already checked"))
}

/// Returns the place of each corner, given the stickers at each position.
fn corner_places(seen: [[Face; 3]; 8], naming: &PieceNaming) -> Result<[u8; 8], FaceletError> {
    let pieces = identify_pieces("corner", &CORNER_FACES, &seen, naming)?;
    if pieces.iter().zip(&seen).all(|(piece, seen)| orientation(&CORNER_FACES[*piece], seen).is_none()) {
        return Err(FaceletError::Mirrored);
    }
    check_distinct("corner", &CORNER_FACES, &pieces, naming)?;
    Ok(piece_places(&CORNER_FACES, &seen, &pieces, naming)?)
}

/// Returns the position of each wing, given the stickers at each position.
///
/// Each ordered pair of adjacent colours is exactly one wing, so a pair of colours can be wrong only in its number of
/// wings.
fn wing_positions(seen: [[Face; 2]; 24], naming: &PieceNaming) -> Result<[u8; 24], FaceletError> {
    let mut pieces = [0; 24];
    for (position, stickers) in seen.iter().enumerate() {
        let piece = WING_FACES.iter().position(|faces| faces == stickers);
        pieces[position] = piece.ok_or_else(|| PieceError::Unknown {
            kind: "wing",
            position: WING_NAMES[position].to_owned(),
            stickers: naming.name(as_named(position, *stickers)),
        })?;
    }
    for (position, stickers) in seen.iter().enumerate() {
        let [a, b] = as_named(position, *stickers);
        let same = |other: &[Face; 2]| *other == [a, b] || *other == [b, a];
        let at: Vec<&str> = (0..24).filter(|p| same(&seen[*p])).map(|p| WING_NAMES[p]).collect();
        if at.len() > 2 {
            return Err(FaceletError::WingColors {
                first: (naming.letter)(a),
                second: (naming.letter)(b),
                found: at.len(),
                positions: at.join(", "),
            });
        }
    }
    let mut positions = [0; 24];
    for (wing, [a, b]) in WING_FACES.into_iter().enumerate() {
        let at: Vec<usize> = (0..24).filter(|p| pieces[*p] == wing).collect();
        match at[..] {
            [position] => positions[wing] = position as u8,
            [first, second] => {
                let other = WING_FACES.iter().position(|faces| *faces == [b, a]);
                return Err(FaceletError::WingTwice {
                    wing: wing_name(wing, naming),
                    twin: wing_name(other.expect("adjacent faces share two wings"), naming),
                    first: WING_NAMES[first],
                    second: WING_NAMES[second],
                });
            }
            // The other wing of these colours is found twice; a later iteration reports the error.
            _ => {}
        }
    }
    Ok(positions)
}

/// Returns the stickers at a wing position in the order of the faces in its name.
fn as_named(position: usize, [a, b]: [Face; 2]) -> [Face; 2] {
    if WING_NAMES[position].starts_with(WING_FACES[position][0].letter()) { [a, b] } else { [b, a] }
}

/// Returns the name of a wing in the letters of `naming`: `UFl` or `WGo`.
fn wing_name(wing: usize, naming: &PieceNaming) -> String {
    let letters = WING_NAMES[wing].chars().map(|c| {
        let face = Face::from_letter(c.to_ascii_uppercase()).expect("wing names consist of face letters");
        let letter = (naming.letter)(face);
        if c.is_ascii_lowercase() { letter.to_ascii_lowercase() } else { letter }
    });
    letters.collect()
}

/// The reason why 96 characters do not show a cube that turns can reach.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaceletError {
    /// The characters are not sixteen stickers of each colour.
    #[error(transparent)]
    Stickers(#[from] StickerError),
    /// The number of centres of a colour is not four.
    #[error("{found} {letter} centres instead of 4")]
    Centres {
        /// The first such colour, in URFDLB order.
        letter: char,
        /// The number of centres of that colour.
        found: usize,
    },
    /// The corners are mirrored.
    #[error("the corners are mirrored; check whether two opposite faces were swapped")]
    Mirrored,
    /// The corners, or the two stickers of a wing, do not match a piece.
    #[error(transparent)]
    Pieces(#[from] PieceError),
    /// More than two wings have the same two colours.
    #[error("{found} wings instead of 2 have colours {first} and {second} (at {positions})")]
    WingColors {
        /// One of the colours.
        first: char,
        /// The other colour.
        second: char,
        /// The number of wings with both colours.
        found: usize,
        /// The positions of these wings, separated by commas.
        positions: String,
    },
    /// A wing appears twice and the other wing of its colours not at all.
    #[error(
        "wing {wing} appears twice (at {first} and {second}), and wing {twin}, with the same colours, is missing; \
         swap the stickers of one of the two"
    )]
    WingTwice {
        /// The wing that appears twice.
        wing: String,
        /// The missing wing of the same colours.
        twin: String,
        /// The first position of the wing.
        first: &'static str,
        /// The second position of the wing.
        second: &'static str,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected numbers are read from the diagrams in the description of the five-stage method, face by face.
    #[test]
    fn piece_numbers_match_the_five_stage_diagrams() {
        let mut diagram = [99u8; COUNT];
        for w in 0..24 {
            WING_FACES[w].iter().for_each(|face| diagram[GRID.index(*face, WINGS[w])] = w as u8);
            diagram[GRID.index(centre_face(w), CENTRES[w])] = w as u8;
        }
        for c in 0..8 {
            CORNER_FACES[c].iter().for_each(|face| diagram[GRID.index(*face, CORNERS[c])] = c as u8);
        }
        let diagrams: [[u8; 16]; 6] = [
            [5, 5, 1, 1, 12, 3, 1, 10, 8, 0, 2, 14, 0, 0, 4, 4],
            [4, 14, 10, 1, 21, 14, 12, 19, 17, 13, 15, 23, 2, 11, 15, 7],
            [0, 0, 4, 4, 16, 16, 19, 21, 20, 18, 17, 17, 6, 6, 2, 2],
            [6, 6, 2, 2, 13, 6, 4, 11, 9, 5, 7, 15, 3, 3, 7, 7],
            [5, 12, 8, 0, 22, 10, 8, 16, 18, 9, 11, 20, 3, 9, 13, 6],
            [1, 1, 5, 5, 19, 21, 22, 22, 23, 23, 20, 18, 7, 7, 3, 3],
        ];
        assert_eq!(diagram.to_vec(), diagrams.concat());
    }
}
