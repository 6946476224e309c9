//! Solutions of one pair: sheet algorithms for the standard cases, and trigger sequences for any placement of the
//! pieces.
//!
//! A trigger sequence consists of turns of U and of triggers. A trigger is one of six sequences of a slot (`R U R'`,
//! `F' U F` and so on for FR) that insert the pair of the slot or take it out. The triggers of the pair's own slot and
//! of the other unsolved slots are used. A trigger disturbs neither the cross nor any slot but its own, so a trigger
//! sequence keeps all solved slots. The trigger distances of all placements of a pair are computed once, backwards from
//! the solved pair.

use std::sync::OnceLock;

use cubiform_cube::goal::Slot;
use cubiform_cube::notation::Turn;
use cubiform_cube::piece::{CORNER_TURN, EDGE_TURN};
use cubiform_cube::{Algorithm, Cube, Face, Move};

use super::cases::recognition::{PairPlacement, SLOT};
use super::cases::{Case, CaseSet, without_rotation};
use super::stage_solution::{Origin, StageSolution, merge_adjacent, prepend_u, rotate_turns, y_rotation};

/// Number of placements of a pair, including impossible ones.
const PLACEMENTS: usize = 24 * 24;

/// Number of sets of solved slots among the three other slots.
const OTHER_SLOT_SETS: usize = 8;

/// Maximum number of turns by which a trigger sequence may exceed the trigger distance.
const TRIGGER_SLACK: u8 = 2;

/// Maximum number of trigger sequences per placement; the shortest are kept.
const MAX_TRIGGER_SOLUTIONS: usize = 12;

/// The distance of a placement that triggers cannot solve.
const UNREACHABLE: u8 = u8::MAX;

/// A trigger: three moves that keep the cross and all slots but one, with the image of each place of a corner and of an
/// edge.
struct Trigger {
    moves: [Move; 3],
    corner: [u8; 24],
    edge: [u8; 24],
}

/// The number of quarter turns about y that carry slot FR to each slot, by slot index.
const QUARTERS_TO_SLOT: [u8; 4] = [0, 1, 3, 2];

/// The slot to which 0 to 3 quarter turns about y carry slot FR.
const SLOT_AT_QUARTERS: [Slot; 4] = [Slot::ALL[0], Slot::ALL[1], Slot::ALL[3], Slot::ALL[2]];

/// The trigger distances and the solutions of pairs.
pub(crate) struct PairSolver {
    /// The six triggers of each slot, by quarter turns about y from FR.
    triggers: [[Trigger; 6]; 4],
    /// The number of turns of the shortest trigger sequence, by the set of solved other slots and the index of the
    /// placement. Both are relative to the pair's own slot, which takes the place of FR: bit `k - 1` of the set stands
    /// for the slot `k` quarter turns about y from it.
    distances: Vec<[u8; PLACEMENTS]>,
    /// The solutions by slot, set of solved other slots and placement, generated on first use.
    solutions: Vec<OnceLock<Vec<StageSolution>>>,
}

impl PairSolver {
    pub(crate) fn new() -> PairSolver {
        let triggers = std::array::from_fn(|quarters| triggers(quarters as u8));
        let mut pairs = PairSolver { triggers, distances: Vec::new(), solutions: Vec::new() };
        pairs.distances = (0..OTHER_SLOT_SETS).map(|solved| pairs.fill_distances(solved)).collect();
        pairs.solutions.resize_with(4 * OTHER_SLOT_SETS * PLACEMENTS, OnceLock::new);
        pairs
    }

    /// Returns the trigger distance of the pair of `slot`: the number of turns of the shortest trigger sequence.
    /// `solved` is the set of solved slots, bit `i` for slot `i`.
    pub(crate) fn distance(&self, cube: &Cube, slot: Slot, solved: u8) -> u8 {
        self.distances[solved_other_slots(slot, solved)]
            [placement_index(placement_from_front_right(cube, slot))]
    }

    /// Returns the solutions of the pair of `slot`: sheet algorithms in the order of the sheet, then trigger sequences,
    /// shortest first. Empty if the pair is solved. `solved` is the set of solved slots.
    pub(crate) fn solutions(&self, cube: &Cube, slot: Slot, solved: u8) -> &[StageSolution] {
        let (solved, pair) = (solved_other_slots(slot, solved), placement_from_front_right(cube, slot));
        let i = (slot.index() * OTHER_SLOT_SETS + solved) * PLACEMENTS + placement_index(pair);
        self.solutions[i].get_or_init(|| self.generate(slot, solved, pair))
    }

    /// Generates the solutions of [`PairSolver::solutions`]. `solved` and `pair` are relative to the pair's own slot.
    fn generate(&self, slot: Slot, solved: usize, pair: PairPlacement) -> Vec<StageSolution> {
        let mut solutions: Vec<StageSolution> = Vec::new();
        if pair == PairPlacement::solved(SLOT) {
            return solutions;
        }
        let mut add = |case, origin, turns: Vec<Turn>| {
            let solution =
                StageSolution::new(case, origin, rotate_turns(&turns, QUARTERS_TO_SLOT[slot.index()]));
            // A trigger sequence may be equal to a sheet algorithm.
            if solutions.iter().all(|known| known.turns != solution.turns) {
                solutions.push(solution);
            }
        };
        let recognized = recognize(pair);
        if let Some((case, quarters)) = recognized {
            for text in &case.algorithms {
                let algorithm = Algorithm::parse(text).expect("valid algorithm in the case tables");
                let (rotated, turns) = without_rotation(&algorithm);
                // The rotation at the beginning is removed, so the turns are renamed. Rotations are added when the
                // solution is built.
                let turns = rotate_turns(turns, (4 - rotated) % 4);
                add(Some(case), Origin::Sheet(text), prepend_u(quarters, &turns));
            }
        }
        for turns in self.trigger_sequences(solved, pair) {
            add(recognized.map(|(case, _)| case), Origin::Triggers, turns);
        }
        solutions
    }

    /// Returns the triggers of the pair's own slot and of the unsolved other slots, each with its quarter turns from
    /// FR.
    fn usable_triggers(&self, solved: usize) -> impl Iterator<Item = (usize, &Trigger)> {
        let is_open = move |quarters: &usize| *quarters == 0 || solved >> (quarters - 1) & 1 == 0;
        (0..4).filter(is_open).flat_map(|quarters| self.triggers[quarters].iter().map(move |t| (quarters, t)))
    }

    /// Computes the distances of all placements with Dijkstra's algorithm, starting from the solved pair. The inverse
    /// of a trigger is a trigger, so the direction does not matter.
    fn fill_distances(&self, solved: usize) -> [u8; PLACEMENTS] {
        let mut distances = [UNREACHABLE; PLACEMENTS];
        distances[placement_index(PairPlacement::solved(SLOT))] = 0;
        for length in 0..64 {
            for i in (0..PLACEMENTS).filter(|i| distances[*i] == length).collect::<Vec<_>>() {
                let pair = PairPlacement { corner: (i / 24) as u8, edge: (i % 24) as u8 };
                let mut reach = |to: PairPlacement, cost: u8| {
                    let there = &mut distances[placement_index(to)];
                    *there = (*there).min(length + cost);
                };
                u_turns().for_each(|m| reach(turn_placement(pair, m), 1));
                self.usable_triggers(solved).for_each(|(_, trigger)| reach(trigger.apply(pair), 3));
            }
        }
        distances
    }

    /// Returns the trigger sequences of a placement relative to FR, shortest first. Adjacent turns of the same face are
    /// merged.
    fn trigger_sequences(&self, solved: usize, pair: PairPlacement) -> Vec<Vec<Turn>> {
        let distance = self.distances[solved][placement_index(pair)];
        let mut solutions = Vec::new();
        if distance != UNREACHABLE {
            let mut path = Vec::new();
            self.search_triggers(solved, pair, distance + TRIGGER_SLACK, &mut path, None, &mut solutions);
        }
        let mut solutions: Vec<Vec<Turn>> =
            solutions.into_iter().map(|moves| merge_adjacent(moves.into_iter().map(Turn::from))).collect();
        solutions.sort_by_key(Vec::len);
        solutions.truncate(MAX_TRIGGER_SOLUTIONS);
        solutions
    }

    /// Appends to `found` all completions of `path` by at most `remaining` turns. `last` is the trigger at the end of
    /// `path`.
    fn search_triggers(
        &self,
        solved: usize,
        pair: PairPlacement,
        remaining: u8,
        path: &mut Vec<Move>,
        last: Option<&Trigger>,
        solutions: &mut Vec<Vec<Move>>,
    ) {
        if pair == PairPlacement::solved(SLOT) {
            // A sequence ends as soon as the pair is solved.
            solutions.push(path.clone());
            return;
        }
        let reaches = |to: PairPlacement, cost: u8| {
            self.distances[solved][placement_index(to)].saturating_add(cost) <= remaining
        };
        if path.last().is_none_or(|m| m.face() != Face::U) {
            for m in u_turns().filter(|m| reaches(turn_placement(pair, *m), 1)) {
                path.push(m);
                self.search_triggers(solved, turn_placement(pair, m), remaining - 1, path, None, solutions);
                path.pop();
            }
        }
        for (_, trigger) in self.usable_triggers(solved) {
            // Two triggers in a row with the same outer turns are equal to one trigger, or to none.
            let repeats = last.is_some_and(|last| last.moves[0] == trigger.moves[0]);
            let to = trigger.apply(pair);
            if !repeats && reaches(to, 3) {
                path.extend(trigger.moves);
                self.search_triggers(solved, to, remaining - 3, path, Some(trigger), solutions);
                path.truncate(path.len() - 3);
            }
        }
    }
}

impl Trigger {
    fn apply(&self, pair: PairPlacement) -> PairPlacement {
        PairPlacement {
            corner: self.corner[usize::from(pair.corner)],
            edge: self.edge[usize::from(pair.edge)],
        }
    }
}

/// Returns the six triggers of the slot to which `quarters` quarter turns about y carry slot FR.
fn triggers(quarters: u8) -> [Trigger; 6] {
    const SIDES: [(Face, i32); 2] = [(Face::R, 1), (Face::F, -1)];
    std::array::from_fn(|i| {
        let (face, direction) = SIDES[i / 3];
        let new = |face, quarters| Move::new(face, quarters).expect("less than a full turn");
        let moves = [new(face, direction), new(Face::U, i as i32 % 3 + 1), new(face, -direction)]
            .map(|m| y_rotation(quarters).conjugate(m));
        let carry = |turns: &[[u8; 24]; 18]| {
            std::array::from_fn(|place| {
                moves.iter().fold(place as u8, |at, m| turns[m.index()][usize::from(at)])
            })
        };
        Trigger { moves, corner: carry(&CORNER_TURN), edge: carry(&EDGE_TURN) }
    })
}

fn u_turns() -> impl Iterator<Item = Move> {
    (1..4).filter_map(|quarters| Move::new(Face::U, quarters))
}

fn turn_placement(pair: PairPlacement, m: Move) -> PairPlacement {
    let carry = |turns: &[[u8; 24]; 18], place: u8| turns[m.index()][usize::from(place)];
    PairPlacement { corner: carry(&CORNER_TURN, pair.corner), edge: carry(&EDGE_TURN, pair.edge) }
}

fn placement_index(pair: PairPlacement) -> usize {
    usize::from(pair.corner) * 24 + usize::from(pair.edge)
}

/// Returns the set of solved other slots relative to `slot`: bit `k - 1` for the slot `k` quarter turns about y from
/// it.
fn solved_other_slots(slot: Slot, solved: u8) -> usize {
    let is_solved = |quarters: usize| {
        let other = SLOT_AT_QUARTERS[(usize::from(QUARTERS_TO_SLOT[slot.index()]) + quarters) % 4];
        usize::from(solved >> other.index() & 1)
    };
    (1..4).fold(0, |set, quarters| set | is_solved(quarters) << (quarters - 1))
}

/// Returns the placement of the pair of `slot` relative to that slot: the placement after the rotation about y that
/// brings the slot to FR.
fn placement_from_front_right(cube: &Cube, slot: Slot) -> PairPlacement {
    let back = y_rotation((4 - QUARTERS_TO_SLOT[slot.index()]) % 4);
    let own = PairPlacement::new(cube, slot);
    PairPlacement {
        corner: cubiform_cube::piece::conjugate_corner(back, slot.corner(), own.corner),
        edge: cubiform_cube::piece::conjugate_edge(back, slot.edge(), own.edge),
    }
}

/// Returns the standard case of a placement relative to FR, and the quarter turns of U after which it matches the
/// picture of the case.
fn recognize(pair: PairPlacement) -> Option<(&'static Case, u8)> {
    static CASES: OnceLock<Vec<Option<(&'static Case, u8)>>> = OnceLock::new();
    let cases = CASES.get_or_init(|| {
        let mut cases = vec![None; PLACEMENTS];
        for case in CaseSet::F2l.cases() {
            let pictured = super::cases::recognition::parse_f2l_picture(case.picture)
                .expect("the case tables have no defects");
            for quarters in (0..4).rev() {
                let before = Move::new(Face::U, -i32::from(quarters))
                    .map_or(pictured, |m| turn_placement(pictured, m));
                cases[placement_index(before)] = Some((case, quarters));
            }
        }
        cases
    });
    cases[placement_index(pair)]
}

/// Returns the standard case of the pair of `slot`, and the quarter turns of U after which it matches the picture of the
/// case. `None` if the pair is solved or a piece is in another slot.
pub(crate) fn case_of(cube: &Cube, slot: Slot) -> Option<(&'static Case, u8)> {
    recognize(placement_from_front_right(cube, slot))
}

/// Returns the number of quarter turns about y that bring a slot to FR.
pub(crate) fn quarters_to_front_right(slot: Slot) -> u8 {
    (4 - QUARTERS_TO_SLOT[slot.index()]) % 4
}

/// Returns the set of slots whose pair is solved: bit `i` for slot `i`.
pub(crate) fn solved_slots(cube: &Cube) -> u8 {
    let is_solved = |slot: Slot| PairPlacement::new(cube, slot) == PairPlacement::solved(slot);
    Slot::ALL.into_iter().fold(0, |set, slot| set | u8::from(is_solved(slot)) << slot.index())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::recognition::{cross_and, is_solved};
    use cubiform_cube::{PieceSet, random};

    /// Returns random cubes whose cross and slots in `kept` are solved.
    fn cubes(kept: u8) -> impl Iterator<Item = Cube> {
        // A random state supplies the numbers that select triggers of unsolved slots and turns of U.
        let pairs = PairSolver::new();
        let open: Vec<usize> = (0..4).filter(|i| kept >> i & 1 == 0).collect();
        random::states(u64::from(kept)).map(move |seed| {
            let numbers = seed.corners().iter().chain(seed.edges()).map(|place| usize::from(*place));
            numbers.fold(Cube::SOLVED, |cube, n| {
                let slot = usize::from(QUARTERS_TO_SLOT[open[n % open.len()]]);
                let cube = cube.apply(&pairs.triggers[slot][n % 6].moves);
                Move::new(Face::U, n as i32 / 6).map_or(cube, |m| cube.turn(m))
            })
        })
    }

    #[test]
    fn quarters_to_slot_and_slot_at_quarters_are_inverse() {
        for slot in Slot::ALL {
            let carried = PieceSet::new(&[SLOT.corner()], &[SLOT.edge()])
                .image(y_rotation(QUARTERS_TO_SLOT[slot.index()]));
            assert_eq!(carried, slot.pair(), "{}", slot.name());
            assert_eq!(SLOT_AT_QUARTERS[usize::from(QUARTERS_TO_SLOT[slot.index()])], slot);
        }
    }

    #[test]
    fn solutions_solve_their_pair_and_keep_the_solved_slots() {
        let pairs = PairSolver::new();
        let mut sheets = 0;
        for kept in 0..15u8 {
            for cube in cubes(kept).take(40) {
                let before = solved_slots(&cube);
                for slot in Slot::ALL.into_iter().filter(|slot| before >> slot.index() & 1 == 0) {
                    let solutions = pairs.solutions(&cube, slot, before);
                    assert!(!solutions.is_empty());
                    let shortest =
                        solutions.iter().map(|solution| solution.htm).min().expect("there are some");
                    assert!(shortest <= pairs.distance(&cube, slot, before));
                    assert_eq!(solutions[0].case, case_of(&cube, slot).map(|(case, _)| case));
                    for solution in solutions {
                        let after = cube.then(&solution.effect);
                        let keep =
                            Slot::ALL.into_iter().filter(|s| *s == slot || before >> s.index() & 1 == 1);
                        assert!(is_solved(&after, cross_and(keep)), "{:?}", solution.turns);
                        sheets += usize::from(matches!(solution.origin, Origin::Sheet(_)));
                    }
                }
            }
        }
        assert!(sheets > 1000);
    }

    #[test]
    fn each_possible_placement_has_a_distance() {
        let pairs = PairSolver::new();
        for (solved, distances) in pairs.distances.iter().enumerate() {
            // If all other slots are solved, the pair is in the top layer or in its slot: 15 places for the corner, 10
            // for the edge.
            let open = 3 - solved.count_ones() as usize;
            let reached = distances.iter().filter(|d| **d != UNREACHABLE).count();
            assert_eq!(reached, (15 + 3 * open) * (10 + 2 * open));
            let standard = |i: &usize| {
                let (corner, edge) = (i / 24 / 3, i % 24 / 2);
                (corner < 4 || corner == SLOT.corner()) && (edge < 4 || edge == SLOT.edge())
            };
            let farthest = (0..PLACEMENTS).filter(standard).map(|i| distances[i]).max();
            assert!(farthest.is_some_and(|d| d <= 15), "{farthest:?}");
        }
    }

    #[test]
    fn standard_cases_are_recognized_in_each_slot_after_each_u_turn() {
        for case in CaseSet::F2l.cases() {
            for text in &case.algorithms {
                let state =
                    Algorithm::parse(text).expect("valid algorithm in the case tables").cube().inverse();
                for slot in Slot::ALL {
                    let seen = state.conjugate(y_rotation(QUARTERS_TO_SLOT[slot.index()]));
                    for quarters in 0..4 {
                        let turned = Move::new(Face::U, quarters).map_or(seen, |m| seen.turn(m));
                        assert_eq!(case_of(&turned, slot).map(|(case, _)| case), Some(case), "{text}");
                    }
                }
            }
        }
        assert_eq!(case_of(&Cube::SOLVED, SLOT), None);
    }
}
