//! Waiting for other processes. No other file of the tests sleeps.

use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum time until an expected event, also on a slow or busy machine.
const DEADLINE: Duration = Duration::from_secs(60);

/// The minimum and the maximum time between two checks of a condition. In between, it grows with the time waited.
const POLL_INTERVALS: (Duration, Duration) = (Duration::from_millis(2), Duration::from_millis(20));

/// Waits until a condition is met, for at most a minute. `what` names the condition.
#[track_caller]
pub(crate) fn wait_until(what: &str, mut is_met: impl FnMut() -> bool) {
    wait_for(what, || is_met().then_some(()));
}

/// Waits until `find` returns a value, for at most a minute, and returns the value.
#[track_caller]
pub(crate) fn wait_for<T>(what: &str, find: impl FnMut() -> Option<T>) -> T {
    let Some(found) = poll(DEADLINE, find) else { panic!("waited {DEADLINE:?} in vain: {what}") };
    found
}

/// Waits until a process ends, for at most `time`, and returns its status. Kills a process that does not end.
#[track_caller]
pub(crate) fn wait_for_end(child: &mut Child, time: Duration) -> ExitStatus {
    let Some(status) = poll(time, || child.try_wait().expect("the process can be waited for")) else {
        let _ = child.kill();
        panic!("the process does not end within {time:?}");
    };
    status
}

/// Calls `find` until it returns a value, for at most `time`.
fn poll<T>(time: Duration, mut find: impl FnMut() -> Option<T>) -> Option<T> {
    let start = Instant::now();
    let (min, max) = POLL_INTERVALS;
    loop {
        let found = find();
        if found.is_some() || start.elapsed() >= time {
            return found;
        }
        thread::sleep((start.elapsed() / 16).clamp(min, max));
    }
}

/// Lets time pass: in a measurement, or to show that something does not happen meanwhile. What happens is waited for with
/// the other functions.
pub(crate) fn let_pass(time: Duration) {
    thread::sleep(time);
}
