//! Solutions in the order of hand effort: each as held in the easiest way, with the reasons for its effort.

use cubiform_cube::notation::Turn;
use cubiform_cube::{Algorithm, Face, Symmetry};
use cubiform_human::hand_effort::{
    HandEffort, HandledTurn, Strain, easiest_rotation, easiest_writing, handled,
};

choice! {
    /// The order of solutions of the same length.
    Order {
        /// As the search finds them
        #[default]
        Found = "found",
        /// By the effort of the hands, each solution as held in the easiest way
        Effort = "effort",
    }
}

/// The ways in which a solution may be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holding {
    /// As it is given: its moves are restricted to some faces.
    Given,
    /// With the same face down.
    SameBottom,
    /// In all ways.
    Any,
}

impl Holding {
    /// Returns the rotations after that of the solution, the identity first.
    fn rotations(self) -> impl Iterator<Item = Symmetry> {
        Symmetry::rotations().filter(move |rotation| match self {
            Holding::Given => *rotation == Symmetry::IDENTITY,
            Holding::SameBottom => rotation.face(Face::D) == Face::D,
            Holding::Any => true,
        })
    }
}

/// A solution as held in the way that takes the least effort.
#[derive(Clone, Debug)]
pub struct HeldSolution {
    /// The rotation before the moves.
    rotation: Symmetry,
    turns: Vec<HandledTurn>,
}

/// A solution as held in the way that takes the least effort, in JSON output.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = HeldSolution)]
pub struct HeldObject {
    /// The rotation of the whole cube before the moves; empty for none.
    #[schema(example = "z2 y")]
    rotation: String,
    /// The moves after that rotation.
    #[schema(example = "R' R' F")]
    moves: String,
    /// The effort of the moves: 1 is a quarter turn of U.
    #[schema(example = 3.9, minimum = 0)]
    effort: f64,
    /// The turns, in order. Their efforts add up to that of the moves.
    turns: Vec<TurnObject>,
}

/// A turn with its effort in JSON output.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = HeldTurn)]
pub struct TurnObject {
    /// The turn.
    #[schema(example = "R'")]
    r#move: String,
    /// Its effort, with the regrip before it.
    #[schema(example = 1.8, minimum = 0)]
    effort: f64,
    /// The reasons why it is hard: `regrip-left` or `regrip-right` before it, `bent-wrist`, `back`, `slice`, `rotation`.
    #[schema(value_type = Vec<String>, example = json!(["regrip-right"]))]
    strains: Vec<&'static str>,
}

impl HeldObject {
    /// Returns the effort of the moves: 1 is a quarter turn of U.
    pub fn effort(&self) -> f64 {
        self.effort
    }
}

impl HeldSolution {
    /// Holds a solution, which has the moves `turns` after `rotation`, in the easiest way.
    pub fn new(rotation: Symmetry, turns: &[Turn], holding: Holding) -> HeldSolution {
        let easiest = easiest_rotation(turns, holding.rotations());
        let turns: Vec<Turn> = turns.iter().map(|turn| turn.conjugate(easiest)).collect();
        HeldSolution { rotation: rotation.then(easiest), turns: handled(&turns) }
    }

    /// Holds face turns in the easiest way, written with wide turns and slice turns where these take less effort.
    pub fn written(moves: &[Turn]) -> HeldSolution {
        let (rotation, turns) = easiest_writing(moves, Symmetry::rotations());
        HeldSolution { rotation, turns: handled(&turns) }
    }

    /// Returns the effort of the moves.
    pub fn effort(&self) -> HandEffort {
        self.turns.iter().map(|turn| turn.effort).sum()
    }

    /// Returns the turns, without the rotation before them.
    pub fn turns(&self) -> impl Iterator<Item = Turn> {
        self.turns.iter().map(|turn| turn.turn)
    }

    /// Returns how the cube is held after it.
    pub(crate) fn end(&self) -> Symmetry {
        self.rotation.then(self.turns().collect::<Algorithm>().resolve().1)
    }

    fn rotation(&self) -> String {
        self.rotation.rotation_name().expect("a cube is held by rotations")
    }

    fn moves(&self) -> String {
        self.turns().collect::<Algorithm>().to_string()
    }

    /// Returns the rotation and the moves.
    pub fn text(&self) -> String {
        [self.rotation(), self.moves()].join(" ").trim().to_string()
    }

    /// Returns the effort and the hard turns: `effort 4.2: regrip before F; bent wrist at U, D'; awkward B`.
    pub fn reasons(&self) -> String {
        let named = |label: &str, strains: &[Strain]| {
            let is_meant = |turn: &&HandledTurn| turn.strains.iter().any(|strain| strains.contains(strain));
            let turns: Vec<String> =
                self.turns.iter().filter(is_meant).map(|turn| turn.turn.to_string()).collect();
            (!turns.is_empty()).then(|| format!("{label} {}", turns.join(", ")))
        };
        let reasons = [
            named("regrip before", &[Strain::RegripLeft, Strain::RegripRight]),
            named("bent wrist at", &[Strain::BentWrist]),
            named("awkward", &[Strain::Back, Strain::Slice, Strain::Rotation]),
        ];
        let reasons = reasons.into_iter().flatten().collect::<Vec<_>>().join("; ");
        let colon = if reasons.is_empty() { "" } else { ": " };
        format!("effort {:.1}{colon}{reasons}", in_turns_of_u(self.effort()))
    }

    /// Returns the solution in JSON output.
    pub fn object(&self) -> HeldObject {
        let turn = |HandledTurn { turn, effort, strains }: &HandledTurn| TurnObject {
            r#move: turn.to_string(),
            effort: in_turns_of_u(*effort),
            strains: strains.iter().map(|strain| strain.name()).collect(),
        };
        HeldObject {
            rotation: self.rotation(),
            moves: self.moves(),
            effort: in_turns_of_u(self.effort()),
            turns: self.turns.iter().map(turn).collect(),
        }
    }
}

/// Returns an effort in quarter turns of U.
pub(crate) fn in_turns_of_u(effort: HandEffort) -> f64 {
    f64::from(effort) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::group::Element;
    use cubiform_cube::held::HeldCube;

    #[test]
    fn held_solution_is_the_solution_in_another_hold() {
        for text in ["R D L B R", "B' R' D' L'", "F2 U' B D2 R2 F", ""] {
            let turns = Algorithm::parse(text).unwrap().turns().to_vec();
            for rotation in
                [Symmetry::IDENTITY, Symmetry::rotation(Face::F, 2), Symmetry::rotation(Face::R, 1)]
            {
                let held = HeldSolution::new(rotation, &turns, Holding::Any);
                let name = rotation.rotation_name().unwrap();
                let pieces = |text: &str| {
                    let turns = Algorithm::parse(text).unwrap();
                    let end = turns.turns().iter().fold(HeldCube::SOLVED, |cube, turn| cube.turn(*turn));
                    end.then(&HeldCube::rotated(end.centers().inverse()))
                };
                assert_eq!(pieces(&held.text()), pieces(&format!("{name} {text}")), "{name} {text}");
                let as_given = HeldSolution::new(rotation, &turns, Holding::Given);
                assert_eq!(as_given.text(), format!("{name} {text}").trim());
                assert!(held.effort() <= as_given.effort());
            }
        }
    }

    #[test]
    fn reasons_are_short_and_in_json_by_turn() {
        let held = |text: &str| {
            let turns = Algorithm::parse(text).unwrap();
            HeldSolution::new(Symmetry::IDENTITY, turns.turns(), Holding::Given)
        };
        assert_eq!(held("U F").reasons(), "effort 2.3");
        assert_eq!(held("R' R' F").reasons(), "effort 3.9: regrip before R'");
        assert_eq!(held("R U B' S").reasons(), "effort 6.4: bent wrist at U, B', S; awkward B', S");
        let json = serde_json::to_value(held("R' R' F").object()).unwrap();
        let turn =
            |name, effort, strains| serde_json::json!({"move": name, "effort": effort, "strains": strains});
        let none: [&str; 0] = [];
        assert_eq!(
            json,
            serde_json::json!({
                "rotation": "", "moves": "R' R' F", "effort": 3.9,
                "turns": [turn("R'", 0.8, &none[..]), turn("R'", 1.8, &["regrip-right"]), turn("F", 1.3, &none)],
            })
        );
    }
}
