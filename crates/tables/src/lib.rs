//! Exact distance tables: coordinates, the breadth-first fill, packed storage, files, and the catalogue.
//!
//! A [`cubiform_cube::goal::Target`] becomes a [`Coordinate`], which [`fill`] turns into the distances of a
//! [`Table`]; a [`Store`] keeps those of the [`catalogue`] as files; a [`view::View`] looks states up in them. The
//! coordinates of the [`whole`] cube and of the stages of the 4x4x4 ([`four`]) are apart from those. This crate knows
//! nothing of searching.

pub mod catalogue;
pub mod cosets;
pub mod four;
pub mod halves;
pub mod instruction_set;
pub mod kociemba;
pub mod lookup;
pub mod memory;
pub mod placement;
pub mod random_read;
mod rows;
pub mod self_check;
pub mod store;
mod subset;
pub mod target;
pub mod threads;

pub use store::Store;
pub use store::table_kind::TableKind;
pub use target::coordinate::Coordinate;
pub use target::table::Table;
