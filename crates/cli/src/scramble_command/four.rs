//! `cubiform scramble --event 444`: random states of the 4x4x4, as the inverses of solutions in outer-block turns.

use std::sync::atomic::AtomicBool;

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Cube4, Layers, Metric, Turn, facelets, notation, random};
use cubiform_solvers::five_stage::Limits;

use super::{Row, each};
use crate::args::{ScrambleEvent, Scrambles};
use crate::error::Failure;
use crate::four::{self, FilterPolicy};
use crate::interrupt;

/// The beam: as wide as gives about 44 moves, and the same everywhere.
const BEAM: usize = 40;

/// Runs the command for the 4x4x4.
pub(super) fn run(args: &Scrambles, seed: u64) -> Result<(), Failure> {
    if args.condition.is_some()
        || !args.case.is_empty()
        || !matches!(args.event, ScrambleEvent::Plain | ScrambleEvent::Four)
    {
        return Err(Failure::usage(
            "scramble",
            "--puzzle 444 has one event, 444; --where, --case and the other events are for the 3x3x3",
        ));
    }
    let solver = four::solver(Metric::OuterBlock, &args.machine, FilterPolicy::Never)?;
    let stop = std::sync::Arc::new(AtomicBool::new(false));
    interrupt::also_set(&stop);
    let work = |(state, number): (Cube4, u64)| {
        let limits = Limits { beam: Some(BEAM), stop: Some(&stop), ..Limits::default() };
        let solution = solver.solve(&state, &limits).map_err(|e| e.to_string())?.turns();
        // Undone, from the solved cube held as scrambles begin, not as the solution leaves it.
        let mend = state.apply(&solution).mend();
        let back: Vec<Turn> = solution.iter().rev().map(|turn| turn.inverse().conjugate(mend)).collect();
        let turns = with_near_layers(&back);
        assert!(Cube4::from_turns(&turns).is_same_turned(&state), "a scramble makes its state");
        let scramble = notation::format(&turns);
        // As it shows the cube that is scrambled with white on top and green in front.
        let facelets = facelets::format(&Cube4::from_turns(&turns));
        Ok(Row { id: format!("random-{seed}-{number}"), facelets, length: turns.len(), scramble })
    };
    each(args, random::states(seed).filter(is_far).zip(1..=args.count), work)
}

/// The same turns up to a rotation of the whole cube, with wide turns of R, U and F only, as the WCA writes them: Lw is Rw,
/// the whole cube turned back, and then each later turn is that of the layers that stand there now.
fn with_near_layers(turns: &[Turn]) -> Vec<Turn> {
    // The rotation that is left out so far: `turns` do what the result does, and then this.
    let mut rotation = Symmetry::IDENTITY;
    let mut near = Vec::with_capacity(turns.len());
    for turn in turns {
        let turn = turn.conjugate(rotation.inverse());
        if turn.layers() != Layers::FAR {
            near.push(turn);
            continue;
        }
        let of = |layers, quarters| {
            Turn::new(turn.axis(), layers, quarters).expect("a turn and its inverse are turns")
        };
        let quarters = i32::from(turn.quarters());
        near.push(of(Layers::NEAR, -quarters));
        rotation = of(Layers::ALL, quarters).rotation().then(rotation);
    }
    near
}

/// Whether at least two turns solve it: the WCA's scrambles have no others.
fn is_far(state: &Cube4) -> bool {
    let turns = || Turn::all().filter(|turn| Metric::OuterBlock.layers().contains(&turn.layers()));
    !state.is_solved() && !turns().any(|turn| state.turn(turn).is_solved())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sequences of outer-block turns of every kind, from the numbers of a generator.
    #[test]
    fn wide_turns_are_of_three_faces_and_make_the_same_state() {
        let turns: Vec<Turn> =
            Turn::all().filter(|turn| Metric::OuterBlock.layers().contains(&turn.layers())).collect();
        let mut rng = cubiform_cube::random::generator(7);
        for _ in 0..500 {
            let one = |_| turns[cubiform_cube::random::below(&mut rng, turns.len() as u64) as usize];
            let sequence: Vec<Turn> = (0..45).map(one).collect();
            let near = with_near_layers(&sequence);
            assert_eq!(near.len(), sequence.len());
            let is_same = Cube4::from_turns(&near).is_same_turned(&Cube4::from_turns(&sequence));
            assert!(is_same, "{}", notation::format(&sequence));
            let text = notation::format(&near);
            assert!(["Lw", "Dw", "Bw"].iter().all(|wide| !text.contains(wide)), "{text}");
        }
    }

    #[test]
    fn states_that_a_turn_solves_are_left_out() {
        let is_far_after = |text: &str| {
            let turns = notation::parse(text, Default::default()).unwrap();
            is_far(&Cube4::from_turns(&turns))
        };
        for near in ["", "x y'", "R", "Lw2 y", "z Uw'"] {
            assert!(!is_far_after(near), "{near}");
        }
        for far in ["R U", "2R", "R L", "Uw F2 z"] {
            assert!(is_far_after(far), "{far}");
        }
    }
}
