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
const MAX_SHORT_LENGTH: u8 = 7;

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
        let max_premoves = usize::from(*PREMOVE_LENGTHS.last().expect("there are some"));
        let premoves = (0..=max_premoves).map(|length| Premoves::all(length, &order)).collect();
        Some(TwoPhase { tables: Tables::new(filters, cancel)?, order, order_in_g1, premoves })
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
        let (phase1, phase2) = (self.tables.phase1_space(), self.tables.phase2_space());
        let mut run = Run::new(self, cube, limits, &phase1, &phase2);
        let result = run.search();
        // All of at most so many moves have been ruled out, unless some second phase was cut short.
        let exhausted = result.is_ok() && run.max_length <= MAX_PHASE_2_LENGTH;
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
        let orientation = Orientation::along(self.axis);
        let conjugated = orientation.apply(cube);
        if Coset::of(&conjugated) != Coset::default() {
            return Err(Unsolved::NotInGroup);
        }
        let (phase1, phase2) = (solver.tables.phase1_space(), solver.tables.phase2_space());
        let mut run = Run::new(solver, cube, limits, &phase1, &phase2);
        let root = Root {
            orientation,
            premoves: &solver.premoves[0][0],
            cube: conjugated,
            coset: Coset::default(),
            lower_bound: 0,
        };
        run.path_cache.start(&Permutation::of(&root.cube));
        let mut phase2_search = Search::new(&solver.order_in_g1);
        let result = run.search_phase_2(&root, &mut phase2_search, MAX_LENGTH);
        // It deepens a move at a time: what it finds first is shortest.
        let exhausted = result.is_ok() || run.best.is_some();
        run.answer(exhausted)
    }
}

/// The search is over before it is done: it has what was asked for, or the budget is spent.
struct BudgetSpent;

/// Where a search begins: a view of the cube, with moves before it.
struct Root<'a> {
    orientation: Orientation,
    premoves: &'a Premoves,
    cube: Cube,
    coset: Coset,
    /// At least how far from G1 it is.
    lower_bound: u8,
}

/// The search of one cube.
struct Run<'a> {
    solver: &'a TwoPhase,
    cube: Cube,
    limits: &'a Limits<'a>,
    meter: Meter<'a>,
    phase1: &'a PhaseSpace<'a, Phase1>,
    phase2: &'a PhaseSpace<'a, Phase2>,
    path_cache: PathCache<'a>,
    /// The way into G1 that is being gone on from.
    path: Vec<u8>,
    best: Option<Vec<Move>>,
    /// The most moves that are still of use, if any are.
    max_length: u8,
    /// Whether the search goes on to shorter solutions.
    continues: bool,
    /// Nothing shorter is of use.
    is_finished: bool,
}

impl<'a> Run<'a> {
    fn new(
        solver: &'a TwoPhase,
        cube: &Cube,
        limits: &'a Limits<'a>,
        phase1: &'a PhaseSpace<'a, Phase1>,
        phase2: &'a PhaseSpace<'a, Phase2>,
    ) -> Run<'a> {
        Run {
            solver,
            cube: *cube,
            limits,
            meter: Meter::new(limits),
            phase1,
            phase2,
            path_cache: PathCache::new(&solver.tables),
            path: Vec::new(),
            best: None,
            max_length: limits.max_length.unwrap_or(MAX_LENGTH).min(MAX_LENGTH),
            continues: limits.has_budget() && !limits.first,
            is_finished: false,
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
        let mut phase1_search = Search::new(&self.solver.order);
        let mut phase2_search = Search::new(&self.solver.order_in_g1);
        let mut roots = vec![self.roots(0)];
        let is_near = |root: &Root<'_>| root.lower_bound <= MAX_SHORT_LENGTH;
        if roots[0].iter().all(is_near) {
            // A random state hardly ever is near along each axis, one that a few moves made is: then all short
            // solutions are looked through, which takes a millisecond.
            self.search_short(&roots[0][0], &mut phase1_search, &mut phase2_search)?;
            if self.best.is_some() {
                return Ok(());
            }
        }
        let mut combined_length = 0;
        while combined_length <= self.max_length && !self.is_finished {
            let max_premoves = PREMOVE_LENGTHS[usize::from(combined_length).min(PREMOVE_LENGTHS.len() - 1)];
            for premove_count in 0..=max_premoves {
                if roots.len() <= usize::from(premove_count) {
                    roots.push(self.roots(usize::from(premove_count)));
                }
                let depth = combined_length - premove_count;
                for root in roots[usize::from(premove_count)].iter().filter(|root| root.lower_bound <= depth)
                {
                    self.search_phase_1(root, depth, &mut phase1_search, &mut phase2_search)?;
                    if combined_length > self.max_length || self.is_finished {
                        return Ok(());
                    }
                }
            }
            combined_length += 1;
        }
        Ok(())
    }

    /// Looks for the shortest solution of at most [`SHORT`] moves.
    fn search_short(
        &mut self,
        root: &Root<'a>,
        phase1_search: &mut Search<'a, PhaseSpace<'a, Phase1>>,
        phase2_search: &mut Search<'a, PhaseSpace<'a, Phase2>>,
    ) -> Result<(), BudgetSpent> {
        let (max_length, continues) = (self.max_length, self.continues);
        (self.max_length, self.continues) = (max_length.min(MAX_SHORT_LENGTH), true);
        for depth in root.lower_bound..=MAX_SHORT_LENGTH {
            if depth <= self.max_length && !self.is_finished {
                self.search_phase_1(root, depth, phase1_search, phase2_search)?;
            }
        }
        if self.best.is_none() {
            (self.max_length, self.continues) = (max_length, continues);
        }
        Ok(())
    }

    /// Goes all ways into G1 of this length.
    fn search_phase_1(
        &mut self,
        root: &Root<'a>,
        depth: u8,
        phase1_search: &mut Search<'a, PhaseSpace<'a, Phase1>>,
        phase2_search: &mut Search<'a, PhaseSpace<'a, Phase2>>,
    ) -> Result<(), BudgetSpent> {
        let Some(node) = self.phase1.node(root.coset, depth) else { return Ok(()) };
        self.path_cache.start(&Permutation::of(&root.cube));
        phase1_search.start(self.phase1, &node, &[], depth, 0);
        let mut counted = 0;
        loop {
            let step = phase1_search.step();
            let expanded = phase1_search.expanded();
            self.spend(expanded - counted)?;
            counted = expanded;
            match step {
                Step::LookUps => {}
                Step::Leaf => {
                    let (path, _) = phase1_search.leaf().expect("the step arrived at a leaf");
                    self.path.clear();
                    self.path.extend_from_slice(path);
                    self.search_phase_2(root, phase2_search, MAX_PHASE_2_LENGTH)?;
                    if depth + root.premoves.moves.len() as u8 > self.max_length || self.is_finished {
                        return Ok(());
                    }
                }
                Step::Done => return Ok(()),
            }
        }
    }

    /// All views, with all moves of this number before them.
    fn roots(&mut self, premove_count: usize) -> Vec<Root<'a>> {
        let phase1 = &self.solver.tables.phase1;
        let mut roots = Vec::new();
        for orientation in Orientation::all() {
            let conjugated = orientation.apply(&self.cube);
            for premoves in &self.solver.premoves[premove_count] {
                let cube = premoves.cube.then(&conjugated);
                let coset = Coset::of(&cube);
                let lower_bound = phase1.lower_bound(coset);
                roots.push(Root { orientation, premoves, cube, coset, lower_bound });
            }
        }
        roots
    }

    /// A way into G1 has been found: looks for a short one on to the end, of at most `most` moves.
    fn search_phase_2(
        &mut self,
        root: &Root<'a>,
        phase2_search: &mut Search<'a, PhaseSpace<'a, Phase2>>,
        max_phase_2_length: u8,
    ) -> Result<(), BudgetSpent> {
        let depth_left =
            (self.max_length - (self.path.len() + root.premoves.moves.len()) as u8).min(max_phase_2_length);
        self.path_cache.follow(&self.path);
        let (corners, order) = self.path_cache.corners();
        let phase2 = &self.solver.tables.phase2;
        if phase2.corner_lower_bound(corners, order) > depth_left {
            return Ok(());
        }
        let state = self.path_cache.state();
        let radius = phase2.exact_table().radius();
        let depths = match phase2.entry(state) {
            Some(entry) if entry.distance <= depth_left => entry.distance..=entry.distance,
            None if depth_left > radius => radius + 1..=depth_left,
            _ => return Ok(()),
        };
        for depth in depths {
            let node = self.phase2.node(state, depth).expect("it is near, or the depth is greater");
            phase2_search.start(self.phase2, &node, &self.path, depth, 0);
            let mut counted = 0;
            loop {
                let step = phase2_search.step();
                let expanded = phase2_search.expanded();
                self.spend(expanded - counted)?;
                counted = expanded;
                match step {
                    Step::LookUps => {}
                    Step::Leaf => {
                        let (path, _) = phase2_search.leaf().expect("the step arrived at a leaf");
                        return self.record(root, path);
                    }
                    Step::Done => break,
                }
            }
        }
        Ok(())
    }

    /// A solution: keeps it if it is the shortest so far.
    fn record(&mut self, root: &Root<'a>, path: &[u8]) -> Result<(), BudgetSpent> {
        let mut moves: Vec<Move> = path.iter().map(|m| Move::from_index(usize::from(*m))).collect();
        moves.extend_from_slice(&root.premoves.moves);
        let solution = joined(&root.orientation.solution(&moves));
        assert_eq!(self.cube.apply(&solution), Cube::SOLVED, "a solution solves the cube");
        let length = solution.len() as u8;
        self.best = Some(solution);
        self.is_finished = length == 0;
        self.max_length = length.saturating_sub(1);
        if self.continues { Ok(()) } else { Err(BudgetSpent) }
    }

    /// So many nodes more have been expanded. A budget never ends the search for a first solution of any length.
    #[inline(always)]
    fn spend(&mut self, nodes: u64) -> Result<(), BudgetSpent> {
        let may_end =
            |run: &Run<'_>| run.best.is_some() || run.limits.max_length.is_some() || run.meter.is_stopped();
        if self.meter.spend(nodes) && may_end(self) { Err(BudgetSpent) } else { Ok(()) }
    }
}
