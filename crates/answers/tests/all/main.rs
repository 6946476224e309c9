//! Requests and the documents that answer them.

mod operation;
mod pasted;
mod worst_inputs;
