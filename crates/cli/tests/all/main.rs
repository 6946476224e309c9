//! The command, run as a process: one binary, since each takes seconds to link.

mod algorithms;
mod atlas;
mod beginner;
mod cases;
mod check;
mod columns;
mod common;
mod conditions;
mod cstimer;
mod cubes;
mod damaged_tables;
mod distribution;
mod fair;
mod faults;
mod foreign_files;
mod formats;
mod four;
#[path = "../../../tables/tests/full_tables/mod.rs"]
mod full_tables;
mod goals;
mod guide;
mod input;
mod manifest;
mod merge;
mod output;
#[cfg(feature = "web")]
mod page;
mod parts;
mod report;
mod review;
mod rotations;
mod scramble;
mod serve;
mod serve_attacks;
mod serve_faults;
mod shards;
mod signals;
mod solve;
mod stats;
mod stats_solutions;
mod tables;
mod threads;
mod wca;
