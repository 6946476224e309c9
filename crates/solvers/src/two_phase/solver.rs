//! The solver: which views, which lengths of the two phases, in what order; the best solution so far.

use std::time::Duration;

use cpu_time::ThreadTime;

use cubiform_cube::{Cube, Move};
use cubiform_search::{Order, Search, Step};
use cubiform_tables::whole::phase1::{Coset, Phase1};
use cubiform_tables::whole::phase2::Phase2;
use cubiform_tables::whole::{IN_G1, Permutation};

use super::Tables;
use super::spaces::{Node, PhaseSpace};
use super::trail::Trail;
use super::views::{Before, View};

/// When to stop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// A solution of at most so many moves is short enough.
    pub enough: u8,
    /// How long to look.
    pub time: Option<Duration>,
    /// How many nodes to expand.
    pub nodes: Option<u64>,
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves.
    pub moves: Vec<Move>,
    /// Whether there is none shorter: all that are have been ruled out.
    pub optimal: bool,
    /// Nodes expanded until the search ended.
    pub nodes: u64,
}

/// The most moves that phase 2 is given.
static MOST_IN_PHASE_2: std::sync::LazyLock<u8> =
    std::sync::LazyLock::new(|| std::env::var("CAP").map_or(12, |c| c.parse().unwrap()));

/// The solver.
#[derive(Debug)]
pub struct TwoPhase {
    tables: Tables,
    order: Order,
    second_order: Order,
    before: Vec<Vec<Before>>,
}

impl TwoPhase {
    /// Makes the tables.
    pub fn new() -> TwoPhase {
        let tables = Tables::new();
        let may_precede = |a, b| Move::from_index(a).may_precede(Move::from_index(b));
        let order = Order::new(Move::COUNT, may_precede);
        let second_order = Order::new(Move::COUNT, |a, b| may_precede(a, b) && IN_G1 >> b & 1 == 1);
        let before = (0..4).map(|length| Before::all(length, &order)).collect();
        TwoPhase { tables, order, second_order, before }
    }

    /// Solves a cube.
    pub fn solve(&self, cube: &Cube, limits: &Limits) -> Solution {
        let (first, second) = (self.tables.first(), self.tables.second());
        let mut run = Run {
            solver: self,
            cube: *cube,
            limits,
            start: ThreadTime::now(),
            first: &first,
            second: &second,
            trail: Trail::new(&self.tables),
            path: Vec::new(),
            best: None,
            most: 30,
            nodes: 0,
            unchecked: 0,
            capped: false,
        };
        let ended = run.search();
        let optimal = ended.is_ok() && !run.capped;
        Solution { moves: run.best.unwrap_or_default(), optimal, nodes: run.nodes }
    }
}

impl Default for TwoPhase {
    fn default() -> TwoPhase {
        TwoPhase::new()
    }
}

/// The search was stopped.
struct Stopped;

/// A state where a search begins: a view of the cube, with moves before it.
struct Root<'a> {
    view: View,
    before: &'a Before,
    cube: Cube,
    coset: Coset,
    /// At least how far from G1 it is.
    least: u8,
}

/// The search of one cube.
struct Run<'a> {
    solver: &'a TwoPhase,
    cube: Cube,
    limits: &'a Limits,
    start: ThreadTime,
    first: &'a PhaseSpace<'a, Phase1>,
    second: &'a PhaseSpace<'a, Phase2>,
    trail: Trail<'a>,
    path: Vec<u8>,
    best: Option<Vec<Move>>,
    /// The most moves that are still of use.
    most: u8,
    nodes: u64,
    unchecked: u32,
    capped: bool,
}

impl<'a> Run<'a> {
    fn search(&mut self) -> Result<(), Stopped> {
        let solver = self.solver;
        let first = self.first;
        let mut heads = Search::new(&solver.order);
        let mut tails = Search::new(&solver.second_order);
        let mut roots: Vec<Vec<Root<'a>>> = Vec::new();
        let mut sum = 0;
        while sum <= self.most {
            let most_before = most_before(sum);
            for before in 0..=most_before.min(sum) {
                if roots.len() <= usize::from(before) {
                    roots.push(self.roots(usize::from(before)));
                }
                let depth = sum - before;
                for root in &roots[usize::from(before)] {
                    if root.least > depth {
                        continue;
                    }
                    self.tick(1)?;
                    let Some(node) = first.node(root.coset, depth) else { continue };
                    self.trail.start(&Permutation::of(&root.cube));
                    heads.start(first, &node, &[], depth, 0);
                    let mut counted = 0;
                    loop {
                        match heads.step() {
                            Step::Parked => {
                                let expanded = heads.expanded();
                                self.tick(expanded - counted)?;
                                counted = expanded;
                            }
                            Step::Leaf => {
                                let (path, _) = heads.leaf().expect("the step arrived at a leaf");
                                self.path.clear();
                                self.path.extend_from_slice(path);
                                self.arrive(root, &mut tails)?;
                                if sum > self.most {
                                    return Ok(());
                                }
                            }
                            Step::Done => break,
                        }
                    }
                }
            }
            sum += 1;
        }
        Ok(())
    }

    /// All views, with all moves of this number before them.
    fn roots(&mut self, before: usize) -> Vec<Root<'a>> {
        let mut roots = Vec::new();
        for view in View::all() {
            let seen = view.of(&self.cube);
            for before in &self.solver.before[before] {
                let cube = before.cube.then(&seen);
                let coset = Coset::of(&cube);
                let near = self.solver.tables.phase1.known(coset);
                let radius = self.solver.tables.phase1.near().radius();
                let least = near.map_or(radius + 1, |known| known.distance);
                roots.push(Root { view, before, cube, coset, least });
            }
        }
        self.nodes += roots.len() as u64;
        roots
    }

    /// Phase 1 has come to an end: goes on with phase 2.
    #[inline]
    fn arrive(
        &mut self,
        root: &Root<'_>,
        tails: &mut Search<'a, PhaseSpace<'a, Phase2>>,
    ) -> Result<(), Stopped> {
        let second = self.second;
        let sum = (self.path.len() + root.before.moves.len()) as u8;
        let left = (self.most - sum).min(*MOST_IN_PHASE_2);
        self.trail.follow(&self.path);
        let (corners, order) = self.trail.corners();
        let phase2 = &self.solver.tables.phase2;
        if phase2.corner_bound(corners, order) > left {
            return Ok(());
        }
        let state = self.trail.state();
        let (from, to, node);
        match phase2.known(state) {
            Some(known) if known.distance > left => return Ok(()),
            Some(known) => {
                (from, to) = (known.distance, known.distance);
                node = second.node(state, known.distance);
            }
            None if left <= phase2.near().radius() => return Ok(()),
            None => {
                (from, to) = (phase2.near().radius() + 1, left);
                node = second.node(state, left);
            }
        }
        let Some(node): Option<Node<_>> = node else { return Ok(()) };
        for depth in from..=to {
            tails.start(second, &node, &self.path, depth, 0);
            let mut counted = 0;
            loop {
                match tails.step() {
                    Step::Parked => {
                        let expanded = tails.expanded();
                        self.tick(expanded - counted)?;
                        counted = expanded;
                    }
                    Step::Leaf => {
                        let (path, _) = tails.leaf().expect("the step arrived at a leaf");
                        let path = path.to_vec();
                        return self.found(root, &path);
                    }
                    Step::Done => break,
                }
            }
        }
        Ok(())
    }

    fn found(&mut self, root: &Root<'_>, path: &[u8]) -> Result<(), Stopped> {
        let mut moves: Vec<Move> = path.iter().map(|m| Move::from_index(usize::from(*m))).collect();
        moves.extend_from_slice(&root.before.moves);
        let solution = root.view.solution(&moves);
        assert_eq!(self.cube.apply(&solution), Cube::SOLVED);
        if self.best.as_ref().is_none_or(|best| solution.len() < best.len()) {
            self.most = (solution.len() as u8).saturating_sub(1);
            let enough = solution.len() <= usize::from(self.limits.enough);
            self.best = Some(solution);
            if enough {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// So many nodes more have been expanded.
    #[inline(always)]
    fn tick(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.nodes += nodes;
        self.unchecked += nodes as u32;
        if self.unchecked >= 64 { self.check() } else { Ok(()) }
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        self.unchecked = 0;
        let over = self.limits.time.is_some_and(|time| self.start.elapsed() >= time)
            || self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes);
        if over && self.best.is_some() { Err(Stopped) } else { Ok(()) }
    }
}

/// How many moves are made before at most.
fn most_before(sum: u8) -> u8 {
    let text = std::env::var("PRE").unwrap_or("0".into());
    text.as_bytes()[usize::from(sum).min(text.len() - 1)] - b'0'
}
