//! Requests and the documents that answer them.

mod held;
mod operation;
mod pasted;
mod worst_inputs;
