//! The description of the routes in OpenAPI 3.1, generated from their types.

use std::marker::PhantomData;
use std::sync::LazyLock;

use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{SchemaType, Type};
use utoipa::openapi::{RefOr, Required, Schema};
use utoipa::{IntoParams, OpenApi, PartialSchema};

use crate::problem::{Position, Problem};
use crate::routes::{analyze, documents, solve};

/// The document as JSON.
pub(crate) static DOCUMENT: LazyLock<String> =
    LazyLock::new(|| Api::openapi().to_pretty_json().expect("the description can be written in JSON"));

/// Returns the schema of a member of a request in a query, where nothing is null, and its description.
fn without_null(member: RefOr<Schema>) -> (RefOr<Schema>, Option<String>) {
    match member {
        RefOr::T(Schema::Object(mut object)) => {
            if let SchemaType::Array(types) = &mut object.schema_type {
                types.retain(|schema_type| *schema_type != Type::Null);
                object.schema_type = SchemaType::Type(types[0].clone());
            }
            object.default = object.default.filter(|value| !value.is_null());
            let description = object.description.take();
            (object.into(), description)
        }
        RefOr::T(Schema::OneOf(mut choices)) => {
            choices.items.retain(|choice| matches!(choice, RefOr::Ref(_)));
            let [RefOr::Ref(choice)] = &mut choices.items[..] else { unreachable!("one named schema") };
            let description = Some(std::mem::take(&mut choice.description));
            choices.default = choices.default.filter(|value| !value.is_null());
            let schema = if choices.default.is_none() {
                choices.items.remove(0)
            } else {
                Schema::OneOf(choices).into()
            };
            (schema, description)
        }
        other => (other, None),
    }
}

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
        documents::distribution,
        documents::post_distribution,
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
        (name = "cases", description = "The cases of CFOP"),
        (name = "distribution", description = "Counts of all states"),
        (name = "tables", description = "The tables of the server"),
        (name = "goals", description = "The language of goals and conditions")
    )
)]
struct Api;

/// The members of a request as parameters of a query.
pub(crate) struct QueryOf<R>(PhantomData<R>);

impl<R: PartialSchema> IntoParams for QueryOf<R> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let RefOr::T(Schema::Object(request)) = R::schema() else { unreachable!("a request is an object") };
        let parameter = |(name, member): (String, RefOr<Schema>)| {
            let (schema, description) = without_null(member);
            let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query);
            parameter.description(description).required(Required::False).schema(Some(schema)).build()
        };
        request.properties.into_iter().map(parameter).collect()
    }
}

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
