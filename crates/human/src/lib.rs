//! Solutions as a person finds them: CFOP with the names of the cases, a beginner's layer-by-layer method in words, and
//! reviews of solves.
//!
//! | item | contents |
//! |---|---|
//! | [`CfopSolver`] | the CFOP solver, which returns a [`Solution`] in a person's turns |
//! | [`CfopMethod`] | the same behind the interface of all solvers |
//! | [`beginner`] | a layer-by-layer method in seven stages of simple steps, each explained |
//! | [`BeginnerMethod`] | the same behind the interface of all solvers |
//! | [`cases`] | the cases of OLL, PLL and F2L with their algorithms |
//! | [`Review`] | a person's solve by stages, with what was lost |
//! | [`explain`](explain()) | a solution in words |
//! | [`hand_effort`](hand_effort::hand_effort) | the effort of moves in the hands, and the reasons for it |
//!
//! ```
//! use cubiform_cube::{Algorithm, Cube};
//! use cubiform_human::{CfopSolver, Request};
//! use cubiform_solvers::solver::Limits;
//!
//! let cube = Algorithm::parse("D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U' B R' B D' B' L'")?.cube();
//! let solution = CfopSolver::new().solve(&cube, &Request::default(), &Limits::default())?;
//! println!("{solution}");
//! let text = solution.text();
//! assert_eq!(cube.apply(&Algorithm::parse(&text)?.resolve().0), Cube::SOLVED);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assembly;
pub mod beginner;
pub mod cases;
mod explain;
pub mod hand_effort;
mod identify;
mod metric;
mod pairs;
mod review;
mod solution;
mod solver;
mod stage_solution;

pub use beginner::BeginnerMethod;
pub use explain::{PiecePlace, explain, pair_places};
pub use identify::{IdentifiedCase, identify, identify_algorithm};
pub use metric::Lengths;
pub use review::{Alternative, Correction, Edit, Ending, Review, ReviewedStage, states_along};
pub use solution::{Situation, Solution, Stage, StageKind, Step};
pub use solver::{CfopMethod, CfopSolver, Objective, Request, SearchEffort};
