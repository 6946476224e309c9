//! The clocks of time budgets: the processor time of a thread, and the time of the wall clock.

#[cfg(not(target_family = "wasm"))]
pub(crate) use cpu_time::ThreadTime;
#[cfg(not(target_family = "wasm"))]
pub(crate) use std::time::Instant as WallTime;

#[cfg(target_family = "wasm")]
pub(crate) use without::{ThreadTime, ThreadTime as WallTime};

/// A substitute for WebAssembly, which has no clock without a host interface.
#[cfg(target_family = "wasm")]
mod without {
    use std::time::Duration;

    /// A time that has always elapsed, so that a time budget ends a search at once.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct ThreadTime;

    impl ThreadTime {
        pub(crate) fn now() -> ThreadTime {
            ThreadTime
        }

        pub(crate) fn elapsed(&self) -> Duration {
            Duration::MAX
        }
    }
}
