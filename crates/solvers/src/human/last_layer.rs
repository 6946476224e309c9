//! What to do about the last layer: for each orientation the OLL algorithms, for each permutation the PLL algorithms.

use std::sync::atomic::{AtomicBool, Ordering};

use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Cube, Face};

use super::cases::key::{PATTERNS, PERMUTATIONS, pattern, permutation};
use super::cases::{Case, Set, turned, without_rotation};
use super::way::{Source, Way, after_u, held};

/// The ways of the last layer.
pub(crate) struct LastLayer {
    orient: Vec<Vec<Way>>,
    permute: Vec<Vec<Way>>,
}

impl LastLayer {
    /// Makes them; `None` if `cancel` was set.
    pub(crate) fn new(cancel: &AtomicBool) -> Option<LastLayer> {
        let go_on = || (!cancel.load(Ordering::Relaxed)).then_some(());
        let mut layer = LastLayer {
            orient: std::iter::repeat_with(Vec::new).take(PATTERNS).collect(),
            permute: std::iter::repeat_with(Vec::new).take(PERMUTATIONS).collect(),
        };
        for case in Set::Oll.cases() {
            go_on()?;
            each_turned(case, |text, turns, hold| {
                let way = Way::new(Some(case), Source::Sheet(text), turns).only_held(hold);
                add(&mut layer.orient[pattern(&way.effect.inverse())], way);
            });
        }
        for case in Set::Pll.cases() {
            go_on()?;
            each_turned(case, |text, turns, hold| {
                for last in 0..4 {
                    let turns = before_u(&turns, last);
                    let way = Way::new(Some(case), Source::Sheet(text), turns).only_held(hold);
                    add(&mut layer.permute[permutation(&way.effect.inverse())], way);
                }
            });
        }
        // What is skipped is skipped: all oriented, or a turn of U away from solved.
        layer.orient[0].push(Way::new(None, Source::Plain, Vec::new()));
        for quarters in 0..4 {
            let way = Way::new(None, Source::Plain, before_u(&[], quarters));
            layer.permute[permutation(&turned(&Cube::SOLVED, -i32::from(quarters)))].push(way);
        }
        Some(layer)
    }

    /// The ways to orient the last layer of a cube whose first two layers are solved, those of the first algorithm of
    /// the sheet first. Where it is oriented, the one that does nothing and has no case.
    pub(crate) fn orient(&self, cube: &Cube) -> &[Way] {
        &self.orient[pattern(cube)]
    }

    /// The ways to solve an oriented last layer, with the turns of U before and after. Where no case is left, the one
    /// that has no case and turns U at most.
    pub(crate) fn permute(&self, cube: &Cube) -> &[Way] {
        self.permute_by_number(permutation(cube))
    }

    /// The ways for the permutation of this number.
    pub(crate) fn permute_by_number(&self, permutation: usize) -> &[Way] {
        &self.permute[permutation]
    }
}

/// The algorithms of a case however the cube is held, and after any turn of U: the turn and the hold make up for one
/// another. With each how the cube is held for it to be done as the sheet prints it, which is how it has been learnt.
fn each_turned(case: &'static Case, mut with: impl FnMut(&'static str, Vec<Turn>, u8)) {
    for text in case.algorithms {
        let algorithm = Algorithm::parse(text).expect("the tables are read");
        let (_, turns) = without_rotation(&algorithm);
        for hold in 0..4 {
            for first in 0..4 {
                with(text, after_u(first, &held(turns, hold)), (4 - hold) % 4);
            }
        }
    }
}

/// Adds a way unless the same turns are there.
fn add(ways: &mut Vec<Way>, way: Way) {
    if ways.iter().all(|known| known.turns != way.turns) {
        ways.push(way);
    }
}

/// The turns and a turn of U after them. If they leave the cube turned, that is the same layer still.
fn before_u(turns: &[Turn], quarters: u8) -> Vec<Turn> {
    let last = Turn::new(Base::Face(Face::U), quarters.into());
    turns.iter().copied().chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::cases::key::has_two_layers;

    #[test]
    fn every_state_has_ways_and_they_do_what_they_say() {
        let layer = LastLayer::new(&AtomicBool::new(false)).expect("nobody cancels it");
        for (number, ways) in layer.orient.iter().enumerate() {
            assert!(!ways.is_empty());
            for way in ways {
                let state = way.effect.inverse();
                assert!(has_two_layers(&state) && pattern(&state) == number);
                assert_eq!(way.case, ways[0].case, "one case for one pattern");
                assert_eq!(way.case.is_none(), number == 0);
            }
        }
        let mut skips = 0;
        for (number, ways) in layer.permute.iter().enumerate() {
            assert!(!ways.is_empty());
            skips += usize::from(ways[0].case.is_none());
            for way in ways {
                let state = way.effect.inverse();
                assert!(has_two_layers(&state) && pattern(&state) == 0 && permutation(&state) == number);
                assert_eq!(way.case, ways[0].case, "one case for one permutation");
            }
        }
        assert_eq!(skips, 4);
    }
}
