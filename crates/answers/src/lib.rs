//! Readers of scrambles, goals and solves, and the answers with their JSON: the part that all front ends of cubiform share.
//!
//! The command, the server and other front ends read their input with [`input`] and [`scramble`], ask the solvers, and
//! write the answers with the same types, so that their JSON is the same.
//!
//! ```
//! use cubiform_answers::goals::{Goals, parse_goals};
//! use cubiform_answers::input::{Input, Item, Options};
//! use cubiform_answers::scramble::Scramble;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let goals = Goals::new(&parse_goals("std,pseudo")?, "cross")?;
//! assert_eq!(goals.stage_names(), ["cross", "pseudo_cross"]);
//!
//! // The format is found out: lines, CSV, JSON lines, the WCA's table, exports of csTimer.
//! let text = "id,scramble\nmine,R U F\nyours,R Q\n";
//! let input = Input::from_reader("text", Box::new(text.as_bytes()), Options::default())?;
//! let read: Vec<String> = input
//!     .map(|item| match item {
//!         Item::Line(line) => match Scramble::read(&line) {
//!             Ok(scramble) => scramble.id,
//!             Err(bad) => bad.to_string(),
//!         },
//!         other => panic!("{other:?}"),
//!     })
//!     .collect();
//! assert_eq!(read[0], "mine");
//! assert!(read[1].starts_with("text:3:9: 'Q' is not a move"));
//! # Ok(())
//! # }
//! ```

#[macro_use]
mod choice;

pub mod algorithms;
pub mod analysis;
#[cfg(feature = "clap")]
pub mod arguments;
pub mod attempt;
pub mod bounded;
pub mod case_set;
pub mod cases;
pub mod check;
pub mod columns;
pub mod distribution;
pub mod draws;
pub mod easiest;
pub mod engines;
mod error;
mod error_object;
mod examples;
pub mod format;
pub mod generators;
pub mod goals;
pub mod held;
pub mod input;
pub mod insert;
pub mod json_array;
pub mod limits;
pub mod links;
pub mod methods;
pub mod operation;
pub mod operations;
mod other_puzzles;
#[cfg(feature = "folder")]
pub mod parts;
pub mod pipeline;
pub mod players;
pub mod puzzle;
mod reconstruction;
pub mod review;
pub mod rows;
pub mod run;
pub mod scramble;
pub mod scrambles;
pub mod solutions;
pub mod solvers;
pub mod stats;
pub mod tables;

pub use error::{Error, ErrorFields, ErrorKind, Hint, Place, json_error_message, named};
pub use error_object::{ErrorObject, Position};

#[cfg(test)]
mod schema_tests;
