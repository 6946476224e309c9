//! The 4x4x4 in stages: coordinates of each stage, and exact distances of all its states.
//!
//! Each stage brings a cube into a smaller group of turns; the last of the five stages solves it by half turns
//! (`stages` lists the pieces that each stage puts in place). A [`Stage`] reads the [`StageState`] of a cube, applies
//! turns to it and tests whether it is a goal. A [`StageTable`] has the distance of every state, in slice turns (SST),
//! block turns (BTM) or outer-block turns (OBTM).
//!
//! A stage is met in several orientations of the cube: there are three axes to choose from in the first of the five
//! stages, two in the second, and four rotations of a solved cube in the last. [`Stage::goal_orientation`] returns the
//! rotation after which the next stage can begin.
//!
//! There are two chains: the five stages of Bruce Norskog's method ([`Stage::get`]), and two stages for outer-block
//! turns ([`Stage::outer`]), which [`Pairs`] continues.
//!
//! ```
//! use cubiform_cube::four::{Action, Cube4, Metric};
//! use cubiform_tables::four::{Stage, StageTable};
//! use cubiform_store::fill::Watch;
//! use cubiform_threads::Threads;
//!
//! // `Store::open` opens the same table from a file.
//! let stage = Stage::get(4);
//! let table = StageTable::fill(stage, Metric::Slice, &Threads::new(2), &Watch::quiet()).unwrap();
//!
//! // A cube that has met the first three stages: any sequence of turns that the fourth allows.
//! let cube = Cube4::from_turns(&(0..40).map(|i| stage.turns()[i * i % 16]).collect::<Vec<_>>());
//! let state = stage.state(&cube).unwrap();
//!
//! // A walk to the goal gives the distance of a state. From it, one look-up gives the distance of each child.
//! let distance = table.distance(state).unwrap();
//! for turn in table.turns() {
//!     let child = stage.turn(state, *turn);
//!     let address = table.address(child);
//!     table.codes().prefetch(address);
//!     assert_eq!(table.codes().child_distance(distance, address), table.distance(child).unwrap());
//! }
//!
//! // At the goal, the rotation after which the fifth stage can begin.
//! let solved = Cube4::SOLVED;
//! assert_eq!(table.distance(stage.state(&solved).unwrap()), Ok(0));
//! let rotated = solved.act(&Action::rotation(stage.goal_orientation(&solved).unwrap()));
//! assert!(Stage::get(5).state(&rotated).is_some());
//! ```

pub(crate) mod catalogue;
mod component;
pub(crate) mod pairs;
mod sets;
mod squares;
mod stage;
mod stages;
mod table;

pub use catalogue::StageEntry;
pub use pairs::{PAIR_TABLE, PairEntry, PairState, PairTable, Pairs};
pub use stage::{Stage, StageState};
pub use stages::{OUTER_STAGES, STAGES};
pub use table::{CodeAddress, Codes, StageTable};

#[cfg(test)]
mod outer_block_tests;
#[cfg(test)]
mod tests;
