//! How much effort turns are to two hands: a score of wrist turns, finger turns and regrips.
//!
//! The idea and the weights are those of trangium's Movecount Coefficient
//! (<https://trangium.github.io/MovecountCoefficient/>), made simpler: each hand has a wrist, which R and L turn up and
//! down, and fingers, which turn the rest. What needs a wrist further than it goes costs a regrip, and the cheapest
//! way of regripping is taken. Unlike there, which finger was used last and what it must recover from is left out, so
//! that scores tell the easy from the awkward, not seconds.

use cubiform_cube::Face;
use cubiform_cube::notation::{Base, Turn};

/// A score: hundredths of the effort of one easy finger turn.
pub type Effort = u32;

/// A turn of the wrist: R and L, a quarter.
const WRIST: Effort = 80;
/// A turn by a finger that is made for it: U.
const FINGER: Effort = 100;
/// F: a finger pushes.
const PUSH: Effort = 130;
/// D and M: the ring finger.
const RING: Effort = 140;
/// E and S.
const SLICE: Effort = 165;
/// B: no finger is near.
const FAR: Effort = 220;
/// How much more a half turn is, in hundredths.
const HALF: Effort = 165;
/// Letting go with a hand and taking hold anew.
const REGRIP: Effort = 100;
/// A finger turn of a hand whose wrist is not at home.
const UNSTEADY: Effort = 25;
/// Turning the whole cube, after which both hands are at home.
pub(crate) const ROTATION: Effort = 350;

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
/// use cubiform_solvers::human::comfort::effort;
///
/// let of = |text: &str| effort(Algorithm::parse(text).unwrap().turns());
/// assert!(of("R U R' U'") < of("R U R' F'"), "F is further than U");
/// assert!(of("R U R' U'") < of("B U B' U'"), "B is awkward");
/// assert!(of("R' U2 R U R' U R") < of("y R' U2 R U R' U R"), "so is turning the cube");
/// ```
pub fn effort(turns: &[Turn]) -> Effort {
    let far = Effort::MAX / 2;
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
            for (to, cost) in ways(*turn, grip) {
                least[to] = least[to].min(effort + cost);
            }
        }
    }
    least.into_iter().min().unwrap_or(0)
}

/// The grips to which a turn leads, and what it costs.
fn ways(turn: Turn, grip: usize) -> impl Iterator<Item = (usize, Effort)> {
    let (left, right) = ((grip / POSITIONS) as i32, (grip % POSITIONS) as i32);
    let is_half = turn.quarters() == 2;
    let times = |cost: Effort| if is_half { cost * HALF / 100 } else { cost };
    let unsteady =
        [left, right].map(|wrist| Effort::from(wrist != STRAIGHT as i32) * UNSTEADY).iter().sum::<Effort>();
    let finger = |cost: Effort| [Some((grip, times(cost) + unsteady)), None];
    let quarters: [i32; 2] = match turn.quarters() {
        1 => [1, 1],
        2 => [2, -2],
        _ => [-1, -1],
    };
    let wrist = |is_right: bool, extra: Effort| {
        quarters.map(|quarters| {
            // The left wrist goes up with L', the right one with R.
            let (l, r) = if is_right { (left, right + quarters) } else { (left - quarters, right) };
            let there = 0..POSITIONS as i32;
            let grip = (l * POSITIONS as i32 + r) as usize;
            (there.contains(&l) && there.contains(&r)).then_some((grip, times(WRIST) + extra))
        })
    };
    let ways = match turn.base() {
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
        Base::Face(_) | Base::Wide(_) => finger(FAR),
        Base::X | Base::Y | Base::Z => [Some((HOME, ROTATION)), None],
    };
    ways.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::Algorithm;

    fn of(text: &str) -> Effort {
        effort(Algorithm::parse(text).expect("a test's algorithm").turns())
    }

    #[test]
    fn a_wrist_that_has_gone_as_far_as_it_goes_lets_go() {
        assert_eq!(of("R R'"), 2 * WRIST);
        assert_eq!(of("R R"), 2 * WRIST);
        assert_eq!(of("R R R"), 3 * WRIST + REGRIP);
        assert_eq!(of("R2"), WRIST * HALF / 100);
        assert_eq!(of("R' R'"), 2 * WRIST + REGRIP, "down, a wrist goes a quarter turn only");
        assert_eq!(of("L R"), 2 * WRIST, "two hands");
    }

    #[test]
    fn mirrored_turns_are_as_easy() {
        assert_eq!(of("R U R' U R U2 R'"), of("L' U' L U' L' U2 L"));
        assert_eq!(of("R U R' U' R' F R F'"), of("L' U' L U L F' L' F"));
    }

    #[test]
    fn a_sexy_move_is_easier_than_the_same_from_the_back() {
        assert!(of("R U R' U'") < of("F U F' U'"));
        assert!(of("F U F' U'") < of("B U B' U'"));
        assert!(of("y R U R' U'") > of("R U R' U'") + 300);
    }
}
