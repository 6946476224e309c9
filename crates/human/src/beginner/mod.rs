//! A beginner's layer-by-layer method: seven stages of simple steps, each explained in words.
//!
//! The bottom layer comes first: its cross edge by edge, then its corners. The edges of the middle layer follow, and
//! last the top layer: its cross, the places of its edges, the places of its corners, and the turns of its corners. A
//! step places one piece or does one algorithm. There is no search for short solutions, except that the moves that
//! bring one edge to the cross are the shortest ones that keep the edges placed before.
//!
//! ```
//! use cubiform_cube::{Algorithm, Cube, Face};
//! use cubiform_human::beginner;
//!
//! let cube = Algorithm::parse("D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U' B R' B D' B' L'")?.cube();
//! let solution = beginner::solve(&cube, Face::U.color());
//! assert_eq!(solution.stages.len(), 7);
//! for stage in &solution.stages {
//!     println!("{}: {}", stage.title, stage.explanation);
//!     for step in &stage.steps {
//!         println!("{}: {}", step.text(), step.explanation);
//!     }
//! }
//! assert_eq!(cube.apply(&Algorithm::parse(&solution.text())?.resolve().0), Cube::SOLVED);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod corners;
mod cross;
mod cross_edge;
mod hands;
mod last_corners;
mod last_edges;
mod method;
mod middle;
mod stage;
mod words;

use cubiform_cube::{Color, Cube};

use crate::metric::Lengths;
use crate::solution::{Solution, Stage, StageKind};
use hands::Hands;

pub use method::BeginnerMethod;
pub use stage::BeginnerStage;

/// Solves a cube layer by layer with `color` at the bottom. Every state has a solution.
///
/// # Panics
/// Only if a stage does not have the effect that it should have.
pub fn solve(cube: &Cube, color: Color) -> Solution {
    let mut hands = Hands::new(cube, color);
    let (mut stages, mut running): (Vec<Stage>, _) = (Vec::new(), Lengths::default());
    for stage in BeginnerStage::ALL {
        let title = stage.title(&hands);
        let explanation = stage.solve(&mut hands);
        let steps = hands.take_steps();
        let turns = steps.iter().flat_map(|step| step.turns.iter().copied()).collect();
        let done = Stage::new(StageKind::Beginner(stage), title, turns, hands.state());
        running += done.lengths;
        stages.push(Stage { explanation, steps, running, ..done });
    }
    let solution = Solution::new(color, hands.inspection, stages);
    assert_eq!(cube.apply(&solution.phases().concat()), Cube::SOLVED, "a solution solves the cube");
    solution
}

/// Returns the solution with the fewest moves (HTM) among those of the bottom colours `colors`; of equal ones the
/// first.
///
/// # Panics
/// If there is no colour.
pub fn solve_shortest(cube: &Cube, colors: &[Color]) -> Solution {
    let solutions = colors.iter().map(|color| solve(cube, *color));
    solutions.min_by_key(|solution| solution.lengths().htm).expect("a solution has a colour at the bottom")
}

impl BeginnerStage {
    /// Solves the stage on the cube in the hands. Returns the explanation of the stage.
    fn solve(self, hands: &mut Hands) -> String {
        match self {
            BeginnerStage::Cross => cross::solve(hands),
            BeginnerStage::Corners => corners::solve(hands),
            BeginnerStage::MiddleEdges => middle::solve(hands),
            BeginnerStage::LastCross => last_edges::orient(hands),
            BeginnerStage::LastEdges => last_edges::place(hands),
            BeginnerStage::LastCornersPlaced => last_corners::place(hands),
            BeginnerStage::LastCornersTurned => last_corners::turn(hands),
        }
    }
}
