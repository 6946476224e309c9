//! A state of the 4x4x4 as the 96 stickers that one sees, in URFDLB order.
//!
//! The string lists U1..U16, R1..R16 and so on to B16, each face row by row, with the faces held as on the
//! [3x3x3](crate::facelets). No centre stays where it is, so letters name colours (`URFDLB` by the face that has the
//! colour on the solved cube, or `WRGYOB`), and the corners tell which colours are opposite each other: a cube may be
//! held in any way.

use crate::face::Face;
use crate::facelets::{
    Grid, PieceError, PieceNaming, StickerError, check_distinct, identify_pieces, orientation, piece_places,
    visible_stickers,
};
use crate::four::cell::{CENTRES, CORNER_FACES, CORNERS, WING_FACES, WING_NAMES, WINGS, centre_face};
use crate::four::state::Cube4;
use crate::state::check_twists;

/// How many stickers there are.
pub const COUNT: usize = GRID.count();

const GRID: Grid = Grid(4);

/// The state as 96 characters out of `URFDLB`.
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

/// Whether a text is meant as facelets, right or wrong, and not as moves: 72 to 120 letters out of `URFDLB` or
/// `WRGYOB` without a modifier of moves, white space and comments aside, of which up to three may be mistyped; or 16
/// letters or more in a single word in which two neighbours are alike.
pub fn is_meant(text: &str) -> bool {
    GRID.is_meant(text)
}

/// The state that these 96 characters show, all out of `URFDLB` or, if more of them are, out of `WRGYOB`.
///
/// Letters are read in either case; white space and comments are skipped and not counted.
///
/// # Errors
/// The first reason, in the order of the variants of [`FaceletError`] (corners before wings), for which no cube that
/// turns can reach looks like this.
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
    Ok(Cube4::new(corners, wings, centres).expect("pieces and their twists were checked"))
}

/// The place of each corner, by the stickers seen at each position.
fn corner_places(seen: [[Face; 3]; 8], naming: &PieceNaming) -> Result<[u8; 8], FaceletError> {
    let pieces = identify_pieces("corner", &CORNER_FACES, &seen, naming)?;
    if pieces.iter().zip(&seen).all(|(piece, seen)| orientation(&CORNER_FACES[*piece], seen).is_none()) {
        return Err(FaceletError::Mirrored);
    }
    check_distinct("corner", &CORNER_FACES, &pieces, naming)?;
    Ok(piece_places(&CORNER_FACES, &seen, &pieces, naming)?)
}

/// The position of each wing, by the stickers seen at each position.
///
/// Each ordered pair of neighbouring colours is one wing, so two colours can be at fault only by their number.
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
                let twin = WING_FACES.iter().position(|faces| *faces == [b, a]);
                return Err(FaceletError::WingTwice {
                    wing: wing_name(wing, naming),
                    twin: wing_name(twin.expect("every two neighbouring faces have two wings"), naming),
                    first: WING_NAMES[first],
                    second: WING_NAMES[second],
                });
            }
            // Its twin, of which there are two, comes later.
            _ => {}
        }
    }
    Ok(positions)
}

/// The stickers seen at a wing position, in the order in which its name has their faces.
fn as_named(position: usize, [a, b]: [Face; 2]) -> [Face; 2] {
    if WING_NAMES[position].starts_with(WING_FACES[position][0].letter()) { [a, b] } else { [b, a] }
}

/// The name of a wing in the letters in use: `UFl` or `WGo`.
fn wing_name(wing: usize, naming: &PieceNaming) -> String {
    let letters = WING_NAMES[wing].chars().map(|c| {
        let face = Face::from_letter(c.to_ascii_uppercase()).expect("wings are named by faces");
        let letter = (naming.letter)(face);
        if c.is_ascii_lowercase() { letter.to_ascii_lowercase() } else { letter }
    });
    letters.collect()
}

/// Why 96 characters show no cube that turns can reach.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaceletError {
    /// Characters that are not sixteen stickers of each colour.
    #[error(transparent)]
    Stickers(#[from] StickerError),
    /// A colour that there are not four centres of.
    #[error("there are {found} centres {letter} instead of 4")]
    Centres {
        /// The first such colour, in URFDLB order.
        letter: char,
        /// How many centres have it.
        found: usize,
    },
    /// The corners of a mirror image.
    #[error("the corners are those of a mirrored cube: check whether two opposite faces have been exchanged")]
    Mirrored,
    /// A fault of the corners, or of the stickers of one wing.
    #[error(transparent)]
    Pieces(#[from] PieceError),
    /// More than two wings of the same two colours.
    #[error(
        "the colours {first} and {second} are on {found} wings, at positions {positions}, instead of two"
    )]
    WingColors {
        /// The one colour.
        first: char,
        /// The other colour.
        second: char,
        /// How many wings have both.
        found: usize,
        /// Where they are, by commas.
        positions: String,
    },
    /// Two wings of the same two colours that are not mirror images of each other.
    #[error(
        "the wing {wing} is seen twice, at positions {first} and {second}, and {twin} nowhere, which has the \
         same colours: exchange the stickers of one of the two"
    )]
    WingTwice {
        /// The wing.
        wing: String,
        /// The other one of the same colours.
        twin: String,
        /// Where the wing is seen.
        first: &'static str,
        /// Where else it is seen.
        second: &'static str,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The diagrams of the five-stage method's description, read face by face.
    #[test]
    fn piece_numbers_match_the_five_stage_diagrams() {
        let mut drawn = [99u8; COUNT];
        for w in 0..24 {
            WING_FACES[w].iter().for_each(|face| drawn[GRID.index(*face, WINGS[w])] = w as u8);
            drawn[GRID.index(centre_face(w), CENTRES[w])] = w as u8;
        }
        for c in 0..8 {
            CORNER_FACES[c].iter().for_each(|face| drawn[GRID.index(*face, CORNERS[c])] = c as u8);
        }
        let diagrams: [[u8; 16]; 6] = [
            [5, 5, 1, 1, 12, 3, 1, 10, 8, 0, 2, 14, 0, 0, 4, 4],
            [4, 14, 10, 1, 21, 14, 12, 19, 17, 13, 15, 23, 2, 11, 15, 7],
            [0, 0, 4, 4, 16, 16, 19, 21, 20, 18, 17, 17, 6, 6, 2, 2],
            [6, 6, 2, 2, 13, 6, 4, 11, 9, 5, 7, 15, 3, 3, 7, 7],
            [5, 12, 8, 0, 22, 10, 8, 16, 18, 9, 11, 20, 3, 9, 13, 6],
            [1, 1, 5, 5, 19, 21, 22, 22, 23, 23, 20, 18, 7, 7, 3, 3],
        ];
        assert_eq!(drawn.to_vec(), diagrams.concat());
    }
}
