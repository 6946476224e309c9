//! Analyses a goal of one's own: the cross with the front right pair, all edges oriented, for white and for yellow.

use cubiform::{Analyzer, Color, Cube, Frame, Goal, PuzzleText, Request, Symmetry};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let goal = Goal::read("cross + FR + eo F/B")?;
    // The catalogue has no table of just this goal: one is filled in memory.
    let analyzer = Analyzer::builder(&goal).build()?;
    let cube = Cube::parse("D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U' B R' B D' B' L'")?.state;
    let colors = ["white", "yellow"].map(|name| Color::from_name(name).expect("a colour"));
    let request = Request { frames: Frame::bottoms(colors), solutions: 3, slack: 1, only_best: false };
    let analysis = analyzer.analyze(&cube, &request)?;
    for (color, result) in colors.iter().zip(&analysis[0]) {
        println!("{color}: {} moves", result.length?);
        for solution in &result.solutions {
            println!("  {solution}");
            // The definition of the goal, without any table.
            let held = cube.conjugate(Symmetry::bring_down(*color)).apply(&solution.moves);
            assert!(goal.stages[0].is_met(&held));
        }
    }
    Ok(())
}
