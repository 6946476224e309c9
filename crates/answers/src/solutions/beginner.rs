//! Output of beginner's solutions, stage by stage and step by step, with links to players.

use cubiform_cube::facelets;
use cubiform_human::beginner::{Solution, Stage, Step};

use super::cfop::LengthsObject;
use crate::players::{alg_cubing_net, twizzle};

/// A beginner's solution and its scramble.
pub struct Beginner {
    /// The scramble, if the cube was given as moves.
    pub scramble: Option<String>,
    /// The solution.
    pub solution: Solution,
    /// Whether the text explains the solution in words. JSON always does.
    pub in_words: bool,
}

impl Beginner {
    /// Returns links to players: twizzle and alg.cubing.net.
    pub fn links(&self) -> [String; 2] {
        let setup = self.scramble.clone().unwrap_or_else(|| self.solution.setup());
        let solution = self.solution.to_string();
        [twizzle(&setup, &solution), alg_cubing_net(&setup, &solution)]
    }

    /// Returns the solution for JSON.
    pub fn object(&self) -> BeginnerObject {
        let [twizzle, alg_cubing_net] = self.links();
        BeginnerObject {
            color: self.solution.color.name(),
            inspection: self.solution.inspection_name(),
            lengths: self.solution.lengths().into(),
            stages: self.solution.stages.iter().map(StageObject::of).collect(),
            twizzle,
            alg_cubing_net,
        }
    }
}

/// The stages of a beginner's solution in JSON output.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = BeginnerAnswer))]
pub struct BeginnerObject {
    /// The bottom colour.
    #[cfg_attr(feature = "schema", schema(example = "white"))]
    color: &'static str,
    /// The rotations of the whole cube before the first move; empty for none.
    #[cfg_attr(feature = "schema", schema(example = "z2"))]
    inspection: String,
    /// The lengths of the solution.
    lengths: LengthsObject,
    /// The seven stages, in order.
    stages: Vec<StageObject>,
    /// A link that opens the solution in the twizzle editor.
    #[cfg_attr(
        feature = "schema",
        schema(example = "https://alpha.twizzle.net/edit/?alg=F%27+U%27+R%27&setup-alg=R+U+F")
    )]
    twizzle: String,
    /// A link that opens the solution at alg.cubing.net.
    #[cfg_attr(feature = "schema", schema(example = "https://alg.cubing.net/?setup=R_U_F&alg=F-_U-_R-"))]
    alg_cubing_net: String,
}

/// A stage of a beginner's solution in JSON output.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = BeginnerStage))]
pub struct StageObject {
    /// `cross`, `corners`, `middle-edges`, `last-cross`, `last-edges`, `last-corners-placed` or `last-corners-turned`.
    #[cfg_attr(feature = "schema", schema(example = "cross"))]
    part: &'static str,
    /// The title of the stage.
    #[cfg_attr(feature = "schema", schema(example = "White cross"))]
    title: String,
    /// The goal of the stage and the way to it, in sentences.
    #[cfg_attr(
        feature = "schema",
        schema(example = "Place the four white edges around the white centre at the bottom.")
    )]
    explanation: String,
    /// Whether the stage was solved already by the moves before it.
    #[cfg_attr(feature = "schema", schema(example = false))]
    skipped: bool,
    /// The moves of all steps.
    #[cfg_attr(feature = "schema", schema(example = "y' U F2"))]
    moves: String,
    /// The lengths of the stage.
    lengths: LengthsObject,
    /// The lengths of all moves up to the end of the stage.
    running: LengthsObject,
    /// The facelets after the stage.
    #[cfg_attr(
        feature = "schema",
        schema(example = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB")
    )]
    state: String,
    /// The steps: one for each piece or algorithm; empty if the stage is skipped.
    steps: Vec<StepObject>,
}

/// A step of a beginner's solution in JSON output.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = BeginnerStep))]
pub struct StepObject {
    /// The piece or the case.
    #[cfg_attr(feature = "schema", schema(example = "white-red edge"))]
    title: String,
    /// The situation before the moves, as a phrase. Directions are those after the rotation at the beginning of `moves`.
    #[cfg_attr(
        feature = "schema",
        schema(example = "in the top layer at the left, its white sticker faces up")
    )]
    case: String,
    /// The situation and the effect of the moves, in sentences.
    #[cfg_attr(
        feature = "schema",
        schema(
            example = "Turn the whole cube with y' so that red is in front. The white-red edge is in the top layer."
        )
    )]
    explanation: String,
    /// The moves: face turns, after a rotation of the whole cube if one is useful.
    #[cfg_attr(feature = "schema", schema(example = "y' U F2"))]
    moves: String,
    /// The lengths of the step.
    lengths: LengthsObject,
    /// The facelets after the step.
    #[cfg_attr(
        feature = "schema",
        schema(example = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB")
    )]
    state: String,
}

impl StageObject {
    fn of(stage: &Stage) -> StageObject {
        StageObject {
            part: stage.kind.name(),
            title: stage.title.clone(),
            explanation: stage.explanation.clone(),
            skipped: stage.is_skipped(),
            moves: stage.text(),
            lengths: stage.lengths.into(),
            running: stage.running.into(),
            state: facelets::format(&stage.state),
            steps: stage.steps.iter().map(StepObject::of).collect(),
        }
    }
}

impl StepObject {
    fn of(step: &Step) -> StepObject {
        StepObject {
            title: step.title.clone(),
            case: step.case.clone(),
            explanation: step.explanation.clone(),
            moves: step.text(),
            lengths: step.lengths.into(),
            state: facelets::format(&step.state),
        }
    }
}
