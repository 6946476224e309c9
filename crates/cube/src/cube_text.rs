//! The text of a cube in any of its forms: moves, facelets or Reid's notation. This is the one reader of cubes.
//!
//! | form | a text has it if |
//! |---|---|
//! | [`facelets`] | it is 40 to 67 letters of faces (`URFDLB`) or of colours (`WRGYOB`) without a number, apostrophe or bracket, or a single word of nine or more in which two neighbours are alike |
//! | [Reid's notation](crate::reid) | it is about twenty words of two or three letters of faces |
//! | [moves](crate::notation) | it is anything else |
//!
//! White space may stand anywhere between facelets, and their letters may be of either case. A text that has the form
//! of facelets is never read as moves: if it is not nine stickers of each colour, that is an error. So moves of that
//! number without a single modifier need brackets: `(R U F ...)`.

use crate::facelets::{self, FaceletError, StickerError};
use crate::notation::{Algorithm, ParseError};
use crate::reid::{self, ReidError};
use crate::state::Cube;
use crate::symmetry::Symmetry;

/// A form in which a cube can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// The moves that make it of the solved cube.
    Moves,
    /// Its stickers.
    Facelets,
    /// Its pieces in Reid's notation.
    Reid,
}

impl Form {
    /// The form that a text has, right or wrong.
    pub fn of(text: &str) -> Form {
        if reid::is_meant(text) && facelets::parse(text).is_err() {
            Form::Reid
        } else if facelets::is_meant(text) {
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
    /// How the whole cube is turned when all of the text has been carried out: the identity but for moves that turn it.
    pub rotation: Symmetry,
    /// The form of the text.
    pub form: Form,
}

impl CubeText {
    /// Reads a cube in the form that [`Form::of`] finds.
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
    /// The first fault of the text as one of that form.
    pub fn parse(text: &str) -> Result<CubeText, CubeTextError> {
        let form = Form::of(text);
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

/// Why a text describes no cube, by its form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CubeTextError {
    /// A fault of moves.
    #[error(transparent)]
    Moves(#[from] ParseError),
    /// A fault of facelets.
    #[error("{error}{}", if *.may_be_moves { "; if these are moves, put them in brackets: (R U ...)" } else { "" })]
    Facelets {
        /// The fault.
        error: FaceletError,
        /// Whether the letters stand apart, as those of moves do, and are not nine of each.
        may_be_moves: bool,
    },
    /// A fault of a state in Reid's notation.
    #[error(transparent)]
    Reid(#[from] ReidError),
}

impl CubeTextError {
    fn of_facelets(error: FaceletError, text: &str) -> CubeTextError {
        let is_counted =
            matches!(error, FaceletError::Stickers(StickerError::Length { .. } | StickerError::Count { .. }));
        let stand_apart = text.split_whitespace().all(|word| word.chars().count() == 1);
        CubeTextError::Facelets { error, may_be_moves: is_counted && stand_apart }
    }
}
