//! The description of the routes in OpenAPI 3.1, generated from their types.

use std::sync::LazyLock;

use utoipa::OpenApi;

use crate::problem::{Position, Problem};
use crate::routes::{analyze, knowledge, review, scramble, solve};

/// The document as JSON.
pub(crate) static DOCUMENT: LazyLock<String> =
    LazyLock::new(|| Api::openapi().to_pretty_json().expect("the description can be written in JSON"));

#[derive(OpenApi)]
#[openapi(
    info(
        title = "cubiform",
        description = "Exact answers about the Rubik's cube. Lengths are in the half turn metric (HTM) unless a member says \
            otherwise. Answers depend on the request and the tables alone.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    paths(
        analyze::get,
        analyze::post,
        solve::get,
        solve::post,
        scramble::get,
        scramble::post,
        review::get,
        review::post,
        knowledge::cases,
        knowledge::post_cases,
        knowledge::distribution,
        knowledge::post_distribution,
        knowledge::list_tables,
        knowledge::check,
        knowledge::post_check,
    ),
    components(schemas(Problem, Position)),
    tags(
        (name = "analyze", description = "Lengths and solutions of the stages of goals"),
        (name = "solve", description = "Solutions of whole cubes"),
        (name = "scramble", description = "Random-state scrambles"),
        (name = "review", description = "Reviews of solves"),
        (name = "cases", description = "The cases of CFOP"),
        (name = "distribution", description = "Counts of all states"),
        (name = "tables", description = "The tables of the server"),
        (name = "goals", description = "The language of goals and conditions")
    )
)]
struct Api;
