//! Move notation: lenient input, strict WCA notation on output.
//!
//! All parsers of moves share this one. A private dialect defines the turn names of each puzzle: here those of the
//! 3x3x3, in [`four::notation`](crate::four::notation) those of the 4x4x4.
//!
//! | text | meaning |
//! |---|---|
//! | `R`, `R2`, `R'`, `R2'`, `R'2`, `R3` | turns of a face; likewise U, F, D, L and B |
//! | `Rw`, `r`, `2Rw` | the face and the layer next to it |
//! | `M`, `E`, `S` | the middle layer, in the direction of L, D or F |
//! | `x`, `y`, `z`, `X`, `3Rw` | the whole cube, in the direction of R, U or F |
//! | `(A)2`, `(A)'`, `(A)2'` | a group that is repeated, inverted, or both |
//! | `(A)x2`, `(A)*2`, `(A)^2`, `(A)×2` | a repeated group; also after `]` |
//! | `[A, B]` | the commutator A B A' B' |
//! | `[A: B]` | the conjugate A B A' |
//! | `[f2]`, `[u]`, `[r']` | a rotation: z2, y, x' |
//! | `y4`, `R5` | a number of quarter turns, modulo four, below eight |
//! | `.`, `…`, `↑`, `@150`, `@1.5s` | a pause, an arrow for a regrip, a timestamp: nothing |
//! | `// ...`, `/* ... */` | a comment, to the end of the line or to `*/` |
//!
//! [`Niss`] reads moves on both sides of a scramble, with those on the inverse in brackets.
//!
//! White space between moves is optional. A number directly after a move belongs to that move: `R'2Rw` is `R2 Rw`. An
//! `x` with a number repeats a group only directly after the bracket: `(R U)x3` is R U R U R U, but `(R U) x3` is R U
//! x'. Primes, accents and the apostrophes of other keyboards stand for the ASCII one ([`is_apostrophe`]).

mod algorithm;
mod dialect;
mod error;
mod niss;
mod parse;
mod token;
mod turn;

pub(crate) use dialect::{Dialect, TurnName};
pub(crate) use error::{Hints, quoted};
pub(crate) use parse::parse_turns;
pub(crate) use token::{is_modifier, without_comments};

pub use algorithm::Algorithm;
pub use error::{MAX_DEPTH, MAX_TURNS, ParseError, ParseErrorKind};
pub use niss::Niss;
pub use token::{has_several_lines, is_apostrophe, is_filler, timestamp_length};
pub use turn::{Base, Turn, TurnMetric};
