//! Cubes in text: moves, facelets or Reid's notation. The single entry point for reading a 3x3x3 from text.
//!
//! | form | condition |
//! |---|---|
//! | [`facelets`] | 40 to 67 face or colour letters without a number, apostrophe or bracket, or a single long word |
//! | [Reid's notation](crate::reid) | about twenty words of two or three face letters |
//! | [moves](crate::notation) | any other text |
//!
//! Face letters are `URFDLB`, colour letters are `WRGYOB`. A long word has at least nine of these letters, and two equal
//! neighbours among them.
//!
//! Facelets may be in either case, with white space anywhere. A text in the form of facelets is never read as moves: if
//! it does not have nine stickers of each colour, it is an error. A move sequence of that length without any modifier
//! therefore needs brackets: `(R U F ...)`.

use crate::facelets::{self, FaceletError, StickerError};
use crate::goal::expression::ExpressionError;
use crate::goal::{self, Mask};
use crate::notation::{Algorithm, ParseError};
use crate::reid::{self, ReidError};
use crate::state::Cube;
use crate::symmetry::Symmetry;

/// A form of cube text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Moves that produce the state from the solved cube.
    Moves,
    /// Stickers in URFDLB order.
    Facelets,
    /// Pieces in Reid's notation.
    Reid,
}

impl Form {
    /// Returns the form of `text`, whether or not the text is valid in that form.
    pub fn detect(text: &str) -> Form {
        if reid::is_meant(text) && facelets::parse(text).is_err() {
            Form::Reid
        } else if facelets::is_meant(text) || goal::is_mask(text) {
            Form::Facelets
        } else {
            Form::Moves
        }
    }
}

/// A cube read from text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubeText {
    /// The state, relative to the centres.
    pub cube: Cube,
    /// The net rotation of the whole cube; the identity unless moves rotate it.
    pub rotation: Symmetry,
    /// The form of the text.
    pub form: Form,
}

impl CubeText {
    /// Parses a cube in the form that [`Form::detect`] detects.
    ///
    /// ```
    /// use cubiform_cube::cube_text::{CubeText, Form};
    ///
    /// let moves = CubeText::parse("R y")?;
    /// let facelets = CubeText::parse("UUFUUFUUF RRRRRRRRR FFDFFDFFD DDBDDBDDB LLLLLLLLL UBBUBBUBB")?;
    /// assert_eq!((moves.form, facelets.form), (Form::Moves, Form::Facelets));
    /// assert_eq!(moves.cube, facelets.cube);
    /// assert_eq!(moves.rotation.rotation_name().as_deref(), Some("y"));
    /// # Ok::<(), cubiform_cube::cube_text::CubeTextError>(())
    /// ```
    ///
    /// # Errors
    /// The first error of the text in that form. Facelets with `?` are a mask, not a state.
    pub fn parse(text: &str) -> Result<CubeText, CubeTextError> {
        if goal::is_mask(text) {
            return Err(CubeTextError::Mask);
        }
        let form = Form::detect(text);
        let (cube, rotation) = match form {
            Form::Moves => {
                let (moves, rotation) = Algorithm::parse(text)?.resolve();
                (Cube::from_moves(&moves), rotation)
            }
            Form::Facelets => {
                let cube = facelets::parse(text);
                (cube.map_err(|error| CubeTextError::of_facelets(error, text))?, Symmetry::IDENTITY)
            }
            Form::Reid => (reid::parse(text)?, Symmetry::IDENTITY),
        };
        Ok(CubeText { cube, rotation, form })
    }
}

/// A cube, or a mask: facelets of which some stickers do not matter.
#[derive(Clone, Debug)]
pub enum CubeOrMask {
    /// A cube.
    Cube(CubeText),
    /// A mask.
    Mask(Box<Mask>),
}

impl CubeOrMask {
    /// Parses a mask, or a cube in the form that [`Form::detect`] detects.
    ///
    /// # Errors
    /// The first error of the text in that form.
    pub fn parse(text: &str) -> Result<CubeOrMask, CubeTextError> {
        match Mask::read(text) {
            Some(mask) => Ok(CubeOrMask::Mask(Box::new(mask?))),
            None => CubeText::parse(text).map(CubeOrMask::Cube),
        }
    }
}

/// An error in cube text, by form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CubeTextError {
    /// A mask where a whole cube is needed.
    #[error(
        "facelets with ? show only a part of a cube; solve them, or give them as the goal of an analysis"
    )]
    Mask,
    /// An error in a mask.
    #[error(transparent)]
    BadMask(#[from] ExpressionError),
    /// An error in moves.
    #[error(transparent)]
    Moves(#[from] ParseError),
    /// An error in facelets.
    #[error("{error}{}", if *.may_be_moves { "; if these are moves, put them in brackets: (R U ...)" } else { "" })]
    Facelets {
        /// The error.
        error: FaceletError,
        /// Whether the text may have been meant as moves: the letters stand apart, and their counts are wrong.
        may_be_moves: bool,
    },
    /// An error in Reid's notation.
    #[error(transparent)]
    Reid(#[from] ReidError),
}

impl CubeTextError {
    fn of_facelets(error: FaceletError, text: &str) -> CubeTextError {
        let is_wrong_count =
            matches!(error, FaceletError::Stickers(StickerError::Length { .. } | StickerError::Count { .. }));
        let are_separate = text.split_whitespace().all(|word| word.chars().count() == 1);
        CubeTextError::Facelets { error, may_be_moves: is_wrong_count && are_separate }
    }
}
