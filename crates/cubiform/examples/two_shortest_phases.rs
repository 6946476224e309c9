//! The mean length of a shortest first phase of Kociemba's algorithm, the first in the order of moves, followed by a
//! shortest second one, over random states.
//!
//! ```sh
//! cargo run --release --example two_shortest_phases -- STATES SEED
//! ```

use cubiform::{
    CancelToken, Histogram, Limits, Move, Puzzle, SimpleSpace, Solver, Threads, TwoPhase, ida_star, random,
};
use cubiform_cube::Axis;
use cubiform_solvers::two_phase::InG1;
use cubiform_tables::kociemba::{Coset, Phase, Phase1};

/// The first phase alone: any moves, until the cube is in G1.
struct FirstPhase(Phase1);

impl SimpleSpace for FirstPhase {
    type State = Coset;
    fn move_count(&self) -> usize {
        Move::COUNT
    }
    fn apply(&self, coset: &Coset, m: u8) -> Option<Coset> {
        Some(self.0.turn(*coset, m.into()))
    }
    fn is_goal(&self, coset: &Coset) -> bool {
        *coset == Coset::default()
    }
    fn lower_bound(&self, coset: &Coset) -> u8 {
        self.0.lower_bound(*coset)
    }
    fn may_follow(&self, first: u8, second: u8) -> bool {
        let [first, second] = [first, second].map(|m| Move::all().nth(m.into()).expect("one of 18 moves"));
        first.may_precede(second)
    }
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (states, seed) = match &arguments[..] {
        [states, seed] => (states.parse()?, seed.parse()?),
        _ => (200, 1),
    };
    let first = FirstPhase(Phase1::new_until(None, &CancelToken::never()).expect("nobody cancels it"));
    let order = first.order();
    let second = InG1::new(TwoPhase::new(&Threads::available()), Axis::Y);
    let mut counts = [const { Vec::new() }; 3];
    for cube in random::states(seed).take(states) {
        let path = ida_star(&first, &order, &Coset::from_cube(&cube), &Limits::default())?.moves;
        let moves: Vec<Move> = path.iter().filter_map(|m| Move::all().nth((*m).into())).collect();
        let in_g1 = cube.after(&moves);
        let rest = second.solve(&in_g1, &Limits::default())?;
        assert!(in_g1.after(&rest.moves()).is_solved() && moves.len() <= 12 && rest.length() <= 18);
        for (counts, length) in
            counts.iter_mut().zip([moves.len(), rest.length(), moves.len() + rest.length()])
        {
            counts.resize(counts.len().max(length + 1), 0u64);
            counts[length] += 1;
        }
    }
    println!("{states} random states, seed {seed}");
    for (name, counts) in ["first phase", "second phase", "both"].into_iter().zip(counts) {
        let lengths = Histogram::new(counts);
        let (mean, deviation) = (lengths.mean(), lengths.standard_deviation());
        let (error, most) = (lengths.standard_error().unwrap_or(f64::NAN), lengths.max());
        println!("{name}: mean {mean:.3} ± {error:.3}, standard deviation {deviation:.2}, at most {most}");
    }
    Ok(())
}
