//! The order of the search: which views, and how long a first phase; and the best solution so far.
//!
//! For a solution of at most L moves whose first phase and moves before it take S together, phase 2 has L - S. A way into
//! G1 that is a move shorter is five times as likely to lead to such a solution, and there are thirteen times fewer of
//! them: so S grows, and for each S all views are searched, with no moves before and with a few, which makes several
//! times as many ways of the same S.

use std::sync::atomic::AtomicBool;

use cubiform_cube::moves::joined;
use cubiform_cube::{Axis, Cube, Move};
use cubiform_search::{MoveOrder, Search, Step};
use cubiform_tables::kociemba::phase1::{Coset, Phase1};
use cubiform_tables::kociemba::phase2::Phase2;
use cubiform_tables::kociemba::{IN_G1, Permutation};

use super::orientations::{Orientation, Premoves};
use super::path_cache::PathCache;
use super::spaces::PhaseSpace;
use super::{Filters, Tables};
use crate::solver::{Limits, Meter, Solution, Solver, Unsolved};

/// More moves than any solution needs: twelve into G1, and eighteen in it.
const MAX_LENGTH: u8 = 30;

/// Solutions of so many moves are all looked through where there might be one.
const SHORT: u8 = 7;

/// The most moves that phase 2 is given: more take longer to rule out than another way into G1 takes to find.
const MAX_PHASE_2_LENGTH: u8 = 12;

/// How many moves are made before at most, by the sum of them and the first phase; of greater sums as of the last.
const PREMOVE_LENGTHS: [u8; 12] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3];

/// The solver, with its tables.
#[derive(Debug)]
pub struct TwoPhase {
    tables: Tables,
    order: MoveOrder,
    /// That of the moves of G1.
    order_in_g1: MoveOrder,
    /// The moves before, by their number.
    premoves: Vec<Vec<Premoves>>,
}

impl TwoPhase {
    /// Makes the tables, on two threads. Nothing is read or written.
    pub fn new() -> TwoPhase {
        TwoPhase::with(Filters::default())
    }

    /// Makes the tables beside filters, with which it is two to three times as fast.
    pub fn with(filters: Filters) -> TwoPhase {
        TwoPhase::with_until(filters, &AtomicBool::new(false)).expect("nobody cancels it")
    }

    /// The same; `None` if `cancel` was set before it was done.
    pub fn with_until(filters: Filters, cancel: &AtomicBool) -> Option<TwoPhase> {
        let may_precede = |a, b| Move::from_index(a).may_precede(Move::from_index(b));
        let order = MoveOrder::new(Move::COUNT, may_precede);
        let order_in_g1 = MoveOrder::new(Move::COUNT, |a, b| may_precede(a, b) && IN_G1 >> b & 1 == 1);
        let most_before = usize::from(*PREMOVE_LENGTHS.last().expect("there are some"));
        let before = (0..=most_before).map(|length| Premoves::all(length, &order)).collect();
        Some(TwoPhase { tables: Tables::new(filters, cancel)?, order, order_in_g1, premoves: before })
    }

    /// How large its tables are, in bytes.
    pub fn bytes(&self) -> usize {
        self.tables.bytes()
    }
}

impl Default for TwoPhase {
    fn default() -> TwoPhase {
        TwoPhase::new()
    }
}

impl Solver for TwoPhase {
    fn solve(&self, cube: &Cube, limits: &Limits<'_>) -> Result<Solution, Unsolved> {
        let (first, second) = (self.tables.first(), self.tables.second());
        let mut run = Run::new(self, cube, limits, &first, &second);
        let ended = run.search();
        // All of at most so many moves have been ruled out, unless some second phase was cut short.
        let exhausted = ended.is_ok() && run.most <= MAX_PHASE_2_LENGTH;
        run.answer(exhausted)
    }
}

/// The second phase alone: shortest solutions by all turns of the two faces on an axis and half turns of the others.
#[derive(Debug)]
pub struct InG1 {
    solver: TwoPhase,
    axis: Axis,
}

impl InG1 {
    /// One with the tables of this solver, for the moves that keep this axis.
    pub fn new(solver: TwoPhase, axis: Axis) -> InG1 {
        InG1 { solver, axis }
    }
}

impl Solver for InG1 {
    fn solve(&self, cube: &Cube, limits: &Limits<'_>) -> Result<Solution, Unsolved> {
        let solver = &self.solver;
        let view = Orientation::along(self.axis);
        let seen = view.of(cube);
        if Coset::of(&seen) != Coset::default() {
            return Err(Unsolved::NotInGroup);
        }
        let (first, second) = (solver.tables.first(), solver.tables.second());
        let mut run = Run::new(solver, cube, limits, &first, &second);
        let root =
            Root { view, before: &solver.premoves[0][0], cube: seen, coset: Coset::default(), least: 0 };
        run.trail.start(&Permutation::of(&root.cube));
        let mut tails = Search::new(&solver.order_in_g1);
        let ended = run.arrive(&root, &mut tails, MAX_LENGTH);
        // It deepens a move at a time: what it finds first is shortest.
        let exhausted = ended.is_ok() || run.best.is_some();
        run.answer(exhausted)
    }
}

/// The search is over before it is done: it has what was asked for, or the budget is spent.
struct BudgetSpent;

/// Where a search begins: a view of the cube, with moves before it.
struct Root<'a> {
    view: Orientation,
    before: &'a Premoves,
    cube: Cube,
    coset: Coset,
    /// At least how far from G1 it is.
    least: u8,
}

/// The search of one cube.
struct Run<'a> {
    solver: &'a TwoPhase,
    cube: Cube,
    limits: &'a Limits<'a>,
    meter: Meter<'a>,
    first: &'a PhaseSpace<'a, Phase1>,
    second: &'a PhaseSpace<'a, Phase2>,
    trail: PathCache<'a>,
    /// The way into G1 that is being gone on from.
    path: Vec<u8>,
    best: Option<Vec<Move>>,
    /// The most moves that are still of use, if any are.
    most: u8,
    /// Whether the search goes on to shorter solutions.
    goes_on: bool,
    /// Nothing shorter is of use.
    is_over: bool,
}

impl<'a> Run<'a> {
    fn new(
        solver: &'a TwoPhase,
        cube: &Cube,
        limits: &'a Limits<'a>,
        first: &'a PhaseSpace<'a, Phase1>,
        second: &'a PhaseSpace<'a, Phase2>,
    ) -> Run<'a> {
        Run {
            solver,
            cube: *cube,
            limits,
            meter: Meter::new(limits),
            first,
            second,
            trail: PathCache::new(&solver.tables),
            path: Vec::new(),
            best: None,
            most: limits.max_length.unwrap_or(MAX_LENGTH).min(MAX_LENGTH),
            goes_on: limits.has_budget() && !limits.first,
            is_over: false,
        }
    }

    /// What has been found; `exhausted` if there is nothing shorter.
    fn answer(self, exhausted: bool) -> Result<Solution, Unsolved> {
        let (nodes, max_length) = (self.meter.nodes(), self.limits.max_length);
        match self.best {
            Some(moves) => {
                let optimal = exhausted || moves.is_empty();
                Ok(Solution { phases: vec![moves], optimal, nodes })
            }
            None if self.meter.is_stopped() => Err(Unsolved::Stopped),
            None if exhausted => Err(Unsolved::None { max_length }),
            None => Err(Unsolved::Budget { max_length }),
        }
    }

    /// Searches until all is done, or it is over.
    fn search(&mut self) -> Result<(), BudgetSpent> {
        let mut heads = Search::new(&self.solver.order);
        let mut tails = Search::new(&self.solver.order_in_g1);
        let mut roots = vec![self.roots(0)];
        let near = |root: &Root<'_>| root.least <= SHORT;
        if roots[0].iter().all(near) {
            // A random state hardly ever is near along each axis, one that a few moves made is: then all short
            // solutions are looked through, which takes a millisecond.
            self.search_short(&roots[0][0], &mut heads, &mut tails)?;
            if self.best.is_some() {
                return Ok(());
            }
        }
        let mut sum = 0;
        while sum <= self.most && !self.is_over {
            let most_before = PREMOVE_LENGTHS[usize::from(sum).min(PREMOVE_LENGTHS.len() - 1)];
            for before in 0..=most_before {
                if roots.len() <= usize::from(before) {
                    roots.push(self.roots(usize::from(before)));
                }
                let depth = sum - before;
                for root in roots[usize::from(before)].iter().filter(|root| root.least <= depth) {
                    self.search_from(root, depth, &mut heads, &mut tails)?;
                    if sum > self.most || self.is_over {
                        return Ok(());
                    }
                }
            }
            sum += 1;
        }
        Ok(())
    }

    /// Looks for the shortest solution of at most [`SHORT`] moves.
    fn search_short(
        &mut self,
        root: &Root<'a>,
        heads: &mut Search<'a, PhaseSpace<'a, Phase1>>,
        tails: &mut Search<'a, PhaseSpace<'a, Phase2>>,
    ) -> Result<(), BudgetSpent> {
        let (most, goes_on) = (self.most, self.goes_on);
        (self.most, self.goes_on) = (most.min(SHORT), true);
        for depth in root.least..=SHORT {
            if depth <= self.most && !self.is_over {
                self.search_from(root, depth, heads, tails)?;
            }
        }
        if self.best.is_none() {
            (self.most, self.goes_on) = (most, goes_on);
        }
        Ok(())
    }

    /// Goes all ways into G1 of this length.
    fn search_from(
        &mut self,
        root: &Root<'a>,
        depth: u8,
        heads: &mut Search<'a, PhaseSpace<'a, Phase1>>,
        tails: &mut Search<'a, PhaseSpace<'a, Phase2>>,
    ) -> Result<(), BudgetSpent> {
        let Some(node) = self.first.node(root.coset, depth) else { return Ok(()) };
        self.trail.start(&Permutation::of(&root.cube));
        heads.start(self.first, &node, &[], depth, 0);
        let mut counted = 0;
        loop {
            let step = heads.step();
            let expanded = heads.expanded();
            self.spend(expanded - counted)?;
            counted = expanded;
            match step {
                Step::LookUps => {}
                Step::Leaf => {
                    let (path, _) = heads.leaf().expect("the step arrived at a leaf");
                    self.path.clear();
                    self.path.extend_from_slice(path);
                    self.arrive(root, tails, MAX_PHASE_2_LENGTH)?;
                    if depth + root.before.moves.len() as u8 > self.most || self.is_over {
                        return Ok(());
                    }
                }
                Step::Done => return Ok(()),
            }
        }
    }

    /// All views, with all moves of this number before them.
    fn roots(&mut self, before: usize) -> Vec<Root<'a>> {
        let phase1 = &self.solver.tables.phase1;
        let mut roots = Vec::new();
        for view in Orientation::all() {
            let seen = view.of(&self.cube);
            for before in &self.solver.premoves[before] {
                let cube = before.cube.then(&seen);
                let coset = Coset::of(&cube);
                let least = phase1.lower_bound(coset);
                roots.push(Root { view, before, cube, coset, least });
            }
        }
        roots
    }

    /// A way into G1 has been found: looks for a short one on to the end, of at most `most` moves.
    fn arrive(
        &mut self,
        root: &Root<'a>,
        tails: &mut Search<'a, PhaseSpace<'a, Phase2>>,
        most: u8,
    ) -> Result<(), BudgetSpent> {
        let left = (self.most - (self.path.len() + root.before.moves.len()) as u8).min(most);
        self.trail.follow(&self.path);
        let (corners, order) = self.trail.corners();
        let phase2 = &self.solver.tables.phase2;
        if phase2.corner_lower_bound(corners, order) > left {
            return Ok(());
        }
        let state = self.trail.state();
        let radius = phase2.exact_table().radius();
        let depths = match phase2.entry(state) {
            Some(known) if known.distance <= left => known.distance..=known.distance,
            None if left > radius => radius + 1..=left,
            _ => return Ok(()),
        };
        for depth in depths {
            let node = self.second.node(state, depth).expect("it is near, or the depth is greater");
            tails.start(self.second, &node, &self.path, depth, 0);
            let mut counted = 0;
            loop {
                let step = tails.step();
                let expanded = tails.expanded();
                self.spend(expanded - counted)?;
                counted = expanded;
                match step {
                    Step::LookUps => {}
                    Step::Leaf => {
                        let (path, _) = tails.leaf().expect("the step arrived at a leaf");
                        return self.found(root, path);
                    }
                    Step::Done => break,
                }
            }
        }
        Ok(())
    }

    /// A solution: keeps it if it is the shortest so far.
    fn found(&mut self, root: &Root<'a>, path: &[u8]) -> Result<(), BudgetSpent> {
        let mut moves: Vec<Move> = path.iter().map(|m| Move::from_index(usize::from(*m))).collect();
        moves.extend_from_slice(&root.before.moves);
        let solution = joined(&root.view.solution(&moves));
        assert_eq!(self.cube.apply(&solution), Cube::SOLVED, "a solution solves the cube");
        let length = solution.len() as u8;
        self.best = Some(solution);
        self.is_over = length == 0;
        self.most = length.saturating_sub(1);
        if self.goes_on { Ok(()) } else { Err(BudgetSpent) }
    }

    /// So many nodes more have been expanded. A budget never ends the search for a first solution of any length.
    #[inline(always)]
    fn spend(&mut self, nodes: u64) -> Result<(), BudgetSpent> {
        let may_end =
            |run: &Run<'_>| run.best.is_some() || run.limits.max_length.is_some() || run.meter.is_stopped();
        if self.meter.spend(nodes) && may_end(self) { Err(BudgetSpent) } else { Ok(()) }
    }
}
