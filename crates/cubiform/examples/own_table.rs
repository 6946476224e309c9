//! Keeps a table of one's own: the corners of the 2x2x2 by half turns, as a file that is built once, locked, verified and
//! listed like those of cubiform.

use std::collections::{HashMap, HashSet};

use cubiform::{Cube2, DistanceTableKind, Neighbors, Observer, Puzzle, Store, Threads};

/// The states that half turns of U, R and F reach, numbered as a search from the solved state meets them.
fn states() -> Vec<Cube2> {
    let mut states = vec![Cube2::SOLVED];
    let mut known = HashSet::from([Cube2::SOLVED]);
    let mut next = 0;
    while next < states.len() {
        for m in Cube2::moves().filter(|m| m.quarters() == 2) {
            let state = states[next].after(&[m.into()]);
            if known.insert(state) {
                states.push(state);
            }
        }
        next += 1;
    }
    states
}

fn neighbors() -> Neighbors {
    let states = states();
    let number: HashMap<Cube2, usize> = states.iter().enumerate().map(|(i, state)| (*state, i)).collect();
    let turns: Vec<_> = Cube2::moves().filter(|m| m.quarters() == 2).collect();
    Box::new(move |state, list| {
        list.extend(turns.iter().map(|m| number[&states[state].after(&[(*m).into()])]));
    })
}

static HALF_TURNS: DistanceTableKind = DistanceTableKind {
    name: "222-half-turns",
    description: "corners of the 2x2x2 by half turns",
    metric: "half turns",
    numbering: 1,
    size: 24,
    goals: &[0],
    histogram: &[1, 3, 6, 9, 5],
    neighbors,
};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("cubiform-own-table-{}", std::process::id()));
    let store = Store::new(&folder, &Threads::available()).with_kinds([&HALF_TURNS as _]);
    let table = store.open_or_build(&HALF_TURNS, &Observer::quiet())?;
    store.verify(&HALF_TURNS, &Observer::quiet())?;
    println!("the last state is {} half turns away", table.distance(23));
    assert!(store.kinds().any(|kind| kind.name() == "222-half-turns"));
    store.remove(&HALF_TURNS)?;
    Ok(std::fs::remove_dir_all(folder)?)
}
