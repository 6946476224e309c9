//! The search against plain breadth-first counts.

mod examples;
mod space;
