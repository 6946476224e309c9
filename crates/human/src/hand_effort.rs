//! The one model of hand effort: a score for the ergonomics of a move sequence, from wrist turns, finger turns and regrips,
//! and the reasons for it, turn by turn.
//!
//! Each hand has a wrist, which turns R or L, and fingers, which turn the other layers. A wrist that has reached its limit
//! needs a regrip; the score is that of the cheapest sequence of regrips. It ranks sequences by comfort; it does not
//! estimate seconds.
//!
//! The method and most constants are those of trangium's Movecount Coefficient
//! (<https://trangium.github.io/MovecountCoefficient/>, its parameters in brackets), simplified: the score does not depend on
//! the finger used for the previous move, so there is no overwork. The others are judgements.
//!
//! | constant | value | source |
//! |---|---|---|
//! | finger turn of U | 1 | the unit |
//! | wrist turn | 0.8 | Movecount Coefficient (`wristMult`) |
//! | push of F | 1.3 | Movecount Coefficient (`pushMult`); for wide U and wide F a judgement |
//! | ring finger, for D and M | 1.4 | Movecount Coefficient (`ringMult`) |
//! | E and S | 1.65 | judgement, near a push times its factor for them (`sesliceMult`, 1.25) |
//! | B | 2.2 | judgement |
//! | wide layer of R, L, F or D | 0.1 more | judgement |
//! | half turn | 1.65 times | Movecount Coefficient (`double`) |
//! | regrip | 1 | Movecount Coefficient (`addRegrip`) |
//! | wrist that is not straight | 0.25 more | judgement, half of its `destabilize` |
//! | rotation | 3.5 | Movecount Coefficient (`rotation`) |

use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Face, Symmetry};

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
/// Additional effort of a wide layer.
const WIDE: HandEffort = 10;
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

/// The minimum efforts to hold the cube in each grip.
type Efforts = [HandEffort; GRIPS];
/// An effort that no sequence reaches.
const FAR: HandEffort = HandEffort::MAX / 2;
/// The efforts before the first turn: both wrists are straight.
const START: Efforts = {
    let mut efforts = [FAR; GRIPS];
    efforts[HOME] = 0;
    efforts
};

/// A reason why a turn takes more effort than in a straight grip, or is awkward in any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strain {
    /// The left hand regrips before the turn.
    RegripLeft,
    /// The right hand regrips before the turn.
    RegripRight,
    /// A finger turns while a wrist is not straight.
    BentWrist,
    /// The layer is at the back.
    Back,
    /// The layer is E or S.
    Slice,
    /// The whole cube is rotated.
    Rotation,
}

impl Strain {
    /// Returns the name in machine-readable output.
    pub const fn name(self) -> &'static str {
        ["regrip-left", "regrip-right", "bent-wrist", "back", "slice", "rotation"][self as usize]
    }
}

/// A turn with its effort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandledTurn {
    /// The turn.
    pub turn: Turn,
    /// Its effort, with the regrip before it.
    pub effort: HandEffort,
    /// The reasons why it is hard; none for an easy turn.
    pub strains: Vec<Strain>,
}

/// Returns the minimum hand effort of a move sequence that starts with both wrists straight.
///
/// ```
/// use cubiform_cube::Algorithm;
/// use cubiform_human::hand_effort::hand_effort;
///
/// let effort_of = |text: &str| hand_effort(Algorithm::parse(text).unwrap().turns());
/// assert!(effort_of("R U R' U'") < effort_of("R U R' F'"), "F is harder than U");
/// assert!(effort_of("R U R' U'") < effort_of("B U B' U'"), "B is awkward");
/// assert!(effort_of("R' U2 R U R' U R") < effort_of("y R' U2 R U R' U R"), "a rotation costs effort");
/// ```
pub fn hand_effort(turns: &[Turn]) -> HandEffort {
    least(&turns.iter().fold(START, |efforts, turn| after(&regripped(&efforts), *turn))).1
}

/// Returns each turn with its effort in the cheapest sequence of grips. The efforts add up to [`hand_effort`].
///
/// A hand regrips as late as possible if several sequences are equally cheap.
///
/// ```
/// use cubiform_cube::Algorithm;
/// use cubiform_human::hand_effort::{Strain, handled};
///
/// let turns = handled(Algorithm::parse("R' R' F").unwrap().turns());
/// assert_eq!(turns[1].strains, [Strain::RegripRight], "a wrist turns down once only");
/// ```
pub fn handled(turns: &[Turn]) -> Vec<HandledTurn> {
    let mut efforts = vec![START];
    for turn in turns {
        efforts.push(after(&regripped(&efforts[efforts.len() - 1]), *turn));
    }
    // From the end back: the grips at each turn and before its regrip through which the least effort came.
    let (mut grip, mut effort) = least(&efforts[turns.len()]);
    let mut handled = Vec::with_capacity(turns.len());
    for (turn, before) in turns.iter().zip(&efforts).rev() {
        let (from, at) = came_from(before, *turn, grip, effort).expect("some grip leads here");
        handled.push(HandledTurn {
            turn: *turn,
            effort: effort - before[from],
            strains: strains(*turn, from, at),
        });
        (grip, effort) = (from, before[from]);
    }
    handled.reverse();
    handled
}

/// Returns the rotation among `rotations`, at least one, after which the moves take the least effort: the first of equal
/// ones. After it, the moves are the conjugates of `turns`.
pub fn easiest_rotation(turns: &[Turn], rotations: impl IntoIterator<Item = Symmetry>) -> Symmetry {
    let effort = |rotation: &Symmetry| {
        hand_effort(&turns.iter().map(|turn| turn.conjugate(*rotation)).collect::<Vec<_>>())
    };
    rotations.into_iter().min_by_key(effort).expect("there is a rotation")
}

/// Returns the way to write face turns that takes the least effort: a rotation among `rotations`, at least one, and the turns
/// after it, in which a face turn may be a wide turn of the opposite layers, and two opposite turns a slice turn.
///
/// ```
/// use cubiform_cube::{Algorithm, Symmetry};
/// use cubiform_human::hand_effort::easiest_writing;
///
/// // L is turned as r, after which the face F is on top.
/// let faces = Algorithm::parse("L F R' F R F2 L'").unwrap();
/// let (rotation, turns) = easiest_writing(faces.turns(), [Symmetry::IDENTITY]);
/// assert_eq!(rotation, Symmetry::IDENTITY);
/// assert_eq!(turns.into_iter().collect::<Algorithm>().to_string(), "Rw U R' U R U2 L'");
/// ```
pub fn easiest_writing(
    moves: &[Turn],
    rotations: impl IntoIterator<Item = Symmetry>,
) -> (Symmetry, Vec<Turn>) {
    let mut best = vec![[[FAR; GRIPS]; Symmetry::COUNT]; moves.len() + 1];
    rotations.into_iter().for_each(|rotation| best[0][rotation.index()] = START);
    for (done, hold) in (0..moves.len()).flat_map(|done| Symmetry::rotations().map(move |hold| (done, hold)))
    {
        if best[done][hold.index()] == [FAR; GRIPS] {
            continue;
        }
        let at_turn = regripped(&best[done][hold.index()]);
        for (count, turn, next) in writings(&moves[done..], hold) {
            let reached = after(&at_turn, turn);
            let known = &mut best[done + count][next.index()];
            *known = std::array::from_fn(|grip| known[grip].min(reached[grip]));
        }
    }
    let efforts = |hold: &Symmetry| least(&best[moves.len()][hold.index()]);
    let mut hold = Symmetry::rotations().min_by_key(|hold| efforts(hold).1).expect("there are rotations");
    // From the end back: a turn through which the least effort came.
    let (mut grip, mut effort) = efforts(&hold);
    let (mut done, mut turns) = (moves.len(), Vec::new());
    while done > 0 {
        let ways = (done.saturating_sub(2)..done).flat_map(|from| {
            let holds = Symmetry::rotations().map(move |before| (from, before));
            holds.flat_map(|(from, before)| {
                writings(&moves[from..], before)
                    .map(move |(count, turn, next)| (from, before, count, turn, next))
            })
        });
        let came = ways.filter(|(from, _, count, _, next)| from + count == done && *next == hold);
        let found = came.into_iter().find_map(|(from, before, _, turn, _)| {
            let efforts = &best[from][before.index()];
            let (grip, _) = came_from(efforts, turn, grip, effort)?;
            Some((from, before, turn, grip, efforts[grip]))
        });
        let turn;
        (done, hold, turn, grip, effort) = found.expect("some turn leads here");
        turns.push(turn);
    }
    turns.reverse();
    (hold, turns)
}

/// Returns the ways to write the first of these moves, or the first two, held by a rotation: the number of moves, the turn,
/// and the hold after it.
fn writings(moves: &[Turn], hold: Symmetry) -> impl Iterator<Item = (usize, Turn, Symmetry)> {
    let first = moves[0].conjugate(hold);
    let (face, quarters) = (first.base().direction(), i32::from(first.quarters()));
    let wide = Turn::new(Base::Wide(face.opposite()), quarters);
    let pair = moves.get(1).map(|second| second.conjugate(hold));
    let pair = pair.filter(|pair| pair.base().direction() == face.opposite());
    let pair = pair.filter(|pair| (quarters + i32::from(pair.quarters())) % 4 == 0);
    let slice = [Base::M, Base::E, Base::S].into_iter().filter_map(move |base| {
        // A slice turn is a turn of the face in its direction back, and of the opposite face.
        let quarters = if base.direction() == face { -quarters } else { quarters };
        (pair.is_some() && base.direction().axis() == face.axis()).then(|| Turn::new(base, quarters))?
    });
    let turned =
        move |turn: Turn| hold.then(Symmetry::rotation(turn.base().direction(), i32::from(turn.quarters())));
    let wide = wide.into_iter().map(move |turn| (1, turn, turned(turn)));
    [(1, first, hold)].into_iter().chain(wide).chain(slice.map(move |turn| (2, turn, turned(turn))))
}

/// Returns the grips before a turn and at it from which the turn leads to a grip with this effort; `None` if there are none.
/// One with a regrip comes first, so that hands regrip late.
fn came_from(before: &Efforts, turn: Turn, grip: usize, effort: HandEffort) -> Option<(usize, usize)> {
    let at_turn = regripped(before);
    let leads_here =
        |at: &usize| transitions(turn, *at).any(|(to, cost)| to == grip && at_turn[*at] + cost == effort);
    let ways = (0..GRIPS).filter(leads_here).flat_map(|at| regrips(at).map(move |from| (from, at)));
    let is_cheapest =
        |(from, at): &(usize, usize)| before[*from] + if from == at { 0 } else { REGRIP } == at_turn[*at];
    ways.filter(is_cheapest).min_by_key(|(from, at)| from == at)
}

/// Returns the first grip with the least effort, and that effort.
fn least(efforts: &Efforts) -> (usize, HandEffort) {
    efforts.iter().copied().enumerate().min_by_key(|(_, effort)| *effort).expect("there are grips")
}

/// Returns the grips to which one hand can regrip, `grip` among them. The hand can regrip back as well.
fn regrips(grip: usize) -> impl Iterator<Item = usize> {
    let (left, right) = (grip / POSITIONS, grip % POSITIONS);
    (0..POSITIONS).flat_map(move |to| [left * POSITIONS + to, to * POSITIONS + right])
}

/// Returns the efforts if one hand may regrip, from any grip of the other hand's position.
fn regripped(efforts: &Efforts) -> Efforts {
    let (mut of_left, mut of_right) = ([FAR; POSITIONS], [FAR; POSITIONS]);
    for (grip, effort) in efforts.iter().enumerate() {
        let (left, right) = (grip / POSITIONS, grip % POSITIONS);
        of_left[left] = of_left[left].min(*effort);
        of_right[right] = of_right[right].min(*effort);
    }
    std::array::from_fn(|grip| {
        let other_stays = of_left[grip / POSITIONS].min(of_right[grip % POSITIONS]);
        efforts[grip].min(other_stays + REGRIP)
    })
}

/// Returns the efforts after a turn.
fn after(before: &Efforts, turn: Turn) -> Efforts {
    let mut efforts = [FAR; GRIPS];
    for (grip, effort) in before.iter().enumerate().filter(|(_, effort)| **effort < FAR) {
        for (to, cost) in transitions(turn, grip) {
            efforts[to] = efforts[to].min(effort + cost);
        }
    }
    efforts
}

/// Returns the strains of a turn at a grip to which a hand has regripped from another.
fn strains(turn: Turn, from: usize, at: usize) -> Vec<Strain> {
    let is_back = matches!(turn.base(), Base::Face(Face::B) | Base::Wide(Face::B));
    let is_rotation = turn.base().is_rotation();
    let by_wrist = matches!(turn.base(), Base::Face(Face::R | Face::L) | Base::Wide(Face::R | Face::L));
    let all = [
        (Strain::RegripLeft, from / POSITIONS != at / POSITIONS),
        (Strain::RegripRight, from % POSITIONS != at % POSITIONS),
        (Strain::BentWrist, at != HOME && !by_wrist && !is_rotation),
        (Strain::Back, is_back),
        (Strain::Slice, matches!(turn.base(), Base::E | Base::S)),
        (Strain::Rotation, is_rotation),
    ];
    all.into_iter().filter(|(_, has)| *has).map(|(strain, _)| strain).collect()
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
        Base::Wide(Face::R) => wrist(true, WIDE),
        Base::Wide(Face::L) => wrist(false, WIDE),
        Base::Face(Face::U) => finger(FINGER),
        Base::Wide(Face::U) | Base::Face(Face::F) => finger(PUSH),
        Base::Wide(Face::F) => finger(PUSH + WIDE),
        Base::Face(Face::D) | Base::M => finger(RING),
        Base::Wide(Face::D) => finger(RING + WIDE),
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
    use cubiform_cube::{Algorithm, Move, random};

    fn turns_of(text: &str) -> Vec<Turn> {
        Algorithm::parse(text).expect("valid moves").turns().to_vec()
    }

    fn effort_of(text: &str) -> HandEffort {
        hand_effort(&turns_of(text))
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
    fn easiest_writing_is_the_same_algorithm_with_the_least_effort() {
        let texts = ["R U R' U R U2 R'", "R L' F R' L D2 R L' F R' L", "F B' U2 F' B", "L2 D R' D2 F", ""];
        for text in texts {
            let faces = turns_of(text);
            let (rotation, turns) = easiest_writing(&faces, Symmetry::rotations());
            let before = Algorithm::of_rotation(rotation).unwrap();
            let written = before.turns().iter().chain(&turns).copied();
            let cube = written.collect::<Algorithm>().cube();
            assert_eq!(cube, turns_of(text).into_iter().collect::<Algorithm>().cube(), "{text}");
            let held = easiest_rotation(&faces, Symmetry::rotations());
            let held: Vec<Turn> = faces.iter().map(|turn| turn.conjugate(held)).collect();
            assert!(hand_effort(&turns) <= hand_effort(&held), "{text}");
        }
        // Two opposite turns are one of a slice.
        let (_, turns) = easiest_writing(&turns_of("R L' U2 R' L"), [Symmetry::IDENTITY]);
        assert_eq!(turns.len(), 3);
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

    #[test]
    fn reasons_name_the_turns_that_are_hard() {
        use Strain::*;
        let reasons = |text: &str| {
            let hard = handled(&turns_of(text)).into_iter().filter(|turn| !turn.strains.is_empty());
            hard.map(|HandledTurn { turn, strains, .. }| (turn.to_string(), strains)).collect::<Vec<_>>()
        };
        let of = |text: &str, strains: &[Strain]| (text.to_string(), strains.to_vec());
        assert_eq!(reasons("R U R' U'"), [of("U", &[BentWrist])]);
        assert_eq!(reasons("R R R"), [of("R", &[RegripRight])]);
        assert_eq!(reasons("L L"), [of("L", &[RegripLeft])]);
        assert_eq!(reasons("R' R' F"), [of("R'", &[RegripRight])]);
        assert_eq!(reasons("U B' S M y R"), [of("B'", &[Back]), of("S", &[Slice]), of("y", &[Rotation])]);
        // Four finger turns with a bent wrist cost as much as a regrip, five cost more.
        assert_eq!(reasons("R U F U F U")[0], of("U", &[RegripRight]));
        assert_eq!(reasons("R U F U").len(), 3);
    }

    #[test]
    fn efforts_of_turns_add_up_to_the_effort_of_the_sequence() {
        for (i, cube) in random::states(7).take(300).enumerate() {
            // Turns in no particular order, with slices, wide layers and rotations among them.
            let bases =
                [Base::M, Base::E, Base::S, Base::X, Base::Y, Base::Wide(Face::R), Base::Wide(Face::B)];
            let turns: Vec<Turn> = (cube.edges().iter().zip(0..))
                .map(|(edge, n)| match (usize::from(*edge) + n) % 5 {
                    0 => Turn::new(bases[(usize::from(*edge) + i) % bases.len()], 1 + n as i32 % 3).unwrap(),
                    _ => Move::from_index(usize::from(*edge) % Move::COUNT).into(),
                })
                .collect();
            let handled = handled(&turns);
            assert_eq!(handled.iter().map(|turn| turn.turn).collect::<Vec<_>>(), turns);
            assert_eq!(handled.iter().map(|turn| turn.effort).sum::<HandEffort>(), hand_effort(&turns));
            let regrips =
                |turn: &HandledTurn| turn.strains.iter().any(|strain| *strain <= Strain::RegripRight);
            assert!(
                handled
                    .iter()
                    .all(|turn| !regrips(turn) || turn.effort >= REGRIP + WRIST || turn.effort >= ROTATION)
            );
        }
    }

    #[test]
    fn easiest_rotation_brings_turns_of_the_back_to_the_side() {
        let y_turns = || Symmetry::rotations().filter(|s| s.face(Face::U) == Face::U);
        let turns = turns_of("B U B' U'");
        let rotation = easiest_rotation(&turns, y_turns());
        let held: Algorithm = turns.iter().map(|turn| turn.conjugate(rotation)).collect();
        assert_eq!((rotation.rotation_name().unwrap(), held.to_string()), ("y'".into(), "L U L' U'".into()));
        assert_eq!(
            easiest_rotation(&turns_of("U D"), y_turns()),
            Symmetry::IDENTITY,
            "the first of equal ones"
        );
    }
}
