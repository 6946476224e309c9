//! The list of puzzles: the one place that leads from the name of a puzzle to its code.

use cubiform_cube::four::Cube4;
use cubiform_cube::two::Cube2;

use super::names::Puzzle;
use super::puzzle_kind::{PuzzleKind, ScramblePuzzle};
use crate::scramble::Scramble;
use crate::{scrambles, solutions};

/// Returns the functions of a puzzle.
pub fn kind(puzzle: Puzzle) -> PuzzleKind {
    match puzzle {
        Puzzle::Two => kind_of::<Cube2>(),
        Puzzle::Three => PuzzleKind {
            read: |line| Scramble::read_or_mask(line).map(drop),
            engine: solutions::three::engine,
            scrambles: scrambles::three::tasks,
        },
        Puzzle::Four => kind_of::<Cube4>(),
    }
}

fn kind_of<P: ScramblePuzzle>() -> PuzzleKind {
    PuzzleKind {
        read: |line| solutions::other::read::<P>(line).map(drop),
        engine: solutions::other::engine::<P>,
        scrambles: scrambles::other::tasks::<P>,
    }
}
