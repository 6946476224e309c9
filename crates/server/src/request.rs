//! The parts of a request: its query, its JSON body, the type of its body, and the text of a cube in it.

use axum::body::Body;
use axum::extract::Query;
use axum::http::{HeaderMap, Uri, header};
use cubiform_answers::input::ReservedMemory;
use cubiform_answers::json_error_message;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::body::{WholeBody, read_whole};
use crate::caller::Caller;
use crate::problem::{Kind, Position, Problem};
use crate::workers::Lane;

/// The media type of JSON.
pub(crate) const JSON: &str = "application/json";

/// Reads the query of a request.
pub(crate) fn query<T: DeserializeOwned>(uri: &Uri) -> Result<T, Problem> {
    let read = Query::<T>::try_from_uri(uri);
    read.map(|Query(query)| query).map_err(|e| {
        // The message of the cause, without the words of the library before it.
        let cause = std::error::Error::source(&e).map_or_else(|| e.to_string(), ToString::to_string);
        Problem::bad(format!("the query: {cause}"))
    })
}

/// The kind of body of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyKind {
    /// One JSON object: the request.
    Json,
    /// A batch of cubes: JSON lines, CSV or plain text.
    Batch,
}

/// Returns the kind of a body by its media type.
pub(crate) fn body_kind(headers: &HeaderMap) -> Result<BodyKind, Problem> {
    let media = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let media = media.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match &media[..] {
        JSON => Ok(BodyKind::Json),
        "application/x-ndjson"
        | "application/jsonl"
        | "application/x-jsonlines"
        | "text/csv"
        | "text/plain"
        | "text/tab-separated-values" => Ok(BodyKind::Batch),
        _ => Err(Problem::new(
            Kind::UnsupportedType,
            format!(
                "the body has the type '{}'; send application/json, application/x-ndjson, text/csv or text/plain",
                media.escape_debug()
            ),
        )),
    }
}

/// Checks that a request with a JSON body has no query, whose options would not be read.
pub(crate) fn no_query(uri: &Uri) -> Result<(), Problem> {
    match uri.query() {
        None | Some("") => Ok(()),
        Some(_) => Err(Problem::bad("the body is JSON: write the options in it, not in the query")),
    }
}

/// The length, in bytes, of the longest JSON document that is read on the thread of its connection.
const SHORT: usize = 16 << 10;

/// Reads a JSON document with `read`, on a thread of the workers if it is long.
pub(crate) async fn document<T: Send + 'static>(
    caller: &Caller,
    body: WholeBody,
    read: impl FnOnce(&App, &[u8]) -> Result<T, Problem> + Send + 'static,
) -> Result<(T, WholeBody), Problem> {
    if body.bytes.len() <= SHORT {
        return Ok((read(caller, &body.bytes)?, body));
    }
    caller.run(Lane::Quick, move |app, _| Ok((read(app, &body.bytes)?, body))).await
}

/// Returns the problem of a JSON document that cannot be read.
pub(crate) fn unreadable(error: &serde_json::Error) -> Problem {
    let (line, column) = (error.line().max(1) as u64, error.column().max(1) as u64);
    let message = format!("the body, line {line}, column {column}: {}", json_error_message(error));
    Problem::bad(message).at(Position { parameter: "body", line, column })
}

/// Reads a body of at most `max` bytes with the parameters of a request as a JSON object. They keep their part of the memory of bodies.
pub(crate) async fn json_body<T: DeserializeOwned + Send + 'static>(
    caller: &Caller,
    uri: &Uri,
    headers: &HeaderMap,
    body: Body,
    max: usize,
) -> Result<(T, ReservedMemory), Problem> {
    no_query(uri)?;
    match body_kind(headers)? {
        BodyKind::Json => {
            let max = max.min(caller.limits.body);
            let body = read_whole(&caller.limits, &caller.memory(), headers, body, max).await?;
            let read = |_: &App, bytes: &[u8]| serde_json::from_slice(bytes).map_err(|e| unreadable(&e));
            let (read, body) = document(caller, body, read).await?;
            Ok((read, body.reserved))
        }
        BodyKind::Batch => {
            Err(Problem::new(Kind::UnsupportedType, "this page has no batches; send application/json"))
        }
    }
}
