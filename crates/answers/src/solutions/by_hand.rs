//! Solutions of a person: by CFOP or by the beginner's method, stage by stage, with links to players.

use std::collections::BTreeMap;

use cubiform_cube::{Color, Cube, facelets};
use cubiform_human::{Lengths, PiecePlace, Solution, Stage, StageKind, Step, explain, pair_places};

use crate::examples;
use crate::held::in_turns_of_u;
use crate::players::{alg_cubing_net, twizzle};

/// A solution of a person and its cube.
pub struct ByHand {
    cube: Cube,
    /// The moves before the solution, if the cube was given as moves.
    setup: Option<String>,
    solution: Solution,
    in_words: bool,
}

impl ByHand {
    /// Creates the solution of a cube. The text explains it in words if `in_words`.
    pub(super) fn new(cube: Cube, setup: Option<String>, solution: Solution, in_words: bool) -> ByHand {
        ByHand { cube, setup, solution, in_words }
    }

    /// Returns the moves on one line, with the rotation of the inspection.
    pub(super) fn moves(&self) -> String {
        self.solution.text()
    }

    /// Returns the numbers of moves.
    pub fn lengths(&self) -> Lengths {
        self.solution.lengths()
    }

    /// Returns the moves that lead from the solved cube to the given one: its scramble, or else the inverse of the solution.
    pub(super) fn setup(&self) -> String {
        self.setup.clone().unwrap_or_else(|| self.solution.setup())
    }

    /// Returns links to players: twizzle and alg.cubing.net.
    pub fn links(&self) -> [String; 2] {
        let setup = self.setup();
        let solution = self.solution.to_string();
        [twizzle(&setup, &solution), alg_cubing_net(&setup, &solution)]
    }

    /// Returns the solution in words, line by line, if it was requested.
    pub fn explanation(&self) -> Option<Vec<String>> {
        self.in_words.then(|| explain(&self.cube, &self.solution))
    }

    /// Returns the moves and the comment of each line: the inspection if there is a rotation, and each stage with its
    /// length and the length so far; steps are below their stage.
    pub fn lines(&self) -> Vec<(String, String)> {
        let inspection = self.solution.inspection_name();
        let mut lines = Vec::new();
        if !inspection.is_empty() {
            lines.push((inspection, "inspection".into()));
        }
        for (number, stage) in (1..).zip(&self.solution.stages) {
            let (title, own, running) = (&stage.title, stage.lengths.htm, stage.running.htm);
            match stage.kind {
                StageKind::Beginner(_) => {
                    let solved = if stage.is_skipped() { ", already solved" } else { "" };
                    lines.push((String::new(), format!("{number}. {title}{solved}: {own}, {running}")));
                    let line = |step: &Step| (step.text(), format!("   {}: {}", step.title, step.case));
                    lines.extend(stage.steps.iter().map(line));
                }
                _ if stage.is_already_solved() => {}
                _ => lines.push((stage.text(), format!("{title}: {own}, {running}"))),
            }
        }
        lines
    }
}

/// The stages of a CFOP solution in JSON output.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = CfopAnswer)]
pub(super) struct CfopObject {
    /// The bottom colour.
    #[schema(example = "white")]
    color: &'static str,
    /// The rotations of the whole cube before the first move; empty for none.
    #[schema(example = "z2")]
    inspection: String,
    /// The lengths of the solution.
    lengths: LengthsObject,
    /// The estimated effort of the hands; lower is easier.
    #[schema(example = 61.35, minimum = 0)]
    effort: f64,
    /// The stages: cross, pairs, OLL and PLL.
    stages: Vec<CfopStageObject>,
    /// The solution in words, a paragraph each; absent if it is not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    explanation: Option<Vec<String>>,
    /// A link that opens the solution in the twizzle editor.
    #[schema(example = json!(examples::TWIZZLE))]
    twizzle: String,
    /// A link that opens the solution at alg.cubing.net.
    #[schema(example = "https://alg.cubing.net/?setup=R_U_F&alg=F-_U-_R-")]
    alg_cubing_net: String,
}

/// The number of moves in several metrics, without rotations of the whole cube.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = SolutionLengths)]
pub(super) struct LengthsObject {
    /// Half turns: a slice counts as two moves.
    #[schema(example = 45)]
    htm: u32,
    /// Slice turns: a slice counts as one move.
    #[schema(example = 45)]
    stm: u32,
    /// Quarter turns: a half turn counts as two moves.
    #[schema(example = 48)]
    qtm: u32,
}

impl From<Lengths> for LengthsObject {
    fn from(Lengths { htm, stm, qtm, .. }: Lengths) -> LengthsObject {
        LengthsObject { htm, stm, qtm }
    }
}

/// A stage of a CFOP solution in JSON output.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = CfopStage)]
pub(super) struct CfopStageObject {
    /// `cross`, `pair`, `oll` or `pll`.
    #[schema(example = "pair")]
    part: &'static str,
    /// The stage with its case.
    #[schema(example = "white-red pair, F2L 21")]
    title: String,
    /// The set and the number or letters of the case; null for a stage without a case.
    #[schema(required = true, value_type = Option<Vec<String>>, example = json!(["F2L", "21"]))]
    case: Option<[&'static str; 2]>,
    /// The pairs that the moves solve, by the colours of their edges; the pair of the stage is the first.
    #[schema(example = json!(["green-red"]))]
    pairs: Vec<String>,
    /// The places of the corner and the edge of the pair before the moves: `slot`, `top` (the top layer) or `lower` (another
    /// slot); null for other stages.
    #[schema(required = true, value_type = Option<Vec<String>>, example = json!(["top", "slot"]))]
    places: Option<[&'static str; 2]>,
    /// Whether the stage was solved already by the moves before it.
    #[schema(example = false)]
    skipped: bool,
    /// The algorithm as printed in the sheet of cases; null if the moves are not from the sheet.
    #[schema(required = true, example = "R U' R' U R U' R'")]
    sheet: Option<&'static str>,
    /// The moves.
    #[schema(example = "U R U' R' U R U' R'")]
    moves: String,
    /// The lengths of the stage.
    lengths: LengthsObject,
    /// The lengths of all moves up to the end of the stage.
    running: LengthsObject,
    /// The facelets after the stage.
    #[schema(example = json!(examples::FACELETS))]
    state: String,
}

impl CfopStageObject {
    /// Returns the object of a stage of a solution with the bottom colour `color`, which begins at the cube `before`.
    fn new(stage: &Stage, before: &Cube, color: Color) -> CfopStageObject {
        let places = match stage.kind {
            StageKind::Pair { colors } => pair_places(before, colors, color),
            _ => None,
        };
        CfopStageObject {
            part: stage.kind.name(),
            title: stage.title.clone(),
            case: stage.case.map(|case| [case.set.name(), case.label]),
            pairs: stage.pairs.iter().map(pair_name).collect(),
            places: places.map(|places| places.map(PiecePlace::name)),
            skipped: stage.is_skipped(),
            sheet: stage.sheet,
            moves: stage.text(),
            lengths: stage.lengths.into(),
            running: stage.running.into(),
            state: facelets::format(&stage.state),
        }
    }
}

/// Returns the name of a pair by the colours of its edge: `green-red`.
pub(crate) fn pair_name([first, second]: &[Color; 2]) -> String {
    format!("{}-{}", first.name(), second.name())
}

impl From<&ByHand> for CfopObject {
    fn from(by_hand: &ByHand) -> CfopObject {
        let (solution, [twizzle, alg_cubing_net]) = (&by_hand.solution, by_hand.links());
        let states = std::iter::once(&by_hand.cube).chain(solution.stages.iter().map(|stage| &stage.state));
        let stages = solution.stages.iter().zip(states);
        CfopObject {
            color: solution.color.name(),
            inspection: solution.inspection_name(),
            lengths: solution.lengths().into(),
            effort: in_turns_of_u(solution.hand_effort()),
            stages: stages
                .map(|(stage, before)| CfopStageObject::new(stage, before, solution.color))
                .collect(),
            explanation: by_hand.explanation(),
            twizzle,
            alg_cubing_net,
        }
    }
}

/// The stages of a beginner's solution in JSON output.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = BeginnerAnswer)]
pub(super) struct BeginnerObject {
    /// The bottom colour.
    #[schema(example = "white")]
    color: &'static str,
    /// The rotations of the whole cube before the first move; empty for none.
    #[schema(example = "z2")]
    inspection: String,
    /// The lengths of the solution.
    lengths: LengthsObject,
    /// The seven stages, in order.
    stages: Vec<BeginnerStageObject>,
    /// A link that opens the solution in the twizzle editor.
    #[schema(example = json!(examples::TWIZZLE))]
    twizzle: String,
    /// A link that opens the solution at alg.cubing.net.
    #[schema(example = "https://alg.cubing.net/?setup=R_U_F&alg=F-_U-_R-")]
    alg_cubing_net: String,
}

/// A stage of a beginner's solution in JSON output.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = BeginnerStage)]
pub(super) struct BeginnerStageObject {
    /// `cross`, `corners`, `middle-edges`, `last-cross`, `last-edges`, `last-corners-placed` or `last-corners-turned`.
    #[schema(example = "cross")]
    part: &'static str,
    /// The title of the stage.
    #[schema(example = "White cross")]
    title: String,
    /// The goal of the stage and the way to it, in sentences.
    #[schema(example = "Place the four white edges around the white centre at the bottom.")]
    explanation: String,
    /// Whether the stage was solved already by the moves before it.
    #[schema(example = false)]
    skipped: bool,
    /// The moves of all steps.
    #[schema(example = "y' U F2")]
    moves: String,
    /// The lengths of the stage.
    lengths: LengthsObject,
    /// The lengths of all moves up to the end of the stage.
    running: LengthsObject,
    /// The facelets after the stage.
    #[schema(example = json!(examples::FACELETS))]
    state: String,
    /// The steps: one for each piece or algorithm; empty if the stage is skipped.
    steps: Vec<StepObject>,
}

/// A step of a beginner's solution in JSON output.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = BeginnerStep)]
pub(super) struct StepObject {
    /// The piece or the case.
    #[schema(example = "white-red edge")]
    title: String,
    /// The situation before the moves, as a phrase. Directions are those after the rotation at the beginning of `moves`.
    #[schema(example = "in the top layer at the left, its white sticker faces up")]
    case: String,
    /// The situation and the effect of the moves, in sentences.
    #[schema(
        example = "Turn the whole cube with y' so that red is in front. The white-red edge is in the top layer."
    )]
    explanation: String,
    /// A stable short name of the situation, for translations.
    #[schema(example = "cross-edge")]
    code: &'static str,
    /// The parts of the situation by name: pieces by their colours, places by their faces, turns as in moves (empty for none).
    #[schema(example = json!({"piece": "white-red", "place": "UL", "sticker": "U"}))]
    values: BTreeMap<&'static str, String>,
    /// The moves: face turns, after a rotation of the whole cube if one is useful.
    #[schema(example = "y' U F2")]
    moves: String,
    /// The lengths of the step.
    lengths: LengthsObject,
    /// The facelets after the step.
    #[schema(example = json!(examples::FACELETS))]
    state: String,
}

impl From<&Stage> for BeginnerStageObject {
    fn from(stage: &Stage) -> BeginnerStageObject {
        BeginnerStageObject {
            part: stage.kind.name(),
            title: stage.title.clone(),
            explanation: stage.explanation.clone(),
            skipped: stage.is_skipped(),
            moves: stage.text(),
            lengths: stage.lengths.into(),
            running: stage.running.into(),
            state: facelets::format(&stage.state),
            steps: stage.steps.iter().map(StepObject::from).collect(),
        }
    }
}

impl From<&Step> for StepObject {
    fn from(step: &Step) -> StepObject {
        StepObject {
            title: step.title.clone(),
            case: step.case.clone(),
            explanation: step.explanation.clone(),
            code: step.situation.code,
            values: step.situation.values.iter().cloned().collect(),
            moves: step.text(),
            lengths: step.lengths.into(),
            state: facelets::format(&step.state),
        }
    }
}

impl From<&ByHand> for BeginnerObject {
    fn from(by_hand: &ByHand) -> BeginnerObject {
        let (solution, [twizzle, alg_cubing_net]) = (&by_hand.solution, by_hand.links());
        BeginnerObject {
            color: solution.color.name(),
            inspection: solution.inspection_name(),
            lengths: solution.lengths().into(),
            stages: solution.stages.iter().map(BeginnerStageObject::from).collect(),
            twizzle,
            alg_cubing_net,
        }
    }
}
