//! The random states of scrambles, with their numbers.

use cubiform_cube::{Cube, random};
use cubiform_human::cases::{Case, CaseStates};
use cubiform_solvers::scrambler::{ORIENTATIONS, Scrambler};

use crate::Error;
use crate::input::{Input, Item};
use crate::puzzle::ScramblePuzzle;

/// The number of consecutive states less than two moves from solved after which no other states are assumed to exist.
const MAX_REJECTED: u32 = 1000;

/// A random state of the 3x3x3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Its number, from 1.
    pub number: u64,
    /// The state.
    pub state: Cube,
    /// The index of the orientation in which a blindfolded scramble leaves the cube, less than [`ORIENTATIONS`].
    pub orientation: usize,
}

/// A random state that shows a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnCase {
    /// Its number, from 1.
    pub number: u64,
    /// The state.
    pub state: Cube,
    /// The seed of the moves with which the scramble begins.
    pub seed_of_moves: u64,
}

/// Returns the first `count` states that are allowed in competition, with their numbers and orientations. `states` is an
/// endless input of random states, and `seed` that of its states. An error is the last item.
///
/// # Panics
/// If the input has other items than states.
pub fn numbered(states: Input, seed: u64, count: u64) -> impl Iterator<Item = Result<Drawn, Error>> + Send {
    // A different generator from that of the states.
    let mut generator = random::generator(!seed);
    let mut rejected = 0;
    let allowed = states.filter_map(move |item| match item {
        Item::State(_, cube, _) if !Scrambler::is_allowed(&cube) => {
            rejected += 1;
            let message =
                "only states less than two moves from solved satisfy the condition; a scramble has at least two moves";
            (rejected == MAX_REJECTED).then(|| Err(Error::message(message)))
        }
        Item::State(_, cube, _) => {
            rejected = 0;
            Some(Ok(cube))
        }
        Item::Failed(error) => Some(Err(error)),
        _ => unreachable!("the input has only random states"),
    });
    allowed.zip(1..=count).map(move |(state, number)| {
        let orientation = random::below(&mut generator, ORIENTATIONS as u64) as usize;
        state.map(|state| Drawn { number, state, orientation })
    })
}

/// Returns `count` uniformly random states that show any of these cases. Repeated cases count once.
pub fn case_states(
    cases: &[&'static Case],
    seed: u64,
    count: u64,
) -> impl Iterator<Item = DrawnCase> + Send + use<> {
    let mut distinct: Vec<&Case> = Vec::new();
    for case in cases {
        if distinct.iter().all(|known| (known.set, known.label) != (case.set, case.label)) {
            distinct.push(case);
        }
    }
    let states = CaseStates::new(&distinct);
    let mut generator = random::generator(seed);
    (1..=count).map(move |number| {
        let state = states.nth(random::below(&mut generator, states.count()));
        DrawnCase { number, state, seed_of_moves: random::below(&mut generator, u64::MAX) }
    })
}

/// Returns `count` random states of a puzzle that are allowed in competition, with their numbers.
pub fn puzzle_states<P: ScramblePuzzle>(
    seed: u64,
    count: u64,
) -> impl Iterator<Item = (P, u64)> + Send + use<P> {
    let mut generator = random::generator(seed);
    let states = std::iter::repeat_with(move || P::random(&mut generator)).filter(P::is_allowed);
    states.zip(1..=count)
}
