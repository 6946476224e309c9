//! The clocks of time budgets: the processor time of a thread, and the time of the wall clock.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant as WallTime;

#[cfg(not(target_family = "wasm"))]
pub use system::ThreadTime;

#[cfg(target_family = "wasm")]
pub use without::{ThreadTime, ThreadTime as WallTime};

/// The clock of the system.
#[cfg(not(target_family = "wasm"))]
mod system {
    use std::time::Duration;

    /// A moment in the processor time of a thread.
    ///
    /// Unlike the type of `cpu-time` it may be sent to another thread, as a job that waits for its thread is.
    #[derive(Clone, Copy, Debug)]
    pub struct ThreadTime(Duration);

    impl ThreadTime {
        /// Returns the present moment on this thread.
        pub fn now() -> ThreadTime {
            ThreadTime(cpu_time::ThreadTime::now().as_duration())
        }

        /// Returns the processor time from an earlier moment on the same thread to this one.
        pub fn since(&self, earlier: ThreadTime) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// Returns the processor time since this moment, or zero on a thread that has used less in all.
        pub fn elapsed(&self) -> Duration {
            cpu_time::ThreadTime::now().as_duration().saturating_sub(self.0)
        }
    }
}

/// A substitute for WebAssembly, which has no clock without a host interface.
#[cfg(target_family = "wasm")]
mod without {
    use std::time::Duration;

    /// A time that has always elapsed, so that a time budget ends a search at once.
    #[derive(Clone, Copy, Debug)]
    pub struct ThreadTime;

    impl ThreadTime {
        /// Returns the present moment on this thread.
        pub fn now() -> ThreadTime {
            ThreadTime
        }

        /// Returns the longest time.
        pub fn since(&self, _: ThreadTime) -> Duration {
            Duration::MAX
        }

        /// Returns the longest time.
        pub fn elapsed(&self) -> Duration {
            Duration::MAX
        }
    }
}
