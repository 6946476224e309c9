//! Scrambles of the 3x3x3: of random states, of those that satisfy a condition, and of those that show a case.

use std::sync::Arc;

use cubiform_cube::notation::Algorithm;
use cubiform_cube::{Cube, Symmetry, facelets, random};
use cubiform_human::cases::{Case, CaseStates};
use cubiform_solvers::scrambler::{Event, ORIENTATIONS, Scrambler};
use cubiform_threads::CancelToken;

use super::derived::DerivedStates;
use super::row::{Row, Task, Tasks};
use crate::Error;
use crate::engines::Engines;
use crate::input::{Input, Item};
use crate::puzzle::ScrambleEvent;
use crate::scrambles::ScrambleQuestion;
use crate::solvers::{Solvers, open};

/// The number of consecutive states less than two moves from solved after which no other states are assumed to exist.
const MAX_REJECTED: u32 = 1000;

/// Returns the scrambles of a question.
///
/// # Errors
/// If the condition has no states, or the work was cancelled.
pub(crate) fn tasks(
    question: &ScrambleQuestion,
    solvers: &dyn Solvers,
    cancel: &CancelToken,
) -> Result<Tasks, Error> {
    let (event, seed, count) = (question.event, question.seed, question.count);
    let states = match &question.condition {
        None => Input::from_random(u64::MAX, seed),
        Some(condition) => solvers.states(condition, seed)?,
    };
    let scrambler = Arc::new(open(solvers, Engines::scrambler)?);
    let of_case: Option<Box<dyn Iterator<Item = (Cube, u64)> + Send>> = match &question.derived {
        Some(derived) => Some(Box::new(DerivedStates::new(derived, seed, cancel)?)),
        None if question.cases.is_empty() => None,
        None => Some(Box::new(of_cases(&question.cases, seed))),
    };
    if let Some(states) = of_case {
        let cancel = cancel.clone();
        return Ok(Box::new(states.zip(1..=count).map(move |(state, number)| {
            let (scrambler, cancel) = (Arc::clone(&scrambler), cancel.clone());
            let task = move || {
                let scramble = scrambler.scramble_indirectly_until(&state.0, state.1, &cancel);
                row(event, format!("case-{seed}-{number}"), &state.0, scramble)
            };
            Box::new(task) as Task
        })));
    }
    Ok(of_states(states, event, seed, count, scrambler, cancel.clone()))
}

/// Returns the scrambles of the first `count` of `states`, which are random states of this seed.
pub fn of_states(
    states: Input,
    event: ScrambleEvent,
    seed: u64,
    count: u64,
    scrambler: Arc<Scrambler>,
    cancel: CancelToken,
) -> Tasks {
    Box::new(allowed(states, seed).zip(1..=count).map(move |(state, number)| {
        let (scrambler, cancel) = (Arc::clone(&scrambler), cancel.clone());
        let task = move || {
            let (state, orientation) = state?;
            let form = match event {
                ScrambleEvent::Blindfolded | ScrambleEvent::MultiBlind => Event::Blindfolded(orientation),
                ScrambleEvent::FewestMoves => Event::FewestMoves,
                _ => Event::Plain,
            };
            let scramble = scrambler.scramble_until(&state, form, &cancel);
            row(event, format!("random-{seed}-{number}"), &state, scramble)
        };
        Box::new(task) as Task
    }))
}

/// Returns the row of a scramble of a state; `None` stands for one that was cancelled.
fn row(event: ScrambleEvent, id: String, state: &Cube, scramble: Option<Algorithm>) -> Result<Row, Error> {
    let scramble = scramble.ok_or_else(Error::cancelled)?;
    let rotation = scramble.resolve().1;
    Ok(Row {
        event,
        facelets: facelets::format(state),
        held_facelets: (rotation != Symmetry::IDENTITY).then(|| facelets::format_held(state, rotation)),
        id,
        length: scramble.turns().len(),
        scramble: scramble.to_string(),
    })
}

/// Returns the states that are allowed in competition, each with the index of the orientation in which a blindfolded
/// scramble leaves the cube. `states` is an endless input of random states, and `seed` that of its states. An error is the
/// last item.
fn allowed(states: Input, seed: u64) -> impl Iterator<Item = Result<(Cube, usize), Error>> + Send {
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
    allowed.map(move |state| {
        let orientation = random::below(&mut generator, ORIENTATIONS as u64) as usize;
        state.map(|state| (state, orientation))
    })
}

/// Returns uniformly random states that show any of these cases, each with the seed of the moves with which its scramble
/// begins. Repeated cases count once.
fn of_cases(cases: &[&'static Case], seed: u64) -> impl Iterator<Item = (Cube, u64)> + Send + use<> {
    let mut distinct: Vec<&Case> = Vec::new();
    for case in cases {
        if distinct.iter().all(|known| (known.set, known.label) != (case.set, case.label)) {
            distinct.push(case);
        }
    }
    let states = CaseStates::new(&distinct);
    let mut generator = random::generator(seed);
    std::iter::repeat_with(move || {
        let state = states.nth(random::below(&mut generator, states.count()));
        (state, random::below(&mut generator, u64::MAX))
    })
}
