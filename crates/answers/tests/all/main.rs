//! Requests and the documents that answer them.

mod operation;
