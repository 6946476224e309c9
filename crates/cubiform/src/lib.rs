//! Exact answers about the Rubik's cube.
pub use cubiform_cube as cube;
