//! The members of a request described as the parameters of a query.

use std::marker::PhantomData;

use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{SchemaType, Type};
use utoipa::openapi::{RefOr, Required, Schema};
use utoipa::{IntoParams, PartialSchema};

/// The members of a request as parameters of a query.
pub(crate) struct QueryOf<R>(PhantomData<R>);

impl<R: PartialSchema> IntoParams for QueryOf<R> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let RefOr::T(Schema::Object(request)) = R::schema() else { unreachable!("a request is an object") };
        let parameter = |(name, mut member): (String, RefOr<Schema>)| {
            join_null(&mut member);
            let (schema, description) = without_null(member);
            let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query);
            parameter.description(description).required(Required::False).schema(Some(schema)).build()
        };
        request.properties.into_iter().map(parameter).collect()
    }
}

/// Writes the schema of a number that may be null as one of two types: utoipa writes a choice of two schemas, if the schema of the
/// number is not its own.
pub(crate) fn join_null(member: &mut RefOr<Schema>) {
    let RefOr::T(Schema::OneOf(choices)) = member else { return };
    let is_null = |choice: &RefOr<Schema>| match choice {
        RefOr::T(Schema::Object(object)) => object.schema_type == SchemaType::Type(Type::Null),
        _ => false,
    };
    let others: Vec<&RefOr<Schema>> = choices.items.iter().filter(|choice| !is_null(choice)).collect();
    let [RefOr::T(Schema::Object(number))] = others[..] else { return };
    let mut number = number.clone();
    if let (SchemaType::Type(of_number), true) = (&number.schema_type, choices.items.len() > 1) {
        number.schema_type = SchemaType::Array(vec![of_number.clone(), Type::Null]);
    }
    number.description = number.description.or(choices.description.take());
    number.example = number.example.or(choices.example.take());
    number.default = number.default.or(choices.default.take());
    *member = Schema::Object(number).into();
}

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
