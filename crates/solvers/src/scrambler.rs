//! Scrambles of given states, as the events of the WCA have them.
//!
//! A scramble is made from its state alone, so it tells nothing of how the state was drawn: it is the inverse of a
//! solution of the whole cube. The forms are those of the WCA's regulations (article 4) and of its program TNoodle: at
//! least two moves from solved; at most 21 moves, to which blindfolded events add up to two wide turns that leave the cube
//! in one of 24 orientations, and fewest moves `R' U' F` at either end.

mod indirect;

use std::sync::atomic::AtomicBool;

use cubiform_cube::{Algorithm, Axis, Cube, Move};

use crate::solver::{Limits, Solver, Unsolved};
use crate::two_phase::{Filters, TwoPhase};

pub use indirect::FEWEST_MOVES;

/// The most moves of a scramble, without what an event adds.
pub const MOST_MOVES: u8 = 21;

/// How many orientations a blindfolded cube may be left in.
pub const ORIENTATIONS: usize = 24;

/// What a scramble is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Scrambles of face turns.
    Plain,
    /// Left in an orientation, 0 to 23, by wide turns at the end.
    Blindfolded(usize),
    /// With `R' U' F` at either end.
    FewestMoves,
}

/// Makes scrambles.
#[derive(Debug)]
pub struct Scrambler {
    solver: TwoPhase,
}

/// What an event puts around the moves, and the axes on which these may not begin and end, since moves would join.
struct Around {
    before: Algorithm,
    after: Algorithm,
}

impl Around {
    fn of(event: Event) -> Around {
        const FIRST: [&str; 6] = ["", "Rw", "Rw2", "Rw'", "Fw", "Fw'"];
        const SECOND: [&str; 4] = ["", "Uw", "Uw2", "Uw'"];
        let (before, after) = match event {
            Event::Plain => (String::new(), String::new()),
            Event::Blindfolded(orientation) => {
                let (first, second) = (orientation / SECOND.len(), orientation % SECOND.len());
                (String::new(), format!("{} {}", FIRST[first], SECOND[second]))
            }
            Event::FewestMoves => ("R' U' F".into(), "R' U' F".into()),
        };
        let parse = |text: String| Algorithm::parse(&text).expect("these are algorithms");
        Around { before: parse(before), after: parse(after) }
    }

    /// The axis of the last move before, and of the first one after.
    fn axes(&self) -> [Option<Axis>; 2] {
        let axis = |m: Option<&Move>| m.map(|m| m.face().axis());
        [axis(self.before.resolve().0.last()), axis(self.after.resolve().0.first())]
    }
}

impl Default for Scrambler {
    fn default() -> Scrambler {
        Scrambler::new()
    }
}

impl Scrambler {
    /// Makes the tables of the two-phase solver.
    pub fn new() -> Scrambler {
        Scrambler::new_until(&AtomicBool::new(false)).expect("nobody cancels it")
    }

    /// The same; `None` if `cancel` was set before it was done.
    pub fn new_until(cancel: &AtomicBool) -> Option<Scrambler> {
        Some(Scrambler { solver: TwoPhase::with_until(Filters::default(), cancel)? })
    }

    /// Whether a state is far enough from solved to be one of a competition: two moves at least.
    pub fn is_allowed(state: &Cube) -> bool {
        *state != Cube::SOLVED && Move::all().all(|m| state.turn(m) != Cube::SOLVED)
    }

    /// A scramble of `state`, which is relative to the centres; always the same one.
    ///
    /// # Panics
    /// If the orientation of a blindfolded scramble is not below [`ORIENTATIONS`].
    pub fn scramble(&self, state: &Cube, event: Event) -> Algorithm {
        self.scramble_until(state, event, &AtomicBool::new(false)).expect("nobody stops it")
    }

    /// The same; `None` if `stop` was set before there was one.
    ///
    /// # Panics
    /// If the orientation of a blindfolded scramble is not below [`ORIENTATIONS`].
    pub fn scramble_until(&self, state: &Cube, event: Event, stop: &AtomicBool) -> Option<Algorithm> {
        let around = Around::of(event);
        let (before, after) = (around.before.cube(), around.after.cube());
        let between = before.inverse().then(state).then(&after.inverse());
        let moves = self.moves_to(&between, around.axes(), stop)?;
        let parts =
            [around.before.to_string(), cubiform_cube::moves::to_wca(&moves), around.after.to_string()];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let scramble = Algorithm::parse(&parts.join(" ")).expect("moves are an algorithm");
        assert_eq!(scramble.cube(), *state, "a scramble makes its state");
        Some(scramble)
    }

    /// Moves that make a state and do not begin, or end, on an axis; `None` if it was stopped.
    fn moves_to(
        &self,
        state: &Cube,
        [first, last]: [Option<Axis>; 2],
        stop: &AtomicBool,
    ) -> Option<Vec<Move>> {
        let on = |m: Option<&Move>, axis: Option<Axis>| m.is_some_and(|m| Some(m.face().axis()) == axis);
        let fits = |moves: &[Move]| !on(moves.first(), first) && !on(moves.last(), last);
        // The moves that it begins with, fewer first; what follows is the inverse of a solution.
        let mut beginnings = vec![Vec::new()];
        loop {
            for beginning in &beginnings {
                let left = Cube::from_moves(beginning).inverse().then(state);
                let rest = self.inverse_of_solution(&left, beginning.len(), stop)?;
                let joins = on(rest.first(), beginning.last().map(|m: &Move| m.face().axis()));
                let moves = [&beginning[..], &rest[..]].concat();
                if !joins && fits(&moves) {
                    return Some(moves);
                }
            }
            let longer = |beginning: &Vec<Move>| {
                let last = beginning.last().map(|m| m.face().axis()).or(first);
                let next = Move::all().filter(move |m| Some(m.face().axis()) != last);
                next.map(|m| [&beginning[..], &[m]].concat()).collect::<Vec<_>>()
            };
            beginnings = beginnings.iter().flat_map(longer).collect();
        }
    }

    /// Moves that make a state, so many fewer than the most that there may be; `None` if it was stopped.
    fn inverse_of_solution(&self, state: &Cube, fewer: usize, stop: &AtomicBool) -> Option<Vec<Move>> {
        // Every state has a solution of twenty moves.
        let most = MOST_MOVES.saturating_sub(fewer as u8).max(20);
        let limits = Limits { max_length: Some(most), stop: Some(stop), ..Limits::default() };
        match self.solver.solve(state, &limits) {
            Ok(solution) => Some(solution.moves().iter().rev().map(|m| m.inverse()).collect()),
            Err(Unsolved::Stopped) => None,
            Err(error) => panic!("every state has a solution of 20 moves: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use cubiform_cube::random;

    use super::*;

    #[test]
    fn scrambles_make_their_states_in_the_form_of_their_event() {
        let scrambler = Scrambler::new();
        let near = ["R", "R U", "F", "R' U' F R' U' F", "R' U' F L2 R' U' F"];
        let near = near.map(|text| Algorithm::parse(text).unwrap().cube());
        for (i, state) in random::states(9).take(60).chain(near).chain([Cube::SOLVED]).enumerate() {
            let plain = scrambler.scramble(&state, Event::Plain);
            assert!(plain.turns().len() <= 21, "{plain}");
            assert_eq!(plain.cube(), state);

            let blind = scrambler.scramble(&state, Event::Blindfolded(i % ORIENTATIONS));
            let (moves, turned) = blind.resolve();
            assert_eq!(Cube::from_moves(&moves), state);
            assert!(moves.len() <= 23 && moves.len() == blind.turns().len(), "{blind}");
            let wide = Around::of(Event::Blindfolded(i % ORIENTATIONS)).after;
            assert_eq!(turned, wide.resolve().1);

            let fewest = scrambler.scramble(&state, Event::FewestMoves);
            let text = fewest.to_string();
            assert!(text.starts_with("R' U' F") && text.ends_with("R' U' F"), "{text}");
            assert!(fewest.turns().len() <= 28, "{text}");
            for scramble in [plain, blind, fewest] {
                let moves = scramble.resolve().0;
                let joins = |pair: &[Move]| pair[0].face() == pair[1].face();
                assert!(!moves.windows(2).any(joins), "{scramble}");
            }
        }
    }

    #[test]
    fn wide_turns_lead_to_each_orientation_once() {
        let turned = |i| Around::of(Event::Blindfolded(i)).after.resolve().1;
        let all: HashSet<_> = (0..ORIENTATIONS).map(turned).collect();
        assert_eq!(all.len(), ORIENTATIONS);
    }

    #[test]
    fn states_less_than_two_moves_from_solved_are_none_of_a_competition() {
        let allowed = |text| Scrambler::is_allowed(&Algorithm::parse(text).unwrap().cube());
        for text in ["", "R", "U2", "L'", "R R"] {
            assert!(!allowed(text), "{text}");
        }
        assert!(allowed("R U") && allowed("R L"));
    }
}
