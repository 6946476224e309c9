//! The description of the routes in OpenAPI 3.1, generated from their types.

use std::sync::LazyLock;

use utoipa::OpenApi;

use crate::problem::{Position, Problem};
use crate::routes::{about, analyze, documents, solve};

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
        documents::scramble,
        documents::post_scramble,
        documents::review,
        documents::post_review,
        documents::cases,
        documents::post_cases,
        documents::case_set,
        documents::post_case_set,
        documents::distribution,
        documents::post_distribution,
        documents::algorithms,
        documents::post_algorithms,
        documents::attempt,
        documents::post_attempt,
        documents::insert,
        documents::post_insert,
        documents::stats,
        about::get,
        documents::list_tables,
        documents::check,
        documents::post_check,
    ),
    components(schemas(Problem, Position)),
    tags(
        (name = "analyze", description = "Lengths and solutions of the stages of goals"),
        (name = "solve", description = "Solutions of whole cubes"),
        (name = "scramble", description = "Random-state scrambles"),
        (name = "review", description = "Reviews of solves"),
        (name = "cases", description = "The cases of CFOP, and the cases between two goals"),
        (name = "distribution", description = "Counts of all states"),
        (name = "attempt", description = "Reviews of attempts at fewest moves"),
        (name = "insert", description = "Insertions into a skeleton"),
        (name = "stats", description = "Statistics of analysed scrambles"),
        (name = "tables", description = "The tables of the server"),
        (name = "goals", description = "The language of goals and conditions")
    )
)]
struct Api;

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::DOCUMENT;

    /// The copy from which the client of the web page is generated.
    const COPY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openapi.json");

    /// The environment variable that makes the test write the copy.
    const UPDATE: &str = "CUBIFORM_UPDATE_OPENAPI";

    #[test]
    fn the_copy_for_the_page_equals_the_document() {
        let document = format!("{}\n", DOCUMENT.trim_end());
        if env::var_os(UPDATE).is_some() {
            fs::write(COPY, document).unwrap();
            return;
        }
        let is_equal = fs::read_to_string(COPY).is_ok_and(|copy| copy.replace("\r\n", "\n") == document);
        assert!(
            is_equal,
            "web/openapi.json differs from the document of the server; to write it:\n  \
             {UPDATE}=1 cargo test -p cubiform-server openapi"
        );
    }
}
