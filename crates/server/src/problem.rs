//! The errors of requests, as problem details (RFC 9457).

use std::collections::BTreeMap;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
pub(crate) use cubiform_answers::Position;
use cubiform_answers::{Error, ErrorKind, ErrorObject};
use serde::Serialize;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema};

use crate::workers::TaskError;

/// The seconds after which a client should try again when the server is busy.
const RETRY_AFTER: u32 = 1;

/// The media type of problems.
const MEDIA_TYPE: &str = "application/problem+json";

/// The kind of a problem, which determines its type and status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The request cannot be read, or names something that does not exist.
    BadRequest,
    /// There is no such page.
    NotFound,
    /// The path does not support the method.
    MethodNotAllowed,
    /// The request comes from a page that may not ask, or is meant for another server.
    Forbidden,
    /// The body arrives too slowly.
    Late,
    /// The body is too long.
    TooLarge,
    /// The body has a type that the server does not read.
    UnsupportedType,
    /// The request is understood, but has no answer, or needs tables that are not there.
    Unanswerable,
    /// The answer takes more than the server allows.
    TooExpensive,
    /// The client has too many requests in progress.
    TooManyRequests,
    /// The server has no place for the request at the moment, or is not ready.
    Busy,
    /// A fault of the server.
    Internal,
}

impl Kind {
    /// Returns the status, the last part of the type, and the title.
    fn parts(self) -> (StatusCode, &'static str, &'static str) {
        use StatusCode as Code;
        match self {
            Kind::BadRequest => (Code::BAD_REQUEST, "bad-request", "The request cannot be read"),
            Kind::NotFound => (Code::NOT_FOUND, "not-found", "There is no such page"),
            Kind::MethodNotAllowed => {
                (Code::METHOD_NOT_ALLOWED, "method-not-allowed", "The page does not support this method")
            }
            Kind::Forbidden => (Code::FORBIDDEN, "forbidden", "The request is not allowed"),
            Kind::Late => (Code::REQUEST_TIMEOUT, "late", "The request arrives too slowly"),
            Kind::TooLarge => (Code::PAYLOAD_TOO_LARGE, "too-large", "The request is too large"),
            Kind::UnsupportedType => {
                (Code::UNSUPPORTED_MEDIA_TYPE, "unsupported-type", "The type of the body is not supported")
            }
            Kind::Unanswerable => (Code::UNPROCESSABLE_ENTITY, "unanswerable", "The request has no answer"),
            Kind::TooExpensive => {
                (Code::UNPROCESSABLE_ENTITY, "too-expensive", "The answer takes more than this server allows")
            }
            Kind::TooManyRequests => {
                (Code::TOO_MANY_REQUESTS, "too-many-requests", "Too many requests are in progress")
            }
            Kind::Busy => (Code::SERVICE_UNAVAILABLE, "busy", "The server is busy"),
            Kind::Internal => (Code::INTERNAL_SERVER_ERROR, "internal", "The server failed"),
        }
    }
}

/// The parts of a detail that depend on the request, by name.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Values(BTreeMap<&'static str, String>);

/// The reason why a request has no answer (RFC 9457).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Problem)]
pub(crate) struct Problem {
    /// The kind of problem, as a relative reference: one of the names of the server's guide.
    #[serde(rename = "type")]
    #[schema(value_type = String, example = "/problems/bad-request")]
    kind: Box<str>,
    /// The kind of problem in words.
    #[schema(example = "The request cannot be read")]
    title: &'static str,
    /// The status of the response.
    #[schema(example = 400, minimum = 400, maximum = 599)]
    status: u16,
    /// A stable short name of the error, for programs and translations.
    #[schema(example = "unreadable-cube")]
    code: &'static str,
    /// The error, its place, and how to mend it.
    #[schema(
        value_type = String,
        example = "scramble: line 1, column 3: 'Q' is not a move; expected a move such as R, U2 or F'"
    )]
    pub(crate) detail: Box<str>,
    /// How to mend the error, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, nullable = false, example = "expected a move such as R, U2 or F'")]
    hint: Option<Box<str>>,
    /// The parameter or the member of the body that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "scramble")]
    parameter: Option<&'static str>,
    /// The place of the error, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    position: Option<Box<Position>>,
    /// The parts of the detail that depend on the request, by name, for translations; absent if there are none. Of a text that
    /// is no cube, `reason` is the stable short name of the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(
        value_type = Option<BTreeMap<String, String>>, nullable = false,
        example = json!({"reason": "not-a-move", "token": "Q"})
    )]
    values: Option<Box<Values>>,
    /// Whether the work was cancelled; its ticket has the reason.
    #[serde(skip)]
    pub(crate) is_cancelled: bool,
}

impl Problem {
    /// Creates a problem.
    pub(crate) fn new(kind: Kind, detail: impl Into<String>) -> Problem {
        let (status, name, title) = kind.parts();
        Problem {
            kind: format!("/problems/{name}").into(),
            title,
            status: status.as_u16(),
            code: name,
            detail: detail.into().into_boxed_str(),
            hint: None,
            parameter: None,
            position: None,
            values: None,
            is_cancelled: false,
        }
    }

    /// Creates the problem of a request that cannot be read.
    pub(crate) fn bad(detail: impl Into<String>) -> Problem {
        Problem::new(Kind::BadRequest, detail)
    }

    /// Creates the problem of a page that does not exist.
    pub(crate) fn not_found() -> Problem {
        Problem::new(Kind::NotFound, "there is no such page; /v1/openapi.json describes all of them")
    }

    /// Returns the problem with a position.
    pub(crate) fn at(self, position: Position) -> Problem {
        Problem { position: Some(Box::new(position)), ..self }
    }

    /// Creates the problem of a task without a result.
    pub(crate) fn of_task(error: TaskError) -> Problem {
        match error {
            TaskError::Full | TaskError::Waited => {
                Problem::new(Kind::Busy, "too many requests are waiting; try again later")
            }
            TaskError::Cancelled => Problem::new(Kind::Busy, "the server is stopping; try again later"),
            TaskError::Spent => Problem::new(
                Kind::TooExpensive,
                "the answer takes more time than this server spends on a request; ask for fewer stages, colours, \
                 solutions or solves, or run the command on your machine",
            ),
            TaskError::Panicked => Problem::internal(),
        }
    }

    /// Creates the problem of a request without an answer.
    pub(crate) fn of_error(error: &Error) -> Problem {
        let kind = match error.kind {
            ErrorKind::Usage if error.code == Error::TOO_LONG => Kind::TooLarge,
            ErrorKind::Usage if error.code == Error::TAKES_HOURS => Kind::TooExpensive,
            ErrorKind::Usage => Kind::BadRequest,
            ErrorKind::Unanswerable if error.code == Error::TOO_EXPENSIVE => Kind::TooExpensive,
            ErrorKind::Unanswerable if error.code == Error::UNUSABLE_TABLE => {
                tracing::error!(%error, "a table cannot be used");
                return Problem::internal();
            }
            ErrorKind::Unanswerable => Kind::Unanswerable,
            ErrorKind::Table => return Problem::internal(),
            ErrorKind::Cancelled => {
                return Problem { is_cancelled: true, ..Problem::of_task(TaskError::Spent) };
            }
        };
        let ErrorObject { code, detail, hint, parameter, position, values, .. } = ErrorObject::new(error);
        let (hint, position) = (hint.map(String::into_boxed_str), position.map(Box::new));
        let values = (!values.is_empty()).then(|| Box::new(Values(values)));
        Problem { code, hint, parameter, position, values, ..Problem::new(kind, detail) }
    }

    /// Creates the problem of a fault of the server. Its cause is in the log.
    pub(crate) fn internal() -> Problem {
        Problem::new(Kind::Internal, "an internal error; its cause is in the log of the server")
    }

    /// Returns the last part of the type.
    #[cfg(test)]
    pub(crate) fn name(&self) -> &str {
        self.kind.rsplit('/').next().unwrap_or_default()
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        Problem::of_error(&error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).expect("every kind has a valid status");
        let mut response = (status, Json(self)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        if matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER));
        }
        response
    }
}

/// The problems of the description of every route.
pub(crate) struct Problems;

impl IntoResponses for Problems {
    fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        let kinds = [
            Kind::BadRequest,
            Kind::Forbidden,
            Kind::Late,
            Kind::TooLarge,
            Kind::UnsupportedType,
            Kind::Unanswerable,
            Kind::TooManyRequests,
            Kind::Busy,
        ];
        let response = |kind: Kind| {
            let (status, _, title) = kind.parts();
            let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
            let response = ResponseBuilder::new().description(title).content(MEDIA_TYPE, content);
            (status.as_str().to_string(), response.build().into())
        };
        kinds.map(response).into()
    }
}
