//! Messages to a service manager such as systemd: the server is ready, alive, stopping. Without one they do nothing.

use std::time::Duration;

use cubiform_server::Heartbeat;

/// The time between two messages that the server is alive if no watchdog asks for them.
const UNWATCHED: Duration = Duration::from_secs(10);

/// Returns the heartbeat that feeds the watchdog, at half of its time.
pub(super) fn heartbeat() -> Heartbeat {
    let interval = watchdog().map_or(UNWATCHED, |time| time / 2);
    Heartbeat { interval, beat: Box::new(|| send(Message::Alive)) }
}

/// A state of the server.
#[derive(Clone, Copy)]
pub(super) enum Message {
    /// Requests are answered from now on.
    Ready,
    Alive,
    Stopping,
}

/// Returns the time within which the watchdog wants to hear from the server.
fn watchdog() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    return sd_notify::watchdog_enabled();
    #[cfg(not(target_os = "linux"))]
    None
}

/// Sends a message.
#[cfg(target_os = "linux")]
pub(super) fn send(message: Message) {
    use sd_notify::NotifyState;
    let state = match message {
        Message::Ready => NotifyState::Ready,
        Message::Alive => NotifyState::Watchdog,
        Message::Stopping => NotifyState::Stopping,
    };
    // A manager that does not listen misses the heartbeat and restarts the server.
    let _ = sd_notify::notify(&[state]);
}

#[cfg(not(target_os = "linux"))]
pub(super) fn send(_: Message) {}
