//! Look-ups with the vectors of this machine held against the same look-ups without vectors.

use std::sync::Arc;

use cubiform_cube::goal::CROSS;
use cubiform_cube::{Symmetry, random};

use crate::code::CodeSet;
use crate::instruction_set::InstructionSet;
use crate::lanes::{Lanes, bits};
use crate::locator::Located;
use crate::readings::{Child, LookUps, Readings};
use crate::stances::Stances;
use crate::table::Table;
use crate::tracked::{State, Tracked, Turns};
use crate::view::View;

/// Views of a table that are compared, at most.
const VIEWS: usize = 4;

/// All lanes of a state's children.
const SET: u32 = (1 << 18) - 1;

/// Vectors and plain code give different results: a fault of cubiform or of the processor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("look-ups in table {table} with {} differ from those without vectors, in {step}", instructions.name())]
pub struct Disagreement {
    /// The name of the table.
    pub table: &'static str,
    /// The instruction set.
    pub instructions: InstructionSet,
    /// What differs.
    pub step: &'static str,
}

/// Looks up the children of random states in `table`, at least `look_ups` of them, and compares every step with plain code;
/// how many were compared. That is none if the table is of no pieces of a cross and its slots.
///
/// # Errors
/// The first difference.
pub fn compare(table: &Arc<Table>, look_ups: usize) -> Result<usize, Disagreement> {
    let tracked = Tracked { base: CROSS.to_vec(), rest: vec![8, 9, 10, 11], corners: vec![4, 5, 6, 7] };
    let turns = Turns::new(&tracked);
    let views = Symmetry::all().filter_map(|symmetry| View::new(&tracked, &turns, symmetry, table));
    let views: Vec<View> = views.take(VIEWS).collect();
    let cubes = look_ups.div_ceil(SET.count_ones() as usize * views.len().max(1));
    let mut compared = 0;
    for view in &views {
        for cube in random::states(1).take(cubes) {
            compare_children(view, &turns, &tracked.state(&cube)).map_err(|step| Disagreement {
                table: table.name(),
                instructions: InstructionSet::chosen(),
                step,
            })?;
            compared += SET.count_ones() as usize;
        }
    }
    Ok(compared)
}

/// Compares every step of looking up the children of a state; the name of the first that differs.
fn compare_children(view: &View, turns: &Turns, state: &State) -> Result<(), &'static str> {
    let same = |is_same: bool, step: &'static str| if is_same { Ok(()) } else { Err(step) };
    let (mut children, mut plain_children) = (Stances::default(), Stances::default());
    turns.stances(state, Lanes::ALL, SET, view.undoes(), &mut children);
    turns.stances_one_by_one(state, Lanes::ALL, SET, view.undoes(), &mut plain_children);
    same(bits(SET).all(|lane| children.get(lane) == plain_children.get(lane)), "the children")?;

    let (mut located, mut plain_located) = (Located::default(), Located::default());
    view.locate_each(SET, &children, &mut located);
    view.locator().locate_one_by_one(SET, &children, &mut plain_located);
    let place = |located: &Located, lane: usize| (located.words[lane], located.spots[lane]);
    same(bits(SET).all(|lane| place(&located, lane) == place(&plain_located, lane)), "their places")?;

    let admitted = CodeSet::within(7, 7);
    let (mut words, mut plain_words) = ([0; 32], [0; 32]);
    let among = view.read_each(SET, &located, admitted, &mut words);
    let plain_among = view.read_one_by_one(SET, &located, admitted, &mut plain_words);
    same(among == plain_among && words == plain_words, "the codes")?;

    let parent = Readings::of_distances(&[7]);
    let mut look_ups = LookUps::default();
    (look_ups.located[0], look_ups.words[0]) = (located, words);
    for lane in bits(SET) {
        let child = Child { by: 0, lane, kept: 0 };
        let (mut own, mut plain) = (Readings::default(), Readings::default());
        own.become_child(&parent, 1, child, &look_ups);
        plain.become_child_one_by_one(&parent, 1, child, &look_ups);
        let told = |r: &Readings| (r.words[0], r.spots[0], r.distances, r.sum, r.barren, r.first);
        same(told(&own) == told(&plain), "the distances")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Entry;
    use crate::fill::Watch;

    #[test]
    fn look_ups_agree_on_this_machine() {
        let coordinate = Entry::named("cross").unwrap().coordinate();
        let (table, _) = Table::fill(Arc::clone(coordinate), 2, &Watch::quiet()).unwrap();
        assert!(compare(&Arc::new(table), 1000).unwrap() >= 1000);
    }
}
