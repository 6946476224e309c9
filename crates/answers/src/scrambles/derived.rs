//! Random states that show cases of a derived set, such as ZBLL or CMLL.

use cubiform_cube::goal::Pattern;
use cubiform_cube::{Cube, Face, Move, random};
use cubiform_human::cases::sets::DerivedSet;
use cubiform_human::cases::{Case, CaseSet, CaseStates};
use cubiform_threads::CancelToken;

use crate::Error;
use crate::cases::DerivedCases;

/// The number of states of a last slot that are tried to see whether a set begins with one.
const SLOT_PROBES: u64 = 20_000;

/// The number of states that are tried for one of a case before its own state is taken.
const MAX_TRIES: u64 = 1 << 21;

/// An endless sequence of states of cases.
pub(super) struct DerivedStates {
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
