//! Scrambles of given states in the forms of WCA events.
//!
//! A scramble is the inverse of a solution of its state, so it carries no information about how the state was drawn.
//! The forms follow the WCA regulations (article 4) and TNoodle: a state at least two moves from solved; at most 21
//! moves; in blindfolded events up to two more wide turns, which leave the cube in one of 24 orientations; in fewest
//! moves `R' U' F` at either end.

use cubiform_cube::{Algorithm, Axis, Cube, Move, random};
use cubiform_threads::{CancelToken, Threads};

use crate::solver::{Limits, Solver, Unsolved};
use crate::two_phase::{Filters, TwoPhase};

/// The maximum number of moves of a scramble (HTM), without those that an event adds.
pub const MAX_MOVES: u8 = 21;

/// The number of orientations of a blindfolded scramble.
pub const ORIENTATIONS: usize = 24;

/// The minimum number of moves (HTM) of an indirect scramble. Fewer than 2 in 100,000 random states have a solution of
/// 15 moves or fewer.
pub const MIN_MOVES: usize = 16;

/// The lengths of the random beginnings of an indirect scramble, tried in turn. Shorter ones are nearly always undone by the
/// rest.
const BEGINNINGS: [usize; 3] = [4, 5, 6];

/// The number of beginnings tried before the rest may have 20 moves.
const TRIES: usize = 1000;

/// The node limit of one try.
const NODES: u64 = 30_000;

/// The form of a scramble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Scrambles of face turns.
    Plain,
    /// Wide turns at the end leave the cube in an orientation, 0 to 23.
    Blindfolded(usize),
    /// `R' U' F` at either end.
    FewestMoves,
}

/// A generator of scrambles for given states.
#[derive(Clone, Debug)]
pub struct Scrambler {
    solver: TwoPhase,
}

/// The moves that an event puts before and after a scramble. The scramble must not begin or end on their axes, since
/// moves would merge or cancel.
struct EventMoves {
    before: Algorithm,
    after: Algorithm,
}

impl EventMoves {
    fn new(event: Event) -> EventMoves {
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
        EventMoves { before: parse(before), after: parse(after) }
    }

    /// Returns the axis of the last move before the scramble and of the first move after it.
    fn axes(&self) -> [Option<Axis>; 2] {
        let axis = |m: Option<&Move>| m.map(|m| m.face().axis());
        [axis(self.before.resolve().0.last()), axis(self.after.resolve().0.first())]
    }
}

impl Scrambler {
    /// Creates a generator. Builds the tables of the two-phase solver.
    pub fn new(threads: &Threads) -> Scrambler {
        Scrambler::new_until(threads, &CancelToken::never()).expect("nobody cancels it")
    }

    /// Creates a generator, or returns `None` if `cancel` was set.
    pub fn new_until(threads: &Threads, cancel: &CancelToken) -> Option<Scrambler> {
        Some(Scrambler { solver: TwoPhase::with_filters(Filters::default(), threads, cancel)? })
    }

    /// Creates a generator that shares the tables of `solver`. Its scrambles are those of [`Scrambler::new`] if the solver
    /// has no filters.
    pub fn sharing(solver: TwoPhase) -> Scrambler {
        Scrambler { solver }
    }

    /// Returns whether a state is at least two moves from solved, as competitions require.
    pub fn is_allowed(state: &Cube) -> bool {
        *state != Cube::SOLVED && Move::all().all(|m| state.turn(m) != Cube::SOLVED)
    }

    /// Returns the scramble of `state`, a state relative to the centres. The result is reproducible.
    ///
    /// # Panics
    /// If the orientation of a blindfolded scramble is not less than [`ORIENTATIONS`].
    pub fn scramble(&self, state: &Cube, event: Event) -> Algorithm {
        self.scramble_until(state, event, &CancelToken::never()).expect("nobody stops it")
    }

    /// Returns the scramble of `state`, or `None` if `stop` was set.
    ///
    /// # Panics
    /// If the orientation of a blindfolded scramble is not less than [`ORIENTATIONS`].
    pub fn scramble_until(&self, state: &Cube, event: Event, stop: &CancelToken) -> Option<Algorithm> {
        let event_moves = EventMoves::new(event);
        let (before, after) = (event_moves.before.cube(), event_moves.after.cube());
        let between = before.inverse().then(state).then(&after.inverse());
        let moves = self.moves_to(&between, event_moves.axes(), stop)?;
        let parts = [
            event_moves.before.to_string(),
            cubiform_cube::moves::to_wca(&moves),
            event_moves.after.to_string(),
        ];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let scramble = Algorithm::parse(&parts.join(" ")).expect("moves are an algorithm");
        assert_eq!(scramble.cube(), *state, "a scramble makes its state");
        Some(scramble)
    }

    /// Returns moves that lead to a state and do not begin or end on the given axes, or `None` if `stop` was set.
    fn moves_to(
        &self,
        state: &Cube,
        [first, last]: [Option<Axis>; 2],
        stop: &CancelToken,
    ) -> Option<Vec<Move>> {
        let on = |m: Option<&Move>, axis: Option<Axis>| m.is_some_and(|m| Some(m.face().axis()) == axis);
        let fits = |moves: &[Move]| !on(moves.first(), first) && !on(moves.last(), last);
        // A few initial moves, fewer first, followed by the inverse of a solution.
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

    /// Returns moves that lead to a state, or `None` if `stop` was set. There are at most `MAX_MOVES - fewer`, or 20 if
    /// that is less.
    fn inverse_of_solution(&self, state: &Cube, fewer: usize, stop: &CancelToken) -> Option<Vec<Move>> {
        // Every state has a solution of twenty moves (Rokicki et al., 2010).
        let most = MAX_MOVES.saturating_sub(fewer as u8).max(20);
        let limits = Limits { max_length: Some(most), cancel: stop.clone(), ..Limits::default() };
        match self.solver.solve(state, &limits) {
            Ok(solution) => Some(solution.moves().iter().rev().map(|m| m.inverse()).collect()),
            Err(Unsolved::Cancelled) => None,
            Err(error) => panic!("every state has a solution of 20 moves: {error}"),
        }
    }

    /// Returns a scramble of `state` of [`MIN_MOVES`] to 21 moves, longer only if none is found, that begins with moves
    /// drawn by `seed`. Returns `None` if `stop` was set.
    ///
    /// It is for states near solved, such as a last-layer case, whose shortest scramble is the inverse of the algorithm that
    /// solves them. The random moves are followed by the inverse of a two-phase solution of the rest; a rest that begins on
    /// the axis of the last random move is rejected.
    pub fn scramble_indirectly_until(
        &self,
        state: &Cube,
        seed: u64,
        stop: &CancelToken,
    ) -> Option<Algorithm> {
        let mut generator = random::generator(seed);
        for try_number in 0.. {
            let first = BEGINNINGS[try_number % BEGINNINGS.len()];
            let mut beginning: Vec<Move> = Vec::new();
            while beginning.len() < first {
                let index = random::below(&mut generator, 18) as usize;
                let next = Move::all().nth(index).expect("there are 18 moves");
                if beginning.last().is_none_or(|m| m.face().axis() != next.face().axis()) {
                    beginning.push(next);
                }
            }
            let left = Cube::from_moves(&beginning).inverse().then(state);
            let most = if try_number < TRIES { MAX_MOVES - first as u8 } else { 20 };
            let limits = Limits {
                max_length: Some(most),
                nodes: Some(NODES),
                first: true,
                cancel: stop.clone(),
                ..Limits::default()
            };
            let rest: Vec<Move> = match self.solver.solve(&left, &limits) {
                Ok(solution) => solution.moves().iter().rev().map(|m| m.inverse()).collect(),
                Err(Unsolved::Cancelled) => return None,
                Err(_) => continue,
            };
            let joins = rest.first().map(|m| m.face().axis()) == beginning.last().map(|m| m.face().axis());
            let moves = [beginning, rest].concat();
            if !joins && moves.len() >= MIN_MOVES {
                let scramble: Algorithm = moves.into_iter().collect();
                assert_eq!(scramble.cube(), *state, "a scramble makes its state");
                return Some(scramble);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn scrambles_lead_to_their_states_in_the_form_of_their_event() {
        let scrambler = Scrambler::new(&Threads::available());
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
            let wide = EventMoves::new(Event::Blindfolded(i % ORIENTATIONS)).after;
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
    fn wide_turns_reach_each_orientation_exactly_once() {
        let turned = |i| EventMoves::new(Event::Blindfolded(i)).after.resolve().1;
        let all: HashSet<_> = (0..ORIENTATIONS).map(turned).collect();
        assert_eq!(all.len(), ORIENTATIONS);
    }

    #[test]
    fn states_less_than_two_moves_from_solved_are_not_allowed() {
        let allowed = |text| Scrambler::is_allowed(&Algorithm::parse(text).unwrap().cube());
        for text in ["", "R", "U2", "L'", "R R"] {
            assert!(!allowed(text), "{text}");
        }
        assert!(allowed("R U") && allowed("R L"));
    }

    #[test]
    fn indirect_scrambles_of_near_states_have_16_to_21_moves() {
        let scrambler = Scrambler::new(&Threads::available());
        for text in
            ["R U R'", "R U R' U R U2 R'", "M2 U M2 U2 M2 U M2", "R U R' U' R' F R2 U' R' U' R U R' F'"]
        {
            let state = Algorithm::parse(text).expect("it is read").cube();
            for seed in 0..20 {
                let scramble = scrambler
                    .scramble_indirectly_until(&state, seed, &CancelToken::never())
                    .expect("nobody stops it");
                let moves = scramble.resolve().0;
                assert_eq!(Cube::from_moves(&moves), state);
                assert!((MIN_MOVES..=21).contains(&moves.len()), "{text}: {scramble}");
                assert!(!moves.windows(2).any(|pair| pair[0].face() == pair[1].face()), "{scramble}");
            }
        }
    }
}
