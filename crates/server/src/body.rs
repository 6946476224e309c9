//! The bodies of requests: their headers, their least rate, and the memory that all of them together may take.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, BodyDataStream, Bytes};
use axum::http::{HeaderMap, header};
use cubiform_answers::input::{DocumentMemory, ReservedMemory};
use futures_util::{Stream, StreamExt};
use tokio::sync::Semaphore;

use crate::pace::{BYTES_PER_SECOND, Pace};
use crate::problem::{Kind, Problem};
use crate::settings::Limits;

/// The memory of all bodies that are read as a whole.
#[derive(Clone, Debug)]
pub(crate) struct BodyBudget(Arc<Semaphore>);

impl BodyBudget {
    /// Creates a budget of so many bytes.
    pub(crate) fn new(bytes: usize) -> BodyBudget {
        BodyBudget(Arc::new(Semaphore::new(bytes.div_ceil(ReservedMemory::UNIT))))
    }
}

impl DocumentMemory for BodyBudget {
    fn take(&self, bytes: usize) -> Option<Box<dyn Send>> {
        let units = u32::try_from(bytes.div_ceil(ReservedMemory::UNIT)).ok()?;
        Some(Box::new(Arc::clone(&self.0).try_acquire_many_owned(units).ok()?))
    }
}

/// A whole body, which has its part of the budget.
pub(crate) struct WholeBody {
    pub(crate) bytes: Vec<u8>,
    /// Its part of the budget. Kept after `bytes` is dropped, for the values read from it.
    pub(crate) reserved: ReservedMemory,
}

impl WholeBody {
    /// Adds a piece.
    fn push(&mut self, piece: &[u8], memory: &dyn DocumentMemory) -> Result<(), Problem> {
        let busy = || Problem::new(Kind::Busy, "the server has no memory for this body; try again later");
        if !self.reserved.cover(memory, self.bytes.len() + piece.len()) {
            return Err(busy());
        }
        self.bytes.try_reserve(piece.len()).map_err(|_| busy())?;
        self.bytes.extend_from_slice(piece);
        Ok(())
    }
}

/// Reads a body of at most `max` bytes.
pub(crate) async fn read_whole(
    limits: &Limits,
    memory: &dyn DocumentMemory,
    headers: &HeaderMap,
    body: Body,
    max: usize,
) -> Result<WholeBody, Problem> {
    check_headers(headers, max)?;
    let read = async {
        let mut pieces = PacedBody::new(body);
        let mut whole = WholeBody { bytes: Vec::new(), reserved: ReservedMemory::default() };
        while let Some(piece) = pieces.next().await {
            let piece = piece.map_err(|error| unreadable(&error))?;
            if whole.bytes.len() + piece.len() > max {
                return Err(too_long(max));
            }
            whole.push(&piece, memory)?;
        }
        Ok(whole)
    };
    let late = |_| Problem::new(Kind::Late, format!("the body did not arrive in {:?}", limits.time));
    tokio::time::timeout(limits.time, read).await.map_err(late)?
}

/// Checks that a body is at most `max` bytes long, if its length is known, and neither compressed nor in another encoding
/// than UTF-8.
pub(crate) fn check_headers(headers: &HeaderMap, max: usize) -> Result<(), Problem> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let encoding = text(header::CONTENT_ENCODING);
    if !encoding.is_empty() && !encoding.eq_ignore_ascii_case("identity") {
        let detail = format!("the body is compressed ({}); send it as it is", encoding.escape_debug());
        return Err(Problem::new(Kind::UnsupportedType, detail));
    }
    let parameters = text(header::CONTENT_TYPE).split(';').skip(1);
    let charset =
        parameters.filter_map(|parameter| parameter.trim().split_once('=')).find_map(|(name, value)| {
            name.trim().eq_ignore_ascii_case("charset").then(|| value.trim().trim_matches('"'))
        });
    if let Some(charset) = charset
        && !["utf-8", "utf8", "us-ascii"].iter().any(|known| charset.eq_ignore_ascii_case(known))
    {
        let detail = format!("the body is encoded in {}; send UTF-8", charset.escape_debug());
        return Err(Problem::new(Kind::UnsupportedType, detail));
    }
    match text(header::CONTENT_LENGTH).parse::<u64>() {
        Ok(length) if length > max as u64 => Err(too_long(max)),
        _ => Ok(()),
    }
}

/// Returns the problem of a body that is too long.
pub(crate) fn too_long(max: usize) -> Problem {
    Problem::new(Kind::TooLarge, format!("the body is longer than {max} bytes; split it"))
}

fn unreadable(error: &io::Error) -> Problem {
    match error.kind() {
        io::ErrorKind::TimedOut => Problem::new(Kind::Late, format!("the body cannot be read: {error}")),
        _ => Problem::bad(format!("the body cannot be read: {error}")),
    }
}

/// The pieces of a body. It fails if the client does not keep the least rate.
pub(crate) struct PacedBody {
    pieces: BodyDataStream,
    pace: Pace,
}

impl PacedBody {
    pub(crate) fn new(body: Body) -> PacedBody {
        PacedBody { pieces: body.into_data_stream(), pace: Pace::new() }
    }
}

impl Stream for PacedBody {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        match self.pieces.poll_next_unpin(context) {
            Poll::Ready(Some(Ok(piece))) => {
                self.pace.progress(piece.len());
                Poll::Ready(Some(Ok(piece)))
            }
            Poll::Ready(Some(Err(error))) => Poll::Ready(Some(Err(io::Error::other(error)))),
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Pending => self.pace.poll_spent(context).map(|()| {
                let message = format!("it arrives with less than {BYTES_PER_SECOND} bytes a second");
                Some(Err(io::Error::new(io::ErrorKind::TimedOut, message)))
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: usize = ReservedMemory::UNIT;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let parsed = |(name, value): &(&'static str, &str)| {
            (axum::http::HeaderName::from_static(name), value.parse().unwrap())
        };
        pairs.iter().map(parsed).collect()
    }

    #[test]
    fn compressed_and_foreign_bodies_and_announced_lengths_are_refused_before_they_are_read() {
        for (pairs, status) in [
            (&[("content-type", "text/plain; charset=\"UTF-8\"")][..], None),
            (&[("content-encoding", "identity"), ("content-length", "100")], None),
            (&[("content-encoding", "gzip")], Some("unsupported-type")),
            (&[("content-type", "text/csv; header=present; charset=utf-16")], Some("unsupported-type")),
            (&[("content-length", "101")], Some("too-large")),
        ] {
            let found = check_headers(&headers(pairs), 100).err();
            assert_eq!(found.as_ref().map(Problem::name), status, "{pairs:?}");
        }
    }

    #[tokio::test]
    async fn bodies_take_their_memory_from_one_budget_and_give_it_back() {
        let (limits, budget) = (Limits::default(), BodyBudget::new(4 * UNIT));
        let read = |bytes: usize, max: usize| {
            let (budget, limits) = (budget.clone(), &limits);
            async move { read_whole(limits, &budget, &HeaderMap::new(), Body::from(vec![7; bytes]), max).await }
        };
        // The first unit of each is free.
        let four = read(4 * UNIT, usize::MAX).await.unwrap();
        assert_eq!(four.bytes.len(), 4 * UNIT);
        assert_eq!(read(2 * UNIT + 1, usize::MAX).await.err().unwrap().name(), "busy");
        assert_eq!(read(UNIT, UNIT).await.unwrap().bytes.len(), UNIT);
        assert_eq!(read(UNIT, UNIT - 1).await.err().unwrap().name(), "too-large");
        let reserved = four.reserved;
        assert_eq!(read(3 * UNIT, usize::MAX).await.err().unwrap().name(), "busy");
        drop(reserved);
        assert_eq!(read(5 * UNIT, usize::MAX).await.unwrap().bytes.len(), 5 * UNIT);
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_stalls_is_late() {
        let stalled = futures_util::stream::once(async { Ok::<_, io::Error>(Bytes::from_static(b"[")) })
            .chain(futures_util::stream::pending());
        let (limits, budget, headers) = (Limits::default(), BodyBudget::new(UNIT), HeaderMap::new());
        let read = read_whole(&limits, &budget, &headers, Body::from_stream(stalled), 9);
        assert_eq!(read.await.err().unwrap().name(), "late");
    }
}
