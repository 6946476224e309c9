//! Exact answers about the Rubik's cube: minimum numbers of moves to any goal, optimal and short solutions, CFOP as a
//! person solves it, the 2x2x2 and the 4x4x4, random states under a condition, exact distributions.
//!
//! The facade of the family: it re-exports the types that most programs need. The crates behind it have the rest.
//!
//! | crate | contents |
//! |---|---|
//! | `cubiform-cube` | states, moves, notation, facelets, goals, conditions, the 2x2x2 and the 4x4x4 |
//! | `cubiform-solvers` | the analyzer of goals, and solvers: optimal, two-phase, Thistlethwaite's, of subgroups, of the 2x2x2 and the 4x4x4 |
//! | `cubiform-human` | CFOP with named cases, a beginner's method in words, and reviews of solves |
//! | `cubiform-draw` | random states under a condition |
//! | `cubiform-stats` | samples and exact distributions |
//! | `cubiform-tables` | pruning tables |
//! | `cubiform-store` | the folder that keeps tables of any puzzle as checked files |
//! | `cubiform-search` | IDA* for any puzzle |
//! | `cubiform-threads` | the threads that a computation may use, and its cancellation |
//!
//! # The cross of a scramble
//!
//! ```
//! use cubiform::{Analyzer, Color, Cube, Frame, Goal, PuzzleText, Request};
//!
//! let goal = Goal::read("std")?;
//! let crosses = Analyzer::builder(&goal).stages([0]).build()?;
//! let cube = Cube::parse("B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B")?.state;
//! let request = Request { frames: Frame::bottoms(Color::COLUMNS), solutions: 1, slack: 0, only_best: true };
//! let analysis = crosses.analyze(&cube, &request)?;
//! let lengths: Vec<u8> = analysis[0].iter().map(|result| result.length).collect::<Result<_, _>>()?;
//! assert_eq!(lengths, [6, 6, 6, 5, 7, 5]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A solution
//!
//! A [`Solver`] of any puzzle takes [`Limits`] and returns a [`Solution`] or says why it is [`Unsolved`]: [`TwoPhase`],
//! [`Portfolio`] (optimal, with [`Optimal`] for its searches), [`Thistlethwaite`], [`CfopMethod`],
//! [`BeginnerMethod`], [`TwoByTwo`], [`FiveStage`], [`OuterBlock`].
//!
//! ```
//! use cubiform::{Cube, Limits, Puzzle, PuzzleText, Solver, Threads, TwoPhase};
//!
//! let cube = Cube::parse("D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U' B R' B D' B' L'")?.state;
//! let solution = TwoPhase::new(&Threads::available()).solve(&cube, &Limits::at_most(21))?;
//! println!("{solution}");
//! assert!(cube.after(&solution.moves()).is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Tables are filled in memory unless a [`Store`] keeps them: `Analyzer::builder(&goal).store(&store)`.

pub use cubiform_cube::four::Cube4;
pub use cubiform_cube::goal::condition::Condition;
pub use cubiform_cube::goal::{Stage, Variant as Goal};
pub use cubiform_cube::notation::ParseError;
pub use cubiform_cube::puzzle::{ParsedState, Puzzle, PuzzleText, PuzzleTextError};
pub use cubiform_cube::two::Cube2;
pub use cubiform_cube::{
    Algorithm, Color, Cube, Face, Frame, Move, Moves, Reduction, Side, Symmetry, random,
};
pub use cubiform_draw::{DistanceOracle, Draw, DrawError};
pub use cubiform_human::{BeginnerMethod, CfopMethod, CfopSolver, Review};
pub use cubiform_search::{SimpleSpace, ida_star};
pub use cubiform_solvers::cfop::{
    Analysis, AnalyzeError, Analyzer, AnalyzerBuilder, BuildError, NoLength, Request, StageResult,
};
pub use cubiform_solvers::five_stage::FiveStage;
pub use cubiform_solvers::optimal::{Optimal, Portfolio};
pub use cubiform_solvers::outer_block::OuterBlock;
pub use cubiform_solvers::scrambler::{Event, Scrambler};
pub use cubiform_solvers::solver::{Limits, Solution, Solver, Unsolved};
pub use cubiform_solvers::thistlethwaite::Thistlethwaite;
pub use cubiform_solvers::two::TwoByTwo;
pub use cubiform_solvers::two_phase::TwoPhase;
pub use cubiform_stats::{Estimate, Histogram, Sample};
pub use cubiform_store::distance_table::{DistanceTableKind, Neighbors};
pub use cubiform_store::{Observer, Store, StoreError};
pub use cubiform_threads::{CancelToken, Threads};
