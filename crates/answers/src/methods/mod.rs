//! Methods: chains of goals in a text, and their comparison on the same random states.
//!
//! ```text
//! name: Petrus
//! about: A 2x2x2, a 2x2x3, ...
//!
//! # step | the whole state after it | turns | free, if turns of U before and after are not counted to its algorithms
//! 2x2x2 | 2x2x2 DBL | R,L,U,D,F,B
//! ```
//!
//! The first step begins in any state, every other where the one before ended; the last ends in the solved state.

mod compare;
mod cost;
mod request;
mod solve;
mod step;

use std::sync::LazyLock;

use cubiform_cube::goal::pattern;

use crate::Error;

pub use compare::{CaseAlgorithms, MethodResult, StepResult};
pub use cost::{Mean, Means};
pub use request::{MethodsAnswer, MethodsQuestion, MethodsRequest};
pub use step::MethodStep;

static KNOWN: LazyLock<Vec<Method>> = LazyLock::new(|| {
    let texts = [
        include_str!("known/cfop.txt"),
        include_str!("known/cfce.txt"),
        include_str!("known/zz-a.txt"),
        include_str!("known/petrus.txt"),
        include_str!("known/roux.txt"),
        include_str!("known/mehta.txt"),
    ];
    texts.map(|text| Method::read(text).unwrap_or_else(|error| panic!("{error}: {text}"))).into()
});

/// A method: a chain of goals that ends in the solved state.
#[derive(Clone, Debug)]
pub struct Method {
    /// The name.
    pub name: String,
    /// What it is, in a line.
    pub about: String,
    /// The steps, at least one.
    pub steps: Vec<MethodStep>,
}

impl Method {
    /// Returns the methods that need no file.
    pub fn known() -> &'static [Method] {
        &KNOWN
    }

    /// Returns the known method with this name; case is ignored.
    pub fn find(name: &str) -> Option<&'static Method> {
        KNOWN.iter().find(|method| method.name.eq_ignore_ascii_case(name.trim()))
    }

    /// Returns the names of the known methods, separated by commas.
    pub fn names() -> String {
        KNOWN.iter().map(|method| &method.name[..]).collect::<Vec<_>>().join(", ")
    }

    /// Reads a method.
    ///
    /// ```
    /// use cubiform_answers::methods::Method;
    ///
    /// let method = Method::read("name: mine\nblocks | f2l | R,L,U,D,F,B\nend | solved | R,U,F | free\n").unwrap();
    /// assert_eq!((&method.name[..], method.steps.len()), ("mine", 2));
    /// let error = Method::read("name: mine\nblocks | f2m | R,U").unwrap_err();
    /// assert_eq!((error.place.line, error.place.column), (Some(2), Some(10)));
    /// ```
    ///
    /// # Errors
    /// The first line that cannot be read, with its line and column, or a chain that does not end in the solved state.
    pub fn read(text: &str) -> Result<Method, Error> {
        let mut method = Method { name: String::new(), about: String::new(), steps: Vec::new() };
        let mut last = (1, 1);
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            if let Some(name) = line.strip_prefix("name:") {
                method.name = name.trim().into();
            } else if let Some(about) = line.strip_prefix("about:") {
                method.about = about.trim().into();
            } else {
                let (step, column) = MethodStep::read(line).map_err(|mut error| {
                    error.place.line = Some(number);
                    error
                })?;
                last = (number, column);
                method.steps.push(step);
            }
        }
        let solved = pattern::parse("solved").expect("a goal");
        if method.steps.last().is_none_or(|step| step.goal != solved) {
            let error = Error::usage("methods", "a method ends in the goal 'solved'").code("invalid-method");
            return Err(error.at(last.0, last.1).hint("add a last step, such as: end | solved | R,U,F"));
        }
        if method.name.is_empty() {
            let error = Error::usage("methods", "the method has no name").code("invalid-method");
            return Err(error.at(1, 1).hint("begin with a line such as: name: Petrus"));
        }
        Ok(method)
    }
}

#[cfg(test)]
mod tests;
