//! The description of the routes in OpenAPI 3.1, generated from the operations and their types.

use std::sync::LazyLock;

use cubiform_answers::operation::{Door, Methods, Needs, Operation as Answered};
use cubiform_answers::operations::{self, Visitor};
use serde_json::json;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{HttpMethod, OperationBuilder};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{ArrayBuilder, Components};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Required, ResponseBuilder, ResponsesBuilder, Schema};
use utoipa::{IntoParams, IntoResponses, OpenApi, ToSchema};

use crate::problem::{Position, Problem, Problems};
use crate::query_schema::{QueryOf, join_null};
use crate::request::JSON;
use crate::routes::{analyze, documents, solve};

/// The document as JSON.
pub(crate) static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    let mut documents = Documents(Api::openapi());
    operations::visit(&mut documents);
    let schemas = documents.0.components.iter_mut().flat_map(|components| components.schemas.values_mut());
    for schema in schemas {
        if let RefOr::T(Schema::Object(object)) = schema {
            object.properties.values_mut().for_each(join_null);
        }
    }
    documents.0.to_pretty_json().expect("the description can be written in JSON")
});

#[derive(OpenApi)]
#[openapi(
    info(
        title = "cubiform",
        description = "Exact answers about the Rubik's cube. Lengths are in the half turn metric (HTM) unless a member says \
            otherwise. Answers depend on the request and the tables alone: they are what the command of the same name prints \
            with `--format json`. Optimal solutions are offered if the server is started with `--allow-optimal`.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    paths(analyze::get, analyze::post, solve::get, solve::post, documents::about),
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
        (name = "methods", description = "Comparisons of methods"),
        (name = "stats", description = "Statistics of analysed scrambles"),
        (name = "tables", description = "The tables of the server"),
        (name = "goals", description = "The language of goals and conditions")
    )
)]
struct Api;

/// Adds the routes of each operation to the document.
struct Documents(utoipa::openapi::OpenApi);

impl Visitor for Documents {
    fn visit<O: Answered>(&mut self) {
        let door = O::DOOR;
        if door.methods == Methods::Batches {
            // Their bodies may be batches, which the routes describe.
            let path = self.0.paths.paths.get_mut(door.path).expect("the path of the route");
            for operation in path.get.iter_mut().chain(&mut path.post) {
                operation.extensions = Some(extensions(&door));
            }
            return;
        }
        let components = self.0.components.get_or_insert_with(Components::new);
        let of_request = if door.methods == Methods::Get { Vec::new() } else { schemas_of::<O>() };
        for (name, schema) in [of_request, schemas_of::<O::Document>()].concat() {
            components.schemas.entry(name).or_insert(schema);
        }
        if door.methods != Methods::Post {
            let members = QueryOf::<O>::into_params(|| None);
            let get = operation::<O>(door.name.into(), door.about)
                .parameters((!members.is_empty()).then_some(members));
            self.0.paths.add_path_operation(door.path, vec![HttpMethod::Get], get.build());
        }
        if door.methods != Methods::Get {
            let (id, about) = match door.methods {
                Methods::Post => (door.name.into(), door.about),
                _ => (format!("post_{}", door.name), "The options as a JSON object."),
            };
            let body = ContentBuilder::new().schema(Some(Ref::from_schema_name(O::name()))).build();
            let body = RequestBodyBuilder::new().content(JSON, body).required(Some(Required::True)).build();
            let post = operation::<O>(id, about).request_body(Some(body)).build();
            self.0.paths.add_path_operation(door.path, vec![HttpMethod::Post], post);
        }
    }
}

/// Returns the schemas of a type and of the types to which it refers.
fn schemas_of<T: ToSchema>() -> Vec<(String, RefOr<Schema>)> {
    let mut schemas = vec![(T::name().into_owned(), T::schema())];
    T::schemas(&mut schemas);
    schemas
}

/// Returns what programs that are generated from the document must know of an operation.
fn extensions(door: &Door) -> Extensions {
    let about = json!({
        "goal_tables": door.needs == Needs::GoalTables,
        "name": door.name,
        "quick": door.needs == Needs::Nothing,
    });
    [("x-operation".to_string(), about)].into_iter().collect()
}

/// Returns the description of a route without its request.
fn operation<O: Answered>(id: String, about: &str) -> OperationBuilder {
    let door = O::DOOR;
    let document: RefOr<Schema> = Ref::from_schema_name(O::Document::name()).into();
    let document = match door.is_list {
        true => ArrayBuilder::new().items(document).into(),
        false => document,
    };
    let answer = ResponseBuilder::new()
        .description(door.answer)
        .content(JSON, ContentBuilder::new().schema(Some(document)).build());
    OperationBuilder::new()
        .tag(door.tag)
        .summary(Some(door.summary))
        .description(Some(about))
        .operation_id(Some(id))
        .responses(
            ResponsesBuilder::new()
                .responses_from_iter([("200", answer)])
                .responses_from_iter(Problems::responses())
                .build(),
        )
        .extensions(Some(extensions(&door)))
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::DOCUMENT;

    /// The copy from which the faces of the page, of JavaScript and of Python are generated.
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
