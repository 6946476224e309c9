//! The JSON of solutions: an object for each solution, and for each unsolved cube.

use cubiform_cube::moves::to_wca;

use super::options::Method;
use super::solve::{ByHand, Solved};
use super::{beginner, cfop};

/// A solution or an unsolved cube of the 3x3x3 in JSON output.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = SolveAnswer))]
pub struct Object<'a> {
    /// The id of the cube: as given, or else its number.
    #[cfg_attr(feature = "schema", schema(example = "1"))]
    id: &'a str,
    /// The cube, as given.
    #[cfg_attr(feature = "schema", schema(example = "R U F"))]
    input: &'a str,
    /// The method: `two-phase`, `thistlethwaite`, `optimal`, `cfop` or `beginner`.
    #[cfg_attr(feature = "schema", schema(example = "two-phase"))]
    method: &'a str,
    /// The rotation, if there is one, and the moves; null if the cube is not solved.
    #[cfg_attr(feature = "schema", schema(example = "F' U' R'"))]
    solution: Option<String>,
    /// The part of the solution that compensates for rotations in the scramble; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(example = "x'"))]
    rotation: Option<String>,
    /// The number of moves in `metric`, without the rotation; null if the cube is not solved.
    #[cfg_attr(feature = "schema", schema(example = 3, minimum = 0))]
    length: Option<usize>,
    /// The metric: `HTM`, half turns.
    #[cfg_attr(feature = "schema", schema(example = "HTM"))]
    metric: &'a str,
    /// Whether no shorter solution exists, if that is known; null if the cube is not solved.
    #[cfg_attr(feature = "schema", schema(example = true))]
    optimal: Option<bool>,
    /// The moves of each phase; absent if the solution has no phases.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(example = json!(["F' U'", "R'"])))]
    phases: Option<Vec<String>>,
    /// The stages of a CFOP solution; absent for other methods.
    #[serde(skip_serializing_if = "Option::is_none")]
    cfop: Option<cfop::CfopObject>,
    /// The stages of a beginner's solution; absent for other methods.
    #[serde(skip_serializing_if = "Option::is_none")]
    beginner: Option<Box<beginner::BeginnerObject>>,
    /// A link to a player; absent if links are not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "schema",
        schema(example = "https://alpha.twizzle.net/edit/?alg=F%27+U%27+R%27&setup-alg=R+U+F")
    )]
    twizzle: Option<&'a str>,
    /// The number of nodes that the search for all solutions of the cube visited; null if the cube is not solved.
    #[cfg_attr(feature = "schema", schema(example = 4, minimum = 0))]
    nodes: Option<u64>,
    /// The CPU time of that search in milliseconds; null if the cube is not solved.
    #[cfg_attr(feature = "schema", schema(example = 0.045, minimum = 0))]
    cpu_ms: Option<f64>,
    /// The reason why the cube is not solved; null if it is.
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
        let (cfop, beginner) = match solved.and_then(|solved| solved.by_hand.as_ref()) {
            Some(ByHand::Cfop(cfop)) => (Some(cfop.object()), None),
            Some(ByHand::Beginner(beginner)) => (None, Some(Box::new(beginner.object()))),
            None => (None, None),
        };
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
            cfop,
            beginner,
            twizzle: solved.and_then(|solved| solved.link.as_deref()),
            nodes: solved.map(|solved| solved.nodes),
            cpu_ms: solved.map(Solved::cpu_ms),
            error,
        }
    }
}
