//! Tables against golden hashes, and kinds of other crates.

mod foreign_kind;
#[path = "../full_tables/mod.rs"]
mod full_tables;
mod golden;
mod store;
