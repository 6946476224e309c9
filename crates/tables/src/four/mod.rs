//! The 4x4x4 in stages: their coordinates, and how far every state is from meeting each of them.
//!
//! Each stage brings a cube into a smaller group of turns, until half turns solve it ([`stages`] has what each puts in
//! place). A [`Stage`] reads the [`StageState`] of a cube, turns it and says whether the stage is met; a [`StageTable`] tells its
//! distance, in slice turns or in block turns. A cube meets a stage in any of several ways to hold it (three axes in the
//! first, two in the second, four ways to be solved in the last); [`Stage::hold`] says how it is to be held to go on.
//!
//! The two [stages by outer turns](Stage::outer) are others of the same kind; [`pairs`] is what comes after them.
//!
//! ```
//! use cubiform_cube::four::{Action, Cube4, Metric};
//! use cubiform_tables::target::fill::Watch;
//! use cubiform_tables::four::{Stage, StageTable};
//!
//! // From a file, `Store::open_stage` gives it.
//! let stage = Stage::get(4);
//! let table = StageTable::fill(stage, Metric::Slice, 2, &Watch::quiet()).unwrap();
//!
//! // A cube that has met the first three stages: any turns that the fourth allows.
//! let cube = Cube4::from_turns(&(0..40).map(|i| stage.turns()[i * i % 16]).collect::<Vec<_>>());
//! let state = stage.state(&cube).unwrap();
//!
//! // Its distance is looked up on a walk to the goal; from then on one look-up tells that of each state next to it.
//! let distance = table.distance(state).unwrap();
//! for turn in table.turns() {
//!     let next = stage.turn(state, *turn);
//!     let place = table.place(next);
//!     table.prefetch(place);
//!     assert_eq!(table.distance_next_to(distance, place), table.distance(next).unwrap());
//! }
//!
//! // A shortest way; after it the cube goes on with the fifth stage, held as this one says.
//! let way: Vec<_> = table.way(state).unwrap().into_iter().map(|turn| stage.turns()[turn]).collect();
//! assert_eq!(way.len(), usize::from(distance));
//! let met = cube.apply(&way);
//! let held = met.act(&Action::rotation(stage.hold(&met).unwrap()));
//! assert!(Stage::get(5).state(&held).is_some());
//! ```

pub mod catalogue;
mod component;
pub mod fill;
mod motion;
pub mod pairs;
mod sets;
mod squares;
mod stage;
pub mod stages;
mod table;

pub use stage::{Stage, StageState};
pub use stages::{OUTER_STAGES, STAGES};
pub use table::{Slot, StageTable};
