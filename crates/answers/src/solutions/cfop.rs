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
    pub fn object(&self) -> Object {
        let [twizzle, alg_cubing_net] = self.links();
        Object {
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

/// A solution in JSON output.
#[derive(serde::Serialize)]
pub struct Object {
    color: &'static str,
    inspection: String,
    lengths: LengthsObject,
    effort: f64,
    stages: Vec<StageObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Vec<String>>,
    twizzle: String,
    alg_cubing_net: String,
}

#[derive(serde::Serialize)]
struct LengthsObject {
    htm: u32,
    stm: u32,
    qtm: u32,
}

impl From<Lengths> for LengthsObject {
    fn from(Lengths { htm, stm, qtm, .. }: Lengths) -> LengthsObject {
        LengthsObject { htm, stm, qtm }
    }
}

#[derive(serde::Serialize)]
struct StageObject {
    /// `cross`, `pair`, `oll` or `pll`.
    part: &'static str,
    title: String,
    /// The set and the number or letters of the case.
    case: Option<[&'static str; 2]>,
    skipped: bool,
    /// The algorithm as printed in the sheet of cases.
    sheet: Option<&'static str>,
    moves: String,
    lengths: LengthsObject,
    running: LengthsObject,
    /// The facelets after the stage.
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
