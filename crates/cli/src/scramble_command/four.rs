//! `cubiform scramble --event 444`: scrambles of random 4x4x4 states, as inverses of solutions in outer block turns.

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Cube4, Layers, Metric, Turn, facelets, notation, random};
use cubiform_solvers::five_stage::Limits;

use super::{Row, each};
use crate::args::{ScrambleEvent, Scrambles};
use crate::error::Failure;
use crate::four::{self, FilterPolicy};
use crate::interrupt;

/// The beam width. It is fixed, so that scrambles are the same on every machine.
const BEAM: usize = 40;

/// Runs the command for the 4x4x4.
pub(super) fn run(args: &Scrambles, seed: u64) -> Result<(), Failure> {
    if args.condition.is_some()
        || !args.case.is_empty()
        || !matches!(args.event, ScrambleEvent::Plain | ScrambleEvent::Four)
    {
        return Err(Failure::usage(
            "scramble",
            "--puzzle 444 has only the event 444; --where, --case and the other events are for the 3x3x3",
        ));
    }
    let solver = four::solver(Metric::OuterBlock, &args.machine, FilterPolicy::Never)?;
    let stop = interrupt::token();
    let work = |(state, number): (Cube4, u64)| {
        let limits = Limits { beam: Some(BEAM), stop: Some(&stop), ..Limits::default() };
        let solution = solver.solve(&state, &limits).map_err(|e| e.to_string())?.turns();
        // The inverse starts from the solved cube in the standard orientation, not as the solution leaves it.
        let reorientation = state.apply(&solution).canonical_rotation();
        let back: Vec<Turn> =
            solution.iter().rev().map(|turn| turn.inverse().conjugate(reorientation)).collect();
        let turns = with_near_wide_turns(&back);
        assert!(Cube4::from_turns(&turns).equals_up_to_rotation(&state), "a scramble makes its state");
        let scramble = notation::format(&turns);
        // The facelets of the cube scrambled with white on top and green in front.
        let facelets = facelets::format(&Cube4::from_turns(&turns));
        Ok(Row { id: format!("random-{seed}-{number}"), facelets, length: turns.len(), scramble })
    };
    each(args, random::states(seed).filter(is_far).zip(1..=args.count), work)
}

/// Rewrites turns so that only R, U and F have wide turns, as in WCA notation. The result is equal up to a rotation of
/// the whole cube: Lw becomes Rw and a rotation, which is moved past the later turns.
fn with_near_wide_turns(turns: &[Turn]) -> Vec<Turn> {
    // The rotation left out so far: the turns read equal those written, followed by this rotation.
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

/// Returns whether a state is at least two turns from solved, as the WCA requires of scrambles.
fn is_far(state: &Cube4) -> bool {
    let turns = || Turn::all().filter(|turn| Metric::OuterBlock.layers().contains(&turn.layers()));
    !state.is_solved() && !turns().any(|turn| state.turn(turn).is_solved())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_near_wide_turns_keeps_the_state_and_uses_three_faces() {
        let turns: Vec<Turn> =
            Turn::all().filter(|turn| Metric::OuterBlock.layers().contains(&turn.layers())).collect();
        let mut rng = cubiform_cube::random::generator(7);
        for _ in 0..500 {
            let one = |_| turns[cubiform_cube::random::below(&mut rng, turns.len() as u64) as usize];
            let sequence: Vec<Turn> = (0..45).map(one).collect();
            let near = with_near_wide_turns(&sequence);
            assert_eq!(near.len(), sequence.len());
            let is_same = Cube4::from_turns(&near).equals_up_to_rotation(&Cube4::from_turns(&sequence));
            assert!(is_same, "{}", notation::format(&sequence));
            let text = notation::format(&near);
            assert!(["Lw", "Dw", "Bw"].iter().all(|wide| !text.contains(wide)), "{text}");
        }
    }

    #[test]
    fn is_far_rejects_states_within_one_turn_of_solved() {
        let is_far_after = |text: &str| {
            let turns = notation::parse(text, Default::default()).unwrap();
            is_far(&Cube4::from_turns(&turns))
        };
        for text in ["", "x y'", "R", "Lw2 y", "z Uw'"] {
            assert!(!is_far_after(text), "{text}");
        }
        for text in ["R U", "2R", "R L", "Uw F2 z"] {
            assert!(is_far_after(text), "{text}");
        }
    }
}
