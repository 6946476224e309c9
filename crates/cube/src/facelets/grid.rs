//! The facelet text of a cube of any size: the index of each sticker, and the letters of the colours.

use crate::face::{Color, Face};
use crate::facelets::PieceNaming;
use crate::notation::{is_modifier, without_comments};
use crate::symmetry::FACE_NORMALS;

/// Neighbouring faces: `UP_RIGHT[f]` holds the faces beyond the upper and the right edge of face `f` in reading
/// direction.
const UP_RIGHT: [[Face; 2]; 6] = {
    use Face::{B, F, L, R, U};
    [[B, R], [U, B], [U, R], [F, R], [U, F], [U, L]]
};

/// The maximum number of characters that are not valid letters in a text that still has the form of facelets.
const MAX_MISTYPED: usize = 3;

/// The stickers of a cube with this number of layers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid(pub(crate) usize);

impl Grid {
    /// Returns the number of stickers.
    pub(crate) const fn count(self) -> usize {
        6 * self.0 * self.0
    }

    /// Returns the index of the sticker on `face` of the piece with centre `point`: x to the right, y up, z towards the
    /// viewer, with the centre of the cube at 0 and layers 2 units thick.
    pub(crate) fn index(self, face: Face, point: [i8; 3]) -> usize {
        let rows = self.0 as i8;
        let along = |to: Face| (0..3).map(|axis| FACE_NORMALS[to.index()][axis] * point[axis]).sum::<i8>();
        let [up, right] = UP_RIGHT[face.index()].map(along);
        let (row, column) = ((rows - 1 - up) / 2, (rows - 1 + right) / 2);
        (face.index() * self.0 + row as usize) * self.0 + column as usize
    }

    /// Returns the name of a sticker: its face and its number on the face, from 1 (`F3`).
    fn name(self, index: usize) -> String {
        let face = self.0 * self.0;
        format!("{}{}", Face::from_index(index / face), index % face + 1)
    }

    /// Returns whether `text` has the form of facelets of this cube, valid or not, rather than of moves.
    ///
    /// White space and comments are ignored. A text never has the form if it contains a modifier of moves or may be a
    /// sequence of wide moves (`Rw Uw`, `rw uw`). Otherwise it has the form in two cases:
    ///
    /// * It has between 3/4 and 5/4 of the expected number of characters, at most three of them outside `URFDLB` and
    ///   `WRGYOB`.
    /// * It is a single word with at least the stickers of one face, all characters are valid letters, and two
    ///   neighbours are equal: a line of facelets, but not a usual way to write moves.
    pub(crate) fn is_meant(self, text: &str) -> bool {
        let (fewest, most) = (self.count() * 3 / 4, self.count() * 5 / 4);
        let text = without_comments(text);
        let (mut count, mut others) = (0, 0);
        let (mut last, mut has_repetition) = (' ', false);
        let (mut has_upper, mut has_lower) = (false, false);
        let (mut has_face, mut has_color) = (false, false);
        for character in text.chars().filter(|c| !c.is_whitespace()) {
            count += 1;
            if is_modifier(character) || count > most {
                return false;
            }
            let letter = character.to_ascii_uppercase();
            has_repetition |= letter == last;
            last = letter;
            match (Face::from_letter(letter), Color::from_letter(letter)) {
                (Some(_), Some(_)) => {}
                (Some(_), None) => has_face = true,
                (None, Some(_)) => has_color = true,
                (None, None) => {
                    others += 1;
                    continue;
                }
            }
            has_upper |= character.is_ascii_uppercase();
            has_lower |= character.is_ascii_lowercase();
        }
        let may_be_wide = has_lower && has_color && (has_upper || has_face);
        let is_part = || {
            count >= self.count() / 6 && others == 0 && has_repetition && text.split_whitespace().count() == 1
        };
        !may_be_wide && (count >= fewest && others <= MAX_MISTYPED || is_part())
    }

    /// Parses the stickers. Returns their colours, each named by the face that has it on the solved cube, and the
    /// alphabet of the text for error messages.
    ///
    /// Letters may be in either case. White space and comments are skipped and not counted.
    ///
    /// # Errors
    /// The first reason, in the order of the variants of [`StickerError`], why the characters are not the right number
    /// of stickers of each colour.
    pub(crate) fn read(self, text: &str) -> Result<(Vec<Face>, PieceNaming), StickerError> {
        let text = without_comments(text);
        let characters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        if characters.len() != self.count() {
            return Err(StickerError::Length { found: characters.len(), expected: self.count() });
        }
        let letter = alphabet(&characters);
        let colors = characters.iter().enumerate().map(|(index, &character)| {
            let upper = character.to_ascii_uppercase();
            Face::ALL.into_iter().find(|face| letter(*face) == upper).ok_or_else(|| StickerError::Character {
                character,
                position: self.name(index),
                index: index + 1,
                allowed: Face::ALL.map(letter).iter().collect(),
            })
        });
        let colors = colors.collect::<Result<Vec<Face>, _>>()?;
        for face in Face::ALL {
            let found = colors.iter().filter(|color| **color == face).count();
            if found != self.count() / 6 {
                return Err(StickerError::Count { letter: letter(face), found, expected: self.count() / 6 });
            }
        }
        Ok((colors, PieceNaming { letter, corner: [0, 1, 2] }))
    }
}

/// Returns the alphabet that contains more of the characters. R and B are in both alphabets, with the same meaning.
fn alphabet(characters: &[char]) -> fn(Face) -> char {
    let count =
        |letters: &str| characters.iter().filter(|c| letters.contains(c.to_ascii_uppercase())).count();
    if count("WGYO") > count("UFDL") { |face| face.color().letter() } else { Face::letter }
}

/// The reason why characters are not the stickers of a cube of this size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StickerError {
    /// The number of characters is not 54, or 96 for the 4x4x4, or 24 for the 2x2x2.
    #[error(
        "found {found} stickers instead of {expected} (six faces of {}, in the order U R F D L B)",
        match *.expected { 24 => "four", 54 => "nine", _ => "sixteen" }
    )]
    Length {
        /// The number of characters, without white space.
        found: usize,
        /// The expected number.
        expected: usize,
    },
    /// A character is not a colour.
    #[error("{character:?} at {position} (character {index}) is not one of {allowed}")]
    Character {
        /// The character.
        character: char,
        /// The face and the number of the sticker, from 1: `F3`.
        position: String,
        /// The index in the text, from 1, without white space.
        index: usize,
        /// The alphabet of the text: `URFDLB` or `WRGYOB`.
        allowed: String,
    },
    /// A colour has too many or too few stickers.
    #[error("{found} {letter} stickers instead of {expected}")]
    Count {
        /// The first such colour, in URFDLB order.
        letter: char,
        /// The number of its stickers.
        found: usize,
        /// The expected number.
        expected: usize,
    },
}
