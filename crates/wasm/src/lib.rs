//! cubiform as a WebAssembly module: a request in, the events of its answer out.
//!
//! The module has no thread but the caller's, no files and no clock. A [`Module`] takes requests as JSON, and tables as the
//! bytes of their files, from a host in JavaScript (`js/` in the repository), which keeps the tables where it can.
//!
//! Without the feature `all` it is a small module, which only solves by two-phase and makes scrambles.
//!
//! ```
//! use cubiform_wasm::{Event, Module};
//!
//! let module = Module::new(|| false);
//! let mut events = Vec::new();
//! module.answer(br#"{"operation": "check", "goal": "cross + FR"}"#, &mut |event: Event| events.push(event));
//! let Some(Event::Document(json)) = events.last() else { panic!("{events:?}") };
//! assert!(json.starts_with(br#"{"valid":true,"#));
//! ```

mod event;
#[cfg(target_family = "wasm")]
mod host;
mod input;
#[cfg(feature = "all")]
mod module;
#[cfg(any(test, not(feature = "all")))]
mod small;

pub use event::{Event, Sink};
#[cfg(feature = "all")]
pub use module::Module;
#[cfg(not(feature = "all"))]
pub use small::Module;
