//! The list of all tables of this crate.

use cubiform_store::TableKind;

use crate::catalogue::CATALOGUE;
use crate::cosets::catalogue::{COSETS, CosetEntry};
use crate::four::catalogue::STAGE_TABLES;
use crate::four::pairs::PAIR_TABLE;
use crate::kociemba::catalogue::PHASES;

/// Returns all tables of this crate: those of goals, then those of cosets, of the two phases, and of the stages of the 4x4x4.
pub fn kinds() -> impl Iterator<Item = &'static dyn TableKind> {
    let targets = CATALOGUE.iter().map(|entry| entry as &'static dyn TableKind);
    let cosets = COSETS.iter().map(|entry: &CosetEntry| entry as &'static dyn TableKind);
    let phases = PHASES.iter().map(|entry| *entry as &'static dyn TableKind);
    let stages = STAGE_TABLES.iter().map(|entry| entry as &'static dyn TableKind);
    let pairs = std::iter::once(&PAIR_TABLE as &'static dyn TableKind);
    targets.chain(cosets).chain(phases).chain(stages).chain(pairs)
}
