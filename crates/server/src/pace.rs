//! The least rate at which a client must send a body and take an answer, and the bytes of a connection: a client that takes an
//! answer too slowly is cut off.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use cubiform_faults::{Operation, fault};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

/// The maximum credit, which a client has at first: the longest time for which the server waits for one byte.
const CREDIT: Duration = Duration::from_secs(20);

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

/// A connection whose writes fail once the client has not kept the least rate.
pub(crate) struct Connection {
    stream: TcpStream,
    pace: Pace,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream) -> Connection {
        Connection { stream, pace: Pace::new() }
    }

    /// Records the outcome of a write.
    fn written(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(written) => {
                self.pace.progress(*written.as_ref().unwrap_or(&0));
                Poll::Ready(written)
            }
            Poll::Pending => self.pace.poll_spent(context).map(|()| {
                Err(io::Error::new(io::ErrorKind::TimedOut, "the client takes its answer too slowly"))
            }),
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        fault(Operation::SocketRead)?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        fault(Operation::SocketWrite)?;
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        fault(Operation::SocketWrite)?;
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.written(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
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
