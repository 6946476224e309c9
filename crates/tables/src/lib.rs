//! Exact distance tables: coordinates, the breadth-first fill, packed storage, files, and the catalogue.
//!
//! A [`cubiform_cube::goal::Target`] becomes a [`Coordinate`], which [`fill`] turns into the distances of a
//! [`Table`]; a [`Store`] keeps those of the [`catalogue`] as files; a [`view::View`] looks states up in them. The
//! coordinates of the [`whole`] cube and of the stages of the 4x4x4 ([`four`]) are apart from those. This crate knows
//! nothing of searching.

pub mod atomic_file;
pub mod catalogue;
pub mod cell;
pub mod code;
pub mod coordinate;
pub mod cosets;
pub mod disk;
pub mod file;
pub mod fill;
pub mod four;
pub mod halves;
pub mod instruction_set;
pub mod lanes;
pub mod layout;
mod lens;
mod locator;
mod loose;
pub mod mapped;
pub mod memory;
pub mod orbit;
mod pass;
pub mod placement;
pub mod probe;
pub mod readings;
mod rows;
pub mod self_check;
pub mod spot;
mod stamp;
pub mod stances;
mod steps;
pub mod store;
pub mod stored;
mod subset;
pub mod table;
pub mod table_file;
pub mod threads;
pub mod tracked;
pub mod view;
pub mod whole;
#[cfg(target_arch = "x86_64")]
mod wide;

pub use coordinate::Coordinate;
pub use store::Store;
pub use stored::Stored;
pub use table::Table;
