//! The least rate at which a client must send a body and take an answer.
//!
//! A client starts with a credit of time, which passes while the server waits for it and grows with the bytes that it sends
//! or takes. A client without credit is cut off. Time in which the server computes or waits for others does not count.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, Sleep};

/// The maximum credit, which a client has at first: the longest time for which the server waits for one byte.
pub(crate) const CREDIT: Duration = Duration::from_secs(20);

/// The number of bytes that are worth a second of credit.
pub(crate) const BYTES_PER_SECOND: u32 = 1024;

/// The credit of a client in one direction.
pub(crate) struct Pace {
    credit: Duration,
    /// The beginning of the present wait for the client.
    since: Option<Instant>,
    /// The end of the credit, while the server waits. Kept for the next wait.
    end: Option<Pin<Box<Sleep>>>,
}

impl Pace {
    /// Creates the full credit.
    pub(crate) fn new() -> Pace {
        Pace { credit: CREDIT, since: None, end: None }
    }

    /// Records that the client sent or took bytes.
    pub(crate) fn progress(&mut self, bytes: usize) {
        if let Some(since) = self.since.take() {
            let earned = Duration::from_secs(1) * u32::try_from(bytes).unwrap_or(u32::MAX) / BYTES_PER_SECOND;
            self.credit = (self.credit.saturating_sub(since.elapsed()) + earned).min(CREDIT);
        }
    }

    /// Waits for the client. Ready once its credit is spent.
    pub(crate) fn poll_spent(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if self.since.is_none() {
            let now = Instant::now();
            self.since = Some(now);
            let end = now + self.credit;
            match &mut self.end {
                Some(sleep) => sleep.as_mut().reset(end),
                None => self.end = Some(Box::pin(tokio::time::sleep_until(end))),
            }
        }
        self.end.as_mut().map_or(Poll::Pending, |end| end.as_mut().poll(context))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the time until a client is cut off that sends `bytes` every `gap`, or `None` if it is served for an hour.
    async fn served(bytes: usize, gap: Duration) -> Option<Duration> {
        let (start, mut pace) = (Instant::now(), Pace::new());
        while start.elapsed() < Duration::from_secs(3600) {
            let spent = std::future::poll_fn(|context| pace.poll_spent(context));
            if tokio::time::timeout(gap, spent).await.is_ok() {
                return Some(start.elapsed());
            }
            pace.progress(bytes);
        }
        None
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_is_served_as_long_as_it_keeps_the_rate() {
        for (bytes, gap, wanted) in [
            (0, 3600, Some(20)),
            (1, 15, Some(20)),
            (1, 1, Some(20)),
            (512, 1, Some(39)),
            (1024, 1, None),
            (64 << 10, 19, None),
            (64 << 10, 25, Some(20)),
        ] {
            let found = served(bytes, Duration::from_secs(gap)).await;
            assert_eq!(found.map(|time| time.as_secs()), wanted, "{bytes} bytes every {gap} s");
        }
    }
}
