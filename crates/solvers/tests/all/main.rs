//! The solvers against golden values and slow oracles.

mod five_stage;
mod full;
#[path = "../../../tables/tests/full_tables/mod.rs"]
mod full_tables;
mod gold;
#[path = "../known/mod.rs"]
mod known;
mod node_limits;
mod optimal;
mod oracle;
mod outer_block;
mod reduction;
mod reduction_between;
mod reduction_exhaustive;
mod slack;
mod subgroup;
#[path = "../tables/mod.rs"]
mod tables;
mod two;
mod whole_cube;
