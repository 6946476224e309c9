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
mod hands;
mod last_layer;
mod middle;
mod words;

use cubiform_cube::{Color, Cube, Face};
use cubiform_solvers::solver::{self, Limits, Solver, Unsolved, check_cancelled, check_length};

use crate::metric::Lengths;
use crate::solution::{Solution, Stage, StageKind};
use hands::Hands;
use words::capitalized;

pub use crate::solution::BeginnerStage;

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
    /// Returns the title of the stage for the cube in the hands.
    fn title(self, hands: &Hands) -> String {
        let (bottom, top) = (capitalized(hands.bottom().name()), capitalized(hands.top().name()));
        match self {
            BeginnerStage::Cross => format!("{bottom} cross"),
            BeginnerStage::Corners => format!("{bottom} corners"),
            BeginnerStage::MiddleEdges => "Middle layer".into(),
            BeginnerStage::LastCross => format!("{top} cross"),
            BeginnerStage::LastEdges => format!("{top} edges in place"),
            BeginnerStage::LastCornersPlaced => format!("{top} corners in place"),
            BeginnerStage::LastCornersTurned => format!("{top} corners turned"),
        }
    }

    /// Solves the stage on the cube in the hands. Returns the explanation of the stage.
    fn solve(self, hands: &mut Hands) -> String {
        match self {
            BeginnerStage::Cross => cross::solve(hands),
            BeginnerStage::Corners => corners::solve(hands),
            BeginnerStage::MiddleEdges => middle::solve(hands),
            BeginnerStage::LastCross => last_layer::orient_edges(hands),
            BeginnerStage::LastEdges => last_layer::place_edges(hands),
            BeginnerStage::LastCornersPlaced => last_layer::place_corners(hands),
            BeginnerStage::LastCornersTurned => last_layer::turn_corners(hands),
        }
    }
}

/// The beginner's method as a [`Solver`]: its phases are the seven stages as turns of faces, without the rotations of
/// [`solve`].
///
/// ```
/// use cubiform_cube::{Algorithm, Cube};
/// use cubiform_human::BeginnerMethod;
/// use cubiform_solvers::solver::{Limits, Solver};
///
/// let cube = Algorithm::parse("R U2 F' L D B2 U' R2 F L2 D'")?.cube();
/// let solution = BeginnerMethod::default().solve(&cube, &Limits::default())?;
/// assert_eq!(cube.apply(&solution.moves()), Cube::SOLVED);
/// assert_eq!(solution.phase_names[0], "cross");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeginnerMethod {
    /// The bottom colours to choose from; at least one.
    pub colors: Vec<Color>,
}

impl Default for BeginnerMethod {
    /// White at the bottom.
    fn default() -> BeginnerMethod {
        BeginnerMethod { colors: vec![Face::U.color()] }
    }
}

impl BeginnerMethod {
    /// Returns the solution with its explanations. The limits are the maximum length (HTM) and the cancel token.
    ///
    /// # Errors
    /// If the solution is too long, or the search was cancelled.
    ///
    /// # Panics
    /// If there is no colour.
    pub fn explained(&self, cube: &Cube, limits: &Limits) -> Result<Solution, Unsolved> {
        check_cancelled(&limits.cancel)?;
        let solution = solve_shortest(cube, &self.colors);
        check_length(solution.lengths().htm as usize, limits)?;
        Ok(solution)
    }
}

impl Solver for BeginnerMethod {
    /// Ignores the budgets: there is no search.
    fn solve(&self, cube: &Cube, limits: &Limits) -> Result<solver::Solution, Unsolved> {
        let solution = solver::Solution::new(self.explained(cube, limits)?.phases(), false, 0);
        Ok(solver::Solution { phase_names: &BeginnerStage::NAMES, ..solution })
    }
}
