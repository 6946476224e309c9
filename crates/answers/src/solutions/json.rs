//! The JSON of solutions: an object for each solution, and for each unsolved cube.

use super::by_hand::{BeginnerObject, CfopObject};
use super::chain::ChainObject;
use super::options::Method;
use super::{Row, Solved};
use crate::held::{HeldObject, HeldSolution};
use crate::solutions::SolveQuestion;
use crate::{Error, examples};

/// A solution or an unsolved cube of the 3x3x3 in JSON output.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = SolveAnswer)]
pub struct ThreeObject<'a> {
    /// The id of the cube: as given, or else its number.
    #[schema(example = "1")]
    id: &'a str,
    /// The cube, as given.
    #[schema(example = "R U F")]
    input: &'a str,
    /// The method: `two-phase`, `thistlethwaite`, `optimal`, `dr`, `cfop` or `beginner`.
    #[schema(example = "two-phase")]
    method: &'static str,
    /// The rotation, if there is one, and the moves; null if the cube is not solved.
    #[schema(required = true, example = "F' U' R'")]
    solution: Option<&'a str>,
    /// The part of the solution that compensates for rotations in the scramble; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "x'")]
    rotation: Option<&'a str>,
    /// The number of moves in `metric`, without the rotation; null if the cube is not solved.
    #[schema(required = true, example = 3, minimum = 0)]
    length: Option<usize>,
    /// The metric: `HTM`, half turns.
    #[schema(example = "HTM")]
    metric: &'static str,
    /// Whether no shorter solution exists, if that is known; null if the cube is not solved.
    #[schema(required = true, example = true)]
    optimal: Option<bool>,
    /// The moves of each phase; absent if the solution has no phases.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = json!(["F' U'", "R'"]))]
    phases: Option<Vec<&'a str>>,
    /// The solution as held in the way that takes the least effort; absent unless the order is that of effort.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    held: Option<Box<HeldObject>>,
    /// The steps of a solution by EO, DR, HTR and finish; absent for other methods.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    dr: Option<Box<ChainObject>>,
    /// The stages of a CFOP solution; absent for other methods.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    cfop: Option<Box<CfopObject>>,
    /// The stages of a beginner's solution; absent for other methods.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    beginner: Option<Box<BeginnerObject>>,
    /// The moves that lead from the solved cube to the given one; absent if links are not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "R U F")]
    setup: Option<String>,
    /// A link to a player; absent if links are not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = json!(examples::TWIZZLE))]
    twizzle: Option<&'a str>,
    /// The number of nodes that the search for all solutions of the cube visited; null if the cube is not solved.
    #[schema(required = true, example = 4, minimum = 0)]
    nodes: Option<u64>,
    /// The CPU time of that search in milliseconds; null if the cube is not solved.
    #[schema(required = true, example = 0.045, minimum = 0)]
    cpu_ms: Option<f64>,
    /// The reason why the cube is not solved; null if it is.
    #[schema(required = true)]
    error: Option<String>,
}

/// A solution or an unsolved state of a puzzle other than the 3x3x3 in JSON output.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = PuzzleAnswer)]
pub struct OtherObject<'a> {
    /// The id of the state: as given, or else its number.
    #[schema(example = "1")]
    id: &'a str,
    /// The state, as given.
    #[schema(example = "R U F")]
    input: &'a str,
    /// The puzzle: `222` or `444`.
    #[schema(example = "222")]
    puzzle: &'static str,
    /// The metric of lengths: `HTM` for the 2x2x2; for the 4x4x4 the one that was asked for.
    #[schema(example = "HTM")]
    metric: String,
    /// The moves; null if the state is not solved.
    #[schema(required = true, example = "F' U' R'")]
    solution: Option<&'a str>,
    /// The number of moves in `metric`; null if the state is not solved.
    #[schema(required = true, example = 3, minimum = 0)]
    length: Option<usize>,
    /// The moves of each stage; null if the state is not solved.
    #[schema(required = true, example = json!(["F' U' R'"]))]
    stages: Option<Vec<&'a str>>,
    /// The beam width of the search: the number of solutions of each stage that were continued; null without a beam.
    #[schema(required = true, example = 40, minimum = 1)]
    beam: Option<usize>,
    /// True if no shorter solution exists; absent if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = true)]
    optimal: Option<bool>,
    /// The number of nodes that the search visited; null if the state is not solved.
    #[schema(required = true, example = 3, minimum = 0)]
    nodes: Option<u64>,
    /// The CPU time of the search in milliseconds; null if the state is not solved.
    #[schema(required = true, example = 0.021, minimum = 0)]
    cpu_ms: Option<f64>,
    /// The names of the stages; absent if they have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = json!(["centres on axis"]))]
    stage_names: Option<Vec<&'a str>>,
    /// The number of moves of each stage, in `metric`; absent if the stages have no names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = json!([7]))]
    stage_lengths: Option<Vec<usize>>,
    /// The moves that lead from the solved puzzle to the given state; null if the state is not solved.
    #[schema(required = true, example = "R U F")]
    setup: Option<&'a str>,
    /// A link to a player; null if the state is not solved.
    #[schema(
        required = true,
        example = "https://alpha.twizzle.net/edit/?puzzle=2x2x2&alg=F%27+U%27+R%27&setup-alg=R+U+F"
    )]
    twizzle: Option<&'a str>,
    /// The reason why the state is not solved; null if it is.
    #[schema(required = true)]
    error: Option<String>,
}

/// A solution or an unsolved cube of any puzzle in JSON output.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = Solution)]
#[serde(untagged)]
pub enum SolutionObject<'a> {
    /// Of the 3x3x3.
    Three(Box<ThreeObject<'a>>),
    /// Of the 2x2x2 or the 4x4x4.
    Other(Box<OtherObject<'a>>),
}

impl Row {
    /// Returns the objects of the answer: one for each solution, or one with the reason why there is none.
    pub fn objects(&self, question: &SolveQuestion) -> Vec<SolutionObject<'_>> {
        match &self.solved {
            Ok(solutions) => solutions.iter().map(|solved| self.object(question, Ok(solved))).collect(),
            Err(error) => vec![self.object(question, Err(error))],
        }
    }

    fn object<'a>(
        &'a self,
        question: &SolveQuestion,
        solved: Result<&'a Solved, &Error>,
    ) -> SolutionObject<'a> {
        let (id, input) = (&self.id[..], &self.input[..]);
        let error = solved.err().map(|error| error.text(|_| None));
        let solved = solved.ok();
        let phases = |solved: &'a Solved| solved.phases.iter().map(|phase| &phase.moves[..]).collect();
        let solution = solved.map(|solved| &solved.moves[..]);
        let (length, nodes) = (solved.map(|solved| solved.length), solved.map(|solved| solved.nodes));
        let (optimal, cpu_ms) = (solved.map(|solved| solved.optimal), solved.map(Solved::cpu_ms));
        let twizzle = solved.and_then(|solved| solved.link.as_deref());
        let puzzle = question.request.puzzle;
        if puzzle.solve_options().is_some() {
            return SolutionObject::Other(Box::new(OtherObject {
                id,
                input,
                puzzle: puzzle.name(),
                metric: question.metric(),
                solution,
                length,
                stages: solved.map(phases),
                stage_names: solved.and_then(Solved::phase_names),
                stage_lengths: solved
                    .filter(|solved| solved.phase_names().is_some())
                    .map(|solved| solved.phases.iter().map(|phase| phase.length).collect()),
                setup: solved.and_then(|solved| solved.setup.as_deref()),
                beam: solved.and_then(|solved| solved.beam),
                optimal: optimal.filter(|optimal| *optimal),
                nodes,
                cpu_ms,
                twizzle,
                error,
            }));
        }
        let by_hand = |method| {
            let solved = solved.filter(|_| question.method() == method);
            solved.and_then(|solved| solved.by_hand.as_ref())
        };
        SolutionObject::Three(Box::new(ThreeObject {
            id,
            input,
            method: self.method.name(),
            solution,
            rotation: solved.map(|solved| &solved.rotation[..]).filter(|rotation| !rotation.is_empty()),
            length,
            metric: "HTM",
            optimal,
            phases: solved.filter(|solved| solved.phases.len() > 1).map(phases),
            held: solved.and_then(|solved| solved.held.as_ref()).map(HeldSolution::object).map(Box::new),
            dr: solved.and_then(|solved| solved.chain.as_ref()).map(|chain| Box::new(chain.into())),
            cfop: by_hand(Method::Cfop).map(|by_hand| Box::new(by_hand.into())),
            beginner: by_hand(Method::Beginner).map(|by_hand| Box::new(by_hand.into())),
            setup: solved.filter(|_| question.request.links).and_then(Solved::setup),
            twizzle,
            nodes,
            cpu_ms,
            error,
        }))
    }
}
