//! Solves a position of the 15-puzzle in the minimum number of moves.
//!
//! `cargo run --release -p cubiform-search --example sliding_puzzle -- 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15`
//!
//! The numbers are the tiles of the four rows; 0 is the gap. The goal is 0 to 15 in order.

use cubiform_search::{Limits, SimpleSpace, Solution, Stopped, ida_star};

/// The tile at each of 16 places.
pub(crate) type Tiles = [u8; 16];

pub(crate) struct Puzzle;

impl SimpleSpace for Puzzle {
    type State = Tiles;

    fn move_count(&self) -> usize {
        4
    }

    /// Moves the gap up, left, down or right.
    fn apply(&self, tiles: &Tiles, m: u8) -> Option<Tiles> {
        let gap = tiles.iter().position(|tile| *tile == 0)?;
        let to = match m {
            0 if gap / 4 > 0 => gap - 4,
            1 if gap % 4 > 0 => gap - 1,
            2 if gap / 4 < 3 => gap + 4,
            3 if gap % 4 < 3 => gap + 1,
            _ => return None,
        };
        let mut next = *tiles;
        next.swap(gap, to);
        Some(next)
    }

    fn is_goal(&self, tiles: &Tiles) -> bool {
        tiles.is_sorted()
    }

    /// Returns the sum of the tiles' Manhattan distances, and two moves for each tile that must leave its row or column
    /// to let others pass (linear conflict).
    fn lower_bound(&self, tiles: &Tiles) -> u8 {
        let mut sum = 0;
        for line in 0..4 {
            let row: [(u8, u8); 4] = std::array::from_fn(|i| split(tiles[4 * line + i]));
            let column: [(u8, u8); 4] = std::array::from_fn(|i| split(tiles[4 * i + line]));
            sum += bound_of_line(line as u8, row) + bound_of_line(line as u8, column.map(|(y, x)| (x, y)));
        }
        sum
    }

    fn may_follow(&self, first: u8, second: u8) -> bool {
        second != (first + 2) % 4
    }
}

/// Returns the goal's row and column of a tile, or 255 for the gap.
fn split(tile: u8) -> (u8, u8) {
    if tile == 0 { (u8::MAX, u8::MAX) } else { (tile / 4, tile % 4) }
}

/// Returns the number of moves across a line, given for each place the goal's line and the goal's place in it.
fn bound_of_line(line: u8, tiles: [(u8, u8); 4]) -> u8 {
    let across: u8 = tiles.iter().filter(|tile| tile.0 != u8::MAX).map(|tile| tile.0.abs_diff(line)).sum();
    // The tiles that stay in the line are in the order of their goals: at most the longest increasing subsequence.
    let at_home: Vec<u8> = tiles.iter().filter(|tile| tile.0 == line).map(|tile| tile.1).collect();
    let mut longest = [0; 4];
    for (i, place) in at_home.iter().enumerate() {
        let before = (0..i).filter(|j| at_home[*j] < *place).map(|j| longest[j]).max();
        longest[i] = before.unwrap_or(0) + 1;
    }
    across + 2 * (at_home.len() as u8 - longest.into_iter().max().unwrap_or(0))
}

/// Reads a position, or returns `None` if the text is not one from which the goal can be reached.
pub(crate) fn parse(text: &str) -> Option<Tiles> {
    let tiles: Vec<u8> = text.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let tiles: Tiles =
        tiles.try_into().ok().filter(|tiles: &Tiles| (0..16).all(|tile| tiles.contains(&tile)))?;
    // Each move exchanges the gap with a tile, and changes the parity of the gap's place.
    let inversions = (0..16).flat_map(|i| (0..i).map(move |j| (j, i))).filter(|(j, i)| tiles[*j] > tiles[*i]);
    let gap = tiles.iter().position(|tile| *tile == 0)?;
    (inversions.count() % 2 == (gap / 4 + gap % 4) % 2).then_some(tiles)
}

/// Returns a shortest solution.
pub(crate) fn solve(tiles: &Tiles, limits: &Limits) -> Result<Solution, Stopped> {
    ida_star(&Puzzle, &Puzzle.order(), tiles, limits)
}

/// Returns the directions in which the gap moves.
pub(crate) fn directions(moves: &[u8]) -> String {
    moves.iter().map(|m| ['U', 'L', 'D', 'R'][usize::from(*m)]).collect()
}

#[allow(dead_code, reason = "tests use the rest of this file")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text: Vec<String> = std::env::args().skip(1).collect();
    let tiles = parse(&text.join(" ")).ok_or("give 16 numbers, a position that can be solved")?;
    let solution = solve(&tiles, &Limits::default())?;
    println!("{} ({} moves, {} nodes)", directions(&solution.moves), solution.moves.len(), solution.nodes);
    Ok(())
}
