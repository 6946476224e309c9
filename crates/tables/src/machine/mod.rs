//! The machine: its instruction set and free memory, the time of a random read, and a check of its vector code.

mod instruction_set;
mod random_read;
mod self_check;

pub use instruction_set::{InstructionSet, InstructionSetError};
pub use random_read::random_read_nanoseconds;
pub use self_check::{Disagreement, check_lookups};
