//! Scrambles of the 3x3x3: of random states, of those that satisfy a condition, and of those that show cases of a derived
//! set, such as ZBLL or CMLL.

use std::sync::Arc;

use cubiform_cube::goal::Pattern;
use cubiform_cube::notation::Algorithm;
use cubiform_cube::{Cube, Face, Move, Symmetry, facelets, random};
use cubiform_human::cases::sets::DerivedSet;
use cubiform_human::cases::{Case, CaseSet, CaseStates};
use cubiform_solvers::scrambler::{Event, ORIENTATIONS, Scrambler};
use cubiform_threads::CancelToken;

use super::{Row, ScrambleQuestion, Task, Tasks};
use crate::Error;
use crate::cases::DerivedCases;
use crate::engines::Engines;
use crate::input::{Input, Item};
use crate::puzzle::ScrambleEvent;
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

/// The number of states of a last slot that are tried to see whether a set begins with one.
const SLOT_PROBES: u64 = 20_000;

/// The number of states that are tried for one of a case before its own state is taken.
const MAX_TRIES: u64 = 1 << 21;

/// An endless sequence of states of cases.
struct DerivedStates {
    set: DerivedSet,
    from: Vec<Pattern>,
    /// The indices of the cases.
    wanted: Vec<usize>,
    /// The states that are tried: those of a last layer or of a last slot.
    tried: CaseStates,
    /// Whether some of the states tried show the cases.
    is_among_them: bool,
    /// Returns a random number below another.
    below: Box<dyn FnMut(u64) -> u64 + Send>,
}

impl DerivedStates {
    /// Derives the set of the cases.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub(super) fn new(cases: &DerivedCases, seed: u64, cancel: &CancelToken) -> Result<DerivedStates, Error> {
        let definition = cases.set.definition();
        let set = definition.derive(false, cancel).map_err(|_| Error::cancelled())?;
        let numbered = set
            .unsolved()
            .zip(1..)
            .filter(|(_, number)| cases.numbers.is_empty() || cases.numbers.contains(number));
        let wanted = numbered.filter_map(|(case, _)| set.index_of(&case.cube)).collect();
        let all = |sets: &[CaseSet]| -> CaseStates {
            let cases: Vec<&Case> = sets.iter().flat_map(|set| set.cases()).collect();
            CaseStates::new(&cases)
        };
        let slot = all(&[CaseSet::F2l]);
        let mut generator = random::generator(seed);
        let begins_with_slot = (0..SLOT_PROBES).any(|_| {
            let cube = slot.nth(random::below(&mut generator, slot.count()));
            definition.from.iter().any(|pattern| pattern.contains(&cube))
        });
        let tried = if begins_with_slot { slot } else { all(&[CaseSet::Oll, CaseSet::Pll]) };
        let mut generator = random::generator(seed);
        let below = Box::new(move |n| random::below(&mut generator, n));
        Ok(DerivedStates { set, from: definition.from, wanted, tried, is_among_them: true, below })
    }
}

impl Iterator for DerivedStates {
    /// A state, and the seed of the moves with which its scramble begins.
    type Item = (Cube, u64);

    fn next(&mut self) -> Option<(Cube, u64)> {
        let DerivedStates { set, from, wanted, tried, is_among_them, below } = self;
        let shows = |cube: &Cube| {
            let is_wanted = set.index_of(cube).is_some_and(|index| wanted.contains(&index));
            is_wanted && from.iter().any(|pattern| pattern.contains(cube))
        };
        let tries = if *is_among_them { MAX_TRIES } else { 0 };
        let drawn = (0..tries).map(|_| tried.nth(below(tried.count()))).find(shows);
        *is_among_them = drawn.is_some();
        let cube = drawn.unwrap_or_else(|| {
            let case = &set.cases[wanted[below(wanted.len() as u64) as usize]];
            let quarters = if set.turns_before { below(4) as i32 } else { 0 };
            Move::new(Face::U, quarters).map_or(case.cube, |turn| case.cube.turn(turn))
        });
        Some((cube, below(u64::MAX)))
    }
}

#[cfg(test)]
mod tests {
    use cubiform_human::cases::sets::KnownSet;

    use super::*;

    #[test]
    fn states_show_the_cases_of_every_derived_set() {
        let mut among = Vec::new();
        for set in
            KnownSet::all().iter().filter(|set| CaseSet::from_name(set.name).is_none() && set.name != "1LLL")
        {
            let definition = set.definition();
            let derived = definition.derive(false, &CancelToken::never()).unwrap();
            for number in [1, set.cases] {
                let cases = DerivedCases { set, numbers: vec![number] };
                let mut states = DerivedStates::new(&cases, 7, &CancelToken::never()).unwrap();
                let wanted =
                    derived.unsolved().nth(number - 1).map(|case| derived.index_of(&case.cube)).unwrap();
                for (cube, _) in states.by_ref().take(2) {
                    assert_eq!(derived.index_of(&cube), wanted, "{} {number}", set.name);
                    assert!(
                        definition.from.iter().any(|pattern| pattern.contains(&cube)),
                        "{} {number}",
                        set.name
                    );
                }
                among.extend(states.is_among_them.then_some(set.name));
            }
        }
        among.dedup();
        // The others begin before the last slot.
        for name in
            ["ZBLS", "WV", "VLS", "CLS", "OCLL", "OLLCP", "COLL", "ELL", "2GLL", "ZBLL", "CMLL", "CLL"]
        {
            assert!(among.contains(&name), "{name}: {among:?}");
        }
    }
}
