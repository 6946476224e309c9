//! Output of CFOP solutions, stage by stage, with links to players.

use crate::players::{alg_cubing_net, twizzle};
use cubiform_cube::{Cube, facelets};
use cubiform_human::{Lengths, Solution, Stage, StageKind, explain};

/// A CFOP solution and its cube.
pub struct Cfop {
    /// The cube.
    pub cube: Cube,
    /// The scramble, if the cube was given as moves.
    pub scramble: Option<String>,
    /// The solution.
    pub solution: Solution,
    /// Whether to explain the solution in words.
    pub in_words: bool,
}

impl Cfop {
    /// Returns links to players: twizzle and alg.cubing.net.
    pub fn links(&self) -> [String; 2] {
        let setup = self.scramble.clone().unwrap_or_else(|| self.solution.setup());
        let solution = self.solution.to_string();
        [twizzle(&setup, &solution), alg_cubing_net(&setup, &solution)]
    }

    /// Returns the solution for JSON.
    pub fn object(&self) -> CfopObject {
        let [twizzle, alg_cubing_net] = self.links();
        CfopObject {
            color: self.solution.color.name(),
            inspection: self.solution.inspection_name(),
            lengths: self.solution.lengths().into(),
            effort: f64::from(self.solution.hand_effort()) / 100.0,
            stages: self.solution.stages.iter().map(StageObject::of).collect(),
            explanation: self.in_words.then(|| explain(&self.cube, &self.solution)),
            twizzle,
            alg_cubing_net,
        }
    }
}

/// The stages of a CFOP solution in JSON output.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = CfopAnswer))]
pub struct CfopObject {
    /// The bottom colour.
    #[cfg_attr(feature = "schema", schema(example = "white"))]
    color: &'static str,
    /// The rotations of the whole cube before the first move; empty for none.
    #[cfg_attr(feature = "schema", schema(example = "z2"))]
    inspection: String,
    /// The lengths of the solution.
    lengths: LengthsObject,
    /// The estimated effort of the hands; lower is easier.
    #[cfg_attr(feature = "schema", schema(example = 61.35, minimum = 0))]
    effort: f64,
    /// The stages: cross, pairs, OLL and PLL.
    stages: Vec<StageObject>,
    /// The solution in words, a paragraph each; absent if it is not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Vec<String>>,
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

/// The number of moves in several metrics, without rotations of the whole cube.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = SolutionLengths))]
pub struct LengthsObject {
    /// Half turns: a slice counts as two moves.
    #[cfg_attr(feature = "schema", schema(example = 45))]
    htm: u32,
    /// Slice turns: a slice counts as one move.
    #[cfg_attr(feature = "schema", schema(example = 45))]
    stm: u32,
    /// Quarter turns: a half turn counts as two moves.
    #[cfg_attr(feature = "schema", schema(example = 48))]
    qtm: u32,
}

impl From<Lengths> for LengthsObject {
    fn from(Lengths { htm, stm, qtm, .. }: Lengths) -> LengthsObject {
        LengthsObject { htm, stm, qtm }
    }
}

/// A stage of a CFOP solution in JSON output.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = CfopStage))]
pub struct StageObject {
    /// `cross`, `pair`, `oll` or `pll`.
    #[cfg_attr(feature = "schema", schema(example = "pair"))]
    part: &'static str,
    /// The stage with its case.
    #[cfg_attr(feature = "schema", schema(example = "white-red pair, F2L 21"))]
    title: String,
    /// The set and the number or letters of the case; null for a stage without a case.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<String>>, example = json!(["F2L", "21"])))]
    case: Option<[&'static str; 2]>,
    /// Whether the stage was solved already by the moves before it.
    #[cfg_attr(feature = "schema", schema(example = false))]
    skipped: bool,
    /// The algorithm as printed in the sheet of cases; null if the moves are not from the sheet.
    #[cfg_attr(feature = "schema", schema(example = "R U' R' U R U' R'"))]
    sheet: Option<&'static str>,
    /// The moves.
    #[cfg_attr(feature = "schema", schema(example = "U R U' R' U R U' R'"))]
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
}

impl StageObject {
    fn of(stage: &Stage) -> StageObject {
        StageObject {
            part: match stage.kind {
                StageKind::Cross { .. } => "cross",
                StageKind::Pair { .. } => "pair",
                StageKind::Oll => "oll",
                StageKind::Pll => "pll",
            },
            title: stage.title(),
            case: stage.case.map(|case| [case.set.name(), case.label]),
            skipped: stage.is_skipped(),
            sheet: stage.sheet,
            moves: stage.text(),
            lengths: stage.lengths.into(),
            running: stage.running.into(),
            state: facelets::format(&stage.state),
        }
    }
}
