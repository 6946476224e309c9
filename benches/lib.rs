//! Benches of the engine: `cargo bench -p cubiform-benches`.
