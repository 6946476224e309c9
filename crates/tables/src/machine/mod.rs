//! The machine: its instruction set, and a check of its vector code.

mod instruction_set;
mod self_check;

pub use instruction_set::{InstructionSet, InstructionSetError};
pub use self_check::{Disagreement, check_lookups};
