//! Turns of faces, as a smart cube reports them, read as the half turns and slice turns that were made.

use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Move, Symmetry};

use super::source::Solve;

/// Returns the solve with a slice turn for two opposite turns of opposite faces, and a half turn for the same turn made twice; as it
/// is if it has other turns than those of faces, or half turns without a time for every turn: then a person wrote it.
pub(super) fn merged(solve: Solve) -> Solve {
    let is_quarter = |turn: &Turn| turn.quarters() != 2;
    let has_times = !solve.times.is_empty() && solve.times.iter().all(Option::is_some);
    let is_reported = |turn: &Turn| matches!(turn.base(), Base::Face(_)) && (has_times || is_quarter(turn));
    if !solve.algorithm.turns().iter().all(is_reported) {
        return solve;
    }
    let slices = slices(solve.algorithm.turns());
    let runs: Vec<&[(usize, Turn)]> =
        slices.chunk_by(|(_, a), (_, b)| a == b && is_quarter(a)).flat_map(|run| run.chunks(2)).collect();
    let turn = |run: &&[(usize, Turn)]| match run {
        [(_, turn), _] => Turn::new(turn.base(), 2).expect("a half turn"),
        run => run[0].1,
    };
    let first = |run: &&[(usize, Turn)]| run[0].0;
    // A turn has the time of its last quarter.
    let ends = runs.iter().map(first).skip(1).chain([solve.algorithm.turns().len()]);
    Solve {
        algorithm: runs.iter().map(turn).collect(),
        places: runs.iter().filter_map(|run| solve.places.get(first(run)).copied()).collect(),
        written: runs.iter().filter_map(|run| solve.written.get(first(run)).cloned()).collect(),
        times: ends.filter_map(|end| solve.times.get(end - 1).copied()).collect(),
        ..solve
    }
}

/// Returns turns with a slice turn for two opposite turns of opposite faces, each with the index of its first turn. A slice turns the
/// centres, after which a cube that knows no slices names its faces by the centres, and the hands by where they are.
fn slices(turns: &[Turn]) -> Vec<(usize, Turn)> {
    let mut hold = Symmetry::IDENTITY;
    let mut merged = Vec::new();
    let mut at = 0;
    while let Some(turn) = turns.get(at) {
        let turn = turn.conjugate(hold);
        let slice = turns.get(at + 1).and_then(|next| slice(turn, next.conjugate(hold)));
        merged.push((at, slice.map_or(turn, |(slice, _)| slice)));
        at += if slice.is_some() { 2 } else { 1 };
        hold = hold.then(slice.map_or(Symmetry::IDENTITY, |(_, rotation)| rotation));
    }
    merged
}

/// Returns the slice turn that has the effect of two turns, and its rotation of the centres.
fn slice(first: Turn, second: Turn) -> Option<(Turn, Symmetry)> {
    let all = [Base::M, Base::E, Base::S]
        .into_iter()
        .flat_map(|base| [1, 2, 3].map(|quarters| Turn::new(base, quarters)));
    all.flatten().find_map(|slice| {
        let (moves, rotation) = Algorithm::from_iter([slice]).resolve();
        let own = [first, second];
        let is_same = moves.len() == 2 && moves.iter().all(|m: &Move| own.contains(&Turn::from(*m)));
        is_same.then_some((slice, rotation))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{Sides, read};

    #[test]
    fn opposite_quarter_turns_are_read_as_slices() {
        for (reported, made) in [
            ("R L'", "M"),
            ("L' R R L' U", "M2 D"),
            ("R L' F R L' U U", "M D M D2"),
            ("R L", "R L"),
            ("R L' F2", "R L' F2"),
            ("U U U", "U2 U"),
            ("R@0 L'@10 F2@300 F2@500 L2@700 R2@710", "M D2 D2 M2"),
        ] {
            let solve = read(None, &format!("Scramble: R U F\n{reported}"), Sides::Scramble);
            let solve = solve.unwrap().remove(0);
            let cube = solve.scramble.cube.apply(&solve.algorithm.resolve().0);
            let merged = merged(solve);
            assert_eq!(merged.algorithm.to_string(), made, "{reported}");
            assert_eq!(merged.scramble.cube.apply(&merged.algorithm.resolve().0), cube, "{reported}");
            assert_eq!(merged.places.len(), merged.algorithm.turns().len());
        }
    }
}
