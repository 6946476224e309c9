//! Batches: cubes are read from the body of a request as it arrives, and their rows are written in the same order as they
//! are found. A slow reader of the rows slows down the reading of the cubes.

use std::io::{self, BufReader, Read};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
pub(crate) use cubiform_answers::input::BadRow;
use cubiform_answers::input::{DocumentMemory, Input, Item, Line, Options, ReservedMemory, SourceLocation};
use cubiform_answers::scramble::line;
use futures_util::stream::FuturesOrdered;
use futures_util::{FutureExt, StreamExt};
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use tokio::sync::mpsc;
use tokio_util::io::{StreamReader, SyncIoBridge};

use crate::app::{App, BatchPlace};
use crate::body::{PacedBody, WholeBody, check_headers, read_whole, too_long};
use crate::caller::Caller;
use crate::list::{self, ListedCube};
use crate::problem::{Kind, Problem};
use crate::request::{self, BodyKind};
use crate::workers::{Ticket, start_thread};

/// The number of cubes of a batch that are computed or wait at a time.
const IN_FLIGHT: usize = 64;

/// The number of cubes read ahead.
const AHEAD: usize = 64;

/// The number of bytes of rows that are sent together.
const CHUNK: usize = 16 << 10;

/// The media type of JSON lines.
pub(crate) const NDJSON: &str = "application/x-ndjson";

/// The media type of a stream of Arrow record batches.
pub(crate) const ARROW: &str = "application/vnd.apache.arrow.stream";

/// A message of the reader of a batch.
enum ReadItem {
    /// The columns that the rows carry.
    Columns(Vec<String>),
    /// A line, and its number in the batch, from 1.
    Line(Box<Line>, u64),
    Bad(BadRow),
    /// The batch cannot be read further.
    Failed(Problem),
}

/// The row of a line, also of one that cannot be read, or the problem that ends the batch.
pub(crate) type RowResult<T> = Result<Result<T, BadRow>, Problem>;

/// A request with a body: one cube, or a batch.
pub(crate) enum BatchOrCube<T, P> {
    /// The options of one cube, with the memory of their text.
    One(T, ReservedMemory),
    /// The prepared options of a batch, and its cubes.
    Many(P, Cubes),
}

/// Reads the body of a request: a JSON object with one cube or with `scrambles`, or a batch with the options in the
/// query. `prepare` checks the options of a batch, before the body is read if they are in the query.
pub(crate) async fn read_body<T: DeserializeOwned + Send + 'static, P>(
    caller: &Caller,
    (uri, headers): (&Uri, &HeaderMap),
    body: Body,
    input: Options,
    prepare: impl FnOnce(&T) -> Result<P, Problem>,
) -> Result<BatchOrCube<T, P>, Problem> {
    let limits = &caller.limits;
    match request::body_kind(headers)? {
        BodyKind::Json => {
            request::no_query(uri)?;
            let body =
                read_whole(limits, &caller.memory(), headers, body, limits.list.min(limits.body)).await?;
            let ((options, has_list), body) = request::document(caller, body, read_list).await?;
            match has_list {
                false if body.bytes.len() > limits.document => Err(too_long(limits.document)),
                false => Ok(BatchOrCube::One(options, body.reserved)),
                true => Ok(BatchOrCube::Many(prepare(&options)?, Cubes::of_list(caller, body)?)),
            }
        }
        BodyKind::Batch => {
            check_headers(headers, limits.body)?;
            let prepared = prepare(&request::query(uri)?)?;
            Ok(BatchOrCube::Many(prepared, Cubes::of_body(caller, body, input).await?))
        }
    }
}

/// Reads the options of a JSON document, and checks its cubes. Returns whether it lists any.
fn read_list<T: DeserializeOwned>(app: &App, document: &[u8]) -> Result<(T, bool), Problem> {
    let (mut number, mut problem) = (0, None);
    let read = list::read(document, |cube| {
        number += 1;
        problem = line_of(app, cube, number).err();
        if number > app.limits.cubes {
            problem = Some(too_many(app.limits.cubes));
        }
        if problem.is_some() { Err(String::new()) } else { Ok(()) }
    });
    read.map_err(|error| problem.unwrap_or_else(|| request::unreadable(&error)))
}

/// Returns the line of a cube of a list, given its number from 1.
fn line_of(app: &App, cube: ListedCube, number: u64) -> Result<Line, Problem> {
    let (id, text) = match cube {
        ListedCube::Text(text) => (None, text),
        ListedCube::Object { id, scramble } => (id, scramble),
    };
    let place = SourceLocation::Argument(usize::try_from(number).unwrap_or(usize::MAX));
    Ok(Line { place, ..line(Some(text), id, &app.limits.of_requests())? })
}

/// The cubes of a batch, with its place among those that run at a time.
pub(crate) struct Cubes {
    /// The columns of the body that the rows repeat.
    pub(crate) carried: Vec<String>,
    items: mpsc::Receiver<ReadItem>,
    _place: BatchPlace,
}

impl Cubes {
    /// Starts to read the cubes of a body.
    async fn of_body(caller: &Caller, body: Body, options: Options) -> Result<Cubes, Problem> {
        let limits = caller.limits;
        let runtime = tokio::runtime::Handle::current();
        let body = SyncIoBridge::new_with_handle(StreamReader::new(PacedBody::new(body)), runtime);
        let memory: Arc<dyn DocumentMemory> = Arc::new(caller.memory());
        let options = Options { max_line: Some(limits.line), memory: Some(memory), ..options };
        let (place, mut items) = start_reading(caller, move |sender| {
            let reader = LimitedReader { body, left: limits.body };
            let input =
                Input::from_reader("body", Box::new(BufReader::with_capacity(1 << 16, reader)), options);
            match input {
                Ok(input) => read(input, limits.cubes, sender),
                Err(error) => drop(sender.blocking_send(ReadItem::Failed(Problem::of_error(&error)))),
            }
        })?;
        match items.recv().await {
            Some(ReadItem::Columns(carried)) => Ok(Cubes { carried, items, _place: place }),
            Some(ReadItem::Failed(problem)) => Err(problem),
            _ => Err(Problem::internal()),
        }
    }

    /// Starts to read the cubes of a JSON document, which is known to be right.
    fn of_list(caller: &Caller, document: WholeBody) -> Result<Cubes, Problem> {
        let app = Arc::clone(caller);
        let (place, items) = start_reading(caller, move |sender| {
            let mut number = 0;
            let read: serde_json::Result<(IgnoredAny, bool)> = list::read(&document.bytes, |cube| {
                number += 1;
                let item = match line_of(&app, cube, number) {
                    Ok(line) => ReadItem::Line(Box::new(line), number),
                    Err(problem) => ReadItem::Failed(problem),
                };
                // An error ends the reading once nobody receives the cubes any more.
                sender.blocking_send(item).map_err(|_| String::new())
            });
            if let Err(error) = read
                && !sender.is_closed()
            {
                let _ = sender.blocking_send(ReadItem::Failed(request::unreadable(&error)));
            }
        })?;
        Ok(Cubes { carried: Vec::new(), items, _place: place })
    }
}

/// Takes a place among the batches and starts a thread that reads the cubes of one.
fn start_reading(
    caller: &Caller,
    read: impl FnOnce(&mpsc::Sender<ReadItem>) + Send + 'static,
) -> Result<(BatchPlace, mpsc::Receiver<ReadItem>), Problem> {
    let place = caller.batch_place()?;
    let (sender, items) = mpsc::channel(AHEAD);
    start_thread("batch".into(), move || read(&sender)).map_err(|error| {
        tracing::warn!(%error, "a thread for a batch cannot be started");
        Problem::new(Kind::Busy, "the server cannot start another batch; try again later")
    })?;
    Ok((place, items))
}

/// Sends the items of an input until it ends or nobody receives them.
fn read(input: Input, max_cubes: u64, sender: &mpsc::Sender<ReadItem>) {
    if sender.blocking_send(ReadItem::Columns(input.carried())).is_err() {
        return;
    }
    let mut number = 0;
    for item in input {
        let send = match item {
            Item::Line(line) => {
                number += 1;
                if number > max_cubes {
                    let _ = sender.blocking_send(ReadItem::Failed(too_many(max_cubes)));
                    return;
                }
                ReadItem::Line(Box::new(line), number)
            }
            Item::Bad(bad) => {
                number += 1;
                ReadItem::Bad(BadRow::new(&bad, None))
            }
            // Notes tell a person what was skipped.
            Item::Note(_) => continue,
            Item::Failed(error) => ReadItem::Failed(Problem::bad(error.to_string())),
            Item::State(..) => unreachable!("a body has no random states"),
        };
        if sender.blocking_send(send).is_err() {
            return;
        }
    }
}

fn too_many(max: u64) -> Problem {
    Problem::new(Kind::TooLarge, format!("the batch has more than {max} cubes; split it"))
}

/// A reader that fails after a number of bytes.
struct LimitedReader<R> {
    body: R,
    left: usize,
}

impl<R: Read> Read for LimitedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.body.read(buffer)?;
        self.left = self
            .left
            .checked_sub(count)
            .ok_or_else(|| io::Error::other("it is longer than this server allows; split it"))?;
        Ok(count)
    }
}

/// The writer of the rows of a batch in one format.
pub(crate) trait RowWriter: Send + 'static {
    /// A row.
    type Row: Send + 'static;

    /// Returns the media type.
    fn media_type(&self) -> &'static str;

    /// Adds a row to `out`.
    fn row(&mut self, row: Result<Self::Row, BadRow>, out: &mut Vec<u8>) -> io::Result<()>;

    /// Adds the end of the document.
    fn end(&mut self, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }
}

/// A writer of JSON lines. Its rows are serialised objects.
pub(crate) struct JsonLines;

impl RowWriter for JsonLines {
    type Row = Vec<u8>;

    fn media_type(&self) -> &'static str {
        NDJSON
    }

    fn row(&mut self, row: Result<Vec<u8>, BadRow>, out: &mut Vec<u8>) -> io::Result<()> {
        match row {
            Ok(row) => out.extend_from_slice(&row),
            Err(bad) => serde_json::to_writer(&mut *out, &bad)?,
        }
        out.push(b'\n');
        Ok(())
    }
}

/// The time between the last rows of a batch that ended early and the break of its connection. A browser drops the rows that
/// its page has not read when the connection breaks.
const TIME_FOR_LAST_ROWS: Duration = Duration::from_secs(1);

/// A part of the body of a response: bytes, or the end of a complete answer.
enum BodyPart {
    Bytes(Bytes),
    End,
}

/// Answers a batch: `answer` computes the row of a line, given its number from 1.
pub(crate) fn respond<W, A, F>(
    caller: &Caller,
    ticket: Ticket,
    cubes: Cubes,
    writer: W,
    answer: A,
) -> Response
where
    W: RowWriter,
    A: Fn(Line, u64) -> F + Send + 'static,
    F: Future<Output = RowResult<W::Row>> + Send + 'static,
{
    let media_type = writer.media_type();
    let (sender, receiver) = mpsc::channel(2);
    let watch = caller.watch(&ticket);
    tokio::spawn(async move {
        let mut rows = Rows { writer, pending: Vec::new(), sender };
        match rows.write_all(cubes, answer).await {
            Ok(()) => watch.finish(),
            Err(BatchEnd::Gone) => {}
            Err(BatchEnd::Failed(problem)) => {
                tracing::warn!(problem = &*problem.detail, "a batch ended early");
                rows.fail(&problem).await;
            }
        }
    });
    let body = futures_util::stream::unfold(Some(receiver), |receiver| async move {
        let mut receiver = receiver?;
        match receiver.recv().await {
            Some(BodyPart::Bytes(bytes)) => Some((Ok(bytes), Some(receiver))),
            Some(BodyPart::End) => None,
            // The connection is closed before the end of the body, so that no client takes it for complete.
            None => {
                tokio::time::sleep(TIME_FOR_LAST_ROWS).await;
                Some((Err(io::Error::other("the batch ended early")), None))
            }
        }
    });
    let mut response = Body::from_stream(body).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}

/// The reason why a batch ends early.
enum BatchEnd {
    /// The client is gone.
    Gone,
    Failed(Problem),
}

/// The rows on their way to the client.
struct Rows<W> {
    writer: W,
    pending: Vec<u8>,
    sender: mpsc::Sender<BodyPart>,
}

impl<W: RowWriter> Rows<W> {
    /// Computes and sends all rows.
    async fn write_all<A, F>(&mut self, mut cubes: Cubes, answer: A) -> Result<(), BatchEnd>
    where
        A: Fn(Line, u64) -> F,
        F: Future<Output = RowResult<W::Row>> + Send + 'static,
    {
        let mut in_flight = FuturesOrdered::new();
        let mut is_over = false;
        while !is_over || !in_flight.is_empty() {
            let sender = self.sender.clone();
            tokio::select! {
                () = sender.closed() => return Err(BatchEnd::Gone),
                item = cubes.items.recv(), if !is_over && in_flight.len() < IN_FLIGHT => match item {
                    Some(ReadItem::Line(line, number)) => in_flight.push_back(answer(*line, number).boxed()),
                    Some(ReadItem::Bad(bad)) => in_flight.push_back(async { Ok(Err(bad)) }.boxed()),
                    Some(ReadItem::Failed(problem)) => {
                        // The rows before the failure are complete.
                        while let Some(row) = in_flight.next().await {
                            self.row(row)?;
                        }
                        return Err(BatchEnd::Failed(problem));
                    }
                    Some(ReadItem::Columns(_)) => {}
                    None => is_over = true,
                },
                Some(row) = in_flight.next(), if !in_flight.is_empty() => {
                    self.row(row)?;
                    // Rows that are found already go together.
                    while self.pending.len() < CHUNK
                        && let Some(Some(row)) = in_flight.next().now_or_never()
                    {
                        self.row(row)?;
                    }
                    self.send().await?;
                }
            }
        }
        self.writer.end(&mut self.pending).map_err(failed)?;
        self.send().await?;
        self.sender.send(BodyPart::End).await.map_err(|_| BatchEnd::Gone)
    }

    fn row(&mut self, row: RowResult<W::Row>) -> Result<(), BatchEnd> {
        let row = row.map_err(BatchEnd::Failed)?;
        self.writer.row(row, &mut self.pending).map_err(failed)
    }

    /// Sends the rows, if there are any. Waits while the client takes earlier ones.
    async fn send(&mut self) -> Result<(), BatchEnd> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let bytes = BodyPart::Bytes(std::mem::take(&mut self.pending).into());
        self.sender.send(bytes).await.map_err(|_| BatchEnd::Gone)
    }

    /// Sends what is found and, in JSON lines, the problem. The body then ends before it is complete.
    async fn fail(&mut self, problem: &Problem) {
        if self.writer.media_type() == NDJSON {
            #[derive(Serialize)]
            struct Failure<'a> {
                problem: &'a Problem,
            }
            let line = serde_json::to_vec(&Failure { problem }).unwrap_or_default();
            self.pending.extend(line);
            self.pending.push(b'\n');
        }
        let _ = self.send().await;
    }
}

fn failed(error: io::Error) -> BatchEnd {
    tracing::error!(%error, "a row cannot be written");
    BatchEnd::Failed(Problem::internal())
}
