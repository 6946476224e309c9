//! Locks and atomics of the code that shares work between threads.
//!
//! They are those of the standard library. With the feature `shuttle` they are those of the model checker Shuttle, which
//! runs tests under many schedules of their threads.

#[cfg(not(feature = "shuttle"))]
pub use std::sync::{Condvar, Mutex, MutexGuard, atomic};

#[cfg(feature = "shuttle")]
pub use shuttle::sync::{Mutex, MutexGuard, atomic};

#[cfg(feature = "shuttle")]
pub use condvar::Condvar;

#[cfg(feature = "shuttle")]
mod condvar {
    use std::sync::LockResult;
    use std::time::Duration;

    use super::MutexGuard;

    /// A condition variable all of whose waits time out: Shuttle knows no time, and its own waits without
    /// notification never end. So a model shows what is right whichever wait times out.
    #[derive(Debug, Default)]
    pub struct Condvar(());

    /// The result of a wait, without the lock.
    #[derive(Debug)]
    pub struct WaitResult;

    impl Condvar {
        /// Creates a condition variable.
        pub fn new() -> Condvar {
            Condvar(())
        }

        /// Does nothing: waits end by themselves.
        pub fn notify_one(&self) {}

        /// Does nothing: waits end by themselves.
        pub fn notify_all(&self) {}

        /// Releases the lock and lets other threads run.
        pub fn wait_timeout<'a, T>(&self, guard: MutexGuard<'a, T>, _: Duration) -> LockResult<WaitResult> {
            drop(guard);
            shuttle::thread::yield_now();
            Ok(WaitResult)
        }
    }
}
