//! The description of the routes in OpenAPI 3.1, generated from their types.

use std::sync::LazyLock;

use utoipa::OpenApi;

/// The document as JSON.
pub(crate) static DOCUMENT: LazyLock<String> =
    LazyLock::new(|| Api::openapi().to_pretty_json().expect("the description can be written in JSON"));

#[derive(OpenApi)]
#[openapi(paths(crate::routes::analyze::get, crate::routes::analyze::post))]
struct Api;
