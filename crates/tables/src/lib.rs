//! Exact distance tables: coordinates, the breadth-first fill, packed storage, files, and the catalogue.
//!
//! A [`cubiform_cube::goal::Target`] becomes a [`Coordinate`], which [`fill`] turns into the distances of a
//! [`Table`]; a [`Store`] keeps those of the [`catalogue`] as files; a [`view::View`] looks states up in them. The
//! coordinates of the [`whole`] cube and of the stages of the 4x4x4 ([`four`]) are apart from those. This crate knows
//! nothing of searching.

pub mod atomic_file;
pub mod bounds;
pub mod catalogue;
pub mod cell;
pub mod code;
pub mod coordinate;
pub mod coset_lane;
pub mod cosets;
pub mod disk;
pub mod file;
pub mod fill;
pub mod four;
mod free_layer;
pub mod halves;
mod indexer;
pub mod instruction_set;
pub mod kociemba;
pub mod lanes;
pub mod layout;
pub mod mapped;
pub mod memory;
pub mod normalize;
pub mod placement;
pub mod probe;
pub mod random_read;
mod row_pass;
mod row_steps;
mod rows;
pub mod self_check;
#[cfg(target_arch = "x86_64")]
mod simd;
mod stamp;
pub mod store;
mod subset;
mod symmetry_map;
pub mod table;
pub mod table_file;
pub mod table_kind;
pub mod threads;
pub mod tracked;
pub mod ud_coset;

pub use coordinate::Coordinate;
pub use store::Store;
pub use table::Table;
pub use table_kind::TableKind;
