//! The processor time of a thread, in which time budgets are measured.

#[cfg(not(target_family = "wasm"))]
pub(crate) use cpu_time::ThreadTime;

#[cfg(target_family = "wasm")]
pub(crate) use without::ThreadTime;

/// A substitute for WebAssembly, which has no clock without a host interface.
#[cfg(target_family = "wasm")]
mod without {
    use std::time::Duration;

    /// A time that has always elapsed, so that a time budget ends a search at once.
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
