//! Insertions: short algorithms put into a partial solution, so that they solve the last pieces and cancel moves.
//!
//! A skeleton solves all but a few corners, or all but a few edges. At each of its places another algorithm solves the
//! rest: the one whose effect is the conjugate of that rest by the state before the place. [`AlgorithmSet`] has every
//! sequence up to some length that moves at most five pieces of one kind and no others. [`insertions`] tries all of them at
//! all places, so that its best single insertion is proven shortest for the set. A beam search makes several insertions of
//! 3-cycles, without a proof.
//!
//! ```
//! use cubiform_cube::{Algorithm, Cube, Moves};
//! use cubiform_solvers::insertion::{AlgorithmSet, InsertionRequest, Skeleton, insertions};
//! use cubiform_threads::CancelToken;
//!
//! let moves = |text: &str| Algorithm::parse(text).map(|algorithm| algorithm.resolve().0);
//! // R' D' F2 leaves three corners, which [R', D L D'] cycles after the first move.
//! let skeleton = moves("R' D' F2")?;
//! let solved = moves("R' R' D L D' R D L' D' D' F2")?;
//! let skeleton = Skeleton::new(Cube::from_moves(&solved).inverse(), &skeleton)?;
//! let cancel = CancelToken::never();
//! let set = AlgorithmSet::find(skeleton.kind(), 10, &cancel).ok_or("stopped")?;
//! let found = insertions(&set, &skeleton, &InsertionRequest::default(), &cancel)?;
//! assert_eq!(Moves(&found.solutions[0].moves).to_string(), "R2 D L D' R D L' D2 F2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algorithms;
mod commutator;
mod search;
mod skeleton;

pub use algorithms::AlgorithmSet;
pub use commutator::Commutator;
pub use search::{
    Insertion, InsertionRequest, Insertions, MAX_INSERTIONS, NotInserted, Solution, insertions,
};
pub use skeleton::{MAX_PIECES, MAX_SKELETON, PieceKind, Skeleton, SkeletonError};
