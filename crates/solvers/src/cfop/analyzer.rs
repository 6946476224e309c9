//! The analyzer: every stage of a variant for every bottom colour of one cube, exactly.
//!
//! Stages go in order, so that the length of one bounds the next from below. All slot choices of a stage deepen
//! together under one bound: the first to be met at a bound settles the stage.

mod within;

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use cubiform_cube::goal::{Choice, Stage, Variant};
use cubiform_cube::{Axis, Color, Cube, Move, Symmetry};
use cubiform_search::{Gang, Order, Path, Pool, Search, Supply, run_alone, run_alone_until};
use cubiform_tables::Table;

use super::choices::{Candidate, Choices};
use crate::frame::Frame;
use crate::node_limit::{NodeLimit, TableCheck};
use crate::parts::{Parts, Split, TooManyNodes};
use crate::position::{Contradiction, Positions};
use crate::sharing::{Counts, WIDTH, Work, shared};
use crate::space::{Lookout, Node, TargetSpace};

pub(crate) use within::Shortest;

/// No stage of any state is farther, since no state is farther from any other (Rokicki, Kociemba, Davidson, Dethridge
/// 2010). Of a stage that a table of the catalogue answers the greatest distance is known.
const FARTHEST: u8 = 20;

/// Nodes that the search for one stage and colour may expand if nobody can check the tables: fifty times what F2L with oriented
/// edges takes in the mean with the small tables, which is the most that any named goal takes.
const MOST_NODES: u64 = 20_000_000;

/// The same before the tables are checked, where that is possible: some seconds. If it turns out to be a hard state, the check
/// has cost a second or two, once.
const MOST_NODES_BEFORE_CHECK: u64 = 3_000_000;

/// With at most so many moves left a part of a search is searched whole: few nodes have that many left and can still
/// reach the goal, and those are over soon. Smaller parts bring the first solution nearer, and cost as much as that saves.
const WHOLE: u8 = 11;

/// A search of fewer moves is not split; another one into parts of two moves at least.
const WORTH_SPLITTING: u8 = 9;
const LEAST_SPLIT: u8 = 2;

/// How many parts of a search a thread searches in turns.
const GANG: usize = 3;

/// What to find out about a cube.
#[derive(Clone, Debug)]
pub struct Request {
    /// The bottom colours, in the order of the answer.
    pub colors: Vec<Color>,
    /// How many optimal solutions to give for each stage and colour, at most.
    pub solutions: usize,
    /// Whether to give them only for the colours in which the stage is shortest.
    pub only_best: bool,
}

/// An optimal solution of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// How to turn the whole cube first, to have the bottom colour below.
    pub rotation: Symmetry,
    /// The moves after that rotation.
    pub moves: Vec<Move>,
    /// What it solves, as seen after that rotation.
    pub choice: Choice,
    /// By how many clockwise quarter turns of D the D layer is off at the end, 0..4.
    pub offset: u8,
    /// The axis, as seen after that rotation, relative to which all edges are oriented, if the goal asks that.
    pub oriented: Option<Axis>,
}

/// What was found for one stage and one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageResult {
    /// The least number of moves, HTM.
    pub length: u8,
    /// Optimal solutions, as many as asked for and there are: by choice of slots, then by the turn by which the D
    /// layer is off, then in canonical order (of the cube turned or mirrored as its choice is searched: by y, where
    /// edges are oriented relative to L/R).
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
    /// What a search gave as a solution does not solve the stage on the cube itself, or there was none.
    #[error("no solution of stage {stage} holds on the cube itself")]
    Wrong {
        /// The stage.
        stage: String,
    },
    /// A search took more nodes than any should with intact tables.
    #[error("the search for stage {stage} was given up after {nodes} nodes: a table file may be damaged")]
    TooManyNodes {
        /// The stage.
        stage: String,
        /// The nodes that it may take.
        nodes: u64,
    },
    /// It was cancelled.
    #[error("stopped")]
    Cancelled,
}

/// A stage with its choices as searches.
struct StageChoices {
    stage: Stage,
    candidates: Vec<Candidate>,
    /// No state is farther.
    farthest: u8,
}

impl StageChoices {
    /// Replays a solution on the whole cube: what tables say is never passed on unproven.
    fn check(&self, candidate: Candidate, held: &Cube, moves: &[Move]) -> Result<(), AnalyzeError> {
        let is_met = self.stage.choices[candidate.of].is_met(&held.apply(moves));
        if is_met { Ok(()) } else { Err(self.wrong()) }
    }

    fn wrong(&self) -> AnalyzeError {
        AnalyzeError::Wrong { stage: self.stage.name.to_string() }
    }
}

/// Finds the stages of a variant; made once for many cubes.
pub struct Analyzer {
    /// One for each set of pieces that is tracked.
    lookouts: Vec<Lookout>,
    spaces: Vec<TargetSpace>,
    /// By space: the index of its lookout.
    lookout_of: Vec<usize>,
    frames: Vec<Frame>,
    stages: Vec<StageChoices>,
    order: Order,
    pub(super) limit: NodeLimit,
}

/// A candidate that has not been met.
struct Open {
    candidate: Candidate,
    /// At least so many moves.
    bound: u8,
    /// Where it stands, once that has been looked up.
    root: Option<Root>,
}

enum Root {
    /// A table says how far it is.
    Exact(u8),
    /// A search must find out.
    Node(Node),
}

impl Root {
    fn bound(&self) -> u8 {
        match self {
            Root::Exact(distance) => *distance,
            Root::Node(node) => node.bound(),
        }
    }
}

/// A cube with a colour below, and what its analysis carries from stage to stage.
struct Held<'s> {
    cube: Cube,
    /// One for each lookout.
    positions: Vec<Positions<'s>>,
    searchers: Searchers<'s>,
}

/// What searches, with the room that it has taken.
struct Searchers<'s> {
    alone: Search<'s, TargetSpace>,
    gang: Gang<'s, TargetSpace>,
}

/// Those that are not at work; those of a colour that fails are gone. To make new ones for each colour would take a fiftieth
/// of all time.
type Spares<'s> = Arc<Mutex<Vec<Searchers<'s>>>>;

impl Analyzer {
    /// An analyzer for the stages of `variant` at these indices, in ascending order, with these tables: any that
    /// bound them; [`needs`](super::needs()) says which are useful.
    ///
    /// # Panics
    /// If a stage index is out of range, the stages are not ascending, the targets have more pieces than can be
    /// tracked, or no table bounds some target.
    pub fn new(variant: &Variant, stages: &[usize], tables: &[Arc<Table>]) -> Analyzer {
        assert!(stages.is_sorted_by(|a, b| a < b), "stages must ascend");
        let choices = Choices::new(variant, stages).expect("a goal of which `needs` gave the tables");
        let lookouts: Vec<Lookout> =
            choices.tracked.into_iter().map(|tracked| Lookout::new(tracked, tables)).collect();
        let may_precede = |a, b| Move::from_index(a).may_precede(Move::from_index(b));
        let tracked_targets = choices.targets.iter().zip(&choices.tracked_by);
        let spaces: Vec<TargetSpace> =
            tracked_targets.map(|(target, by)| lookouts[*by].space(target)).collect();
        let with_candidates = |(i, candidates): (&usize, Vec<Candidate>)| {
            // Of several choices each is met no later than at its greatest distance.
            let known = candidates.iter().filter_map(|candidate| spaces[candidate.target].farthest());
            let farthest = known.min().unwrap_or(FARTHEST);
            StageChoices { stage: variant.stages[*i].clone(), candidates, farthest }
        };
        Analyzer {
            lookout_of: choices.tracked_by,
            stages: stages.iter().zip(choices.stages).map(with_candidates).collect(),
            spaces,
            frames: choices.frames,
            lookouts,
            order: Order::new(Move::COUNT, may_precede),
            limit: NodeLimit::new(MOST_NODES),
        }
    }

    /// Has `check` called when a search takes more nodes than expected, once: whether the tables are intact. If they are,
    /// that search and all others go on without a limit.
    ///
    /// Without a check such a search ends with [`AnalyzeError::TooManyNodes`].
    #[must_use]
    pub fn checking_tables(mut self, check: TableCheck) -> Analyzer {
        self.limit.set_check(check, MOST_NODES_BEFORE_CHECK);
        self
    }

    /// Lets searches take any number of nodes from now on: for a caller that has checked the tables after
    /// [`AnalyzeError::TooManyNodes`].
    pub fn lift_node_limit(&self) {
        self.limit.lift();
    }

    /// The names of its stages.
    pub fn stages(&self) -> impl ExactSizeIterator<Item = Cow<'static, str>> {
        self.stages.iter().map(|s| s.stage.name.clone())
    }

    /// Everything asked about `cube`: for each stage, for each colour of the request.
    ///
    /// # Errors
    /// If a table turns out to be damaged.
    pub fn analyze(&self, cube: &Cube, request: &Request) -> Result<Analysis, AnalyzeError> {
        run_alone(self.analysis(cube, request))
    }

    /// The same, unless `stop` is set before there is an answer.
    ///
    /// # Errors
    /// If a table turns out to be damaged, or it was stopped.
    pub fn analyze_until(
        &self,
        cube: &Cube,
        request: &Request,
        stop: &AtomicBool,
    ) -> Result<Analysis, AnalyzeError> {
        self.analyze_unless(cube, request, || stop.load(Ordering::Relaxed))
    }

    /// The same, with a question that is asked every few microseconds.
    pub(crate) fn analyze_unless(
        &self,
        cube: &Cube,
        request: &Request,
        is_stopped: impl Fn() -> bool,
    ) -> Result<Analysis, AnalyzeError> {
        let analyzed = run_alone_until(self.analysis(cube, request), is_stopped);
        analyzed.unwrap_or(Err(AnalyzeError::Cancelled))
    }

    /// Analyzes all cubes that `source` gives, several searches at a time on each of `threads` threads, until it
    /// gives no more or `stop` is set. `done` gets each result with what came with its cube, in the order in which
    /// they are found. Both are called from any thread; `source` may wait only when it is told so.
    ///
    /// When there is less to do than there are threads, a search is shared among them; node counts then vary.
    ///
    /// # Panics
    /// If `source` or `done` panics.
    pub fn analyze_many<K: Send + Sync>(
        &self,
        request: &Request,
        threads: usize,
        stop: &AtomicBool,
        source: &(dyn Fn(bool) -> Source<K> + Sync),
        done: &(dyn Fn(K, Result<Analysis, AnalyzeError>) + Sync),
    ) {
        let (pool, spares) = (Arc::new(Pool::new(threads.max(1))), Spares::default());
        pool.work_on_threads(WIDTH, stop, |_, may_wait| {
            let (key, cube) = match source(may_wait) {
                Source::Cube(key, cube) => (key, cube),
                Source::NoneYet => return Supply::Open,
                Source::Over => return Supply::Over,
            };
            if request.colors.is_empty() {
                done(key, Ok(Analysis::new()));
                return Supply::Open;
            }
            let task = Arc::new(Task {
                key: Mutex::new(Some(key)),
                cube,
                by_color: request.colors.iter().map(|_| Mutex::default()).collect(),
                missing: AtomicUsize::new(request.colors.len()),
            });
            for i in 0..request.colors.len() {
                let (pool_of_job, task) = (Arc::clone(&pool), Arc::clone(&task));
                let spares = Arc::clone(&spares);
                pool.add(async move {
                    let pool = Some(&pool_of_job);
                    let lengths = self.color(&task.cube, request.colors[i], &spares, pool).await;
                    *task.by_color[i].lock().expect("no job panics with the lock") = Some(lengths);
                    // The last of the colours puts them together.
                    if task.missing.fetch_sub(1, Ordering::AcqRel) == 1 {
                        let result = self.finish(&task, request, pool).await;
                        let key = task.key.lock().expect("no job panics with the lock").take();
                        done(key.expect("it is finished once"), result);
                    }
                });
            }
            Supply::Open
        });
    }

    /// The same for one cube: its colours, and the parts of its searches, are shared among `threads` threads.
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
        let given = AtomicBool::new(false);
        let source = |_| match given.swap(true, Ordering::Relaxed) {
            false => Source::Cube((), *cube),
            true => Source::Over,
        };
        let result = Mutex::new(Err(AnalyzeError::Cancelled));
        let done = |(), found| *result.lock().expect("nothing panics with the lock") = found;
        self.analyze_many(request, threads, stop, &source, &done);
        result.into_inner().expect("nothing panics with the lock")
    }

    async fn finish<'s, K>(
        &'s self,
        task: &Task<K>,
        request: &'s Request,
        pool: Option<&Arc<Pool<'s>>>,
    ) -> Result<Analysis, AnalyzeError> {
        let take = |result: &Mutex<Option<ColorResult>>| {
            let result = result.lock().expect("no job panics with the lock").take();
            result.expect("every colour is done")
        };
        let by_color: Result<Vec<_>, _> = task.by_color.iter().map(take).collect();
        self.with_solutions(&task.cube, by_stage(by_color?), request, pool).await
    }

    async fn analysis(&self, cube: &Cube, request: &Request) -> Result<Analysis, AnalyzeError> {
        let mut by_color = Vec::with_capacity(request.colors.len());
        let spares = Spares::default();
        for color in &request.colors {
            by_color.push(self.color(cube, *color, &spares, None).await?);
        }
        self.with_solutions(cube, by_stage(by_color), request, None).await
    }

    /// Adds the solutions that are asked for to an analysis of lengths.
    async fn with_solutions<'s>(
        &'s self,
        cube: &Cube,
        mut analysis: Analysis,
        request: &'s Request,
        pool: Option<&Arc<Pool<'s>>>,
    ) -> Result<Analysis, AnalyzeError> {
        if request.solutions == 0 {
            return Ok(analysis);
        }
        let mut wanted = Vec::new();
        for (stage, row) in analysis.iter().enumerate() {
            let best = row.iter().map(|r| r.length).min();
            let is_wanted = |r: &StageResult| !request.only_best || Some(r.length) == best;
            wanted.extend((0..row.len()).filter(|i| is_wanted(&row[*i])).map(|i| (stage, i, row[i].length)));
        }
        let cube = *cube;
        let search = move |(stage, color, length): &(usize, usize, u8)| -> Work<'s, _> {
            let (stage, color, length) = (&self.stages[*stage], request.colors[*color], *length);
            Box::pin(async move { self.solutions(stage, &cube, color, length, request.solutions).await })
        };
        for (i, solutions) in shared(wanted.clone(), pool, search).await {
            let (stage, color, _) = wanted[i];
            analysis[stage][color].solutions = solutions?;
        }
        Ok(analysis)
    }

    fn held<'s>(&'s self, cube: &Cube, color: Color, searchers: Option<Searchers<'s>>) -> Held<'s> {
        let cube = cube.conjugate(Symmetry::bring_down(color));
        let positions =
            self.lookouts.iter().map(|lookout| Positions::new(&cube, lookout, &self.frames)).collect();
        let new = || Searchers { alone: Search::new(&self.order), gang: Gang::new(&self.order, GANG) };
        Held { cube, positions, searchers: searchers.unwrap_or_else(new) }
    }

    /// The moves of a path in the frame of a candidate, as moves of the held cube, in canonical order.
    fn moves(&self, candidate: Candidate, path: &[u8]) -> Vec<Move> {
        let back = |m: &u8| self.frames[candidate.frame].back(Move::from_index(usize::from(*m)));
        let mut moves: Vec<Move> = path.iter().map(back).collect();
        // Turns of opposite faces are in one order in the frame, and may be in the other outside it.
        for i in 1..moves.len() {
            if !moves[i - 1].may_precede(moves[i]) {
                moves.swap(i - 1, i);
            }
        }
        moves
    }

    /// The lengths of all stages for one colour.
    async fn color<'s>(
        &'s self,
        cube: &Cube,
        color: Color,
        spares: &Spares<'s>,
        pool: Option<&Arc<Pool<'s>>>,
    ) -> ColorResult {
        let spare = spares.lock().expect("no job panics with the lock").pop();
        let mut held = self.held(cube, color, spare);
        let mut floor = 0;
        let mut results = Vec::with_capacity(self.stages.len());
        for stage in &self.stages {
            let (length, counts) = self.length(stage, &mut held, floor, pool).await?;
            floor = length;
            results.push(StageResult { length, solutions: Vec::new(), counts });
        }
        spares.lock().expect("no job panics with the lock").push(held.searchers);
        Ok(results)
    }

    /// The least length of a stage, at least `floor`.
    async fn length<'s>(
        &'s self,
        stage: &'s StageChoices,
        held: &mut Held<'s>,
        floor: u8,
        pool: Option<&Arc<Pool<'s>>>,
    ) -> Result<(u8, Counts), AnalyzeError> {
        let mut open: Vec<Open> = Vec::with_capacity(stage.candidates.len());
        for candidate in &stage.candidates {
            let positions = &held.positions[self.lookout_of[candidate.target]];
            let bound = self.spaces[candidate.target].known_bound(positions, candidate.frame);
            open.push(Open { candidate: *candidate, bound, root: None });
        }
        let mut counts = Counts::default();
        let mut bound = floor;
        while bound <= stage.farthest {
            // Where it stands is looked up only for those that may be met now: it takes hundreds of look-ups.
            for (lookout, positions) in held.positions.iter_mut().enumerate() {
                let wanted = open.iter().filter(|open| open.bound <= bound && open.root.is_none());
                let tracked = wanted.filter(|open| self.lookout_of[open.candidate.target] == lookout);
                positions.look_up(tracked.flat_map(|Open { candidate, .. }| {
                    let views = self.spaces[candidate.target].looked_up();
                    views.iter().map(|view| (candidate.frame, *view))
                }))?;
            }
            for open in open.iter_mut().filter(|open| open.bound <= bound && open.root.is_none()) {
                let space = &self.spaces[open.candidate.target];
                let frame = open.candidate.frame;
                let positions = &mut held.positions[self.lookout_of[open.candidate.target]];
                let root = match space.exact_distance(positions, frame)? {
                    Some(distance) => Root::Exact(distance),
                    None => Root::Node(space.root(positions, frame)?),
                };
                open.bound = open.bound.max(root.bound());
                open.root = Some(root);
            }
            let least = open.iter().map(|open| open.bound).min().unwrap_or(u8::MAX);
            if least > bound {
                bound = least;
                continue;
            }
            let mut searched = Vec::new();
            for Open { candidate, root, .. } in open.iter().filter(|open| open.bound <= bound) {
                let space = &self.spaces[candidate.target];
                match root {
                    // What a table answers needs no search.
                    Some(Root::Exact(distance)) => {
                        let positions = &held.positions[self.lookout_of[candidate.target]];
                        let way = space.exact_way(positions, candidate.frame)?.unwrap_or_default();
                        if way.len() != usize::from(*distance) {
                            return Err(stage.wrong());
                        }
                        stage.check(*candidate, &held.cube, &self.moves(*candidate, &way))?;
                        return Ok((way.len() as u8, counts));
                    }
                    Some(Root::Node(node)) => searched.push((*candidate, space, node)),
                    None => {}
                }
            }
            searched.sort_by_cached_key(|(_, space, node)| (node.bound(), space.remoteness(node, bound)));
            for (candidate, space, root) in searched {
                let found = self.solution(space, root, bound, held, pool, &mut counts).await;
                if let Some(way) = found.map_err(|TooManyNodes| self.too_many_nodes(stage))? {
                    stage.check(candidate, &held.cube, &self.moves(candidate, &way))?;
                    return Ok((bound, counts));
                }
            }
            bound += 1;
        }
        Err(stage.wrong())
    }

    fn too_many_nodes(&self, stage: &StageChoices) -> AnalyzeError {
        AnalyzeError::TooManyNodes { stage: stage.stage.name.to_string(), nodes: self.limit.most() }
    }

    /// Some solution of exactly `depth` moves. The limit is one for all searches that are counted together.
    async fn solution<'s>(
        &'s self,
        space: &'s TargetSpace,
        root: &Node,
        depth: u8,
        held: &mut Held<'s>,
        pool: Option<&Arc<Pool<'s>>>,
        counts: &mut Counts,
    ) -> Result<Option<Vec<u8>>, TooManyNodes> {
        let spent = counts.expanded;
        if depth < WORTH_SPLITTING {
            let alone = &mut held.searchers.alone;
            alone.start(space, root, &[], depth, 0);
            let found = alone.next_solution_while(|nodes| self.limit.allows(spent + nodes)).await;
            *counts += Counts::of(alone);
            let is_within = found.is_some() || self.limit.allows(counts.expanded);
            return if is_within { Ok(found) } else { Err(TooManyNodes) };
        }
        let whole = WHOLE.min(depth - LEAST_SPLIT);
        let remoteness = Box::new(|node: &Node, left| space.remoteness(node, left));
        let all = vec![(Path::new(&[]), root.clone())];
        let parts = Parts::new(space, all, depth, Split { whole, remoteness }, (&self.limit, spent)).await;
        let (mut found, took) = parts.solutions(&mut held.searchers.gang, None, pool).await?;
        *counts += took;
        Ok(found.pop())
    }

    /// The first `wanted` solutions of `length` moves of a stage, in the order of [`StageResult::solutions`].
    async fn solutions(
        &self,
        stage: &StageChoices,
        cube: &Cube,
        color: Color,
        length: u8,
        wanted: usize,
    ) -> Result<Vec<Solution>, AnalyzeError> {
        let mut held = self.held(cube, color, None);
        let mut solutions = Vec::new();
        for candidate in &stage.candidates {
            let space = &self.spaces[candidate.target];
            let positions = &mut held.positions[self.lookout_of[candidate.target]];
            let root = space.root(positions, candidate.frame)?;
            if root.bound() > length {
                continue;
            }
            let target = &stage.stage.choices[candidate.of];
            let alone = &mut held.searchers.alone;
            alone.start(space, &root, &[], length, 0);
            while solutions.len() < wanted {
                let found = alone.next_solution_while(|nodes| self.limit.allows(nodes)).await;
                if found.is_none() && !self.limit.allows(alone.expanded()) {
                    return Err(self.too_many_nodes(stage));
                }
                let Some(way) = found else { break };
                let moves = self.moves(*candidate, &way);
                stage.check(*candidate, &held.cube, &moves)?;
                solutions.push(Solution {
                    rotation: Symmetry::bring_down(color),
                    moves,
                    choice: target.choice.clone(),
                    offset: self.frames[candidate.frame].offset(),
                    oriented: target.oriented,
                });
            }
        }
        Ok(solutions)
    }
}

/// What a source of cubes says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source<K> {
    /// The next cube, and what tells its result from others.
    Cube(K, Cube),
    /// None at the moment.
    NoneYet,
    /// There are no more.
    Over,
}

/// A cube being analyzed: its colours are jobs of their own.
struct Task<K> {
    key: Mutex<Option<K>>,
    cube: Cube,
    by_color: Vec<Mutex<Option<ColorResult>>>,
    missing: AtomicUsize,
}

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
