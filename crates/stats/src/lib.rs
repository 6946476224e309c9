//! Statistics of goals: how many states there are at each distance, and what that comes to in numbers.
//!
//! Nothing here knows of files, formats or terminals.
//!
//! ```
//! use cubiform_cube::goal::Variant;
//! use cubiform_stats::distribution::Source;
//!
//! let Ok(Source::Known(cross)) = Source::of(&Variant::std().stages[0]) else { panic!("the catalogue has it") };
//! let histogram = cubiform_stats::Histogram::new(cross.histogram);
//! assert_eq!(histogram.total(), 190_080);
//! assert_eq!(format!("{:.3}", histogram.mean()), "5.812");
//! ```

pub mod distribution;
mod histogram;

pub use histogram::Histogram;
