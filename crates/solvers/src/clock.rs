//! The processor time of a thread, by which budgets of time are spent.

#[cfg(not(target_family = "wasm"))]
pub(crate) use cpu_time::ThreadTime;

#[cfg(target_family = "wasm")]
pub(crate) use without::ThreadTime;

/// WebAssembly without a host interface has no clock.
#[cfg(target_family = "wasm")]
mod without {
    use std::time::Duration;

    /// A time that is over as soon as it has begun, so that a budget of time ends a search rather than never.
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
