//! Stages by the names that analyses give them.

use std::borrow::Cow;

use cubiform_cube::goal::{Stage, expression};

/// Returns the stage with this name: one of a named goal, or the stage of an expression.
pub(crate) fn stage_named(name: &str) -> Option<Cow<'static, Stage>> {
    match Stage::named(name) {
        Some(stage) => Some(Cow::Borrowed(stage)),
        None => expression::parse(name).ok()?.stages.pop().map(Cow::Owned),
    }
}
