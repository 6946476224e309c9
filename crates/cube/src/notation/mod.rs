//! Algorithms in text: read leniently, written strictly as the WCA writes them.
//!
//! This is the one parser of moves. What the names of turns mean is the puzzle's own dialect: here is that of the
//! 3x3x3, [`four::notation`](crate::four::notation) has that of the 4x4x4.
//!
//! | written | means |
//! |---|---|
//! | `R`, `R2`, `R'`, `R2'`, `R'2`, `R3` | turns of a face; so for U, F, D, L and B |
//! | `Rw`, `r`, `2Rw` | the face and the layer next to it |
//! | `M`, `E`, `S` | the middle layer, in the direction of L, D or F |
//! | `x`, `y`, `z`, `X`, `3Rw` | the whole cube, in the direction of R, U or F |
//! | `(A)2`, `(A)'`, `(A)2'` | a group, repeated, undone, or both |
//! | `(A)x2`, `(A)*2`, `(A)^2`, `(A)×2` | a group, repeated; the same behind `]` |
//! | `[A, B]` | the commutator A B A' B' |
//! | `[A: B]` | the conjugate A B A' |
//! | `// ...`, `/* ... */` | a comment, to the end of the line or to its mark |
//!
//! White space is free between moves and may be left out. A number directly behind a move belongs to that
//! move, so `R'2Rw` is `R2 Rw`. An `x` with a number repeats a group only if it stands directly behind the bracket:
//! `(R U)x3` is R U R U R U, and `(R U) x3` is R U x'. Any of `'’‘ʼ′´` and the grave accent is read as an apostrophe.

mod algorithm;
mod dialect;
mod error;
mod parse;
mod token;

pub(crate) use dialect::{Dialect, Hints, TurnName};
pub(crate) use error::quoted;
pub(crate) use parse::parse_turns;
pub(crate) use token::{is_modifier, without_comments};

pub use algorithm::{Algorithm, Base, Turn};
pub use error::{ParseError, ParseErrorKind};
pub use parse::{MAX_DEPTH, MAX_TURNS};
