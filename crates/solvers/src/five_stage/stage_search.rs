//! The search for all ends of a stage from many partial solutions, in the order of total lengths, interleaved on one
//! thread. The table of the stage has exact distances, so hardly any node is expanded in vain.

use cubiform_cube::four::{Cube4, Turn};
use cubiform_search::{MoveOrder, Search, Space, Step};
use cubiform_tables::four::{CodeAddress, Stage, StageState, StageTable};
use cubiform_threads::CancelToken;

use super::beam::{Partial, Path};
use super::run_merger::{CanonicalTurns, TurnDelta};
use crate::move_order::bits;
use crate::solver::Unsolved;

/// The number of interleaved searches.
pub(crate) const SEARCHES: usize = 6;

/// The maximum number of turns beyond the shortest of a stage. Near solved there are too few ends to fill a beam.
const MAX_SLACK: u8 = 8;

/// The number of rounds of steps between two calls of [`EndReceiver::goes_on`].
const ROUNDS_BETWEEN_QUERIES: u64 = 4096;

/// The number of rounds of steps between two checks of the cancel token.
const ROUNDS_BETWEEN_CHECKS: u64 = 256;

/// One of the interleaved searches.
struct RunningSearch<'a, S: SearchStage> {
    search: Search<'a, S>,
    /// The index of the partial solution from which it searches, if it has work.
    from: Option<usize>,
    cubes: PathCache,
}

/// The states along the last path, so that the next path recomputes only what differs.
pub(crate) struct PathCache<T = Cube4> {
    states: Vec<T>,
    path: Vec<u8>,
}

impl<T> Default for PathCache<T> {
    fn default() -> PathCache<T> {
        PathCache { states: Vec::new(), path: Vec::new() }
    }
}

impl<T: Copy> PathCache<T> {
    /// Clears the cache, for a path with another start.
    pub(crate) fn clear(&mut self) {
        self.states.clear();
        self.path.clear();
    }

    /// Returns the state at the end of a path, given its start and the action of moves.
    #[inline]
    pub(crate) fn at(&mut self, path: &[u8], start: impl FnOnce() -> T, turn: impl Fn(&T, u8) -> T) -> T {
        if self.states.is_empty() {
            self.states.push(start());
        }
        let same = self.path.iter().zip(path).take_while(|(a, b)| a == b).count();
        self.states.truncate(same + 1);
        self.path.clear();
        self.path.extend_from_slice(path);
        for m in &path[same..] {
            self.states.push(turn(&self.states[self.states.len() - 1], *m));
        }
        self.states[self.states.len() - 1]
    }
}

/// An end of a stage: a path to one of its goal states.
pub(crate) struct StageEnd<'m, N> {
    /// The index of the partial solution before the stage.
    pub(crate) from: usize,
    pub(crate) path: &'m [u8],
    pub(crate) node: N,
    /// The index of the search that found it.
    pub(crate) by: usize,
    cubes: &'m mut PathCache,
}

impl<N> StageEnd<'_, N> {
    /// Returns the cube at the end, given the cube before the stage.
    pub(crate) fn cube(&mut self, turns: &[Turn], start: &Cube4) -> Cube4 {
        self.cubes.at(self.path, || *start, |cube, m| cube.turn(turns[usize::from(m)]))
    }
}

/// A receiver of the ends of a stage. It also receives the number of nodes expanded so far.
pub(crate) trait EndReceiver<N> {
    /// Returns whether ends of this sum are wanted. Defaults to true.
    fn wants(&self, sum: u8) -> bool {
        let _ = sum;
        true
    }

    /// Takes an end, and returns whether the search goes on.
    fn take(&mut self, end: StageEnd<'_, N>, expanded: u64) -> Result<bool, Unsolved>;

    /// Returns whether the search goes on. Called now and then. Defaults to true.
    fn goes_on(&self, expanded: u64) -> bool {
        let _ = expanded;
        true
    }
}

/// Searches the ends of a stage from the partial solutions of a beam, in the order of their sums, until `receiver` wants no
/// more or `cancel` is set. Returns the number of nodes expanded.
///
/// # Errors
/// The error of the receiver, or if the beam is empty.
pub(crate) fn search_ends<S: SearchStage>(
    space: &S,
    beam: &[Partial<S::State>],
    cancel: &CancelToken,
    receiver: &mut impl EndReceiver<S::Node>,
) -> Result<u64, Unsolved> {
    let idle =
        |_| RunningSearch { search: Search::new(space.order()), from: None, cubes: PathCache::default() };
    let searches = (0..SEARCHES).map(idle).collect();
    let mut stage_search = StageSearch { space, beam, cancel, searches, expanded: 0 };
    let mut sum = beam.iter().map(Partial::sum).min().ok_or(Unsolved::Table)?;
    let max_sum = sum + MAX_SLACK;
    while sum <= max_sum && receiver.wants(sum) && stage_search.level(sum, receiver)? {
        sum += 1;
    }
    Ok(stage_search.expanded + stage_search.expanded_by_running())
}

/// Interleaved searches of one stage.
struct StageSearch<'a, S: SearchStage> {
    space: &'a S,
    beam: &'a [Partial<S::State>],
    cancel: &'a CancelToken,
    searches: Vec<RunningSearch<'a, S>>,
    /// The number of nodes expanded by searches that ended.
    expanded: u64,
}

impl<S: SearchStage> StageSearch<'_, S> {
    /// Searches all paths whose turns, with those before the stage, amount to `sum`. Returns false if the receiver ended the
    /// search, or if it was cancelled.
    fn level(&mut self, sum: u8, receiver: &mut impl EndReceiver<S::Node>) -> Result<bool, Unsolved> {
        let beam = self.beam;
        let mut candidates = 0..beam.len();
        for round in 1u64.. {
            let mut is_busy = false;
            for (by, slot) in self.searches.iter_mut().enumerate() {
                if slot.from.is_none() {
                    let fits = |i: &usize| {
                        let depth = sum.checked_sub(beam[*i].length);
                        depth.is_some_and(|d| d >= beam[*i].distance && usize::from(d) <= Path::MAX_LEN)
                    };
                    let Some(next) = candidates.find(fits) else { continue };
                    let root = self.space.root(beam[next].state, beam[next].distance);
                    slot.search.start(self.space, &root, &[], sum - beam[next].length, 0);
                    slot.from = Some(next);
                    slot.cubes.clear();
                }
                is_busy = true;
                match slot.search.step() {
                    Step::LookUps => {}
                    Step::Done => {
                        self.expanded += slot.search.expanded();
                        slot.from = None;
                    }
                    Step::Leaf => {
                        let expanded = self.expanded + slot.search.expanded();
                        let (Some((path, node)), Some(from)) = (slot.search.leaf(), slot.from) else {
                            continue;
                        };
                        let end = StageEnd { from, path, node: node.clone(), by, cubes: &mut slot.cubes };
                        if !receiver.take(end, expanded)? {
                            return Ok(false);
                        }
                    }
                }
            }
            if !is_busy {
                return Ok(true);
            }
            let is_cancelled = round % ROUNDS_BETWEEN_CHECKS == 0 && self.cancel.is_cancelled();
            if is_cancelled
                || round % ROUNDS_BETWEEN_QUERIES == 0
                    && !receiver.goes_on(self.expanded + self.expanded_by_running())
            {
                return Ok(false);
            }
        }
        unreachable!("rounds do not end")
    }

    /// Returns the number of nodes expanded by searches that have not ended.
    fn expanded_by_running(&self) -> u64 {
        let busy = self.searches.iter().filter(|slot| slot.from.is_some());
        busy.map(|slot| slot.search.expanded()).sum()
    }
}

/// A space that [`search_ends`] searches for the ends of a stage.
pub(crate) trait SearchStage: Space {
    /// The state of a partial solution in the stage.
    type State: Copy;
    /// Returns the canonical order of the moves.
    fn order(&self) -> &MoveOrder;
    /// Returns the root node of a state, given a lower bound on its distance.
    fn root(&self, state: Self::State, distance: u8) -> Self::Node;
}

impl SearchStage for StageSpace {
    type State = StageState;

    fn order(&self) -> &MoveOrder {
        &self.order
    }

    fn root(&self, state: StageState, distance: u8) -> Node {
        Node { state, distance }
    }
}

/// The space of one stage, bounded by its table.
pub(crate) struct StageSpace {
    pub(crate) table: StageTable,
    pub(crate) stage: &'static Stage,
    /// The index of each move in the stage's list of turns.
    places: Vec<u8>,
    pub(crate) turns: Vec<Turn>,
    pub(crate) added: Vec<TurnDelta>,
    order: MoveOrder,
    /// If paths may pass through the goal: the moves with which they may end. `None` if they end at the first goal
    /// state.
    last: Option<u64>,
}

impl StageSpace {
    pub(crate) fn new(table: StageTable) -> StageSpace {
        let stage = table.stage();
        let canonical = CanonicalTurns::new(stage.turns(), table.turns());
        let turns: Vec<Turn> = canonical.moves.iter().map(|address| stage.turns()[*address]).collect();
        StageSpace {
            stage,
            places: canonical.moves.iter().map(|address| *address as u8).collect(),
            added: turns.iter().map(|turn| TurnDelta::new(*turn)).collect(),
            order: MoveOrder::new(turns.len(), |a, b| canonical.may_precede(a, b)),
            turns,
            table,
            last: None,
        }
    }

    /// Lets paths pass through the goal and end with a turn that is not among `next`, the turns of the next stage.
    pub(crate) fn passing(self, next: &[Turn]) -> StageSpace {
        let is_last = |m: &usize| !next.contains(&self.turns[*m]);
        let last = (0..self.turns.len()).filter(is_last).fold(0, |set, m| set | 1 << m);
        StageSpace { last: Some(last), ..self }
    }
}

/// A state, and its distance in the table of the stage.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node<S = StageState> {
    pub(crate) state: S,
    pub(crate) distance: u8,
}

/// The state, address and distance of each child.
#[derive(Default)]
pub(crate) struct ChildBatch {
    children: Vec<(StageState, CodeAddress, u8)>,
}

impl Space for StageSpace {
    type Node = Node;
    type Children = ChildBatch;
    /// The moves remaining at a child.
    type Plan = u8;
    type Requests = ();

    #[inline(always)]
    fn plan(&self, _: &Node, child_depth_left: u8) -> u8 {
        child_depth_left
    }

    /// Paths end at the first goal state, unless they may pass through it.
    #[inline(always)]
    fn candidate_moves(&self, child_depth_left: &u8, parent: &Node, moves: u64) -> u64 {
        match self.last {
            Some(last) if *child_depth_left == 0 => moves & last,
            Some(_) => moves,
            None if parent.distance == 0 => 0,
            None => moves,
        }
    }

    #[inline(always)]
    fn expand(&self, _: &u8, parent: &Node, moves: u64, children: &mut ChildBatch, (): &mut ()) -> u32 {
        let generated = moves.count_ones();
        if children.children.is_empty() {
            let placeholder = (parent.state, self.table.address(parent.state), 0);
            children.children.resize(self.places.len(), placeholder);
        }
        for m in bits(moves) {
            let state = self.stage.turn(parent.state, self.places[m].into());
            let address = self.table.address(state);
            self.table.codes().prefetch(address);
            children.children[m] = (state, address, 0);
        }
        generated
    }

    #[inline(always)]
    fn prune(
        &self,
        child_depth_left: &u8,
        parent: &Node,
        children: &mut ChildBatch,
        alive: u64,
        _: usize,
        (): &(),
    ) -> u64 {
        let mut admitted = 0;
        for m in bits(alive) {
            let (_, address, distance) = &mut children.children[m];
            *distance = self.table.codes().child_distance(parent.distance, *address);
            admitted |= u64::from(*distance <= *child_depth_left) << m;
        }
        admitted
    }

    #[inline(always)]
    fn commit(&self, _: &Self::Plan, _: &Node, children: &ChildBatch, m: u8, child: &mut Node) {
        let (state, _, distance) = children.children[usize::from(m)];
        *child = Node { state, distance };
    }

    #[inline(always)]
    fn is_goal(&self, node: &Node) -> bool {
        node.distance == 0
    }
}
