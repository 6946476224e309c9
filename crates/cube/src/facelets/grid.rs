//! The text of the stickers of a cube of any size: where in it each one stands, and in which letters it is written.

use crate::face::{Color, Face};
use crate::facelets::PieceNaming;
use crate::notation::{is_modifier, without_comments};
use crate::symmetry::FACE_NORMALS;

/// `UP_RIGHT[f]`: the faces beyond the upper and the right-hand side of face `f` as it is read.
const UP_RIGHT: [[Face; 2]; 6] = {
    use Face::{B, F, L, R, U};
    [[B, R], [U, B], [U, R], [F, R], [U, F], [U, L]]
};

/// How many characters of a text that is meant as stickers may be none.
const MAX_MISTYPED: usize = 3;

/// Six faces of this many rows and columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid(pub(crate) usize);

impl Grid {
    /// How many stickers there are.
    pub(crate) const fn count(self) -> usize {
        6 * self.0 * self.0
    }

    /// Where in the text the sticker on `face` stands of the piece in the middle of which lies `point`: x to the right,
    /// y up, z towards the viewer, the centre of the cube at 0, and one layer 2 units thick.
    pub(crate) fn index(self, face: Face, point: [i8; 3]) -> usize {
        let rows = self.0 as i8;
        let along = |to: Face| (0..3).map(|axis| FACE_NORMALS[to.index()][axis] * point[axis]).sum::<i8>();
        let [up, right] = UP_RIGHT[face.index()].map(along);
        let (row, column) = ((rows - 1 - up) / 2, (rows - 1 + right) / 2);
        (face.index() * self.0 + row as usize) * self.0 + column as usize
    }

    /// The face and the number, from 1, of a sticker of the text: `F3`.
    fn name(self, index: usize) -> String {
        let face = self.0 * self.0;
        format!("{}{}", Face::from_index(index / face), index % face + 1)
    }

    /// Whether a text is meant as stickers of this cube, not as moves, however many it gets wrong.
    ///
    /// It is if three to five quarters of the right number of letters stand there (white space and comments aside)
    /// without a modifier of moves, nearly all of them out of `URFDLB` or `WRGYOB`. What could be wide moves (`Rw Uw`,
    /// `rw uw`) is not. Fewer letters are, down to those of one face, if they are a single word in which two neighbours
    /// are alike: moves are not written so, and lines of a cube's faces are.
    pub(crate) fn is_meant(self, text: &str) -> bool {
        let (fewest, most) = (self.count() * 3 / 4, self.count() * 5 / 4);
        let text = without_comments(text);
        let (mut count, mut others) = (0, 0);
        let (mut last, mut has_twins) = (' ', false);
        let (mut has_upper, mut has_lower) = (false, false);
        let (mut has_face, mut has_color) = (false, false);
        for character in text.chars().filter(|c| !c.is_whitespace()) {
            count += 1;
            if is_modifier(character) || count > most {
                return false;
            }
            let letter = character.to_ascii_uppercase();
            has_twins |= letter == last;
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
        let is_part =
            || count >= self.count() / 6 && others == 0 && has_twins && text.split_whitespace().count() == 1;
        !may_be_wide && (count >= fewest && others <= MAX_MISTYPED || is_part())
    }

    /// The colours that a text says, each named by the face that has it on the solved cube, and the words in which it
    /// says them. Letters are read in either case; white space and comments are skipped and not counted.
    ///
    /// # Errors
    /// The first reason, in the order of the variants of [`StickerError`], for which these are not as many stickers of
    /// each colour as there should be.
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

/// Which of the two alphabets more of the characters are in; R and B are in both and mean the same.
fn alphabet(characters: &[char]) -> fn(Face) -> char {
    let count =
        |letters: &str| characters.iter().filter(|c| letters.contains(c.to_ascii_uppercase())).count();
    if count("WGYO") > count("UFDL") { |face| face.color().letter() } else { Face::letter }
}

/// Why characters are not the stickers of a cube of that size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StickerError {
    /// Not 54 characters, or not 96 for the 4x4x4.
    #[error(
        "found {found} stickers instead of {expected} (six faces of {}, in the order U R F D L B)",
        if *.expected == 54 { "nine" } else { "sixteen" }
    )]
    Length {
        /// How many there are, white space not counted.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A character that names no colour.
    #[error("{character:?} at {position} (character {index}) is not one of {allowed}")]
    Character {
        /// The character.
        character: char,
        /// The face and the number of the sticker, from 1: `F3`.
        position: String,
        /// Its place in the string, from 1, white space not counted.
        index: usize,
        /// The letters in use: `URFDLB` or `WRGYOB`.
        allowed: String,
    },
    /// A colour that too many or too few stickers have.
    #[error("{found} {letter} stickers instead of {expected}")]
    Count {
        /// The first such colour, in URFDLB order.
        letter: char,
        /// How many stickers it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
}
