//! Solves a puzzle of one's own by IDA*: a stack of pancakes whose upper part may be turned over.

use cubiform::{Limits, Puzzle, SimpleSpace, Solution, Solver, Unsolved, ida_star};

/// Eight pancakes by size, the top one first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pancakes([u8; 8]);
struct Flipper;

impl Puzzle for Pancakes {
    type Move = u8; // The number of pancakes turned over.
    fn after(&self, flips: &[u8]) -> Pancakes {
        let mut next = *self;
        flips.iter().for_each(|flip| next.0[..usize::from(*flip)].reverse());
        next
    }
    fn is_solved(&self) -> bool {
        self.0.is_sorted()
    }
    fn inverse_move(flip: u8) -> u8 {
        flip
    }
    fn format(flips: &[u8]) -> String {
        flips.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
    }
}

impl SimpleSpace for Flipper {
    type State = Pancakes;
    fn move_count(&self) -> usize {
        7 // Move m turns over m + 2 pancakes.
    }
    fn apply(&self, pancakes: &Pancakes, m: u8) -> Option<Pancakes> {
        Some(pancakes.after(&[m + 2]))
    }
    fn is_goal(&self, pancakes: &Pancakes) -> bool {
        pancakes.is_solved()
    }
    // A flip closes at most one gap between neighbours (Helmert 2010).
    fn lower_bound(&self, pancakes: &Pancakes) -> u8 {
        pancakes.0.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) != 1).count() as u8
    }
}

impl Solver<Pancakes> for Flipper {
    fn solve(&self, pancakes: &Pancakes, limits: &Limits) -> Result<Solution<Pancakes>, Unsolved> {
        let found =
            ida_star(self, &self.order(), pancakes, limits).map_err(|e| Unsolved::from_stopped(e, limits))?;
        Ok(Solution::new(vec![found.moves.iter().map(|m| m + 2).collect()], true, found.nodes))
    }
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pancakes = Pancakes([4, 6, 0, 7, 2, 5, 1, 3]);
    let solution = Flipper.solve(&pancakes, &Limits::default())?;
    println!("{} flips: {solution}", solution.length());
    assert!(pancakes.after(&solution.moves()).is_solved());
    Ok(())
}
