//! The search for a slip: the one move that, changed, added or left out, makes a solve end solved.
//!
//! The states before each move and the effects of all moves after it are computed once, so that an edit is checked with
//! two compositions of cubes. All edits of one move are tried.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Axis, Color, Cube, Face, Symmetry};

use super::Review;
use super::ends::{Ends, Track};
use crate::human::solver::Solver;

/// Longer solves are not searched for edits that get further without solving the cube, since each such edit is replayed.
const MOST_REPLAYED: usize = 150;

/// An edit of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edit {
    /// Another move in its place.
    Change(Turn),
    /// The move is left out.
    Remove,
    /// This move is added before it.
    Insert(Turn),
}

/// An edit that makes a solve get further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mend {
    /// The index of the move in [`Review::turns`]; their number if a move is added at the end.
    pub at: usize,
    /// What to do there.
    pub edit: Edit,
    /// The review of the solve with that edit.
    pub review: Review,
}

/// A move and what it does: to the pieces, and to how the cube is held.
struct Effect {
    turn: Turn,
    cube: Cube,
    rotation: Symmetry,
}

impl Effect {
    fn of(turn: Turn) -> Effect {
        let (moves, rotation) = std::iter::once(turn).collect::<Algorithm>().resolve();
        Effect { turn, cube: Cube::from_moves(&moves), rotation }
    }
}

impl Solver {
    /// Returns the edits of one move that make an unsolved solve end solved, the likeliest first: another amount of the
    /// same move, then a wide move for a face or the reverse, a move left out or added, another letter.
    ///
    /// If there are none, returns those that reach the most stages, if these are more than without the edit.
    /// At most `most` are returned; none if `stop` is set.
    pub fn mends(&self, review: &Review, most: usize, stop: &AtomicBool) -> Vec<Mend> {
        if review.is_solved() {
            return Vec::new();
        }
        let track = Track::new(&review.start, review.orientation, &review.turns);
        let mut edits = solving(review, &track, stop);
        if edits.is_empty() && review.turns.len() <= MOST_REPLAYED {
            edits = furthest(review, &track, stop);
        }
        edits.sort_by_key(|(at, edit)| likelihood(review, *at, *edit));
        edits.truncate(most);
        let mend = |(at, edit)| {
            let turns: Algorithm = edited(&review.turns, at, edit).into_iter().collect();
            Mend { at, edit, review: self.review(&review.start, review.orientation, &turns) }
        };
        edits.into_iter().map(mend).collect()
    }
}

/// The turns of the puzzle: faces, two layers, middle layers and rotations.
fn all_turns() -> Vec<Turn> {
    let faces = Face::ALL.into_iter().flat_map(|face| [Base::Face(face), Base::Wide(face)]);
    let bases = faces.chain([Base::M, Base::E, Base::S, Base::X, Base::Y, Base::Z]);
    bases.flat_map(|base| (1..4).filter_map(move |quarters| Turn::new(base, quarters))).collect()
}

/// All edits of one move, each with its place, without those that make the same sequence up to the order of moves about
/// one axis.
fn edits(turns: &[Turn]) -> impl Iterator<Item = (usize, Edit)> {
    let all = all_turns();
    (0..=turns.len()).flat_map(move |at| {
        let here = turns.get(at).copied();
        let before = at.checked_sub(1).map(|before| turns[before]);
        let changes =
            all.iter().copied().filter(|turn| here.is_some_and(|here| here != *turn)).map(Edit::Change);
        // A move left out or added beside an equal layer is another amount of that move; beside a move about the same
        // axis it is the same edit one place earlier.
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

/// The moves with an edit.
fn edited(turns: &[Turn], at: usize, edit: Edit) -> Vec<Turn> {
    let (instead, kept) = match edit {
        Edit::Change(turn) => (Some(turn), at + 1),
        Edit::Remove => (None, at + 1),
        Edit::Insert(turn) => (Some(turn), at),
    };
    turns[..at].iter().copied().chain(instead).chain(turns[kept..].iter().copied()).collect()
}

/// The edits after which the cube is solved.
fn solving(review: &Review, track: &Track, stop: &AtomicBool) -> Vec<(usize, Edit)> {
    let turns = &review.turns;
    // What the moves from each on do to the pieces, named in the orientation before them.
    let mut suffixes = vec![Cube::SOLVED; turns.len() + 1];
    for (i, turn) in turns.iter().enumerate().rev() {
        let effect = Effect::of(*turn);
        suffixes[i] = effect.cube.then(&suffixes[i + 1].conjugate(effect.rotation.inverse()));
    }
    let effects: Vec<Effect> = all_turns().into_iter().map(Effect::of).collect();
    let solves = |at: usize, edit: Edit| {
        let (turn, rest) = match edit {
            Edit::Change(turn) => (Some(turn), at + 1),
            Edit::Remove => (None, at + 1),
            Edit::Insert(turn) => (Some(turn), at),
        };
        let (mut state, mut frame) = (track.states[at], track.frames[at]);
        if let Some(effect) = turn.and_then(|turn| effects.iter().find(|effect| effect.turn == turn)) {
            state = state.then(&effect.cube.conjugate(frame.inverse()));
            frame = frame.then(effect.rotation);
        }
        state.then(&suffixes[rest].conjugate(frame.inverse())) == Cube::SOLVED
    };
    edits(turns)
        .take_while(|_| !stop.load(Ordering::Relaxed))
        .filter(|(at, edit)| solves(*at, *edit))
        .collect()
}

/// The edits after which most stages are reached, if these are more than without one.
fn furthest(review: &Review, track: &Track, stop: &AtomicBool) -> Vec<(usize, Edit)> {
    let reached = |states: &[Cube], colors: &[Color]| {
        colors.iter().map(|color| Ends::of(states, *color).count()).max().unwrap_or(0)
    };
    // Once a pair is solved the bottom colour is known; before that it may be any.
    let colors = if review.steps.len() > 1 { vec![review.color] } else { Color::COLUMNS.to_vec() };
    let mut most = reached(&track.states, &colors);
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for (at, edit) in edits(&review.turns).take_while(|_| !stop.load(Ordering::Relaxed)) {
        let turns = edited(&review.turns, at, edit);
        let later = Track::new(&track.states[at], track.frames[at], &turns[at..]);
        let states = [&track.states[..at], &later.states].concat();
        let count = reached(&states, &colors);
        if count > most {
            (most, found) = (count, Vec::new());
            seen.clear();
        }
        // Edits that lead to the same state are one.
        if count == most && most > review.steps.len() && seen.insert(states[states.len() - 1]) {
            found.push((at, edit));
        }
    }
    if most > reached(&track.states, &colors) { found } else { Vec::new() }
}

/// The order in which edits are listed: by kind, those behind the last stage that was reached first, and by place.
fn likelihood(review: &Review, at: usize, edit: Edit) -> (u8, bool, Reverse<bool>, usize) {
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
    let reached = review.steps.last().map_or(0, |step| step.turns.end);
    let is_face =
        matches!(edit, Edit::Change(turn) | Edit::Insert(turn) if matches!(turn.base(), Base::Face(_)));
    (kind, at < reached, Reverse(is_face), at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn algorithm(text: &str) -> Algorithm {
        text.parse().expect("it is read")
    }

    const SCRAMBLE: &str = "F U2 L2 B2 F' U L2 U R2 D2 L' B L2 B' R2 U2";
    const SOLUTION: &str = "y x' U R2 U' F' L F' U' L' U' R U R' R' U R U2' R' U R U R' U' R U' R' U2 R U";

    #[test]
    fn edits_that_solve_are_those_whose_replay_is_solved() {
        let solver = Solver::new();
        let whole = algorithm(SOLUTION);
        // A wrong direction, a wide move, a rotation left out, a move too many.
        for (at, wrong) in [
            (8, Edit::Change(Turn::new(Base::Face(Face::L), 2).unwrap())),
            (12, Edit::Change(Turn::new(Base::Wide(Face::R), 1).unwrap())),
            (0, Edit::Remove),
            (17, Edit::Insert(Turn::new(Base::M, 1).unwrap())),
        ] {
            let turns: Algorithm = edited(whole.turns(), at, wrong).into_iter().collect();
            let cube = algorithm(SCRAMBLE).cube();
            let review = solver.review(&cube, Symmetry::IDENTITY, &turns);
            assert!(!review.is_solved());
            let mends = solver.mends(&review, usize::MAX, &AtomicBool::new(false));
            assert!(mends.iter().all(|mend| mend.review.is_solved()));
            assert!(mends.iter().any(|mend| mend.review.turns == whole.turns()), "{at} {wrong:?}");
            // Every edit, replayed as a whole, is solved exactly if it is among those found.
            let found: Vec<(usize, Edit)> = mends.iter().map(|mend| (mend.at, mend.edit)).collect();
            for (at, edit) in edits(turns.turns()) {
                let moves: Algorithm = edited(turns.turns(), at, edit).into_iter().collect();
                let all: Algorithm =
                    algorithm(SCRAMBLE).turns().iter().chain(moves.turns()).copied().collect();
                assert_eq!(all.cube() == Cube::SOLVED, found.contains(&(at, edit)), "{at} {edit:?}");
            }
        }
    }

    #[test]
    fn likeliest_edit_is_another_amount_of_the_move() {
        let solver = Solver::new();
        let cube = algorithm(SCRAMBLE).cube();
        let wrong = algorithm(&SOLUTION.replacen("U' R U R' R'", "U' R U R R'", 1));
        let review = solver.review(&cube, Symmetry::IDENTITY, &wrong);
        let mends = solver.mends(&review, 3, &AtomicBool::new(false));
        assert_eq!(
            (mends[0].at, mends[0].edit),
            (13, Edit::Change(Turn::new(Base::Face(Face::R), 3).unwrap()))
        );
    }

    #[test]
    fn two_slips_are_mended_one_by_one() {
        let solver = Solver::new();
        let cube = algorithm(SCRAMBLE).cube();
        let wrong = SOLUTION.replacen("U' R U R' R'", "U' R U R R'", 1).replacen("R' U2 R U", "R' F2 R U", 1);
        let review = solver.review(&cube, Symmetry::IDENTITY, &algorithm(&wrong));
        let mends = solver.mends(&review, 3, &AtomicBool::new(false));
        assert!(!mends.is_empty());
        assert!(mends.iter().all(|mend| !mend.review.is_solved()));
        assert!(mends.iter().all(|mend| mend.review.steps.len() > review.steps.len()));
    }
}
