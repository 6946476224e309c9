//! The analyzer: every stage of a variant for every bottom colour of one cube, exactly.
//!
//! Stages go in order, so that the length of one bounds the next from below. All slot choices of a stage deepen
//! together under one bound: the first to be met at a bound settles the stage.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use cubiform_cube::goal::{Slot, Target, Variant};
use cubiform_cube::{Color, Cube, Move, PieceSet, Symmetry};
use cubiform_search::{Order, Pool, Search, Space, Step, park, run_alone};
use cubiform_tables::Table;
use cubiform_tables::catalogue::{self, CATALOGUE};
use cubiform_tables::view::Tracked;

use crate::space::{Contradiction, Lookout, Node, Position, TargetSpace, bounding, cosets};

/// No stage of any state is as far: a search that gets here had a damaged table.
const TOO_FAR: u8 = 24;

/// A search of at least `WORTH_SPLITTING` moves is split after `SPLIT` moves into parts, the likeliest first.
const SPLIT: u8 = 2;
const WORTH_SPLITTING: u8 = 9;

/// What to find out about a cube.
#[derive(Clone, Debug)]
pub struct Request {
    /// The bottom colours, in the order of the answer.
    pub colors: Vec<Color>,
    /// How many optimal solutions to give for each stage and colour, at most.
    pub solutions: usize,
}

/// An optimal solution of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// How to turn the whole cube first, to have the bottom colour below.
    pub rotation: Symmetry,
    /// The moves after that rotation.
    pub moves: Vec<Move>,
    /// The slots that are solved, as seen after that rotation.
    pub slots: Vec<Slot>,
}

/// Nodes that searches took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Children made.
    pub made: u64,
}

/// What was found for one stage and one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageResult {
    /// The least number of moves, HTM.
    pub length: u8,
    /// Optimal solutions, as many as asked for and there are: by choice of slots, then in canonical order.
    pub solutions: Vec<Solution>,
    /// What the search for the length took: the same in every run unless it was shared out.
    pub counts: Counts,
}

/// Why a cube could not be analyzed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnalyzeError {
    /// A table contradicts itself or the cube.
    #[error(transparent)]
    Table(#[from] Contradiction),
    /// A solution that a search gave does not solve the stage on the cube itself.
    #[error("a solution of stage {stage} does not solve it on the cube: a table file is damaged")]
    Wrong {
        /// The stage.
        stage: &'static str,
    },
    /// It was cancelled.
    #[error("stopped")]
    Cancelled,
}

/// A stage with the space of each of its choices.
struct StageSpaces {
    name: &'static str,
    choices: Vec<TargetSpace>,
}

/// Finds the stages of a variant; made once for many cubes.
pub struct Analyzer {
    lookout: Lookout,
    stages: Vec<StageSpaces>,
    order: Order,
}

/// The tables of the catalogue up to `profile` that bound, or answer, the stages of `variant` at these indices.
///
/// # Panics
/// If a stage index is out of range.
pub fn tables_for(
    variant: &Variant,
    stages: &[usize],
    profile: catalogue::Profile,
) -> Vec<&'static catalogue::Entry> {
    let entries: Vec<_> = CATALOGUE.iter().filter(|e| e.profile <= profile).collect();
    let views: Vec<(&catalogue::Entry, Symmetry)> = entries
        .iter()
        .flat_map(|entry| cosets(entry.coordinate().group()).map(move |s| (*entry, s)))
        .collect();
    let mut useful = vec![false; views.len()];
    for target in stages.iter().flat_map(|i| &variant.stages[*i].choices) {
        let goals = views.iter().map(|(entry, s)| (entry.coordinate().target(), *s));
        bounding(target, goals).into_iter().for_each(|i| useful[i] = true);
    }
    let is_useful = |entry: &&catalogue::Entry| {
        views.iter().zip(&useful).any(|((e, _), useful)| *useful && std::ptr::eq(*e, *entry))
    };
    entries.into_iter().filter(is_useful).collect()
}

impl Analyzer {
    /// An analyzer for the stages of `variant` at these indices, in ascending order, with these tables: any that
    /// bound them; [`tables_for`] says which are useful.
    ///
    /// # Panics
    /// If a stage index is out of range, or the stages are not ascending.
    pub fn new(variant: &Variant, stages: &[usize], tables: &[Arc<Table>]) -> Analyzer {
        assert!(stages.is_sorted_by(|a, b| a < b), "stages must ascend");
        let stages: Vec<_> = stages.iter().map(|i| &variant.stages[*i]).collect();
        let pieces = variant.stages.iter().flat_map(|s| &s.choices).map(|t| t.pieces);
        let all = pieces.reduce(PieceSet::union).unwrap_or_default();
        let base = cubiform_cube::goal::CROSS.to_vec();
        let tracked = Tracked {
            rest: all.edges().filter(|e| !base.contains(e)).collect(),
            base,
            corners: all.corners().collect(),
        };
        let lookout = Lookout::new(tracked, tables);
        let spaces = |stage: &&cubiform_cube::goal::Stage| StageSpaces {
            name: stage.name,
            choices: stage.choices.iter().map(|choice| lookout.space(choice)).collect(),
        };
        let may_precede = |a, b| Move::from_index(a).may_precede(Move::from_index(b));
        Analyzer {
            stages: stages.iter().map(spaces).collect(),
            lookout,
            order: Order::new(Move::COUNT, may_precede),
        }
    }

    /// The names of its stages.
    pub fn stages(&self) -> impl ExactSizeIterator<Item = &'static str> {
        self.stages.iter().map(|s| s.name)
    }

    /// Everything asked about `cube`: for each stage, for each colour of the request.
    ///
    /// # Errors
    /// If a table turns out to be damaged.
    pub fn analyze(&self, cube: &Cube, request: &Request) -> Result<Analysis, AnalyzeError> {
        run_alone(self.analysis(cube, request))
    }

    /// The same, with the work for this one cube shared among `threads` threads; `stop` ends it.
    ///
    /// # Errors
    /// If a table turns out to be damaged, or it was stopped.
    ///
    /// # Panics
    /// Never, unless a search does.
    pub fn analyze_shared(
        &self,
        cube: &Cube,
        request: &Request,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Analysis, AnalyzeError> {
        let results: Vec<Mutex<Option<ColorResult>>> =
            request.colors.iter().map(|_| Mutex::default()).collect();
        let pool = Arc::new(Pool::default());
        for (color, result) in request.colors.iter().zip(&results) {
            let helpers = Helpers { pool: Arc::clone(&pool), count: threads * WIDTH };
            pool.add(async move {
                let found = self.color(cube, *color, request, Some(&helpers)).await;
                *result.lock().expect("only this job has the lock") = Some(found);
            });
        }
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| pool.work(WIDTH, stop, |_| {}));
            }
            pool.work(WIDTH, stop, |_| {});
        });
        let take = |result: &Mutex<Option<ColorResult>>| {
            let found = result.lock().expect("its job is over").take();
            found.unwrap_or(Err(AnalyzeError::Cancelled))
        };
        let by_color = results.iter().map(take);
        Ok(by_stage(by_color.collect::<Result<_, _>>()?))
    }

    /// Analyzes all cubes that `source` gives, several at a time on each of `threads` threads, until it gives no
    /// more or `stop` is set. `done` gets each result with what came with the cube, in the order in which they
    /// are found. Both are called from any thread.
    ///
    /// # Panics
    /// If `source` or `done` panics.
    pub fn analyze_many<K: Send>(
        &self,
        request: &Request,
        threads: usize,
        stop: &AtomicBool,
        source: &(dyn Fn() -> Option<(K, Cube)> + Sync),
        done: &(dyn Fn(K, Result<Analysis, AnalyzeError>) + Sync),
    ) {
        let pool = Pool::default();
        let work = || {
            pool.work(WIDTH, stop, |pool| {
                if let Some((key, cube)) = source() {
                    pool.add(async move { done(key, self.analysis(&cube, request).await) });
                }
            });
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
    }

    async fn analysis(&self, cube: &Cube, request: &Request) -> Result<Analysis, AnalyzeError> {
        let mut by_color = Vec::with_capacity(request.colors.len());
        for color in &request.colors {
            by_color.push(self.color(cube, *color, request, None).await?);
        }
        Ok(by_stage(by_color))
    }

    async fn color<'s>(
        &'s self,
        cube: &Cube,
        color: Color,
        request: &Request,
        helpers: Option<&Helpers<'s>>,
    ) -> ColorResult {
        let rotation = Symmetry::bring_down(color);
        let held = cube.conjugate(rotation);
        let mut position = self.lookout.position(&held);
        let mut floor = 0;
        let mut results = Vec::with_capacity(self.stages.len());
        for stage in &self.stages {
            let (length, counts) = self.length(stage, &held, &mut position, floor, helpers).await?;
            floor = length;
            let mut solutions = Vec::new();
            if request.solutions > 0 {
                for (choice, moves) in self.solutions(stage, &mut position, length, request.solutions).await?
                {
                    let target = stage.choices[choice].target();
                    check(stage.name, target, &held, &moves)?;
                    solutions.push(Solution { rotation, moves, slots: target.slots.clone() });
                }
            }
            results.push(StageResult { length, solutions, counts });
        }
        Ok(results)
    }

    /// The least length of a stage, at least `floor`.
    async fn length<'s>(
        &'s self,
        stage: &'s StageSpaces,
        held: &Cube,
        position: &mut Position,
        floor: u8,
        helpers: Option<&Helpers<'s>>,
    ) -> Result<(u8, Counts), AnalyzeError> {
        // Choices that a table answers bound the others from above.
        let mut best: Option<(Vec<u8>, usize)> = None;
        let mut open = Vec::new();
        for (i, space) in stage.choices.iter().enumerate() {
            match space.exact_way(position)? {
                Some(way) if best.as_ref().is_none_or(|(b, _)| way.len() < b.len()) => {
                    best = Some((way.to_vec(), i));
                }
                Some(_) => {}
                None => open.push((i, space.root(position)?)),
            }
        }
        open.sort_by_key(|(_, root)| root.bound());
        let mut counts = Counts::default();
        let mut bound = open.first().map_or(u8::MAX, |(_, root)| root.bound().max(floor));
        let upper = best.as_ref().map_or(TOO_FAR, |(way, _)| way.len() as u8);
        while bound < upper {
            for (i, root) in open.iter().take_while(|(_, root)| root.bound() <= bound) {
                let space = &stage.choices[*i];
                if let Some(way) = self.solution(space, root, bound, helpers, &mut counts).await {
                    check(stage.name, space.target(), held, &to_moves(&way))?;
                    return Ok((bound, counts));
                }
            }
            bound += 1;
        }
        match best {
            Some((way, i)) => {
                check(stage.name, stage.choices[i].target(), held, &to_moves(&way))?;
                Ok((way.len() as u8, counts))
            }
            None => Err(AnalyzeError::Wrong { stage: stage.name }),
        }
    }

    /// Some solution of exactly `depth` moves.
    async fn solution<'s>(
        &'s self,
        space: &'s TargetSpace,
        root: &Node,
        depth: u8,
        helpers: Option<&Helpers<'s>>,
        counts: &mut Counts,
    ) -> Option<Vec<u8>> {
        if depth < WORTH_SPLITTING {
            let mut search = Search::new(space, &self.order);
            search.start(root, &[], depth, 0);
            let found = next_solution(space, &mut search).await;
            counts.add(&search);
            return found;
        }
        let mut search = Search::new(space, &self.order);
        search.start(root, &[], depth, depth - SPLIT);
        let mut parts = Vec::new();
        while search.next().await {
            parts.extend(search.leaf().map(|(path, node)| (path.to_vec(), node.clone())));
        }
        counts.add(&search);
        parts.sort_by_cached_key(|(_, node)| node.sum());
        let parts = Arc::new(Parts { parts, depth: depth - SPLIT, ..Parts::default() });
        if let Some(helpers) = helpers {
            for _ in 1..helpers.count.min(parts.parts.len()) {
                let parts = Arc::clone(&parts);
                helpers.pool.add(async move { parts.search(space, &self.order).await });
            }
        }
        parts.search(space, &self.order).await;
        // Helpers that have not begun will find nothing left; those that have are in some thread's hand.
        while parts.busy.load(Ordering::Acquire) > 0 {
            park().await;
        }
        let mut outcome = parts.outcome.lock().expect("no search panics with the lock");
        counts.expanded += outcome.1.expanded;
        counts.made += outcome.1.made;
        outcome.0.take()
    }

    /// The first solutions of `length` moves of a stage, each with the index of its choice.
    async fn solutions(
        &self,
        stage: &StageSpaces,
        position: &mut Position,
        length: u8,
        wanted: usize,
    ) -> Result<Vec<(usize, Vec<Move>)>, AnalyzeError> {
        let mut solutions = Vec::new();
        for (i, space) in stage.choices.iter().enumerate() {
            let root = space.root(position)?;
            if root.bound() > length {
                continue;
            }
            let mut search = Search::new(space, &self.order);
            search.start(&root, &[], length, 0);
            while solutions.len() < wanted {
                match next_solution(space, &mut search).await {
                    Some(way) => solutions.push((i, to_moves(&way))),
                    None => break,
                }
            }
        }
        Ok(solutions)
    }
}

/// How many searches a thread interleaves.
const WIDTH: usize = 8;

/// What an analysis gives: for each stage, for each colour.
pub type Analysis = Vec<Vec<StageResult>>;

/// The stages of one colour.
type ColorResult = Result<Vec<StageResult>, AnalyzeError>;

fn by_stage(by_color: Vec<Vec<StageResult>>) -> Analysis {
    let stages = by_color.first().map_or(0, Vec::len);
    let mut columns: Vec<_> = by_color.into_iter().map(Vec::into_iter).collect();
    let row = |_| columns.iter_mut().map(|c| c.next().expect("a result for each stage")).collect();
    (0..stages).map(row).collect()
}

/// Who may help with the parts of a search.
struct Helpers<'s> {
    pool: Arc<Pool<'s>>,
    count: usize,
}

/// The parts of a search, which any number of jobs may take in turn.
#[derive(Default)]
struct Parts {
    parts: Vec<(Vec<u8>, Node)>,
    /// The moves left after each part's prefix.
    depth: u8,
    next: AtomicUsize,
    /// How many jobs are at a part.
    busy: AtomicUsize,
    found: AtomicBool,
    outcome: Mutex<(Option<Vec<u8>>, Counts)>,
}

impl Parts {
    /// Searches the parts that nobody has taken, until one has a solution.
    async fn search(&self, space: &TargetSpace, order: &Order) {
        let mut search = Search::new(space, order);
        self.busy.fetch_add(1, Ordering::Relaxed);
        let mut found = None;
        while !self.found.load(Ordering::Relaxed) {
            let Some((prefix, node)) = self.parts.get(self.next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            search.start(node, prefix, self.depth, 0);
            while found.is_none() && !self.found.load(Ordering::Relaxed) {
                match search.step() {
                    Step::Parked => park().await,
                    Step::Done => break,
                    Step::Leaf => found = solution_at(space, &search),
                }
            }
            if found.is_some() {
                self.found.store(true, Ordering::Relaxed);
            }
        }
        {
            let mut outcome = self.outcome.lock().expect("no search panics with the lock");
            outcome.1.add(&search);
            outcome.0 = found.or(outcome.0.take());
        }
        self.busy.fetch_sub(1, Ordering::Release);
    }
}

/// The path of the leaf, if it is at the goal.
fn solution_at(space: &TargetSpace, search: &Search<'_, TargetSpace>) -> Option<Vec<u8>> {
    let (path, node) = search.leaf()?;
    space.is_goal(node).then(|| path.to_vec())
}

async fn next_solution(space: &TargetSpace, search: &mut Search<'_, TargetSpace>) -> Option<Vec<u8>> {
    while search.next().await {
        let found = solution_at(space, search);
        if found.is_some() {
            return found;
        }
    }
    None
}

impl Counts {
    fn add(&mut self, search: &Search<'_, TargetSpace>) {
        self.expanded += search.expanded();
        self.made += search.made();
    }
}

fn to_moves(path: &[u8]) -> Vec<Move> {
    path.iter().map(|m| Move::from_index(usize::from(*m))).collect()
}

/// Replays a solution on the whole cube: what tables say is never passed on unproven.
fn check(stage: &'static str, target: &Target, held: &Cube, moves: &[Move]) -> Result<(), AnalyzeError> {
    if target.is_met(&held.apply(moves)) { Ok(()) } else { Err(AnalyzeError::Wrong { stage }) }
}
