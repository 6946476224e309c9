//! Pruning tables (pattern databases): exact distances in moves, from which a search takes its lower bounds.
//!
//! | module | contents |
//! |--------|----------|
//! | [`goal`] | tables of goals on the 3x3x3: the [`Coordinate`] of a goal's pieces, its breadth-first fill, the [`Table`] of its codes |
//! | [`lookup`] | look-ups of a search in those tables, for many children at a time, scalar and with vectors |
//! | [`kociemba`] | coordinates and exact tables of the two-phase algorithm |
//! | [`cosets`] | tables of cosets of the whole cube, for optimal solving |
//! | [`four`] | tables of the stages in which a 4x4x4 is solved |
//! | `levels` | the driver of all breadth-first fills of large tables |
//! | `rows` | the fill by rows and columns that `cosets`, `four` and `kociemba` share |
//! | `walk` | walks down to a goal, which give the exact distance of a state |
//! | [`catalogue`] | the tables of goals that can be built, with their histograms |
//! | [`machine`] | the instruction set, and a check of the vector code |
//!
//! [`kinds()`] lists all tables. The crate [`cubiform_store`] keeps them, and tables of other crates, as files.
//!
//! This crate knows nothing of searching, scrambles, output formats or terminals. It prints nothing.
//!
//! # A table filled and looked up
//!
//! A [`Target`](cubiform_cube::goal::Target) is a goal; its [`Coordinate`] numbers the states of its pieces, and
//! [`Table::fill`] computes their distances in half turn metric (HTM). A table stores a distance mod 3, in two bits. A
//! move changes a distance by at most one, so the distance of one state follows from a walk down to the goal, and that
//! of a neighbour from its own code and the distance of the state.
//!
//! ```
//! use std::sync::Arc;
//!
//! use cubiform_cube::goal::{CROSS, Target};
//! use cubiform_cube::{Algorithm, PieceSet};
//! use cubiform_store::fill::Watch;
//! use cubiform_tables::{Coordinate, Table};
//! use cubiform_threads::Threads;
//!
//! // The four edges of the bottom cross, solved. All of them are in the base, so their placement makes the row.
//! let cross = Target::solved(PieceSet::new(&[], &CROSS));
//! let coordinate = Arc::new(Coordinate::new(cross.clone(), &CROSS));
//! let (table, histogram) = Table::fill(coordinate, &Threads::new(2), &Watch::quiet()).expect("not cancelled");
//! assert_eq!(histogram, [1, 15, 158, 1394, 9809, 46_381, 97_254, 34_966, 102]);
//!
//! // The minimum number of moves to the cross of a scrambled cube.
//! let cube = Algorithm::parse("R' U2 F D2 L B' R2 D F' L2").unwrap().cube();
//! assert_eq!(table.distance(&cube)?, 6);
//! # Ok::<(), cubiform_tables::lookup::Contradiction>(())
//! ```
//!
//! A search uses a [`ProbeSet`](lookup::ProbeSet) instead, which looks up the children of a node together.
//!
//! # A table opened from a file
//!
//! A [`Store`](cubiform_store::Store) is a folder of table files. [`Store::open`](cubiform_store::Store::open) maps the file of an [`Entry`](catalogue::Entry) of the
//! catalogue, or returns `None` if there is none; [`Store::open_or_build`](cubiform_store::Store::open_or_build) fills
//! the table and writes the file first.
//!
//! ```
//! use cubiform_store::{Observer, Store};
//! use cubiform_tables::catalogue::Entry;
//! use cubiform_threads::Threads;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let store = Store::new(folder.path(), &Threads::new(2));
//! let cross = Entry::named("cross").expect("a table of the catalogue");
//! assert!(store.open(cross)?.is_none());
//! let table = store.open_or_build(cross, &Observer::quiet())?;
//! assert_eq!(table.name(), "cross");
//! assert!(folder.path().join("cross.cubiform").exists());
//! # Ok(())
//! # }
//! ```

pub mod catalogue;
mod closure;
pub mod cosets;
pub mod counts;
pub mod four;
#[cfg(test)]
#[path = "../tests/full_tables/mod.rs"]
mod full_tables;
pub mod goal;
pub mod kociemba;
mod levels;
pub mod lookup;
pub mod machine;
mod rows;
mod subset;
mod walk;

use cubiform_store::TableKind;

use crate::catalogue::CATALOGUE;
use crate::cosets::catalogue::{COSETS, CosetEntry};
use crate::four::catalogue::STAGE_TABLES;
use crate::four::pairs::PAIR_TABLE;
use crate::kociemba::catalogue::PHASES;

pub use goal::coordinate::Coordinate;
pub use goal::table::Table;

/// The histograms of all tables, as lists for [`counts!`].
pub(crate) const COUNTS: &str = include_str!("counts.txt");

/// Returns all tables of this crate: those of goals, then those of cosets, of the two phases, and of the stages of the 4x4x4.
pub fn kinds() -> impl Iterator<Item = &'static dyn TableKind> {
    let targets = CATALOGUE.iter().map(|entry| entry as &'static dyn TableKind);
    let cosets = COSETS.iter().map(|entry: &CosetEntry| entry as &'static dyn TableKind);
    let phases = PHASES.iter().map(|entry| *entry as &'static dyn TableKind);
    let stages = STAGE_TABLES.iter().map(|entry| entry as &'static dyn TableKind);
    let pairs = std::iter::once(&PAIR_TABLE as &'static dyn TableKind);
    targets.chain(cosets).chain(phases).chain(stages).chain(pairs)
}
