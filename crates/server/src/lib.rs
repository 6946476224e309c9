//! Exact answers about the Rubik's cube over HTTP.

mod app;
mod arrow;
mod batch;
mod engines;
mod listen;
mod metrics;
mod openapi;
mod problem;
mod queue;
mod request;
mod routes;
mod settings;
mod workers;

pub use engines::PrepareError;
pub use listen::{ServeError, Server};
pub use settings::{Limits, Settings};
