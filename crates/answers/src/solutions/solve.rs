//! Solves a cube of the 3x3x3 as the options of a request ask.

use std::sync::Arc;
use std::time::Duration;

use cubiform_cube::group::Element;
use cubiform_cube::held::HeldCube;
use cubiform_cube::{Algorithm, Move};
use cubiform_human as human;
use cubiform_solvers::solver::{Limits, Solution, Solver, Unsolved};
use cubiform_solvers::subgroup::Subgroup;
use cubiform_threads::CancelToken;
use cubiform_threads::clock::ThreadTime;

use super::beginner::Beginner;
use super::cfop::Cfop;
use super::options::{Method, SolveOptions};
use super::phases;
use crate::Error;
use crate::players::twizzle;
use crate::scramble::Scramble;

/// The default maximum length of a two-phase solution without a budget. Such solutions are found at once for every
/// cube.
const DEFAULT_MAX_LENGTH: u8 = 21;

/// A solver.
pub enum Engine {
    /// A solver with face turns.
    Faces(Box<dyn Solver>),
    /// A solver for the group that a restricted move set generates.
    Subgroup(Box<Subgroup>),
    /// The CFOP solver.
    Cfop(Arc<human::CfopSolver>),
    /// The beginner's method, which needs no tables.
    Beginner,
}

/// A solution of a person, which has stages instead of phases, and turns other than face turns.
pub enum ByHand {
    /// By CFOP.
    Cfop(Box<Cfop>),
    /// By the beginner's method.
    Beginner(Box<Beginner>),
}

impl ByHand {
    /// Returns the moves on one line.
    fn text(&self) -> String {
        match self {
            ByHand::Cfop(cfop) => cfop.solution.text(),
            ByHand::Beginner(beginner) => beginner.solution.text(),
        }
    }

    /// Returns the number of moves (HTM).
    fn length(&self) -> usize {
        let lengths = match self {
            ByHand::Cfop(cfop) => cfop.solution.lengths(),
            ByHand::Beginner(beginner) => beginner.solution.lengths(),
        };
        lengths.htm as usize
    }
}

/// A solution. Nodes and CPU time are those of all solutions of the cube together.
pub struct Solved {
    /// The part of `moves` that compensates for rotations in the scramble.
    pub rotation: Algorithm,
    /// The rotation and the moves, to be applied right after the scramble; their inverse with `--inverse`.
    pub moves: Algorithm,
    /// The number of moves, without the rotation.
    pub length: usize,
    /// The moves of each phase, if the method has phases.
    pub phases: Vec<Vec<Move>>,
    /// Whether no shorter solution exists, if that is known.
    pub optimal: bool,
    /// The number of nodes of the search.
    pub nodes: u64,
    /// The CPU time of the search.
    pub cpu: Duration,
    /// A link to a player, with `--links`.
    pub link: Option<String>,
    /// The solution of a person; `moves` and `phases` are empty then.
    pub by_hand: Option<ByHand>,
}

impl Solved {
    /// Returns the number of moves, without the rotation.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns the moves on one line.
    pub fn moves(&self) -> String {
        self.by_hand.as_ref().map_or_else(|| self.moves.to_string(), ByHand::text)
    }

    /// Returns the CPU time in milliseconds, rounded to microseconds.
    pub fn cpu_ms(&self) -> f64 {
        (self.cpu.as_secs_f64() * 1e6).round() / 1e3
    }
}

/// Returns the solutions of a cube, at least one.
///
/// # Errors
/// If the search was stopped, found no solution, or met a table that contradicts itself.
pub fn solve(
    options: &SolveOptions,
    engine: &Engine,
    cancel: &CancelToken,
    scramble: &Scramble,
) -> Result<Vec<Solved>, Error> {
    let mut scramble = scramble.clone();
    if let Some(to) = options.to {
        scramble.cube = to.inverse().then(&scramble.cube);
    }
    let in_words = options.cfop.explain;
    match engine {
        Engine::Faces(solver) => solve_with_faces(options, &**solver, cancel, &scramble),
        Engine::Subgroup(solver) => solve_restricted(options, solver, cancel, &scramble),
        Engine::Cfop(solver) => solve_by_hand(options, cancel, &scramble, |limits, moves| {
            let solution = solver.solve(&scramble.cube, &options.cfop.request(), limits)?;
            let solution = solution.after_rotation(scramble.turned);
            let cfop = Cfop { cube: scramble.cube, scramble: moves, solution, in_words };
            Ok(ByHand::Cfop(Box::new(cfop)))
        }),
        Engine::Beginner => solve_by_hand(options, cancel, &scramble, |limits, moves| {
            let solution = options.cfop.beginner().explained(&scramble.cube, limits)?;
            let solution = solution.after_rotation(scramble.turned);
            Ok(ByHand::Beginner(Box::new(Beginner { scramble: moves, solution, in_words })))
        }),
    }
}

/// Converts the error of a solver.
pub(crate) fn not_solved(error: Unsolved) -> Error {
    match error {
        Unsolved::Cancelled => Error::cancelled(),
        Unsolved::Table | Unsolved::TooManyNodes { .. } => Error::table(error.to_string()),
        other => Error::message(other.to_string()),
    }
}

/// Solves a cube as a person does. `method` takes the limits, and the moves of the scramble from which the solution
/// starts.
fn solve_by_hand(
    options: &SolveOptions,
    cancel: &CancelToken,
    scramble: &Scramble,
    method: impl FnOnce(&Limits, Option<String>) -> Result<ByHand, Unsolved>,
) -> Result<Vec<Solved>, Error> {
    let start = ThreadTime::now();
    let limits = Limits { max_length: options.max_length, cancel: cancel.clone(), ..Limits::default() };
    // With --to, the solution does not start from the state after the scramble.
    let moves = scramble.shown.moves().filter(|_| options.to.is_none()).map(str::to_string);
    let by_hand = method(&limits, moves).map_err(not_solved)?;
    Ok(vec![Solved {
        rotation: Algorithm::default(),
        moves: Algorithm::default(),
        length: by_hand.length(),
        phases: Vec::new(),
        optimal: false,
        nodes: 0,
        cpu: start.elapsed(),
        link: None,
        by_hand: Some(by_hand),
    }])
}

/// Solves a cube with face turns. Inverts the solutions for `--inverse`.
fn solve_with_faces(
    options: &SolveOptions,
    solver: &dyn Solver,
    cancel: &CancelToken,
    scramble: &Scramble,
) -> Result<Vec<Solved>, Error> {
    let has_budget = options.time.is_some() || options.nodes.is_some();
    let default_max_length = (options.method == Method::TwoPhase && !has_budget && options.moves.is_none())
        .then_some(DEFAULT_MAX_LENGTH);
    let limits = Limits {
        max_length: options.max_length.or(default_max_length),
        cpu_time: options.time,
        wall_time: options.wall_time.filter(|_| has_budget),
        nodes: options.nodes,
        cancel: cancel.clone(),
        ..Limits::default()
    };
    let start = ThreadTime::now();
    let solutions = solver.solutions(&scramble.cube, &limits).map_err(not_solved)?;
    if has_budget && cancel.is_cancelled() {
        // The search was stopped before its budget was spent.
        return Err(Error::cancelled());
    }
    let cpu = start.elapsed();
    let into_solved = |solution: Solution| {
        let mut moves = solution.after_rotation(scramble.turned);
        let Solution { mut phases, is_optimal: optimal, nodes, .. } = solution;
        let mut rotation = Algorithm::of_rotation(scramble.turned.inverse())
            .expect("a scramble turns the cube by a rotation");
        if options.inverse {
            moves = moves.inverse();
            rotation = rotation.inverse();
            phases.reverse();
            for phase in &mut phases {
                *phase = phase.iter().rev().map(|m| m.inverse()).collect();
            }
        }
        if options.phases && options.method == Method::TwoPhase {
            phases = phases::split(&phases.concat());
        }
        let length = phases.iter().map(Vec::len).sum();
        let link = link(options, scramble, &moves);
        Solved { rotation, moves, length, phases, optimal, nodes, cpu, link, by_hand: None }
    };
    Ok(solutions.into_iter().map(into_solved).collect())
}

/// Returns the link of a solution if `--links` is given. The setup of the link is the scramble if the cube was given as
/// moves, otherwise the inverse of the solution. With `--to`, a state not given as moves has no link.
fn link(options: &SolveOptions, scramble: &Scramble, moves: &Algorithm) -> Option<String> {
    if !options.links {
        return None;
    }
    let setup = match scramble.shown.moves() {
        _ if options.inverse => String::new(),
        Some(scramble) => scramble.to_string(),
        None if options.to.is_none() => moves.inverse().to_string(),
        None => return None,
    };
    Some(twizzle(&setup, &moves.to_string()))
}

/// Finds shortest solutions of a cube with a restricted move set.
fn solve_restricted(
    options: &SolveOptions,
    solver: &Subgroup,
    cancel: &CancelToken,
    scramble: &Scramble,
) -> Result<Vec<Solved>, Error> {
    let start = ThreadTime::now();
    let limits = Limits { max_length: options.max_length, cancel: cancel.clone(), ..Limits::default() };
    let upright = HeldCube::of(&scramble.cube);
    let rotate =
        |rotation| Algorithm::of_rotation(rotation).expect("a scramble turns the cube by a rotation");
    // Moves that rotate the centres are applied to the cube as the scramble leaves it. Solutions with face turns only
    // begin by rotating the cube to white on top and green in front, as for all other methods.
    let moves_centers = options.moves.as_ref().is_some_and(|only| only.faces().is_none());
    let as_left = upright.then(&HeldCube::rotated(scramble.turned));
    let (mut back, oriented) = match moves_centers {
        true => (Algorithm::default(), as_left),
        false => (rotate(scramble.turned.inverse()), upright),
    };
    let mut solved = solver.solutions(&oriented, &limits);
    if moves_centers && solved == Err(Unsolved::NotInGroup) {
        back = rotate(scramble.turned.inverse());
        solved = solver.solutions(&upright, &limits);
    }
    let solved = solved.map_err(not_solved)?;
    let cpu = start.elapsed();
    let into_solved = |found: Solution<HeldCube>| {
        let (turns, length) = (found.moves(), found.length());
        let solution: Algorithm = back.turns().iter().chain(&turns).copied().collect();
        let moves = if options.inverse {
            // The solution may leave the cube rotated. Its inverse begins with that rotation.
            let end = scramble.turned.then(solution.resolve().1);
            let upright = rotate(end.inverse());
            solution.turns().iter().chain(upright.turns()).copied().collect::<Algorithm>().inverse()
        } else {
            solution
        };
        let rotation = if options.inverse { back.inverse() } else { back.clone() };
        let link = link(options, scramble, &moves);
        Solved {
            rotation,
            moves,
            length,
            phases: Vec::new(),
            optimal: true,
            nodes: found.nodes,
            cpu,
            link,
            by_hand: None,
        }
    };
    Ok(solved.into_iter().map(into_solved).collect())
}
