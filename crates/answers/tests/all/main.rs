//! Requests and the documents that answer them.

mod operation;
mod worst_inputs;
