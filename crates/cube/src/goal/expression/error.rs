//! The errors of goal expressions, with their messages and hints.

use ExpressionErrorKind as Kind;

use super::super::pattern::{MAX_PATTERNS, MAX_TURNS};
use super::super::text::{TextError, TextErrorKind};

/// An error in the text of a goal.
///
/// Displayed as `column 9: unknown goal term 'crss' (did you mean 'cross'?)`.
pub type ExpressionError = TextError<ExpressionErrorKind>;

/// The largest number of targets of an expression: no expression without alternatives has more.
pub(in crate::goal) const MAX_CHOICES: usize = 60;

/// The kind of error of a token. Displayed as a predicate whose subject is the token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpressionErrorKind {
    /// A word or a character that is not part of the language.
    #[error("is not a goal term")]
    UnknownWord {
        /// A similarly spelt word.
        nearest: Option<&'static str>,
    },
    /// A step of fewest-moves solves, which is a goal of its own and joins no other term: `htr`, or `DR` where it could be
    /// read as domino reduction instead of the edge.
    #[error("stands for {meaning}, which cannot be combined")]
    Alone {
        /// The step.
        meaning: &'static str,
        /// Whether the token is also the name of an edge.
        is_edge: bool,
    },
    /// A name that is not a piece, such as `UD` or `UDF`.
    #[error("is not a piece")]
    NoSuchPiece,
    /// A token in the wrong place, or the end of the text.
    #[error("is unexpected")]
    Expected {
        /// The tokens that are valid there.
        what: &'static str,
    },
    /// A term whose pieces all belong to another term.
    #[error("is already part of '{other}'")]
    Repeated {
        /// The other term.
        other: String,
    },
    /// A block or a line that the other terms imply: `2x2x2 + 2x2x3`, since every 2x2x3 block contains a 2x2x2 block.
    #[error("is implied by the other terms")]
    AddsNothing,
    /// A block or a line that cannot be placed: `2x2x3 + 2x2x3`.
    #[error("does not fit beside the other terms")]
    NoPlace,
    /// A second term for edge orientation: `eo + eoline`.
    #[error("is a second term for edge orientation")]
    SecondOrientation,
    /// A second offset: `offset D + offset D`.
    #[error("occurs twice")]
    SecondOffset,
    /// A second term that chooses slots: `any slot + 2 slots`.
    #[error("is a second term for the number of slots")]
    SecondSlots,
    /// A number of slots that is zero: `0 slots`.
    #[error("adds no slot")]
    NoSlots,
    /// A number of slots above the number that the other terms leave open.
    #[error("is too many")]
    TooManySlots {
        /// The number of open slots.
        left: usize,
    },
    /// An alternative after which the goal has too many choices: `FR or FL + BR or BL + ...`.
    #[error("makes too many choices")]
    TooManyChoices,
    /// Turns that may follow the goal, in too many ways: `up to U + up to R + up to F + up to D + up to L`.
    #[error("makes too many ways to turn the goal")]
    TooManyTurns,
    /// A mask with more or fewer than 54 stickers.
    #[error("has {found} stickers")]
    StickerCount {
        /// The number of stickers.
        found: usize,
    },
    /// A sticker of a mask at a position whose stickers no piece has.
    #[error("and the other stickers of its position are those of no piece")]
    NoFittingPiece,
    /// A centre of a mask that is not the one of its face.
    #[error("is the centre of another face")]
    TurnedCentre,
    /// A mask without pieces, or with pieces that cannot be together on a cube.
    #[error("begins a mask that no cube shows, or every cube")]
    EmptyMask,
    /// An offset without pieces of the bottom layer: `FR edge + offset D`.
    #[error("affects no piece of this goal")]
    OffsetOfNothing,
    /// An offset with pieces of the top layer: `cross + UF + offset D`. UF could be solved relative to the bottom layer
    /// or to the centres.
    #[error("cannot be combined with pieces of the top layer")]
    OffsetWithTop,
    /// An offset with edge orientation relative to U/D, which quarter turns of D change: `cross + eo U/D + offset D`.
    #[error("flips edges relative to U/D")]
    OffsetFlips,
    /// Terms of a case set that contradict each other: `DFR at DLF + DLF`.
    #[error("begins terms that no state meets together")]
    NoState,
}

impl TextErrorKind for ExpressionErrorKind {
    const LANGUAGE: &'static str = "goal";

    fn hint(&self) -> String {
        let hint = match self {
            Kind::UnknownWord { nearest: Some(word) } => return format!("did you mean '{word}'?"),
            Kind::UnknownWord { nearest: None } => {
                "write terms such as cross, FR, DF, DFR, eo, 2x2x2 DBL or offset D, with '+' between them"
            }
            Kind::Alone { is_edge: true, .. } => "write DR edge for the edge at DR",
            Kind::Alone { is_edge: false, .. } => "it is a goal of its own",
            Kind::NoSuchPiece => {
                "name an edge by two adjacent faces, as in UF, or a corner by three, as in URF"
            }
            Kind::Expected { what } => return format!("expected {what}"),
            Kind::Repeated { .. } | Kind::SecondOffset | Kind::AddsNothing => "remove it",
            Kind::NoPlace => "blocks of one size may share pieces only if all have places, as in 2x2x3 DL",
            Kind::SecondOrientation => "keep one of them",
            Kind::SecondSlots => "write the total, as in 2 slots",
            Kind::NoSlots => "remove it, or write a number from 1 to 4",
            Kind::TooManySlots { left: 0 } => "the other terms include all four slots",
            Kind::TooManySlots { left } => return format!("the other terms leave {left}"),
            Kind::TooManyChoices => return format!("a goal has at most {MAX_CHOICES}"),
            Kind::TooManyTurns => {
                return format!(
                    "a goal has at most {MAX_TURNS} turns, and {MAX_PATTERNS} ways with its choices"
                );
            }
            Kind::StickerCount { .. } => "facelets have 54, nine for each face",
            Kind::NoFittingPiece => "write ? for stickers that do not matter",
            Kind::TurnedCentre => "write the mask with white on top and green in front",
            Kind::EmptyMask => "give stickers of pieces that fit together",
            Kind::OffsetOfNothing => "add pieces of the bottom layer, as in cross + offset D",
            Kind::OffsetWithTop => "remove one or the other",
            Kind::OffsetFlips => "write eo F/B or eo L/R",
            Kind::NoState => "remove one of them",
        };
        hint.to_owned()
    }

    fn code(&self) -> &'static str {
        match self {
            Kind::UnknownWord { .. } => "unknown-goal-term",
            Kind::Alone { .. } => "goal-of-its-own",
            Kind::NoSuchPiece => "not-a-piece",
            Kind::Expected { .. } => "unexpected-goal-term",
            Kind::Repeated { .. } => "repeated-goal-term",
            Kind::AddsNothing => "implied-goal-term",
            Kind::NoPlace => "no-place-for-block",
            Kind::SecondOrientation => "second-orientation",
            Kind::SecondOffset => "second-offset",
            Kind::SecondSlots => "second-number-of-slots",
            Kind::NoSlots => "no-slots",
            Kind::TooManySlots { .. } => "too-many-slots",
            Kind::TooManyChoices => "too-many-choices",
            Kind::TooManyTurns => "too-many-turns",
            Kind::StickerCount { .. } => "mask-length",
            Kind::NoFittingPiece => "no-fitting-piece",
            Kind::TurnedCentre => "turned-centre",
            Kind::EmptyMask => "empty-mask",
            Kind::OffsetOfNothing => "offset-of-nothing",
            Kind::OffsetWithTop => "offset-with-top-layer",
            Kind::OffsetFlips => "offset-flips-edges",
            Kind::NoState => "no-state",
        }
    }

    fn problem(&self, token: &str) -> String {
        match self {
            Kind::UnknownWord { .. } => format!("unknown goal term {token}"),
            Kind::Expected { .. } => format!("unexpected {token}"),
            _ => format!("{token} {self}"),
        }
    }
}
