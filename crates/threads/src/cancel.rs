//! Cancellation of a computation, also from another thread.

use std::sync::Arc;
use std::thread::{self, ThreadId};
use std::time::Duration;

use crate::clock::{ThreadTime, WallTime};
use crate::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A flag that ends a computation once it is set. Clones share the flag.
///
/// A [child](CancelToken::child) is cancelled with its parent, and also alone: a server gives each request a child of
/// the token that ends the process.
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    /// `None` for a token that is never cancelled.
    state: Option<Arc<State>>,
}

#[derive(Debug, Default)]
struct State {
    is_cancelled: AtomicBool,
    parent: CancelToken,
    /// The time after which the token is cancelled, if it has one, and its start.
    time: Option<(Duration, WallTime)>,
    cpu: Option<CpuLimit>,
    /// A function that returns whether the token is cancelled, if there is one.
    poll: Option<fn() -> bool>,
}

/// A budget of the processor time of one thread.
#[derive(Debug)]
struct CpuLimit {
    thread: ThreadId,
    start: ThreadTime,
    limit: Duration,
    /// The time of creation by the wall clock.
    created: WallTime,
    /// The time since then, in nanoseconds, before which the budget cannot be spent: a thread spends at most one second of
    /// processor time a second. So its clock, which the system is asked for, is read rarely.
    earliest: AtomicU64,
}

impl CpuLimit {
    fn new(limit: Duration) -> CpuLimit {
        let earliest = AtomicU64::new(nanoseconds(limit));
        let thread = thread::current().id();
        CpuLimit { thread, start: ThreadTime::now(), limit, created: WallTime::now(), earliest }
    }

    /// Returns whether the budget is spent; `false` on other threads.
    fn is_spent(&self) -> bool {
        let passed = self.created.elapsed();
        if nanoseconds(passed) < self.earliest.load(Ordering::Relaxed)
            || thread::current().id() != self.thread
        {
            return false;
        }
        let left = self.limit.saturating_sub(self.start.elapsed());
        self.earliest.store(nanoseconds(passed + left), Ordering::Relaxed);
        left.is_zero()
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl CancelToken {
    /// Creates a token that is not cancelled.
    pub fn new() -> CancelToken {
        CancelToken::never().child()
    }

    /// Returns the token that is never cancelled: [`cancel`](CancelToken::cancel) has no effect on it. This is also the
    /// default.
    pub const fn never() -> CancelToken {
        CancelToken { state: None }
    }

    /// Creates a token that is cancelled already.
    pub fn cancelled() -> CancelToken {
        let token = CancelToken::new();
        token.cancel();
        token
    }

    /// Creates a token that is cancelled when this one is, or alone.
    pub fn child(&self) -> CancelToken {
        self.child_within(None)
    }

    /// Creates a token that is cancelled while `poll` returns true. Every check calls it. Unlike other tokens it serves one
    /// computation after another: `poll` decides when the next one begins, and must return true until this one has ended.
    pub fn polling(poll: fn() -> bool) -> CancelToken {
        CancelToken::with(State { poll: Some(poll), ..State::default() })
    }

    /// Creates a child that is also cancelled once `time` has passed, if a time is given. Where WebAssembly has no
    /// [clock](crate::clock), the time has passed at once.
    pub fn child_within(&self, time: Option<Duration>) -> CancelToken {
        let time = time.map(|time| (time, WallTime::now()));
        CancelToken::with(State { parent: self.clone(), time, ..State::default() })
    }

    /// Creates a child that is also cancelled once this thread has spent `time` of processor time. Only checks on this
    /// thread notice that. Where WebAssembly has no [clock](crate::clock), the time is spent at once.
    pub fn child_within_cpu(&self, time: Duration) -> CancelToken {
        let cpu = Some(CpuLimit::new(time));
        CancelToken::with(State { parent: self.clone(), cpu, ..State::default() })
    }

    fn with(state: State) -> CancelToken {
        CancelToken { state: Some(Arc::new(state)) }
    }

    /// Cancels this token and its children.
    pub fn cancel(&self) {
        if let Some(state) = &self.state {
            state.is_cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether this token or one that it descends from was cancelled.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        let mut token = self;
        while let Some(state) = &token.state {
            if state.is_cancelled.load(Ordering::Relaxed) {
                return true;
            }
            if state.time.is_some_and(|(time, start)| start.elapsed() >= time)
                || state.cpu.as_ref().is_some_and(CpuLimit::is_spent)
            {
                state.is_cancelled.store(true, Ordering::Relaxed);
                return true;
            }
            if state.poll.is_some_and(|poll| poll()) {
                return true;
            }
            token = &state.parent;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polling_tokens_are_cancelled_as_long_as_the_function_says_so() {
        static ENDS: AtomicBool = AtomicBool::new(false);
        let token = CancelToken::polling(|| ENDS.load(Ordering::Relaxed));
        let first = token.child();
        assert!(!first.is_cancelled());
        ENDS.store(true, Ordering::Relaxed);
        assert!(token.is_cancelled() && first.is_cancelled());
        ENDS.store(false, Ordering::Relaxed);
        assert!(!token.is_cancelled() && !token.child().is_cancelled());
    }

    #[test]
    fn children_are_cancelled_with_their_parent_and_alone() {
        let root = CancelToken::new();
        let (one, other) = (root.child(), root.child());
        let grandchild = one.child();
        one.cancel();
        let tokens = [&root, &one, &other, &grandchild].map(CancelToken::is_cancelled);
        assert_eq!(tokens, [false, true, false, true]);
        root.cancel();
        assert!(other.is_cancelled() && other.clone().is_cancelled());
    }

    #[test]
    fn deadline_cancels_the_token_and_its_children() {
        let soon = CancelToken::new().child_within(Some(Duration::from_millis(5)));
        let late = soon.child_within(Some(Duration::from_secs(3600)));
        assert!(!CancelToken::new().child_within(Some(Duration::from_secs(3600))).is_cancelled());
        std::thread::sleep(Duration::from_millis(6));
        assert!(soon.is_cancelled() && late.is_cancelled());
    }

    #[test]
    fn cpu_time_counts_work_and_not_sleep() {
        let token = CancelToken::new().child_within_cpu(Duration::from_millis(30));
        std::thread::sleep(Duration::from_millis(40));
        assert!(!token.is_cancelled());
        let start = ThreadTime::now();
        while !token.is_cancelled() {
            std::hint::black_box(0);
        }
        let spent = start.elapsed();
        assert!((Duration::from_millis(20)..Duration::from_secs(10)).contains(&spent), "{spent:?}");
        let other = CancelToken::new().child_within_cpu(Duration::ZERO);
        let elsewhere = other.clone();
        assert!(!std::thread::spawn(move || elsewhere.is_cancelled()).join().unwrap());
        assert!(other.is_cancelled());
    }

    #[test]
    fn never_is_not_cancelled_and_its_children_are_independent() {
        let never = CancelToken::never();
        never.cancel();
        let (one, other) = (never.child(), never.child());
        one.cancel();
        assert!(!never.is_cancelled() && one.is_cancelled() && !other.is_cancelled());
        assert!(CancelToken::cancelled().is_cancelled());
    }
}
