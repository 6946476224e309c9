//! The algorithms of cases as an answer, and its JSON.

use cubiform_cube::goal::Pattern;
use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Axis, Cube, Face, Move, Symmetry, facelets, moves};
use cubiform_human::Lengths;
use cubiform_human::cases::Case;
use cubiform_human::cases::sets::mask;
use cubiform_solvers::algorithms::{FoundAlgorithm, FoundAlgorithms};

use crate::held::{HeldObject, HeldSolution, Holding, Order};

/// The algorithms of cases, in JSON too.
#[derive(serde::Serialize, utoipa::ToSchema)]
pub struct AlgorithmAnswer {
    /// The cases.
    pub cases: Vec<CaseAlgorithms>,
    /// The metric of the length: `htm`, `qtm`, `stm` or `etm`.
    #[schema(example = "htm")]
    pub metric: &'static str,
    /// The turns that an algorithm may have.
    #[schema(example = "<R,U,F>")]
    pub moves: String,
    /// The number of moves by which an algorithm may be longer than the shortest.
    #[schema(example = 1, minimum = 0)]
    pub slack: u8,
    /// The goal that the algorithms reach.
    #[schema(example = "solved + up to U")]
    pub to: String,
}

/// A case to be solved by algorithms.
#[derive(Clone, Debug)]
pub struct CaseToSolve {
    /// The set and the number or label; `None` for a cube.
    pub name: Option<String>,
    /// A state with the case.
    pub cube: Cube,
    /// The case of the sheets, if it is one of theirs.
    pub sheet: Option<&'static Case>,
}

/// The algorithms of a case.
#[derive(serde::Serialize, utoipa::ToSchema)]
pub struct CaseAlgorithms {
    /// The algorithms, in the order asked for.
    pub algorithms: Vec<AlgorithmObject>,
    /// The set and the number or label of the case; null for a cube.
    #[schema(required = true, example = "PLL T")]
    pub case: Option<String>,
    /// The number of algorithms that were found; not all need be listed.
    #[schema(example = 14, minimum = 0)]
    pub count: usize,
    /// The state: 54 facelets in URFDLB order.
    pub facelets: String,
    /// The facelets, with `?` for those that the goal ignores.
    pub mask: String,
    /// Whether these are all algorithms of the turns up to the length asked for.
    pub is_complete: bool,
    /// The length of the shortest; null if the turns do not solve the case, or an algorithm was checked.
    #[schema(required = true, example = 10, minimum = 0)]
    pub optimal: Option<u8>,
}

/// An algorithm of a case.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = CaseAlgorithm)]
pub struct AlgorithmObject {
    /// The turn of the top layer after it, named as the cube is then held; empty for none.
    #[schema(example = "U'")]
    pub after: String,
    /// The turn of U before it; empty for none.
    #[schema(example = "U2")]
    pub before: String,
    /// The effort of the algorithm as it is held best, and its turns.
    pub held: HeldObject,
    /// The lengths in all metrics as it is held best, without the rotation before it.
    pub lengths: AlgorithmLengths,
    /// The length in the metric asked for.
    #[schema(example = 10, minimum = 0)]
    pub length: u8,
    /// The reasons for its effort, in words.
    #[schema(example = "effort 9.4: regrip before R'")]
    pub reasons: String,
    /// Whether it is on the sheet of the case: the same turns of the pieces, held in any way. False if there is no sheet.
    pub on_sheet: bool,
    /// All that is turned: the turn of U before it in brackets, the rotation and the turns.
    #[schema(example = "(U2) F2 D R2 U' R2 F2 D' L2 U L2")]
    pub text: String,
}

/// The lengths of an algorithm in four metrics.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[expect(missing_docs, reason = "the names of metrics")]
pub struct AlgorithmLengths {
    pub etm: u32,
    pub htm: u32,
    pub qtm: u32,
    pub stm: u32,
}

impl CaseAlgorithms {
    /// Returns what was found for a case; `None` if the turns do not solve it.
    pub(crate) fn new(
        case: &CaseToSolve,
        goal: &[Pattern],
        found: Option<FoundAlgorithms>,
        has_all_faces: bool,
        order: Order,
        most: usize,
    ) -> CaseAlgorithms {
        let (optimal, is_complete) =
            (found.as_ref().map(|found| found.optimal), found.as_ref().is_none_or(|found| found.is_complete));
        let algorithms = found.map(|found| found.algorithms).unwrap_or_default();
        let count = algorithms.len();
        let held = |algorithm: FoundAlgorithm| {
            let held = match has_all_faces {
                true => HeldSolution::written(&algorithm.turns),
                false => HeldSolution::new(Symmetry::IDENTITY, &algorithm.turns, Holding::Given),
            };
            (held, algorithm)
        };
        let mut held: Vec<(HeldSolution, FoundAlgorithm)> = algorithms.into_iter().map(held).collect();
        if order == Order::Effort {
            held.sort_by_key(|(held, algorithm)| (held.effort(), algorithm.length));
        }
        held.truncate(most);
        let sheet: Vec<Vec<Move>> =
            case.sheet.iter().flat_map(|sheet| &sheet.algorithms).map(|text| plain(&parsed(text))).collect();
        CaseAlgorithms {
            algorithms: held
                .iter()
                .map(|(held, algorithm)| AlgorithmObject::new(held, algorithm, &sheet))
                .collect(),
            case: case.name.clone(),
            count,
            facelets: facelets::format(&case.cube),
            mask: mask(goal, &case.cube),
            is_complete,
            optimal,
        }
    }
}

impl AlgorithmObject {
    fn new(held: &HeldSolution, algorithm: &FoundAlgorithm, sheet: &[Vec<Move>]) -> AlgorithmObject {
        let u_turn = |quarters: u8| Turn::new(Base::Face(Face::U), quarters.into());
        let named = |turn: Option<Turn>| turn.map(|turn| turn.to_string()).unwrap_or_default();
        let before = named(u_turn(algorithm.before));
        let bracketed = Some(&before).filter(|turn| !turn.is_empty()).map(|turn| format!("({turn}) "));
        let text = format!("{}{}", bracketed.unwrap_or_default(), held.text());
        let turns: Algorithm = held.turns().collect();
        let Lengths { htm, stm, qtm, etm } = Lengths::count(turns.turns());
        AlgorithmObject {
            after: named(u_turn(algorithm.after).map(|turn| turn.conjugate(held.end()))),
            before,
            held: held.object(),
            lengths: AlgorithmLengths { etm, htm, qtm, stm },
            length: algorithm.length,
            on_sheet: sheet.contains(&plain(&algorithm.turns)),
            reasons: held.reasons(),
            text,
        }
    }
}

fn parsed(text: &str) -> Vec<Turn> {
    Algorithm::parse(text).expect("algorithms of sheets are valid").turns().to_vec()
}

/// Returns the face turns of an algorithm in a canonical form: without turns of U at its ends, and the least of its four
/// conjugates by rotations about U. Algorithms that differ only in these have the same form.
fn plain(turns: &[Turn]) -> Vec<Move> {
    let mut moves = moves::joined(&turns.iter().copied().collect::<Algorithm>().resolve().0);
    let is_u = |m: &Move| m.face() == Face::U;
    // Turns about one axis are in order, U before D.
    let tail = moves.iter().rev().take_while(|m| m.face().axis() == Axis::Y).count();
    let (start, end) = (usize::from(moves.first().is_some_and(is_u)), moves.len() - tail);
    moves = moves
        .iter()
        .enumerate()
        .filter(|(i, m)| !(is_u(m) && (*i < start || *i >= end)))
        .map(|(_, m)| *m)
        .collect();
    let held = (0..4).map(|n| {
        let rotation = Symmetry::rotation(Face::U, n);
        moves::joined(&moves.iter().map(|m| rotation.conjugate(*m)).collect::<Vec<_>>())
    });
    held.min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::piece::PieceSet;

    /// The turn of the top layer after an algorithm is that of the face which is on top then.
    #[test]
    fn written_turns_equal_made_turns() {
        let goal = [Pattern::solved(PieceSet::ALL)];
        let mut afters = Vec::new();
        for text in ["F U R U' R' F' U'", "F' L' U' L U F U2", "R U R' U R U2 R' U"] {
            let turns = parsed(text);
            let (last, turns) = turns.split_last().unwrap();
            let cube = Algorithm::parse(text).unwrap().cube().inverse();
            let after = last.quarters();
            let found = FoundAlgorithm { before: 0, turns: turns.to_vec(), after, length: turns.len() as u8 };
            let found = FoundAlgorithms { algorithms: vec![found], ..FoundAlgorithms::default() };
            let case = CaseToSolve { name: None, cube, sheet: None };
            let answer = CaseAlgorithms::new(&case, &goal, Some(found), true, Order::Effort, 1);
            let AlgorithmObject { text, after, .. } = &answer.algorithms[0];
            let turned = Algorithm::parse(&format!("{text} {after}")).unwrap();
            assert_eq!(cube.then(&turned.cube()), Cube::SOLVED, "{text} {after}");
            afters.push(after.clone());
        }
        assert!(
            afters.iter().any(|after| !after.starts_with('U')),
            "one ends with another face on top: {afters:?}"
        );
    }
}
