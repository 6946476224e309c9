//! Solvers of the Rubik's cube: minimum numbers of moves to any goal, optimal and short solutions of the whole cube,
//! of the 2x2x2 and of the 4x4x4, and scrambles.
//!
//! A solver puts together a goal or coordinates of the whole cube ([`cubiform_cube`]), pruning tables
//! ([`cubiform_tables`]) and the search loop of IDA* ([`cubiform_search`]).
//!
//! | module | contains |
//! |---|---|
//! | [`cfop`] | the analyzer: exact lengths and solutions of the stages of a goal, for every bottom colour |
//! | [`crosses`] | the lengths of the cross of each colour, without tables of goals |
//! | [`goal_search`] | the search space of a goal: its frames, probes and lower bounds |
//! | [`solver`] | the interface of the solvers of the whole cube |
//! | [`optimal`] | optimal solutions of the whole cube |
//! | [`two_phase`] | Kociemba's algorithm: short solutions in milliseconds |
//! | [`thistlethwaite`] | Thistlethwaite's algorithm: four phases, each solved optimally |
//! | [`algorithms`] | all algorithms of some turns from a state to a goal, up to a length |
//! | [`subgroup`] | shortest solutions with a few kinds of turns, such as ⟨R, U⟩ and ⟨M, U⟩ |
//! | [`five_stage`], [`outer_block`] | the 4x4x4 |
//! | [`two`] | the 2x2x2 |
//! | [`insertion`] | insertions of short algorithms into a partial solution |
//! | [`scrambler`] | scrambles that lead to given states |
//!
//! This crate knows nothing of files of scrambles, output formats and terminals. Its solvers do not print and do not
//! read the environment. They replay each solution on the cube before they return it.
//!
//! # Analyse a scramble
//!
//! The minimum number of moves to the cross of each colour. The builder fills the tables in memory, unless a
//! [`Store`](cubiform_store::Store) keeps them as files.
//!
//! ```
//! use cubiform_cube::goal::Variant;
//! use cubiform_cube::{Algorithm, Color, Frame};
//! use cubiform_solvers::cfop::{Analyzer, Request};
//!
//! // The first stage of the standard goal is the cross.
//! let analyzer = Analyzer::builder(&Variant::std()).stages([0]).build()?;
//! let cube = Algorithm::parse("B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B")?.cube();
//! let request = Request { frames: Frame::bottoms(Color::COLUMNS), solutions: 1, slack: 0, only_best: false };
//! let analysis = analyzer.analyze(&cube, &request)?;
//!
//! let lengths = Color::COLUMNS.iter().zip(&analysis[0]).map(|(color, result)| (color.letter(), result.length));
//! let expected = [('Y', 6), ('W', 6), ('O', 6), ('R', 5), ('G', 7), ('B', 5)];
//! assert!(lengths.eq(expected.map(|(color, length)| (color, Ok(length)))));
//! // Each solution is a rotation that brings the colour down, and the moves after it.
//! assert!(analysis[0].iter().all(|result| result.solutions[0].moves.len() == result.length.unwrap() as usize));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Solve a cube
//!
//! Solvers of the whole cube implement [`solver::Solver`].
//!
//! ```
//! use cubiform_cube::{Algorithm, Cube};
//! use cubiform_solvers::solver::{Limits, Solver};
//! use cubiform_solvers::two_phase::TwoPhase;
//! use cubiform_threads::Threads;
//!
//! let cube = Algorithm::parse("D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U' B R' B D' B' L'")?.cube();
//! let limits = Limits { max_length: Some(21), ..Limits::default() };
//! let solution = TwoPhase::new(&Threads::available()).solve(&cube, &limits)?;
//! assert!(solution.moves().len() <= 21);
//! assert_eq!(cube.apply(&solution.moves()), Cube::SOLVED);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod algorithms;
pub mod cfop;
mod coordinate_space;
pub mod crosses;
mod distance_space;
pub mod five_stage;
pub mod goal_search;
pub mod insertion;
mod joint_distances;
pub mod move_order;
pub mod optimal;
pub mod outer_block;
pub mod reduction;
pub mod scrambler;
pub mod solver;
pub mod subgroup;
pub mod thistlethwaite;
pub mod toward;
pub mod two;
pub mod two_phase;

pub use cubiform_search::parallel::Counts;
