//! The parts of a request: its query, its JSON body, the type of its body, and the text of a cube in it.

use axum::body::{Body, Bytes};
use axum::extract::Query;
use axum::http::{HeaderMap, Uri, header};
use cubiform_answers::input::{Content, Line, SourceLocation};
use cubiform_answers::json_error_message;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::app::App;
use crate::problem::{Kind, Position, Problem};

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
        "application/json" => Ok(BodyKind::Json),
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

/// Reads a whole body, within the limits of the server.
pub(crate) async fn read_body(app: &App, body: Body) -> Result<Bytes, Problem> {
    let read = axum::body::to_bytes(body, app.limits.body);
    match tokio::time::timeout(app.limits.time, read).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if is_too_long(&error) => Err(too_long(app)),
        Ok(Err(error)) => Err(Problem::bad(format!("the body cannot be read: {error}"))),
        Err(_) => Err(Problem::bad("the body did not arrive in time")),
    }
}

/// Returns the problem of a body that is too long.
pub(crate) fn too_long(app: &App) -> Problem {
    Problem::new(Kind::TooLarge, format!("the body is longer than {} bytes; split it", app.limits.body))
}

fn is_too_long(error: &axum::Error) -> bool {
    let mut source: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = source {
        if error.is::<http_body_util::LengthLimitError>() {
            return true;
        }
        source = error.source();
    }
    false
}

/// Checks that a request with a JSON body has no query, whose options would not be read.
pub(crate) fn no_query(uri: &Uri) -> Result<(), Problem> {
    match uri.query() {
        None | Some("") => Ok(()),
        Some(_) => Err(Problem::bad("the body is JSON: write the options in it, not in the query")),
    }
}

/// Reads a JSON object.
pub(crate) fn object(bytes: &[u8]) -> Result<Map<String, Value>, Problem> {
    serde_json::from_slice(bytes).map_err(|e| {
        let (line, column) = (e.line() as u64, e.column().max(1) as u64);
        let message = format!("the body, line {line}, column {column}: {}", json_error_message(&e));
        Problem::bad(message).at(Position { parameter: "body", line: line.max(1), column })
    })
}

/// Reads the members of a JSON object as the parameters of a request.
pub(crate) fn members<T: DeserializeOwned>(object: Map<String, Value>) -> Result<T, Problem> {
    serde_json::from_value(Value::Object(object))
        .map_err(|e| Problem::bad(format!("the body: {}", json_error_message(&e))))
}

/// Reads a body with the parameters of a request as a JSON object.
pub(crate) async fn json_body<T: DeserializeOwned>(
    app: &App,
    uri: &Uri,
    headers: &HeaderMap,
    body: Body,
) -> Result<T, Problem> {
    no_query(uri)?;
    match body_kind(headers)? {
        BodyKind::Json => members(object(&read_body(app, body).await?)?),
        BodyKind::Batch => {
            Err(Problem::new(Kind::UnsupportedType, "this page has no batches; send application/json"))
        }
    }
}

/// Reads the cubes of a batch in JSON.
pub(crate) fn list(cubes: Value) -> Result<Vec<crate::batch::GivenCube>, Problem> {
    serde_json::from_value(cubes).map_err(|_| {
        Problem::bad(
            "the body: 'scrambles' is a list of texts, or of objects with 'scramble' and perhaps 'id'",
        )
    })
}

/// Returns the line of a cube that a request names.
pub(crate) fn line(app: &App, text: String, id: Option<String>) -> Result<Line, Problem> {
    if text.len() > app.limits.line {
        let detail = format!("the scramble is longer than {} bytes", app.limits.line);
        return Err(Problem::new(Kind::TooLarge, detail));
    }
    let content = match id {
        Some(id) => Content::Cell { id, scramble: text, column: 0 },
        None => Content::of_line(text),
    };
    Ok(Line { place: SourceLocation::Argument(1), content, bytes: 0, carried: Vec::new() })
}
