//! Threads and cancellation: how much of the machine a computation may use, and how it is told to end.
//!
//! [`Threads`] is a budget of threads. The front end makes one, and everything that computes on several threads takes
//! them from it, so `--threads 1` is one computing thread in the whole process. [`CancelToken`] is a flag that a caller
//! sets and a computation reads.
//!
//! ```
//! use cubiform_threads::{CancelToken, Threads};
//!
//! let threads = Threads::new(4);
//! assert_eq!(threads.map(&[1, 2, 3], |i| i * i), [1, 4, 9]);
//!
//! let request = CancelToken::new();
//! let search = request.child();
//! request.cancel();
//! assert!(search.is_cancelled());
//! ```

mod budget;
mod cancel;
pub mod clock;
#[doc(hidden)]
pub mod sync;

pub use budget::Threads;
pub use cancel::CancelToken;
