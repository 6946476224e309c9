//! Statistics of goals: how many states there are at each distance, what samples of them say, and what that comes to
//! in numbers.
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

mod chi_square;
pub mod distribution;
mod estimate;
mod histogram;
mod interval;
mod paired;
mod sample;
mod subset;

pub use chi_square::ChiSquare;
pub use estimate::Estimate;
pub use histogram::Histogram;
pub use interval::wilson;
pub use paired::Paired;
pub use sample::{BySubset, Difference, Gains, Lengths, Sample};
pub use subset::Subset;
