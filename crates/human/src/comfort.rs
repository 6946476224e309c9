//! Hand effort: a score for the ergonomics of a move sequence, from wrist turns, finger turns and regrips.
//!
//! The method and the weights are a simplification of trangium's Movecount Coefficient
//! (<https://trangium.github.io/MovecountCoefficient/>). Each hand has a wrist, which turns R or L, and fingers, which
//! turn the other layers. A wrist that has reached its limit needs a regrip; the score is that of the cheapest sequence
//! of regrips. Unlike the Movecount Coefficient, the score does not depend on the finger used for the previous move. It
//! ranks sequences by comfort; it does not estimate seconds.

use cubiform_cube::Face;
use cubiform_cube::notation::{Base, Turn};

/// A hand effort, in hundredths of one turn of U.
pub type HandEffort = u32;

/// Quarter turn of R or L by the wrist.
const WRIST: HandEffort = 80;
/// Quarter turn of U by a finger.
const FINGER: HandEffort = 100;
/// Quarter turn of F, pushed by a finger.
const PUSH: HandEffort = 130;
/// Quarter turn of D or M by the ring finger.
const RING: HandEffort = 140;
/// Quarter turn of E or S.
const SLICE: HandEffort = 165;
/// Quarter turn of B.
const BACK: HandEffort = 220;
/// Effort of a half turn, in per cent of a quarter turn.
const HALF: HandEffort = 165;
/// Regrip of one hand.
const REGRIP: HandEffort = 100;
/// Additional effort of a finger turn for each wrist that is not straight.
const UNSTEADY: HandEffort = 25;
/// Rotation of the whole cube. Both wrists are straight after it.
const ROTATION: HandEffort = 350;

/// Number of wrist positions: one quarter turn down, straight, one and two quarter turns up.
const POSITIONS: usize = 4;
/// Index of the straight wrist position.
const STRAIGHT: usize = 1;
/// Number of grips. A grip is the pair of wrist positions, `POSITIONS * left + right`.
const GRIPS: usize = POSITIONS * POSITIONS;
const HOME: usize = POSITIONS * STRAIGHT + STRAIGHT;

/// Returns the minimum hand effort of a move sequence that starts with both wrists straight.
///
/// ```
/// use cubiform_cube::Algorithm;
/// use cubiform_human::comfort::hand_effort;
///
/// let effort_of = |text: &str| hand_effort(Algorithm::parse(text).unwrap().turns());
/// assert!(effort_of("R U R' U'") < effort_of("R U R' F'"), "F is harder than U");
/// assert!(effort_of("R U R' U'") < effort_of("B U B' U'"), "B is awkward");
/// assert!(effort_of("R' U2 R U R' U R") < effort_of("y R' U2 R U R' U R"), "a rotation costs effort");
/// ```
pub fn hand_effort(turns: &[Turn]) -> HandEffort {
    let far = HandEffort::MAX / 2;
    let mut min_effort = [far; GRIPS];
    min_effort[HOME] = 0;
    for turn in turns {
        // Each hand may regrip before any turn.
        let mut regripped = min_effort;
        for (grip, effort) in min_effort.iter().enumerate() {
            let (left, right) = (grip / POSITIONS, grip % POSITIONS);
            for to in 0..POSITIONS {
                for new in [left * POSITIONS + to, to * POSITIONS + right] {
                    regripped[new] = regripped[new].min(effort + REGRIP);
                }
            }
        }
        min_effort = [far; GRIPS];
        for (grip, effort) in regripped.iter().enumerate().filter(|(_, effort)| **effort < far) {
            for (to, cost) in transitions(*turn, grip) {
                min_effort[to] = min_effort[to].min(effort + cost);
            }
        }
    }
    min_effort.into_iter().min().unwrap_or(0)
}

/// Returns the possible grips after a turn, each with the effort of the turn.
fn transitions(turn: Turn, grip: usize) -> impl Iterator<Item = (usize, HandEffort)> {
    let (left, right) = ((grip / POSITIONS) as i32, (grip % POSITIONS) as i32);
    let is_half = turn.quarters() == 2;
    let times = |cost: HandEffort| if is_half { cost * HALF / 100 } else { cost };
    let unsteady = [left, right]
        .map(|wrist| HandEffort::from(wrist != STRAIGHT as i32) * UNSTEADY)
        .iter()
        .sum::<HandEffort>();
    let finger = |cost: HandEffort| [Some((grip, times(cost) + unsteady)), None];
    let quarters: [i32; 2] = match turn.quarters() {
        1 => [1, 1],
        2 => [2, -2],
        _ => [-1, -1],
    };
    let wrist = |is_right: bool, extra: HandEffort| {
        quarters.map(|quarters| {
            // The left wrist goes up with L', the right one with R.
            let (l, r) = if is_right { (left, right + quarters) } else { (left - quarters, right) };
            let range = 0..POSITIONS as i32;
            let grip = (l * POSITIONS as i32 + r) as usize;
            (range.contains(&l) && range.contains(&r)).then_some((grip, times(WRIST) + extra))
        })
    };
    let transitions = match turn.base() {
        Base::Face(Face::R) => wrist(true, 0),
        Base::Face(Face::L) => wrist(false, 0),
        Base::Wide(Face::R) => wrist(true, 10),
        Base::Wide(Face::L) => wrist(false, 10),
        Base::Face(Face::U) => finger(FINGER),
        Base::Wide(Face::U) => finger(PUSH),
        Base::Face(Face::F) => finger(PUSH),
        Base::Wide(Face::F) => finger(PUSH + 10),
        Base::Face(Face::D) | Base::M => finger(RING),
        Base::Wide(Face::D) => finger(RING + 10),
        Base::E | Base::S => finger(SLICE),
        Base::Face(_) | Base::Wide(_) => finger(BACK),
        Base::X | Base::Y | Base::Z => [Some((HOME, ROTATION)), None],
    };
    transitions.into_iter().flatten()
}

/// Returns the hand effort of the rotation about y from one rotation of the cube to another.
pub(crate) fn rotation_effort(from: u8, to: u8) -> HandEffort {
    if from == to { 0 } else { ROTATION }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::Algorithm;

    fn effort_of(text: &str) -> HandEffort {
        hand_effort(Algorithm::parse(text).expect("valid moves").turns())
    }

    #[test]
    fn wrist_at_its_limit_costs_a_regrip() {
        assert_eq!(effort_of("R R'"), 2 * WRIST);
        assert_eq!(effort_of("R R"), 2 * WRIST);
        assert_eq!(effort_of("R R R"), 3 * WRIST + REGRIP);
        assert_eq!(effort_of("R2"), WRIST * HALF / 100);
        assert_eq!(effort_of("R' R'"), 2 * WRIST + REGRIP, "down, a wrist goes a quarter turn only");
        assert_eq!(effort_of("L R"), 2 * WRIST, "two hands");
    }

    #[test]
    fn mirrored_turns_have_equal_effort() {
        assert_eq!(effort_of("R U R' U R U2 R'"), effort_of("L' U' L U' L' U2 L"));
        assert_eq!(effort_of("R U R' U' R' F R F'"), effort_of("L' U' L U L F' L' F"));
    }

    #[test]
    fn trigger_with_r_is_easier_than_with_f_or_b_or_a_rotation() {
        assert!(effort_of("R U R' U'") < effort_of("F U F' U'"));
        assert!(effort_of("F U F' U'") < effort_of("B U B' U'"));
        assert!(effort_of("y R U R' U'") > effort_of("R U R' U'") + 300);
    }
}
