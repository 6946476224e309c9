//! The reasons why a text is no state, as data: a code, and the parts of the message, for texts in other languages.

use std::collections::BTreeMap;

use crate::cube_text::CubeTextError;
use crate::facelets::{FaceletError, PieceError, StickerError};
use crate::four;
use crate::goal::TextErrorKind as _;
use crate::notation::{ParseError, ParseErrorKind};
use crate::reid::ReidError;
use crate::state::Unreachable;

/// The reason why a text is no state: what it is called, and what it is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// A stable short name of the reason: `piece-twice`.
    pub code: &'static str,
    /// The parts of the message that depend on the text, by name.
    pub values: Vec<(&'static str, String)>,
}

impl Fault {
    /// Returns the values by name, with the code under the name `reason`; nothing without a code.
    pub fn by_name(&self) -> BTreeMap<&'static str, String> {
        let code = (!self.code.is_empty()).then(|| ("reason", self.code.to_string()));
        code.into_iter().chain(self.values.iter().cloned()).collect()
    }
}

/// An error whose reason is known as data.
pub trait Faulty {
    /// Returns the reason.
    fn fault(&self) -> Fault;
}

/// Returns a reason with some values.
fn fault<const N: usize>(code: &'static str, values: [(&'static str, &dyn ToString); N]) -> Fault {
    Fault { code, values: values.map(|(name, value)| (name, value.to_string())).into() }
}

impl Faulty for StickerError {
    fn fault(&self) -> Fault {
        match self {
            StickerError::Length { found, expected } => {
                fault("sticker-count", [("found", found), ("expected", expected)])
            }
            StickerError::Character { character, position, .. } => {
                fault("not-a-color", [("character", character), ("position", position)])
            }
            StickerError::Count { letter, found, expected } => {
                fault("color-count", [("letter", letter), ("found", found), ("expected", expected)])
            }
        }
    }
}

impl Faulty for FaceletError {
    fn fault(&self) -> Fault {
        match self {
            FaceletError::Stickers(error) => error.fault(),
            FaceletError::CentresRepeated { letter, .. } => fault("centers-repeated", [("letter", letter)]),
            FaceletError::CentresNotOpposite { first, second, .. } => {
                fault("centers-not-opposite", [("first", first), ("second", second)])
            }
            FaceletError::CentresTurned { inverse, .. } => fault("centers-turned", [("rotation", inverse)]),
            FaceletError::CentresMirrored => fault("centers-mirrored", []),
            FaceletError::Pieces(error) => error.fault(),
        }
    }
}

impl Faulty for four::facelets::FaceletError {
    fn fault(&self) -> Fault {
        use four::facelets::FaceletError as Error;
        match self {
            Error::Stickers(error) => error.fault(),
            Error::Centres { letter, found } => fault("center-count", [("letter", letter), ("found", found)]),
            Error::Mirrored => fault("centers-mirrored", []),
            Error::Pieces(error) => error.fault(),
            Error::WingColors { first, second, found, positions } => {
                let colors: [(_, &dyn ToString); 2] = [("first", first), ("second", second)];
                let [first, second] = colors;
                fault("wing-count", [first, second, ("found", found), ("positions", positions)])
            }
            Error::WingTwice { wing, first, second, twin } => {
                let wings: [(_, &dyn ToString); 2] = [("wing", wing), ("twin", twin)];
                let [wing, twin] = wings;
                fault("wing-twice", [wing, twin, ("first", first), ("second", second)])
            }
        }
    }
}

impl Faulty for PieceError {
    fn fault(&self) -> Fault {
        match self {
            PieceError::Unknown { kind, position, stickers } => {
                fault("no-such-piece", [("kind", kind), ("position", position), ("stickers", stickers)])
            }
            PieceError::Twice { kind, piece, first, second, missing } => {
                let places: [(_, &dyn ToString); 2] = [("first", first), ("second", second)];
                let [first, second] = places;
                fault("piece-twice", [("kind", kind), ("piece", piece), first, second, ("missing", missing)])
            }
            PieceError::Mirrored { position, stickers, .. } => {
                fault("corner-mirrored", [("position", position), ("stickers", stickers)])
            }
            PieceError::Unreachable(error) => error.fault(),
        }
    }
}

impl Faulty for Unreachable {
    fn fault(&self) -> Fault {
        match self {
            Unreachable::CornerPlaces | Unreachable::EdgePlaces => fault("places", []),
            Unreachable::Flip => fault("edge-flipped", []),
            Unreachable::Twist { clockwise } => {
                let turn = if *clockwise { "clockwise" } else { "anticlockwise" };
                fault("corner-twisted", [("turn", &turn)])
            }
            Unreachable::Parity => fault("pieces-swapped", []),
        }
    }
}

impl Faulty for ReidError {
    fn fault(&self) -> Fault {
        match self {
            ReidError::Length { found } => fault("piece-count", [("found", found)]),
            ReidError::Token { token, number, letters, .. } => {
                fault("not-a-piece-name", [("token", token), ("number", number), ("letters", letters)])
            }
            ReidError::Pieces(error) => error.fault(),
        }
    }
}

impl Faulty for ParseError {
    fn fault(&self) -> Fault {
        let code = match self.kind {
            ParseErrorKind::NotAMove => "not-a-move",
            ParseErrorKind::StraySuffix => "stray-suffix",
            ParseErrorKind::LayerCount => "layer-number",
            ParseErrorKind::TwoNumbers => "two-numbers",
            ParseErrorKind::TwoApostrophes => "two-apostrophes",
            ParseErrorKind::ZeroTimes => "zero-times",
            ParseErrorKind::TooManyQuarters => "too-many-quarters",
            ParseErrorKind::NeverClosed => "never-closed",
            ParseErrorKind::NeverOpened => "never-opened",
            ParseErrorKind::WrongBracket { .. } => "wrong-bracket",
            ParseErrorKind::StraySeparator => "stray-separator",
            ParseErrorKind::SecondSeparator => "second-separator",
            ParseErrorKind::MissingSeparator => "missing-separator",
            ParseErrorKind::Empty => "empty-group",
            ParseErrorKind::TooDeep => "too-deep",
            ParseErrorKind::TooLong => "too-many-moves",
        };
        fault(code, [("token", &self.token)])
    }
}

impl Faulty for CubeTextError {
    fn fault(&self) -> Fault {
        match self {
            CubeTextError::Mask => fault("mask", []),
            CubeTextError::BadMask(error) => fault(error.kind.code(), [("token", &error.token)]),
            CubeTextError::Moves(error) => error.fault(),
            CubeTextError::Facelets { error, .. } => error.fault(),
            CubeTextError::Reid(error) => error.fault(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube_text::CubeText;

    #[test]
    fn faults_of_texts_have_codes_and_values() {
        let solved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
        let one_red = solved.replacen('U', "R", 1);
        for (text, code, values) in [
            ("R Q", "not-a-move", vec![("token", "Q")]),
            ("(R U", "never-closed", vec![("token", "(")]),
            (&one_red, "color-count", vec![("letter", "U"), ("found", "8"), ("expected", "9")]),
            (
                "UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
                "corner-twisted",
                vec![("turn", "anticlockwise")],
            ),
        ] {
            let found = CubeText::parse(text).expect_err("no cube").fault();
            let values: Vec<_> = values.into_iter().map(|(name, value)| (name, value.to_string())).collect();
            assert_eq!((found.code, found.values), (code, values), "{text}");
        }
    }
}
