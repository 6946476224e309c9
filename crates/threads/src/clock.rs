//! The clocks of time budgets: the processor time of a thread, and the time of the wall clock.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant as WallTime;

#[cfg(not(target_family = "wasm"))]
pub use system::ThreadTime;

#[cfg(target_family = "wasm")]
pub use host::{ThreadTime, ThreadTime as WallTime, set};

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

/// The clock of WebAssembly, which its host provides.
#[cfg(target_family = "wasm")]
mod host {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock of this process: a function that returns the time since a fixed moment. Without a clock, every time
    /// budget is spent at once. The first clock stays.
    pub fn set(clock: fn() -> Duration) {
        CLOCK.get_or_init(|| clock);
    }

    /// A moment by the clock of the host. There is one thread, whose processor time is the time of that clock.
    #[derive(Clone, Copy, Debug)]
    pub struct ThreadTime(Option<Duration>);

    impl ThreadTime {
        /// Returns the present moment.
        pub fn now() -> ThreadTime {
            ThreadTime(CLOCK.get().map(|clock| clock()))
        }

        /// Returns the time from an earlier moment to this one, or the longest time without a clock.
        pub fn since(&self, earlier: ThreadTime) -> Duration {
            let (now, earlier) = (self.0.unwrap_or(Duration::MAX), earlier.0.unwrap_or_default());
            now.saturating_sub(earlier)
        }

        /// Returns the time since this moment, or the longest time without a clock.
        pub fn elapsed(&self) -> Duration {
            ThreadTime::now().since(*self)
        }
    }
}
