//! The search for a slip: a single move whose change, removal or addition makes a solve end solved.
//!
//! All edits of one move are tried. The states before each move and the effects of all moves after it are computed
//! once, so testing an edit takes two compositions of cubes.

use std::cmp::Reverse;
use std::collections::HashSet;

use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Axis, Color, Cube, Face, Symmetry};
use cubiform_threads::CancelToken;

use super::{Replay, Review, StageEnds};
use crate::solver::CfopSolver;

/// Maximum length of a solve for which edits that reach more stages without solving the cube are searched. Each such
/// edit is replayed.
const MAX_REPLAYED_TURNS: usize = 150;

/// An edit of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edit {
    /// Replaces the move.
    Change(Turn),
    /// Removes the move.
    Remove,
    /// Inserts this move before the move at the index.
    Insert(Turn),
}

/// An edit that solves the cube or reaches more stages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The index of the move in [`Review::turns`]; the number of moves if a move is added at the end.
    pub at: usize,
    /// The edit at this index.
    pub edit: Edit,
    /// The review of the solve with the edit applied.
    pub review: Review,
}

/// A move with its effect on the pieces and on the orientation of the whole cube.
struct TurnEffect {
    turn: Turn,
    cube: Cube,
    rotation: Symmetry,
}

impl TurnEffect {
    fn new(turn: Turn) -> TurnEffect {
        let (moves, rotation) = std::iter::once(turn).collect::<Algorithm>().resolve();
        TurnEffect { turn, cube: Cube::from_moves(&moves), rotation }
    }
}

impl CfopSolver {
    /// Returns the edits of one move that make an unsolved solve end solved, most likely first: another amount of the
    /// same move, then a wide move instead of a face turn or the reverse, another letter, a removed or added move, any
    /// other move.
    ///
    /// If there are none, returns the edits that reach the most stages, provided that these are more than without an
    /// edit. Returns at most `max_count` edits. If `stop` is set, the search ends early and the result may be
    /// incomplete.
    pub fn corrections(&self, review: &Review, max_count: usize, stop: &CancelToken) -> Vec<Correction> {
        if review.is_solved() {
            return Vec::new();
        }
        let replay = Replay::new(&review.start, review.orientation, &review.turns);
        let mut edits = edits_that_solve(review, &replay, stop);
        if edits.is_empty() && review.turns.len() <= MAX_REPLAYED_TURNS {
            edits = edits_that_get_furthest(review, &replay, stop);
        }
        edits.sort_by_key(|(at, edit)| sort_key(review, *at, *edit));
        edits.truncate(max_count);
        let correction = |(at, edit)| {
            let turns: Algorithm = apply_edit(&review.turns, at, edit).into_iter().collect();
            Correction { at, edit, review: self.review(&review.start, review.orientation, &turns) }
        };
        edits.into_iter().map(correction).collect()
    }
}

/// Returns all moves of the cube: face turns, wide turns, slice turns and rotations.
fn all_turns() -> Vec<Turn> {
    let faces = Face::ALL.into_iter().flat_map(|face| [Base::Face(face), Base::Wide(face)]);
    let bases = faces.chain([Base::M, Base::E, Base::S, Base::X, Base::Y, Base::Z]);
    bases.flat_map(|base| (1..4).filter_map(move |quarters| Turn::new(base, quarters))).collect()
}

/// Returns all edits of one move with their indices. Edits that result in the same sequence, up to the order of moves
/// about one axis, are returned once.
fn edits(turns: &[Turn]) -> impl Iterator<Item = (usize, Edit)> {
    let all = all_turns();
    (0..=turns.len()).flat_map(move |at| {
        let here = turns.get(at).copied();
        let before = at.checked_sub(1).map(|before| turns[before]);
        let changes =
            all.iter().copied().filter(|turn| here.is_some_and(|here| here != *turn)).map(Edit::Change);
        // Removing or inserting a move next to a move of the same layer equals a change of that move. Next to a move
        // about the same axis, an insertion equals the insertion one place earlier.
        let removal = here.filter(|here| before.is_none_or(|before| before.base() != here.base()));
        let additions = all
            .iter()
            .copied()
            .filter(|turn| before.is_none_or(|before| axis(before) != axis(*turn)))
            .filter(|turn| here.is_none_or(|here| here.base() != turn.base()))
            .map(Edit::Insert);
        let edits: Vec<Edit> = changes.chain(removal.map(|_| Edit::Remove)).chain(additions).collect();
        edits.into_iter().map(move |edit| (at, edit))
    })
}

fn axis(turn: Turn) -> Axis {
    turn.base().direction().axis()
}

/// Returns the moves with the edit applied.
fn apply_edit(turns: &[Turn], at: usize, edit: Edit) -> Vec<Turn> {
    let (instead, kept) = match edit {
        Edit::Change(turn) => (Some(turn), at + 1),
        Edit::Remove => (None, at + 1),
        Edit::Insert(turn) => (Some(turn), at),
    };
    turns[..at].iter().copied().chain(instead).chain(turns[kept..].iter().copied()).collect()
}

/// Returns the edits after which the cube is solved.
fn edits_that_solve(review: &Review, replay: &Replay, stop: &CancelToken) -> Vec<(usize, Edit)> {
    let turns = &review.turns;
    // `suffixes[i]`: the effect of the moves from index `i` on the pieces, named in the orientation before move `i`.
    let mut suffixes = vec![Cube::SOLVED; turns.len() + 1];
    for (i, turn) in turns.iter().enumerate().rev() {
        let effect = TurnEffect::new(*turn);
        suffixes[i] = effect.cube.then(&suffixes[i + 1].conjugate(effect.rotation.inverse()));
    }
    let effects: Vec<TurnEffect> = all_turns().into_iter().map(TurnEffect::new).collect();
    let solves = |at: usize, edit: Edit| {
        let (turn, rest) = match edit {
            Edit::Change(turn) => (Some(turn), at + 1),
            Edit::Remove => (None, at + 1),
            Edit::Insert(turn) => (Some(turn), at),
        };
        let (mut state, mut orientation) = (replay.states[at], replay.orientations[at]);
        if let Some(effect) = turn.and_then(|turn| effects.iter().find(|effect| effect.turn == turn)) {
            state = state.then(&effect.cube.conjugate(orientation.inverse()));
            orientation = orientation.then(effect.rotation);
        }
        state.then(&suffixes[rest].conjugate(orientation.inverse())) == Cube::SOLVED
    };
    edits(turns).take_while(|_| !stop.is_cancelled()).filter(|(at, edit)| solves(*at, *edit)).collect()
}

/// Returns the edits that reach the most stages, if these are more than without an edit.
fn edits_that_get_furthest(review: &Review, replay: &Replay, stop: &CancelToken) -> Vec<(usize, Edit)> {
    let reached = |states: &[Cube], colors: &[Color]| {
        colors.iter().map(|color| StageEnds::find(states, *color).count()).max().unwrap_or(0)
    };
    // The bottom colour is certain once a pair is solved; before that, all six are possible.
    let colors = if review.stages.len() > 1 { vec![review.color] } else { Color::COLUMNS.to_vec() };
    let mut max_stages = reached(&replay.states, &colors);
    let (mut best, mut seen) = (Vec::new(), HashSet::new());
    for (at, edit) in edits(&review.turns).take_while(|_| !stop.is_cancelled()) {
        let turns = apply_edit(&review.turns, at, edit);
        let later = Replay::new(&replay.states[at], replay.orientations[at], &turns[at..]);
        let states = [&replay.states[..at], &later.states].concat();
        let count = reached(&states, &colors);
        if count > max_stages {
            (max_stages, best) = (count, Vec::new());
            seen.clear();
        }
        // Edits that lead to the same final state count once.
        if count == max_stages && max_stages > review.stages.len() && seen.insert(states[states.len() - 1]) {
            best.push((at, edit));
        }
    }
    if max_stages > reached(&replay.states, &colors) { best } else { Vec::new() }
}

/// Returns the sort key of an edit: its kind, then edits after the last stage reached, then face turns, then its index.
fn sort_key(review: &Review, at: usize, edit: Edit) -> (u8, bool, Reverse<bool>, usize) {
    let same_face = |a: Base, b: Base| matches!((a, b), (Base::Face(a), Base::Wide(b)) | (Base::Wide(a), Base::Face(b)) if a == b);
    let kind = match (edit, review.turns.get(at)) {
        (Edit::Change(turn), Some(was)) if turn.base() == was.base() => 0,
        (Edit::Change(turn), Some(was)) if same_face(turn.base(), was.base()) => {
            1 + u8::from(turn.quarters() != was.quarters())
        }
        (Edit::Change(turn), Some(was)) if turn.quarters() == was.quarters() => 3,
        (Edit::Remove | Edit::Insert(_), _) => 4,
        (Edit::Change(_), _) => 5,
    };
    let reached = review.stages.last().map_or(0, |stage| stage.turns.end);
    let is_face =
        matches!(edit, Edit::Change(turn) | Edit::Insert(turn) if matches!(turn.base(), Base::Face(_)));
    (kind, at < reached, Reverse(is_face), at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn algorithm(text: &str) -> Algorithm {
        text.parse().expect("valid moves")
    }

    const SCRAMBLE: &str = "F U2 L2 B2 F' U L2 U R2 D2 L' B L2 B' R2 U2";
    const SOLUTION: &str = "y x' U R2 U' F' L F' U' L' U' R U R' R' U R U2' R' U R U R' U' R U' R' U2 R U";

    #[test]
    fn corrections_are_exactly_the_edits_whose_replay_is_solved() {
        let solver = CfopSolver::new();
        let whole = algorithm(SOLUTION);
        // A wrong direction, a wide move, a missing rotation, an extra move.
        for (at, wrong) in [
            (8, Edit::Change(Turn::new(Base::Face(Face::L), 2).unwrap())),
            (12, Edit::Change(Turn::new(Base::Wide(Face::R), 1).unwrap())),
            (0, Edit::Remove),
            (17, Edit::Insert(Turn::new(Base::M, 1).unwrap())),
        ] {
            let turns: Algorithm = apply_edit(whole.turns(), at, wrong).into_iter().collect();
            let cube = algorithm(SCRAMBLE).cube();
            let review = solver.review(&cube, Symmetry::IDENTITY, &turns);
            assert!(!review.is_solved());
            let corrections = solver.corrections(&review, usize::MAX, &CancelToken::never());
            assert!(corrections.iter().all(|correction| correction.review.is_solved()));
            assert!(
                corrections.iter().any(|correction| correction.review.turns == whole.turns()),
                "{at} {wrong:?}"
            );
            // Each edit, replayed in full, solves the cube if and only if it is among the corrections.
            let solving: Vec<(usize, Edit)> =
                corrections.iter().map(|correction| (correction.at, correction.edit)).collect();
            for (at, edit) in edits(turns.turns()) {
                let moves: Algorithm = apply_edit(turns.turns(), at, edit).into_iter().collect();
                let all: Algorithm =
                    algorithm(SCRAMBLE).turns().iter().chain(moves.turns()).copied().collect();
                assert_eq!(all.cube() == Cube::SOLVED, solving.contains(&(at, edit)), "{at} {edit:?}");
            }
        }
    }

    #[test]
    fn first_correction_is_another_amount_of_the_move() {
        let solver = CfopSolver::new();
        let cube = algorithm(SCRAMBLE).cube();
        let wrong = algorithm(&SOLUTION.replacen("U' R U R' R'", "U' R U R R'", 1));
        let review = solver.review(&cube, Symmetry::IDENTITY, &wrong);
        let corrections = solver.corrections(&review, 3, &CancelToken::never());
        assert_eq!(
            (corrections[0].at, corrections[0].edit),
            (13, Edit::Change(Turn::new(Base::Face(Face::R), 3).unwrap()))
        );
    }

    #[test]
    fn corrections_of_a_solve_with_two_slips_reach_more_stages() {
        let solver = CfopSolver::new();
        let cube = algorithm(SCRAMBLE).cube();
        let wrong = SOLUTION.replacen("U' R U R' R'", "U' R U R R'", 1).replacen("R' U2 R U", "R' F2 R U", 1);
        let review = solver.review(&cube, Symmetry::IDENTITY, &algorithm(&wrong));
        let corrections = solver.corrections(&review, 3, &CancelToken::never());
        assert!(!corrections.is_empty());
        assert!(corrections.iter().all(|correction| !correction.review.is_solved()));
        assert!(corrections.iter().all(|correction| correction.review.stages.len() > review.stages.len()));
    }
}
