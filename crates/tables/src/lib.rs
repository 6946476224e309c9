//! Exact distance tables: coordinates, the breadth-first fill, packed storage, files, and the catalogue.

pub mod cell;
pub mod coordinate;
pub mod fill;
pub mod placement;
pub mod table;
pub mod view;

pub use table::Table;
