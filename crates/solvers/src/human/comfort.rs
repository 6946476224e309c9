//! How much effort turns are to two hands: a score of wrist turns, finger turns and regrips.
//!
//! The idea and the weights are those of trangium's Movecount Coefficient
//! (<https://trangium.github.io/MovecountCoefficient/>), made simpler: each hand has a wrist, which R and L turn up and
//! down, and fingers, which turn the rest. What needs a wrist further than it goes costs a regrip, and the cheapest
//! way of regripping is taken. Unlike range, which finger was used last and what it must recover from is left out, so
//! that scores tell the easy from the awkward, not seconds.

use cubiform_cube::Face;
use cubiform_cube::notation::{Base, Turn};

/// A score: hundredths of the effort of one easy finger turn.
pub type HandEffort = u32;

/// A turn of the wrist: R and L, a quarter.
const WRIST: HandEffort = 80;
/// A turn by a finger that is made for it: U.
const FINGER: HandEffort = 100;
/// F: a finger pushes.
const PUSH: HandEffort = 130;
/// D and M: the ring finger.
const RING: HandEffort = 140;
/// E and S.
const SLICE: HandEffort = 165;
/// B: no finger is near.
const BACK: HandEffort = 220;
/// How much more a half turn is, in hundredths.
const HALF: HandEffort = 165;
/// Letting go with a hand and taking hold anew.
const REGRIP: HandEffort = 100;
/// A finger turn of a hand whose wrist is not at home.
const UNSTEADY: HandEffort = 25;
/// Turning the whole cube, after which both hands are at home.
pub(crate) const ROTATION: HandEffort = 350;

/// Where a wrist can be: a quarter turn down, at home, one or two quarter turns up.
const POSITIONS: usize = 4;
/// The index of home among them.
const STRAIGHT: usize = 1;
/// Where the wrists of both hands are: four times the left one's index, and the right one's.
const GRIPS: usize = POSITIONS * POSITIONS;
const HOME: usize = POSITIONS * STRAIGHT + STRAIGHT;

/// The least effort of these turns for someone who begins with both hands at home.
///
/// ```
/// use cubiform_cube::Algorithm;
/// use cubiform_solvers::human::comfort::hand_effort;
///
/// let effort_of = |text: &str| hand_effort(Algorithm::parse(text).unwrap().turns());
/// assert!(effort_of("R U R' U'") < effort_of("R U R' F'"), "F is further than U");
/// assert!(effort_of("R U R' U'") < effort_of("B U B' U'"), "B is awkward");
/// assert!(effort_of("R' U2 R U R' U R") < effort_of("y R' U2 R U R' U R"), "so is turning the cube");
/// ```
pub fn hand_effort(turns: &[Turn]) -> HandEffort {
    let far = HandEffort::MAX / 2;
    let mut least = [far; GRIPS];
    least[HOME] = 0;
    for turn in turns {
        // Either hand may take hold anew before any turn.
        let mut regripped = least;
        for (grip, effort) in least.iter().enumerate() {
            let (left, right) = (grip / POSITIONS, grip % POSITIONS);
            for to in 0..POSITIONS {
                for new in [left * POSITIONS + to, to * POSITIONS + right] {
                    regripped[new] = regripped[new].min(effort + REGRIP);
                }
            }
        }
        least = [far; GRIPS];
        for (grip, effort) in regripped.iter().enumerate().filter(|(_, effort)| **effort < far) {
            for (to, cost) in transitions(*turn, grip) {
                least[to] = least[to].min(effort + cost);
            }
        }
    }
    least.into_iter().min().unwrap_or(0)
}

/// The grips to which a turn leads, and what it costs.
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

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::Algorithm;

    fn effort_of(text: &str) -> HandEffort {
        hand_effort(Algorithm::parse(text).expect("a test's algorithm").turns())
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
