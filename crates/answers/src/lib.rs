//! What every front end of cubiform shares: readers of scrambles, goals and solves, and the answers with their JSON.
//!
//! The command, the server and other front ends read their input with [`input`] and [`scramble`], ask the solvers, and
//! write the answers with the same types, so that their JSON is the same.

pub mod analysis;
pub mod cases;
pub mod distribution;
mod error;
pub mod format;
pub mod generators;
pub mod goals;
pub mod input;
pub mod json_array;
pub mod links;
pub mod players;
pub mod puzzle;
pub mod review;
pub mod scramble;
pub mod scrambles;
pub mod solutions;
pub mod tables;

pub use error::{Error, json_error_message};

#[cfg(all(test, feature = "schema"))]
mod schema_tests;
