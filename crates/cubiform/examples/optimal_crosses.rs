//! Prints the minimum number of moves to the cross of each colour, with a solution of each.

use cubiform::{Analyzer, Color, Cube, Frame, Goal, PuzzleText, Request};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cube = Cube::parse("R U2 F' L D B2 U' R2 F L2 D' B R' U F2")?.state;
    let goal = Goal::read("std")?;
    let crosses = Analyzer::builder(&goal).stages([0]).build()?;
    let request =
        Request { frames: Frame::bottoms(Color::COLUMNS), solutions: 1, slack: 0, only_best: false };
    let analysis = crosses.analyze(&cube, &request)?;
    for (color, cross) in Color::COLUMNS.iter().zip(&analysis[0]) {
        let best = &cross.solutions[0];
        println!("{:<7} {}  {best}", color.to_string(), cross.length?);
        assert_eq!(best.moves.len(), usize::from(cross.length?));
    }
    Ok(())
}
