//! The JSON of solutions: an object for each solution, and for each unsolved cube.

use cubiform_cube::moves::to_wca;

use super::cfop;
use super::options::Method;
use super::solve::Solved;

/// A solution or an unsolved cube in JSON output.
#[derive(serde::Serialize)]
pub struct Object<'a> {
    id: &'a str,
    input: &'a str,
    method: &'a str,
    solution: Option<String>,
    /// The part of the solution that compensates for rotations in the scramble, if there is any.
    #[serde(skip_serializing_if = "Option::is_none")]
    rotation: Option<String>,
    length: Option<usize>,
    metric: &'a str,
    optimal: Option<bool>,
    /// The moves of each phase, if the method has phases.
    #[serde(skip_serializing_if = "Option::is_none")]
    phases: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cfop: Option<cfop::Object>,
    #[serde(skip_serializing_if = "Option::is_none")]
    twizzle: Option<&'a str>,
    nodes: Option<u64>,
    cpu_ms: Option<f64>,
    error: Option<&'a str>,
}

impl<'a> Object<'a> {
    /// Returns the object of a solution of the cube `input` with this id, or of the reason why it is not solved.
    pub fn new(
        id: &'a str,
        input: &'a str,
        method: Method,
        solved: Result<&'a Solved, &'a str>,
    ) -> Object<'a> {
        let error = solved.err();
        let solved = solved.ok();
        let phases = solved.filter(|solved| solved.phases.len() > 1);
        Object {
            id,
            input,
            method: method.name(),
            solution: solved.map(Solved::moves),
            rotation: solved
                .filter(|solved| !solved.rotation.turns().is_empty())
                .map(|solved| solved.rotation.to_string()),
            length: solved.map(Solved::length),
            metric: "HTM",
            optimal: solved.map(|solved| solved.optimal),
            phases: phases.map(|solved| solved.phases.iter().map(|phase| to_wca(phase)).collect()),
            cfop: solved.and_then(|solved| solved.cfop.as_ref()).map(|cfop| cfop.object()),
            twizzle: solved.and_then(|solved| solved.link.as_deref()),
            nodes: solved.map(|solved| solved.nodes),
            cpu_ms: solved.map(Solved::cpu_ms),
            error,
        }
    }
}
