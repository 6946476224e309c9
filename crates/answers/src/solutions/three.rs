//! Solutions of the 3x3x3: the choice of the engine, and the way from a solution of the cube to one after the scramble.

use std::sync::Arc;

use cubiform_cube::cube_text::CubeOrMask;
use cubiform_cube::group::Element;
use cubiform_cube::held::HeldCube;
use cubiform_cube::moves::to_wca;
use cubiform_cube::{Algorithm, Axis, Symmetry};
use cubiform_solvers::reduction::{ChainLengths, Reductions};
use cubiform_solvers::solver::{Limits, Solution, Solver, Unsolved};
use cubiform_solvers::subgroup::{MAX_STATES, Subgroup};
use cubiform_solvers::two_phase::InG1;
use cubiform_threads::Threads;
use cubiform_threads::clock::ThreadTime;

use super::by_hand::ByHand;
use super::chain::ChainSolution;
use super::engine::{Engine, EngineKind, not_solved, solve_within};
use super::options::Method;
use super::{Phase, Row, Solved, phases};
use crate::Error;
use crate::engines::{EngineError, Engines};
use crate::format::counted;
use crate::generators::{Generators, axis_of};
use crate::held::{HeldSolution, Holding, Order};
use crate::players::twizzle;
use crate::scramble::Scramble;
use crate::solutions::{NO_BUDGET, SolveQuestion};
use crate::solvers::{Solvers, open};

/// The default maximum length of a two-phase solution without a budget. Such solutions are found at once for every
/// cube.
const DEFAULT_MAX_LENGTH: u8 = 21;

/// The maximum size of a group that is solved with its own tables even if a table of the optimal solver is built.
const SMALL_GROUP: u128 = 1_000_000_000;

/// Returns what of a question needs the optimal solver, with its verb.
fn needs_optimal(question: &SolveQuestion) -> &'static str {
    match question.request.method {
        _ if question.is_of_mask() => "facelets with so few ? need",
        Some(_) => "`method` optimal needs",
        None => "shortest solutions with these moves need",
    }
}

/// Returns the engine of a question.
///
/// # Errors
/// If the solver is not there, or has none of the requested options.
pub(crate) fn engine(question: &SolveQuestion, solvers: &dyn Solvers) -> Result<EngineKind, Error> {
    let axis = question.moves.as_ref().and_then(Generators::faces).and_then(axis_of);
    Ok(match (question.method(), &question.moves) {
        (Method::Cfop, _) => EngineKind::Cfop(open(solvers, Engines::cfop)?),
        (Method::Dr, _) => {
            let reductions = Arc::new(open(solvers, Engines::reductions)?);
            EngineKind::Chain(reductions, solvers.engines().threads().clone())
        }
        (Method::Beginner, _) => EngineKind::Beginner,
        (Method::Thistlethwaite, _) => EngineKind::Faces(open(solvers, Engines::thistlethwaite)?),
        (Method::TwoPhase, _) => match axis {
            Some(axis) => EngineKind::Faces(in_g1(solvers, axis)?),
            None => EngineKind::Faces(open(solvers, Engines::two_phase)?),
        },
        (Method::Optimal, moves) if question.is_of_mask() => {
            match solvers.optimal(
                question.wanted(),
                moves.as_ref().and_then(Generators::faces),
                needs_optimal(question),
            ) {
                Ok(solver) => EngineKind::Faces(solver),
                Err(error) => EngineKind::OnlyMasks(error),
            }
        }
        (Method::Optimal, None) => {
            EngineKind::Faces(solvers.optimal(question.wanted(), None, needs_optimal(question))?)
        }
        (Method::Optimal, Some(only)) => restricted(question, only, solvers)?,
    })
}

/// Returns the solver of the second phase of two-phase along an axis.
fn in_g1(solvers: &dyn Solvers, axis: Axis) -> Result<Arc<dyn Solver>, Error> {
    Ok(Arc::new(InG1::new((*open(solvers, Engines::two_phase)?).clone(), axis)))
}

/// Returns an engine that finds shortest solutions with a restricted move set: for small groups one with its own tables,
/// for other sets of face turns the optimal solver if one of its tables is built.
fn restricted(
    question: &SolveQuestion,
    only: &Generators,
    solvers: &dyn Solvers,
) -> Result<EngineKind, Error> {
    let (request, turns) = (&question.request, only.turns());
    let states = Subgroup::states(&turns);
    let is_small = states <= SMALL_GROUP && request.method.is_none() && !request.up_to_symmetry;
    let refused = |message| Err(Error::usage(None, message));
    if let Some(faces) = only.faces().filter(|_| !is_small) {
        let axis = axis_of(faces).filter(|_| request.solutions.unwrap_or(1) == 1);
        if axis.is_some()
            || states > MAX_STATES
            || request.up_to_symmetry
            || solvers.engines().has_optimal_table()
        {
            return match axis {
                _ if question.has_budget() => refused(NO_BUDGET),
                // Phase 2 finds optimal solutions with these moves faster, since its tables are for exactly this set.
                Some(axis) => Ok(EngineKind::Faces(in_g1(solvers, axis)?)),
                None => Ok(EngineKind::Faces(solvers.optimal(
                    question.wanted(),
                    Some(faces),
                    needs_optimal(question),
                )?)),
            };
        }
    }
    if question.has_budget() {
        return refused("`time_ms` and `nodes` do not apply to shortest solutions with `moves`");
    }
    if request.up_to_symmetry {
        return refused("`up_to_symmetry` supports face turns only");
    }
    let mut solver = solvers.subgroup(only)?;
    solver.set_solutions(request.solutions.unwrap_or(1));
    Ok(EngineKind::Subgroup(Arc::new(solver)))
}

impl Engine {
    /// Solves a cube of the 3x3x3.
    ///
    /// # Panics
    /// If the engine is of another puzzle.
    pub fn solve(&self, question: &SolveQuestion, mut scramble: Scramble, limits: &Limits) -> Row {
        let mask = match &question.to {
            Some(CubeOrMask::Cube(to)) => {
                scramble.cube = to.cube.inverse().then(&scramble.cube);
                None
            }
            Some(CubeOrMask::Mask(mask)) => Some(mask),
            None => None,
        };
        let solved = match &self.kind {
            _ if let Some(mask) = mask => {
                let solver = self.toward(question, mask, &limits.cancel, &EngineError::into);
                solver.and_then(|solver| with_faces(question, &*solver, limits, &scramble))
            }
            EngineKind::OnlyMasks(error) => Err(error.clone()),
            EngineKind::Faces(solver) => with_faces(question, &**solver, limits, &scramble),
            EngineKind::Subgroup(solver) => with_generators(question, solver, limits, &scramble),
            EngineKind::Chain(solver, threads) => chain(question, solver, threads, limits, &scramble),
            EngineKind::Cfop(solver) => {
                by_hand(question, &scramble, || solver.solve(&scramble.cube, &question.cfop(), limits))
            }
            EngineKind::Beginner => {
                by_hand(question, &scramble, || question.beginner().explained(&scramble.cube, limits))
            }
            EngineKind::Other(_) => unreachable!("lines of other puzzles are not read as scrambles"),
        };
        let solved = solved.map(|solutions| ordered(question, solutions));
        Row { input: scramble.text.as_str().to_string(), id: scramble.id, method: question.method(), solved }
    }
}

/// Returns the solutions in the order of the question. With restricted moves they keep their rotation, since the moves apply
/// to that.
pub(super) fn ordered(question: &SolveQuestion, mut solutions: Vec<Solved>) -> Vec<Solved> {
    if question.request.order == Order::Found {
        return solutions;
    }
    let holding = if question.moves.is_some() { Holding::Given } else { Holding::Any };
    for solved in &mut solutions {
        let parse = |text: &str| Algorithm::parse(text).expect("solutions are written in moves");
        let moves = parse(solved.moves.strip_prefix(&solved.rotation).unwrap_or(&solved.moves));
        solved.held = Some(HeldSolution::new(parse(&solved.rotation).resolve().1, moves.turns(), holding));
    }
    solutions.sort_by_key(|solved| (solved.length, solved.held.as_ref().map(HeldSolution::effort)));
    solutions
}

/// Solves a cube as a person does.
fn by_hand(
    question: &SolveQuestion,
    scramble: &Scramble,
    solve: impl FnOnce() -> Result<cubiform_human::Solution, Unsolved>,
) -> Result<Vec<Solved>, Error> {
    let start = ThreadTime::now();
    let solution = solve().map_err(not_solved)?.after_rotation(scramble.turned);
    // With a target state, the solution does not start from the state after the scramble.
    let setup = scramble.text.moves().filter(|_| question.to.is_none()).map(str::to_string);
    let by_hand = ByHand::new(scramble.cube, setup, solution, question.request.explain);
    Ok(vec![Solved {
        moves: by_hand.moves(),
        length: by_hand.lengths().htm as usize,
        cpu: start.elapsed(),
        by_hand: Some(by_hand),
        ..Solved::default()
    }])
}

/// Solves a cube by EO, DR, HTR and finish.
fn chain(
    question: &SolveQuestion,
    solver: &Reductions,
    threads: &Threads,
    limits: &Limits,
    scramble: &Scramble,
) -> Result<Vec<Solved>, Error> {
    let start = ThreadTime::now();
    let lengths = question.chain_lengths();
    let chain = solver.chain(&scramble.cube, &lengths, limits, threads).map_err(|error| match error {
        Unsolved::None { .. } => none_within(&lengths, error),
        error => not_solved(error),
    })?;
    let solution = Solution::new(vec![chain.solution()], false, chain.tried);
    let moves = solution.after_rotation(scramble.turned);
    let (setup, link) = player(question, scramble, &moves);
    Ok(vec![Solved {
        link,
        setup,
        moves: moves.to_string(),
        rotation: rotation_back(scramble.turned).to_string(),
        length: solution.length(),
        nodes: chain.tried,
        cpu: start.elapsed(),
        chain: Some(ChainSolution(chain)),
        ..Solved::default()
    }])
}

/// Returns the error that there is no chain within the greatest of some lengths.
fn none_within(lengths: &[ChainLengths], error: Unsolved) -> Error {
    let Some(ChainLengths { eo, dr }) = lengths.last() else { return not_solved(error) };
    let [eo, dr] = [eo, dr].map(|moves| counted(*moves, "move"));
    let message = format!("{error} with EO of at most {eo} and DR of at most {dr}");
    Error::message(message).hint("allow more with `max_eo`, `max_dr` or `max_length`")
}

/// Solves a cube with face turns.
pub(super) fn with_faces(
    question: &SolveQuestion,
    solver: &dyn Solver,
    limits: &Limits,
    scramble: &Scramble,
) -> Result<Vec<Solved>, Error> {
    let is_two_phase = question.method() == Method::TwoPhase;
    let has_default = is_two_phase && !limits.has_budget() && question.moves.is_none();
    let max_length = limits.max_length.or(has_default.then_some(DEFAULT_MAX_LENGTH));
    let (solutions, cpu) = solve_within(solver, &scramble.cube, &Limits { max_length, ..limits.clone() })?;
    let into_solved = |solution: Solution| {
        let mut moves = solution.after_rotation(scramble.turned);
        let mut rotation = rotation_back(scramble.turned);
        let mut phases = solution.phases;
        if question.request.inverse {
            (moves, rotation) = (moves.inverse(), rotation.inverse());
            phases.reverse();
            for phase in &mut phases {
                *phase = phase.iter().rev().map(|m| m.inverse()).collect();
            }
        }
        let mut names = Vec::new();
        if question.request.phases {
            if is_two_phase {
                phases = phases::split(&phases.concat());
            }
            names = phases::names(&phases);
        }
        let mut names = names.into_iter();
        let phase = |phase: &Vec<_>| Phase { moves: to_wca(phase), length: phase.len(), name: names.next() };
        let (setup, link) = player(question, scramble, &moves);
        Solved {
            moves: moves.to_string(),
            rotation: rotation.to_string(),
            length: phases.iter().map(Vec::len).sum(),
            phases: phases.iter().map(phase).collect(),
            optimal: solution.is_optimal,
            nodes: solution.nodes,
            cpu,
            link,
            setup,
            ..Solved::default()
        }
    };
    Ok(solutions.into_iter().map(into_solved).collect())
}

/// Returns the setup of a solution for a player, and a link to one, if links are wanted. The setup is the scramble if the
/// cube was given as moves, otherwise the inverse of the solution. With a target state, a state not given as moves has none.
fn player(
    question: &SolveQuestion,
    scramble: &Scramble,
    moves: &Algorithm,
) -> (Option<String>, Option<String>) {
    let setup = || match scramble.text.moves() {
        _ if question.request.inverse => Some(String::new()),
        Some(scramble) => Some(scramble.to_string()),
        None => question.to.is_none().then(|| moves.inverse().to_string()),
    };
    let setup = question.request.links.then(setup).flatten();
    let link = setup.as_ref().map(|setup| twizzle(setup, &moves.to_string()));
    (setup, link)
}

/// Returns the rotation back to white on top and green in front from an orientation.
fn rotation_back(turned: Symmetry) -> Algorithm {
    Algorithm::of_rotation(turned.inverse()).expect("a scramble turns the cube by a rotation")
}

/// Finds shortest solutions of a cube with a restricted move set.
fn with_generators(
    question: &SolveQuestion,
    solver: &Subgroup,
    limits: &Limits,
    scramble: &Scramble,
) -> Result<Vec<Solved>, Error> {
    let upright = HeldCube::new(&scramble.cube);
    // Moves that rotate the centres are applied to the cube as the scramble leaves it. Solutions with face turns only
    // begin by rotating the cube to white on top and green in front, as for all other methods.
    let moves_centers = question.moves.as_ref().is_some_and(|only| only.faces().is_none());
    let as_left = upright.then(&HeldCube::rotated(scramble.turned));
    let (mut back, oriented) = match moves_centers {
        true => (Algorithm::default(), as_left),
        false => (rotation_back(scramble.turned), upright),
    };
    let start = ThreadTime::now();
    let mut solved = solver.solutions(&oriented, limits);
    if moves_centers && solved == Err(Unsolved::NotInGroup) {
        back = rotation_back(scramble.turned);
        solved = solver.solutions(&upright, limits);
    }
    let (solutions, cpu) = (solved.map_err(not_solved)?, start.elapsed());
    let into_solved = |found: Solution<HeldCube>| {
        let solution: Algorithm = back.turns().iter().chain(&found.moves()).copied().collect();
        let (mut moves, mut rotation) = (solution, back.clone());
        if question.request.inverse {
            // The solution may leave the cube rotated. Its inverse begins with that rotation.
            let end = scramble.turned.then(moves.resolve().1);
            let upright = rotation_back(end);
            let turns = moves.turns().iter().chain(upright.turns()).copied();
            (moves, rotation) = (turns.collect::<Algorithm>().inverse(), rotation.inverse());
        }
        let (setup, link) = player(question, scramble, &moves);
        Solved {
            moves: moves.to_string(),
            rotation: rotation.to_string(),
            length: found.length(),
            optimal: true,
            nodes: found.nodes,
            cpu,
            link,
            setup,
            ..Solved::default()
        }
    };
    Ok(solutions.into_iter().map(into_solved).collect())
}
